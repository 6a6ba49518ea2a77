#!/usr/bin/env python3
"""Who gets the workers: an address full of guests has the share of one address, and signing in never waits for bots. Reports as TAP.

Both tests count moves of other people's bots, not seconds: each of those takes THINK_MS of a worker."""

import json
import os
import re
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, Client, Server
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
    """Guests of one address, each at a public table with three bots that think, until most of them wait for a worker; and the tables."""
    guests = [from_address(server, "192.0.2.1") for _ in range(GUESTS)]
    bot, tables = f"ismcts:ms={THINK_MS}", []
    for guest in guests:
        tables.append(guest.create("sabacc", [bot, bot, bot, "me"], {"players": 4}, {"public": True})["table"])
        guest.ask(do="watch", table=tables[-1])
    deadline = time.monotonic() + PATIENCE_S
    while metric(server, "workers_waiting") < GUESTS / 2:
        assert time.monotonic() < deadline, metric(server, "workers_waiting")
        time.sleep(0.02)
    return guests, tables


def test_bots_of_another_address_come_soon():
    """a bot at somebody else's table thinks next, however many guests of one address wait for theirs"""
    with Server("--proxy", "127.0.0.1", options=OPTIONS) as server:
        victim = from_address(server, "192.0.2.2")
        table = victim.create("mulle", ["me", "ismcts:ms=20"], None, {"public": True})["table"]
        victim.watch(table)
        now = victim.turn(table)
        guests, tables = crowd(server)
        # One connection hears everything in the order in which it happened.
        looker = from_address(server, "192.0.2.3")
        for each in (table, *tables):
            looker.watch(each)
        heard = len(looker.texts)
        ply = now["ply"]
        victim.move(table, now["legal"][0]["move"])
        looker.wait_for(table, lambda known: known["now"]["ply"] >= ply + 2)
        between = looker.plays_between(table, ply + 1, heard)
        for client in (*guests, victim, looker):
            client.close()
        # Those that ran when the victim's bot was asked, and what ended while it thought.
        assert between <= 3 * WORKERS, f"{between} moves of others came first"
        return f"{between} moves of {GUESTS} waiting bots came first"


def test_sign_in_does_not_wait_for_bots():
    """signing in needs no worker on which bots think"""
    with Server("--proxy", "127.0.0.1", options=OPTIONS) as server:
        cookie = server.guest()
        body = {"login": "ana-the-first", "password": PASSWORD}
        assert server.request("POST", "/api/register", body, cookie)[0] == 200
        guests, _ = crowd(server)
        before = metric(server, "moves_total")
        status, _, content = server.request("POST", "/api/login", body, headers={"X-Forwarded-For": "192.0.2.2"})
        others = metric(server, "moves_total") - before
        for client in guests:
            client.close()
        assert status == 200, content
        assert others < GUESTS, f"{others:.0f} moves of bots came before the answer"
        return f"{others:.0f} moves of {GUESTS} waiting bots came first"


def test_guesses_do_not_hold_up_the_owner():
    """who signs in where they have been before waits for a guess or two of strangers, not for one of each network"""
    crowd_size = 60
    for _ in range(20):
        with Server("--proxy", "127.0.0.1", options=OPTIONS) as server:
            home = {"X-Forwarded-For": "192.0.2.2"}
            body = {"login": "ana-the-first", "password": PASSWORD}
            assert server.request("POST", "/api/register", body, server.guest(), headers=home)[0] == 200
            assert server.request("POST", "/api/login", body, headers=home)[0] == 200
            crowd = []
            for number in range(crowd_size):
                guess = json.dumps({"login": f"nobody{number}", "password": "wrong horse"})
                peer = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S)
                peer.sendall((f"POST /api/login HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.origin}\r\n"
                              f"X-Forwarded-For: 198.51.100.{number}\r\nContent-Type: application/json\r\nContent-Length: {len(guess)}\r\n\r\n{guess}").encode())
                crowd.append(peer)
            deadline = time.monotonic() + PATIENCE_S
            while metric(server, "failed_sign_ins_total") < 1:
                assert time.monotonic() < deadline
            before = metric(server, "failed_sign_ins_total")
            status, _, content = server.request("POST", "/api/login", body, headers=home)
            first = metric(server, "failed_sign_ins_total") - before
            for peer in crowd:
                peer.close()
            assert status == 200, content
            # On a busy machine most of them may have been done before the owner came: then once more.
            if before < crowd_size / 3:
                assert first < crowd_size / 3, f"{first:.0f} of {crowd_size - before:.0f} came first"
                return f"{first:.0f} guesses of {crowd_size - before:.0f} that waited came first"
    raise AssertionError("the owner never came in time")


def niceness_of_threads(process):
    nice = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/stat", encoding="ascii") as file:
            name, fields = file.read().split("(", 1)[1].rsplit(")", 1)
        nice.setdefault(name, []).append(int(fields.split()[16]))
    return {name: sorted(some) for name, some in nice.items()}


def test_bots_think_behind_the_event_loop():
    """threads on which bots think have a lower priority than the event loop, the writer and the hashing of passwords"""
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    with Server(options=OPTIONS) as server:
        expected = [usual] + WORKERS * [min(usual + 5, 19)]  # one of them hashes passwords
        deadline = time.monotonic() + PATIENCE_S
        while (nice := niceness_of_threads(server.process)).get("worker") != expected:
            assert time.monotonic() < deadline, nice
            time.sleep(0.02)
        del nice["worker"]
        assert nice["writer"] and all(each == usual for some in nice.values() for each in some), nice


if __name__ == "__main__":
    sys.exit(tap.run([test_bots_of_another_address_come_soon, test_sign_in_does_not_wait_for_bots, test_guesses_do_not_hold_up_the_owner, test_bots_think_behind_the_event_loop], sys.argv[1:]))
