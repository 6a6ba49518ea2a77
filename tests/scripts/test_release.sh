#!/usr/bin/env bash
# `make release` refuses everything that is not a clean, tagged and described commit, and the files that name the version agree.
# That the release itself is good is tested by test_deb.sh, which builds one.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE MAKEFLAGS MAKELEVEL

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
check 'CITATION.cff has the version of meson.build' same "$version" "$(sed -n 's/^version: //p' CITATION.cff)"
check 'debian/changelog has the version of meson.build' same "$version" "$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)"
check 'CHANGELOG.md has a place for what comes next' grep -q '^## \[Unreleased\]$' CHANGELOG.md

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export HOME=$room GIT_CONFIG_NOSYSTEM=1
git config --global user.name 'A tester'
git config --global user.email tester@example.org
clone="$room/a b"
mkdir -p "$clone/scripts"
cp scripts/make-release "$clone/scripts/"
cd "$clone"
release="$clone/scripts/make-release"

# refuses SENTENCE: the script fails with this sentence, and writes nothing.
refuses() {
    local output status=0
    output=$("$release" "$room/out" 2>&1) || status=$?
    same 1 "$status" && contains "$output" "$1" && [ ! -e "$room/out" ]
}

check 'a folder that is not a clone is refused' refuses 'is not a git clone; a release is made from one.'
git init -q
printf "project('tiny',\n  version: '1.2.3',\n)\n" >meson.build
printf '# Changelog\n\n## [Unreleased]\n' >CHANGELOG.md
git add .
git commit -q -m 'Begin'
check 'a commit without a tag is refused' refuses 'this commit does not have the tag v1.2.3'
git tag v1.2.2
check 'a tag of another version is refused' refuses 'this commit does not have the tag v1.2.3'
git tag v1.2.3
check 'a version that CHANGELOG.md does not describe is refused' refuses 'CHANGELOG.md has no section "## [1.2.3]"'
printf '\n## [1.2.3] - 2026-01-01\n' >>CHANGELOG.md
check 'a change that is not committed is refused' refuses 'the tree has changes that are not committed'
git commit -q -a -m 'Describe the version'
check 'a tag on an older commit is refused' refuses 'this commit does not have the tag v1.2.3'
git tag -f v1.2.3 >/dev/null
touch new
check 'a new file is refused' refuses 'the tree has changes that are not committed'
rm new
# The packages of this tiny project cannot be built: that it tries to is what is seen here.
output=$("$release" "$room/out" 2>&1) || true
check 'a clean, tagged and described commit gets as far as building' contains "$output" 'scripts/make-deb: No such file or directory'

finish
