#!/usr/bin/env bash
# tapete bot-check: a bot that keeps to the protocol passes, and each way not to is found by its own check.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/program.sh

# bot NAME: a bot in shell; the lines of its loop come on standard input, where $line is what it heard.
bot() {
    {
        printf '#!/bin/sh\n. tests/bots/common.sh\n'
        cat
    } >"$room/$1"
    chmod +x "$room/$1"
}
# look NAME ARGUMENT...: what bot-check says of it, in $output, and its exit status in $status.
look() {
    local name=$1
    shift
    output=$("$tapete" bot-check "$room/$name" sabacc --option players=2 chips=5 --ms 60000 "$@" 2>&1)
    status=$?
}
failed() { grep '^not ok' <<<"$output" | sed 's/.*: //'; }

bot good <<'END'
while wait_for_decision; do first_move; done
END
look good
check 'a good bot: exit status' same 0 "$status"
check 'a good bot: five checks' same 5 "$(grep -c '^ok ' <<<"$output")"
check 'a good bot: the verdict' contains "$output" 'keeps to the protocol'
check 'a good bot: its games can be repeated' same 0 "$(grep -c 'same seed' <<<"$output")"

bot one_game <<'END'
while read -r line; do
    case $line in
    *'"is":"decide"'*) first_move ;;
    *'"is":"end"'*) exit 0 ;;
    esac
done
END
look one_game
check 'a bot for one game: exit status' same 1 "$status"
check 'a bot for one game: the check' same 'one process, game after game' "$(failed)"

bot strict <<'END'
while read -r line; do
    case $line in
    *'"numbers":'*) exit 3 ;;
    *'"is":"decide"'*) first_move ;;
    esac
done
END
look strict
check 'a bot that minds other members: the check' same 'with members and numbers that it did not ask for' "$(failed)"
check 'a bot that minds other members: why' contains "$output" 'exit status 3'

bot no_undo <<'END'
decided=0
while read -r line; do
    case $line in
    *'"is":"begin"'*) [ "$decided" = 0 ] || exit 4 ;;
    *'"is":"end"'*) decided=0 ;;
    *'"is":"decide"'*) decided=1 && first_move ;;
    esac
done
END
look no_undo
check 'a bot that minds an undo: the check' same 'after an undo, when everything is told again' "$(failed)"

bot stays <<'END'
trap '' TERM HUP
while read -r line; do
    case $line in *'"is":"decide"'*) first_move ;; esac
done
while :; do sleep 1; done
END
look stays
check 'a bot that does not end: the check' same 'it ends when it is told to quit' "$(failed)"

bot wrong <<'END'
while wait_for_decision; do echo '{"move": "fold"}'; done
END
look wrong
check 'a wrong move: one check says it' same 'whole games, from every seat' "$(failed)"
check 'a wrong move: why' contains "$output" 'it answered fold, which is not a move of this game'
look wrong --json
check 'a wrong move: exit status' same 1 "$status"
check 'JSON' same 'games False it answered fold' "$(python3 -c '
import json, sys
found = json.loads(sys.argv[1])
first = found["checks"][0]
print(first["check"], found["ok"], first["why"].split(", ")[0].split("at its decision 1 ")[-1])' "$output")"

bot other_moves <<END
echo >>"$room/starts"
while wait_for_decision; do
    if [ \$((\$(wc -l <"$room/starts") % 2)) = 0 ]; then first_move; else
        move=\${line##*'"move":"'}
        printf '{"move":"%s"}\n' "\${move%%'"'*}"
    fi
done
END
look other_moves
check 'a bot that plays otherwise each time: passes' same 0 "$status"
check 'a bot that plays otherwise each time: is told' contains "$output" 'the same seed led to other moves'

check 'no such program' complains 'cannot run the program' bot-check ./nothing-here
check 'no such game' complains 'there is no game' bot-check "$room/good" sabac
check 'options without a game' complains 'needs a game' bot-check "$room/good" --option players=2
check 'no command' complains 'COMMAND' bot-check

finish
