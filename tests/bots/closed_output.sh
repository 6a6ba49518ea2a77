#!/bin/sh
# Closes its output and stays.
. tests/bots/common.sh
wait_for_decision
exec >&-
sleep 1000
