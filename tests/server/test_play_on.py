#!/usr/bin/env python3
"""Playing on from a moment of a finished game: where it begins, with whom, what its record says, who may, and when not. Reports as TAP."""

import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import Client, Server
from talk import FAST, SEATS, Witness, deal_out, equal, lines_of, person, verify

USUAL = "flatmc:games=5000"  # who plays Mulle if nobody was named
SHORT = {"mus": {"target": 8}, "sabacc": {"chips": 3}}
choice = random.Random(8).choice


def refused(reason, client, **message):
    refusal = talk.refused(reason, client, do="continue", **message)
    assert len(refusal.text) > 15, refusal
    return refusal.text


def get(path, who):
    status, _, body = who.server.request("GET", path, cookie=who.cookie)
    assert status == 200, (path, status, body)
    return body


def finished(client, game, settings=None, agent="random"):
    """A game of one's own that is over: its table."""
    seats = ["me"] + [agent] * (SEATS[game] - 1)
    table = client.create(game, seats, SHORT.get(game), settings)["table"]
    client.watch(table)
    client.play_to_end(table, choice)
    client.ask(do="ping")
    return table


def step_at(table, ply, seat, who):
    page = json.loads(get(f"/api/replay/{table}?from={ply}&count=1&seat={seat}", who))
    return page["steps"][0]


def plies_of(table, who):
    return json.loads(get(f"/api/replay/{table}?count=0", who))["plies"]


def play_on(client, table, ply, **more):
    """Continue, and wait for the first that is heard of the cards."""
    made = client.ask(do="continue", table=table, ply=ply, **more)
    equal(made["is"], "created")
    client.watch(made["table"])
    return made["table"]


def begun(client, table):
    """How it looked at the first moment: the first message with a view."""
    client.wait_for(table, lambda t: t["now"]["phase"] in ("playing", "over"))
    client.ask(do="ping")
    messages = [json.loads(text) for text in client.texts]
    return next(m["now"] for m in messages if m["is"] == "table" and m["table"] == table and "view" in m["now"])


def test_every_game():
    """a game of every kind begins where it was, as this seat saw it, and is played to its end; its record says what it continues and is right"""
    who = person()
    for game in SEATS:
        table = finished(who, game)
        pages = range(0, plies_of(table, who), 100)
        steps = [step for first in pages for step in json.loads(get(f"/api/replay/{table}?from={first}", who))["steps"]]
        own = [step["ply"] for step in steps if step["actor"] == 0]
        for ply in (0, own[len(own) // 2], own[-1]):
            next_table = play_on(who, table, ply)
            now = begun(who, next_table)
            equal(now["ply"], 0)
            equal(now["view"], step_at(table, ply, 0, who)["view"])
            about = who.tables[next_table]["about"]
            equal((about["continues"], about["you"]), ({"table": table, "ply": ply}, 0))
            equal([seat.get("agent") for seat in about["seats"][1:]], ["random"] * (SEATS[game] - 1))
            assert not about["settings"]["public"]
            who.play_to_end(next_table, choice)
            who.ask(do="ping")
            record = get("/api/record/" + next_table, who)
            verify(record)
            header = lines_of(record)[0]
            parent = lines_of(get("/api/record/" + table, who))[0]
            equal(header["continues"], {"commitment": parent["commitment"], "ply": ply})
            assert header["commitment"] != parent["commitment"], "what is drawn comes from a key of its own"
    # These games count nowhere: the player's page has only those that were dealt.
    equal(json.loads(get("/api/player/" + who.you["id"], who))["games"], len(SEATS))
    who.close()


def test_with_whom():
    """people's places are taken by bots; another agent can be named, and another seat"""
    one, two = person(), person()
    made = one.create("mulle", ["me", "open"], None, {"public": True})
    table = made["table"]
    one.watch(table)
    two.ask(do="join", table=table)
    two.watch(table)
    for ply in range(6):
        for client in (one, two):
            client.wait_for(table, lambda t: t["now"]["phase"] == "playing" and t["now"]["ply"] == ply)
        mover = one if "legal" in one.tables[table]["now"] else two
        mover.move(table, mover.tables[table]["now"]["legal"][0]["move"])
    two.ask(do="resign", table=table)
    one.wait_for(table, lambda t: t["now"]["phase"] == "over")

    def seats(client, **more):
        found = client.tables[play_on(client, table, 4, **more)]["about"]
        return found["you"], [seat.get("agent") for seat in found["seats"]]
    equal(seats(one), (0, [None, USUAL]))
    equal(seats(two), (1, [USUAL, None]))
    equal(seats(one, agent="gentle"), (0, [None, "gentle"]))
    equal(seats(one, seat=1, agent="random"), (1, ["random", None]))
    # Where somebody gave up there was still something to play.
    last = plies_of(table, one)
    now = begun(one, play_on(one, table, last))
    equal((now["phase"], now["view"]["plies"] if "plies" in now["view"] else last), ("playing", last))
    looker = person()
    looker.watch(table)
    refused("BAD_MESSAGE", looker, table=table, ply=0)
    equal(seats(looker, seat=1), (1, [USUAL, None]))


def test_refused():
    """a game that is not over, a table that is not for this person, a moment that there is not: a sentence, and no table"""
    who, stranger = person(), person()
    running = who.create("mulle", ["me", "random"], None, {"public": True})["table"]
    who.watch(running)
    who.turn(running)
    assert "finished" in refused("WRONG_PHASE", who, table=running, ply=0)
    table = finished(who, "sabacc")
    last = plies_of(table, who)
    assert str(last) in refused("BAD_MESSAGE", who, table=table, ply=last + 1)
    refused("BAD_MESSAGE", who, table=table, ply=-1)
    assert "over" in refused("WRONG_PHASE", who, table=table, ply=last)
    refused("BAD_MESSAGE", who, table=table, ply=0, seat=4)
    refused("BAD_MESSAGE", who, table=table, ply=0, agent="nobody")
    refused("BAD_MESSAGE", who, table=table, ply=0, agent="mus-bot")
    refused("BAD_MESSAGE", who, table=table, ply=0, agent="flatmc:ms=" + "9" * 200)
    for nobody in (table, "t00000000000a"):
        refused("NO_SUCH_TABLE", stranger, table=nobody, ply=0, seat=0)
    with Server(options=(*FAST, "tables_per_person=2")) as small:
        client = person(small)
        table = finished(client, "mulle")
        for _ in range(2):
            client.ask(do="continue", table=table, ply=3)
        refused("TOO_MANY", client, table=table, ply=3)


def test_characters():
    """who plays at a level has a name of its own, in the reader's language, and is the same in a rematch, after a restart and in the replay"""
    def names(client, table):
        return [seat.get("name") for seat in client.tables[table]["about"]["seats"][1:]]
    with Server(options=FAST) as own:
        client = person(own)
        table = client.create("mus", ["me", "gentle", "pepo", "gentle"], SHORT["mus"])["table"]
        client.watch(table)
        seats = client.tables[table]["about"]["seats"]
        equal([(seat["name"], seat["agent"], seat["character"]) for seat in seats[1:]],
              [("Lumi", "gentle", "lumi"), ("Pepo", "gentle", "pepo"), ("Nilda", "gentle", "nilda")])
        own.kill()
        own.start()
        client = Client(own, client.cookie)
        client.watch(table)
        equal(names(client, table), ["Lumi", "Pepo", "Nilda"])
        client.ask(do="language", lang="zh")
        client.watch(table)
        client.wait_for(table, lambda t: t["about"]["seats"][2]["name"] == "佩波")
        client.play_to_end(table, choice)
        client.ask(do="ping")
        replay = json.loads(get(f"/api/replay/{table}?count=0&lang=es", client))
        equal([seat.get("character") for seat in replay["seats"]], [None, "lumi", "pepo", "nilda"])
        again = client.ask(do="rematch", table=table)["table"]
        client.watch(again)
        equal([seat.get("character") for seat in client.tables[again]["about"]["seats"]], ["nilda", None, "lumi", "pepo"])
        client.close()


def test_killed():
    """a server that is killed before the deal, or in the middle, goes on from the same position"""
    with Server(options=(*FAST, "contribute_ms=60000")) as own:
        client = person(own)
        made = client.create("mus", ["me", "random", "random", "random"], SHORT["mus"])
        table = made["table"]
        client.watch(table)
        deal_out([Witness(client, table)])
        client.play_to_end(table, choice)
        client.ask(do="ping")
        ply = max(ply for ply in range(plies_of(table, client)) if step_at(table, ply, 0, client)["actor"] == 0)
        view = step_at(table, ply, 0, client)["view"]
        next_table = play_on(client, table, ply)
        client.wait_for(next_table, lambda t: t["now"]["phase"] == "commit")
        for _ in range(2):
            own.kill()
            own.start()
            client = Client(own, client.cookie)
            client.watch(next_table)
            deal_out([Witness(client, next_table)])
            client.wait_for(next_table, lambda t: t["now"]["phase"] == "playing")
            equal(client.tables[next_table]["now"]["view"], view)
            equal(client.tables[next_table]["about"]["continues"], {"table": table, "ply": ply})
        client.play_to_end(next_table, choice)
        client.ask(do="ping")
        verify(get("/api/record/" + next_table, client))
        client.close()


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
