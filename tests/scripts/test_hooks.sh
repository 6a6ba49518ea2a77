#!/usr/bin/env bash
# The commit-msg hook, how it is installed, and the hint that offers it.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE CI

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export HOME=$room GIT_CONFIG_NOSYSTEM=1
git config --global user.name 'A tester'
git config --global user.email tester@example.org

clone="$room/a b"
mkdir -p "$clone/scripts"
cp -r scripts/hooks scripts/install-hooks "$clone/scripts/"
cd "$clone"
git init -q
install="$clone/scripts/install-hooks"
# What the script prints on a terminal.
on_terminal() { python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' "$@" | tr -d '\r'; }
commit() { git commit -q --allow-empty -m "$1"; }
refused() {
    local output status=0
    output=$(commit "$1" 2>&1) || status=$?
    [ "$status" -ne 0 ] && contains "$output" "$2"
}
letters() { printf "%0.s$2" $(seq "$1"); }

check 'the hint offers make hooks on a terminal' contains "$(on_terminal "$install" --hint)" 'make hooks'
check 'there is no hint in CI' same '' "$(CI=true on_terminal "$install" --hint)"
check 'there is no hint without a terminal' same '' "$("$install" --hint)"
check 'hooks are installed' same 'installed the hook commit-msg' "$("$install")"
check 'installing them again does nothing' same '' "$("$install")"
check 'there is no hint once they are installed' same '' "$(on_terminal "$install" --hint)"

check 'a headline of 71 characters passes' commit "$(letters 71 a)"
check 'characters are counted, not bytes' commit "$(letters 71 å)"
check 'a headline of 72 characters is refused' refused "$(letters 72 a)" 'the headline has 72 characters, and at most 71 fit'
check 'a body after an empty line passes' commit $'Short\n\nReasons that are as long as they need to be, on lines of their own or not.'
check 'a body without the empty line is refused' refused $'Short\nReasons' 'leave the second line empty'
check 'a revert of git passes' commit "Revert \"$(letters 71 a)\""
check 'a fixup passes' commit "fixup! $(letters 71 a)"
printf 'Short\n# %s\n# ------------------------ >8 ------------------------\ndiff\n' "$(letters 90 a)" >"$room/message"
check 'comments and the diff below the scissors do not count' scripts/hooks/commit-msg "$room/message"

rm .git/hooks/commit-msg
echo '#!/bin/sh' >.git/hooks/commit-msg
status=0
output=$("$install" 2>&1) || status=$?
check 'another hook is not replaced' same 1 "$status"
check 'and is named' contains "$output" 'there is another hook in'
mkdir "$room/tarball"
cp -r scripts "$room/tarball/"
check 'outside a clone there is no hint' same '' "$(on_terminal "$room/tarball/scripts/install-hooks" --hint)"
status=0
output=$("$room/tarball/scripts/install-hooks" 2>&1) || status=$?
check 'outside a clone nothing is installed, and it says so' same "1 install-hooks: $room/tarball is not a git clone, so there is nowhere to install hooks." "$status $output"

finish
