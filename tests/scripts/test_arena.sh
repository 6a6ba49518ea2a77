#!/usr/bin/env bash
# `tapete arena` from outside: bad input, the shape of its JSON, pipes, a terminal, signals, and going on after kill -9.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/program.sh
program_command=(arena)

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

json_of() { "$tapete" arena "$@" --json 2>&1; }
flat=(sabacc --agents 'flatmc:games=40,random,random,random' --duplicate --games 40 --seed 18446744073709551615)
once=$(json_of "${flat[@]}" --threads 1)
check 'two threads give the same bytes' same "$once" "$(json_of "${flat[@]}" --threads 2)"
check 'four threads give the same bytes' same "$once" "$(json_of "${flat[@]}" --threads 4)"
differ() { [ "$1" != "$2" ]; }
check 'another seed gives others' differ "$once" "$(json_of "${flat[@]}" --seed 3)"

# ---- programs that break down ----

check 'a program that fails forfeits' prints 'forfeited 4 of its games' mulle --agents "exec:/bin/false,random" --games 4
check 'JSON of forfeits' ends 0 mulle --agents "exec:/bin/false,random" --games 4 --json
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
ends 0 mulle --agents exec:/bin/false,random --games 2 --record "$room/e.jsonl"
check 'a file starts no programs' complains 'names a program on this machine' --resume "$room/e.jsonl"
check 'unless they are named again' prints 'forfeited 2' mulle --agents exec:/bin/false,random --resume "$room/e.jsonl"

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
