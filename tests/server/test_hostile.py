#!/usr/bin/env python3
"""Peers that mean harm: whatever they send, the server stays up, small, and quick for everybody else. Reports as TAP.

    test_hostile.py [NAME...]     only the tests of these names
"""

import json
import os
import random
import select
import socket
import struct
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, Client, Closed, Refused, Server, Socket
from talk import with_time

GENEROUS = ("contribute_ms=0", "workers=2", "budget_percent=1000000", "connections_per_address=2000", "tables_per_address=10000")
# Instrumented builds are larger and slower.
SLOWER = float(os.environ.get("TAPETE_SLOWER", "1"))
MOST_MIB = 200 if SLOWER == 1 else 1500
rng = random.Random(11)
server = None
TRAVERSAL = """/../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd /..\\..\\etc\\passwd /%00/etc/passwd /index.html%00.js
//etc/passwd /./../server.db /table/../../server.db /%c0%ae%c0%ae/etc/passwd /....//....//etc/passwd /%252e%252e/etc/passwd
/api/record/../../server.db /api/record/%2e%2e%2fserver.db /%5c..%5cetc /.git/config /~root /api/../server.db""".split()


# ---- helpers ----

def resident_mib(of=None):
    with open(f"/proc/{(of or server).process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def number_of(metric, of=None):
    lines = (of or server).request("GET", "/metrics")[2].decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"tapete_{metric} ")))


def person(on=None, **more):
    on = on or server
    return Client(on, on.guest(), **more)


def refused(reason, client, **message):
    try:
        answer = client.ask(**message)
    except Refused as refusal:
        assert refusal.reason in (reason if isinstance(reason, tuple) else (reason,)), f"{message}: {refusal}"
        return refusal
    raise AssertionError(f"{str(message)[:300]} was answered with {answer}")


def closed_with(connection, *codes):
    """The connection is closed by the server, with one of these codes where the end is proper."""
    try:
        while True:
            connection.receive_text()
    except Closed as closed:
        assert closed.code in (*codes, None), closed
        return closed.code
    except ConnectionError:
        return None


def until(condition, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, "it does not become so"
        time.sleep(0.05)


def plays(on=None):
    """A normal game still works; how long its slowest move took, which is reported and not judged: the machine may be busy."""
    client = person(on)
    table = client.create("mulle", ["me", "mulle-greedy"])["table"]
    client.watch(table)
    slowest = 0
    while True:
        now = client.turn(table)
        if now["phase"] == "over":
            break
        begin = time.monotonic()
        client.move(table, now["legal"][0]["move"])
        slowest = max(slowest, time.monotonic() - begin)
    client.close()
    return slowest


def slowest_move():
    return f"slowest move of a normal game {1000 * plays():.0f} ms"


def raw(data, on=None, timeout=PATIENCE_S):
    """What comes back for these bytes, until the server closes or says nothing more."""
    with socket.create_connection(("127.0.0.1", (on or server).port), timeout=PATIENCE_S) as connection:
        try:
            connection.sendall(data)
        except ConnectionError:
            pass
        connection.settimeout(timeout)  # only what is heard may be awaited for less
        answer = b""
        try:
            while True:
                piece = connection.recv(65536)
                if not piece:
                    return answer
                answer += piece
                if b"\r\n\r\n" in answer and b"keep-alive" in answer.lower():
                    connection.settimeout(0.3)
        except (TimeoutError, ConnectionError):
            return answer


def status_of(answer):
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else None


# ---- frames and messages ----

def test_oversized():
    """messages and bodies over the limit end the connection or are refused"""
    for size in (16385, 70000, 5_000_000):
        client = person()
        try:
            client.socket.send_text('{"do": "ping", "x": "' + "a" * size + '"}')
        except ConnectionError:
            pass
        closed_with(client.socket, 1009)
    client = person()
    head = bytes([0x81, 0xFF]) + struct.pack(">Q", 2**63 - 1) + b"abcd"
    client.socket.socket.sendall(head)
    closed_with(client.socket, 1002, 1009)
    client = person()  # many small pieces of one message
    try:
        client.socket.frame(1, b"{" + b" " * 1000, final=False)
        for _ in range(40):
            client.socket.frame(0, b" " * 1000, final=False)
    except ConnectionError:
        pass
    closed_with(client.socket, 1009)
    cookie = server.guest()
    for size in (4097, 100_000, 10_000_000):
        head = (f"POST /api/name HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.origin}\r\nCookie: {cookie}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n")
        answer = raw(head.encode() + b'{"name": "' + b"a" * min(size, 200_000))
        assert status_of(answer) in (413, 400, None), answer[:200]
    for head in (b"GET /health HTTP/1.1\r\nHost: a\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
                 b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
                 b"GET /health HTTP/1.1\r\nHost: a\r\n" + b"".join(b"X%d: y\r\n" % i for i in range(5000)) + b"\r\n"):
        assert status_of(raw(head)) in (400, 413, 414, 431, None)


def test_malformed():
    """frames that break the protocol end the connection with the right code"""
    def send(*frames):
        client = person()
        try:
            for opcode, payload, options in frames:
                client.socket.frame(opcode, payload, **options)
        except ConnectionError:
            pass
        return client.socket

    closed_with(send((1, b'{"do": "ping"}', {"masked": False})), 1002)
    closed_with(send((1, b"\xff\xfe", {})), 1007)
    closed_with(send((1, b'{"do": "\xed\xa0\x80"}', {})), 1007)
    closed_with(send((2, b"binary", {})), 1003)
    closed_with(send((3, b"", {})), 1002)
    closed_with(send((1, b"x", {"reserved": 4})), 1002)
    closed_with(send((0, b"x", {})), 1002)
    closed_with(send((9, b"x" * 126, {})), 1002)
    closed_with(send((9, b"x", {"final": False})), 1002)
    closed_with(send((1, b"x", {"final": False}), (1, b"y", {})), 1002)
    closed_with(send((8, b"\x03", {})), 1002)
    closed_with(send((8, struct.pack(">H", 1005), {})), 1002)
    for _ in range(60):
        client = person()
        try:
            client.socket.socket.sendall(rng.randbytes(rng.randint(1, 4000)))
        except ConnectionError:
            pass
        client.close()
    for text in ("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                 "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n",
                 "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n",
                 "GET /none HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"):
        assert status_of(raw(text.encode())) in (400, 404, 426), text
    for _ in range(100):
        raw(rng.choice((b"GET", b"POST", b"\x16\x03\x01", b"PRI * HTTP/2.0\r\n\r\n", b"")) + rng.randbytes(rng.randint(0, 600)) + b"\r\n\r\n",
            timeout=0.05)
    return slowest_move()


def test_strange_json():
    """NUL, lone surrogates, huge numbers and nesting bombs are refused, and nothing else happens"""
    texts = ['{"do": "chat", "table": "t0", "text": "a\\u0000b"}', '{"do": "chat", "table": "t0", "text": "\\ud800"}',
             '{"do": "chat", "table": "t0", "text": "\\udc00\\ud800"}', '{"do\\u0000x": "ping"}',
             '{"do": "move", "table": "t0", "ply": 1e999, "move": "a"}', '{"do": "move", "table": "t0", "ply": -1e400, "move": "a"}',
             '{"do": "move", "table": "t0", "ply": 99999999999999999999999, "move": "a"}',
             '{"do": "ping", "ref": 18446744073709551616}', '{"do": "ping", "ref": -9223372036854775809}',
             '{"do": "log", "table": "t0", "before": 1' + "0" * 3000 + ', "count": 1}', "[" * 16000, '{"a":' * 3000,
             '{"do": "create", "game": "mus", "options": ' + "[" * 40 + "]" * 40 + "}", '{"do": "create", "game": "mulle", "seats": ['
             + '"me",' * 3000 + '"me"]}', '{"do": "create", "game": "mulle", "options": {' + ",".join(f'"{i}": 1' for i in range(1000)) + "}}"]
    for text in texts:
        client = person()
        client.socket.send_text(text)
        answer = client._take()
        assert (answer["is"], answer["reason"]) == ("refused", "BAD_MESSAGE"), (text[:80], answer)
        client.ask(do="ping")
        client.close()
    client = person()
    table = client.create("mulle", ["me", "mulle-greedy"])["table"]
    client.watch(table)
    client.turn(table)
    for number in (2**63 - 1, -2**63, 2**32, 2**31, -1, 0):
        refused("STALE", client, do="move", table=table, ply=number, move="x")
        refused(("STALE", "WRONG_PHASE"), client, do="answer", table=table, offer=number, yes=True)
        client.ask(do="log", table=table, before=number, count=number)
        if number != 0:
            client.ask(do="watch", table=table, since=number)
        refused("SEATED", client, do="join", table=table, seat=number)
        client.ask(do="ping")
    other = person()
    public = client.create("mulle", settings={"public": True})["table"]
    for number in (2**63 - 1, -2**63 + 1, 2, 2**32 + 1):
        try:
            other.ask(do="join", table=public, seat=number)
            other.ask(do="leave", table=public)
        except Refused as refusal:
            assert refusal.reason == "SEAT_TAKEN", refusal
    client.close()


def test_replay():
    """messages sent again do nothing a second time; nothing works out of turn, for others or after the end"""
    with Server(options=GENEROUS) as patient:
        replay(*(person(patient) for _ in range(3)))


def replay(one, two, stranger):
    table = one.create("mulle", settings={"public": True})["table"]
    one.watch(table)
    two.ask(do="join", table=table)
    two.watch(table)
    stranger.watch(table)
    for client in (one, two):
        client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    while True:
        one.ask(do="ping")
        two.ask(do="ping")
        mover = next((c for c in (one, two) if "legal" in c.tables[table]["now"]), None)
        if mover is None:
            break
        other = two if mover is one else one
        now = mover.tables[table]["now"]
        move = {"do": "move", "table": table, "ply": now["ply"] + 1, "move": rng.choice(now["legal"])["move"]}
        refused("NOT_YOUR_TURN", other, **move)
        refused("NOT_SEATED", stranger, **move)
        mover.ask(**move)
        refused(("STALE", "WRONG_PHASE"), mover, **move)
        refused(("STALE", "WRONG_PHASE"), other, **move)
    one.wait_for(table, lambda t: t["now"]["phase"] == "over")
    refused("WRONG_PHASE", one, **move)
    for client in (one, two):
        seen = [e["ply"] for e in client.tables[table]["events"] if e["is"] == "play"]
        assert seen == list(range(1, len(seen) + 1)), seen
    for client in (one, two, stranger):
        client.close()


# ---- too much ----

def test_message_flood():
    """a connection that sends too much is closed with 1008, and others do not notice"""
    with Server(options=("budget_percent=10",)) as small:
        client, other = person(small), person(small)
        try:
            for _ in range(2000):
                client.socket.send_text('{"do": "ping"}')
        except ConnectionError:
            pass
        assert closed_with(client.socket, 1008) in (1008, None)
        other.ask(do="ping")
    return slowest_move()


def test_chat_flood():
    """chat is limited for each person and table, in count and in bytes, and a new connection changes nothing"""
    with Server(options=("contribute_ms=0",)) as usual:
        one = person(usual)
        table = one.create("mulle", ["me", "mulle-greedy"], settings={"public": True})["table"]
        one.watch(table)
        cookies = [usual.guest() for _ in range(5)]
        said = turned_away = 0
        begin = time.monotonic()
        for turn in range(30):
            for cookie in cookies:
                client = Client(usual, cookie)  # each time anew
                client.watch(table)
                for _ in range(2):
                    try:
                        client.ask(do="chat", table=table, text="\U0001f0a1" * 300)
                        said += 1
                    except Refused as refusal:
                        assert refusal.reason == "TOO_MANY", refusal
                        turned_away += 1
                client.close()
        # The table has 24,000 bytes at once and then 1,200 in a second, one such text; a person 6,000 and 300, so five of them 25 and 1.25.
        spent = time.monotonic() - begin
        assert said <= 21 + 1.25 * spent and said + turned_away == 300, (said, turned_away, spent)
        assert turned_away > 0 or spent > 200, (said, spent)
        now = one.turn(table)
        one.move(table, now["legal"][0]["move"])
        one.close()
    return f"{said} said, {turned_away} turned away"


def test_connection_limits():
    """one address has a limited number of connections, and gets new ones when others end"""
    with Server(options=("connections_per_address=10", "contribute_ms=0")) as small:
        cookie = small.guest()
        held = []

        def opened():
            """The connection that brought the cookie may still count for a moment."""
            try:
                held.append(Client(small, cookie))
            except (Closed, ConnectionError):
                return False
            return True
        for _ in range(10):
            until(opened)
        failures = 0
        for _ in range(20):
            try:
                Socket(small.port, cookie)
            except (Closed, ConnectionError, TimeoutError):
                failures += 1
        assert failures == 20, failures
        held[0].ask(do="ping")
        for client in held:
            client.close()
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                plays(small)
                break
            except (Closed, ConnectionError, TimeoutError, OSError):
                assert time.monotonic() < deadline, "nobody gets in any more"
                time.sleep(0.1)


def test_slow_headers():
    """requests that do not end are ended after some seconds, however slowly they go on"""
    sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for number, connection in enumerate(sockets):
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n" if number % 2 else
                           b"POST /api/name HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n")
    begin, open_now = time.monotonic(), sockets
    while open_now and time.monotonic() - begin < 60 * SLOWER:
        time.sleep(0.5)
        for connection in list(open_now):
            try:
                connection.sendall(b"X")
                if select.select([connection], [], [], 0)[0] and not connection.recv(65536):
                    open_now.remove(connection)
            except ConnectionError:
                open_now.remove(connection)
    took = time.monotonic() - begin
    assert not open_now, f"{len(open_now)} are still open"
    return f"all ended after {took:.1f} s"


def test_slow_reader():
    """who does not read is dropped, and costs the server a bounded amount of memory"""
    one = person()
    table = one.create("mulle", ["random"] * 2, options={"omgangar": 8}, settings={"public": True})["table"]
    one.watch(table)
    one.wait_for(table, lambda t: t["now"]["phase"] == "over", PATIENCE_S)
    before, dropped_before = resident_mib(), number_of("slow_clients_dropped_total")
    sleepers = []
    for _ in range(12):
        sleeper = person()
        sleeper.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleeper.send(do="watch", table=table)
        sleeper.send(do="lobby", on=True)
        sleepers.append(sleeper)
    begin = time.monotonic()
    sent = dropped = most = 0
    while dropped < len(sleepers) / 2 and time.monotonic() - begin < 60 * SLOWER:
        for sleeper in sleepers:
            try:
                # Only if there is room for all of it: half a message would end the connection for another reason.
                if select.select([], [sleeper.socket.socket], [], 0)[1]:
                    sleeper.send(do="watch", table=table, since=0)
                    sent += 1
            except OSError:
                pass
        time.sleep(0.05)
        most = max(most, resident_mib())
        dropped = number_of("slow_clients_dropped_total") - dropped_before
    for sleeper in sleepers:
        sleeper.close()
    one.close()
    person().ask(do="ping")
    assert dropped > 0, f"nobody was dropped: {sent} messages, {time.monotonic() - begin:.1f} s, {most:.0f} MiB"
    # A queue holds at most queue_bytes, 1 MiB.
    assert most - before < (60 if SLOWER == 1 else 600), (before, most)
    return f"{sent} messages, {dropped:.0f} dropped, {before:.0f} MiB before, {most:.0f} MiB after"


def test_table_flood():
    """tables are limited for each person, and making many does not keep others from playing"""
    made = 0
    for _ in range(8):
        client = person()
        for _ in range(25):
            try:
                client.create("mulle")
                made += 1
            except Refused as refusal:
                assert refusal.reason == "TOO_MANY", refusal
                break
        client.close()
    assert made <= 8 * 20, made
    return slowest_move()


def test_bot_flood():
    """a person's bots answer soon, however many tables of thinking bots others have: counted in moves of others, each of which takes a second of a worker"""
    with Server(options=(*GENEROUS, "watches=1000")) as flooded:
        one, looker = person(flooded), person(flooded)
        table = one.create("mulle", ["me", "flatmc:ms=50"], settings={"public": True})["table"]
        one.watch(table)
        one.turn(table)
        flooders, tables = [], [table]
        for _ in range(6):
            client = person(flooded)
            for number in range(15):
                seats = ["flatmc:ms=1000"] * 4 if number % 2 else ["me"] + ["flatmc:ms=1000"] * 3
                tables.append(client.create("sabacc", seats, settings={"public": True})["table"])
                client.ask(do="watch", table=tables[-1])
            flooders.append(client)
        for each in tables:
            looker.watch(each)
        until(lambda: number_of("workers_waiting", flooded) > 40)
        first = []
        while len(first) < 4 and one.turn(table)["phase"] == "playing":
            now, heard = one.tables[table]["now"], len(looker.texts)
            ply = now["ply"] + 1
            one.move(table, now["legal"][0]["move"])
            looker.wait_for(table, lambda known, ply=ply: known["now"]["ply"] > ply)
            first.append(looker.plays_between(table, ply, heard))
        for client in (*flooders, one, looker):
            client.close()
    # One after the other of the six flooders has a turn; waiting for all of their bots would mean waiting for more than forty.
    assert max(first) <= 30, first
    return f"{', '.join(f'{count:.0f}' for count in first)} moves of others came first"


def test_hint_flood():
    """hints that one person asks for do not keep another's waiting: counted in hints of the other, each of which takes 0.3 s of a worker"""
    return with_time(lambda seconds: hints_of_two(), 1)


def hints_of_two():
    greedy, one = person(), person()
    tables = []
    for client, count in ((greedy, 15), (one, 1)):
        for _ in range(count):
            tables.append(client.create("mulle", ["me", "mulle-greedy"])["table"])
            client.watch(tables[-1])
            client.turn(tables[-1])

    def answered():
        """How many hints the greedy one has heard so far."""
        while greedy.socket.waits():
            greedy._take()
        return sum('"is":"hint"' in text for text in greedy.texts)

    for table in tables[:-1]:
        greedy.send(do="hint", table=table)
    until(lambda: number_of("workers_waiting") > 5)
    before = answered()
    one.ask(do="hint", table=tables[-1])
    first = answered() - before
    greedy.close()
    one.close()
    assert first <= 8, f"{first} hints came first"
    return f"{first} hints of the other came first"


def test_many_connections():
    """10,000 connections one after the other leave nothing behind"""
    before = resident_mib()
    begin = time.monotonic()
    count = int(10_000 / SLOWER)
    for number in range(count):
        connection = socket.create_connection(("127.0.0.1", server.port))
        if number % 3 == 0:
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        if number % 7 == 0:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    for _ in range(int(300 / SLOWER)):
        Client(server).close()
    until(lambda: number_of("websockets") == 0)
    after = resident_mib()
    assert after - before < 30 * (1 if SLOWER == 1 else 10), (before, after)
    return f"{count} in {time.monotonic() - begin:.1f} s, {before:.0f} MiB before, {after:.0f} MiB after; {slowest_move()}"


# ---- guessing ----

def test_guessing():
    """invites and names of tables cannot be guessed"""
    one = person()
    made = one.create("mulle")
    with Server(options=GENEROUS) as quick:
        owner, stranger = person(quick), person(quick)
        made = owner.create("mulle")
        invite = made["invite"]
        guesses = [invite[:i] + ("0" if invite[i] != "0" else "1") + invite[i + 1:] for i in range(32)]
        guesses += [invite.upper() + " ", " " + invite, invite * 2, invite[:31], "", "%", "*", "' OR 1=1 --"]
        guesses += [f"{rng.getrandbits(128):032x}" for _ in range(300)]
        for guess in guesses:
            refused("NO_SUCH_TABLE", stranger, do="join", table=made["table"], invite=guess)
        for _ in range(300):
            name = "t" + "".join(rng.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=12))
            refused("NO_SUCH_TABLE", stranger, do="watch", table=name)
        for name in ("t' OR 1=1 --", "t%", "t_", "t*", "T" + made["table"][1:], made["table"] + " ", "t\n"):
            refused("NO_SUCH_TABLE", stranger, do="watch", table=name, invite=invite)
        owner.close()
        stranger.close()
    one.close()


def test_cookies():
    """cookies that are forged, cut or twisted are nobody's"""
    cookie = server.guest()
    mine = json.loads(server.request("GET", "/api/session", cookie=cookie)[2])["id"]
    name, value = cookie.split("=", 1)
    forged = [value[:i] for i in range(0, len(value), 3)]
    forged += [value[:i] + chr(ord(value[i]) ^ 1) + value[i + 1:] for i in range(len(value))]
    forged += [value + value, value.upper(), value.replace(".", ""), ".", "..", "...", mine, mine + ".0.", mine + ".0." + "0" * 64,
               mine + ".1" + value[len(mine) + 2:], "x" * 4000, "%s%n", "\"" + value[:-1] + "\""]
    for text in forged:
        if text == value:
            continue
        status, _, body = server.request("GET", "/api/session", cookie=f"{name}={text}")
        assert status in (200, 400, 431), status
        assert status != 200 or json.loads(body)["id"] != mine, text
    both = f"other=1; {name}=junk; {name}={value}; more={'x' * 500}"
    assert server.request("GET", "/api/session", cookie=both)[0] == 200


def test_brute_force():
    """attempts to sign in are limited for one address"""
    with Server(options=("passwords_per_minute=8",)) as small:
        cookie = small.guest()
        status, _, _ = small.request("POST", "/api/register", {"login": "victim", "password": "long enough"}, cookie)
        assert status == 200, status
        statuses, begin = [], time.monotonic()
        for number in range(30):
            status, _, body = small.request("POST", "/api/login", {"login": "victim", "password": f"guess {number:05}"})
            statuses.append(status)
            if status == 429:
                assert json.loads(body)["error"]["reason"] == "TOO_MANY"
        # Five of one account from one network, and then one in 30 s.
        most = 5 + (time.monotonic() - begin) / 30
        assert statuses[0] == 403 and set(statuses) <= {403, 429} and statuses.count(403) <= most, (statuses, most)


def test_origins():
    """other origins get neither a websocket nor a POST"""
    cookie = server.guest()
    for origin in ("http://evil.example", "null", "file://", f"http://localhost.evil.example:{server.port}", "http://localhost",
                   f"http://localhost:{server.port}@evil.example", f"http://127.0.0.1:{server.port}", "x" * 3000):
        try:
            Client(server, cookie, Origin=origin)
            raise AssertionError(origin)
        except Closed as closed:
            assert closed.code in (403, 400, 431), (origin, closed)
        status = server.request("POST", "/api/name", {"name": "Evil"}, cookie, {"Origin": origin})[0]
        assert status in (403, 400, 431), (origin, status)
    assert json.loads(server.request("GET", "/api/session", cookie=cookie)[2])["name"] != "Evil"


def test_traversal():
    """no path leads out of the page's folder"""
    with tempfile.TemporaryDirectory() as folder:
        web = os.path.join(folder, "web")
        os.mkdir(web)
        for path, text in (("web/index.html", "the page"), ("web/app.js", "let x"), ("secret.txt", "the secret"), ("web/.hidden", "the secret")):
            with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                file.write(text)
        os.symlink(os.path.join(folder, "secret.txt"), os.path.join(web, "link.txt"))
        with Server(web=web) as small:
            assert small.request("GET", "/app.js")[2] == b"let x"
            assert small.request("GET", "/table/t0")[2] == b"the page"
            for path in TRAVERSAL + ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/app.js/../../secret.txt", "/link.txt/../x"]:
                for method in ("GET", "HEAD", "POST"):
                    answer = raw(f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode("latin-1"), small, 2)
                    assert b"the secret" not in answer and b"root:" not in answer and b"SQLite" not in answer, (path, answer)
                    assert status_of(answer) in (200, 400, 403, 404, 405, 415, 429, None), (path, answer[:100])
                    if status_of(answer) == 200:
                        assert method == "HEAD" or answer.endswith(b"the page"), (path, answer)


def test_agent_names():
    """agents that read files, take threads or have huge budgets cannot be asked for"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x")
        client = person()
        for name in (f"mulle-learn:file={path}", f"mulle-learn:epsilon=0.1,file={path}", f"mulle-learn:learn=true,file={path}",
                     "flatmc:threads=64", "flatmc:ms=86400000", "flatmc:games=1000000000000", "flatmc:ms=2001", "flatmc:ms=-1",
                     "flatmc:ms=nan", "flatmc:ms=1e300", "flatmc:ms=10,threads=2", "flatmc:", "flatmc:=", "flatmc:ms", ":", "", "/bin/sh",
                     "random:" + "a" * 200, "mulle-learn:" + "epsilon=0.1," * 20, "program:/bin/true", "exec:/bin/true", "me ", "OPEN"):
            refused("BAD_MESSAGE", client, do="create", game="mulle", seats=["me", name])
            if client.refs % 15 == 0:
                client.close()
                client = person()
        table = client.create("mulle")["table"]
        refused("BAD_MESSAGE", client, do="fill", table=table, agent=f"mulle-learn:file={path}")
        client.ask(do="fill", table=table, agent="mulle-learn")
        client.watch(table)
        for _ in range(3):
            now = client.turn(table)
            client.move(table, now["legal"][0]["move"])
        client.close()
        assert not os.path.exists(path), "the file was made"


# ---- afterwards ----

def test_afterwards():
    """after all of this the server is up, small, healthy, and a normal game works"""
    assert server.process.poll() is None
    slowest = plays()
    status, _, body = server.request("GET", "/health")
    assert status == 200, body
    size = resident_mib()
    assert size < MOST_MIB, f"{size} MiB"
    until(lambda: number_of("websockets") == 0)
    return f"{size:.0f} MiB, slowest move {1000 * slowest:.0f} ms"


def main():
    global server
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    with Server(options=GENEROUS) as server:
        def alive(test):
            def run():
                try:
                    return test()
                finally:
                    if server.process.poll() is not None:
                        raise RuntimeError("the server has gone: " + server.log_text()[-5000:])
            run.__doc__, run.__name__ = test.__doc__, test.__name__
            return run

        status = tap.run([alive(test) for test in tests], sys.argv[1:])
        stopped = server.stop(60)
        if stopped != 0:
            print(f"# the server ended with {stopped}: {server.log_text()[-5000:]}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
