#!/usr/bin/env bash
# Whole games in plain words, compared line by line with tests/golden/play-GAME-plain.txt.
# After a change that is meant to show there: tests/scripts/test_play_golden.sh --write, and read the diff.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/program.sh
golden=$PWD/tests/golden

declare -A arguments=(
    [mulle]='--seed 11 --vs mulle-greedy'
    [mus]='--seed 11 --vs mus-bot --option target=20 best_of=1'
    [sabacc]='--seed 11 --vs random'
)

# The record has a fixed name, so that the transcript has no date in it.
transcript() {
    local words
    read -ra words <<<"${arguments[$1]}"
    (cd "$room" && rm -rf data game.jsonl &&
        "$tapete" play "$1" "${words[@]}" --plain --record game.jsonl <"$golden/play-$1-plain.in" 2>&1)
}

for game in "${!arguments[@]}"; do
    if [ "${1:-}" = --write ]; then
        transcript "$game" >"$golden/play-$game-plain.txt"
        continue
    fi
    transcript "$game" >"$room/found.txt"
    check "$game: the transcript is the golden one" diff -u "$golden/play-$game-plain.txt" "$room/found.txt"
    check "$game: the game in it comes to its end" grep -q ', the winner\.$' "$room/found.txt"
    transcript "$game" >"$room/again.txt"
    check "$game: the same game again is the same to the byte" cmp "$room/found.txt" "$room/again.txt"
done
[ "${1:-}" = --write ] || finish
