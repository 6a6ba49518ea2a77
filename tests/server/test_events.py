#!/usr/bin/env python3
"""What events tell beside their sentences: moves and cards as data, and marks of cards in sentences. Reports as TAP.

    test_events.py [NAME...]     only the tests of these names
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import Client
from talk import equal, here, known, now, person, play, sync, table_of

MARK = re.compile(r"\{\{|\{card:([^{}|]*)(?:\|([^{}]*))?\}")


def plain(sentence):
    """A marked sentence as plain text, as docs/protocol.md says."""
    return MARK.sub(lambda found: "{" if found[0] == "{{" else found[1] if found[2] is None else found[2], sentence)


def events(client, table, kind="play"):
    return [event for event in known(client, table)["events"] if event["is"] == kind]


def with_marks(client):
    """Another connection of the same person, which wants marks."""
    other = Client(client.server, client.cookie, path="/ws?marks=1")
    talk.clients.append(other)
    return other


def replay(client, table, query):
    status, _, body = here.server.request("GET", f"/api/replay/{table}?{query}", cookie=client.cookie)
    equal(status, 200)
    return json.loads(body)["steps"]


def data(event):
    return {name: event[name] for name in ("move", "made", "drawn") if name in event}


# ---- moves as data ----

def test_moves():
    """every move is told as data, the own ones as they were sent; a replay tells the same of every ply"""
    for game in talk.SEATS:
        client = person()
        table, sent = table_of(game, [client]), []

        def choose(legal, sent=sent):
            sent.append(talk.choice(legal)["move"])
            return {"move": sent[-1]}

        play([client], table, choose, until=lambda who, table=table: now(who, table)["ply"] > 90)
        if client.turn(table)["phase"] == "playing":  # not while bots go on, who may come to the end meanwhile
            client.ask(do="resign", table=table)
        sync(client)
        told = events(client, table)
        assert all("move" in event and event["made"]["act"] for event in told), told
        equal([event["move"] for event in told if event["seat"] == 0], sent)
        dealt = events(client, table, "deal")[0]
        assert dealt["drawn"] and "move" not in dealt and "made" not in dealt
        assert "?" in json.dumps(dealt["drawn"]) and all(group["cards"] for group in dealt["drawn"])
        steps = replay(client, table, "seat=0")
        equal([data(step) for step in steps], [data(event) for event in [dealt] + told][:len(steps)])
        looked = replay(client, table, "")  # as a spectator
        for step in looked[:1]:
            assert all(set(group["cards"]) == {"?"} for group in step["drawn"] if group["seat"] == 0 and group["kind"] == "card"), step
        assert "?" not in json.dumps([step.get("drawn", []) for step in replay(client, table, "seat=open")])


def test_undone():
    """what was taken back is not told as data any more"""
    client = person()
    table = table_of("mulle", [client])
    for _ in range(3):
        client.move(table, client.turn(table)["legal"][0]["move"])
    client.turn(table)
    client.ask(do="undo", table=table)
    sync(client)
    gone = [event for event in events(client, table) if event.get("undone")]
    assert gone and all(data(event) == {} for event in gone), gone
    page = client.ask(do="log", table=table, before=10**9, count=100)["events"]
    equal([data(event) for event in page if event.get("undone")], [{} for _ in gone])


def test_delay():
    """a spectator of a delayed table gets the data as late as the sentences"""
    client, looker = person(), person()
    table = table_of("mulle", [client], settings={"public": True, "delay": 3})
    looker.watch(table)
    for _ in range(4):
        client.move(table, client.turn(table)["legal"][0]["move"])
    client.turn(table)
    sync(client, looker)
    mine, theirs = events(client, table), events(looker, table)
    equal(len(theirs), len(mine) - 3)
    equal([event["move"] for event in theirs], [event["move"] for event in mine][:-3])
    assert all(event["n"] < mine[-3]["n"] for event in theirs)


def test_schema():
    """the schema of a game names the members of its moves and the fields of its views; of a game that is not there, none"""
    for game in talk.SEATS:
        status, _, body = here.server.request("GET", f"/api/games/{game}")
        equal(status, 200)
        schema = json.loads(body)
        client = person()
        table = table_of(game, [client])
        equal(sorted(field["name"] for field in schema["view"]), sorted(client.turn(table)["view"]))
        equal(schema["move"][0]["name"], "act")
        client.move(table, now(client, table)["legal"][0]["move"])
        sync(client)
        for event in events(client, table):
            assert set(event["made"]) <= {member["name"] for member in schema["move"]}
    equal(here.server.request("GET", "/api/games/chess")[0], 404)


# ---- marks ----

def test_marks():
    """with marks=1 cards are marked in sentences, names and help; without, or with marks made plain, the text is the same"""
    for game in talk.SEATS:
        seen = helped = ""
        # A game that is over soon may not have named a card.
        for _ in range(20):
            more_seen, more_helped = marks_of(game)
            seen, helped = seen + more_seen, helped + more_helped
            if "{card:" in seen and (game != "mulle" or "capture {card:" in helped):
                break
        else:
            raise AssertionError(f"no card is marked in twenty games of {game}: {seen[:500]}")


def marks_of(game):
    """Compare a table as it is told with marks and without; the sentences and the help with marks."""
    client = person()
    table = table_of(game, [client])
    other = with_marks(client)
    other.watch(table)
    seen, helped = "", ""
    for _ in range(25):
        current = client.turn(table)
        if current["phase"] != "playing":
            break
        marked = other.wait_for(table, lambda t, ply=current["ply"]: t["now"]["ply"] >= ply)["now"]
        equal([{name: plain(text) for name, text in move.items()} for move in marked["legal"]], current["legal"])
        helped += json.dumps(marked["legal"])
        client.move(table, talk.choice(current["legal"])["move"])
    sync(client, other)
    # bots go on while one of the two has been heard of already
    ours, theirs = known(client, table)["events"], known(other, table)["events"]
    common = min(len(ours), len(theirs))
    for event, same in zip(ours[max(0, common - 100):common], theirs[max(0, common - 100):common]):
        equal([plain(text) for text in same["text"]], event["text"])
        equal(data(same), data(event))
        seen += json.dumps(same["text"])
    assert "{card:" not in "".join(client.texts)
    if client.turn(table)["phase"] == "playing":  # not while bots go on, who may come to the end meanwhile
        client.ask(do="resign", table=table)
    steps = [replay(client, table, "seat=0&count=20" + more) for more in ("", "&marks=1")]
    equal([[plain(text) for text in step["text"]] for step in steps[1]], [step["text"] for step in steps[0]])
    assert "{card:" not in json.dumps(steps[0])
    return seen + json.dumps(steps[1]), helped


def test_names_are_no_marks():
    """what people write cannot be taken for a mark: braces of names are doubled in marked sentences, and chat is none"""
    ana = person()
    name = "{card:KLA}{0}"
    equal(here.server.request("POST", "/api/name", {"name": name}, ana.cookie)[0], 200)
    bo = person()
    marked = with_marks(bo)
    made = bo.create("mulle", ["me", "open"], None, {"public": True})
    table = made["table"]
    bo.watch(table)
    marked.watch(table)
    ana.ask(do="join", table=table, invite=made["invite"])
    ana.watch(table)
    ana.ask(do="chat", table=table, text=name)
    play([ana, bo], table, until=lambda who: now(who, table)["ply"] > 6)
    ana.ask(do="resign", table=table)
    sync(bo, marked)
    plainly, marks = known(bo, table)["events"], known(marked, table)["events"]
    equal([[plain(text) for text in event.get("text", [])] for event in marks], [event.get("text", []) for event in plainly])
    told = [text for event in marks for text in event.get("text", []) if "KLA}" in text and "{{0}" in text]
    assert told and all("{{card:KLA}{{0}" in text for text in told), told
    equal([event["said"] for event in marks if event["is"] == "chat"], [name])


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
