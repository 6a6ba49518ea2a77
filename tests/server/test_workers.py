#!/usr/bin/env python3
"""Who gets the workers: an address full of guests has the share of one address, and signing in never waits for bots. Reports as TAP.

Both tests count moves of other people's bots, not seconds: each of those takes THINK_MS of a worker."""

import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import Client, Server
from talk import FAST

GUESTS = 24
WORKERS = 2
THINK_MS = 2000
OPTIONS = (*FAST, f"workers={WORKERS}", "metrics_open=true")
PASSWORD = "correct horse"


def from_address(server, address, cookie=None):
    return Client(server, cookie or server.guest(), **{"X-Forwarded-For": address})


def metric(server, name):
    text = server.request("GET", "/metrics")[2].decode()
    return float(re.search(rf"^tapete_{name} (\S+)", text, re.MULTILINE)[1])


def crowd(server):
    """Guests of one address, each at a table with three bots that think, until most of them wait for a worker."""
    guests = [from_address(server, "192.0.2.1") for _ in range(GUESTS)]
    for guest in guests:
        bot = f"ismcts:ms={THINK_MS}"
        made = guest.create("sabacc", [bot, bot, bot, "me"], {"players": 4})
        guest.ask(do="watch", table=made["table"])
    deadline = time.monotonic() + 60
    while metric(server, "workers_waiting") < GUESTS / 2:
        assert time.monotonic() < deadline, metric(server, "workers_waiting")
        time.sleep(0.02)
    return guests


def test_bots_of_another_address_come_soon():
    """a bot at somebody else's table thinks next, however many guests of one address wait for theirs"""
    with Server("--proxy", "127.0.0.1", options=OPTIONS) as server:
        victim = from_address(server, "192.0.2.2")
        table = victim.create("mulle", ["me", "ismcts:ms=20"])["table"]
        victim.watch(table)
        now = victim.turn(table)
        guests = crowd(server)
        before = metric(server, "moves_total")
        ply = now["ply"]
        victim.move(table, now["legal"][0]["move"])
        victim.wait_for(table, lambda known: known["now"]["ply"] >= ply + 2)
        others = metric(server, "moves_total") - before - 2
        for client in (*guests, victim):
            client.close()
        # Those that ran when the victim's bot was asked, and what ended while this was counted.
        assert others <= 3 * WORKERS, f"{others:.0f} moves of others came first"
        return f"{others:.0f} moves of {GUESTS} waiting bots came first"


def test_sign_in_does_not_wait_for_bots():
    """signing in needs no worker on which bots think"""
    with Server("--proxy", "127.0.0.1", options=OPTIONS) as server:
        cookie = server.guest()
        body = {"login": "ana-the-first", "password": PASSWORD}
        assert server.request("POST", "/api/register", body, cookie)[0] == 200
        guests = crowd(server)
        before = metric(server, "moves_total")
        status, _, content = server.request("POST", "/api/login", body, headers={"X-Forwarded-For": "192.0.2.2"})
        others = metric(server, "moves_total") - before
        for client in guests:
            client.close()
        assert status == 200, content
        assert others <= 4 * WORKERS, f"{others:.0f} moves of bots came before the answer"
        return f"{others:.0f} moves of {GUESTS} waiting bots came first"


if __name__ == "__main__":
    sys.exit(tap.run([test_bots_of_another_address_come_soon, test_sign_in_does_not_wait_for_bots], sys.argv[1:]))
