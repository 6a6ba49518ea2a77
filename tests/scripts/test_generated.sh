#!/usr/bin/env bash
# Sources that are written by a script are what the script writes.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

again=$(mktemp)
trap 'rm -f "$again"' EXIT
scripts/make-mus-tables >"$again"
check 'src/games/mus/tables.h is what scripts/make-mus-tables writes' cmp src/games/mus/tables.h "$again"

finish
