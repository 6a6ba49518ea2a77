#!/usr/bin/env python3
"""Change the first line of a network's file:  train/heading.py learnt/sabacc.net temperature=0.5 'options.players=["2", "3", "4"]'

Values are JSON. What the network computes stays the same; the hash at the end is made anew.
"""

import hashlib
import json
import sys

HASH = 16


def main():
    path, *changes = sys.argv[1:] or [None]
    if not changes:
        sys.exit(__doc__)
    with open(path, "rb") as file:
        content = file.read()
    line, _, numbers = content[:-HASH].partition(b"\n")
    if hashlib.blake2b(content[:-HASH], digest_size=HASH).digest() != content[-HASH:]:
        sys.exit(f"{path}: this is no network, or it is damaged")
    heading = json.loads(line)
    for change in changes:
        name, _, value = change.partition("=")
        *parents, last = name.split(".")
        at = heading
        for parent in parents:
            at = at.setdefault(parent, {})
        at[last] = json.loads(value)
    content = json.dumps(heading).encode() + b"\n" + numbers
    with open(path, "wb") as file:
        file.write(content + hashlib.blake2b(content, digest_size=HASH).digest())


if __name__ == "__main__":
    main()
