#!/bin/sh
# A megabyte without an end of the line.
. tests/bots/common.sh
wait_for_decision
head -c 1000000 /dev/zero | tr '\0' x
sleep 1000
