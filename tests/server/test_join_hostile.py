#!/usr/bin/env python3
"""`tapete join` and servers that say anything: each wrong answer is one clear sentence, nothing crashes, nothing of it reaches the terminal as a control sequence. Reports as TAP."""

import base64
import copy
import hashlib
import json
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from client import GUID, TAPETE, Client, Server
from tap import check, finish

ROOM = tempfile.mkdtemp(prefix="tapete-hostile-")
SESSION = {"id": "p1", "name": "Guest", "account": False, "protocol": 1}
WELCOME = {"is": "welcome", "protocol": 1, "server": "x", "you": {"id": "p1", "name": "Guest", "account": False}}
ROUNDS = int(os.environ.get("TAPETE_JOIN_ROUNDS", "40"))


def answer(body, status="200 OK", cookie="tapete=x", head=""):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"Set-Cookie: {cookie}; Path=/"] if cookie else []
    return ("\r\n".join(lines) + head + "\r\n\r\n").encode() + body


def frame(payload, first=0x81):
    payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    size = len(payload)
    head = bytes([first, size]) if size < 126 else bytes([first, 126]) + struct.pack(">H", size) if size < 65536 \
        else bytes([first, 127]) + struct.pack(">Q", size)
    return head + payload


heard = []  # what clients said, as texts


def read_frame(peer):
    """The kind of the next frame of a client, which is masked and short; None where it has left."""
    def read(size):
        data = b""
        while len(data) < size:
            more = peer.recv(size - len(data))
            if not more:
                return None
            data += more
        return data
    head = read(2)
    size = head and head[1] & 127
    if size == 126:
        long = read(2)
        size = long and struct.unpack(">H", long)[0]
    data = None if size is None else read(4 + size)
    if data is None:
        return None
    heard.append(bytes(byte ^ data[i % 4] for i, byte in enumerate(data[4:])))
    return head[0] & 15


class Stage:
    """A server that answers the first request with one text, and says others on the websocket. `ends`: who has seen all of it is sent away."""

    def __init__(self, session, frames, shake, ends):
        self.session, self.frames, self.shake, self.ends = session, frames, shake, ends
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            while True:
                peer, _ = self.listener.accept()
                threading.Thread(target=self.speak, args=(peer,), daemon=True).start()
        except OSError:
            pass

    def speak(self, peer):
        try:
            request = b""
            while b"\r\n\r\n" not in request:
                more = peer.recv(4096)
                if not more:
                    return
                request += more
            if b"GET /ws" not in request:
                peer.sendall(self.session)
                peer.close()
                return
            key = request.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0].decode()
            accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
            if self.shake is not True:
                peer.sendall(self.shake)
            else:
                peer.sendall(f"HTTP/1.1 101 S\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {accept}\r\n\r\n".encode())
            for payload in self.frames:
                peer.sendall(payload)
            # What came before a ping is shown before the next one is answered.
            for _ in range(2 * self.ends):
                peer.sendall(frame(b"", 0x89))
                kind = 0
                while kind not in (None, 10):
                    kind = read_frame(peer)
            if self.ends:
                peer.sendall(frame(b"{"))
            while peer.recv(4096):
                pass
        except OSError:
            pass

    def close(self):
        self.listener.close()


def visit(session=None, frames=(), shake=True, ends=True):
    stage = Stage(session if session is not None else answer(SESSION), [frame(WELCOME), *frames], shake, ends)
    try:
        return subprocess.run([TAPETE, "join", f"http://127.0.0.1:{stage.port}/table/t1", "--plain"], input=b"q\n",
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False,
                              env={**os.environ, "XDG_DATA_HOME": ROOM, "LC_ALL": "C.UTF-8"})
    finally:
        stage.close()


def one_sentence(run, *statuses):
    return run.returncode in statuses and run.stderr.count(b"\n") == 1 and run.stderr.startswith(b"tapete: ") and \
        clean(run)


def clean(run):
    return not any(byte < 32 and byte != 10 for byte in run.stdout + run.stderr) and b"\xc2\x9b" not in run.stdout


def real_message():
    """What a server says of a game of Sabacc in which the first seat is to move."""
    with Server() as server:
        client = Client(server, server.guest())
        made = client.ask(do="create", game="sabacc", options={"players": 2}, seats=["me", "random"], settings={})
        client.ask(do="watch", table=made["table"])
        message = {"is": "", "now": {}}
        while message["is"] != "table" or not message["now"].get("legal"):
            message = json.loads(client.socket.receive_text())
        client.ask(do="watch", table=made["table"])
        whole = client._read("table")  # noqa: SLF001
        client.socket.close()
        return dict(whole, table="t1")


def spoil(value, dice):
    """Change one place somewhere within a value."""
    others = [None, True, -1, 10**18, 0.5, "", "x" * 3000, "\x1b[2J\u009b5n", [], {}, [[]] * 9, {"a": {}}]
    places = []

    def walk(at):
        for key in (at if isinstance(at, dict) else range(len(at))):
            places.append((at, key))
            if isinstance(at[key], (dict, list)):
                walk(at[key])
    walk(value)
    at, key = dice.choice(places)
    if isinstance(at, dict) and dice.random() < 0.2:
        del at[key]
    else:
        at[key] = dice.choice(others)


try:
    for name, session in (("nothing at all", b""), ("no HTTP", b"220 mail ready\r\n\r\n"), ("no JSON", answer(b"<html>")),
                          ("a list", answer([])), ("no cookie", answer(SESSION, cookie="")),
                          ("a cookie with a control character", answer(SESSION, cookie="tapete=a\x01b")),
                          ("an endless head", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000000),
                          ("an error with control characters", answer({"error": {"text": "no \x1b[2J"}}, "503 No")),
                          ("another version", answer(dict(SESSION, protocol=2))),
                          ("a name of the wrong type", answer(dict(SESSION, id=7)))):
        shutil.rmtree(os.path.join(ROOM, "tapete"), ignore_errors=True)
        run = visit(session)
        check(f"session: {name}", one_sentence(run, 2), run)
    for name, shake in (("no websocket", answer({}, "404 No")), ("a wrong handshake", b"HTTP/1.1 101 S\r\nSec-WebSocket-Accept: x\r\n\r\n"),
                        ("an endless handshake", b"HTTP/1.1 101 S\r\n" + b"X: y\r\n" * 5000)):
        run = visit(shake=shake)
        check(f"handshake: {name}", one_sentence(run, 1), run)

    good = real_message()
    for name, payload in (("no JSON", frame(b"{")), ("a number", frame(b"7")), ("no UTF-8", frame(b'"\xff"')),
                          ("deep", frame(b"[" * 100000)), ("a frame that is too long", b"\x81\x7f" + struct.pack(">Q", 1 << 40)),
                          ("an unknown frame", frame(b"x", 0x83)), ("a ping that is too long", frame(b"x" * 500, 0x89)),
                          ("an empty table", frame({"is": "table", "table": "t1", "whole": True})),
                          ("a refusal", frame({"is": "refused", "ref": 11, "reason": "NO_SUCH_TABLE", "text": "no \x1b[2J such table"})),
                          ("another game", frame(dict(good, about=dict(good["about"], game="poker")))),
                          ("seats that are not there", frame(dict(good, about=dict(good["about"], seats=[]))))):
        run = visit(frames=[payload])
        check(f"message: {name}", one_sentence(run, 1), run)

    run = visit(frames=[frame(good)], ends=False)
    check("what is right is shown", run.returncode == 0 and b"Round 1" in run.stdout and run.stderr == b"", run)
    named = copy.deepcopy(good)
    named["about"]["seats"][1]["name"] = "\x1b]0;x\x07\u009b5n"
    named["events"].append({"n": named["to"], "is": "chat", "name": "\x1b[2J", "said": "a\r\n\x1b[31mb"})
    run = visit(frames=[frame(named)], ends=False)
    check("names and what is said bring no control sequences", run.returncode == 0 and clean(run), run)

    # Before the deal: a list without the own seal, then another one for the same attempt.
    dealing = copy.deepcopy(good)
    dealing["events"] = [event for event in good["events"] if event["n"] < 3]
    told = {"table": "t1", "attempt": 1, "game": "sabacc", "rules": "1", "options": good["about"]["options"],
            "commitment": "00" * 32, "seals": ["11" * 32, None], "kinds": ["person", "agent"]}

    def step(name, sealed=None, **more):
        message = {**dealing, "now": {"phase": "commit", "ply": 0, "deal": {"attempt": 1, "step": name, "sealed": [], "revealed": [], **more}}}
        return frame({**message, "about": {**good["about"], **({"sealed": sealed} if sealed else {})}})

    heard.clear()
    run = visit(frames=[step("seal"), step("reveal", told), step("reveal", {**told, "commitment": "22" * 32})])
    said = [json.loads(text) for text in heard if text.startswith(b"{")]
    check("a list without the own seal, and a second list, are told and get nothing", clean(run) and
          run.stdout.count(b"left your seal out of the list") == 1 and run.stdout.count(b"showed a different list of seals than before") == 1 and
          [message["do"] for message in said if message["do"] in ("seal", "reveal")] == ["seal"], (run, said))
    heard.clear()
    run = visit(frames=[step("reveal"), step("reveal", {**told, "table": "t2"}), step("reveal", {**told, "attempt": 2}), step("seal", attempt=4),
                        step("seal", attempt=0), step("nonsense"), step("reveal", [told]), step("reveal", {**told, "seals": 7})])
    check("nothing is sealed or shown for what is no attempt or no list", clean(run) and
          not any(b'"seal"' in text or b'"reveal"' in text for text in heard), (run, heard))

    dice = random.Random(9)
    wrong = []
    for _ in range(ROUNDS):
        message = copy.deepcopy(good)
        for _ in range(dice.choice((1, 1, 1, 3))):
            spoil(message, dice)
        message.update(dict.fromkeys(("is",), "table"), table="t1", whole=True)
        run = visit(frames=[frame(message)])
        if not ((run.returncode == 0 and run.stderr == b"" and clean(run)) or one_sentence(run, 1)):
            wrong.append((message, run))
    check(f"{ROUNDS} tables with something wrong in them: shown, or refused with a sentence", not wrong, wrong[:1])
finally:
    shutil.rmtree(ROOM, ignore_errors=True)
sys.exit(finish())
