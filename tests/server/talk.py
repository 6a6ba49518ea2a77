"""Talking to a server, for its tests: people, tables, whole games; and the run of a file of tests, with a server for all of them."""

import json
import os
import random
import select
import subprocess
import sys
import tempfile
from types import SimpleNamespace

import tap
from client import TAPETE, Client, Refused, Server

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
FAST = ("contribute_ms=0", "messages_per_s=100000", "message_burst=100000", "address_messages_per_s=1000000",
        "tables_per_person=10000", "watches=1000", "passwords_per_minute=10000", "requests_per_minute=1000000")
SEATS = {"sabacc": 4, "mus": 4, "mulle": 2, "bruno": 4}
choice = random.Random(7).choice
here = SimpleNamespace(server=None)  # the server of the tests that start none of their own
clients = []


def person(on=None, **more):
    """A new guest with a connection."""
    on = on or here.server
    client = Client(on, on.guest(), **more)
    clients.append(client)
    return client


def again(client, on=None):
    """Another connection of the same person."""
    other = Client(on or client.server, client.cookie)
    assert other.you == client.you, (other.you, client.you)
    clients.append(other)
    return other


def refused(reason, client, **message):
    try:
        answer = client.ask(**message)
    except Refused as refusal:
        assert refusal.reason == reason, f"{message}: {refusal}"
        assert refusal.text, message
        return refusal
    raise AssertionError(f"{message} was answered with {answer}")


def equal(found, expected):
    assert found == expected, f"found {str(found)[:900]}, expected {str(expected)[:900]}"


def pump(some, timeout=10):
    """Hear what has come for any of them; where there is nothing, wait."""
    heard = 0
    for client in some:
        while client.socket.waits():
            client._take()
            heard += 1
    if not heard:
        ready, _, _ = select.select([c.socket.socket for c in some], [], [], timeout)
        if not ready:
            raise TimeoutError("nobody has heard anything")


def sync(*some):
    """Everybody has heard what was told up to now."""
    for client in some:
        client.ask(do="ping")


def known(client, table):
    return client.tables[table]


def now(client, table):
    return client.tables[table]["now"]


def play(some, table, choose=None, until=None):
    """Let these clients play until the end, or until the condition holds of one of them."""
    while True:
        for client in some:
            current = now(client, table)
            if current["phase"] != "playing":
                continue
            if until is not None and until(client):
                return client
            if "legal" in current:
                equal(current["actor"], known(client, table)["about"]["you"])
                assert current["legal"], "no legal move"
                client.move(table, (choose or choice)(current["legal"])["move"])
                break
        else:
            if all(now(client, table)["phase"] in ("over", "closed") for client in some):
                return None
            pump(some)


def table_of(game, people, settings=None, options=None, agents="random", on=None):
    """People at a table, in the seats from 0 on, with agents in the others; everybody watches, and it is dealt."""
    first = people[0]
    seats = {"sabacc": (options or {}).get("players", 4),
             "mus": 2 if (options or {}).get("preset") in ("S2", "F2") else 4}.get(game, SEATS[game])
    words = ["me"] + ["open"] * (len(people) - 1) + [agents] * (seats - len(people))
    made = first.create(game, words, options, settings)
    table = made["table"]
    first.watch(table)
    for client in people[1:]:
        client.ask(do="join", table=table, invite=made["invite"])
        client.watch(table)
    for client in people:
        client.wait_for(table, lambda t: t["now"]["phase"] in ("playing", "over"))
    return table


def record_of(client, table):
    status, headers, body = client.server.request("GET", "/api/record/" + table, cookie=client.cookie)
    equal(status, 200)
    return body


def verify(record):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(record)
        file.flush()
        run = subprocess.run([TAPETE, "verify", file.name], capture_output=True, text=True, check=False)
        equal((run.returncode, run.stdout[:9]), (0, "verified:"))
        example = os.path.join(SOURCE, "examples", "verify_record.py")
        run = subprocess.run([sys.executable, "-B", example, file.name], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr


def lines_of(record):
    return [json.loads(line) for line in record.decode().splitlines()]


def check_end(people, table):
    """Everybody was told the same end, and the record says so too."""
    ends = [now(client, table) for client in people]
    for end in ends:
        equal((end["phase"], end["actor"]), ("over", None))
        equal(end["result"], ends[0]["result"])
        assert "legal" not in end and "view" in end
    for client in people:
        equal([e["n"] for e in known(client, table)["events"]], list(range(1, known(client, table)["to"] + 1)))
    record = record_of(people[0], table)
    verify(record)
    lines = lines_of(record)
    plies = [line for line in lines if "ply" in line]
    equal([line["ply"] for line in plies], list(range(1, ends[0]["ply"] + 1)))
    seats = [(e["ply"], e["seat"]) for e in known(people[0], table)["events"] if e["is"] == "play"]
    equal(seats, [(line["ply"], line["seat"]) for line in plies])
    return lines


def again2(client, on):
    """The same person, after the server has begun again or the name has changed."""
    other = Client(on, client.cookie)
    equal(other.you["id"], client.you["id"])
    clients.append(other)
    return other


def post(path, body, cookie=None, on=None, headers=None):
    status, answer_headers, content = (on or here.server).request("POST", path, body, cookie, headers)
    cookie = (answer_headers["Set-Cookie"] or "").split(";")[0]
    return status, json.loads(content), cookie


def run(tests, options=FAST):
    """Run these tests, each with clients of its own, against a server with these options; the exit status."""
    def fresh_clients(test):
        def once():
            try:
                return test()
            finally:
                for client in clients:
                    client.close()
                clients.clear()
                if here.server.process.poll() is not None:
                    raise RuntimeError("the server has gone: " + here.server.log_text()[-3000:])
        once.__doc__, once.__name__ = test.__doc__, test.__name__
        return once

    with Server(options=options) as here.server:
        status = tap.run([fresh_clients(test) for test in tests], sys.argv[1:])
        stopped = here.server.stop()
        if stopped != 0:
            print(f"# the server ended with {stopped}: {here.server.log_text()[-3000:]}")
            status = 1
    return status
