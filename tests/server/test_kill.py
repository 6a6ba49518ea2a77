#!/usr/bin/env python3
"""A server that is killed again and again loses nothing that anybody was told. Reports as TAP.

    test_kill.py [KILLS [SEED]]

Four people play at about twenty tables of all games, with agents in the other seats. At random moments the server is killed with
SIGKILL and started again on the same database. Whatever was acknowledged with `done` or `created`, or was heard of in a message about a
table, must be there afterwards with the same words; every table must go on, and every deal be the one of the list of seals that was told before it. After some games
there is a rematch: one and not two. Meanwhile visitors choose names, register and are deleted, often in the very moment of a kill. At the end all games are
played out, and every record is verified.
"""

import http.client
import json
import os
import random
import re
import select
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from client import PATIENCE_S, TAPETE, Client, Closed, Server
from talk import seal_of

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
LIVE_TABLES = 20
BETWEEN_KILLS_S = 0.12  # on average: time for a hundred moves and seven hundred events
OPTIONS = ("contribute_ms=30000", "budget_percent=1000000", "tables_per_person=100000", "tables_per_address=100000", "watches=1000", "unload_s=1", "workers=2",
           "seats_per_guest=100000", "passwords_per_minute=10000", "guests_per_hour=1000000")
KINDS = (("sabacc", 4, {"chips": 4}), ("sabacc", 2, {"players": 2}), ("sabacc", 3, {"players": 3, "chips": 3}),
         ("mulle", 2, {}), ("bruno", 4, {"cap": 150}), ("mus", 4, {"target": 20, "best_of": 1}),
         ("mus", 2, {"preset": "F2", "target": 15, "best_of": 1}), ("mus", 4, {"preset": "X4", "target": 15, "best_of": 1}))
rng = random.Random(SEED)
problems = []
figures = {"kills": 0, "kills right after the start": 0, "moves acknowledged": 0, "events heard": 0, "tables": 0, "undos": 0, "deals witnessed": 0,
           "rematches": 0, "names": 0, "registered": 0, "deleted": 0, "in doubt": 0, "requests in flight at a kill": 0, "of these done all the same": 0, "slowest start in ms": 0}


def problem(text):
    problems.append(text)
    print("# " + text[:1500], flush=True)


class Table:
    def __init__(self, name, invite, owner, people):
        self.name, self.invite, self.owner = name, invite, owner
        self.waiting = list(people)  # who is to sit down, in this order
        self.moves = {}  # ply: (seat, move) that was acknowledged
        self.over = False


class Person:
    """Somebody with one connection, who remembers everything that was heard."""

    def __init__(self, server, number):
        self.number = number
        self.cookie = server.guest()
        self.client = None
        self.heard = {}  # table: {number of an event: its text as JSON}
        self.last = {}  # table: the number of the last event
        self.asked = {}  # ref: (what, table, ...)
        self.told = {}  # table: the last message
        self.witnesses = {}  # table: what is kept of its deals

    def connect(self, server):
        self.client = Client(server, self.cookie, timeout=PATIENCE_S)
        self.client.socket.socket.settimeout(30)
        self.asked = {}

    def ask(self, what, **message):
        if self.client is None:
            return  # the server has just been killed
        self.client.refs += 1
        self.asked[self.client.refs] = (what, message)
        try:
            self.client.send(ref=self.client.refs, **message)
        except OSError:
            pass

    def hear(self, message):
        name = message["table"]
        heard = self.heard.setdefault(name, {})
        known = self.last.get(name, 0)
        if message["to"] < known:
            problem(f"{name}: {known - message['to']} events that were heard are lost")
        if not message.get("whole") and name in self.told and message["from"] != self.told[name]["to"]:
            problem(f"{name}: a message from {message['from']} after one to {self.told[name]['to']}")
        for event in message["events"]:
            self.event(name, heard, event)
        self.last[name] = max(known, message["to"])
        if "about" not in message and name in self.told:
            message["about"] = self.told[name]["about"]
        self.told[name] = message

    def take_part(self, name):
        """Seal bytes for a deal and, once the list is kept, show them."""
        about, deal = self.told[name]["about"], self.told[name]["now"].get("deal")
        seat = about["you"]
        if deal is None or seat is None or any(asked.get("table") == name for what, asked in self.asked.values() if what in ("seal", "reveal")):
            return
        attempt, told = deal["attempt"], about.get("sealed")
        witness = self.witnesses.setdefault(name, {"tapete": "witness", "version": 1, "seat": seat, "lists": [], "own": []})
        own = next((one for one in witness["own"] if one["attempt"] == attempt), None)
        if deal["step"] == "seal" and seat not in deal["sealed"]:
            if own is None:
                given = os.urandom(32).hex()
                own = {"attempt": attempt, "seal": seal_of(name, attempt, seat, given), "bytes": given}
                witness["own"].append(own)
            self.ask("seal", do="seal", table=name, attempt=attempt, seal=own["seal"])
        elif deal["step"] == "reveal" and told:
            kept = next((one for one in witness["lists"] if one["attempt"] == attempt), None)
            if kept is None:
                witness["lists"].append(told)
            elif kept != told:
                problem(f"{name}: the list of attempt {attempt} was {kept} and is {told}")
            if own and told["seals"][seat] == own["seal"] and seat not in deal["revealed"]:
                self.ask("reveal", do="reveal", table=name, attempt=attempt, bytes=own["bytes"])

    def event(self, name, heard, event):
        text = json.dumps(event, sort_keys=True)
        old = heard.get(event["n"])
        if old is None:
            figures["events heard"] += 1
            heard[event["n"]] = text
        elif old != text and not event.get("undone"):
            problem(f"{name}: event {event['n']} was {old} and is {text}")
            heard[event["n"]] = text


class Visitor:
    """A client that only speaks HTTP: a name, an account, and the end of it."""

    def __init__(self, server, number):
        self.number, self.cookie = number, server.guest()
        self.id = self.name = self.login = None
        self.doubtful = set()  # names that were not answered
        self.unsure = False  # whether the last step to an account or to the end was taken
        self.gone = False

    def post(self, server, path, body):
        """Whether it was acknowledged; None where that was not heard."""
        try:
            status, headers, answer = server.request("POST", path, body, self.cookie)
        except (OSError, http.client.HTTPException):
            figures["in doubt"] += 1
            return None
        if status != 200:
            problem(f"visitor {self.number}: {path} {body}: {status} {answer}")
            return False
        if not self.gone and path != "/api/delete" and headers["Set-Cookie"]:
            self.cookie = headers["Set-Cookie"].split(";")[0]
            self.id = json.loads(answer)["id"]
        return True

    def act(self, server, chance):
        if self.gone or self.unsure:
            return
        if self.name and chance < 0.08:
            body = {"password": "long enough"} if self.login else {}
            done = self.post(server, "/api/delete", body)
            self.gone, self.unsure = bool(done), done is None
            figures["deleted"] += bool(done)
        elif self.name and not self.login and chance < 0.3:
            login = f"visitor{self.number}"
            done = self.post(server, "/api/register", {"login": login, "password": "long enough"})
            self.login, self.unsure = (login if done else None), done is None
            figures["registered"] += bool(done)
        else:
            name = f"N{self.number} {int(chance * 10**9)}"
            done = self.post(server, "/api/name", {"name": name})
            if done:
                self.name = name
                self.doubtful.clear()
                figures["names"] += 1
            elif done is None:
                self.doubtful.add(name)

    def check(self, server):
        if self.id is None or self.unsure:
            return
        _, _, answer = server.request("GET", "/api/session", cookie=self.cookie)
        who = json.loads(answer)
        if self.gone:
            if who["id"] == self.id or who["name"] == self.name:
                problem(f"visitor {self.number} was deleted, and is {who}")
        elif who["id"] != self.id or who["name"] not in self.doubtful | {self.name} or bool(who["account"]) != bool(self.login):
            problem(f"visitor {self.number}, {self.id}, {self.name!r}, account {self.login}, is {who}")
        if self.login:
            status, _, _ = server.request("POST", "/api/login", {"login": self.login, "password": "long enough"}, server.guest())
            if (status == 200) == self.gone:
                problem(f"visitor {self.number} signs in with {status}, deleted: {self.gone}")


class Run:
    def __init__(self):
        self.server = Server(options=OPTIONS)
        self.visitors = [Visitor(self.server, number) for number in range(max(10, KILLS // 5))]
        self.rematches = {}  # table: the one that was made of it
        self.people = [Person(self.server, i) for i in range(4)]
        self.tables = {}
        self.creating = True

    # ---- hearing ----

    def take(self, person, message):
        if message["is"] == "table":
            person.hear(message)
            if message["now"]["phase"] == "over":
                self.end(person, self.tables[message["table"]])
            return
        what, asked = person.asked.pop(message.get("ref"), (None, None))
        if message["is"] == "created" and what == "rematch":
            self.rematch(person, asked["table"], message)
        elif message["is"] == "created":
            people = rng.sample(self.people, rng.randint(1, asked["people"]))
            table = Table(message["table"], message["invite"], person, [p for p in people if p is not person])
            table.free = asked["people"] - 1
            self.tables[table.name] = table
            figures["tables"] += 1
            person.ask("watch", do="watch", table=table.name)
            self.seat(table)
        elif message["is"] == "done":
            if what == "move":
                self.tables[asked["table"]].moves[asked["ply"]] = asked["move"]
                figures["moves acknowledged"] += 1
            elif what == "join":
                person.ask("watch", do="watch", table=asked["table"])
                self.seat(self.tables[asked["table"]])
            elif what == "undo":
                figures["undos"] += 1
                plies = self.tables[asked["table"]].moves
                for ply in [p for p in plies if p >= asked["before"]]:
                    plies.pop(ply)
        elif message["is"] == "refused":
            # A move can be sent on what was known before the kill.
            expected = {"move": ("STALE", "WRONG_PHASE"), "join": ("SEATED", "WRONG_PHASE"), "fill": ("WRONG_PHASE",), "undo": ("WRONG_PHASE",),
                        "chat": ("TOO_MANY",), "rematch": ("NOT_SEATED", "TOO_MANY", "STALE", "WRONG_PHASE"),
                        "seal": ("STALE", "WRONG_PHASE"), "reveal": ("STALE", "WRONG_PHASE")}
            if message["reason"] not in expected.get(what, ()):
                problem(f"{what} {asked} was refused: {message}")
            elif what == "join":
                self.seat(self.tables[asked["table"]])

    def end(self, person, table):
        """The game is over; now and then somebody wants another one."""
        first, table.over = not table.over, True
        seated = person.told[table.name]["about"].get("you") is not None
        if first and seated and self.creating and rng.random() < 0.2:
            person.ask("rematch", do="rematch", table=table.name)

    def rematch(self, person, name, message):
        made = message["table"]
        if self.rematches.setdefault(name, made) != made:
            problem(f"{name} has two rematches, {self.rematches[name]} and {made}")
        if made in self.tables or "invite" not in message:
            return
        figures["rematches"] += 1
        self.tables[made] = Table(made, message["invite"], person, [])
        person.ask("watch", do="watch", table=made)
        self.seat(self.tables[made])

    def seat(self, table):
        """The next one sits down, or agents do."""
        if table.waiting:
            table.waiting.pop().ask("join", do="join", table=table.name, invite=table.invite)
        else:
            table.owner.ask("fill", do="fill", table=table.name, agent="random")

    def pump(self, seconds):
        """Hear for so long; True: somebody's connection has ended."""
        end = time.monotonic() + seconds
        ended = False
        while True:
            heard = False
            for person in self.people:
                try:
                    while person.client is not None and person.client.socket.waits():
                        self.take(person, json.loads(person.client.socket.receive_text()))
                        heard = True
                except (Closed, OSError, TimeoutError):
                    person.client.close()
                    person.client = None
                    ended = True
            if ended or time.monotonic() >= end:
                return ended
            if not heard:
                sockets = [p.client.socket.socket for p in self.people if p.client is not None]
                select.select(sockets, [], [], max(0, min(0.01, end - time.monotonic())))

    # ---- doing ----

    def live(self):
        return [t for t in self.tables.values() if not t.over]

    def act(self):
        """Everybody whose turn it is moves; now and then somebody says something or takes back."""
        for person in self.people:
            busy = {asked.get("table") for what, asked in person.asked.values() if what in ("move", "undo")}
            for name, message in list(person.told.items()):
                now = message["now"]
                person.take_part(name)
                if "legal" not in now or name in busy or self.tables[name].over:
                    continue
                alone = sum(s["who"] == "person" for s in message["about"]["seats"]) == 1
                if alone and now["ply"] > 4 and rng.random() < 0.1:
                    self.undo(person, name)
                else:
                    person.ask("move", do="move", table=name, ply=now["ply"] + 1, move=rng.choice(now["legal"])["move"])
                if rng.random() < 0.02:
                    person.ask("chat", do="chat", table=name, text=f"¡{rng.random()}!")
        if self.creating and rng.random() < 0.15:
            rng.choice(self.visitors).act(self.server, rng.random())
        if self.creating and len(self.live()) < LIVE_TABLES:
            person = rng.choice(self.people)
            if not any(what == "create" for what, _ in person.asked.values()):
                self.create(person)

    def undo(self, person, name):
        person.client.refs += 1
        # How far it goes back is known when it is done; until then every acknowledged ply is in doubt.
        person.asked[person.client.refs] = ("undo", {"table": name, "before": 0})
        person.client.send(ref=person.client.refs, do="undo", table=name)

    def create(self, person):
        game, seats, options = rng.choice(KINDS)
        person.client.refs += 1
        person.asked[person.client.refs] = ("create", {"people": min(seats, 4)})
        person.client.send(ref=person.client.refs, do="create", game=game, options=options)

    # ---- killing ----

    def begin(self):
        begin = time.monotonic()
        self.server.start()
        figures["slowest start in ms"] = max(figures["slowest start in ms"], int(1000 * (time.monotonic() - begin)))

    def connect(self):
        for person in self.people:
            person.connect(self.server)
            for table in self.live():
                # All look at every table: a player who sat down just before the kill does not know that they sit there.
                since = {"since": person.last[table.name]} if table.name in person.last and rng.random() < 0.5 else {}
                if not since:
                    person.told.pop(table.name, None)
                person.ask("watch", do="watch", table=table.name, invite=table.invite, **since)
        for table in self.live():
            # Who was sitting down when it was killed tries again.
            told = table.owner.told.get(table.name)
            if told is None or told["now"]["phase"] == "open":
                self.seat(table)

    def kill(self):
        self.server.kill()
        flying = [asked for person in self.people for asked in person.asked.values()]
        while any(person.client is not None for person in self.people):
            self.pump(0.01)
        left = sum(len(person.asked) for person in self.people)
        for person in self.people:
            for what, asked in person.asked.values():
                if what == "undo":  # it may have been done all the same, and moves have been taken back
                    self.tables[asked["table"]].moves.clear()
        figures["kills"] += 1
        figures["requests in flight at a kill"] += len(flying)
        figures["of these done all the same"] += len(flying) - left

    def rounds(self):
        self.connect()
        while figures["kills"] < KILLS:
            end = time.monotonic() + rng.expovariate(1 / BETWEEN_KILLS_S)
            while time.monotonic() < end:
                self.act()
                if self.pump(rng.random() * 0.01):
                    problem("the server has closed a connection: " + self.server.log_text()[-500:])
                    return
            self.act()
            visitor = threading.Thread(target=rng.choice(self.visitors).act, args=(self.server, rng.random()))
            visitor.start()
            time.sleep(rng.random() * 0.004)
            self.kill()
            visitor.join()
            while rng.random() < 0.15:
                self.begin()
                time.sleep(rng.random() * 0.03)
                self.server.kill()
                figures["kills"] += 1
                figures["kills right after the start"] += 1
            self.begin()
            self.connect()

    def finish(self):
        self.creating = False
        deadline = time.monotonic() + 600
        while self.live() and time.monotonic() < deadline:
            self.act()
            if self.pump(0.005):
                problem("the server has closed a connection: " + self.server.log_text()[-500:])
                return
        for table in self.live():
            told = {p.number: (p.told[table.name]["now"].get("phase"), p.told[table.name]["now"].get("actor"))
                    for p in self.people if table.name in p.told}
            problem(f"{table.name} does not end: {told}, waiting {len(table.waiting)}")

    # ---- afterwards ----

    def check_logs(self):
        """Every event that was ever heard is still told in the same words."""
        for person in self.people:
            client = Client(self.server, person.cookie, timeout=PATIENCE_S)
            for name in list(person.heard):
                client.watch(name, invite=self.tables[name].invite)
                before = client.tables[name]["to"] + 1
                if before <= person.last[name]:
                    problem(f"{name}: ends at {before - 1}, and {person.last[name]} was heard")
                seen = set()
                while before > 1:
                    page = client.ask(do="log", table=name, before=before, count=100)["events"]
                    for event in page:
                        person.event(name, person.heard[name], event)
                        seen.add(event["n"])
                    before = page[0]["n"]
                told = client.tables[name]["about"].get("next")
                if name in self.rematches and told != self.rematches[name]:
                    problem(f"{name}: the rematch is {told}, and was {self.rematches[name]}")
                missing = set(person.heard[name]) - seen
                if missing:
                    problem(f"{name}: events {sorted(missing)[:9]} are not told any more")
                client.ask(do="unwatch", table=name)
            client.close()

    def check_people(self):
        """Names, accounts and deletions are as they were acknowledged."""
        for visitor in self.visitors:
            visitor.check(self.server)

    def check_records(self):
        with tempfile.TemporaryDirectory() as folder:
            for table in self.tables.values():
                status, _, body = self.server.request("GET", "/api/record/" + table.name, cookie=table.owner.cookie)
                if status != 200:
                    problem(f"{table.name} has no record: {status}")
                    continue
                path = os.path.join(folder, table.name)
                with open(path, "wb") as file:
                    file.write(body)
                kept = next((p.witnesses[table.name] for p in self.people if p.witnesses.get(table.name, {}).get("lists")), None)
                more = []
                if kept is not None:
                    more = ["--witness", path + ".witness"]
                    with open(more[1], "w", encoding="utf-8") as file:
                        json.dump(kept, file)
                run = subprocess.run([TAPETE, "verify", path, *more], capture_output=True, text=True, check=False)
                if run.returncode != 0:
                    problem(f"{table.name}: {run.stdout}{run.stderr}")
                figures["deals witnessed"] += run.stdout.startswith("verified and witnessed")
                moves = {}
                for line in map(json.loads, body.decode().splitlines()):
                    if "ply" in line and "move" in line:
                        moves[line["ply"]] = line["move"]
                for ply, move in table.moves.items():
                    if moves.get(ply) != move:
                        problem(f"{table.name}: move {ply} was {move!r} and is {moves.get(ply)!r} in the record")
        if figures["deals witnessed"] < len(self.tables) // 2:
            problem(f"only {figures['deals witnessed']} of {len(self.tables)} deals were witnessed")


def main():
    run = Run()
    steps = ((run.rounds, f"{KILLS} kills: what was told is there after each start, and every table can be watched"),
             (run.finish, "every game is played to its end"), (run.check_logs, "every event that was heard is told in the same words"),
             (run.check_people, "every name, account and deletion is as it was acknowledged"),
             (run.check_records, "every record is verified and has every move that was acknowledged"))
    failed = 0
    begin = time.monotonic()
    with run.server:
        for number, (step, name) in enumerate(steps, 1):
            before, start = len(problems), time.monotonic()
            try:
                step()
            except Exception as error:  # reported as a failure of this step
                problem(f"{type(error).__name__}: {error}")
            good = len(problems) == before
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}\n# {time.monotonic() - start:.1f} s", flush=True)
        errors = [line for line in run.server.log_text().splitlines() if re.search(r'"level": ?"error"', line)]
        print(f"{'not ok' if errors else 'ok'} {len(steps) + 1} - nothing in the log is an error")
        for line in errors[:5]:
            print("# " + line)
        failed += bool(errors)
    print(f"1..{len(steps) + 1}")
    print(f"# seed {SEED}, {time.monotonic() - begin:.0f} s")
    for name, value in figures.items():
        print(f"# {name}: {value}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
