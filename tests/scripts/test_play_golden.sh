#!/usr/bin/env bash
# A whole game of Kessel Sabacc in plain words, compared line by line with tests/golden/play-sabacc-plain.txt.
# After a change that is meant to show there: tests/scripts/test_play_golden.sh --write, and read the diff.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh
tapete=$(realpath "${TAPETE:-build/tapete}")
[ -x "$tapete" ] || { echo "Bail out! $tapete is not there: make build" && exit 1; }
golden=$PWD/tests/golden/play-sabacc-plain

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
# The record has a fixed name, so that the transcript has no date in it.
transcript() {
    (cd "$room" && rm -f game.jsonl && env -u COLUMNS -u LINES -u TAPETE_TABLE XDG_DATA_HOME="$room" LC_ALL=C.UTF-8 \
        "$tapete" play sabacc --seed 11 --vs random --plain --record game.jsonl <"$golden.in" 2>&1)
}
if [ "${1:-}" = --write ]; then
    transcript >"$golden.txt"
    exit
fi

transcript >"$room/found.txt"
check 'the transcript is the golden one' diff -u "$golden.txt" "$room/found.txt"
check 'the game in it comes to its end' grep -q ', the winner\.$' "$room/found.txt"
transcript >"$room/again.txt"
check 'the same game again is the same to the byte' cmp "$room/found.txt" "$room/again.txt"
finish
