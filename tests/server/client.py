"""A server of its own and clients for it, with nothing but Python's standard library.

A `Server` runs `tapete serve` on a free port with a database of its own. A `Client` is one websocket; it knows the protocol (docs/protocol.md)
just well enough to ask, to wait for answers, and to check of every message about a table that no event comes twice or is missed.
"""

import base64
import hashlib
import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import weakref

TAPETE = os.environ.get("TAPETE", "build/tapete")
PATIENCE_S = 240  # for what must come, on however busy a machine
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Closed(Exception):
    """The server has closed the connection."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code
        self.reason = reason


class Refused(Exception):
    def __init__(self, message):
        super().__init__(f"{message['reason']}: {message['text']}")
        self.reason = message["reason"]
        self.text = message["text"]


class Server:
    """`tapete serve`, which can be stopped, killed and started again on the same database and port."""

    def __init__(self, *arguments, options=(), web=None, inherits=()):
        self.folder = tempfile.mkdtemp(prefix="tapete-server-")
        self.database = os.path.join(self.folder, "server.db")
        self.url = "sqlite:" + self.database
        self.arguments = list(arguments)
        if "TAPETE_POSTGRES" in os.environ:
            self._take_schema(os.environ["TAPETE_POSTGRES"])
        for option in options:
            self.arguments += ["--option", option]
        if web is not None:
            self.arguments += ["--web", web]
        self.inherits = inherits  # descriptors that are left open for it
        self.port = 0
        self.process = None
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.start()

    def _take_schema(self, postgres):
        """Everything is kept in a schema of this server's own; what lies beside a file of SQLite lies where that would be."""
        schema = "s" + os.path.basename(self.folder).replace("-", "_").lower() + str(os.getpid())
        subprocess.run(["psql", "-qX", "-d", postgres, "-c", f"CREATE SCHEMA {schema}"], check=True)
        self.url = f"{postgres}&options=-csearch_path%3D{schema}"
        if "--admin" not in self.arguments:
            self.arguments += ["--admin", self.database + ".sock"]
        if "--backup" not in self.arguments:
            self.arguments += ["--backup", self.database + ".backup"]

    def start(self):
        command = [TAPETE, "serve", "--port", str(self.port), "--db", self.url, *self.arguments]
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, pass_fds=self.inherits)
            line = self.process.stdout.readline().decode()
            found = re.match(r"listening on http://[^:]+:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
            self.process.wait()
            # The port of a server that was killed may be taken for a moment.
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start: {line!r} {self.log_text()[-2000:]}")
            time.sleep(0.1)

    def log_text(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as log:
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self, timeout=PATIENCE_S):
        """Stop it as a person would, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout)
        self.process.stdout.close()
        return status

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    @property
    def origin(self):
        return f"http://localhost:{self.port}"

    def request(self, method, path, body=None, cookie=None, headers=None):
        """One HTTP request: status, headers, bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        wanted = {"Host": f"localhost:{self.port}"}
        if cookie:
            wanted["Cookie"] = cookie
        if body is not None:
            wanted["Content-Type"] = "application/json"
            wanted["Origin"] = self.origin
            body = json.dumps(body).encode()
        wanted.update(headers or {})
        connection.request(method, path, body, wanted)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def guest(self):
        """The cookie of a new guest, as it is sent back."""
        status, headers, _ = self.request("GET", "/api/session")
        assert status == 200, status
        return headers["Set-Cookie"].split(";")[0]


class Keeper:
    """Says for open websockets that they are there, if a test is busy with something else for long: the server closes those that are silent for a
    minute, and a ping is answered only by who reads."""

    def __init__(self):
        self.sockets, self.lock, self.thread = weakref.WeakSet(), threading.Lock(), None

    def add(self, one):
        with self.lock:
            self.sockets.add(one)
            if self.thread is None:
                self.thread = threading.Thread(target=self._keep, daemon=True)
                self.thread.start()

    def _keep(self):
        while True:
            time.sleep(5)
            with self.lock:
                silent = [one for one in self.sockets if time.monotonic() - one.said > 20]
            for one in silent:
                try:
                    one.frame(10)
                except OSError:
                    pass  # it was closed


keeper = Keeper()


class Socket:
    """A websocket without any knowledge of what it carries."""

    def __init__(self, port, cookie=None, headers=None, timeout=PATIENCE_S, path="/ws"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.timeout = timeout
        self.buffer = b""
        self.lock, self.said = threading.Lock(), time.monotonic()
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: tapete.1"]
        if cookie:
            lines.append("Cookie: " + cookie)
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        if self.status != 101:
            raise Closed(self.status, "handshake")
        expected = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest())
        assert expected in head, head
        keeper.add(self)

    def _more(self, deadline=None):
        left = self.timeout if deadline is None else max(0, deadline - time.monotonic())
        ready, _, _ = select.select([self.socket], [], [], left)
        if not ready:
            raise TimeoutError("nothing came")
        data = self.socket.recv(65536)
        if not data:
            raise Closed()
        self.buffer += data

    def _take(self, count, deadline=None):
        while len(self.buffer) < count:
            self._more(deadline)
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def frame(self, opcode, payload=b"", final=True, masked=True, reserved=0):
        head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        mark = 0x80 if masked else 0
        if len(payload) < 126:
            head += bytes([mark | len(payload)])
        elif len(payload) < 65536:
            head += bytes([mark | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([mark | 127]) + struct.pack(">Q", len(payload))
        if masked:
            mask = os.urandom(4)
            stream = (mask * (len(payload) // 4 + 1))[:len(payload)]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(payload), "big")
            head += mask
        with self.lock:
            self.said = time.monotonic()
            self.socket.sendall(head + payload)

    def send_text(self, text):
        self.frame(1, text.encode() if isinstance(text, str) else text)

    def receive_text(self, wait=True):
        """The next text message; pings are answered on the way, and do not count as a sign of it. Without `wait`: None where only other frames have
        come."""
        deadline = time.monotonic() + self.timeout
        while wait or self.waits():
            first, second = self._take(2, deadline)
            length = second & 0x7f
            if length == 126:
                length = struct.unpack(">H", self._take(2, deadline))[0]
            elif length == 127:
                length = struct.unpack(">Q", self._take(8, deadline))[0]
            payload = self._take(length, deadline)
            opcode = first & 0xf
            if opcode == 1:
                return payload.decode()
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                self.frame(10, payload)
        return None

    def waits(self):
        """Whether something has come that was not read."""
        return bool(self.buffer) or bool(select.select([self.socket], [], [], 0)[0])

    def close(self):
        self.socket.close()


class Client:
    slowest = 0.0  # how long the slowest answer of all took: with_time in talk.py

    def __init__(self, server, cookie=None, timeout=PATIENCE_S, path="/ws", **headers):
        self.server = server
        self.cookie = cookie
        self.socket = Socket(server.port, cookie, headers, timeout, path)
        self.refs = 0
        self.tables = {}  # what was last heard of each: to, about, now, events
        self.texts = []  # every message as it came
        self.others = []  # messages that are neither answers nor about tables
        self.you = self._read("welcome")["you"]

    def _take(self):
        text = self.socket.receive_text()
        self.texts.append(text)
        message = json.loads(text)
        if message["is"] == "table":
            self._hear(message)
        return message

    def _hear(self, message):
        table = self.tables.setdefault(message["table"], {"to": -1, "events": [], "about": None, "now": None})
        if message.get("whole"):
            table["events"] = []
        else:
            assert message["from"] == table["to"], f"from {message['from']} after {table['to']}"
            assert [e["n"] for e in message["events"]] == list(range(message["from"] + 1, message["to"] + 1))
        table["events"] += message["events"]
        table["to"] = message["to"]
        table["now"] = message["now"]
        if "about" in message:
            table["about"] = message["about"]

    def _read(self, kind):
        while True:
            message = self._take()
            if message["is"] == kind:
                return message
            if message["is"] != "table":
                self.others.append(message)

    def send(self, **message):
        self.socket.send_text(json.dumps(message))

    def ask(self, **message):
        """Ask, and wait for the answer; messages about tables are heard in between."""
        self.refs += 1
        begin = time.monotonic()
        self.send(ref=self.refs, **message)
        try:
            return self.answer(self.refs)
        finally:
            Client.slowest = max(Client.slowest, time.monotonic() - begin)

    def answer(self, ref):
        while True:
            message = self._take()
            if message.get("ref") == ref:
                if message["is"] == "refused":
                    raise Refused(message)
                return message
            if message["is"] != "table":
                self.others.append(message)

    def wait_for(self, table, condition, timeout=PATIENCE_S):
        """Hear until the condition holds of what is known about the table."""
        deadline = time.monotonic() + timeout
        while table not in self.tables or not condition(self.tables[table]):
            if time.monotonic() > deadline:
                raise TimeoutError(f"still {self.tables.get(table)}")
            self._take()
        return self.tables[table]

    def plays_between(self, table, ply, heard):
        """How many moves of other tables came between this move and the next at this table, of all that was heard since. This connection watches
        all of them, so it hears everything in the order in which it happened."""
        plays = [(message["table"], event["ply"]) for message in map(json.loads, self.texts[heard:]) if message["is"] == "table"
                 for event in message["events"] if event["is"] == "play"]
        return plays.index((table, ply + 1)) - plays.index((table, ply)) - 1

    def create(self, game, seats=None, options=None, settings=None):
        message = {"do": "create", "game": game}
        for name, value in (("seats", seats), ("options", options), ("settings", settings)):
            if value is not None:
                message[name] = value
        return self.ask(**message)

    def watch(self, table, **more):
        self.ask(do="watch", table=table, **more)
        return self.wait_for(table, lambda t: t["to"] >= 0)

    def turn(self, table, timeout=PATIENCE_S):
        """Wait until it is this client's turn, or the game is over."""
        def ready(known):
            now = known["now"]
            return now["phase"] in ("over", "closed") or (now["phase"] == "playing" and "legal" in now)
        return self.wait_for(table, ready, timeout)["now"]

    def move(self, table, move, ply=None):
        if ply is None:
            ply = self.tables[table]["now"]["ply"] + 1
        return self.ask(do="move", table=table, ply=ply, move=move)

    def play_to_end(self, table, choose):
        """Play until the end; `choose` gets the list of legal moves."""
        while True:
            now = self.turn(table)
            if now["phase"] != "playing":
                return now
            self.move(table, choose(now["legal"])["move"])

    def close(self):
        self.socket.close()
