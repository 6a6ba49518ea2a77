#!/usr/bin/env python3
"""What comes after a game, from outside: replays, results of players, leaderboards. Reports as TAP.

    test_after.py [NAME...]     only the tests of these names
"""

import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import Client, Server

FAST = ("contribute_ms=0", "messages_per_s=100000", "message_burst=100000", "address_messages_per_s=1000000",
        "tables_per_person=10000", "watches=1000", "passwords_per_minute=10000", "requests_per_minute=1000000")
SEATS = {"sabacc": 4, "mus": 4, "mulle": 2, "bruno": 4}
SHORT = {"mus": {"target": 8}, "sabacc": {"chips": 3}}
choice = random.Random(7).choice
server = None


# ---- helpers ----

def equal(found, expected):
    assert found == expected, f"found {str(found)[:900]}, expected {str(expected)[:900]}"


def person(on=None):
    on = on or server
    return Client(on, on.guest())


def get(path, cookie=None, on=None):
    status, _, body = (on or server).request("GET", path, cookie=cookie)
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
    equal(server.request("POST", table, {})[0], 405)


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
    lines = [json.loads(line) for line in server.request("GET", "/api/record/" + table)[2].decode().splitlines()]
    stands = []
    for line in lines:
        if "ply" in line:
            stands.append(line["seat"])
        elif "undo" in line:
            del stands[-line["undo"]:]
    equal([step["seat"] for step in steps[1:]], stands)


def main():
    global server
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    with Server(options=FAST) as server:
        return tap.run(tests, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
