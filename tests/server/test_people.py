#!/usr/bin/env python3
"""The server from outside: people over HTTP, their names, accounts, data and records; and a server that begins again. Reports as TAP.

    test_people.py [NAME...]     only the tests of these names
"""

import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
import talk
from client import PATIENCE_S, TAPETE, Client, Closed, Server
from talk import (FAST, SEATS, again, again2, clients, equal, here, known, now, person, play, post, pump, record_of,
                  refused, sync, table_of, verify)


# ---- people over HTTP ----

def session(cookie, on=None):
    status, headers, content = (on or here.server).request("GET", "/api/session", cookie=cookie)
    equal(status, 200)
    return json.loads(content)


def test_session():
    """without a cookie one becomes a guest, with it one stays the same, and a forged one is worth nothing"""
    status, headers, content = here.server.request("GET", "/api/session")
    me = json.loads(content)
    equal((status, me["account"], me["protocol"], headers["Content-Type"]), (200, False, 1, "application/json"))
    attributes = [part.strip().lower() for part in headers["Set-Cookie"].split(";")[1:]]
    assert "httponly" in attributes and "samesite=lax" in attributes and "secure" not in attributes, attributes
    cookie = headers["Set-Cookie"].split(";")[0]
    equal(session(cookie), me)
    equal(Client(here.server, cookie).you["id"], me["id"])
    for forged in (cookie[:-1], cookie + "0", cookie.replace("tapete=", "tapete=x"), "tapete=", cookie[:20],
                   cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), "tapete=" + me["id"]):
        assert session(forged)["id"] != me["id"], forged
        client = Client(here.server, forged)
        assert client.you["id"] != me["id"], forged
        client.close()


def test_names():
    """a name is checked, kept, and shown at tables from then on"""
    cookie = here.server.guest()
    status, me, _ = post("/api/name", {"name": "  Ana  María "}, cookie)
    equal((status, me["name"], session(cookie)["name"]), (200, "Ana María", "Ana María"))
    for name in ("", "   ", "x" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u2800"):
        status, answer, _ = post("/api/name", {"name": name}, cookie)
        equal((status, answer["error"]["reason"]), (400, "BAD_MESSAGE"))
    equal(session(cookie)["name"], "Ana María")
    equal(post("/api/name", {"name": "ñ" * 24}, cookie)[0], 200)
    equal(post("/api/name", {"name": "X"})[0], 401)
    client = Client(here.server, cookie)
    table = client.create("mulle")["table"]
    equal(client.watch(table)["about"]["seats"][0]["name"], "ñ" * 24)
    client.close()


def test_accounts():
    """register, sign in and out, another password: old cookies are void, connections end"""
    login = "ana" + str(random.randrange(10**9))
    cookie = here.server.guest()
    me = session(cookie)
    for wrong in ({"login": "a", "password": "long enough"}, {"login": login, "password": "short"},
                  {"login": "a b c", "password": "long enough"}, {"login": login, "password": "x" * 201}, {"login": login},
                  {"login": login, "password": 12345678}, {"login": login, "password": "long enough", "more": "x"}):
        equal((wrong, post("/api/register", wrong, cookie)[0]), (wrong, 400))
    equal(post("/api/password", {"password": "long enough", "new": "longer still"}, cookie)[0], 409)
    status, answer, first = post("/api/register", {"login": login, "password": "long enough"}, cookie)
    equal((status, answer["id"], answer["account"]), (200, me["id"], True))
    assert session(cookie)["id"] != me["id"], "the guest's cookie is still good"
    equal(session(first)["id"], me["id"])
    equal(post("/api/register", {"login": login + "x", "password": "long enough"}, first)[0], 409)
    equal(post("/api/register", {"login": login.upper(), "password": "long enough"}, here.server.guest())[1]["error"]["reason"],
          "LOGIN_TAKEN")
    for name, password in ((login, "wrong wrong"), (login + "none", "long enough")):
        status, answer, _ = post("/api/login", {"login": name, "password": password}, here.server.guest())
        equal((status, answer["error"]["reason"]), (403, "WRONG_PASSWORD"))
    status, answer, second = post("/api/login", {"login": login.upper(), "password": "long enough"})
    equal((status, answer["id"]), (200, me["id"]))
    client = Client(here.server, second)
    equal((client.you["id"], client.you["account"]), (me["id"], True))
    equal(post("/api/password", {"password": "wrong wrong", "new": "longer still"}, second)[0], 403)
    status, answer, third = post("/api/password", {"password": "long enough", "new": "longer still"}, second)
    equal(status, 200)
    try:
        while True:
            client._take()
    except Closed:
        pass
    for old in (first, second):
        assert session(old)["id"] != me["id"]
    equal(session(third)["id"], me["id"])
    equal(post("/api/login", {"login": login, "password": "long enough"})[0], 403)
    _, _, fourth = post("/api/login", {"login": login, "password": "longer still"})
    status, answer, after = post("/api/logout", {}, fourth)
    equal((status, answer["account"]), (200, False))
    assert answer["id"] != me["id"] and session(after)["id"] == answer["id"]
    assert session(fourth)["id"] != me["id"]
    equal(session(third)["id"], me["id"])  # another device, which stays signed in
    status, answer, _ = post("/api/sessions/end", {"session": "all"}, third)
    equal((status, answer["account"]), (200, False))
    assert session(third)["id"] != me["id"]
    equal(post("/api/logout", {})[0], 401)


def test_export_and_delete():
    """everything about a person can be had, and is gone after deletion: bots play on, the name is in no table"""
    login = "eva" + str(random.randrange(10**9))
    status, me, cookie = post("/api/register", {"login": login, "password": "long enough"}, here.server.guest())
    post("/api/name", {"name": "Eva Deleted"}, cookie)
    client, other = Client(here.server, cookie), person()
    clients.append(client)
    client.cookie = cookie
    finished = table_of("mulle", [client, other])
    play([client, other], finished)
    running = table_of("sabacc", [other, client], options={"players": 3})
    waiting = other.create("sabacc", settings={"public": True})["table"]
    other.watch(waiting)
    client.ask(do="join", table=waiting)
    own = client.create("sabacc", settings={"public": True})["table"]
    other.watch(own)
    status, headers, content = here.server.request("GET", "/api/export", cookie=cookie)
    kept = json.loads(content)
    equal((status, kept["person"]["name"], kept["person"]["login"]), (200, "Eva Deleted", login))
    equal(sorted(kept["tables"]), sorted([finished, running, waiting, own]))
    equal([r["table"] for r in kept["results"]], [finished])
    assert "argon" not in content.decode()
    equal(here.server.request("GET", "/api/export")[0], 401)
    equal(post("/api/delete", {}, cookie)[0], 400)
    equal(post("/api/delete", {"password": "wrong wrong"}, cookie)[0], 403)
    status, answer, _ = post("/api/delete", {"password": "long enough"}, cookie)
    equal((status, answer["account"]), (200, False))
    assert session(cookie)["id"] != me["id"]
    equal(post("/api/login", {"login": login, "password": "long enough"})[0], 403)
    other.wait_for(running, lambda t: t["about"]["seats"][1].get("bot") or t["now"]["phase"] == "over")
    other.wait_for(waiting, lambda t: t["about"]["seats"][1] == {"who": "open"})
    other.wait_for(own, lambda t: t["about"]["seats"][0]["who"] == "open" or t["now"]["phase"] == "closed")
    play([other], running)
    fresh = again(other)
    for table in (finished, running, waiting, own):
        fresh.ask(do="watch", table=table)
        fresh.wait_for(table, lambda t: t["to"] >= 0)
        text = json.dumps(fresh.tables[table])
        assert "Eva Deleted" not in text and me["id"] not in text, (table, text[:3000])
    for table in (finished, running):
        record = record_of(other, table)
        assert b"Eva Deleted" not in record
        verify(record)


def test_cross_site():
    """a POST needs our own origin and JSON; a websocket of another origin is refused"""
    cookie = here.server.guest()
    for headers, status in (({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
                            ({"Origin": f"http://localhost:{here.server.port + 1}"}, 403),
                            ({"Origin": f"https://localhost:{here.server.port}"}, 403),
                            ({"Origin": f"http://localhost:{here.server.port}.evil.example"}, 403),
                            ({"Content-Type": "text/plain"}, 415), ({"Content-Type": "application/jsonx"}, 415),
                            ({"Content-Type": "application/x-www-form-urlencoded"}, 415), ({}, 200),
                            ({"Content-Type": "application/json; charset=utf-8"}, 200)):
        found = post("/api/name", {"name": "Ana"}, cookie, headers=headers)[0]
        assert found == status or (status == 415 and found in (400, 415)), (headers, found)
    status, _, _ = here.server.request("POST", "/api/name", cookie=cookie, headers={"Content-Type": "application/json"})
    assert status in (400, 403), status
    for body in (b"", b"[]", b"{", b'{"name": "a", "name": "b"}', b'{"name": "a"} x', b"\xff"):
        connection_status = raw_post(cookie, body)
        equal((body, connection_status), (body, 400))
    for origin in ("http://evil.example", "null", f"http://localhost:{here.server.port + 1}"):
        try:
            Client(here.server, cookie, Origin=origin)
            raise AssertionError(origin)
        except Closed as closed:
            equal(closed.code, 403)
    Client(here.server, cookie, Origin=here.server.origin).close()


def raw_post(cookie, body):
    connection = http.client.HTTPConnection("127.0.0.1", here.server.port, timeout=PATIENCE_S)
    connection.request("POST", "/api/name", body, {"Host": f"localhost:{here.server.port}", "Origin": here.server.origin,
                                                   "Content-Type": "application/json", "Cookie": cookie})
    status = connection.getresponse().status
    connection.close()
    return status


def test_http():
    """games, agents, health, metrics, HEAD, unknown paths and methods"""
    def get(path, method="GET", cookie=None):
        status, headers, content = here.server.request(method, path, cookie=cookie)
        return status, headers, content

    run = subprocess.run([TAPETE, "games", "--json"], capture_output=True, check=True)
    equal(json.loads(get("/api/games")[2]), json.loads(run.stdout))
    agents = json.loads(get("/api/agents")[2])
    names = {a["name"] for a in agents}
    assert {"random", "flatmc", "mus-bot", "mulle-greedy"} <= names, names
    levels = [a for a in agents if "plays" in a]
    equal([level["name"] for level in levels], ["gentle", "fair", "strong", "strongest"])
    assert all(set(level["plays"]) == {"bruno", "mulle", "mus", "sabacc"} for level in levels), levels
    assert "file" not in [o["name"] for a in agents for o in a.get("options", ())]
    status, headers, content = get("/health")
    equal((status, json.loads(content)["ok"]), (200, True))
    status, headers, content = get("/metrics")
    equal(status, 200)
    metrics = content.decode()
    for line in metrics.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) tapete_\w+ .+|tapete_\w+(\{[^}]*\})? [-+0-9.e]+", line), line
    assert re.search(r"^tapete_moves_total [1-9]", metrics, re.M), "no moves were counted"
    for path in ("/api/games", "/health", "/metrics", "/api/session"):
        whole = get(path)
        status, headers, content = get(path, "HEAD")
        equal((path, status, content), (path, 200, b""))
        if path == "/api/games":
            equal(headers["Content-Length"], whole[1]["Content-Length"])
        assert headers["X-Content-Type-Options"] == "nosniff"
        # The page's own pictures and what installs it as an app, and nothing of others.
        for rule in ("default-src 'none'", "img-src 'self' data:", "manifest-src 'self'"):
            assert rule in headers["Content-Security-Policy"].split("; "), (rule, headers["Content-Security-Policy"])
    for path in ("/api", "/api/none", "/api/record/x", "/none.js", "/api/games/x"):
        equal((path, get(path)[0]), (path, 404))
    for path, method in (("/api/session", "POST"), ("/api/name", "GET"), ("/api/games", "POST"), ("/health", "PUT"),
                         ("/", "DELETE"), ("/api/delete", "GET"), ("/api/logout", "HEAD"), ("/health", "OPTIONS"),
                         ("/health", "TRACE")):
        status = get(path, method)[0]
        assert status in (405, 501, 400, 403), (path, method, status)
    equal(get("/ws")[0], 426)


def test_records():
    """the record of a private game is for those who sat there or have the invite, and only when it is over"""
    one, two, stranger = person(), person(), person()
    made = one.create("mulle")
    table = made["table"]
    two.ask(do="join", table=table, invite=made["invite"])
    one.watch(table)
    two.watch(table)
    one.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    for cookie in (one.cookie, two.cookie, stranger.cookie, None):
        equal(here.server.request("GET", "/api/record/" + table, cookie=cookie)[0], 404)
    play([one, two], table)
    equal(record_of(one, table), record_of(two, table))
    path = f"/api/record/{table}?invite="
    equal(here.server.request("GET", path + made["invite"], cookie=stranger.cookie)[0], 200)
    for cookie in (stranger.cookie, None):
        equal(here.server.request("GET", "/api/record/" + table, cookie=cookie)[0], 404)
        equal(here.server.request("GET", path + "0" * 32, cookie=cookie)[0], 404)
        equal(here.server.request("GET", path, cookie=cookie)[0], 404)


def test_seed():
    """with --seed the same moves give the same game, and the record says where its cards come from; without, they do not"""
    def first_moves(legal):
        return legal[0]

    def game_of(on):
        client = person(on)
        table = table_of("mulle", [client])
        play([client], table, first_moves)
        record = record_of(client, table)
        verify(record)
        header, *rest = record.decode().splitlines()
        return json.loads(header).get("seed"), rest

    with Server("--seed", "7", options=FAST) as seeded:
        one, two = game_of(seeded), game_of(seeded)
        equal(one, two)
        equal(one[0], 7)
        client = person(seeded)
        table = table_of("mulle", [client])
        play([client], table, first_moves, until=lambda c: now(c, table)["ply"] >= 9 and "legal" in now(c, table))
        # A table keeps its key, whatever server goes on with it.
        seeded.stop()
        seeded.arguments = seeded.arguments[2:]
        seeded.start()
        client = again2(client, seeded)
        client.watch(table)
        play([client], table, first_moves)
        verify(record_of(client, table))
        free = game_of(seeded)
        equal(free[0], None)
        assert free[1] != one[1]


# ---- beginning again ----

def snapshot(client, table):
    client.ask(do="watch", table=table)
    client.wait_for(table, lambda t: t["to"] >= 0)
    state = dict(client.tables[table])
    events = []
    before = state["to"] + 1
    while before > 1:
        page = client.ask(do="log", table=table, before=before, count=100)["events"]
        events = page + events
        before = page[0]["n"]
    current = {k: v for k, v in state["now"].items() if k != "clock"}
    if "offer" in current:
        current["offer"] = {k: v for k, v in current["offer"].items() if k != "ms"}
    about = json.loads(json.dumps(state["about"]))
    about.pop("watching")
    for seat in about["seats"]:
        seat.pop("here", None)
    return {"to": state["to"], "events": events, "now": current, "about": about}


def test_restart():
    """after a stop and a start everything is there: tables of every phase, texts, seats, clocks, blocks, names; games go on"""
    with Server(options=FAST) as fresh:
        one, two = person(fresh), person(fresh)
        post("/api/name", {"name": "Ana"}, one.cookie, fresh)
        one = again2(one, fresh)
        tables = {}
        made = one.create("mulle", settings={"public": True})
        tables["open"] = made["table"]
        leaver = person(fresh)
        tables["left"] = one.create("sabacc", settings={"public": True})["table"]
        leaver.ask(do="join", table=tables["left"])
        leaver.ask(do="leave", table=tables["left"])
        talker = person(fresh)
        talker.watch(tables["left"])
        talker.ask(do="chat", table=tables["left"], text="I only look on.")
        tables["closed"] = one.create("mulle")["table"]
        for game in SEATS:
            tables[game] = table_of(game, [one, two], settings={"game_s": 500, "move_s": 100})
            play([one, two], tables[game], until=lambda c, t=tables[game]: now(c, t)["ply"] >= 9 and "legal" in now(c, t))
        tables["undone"] = table_of("mulle", [one])
        play([one], tables["undone"], until=lambda c: now(c, tables["undone"])["ply"] >= 7 and "legal" in now(c, tables["undone"]))
        one.ask(do="undo", table=tables["undone"])
        one.ask(do="chat", table=tables["undone"], text="¿qué tal?")
        tables["offer"] = table_of("mulle", [one, two])
        mover = play([one, two], tables["offer"], until=lambda c: now(c, tables["offer"])["ply"] >= 4 and "legal" in now(c, tables["offer"]))
        mover.ask(do="undo", table=tables["offer"])
        tables["resigned"] = table_of("sabacc", [one, two], options={"players": 3})
        two.ask(do="resign", table=tables["resigned"])
        tables["over"] = table_of("sabacc", [one, two], options={"chips": 2})
        play([one, two], tables["over"])
        one.ask(do="rematch", table=tables["over"])
        two.ask(do="rematch", table=tables["over"])
        tables["next"] = one.wait_for(tables["over"], lambda t: t["about"].get("next"))["about"]["next"]
        one.ask(do="block", who=leaver.you["id"], on=True)
        one.ask(do="close", table=tables["closed"])
        # Bots have moved everywhere, and nothing happens by itself any more.
        one.turn(tables["resigned"])
        for client in (one, two):
            client.watch(tables["next"])
        while not any("legal" in now(client, tables["next"]) for client in (one, two)):
            pump([one, two])
        sync(one, two)
        taken = time.monotonic()
        before = {name: snapshot(one, table) for name, table in tables.items()}
        clock = known(one, tables["mulle"])["now"]["clock"]["seats"]
        record = record_of(one, tables["over"])
        equal(fresh.stop(), 0)
        try:
            while True:
                one._take()
        except Closed as closed:
            assert closed.code in (1001, None), closed
        fresh.start()
        one, two, leaver = again2(one, fresh), again2(two, fresh), again2(leaver, fresh)
        equal(one.you["name"], "Ana")
        after = {name: snapshot(one, table) for name, table in tables.items()}
        for name in tables:
            for part in ("to", "now", "about"):
                equal((name, part, after[name][part]), (name, part, before[name][part]))
            for old, new in zip(before[name]["events"], after[name]["events"]):
                equal((name, new), (name, old))
        equal(record_of(one, tables["over"]), record)
        refused("BLOCKED", leaver, do="join", table=tables["open"])
        later = known(one, tables["mulle"])["now"]["clock"]["seats"]
        for left, right in zip(clock, later):
            assert left - 1000 * (time.monotonic() - taken) - 5000 < right <= left + 5000, (clock, later)
        for game in SEATS:
            two.watch(tables[game])
            play([one, two], tables[game])
            check_ended(one, tables[game])
        two.watch(tables["offer"])
        offer = now(two, tables["offer"])["offer"]
        answerer = one if known(one, tables["offer"])["about"]["you"] in offer["asked"] else two
        answerer.ask(do="answer", table=tables["offer"], offer=offer["n"], yes=True)
        sync(one, two)
        assert now(one, tables["offer"])["undone"] is True
        play([one], tables["undone"])
        verify(record_of(one, tables["undone"]))
        play([one, two], tables["offer"])
        verify(record_of(one, tables["offer"]))
        equal(fresh.stop(), 0)
        assert "ERROR" not in fresh.log_text() and '"error"' not in fresh.log_text(), fresh.log_text()[-2000:]


def check_ended(client, table):
    equal(now(client, table)["phase"], "over")
    verify(record_of(client, table))


@tap.of_files
def test_backup():
    """SIGUSR1 leaves a copy of the database that has the tables and is another server's beginning"""
    with Server(options=FAST) as fresh:
        client = person(fresh)
        tables = [table_of("mulle", [client]) for _ in range(3)]
        play([client], tables[0])
        path = fresh.database + ".backup"
        fresh.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while not os.path.exists(path):
            assert time.monotonic() < deadline, "no backup"
            time.sleep(0.05)
        equal(os.stat(path).st_mode & 0o777, 0o600)
        client.ask(do="resign", table=tables[1])
        database = sqlite3.connect(path)
        equal(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        name = next(n for n in names if n in ("tables", "table", "game_table", "tapete_table"))
        column = database.execute(f"SELECT * FROM {name}").description[0][0]
        found = {row[0] for row in database.execute(f"SELECT {column} FROM {name}")}
        database.close()
        equal(found, set(tables))
        equal(fresh.stop(), 0)
        os.replace(path, fresh.database)
        for suffix in ("-wal", "-shm"):
            if os.path.exists(fresh.database + suffix):
                os.remove(fresh.database + suffix)
        fresh.start()
        back = again2(client, fresh)
        for table in tables:
            back.watch(table)
        equal([now(back, t)["phase"] for t in tables], ["over", "playing", "playing"])
        play([back], tables[1])
        verify(record_of(back, tables[1]))


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
