#!/bin/sh
# Ends at once; a child holds its output open.
sleep 1000 &
exit 4
