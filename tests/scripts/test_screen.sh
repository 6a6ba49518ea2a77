#!/usr/bin/env bash
# The full screen in a real terminal (tmux): each game to its end at 80x24, other sizes in between, the mouse, colours and none, and the terminal that is
# left behind, whatever ends the program.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/terminal.sh

# gone PATTERN: until it is nowhere on the screen.
gone() {
    local end=$((SECONDS + patience))
    while [ "$SECONDS" -lt "$end" ]; do
        screen | grep -q -e "$1" || return 0
        sleep 0.05
    done
    printf 'still there: %s\n' "$1"
    return 1
}
# play ARGUMENTS: in the waiting shell, which is told the exit code.
play() { type_line "clear; '$tapete' play $1 --pace instant; echo \"code \$?\""; }
# leave: end the game.
leave() {
    keys C-d
    wipe
}
# wipe: once it has ended, wipe off what a terminal without a second screen leaves standing.
wipe() {
    shown '^code' >/dev/null
    type_line clear
    gone '▶\|> Your move\|^Your move' >/dev/null
}
# press TEXT: the mouse on the first place where it stands.
press() {
    local row text column
    row=$(screen | grep -n -e "$1" | head -n 1 | cut -d: -f1)
    text=$(screen | sed -n "${row}p")
    column=$(printf '%s' "${text%%"$1"*}" | wc -m)
    # ESC [ M, then button, column and row, each from 32 and places from 1: what this terminal sends
    column=$(printf '%x' $((column + 33))) row=$(printf '%x' $((row + 32)))
    on_screen send-keys -t game -H 1b 5b 4d 20 "$column" "$row"
    on_screen send-keys -t game -H 1b 5b 4d 23 "$column" "$row" # and let go
}

shown '^ready>' >/dev/null
before=$(ask_shell 'stty -g')

# ---- each game to its end ----
# whole GAME OPTIONS...: the first move again and again.
whole() {
    play "$1 --seed 4 --vs random ${*:2}"
    check "$1: it is your move" shown '▶ Your move'
    check "$1: whose turn it is is marked at the seat too" shown '^ *▶ You'
    for _ in {1..60}; do
        screen | grep -q 'The game is over' && break
        for _ in {1..12}; do keys Enter; done
        sleep 0.1
    done
    check "$1: it comes to its end" shown 'The game is over'
    [ "$1" != sabacc ] || {
        keys v
        check "$1: its review is a pane" shown 'Reviewing your decisions\|judged by'
        keys Escape
        keys p
        check "$1: it can be gone through" shown '^ 0 of '
        keys End
        check "$1: to its end" shown ', the winner'
        keys q
    }
    check "$1: with how everybody stands" shown '^ *★\? *You  *[+-][0-9]'
    [ "$1" != mulle ] || {
        keys n
        check "$1: n begins another game" shown '▶ Your move'
        keys q # asks, and the next one is a yes
    }
    keys q
    check "$1: and is left" shown '^code 0'
    check "$1: the terminal is as it was" same "$before" "$(ask_shell 'stty -g')"
}
whole bruno --option cap=40
whole mulle
whole mus --option preset=S2
whole sabacc --option chips=3

record=$(echo "$room"/data/tapete/records/sabacc-*.jsonl)
check 'its record verifies' "$tapete" verify "$record"

# ---- panes, undo, save, resume ----
play 'sabacc --seed 4 --vs random --option players=2'
shown '▶ Your move' >/dev/null
keys h
check 'a hint has bars' shown '██.*±'
keys Escape
keys l
check 'the log is a pane' shown '╭─ What has happened'
keys r
check 'the rules are one' shown '╭─ The rules'
keys Escape
keys Enter
shown 'pass ' >/dev/null
keys u
check 'u takes back' shown 'Taken back'
keys s
check 's saves' shown 'Saved as sabacc-save.jsonl'
keys :
keys -l 'no token'
check 'what is typed is seen' shown '^ : no token'
keys Enter
check 'and played' shown 'draw Sand'
on_screen resize-window -t game -x 200 -y 60
check 'a larger window has the log beside the table' shown '╭─ What has happened.*╮$'
check 'over its whole width' same 200 "$(screen | grep '╭─ What' | wc -L)"
on_screen resize-window -t game -x 50 -y 15
check 'a smaller one shows what fits' shown '▶ Your move'
on_screen resize-window -t game -x 80 -y 24
check 'and back' shown '^── Kessel Sabacc'
keys C-c
check 'Ctrl-C asks' shown 'Leave the game? It is saved. \[y/N\]'
keys n
check 'no stays' shown '▶ Your move'
keys C-c
shown 'y/N' >/dev/null
keys C-c
check 'a second one leaves, with 130' shown '^code 130'
check 'and says how to go on' shown 'play --resume'
play --resume
check 'resume goes on where it was' shown 'draw Sand'
keys C-d
check 'Ctrl-D leaves' shown '^code 0'

# ---- a program that writes to standard error ----
cat >"$room/loud.sh" <<'BOT'
#!/bin/sh
echo 'first note of the program' >&2
while read -r line; do
    echo "a note that would go across the table, as long as it is wide, and then goes on in the next line of it" >&2
    case $line in *'"ask"'* | *'"choose"'* | *'"decide"'*) echo nonsense ;; esac
done
BOT
chmod +x "$room/loud.sh"
play "sabacc --seed 4 --vs exec:$room/loud.sh,random,random"
shown '▶ Your move' >/dev/null
check 'the table stays whole' shown '^── Kessel Sabacc'
check 'no note goes across it' same 0 "$(screen | grep -c 'across the table')"
check 'there is a key for the notes' shown 'e Notes'
keys e
check 'which shows them' shown 'first note of the program'
check 'above the cards of the reader' shown '^ *▶ You'
keys Escape
leave
play "sabacc --seed 4 --vs exec:$room/loud.sh,random,random"
shown '▶ Your move' >/dev/null
keys C-d
check 'they stand on the terminal afterwards' shown '^a note that would go across the table'
wipe

# ---- the rules where they are installed, in another language ----
mkdir -p "$room/bin" "$room/share/tapete"
cp "$tapete" "$room/bin/tapete"
cp -r docs/rules "$room/share/tapete/rules"
type_line "clear; '$room/bin/tapete' play mus --lang zh --seed 4 --vs random; echo \"code \$?\""
check 'the screen speaks Chinese' shown '▶ 轮到你了'
keys r
check 'and has the whole rules in it' shown '^│ 西班牙牌四十张'
check 'in lines of the width of the window' same 80 "$(screen | grep '西班牙牌四十张' | wc -L)"
leave

# ---- the mouse ----
play 'sabacc --seed 4 --vs random --option players=2'
shown '▶ Your move' >/dev/null
press 'no token'
check 'a press on a move makes it' shown 'draw Sand'
press 'Rules'
check 'one on a key opens what it opens' shown '╭─ The rules'
keys Escape
gone '╭─ The rules' >/dev/null
press '│19░│'
check 'one on a pile leaves the moves with it' shown '^ 2  draw Sand .*the Sand pile'
check 'and no others' gone ' take Sand '
leave

# ---- a record ----
type_line "clear; '$tapete' replay '$record'; echo \"code \$?\""
check 'a record begins before the first move' shown '^ 0 of '
keys Right
keys Right
check 'right is forward' shown '^ 2 of '
keys Left
check 'left is back' shown '^ 1 of '
keys End
check 'End is the end' shown ', the winner'
keys q
check 'q leaves it' shown '^code 0'

# ---- whatever ends it ----
for signal in TERM HUP SEGV ABRT QUIT; do
    play 'mus --seed 4 --vs random'
    shown '▶ Your move' >/dev/null
    on_screen list-panes -t game -F '#{pane_pid}' | xargs pgrep -P | xargs kill "-$signal"
    shown '^code [1-9]' >/dev/null
    check "after SIG$signal the terminal is as it was" same "$before" "$(ask_shell 'stty -g')"
done
play 'mus --seed 4 --vs random'
shown '▶ Your move' >/dev/null
keys C-z
check 'Ctrl-Z stops it' shown 'Stopped'
check 'and the terminal is as it was meanwhile' same "$before" "$(ask_shell 'stty -g')"
type_line fg
check 'it comes back' shown '▶ Your move'
leave

# ---- colours and other terminals ----
coloured() { on_screen capture-pane -e -p -t game | grep -c $'\033\[[0-9;]*[34][0-8][;m]'; }
play 'bruno --seed 4 --vs random'
shown '▶ Your move' >/dev/null
check 'there are colours' test "$(coloured)" -gt 5
leave
for terminal in xterm xterm-256color vt100; do
    type_line "clear; TERM=$terminal '$tapete' play bruno --seed 4 --vs random; echo \"code \$?\""
    check "TERM=$terminal is played on" shown '▶ Your move'
    [ "$terminal" != xterm ] || check 'with eight colours' test "$(coloured)" -gt 5
    keys C-d
    check "TERM=$terminal: nothing stands behind what is said at the end" shown 'tapete play --resume$'
    wipe
done
# A terminal that takes any colour; such an entry is not on every system.
cat >"$room/direct.ti" <<'ENTRY'
tapete-direct|any colour,
	RGB, colors#0x1000000, pairs#0x10000, op=\E[39;49m,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	use=xterm-256color,
ENTRY
tic -x -o "$room/terminals" "$room/direct.ti"
type_line "clear; TERMINFO='$room/terminals' TERM=tapete-direct '$tapete' play bruno --seed 4 --vs random; echo \"code \$?\""
shown '▶ Your move' >/dev/null
check 'colours by their light, where any can be had' test "$(on_screen capture-pane -e -p -t game | grep -c '38;2;')" -gt 5
leave
type_line "clear; NO_COLOR=1 '$tapete' play bruno --seed 4 --vs random; echo \"code \$?\""
shown '▶ Your move' >/dev/null
check 'NO_COLOR has none' same 0 "$(coloured)"
leave
type_line "clear; LC_ALL=C '$tapete' play bruno --seed 4 --vs random; echo \"code \$?\""
check 'without UTF-8 it is drawn with what there is' shown '> Your move'
check 'and nothing else' same 0 "$(screen | grep -c '[─│╭]')"
leave
type_line "clear; LC_ALL=C '$tapete' play bruno --seed 4 --vs random --lang es; echo \"code \$?\""
check 'letters with accents become those without' shown 'debe jugar como minimo'
leave
type_line "clear; LC_ALL=C '$tapete' play bruno --seed 4 --vs random --lang zh; echo \"code \$?\""
check 'and Chinese is played line by line' shown '^你走：'
leave
for way in 'TERM=dumb' 'TERM=no-such-terminal'; do
    type_line "clear; $way '$tapete' play bruno --seed 4 --vs random; echo \"code \$?\""
    check "$way is played line by line" shown '^Your move:'
    leave
done
on_screen resize-window -t game -x 50 -y 24
play 'bruno --seed 4 --vs random'
check 'a window that is too small is, too' shown '^Your move:'
leave
on_screen resize-window -t game -x 80 -y 24
type_line "clear; '$tapete' play bruno --seed 4 --vs random | cat"
check 'and so is a pipe' shown '^Your move:'
keys C-d

finish
