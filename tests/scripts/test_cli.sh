#!/usr/bin/env bash
# The program from outside: exit codes, what goes to stdout and what to stderr, help, pipes that close, disks that are full.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/program.sh

# runs STATUS SCRIPT: `tapete run` of a script given as text.
runs() {
    printf '%s' "$2" >"$room/script.json"
    ends "$1" run "$room/script.json"
}

# ---- help and version ----

narrow() {
    local long
    long=$(awk 'length > 80' "$room/out")
    same '' "$long"
}

helps() { prints 'Usage: tapete' "$@" && contains "$(cat "$room/out")" 'Exit status:' && narrow; }

check 'tapete --help' helps --help
check 'tapete -h' helps -h
check 'tapete help' helps help
for command in play run bench replay review stats verify games agents help completion; do
    check "tapete $command --help" helps "$command" --help
    check "tapete $command -h" helps "$command" -h
    check "tapete help $command" helps help "$command"
    check "tapete $command --version" prints 'tapete ' "$command" --version
done
check 'tapete --version' prints 'tapete ' --version
check 'no command shows help and is an error' ends 2
check 'no command shows help on stderr' contains "$("$tapete" 2>&1 >/dev/null)" 'Usage: tapete'
check 'completion is not in the list of commands' same '' "$("$tapete" help | grep completion)"

# ---- wrong command lines ----

check 'an unknown command names the nearest first' complains 'there is no command "gmaes"; the commands are games' gmaes
check 'help on an unknown command' complains 'there is no command "verfiy"; the commands are verify' help verfiy
check 'a flag before the command' complains 'unknown flag --json; flags come after the command' --json
check 'the version alone' complains '--version takes nothing else' --version extra
check 'an agent that does not learn' complains 'the agent random does not learn' train mulle --agent random
check 'an unknown flag names the nearest first' complains 'bench has no flag --secnods; the flags are --seconds' bench sabacc --secnods 1
check 'a flag without its value' complains '--seconds needs a value' bench sabacc --seconds
check 'a value that no number is' complains '--seconds must be a number from 0.01' bench sabacc --seconds x
check 'a number out of range' complains '--threads must be a whole number from 1' bench sabacc --threads 0
check 'a value for a flag that takes none' complains '--json takes no value' games --json=1
check 'an operand too many' complains 'games takes no operand' games sabacc
check 'an operand too few' complains 'run needs SCRIPT.json' run
check 'bench without a game' complains 'bench needs a GAME' bench
check 'an unknown game names the nearest' complains 'sabacc' bench sabac
check 'an unknown option names the nearest' complains 'players' bench sabacc --option playres=3
check 'an option with a wrong value says what is right' complains '2' bench sabacc --option players=9
check 'an unknown agent names the nearest' complains 'random' bench sabacc --agent radnom --seconds 0.1
check 'an unknown option of an agent' complains 'games' bench sabacc --agent flatmc:gmaes=3 --seconds 0.1
check 'an unknown shell' complains 'only for bash' completion bsh

# ---- games, agents ----

json_says() { python3 -c "import json, sys; x = json.load(sys.stdin); sys.exit(not ($1))" <"$room/out"; }

check 'games' prints 'sabacc - Kessel Sabacc' games
check 'games shows options' contains "$("$tapete" games)" 'players=4'
check 'games fits 80 columns' same '' "$("$tapete" games | awk 'length > 80')"
check 'games --json' prints '"name":"sabacc"' games --json
check 'games --json holds options' json_says 'any(o["name"] == "players" for g in x for o in g["options"])'
check 'agents' prints 'random - plays every game' agents
check 'agents fits 80 columns' same '' "$("$tapete" agents | awk 'length > 80')"
check 'agents --json' prints '"name":"flatmc"' agents --json
check 'agents --json holds options' json_says 'any(o["name"] == "games" for a in x for o in a["options"])'

# ---- languages ----

# told VARIABLE=VALUE... -- WORD...: what a game of Sabacc begins with, in this environment.
told() {
    local settings=()
    while [ "$1" != -- ]; do
        settings+=("$1")
        shift
    done
    shift
    rm -f "$room"/told.jsonl*
    printf 'q\n' | env -u LC_ALL -u LC_MESSAGES -u LANGUAGE LANG=C.UTF-8 "${settings[@]}" \
        "$tapete" play sabacc --seed 3 --plain --record "$room/told.jsonl" "$@" 2>&1
}
check 'sentences are English' contains "$(told --)" 'You get '
check 'LANG chooses the language' contains "$(told LANG=sv_SE.UTF-8 --)" 'Du får '
check 'LC_MESSAGES comes before it' contains "$(told LANG=sv_SE.UTF-8 LC_MESSAGES=es --)" 'Recibes '
check 'LC_ALL comes first' contains "$(told LANG=sv_SE.UTF-8 LC_MESSAGES=es LC_ALL=zh_CN.UTF-8 --)" '你拿到'
check 'LANGUAGE is a list' contains "$(told LANG=de_DE.UTF-8 LANGUAGE=de:fr:sv --)" 'Vous recevez '
check 'LANGUAGE does not count in the C locale' contains "$(told LANG=C LANGUAGE=fr --)" 'You get '
check 'a language that is not there is English' contains "$(told LANG=tlh_QO --)" 'You get '
check '--lang comes before all' contains "$(told LC_ALL=fr_FR.UTF-8 -- --lang es)" 'Recibes '
check 'JSON is the same in every language' same "$("$tapete" games --json)" "$(LC_ALL=sv_SE.UTF-8 "$tapete" games --json)"
check 'so are scripts' same "$("$tapete" run tests/cases/sabacc.json)" "$(LC_ALL=zh_CN.UTF-8 "$tapete" run tests/cases/sabacc.json)"
check 'and signatures' same "$("$tapete" bench sabacc --signature)" "$(LC_ALL=fr_FR.UTF-8 "$tapete" bench sabacc --signature)"

# ---- bench ----

check 'bench' prints 'games per CPU-second' bench sabacc --seconds 0.1
check 'bench --json' prints '"game":"sabacc"' bench sabacc --seconds 0.1 --json
check 'bench --json has its fields' json_says '
all(x[k] > 0 for k in ("games_per_cpu_s", "decisions_per_cpu_s", "state_bytes", "view_bytes", "games_per_cpu_s_min",
    "games_per_cpu_s_max", "ns_per_decision", "copy_ns", "seconds")) and x["threads"] == 1 and x["runs"] >= 9
and x["agent"] is None and x["games_per_cpu_s_min"] <= x["games_per_cpu_s"] <= x["games_per_cpu_s_max"]'
check 'bench on two threads' prints '"threads":2' bench sabacc --seconds 0.1 --threads 2 --json
check 'bench with a thread apart' json_says 'len(x["games_per_cpu_s_by_thread"]) == 2'
check 'bench with an agent' prints '"agent":"random"' bench sabacc --seconds 0.1 --agent random --json
check 'bench of first decisions' prints '"first_only":true' bench sabacc --seconds 0.1 --agent random --first --json
check 'bench of first decisions, one a game' json_says 'x["decisions_per_game"] == 1'
check 'bench of first decisions without an agent' complains 'name one with --agent' bench sabacc --first
check 'bench with options' prints '"players":2' bench sabacc --seconds 0.1 --option players=2 chips=3 --json
check 'bench with several options' contains "$(cat "$room/out")" '"chips":3'

signature=$("$tapete" bench --signature)
check 'a signature is a number of 16 hexadecimal digits' grep -qE '^[0-9a-f]{16}$' <<<"$signature"
check 'the signature is the same again' same "$signature" "$("$tapete" bench --signature)"
check 'a signature of one game' prints '"sabacc"' bench sabacc --signature --json

# ---- run ----

good='{"game": "sabacc", "seed": 3, "steps": [{"do": "random"}, {"print": "state"}, {"play": "random"}]}'
check 'a good script' runs 0 "$good"
check 'one line for each step' same 3 "$(wc -l <"$room/out")"
check 'every line is JSON' bash -c 'while read -r line; do python3 -m json.tool <<<"$line" >/dev/null || exit 1; done' <"$room/out"
check 'nothing on stderr' same '' "$(cat "$room/err")"
check 'a script from standard input' same "$(cat "$room/out")" "$("$tapete" run - <<<"$good")"
check 'a failed expectation' runs 1 '{"game": "sabacc", "steps": [{"expect": {"turn": 2}}]}'
check 'which, expected and found' contains "$(cat "$room/err")" 'steps[0].expect: turn: expected 2, found 1.'
check 'a bad script' runs 2 '{"game": "sabacc", "steps": [{"exspect": {}}]}'
check 'nothing is played of a bad script' same '' "$(cat "$room/out")"
check 'where and why' contains "$(cat "$room/err")" 'script.json: steps[0]: unknown key "exspect"; the keys are expect'
check 'an impossible outcome' runs 2 '{"game": "sabacc", "chance": ["sand S", "sand S"], "steps": [{"do": "random"}]}'
check 'a bad position' runs 2 '{"game": "sabacc", "position": {"reserve": [-1]}, "steps": []}'
check 'bad options' runs 2 '{"game": "sabacc", "options": {"players": 7}, "steps": []}'
check 'an unknown game' runs 2 '{"game": "sabac", "steps": []}'
check 'an empty file' runs 2 ''
check 'an empty file is called empty' contains "$(cat "$room/err")" 'the script is empty'
check 'no JSON' runs 2 '{"game": "sabacc",
 "steps": [}'
check 'line and column' contains "$(cat "$room/err")" 'line 2, column 12'
check 'a colour code in a script does not reach the terminal' runs 2 '{"game": "sabacc", "steps": [{"do": "\u001b[31m"}]}'
check 'it is replaced' same '' "$(grep -o $'\033' "$room/err")"
check 'a file that does not exist' complains 'No such file' run "$room/nothing.json"
check 'a directory' complains 'cannot read' run "$room"
check 'JSON lines are no script' ends 2 run tests/cases/mulle-games.jsonl
check 'facts are no script' ends 2 run tests/cases/mus-facts.json

cases='{"game": "sabacc", "cases": [{"id": "a", "steps": []}, {"id": "b", "steps": [{"legal_count": 77}]}, {"id": "c", "steps": []}]}'
check 'cases: one fails' runs 1 "$cases"
check 'cases: the last line counts' same '2 passed, 1 failed' "$(tail -n 1 "$room/out")"
check 'cases: a line for each' grep -q '^{"case":"b","passed":false' "$room/out"
check 'cases: the problem is on stderr' contains "$(cat "$room/err")" 'cases[1].steps[0].legal_count: expected 77'
check 'cases: one is bad' runs 2 '{"game": "sabacc", "cases": [{"steps": [{"x": 1}]}, {"steps": []}]}'
check 'cases: the others are run' same '1 passed, 1 failed' "$(tail -n 1 "$room/out")"
check 'cases: none' runs 2 '{"game": "sabacc", "cases": []}'

# ---- verify ----

yes 1 2>/dev/null | "$tapete" play sabacc --seed 3 --vs random --record "$room/game.jsonl" --plain >/dev/null 2>&1
check 'a record verifies' prints 'consistent, but not witnessed' verify "$room/game.jsonl"
sed 's/"key": "../"key": "00/' "$room/game.jsonl" >"$room/wrong-key.jsonl"
check 'a record with another key does not' ends 1 verify "$room/wrong-key.jsonl"
check 'and why is on stderr' contains "$(cat "$room/err")" 'not verified'
sed 's/"move": "NO_TOKEN"/"move": "KEEP"/' "$room/game.jsonl" >"$room/wrong-move.jsonl"
check 'nor one with a move that was not legal' ends 1 verify "$room/wrong-move.jsonl"
check 'which is named' contains "$(cat "$room/err")" 'not verified: line 3: KEEP'
sed '/"ply": 2,/d' "$room/game.jsonl" >"$room/missing-move.jsonl"
check 'nor one from which a move was taken' ends 1 verify "$room/missing-move.jsonl"
sed 's/"scores": \[/"scores": [1/' "$room/game.jsonl" >"$room/wrong-result.jsonl"
check 'nor one with another result' ends 1 verify "$room/wrong-result.jsonl"
sed 's/"ply": 2,/ply 2/' "$room/game.jsonl" >"$room/no-json.jsonl"
check 'one that cannot be read is bad input' ends 2 verify "$room/no-json.jsonl"
head -n 5 "$room/game.jsonl" >"$room/running.jsonl"
check 'a running game cannot be verified' ends 1 verify "$room/running.jsonl"
printf 'hello\n' >"$room/no-record"
check 'no record at all' complains 'no-record' verify "$room/no-record"
check 'no file' complains 'no such file' verify "$room/nothing"

# ---- output that cannot be written ----

# A pipe whose reader is gone: nothing on stderr, whatever is written.
quiet_pipe() {
    local out
    { sleep 0.2; "$tapete" "$@"; } 2>"$room/err" | true
    out=$(cat "$room/err")
    same '' "$out"
}
check 'games into a closed pipe' quiet_pipe games
check 'help into a closed pipe' quiet_pipe --help
check 'run into a closed pipe' quiet_pipe run tests/cases/sabacc.json
check 'completion into a closed pipe' quiet_pipe completion bash

# full ARGUMENT...: stdout has no room.
full() {
    local status=0
    "$tapete" "$@" >/dev/full 2>"$room/err" || status=$?
    same 2 "$status" && contains "$(cat "$room/err")" 'tapete: cannot write the output'
}
check 'games onto a full disk' full games
check 'version onto a full disk' full --version
check 'run onto a full disk, with more than a buffer' full run tests/cases/sabacc.json

closed_stdout() {
    local status=0
    "$tapete" games >&- 2>"$room/err" || status=$?
    same 2 "$status"
}
check 'stdout is closed' closed_stdout

finish
