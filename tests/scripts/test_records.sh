#!/usr/bin/env bash
# tapete records: what it lists, and that it removes what was not finished and nothing else.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/program.sh
shelf="$XDG_DATA_HOME/tapete/records"

# play INPUT ARGUMENT...: a game in plain words.
play() {
    local input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$tapete" play "$@" --plain >/dev/null 2>&1
}
files() { find "$shelf" -type f | wc -l; }
count() { "$tapete" records "$@" --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'; }

check 'nothing yet' prints 'There are no records in' records
play "$(printf '1\\n%.0s' {1..400})" sabacc --seed 7 --vs random
play '1\nquit\n' sabacc --seed 8 --vs random
play '1\nquit\n' mulle --seed 9 --vs random
check 'how a game ended' contains "$("$tapete" records sabacc)" ' moves'
check 'a game that was not finished' contains "$("$tapete" records mulle)" 'not finished'
check 'and what to do about it' contains "$("$tapete" records)" '--remove-unfinished'
check 'all of them' same 3 "$(count)"
check 'those of a game' same 2 "$(count sabacc)"
check 'no such game' complains 'there is no game' records sabac
check 'two answers at once' complains 'give one of them' records --json --remove-unfinished
echo broken >"$shelf/mulle-20260101-000000-0000.jsonl"
check 'a damaged record' contains "$("$tapete" records mulle)" 'damaged'
check 'those of one game are removed' prints 'Removed 1 record of a game' records mulle --remove-unfinished
check 'the damaged one stays' same 1 "$(count mulle)"
check 'and the rest' prints 'Removed 1 record of a game' records --remove-unfinished
check 'with their keys' same 2 "$(files)"
check 'the finished game stays' same 1 "$("$tapete" records --json | grep -c '"state": "finished"')"

finish
