#!/usr/bin/env python3
"""A bot that says what it is called, writes notes, and keeps what it hears: modern.py HEARD [about-late|about-twice|no-move]"""
import json
import sys

heard = open(sys.argv[1], "a", encoding="utf-8")
manner = sys.argv[2] if len(sys.argv) > 2 else ""
ABOUT = json.dumps({"is": "about", "name": "Granite", "version": "1.2"})
if manner != "about-late":
    print(ABOUT, flush=True)
if manner == "about-twice":
    print(ABOUT, flush=True)
print("a note", file=sys.stderr, flush=True)
decisions = 0
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    message = json.loads(line)
    if message["is"] == "decide":
        decisions += 1
        if manner == "about-late" and decisions == 1:
            print(ABOUT, flush=True)
        print(json.dumps({"move": message["legal"][0]["move"]}), flush=True)
