"""Talking to a server, for its tests: people, tables, whole games; and the run of a file of tests, with a server for all of them."""

import hashlib
import json
import os
import random
import select
import subprocess
import sys
import tempfile
import threading
import time
from types import SimpleNamespace

import tap
from client import PATIENCE_S, TAPETE, Client, Refused, Server

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
FAST = ("contribute_ms=0", "budget_percent=1000000", "tables_per_person=10000", "tables_per_address=10000", "seats_per_guest=10000",
        "watches=1000", "passwords_per_minute=10000", "bot_delay_ms=0")
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


def pump(some, timeout=PATIENCE_S):
    """Hear what has come for any of them; if there is nothing, wait."""
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


def verify_by_both(record, witness=None):
    """What the two verifiers say of a record: exit status, output and errors, of `tapete verify` and of the one in Python."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path, kept = os.path.join(folder, "record.jsonl"), os.path.join(folder, "witness.json")
        with open(path, "wb") as file:
            file.write(record)
        more = []
        if witness is not None:
            with open(kept, "w", encoding="utf-8") as file:
                json.dump(witness, file)
            more = ["--witness", kept]
        example = os.path.join(SOURCE, "examples", "verify_record.py")
        for command in ([TAPETE, "verify"], [sys.executable, "-B", example]):
            run = subprocess.run([*command, path, *more], capture_output=True, text=True, check=False)
            answers.append((run.returncode, run.stdout, run.stderr))
    return answers


def verify(record, witness=None, says="consistent, but not witnessed: "):
    for status, output, errors in verify_by_both(record, witness):
        assert status == 0 and output.startswith(says), (status, output, errors)


# ---- scenes in which people have only so much time ----


class Delays:
    """How long, at most, somebody waited for an answer, or this program for its turn, since this was entered."""

    def __enter__(self):
        self.longest, self.is_over = 0.0, threading.Event()
        self.before, Client.slowest = Client.slowest, 0.0
        self.thread = threading.Thread(target=self._measure)
        self.thread.start()
        return self

    def _measure(self):
        begin = time.monotonic()
        while not self.is_over.wait(0.05):
            end = time.monotonic()
            self.longest, begin = max(self.longest, end - begin - 0.05), end

    def __exit__(self, *unused):
        self.is_over.set()
        self.thread.join()
        self.longest = max(self.longest, Client.slowest)
        Client.slowest = max(self.before, Client.slowest)


def with_time(scene, seconds, most=100):
    """Play a scene in which people must act within so many seconds by the server's clock. If it fails on a machine that was too busy for that, with
    delays of a fifth of this time, this shows nothing, and the scene is played again with four times as much; otherwise it has failed."""
    while True:
        with Delays() as delays:
            try:
                return scene(seconds)
            except Exception as problem:  # whatever comes of what was not there in time
                failure = problem
        if delays.longest < seconds / 5 or 4 * seconds > most:
            raise failure
        print(f"# again with {4 * seconds} s, after a delay of {delays.longest:.1f} s: {str(failure)[:300]}", flush=True)
        seconds *= 4


# ---- the deal: an honest client ----


def seal_of(table, attempt, seat, bytes_hex):
    """The seal of docs/record.md, written anew here."""
    data = b"tapete seal 1" + len(table).to_bytes(4, "little") + table.encode() + bytes([attempt, seat])
    return hashlib.blake2b(data + bytes.fromhex(bytes_hex), digest_size=32).hexdigest()


class Witness:
    """What one client keeps of the deals at a table, and what it sends: a seal, and once the list is kept, the bytes."""

    def __init__(self, client, table):
        self.client, self.table, self.own, self.lists, self.done = client, table, {}, [], set()

    def about(self):
        return self.client.tables[self.table]["about"]

    def seal(self, bytes_hex=None):
        attempt, seat = self.deal()["attempt"], self.about()["you"]
        given = bytes_hex or os.urandom(32).hex()
        self.own[attempt] = {"attempt": attempt, "seal": seal_of(self.table, attempt, seat, given), "bytes": given}
        return self.client.ask(do="seal", table=self.table, attempt=attempt, seal=self.own[attempt]["seal"])

    def deal(self):
        return self.client.tables[self.table]["now"].get("deal")

    def keep(self):
        """Keep the list; the one that is kept first for an attempt stays."""
        told = self.about().get("sealed")
        if told and all(kept["attempt"] != told["attempt"] for kept in self.lists):
            self.lists.append(told)
        return told

    def reveal(self, bytes_hex=None, attempt=None):
        attempt = attempt or self.deal()["attempt"]
        return self.client.ask(do="reveal", table=self.table, attempt=attempt, bytes=bytes_hex or self.own[attempt]["bytes"])

    def step(self):
        """Do what an honest client does now."""
        deal = self.deal()
        if deal is None:
            return
        attempt, seat = deal["attempt"], self.about()["you"]
        if deal["step"] == "seal" and attempt not in self.own:
            self.seal()
        elif deal["step"] == "reveal" and self.keep() and self.lists[-1]["attempt"] == attempt:
            listed = self.lists[-1]["seals"][seat]
            if attempt in self.own and listed == self.own[attempt]["seal"] and attempt not in self.done:
                self.done.add(attempt)
                self.reveal()

    def file(self):
        """As it is written to a file."""
        return {"tapete": "witness", "version": 1, "seat": self.about()["you"], "lists": self.lists,
                "own": list(self.own.values())}


def deal_out(witnesses, until=("playing", "over", "closed"), timeout=PATIENCE_S):
    """Let these honest clients take part in the deal until it is done."""
    deadline = time.monotonic() + timeout
    while any(now(w.client, w.table)["phase"] not in until for w in witnesses):
        assert time.monotonic() < deadline, [now(w.client, w.table) for w in witnesses]
        before = [known(w.client, w.table)["to"] for w in witnesses]
        for w in witnesses:
            w.step()
        if before == [known(w.client, w.table)["to"] for w in witnesses] and any(
                now(w.client, w.table)["phase"] not in until for w in witnesses):
            pump([w.client for w in witnesses])


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


def run(tests, options=FAST, *arguments):
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
        once.__dict__.update(test.__dict__)
        return once

    with Server(*arguments, options=options) as here.server:
        status = tap.run([fresh_clients(test) for test in tests], sys.argv[1:])
        stopped = here.server.stop()
        if stopped != 0:
            print(f"# the server ended with {stopped}: {here.server.log_text()[-3000:]}")
            status = 1
    return status
