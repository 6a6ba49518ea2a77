#!/usr/bin/env python3
"""What was acknowledged is kept, whatever happens to the database: it is deleted, replaced, locked by another program, or takes one row and not the
other. Reports as TAP."""

import glob
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, TAPETE, Client, Refused, Server

OPTIONS = ("contribute_ms=0", "budget_percent=1000000")
choice = random.Random(5).choice


def until(condition, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, "it does not become so"
        time.sleep(0.05)


def health(server):
    status, _, body = server.request("GET", "/health")
    return status, json.loads(body)


def failing(server):
    _, _, body = server.request("GET", "/metrics")
    return re.search(rb"^tapete_failing (\S+)$", body, re.M)[1] != b"0"


def refusal(client, **message):
    """The reason why it is refused; None where it is done."""
    try:
        client.ask(**message)
    except Refused as refused:
        return refused.reason
    return None


def playing(server):
    """Somebody at a table with a bot, some moves into the game."""
    client = Client(server, server.guest())
    table = client.create("mulle", ["me", "random"])["table"]
    client.watch(table)
    for _ in range(3):
        client.move(table, choice(client.turn(table)["legal"])["move"])
    client.turn(table)
    return client, table


def move(client, table):
    """Whether a move is acknowledged."""
    now = client.turn(table)
    return refusal(client, do="move", table=table, ply=now["ply"] + 1, move=now["legal"][0]["move"]) is None


# ---- a database that is not what it was ----


def lost(spoil, why):
    """The database is spoilt under a running server: nothing is acknowledged from then on, and it says so everywhere."""
    with Server(options=OPTIONS) as server:
        client, table = playing(server)
        assert health(server)[0] == 200 and not failing(server)
        spoil(server)
        acknowledged = sum(move(client, table) for _ in range(13))
        assert acknowledged == 0, f"{acknowledged} of 13 moves were acknowledged"
        assert refusal(client, do="create", game="mulle") == "NOT_SAVED"
        assert refusal(client, do="chat", table=table, text="hello?") == "NOT_SAVED"
        status, _, _ = server.request("POST", "/api/name", {"name": "Ana"}, client.cookie)
        assert status == 503, status
        until(lambda: health(server)[0] == 503)
        assert why in health(server)[1]["wrong"], health(server)
        assert failing(server)
        server.process.terminate()
        said = server.process.stdout.read().decode()
        assert server.process.wait(PATIENCE_S) != 0
        assert "every game is kept" not in said, said
        assert why in server.log_text(), server.log_text()


def remove(server):
    for name in glob.glob(server.database + "*"):
        os.unlink(name)


def test_deleted():
    """after the database was deleted no move is acknowledged, health is 503, and the end does not claim that games are kept"""
    lost(remove, "was removed or replaced")


def test_log_deleted():
    """the same where only the log of the database was deleted"""
    lost(lambda server: os.unlink(server.database + "-wal"), "was removed or replaced")


def backup(server):
    name = server.database + ".backup"
    server.process.send_signal(10)  # SIGUSR1
    until(lambda: os.path.exists(name))
    return name


def test_moved_over():
    """the same where a backup was moved into its place"""
    lost(lambda server: os.rename(backup(server), server.database), "was removed or replaced")


def test_copied_over():
    """the same where a backup was copied into its place"""
    lost(lambda server: shutil.copyfile(backup(server), server.database), "was removed or replaced")


def test_noticed_without_writes():
    """health turns to 503 by itself when nobody writes, and back when the database is in its place again"""
    with Server(options=OPTIONS) as server:
        client, table = playing(server)
        os.rename(server.database, server.database + ".away")
        until(lambda: health(server)[0] == 503)
        os.rename(server.database + ".away", server.database)
        until(lambda: health(server)[0] == 200)
        until(lambda: move(client, table))
        assert server.stop() == 0


def spoil_page(path, page, size=4096):
    with open(path, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(random.Random(page).randbytes(size))


def journal_pages(path):
    """How many pages there are, and the root of the journal."""
    database = sqlite3.connect(path)
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
    database.close()
    return pages, root


def test_damage_at_start():
    """a server with a damaged page in a part that it does not read does not start, and says what to do"""
    with Server(options=OPTIONS) as server:
        client = Client(server, server.guest())
        table = client.create("bruno", ["random"] * 4, {"cap": 60})["table"]
        client.watch(table)
        client.wait_for(table, lambda t: t["now"]["phase"] == "over", PATIENCE_S)
        assert server.stop() == 0
        pages, root = journal_pages(server.database)
        whole = server.database + ".whole"
        shutil.copyfile(server.database, whole)
        for page in {root, pages - 1, pages}:
            shutil.copyfile(whole, server.database)
            spoil_page(server.database, page)
            run = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + server.database], capture_output=True, text=True, timeout=PATIENCE_S,
                                 check=False)
            assert run.returncode != 0 and "put a backup in its place" in run.stderr, (page, run)
        shutil.copyfile(whole, server.database)
        server.start()
        assert health(server)[0] == 200
        assert server.stop() == 0


def test_damage_while_running():
    """damage that is met while it runs turns health to 503, and nothing is acknowledged any more"""
    # Without the check at the start, which would leave the pages in memory.
    with Server(options=(*OPTIONS, "check_s=0")) as server:
        client, table = playing(server)
        over = client.create("bruno", ["random"] * 4, {"cap": 60})["table"]
        client.watch(over)
        client.wait_for(over, lambda t: t["now"]["phase"] == "over", PATIENCE_S)
        assert server.stop() == 0
        server.start()
        client = Client(server, client.cookie)
        client.watch(table)
        pages, root = journal_pages(server.database)
        for page in range(root + 1, pages + 1):
            spoil_page(server.database, page)
        until(lambda: server.request("GET", "/api/record/" + over, cookie=client.cookie)[0] != 200)
        until(lambda: health(server)[0] == 503)
        assert "damaged" in health(server)[1]["wrong"], health(server)
        client.turn(table)
        assert not move(client, table)


# ---- what belongs together ----


def change(server, statement):
    database = sqlite3.connect(server.database, timeout=PATIENCE_S)
    database.execute(statement)
    database.commit()
    database.close()


def test_person_with_entry():
    """where the row of a person cannot be written, neither is what refers to it: making a table, sitting down, speaking, blocking"""
    with Server(options=OPTIONS) as server:
        host = Client(server, server.guest())
        waiting = host.create("mulle", settings={"public": True})["table"]
        guest = Client(server, server.guest())
        guest.watch(waiting)
        change(server, "CREATE TRIGGER no_people BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'not now'); END")
        for message in ({"do": "create", "game": "mulle"}, {"do": "join", "table": waiting}, {"do": "chat", "table": waiting, "text": "hi"},
                        {"do": "block", "who": host_id(server, host), "on": True}):
            reason = refusal(guest, **message)
            assert reason == "NOT_SAVED", (message, reason)
        change(server, "DROP TRIGGER no_people")
        until(lambda: refusal(guest, do="join", table=waiting) is None)
        assert refusal(guest, do="block", who=host_id(server, host), on=True) is None
        made = guest.create("mulle", ["me", "random"])["table"]
        server.kill()
        server.start()
        again = Client(server, guest.cookie)
        assert again.watch(made)["about"]["you"] == 0
        assert again.watch(waiting)["about"]["you"] == 1


def host_id(server, client):
    return json.loads(server.request("GET", "/api/session", cookie=client.cookie)[2])["id"]


def test_locked():
    """another program keeps the database locked for 4.6 s: whatever was acknowledged meanwhile is there after a kill, the own table first"""
    with Server(options=OPTIONS) as server:
        cookie = server.guest()
        client = Client(server, cookie)
        locked = threading.Event()

        def hold():
            database = sqlite3.connect(server.database, timeout=PATIENCE_S, isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            locked.set()
            time.sleep(4.6)
            database.execute("ROLLBACK")
            database.close()

        holder = threading.Thread(target=hold)
        holder.start()
        locked.wait()
        made, tries = None, 0
        while made is None:
            tries += 1
            try:
                made = client.create("mulle", ["me", "random"])["table"]
            except Refused as refused:
                assert refused.reason == "NOT_SAVED", refused
        holder.join()
        client.watch(made)
        acknowledged = 0
        while acknowledged < 6:
            client.turn(made)
            assert move(client, made)
            acknowledged += 1
        ply = client.turn(made)["ply"]
        server.kill()
        database = sqlite3.connect(server.database)
        rows = database.execute("SELECT count(*) FROM people").fetchone()[0]
        database.close()
        assert rows == 1, f"{rows} rows for the player"
        server.start()
        again = Client(server, cookie)
        told = again.watch(made)
        assert told["about"]["you"] == 0 and told["now"]["ply"] >= ply, told
        return f"{tries} tries"


def test_rematch():
    """a rematch is both tables or none: where the old one cannot tell of it, the new one is not made"""
    with Server(options=OPTIONS) as server:
        client = Client(server, server.guest())
        table = client.create("mulle", ["me", "random"])["table"]
        client.watch(table)
        client.turn(table)
        client.ask(do="resign", table=table)
        client.wait_for(table, lambda t: t["now"]["phase"] == "over")
        change(server, "CREATE TRIGGER no_next BEFORE INSERT ON journal WHEN new.text LIKE '%\"next\"%' BEGIN SELECT RAISE(ABORT, 'not now'); END")
        assert refusal(client, do="rematch", table=table) == "NOT_SAVED"
        change(server, "DROP TRIGGER no_next")
        until(lambda: health(server)[0] == 200)
        until(lambda: refusal(client, do="rematch", table=table) is None)
        server.kill()
        server.start()
        database = sqlite3.connect(server.database)
        tables = database.execute("SELECT count(*) FROM tables").fetchone()[0]
        database.close()
        assert tables == 2, f"{tables} tables: the game and {tables - 1} rematches"


def test_lobby_hears_of_what_is_written():
    """the lobby hears of a table when it is written, however long that takes, and nothing before"""
    with Server(options=OPTIONS) as server:
        looker, maker = Client(server, server.guest()), Client(server, server.guest())
        looker.ask(do="lobby", on=True)
        database = sqlite3.connect(server.database, timeout=PATIENCE_S, isolation_level=None)
        table = None
        while table is None:
            database.execute("BEGIN IMMEDIATE")
            maker.refs += 1
            maker.send(do="create", game="mulle", settings={"public": True}, ref=maker.refs)
            time.sleep(1)  # changes are told three times a second
            looker.ask(do="ping")
            heard = [message for message in looker.others if message["is"] == "lobby"]
            database.execute("ROLLBACK")
            try:
                table = maker.answer(maker.refs)["table"]
            except Refused as refused:  # a busy machine: it was locked for too long
                assert refused.reason == "NOT_SAVED", refused
                looker.others.clear()
        database.close()
        assert table not in json.dumps(heard), heard
        looker.others.clear()
        while not any(row["table"] == table for message in looker.others for row in message.get("tables", ())):
            looker.others.append(looker._take())


# ---- one server ----


def second(server, path):
    return subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + path], capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_one_server():
    """a second server is refused: as it is, without the lock file, by a hard link, by a symlink, by a link to the folder"""
    with Server(options=OPTIONS) as server:
        client, table = playing(server)
        other = os.path.join(server.folder, "other.db")
        folder = server.folder + "-link"
        os.symlink(server.folder, folder)
        try:
            paths = [server.database, other, os.path.join(folder, "server.db")]
            for make in (os.link, os.symlink):
                make(server.database, other)
                for without_lock in (False, True):
                    for path in paths:
                        if without_lock and os.path.exists(server.database + ".lock"):
                            os.unlink(server.database + ".lock")
                        run = second(server, path)
                        assert run.returncode != 0 and "in use by another server" in run.stderr, (path, without_lock, run)
                os.unlink(other)
        finally:
            os.unlink(folder)
        assert move(client, table)
        assert health(server)[0] == 200
        assert server.stop() == 0


if __name__ == "__main__":
    sys.exit(tap.run([test_deleted, test_log_deleted, test_moved_over, test_copied_over, test_noticed_without_writes, test_damage_at_start,
                      test_damage_while_running, test_person_with_entry, test_locked, test_rematch,
                      test_lobby_hears_of_what_is_written, test_one_server], sys.argv[1:]))
