#!/usr/bin/env python3
"""Backups: moves go on while one is written, they come by themselves and the oldest go, and a server plays on from one. Reports as TAP."""

import glob
import json
import os
import shutil
import signal
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, Client, Server
from talk import FAST, equal

LARGE = 20000  # rows of some 1,200 bytes: copying them takes many times as long as a move


def until(condition, what, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def playing(server, client):
    table = client.create("mulle", ["me", "random"])["table"]
    client.watch(table)
    return table, client.turn(table)


def test_moves_go_on():
    """moves are acknowledged while a large database is copied"""
    with Server(options=(*FAST, "check_s=0")) as server:
        client = Client(server, server.guest())
        client.create("mulle", ["me", "random"])
        server.stop()
        database = sqlite3.connect(server.database)
        table, = database.execute("SELECT id FROM tables LIMIT 1").fetchone()
        database.execute("INSERT INTO tables (id, game, phase, summary, created_ms, changed_ms) VALUES ('tlarge', 'mulle', 'closed', '{}', 1, 1)")
        text = json.dumps({"is": "chat", "said": "x" * 1200})
        database.executemany("INSERT INTO journal VALUES ('tlarge', ?, 'e', ?)", ((i + 1, text) for i in range(LARGE)))
        database.commit()
        database.close()
        server.start()
        client = Client(server, client.cookie)
        table, now = playing(server, client)
        # On a busy machine this client may come too late for a backup; one that stops moves lets at most two through each time.
        moves = written = 0
        while moves < 5 and written < 20:
            server.process.send_signal(signal.SIGUSR1)
            moves = 0
            while server.log_text().count("backup written") == written:
                assert "no backup" not in server.log_text(), server.log_text()
                if now["phase"] != "playing":
                    table, now = playing(server, client)
                client.move(table, now["legal"][0]["move"])
                moves += 1
                now = client.turn(table)
            written += 1
        assert moves >= 5, (moves, written)
        return f"{moves} moves while {os.path.getsize(server.database) // 1000000} MB were copied"


def test_scheduled_and_restored():
    """backups come by themselves, the oldest are removed, and a server plays on from the latest"""
    with Server(options=(*FAST, "backup_hours=0.0003", "backup_keep=2")) as server:
        client = Client(server, server.guest())
        table, now = playing(server, client)
        client.move(table, now["legal"][0]["move"])
        ply = client.turn(table)["ply"]
        made = set()

        def some():
            made.update(glob.glob(server.folder + "/*-????????-??????"))
            return len(made) >= 4
        until(some, "no four backups")
        equal(server.stop(), 0)
        kept = sorted(glob.glob(server.folder + "/*-????????-??????"))
        assert 1 <= len(kept) <= 2 and kept[-1] == max(made | set(kept)), (kept, made)
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(server.database + ending):
                os.remove(server.database + ending)
        shutil.copy(kept[-1], server.database)
        server.start()
        again = Client(server, client.cookie)
        equal(again.you["id"], client.you["id"])
        again.watch(table)
        now = again.turn(table)
        assert now["ply"] >= ply, (now["ply"], ply)
        again.play_to_end(table, lambda legal: legal[0])
        equal(server.request("GET", "/api/record/" + table, cookie=client.cookie)[0], 200)


if __name__ == "__main__":
    sys.exit(tap.run([test_moves_go_on, test_scheduled_and_restored], sys.argv[1:]))
