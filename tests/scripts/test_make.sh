#!/usr/bin/env bash
# The Makefile: that its help is complete, and that a build directory which cannot be used is made anew.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh
unset MAKEFLAGS MAKELEVEL

help=$(make help)
targets=$(sed -n '/^\.PHONY:/,/[^\\]$/p' Makefile | sed 's/^\.PHONY://; s/\\//')
for target in $targets; do
    case $target in build-packages | build-tests) continue ;; esac
    check "make help lists $target" grep -q "^  $target  *[a-z]" <<<"$help"
done
check 'make alone is make help' same "$help" "$(make)"

# A tiny project with the real scripts/configure, at a path with spaces.
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
project="$room/a b"
mkdir -p "$project/scripts"
cp scripts/configure "$project/scripts/"
cat >"$project/meson.build" <<'MESON'
project('tiny', meson_version: '>=1.0.0')
configure_file(input: 'in', output: 'out', configuration: {'word': get_option('word')})
MESON
echo "option('word', type: 'string', value: 'plain')" >"$project/meson_options.txt"
echo '@word@' >"$project/in"
configured() { ninja -C "$1/build" >/dev/null && same "$2" "$(cat "$1/build/out")"; }

check 'configure sets a directory up' "$project/scripts/configure" build --first -Dword=first
check 'options after --first apply to a new directory' configured "$project" first
check 'configure is silent when there is nothing to do' same '' "$("$project/scripts/configure" build 2>&1)"
"$project/scripts/configure" build --first -Dword=second
check 'options after --first leave an old directory alone' configured "$project" first
"$project/scripts/configure" build -Dword=third
check 'an option that differs is changed' configured "$project" third

cp -r "$project" "$room/copy"
check 'a directory from another clone path is made anew' "$room/copy/scripts/configure" build -Dword=copy
rm -rf "$project"
check 'and does not need the other clone any more' configured "$room/copy" copy

rm "$room/copy/build/build.ninja"
"$room/copy/scripts/configure" build -Dword=again >/dev/null
check 'a directory without build.ninja is made anew' configured "$room/copy" again

sed -i 's/@word@/@wo/; 1i error(' "$room/copy/meson.build"
rm -rf "$room/copy/build"
status=0
output=$("$room/copy/scripts/configure" build 2>&1) || status=$?
check 'a set-up that fails is a failure' same 1 "$status"
check 'a set-up that fails says why' contains "$output" 'ERROR'
sed -i 1d "$room/copy/meson.build"
"$room/copy/scripts/configure" build -Dword=mended >/dev/null
check 'a directory of a set-up that failed is made anew' configured "$room/copy" mended

# A table that ends well on Ctrl-C, and what the terminal shows then. Like a server it ends after make has heard of it (its handler blocks the
# signal, 2): make complains about a child that is gone before.
cat >"$room/tapete" <<'PROGRAM'
#!/bin/sh
trap 'until grep -q "^SigBlk:.*[2367abef]$" /proc/$PPID/status; do sleep 0.01; done; echo stopped; exit 0' INT
echo listening
sleep 60 &
wait
PROGRAM
chmod +x "$room/tapete"
mkdir "$room/engine" # so that nothing is said about playing without a network
touch "$room/engine/tapete.wasm"
cat >"$room/interrupt.py" <<'PYTHON'
import os, pty, sys, time
def is_asleep(process):
    with open(f"/proc/{process}/stat") as state:
        return state.read().rsplit(")", 1)[1].split()[0] == "S"
child, terminal = pty.fork()
if child == 0:
    os.execvp("make", ["make", "-o", "build", "-o", "web", "run", "BUILD=" + sys.argv[1]])
shown = b""
while b"listening" not in shown:
    shown += os.read(terminal, 1000)
while not is_asleep(child):  # make counts what it has started before it waits for it
    time.sleep(0.01)
os.write(terminal, b"\x03")
try:
    while more := os.read(terminal, 1000):
        shown += more
except OSError:  # nobody has it open any more
    pass
print(shown.decode().replace("\r", "").replace("^C", ""), end="")
PYTHON
check 'make run says nothing more after Ctrl-C' same $'listening\nstopped' "$(python3 "$room/interrupt.py" "$room" | sed '/^$/d')"

finish
