#!/usr/bin/env bash
# scripts/run-tests counts what test programs report: in a tiny project whose tests pass, fail, crash, skip and hang.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cat >"$room/meson.build" <<'MESON'
project('tiny', meson_version: '>=1.0.0')
sh = find_program('sh')
foreach name, script : {
  'good': 'echo 1..2; echo ok 1 - a; echo ok 2 - b',
  'bad': 'echo 1..2; echo ok 1; echo not ok 2 - wrong; echo "# reason: 42"; exit 1',
  'crash': 'echo 1..2; echo ok 1; kill -SEGV $$',
  'skip': 'echo 1..2; echo ok 1; echo "ok 2 # SKIP later"',
  'short': 'echo 1..3; echo ok 1',
  'status': 'echo 1..1; echo ok 1; exit 3',
  'hang': 'echo 1..1; echo ok 1; exec sleep 60',
  'silent': 'true',
}
  test(name, sh, args: ['-c', script], suite: name, protocol: 'tap', timeout: name == 'hang' ? 1 : 30)
endforeach
MESON
meson setup "$room/build" "$room" >/dev/null

# counts SUITES SUMMARY STATUS: run these suites, and see the last line and the exit status.
counts() {
    local output status=0
    # shellcheck disable=SC2086
    output=$(scripts/run-tests --build "$room/build" $1 2>&1) || status=$?
    same "$2 / $3" "$(tail -n 1 <<<"$output") / $status" || { echo "$output"; return 1; }
}

check 'single tests are counted' counts good '2 passed, 0 failed' 0
check 'a failing test is counted' counts bad '1 passed, 1 failed' 1
check 'a crash is a failure' counts crash '1 passed, 1 failed' 1
check 'a skipped test is a failure' counts skip '1 passed, 1 failed' 1
check 'a test that was planned and did not run is a failure' counts short '1 passed, 1 failed' 1
check 'an exit status without a failing test is a failure' counts status '1 passed, 1 failed' 1
check 'a program that runs out of time is a failure' counts hang '1 passed, 1 failed' 1
check 'a program without tests is a failure' counts silent '0 passed, 1 failed' 1
check 'no program at all is a failure' counts nothing '0 passed, 0 failed' 1
check 'suites add up' counts 'good bad' '3 passed, 1 failed' 1
check 'what failed is shown' contains "$(scripts/run-tests --build "$room/build" bad 2>&1 || true)" '# reason: 42'

finish
