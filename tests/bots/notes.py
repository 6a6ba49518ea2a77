#!/usr/bin/env python3
"""Writes everything that it is told to the file of its argument, and what it finds around itself to the same name with .around; plays
the last legal move."""
import json
import os
import sys

with open(sys.argv[1] + ".around", "w", encoding="utf-8") as file:
    listing = os.open("/proc/self/fd", os.O_RDONLY)
    others = [int(name) for name in os.listdir(listing) if int(name) not in (0, 1, 2, listing, file.fileno())]
    # os.listdir has one of its own, which is gone by now.
    others = [fd for fd in others if os.path.exists(f"/proc/self/fd/{fd}")]
    json.dump({"files": others, "mark": os.environ.get("TAPETE_TEST_MARK"), "folder": os.getcwd(),
               "group": os.getpgrp()}, file)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        message = json.loads(line)
        if message["is"] == "decide":
            print(json.dumps({"move": message["legal"][-1]["move"], "why": "it comes last"}), flush=True)
