#!/usr/bin/env python3
"""Whole sessions of many clients against a real server, right and wrong, with faults in between. Reports as TAP.

    fuzz_sessions.py [ACTIONS|SECONDSs [SEED]]

So many actions, or as many as fit into so many seconds ("600s").

Guests and accounts make tables, sit down, play, chat, ask, come and go on one or two connections each. Between what is right they send what is wrong: changed
messages, broken frames, half requests. Now and then the server is killed, stopped, made to back up its database, or its disk is full for a while. What must hold:
every message is JSON of a known kind, no event of a table comes twice or is missed, every request is answered exactly once as long as its connection
lives, the server never ends by itself, and what it acknowledged is in the database afterwards.
"""

import hashlib
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import TAPETE, Client, Closed, Server
from talk import FAST, seal_of

LENGTH = sys.argv[1] if len(sys.argv) > 1 else "1500"
SECONDS = float(LENGTH[:-1]) if LENGTH.endswith("s") else float("inf")
ACTIONS = float("inf") if LENGTH.endswith("s") else int(LENGTH)
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PEOPLE = 12
PATIENCE_S = 60
KINDS = {"welcome", "pong", "lobby", "created", "table", "done", "refused", "hint", "log", "review", "reviewing", "unwatched", "practice"}
VARIANTS = (("sabacc", 4, {"chips": 3}), ("sabacc", 2, {"players": 2}), ("mulle", 2, {}), ("bruno", 4, {"cap": 60}),
            ("mus", 4, {"target": 10, "best_of": 1}), ("mus", 2, {"preset": "F2", "target": 10, "best_of": 1}))
AGENTS = ("random", "gentle", "flatmc:games=20", "ismcts:sims=30")
WORDS = ("hola", "", "x" * 300, "x" * 301, "\u202eabc", "\x1b[31m", "🂡" * 40, "<b>hi</b>", "{0} {1} %s %n", "ñ" * 299)
NONSENSE = (None, True, -1, 0, 2**63 - 1, 1e300, "", "\u0000", "t" * 5000, [], {}, [[[]]], {"a": {"b": {}}}, "random", "open")
rng = random.Random(SEED)
problems = []
figures = {}


def count(what, by=1):
    figures[what] = figures.get(what, 0) + by


def problem(text):
    problems.append(text)
    print("# " + text[:1500], flush=True)


class Line(Client):
    """One connection: what it asked and was not answered, and what it knows of tables."""

    def __init__(self, server, owner):
        super().__init__(server, owner.cookie, timeout=PATIENCE_S)
        self.owner = owner
        self.asked = {}  # ref: message
        self.deaf_until = 0  # it reads nothing before this action

    def ask_later(self, message):
        self.refs += 1
        message = dict(message, ref=self.refs)
        if "\u0000" not in message.values():  # that is no JSON which we take: the refusal cannot name what it refuses
            self.asked[self.refs] = message
        self.socket.send_text(json.dumps(message))

    def hear_all(self, world):
        """Read what has come. Raises Closed where the server has closed it."""
        while (text := self.socket.receive_text(wait=False)) is not None:
            message = json.loads(text)
            if message["is"] == "table":
                self._hear(message)
                self.owner.last[message["table"]] = message["to"]
            world.heard(self, message)


class Person:
    def __init__(self, server):
        self.cookie = server.guest()
        self.lines = []
        self.last = {}  # table: the last event that was heard
        self.is_gone = False


class World:
    def __init__(self):
        # One limit stays low, so that it is met.
        self.server = Server(options=(*FAST, "contribute_ms=100", "unload_s=1", "workers=2", "tables_per_person=40"))
        self.people = [Person(self.server) for _ in range(PEOPLE)]
        self.tables = {}  # id: invite
        self.moves = []  # (table, ply, move) that were acknowledged
        self.said = []  # (table, text, person)
        self.number = 0
        self.disk_free_at = None

    # ---- hearing ----

    def heard(self, line, message):
        kind = message.get("is")
        if kind not in KINDS:
            problem(f"a message of an unknown kind: {str(message)[:300]}")
        count("messages heard")
        ref = message.get("ref")
        if ref is None or kind == "reviewing":
            return
        asked = line.asked.pop(ref, None)
        if asked is None:
            problem(f"an answer that nobody waits for: {str(message)[:300]}")
            return
        count(f"refused {message['reason']}" if kind == "refused" else "answered")
        if kind == "created":
            table = message["table"]
            self.tables[table] = message.get("invite") or self.tables.get(table, "")
            line.ask_later({"do": "watch", "table": table, "invite": self.tables[table]})
            if rng.random() < 0.7:
                line.ask_later({"do": "fill", "table": table, "agent": rng.choice(AGENTS)})
        elif kind == "done" and asked.get("do") == "move":
            self.moves.append((asked["table"], asked["ply"], asked["move"]))
        elif kind == "done" and asked.get("do") == "chat":
            self.said.append((asked["table"], asked["text"], line.owner))

    def lost(self, line, error):
        """A connection has ended; what was asked on it may or may not have happened."""
        count("connections closed by the server" if isinstance(error, Closed) and error.code else "connections lost")
        line.close()
        if line in line.owner.lines:
            line.owner.lines.remove(line)

    def pump(self):
        for person in self.people:
            for line in list(person.lines):
                if line.deaf_until > self.number:
                    continue
                try:
                    line.hear_all(self)
                except (Closed, OSError) as error:  # also where it is answered while it closes
                    self.lost(line, error)
                except AssertionError as error:
                    problem(f"events do not follow each other: {error}")
                    self.lost(line, error)
        if self.server.process.poll() is not None:
            raise RuntimeError(f"the server ended by itself with {self.server.process.returncode}: {self.server.log_text()[-3000:]}")

    # ---- what clients do ----

    def line(self):
        person = rng.choice([one for one in self.people if not one.is_gone] or self.people)
        if not person.lines or (len(person.lines) < 2 and rng.random() < 0.05):
            try:
                person.lines.append(Line(self.server, person))
            except (Closed, OSError):
                count("connections refused")
                return None
        return rng.choice(person.lines)

    def table_for(self, line):
        if line.tables and rng.random() < 0.8:
            return rng.choice(list(line.tables))
        return rng.choice(list(self.tables)) if self.tables else "t000000000000"

    def good_message(self, line, do, table):
        """Something that could be right."""
        known = line.tables.get(table, {"now": {}, "about": {}, "to": 0})
        now = known["now"] or {}
        message = {"do": do, "table": table}
        if do == "create":
            game, seats, options = rng.choice(VARIANTS)
            who = ["me"] + [rng.choice(("open", *AGENTS)) for _ in range(seats - 1)]
            return {"do": do, "game": game, "options": options, "seats": rng.sample(who, seats),
                    "settings": rng.choice(({}, {"public": True}, {"public": True, "delay": 2}, {"spectators": False}, {"public": True, "spectators": False}, {"move_s": 1}, {"chat": False}))}
        if do in ("lobby", "language", "quick", "ping"):
            more = {"lobby": {"on": rng.random() < 0.6}, "language": {"lang": rng.choice(("en", "es", "sv", "xx"))}, "quick": {"game": rng.choice(VARIANTS)[0]}}
            return {"do": do, **more.get(do, {})}
        if do == "block":
            ids = [one.lines[0].you["id"] for one in self.people if one.lines]
            return {"do": do, "who": rng.choice([*ids, "p0"]), "on": rng.random() < 0.5}
        if do in ("join", "watch"):
            if rng.random() < 0.9:
                message["invite"] = self.tables.get(table, "")
            if do == "watch" and table not in line.tables and rng.random() < 0.6:
                message["since"] = line.owner.last.get(table, 10**9)  # where another connection was, or something impossible
                line.tables[table] = {"to": message["since"], "events": [], "about": None, "now": None}
        elif do == "move":
            legal = now.get("legal")
            message["ply"] = now.get("ply", 0) + 1 + (rng.random() < 0.05)
            message["move"] = rng.choice(legal)["move"] if legal else "PASS"
        elif do == "chat":
            message["text"] = rng.choice(WORDS)
        elif do == "answer":
            message.update(offer=(now.get("offer") or {}).get("n", 1), yes=rng.random() < 0.7)
        elif do == "fill" and rng.random() < 0.7:
            message["agent"] = rng.choice(AGENTS)
        elif do == "log":
            message.update(before=rng.randint(-1, 100), count=rng.randint(-1, 200))
        elif do == "mute":
            message.update(who=line.you["id"], on=rng.random() < 0.5)
        elif do == "continue":
            message.update(ply=rng.randint(-1, 20))
        elif do in ("seal", "reveal"):
            attempt = (now.get("deal") or {}).get("attempt", 1)
            secret = hashlib.sha256(f"{line.you['id']} {table} {attempt}".encode()).hexdigest()
            seat = (known["about"] or {}).get("you")
            message["attempt"] = attempt + (rng.random() < 0.05)
            if do == "reveal":
                message["bytes"] = secret if rng.random() < 0.9 else rng.randbytes(rng.randint(0, 34)).hex()
            else:
                message["seal"] = seal_of(table, attempt, seat or 0, secret) if rng.random() < 0.9 else rng.randbytes(32).hex()
        return message

    def say(self):
        line = self.line()
        if line is None:
            return
        message = self.good_message(line, rng.choice(MESSAGES), self.table_for(line))
        # Do what a table waits for now and then, or no game would begin or end.
        for table, known in line.tables.items():
            now = known["now"] or {}
            wanted = "move" if now.get("legal") else (now.get("deal") or {}).get("step")
            if wanted and rng.random() < 0.5:
                message = self.good_message(line, wanted, table)
        if rng.random() < 0.12:
            message = self.spoiled(message)
        line.ask_later(message)
        count("messages sent")

    def spoiled(self, message):
        message = dict(message)
        for _ in range(rng.randint(1, 2)):
            key = rng.choice([name for name in (*message, "extra", "seat", "settings") if name != "since"])
            if rng.random() < 0.3:
                message.pop(key, None)
            else:
                message[key] = rng.choice(NONSENSE)
        return message

    def watch_own(self):
        line = self.line()
        if line is not None and self.tables:
            table = rng.choice(list(self.tables))
            line.ask_later({"do": "watch", "table": table, "invite": self.tables[table]})

    def burst(self):
        line = self.line()
        for _ in range(30 if line is not None else 0):
            line.ask_later(self.good_message(line, rng.choice(MESSAGES), self.table_for(line)))
        count("bursts")

    def broken_bytes(self):
        """Bytes that are no message, or half of one."""
        line = self.line()
        if line is None:
            return
        kind = rng.randrange(6)
        if kind == 0:
            line.socket.send_text(rng.choice(("{", "[]", "null", "{\"do\": 5}", "[" * 5000, "{\"do\":\"ping\",\"do\":\"ping\"}", "\ufeff{}")))
        elif kind == 1:
            line.socket.frame(2, rng.randbytes(20))
        elif kind == 2:
            line.socket.socket.sendall(rng.randbytes(rng.randint(1, 40)))
        elif kind == 3:
            line.socket.frame(1, b"\xff\xfe")
        elif kind == 4:
            line.socket.frame(1, b"{\"do\":", final=False)
        else:
            line.socket.frame(9, rng.randbytes(125))
        count("broken frames")

    def leave(self):
        line = self.line()
        if line is None:
            return
        if rng.random() < 0.5:
            line.close()
            line.owner.lines.remove(line)
            count("connections dropped")
        else:
            line.deaf_until = self.number + rng.randint(1, 60)

    def http(self):
        person = rng.choice(self.people)
        table = rng.choice(list(self.tables)) if self.tables else "t1"
        method, path, body = rng.choice((
            ("GET", "/api/session", None), ("GET", f"/api/record/{table}", None), ("GET", f"/api/replay/{table}?seat=open", None), ("GET", "/api/games", None),
            ("GET", "/api/leaders/mus?against=random", None), ("GET", "/health", None), ("GET", "/metrics", None), ("GET", "/api/export", None),
            ("GET", "/api/player/p00000000000000000000", None), ("POST", "/api/name", {"name": rng.choice(("Ana", "Bo 2", "", "x" * 99, "\u202e"))}),
            ("POST", "/api/login", {"login": "nobody", "password": "wrong horse"}), ("POST", "/api/logout", {}), ("POST", "/api/nothing", {"a": 1})))
        try:
            status, headers, _ = self.server.request(method, path, body, person.cookie)
        except (OSError, ValueError) as error:
            problem(f"{method} {path}: {error}")
            return
        if status >= 500 and self.disk_free_at is None and status != 503:
            problem(f"{method} {path} was answered with {status}")
        if headers["Set-Cookie"] and path in ("/api/session", "/api/logout", "/api/name"):
            person.cookie = headers["Set-Cookie"].split(";")[0]
        count(f"HTTP {status}")

    def half_request(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE_S) as raw:
            whole = b"POST /api/name HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Eva\"}" * 3
            raw.sendall(whole[:rng.randint(1, len(whole))])
        count("half requests")

    def forget(self):
        """Somebody has themselves deleted; a new guest takes the place."""
        person = rng.choice(self.people)
        status, _, _ = self.server.request("POST", "/api/delete", {}, person.cookie)
        if status == 200:
            person.is_gone = True
            self.said = [one for one in self.said if one[2] is not person]
            self.pump()
            for line in person.lines:
                line.close()
            person.lines = []
            self.people[self.people.index(person)] = Person(self.server)
            count("people deleted")

    # ---- faults ----

    def all_lost(self):
        for person in self.people:
            for line in person.lines:
                try:  # what was acknowledged before the end counts
                    line.hear_all(self)
                except (Closed, OSError, AssertionError):
                    pass
                line.close()
            person.lines = []

    def kill(self):
        self.server.kill()
        self.all_lost()
        self.disk_free_at = None
        self.server.start()
        count("kills")

    def restart(self):
        if self.disk_free_at is not None:
            return
        status = self.server.stop(PATIENCE_S)
        if status != 0:
            problem(f"the server stopped with {status}: {self.server.log_text()[-2000:]}")
        self.all_lost()
        self.server.start()
        count("restarts")

    def fill_disk(self):
        if self.disk_free_at is None:
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            self.disk_free_at = self.number + rng.randint(5, 60)
            count("full disks")

    def free_disk(self):
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.disk_free_at = None

    def backup(self):
        self.server.process.send_signal(signal.SIGUSR1)
        count("backups")

    # ---- the run ----

    def act(self):
        self.number += 1
        if self.disk_free_at is not None and self.number >= self.disk_free_at:
            self.free_disk()
        try:
            rng.choices(*zip(*((getattr(self, name), weight) for name, weight in WEIGHTS.items())))[0]()
        except (Closed, OSError, BrokenPipeError):
            count("sends that failed")
        time.sleep(rng.expovariate(500))  # so that the server gets somewhere, and faults meet it anywhere
        self.pump()

    def settle(self):
        """Every request that is still open is answered, on every connection that lives."""
        if self.disk_free_at is not None:
            self.free_disk()
        self.number += 1000
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            self.pump()
            open_ones = [line.asked for person in self.people for line in person.lines if line.asked]
            if not open_ones:
                return
            time.sleep(0.02)
        problem(f"no answer to {str(open_ones)[:800]}")

    def check_database(self):
        status = self.server.stop(PATIENCE_S)
        if status != 0:
            problem(f"the server stopped with {status}")
        database = sqlite3.connect(f"file:{self.server.database}?mode=ro", uri=True)
        plies, chats = set(), set()
        for table, text in database.execute("SELECT table_id, text FROM journal"):
            entry = json.loads(text)
            if entry["is"] == "chat":
                chats.add((table, entry["said"]))
            for line in map(json.loads, entry.get("lines", "").splitlines()):
                if "move" in line:
                    plies.add((table, line["ply"], line["move"]))
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        if check != "ok":
            problem(f"the database is damaged: {check}")
        for move in self.moves:
            if move not in plies:
                problem(f"an acknowledged move is lost: {move}")
        for table, text, _ in self.said:
            if (table, text) not in chats and (table, "".join(c for c in text if c.isprintable())) not in chats:
                problem(f"acknowledged chat is lost: {table} {text!r}")
        count("acknowledged moves", len(self.moves))
        count("acknowledged chat", len(self.said))

    def check_records(self):
        """Every finished game that one may read is verified."""
        self.server.start()
        cookies = [person.cookie for person in self.people]
        with tempfile.TemporaryDirectory() as folder:
            for table in self.tables:
                for cookie in cookies:
                    status, _, body = self.server.request("GET", f"/api/record/{table}", cookie=cookie)
                    if status != 200:
                        continue
                    path = os.path.join(folder, table)
                    with open(path, "wb") as file:
                        file.write(body)
                    run = subprocess.run([TAPETE, "verify", path], capture_output=True, text=True, check=False)
                    count("records verified")
                    if run.returncode != 0:
                        problem(f"{table}: {run.stdout}{run.stderr}")
                    break

    def check_log(self):
        text = self.server.log_text()
        for sign in ("AddressSanitizer", "LeakSanitizer", "runtime error", "ThreadSanitizer", "Assertion"):
            if sign in text:
                problem(f"{sign} in the log: {text[text.index(sign):][:2000]}")


MESSAGES = ("create",) * 6 + ("join",) * 5 + ("watch",) * 4 + ("move",) * 30 + ("chat",) * 4 + ("fill",) * 4 + (
    "unwatch", "leave", "close", "undo", "answer", "answer", "resign", "rematch", "continue", "hint", "review", "log", "mute", "block", "language", "lobby", "quick",
    "seal", "reveal", "ping")
WEIGHTS = {"say": 800, "watch_own": 40, "burst": 6, "broken_bytes": 14, "leave": 25, "http": 50, "half_request": 8, "forget": 2,
           "kill": 2, "restart": 1, "fill_disk": 4, "backup": 3}


def main():
    print(f"# seed {SEED}", flush=True)
    world = World()

    def play():
        """whole sessions with faults: every message is of a known kind, and no event comes twice or is missed"""
        end = time.monotonic() + SECONDS
        while world.number < ACTIONS and time.monotonic() < end:
            world.act()
        count("actions", world.number)
        assert not problems, problems[0]

    def answered():
        """every request is answered exactly once as long as its connection lives"""
        world.settle()
        assert not problems, problems[0]

    def kept():
        """what was acknowledged is in the database"""
        world.check_database()
        assert not problems, problems[0]

    def verified():
        """every record that may be read is verified, and the log shows no fault"""
        world.check_records()
        world.check_log()
        assert not problems, problems[0]
        return "\n".join(f"{name}: {value}" for name, value in sorted(figures.items()))

    with world.server:
        return tap.run([play, answered, kept, verified])


if __name__ == "__main__":
    sys.exit(main())
