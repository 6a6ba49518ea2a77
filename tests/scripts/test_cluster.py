#!/usr/bin/env python3
"""Several servers on one PostgreSQL: who owns a table, what follows when a server is killed, stands still or stops, and what they share.
Reports as TAP.

    test_cluster.py [NAME...]

The servers are reached directly, each at its own port; `make cluster-test` has a proxy before them and goes on for longer.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
import tap
from client import TAPETE, Client, Closed, Refused
from cluster import Cluster, Follower, check_journal
from postgres import Postgres

POSTGRES = None
count = 0


def fresh():
    """A schema with nothing in it: its name and address."""
    global count
    count += 1
    return f"cluster{count}", POSTGRES.schema(f"cluster{count}")


def until(condition, what, patience=20):
    deadline = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
    return found


def test_where():
    """a table is where it was made; every server knows, and sends those who ask for it there"""
    _, url = fresh()
    with Cluster(url, 2) as cluster:
        one, two = cluster.nodes
        player = Follower(cluster, one)
        player.begin()
        assert cluster.where(player.table, one) == cluster.where(player.table, two) == "/n/1"
        other = Client(two, player.cookie)
        for what in ({"do": "watch"}, {"do": "join"}, {"do": "move", "ply": 1, "move": "draw"}):
            answer = other.ask(table=player.table, **what)
            assert answer["is"] == "elsewhere" and answer["path"] == "/n/1", answer
        # Whether there is a table is not told by where it is.
        assert cluster.where("tnosuchtable1", two) == "/n/2"
        try:
            other.ask(do="watch", table="tnosuchtable1")
            assert False
        except Refused as refusal:
            assert refusal.reason == "NO_SUCH_TABLE"
        player.play(5)
        assert one.figures()["owned_tables"] == 1 and two.figures()["sent_away_total"] == 3
        assert Client(one, player.cookie, path="/n/1/ws").you == player.client.you
        for path in ("/n/2/ws", "/n/1/n/1/ws"):
            try:
                Client(one, player.cookie, path=path)
                assert False
            except Closed as closed:
                assert closed.code == 404


def test_killed():
    """an owner that is killed: another server goes on with its tables, and no move that was acknowledged is lost"""
    schema, url = fresh()
    with Cluster(url, 3) as cluster:
        players = [Follower(cluster, cluster.nodes[i % 3]) for i in range(6)]
        for player in players:
            player.begin()
        for round_number in range(6):
            victim = cluster.nodes[round_number % 3]
            for player in players:
                player.play(2)
            victim.kill()
            for player in players:
                player.play(2)
            victim.start()
        lost, twice = check_journal(POSTGRES, schema, players)
        assert not lost and not twice, (lost, twice)
        waits = sorted(wait for player in players for wait in player.interruptions)
        assert len(waits) >= 6
        return f"{len(waits)} interruptions, the longest {waits[-1]:.2f} s"


def test_stands_still():
    """an owner that stands still: another server takes its table, and what the first one writes when it goes on is fenced"""
    schema, url = fresh()
    with Cluster(url, 2) as cluster:
        one, two = cluster.nodes
        for _ in range(3):
            player = Follower(cluster, one)
            player.begin()
            kept = Follower(cluster, one)  # nobody asks for this table meanwhile
            kept.begin()
            player.play(3)
            stale = player.client
            now = stale.turn(player.table)
            if now["phase"] != "playing":
                continue
            before = one.figures()
            one.pause()
            stale.send(ref=777, do="move", table=player.table, ply=now["ply"] + 1, move=now["legal"][0]["move"])
            player.client = Client(two, player.cookie)
            player.follow()
            assert player.node is two
            player.play(2)
            one.go_on()
            answer = stale.answer(777)
            assert answer["is"] == "elsewhere", answer
            try:
                while True:
                    hear(stale)
                    time.sleep(0.02)
            except Closed as told:
                assert "elsewhere" in told.reason, told
            assert one.figures()["lost_tables_total"] > before["lost_tables_total"]
            assert one.figures()["lease_lapses_total"] > before["lease_lapses_total"]
            player.play(2)
            kept.play(2)
        lost, twice = check_journal(POSTGRES, schema, [player, kept])
        assert not lost and not twice, (lost, twice)


def hear(client):
    while client.socket.waits():
        message = client._take()
        if message["is"] != "table":
            client.others.append(message)
    return client.others


def test_one_of_many():
    """a table that is lost fails alone: the others of the same transaction are written"""
    schema, url = fresh()
    with Cluster(url, 1) as cluster:
        node = cluster.nodes[0]
        players = [Follower(cluster, node) for _ in range(8)]
        for player in players:
            player.begin()
        lost = players[3]
        turns = [player.client.turn(player.table) for player in players]
        POSTGRES.execute(f"UPDATE {schema}.owners SET epoch = epoch + 1 WHERE table_id = '{lost.table}'")
        node.pause()
        for player, now in zip(players, turns):
            player.client.send(ref=999, do="move", table=player.table, ply=now["ply"] + 1, move=now["legal"][0]["move"])
        node.go_on()
        answers = [player.client.answer(999)["is"] for player in players]
        assert answers == ["done"] * 3 + ["elsewhere"] + ["done"] * 4, answers
        # It is its own table still, at another epoch: it reads it again and goes on.
        lost.follow()
        lost.play(2)


def test_restart():
    """a server that is stopped gives its tables up, says 503 and closes with 1012; everybody goes on elsewhere within two seconds"""
    schema, url = fresh()
    with Cluster(url, 2) as cluster:
        players = [Follower(cluster, cluster.nodes[0]) for _ in range(5)]
        for player in players:
            player.begin()
        for node in cluster.nodes:
            for player in players:
                player.play(2)
            node.process.send_signal(signal.SIGTERM)
            for player in players:
                player.play(2)
                assert player.node is not node
            assert node.process.wait(30) == 0
            node.process.stdout.close()
            assert not cluster.alive() or all(cluster.where(player.table) for player in players)
            node.start()
        waits = sorted(wait for player in players for wait in player.interruptions)
        assert len(waits) >= 10 and waits[-1] < 2, waits
        closing = Client(cluster.nodes[0])
        cluster.nodes[0].process.send_signal(signal.SIGTERM)
        try:
            while True:
                closing._take()
        except Closed as closed:
            assert closed.code == 1012, closed
        lost, twice = check_journal(POSTGRES, schema, players)
        assert not lost and not twice, (lost, twice)
        return f"{len(waits)} interruptions, the longest {waits[-1]:.2f} s"


def test_nobody_there():
    """a game that nobody looks at goes on at another server when its own is gone"""
    schema, url = fresh()
    with Cluster(url, 2) as cluster:
        one, two = cluster.nodes
        maker = Client(one, one.guest())
        table = maker.create("sabacc", ["random"] * 4, options={"chips": 4})["table"]
        entries = f"SELECT count(*) FROM {schema}.journal WHERE table_id = '{table}'"
        until(lambda: int(POSTGRES.execute(entries)[0]) > 4, "it did not begin")
        one.kill()
        before = int(POSTGRES.execute(entries)[0])
        phase = f"SELECT phase FROM {schema}.tables WHERE id = '{table}'"
        until(lambda: int(POSTGRES.execute(entries)[0]) > before or POSTGRES.execute(phase) == ["over"], "nobody took it over")
        assert two.figures()["claims_total"] >= 1 or POSTGRES.execute(phase) == ["over"]


def test_versions():
    """an older server never claims a table of a newer one; two servers with one name, or one without, are refused"""
    schema, url = fresh()
    with Cluster(url, 1) as cluster:
        player = Follower(cluster)
        player.begin()
        player.play(2)
        node = cluster.nodes[0]
        for name in ("1", None, "Two!", "only"):
            words = ["--node", name] if name else []
            done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", url, "--admin", node.database + ".other", *words],
                                  capture_output=True, text=True, timeout=60, check=False)
            expected = "is in use by another server" if name in ("1", None) else "a server's name in a cluster"
            assert done.returncode == 2 and expected in done.stderr, done
        done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", "sqlite:" + node.database, "--node", "1"], capture_output=True,
                              text=True, timeout=60, check=False)
        assert done.returncode == 2 and "postgresql://" in done.stderr, done
        node.kill()
        POSTGRES.execute(f"UPDATE {schema}.owners SET format = 99")
        node.start()
        status, _, body = node.request("GET", "/api/where/" + player.table)
        assert status == 503 and json.loads(body)["error"]["reason"] == "LATER_VERSION", body
        POSTGRES.execute(f"UPDATE {schema}.owners SET format = 1")
        player.lost_at = time.monotonic()
        player.follow()
        player.play(2)


def test_lobby():
    """the lobby, a person's own tables and a quick match know the tables of all servers"""
    _, url = fresh()
    with Cluster(url, 2) as cluster:
        one, two = cluster.nodes
        maker = Client(one, one.guest())
        looker = Client(two, two.guest())
        looker.ask(do="lobby", on=True)
        table = maker.ask(do="quick", game="sabacc")["table"]

        def listed():
            return any(row["table"] == table for other in hear(looker) if other["is"] == "lobby" for row in other["tables"])
        until(listed, "the other server does not list it")
        mine = Client(two, maker.cookie).ask(do="lobby", on=True)
        assert [row["table"] for row in mine["mine"]] == [table], mine
        answer = until(lambda: (found := looker.ask(do="quick", game="sabacc"))["is"] == "elsewhere" and found, "a quick match does not find it")
        assert answer["table"] == table and answer["path"] == "/n/1", answer
        there = Client(one, looker.cookie, path=answer["path"] + "/ws")
        assert there.ask(do="quick", game="sabacc")["table"] == table
        maker.ask(do="close", table=table)

        def gone():
            return any(table in other.get("gone", ()) for other in hear(looker) if other["is"] == "lobby")
        until(gone, "the other server lists it still")


def test_limits():
    """how many tables a person may have is counted over all servers"""
    _, url = fresh()
    options = ("contribute_ms=0", "budget_percent=1000000", "tables_per_person=3")
    with Cluster(url, 2, options=options) as cluster:
        one, two = cluster.nodes
        cookie = one.guest()
        first, second = Client(one, cookie), Client(two, cookie)
        for client in (first, second, first):
            client.create("sabacc")
        for client in (first, second):
            try:
                client.create("sabacc")
                assert False, "a fourth table"
            except Refused as refusal:
                assert "unfinished tables" in refusal.text, refusal


def test_people():
    """a new name, a sign-in, a sign-out, a block, a ban and a deletion hold at every server within two seconds"""
    schema, url = fresh()
    with Cluster(url, 2) as cluster:
        one, two = cluster.nodes
        cookie = one.guest()

        def post(node, path, body, cookie):
            status, headers, answer = node.request("POST", path, body, cookie)
            assert status == 200, (path, answer)
            return headers["Set-Cookie"].split(";")[0] if headers["Set-Cookie"] else cookie

        def name_at(node, cookie):
            return json.loads(node.request("GET", "/api/session", cookie=cookie)[2])["name"]
        cookie = post(one, "/api/register", {"login": "ana", "password": "long enough"}, cookie)
        here, there = Client(one, cookie), Client(two, cookie)
        assert here.you == there.you and there.you["account"]
        post(one, "/api/name", {"name": "Ana María"}, cookie)
        until(lambda: name_at(two, cookie) == "Ana María", "the name is not known", 4)
        # A session that was begun at the other server is good at once, while the person is in memory here.
        second = post(one, "/api/login", {"login": "ana", "password": "long enough"}, one.guest())
        again = Client(two, second)
        assert again.you["id"] == here.you["id"], again.you
        begin = time.monotonic()
        post(one, "/api/logout", {}, second)
        try:
            again.socket.timeout = 10
            while True:
                again._take()
        except Closed as closed:
            assert closed.code == 4001, closed
        assert time.monotonic() - begin < 4
        # A block.
        stranger = Client(two, two.guest())
        open_table = stranger.create("sabacc", settings={"public": True})["table"]
        here.ask(do="block", who=stranger.you["id"], on=True)
        time.sleep(2)
        try:
            there.ask(do="join", table=open_table)
            assert False, "the block is not known"
        except Refused as refusal:
            assert refusal.reason == "BLOCKED", refusal
        # A ban, which an operator makes at one of them.
        done = subprocess.run([TAPETE, "admin", "ban", stranger.you["id"], "--why", "test", "--admin", one.database + ".sock"],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done
        try:
            stranger.socket.timeout = 10
            while True:
                stranger._take()
        except Closed as closed:
            assert closed.code == 4003, closed
        # A deletion.
        status, _, _ = one.request("POST", "/api/delete", {"password": "long enough"}, cookie)
        assert status == 200
        until(lambda: name_at(two, cookie) != "Ana María", "a person who is deleted is known still", 4)


def test_join():
    """`tapete join` through a proxy plays on at another server, whether its own is killed or stopped, and misses nothing"""
    schema, url = fresh()
    with Cluster(url, 2, proxy=True, arguments=("--proxy", "127.0.0.1")) as cluster:
        environment = {**os.environ, "XDG_DATA_HOME": cluster.nodes[0].folder, "LC_ALL": "C.UTF-8"}
        environment.pop("LANGUAGE", None)
        words = [TAPETE, "join", cluster.proxy.origin, "--game", "sabacc", "--vs", "random", "--option", "players=2", "chips=8", "--plain", "--lines"]
        player = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        listener = threading.Thread(target=lambda: said.extend(iter(lambda: player.stdout.read(1), "")))
        listener.start()

        def plays():
            return int(POSTGRES.execute(f"SELECT count(*) FROM {schema}.journal WHERE text LIKE '%\"is\":\"play\"%'")[0])

        def type_until(condition):
            deadline = time.monotonic() + 60
            while player.poll() is None and not condition():
                assert time.monotonic() < deadline, "".join(said)[-2000:]
                for word in ("no token", "pass", "die1"):
                    try:
                        player.stdin.write(word + "\n")
                        player.stdin.flush()
                    except BrokenPipeError:
                        return
                    time.sleep(0.03)
        for how in ("kill", "stop"):
            before = plays()
            type_until(lambda: plays() >= before + 2)
            table = POSTGRES.execute(f"SELECT id FROM {schema}.tables")[0]
            owner = cluster.owner(table)
            getattr(owner, how)()
            until(lambda: "".join(said).count("Connected again.") >= (1 if how == "kill" else 2), "it does not come back")
            if how == "kill":
                owner.start()
                until(lambda: cluster.proxy.request("GET", owner.path + "/health")[0] == 200, "the proxy does not see it")
        type_until(lambda: "The game is over" in "".join(said))
        player.stdin.close()
        assert player.wait(60) == 0
        listener.join()
        text = "".join(said)
        assert text.count("Connected again.") == 2 and "The deal: consistent" in text, text[-3000:]


TESTS = [test_where, test_killed, test_stands_still, test_one_of_many, test_restart, test_nobody_there, test_versions, test_lobby, test_limits,
         test_people, test_join]

if __name__ == "__main__":
    with Postgres() as POSTGRES:
        sys.exit(tap.run(TESTS, sys.argv[1:]))
