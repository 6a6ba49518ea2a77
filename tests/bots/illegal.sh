#!/bin/sh
# A move of the game (its argument), when it is not legal.
. tests/bots/common.sh
wait_for_decision
printf '{"move":"%s"}\n' "$1"
sleep 1000
