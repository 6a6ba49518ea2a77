#!/bin/sh
# Plays well enough, and has started programs that outlive it: in its group, in a session of their own, as orphans.
. tests/bots/common.sh
sleep 1000 &
setsid sleep 1000 &
(setsid sh -c 'trap "" TERM HUP; sleep 1000 & sleep 1000' >/dev/null 2>&1 &)
while wait_for_decision; do first_move; done
