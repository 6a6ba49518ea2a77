#!/usr/bin/env python3
"""Reading games from the database: nothing is read for those who may not see it, the same thing is read once for all who ask, and nobody's move waits for it. Reports as TAP.

What is counted are journals that were read and jobs of the writer, not seconds."""

import json
import os
import re
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import Client, Refused, Server
from talk import FAST, equal, refused

LONG = 15000  # entries of chat: reading them takes many times as long as a move


def metric(server, name):
    found = re.search(rf"^tapete_{name} (\S+)", server.request("GET", "/metrics")[2].decode(), re.MULTILINE)
    assert found, f"there is no {name}"
    return float(found[1])


def finished(server, public=False, **settings):
    """A game that is over; who played it, and its table with the invite."""
    client = Client(server, server.guest())
    made = client.create("sabacc", ["me", "random"], {"players": 2, "chips": 2}, {"public": public, **settings})
    client.watch(made["table"])
    client.play_to_end(made["table"], lambda legal: legal[0])
    client.ask(do="ping")
    return client, made


def lengthen(server, table, entries=LONG):
    """Add chat to the journal of a table, while the server is down."""
    database = sqlite3.connect(server.database)
    last, = database.execute("SELECT max(number) FROM journal WHERE table_id = ?", (table,)).fetchone()
    by, = database.execute("SELECT id FROM people LIMIT 1").fetchone()
    text = json.dumps({"is": "chat", "at": 1, "by": by, "name": "Ana", "said": "x" * 1200})
    database.executemany("INSERT INTO journal VALUES (?, ?, 'e', ?)",
                         ((table, last + 1 + i, text) for i in range(entries)))
    database.commit()
    database.close()


def ask_at_once(client, count, **message):
    """Send the same message so many times before any answer is read; the answers."""
    first = client.refs + 1
    for _ in range(count):
        client.refs += 1
        client.send(ref=client.refs, **message)
    answers = []
    for ref in range(first, first + count):
        try:
            answers.append(client.answer(ref)["is"])
        except Refused as refusal:
            answers.append(refusal.reason)
    return answers


def test_strangers_have_nothing_read():
    """160 messages of strangers about a private game have no journal read, and give the writer nothing to do"""
    with Server(options=FAST) as server:
        player, made = finished(server)
        hidden, kept = finished(server, public=True, spectators=False)
        server.stop()
        server.start()
        strangers = [Client(server, server.guest()) for _ in range(4)]
        before = metric(server, "writer_jobs_total")
        for stranger in strangers:
            equal(set(ask_at_once(stranger, 20, do="watch", table=made["table"])), {"NO_SUCH_TABLE"})
            equal(set(ask_at_once(stranger, 10, do="join", table=made["table"], invite="0" * 32)), {"NO_SUCH_TABLE"})
            equal(set(ask_at_once(stranger, 5, do="review", table=made["table"])), {"NO_SUCH_TABLE"})
            equal(set(ask_at_once(stranger, 5, do="watch", table=kept["table"])), {"NO_SUCH_TABLE"})
            path = "/api/record/" + made["table"]
            equal(server.request("GET", path, cookie=stranger.cookie)[0], 404)
            equal(server.request("GET", "/api/replay/" + made["table"])[0], 404)
        equal(metric(server, "writer_jobs_total"), before)
        equal(metric(server, "journals_read_total"), 0)
        # Those who may see it do.
        for client, table in ((player, made), (hidden, kept)):
            again = Client(server, client.cookie)
            again.watch(table["table"])
            equal(again.tables[table["table"]]["now"]["phase"], "over")
        guest = Client(server, server.guest())
        guest.watch(made["table"], invite=made["invite"])
        equal(server.request("GET", f"/api/record/{made['table']}?invite={made['invite']}")[0], 200)


def test_the_same_is_read_once():
    """however often one game is asked for at once, its journal is read once"""
    with Server(options=FAST) as server:
        player, made = finished(server, public=True)
        server.stop()
        lengthen(server, made["table"], 2000)
        server.start()
        clients = [Client(server, server.guest()) for _ in range(4)]
        for client in clients:
            for _ in range(10):
                client.refs += 1
                client.send(do="watch", table=made["table"], ref=client.refs)
        for client in clients:
            for ref in range(1, 11):
                equal(client.answer(ref)["is"], "done")
        equal(metric(server, "journals_read_total"), 1)
        statuses = []

        def fetch():
            statuses.append(server.request("GET", "/api/record/" + made["table"])[0])
        threads = [threading.Thread(target=fetch) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        equal(statuses, [200] * 12)
        read = metric(server, "journals_read_total") - 1
        assert 1 <= read <= 12, read
        equal(metric(server, "read_bytes"), 0)
        return f"{read:.0f} readings for 12 requests of one record"


def test_moves_go_on_while_a_long_game_is_read():
    """moves are acknowledged while the journal of a long game is read, and it is read for everybody who asked"""
    with Server(options=FAST) as server:
        _, made = finished(server, public=True)
        server.stop()
        lengthen(server, made["table"])
        server.start()
        victim = Client(server, server.guest())
        table = victim.create("mulle", ["me", "random"])["table"]
        victim.watch(table)
        reader = Client(server, server.guest())
        now = victim.turn(table)
        reader.refs += 1
        reader.send(do="watch", table=made["table"], ref=reader.refs)
        moves = 0
        while not reader.socket.waits():
            if now["phase"] != "playing":
                table = victim.create("mulle", ["me", "random"])["table"]
                victim.watch(table)
                now = victim.turn(table)
                continue
            victim.move(table, now["legal"][0]["move"])
            moves += 1
            now = victim.turn(table)
        equal(reader.answer(reader.refs)["is"], "done")
        assert moves >= 2, f"{moves} moves"
        return f"{moves} moves while {LONG} entries were read"


def test_what_waits_is_bounded():
    """beyond the bound on what waits, a reading is refused with a sentence, and later done"""
    with Server(options=(*FAST, "reads=1")) as server:
        _, first = finished(server, public=True)
        _, second = finished(server, public=True)
        server.stop()
        lengthen(server, first["table"])
        server.start()
        client = Client(server, server.guest())
        # One after the other in one piece: the server hears the second while it reads for the first.
        for ref, table in ((901, first["table"]), (902, second["table"])):
            client.send(do="watch", table=table, ref=ref)
        try:
            raise AssertionError(f"it was answered with {client.answer(902)}")
        except Refused as refusal:
            assert refusal.reason == "TOO_MANY" and "try again" in refusal.text, refusal
        client.wait_for(first["table"], lambda table: table["to"] >= LONG)
        client.watch(second["table"])


def test_tables_of_earlier_versions():
    """a table whose row does not say who may see it has its journal read once to find out"""
    with Server(options=FAST) as server:
        player, made = finished(server)
        server.stop()
        database = sqlite3.connect(server.database)
        database.execute("DELETE FROM access")
        database.commit()
        database.close()
        server.start()
        stranger = Client(server, server.guest())
        equal(set(ask_at_once(stranger, 10, do="watch", table=made["table"])), {"NO_SUCH_TABLE"})
        equal(metric(server, "journals_read_total"), 1)
        for _ in range(3):
            refused("NO_SUCH_TABLE", stranger, do="watch", table=made["table"])
        equal(metric(server, "journals_read_total"), 1)
        Client(server, player.cookie).watch(made["table"])
        equal(metric(server, "journals_read_total"), 2)


def test_a_read_sees_what_was_acknowledged():
    """what was written and acknowledged is read at once, by whatever way"""
    with Server(options=FAST) as server:
        cookie = server.guest()
        for i in range(60):
            status, _, content = server.request("POST", "/api/name", {"name": f"Ana {i}"}, cookie)
            equal(status, 200)
            equal(json.loads(server.request("GET", "/api/session", cookie=cookie)[2])["name"], f"Ana {i}")
            player = json.loads(server.request("GET", "/api/player/" + json.loads(content)["id"])[2])
            equal(player["name"], f"Ana {i}")


if __name__ == "__main__":
    sys.exit(tap.run([test_strangers_have_nothing_read, test_the_same_is_read_once,
                      test_moves_go_on_while_a_long_game_is_read, test_what_waits_is_bounded,
                      test_tables_of_earlier_versions, test_a_read_sees_what_was_acknowledged], sys.argv[1:]))
