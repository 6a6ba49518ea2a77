#!/bin/sh
# JSON, but not what is asked for.
. tests/bots/common.sh
wait_for_decision
echo '["NO_TOKEN"]'
sleep 1000
