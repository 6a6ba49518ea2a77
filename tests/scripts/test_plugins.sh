#!/usr/bin/env bash
# test_plugins.sh PLUGINS KUHN: games and agents that are loaded from shared objects, and files that are no such thing. PLUGINS is the
# folder with those of tests/plugins, KUHN the one of examples/kuhn.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/tap.sh

tapete=$(realpath "${TAPETE:-build/tapete}")
plugins=$(realpath "$1")
kuhn=$(realpath "$2")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export XDG_DATA_HOME=$room/data

# says CODE TEXT WORD...: the program ends with this code and this text on its standard error.
says() {
    local code=$1 text=$2
    shift 2
    "$tapete" "$@" >/dev/null 2>"$room/err" </dev/null
    [ $? = "$code" ] && grep -qF -- "$text" "$room/err" && return
    cat "$room/err"
    return 1
}

# ---- a game from outside ----

check 'without it there is no such game' says 2 'there is no game "kuhn"' play kuhn
check 'it is in the list of study games' grep -q '^kuhn' <("$tapete" --load "$kuhn" games --study)
check 'it has no guided deal' says 2 'there is no guided deal of Kuhn poker' --load "$kuhn" learn kuhn
lists_no_study() {
    ! grep -q kuhn <("$tapete" --load "$kuhn" games; "$tapete" --load "$kuhn" games --json; "$tapete" --load "$kuhn" completion bash)
}
check 'and in no other' lists_no_study
check 'a file of the current directory needs no slash' eval 'cd "${kuhn%/*}" && "$tapete" --load "${kuhn##*/}" games --study | grep -q "^kuhn"'
check 'an equals sign will do too' grep -q '^kuhn' <("$tapete" "--load=$kuhn" games --study)

# A whole game at the table, typed.
played() {
    yes 1 | "$tapete" --load "$kuhn" play kuhn --plain --seed 3 --record "$room/game.tapete" >"$room/out" 2>&1
    grep -q 'wins\? .*chip' "$room/out" || { cat "$room/out"; return 1; }
}
check 'a game in the terminal' played
# The viewer who is told of the cards is "you", in the first seat and in the second.
shown() {
    for seed in 1 2 3 4 5 6 7 8; do
        for seat in 0 1; do
            yes 2 | "$tapete" --load "$kuhn" play kuhn --plain --seed "$seed" --seat "$seat" --vs random
        done
    done >"$room/shown" 2>&1
    grep -q 'You have a [a-z]*, .* has a' "$room/shown" && grep -q ' has a [a-z]*, you have a' "$room/shown" && return
    cat "$room/shown"
    return 1
}
check 'the end is told with "you"' shown
check 'its record is right' "$tapete" --load "$kuhn" verify "$room/game.tapete"
check 'which nobody knows without the game' says 2 'there is no game "kuhn"' verify "$room/game.tapete"
# Called by its whole path, as here, the program may be found without it.
check 'what is offered after the game loads it again' \
    grep -qx "  ${tapete##*/} --load '$kuhn' verify $room/game.tapete" "$room/out"
check 'its record is told' grep -q chip <("$tapete" --load "$kuhn" replay "$room/game.tapete" --plain)
check 'its record is reviewed' "$tapete" --load "$kuhn" review "$room/game.tapete" --sims 50 --json

cat >"$room/script.json" <<'JSON'
{"game": "kuhn", "position": {"cards": ["J", "K"], "history": ["CHECK"]},
 "steps": [{"legal": ["CHECK", "BET"]}, {"do": "BET"}, {"illegal": "CHECK", "reason": "NOT_LEGAL"}, {"do": "CALL"}]}
JSON
check 'a script of it' "$tapete" --load "$kuhn" run "$room/script.json"
check 'its speed is measured' "$tapete" --load "$kuhn" bench kuhn --seconds 0.1
check 'the signature of all games is the same with it' \
    same "$("$tapete" bench --signature)" "$("$tapete" --load "$kuhn" bench --signature)"

# A search calls with the king and folds the jack; random does not.
stronger() {
    "$tapete" --load "$kuhn" arena kuhn --agents flatmc:games=200,random --duplicate --games 400 --threads 1 --json \
        >"$room/arena.json" &&
        python3 -c 'import json, sys; agents = json.load(open(sys.argv[1]))["agents"]; assert agents[0]["share"]["low"] > 0.5, agents' \
            "$room/arena.json"
}
check 'in the arena a search beats random moves' stronger

# at_server FLAG... -- COMMAND...: a command with a server that has these flags; {} in it is the server's address.
at_server() {
    local flags=() words=() server url=
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    : >"$room/server.log"
    "$tapete" serve "${flags[@]}" --port 0 --db "sqlite:$room/server.db" >"$room/server.log" 2>&1 &
    server=$!
    until url=$(sed -n 's/.*listening on \(http:[^" ]*\).*/\1/p' "$room/server.log") && [ -n "$url" ]; do
        kill -0 "$server" 2>/dev/null || { cat "$room/server.log"; return 1; }
        sleep 0.1
    done
    for word; do words+=("${word//"{}"/"$url"}"); done
    "${words[@]}"
    local status=$?
    kill "$server"
    wait "$server"
    return "$status"
}
# answers TEXT URL: what the server answers has this text, whatever its status is.
answers() {
    python3 - "$@" <<'PYTHON'
import sys, urllib.error, urllib.request
try:
    answer = urllib.request.urlopen(sys.argv[2]).read().decode()
except urllib.error.HTTPError as error:
    answer = error.read().decode()
assert sys.argv[1] in answer, answer
PYTHON
}
check 'games of it at a server that offers study games' at_server --load "$kuhn" --study -- \
    "$tapete" --load "$kuhn" load '{}' --game kuhn --connections 4 --tables 2 --moves-per-s 10 --seconds 1
check 'which lists it' at_server --load "$kuhn" --study -- answers '"kuhn"' '{}/api/games'
check 'and not at another' at_server --load "$kuhn" -- answers 'this server does not offer those' '{}/api/leaders/kuhn'
check 'nor at one that does not know it' at_server --study -- answers 'there is no game' '{}/api/leaders/kuhn'

# ---- an agent from outside ----

check 'an agent is listed' grep -q '^last-move' <("$tapete" --load "$plugins/agent.so" agents)
check 'an agent plays the game of another file' \
    "$tapete" --load "$plugins/agent.so" --load "$kuhn" arena kuhn --agents last-move,random --games 20 --threads 1
check 'an agent plays any game' \
    "$tapete" --load "$plugins/agent.so" arena sabacc --agents last-move,random --games 4 --threads 1 --option players=2

# ---- what is no plugin ----

# refuses SENTENCE FILE...: loading these ends with this sentence and code 2, and the command is not run.
refuses() {
    local sentence=$1 flags=() file
    shift
    for file; do flags+=(--load "$file"); done
    "$tapete" "${flags[@]}" games >"$room/out" 2>"$room/err"
    [ $? = 2 ] && [ ! -s "$room/out" ] && [ "$(wc -l <"$room/err")" = 1 ] && grep -qF -- "$sentence" "$room/err" && return
    cat "$room/out" "$room/err"
    return 1
}
printf 'no program\n' >"$room/text.so"
head -c 3000 "$kuhn" >"$room/cut.so"
: >"$room/empty.so"
check 'no such file' refuses 'no-such.so: No such file or directory' "$room/no-such.so"
check 'a folder' refuses './tests: it is no shared object of this system' ./tests
check 'a program' refuses 'tapete: ' "$tapete"
check 'a text' refuses 'text.so: it is no shared object of this system' "$room/text.so"
check 'an empty file' refuses 'empty.so: it is no shared object of this system' "$room/empty.so"
check 'a file that was cut off' refuses 'cut.so: the file is cut off' "$room/cut.so"
check 'no entry point' refuses 'there is no function tapete_plugin in it' "$plugins/no_entry.so"
check 'nothing registered' refuses 'it registers no game and no agent' "$plugins/nothing.so"
check 'a failure without a sentence' refuses 'its tapete_plugin fails' "$plugins/fails.so"
check 'another struct_size' refuses 'a game was built for another version of Tapete: its struct_size is' "$plugins/wrong_size.so"
check 'a name that is taken' refuses 'there is already a game mus' "$plugins/same_name.so"
check 'a function that there is not' refuses 'tp_not_there' "$plugins/unresolved.so"
check 'the same file twice' refuses 'there is already a game kuhn' "$kuhn" "$kuhn"
check 'an agent twice' refuses 'there is already an agent, a level or a character last-move' "$plugins/agent.so" "$plugins/agent.so"
check 'a flag without a file' says 2 '--load needs a FILE' --load
check 'an empty name' says 2 '--load needs a FILE' --load= games
check 'a server too says what is wrong' says 2 'there is no function tapete_plugin in it' serve --load "$plugins/no_entry.so"

finish
