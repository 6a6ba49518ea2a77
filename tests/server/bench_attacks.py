#!/usr/bin/env python3
"""What an attack from ten addresses does to a person who plays meanwhile, in figures. Not a test: it measures times.

    bench_attacks.py [SECONDS [ATTACK ...]]

Each attack has a new server with its default limits. Ten processes with an address of their own (127.0.0.11 to .20) attack for so many seconds as
fast as they are let; from another address somebody plays (fifty moves in ten seconds, each waited for) and signs in every two seconds. Printed, as rows of a
table: how long their moves and sign-ins took, the share of a core that the server had, its largest memory, how much its database grew, and what the attackers
got. "nobody" is nobody, for comparison: the machine may be busy. TAPETE names the program.
"""

import json
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from client import Client, Closed, Refused, Server

ATTACKERS = 10
PATIENCE_S = 120


# ---- an attacker: everything comes from one address ----

class Attacker:
    def __init__(self, port, number, until, setting):
        self.port, self.until, self.setting = port, until, setting
        self.address = f"127.0.0.{11 + number}"
        self.rng = random.Random(number)
        self.figures = {}
        original = socket.create_connection
        # Every connection of this process, whatever library makes it.
        socket.create_connection = lambda place, timeout=None, source_address=None, **more: original(
            place, timeout, (self.address, 0), **more)

    def count(self, what, by=1):
        self.figures[what] = self.figures.get(what, 0) + by

    def goes_on(self):
        return time.time() < self.until

    def client(self, cookie=None):
        try:
            return Client(self, cookie, timeout=5)
        except (Closed, OSError, TimeoutError) as error:
            self.count(f"no connection: {error}"[:60])
            time.sleep(0.05)
            return None

    def ask(self, client, **message):
        """Ask and wait. None: the connection has gone."""
        try:
            client.ask(**message)
            self.count("done")
            return True
        except Refused as refusal:
            self.count("refused " + refusal.reason)
            time.sleep(0.002)
            return False
        except (Closed, OSError, TimeoutError):
            self.count("closed")
            return None

    def flood(self, message, burst=50):
        """The same message again and again without waiting, on new connections when one is closed."""
        while self.goes_on():
            client = self.client()
            try:
                while client and self.goes_on():
                    for _ in range(burst):
                        client.socket.send_text(json.dumps(message))
                    self.count("messages", burst)
                    while client.socket.receive_text(wait=False) is not None:
                        pass
                    time.sleep(0.01)
            except (Closed, OSError, TimeoutError):
                self.count("closed")

    # ---- the attacks ----

    def nobody(self):
        """No attack."""

    def watch(self):
        """Watch a long private table that is not in memory."""
        self.flood({"do": "watch", "table": self.setting["table"]})

    def record(self):
        """Ask for its record."""
        self.http(f"GET /api/record/{self.setting['table']} HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def pipeline(self):
        """Lists of agents, 900 in one go."""
        self.http("HEAD /api/agents HTTP/1.1\r\nHost: localhost\r\n\r\n", 600)

    def session(self):
        """Who am I, again and again, with a cookie."""
        self.http(f"GET /api/session HTTP/1.1\r\nHost: localhost\r\nCookie: {self.setting['cookie']}\r\n\r\n", 20)

    def http(self, request, together=10):
        while self.goes_on():
            try:
                with socket.create_connection(("127.0.0.1", self.port), 5) as raw:
                    raw.settimeout(0.5)
                    raw.sendall(request.encode() * together)
                    self.count("requests", together)
                    while self.goes_on() and raw.recv(65536):
                        pass
            except OSError:
                self.count("broken")
                time.sleep(0.01)

    def downloads(self):
        """Load a large file of the page again and again, on many connections."""
        loading = []
        while self.goes_on():
            try:
                if len(loading) < 150:
                    raw = socket.create_connection(("127.0.0.1", self.port), 5)
                    raw.setblocking(False)
                    loading.append(raw)
                    raw.send(b"GET /large.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
                    self.count("requests", 20)
                for raw in list(loading):
                    try:
                        self.count("MB", len(raw.recv(1 << 18)) / 1e6)
                    except BlockingIOError:
                        pass
            except OSError:
                self.count("broken")
                loading = [raw for raw in loading if raw.fileno() >= 0][:100]

    def churn(self):
        """Connect and go, or say nonsense and go."""
        while self.goes_on():
            try:
                with socket.create_connection(("127.0.0.1", self.port), 5) as raw:
                    if self.figures.get("connections", 0) % 2:
                        raw.sendall(b"\0\r\n\r\n")
                self.count("connections")
            except OSError:
                self.count("broken")
                time.sleep(0.001)

    def tables(self):
        """As many tables as can be had, by as many guests as can be had."""
        while self.goes_on():
            client = self.client()
            for _ in range(20):
                if client is None or not self.goes_on() or self.ask(client, do="create", game="mulle", settings={"public": True}) is None:
                    break

    def bots(self):
        """Tables of bots alone."""
        client = self.client()
        while self.goes_on():
            if client is None or self.ask(client, do="create", game="mulle", seats=["random", "random"]) is None:
                client = self.client()

    def thinkers(self):
        """Guests at tables with the slowest bots."""
        clients = []
        while self.goes_on():
            client = self.client() if len(clients) < 60 else None
            if client is None:
                time.sleep(0.2)
                continue
            clients.append(client)
            self.ask(client, do="create", game="sabacc", seats=["me"] + ["ismcts:ms=2000"] * 3)
            for table in list(client.tables):
                self.ask(client, do="watch", table=table)

    def memory(self):
        """Many bots that keep a tree, and people who leave."""
        while self.goes_on():
            client = self.client()
            for _ in range(20):
                if client is None or not self.goes_on():
                    break
                self.ask(client, do="create", game="sabacc", seats=["ismcts:ms=50"] * 4)

    def chat(self):
        """Talk as much as one can, on new connections."""
        cookie = None
        while self.goes_on():
            client = self.client(cookie)
            if client is None:
                continue
            try:
                table = client.create("mulle")["table"]
            except (Refused, Closed, OSError, TimeoutError):
                time.sleep(0.05)
                continue
            for _ in range(200):
                if not self.goes_on() or self.ask(client, do="chat", table=table, text="ñ" * 300) is None:
                    break

    def language(self):
        """Change the language again and again with tables to be told anew."""
        client = self.client()
        while client is None and self.goes_on():
            client = self.client()
        names = []
        for _ in range(14):
            try:
                names.append(client.create("mulle", ["me", "random"])["table"])
                client.watch(names[-1])
            except (Refused, Closed, OSError, TimeoutError):
                break
        languages = ["en", "sv"]
        while self.goes_on():
            languages.reverse()
            if self.ask(client, do="language", lang=languages[0]) is None:
                client = self.client()
                if client is None:
                    continue

    def lobby(self):
        self.flood({"do": "lobby", "on": True})

    def pings(self):
        """Players who ping without end."""
        players = []
        while self.goes_on():
            player = self.client() if len(players) < 20 else None
            if player is not None and self.ask(player, do="quick", game="mulle") is not None:
                player.socket.socket.setblocking(False)
                players.append(player)
            for player in list(players):
                try:
                    player.socket.socket.send(b"\x89\x80\0\0\0\0" * 600)
                    self.count("pings", 600)
                    while player.socket.socket.recv(65536):
                        pass
                except BlockingIOError:
                    pass
                except OSError:
                    self.count("closed")
                    players.remove(player)
            time.sleep(0.001)

    def sleepers(self):
        """Ask for much and read nothing."""
        sleepers = []
        while self.goes_on():
            sleeper = self.client() if len(sleepers) < 100 else None
            if sleeper is not None:
                sleeper.socket.socket.setblocking(False)
                sleepers.append(sleeper)
            for one in list(sleepers):
                try:
                    one.send(do="lobby", on=True)
                    one.send(do="create", game="bruno", settings={"public": True})
                    self.count("messages", 2)
                except BlockingIOError:
                    pass
                except OSError:
                    self.count("closed")
                    sleepers.remove(one)
            time.sleep(0.01)

    def passwords(self):
        """Guess passwords."""
        body = json.dumps({"login": "victim", "password": "wrong horse"})
        self.http(f"POST /api/login HTTP/1.1\r\nHost: localhost:{self.port}\r\nOrigin: http://localhost:{self.port}\r\nContent-Type: application/json\r\n"
                  f"Content-Length: {len(body)}\r\n\r\n{body}")


ATTACKS = ("nobody", "watch", "record", "pipeline", "session", "tables", "bots", "thinkers", "memory", "chat", "language", "lobby", "passwords", "pings", "sleepers", "downloads", "churn")


def attack(name, port, number, until, setting, results):
    os.nice(5)
    attacker = Attacker(port, number, until, setting)
    try:
        getattr(attacker, name)()
    except Exception as error:  # an attacker that fails is a figure too
        attacker.count(f"gave up: {type(error).__name__} {error}"[:80])
    results.put(attacker.figures)


# ---- the one who plays ----

def resident_mib(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def cpu_s(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def folder_mib(folder):
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder) if name.startswith("server.db")) / 2**20


def long_table(server):
    """A private table with a long journal, whose owner has gone; and the cookie."""
    owner = Client(server, server.guest())
    table = owner.create("mulle", ["me", "random"], {"omgangar": 9})["table"]
    owner.watch(table)
    choice = random.Random(1).choice
    owner.play_to_end(table, choice)
    owner.close()
    return {"table": table, "cookie": owner.cookie}


class Victim:
    def __init__(self, server):
        self.server = server
        status, headers, body = server.request("POST", "/api/register", {"login": "victim", "password": "correct horse"}, server.guest())
        assert status == 200, body
        self.cookie = headers["Set-Cookie"].split(";")[0]
        self.client = Client(server, self.cookie, timeout=PATIENCE_S)
        self.moves, self.sign_ins = [], []
        self.table = None

    def move(self):
        if self.table is None or self.client.tables[self.table]["now"]["phase"] != "playing":
            self.table = self.client.create("mulle", ["me", "random"])["table"]
            self.client.watch(self.table)
        now = self.client.turn(self.table, PATIENCE_S)
        if now["phase"] != "playing":
            return
        begin = time.monotonic()
        self.client.move(self.table, now["legal"][0]["move"])
        self.moves.append(time.monotonic() - begin)

    def sign_in(self):
        begin = time.monotonic()
        status, _, body = self.server.request("POST", "/api/login", {"login": "victim", "password": "correct horse"}, self.cookie)
        self.sign_ins.append(time.monotonic() - begin if status == 200 else float("inf"))


def percentile(times, share):
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


def a_page(folder):
    for name, size in (("index.html", 100), ("large.wasm", 8 << 20)):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(bytes(size))
    return folder


def measure(name, seconds):
    with tempfile.TemporaryDirectory() as page, Server(options=("unload_s=1",), web=a_page(page)) as server:
        setting = long_table(server) if name in ("watch", "record", "session") else {}
        victim = Victim(server)
        time.sleep(2.5)
        before, used = folder_mib(server.folder), cpu_s(server.process)
        until = time.time() + seconds
        results = multiprocessing.Queue()
        processes = [multiprocessing.Process(target=attack, args=(name, server.port, number, until, setting, results)) for number in range(ATTACKERS)]
        for process in processes:
            process.start()
        next_sign_in = time.time() + 1
        while time.time() < until:
            victim.move()
            if time.time() >= next_sign_in:
                victim.sign_in()
                next_sign_in += 2
            time.sleep(0.2)
        share = (cpu_s(server.process) - used) / seconds if server.process.poll() is None else float("nan")
        figures = {}
        for _ in processes:
            for what, times in results.get(timeout=PATIENCE_S).items():
                figures[what] = figures.get(what, 0) + times
        for process in processes:
            process.join()
        alive = server.process.poll() is None
        cells = (name, f"{percentile(victim.moves, 0.5):.0f}, {percentile(victim.moves, 0.99):.0f} ms", f"{max(victim.sign_ins, default=float('nan')):.2f} s",
                 f"{100 * share:.0f} %", f"{resident_mib(server.process) if alive else -1:.0f} MiB", f"{folder_mib(server.folder) - before:.1f} MiB",
                 ", ".join(f"{value:.0f} {what}" for what, value in sorted(figures.items(), key=lambda one: -one[1])[:4]))
        print("| " + " | ".join(cells) + " |", flush=True)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n\n| attack | moves of somebody else, p50, p99 | slowest sign-in | server's CPU "
          "| memory | database | the attackers got |\n|---|---|---|---|---|---|---|", flush=True)
    for name in sys.argv[2:] or ATTACKS:
        try:
            measure(name, seconds)
        except Exception as error:
            print(f"{name:10} the one who plays could not go on: {type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    main()
