#!/usr/bin/env python3
"""Everything that is tested of a store, on PostgreSQL, and a server that keeps its games there. Reports as TAP.

    test_postgres.py [--soak] PROGRAM...

One database is started for all of it, which syncs to the disk as it does in production. PROGRAM are the tests of the store. With --soak
all tests of the server that do not look into SQLite's files run on it too.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
import traceback

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
import tap
from client import TAPETE, Client, Refused, Server
from postgres import Postgres
from tap import check

SOAK = "--soak" in sys.argv
PROGRAMS = [word for word in sys.argv[1:] if word != "--soak"]
SHORT = ["test_events.py", "test_people.py", ["test_kill.py", "10"]]
LONG = ["test_admin.py", "test_after.py", "test_bot_times.py", "test_budgets.py", "test_deal.py", "test_events.py", "test_fair_play.py",
        "test_hostile.py", "test_join.py", ["test_kill.py", "300"], "test_mail.py", "test_people.py", "test_play_on.py", "test_privacy.py",
        "test_protocol.py", "test_protocol_table.py", "test_reads.py", "test_reviews.py", "test_taken_names.py", "test_translations.py",
        "test_workers.py", "fuzz_sessions.py"]
OPTIONS = ("contribute_ms=0", "budget_percent=1000000", "bot_delay_ms=0")


def run_all(name, command, environment):
    """A program that reports as TAP: its tests are ours."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=SOURCE)
    found = re.findall(r"^(not )?ok \d+ - (.*)$", done.stdout, re.MULTILINE)
    for bad, what in found:
        about = done.stdout[done.stdout.find(what):][:2000] + done.stderr[-2000:]
        check(f"{name}: {what}", not bad, about)
    if done.returncode and not any(bad for bad, _ in found) or not found:
        check(f"{name} ends well", False, f"{done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


class Game:
    """A person at a table with agents; every move that was acknowledged is kept in mind."""

    def __init__(self, server):
        self.server = server
        self.cookie = server.guest()
        self.client = Client(server, self.cookie)
        self.moves = {}  # by table and ply
        self.refusals = []
        self._begin()

    def _begin(self):
        self.table = self.client.create("sabacc", ["me", "random", "random", "random"])["table"]
        self.client.watch(self.table)

    def play(self, count):
        """So many moves, one after the other; what the database refuses is tried again."""
        while count > 0:
            now = self.client.turn(self.table)
            if now["phase"] != "playing":
                self._begin()
                continue
            ply, move = now["ply"] + 1, now["legal"][0]["move"]
            try:
                self.client.move(self.table, move, ply)
                self.moves[self.table, ply] = move
                count -= 1
            except Refused as refusal:
                self.refusals.append(refusal)
                self._watch_again()

    def _watch_again(self):
        while True:
            try:
                return self.client.watch(self.table)
            except Refused as refusal:
                self.refusals.append(refusal)
                time.sleep(0.2)

    def lost(self, postgres, schema):
        """Moves that were acknowledged and are not in the database, or not once."""
        text = "\n".join(postgres.execute(f"SELECT table_id || ' ' || text FROM {schema}.journal WHERE text LIKE '%\"is\":\"play\"%'"))
        found = {}
        for line in text.split("\n"):
            table, entry = line.split(" ", 1)
            entry = json.loads(entry)
            found[table, entry["ply"]] = found.get((table, entry["ply"]), 0) + 1
        return [key for key in self.moves if found.get(key) != 1]


def health(server):
    return server.request("GET", "/health")[0]


def schema_of(server):
    return server.url.split("%3D")[1]


def later(seconds, what):
    thread = threading.Thread(target=lambda: (time.sleep(seconds), what()))
    thread.start()
    return thread


def test_crash_of_the_database(postgres):
    """PostgreSQL crashes under play and comes back: no move that was acknowledged is lost, and the game goes on"""
    with Server(options=OPTIONS) as server:
        game = Game(server)
        for _ in range(2):
            game.play(5)
            postgres.stop("immediate")
            thread = later(1, postgres.start)
            game.play(5)
            thread.join()
        assert game.lost(postgres, schema_of(server)) == [], game.lost(postgres, schema_of(server))
        assert health(server) == 200
        assert server.stop() == 0


def test_long_absence(postgres):
    """a database that is away for 30 seconds: moves are refused with a sentence, /health says so, and then the game goes on"""
    with Server(options=OPTIONS) as server:
        game = Game(server)
        game.play(5)
        postgres.stop("immediate")
        thread = later(30, postgres.start)
        statuses = set()
        watching = later(15, lambda: statuses.add(health(server)))
        game.play(5)
        thread.join()
        watching.join()
        assert statuses == {503}, statuses
        assert game.lost(postgres, schema_of(server)) == []
        assert game.refusals and all(refusal.text for refusal in game.refusals)
        game.play(5)
        assert server.stop() == 0


def test_cancelled_wait(postgres):
    """a commit whose wait for a synchronous standby was cancelled is not acknowledged until the standby has it"""
    with Server(options=OPTIONS) as server:
        game = Game(server)
        game.play(3)
        now = game.client.turn(game.table)
        while now["phase"] != "playing":
            game._begin()
            now = game.client.turn(game.table)
        postgres.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'; SELECT pg_reload_conf()")
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'tapete'"
        time.sleep(0.2)
        game.client.send(ref=777, do="move", table=game.table, ply=now["ply"] + 1, move=now["legal"][0]["move"])
        for _ in range(3):
            while not postgres.execute(waiting):
                time.sleep(0.01)
            postgres.execute(f"SELECT pg_cancel_backend(pid) FROM ({waiting}) waiting")
            time.sleep(0.2)
            heard = [game.client._take() for _ in range(50) if game.client.socket.waits()]
            assert not [message for message in heard if message.get("ref") == 777], heard
        postgres.execute("ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()")
        answer = game.client.answer(777)
        assert answer["is"] == "done", answer
        assert server.stop() == 0


def test_one_server(postgres):
    """a second server on the database is refused with a sentence; one that was killed starts again at once"""
    with Server(options=OPTIONS) as server:
        game = Game(server)
        game.play(3)
        done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", server.url, "--admin", server.database + ".other"], capture_output=True,
                              text=True, timeout=60, check=False)
        assert done.returncode == 2 and "is in use by another server" in done.stderr, done
        server.kill()
        begin = time.monotonic()
        server.start()
        assert time.monotonic() - begin < 8
        game.client = Client(server, game.cookie)
        game.client.watch(game.table)
        game.play(3)
        assert game.lost(postgres, schema_of(server)) == []
        server.kill()


def test_store_commands(postgres):
    """tapete store copies, checks and backs up a running server's database, and the backup can be served"""
    with Server(options=OPTIONS) as server:
        game = Game(server)
        game.play(5)

        def store(*words, status=0):
            done = subprocess.run([TAPETE, "store", *words], capture_output=True, text=True, timeout=120, check=False)
            assert done.returncode == status, done
            return done.stdout + done.stderr

        backup = os.path.join(server.folder, "all.db")
        store("check", server.url)
        store("backup", server.url, backup)
        store("check", "sqlite:" + backup)
        restored = postgres.schema("restored_" + schema_of(server))
        assert "every row compared" in store("copy", "sqlite:" + backup, restored)
        assert "name an empty one" in store("copy", "sqlite:" + backup, restored, status=2)
        server.stop()
        for url in (restored, "sqlite:" + backup):
            server.url = url
            server.start()
            again = Client(server, game.cookie)
            known = again.watch(game.table)
            assert {key[1] for key in game.moves if key[0] == game.table} <= {event.get("ply") for event in known["events"]}, known
            again.close()
            server.stop()


def main():
    with Postgres() as postgres:
        environment = {**os.environ, "TAPETE_POSTGRES": postgres.url(), "CMOCKA_MESSAGE_OUTPUT": "TAP"}
        os.environ["TAPETE_POSTGRES"] = postgres.url()
        for program in PROGRAMS:
            run_all(os.path.basename(program), [program], environment)
        for name in LONG if SOAK else SHORT:
            words = name if isinstance(name, list) else [name]
            run_all(words[0], [sys.executable, os.path.join(SOURCE, "tests", "server", words[0]), *words[1:]], environment)
        tests = [test_one_server, test_store_commands, test_cancelled_wait, test_crash_of_the_database] + SOAK * [test_long_absence]
        for test in tests:
            try:
                test(postgres)
                check(test.__doc__, True)
            except Exception:  # the next one begins
                check(test.__doc__, False, traceback.format_exc())
    return tap.finish()


sys.exit(main())
