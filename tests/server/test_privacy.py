#!/usr/bin/env python3
"""What is kept about people, who sees it, and how it goes away: the server from outside. Reports as TAP.

    test_privacy.py [NAME...]     only the tests of these names
"""

import hashlib
import hmac
import json
import os
import re
import signal
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
import talk
from client import PATIENCE_S, Client, Closed, Server
from talk import FAST, clients, equal, known, person, play, post, record_of, refused, sync, table_of, verify


# ---- who sees and hears what ----

def test_no_spectators_after_standing_up():
    """at a table without spectators nobody looks on who sat down and got up again, on any of their connections"""
    owner, guest, other = person(), person(), person()
    table = owner.create("sabacc", options={"players": 3}, settings={"public": True, "spectators": False})["table"]
    owner.watch(table)
    refused("NO_SUCH_TABLE", guest, do="watch", table=table)
    guest.ask(do="join", table=table)
    guest.watch(table)
    second = talk.again(guest)
    second.watch(table)
    guest.ask(do="leave", table=table)
    sync(guest, second)
    for client in (guest, second):
        ended = [m for m in client.others if m["is"] == "unwatched"]
        equal([(m["table"], bool(m["text"])) for m in ended], [(table, True)])
        refused("NO_SUCH_TABLE", client, do="watch", table=table)
        refused("NO_SUCH_TABLE", client, do="log", table=table)
        refused("NO_SUCH_TABLE", client, do="chat", table=table, text="still here?")
    other.ask(do="join", table=table)
    other.watch(table)
    owner.ask(do="fill", table=table, agent="random")
    other.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    owner.ask(do="chat", table=table, text="between us")
    sync(owner, other, guest, second)
    for client in (guest, second):
        assert all("between us" not in text for text in client.texts)
        assert all('"playing"' not in text for text in client.texts)
    equal(known(owner, table)["about"]["watching"], 0)


def test_spectators_after_standing_up():
    """if there are spectators, and for the owner everywhere, who gets up looks on"""
    for spectators, leaver in ((True, "guest"), (False, "owner")):
        owner, guest = person(), person()
        table = owner.create("sabacc", settings={"public": True, "spectators": spectators})["table"]
        guest.ask(do="join", table=table)
        client = owner if leaver == "owner" else guest
        client.watch(table)
        client.ask(do="leave", table=table)
        sync(client)
        equal((known(client, table)["about"]["you"], [m for m in client.others if m["is"] == "unwatched"]), (None, []))


def test_chat_characters():
    """chat has no control or direction characters, no matter who sends them; joiners and emoji stay"""
    one, two = person(), person()
    table = table_of("mulle", [one, two])
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f"
    for said, heard in (("a\u202eb\u2066c\u2069d", "abcd"), ("x\x1b[31my\x07z\x9b", "x[31myz"),
                        ("one\ntwo\tthree\u2028four", "one two three four"), (family, family),
                        ("\u200f\u200eשלום\u061c", "שלום"), ("\ufeff\ue000ok\uffff", "ok")):
        one.ask(do="chat", table=table, text=said)
        sync(two)
        equal([e["said"] for e in known(two, table)["events"] if e["is"] == "chat"][-1], heard)
    for nothing in ("\u202e", "\x01\x02", " \n \t", "\u2066\u2069", "x" * 301):
        refused("BAD_MESSAGE", one, do="chat", table=table, text=nothing)


def test_seats_of_a_guest():
    """a guest sits at a bounded number of tables at once; leaving one makes room, and an account has no such bound"""
    most = 3
    with talk.Server(options=[o for o in FAST if "seats_per_guest" not in o] + [f"seats_per_guest={most}"]) as server:
        host, guest = person(server), person(server)
        tables = [host.create("mulle", settings={"public": True})["table"] for _ in range(most + 2)]
        for table in tables[:most]:
            guest.ask(do="join", table=table)
        refused("TOO_MANY", guest, do="join", table=tables[most])
        refused("TOO_MANY", guest, do="quick", game="mulle")
        guest.ask(do="leave", table=tables[0])
        guest.ask(do="join", table=tables[most])
        status, _, cookie = post("/api/register", {"login": "many_tables", "password": "long enough"}, guest.cookie, server)
        equal(status, 200)
        account = talk.Client(server, cookie)
        clients.append(account)
        account.ask(do="join", table=tables[most + 1])


# ---- deletion ----

def kept_bytes(server):
    """Everything that the server has on the disk, except its log."""
    content = b""
    for name in sorted(os.listdir(server.folder)):
        path = os.path.join(server.folder, name)
        if name != "log" and os.path.isfile(path):
            with open(path, "rb") as file:
                content += file.read()
    return content


def account(on, name, login):
    """Somebody with an account and a name; the cookie from before registering is kept too."""
    before = on.guest()
    status, _, cookie = post("/api/register", {"login": login, "password": "long enough"}, before, on)
    equal(status, 200)
    status, me, again = post("/api/name", {"name": name}, cookie, on)
    equal(status, 200)
    client = Client(on, again or cookie)
    client.cookie = again or cookie
    client.before = before
    clients.append(client)
    return client


def wait_until_erased(server, *traces):
    """Wait until none of these bytes is on the disk."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        content = kept_bytes(server)
        left = [trace for trace in traces if trace.encode() in content]
        if not left:
            return
        assert time.monotonic() < deadline, f"still on the disk: {left}: {server.log_text()[-1500:]}"
        time.sleep(0.05)


def leave_traces(server, name, login, said):
    """A person who has left something everywhere; the tables, and who else is there."""
    ana, other = account(server, name, login), person(server)
    finished = table_of("mulle", [ana, other])
    ana.ask(do="chat", table=finished, text=said)
    other.ask(do="chat", table=finished, text="nothing of Ana")
    play([ana, other], finished)
    running = table_of("sabacc", [other, ana], options={"players": 3})
    left = other.create("sabacc", settings={"public": True})["table"]
    ana.ask(do="join", table=left)
    ana.ask(do="leave", table=left)
    looked_at = table_of("mulle", [other, person(server)], settings={"public": True})
    ana.watch(looked_at)
    ana.ask(do="chat", table=looked_at, text=said + " from outside")
    own = ana.create("sabacc", settings={"public": True})["table"]
    return ana, other, (finished, running, left, looked_at, own)


@tap.of_files
def test_deleted_means_erased():
    """after deletion neither name, chat, login nor id is on the disk: database, log and backup; numbers stay, records verify"""
    with Server(options=FAST) as server:
        name, login, said = "Zenobia Unmistakable", "zenobia_login", "a most remarkable sentence"
        ana, other, tables = leave_traces(server, name, login, said)
        me, record = ana.you["id"], record_of(other, tables[0])
        content = kept_bytes(server)
        for trace in (name, login, said, me):
            assert trace.encode() in content, trace
        status, _, _ = post("/api/delete", {"password": "long enough"}, ana.cookie, server)
        equal(status, 200)
        look = person(server)
        for table in tables[2:4]:
            look.watch(table)
        heard = "".join(look.texts)
        assert name not in heard and said not in heard and me not in heard, heard
        wait_until_erased(server, name, login, said, me)
        backup = server.database + ".backup"
        server.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while not os.path.exists(backup):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        wait_until_erased(server, name, login, said, me)
        after = record_of(other, tables[0])
        verify(after)
        first, rest = record.split(b"\n", 1)
        equal(after.split(b"\n", 1)[1], rest)
        expected = json.loads(first)
        expected["seats"][0] = "gone"
        equal(json.loads(after.split(b"\n", 1)[0]), expected)
        server.stop()
        database = sqlite3.connect(server.database)
        equal(database.execute("SELECT count(*) FROM erasures").fetchone(), (0,))
        equal(database.execute("SELECT count(*) FROM tombstones WHERE erased = 1").fetchone(), (1,))
        for table in tables:
            numbers = [n for (n,) in database.execute("SELECT number FROM journal WHERE table_id = ? ORDER BY number", (table,))]
            equal(numbers, list(range(1, len(numbers) + 1)))
        equal(database.execute("SELECT count(*), count(person) FROM results WHERE table_id = ?", (tables[0],)).fetchone(), (2, 1))
        database.close()
        server.start()
        again = talk.again2(other, server)
        for table in tables[:3]:
            again.watch(table)
        sync(again)
        chat = [e for e in known(again, tables[0])["events"] if e["is"] == "chat"]
        equal([(e["by"], e["name"], e["said"]) for e in chat], [("", "gone", ""), (other.you["id"], other.you["name"], "nothing of Ana")])
        equal(known(again, tables[1])["about"]["seats"][1]["name"], "gone")


def test_old_cookies_are_dead():
    """cookies of a deleted person are void, those from before registering too; nothing comes back by them"""
    with Server(options=FAST) as server:
        name, said = "Zenobia Unmistakable", "a most remarkable sentence"
        ana, other, tables = leave_traces(server, name, "zenobia", said)
        guest = person(server)
        gone = [ana.you["id"], guest.you["id"]]
        equal(post("/api/delete", {"password": "long enough"}, ana.cookie, server)[0], 200)
        equal(post("/api/delete", {}, guest.cookie, server)[0], 200)
        for round in range(2):
            for cookie in (ana.before, ana.cookie, guest.cookie):
                status, _, content = server.request("GET", "/api/session", cookie=cookie)
                assert json.loads(content)["id"] not in gone, round
                equal(post("/api/name", {"name": "Zenobia Back"}, cookie, server)[0], 401)
                client = Client(server, cookie)
                assert client.you["id"] not in gone
                client.close()
            stranger = person(server)
            status, _, content = server.request("GET", "/api/record/" + tables[3], cookie=stranger.cookie)
            assert said.encode() not in content and name.encode() not in content
            server.kill()
            server.start()


def test_erasing_goes_on_after_a_kill():
    """an erasure that was cut off goes on at the next start, and the person is dead from the first moment on"""
    with Server(options=FAST) as server:
        name, said = "Zenobia Unmistakable", "a most remarkable sentence"
        ana, other, tables = leave_traces(server, name, "zenobia", said)
        for _ in range(300):
            ana.send(do="chat", table=tables[3], text=said)
        sync(ana)
        me = ana.you["id"]
        equal(post("/api/delete", {"password": "long enough"}, ana.cookie, server)[0], 200)
        server.kill()
        server.start()
        status, _, content = server.request("GET", "/api/session", cookie=ana.cookie)
        assert json.loads(content)["id"] != me
        equal(post("/api/login", {"login": "zenobia", "password": "long enough"}, None, server)[0], 403)
        wait_until_erased(server, name, said, me)


def test_erasing_reaches_the_security_log():
    """no file of the security log names a deleted person any more, even if an id lies across two pieces of a large file and the server is killed in between"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "security.log")
        with Server("--security-log", path, options=FAST) as server:
            ana, eva = account(server, "Ana", "ana_logged"), account(server, "Eva", "eva_logged")
            me, other = (client.you["id"].encode() for client in (ana, eva))
            server.stop()
            piece = 1024 * 1024
            for number, filler in ((1, b""), (2, b"x" * (piece - 5)), (3, b"x" * (2 * piece - 30))):
                with open(f"{path}.{number}", "wb") as file:
                    file.write(filler + me + b"\n" + other + b"\n" + me)
            server.start()

            def named(whom):
                files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
                return [open(file, "rb").read().count(whom) for file in files]

            before = named(other)
            equal(named(me), [1, 2, 2, 2])
            equal(post("/api/delete", {"password": "long enough"}, ana.cookie, server)[0], 200)
            server.kill()
            server.start()
            deadline = time.monotonic() + PATIENCE_S
            while any(named(me)):
                assert time.monotonic() < deadline, named(me)
                time.sleep(0.02)
            equal(named(other), before)
            equal(os.path.getsize(path + ".2"), piece - 5 + 3 * len(me) + 2)
            equal([json.loads(line)["what"] for line in open(path, encoding="utf-8")], ["log begun", "registered", "registered"])
            wait_until_erased(server, me.decode())


@tap.of_files
def test_a_restored_backup_brings_nobody_back():
    """after an older backup was put in place, those who were deleted since are erased again at the start"""
    with Server(options=FAST) as server:
        name, login, said = "Zenobia Unmistakable", "zenobia_login", "a most remarkable sentence"
        ana, other, tables = leave_traces(server, name, login, said)
        me, backup = ana.you["id"], server.database + ".backup"
        server.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while not os.path.exists(backup):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        equal(post("/api/delete", {"password": "long enough"}, ana.cookie, server)[0], 200)
        wait_until_erased_but_for(server, backup, name, login, said, me)
        server.stop()
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(server.database + ending):
                os.unlink(server.database + ending)
        os.rename(backup, server.database)
        server.start()
        for cookie in (ana.cookie, ana.before):
            assert json.loads(server.request("GET", "/api/session", cookie=cookie)[2])["id"] != me
        equal(server.request("GET", "/api/player/" + me)[0], 404)
        equal(post("/api/login", {"login": login, "password": "long enough"}, None, server)[0], 403)
        wait_until_erased(server, name, login, said, me)
        assert "erased again" in server.log_text()
        verify(record_of(talk.again2(other, server), tables[0]))


def wait_until_erased_but_for(server, file, *traces):
    os.rename(file, file + ".away")
    away = tempfile.mkdtemp()
    os.rename(file + ".away", os.path.join(away, "backup"))
    wait_until_erased(server, *traces)
    os.rename(os.path.join(away, "backup"), file)
    os.rmdir(away)


@tap.of_files
def test_deleting_stops_nobody():
    """while somebody with very many games is erased, the moves of others go on, and each piece is small"""
    with Server(options=FAST) as server:
        ana, other = account(server, "Zenobia", "zenobia"), person(server)
        table = table_of("mulle", [ana, other])
        play([ana, other], table)
        server.stop()
        games = 2000
        database = sqlite3.connect(server.database)
        row = database.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
        entries = database.execute("SELECT number, kind, text FROM journal WHERE table_id = ?", (table,)).fetchall()
        results = database.execute("SELECT * FROM results WHERE table_id = ?", (table,)).fetchall()
        columns = [c[1] for c in database.execute("PRAGMA table_info(results)")]
        for i in range(games):
            copy = f"tcopy{i}"
            database.execute(f"INSERT INTO tables VALUES ({','.join('?' * len(row))})", (copy, *row[1:]))
            database.executemany("INSERT INTO journal VALUES (?, ?, ?, ?)", [(copy, *entry) for entry in entries])
            for result in results:
                values = [copy if c == "table_id" else v for c, v in zip(columns, result)]
                database.execute(f"INSERT INTO results VALUES ({','.join('?' * len(values))})", values)
            database.execute("INSERT INTO traces VALUES (?, ?)", (ana.you["id"], copy))
        database.commit()
        database.close()
        server.start()
        one, two = person(server), person(server)
        busy = table_of("mulle", [one, two])
        equal(post("/api/delete", {"password": "long enough"}, ana.cookie, server)[0], 200)
        moves = 0
        watching = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
        while watching.execute("SELECT count(*) FROM erasures").fetchone() != (0,):
            for client in (one, two):
                client.ask(do="chat", table=busy, text=str(moves))
                moves += 1
        watching.close()
        # Each answer waited for its own commit: that many pieces, or more, were in between.
        assert moves >= 20, moves
        server.stop()
        database = sqlite3.connect(server.database)
        equal(database.execute("SELECT count(*) FROM results WHERE person = ?", (ana.you["id"],)).fetchone(), (0,))
        equal(database.execute("SELECT count(*) FROM journal WHERE text LIKE '%Zenobia%'").fetchone(), (0,))
        database.close()
        return f"{moves} things were said meanwhile"


# ---- cookies and sessions ----

def who(server, cookie, **headers):
    """The id behind a cookie, and the cookies that come back."""
    status, answered, content = server.request("GET", "/api/session", cookie=cookie, headers=headers)
    equal(status, 200)
    return json.loads(content)["id"], answered.get_all("Set-Cookie")


def old_cookie(server, id, sign_in):
    """A cookie as the version before has made it."""
    database = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
    (key,) = database.execute("SELECT bytes FROM secrets WHERE name = 'cookie'").fetchone()
    database.close()
    # crypto_auth of libsodium: HMAC-SHA512, cut to 32 bytes
    mac = hmac.new(key, f"tapete cookie 1{id}.{sign_in}".encode(), hashlib.sha512).digest()[:32]
    return f"tapete={id}.{sign_in}.{mac.hex()}"


def run_uptime(server, days):
    """Let so many days of uptime pass, while the server is stopped."""
    server.stop()
    database = sqlite3.connect(server.database)
    database.execute("UPDATE pulse SET uptime_ms = uptime_ms + ?", (days * 86400000,))
    database.commit()
    database.close()
    server.start()


def test_sessions():
    """each device has its own cookie; they are listed and ended one by one, or all at once, and connections end with them"""
    with Server(options=FAST) as server:
        phone = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"}
        ana = account(server, "Ana", "ana_sessions")
        me = ana.you["id"]
        status, _, second = post("/api/login", {"login": "ana_sessions", "password": "long enough"}, None, server, phone)
        equal(status, 200)
        assert second != ana.cookie
        on_phone = Client(server, second)
        clients.append(on_phone)
        content = json.loads(server.request("GET", "/api/sessions", cookie=ana.cookie)[2])["sessions"]
        equal(sorted((s["device"], s["this"]) for s in content), [("", True), ("Firefox, Android", False)])
        (other,) = [s["session"] for s in content if not s["this"]]
        equal(post("/api/sessions/end", {"session": "snosuch"}, ana.cookie, server)[0], 404)
        equal(post("/api/sessions/end", {"session": other}, server.guest(), server)[0], 409)
        stranger = account(server, "Eva", "eva_sessions")
        equal(post("/api/sessions/end", {"session": other}, stranger.cookie, server)[0], 404)
        equal(post("/api/sessions/end", {"session": other}, ana.cookie, server)[0], 200)
        try:
            while True:
                on_phone._take()
        except Closed as closed:
            equal(closed.code, 4001)
        ana.ask(do="ping")
        server.kill()
        server.start()
        assert who(server, second)[0] != me
        equal(who(server, ana.cookie)[0], me)
        _, _, third = post("/api/login", {"login": "ana_sessions", "password": "long enough"}, None, server)
        equal(post("/api/sessions/end", {"session": "all"}, third, server)[0], 200)
        for cookie in (ana.cookie, second, third):
            assert who(server, cookie)[0] != me
        # Many sign-ins: the oldest go.
        made = [post("/api/login", {"login": "ana_sessions", "password": "long enough"}, None, server)[2] for _ in range(22)]
        equal([who(server, cookie)[0] == me for cookie in (made[0], made[1], made[2], made[-1])], [False, False, True, True])
        equal(len(json.loads(server.request("GET", "/api/sessions", cookie=made[-1])[2])["sessions"]), 20)


def test_guests_sign_out():
    """who signs out as a guest is somebody else from then on, and their cookie is void, with a row and without"""
    with Server(options=FAST) as server:
        plain, named = server.guest(), server.guest()
        post("/api/name", {"name": "Somebody"}, named, server)
        for cookie in (plain, named):
            me = who(server, cookie)[0]
            status, answer, fresh = post("/api/logout", {}, cookie, server)
            equal(status, 200)
            assert answer["id"] != me and who(server, fresh)[0] == answer["id"]
            for _ in range(2):
                assert who(server, cookie)[0] != me
                assert Client(server, cookie).you["id"] != me
                server.kill()
                server.start()


@tap.of_files
def test_cookies_have_an_age():
    """a cookie that was not used for 400 days of uptime is void, one that is used is renewed, and no clock changes that"""
    with Server(options=FAST) as server:
        used, unused = account(server, "Ana", "ana_age"), account(server, "Eva", "eva_age")
        guest = server.guest()
        guest_id, cookie = who(server, guest)[0], used.cookie
        run_uptime(server, 250)
        found, set_cookie = who(server, cookie)
        equal(found, used.you["id"])
        fresh = set_cookie[0].split(";")[0]
        assert fresh != cookie and "Max-Age=34560000" in set_cookie[0]
        run_uptime(server, 200)
        equal(who(server, fresh)[0], used.you["id"])
        for old, id in ((cookie, used.you["id"]), (unused.cookie, unused.you["id"]), (guest, guest_id)):
            assert who(server, old)[0] != id
        # An uptime that has gone back, as after an older backup, makes nothing void.
        run_uptime(server, -449)
        equal(who(server, fresh)[0], used.you["id"])


@tap.of_files
def test_cookies_of_the_version_before():
    """people of the version before keep who they are, and get a cookie of this version; an old one is void after signing out"""
    with Server(options=FAST) as server:
        guest, ana = person(server), account(server, "Ana", "ana_old")
        guest.create("mulle")
        for id, sign_in in ((guest.you["id"], 0), (ana.you["id"], 1)):
            old = old_cookie(server, id, sign_in)
            equal(Client(server, old).you["id"], id)
            found, set_cookie = who(server, old)
            equal(found, id)
            fresh = set_cookie[0].split(";")[0]
            assert fresh.startswith("tapete=2." + id), fresh
            equal(who(server, fresh)[0], id)
            equal(post("/api/logout", {}, fresh, server)[0], 200)
            assert who(server, old)[0] != id
        equal(who(server, ana.cookie)[0], ana.you["id"])  # another device of the account
        assert who(server, old_cookie(server, ana.you["id"], 0))[0] != ana.you["id"]


def test_host_cookie():
    """behind TLS the cookie is __Host-tapete, which no other host can set; the plain one is replaced"""
    with Server("--proxy", "127.0.0.1", options=FAST) as server:
        tls = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
        plain = server.guest()
        me, set_cookie = who(server, plain, **tls)
        equal(me, who(server, plain)[0])
        host, gone = set_cookie
        attributes = [part.strip() for part in host.split(";")[1:]]
        assert host.startswith("__Host-tapete=") and {"Secure", "Path=/", "HttpOnly", "SameSite=Lax"} <= set(attributes), host
        assert not any(part.startswith("Domain") for part in attributes)
        assert gone.startswith("tapete=;") and "Max-Age=0" in gone
        value = host.split(";")[0]
        equal(who(server, value, **tls)[0], me)
        # One that somebody else has planted under the plain name does not count beside it.
        equal(who(server, server.guest() + "; " + value, **tls)[0], me)


# ---- export, retention, invites ----

def test_export_has_everything():
    """the export has chat, devices and every table where something was left, and nothing that others said"""
    with Server(options=FAST) as server:
        ana, other, tables = leave_traces(server, "Zenobia", "zenobia", "a most remarkable sentence")
        status, _, content = server.request("GET", "/api/export", cookie=ana.cookie)
        equal(status, 200)
        kept = json.loads(content)
        equal(sorted((c["table"], c["said"]) for c in kept["chat"]),
              sorted([(tables[0], "a most remarkable sentence"), (tables[3], "a most remarkable sentence from outside")]))
        assert all(c["at_ms"] > 0 for c in kept["chat"])
        equal(len(kept["sessions"]), 1)
        equal(sorted(kept["tables"]), sorted(tables))
        assert b"nothing of Ana" not in content and other.you["id"].encode() not in content


@tap.of_files
def test_old_guests_are_erased():
    """guests who were not seen for guest_days of uptime are erased, whatever the clock says; accounts and those who are here stay"""
    with Server(options=[*FAST, "guest_days=30"]) as server:
        guest, ana = person(server), account(server, "Ana", "ana_stays")
        post("/api/name", {"name": "Zenobia Unmistakable"}, guest.cookie, server)
        old = guest.you["id"]
        run_uptime(server, 31)
        wait_until_erased(server, "Zenobia Unmistakable", old)
        equal(who(server, ana.cookie)[0], ana.you["id"])
        assert who(server, guest.cookie)[0] != old
        equal(json.loads(server.request("GET", "/api/privacy")[2])["guest_days"], 30)


def test_old_games_of_guests_are_deleted():
    """finished games of guests alone are deleted after guest_games_days of uptime, after an hour if there is no room; those with an account stay"""
    for options, days in ((["guest_games_days=30"], 31), (["guest_games_days=0", "database_mib=1"], 1)):
        with Server(options=[*FAST, "guest_days=0", *options]) as server:
            guest, ana = person(server), account(server, "Ana", "ana_keeps")
            tables = []
            for client in (guest, ana):
                tables.append(client.create("mulle", ["me", "random"])["table"])
                client.watch(tables[-1])
                client.play_to_end(tables[-1], lambda legal: legal[0])
            if days == 1:
                # Another game has filled the database.
                with sqlite3.connect(server.database) as database:
                    database.execute("CREATE TABLE ballast AS SELECT zeroblob(2097152) AS filling")
                database.close()
            old = guest.cookie
            equal([server.request("GET", "/api/record/" + table, cookie=client.cookie)[0] for table, client in zip(tables, (guest, ana))], [200, 200])
            run_uptime(server, days)
            deadline = time.monotonic() + PATIENCE_S
            while server.request("GET", "/api/record/" + tables[0], cookie=old)[0] == 200:
                assert time.monotonic() < deadline, "the game of a guest is still there"
                time.sleep(0.2)
            with sqlite3.connect(server.database) as database:
                journals = [row[0] for row in database.execute("SELECT DISTINCT table_id FROM journal")]
            database.close()
            equal((server.request("GET", "/api/record/" + tables[1], cookie=ana.cookie)[0], journals), (200, tables[1:]))


def test_invite_in_a_header():
    """an invite to a record or replay comes in a header, which proxies do not log; old links with a query work too"""
    with Server("--contact", "Ana, ana@cards.example", options=FAST) as server:
        one = person(server)
        made = one.create("mulle", ["me", "random"])
        one.watch(made["table"])
        one.play_to_end(made["table"], lambda legal: legal[0])
        for path in ("/api/record/", "/api/replay/"):
            equal(server.request("GET", path + made["table"])[0], 404)
            equal(server.request("GET", path + made["table"], headers={"Tapete-Invite": made["invite"]})[0], 200)
            equal(server.request("GET", path + made["table"], headers={"Tapete-Invite": made["invite"][:-1]})[0], 404)
            equal(server.request("GET", path + made["table"] + "?invite=" + made["invite"])[0], 200)
        equal(json.loads(server.request("GET", "/api/privacy")[2])["contact"], "Ana, ana@cards.example")
    # The examples for proxies: Caddy logs every header, nginx what its format names.
    with open(os.path.join(talk.SOURCE, "docs", "serve.md"), encoding="utf-8") as file:
        text = file.read()
    caddy, nginx = (text.split("```" + name + "\n")[1].split("```")[0] for name in ("caddy", "nginx"))
    for line in ("request>uri query {", "delete invite", *(f"request>headers>{header} delete" for header in ("Cookie", "Referer", "Tapete-Invite"))):
        assert line in caddy, line
    logged = nginx.split("log_format without_query ")[1].split(";")[0]
    assert set(re.findall(r"\$(\w+)", logged)) == {"remote_addr", "time_local", "request_method", "uri", "status", "body_bytes_sent"}, logged


TESTS = [test_no_spectators_after_standing_up, test_spectators_after_standing_up, test_chat_characters,
         test_seats_of_a_guest, test_deleted_means_erased, test_old_cookies_are_dead, test_erasing_goes_on_after_a_kill, test_erasing_reaches_the_security_log,
         test_a_restored_backup_brings_nobody_back, test_deleting_stops_nobody, test_sessions, test_guests_sign_out,
         test_cookies_have_an_age, test_cookies_of_the_version_before, test_host_cookie, test_export_has_everything, test_old_guests_are_erased,
         test_old_games_of_guests_are_deleted, test_invite_in_a_header]

if __name__ == "__main__":
    sys.exit(talk.run(TESTS))
