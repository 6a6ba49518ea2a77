#!/usr/bin/env python3
"""Plays any game of Tapete: every legal move is equally likely.

    tapete play sabacc --vs exec:examples/bots/random_bot.py

docs/write-a-bot.md explains what is said here."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["is"] == "hello":
        random.seed(message["seed"])  # the same game twice is the same game
    elif message["is"] == "decide":
        move = random.choice(message["legal"])["move"]
        print(json.dumps({"move": move}), flush=True)
