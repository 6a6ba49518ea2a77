#!/usr/bin/env bash
# A whole game line by line in a real terminal (tmux), from 80x24 to 100x40: drawing, colours, Ctrl-C, what is left behind, replay.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/terminal.sh

everything() { on_screen capture-pane -p -S - -t game; }

wait_for '^ready>' >/dev/null
terminal_before=$(ask_shell 'stty -a')

# ---- 80 x 24 ----
type_line "'$tapete' play sabacc --lines --seed 4 --vs random"
check 'the game asks for a move' wait_for '^Your move:'
check 'cards are drawn' shown '╭───╮'
check 'chips are drawn' shown '●●●●'
table=$(screen)
check 'the whole table and the moves fit 24 lines' grep -q '^── Kessel Sabacc ' <<<"$table"
check 'no line is broken by the terminal' same 1 "$(grep -c '^▶ You' <<<"$table")"
colours() { on_screen capture-pane -e -p -t game | grep -c $'\033\[[0-9;]*3[13]m'; }
check 'Sand and Blood have colours' test "$(colours)" -gt 4
type_line hint
check 'a hint has percentages' shown ' % ±'
check 'and bars' shown '██'

# ---- Ctrl-C ----
keys C-c
check 'Ctrl-C asks' wait_for 'Leave the game\? It is saved\. \[y/N\]'
type_line n
check 'no stays in the game' wait_for '^Your move:'
type_line 1
check 'and it goes on' wait_for '^Your move:'
keys C-c
wait_for 'y/N' >/dev/null
keys C-c
check 'a second Ctrl-C leaves' wait_for '^ready>'
check 'with exit code 130' same 130 "$(ask_shell 'echo $?')"
check 'the terminal is as it was' same "$terminal_before" "$(ask_shell 'stty -a')"

# ---- resume, in a larger window ----
on_screen resize-window -t game -x 100 -y 40
terminal_before=$(ask_shell 'stty -a')
type_line "'$tapete' play --lines --resume"
check 'resume goes on' wait_for '^Your move:'
check 'and says after how many moves' shown 'Continuing after'
check 'the table is as wide as the window' same 100 "$(screen | grep '^── Kessel' | tail -n 1 | wc -L)"
keys C-c
wait_for 'y/N' >/dev/null
type_line y
check 'yes leaves' wait_for '^ready>'
type_line "clear; '$tapete' play --lines --resume"
wait_for '^Your move:' >/dev/null
keys C-d
check 'Ctrl-D leaves' wait_for '^ready>'
check 'with exit code 0' same 0 "$(ask_shell 'echo $?')"
type_line "'$tapete' play --lines --resume"
for _ in {1..60}; do
    wait_for '(^Your move:|^ready>)' >/dev/null || break
    screen | grep -q 'The record is in ' && break
    for _ in {1..8}; do type_line 1; done
    sleep 0.1
done
wait_for '^ready>' >/dev/null
check 'the game comes to its end' contains "$(everything)" 'The record is in '
check 'the winner has a star' contains "$(everything)" '★'
check 'the last reveal is drawn' contains "$(everything)" '── The last reveal ─'
record=$(echo "$room"/data/tapete/records/*.jsonl)
check 'its record verifies' "$tapete" verify "$record"
check 'the terminal is as it was after the game' same "$terminal_before" "$(ask_shell 'stty -a')"

# ---- replay ----
type_line "clear; '$tapete' replay --lines '$record'"
check 'replay begins before the first move' wait_for '^0 of [0-9]+ '
keys Enter
check 'Enter is the next move' wait_for '^1 of '
type_line 20
check 'a number jumps' wait_for '^20 of '
type_line b
check 'b goes back' wait_for '^19 of '
type_line x
check 'anything else is answered' wait_for '^19 of '
check 'and explained' shown 'type a number from 0 to'
type_line e
check 'e is the end' wait_for '^([0-9]+) of [0-9]+ '
check 'where the scores stand' shown ', the winner.'
type_line q
check 'q quits' wait_for '^ready>'

# ---- without colours ----
type_line "clear; NO_COLOR=1 '$tapete' play sabacc --lines --seed 4 --vs random"
wait_for '^Your move:' >/dev/null
check 'NO_COLOR has no colours' same 0 "$(on_screen capture-pane -e -p -t game | grep -c $'\033\[[0-9;]*m')"
check 'and is still drawn' shown '╭───╮'
type_line q
wait_for '^ready>' >/dev/null
type_line "clear; '$tapete' play sabacc --seed 4 --vs random --plain"
wait_for '^Your move:' >/dev/null
check 'plain words have no boxes' same 0 "$(screen | grep -c '[╭│●]')"
type_line q
wait_for '^ready>' >/dev/null

finish
