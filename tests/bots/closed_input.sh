#!/bin/sh
# Answers once, closes its input and stays.
. tests/bots/common.sh
wait_for_decision
exec 3<&0 <&-
exec 3<&-
first_move
exec sleep 1000
