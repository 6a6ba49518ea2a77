# shellcheck shell=bash
# The program to test as $tapete, a $room for files that is cleaned up, and words on what the program prints. For tests in shell: source it from the root of
# the project; it takes tap.sh along.

. tests/scripts/tap.sh
tapete=$(realpath "${TAPETE:-build/tapete}")
[ -x "$tapete" ] || { echo "Bail out! $tapete is not there: make build" && exit 1; }

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export XDG_DATA_HOME="$room/data" LC_ALL=C.UTF-8
unset COLUMNS LINES NO_COLOR TAPETE_TABLE LANGUAGE

# What stands before the arguments of those below, for tests of one command.
program_command=()

# ends STATUS ARGUMENT...: the exit status is this; output goes to $room/out and $room/err.
ends() {
    local wanted=$1 status=0
    shift
    "$tapete" "${program_command[@]}" "$@" >"$room/out" 2>"$room/err" </dev/null || status=$?
    same "$wanted" "$status" || { cat "$room/out" "$room/err"; return 1; }
}

# complains PART ARGUMENT...: exit status 2, nothing on stdout, one sentence on stderr that begins with the program and has PART.
complains() {
    local part=$1
    shift
    ends 2 "$@" || return 1
    same '' "$(cat "$room/out")" || return 1
    same 1 "$(wc -l <"$room/err")" || { cat "$room/err"; return 1; }
    contains "$(cat "$room/err")" "$part" || return 1
    grep -q '^tapete: .*\.$' "$room/err" || { cat "$room/err"; return 1; }
}

# prints PART ARGUMENT...: exit status 0, nothing on stderr, PART on stdout.
prints() {
    local part=$1
    shift
    ends 0 "$@" && same '' "$(cat "$room/err")" && contains "$(cat "$room/out")" "$part"
}
