"""Several servers on one database, and a client that follows a table from one to the other, as the page does."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "server"))
from client import TAPETE, Client, Closed, Refused, Server

OPTIONS = ("contribute_ms=0", "budget_percent=1000000", "bot_delay_ms=0", "tables_per_person=100000", "tables_per_address=100000",
           "guests_per_hour=1000000", "workers=2", "watches=10000", "seats_per_guest=10000", "tables_per_minute=10000")


class Node(Server):
    """One of them. Its port stays the same when it is started again."""

    def __init__(self, name, url, options=OPTIONS, arguments=()):
        self.name, self.stopped = name, False
        self.folder = tempfile.mkdtemp(prefix=f"tapete-node-{name}-")
        self.database = os.path.join(self.folder, "server.db")
        self.url = url
        self.arguments = ["--node", name, "--admin", self.database + ".sock", "--backup", self.database + ".backup", *arguments]
        for option in options or OPTIONS:
            self.arguments += ["--option", option]
        self.inherits, self.port, self.process = (), 0, None
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.start()

    @property
    def path(self):
        return "/n/" + self.name

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)
        self.stopped = True

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)
        self.stopped = False

    def lives(self):
        return self.process.poll() is None and not self.stopped

    def figures(self):
        text = self.request("GET", "/metrics")[2].decode()
        return {name: float(value) for name, value in re.findall(r"^tapete_(\w+) (\S+)$", text, re.MULTILINE)}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Proxy(Server):
    """HAProxy before them, as docs/cluster.md describes it: /n/NAME leads to that server, everything else to the one with the fewest
    connections. A server that does not answer twice is left out, and its connections are closed."""

    def __init__(self, nodes, port=0, bind="127.0.0.1"):
        self.folder = tempfile.mkdtemp(prefix="tapete-proxy-")
        self.port = port or free_port()
        paths = "\n".join(f"    use_backend n{node.name} if {{ path_beg {node.path}/ }}" for node in nodes)
        check = "check inter 300ms fastinter 150ms fall 2 rise 1 on-marked-down shutdown-sessions"
        servers = "\n".join(f"    server s{node.name} 127.0.0.1:{node.port} {check}" for node in nodes)
        backends = "\n".join(f"""
backend n{node.name}
    retries 0
    option httpchk GET /health
    server s{node.name} 127.0.0.1:{node.port} {check}""" for node in nodes)
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"""global
    maxconn 4000
defaults
    mode http
    timeout connect 500ms
    timeout client 75s
    timeout server 75s
    timeout tunnel 75s
    timeout check 500ms
    option forwardfor
    option redispatch 1
    retries 3
    retry-on conn-failure empty-response 503
frontend all
    bind {bind}:{self.port}
{paths}
    default_backend any
backend any
    balance leastconn
    option httpchk GET /health
{servers}
{backends}
""")
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", path], stdout=log, stderr=log)
        deadline = time.monotonic() + 20
        while True:
            try:
                if self.request("GET", "/health")[0] == 200:
                    return
            except OSError:
                pass
            if time.monotonic() > deadline or self.process.poll() is not None:
                with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                    raise RuntimeError("haproxy does not start: " + log.read()[-2000:])
            time.sleep(0.05)

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Cluster:
    """With `proxy` (True, or its port), people come through it; else straight to each server."""

    def __init__(self, url, count=3, proxy=False, **more):
        self.nodes = [Node(str(number + 1), url, **more) for number in range(count)]
        self.proxy = Proxy(self.nodes, proxy if isinstance(proxy, int) and proxy > 1 else 0) if proxy else None

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.proxy:
            self.proxy.close()
        for node in self.nodes:
            if node.stopped:
                node.go_on()
            node.close()

    def alive(self):
        return [node for node in self.nodes if node.lives()]

    def at(self, path):
        return next(node for node in self.nodes if node.path == path)

    def where(self, table, asked=None):
        """The path of its owner, as one of the servers says, or None."""
        for node in [asked] if asked else [self.proxy] if self.proxy else self.alive():
            try:
                status, _, body = node.request("GET", "/api/where/" + table)
            except (OSError, http.client.HTTPException):
                continue
            if status == 200:
                return json.loads(body)["path"]
        return None

    def owner(self, table):
        path = self.where(table)
        return self.at(path) if path else None


class Watcher(Client):
    """A client that is told when its table is at another server."""

    def _take(self):
        message = super()._take()
        if message["is"] == "elsewhere" and "ref" not in message:
            raise Closed(None, "the table is elsewhere")
        return message


class Follower:
    """A person at a table, wherever that is. Everything that was acknowledged is kept in mind, and what was heard must be heard again."""

    def __init__(self, cluster, home=None):
        self.cluster = cluster
        home = home or cluster.proxy or cluster.alive()[0]
        self.cookie = home.guest()
        self.client = Watcher(home, self.cookie)
        self.node = home
        self.moves = {}  # table, ply: move that was acknowledged
        self.interruptions = []  # how long it took to be back, in seconds
        self.table = self.lost_at = None

    def begin(self, game="sabacc", seats=("me", "random", "random", "random"), **more):
        made = self.client.create(game, list(seats), **more)
        self.table = made["table"]
        self.client.watch(self.table)
        return made

    def follow(self, patience=120):
        """Be where the table is, and know all of it."""
        begin = self.lost_at or time.monotonic()
        self.lost_at = None
        self.client.close()
        while True:
            if time.monotonic() - begin > patience:
                raise TimeoutError(f"{self.table} is nowhere")
            path = self.cluster.where(self.table)
            if path is None:
                time.sleep(0.02)
                continue
            try:
                self.node = self.cluster.at(path)
                if self.node.stopped and not self.cluster.proxy:
                    time.sleep(0.02)
                    continue
                self.client = Watcher(self.cluster.proxy or self.node, self.cookie, timeout=5, path=path + "/ws")
                if self.table:
                    answer = self.client.ask(do="watch", table=self.table)
                    if answer["is"] == "elsewhere":
                        self.client.close()
                        continue
                    self.client.wait_for(self.table, lambda told: told["to"] >= 0)
                self.client.socket.timeout = 60
                self.interruptions.append(time.monotonic() - begin)
                return
            except (Closed, OSError, Refused, TimeoutError):
                time.sleep(0.02)

    def step(self):
        """One move that is acknowledged, whatever it takes."""
        while True:
            try:
                now = self.client.turn(self.table)
                if now["phase"] != "playing":
                    self.begin()
                    continue
                ply, move = now["ply"] + 1, now["legal"][0]["move"]
                answer = self.client.move(self.table, move, ply)
                if answer["is"] == "elsewhere":
                    raise Closed()
                self.moves[self.table, ply] = move
                return
            except Refused as refusal:
                if refusal.reason not in ("NOT_SAVED", "STALE"):
                    raise
                self.lost_at = time.monotonic()
                self.follow()
            except (Closed, OSError, TimeoutError):
                self.lost_at = time.monotonic()
                self.follow()

    def play(self, count):
        for _ in range(count):
            self.step()


def check_journal(postgres, schema, followers):
    """Every acknowledged move is there once, with the same words; no table has two entries for one ply that stands."""
    text = postgres.execute(f"SELECT table_id || ' ' || text FROM {schema}.journal WHERE text LIKE '%\"is\":\"play\"%' ORDER BY table_id, number")
    found = {}
    for line in text:
        table, entry = line.split(" ", 1)
        entry = json.loads(entry)
        found.setdefault((table, entry["ply"]), []).append(entry)
    lost = [key for follower in followers for key in follower.moves if key not in found]
    twice = [key for key, entries in found.items() if len(entries) > 1]
    return lost, twice
