#!/usr/bin/env bash
# `tapete train --method` from outside: bad input, what it prints, a terminal, going on after kill -9, and where the shipped file is found.
# `test_train.sh shipped` makes the shipped file again, which takes minutes.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/program.sh

mc=(train mus --method mc --option preset=S2)

# The long form: what is shipped is what its own command makes.
if [ "${1:-}" = shipped ]; then
    makes_again() {
        local words
        read -r -a words < <(head -n 1 learnt/mus-s2.mc | python3 -c 'import json, sys; print(json.load(sys.stdin)["command"])')
        words[0]=$tapete
        words[-1]=$room/again.mc
        "${words[@]}" >/dev/null && cmp "$room/again.mc" learnt/mus-s2.mc
    }
    check 'the shipped file is what its command makes' makes_again
    finish
fi

# ---- bad input ----

check 'no file' complains 'name the file for the result: --out FILE' "${mc[@]}"
check 'an unknown method' complains 'there is no method "cm" for mus; the methods are: mc for mus' train mus --method cm --out "$room/a"
check 'a game that it does not learn' complains 'there is no method "mc" for mulle' train mulle --method mc --out "$room/a"
check 'four players' complains 'give --option preset=S2' train mus --method mc --out "$room/a"
check 'another target' complains 'give --option preset=S2' "${mc[@]}" target=30 --out "$room/a"
check 'an agent that learns beside it' complains '--agent is for agents that learn while they play' "${mc[@]}" --out "$room/a" --agent mulle-learn
check 'games' complains '--games is for agents' "${mc[@]}" --out "$room/a" --games 4
check 'episodes without a method' complains '--episodes needs --method' train mulle --agent mulle-learn --episodes 4
check 'a file without a method' complains '--out needs --method' train mulle --agent mulle-learn --out "$room/a"
check 'neither agent nor method' complains '--agent A or --method M' train mus
check 'no episodes' complains '--episodes must be a whole number from 1' "${mc[@]}" --out "$room/a" --episodes 0
check 'a folder that is not there' complains ': No such file' "${mc[@]}" --out "$room/no/where" --episodes 1
printf 'x\n' >"$room/x"
check 'a file of something else' complains 'x cannot be used: it was not made by' "${mc[@]}" --out "$room/x"
check 'which stays as it was' same x "$(cat "$room/x")"
check 'nor one beside' same '' "$(find "$room" -name '*.new-*')"

# ---- learning ----

check 'a file' ends 0 "${mc[@]}" --seed 3 --episodes 30000 --out "$room/whole.mc"
check 'with a table' grep -q '^ *episodes  *mus-bot  *random$' "$room/out"
check 'of what was measured' grep -Eq '^ +30000 +[0-9]+\.[0-9] % +[0-9]+\.[0-9] %$' "$room/out"
check 'and how to play from it' grep -q "^mc:file=$room/whole.mc plays from it$" "$room/out"
check 'nothing on stderr in a pipe' same '' "$(cat "$room/err")"
check 'the file says how it was made' contains "$(head -n 1 "$room/whole.mc")" \
    '"command":"tapete train mus --method mc --option preset=S2 --episodes 30000 --seed 3 --out FILE"'
check 'everybody may read it' same 644 "$(stat -c %a "$room/whole.mc")"

check 'the same in parts' ends 0 "${mc[@]}" --seed 3 --episodes 10000 --out "$room/parts.mc"
check 'rounded up to a block' ends 0 "${mc[@]}" --episodes 12345 --out "$room/parts.mc"
check 'which is told' grep -q '^20000 episodes in .*, 10000 of them new' "$room/out"
check 'to the end' ends 0 "${mc[@]}" --episodes 30000 --out "$room/parts.mc"
check 'is the same file' cmp "$room/whole.mc" "$room/parts.mc"
check 'nothing left to do' ends 0 "${mc[@]}" --episodes 30000 --out "$room/parts.mc"
check 'and nothing done' grep -q ', 0 of them new' "$room/out"
check 'another seed is refused' complains 'was started with seed 3, not 4' "${mc[@]}" --seed 4 --out "$room/parts.mc"
check 'JSON' ends 0 "${mc[@]}" --seed 3 --episodes 20000 --out "$room/json.mc" --json
check 'has what was measured' python3 -c "
import json, sys
x = json.load(open(sys.argv[1]))
assert x['episodes'] == x['learnt_now'] == 20000 and x['method'] == 'mc' and x['episodes_per_cpu_s'] > 0
assert [m['episodes'] for m in x['measured']] == [10000, 20000] and set(x['measured'][0]['shares']) == {'mus-bot', 'random'}
" "$room/out"

# ---- a terminal ----

shows_progress() {
    script -qec "'$tapete' ${mc[*]} --episodes 3000000 --out '$room/tty.mc'" /dev/null </dev/null >"$room/tty" 2>&1
    grep -Eq '[0-9]+ of 3000000 episodes, [0-9]+ per second, [0-9]+ s left' "$room/tty"
}
check 'progress on a terminal' shows_progress

# ---- kill -9 ----

# Killed again and again while it writes, the file is whole at any moment; and what comes out in the end is what one run makes.
survives_kills() {
    local child wanted=3000000
    "$tapete" "${mc[@]}" --seed 5 --episodes "$wanted" --out "$room/calm.mc" >/dev/null || return 1
    for _ in 1 2 3 4; do
        "$tapete" "${mc[@]}" --seed 5 --episodes "$wanted" --out "$room/killed.mc" >/dev/null 2>&1 &
        child=$!
        sleep 1.2
        kill -9 "$child" 2>/dev/null
        wait "$child" 2>/dev/null
        [ -e "$room/killed.mc" ] || continue
        ends 0 bench mus --option preset=S2 --agent "mc:file=$room/killed.mc" --seconds 0.01 || return 1
    done
    "$tapete" "${mc[@]}" --seed 5 --episodes "$wanted" --out "$room/killed.mc" >/dev/null || return 1
    cmp "$room/calm.mc" "$room/killed.mc"
}
check 'killed and resumed it learns the same' survives_kills

# ---- the agent ----

check 'plays from the file' ends 0 arena mus --option preset=S2 --agents "mc:file=$room/whole.mc,random" --games 4
check 'and from the one that is shipped' ends 0 arena mus --option preset=S2 --agents mc,random --games 4
check 'no other variant in the arena' complains 'has learned Mus with preset=S2' arena mus --agents mc,random --games 4
check 'nor at the table' complains 'has learned Mus with preset=S2' play mus --vs mc
check 'nor measured' complains 'has learned Mus with preset=S2' bench mus --agent mc
head -c 100000 "$room/whole.mc" >"$room/cut.mc"
check 'a file that is cut off' complains 'cut.mc cannot be used: it is cut off' arena mus --option preset=S2 --agents "mc:file=$room/cut.mc,random"

# The program as it is installed: what it needs lies beside bin/, wherever the two are.
finds_installed() {
    mkdir -p "$room/else/bin" "$room/else/share/tapete/learnt" && cp "$tapete" "$room/else/bin/tapete" || return 1
    "$room/else/bin/tapete" bench mus --option preset=S2 --agent mc --seconds 0.01 >"$room/out" 2>"$room/err" && return 1
    contains "$(cat "$room/err")" 'learnt/mus-s2.mc that comes with the program is missing' || return 1
    cp learnt/mus-s2.mc "$room/else/share/tapete/learnt/" &&
        "$room/else/bin/tapete" bench mus --option preset=S2 --agent mc --seconds 0.01 >"$room/out" 2>"$room/err"
}
check 'the shipped file is found where it is installed' finds_installed

finish
