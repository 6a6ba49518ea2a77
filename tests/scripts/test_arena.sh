#!/usr/bin/env bash
# `tapete arena` from outside: bad input, the shape of its JSON, pipes, a terminal, signals, and going on after kill -9.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/program.sh
program_command=(arena --progress 0)

# says EXPRESSION: of the JSON x that was printed last.
says() {
    python3 -c "import json, sys; x = json.load(sys.stdin); sys.exit(not ($1))" <"$room/out" || { cat "$room/out"; return 1; }
}

two=(mulle --agents 'mulle-greedy,random' --games 20)

# ---- bad input ----

check 'no game' complains 'arena needs a GAME' --agents random,random
check 'no agents' complains 'name the players: --agents A,B' mulle
check 'an unknown game' complains 'mulle' mule --agents random,random
check 'an unknown agent' complains 'there is no agent "radnom"; the agents are: random' mulle --agents radnom,random
lists_own() { complains 'there is no agent' bruno --agents foo,random && ! grep -q 'mus-bot' "$room/err"; }
check 'agents of other games are not listed' lists_own
check 'an unknown option of an agent' complains 'games' mulle --agents flatmc:gmaes=1,random
check 'an agent of another game' complains 'plays mus only' mulle --agents mus-bot,random
check 'one agent' complains 'at least two agents' mulle --agents random
check 'a free-for-all with two agents' complains 'name 4 agents, one for each seat, not 2; you may repeat an agent' sabacc --agents random,flatmc
check 'three agents for two pairs' complains 'or 4, one for each seat, not 3' mus --agents random,random,random
check 'an agent that learns' complains 'mulle-learn:learn=false' mulle --agents mulle-learn,random
check 'mixed pairs without pairs' complains '--mixed is for games of two pairs' mulle --agents random,mulle-greedy --mixed
check 'no games' complains '--games must be a whole number from 1' "${two[@]}" --games 0
check 'no threads' complains '--threads must be a whole number from 1' "${two[@]}" --threads 0
for sprt in 0 5,5 10,0 a,b 0,10,20 ,1 '0,' nan,1 0,inf; do
    check "--sprt $sprt" complains '--sprt takes two Elo differences' "${two[@]}" --sprt "$sprt"
done
check '--alpha that is no probability' complains '--alpha must be a probability below 0.5' "${two[@]}" --sprt 0,10 --alpha 5
check '--beta without --sprt' complains '--alpha and --beta belong to --sprt' "${two[@]}" --beta 0.1
check '--times without --json' complains '--times belongs to --json' "${two[@]}" --times
check 'two agents of one name' complains 'two agents are called a' mulle --agents a=random,a=mulle-greedy
check 'a name that is too long' complains 'the name of an agent has 1 to 40 bytes' mulle --agents "$(printf '%041d' 0)=random,mulle-greedy"
check 'a named agent that is not there' complains 'there is no agent "radnom"' mulle --agents a=radnom,random
check 'a gauntlet that is a round-robin' complains '--gauntlet goes with neither' "${two[@]}" --gauntlet --round-robin
check 'a gauntlet of one' complains 'a gauntlet in this game needs at least 2' mulle --agents random,random --gauntlet
check '--sprt with four sides' complains '--sprt compares two sides' sabacc --agents random,random,random,flatmc --sprt 0,10
check '--record and --resume' complains '--resume continues its own file' "${two[@]}" --record "$room/a" --resume "$room/a"
check 'a record in a folder that is not there' complains 'cannot open' "${two[@]}" --record "$room/no/where"
check 'a record that is not there' complains 'cannot open' --resume "$room/nothing"
printf 'x\n' >"$room/x"
check 'a record that is none' complains 'not an arena record' --resume "$room/x"
check 'a record that would be overwritten' complains 'exists already' "${two[@]}" --record "$room/x"
check 'which stays as it was' same x "$(cat "$room/x")"
check 'no room for the record' complains 'cannot write' "${two[@]}" --record /dev/full

# ---- the table ----

check 'a table' prints 'Elo difference' "${two[@]}"
check 'it has both agents' grep -q '^mulle-greedy  *[0-9]' "$room/out"
check 'and times' grep -q '^ms per move  *moves' "$room/out"
check 'without duplicates nothing is said of their variance' same '' "$(grep Variance "$room/out")"
check 'duplicates' prints '20 games in 10 deals, each from every seat' "${two[@]}" --duplicate
check 'and what they save' grep -q '^Variance .* saved$' "$room/out"
check 'an odd number of games is rounded up' prints '22 games in 11 deals' "${two[@]}" --duplicate --games 21
check 'pairs' prints 'side ' mus --agents mus-bot,random --games 4
check 'mixed pairs' prints 'mus-bot+random' mus --agents mus-bot,random --games 4 --mixed
check 'four at a table of pairs' prints 'mus-bot+random ' mus --agents mus-bot,random,random,mus-bot --games 4
check 'a free-for-all' prints 'sabacc, 8 games' sabacc --agents flatmc:games=20,random,random,random --games 8
check 'has no Elo' same '' "$(grep Elo "$room/out")"
check 'a round-robin' prints '3 meetings' mulle --agents mulle-greedy,random,mulle-learn:learn=false --round-robin --games 10
check 'has ratings' grep -q '^agent .* Elo ' "$room/out"
check 'a test' prints 'is accepted' mulle --agents mulle-greedy,random --sprt 0,100
check 'an option of the game' prints 'sabacc, 4 games' sabacc --option players=2 --agents random,flatmc:games=5 --games 4
narrow() { same '' "$(awk 'length > 80' "$room/out")"; }
ends 0 mulle --agents mulle-greedy,random --games 30 --duplicate
check 'it fits 80 columns' narrow

# ---- names, and what two sides say of each other ----

check 'agents have names' prints 'sabacc, 4 games' sabacc --option players=2 --agents new=flatmc:games=20,threads=1,old=random --games 4
check 'the first' grep -q '^new  *[0-9]' "$room/out"
check 'and the second' grep -q '^old  *[0-9]' "$room/out"
check 'a probability to be better' grep -q '^Elo difference .* (LOS)$' "$room/out"
check 'an option is no name' ends 0 mulle --agents mulle-learn:learn=false,random --games 2
check 'deals by their score' prints ' 0, 0, 0, 0, 10 with 0 to 2 points in steps of 1/2' mulle --agents mulle-greedy,random --games 20 --duplicate
check 'the counts in JSON' ends 0 mulle --agents mulle-greedy,mulle-learn:learn=false --games 40 --duplicate --json
check 'add up' says 'sum(x["deal_scores"]) == x["deals"] == 20 and len(x["deal_scores"]) == 5'
check 'and are the share' says 'abs(sum(i * n for i, n in enumerate(x["deal_scores"])) / 80 - x["agents"][0]["share"]["value"]) < 1e-5'
check 'the likelihood' says '0 < x["superior"] <= 1 and (x["superior"] > 0.5) == (x["normalised_elo"]["value"] > 0)'
check 'a gauntlet' prints '2 meetings' mulle --agents mulle-greedy,random,mulle-learn:learn=false --gauntlet --games 10
check 'shows the first against each' grep -q '^mulle-greedy against$' "$room/out"
check 'in JSON too' ends 0 mulle --agents mulle-greedy,random,mulle-learn:learn=false --gauntlet --games 10 --json
check 'the others do not meet' says 'x["gauntlet"] and all("mulle-greedy" in m["agents"] for m in x["meetings"]) and len(x["meetings"]) == 2'

# ---- results do not depend on the names of files ----

share() { "$tapete" arena "$@" --json | python3 -c 'import json, sys; x = json.load(sys.stdin); print([[a["won"], a["margin"]] for a in x["agents"]])'; }
learnt=learnt/mus-s2.mc
cp "$learnt" "$room/one.mc"
mkdir "$room/other folder"
cp "$learnt" "$room/other folder/two.mc"
mus=(mus --option preset=S2 --games 20 --duplicate)
first=$(share "${mus[@]}" --agents "mc:file=$room/one.mc,mus-bot")
check 'another path of the same file plays the same' same "$first" "$(share "${mus[@]}" --agents "mc:file=$room/other folder/two.mc,mus-bot")"
check 'a name does too' same "$first" "$(share "${mus[@]}" --agents "m=mc:file=$room/one.mc,b=mus-bot")"
check 'in the other order it is mirrored' same "$first" "$(share "${mus[@]}" --agents "mus-bot,mc:file=$room/one.mc" | python3 -c 'print(eval(input())[::-1])')"

# ---- a record of every game ----

check 'records of games' ends 0 mulle --agents new=mulle-greedy,old=random --games 12 --duplicate --games-to "$room/games"
check 'one for each' same 12 "$(find "$room/games" -name '*.jsonl' | wc -l)"
check 'and nothing else' same 12 "$(find "$room/games" -type f | wc -l)"
each() {
    local file
    for file in "$room"/games/*.jsonl; do "$tapete" "$1" "$file" "${@:2}" >"$room/out" 2>&1 || { cat "$room/out"; return 1; }; done
}
check 'verify works on them' each verify
check 'replay too' each replay --plain
check 'review too' "$tapete" review "$room/games/0-1.jsonl" --sims 5
check 'seats have the names of the agents' grep -q '"seats": *\["new", *"old"\]' "$room/games/0-1.jsonl"
check 'changed seats too' grep -q '"seats": *\["old", *"new"\]' "$room/games/0-2.jsonl"
check 'a folder that is not empty' complains 'is not empty' "${two[@]}" --games-to "$room/games"
check 'a folder instead of a record' complains 'Is a directory' --resume "$room"
check 'a folder that is a file' complains 'cannot' "${two[@]}" --games-to "$room/x"
check 'a program that fails' ends 1 mulle --agents 'exec:/bin/false,random' --games 2 --games-to "$room/lost"
check 'has lost in its record' "$tapete" verify "$room/lost/0-1.jsonl"
ends 0 "${two[@]}" --record "$room/g.jsonl"
head -n 11 "$room/g.jsonl" >"$room/h.jsonl"
check 'a run that is resumed' ends 0 --resume "$room/h.jsonl" --games-to "$room/rest"
check 'writes the games that it plays' same 10 "$(find "$room/rest" -name '*.jsonl' | wc -l)"

# ---- JSON ----

check 'JSON' ends 0 "${two[@]}" --duplicate --json
check 'is one line' same 1 "$(wc -l <"$room/out")"
check 'has the settings' says 'x["game"] == "mulle" and x["seed"] == 0 and x["duplicate"] and x["options"]["omgangar"] == 1'
check 'has the counts' says 'x["games"] == 20 and x["deals"] == 10 and x["complete"] and x["forfeits"] == 0 and x["plies_per_game"] == 96'
check 'has rows' says '[a["name"] for a in x["agents"]] == ["mulle-greedy", "random"]'
check 'which add up' says 'all(a["won"] + a["drawn"] + a["lost"] == a["games"] == 20 for a in x["agents"])'
check 'has intervals' says 'all(a[k]["low"] <= a[k]["value"] <= a[k]["high"] for a in x["agents"] for k in ("share", "margin"))'
check 'has the variance with and without pairs' says 'all(a["variance"]["margin"]["alone"] > 0 and "paired" in a["variance"]["share"] for a in x["agents"])'
check 'has no times' says '"times" not in x'
check 'JSON with times' ends 0 "${two[@]}" --json --times
check 'has them' says 'all(t["moves"] == 960 and t["mean_ms"] > 0 and t["p99_ms"] > 0 for t in x["times"])'
check 'JSON of a test' ends 0 mulle --agents mulle-greedy,random --sprt 0,100 --json
check 'has the ratio' says 'x["sprt"]["accepted"] == "elo1" and x["sprt"]["llr"] >= x["sprt"]["upper"] > 2.94 and x["complete"]'
check 'JSON of a round-robin' ends 0 mulle --agents mulle-greedy,random,mulle-learn:learn=false --round-robin --games 30 --json
check 'has ratings with mean 0' says 'abs(sum(a["elo"]["value"] for a in x["agents"])) < 0.01 and len(x["meetings"]) == 3'

json_of() { "$tapete" arena "$@" --json --progress 0 2>&1; }
flat=(sabacc --agents 'flatmc:games=40,random,random,random' --duplicate --games 40 --seed 18446744073709551615)
once=$(json_of "${flat[@]}" --threads 1)
check 'two threads give the same bytes' same "$once" "$(json_of "${flat[@]}" --threads 2)"
check 'four threads give the same bytes' same "$once" "$(json_of "${flat[@]}" --threads 4)"
differ() { [ "$1" != "$2" ]; }
check 'another seed gives others' differ "$once" "$(json_of "${flat[@]}" --seed 3)"

# ---- programs that break down ----

check 'a side that only forfeits fails the run' ends 1 mulle --agents "exec:/bin/false,random" --games 4
check 'and is named' grep -q 'exec:/bin/false forfeited every game, so its strength was not measured' "$room/err"
check 'a program that fails forfeits' grep -q 'forfeited 4 of its games' "$room/out"
check 'JSON of forfeits' ends 1 mulle --agents "exec:/bin/false,random" --games 4 --json
check 'counts them' says 'x["forfeits"] == 4 and x["agents"][0]["forfeits"] == 4 and x["agents"][1]["won"] == 4 and x["agents"][0]["forfeit_reason"]'

# ---- recording and resuming ----

check 'a record' ends 0 "${two[@]}" --record "$room/r.jsonl" --json
cp "$room/out" "$room/whole"
check 'has a line for each deal' same 21 "$(wc -l <"$room/r.jsonl")"
check 'each is JSON' python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$room/r.jsonl"
check 'resuming a whole one' ends 0 --resume "$room/r.jsonl" --json
check 'gives the same' cmp "$room/out" "$room/whole"
check 'and writes nothing' same 21 "$(wc -l <"$room/r.jsonl")"
head -c 3000 "$room/r.jsonl" >"$room/cut.jsonl"
check 'resuming a cut one' ends 0 "${two[@]}" --resume "$room/cut.jsonl" --json
check 'gives the same too' cmp "$room/out" "$room/whole"
check 'another game' complains 'another value of "game"' bruno --resume "$room/r.jsonl"
check 'other agents' complains 'another value of "agents"' --agents random,mulle-greedy --resume "$room/r.jsonl"
check 'another seed' complains 'another value of "seed"' --seed 3 --resume "$room/r.jsonl"
check 'another number of games' complains 'another value of "games"' --games 40 --resume "$room/r.jsonl"
check 'duplicates where there were none' complains 'another value of "duplicate"' --duplicate --resume "$room/r.jsonl"
ends 1 mulle --agents exec:/bin/false,random --games 2 --record "$room/e.jsonl"
check 'a file starts no programs' complains 'names a program on this machine' --resume "$room/e.jsonl"
check 'unless they are named again' ends 1 mulle --agents exec:/bin/false,random --resume "$room/e.jsonl"

# killed FILE LINES ARGUMENT...: start an arena with this record, and kill it once the record has so many lines.
killed() {
    local file=$1 lines=$2 process status=0
    shift 2
    "$tapete" arena "$@" >/dev/null 2>&1 </dev/null &
    process=$!
    for _ in {1..600}; do
        [ -e "$file" ] && [ "$(wc -l <"$file")" -ge "$lines" ] && break
        sleep 0.05
    done
    kill -9 "$process"
    wait "$process" 2>/dev/null || status=$?
    same 137 "$status"
}
long=(sabacc --agents 'flatmc:games=2000,random,random,random' --duplicate --games 160 --seed 5)
json_of "${long[@]}" >"$room/whole"
check 'kill -9 in the middle' killed "$room/k.jsonl" 8 "${long[@]}" --record "$room/k.jsonl"
check 'and again, when resumed' killed "$room/k.jsonl" 16 --resume "$room/k.jsonl"
check 'then resumed to the end' ends 0 "${long[@]}" --resume "$room/k.jsonl" --json
check 'gives the same bytes as without' cmp "$room/out" "$room/whole"
test_args=(mulle --agents 'mulle-greedy,mulle-learn:learn=false' --sprt '0,30' --duplicate)
json_of "${test_args[@]}" >"$room/whole"
ends 0 "${test_args[@]}" --record "$room/s.jsonl" --threads 4
sed -i '1s/"version":2/"version":1/; 1s/,"gauntlet":false//; 1s/,0.05,0.05\]/]/' "$room/s.jsonl"
check 'a record of version 1' grep -q '"version":1.*"sprt":\[0.0,30.0\]}' "$room/s.jsonl"
head -n 40 "$room/s.jsonl" >"$room/t.jsonl"
check 'a test that is resumed' ends 0 --resume "$room/t.jsonl" --json
check 'ends where it would have ended' cmp "$room/out" "$room/whole"

# ---- signals, pipes, a terminal ----

# worked PROCESS TICKS: whether it has had so many hundredths of a second of CPU, or has ended.
worked() {
    local fields
    read -r -a fields <"/proc/$1/stat" || return 0
    [ $((fields[13] + fields[14])) -ge "$2" ] || [ "${fields[2]}" = Z ]
}
stopped() {
    local signal=$1 wanted=$2 process status=0
    "$tapete" arena mulle --agents mulle-greedy,random --games 100000000 --threads 2 >"$room/out" 2>"$room/err" </dev/null &
    process=$!
    until worked "$process" 50; do sleep 0.05; done # it has played some games by then
    kill -s "$signal" "$process"
    wait "$process" || status=$?
    same "$wanted" "$status" && contains "$(cat "$room/out")" 'Elo difference'
}
check 'Ctrl-C ends with the table so far' stopped INT 130
check 'so does SIGTERM' stopped TERM 143
check 'nothing but the table in a pipe' same '' "$(cat "$room/err")"
progress() {
    local process lines=0
    "$tapete" arena mulle --agents mulle-greedy,random --games 100000000 --threads 1 --progress 1 >/dev/null 2>"$room/err" </dev/null &
    process=$!
    for _ in {1..600}; do
        lines=$(grep -c '^mulle-greedy: share .* deal [0-9]* of 100000000, .* left' "$room/err")
        [ "$lines" -ge 2 ] && break
        sleep 0.05
    done
    kill -INT "$process"
    wait "$process" || true
    [ "$lines" -ge 2 ]
}
check 'lines of progress where there is no terminal' progress
quiet_pipe() { same '' "$({ "$tapete" arena "${two[@]}" | true; } 2>&1)"; }
check 'a pipe that is closed' quiet_pipe
full() { "$tapete" arena "${two[@]}" >/dev/full 2>"$room/err"; same 2 $? && contains "$(cat "$room/err")" 'cannot write'; }
check 'a full disk' full

# on_terminal ROWS COLUMNS ARGUMENT...: what the arena writes to a terminal of this size.
on_terminal() {
    python3 - "$tapete" arena "$@" <<'PYTHON'
import fcntl, os, pty, struct, sys, termios
program, command, rows, columns, *arguments = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    os.execv(program, [program, command, *arguments])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
PYTHON
}
slow=(sabacc --agents 'flatmc:games=3000,random,random,random' --games 60)
check 'on a terminal' on_terminal 24 80 "${slow[@]}"
on_terminal 24 80 "${slow[@]}" >"$room/screen"
check 'the table is drawn while it grows' grep -q 'deal [0-9]* of 60' "$room/screen"
check 'in the same place' grep -q $'\033\[[0-9]*A' "$room/screen"
# What is left on the screen after the last time that everything was erased.
last=$(tr -d '\r' <"$room/screen" | awk -v RS=$'\033\\\\[J' '{ last = $0 } END { print last }')
check 'at the end there is one table' same 1 "$(printf '%s' "$last" | grep -c '^sabacc, 60 games')"
check 'and nothing else' same '' "$(printf '%s' "$last" | grep 'deal [0-9]* of')"
on_terminal 6 40 "${slow[@]}" >"$room/screen"
low() { same '' "$(grep -o $'\033\[[0-9]*A' "$room/screen" | tr -dc '0-9\n' | awk '$1 > 5')"; }
check 'a low window is not overrun' low

finish
