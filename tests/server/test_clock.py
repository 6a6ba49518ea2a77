#!/usr/bin/env python3
"""A wall clock that is wrong or jumps closes no game, deletes nothing and signs nobody out: ages count the time that servers have run. Reports as TAP.

The clock of a server is shifted by a library that is loaded before it (tests/support/wallclock.c), in seconds that stand in a file; its monotonic
clock stays right.
"""

import json
import os
import random
import sqlite3
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import Client, Refused, Server

SHIM = os.environ.get("TAPETE_WALLCLOCK_LIBRARY", "build/tests/libwallclock.so")
OPTIONS = ("contribute_ms=0", "budget_percent=1000000")
DAY_S = 24 * 3600
CLEANED_S = 12  # tables are looked at every ten seconds
choice = random.Random(7).choice


class ShiftedServer(Server):
    """A server whose wall clock is off."""

    def __init__(self, shift_s=0, **more):
        self.clock = None
        self.shift_s = shift_s
        super().__init__(**more)

    def start(self):
        self.clock = os.path.join(self.folder, "clock")
        self.set(self.shift_s)
        os.environ["TAPETE_WALLCLOCK"] = self.clock
        os.environ["LD_PRELOAD"] = os.path.realpath(SHIM)
        # An instrumented program has its own library, which wants to come first and does not have to.
        os.environ["ASAN_OPTIONS"] = "verify_asan_link_order=0"
        try:
            super().start()
        finally:
            del os.environ["LD_PRELOAD"], os.environ["TAPETE_WALLCLOCK"]

    def set(self, shift_s):
        self.shift_s = shift_s
        with open(self.clock, "r+b" if os.path.exists(self.clock) else "wb") as file:
            file.write(struct.pack("=q", shift_s))


def begin(server):
    """Somebody at a table with a bot, some moves into the game, and another table that waits for somebody."""
    client = Client(server, server.guest())
    table = client.create("mulle", ["me", "random"])["table"]
    client.watch(table)
    for _ in range(3):
        client.move(table, choice(client.turn(table)["legal"])["move"])
    ply = client.turn(table)["ply"]
    waiting = client.create("mulle", settings={"public": True})["table"]
    client.close()
    return client.cookie, table, ply, waiting


def goes_on(server, cookie, table, ply, waiting):
    client = Client(server, cookie)
    now = client.watch(table)["now"]
    assert now["phase"] == "playing" and now["ply"] == ply, now
    client.move(table, choice(client.turn(table)["legal"])["move"])
    now = client.watch(waiting)["now"]
    assert now["phase"] == "open", now
    client.close()


def test_clock_at_start():
    """a clock that is 90 days ahead or behind at a start, or was behind before it, and 60 days without a server, close nothing"""
    shifts = ((0, 90), (0, -90), (-90, 0), (90, 0), (0, 61))
    servers = []
    try:
        for before, after in shifts:
            server = ShiftedServer(before * DAY_S, options=OPTIONS)
            servers.append(server)
            server.scene = begin(server)
            server.kill()
            server.set(after * DAY_S)
            server.start()
        time.sleep(CLEANED_S)
        for server, days in zip(servers, shifts):
            try:
                goes_on(server, *server.scene)
            except (AssertionError, Refused) as problem:
                raise AssertionError(f"{days[0]} days, then {days[1]}: {problem}") from problem
            assert server.stop() == 0
    finally:
        for server in servers:
            server.close()


def test_jumps_while_running():
    """jumps of the clock while it runs close nothing, sign nobody out, and everything goes on"""
    servers = []
    try:
        for days in (90, -90, 10000, -10000):
            server = ShiftedServer(options=(*OPTIONS, "unload_s=1"))
            servers.append(server)
            server.days = days
            server.scene = begin(server)
            cookie = server.guest()
            status, headers, body = server.request("POST", "/api/register", {"login": "ana", "password": "a long password"}, cookie)
            assert status == 200, (status, body)
            server.account = headers["Set-Cookie"].split(";")[0]
            server.set(days * DAY_S)
        time.sleep(CLEANED_S)
        for server in servers:
            goes_on(server, *server.scene)
            status, _, body = server.request("GET", "/api/session", cookie=server.account)
            assert status == 200 and json.loads(body).get("login") == "ana", (server.days, status, body)
            status, _, body = server.request("POST", "/api/login", {"login": "ana", "password": "a long password"}, server.guest())
            assert status == 200, (server.days, status, body)
            server.set(0)
            cookie, table, ply, waiting = server.scene
            client = Client(server, cookie)
            client.watch(table)
            client.play_to_end(table, choice)
            status, _, body = server.request("GET", "/api/export", cookie=cookie)
            assert status == 200 and table in body.decode(), (server.days, status, body)
            server.kill()
            server.start()
            status, _, _ = server.request("GET", "/api/record/" + table, cookie=cookie)
            assert status == 200, (server.days, status)
            status, _, body = server.request("GET", "/api/session", cookie=server.account)
            assert json.loads(body).get("login") == "ana", (server.days, body)
    finally:
        for server in servers:
            server.close()


def test_uptime_is_kept():
    """how long servers have run is kept in the database and goes on from there, whatever the wall clock says"""
    created = time.monotonic()
    with ShiftedServer(options=OPTIONS) as server:
        def uptime():
            database = sqlite3.connect(server.database)
            found = database.execute("SELECT uptime_ms FROM pulse").fetchone()
            database.close()
            return found[0] if found else 0

        begin(server)
        assert server.stop() == 0
        before = time.monotonic()
        first = uptime()
        assert 0 < first < 1000 * (before - created), (first, before - created)
        server.set(-500 * DAY_S)
        server.start()
        assert server.stop() == 0
        second = uptime()
        assert first <= second <= first + 1000 * (time.monotonic() - before), (first, second)


def test_old_tables_wait_a_day():
    """a table that nobody has touched for 61 days of servers is not closed within a day of a start either"""
    with ShiftedServer(options=OPTIONS) as server:
        scene = begin(server)
        assert server.stop() == 0
        database = sqlite3.connect(server.database)
        database.execute("UPDATE pulse SET uptime_ms = uptime_ms + ?", (61 * DAY_S * 1000,))
        database.commit()
        database.close()
        server.start()
        time.sleep(CLEANED_S)
        goes_on(server, *scene)


if __name__ == "__main__":
    sys.exit(tap.run([test_clock_at_start, test_jumps_while_running, test_uptime_is_kept, test_old_tables_wait_a_day], sys.argv[1:]))
