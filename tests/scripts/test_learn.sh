#!/usr/bin/env bash
# tapete learn: the guided deal of every game through a pipe, in every language, with the moves of the deal and with others.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/program.sh

# made GAME: the moves of the learner, one a line.
made() { grep -o '"made":"[^"]*"' "guides/$1.json" | cut -d '"' -f 4; }
learn() {
    status=0
    output=$("$tapete" learn "$@" --plain 2>"$room/messages") || status=$?
}
for game in bruno leduc mulle mus sabacc; do
    for language in en es fr sv zh; do
        made "$game" >"$room/moves.txt"
        learn "$game" --lang "$language" <"$room/moves.txt"
        check "$game, $language: it is gone through to its end" same "0 1" "$status $(tail -n 1 <<<"$output" | grep -c "tapete play $game\.\?。\?$")"
    done
    learn "$game" <"$room/moves.txt"
    check "$game: what was learnt is said" contains "$output" 'What you have learnt:'
    check "$game: nothing is said on stderr" same '' "$(cat "$room/messages")"
done
made sabacc | sed '1s/^/pass\nfrobnicate\n99\n/' >"$room/moves.txt"
"$tapete" learn sabacc --plain <"$room/moves.txt" >"$room/said.txt"
check 'a move that is none is answered' grep -q '"frobnicate" is neither a move nor a command' "$room/said.txt"
check 'a number that is not there too' grep -q 'There is no move 99' "$room/said.txt"
check 'and the deal goes on to its end' grep -q '^Well done!' "$room/said.txt"
made mus | sed '1s/^mus$/no mus\nmus/' | "$tapete" learn mus --plain >"$room/said.txt"
check 'another legal move is not made' grep -q '^You could do that. This deal goes on with "mus": choose it\.' "$room/said.txt"
check 'and the one of the deal is' grep -q '^Well done!' "$room/said.txt"
learn mus <<<'q'
check 'q leaves' same 0 "$status"
learn chess </dev/null
check 'a game that is none is exit 2' same 2 "$status"

finish
