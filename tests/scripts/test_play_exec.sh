#!/usr/bin/env bash
# Programs as agents, from outside: at the table of `tapete play`, and where they are refused.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/program.sh

# play MOVES ARGUMENT...: a game at the terminal in which these lines are typed.
play() {
    local typed=$1
    shift
    printf '%b' "$typed" | timeout 300 "$tapete" play "$@" --plain 2>&1
}
all_ones=$(printf '1\\n%.0s' {1..4000})

output=$(play "$all_ones" mulle --seed 3 --vs exec:examples/bots/random_bot.py)
check "a program plays a whole game" contains "$output" "the winner"
check "it is welcomed by its name" contains "$output" "with exec:examples/bots/random_bot.py at seat 1"
again=$(play "$all_ones" mulle --seed 3 --vs exec:examples/bots/random_bot.py)
# What is no part of the game: the names of files, and games before this one.
game_of() { grep -v 'jsonl\|^Your first\|^Your last' <<<"$1"; }
check "with a seed it plays the same again" same "$(game_of "$output")" "$(game_of "$again")"

output=$(play "$all_ones" mulle --seed 3 --vs 'exec:exec tests/bots/crash_at_start.sh')
check "a failure is told in a sentence" contains "$output" \
    "Exec 1 forfeited: at its decision 1 its program ended with exit status 3. From now on it plays the first legal move."
check "and told once" same 1 "$(grep -c forfeited <<<"$output")"
check "and the game goes on to its end" contains "$output" "points, the winner"
output=$(play '1\n1\n1\nquit\n' mulle --lang es --seed 3 --vs 'exec:exec tests/bots/crash_at_start.sh')
check "in the reader's language" contains "$output" "en su decisión 1 su programa terminó con el estado de salida 3"

output=$(play '1\n' mulle --vs exec:./no-such-bot)
check "a program that is not there is noticed before the game" same \
    'tapete: seat 1: agent exec: cannot run the program "./no-such-bot": No such file or directory.' "$output"
output=$(play '1\n' mulle --vs 'exec:no-such-program --fast')
check "also one that should be in the path" contains "$output" 'agent exec: there is no program "no-such-program"; '

# ---- taking back ----
play '1\n1\nundo\n1\nquit\n' mulle --seed 3 --vs "exec:python3 tests/bots/notes.py $room/notes" >"$room/undo"
check "moves are taken back" contains "$(cat "$room/undo")" "Taken back to your previous decision."
check "and the program hears that it begins anew" same 2 "$(grep -c '"is":"begin"' "$room/notes")"
after() { sed -n '/"is":"begin"/=' "$room/notes" | sed -n "$1p"; }
from_first=$(sed -n "$(after 1),\$p" "$room/notes" | grep -v decide | head -n 28)
from_second=$(sed -n "$(after 2),\$p" "$room/notes" | grep -v decide | head -n 28)
check "with everything that still holds" same "$from_first" "$from_second"

# ---- where no program is run ----
cat >"$room/script.json" <<JSON
{"game": "mulle", "steps": [{"do": "exec:touch $room/ran"}]}
JSON
output=$("$tapete" run "$room/script.json" 2>&1)
check "a script runs no program" contains "$output" "would run a program, which a script may not do"
sed 's/"do"/"play"/' "$room/script.json" >"$room/whole.json"
output=$("$tapete" run "$room/whole.json" 2>&1)
check "not for a whole game either" contains "$output" "would run a program, which a script may not do"

play '1\nquit\n' mulle --seed 3 --vs random --record "$room/game.jsonl" >/dev/null
sed -i "s#\"random\"#\"exec:touch $room/ran\"#" "$room/game.jsonl"
output=$(play '1\nquit\n' --resume "$room/game.jsonl")
check "a record from elsewhere runs no program" contains "$output" "own folder may run one"
output=$(play "load $room/game.jsonl\nquit\n" mulle --vs random)
check "nor does one that is loaded" contains "$output" "own folder may run one"
check "and so none was" test ! -e "$room/ran"

play '1\nquit\n' mulle --vs exec:examples/bots/random_bot.py >/dev/null
output=$(play '1\nquit\n' --resume)
check "a game of one's own goes on with its program" contains "$output" "with exec:examples/bots/random_bot.py at seat 1"

check "the list of agents has it" contains "$("$tapete" agents)" "exec - plays every game"
finish
