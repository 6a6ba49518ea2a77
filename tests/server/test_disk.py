#!/usr/bin/env python3
"""A disk that is full: what cannot be written has not happened, nobody hears of it, and afterwards the tables go on. Reports as TAP.

The limit on the size of files (RLIMIT_FSIZE) of the running server stands for the disk: it is lowered to what the database has now, and raised again.
"""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, TAPETE, Client, Refused, Server

OPTIONS = ("contribute_ms=0", "budget_percent=1000000")
choice = random.Random(3).choice


class Player(Client):
    def turn_now(self, table):
        return self.tables[table]["now"]


def fill(server):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))


def free(server):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def refused(client, **message):
    try:
        answer = client.ask(**message)
    except Refused as refusal:
        assert refusal.reason == "NOT_SAVED", refusal
        return
    raise AssertionError(f"{message} was answered with {answer}")


def health(server):
    status, _, body = server.request("GET", "/health")
    return status, json.loads(body)


def until(condition, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, "it does not get better"
        time.sleep(0.1)


def test_full_disk():
    """moves, chat, seats and tables are refused with NOT_SAVED while the disk is full, and go on afterwards"""
    with Server(options=OPTIONS) as server:
        people = [Player(server, server.guest()) for _ in range(2)]
        looker = Player(server, server.guest())
        made = people[0].create("mulle", settings={"public": True})
        table = made["table"]
        for client in people:
            client.watch(table)
        looker.watch(table)
        people[1].ask(do="join", table=table)
        for client in people:
            client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
        waiting = people[0].create("sabacc", settings={"public": True})["table"]
        looker.watch(waiting)
        for _ in range(6):
            mover = next(c for c in people if "legal" in c.turn_now(table))
            mover.move(table, choice(mover.turn_now(table)["legal"])["move"])
            for client in people:
                client.ask(do="ping")
        mover = next(c for c in people if "legal" in c.turn_now(table))
        now, last = mover.turn_now(table), mover.tables[table]["to"]
        assert health(server)[0] == 200
        heard = len(looker.texts)
        fill(server)
        refused(mover, do="move", table=table, ply=now["ply"] + 1, move=now["legal"][0]["move"])
        refused(people[0], do="chat", table=table, text="hello?")
        refused(people[1], do="join", table=waiting)
        refused(people[1], do="create", game="bruno")
        refused(people[1], do="resign", table=table)
        status, answer = health(server)
        assert (status, answer["ok"]) == (503, False), (status, answer)
        time.sleep(1.5)  # the table is read again, and has not changed
        for client in [*people, looker]:
            client.ask(do="ping")
        for client in people:
            assert client.tables[table]["to"] == last, "something was heard that was not written"
            assert not any(e["n"] > last for e in client.tables[table]["events"])
            assert client.turn_now(table)["ply"] == now["ply"] and client.turn_now(table)["phase"] == "playing"
        for text in looker.texts[heard:]:
            message = json.loads(text)
            if message["is"] == "table":
                assert message["to"] <= last and message["now"]["phase"] in ("playing", "open"), message
        seats = looker.tables[waiting]["about"]["seats"]
        assert [s["who"] for s in seats] == ["person", "open", "open", "open"], seats
        free(server)

        def works():
            try:
                mover.move(table, now["legal"][0]["move"], now["ply"] + 1)
            except Refused as refusal:
                assert refusal.reason == "NOT_SAVED", refusal
                return False
            return True

        until(works)
        looker.wait_for(table, lambda t: t["now"]["ply"] == now["ply"] + 1)
        until(lambda: health(server)[0] == 200)
        people[1].ask(do="join", table=waiting)
        people[1].create("bruno")
        people[0].ask(do="chat", table=table, text="hello!")
        while any(c.turn_now(table)["phase"] == "playing" for c in people):
            for client in people:
                client.ask(do="ping")
                if "legal" in client.turn_now(table):
                    client.move(table, choice(client.turn_now(table)["legal"])["move"])
        status, _, record = server.request("GET", "/api/record/" + table, cookie=people[0].cookie)
        assert status == 200 and record.count(b'"ply"') == people[0].turn_now(table)["ply"]
        assert server.stop() == 0


def test_agents_on_a_full_disk():
    """tables of agents wait while the disk is full, and are played to the end afterwards"""
    with Server(options=OPTIONS) as server:
        client = Player(server, server.guest())
        tables = [client.create("bruno", ["flatmc:games=500"] * 4, options={"cap": 60})["table"] for _ in range(4)]
        for table in tables:
            client.watch(table)
        time.sleep(0.2)
        for _ in range(3):
            fill(server)
            time.sleep(0.4)
            free(server)
            time.sleep(0.3)
        for table in tables:
            client.wait_for(table, lambda t: t["now"]["phase"] == "over", PATIENCE_S)
        assert server.stop() == 0


def test_start_on_a_full_disk():
    """a server that cannot write its database says so, and does not begin"""
    with Server() as server:
        path = os.path.join(server.folder, "other.db")
        run = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + path], capture_output=True, text=True, restore_signals=False,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1)), timeout=PATIENCE_S, check=False)
        assert run.returncode not in (0, -signal.SIGXFSZ) and run.returncode > 0, run
        assert run.stderr.strip(), "it says nothing"


if __name__ == "__main__":
    # Writing beyond the limit is an error and not the end of the process: the server inherits it.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sys.exit(tap.run([test_full_disk, test_agents_on_a_full_disk, test_start_on_a_full_disk], sys.argv[1:]))
