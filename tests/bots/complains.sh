#!/bin/sh
# Plays, and writes a megabyte to its standard error before.
. tests/bots/common.sh
head -c 1000000 /dev/zero | tr '\0' e >&2
while wait_for_decision; do first_move; done
