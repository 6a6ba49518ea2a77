#!/bin/sh
# Answers once, and is ended by a signal at its second decision.
. tests/bots/common.sh
wait_for_decision
first_move
wait_for_decision
kill -SEGV $$
