#!/usr/bin/env python3
"""Writes its answers byte by byte, with a pause of its argument in seconds after each."""
import json
import os
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["is"] == "decide":
        for byte in json.dumps({"move": message["legal"][0]["move"]}) + "\r\n \n":
            os.write(1, byte.encode())
            time.sleep(float(sys.argv[1]))
