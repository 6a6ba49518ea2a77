#!/bin/sh
# What it answers is no JSON.
. tests/bots/common.sh
wait_for_decision
printf 'I would \033[1mrather\033[0m not \377\n'
sleep 1000
