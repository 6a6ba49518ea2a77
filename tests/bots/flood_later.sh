#!/bin/sh
# Reads the question, then writes blank lines without end.
. tests/bots/common.sh
wait_for_decision
yes ''
