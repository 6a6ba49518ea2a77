#!/usr/bin/env bash
# test_examples.sh PROGRAM: the games of examples/ in the terminal, in scripts, in the arena and at a server, by the program that has them.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/tap.sh

program=$(realpath "$1")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export XDG_DATA_HOME=$room/data

check 'it is in the list' grep -q '^kuhn' <("$program" games)

# A whole game at the table, typed.
played() {
    yes 1 | "$program" play kuhn --plain --seed 3 --record "$room/game.tapete" >"$room/out" 2>&1
    grep -q 'wins\? .*chip' "$room/out" || { cat "$room/out"; return 1; }
}
check 'a game in the terminal' played
# Whoever is told of the cards is "you", in the first seat and in the second.
shown() {
    for seed in 1 2 3 4 5 6 7 8; do
        for seat in 0 1; do yes 2 | "$program" play kuhn --plain --seed "$seed" --seat "$seat" --vs random; done
    done >"$room/shown" 2>&1
    grep -q 'You have a [a-z]*, .* has a' "$room/shown" && grep -q ' has a [a-z]*, you have a' "$room/shown" && return
    cat "$room/shown"
    return 1
}
check 'the end is told with "you"' shown
check 'its record is right' "$program" verify "$room/game.tapete"
# Called by its whole path, as here, it may be found without it.
check 'what is offered after the game is done by the same program' grep -qx "  ${program##*/} verify $room/game.tapete" "$room/out"
check 'its record is told' grep -q chip <("$program" replay "$room/game.tapete" --plain)

cat >"$room/script.json" <<'JSON'
{"game": "kuhn", "position": {"cards": ["J", "K"], "history": ["CHECK"]},
 "steps": [{"legal": ["CHECK", "BET"]}, {"do": "BET"}, {"illegal": "CHECK", "reason": "NOT_LEGAL"}, {"do": "CALL"}]}
JSON
check 'a script of it' "$program" run "$room/script.json"

# Whoever searches calls with the king and folds the jack, which random does not.
stronger() {
    "$program" arena kuhn --agents flatmc:games=200,random --duplicate --games 400 --threads 1 --json >"$room/arena.json" &&
        python3 -c 'import json, sys; agents = json.load(open(sys.argv[1]))["agents"]; assert agents[0]["share"]["low"] > 0.5, agents' "$room/arena.json"
}
check 'in the arena a search beats random moves' stronger

served() {
    "$program" serve --port 0 --db "sqlite:$room/server.db" >"$room/server.log" 2>&1 &
    local server=$! url=
    for _ in $(seq 100); do
        url=$(sed -n 's/.*listening on \(http:[^" ]*\).*/\1/p' "$room/server.log" | head -n 1)
        [ -z "$url" ] || break
        sleep 0.1
    done
    "$program" load "$url" --game kuhn --connections 4 --tables 2 --moves-per-s 10 --seconds 1 >"$room/load.txt" 2>&1
    local status=$?
    kill "$server"
    wait "$server"
    [ "$status" = 0 ] || { cat "$room/load.txt"; return 1; }
}
check 'games of it at a server' served

finish
