#!/usr/bin/env python3
"""Databases of older versions are brought up to date, and nobody loses anything: tests/databases. Reports as TAP."""

import glob
import gzip
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import Client, Server
from talk import FAST, SOURCE, equal, play, refused, verify_by_both


class Old:
    """A server of today on a database of then."""

    def __init__(self, path):
        with open(path.replace(".db.gz", ".json"), encoding="utf-8") as file:
            self.known = json.load(file)
        self.server = Server(options=FAST)
        self.server.stop()
        with gzip.open(path) as packed, open(self.server.database, "wb") as file:
            file.write(packed.read())
        self.server.start()
        self.people = {}

    def connect(self, name):
        """Somebody comes back with the cookie of then, as a browser would."""
        status, headers, body = self.server.request("GET", "/api/session", cookie=self.known["people"][name]["cookie"])
        equal((status, json.loads(body)["id"]), (200, self.known["people"][name]["id"]))
        cookie = headers["Set-Cookie"].split(";")[0] if headers["Set-Cookie"] else self.known["people"][name]["cookie"]
        client = Client(self.server, cookie)
        equal(client.you["id"], self.known["people"][name]["id"])
        self.people[name] = client
        return client


def tests_of(path):
    old = Old(path)
    version = os.path.basename(path).removesuffix(".db.gz")

    def people():
        for name in ("ana", "bo", "eva"):
            old.connect(name)
        equal([old.people[name].you["account"] for name in ("ana", "bo", "eva")], [False, False, True])

    def sign_in():
        status, _, _ = old.server.request("POST", "/api/login", {"login": "eva", "password": "correct horse battery"})
        equal(status, 200)

    def running():
        both = [old.people["ana"], old.people["eva"]]
        for game in old.known["running"]:
            for client in both:
                client.watch(game["table"])
            equal(both[0].tables[game["table"]]["now"]["ply"], game["ply"])
            play(both, game["table"])

    def records():
        for game in old.known["finished"] + old.known["running"]:
            status, _, body = old.server.request("GET", f"/api/record/{game['table']}", cookie=old.people["ana"].cookie)
            equal(status, 200)
            for verdict, output, errors in verify_by_both(body):
                assert verdict == 0, output + errors

    def blocked():
        table = old.known["open"][0]
        refused("BLOCKED", old.people["ana"], do="join", table=table["table"], invite=table["invite"])

    people.__doc__ = f"{version}: people are who they were, by the cookies they have"
    sign_in.__doc__ = f"{version}: the password of an account still opens it"
    running.__doc__ = f"{version}: running games go on where they were, to their ends"
    records.__doc__ = f"{version}: every record is verified by both verifiers"
    blocked.__doc__ = f"{version}: who was blocked stays blocked"
    return old, [people, sign_in, running, records, blocked]


def main():
    servers, tests = [], []
    for path in sorted(glob.glob(os.path.join(SOURCE, "tests/databases/*.db.gz"))):
        old, more = tests_of(path)
        servers.append(old.server)
        tests += more
    try:
        return tap.run(tests)
    finally:
        for server in servers:
            server.close()


if __name__ == "__main__":
    sys.exit(main())
