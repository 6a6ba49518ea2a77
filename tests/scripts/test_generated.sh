#!/usr/bin/env bash
# Sources that are written by a script are what the script writes.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
scripts/make-mus-tables "$again"
for name in tables.h tables.c; do
    check "src/games/mus/$name is what scripts/make-mus-tables writes" cmp "src/games/mus/$name" "$again/$name"
done

finish
