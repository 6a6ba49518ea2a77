#!/usr/bin/env bash
# The quick checks of `make lint`: the layout of the C sources, the shell scripts, and the layout and types of the page.
# clang-tidy and cppcheck take minutes, so they are part of `make lint` alone.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

page() { cd web && npm run --silent "$1"; }

check 'the C sources are laid out as clang-format does' scripts/lint format
check 'shellcheck finds nothing' scripts/lint shell
check 'the page is laid out as prettier does' page lint
check 'svelte-check and tsc find nothing' page check
finish
