#!/bin/sh
# Answers everything twice.
. tests/bots/common.sh
while wait_for_decision; do
    first_move
    first_move
done
