#!/bin/sh
# Never answers, ignores SIGTERM, and has children that do not either.
trap '' TERM HUP INT
sleep 1000 &
(trap '' TERM && sleep 1000) &
while :; do sleep 1; done
