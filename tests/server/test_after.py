#!/usr/bin/env python3
"""What comes after a game, from outside: replays, results of players, leaderboards. Reports as TAP.

    test_after.py [NAME...]     only the tests of these names
"""

import json
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
import talk
from client import PATIENCE_S, Client, Server
from talk import FAST, SEATS, choice, equal, here, person

SHORT = {"mus": {"target": 8}, "sabacc": {"chips": 3}}


# ---- helpers ----

def get(path, cookie=None, on=None):
    status, _, body = (on or here.server).request("GET", path, cookie=cookie)
    return status, json.loads(body)


def have(path, who=None, on=None):
    status, found = get(path, who.cookie if who else None, on)
    assert status == 200, (path, status, found)
    return found


def refused(path, status, reason, who=None):
    found = get(path, who.cookie if who else None)
    equal((found[0], found[1]["error"]["reason"]), (status, reason))
    return found[1]["error"]["text"]


def finished(game, who, agent="random", public=True, options=None):
    """A table that somebody has played to its end against agents, with what was last heard of it."""
    seats = ["me"] + [agent] * (SEATS[game] - 1)
    made = who.create(game, seats, options or SHORT.get(game), {"public": public})
    who.watch(made["table"])
    who.play_to_end(made["table"], choice)
    return made, who.tables[made["table"]]


def rounded(result):
    return {**result, "returns": [round(value, 6) for value in result["returns"]]}


# ---- replays ----

def steps_of(table, seat, who=None):
    """All steps of a replay, page by page."""
    where = "" if seat is None else f"&seat={seat}"
    found = have(f"/api/replay/{table}?from=0{where}", who)
    steps = found["steps"]
    while len(steps) <= found["plies"]:
        more = have(f"/api/replay/{table}?from={len(steps)}{where}", who)
        assert more["steps"] and len(more["steps"]) <= 100, len(more["steps"])
        steps += more["steps"]
    equal([step["ply"] for step in steps], list(range(found["plies"] + 1)))
    return found, steps


def test_replay():
    """a finished game of every kind comes back step by step as everybody saw it, to the word, and with all cards open"""
    for game in SEATS:
        who = person()
        looker = person()
        made = who.create(game, ["me"] + ["random"] * (SEATS[game] - 1), SHORT.get(game), {"public": True})
        table = made["table"]
        seen = {}  # ply: what the looker was shown
        looker.watch(table)
        who.watch(table)
        who.play_to_end(table, choice)
        looker.wait_for(table, lambda t: t["now"]["phase"] == "over")
        for text in looker.texts:
            message = json.loads(text)
            if message["is"] == "table" and "view" in message["now"]:
                seen[message["now"]["ply"]] = message["now"]["view"]
        about, steps = steps_of(table, None)
        last = looker.tables[table]["now"]
        equal((about["plies"], about["viewer"], about["you"]), (last["ply"], None, None))
        equal(rounded(about["result"]), rounded(last["result"]))
        equal([s["name"] for s in about["seats"]], [s["name"] for s in looker.tables[table]["about"]["seats"]])
        equal(about["seats"][0]["id"], who.you["id"])
        equal(about["seats"][1]["agent"], "random")
        shown = looker.tables[table]["about"]
        equal((about["sides"], about["direction"]), (shown["sides"], shown["direction"]))
        equal(len(shown["sides"]), len(shown["seats"]))
        assert len(seen) > 3, seen.keys()
        for ply, view in seen.items():
            equal(steps[ply]["view"], view)
        own, mine = steps_of(table, 0, who)
        equal((own["viewer"], own["you"]), (0, 0))
        told = {e["ply"]: e["text"] for e in who.tables[table]["events"] if e["is"] in ("deal", "play")}
        equal([step["text"] for step in mine if step["ply"] in told], [told[ply] for ply in sorted(told)])
        equal(mine[-1]["view"], who.tables[table]["now"]["view"])
        _, bare = steps_of(table, "open")
        equal(bare[-1]["view"], mine[-1]["view"])
        assert bare[0]["view"] != mine[0]["view"], "cards that were not open"
        equal([s["seat"] for s in bare[1:]], [s["actor"] for s in bare[:-1]])
        equal((bare[0]["seat"], bare[-1]["actor"]), (None, None))
        who.close()
        looker.close()


def test_replay_pages():
    """a replay comes in pages of at most a hundred plies, and wrong wishes are answered with what would be right"""
    who = person()
    made, _ = finished("mulle", who)
    table = "/api/replay/" + made["table"]
    whole = have(table)
    equal(len(whole["steps"]), min(100, whole["plies"] + 1))
    part = have(table + "?from=3&count=2&seat=1")
    equal([step["ply"] for step in part["steps"]], [3, 4])
    equal(have(table + "?count=0")["steps"], [])
    equal(have(table + f"?from={whole['plies']}")["steps"][0]["ply"], whole["plies"])
    equal(have(table + f"?from={whole['plies'] + 1}")["steps"], [])
    for query in ("from=-1", "from=x", "from=1e3", "count=101", "seat=4", "seat=-1", "seat=all", "seat=1x"):
        assert "0 .." in (text := refused(f"{table}?{query}", 400, "BAD_MESSAGE")) or "seat" in text, text
    assert "0 to 1" in refused(table + "?seat=2", 400, "BAD_MESSAGE")
    equal(here.server.request("POST", table, {})[0], 405)


def test_replay_language():
    """in another language the same game is told in other words; in one that there is not, in English"""
    who = person()
    table = "/api/replay/" + finished("sabacc", who)[0]["table"]
    english, spanish = have(table), have(table + "?lang=es")
    equal([step["view"] for step in spanish["steps"]], [step["view"] for step in english["steps"]])
    assert all(one["text"] != other["text"] for one, other in zip(spanish["steps"], english["steps"]) if one["text"])
    for none in ("tlh", "", "e" * 40, "%ff"):
        equal(have(f"{table}?lang={none}"), english)


def test_replay_secrecy():
    """nothing of a game comes back before it is over, and a private one is for those who sat there or have the invite"""
    one, two, stranger = person(), person(), person()
    made = one.create("mulle")
    table, path = made["table"], "/api/replay/" + made["table"]
    two.ask(do="join", table=table, invite=made["invite"])
    for client in (one, two):
        client.watch(table)
        client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    missing = "/api/replay/" + table[:-1] + ("a" if table[-1] != "a" else "b")
    for who in (one, two, stranger):
        for seat in ("", "&seat=0", "&seat=open"):
            equal(get(f"{path}?invite={made['invite']}{seat}", who.cookie), get(missing, who.cookie))
    one.ask(do="resign", table=table)
    for who in (one, two):
        found = have(path + "?seat=open", who)
        equal((found["public"], found["result"]["how"]), (False, "resigned"))
        assert "invite" not in found
    equal(have(path, one)["you"], 0)
    equal(have(path, two)["you"], 1)
    equal(have(f"{path}?invite={made['invite']}", stranger)["you"], None)
    for wrong in ("", "?invite=", "?invite=" + "0" * 32, "?invite=" + made["invite"][:-1], "?seat=0"):
        equal(get(path + wrong, stranger.cookie), get(missing, stranger.cookie))
    refused("/api/replay/t%27--", 404, "NO_SUCH_TABLE")
    refused("/api/replay/" + "t" * 40, 404, "NO_SUCH_TABLE")


def test_replay_undo():
    """what was taken back is not in the replay, and the replay says that something was"""
    who = person()
    table = who.create("mulle", ["me", "random"], None, {"public": True})["table"]
    who.watch(table)
    for _ in range(3):
        now = who.turn(table)
        who.move(table, now["legal"][0]["move"])
    who.turn(table)
    who.ask(do="undo", table=table)
    now = who.play_to_end(table, choice)
    found, steps = steps_of(table, "open")
    equal((found["plies"], found["undone"]), (now["ply"], True))
    lines = [json.loads(line) for line in here.server.request("GET", "/api/record/" + table)[2].decode().splitlines()]
    stands = []
    for line in lines:
        if "ply" in line:
            stands.append(line["seat"])
        elif "undo" in line:
            del stands[-line["undo"]:]
    equal([step["seat"] for step in steps[1:]], stands)


# ---- players and leaders ----

addresses = []


def account(login):
    """Somebody with an account, and a connection from an address of their own."""
    cookie = here.server.guest()
    status, headers, body = here.server.request("POST", "/api/register", {"login": login, "password": "long enough"}, cookie)
    assert status == 200, body
    cookie = headers["Set-Cookie"].split(";")[0]
    equal(here.server.request("POST", "/api/name", {"name": login}, cookie)[0], 200)
    addresses.append(f"10.0.{len(addresses) // 250}.{len(addresses) % 250 + 1}")
    return Client(here.server, cookie, **{"X-Forwarded-For": addresses[-1]})


def player(who, eyes=None):
    return have("/api/player/" + who.you["id"], eyes or who)


def standing(who, game, against):
    rows = [row for row in player(who)["standings"] if (row["game"], row["against"]) == (game, against)]
    assert len(rows) <= 1, rows
    return (rows[0]["games"], rows[0]["won"], round(rows[0]["share"] * rows[0]["games"], 4)) if rows else (0, 0, 0)


def leaders(game, against):
    """The leaderboard, when what has just happened must be on it."""
    time.sleep(2.1)
    return have(f"/api/leaders/{game}?against={against}")


def test_player():
    """a player's page has every game with its seats, and they add up"""
    who = account("player")
    games = [finished(game, who) for game in SEATS]
    found = player(who)
    equal((found["name"], found["account"], found["games"]), ("player", True, len(games)))
    equal([game["table"] for game in found["last"]], [made["table"] for made, _ in reversed(games)])
    for game, (_, known) in zip(found["last"], reversed(games)):
        equal([round(seat["returns"], 5) for seat in game["seats"]],
              [round(value, 5) for value in known["now"]["result"]["returns"]])
        equal([seat["score"] for seat in game["seats"]], known["now"]["result"]["scores"])
        equal((game["seat"], game["rated"], game["against"], game["public"]), (0, True, "random", True))
        equal(game["seats"][0]["id"], who.you["id"])
        equal([seat.get("agent") for seat in game["seats"][1:]], ["random"] * (len(game["seats"]) - 1))
        returns = game["seats"][0]["returns"]
        equal(standing(who, game["game"], "random"), (1, int(returns > 0), round((returns + 1) / 2, 4)))
    mus = next(game for game in found["last"] if game["game"] == "mus")
    assert [seat["side"] for seat in mus["seats"]] in ([0, 1, 0, 1], [1, 0, 1, 0]), mus
    who.close()


def test_points():
    """who resigns has lost; who takes back or leaves has not won; what people agree to take back does not count"""
    who, other = account("loser"), account("winner")
    table = who.create("mulle", ["me", "random"])["table"]
    who.watch(table)
    who.turn(table)
    who.ask(do="resign", table=table)
    equal(standing(who, "mulle", "random"), (1, 0, 0))
    equal(player(who)["last"][0]["seats"][0].get("resigned"), True)

    def taken_back(table):
        who.move(table, who.turn(table)["legal"][0]["move"])
        who.turn(table)
        who.ask(do="undo", table=table)
        return who.play_to_end(table, lambda legal: max(legal, key=lambda move: len(move["move"])))

    def left(table):
        who.turn(table)
        who.ask(do="leave", table=table)
        return who.wait_for(table, lambda t: t["now"]["phase"] == "over")["now"]

    # Whatever comes of it, it is not won.
    games = 1
    for way in (taken_back, left):
        won = False
        while not won:
            table = who.create("mulle", ["me", "random"])["table"]
            who.watch(table)
            returns = way(table)["result"]["returns"][0]
            won = returns > 0
            games += 1
            last = player(who)["last"][0]
            equal((last["table"], last["rated"], last["points"]), (table, False, 0 if won else (returns + 1) / 2))
    equal(standing(who, "mulle", "random")[:2], (games, 0))

    def duel():
        made = who.create("mulle")
        table = made["table"]
        who.watch(table)
        other.ask(do="join", table=table, invite=made["invite"])
        other.watch(table)
        for client in (who, other):
            client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
        return table

    def move(table):
        first = who.tables[table]["now"]["actor"] == 0
        mover = who if first else other
        mover.move(table, mover.turn(table)["legal"][0]["move"])
        for client in (who, other):
            client.wait_for(table, lambda t: t["now"]["ply"] >= 1)
        return mover, other if first else who

    table = duel()
    asks, answers = move(table)
    asks.ask(do="undo", table=table)
    answers.wait_for(table, lambda t: t["now"].get("offer"))
    answers.ask(do="answer", table=table, offer=answers.tables[table]["now"]["offer"]["n"], yes=True)
    who.ask(do="resign", table=table)
    equal((standing(who, "mulle", "people"), standing(other, "mulle", "people")), ((0, 0, 0), (0, 0, 0)))
    table = duel()
    talk.play([who, other], table, until=lambda client: client.tables[table]["now"]["ply"] >= 10)
    who.ask(do="resign", table=table)
    equal((standing(who, "mulle", "people"), standing(other, "mulle", "people")), ((1, 0, 0), (1, 1, 1)))
    # People and a bot at one table: on no board.
    made = who.create("sabacc", ["me", "open", "random"], {"players": 3, "chips": 2})
    who.watch(made["table"])
    other.ask(do="join", table=made["table"], invite=made["invite"])
    other.watch(made["table"])
    for client in (who, other):
        client.wait_for(made["table"], lambda t: t["now"]["phase"] == "playing")
        client.ask(do="resign", table=made["table"])
    last = player(other)["last"][0]
    equal((last["game"], last["against"], "points" in last), ("sabacc", "", False))
    who.close()
    other.close()


def test_leaders():
    """leaderboards are for accounts, game by game, people and bots apart"""
    better, worse, third = account("better"), account("worse"), account("third")
    fillers = 0
    for loser, winner in ((worse, better), (worse, better), (third, better), (third, worse)):
        made = loser.create("bruno")
        others = [winner] + [account(f"filler{fillers + i}") for i in range(2)]
        fillers += 2
        loser.watch(made["table"])
        for client in others:
            client.ask(do="join", table=made["table"], invite=made["invite"])
            client.watch(made["table"])
        for client in (loser, *others):
            client.wait_for(made["table"], lambda t: t["now"]["phase"] == "playing")

        def has_begun(client, table=made["table"]):
            seats = [event["seat"] for event in client.tables[table]["events"] if event["is"] == "play"]
            return all(seats.count(seat) >= 4 for seat in range(4))
        talk.play([loser, *others], made["table"], until=has_begun)
        # Bruno has two sides: who gives up together with the partner ends it.
        seats = [seat["id"] for seat in loser.tables[made["table"]]["about"]["seats"]]
        sides = {0: (0, 2), 1: (1, 3)}[seats.index(loser.you["id"]) % 2]
        everybody = {client.you["id"]: client for client in (loser, *others)}
        if seats.index(winner.you["id"]) in sides:
            raise AssertionError("the two sit together")
        for seat in sides:
            everybody[seats[seat]].ask(do="resign", table=made["table"])
    found = leaders("bruno", "people")
    rows = [(row["name"], row["games"], row["won"]) for row in found["leaders"] if "filler" not in row["name"]]
    equal(rows, [("better", 3, 3), ("worse", 3, 1), ("third", 2, 0)])
    equal([row["rank"] for row in found["leaders"]], list(range(1, fillers + 4)))
    certain = [row["certain"] for row in found["leaders"]]
    equal(certain, sorted(certain, reverse=True))
    assert {"against": "people", "people": fillers + 3} in found["boards"], found["boards"]
    equal(have("/api/leaders/bruno")["against"], "people")
    refused("/api/leaders/chess", 404, "NO_SUCH_GAME")
    # Who is deleted stands nowhere, from one moment to the next, and has no page.
    path = "/api/player/" + better.you["id"]
    status, _, body = here.server.request("POST", "/api/delete", {"password": "long enough"}, better.cookie)
    equal(status, 200)
    equal([row["name"] for row in have("/api/leaders/bruno")["leaders"] if row["name"] in ("better", "worse")], ["worse"])
    refused(path, 404, "NO_SUCH_PLAYER")
    assert "better" not in json.dumps(player(worse)), "who was deleted is not named any more"
    for client in (worse, third):
        client.close()


def test_export():
    """what counts on boards is part of what one can take away"""
    who = account("taker")
    made, _ = finished("mulle", who)
    status, _, body = here.server.request("GET", "/api/export", cookie=who.cookie)
    equal(status, 200)
    row = json.loads(body)["results"][0]
    equal((row["table"], row["against"], row["public"], row["side"]), (made["table"], "random", True, 0))
    assert 0 <= row["points"] <= 1
    who.close()


# ---- a database of an earlier version ----

# The schema of version 2, as far as what came later is taken away again.
VERSION_2 = {"secrets": "name bytes", "pulse": "id beats", "people": "id name login hash sign_in created_ms seen_ms",
             "blocks": "who whom", "tables": "id game phase summary created_ms changed_ms",
             "journal": "table_id number kind text",
             "results": "table_id seat game person agent returns score rated how ended_ms"}


def bring_back(database):
    """Make it a database of version 2."""
    database.execute("PRAGMA foreign_keys = OFF")
    for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {name}")
    for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL").fetchall():
        if name not in ("tables_by_phase", "results_by_person", "blocks_by_whom"):
            database.execute(f"DROP INDEX {name}")
    for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        if name not in VERSION_2:
            database.execute(f"DROP TABLE {name}")
            continue
        for row in database.execute(f"PRAGMA table_info({name})").fetchall():
            if row[1] not in VERSION_2[name].split():
                database.execute(f"ALTER TABLE {name} DROP COLUMN {row[1]}")
    database.execute("PRAGMA user_version = 2")


@tap.of_files
def test_migration():
    """a database of the earlier version is brought up to date, and games that were over are read again from their journals"""
    usual, old = here.server, Server(options=FAST)
    try:
        here.server = old
        who = account("old")
        games = [finished(game, who, public=game != "mulle") for game in SEATS]
        table = who.create("mulle", ["me", "random"])["table"]  # given up, then left: a bot would have played on
        who.watch(table)
        who.turn(table)
        who.ask(do="resign", table=table)
        before = player(who)
        path = "/api/player/" + who.you["id"]
        old.stop()
        database = sqlite3.connect(old.database)
        bring_back(database)
        # One whose results were never written, and one whose journal is damaged.
        database.execute("DELETE FROM results WHERE table_id = ?", (games[0][0]["table"],))
        database.execute("UPDATE journal SET text = 'x' WHERE table_id = ? AND number = 1", (games[1][0]["table"],))
        database.commit()
        database.close()
        old.start()
        # Version 2 knew no sessions, so the cookie of this run is void there.
        status, headers, body = old.request("POST", "/api/login", {"login": "old", "password": "long enough"})
        equal(status, 200)
        who.cookie = headers["Set-Cookie"].split(";")[0]
        deadline = time.monotonic() + PATIENCE_S
        after = have(path, who)
        while sum(row["games"] for row in after["standings"]) < len(games):
            assert time.monotonic() < deadline, after
            time.sleep(0.1)
            after = have(path, who)
        broken = games[1][0]["table"]
        whole = [game for game in before["last"] if game["table"] != broken]
        equal([game for game in after["last"] if game["table"] != broken], whole)
        old.stop()
        database = sqlite3.connect(old.database)
        equal(database.execute("SELECT count(*) FROM unread").fetchone()[0], 0)
        database.close()
        old.start()
        equal(have(path, who), after)
    finally:
        here.server = usual
        old.close()


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")], FAST, "--proxy", "127.0.0.1"))
