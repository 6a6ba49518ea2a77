# shellcheck shell=bash
# A few words for tests in shell that report as TAP. Source it, call check for each test, and end with finish.
# Each test is a command; where it fails, its output is shown as a comment.

tap_count=0
tap_failed=0

# check NAME COMMAND...: one test, which passes where the command succeeds.
check() {
    local tap_name=$1 tap_output
    shift
    tap_count=$((tap_count + 1))
    if tap_output=$("$@" 2>&1); then
        printf 'ok %d - %s\n' "$tap_count" "$tap_name"
    else
        printf 'not ok %d - %s\n' "$tap_count" "$tap_name"
        printf '%s\n' "$tap_output" | sed 's/^/# /'
        tap_failed=1
    fi
}

# same EXPECTED FOUND: for use with check; says what differs.
same() {
    [ "$1" = "$2" ] && return 0
    printf 'expected: %s\nfound:    %s\n' "$1" "$2"
    return 1
}

# contains TEXT PART: for use with check.
contains() {
    case $1 in *"$2"*) return 0 ;; esac
    printf 'expected to find: %s\nin: %s\n' "$2" "$1"
    return 1
}

finish() {
    printf '1..%d\n' "$tap_count"
    exit "$tap_failed"
}
