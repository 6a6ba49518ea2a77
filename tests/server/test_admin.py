#!/usr/bin/env python3
"""Operators: `tapete admin` over the local socket, what each of its commands does, and who may use it. Reports as TAP."""

import json
import os
import re
import socket
import sqlite3
import stat
import struct
import subprocess
import sys
import time

from client import PATIENCE_S, TAPETE, Client, Closed, Refused, Server
from talk import FAST, again, choice, clients, equal, here, known, now, person, play, post, record_of, refused, run, sync, table_of, verify


def sock(on=None):
    return (on or here.server).database + ".sock"


def admin(*words, on=None, status=0, lang="C.UTF-8"):
    """What `tapete admin` prints, on standard output or, where it fails, on standard error."""
    done = subprocess.run([TAPETE, "admin", *words, "--admin", sock(on)], capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": lang})
    equal((done.returncode, words), (status, words))
    return done.stdout if status == 0 else done.stderr


def asked(*words, on=None):
    return json.loads(admin(*words, "--json", on=on))


def connected(on=None):
    """A connection to the server's socket. If its backlog is full, this waits for a place; a socket with Python's own time limit would not."""
    connection = socket.socket(socket.AF_UNIX)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", PATIENCE_S, 0))
    try:
        connection.connect(sock(on))
    except OSError:
        connection.close()
        raise
    connection.settimeout(PATIENCE_S)
    return connection


def raw(*lines, on=None, end=b"\n"):
    """Lines sent as they are; the answers, up to the end of the connection or as many as there were lines."""
    with connected(on) as connection:
        connection.sendall(b"".join(line + end for line in lines))
        text = b""
        while text.count(b"\n") < len(lines):
            data = connection.recv(65536)
            if not data:
                break
            text += data
    return [json.loads(line) for line in text.splitlines()]


def wait_until(condition, seconds=PATIENCE_S):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def closed_with(client):
    """The refusal that came last, and the code with which the connection was closed."""
    try:
        while True:
            client.others.append(client._take())
    except Closed as end:
        told = [m for m in client.others if m["is"] == "refused"]
        return (told[-1]["reason"], told[-1]["text"]) if told else None, end.code


def account(name):
    cookie = here.server.guest()
    status, body, cookie = post("/api/register", {"login": name, "password": "correct horse"}, cookie)
    equal(status, 200)
    client = Client(here.server, cookie)
    clients.append(client)
    return client


def test_socket():
    """The socket has mode 0600 beside the database, and goes when the server stops; a stale one is replaced, a file is not."""
    mode = os.lstat(sock()).st_mode
    assert stat.S_ISSOCK(mode)
    equal(stat.S_IMODE(mode), 0o600)
    with Server() as other:
        other.kill()
        assert os.path.exists(sock(other))
        other.start()
        assert "version" in admin("status", on=other)
        equal(other.stop(), 0)
        assert not os.path.exists(sock(other))
        with open(sock(other), "w", encoding="utf-8") as file:
            file.write("mine")
        done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + other.database, "--admin", sock(other)],
                              capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        equal(done.returncode, 2)
        assert "there is a file of that name" in done.stderr, done.stderr
        with open(sock(other), encoding="utf-8") as file:
            equal(file.read(), "mine")
        done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + other.database + "2", "--admin", sock()],
                              capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        equal(done.returncode, 2)
        assert "another server listens there" in done.stderr, done.stderr
        assert "no server is running here" in admin("status", on=other, status=2)


def test_peers():
    """Only root and the server's own user are answered, even where the socket's mode lets others in."""
    if os.geteuid() != 0:
        return "not root: this cannot be tried"
    script = ("import os, socket, sys\nos.setgid(65534); os.setuid(65534)\ns = socket.socket(socket.AF_UNIX)\n"
              "try:\n    s.connect(sys.argv[1])\n    s.settimeout(60)\n    s.sendall(b'{\"do\":\"status\"}\\n')\n    print(len(s.recv(100)))\n"
              "except (PermissionError, ConnectionError) as e:\n    print(type(e).__name__)\n")
    folder = here.server.folder
    equal(subprocess.run([sys.executable, "-c", script, sock()], capture_output=True, text=True, check=True).stdout.strip(), "PermissionError")
    os.chmod(folder, 0o755)
    os.chmod(sock(), 0o666)
    try:
        answer = subprocess.run([sys.executable, "-c", script, sock()], capture_output=True, text=True, check=True).stdout.strip()
        assert answer in ("0", "ConnectionResetError", "BrokenPipeError"), answer
    finally:
        os.chmod(sock(), 0o600)
        os.chmod(folder, 0o700)
    return None


def test_bad_requests():
    """What is no request gets a sentence; a line that is too long ends the connection; many lines are answered in order."""
    for line, part in ((b"", "one JSON object"), (b"[]", "one JSON object"), (b"{}", "one JSON object"), (b'{"do":1}', "one JSON object"),
                       (b"\xff\xfe", "one JSON object"), (b"[" * 5000, "one JSON object"), (b'{"do":"frob"}', 'no such "do"'),
                       (b'{"do":"close"}', '"table" is missing'), (b'{"do":"close","table":5}', "wrong type"),
                       (b'{"do":"status","x":1}', "an unknown field"), (b'{"do":"status","do":"status"}', "one JSON object"),
                       (b'{"do":"status","lang":7}', '"lang" is a text')):
        answer = raw(line)[0]
        equal((answer["ok"], answer["error"]["reason"]), (False, "BAD_MESSAGE"))
        assert part in answer["error"]["text"], answer
    equal(raw(b"x" * 9000)[0]["error"]["text"], "a request is one line of at most 8191 bytes")
    answers = raw(*[b'{"do":"bans"}', b'{"do":"people"}', b"nonsense", b'{"do":"status"}'] * 50)
    equal([sorted(a)[0] for a in answers], ["bans", "ok", "error", "bans"] * 50)
    # More than the server serves at once: those that it does not serve it closes, and none of them is in the way of the next.
    for one in [connected() for _ in range(30)]:
        one.close()

    def answers_again():
        try:
            return raw(b'{"do":"bans"}')
        except OSError:
            return False  # those that have gone still count for a moment
    wait_until(answers_again)


def test_status_and_lists():
    """status, tables, people and sessions say what there is; filters hold."""
    ana, bob = account("ana-list"), person()
    table = table_of("mulle", [ana, bob])
    status = asked("status")
    assert status["healthy"] and status["tables"]["playing"] >= 1 and status["people"] >= 2 and status["disk_free_bytes"] > 0
    assert "in play" in admin("status")
    listed = asked("tables", "--phase", "playing", "--game", "mulle", "--person", ana.you["id"])["tables"]
    equal([(row["table"], row["game"], row["phase"], row["public"]) for row in listed], [(table, "mulle", "playing", False)])
    equal([seat["person"] for seat in listed[0]["seats"]], [ana.you["id"], bob.you["id"]])
    equal(asked("tables", "--game", "mus", "--person", ana.you["id"])["tables"], [])
    assert table in admin("tables")
    assert "--phase" in admin("tables", "--phse", "open", status=2)
    assert "the phases are open, commit, playing, over and closed" in admin("tables", "--phase", "begun", status=2)
    assert 'no game "poker"' in admin("tables", "--game", "poker", status=2)
    assert "from 1 to 1000" in admin("tables", "--most", "0", status=2)
    rows = asked("people", "ana-list")["people"]
    equal([(row["id"], row["login"], row["connections"]) for row in rows], [(ana.you["id"], "ana-list", 1)])
    assert bob.you["id"] in [row["id"] for row in asked("people", "--online")["people"]]
    assert "There is no such person." in admin("people", "no such person")
    rows = asked("sessions", "ana-list")["sessions"]
    equal([(row["person"], row["address"], row["tables"]) for row in rows], [(ana.you["id"], "127.0.0.1", 1)])
    firefox = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"}
    equal(here.server.request("POST", "/api/login", {"login": "ana-list", "password": "correct horse"}, headers=firefox)[0], 200)
    devices = asked("sessions", "ana-list")["devices"]
    equal(sorted(row["device"] for row in devices), ["", "Firefox, Linux"])
    assert "Firefox, Linux" in admin("sessions", ana.you["id"]) and "device" in admin("sessions", ana.you["id"])
    equal(asked("sessions", bob.you["id"])["devices"], [])
    assert "no person with the id or login" in admin("sessions", "no-such-person", status=2)


def test_close():
    """close ends a table for everybody, durably; one that is over or unknown is refused."""
    ana, bob = person(), person()
    table = table_of("mulle", [ana, bob])
    assert table in admin("close", table)
    for client in (ana, bob):
        client.wait_for(table, lambda t: t["now"]["phase"] == "closed")
    assert "is over already" in admin("close", table, status=2)
    assert "there is no table" in admin("close", "t123456789012", status=2)
    assert "close needs TABLE; see tapete admin close --help" in admin("close", status=2)


def test_rename():
    """rename changes the name everywhere at once; a name that is not fit is refused."""
    ana, bob = person(), person()
    table = table_of("mulle", [ana, bob])
    admin("rename", ana.you["id"], "Polite Name")
    bob.wait_for(table, lambda t: t["about"]["seats"][0]["name"] == "Polite Name")
    equal(Client(here.server, ana.cookie).you["name"], "Polite Name")
    assert "at least one character" in admin("rename", ana.you["id"], "  ", status=2)
    assert "no person with the id or login" in admin("rename", "nobody-at-all", "X", status=2)


def test_rename_stays():
    """A name that an operator took away is in no table that is read again: not at seats, in what was said or done, nor in records; and not for who looks on."""
    with Server(options=FAST) as server:
        ana, bob, eva = person(server), person(server), person(server)
        for client in (ana, eva):
            equal(post("/api/name", {"name": f"Rude {client.you['id'][-4:]}"}, client.cookie, server)[0], 200)
        finished = table_of("mulle", [ana, bob], settings={"public": True})
        eva.watch(finished)
        for client in (ana, eva):
            client.ask(do="chat", table=finished, text="Here I am")
        play([ana, bob], finished)
        left = bob.create("sabacc", settings={"public": True})["table"]
        bob.watch(left)
        ana.ask(do="join", table=left)
        ana.ask(do="leave", table=left)
        running = table_of("mulle", [bob, ana])
        sync(ana, bob, eva)
        assert all("Rude" in json.dumps(known(bob, table)) for table in (finished, left, running))
        for client, name in ((ana, "Polite One"), (eva, "Polite Two")):
            admin("rename", client.you["id"], name, on=server)
        for when in ("at once", "after a restart"):
            if when != "at once":
                server.kill()
                server.start()
            fresh = again(bob, server)
            for table in (finished, left, running):
                fresh.watch(table)
            sync(fresh)
            told = {table: json.dumps(known(fresh, table)) for table in (finished, left, running)}
            equal((when, ["Rude" in text for text in told.values()]), (when, [False, False, False]))
            assert all("Polite One" in text for text in told.values()) and "Polite Two" in told[finished], (when, told)
            record = record_of(fresh, finished)
            assert b"Rude" not in record and b"Polite One" in record, (when, record[:400])
            verify(record)


def test_delete():
    """delete is the erasure that the person could have asked for: gone from tables, signed out, the login is free."""
    ana, bob = account("ana-delete"), person()
    table = table_of("mulle", [ana, bob])
    admin("delete", "ana-delete")
    bob.wait_for(table, lambda t: t["about"]["seats"][0]["name"] == "gone")
    equal(closed_with(ana)[1], 4001)
    equal(asked("people", "ana-delete")["people"], [])
    account("ana-delete")
    assert "no person with the id or login" in admin("delete", ana.you["id"], status=2)


def test_ban_person():
    """A banned person is told why and until when, is put out of tables that go on with a bot, and cannot come back until the ban is lifted."""
    ana, bob = account("ana-ban"), person()
    table = table_of("mulle", [ana, bob])
    opened = ana.create("mulle", ["me", "open"])["table"]
    printed = admin("ban", "ana-ban", "--for", "7d", "--why", "shouting")
    (reason, text), code = closed_with(ana)
    equal((reason, code), ("BANNED", 4003))
    assert "until 20" in text and "UTC" in text and "shouting" in text, text
    assert ana.you["id"] in printed and "until 20" in printed
    bob.wait_for(table, lambda t: t["about"]["seats"][0]["bot"])
    play([bob], table)
    equal(now(bob, table)["phase"], "over")
    rows = asked("tables", "--person", ana.you["id"])["tables"]
    assert opened not in [row["table"] for row in rows] or all(s["person"] == "" for row in rows if row["table"] == opened for s in row["seats"])
    try:
        Client(here.server, ana.cookie)
        raise AssertionError("a banned person was welcomed")
    except Closed as end:
        equal(end.code, 4003)
    status, _, body = here.server.request("GET", "/api/session", cookie=ana.cookie, headers={"Accept-Language": "sv"})
    error = json.loads(body)["error"]
    equal((status, error["reason"]), (403, "BANNED"))
    assert "avstängd" in error["text"] and "shouting" in error["text"], error
    equal(here.server.request("GET", "/api/export", cookie=ana.cookie)[0], 200)
    equal(post("/api/login", {"login": "ana-ban", "password": "correct horse"})[0] in (200, 403), True)
    equal([(b["is"], b["who"], b["why"]) for b in asked("bans")["bans"] if b["who"] == ana.you["id"]], [("ban", ana.you["id"], "shouting")])
    assert "no longer banned" in admin("unban", "ana-ban")
    equal(Client(here.server, ana.cookie).you["id"], ana.you["id"])
    assert "is not banned" in admin("unban", "ana-ban", status=2)


def test_ban_this_machine():
    """The machine itself is not banned, from which all visitors come where a proxy was not named."""
    for network in ("127.0.0.1", "127.0.0.0/8", "127.200.0.0/16", "::1", "::1/128", "::ffff:127.0.0.1", "::ffff:0:0/90", "::ffff:0:0/84"):
        assert "is this machine" in admin("ban", network, status=2), network
    for network in ("126.255.255.255", "128.0.0.0/8", "2001:db8::1", "0:0:0:1::/64"):
        admin("ban", network)
        admin("unban", network)


def test_ban_address():
    """Addresses and networks are banned for HTTP and websockets, IPv6 by its /64; an end comes by itself and survives a restart."""
    with Server("--proxy", "127.0.0.1", options=FAST) as server:
        def status(address, path="/api/games"):
            return server.request("GET", path, headers={"X-Forwarded-For": address})[0]

        def shakes(address):
            try:
                Client(server, None, **{"X-Forwarded-For": address}).close()
                return True
            except Closed as end:
                return end.code
        victim = Client(server, None, **{"X-Forwarded-For": "203.0.113.9"})
        admin("ban", "203.0.113.0/24", on=server)
        equal(closed_with(victim)[1], 4003)
        equal([status(a) for a in ("203.0.113.1", "203.0.113.255", "203.0.114.1")], [403, 403, 200])
        equal([shakes(a) for a in ("203.0.113.1", "203.0.114.1")], [403, True])
        equal(status("203.0.113.1", "/health"), 200)
        admin("ban", "2001:db8:1:2:3::4", on=server)
        equal([status(a) for a in ("2001:db8:1:2:ffff::1", "2001:db8:1:3::1")], [403, 200])
        admin("ban", "198.51.100.7", on=server)
        equal(status("198.51.100.7"), 403)
        admin("ban", "198.51.100.7", "--for", "2s", on=server)  # which takes the place of the one before
        server.stop()
        server.start()
        equal([status(a) for a in ("203.0.113.1", "2001:db8:1:2::9", "203.0.114.1")], [403, 403, 200])
        wait_until(lambda: status("198.51.100.7") == 200)
        wait_until(lambda: len(asked("bans", on=server)["bans"]) == 2)
        admin("unban", "203.0.113.0/24", on=server)
        equal(status("203.0.113.1"), 200)
        for bad, part in (("300.1.2.3", "is not an address"), ("10.0.0.0/7", "too large a network"), ("2001:db8::/16", "too large a network"),
                          ("1.2.3.4/33", "is not an address"), ("1.2.3.4/", "is not an address"), ("1.2.3.4/-1", "is not an address")):
            assert part in admin("ban", bad, on=server, status=2), bad
        for bad in ("7", "d", "0d", "-3d", "7 d", "9999999d"):
            assert "a duration such as" in admin("ban", "10.0.0.1", "--for=" + bad, on=server, status=2), bad
        assert "at most 399 bytes" in admin("ban", "10.0.0.1", "--why", "x" * 400, on=server, status=2)


def test_mute():
    """A muted person cannot chat and is told until when; unmute lifts it."""
    ana, bob = person(), person()
    table = table_of("mulle", [ana, bob])
    admin("mute", ana.you["id"], "--for", "2h")
    refusal = refused("MUTED", ana, do="chat", table=table, text="hello")
    assert "until 20" in refusal.text
    bob.ask(do="chat", table=table, text="hello")
    ana.ask(do="ping")
    assert "no longer muted" in admin("unmute", ana.you["id"])
    ana.ask(do="chat", table=table, text="hello")
    assert "is not muted" in admin("unmute", ana.you["id"], status=2)
    assert "is no" not in admin("bans")


def test_log_and_backup():
    """The security log has sign-ins, failures and what operators did, with the network; backup asks for one."""
    ana = account("ana-log")
    equal(post("/api/login", {"login": "ana-log", "password": "wrong horse"})[0], 403)
    equal(post("/api/login", {"login": "nobody-log", "password": "wrong horse"})[0], 403)
    equal(post("/api/login", {"login": "ana-log", "password": "correct horse"})[0], 200)
    lines = asked("log", "--most", "1000")["lines"]
    mine = [(line["what"], line.get("address")) for line in lines if line.get("person") == ana.you["id"]]
    equal(mine, [("registered", "127.0.0.1"), ("sign-in failed", "127.0.0.1"), ("signed in", "127.0.0.1")])
    assert all(line["kind"] == "security" for line in lines)
    text = json.dumps(lines)
    assert "horse" not in text and "nobody-log" not in text
    backup = here.server.database + ".backup"
    admin("backup")
    wait_until(lambda: os.path.exists(backup))
    assert "security" in admin("log", "--most", "5")


def test_languages():
    """The program and what the server says are in the operator's language."""
    assert "Det finns" in admin("people", "no such person", lang="sv_SE.UTF-8") or "Det" in admin("people", "nobody", lang="sv_SE.UTF-8")
    assert "personne" in admin("delete", "nobody", status=2, lang="fr_FR.UTF-8").lower()


def test_security_log_file():
    """A security log of its own has mode 0600, is rotated by the day of uptime and kept for as long as it was said; no clock deletes any of it; the ordinary log has no addresses."""
    folder = os.path.dirname(sock())
    path = os.path.join(folder, "security.log")

    def text(end=""):
        with open(path + end, encoding="utf-8") as file:
            return file.read()

    def whats(end=""):
        return [json.loads(line)["what"] for line in text(end).splitlines()]

    def start_again(server, days=0, aged=()):
        """After so many days of uptime, with these files last written to long ago by the wall clock."""
        server.stop()
        with sqlite3.connect(server.database) as database:
            database.execute("UPDATE pulse SET uptime_ms = uptime_ms + ?", (days * 86400000,))
        database.close()
        for end in aged:
            os.utime(path + end, (time.time() - 400 * 86400,) * 2)
        server.start()

    for number in ("", ".1", ".2", ".3", ".4", ".5"):
        with open(path + number, "w", encoding="utf-8") as file:
            file.write("old%s\n" % number)
    os.chmod(path, 0o644)
    with Server("--security-log", path, options=("security_days=3",)) as server:
        admin("ban", "198.51.100.1", on=server)
        equal(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        equal((whats(), text(".1"), text(".2"), text(".3")), (["log begun", "ban made"], "old\n", "old.1\n", "old.2\n"))
        assert not os.path.exists(path + ".4") and not os.path.exists(path + ".5")
        start_again(server, aged=("", ".1", ".2", ".3"))
        admin("ban", "198.51.100.2", on=server)
        equal((whats(), text(".1"), text(".3")), (["log begun", "ban made", "ban made"], "old\n", "old.2\n"))
        start_again(server, days=1)
        admin("ban", "198.51.100.3", on=server)
        equal((whats(), whats(".1"), text(".3")), (["log begun", "ban made"], ["log begun", "ban made", "ban made"], "old.1\n"))
        # A day without a line is a day too.
        start_again(server, days=1)
        wait_until(lambda: whats() == ["log begun"])
        equal((whats(".1"), text(".3")), (["log begun", "ban made"], "old\n"))
        assert "198.51.100." not in server.log_text()
    done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + path + ".db", "--security-log", "/nowhere/x"],
                          capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    equal(done.returncode, 2)
    assert "cannot write the security log" in done.stderr


def test_notify():
    """systemd hears that the server is ready, is pinged while it works, and hears that it stops."""
    path = here.server.folder + "/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(path)
        listener.settimeout(PATIENCE_S)
        os.environ.update(NOTIFY_SOCKET=path, WATCHDOG_USEC="400000")
        try:
            server = Server()
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
        with server:
            heard = [listener.recv(200) for _ in range(4)]
            equal(heard, [b"READY=1"] + [b"WATCHDOG=1"] * 3)
            # Heard while it stops: of what nobody reads the system keeps ten.
            server.process.terminate()
            while heard[-1] != b"STOPPING=1":
                heard.append(listener.recv(200))
            equal(set(heard[1:-1]), {b"WATCHDOG=1"})
            equal(server.process.wait(PATIENCE_S), 0)
    os.unlink(path)


def test_reports():
    """A player's report reaches the queue with the person's chat, is shown and resolved; nonsense, strangers and floods are refused; it is erased with the person."""
    ana, bob, eve = person(), account("bob-report"), person()
    table = table_of("mulle", [ana, bob])
    for words in ("first rude thing", "second rude thing"):
        bob.ask(do="chat", table=table, text=words)
    ana.ask(do="chat", table=table, text="please stop")
    ana.ask(do="report", table=table, who=bob.you["id"], text="he shouts")
    refused("NO_SUCH_TABLE", eve, do="report", table=table, who=bob.you["id"])
    refused("BAD_MESSAGE", ana, do="report", table=table, who=ana.you["id"])
    refused("BAD_MESSAGE", ana, do="report", table=table, who=eve.you["id"])
    refused("BAD_MESSAGE", ana, do="report", table=table, who=bob.you["id"], text="x" * 400)
    rows = [row for row in asked("reports")["reports"] if row["about"] == bob.you["id"]]
    equal([(row["by"], row["text"], row["table"]) for row in rows], [(ana.you["id"], "he shouts", table)])
    report = rows[0]["report"]
    equal([line["said"] for line in rows[0]["chat"]], ["first rude thing", "second rude thing"])
    shown = asked("reports", "show", report)
    equal([line["said"] for line in shown["around"]], ["first rude thing", "second rude thing", "please stop"])
    printed = admin("reports", "show", report)
    assert "second rude thing" in printed and "please stop" in printed and "he shouts" in printed
    assert report in admin("reports")
    count = metrics()[1]["tapete_reports_open"]
    assert "is resolved" in admin("reports", "resolve", report, "--why", "warned")
    equal(metrics()[1]["tapete_reports_open"], count - 1)
    equal(asked("reports", "show", report)["resolution"], "warned")
    assert "no open report" in admin("reports", "resolve", report, status=2)
    assert "there is no report" in admin("reports", "show", "r000000", status=2)
    assert "show ID" in admin("reports", "frob", "x", status=2)
    for _ in range(9):
        ana.ask(do="report", table=table, who=bob.you["id"])
    refusal = refused("TOO_MANY", ana, do="report", table=table, who=bob.you["id"])
    assert "10 reports a day" in refusal.text
    admin("delete", "bob-report")
    equal([row for row in asked("reports")["reports"] if row["about"] == bob.you["id"]], [])
    assert "there is no report" in admin("reports", "show", report, status=2)


def test_reset():
    """A reset link sets the password once and signs everybody out; wrong, old and used ones get the same answer; guests have none; the database has no token."""
    ana = account("ana-reset")
    assert "is a guest" in admin("reset", person().you["id"], status=2)
    assert "no person with the id or login" in admin("reset", "nobody-reset", status=2)
    first = asked("reset", "ana-reset")["link"]
    answer = asked("reset", "ana-reset")
    link, token = answer["link"], answer["link"].split("#")[1]
    equal((link.split("#")[0], len(token)), (f"http://localhost:{here.server.port}/reset", 64))
    answers = [post("/api/reset", {"token": wrong, "new": "another horse"}) for wrong in (first.split("#")[1], "", "x" * 64, token[:-1])]
    equal([a[0] for a in answers], [403] * 4)
    equal(len({json.dumps(a[1]) for a in answers}), 1)
    equal(post("/api/reset", {"token": token, "new": "short"})[0], 400)
    equal(post("/api/login", {"login": "ana-reset", "password": "correct horse"})[0], 200)
    equal(post("/api/reset", {"token": token, "new": "another horse"})[0], 200)
    equal(closed_with(ana)[1], 4001)
    equal(json.loads(here.server.request("GET", "/api/session", cookie=ana.cookie)[2])["account"], False)
    equal(post("/api/reset", {"token": token, "new": "third horse!"})[0], 403)
    equal([post("/api/login", {"login": "ana-reset", "password": word})[0] for word in ("correct horse", "another horse")], [403, 200])
    files = b"".join(open(here.server.database + end, "rb").read() for end in ("", "-wal"))
    assert token.encode() not in files and token not in here.server.log_text()
    assert link.split("#")[0] in admin("reset", "ana-reset")


def metrics(on=None):
    """The metrics as they are parsed by Prometheus: every sample has a HELP and a TYPE line before it, once."""
    status, headers, body = (on or here.server).request("GET", "/metrics")
    equal((status, headers["Content-Type"].split(";")[0]), (200, "text/plain"))
    kinds, helped, samples = {}, set(), {}
    for line in body.decode().splitlines():
        if line.startswith("# HELP "):
            name, text = line[7:].split(" ", 1)
            assert name not in helped and text.strip(), line
            helped.add(name)
        elif line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            assert name in helped and name not in kinds and kind in ("counter", "gauge", "histogram"), line
            kinds[name] = kind
        else:
            found = re.fullmatch(r'([a-z_]+)(\{[a-z_]+="[^"{}]*"(?:,[a-z_]+="[^"{}]*")*\})? (\S+)', line)
            assert found, line
            base = re.sub(r"_(bucket|sum|count)$", "", found[1])
            owner = base if kinds.get(base) == "histogram" else found[1]
            assert owner in kinds, line
            if kinds[owner] == "counter":
                assert owner.endswith("_total"), line
            assert found[1] + (found[2] or "") not in samples, line
            samples[found[1] + (found[2] or "")] = float(found[3])
    return kinds, samples


def test_metrics():
    """Metrics parse; moves and commits have histograms that add up; sign-ins, failures, bans and disk are counted."""
    _, before = metrics()
    ana, bob = account("ana-metrics"), person()
    table = table_of("mulle", [ana, bob])
    play([ana, bob], table)
    equal(post("/api/login", {"login": "ana-metrics", "password": "wrong horse"})[0], 403)
    equal(post("/api/login", {"login": "ana-metrics", "password": "correct horse"})[0], 200)
    admin("ban", "198.51.100.200")
    kinds, after = metrics()
    equal((kinds["tapete_move_seconds"], kinds["tapete_commit_seconds"]), ("histogram", "histogram"))
    plies = now(ana, table)["ply"]
    equal(after["tapete_move_seconds_count"] - before["tapete_move_seconds_count"], plies)
    for name in ("move", "commit"):
        buckets = [value for key, value in after.items() if key.startswith(f"tapete_{name}_seconds_bucket")]
        equal(buckets, sorted(buckets))
        equal(buckets[-1], after[f"tapete_{name}_seconds_count"])
        assert after[f"tapete_{name}_seconds_sum"] > 0
    equal(after["tapete_failed_sign_ins_total"] - before["tapete_failed_sign_ins_total"], 1)
    equal(after["tapete_logins_total"] - before["tapete_logins_total"], 1)
    equal(after["tapete_bans"] - before["tapete_bans"], 1)
    admin("unban", "198.51.100.200")
    for name in ("disk_free_bytes", "database_bytes", "wal_bytes", "reports_open", "mutes", "disk_low", "limits_met_total"):
        assert any(key.startswith("tapete_" + name) for key in after), name


def test_warnings():
    """Dangerous combinations are said at the start and in status; what only requests show is said once, without an address in the log."""
    assert asked("status")["warnings"] == []
    with Server("--origin", "https://cards.example") as server:
        said = server.log_text()
        assert said.count("no --proxy is named") == 1, said
        for _ in range(3):
            server.request("GET", "/api/games", headers={"X-Forwarded-For": "203.0.113.77"})
        log = server.log_text()
        equal(log.count("forwarded headers from an address that --proxy does not name"), 1)
        assert "203.0.113.77" not in log and "127.0.0.1" not in log
        warnings = asked("status", on=server)["warnings"]
        assert any("no --proxy" in w for w in warnings) and any("forwarded headers" in w for w in warnings), warnings
        assert "kakor" in admin("status", on=server, lang="sv_SE.UTF-8")
    with Server("--origin", "https://cards.example", "--proxy", "127.0.0.1") as server:
        for _ in range(2):
            server.request("POST", "/api/logout", {}, headers={"Origin": "https://cards.example", "X-Forwarded-For": "203.0.113.7"})
        equal(server.log_text().count("cookies are sent without Secure"), 1)


def test_health():
    """/health has no warning if there is room on the disk."""
    status, _, body = here.server.request("GET", "/health")
    equal((status, json.loads(body).get("warning")), (200, None if not asked("status")["disk_low"] else "the disk is nearly full"))


if __name__ == "__main__":
    sys.exit(run([value for name, value in list(globals().items()) if name.startswith("test_")]))
