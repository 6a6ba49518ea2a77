#!/bin/sh
# Introduces itself at length, though nobody has asked.
head -c 500000 /dev/zero | tr '\0' x
echo
sleep 1000
