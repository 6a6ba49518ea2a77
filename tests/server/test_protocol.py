#!/usr/bin/env python3
"""The server from outside: messages, the lobby, making tables, the deal, whole games and coming back to them, as docs/protocol.md has them. Reports as TAP.

    test_protocol.py [NAME...]     only the tests of these names
"""

import hashlib
import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import PATIENCE_S, Closed, Refused, Server
from talk import (FAST, SEATS, again, check_end, choice, clients, equal, here, known, lines_of, now, person,
                  play, record_of, refused, sync, table_of, verify, with_time)


# ---- messages ----

VERBS = {
    "ping": {}, "lobby": {"on": True}, "create": {"game": "mulle"}, "quick": {"game": "mulle"},
    "join": {"table": "t0"}, "leave": {"table": "t0"}, "fill": {"table": "t0"}, "watch": {"table": "t0"},
    "unwatch": {"table": "t0"}, "contribute": {"table": "t0", "bytes": "00"},
    "seal": {"table": "t0", "attempt": 1, "seal": "00"}, "reveal": {"table": "t0", "attempt": 1, "bytes": "00"},
    "move": {"table": "t0", "ply": 1, "move": "pass"}, "undo": {"table": "t0"},
    "answer": {"table": "t0", "offer": 1, "yes": True}, "resign": {"table": "t0"}, "rematch": {"table": "t0"},
    "hint": {"table": "t0"}, "hints": {"table": "t0"}, "review": {"table": "t0"}, "continue": {"table": "t0", "ply": 0}, "log": {"table": "t0", "before": 9, "count": 9}, "chat": {"table": "t0", "text": "a"},
    "mute": {"table": "t0", "who": "p0", "on": True}, "block": {"who": "p0", "on": True}, "close": {"table": "t0"},
}
OPTIONAL = {
    "create": {"options": {}, "seats": ["me", "open"], "settings": {}}, "join": {"invite": "00", "seat": 0},
    "fill": {"agent": "random"}, "review": {"seat": 0}, "continue": {"seat": 0, "agent": "random"}, "watch": {"invite": "00", "since": 0},
}
NOT_NEEDED = {("log", "before"), ("log", "count")}
WRONG = {str: (0, True, None, [], {}, 1.5), bool: (0, 1, "true", None, [], {}), int: ("1", True, None, [], {}, 1.5),
         list: (0, "a", {}, None), dict: (0, "a", [], None)}


def raw(client, text):
    """Send a text as it is; the answer to it, which carries no ref."""
    client.socket.send_text(text)
    return client._take()


def test_ping_and_refs():
    """a ref comes back with the answer, and only whole numbers from 0 on are refs"""
    client = person()
    equal(raw(client, '{"do": "ping"}'), {"is": "pong"})
    for ref in (0, 1, 2**31, 2**53, 2**63 - 1):
        equal(raw(client, json.dumps({"do": "ping", "ref": ref})), {"is": "pong", "ref": ref})
    for ref in (-1, "1", 1.0, True, None, [], {}):
        answer = raw(client, json.dumps({"do": "ping", "ref": ref}))
        equal((answer["is"], answer["reason"], answer.get("ref")), ("refused", "BAD_MESSAGE", None))
    answer = raw(client, '{"do": "dance", "ref": 5}')
    equal((answer["reason"], answer["ref"]), ("BAD_MESSAGE", 5))
    assert "ping" in answer["text"] or "rematch" in answer["text"], answer


def test_nonsense():
    """what is no JSON object, too deep or has no verb is refused, and the connection lives on"""
    deep = '{"do": "create", "game": "mulle", "options": ' + '{"a":' * 33 + "1" + "}" * 33 + "}"
    texts = ["", " ", "x", "[]", "1", "null", '"do"', "{", "{}", '{"do": 1}', '{"do": null}', '{"do": "ping"} {}',
             '{"do": "ping", "do": "ping"}', deep, '{"do": "ping", "ref": 9223372036854775808}',
             '{"do": "p\\u0000ing"}', '{"do": "\\ud800"}', "[" * 5000]
    client = person()
    for text in texts:
        answer = raw(client, text)
        equal((text[:60], answer["is"], answer.get("reason")), (text[:60], "refused", "BAD_MESSAGE"))
    client.ask(do="ping")


def test_too_much_nonsense():
    """a connection that goes on sending nonsense is closed with 1008"""
    client = person()
    try:
        for _ in range(40):
            client.socket.send_text("nonsense")
        while True:
            client._take()
    except Closed as closed:
        equal(closed.code, 1008)
    except ConnectionError:
        pass


def test_fields():
    """every verb refuses fields that are missing, too many or of the wrong type"""
    refusals = 0
    client = person()

    def wrong(message):
        nonlocal client, refusals
        refusals += 1
        if refusals % 15 == 0:
            client.close()
            client = person()
        refused("BAD_MESSAGE", client, **message)

    for verb, needed in VERBS.items():
        optional = OPTIONAL.get(verb, {})
        wrong({"do": verb, "more": 1, **needed})
        for name in needed:
            if (verb, name) not in NOT_NEEDED:
                wrong({"do": verb, **{k: v for k, v in needed.items() if k != name}})
        for name, value in {**needed, **optional}.items():
            for other in WRONG[type(value)]:
                wrong({"do": verb, **needed, name: other})
    return f"{refusals} messages refused"


def test_right_fields():
    """every verb with the right fields is understood, also with those that may be left out"""
    client = person()
    for verb, needed in VERBS.items():
        for message in (needed, {**needed, **OPTIONAL.get(verb, {})}):
            if "table" in needed:
                refused("NO_SUCH_TABLE", client, do=verb, **message)
            elif verb != "block":
                client.ask(do=verb, **message)


# ---- the lobby ----

def lobby_until(client, condition, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while True:
        for message in client.others:
            if message["is"] == "lobby" and condition(message):
                return message
        client.others.clear()
        assert time.monotonic() < deadline, "the lobby has not said it"
        message = client._take()
        if message["is"] == "lobby":
            client.others.append(message)


def test_lobby():
    """the lobby lists public tables as they change, and nothing of private ones"""
    looker, owner, joiner = person(), person(), person()
    answer = looker.ask(do="lobby", on=True)
    assert answer["whole"] is True and isinstance(answer["tables"], list)
    private = owner.create("mulle")["table"]
    table = owner.create("sabacc", settings={"public": True}, options={"players": 2, "chips": 3})["table"]

    def seen(message):
        assert private not in json.dumps(message)
        return [t for t in message["tables"] if t["table"] == table]

    summary = seen(lobby_until(looker, seen))[0]
    equal((summary["game"], summary["phase"], summary["open"], summary["options"]),
          ("sabacc", "open", 1, {"players": 2, "chips": 3}))
    equal([s["who"] for s in summary["seats"]], ["person", "open"])
    assert "invite" not in json.dumps(summary)
    assert table in [t["table"] for t in person().ask(do="lobby", on=True)["tables"]]
    joiner.ask(do="join", table=table)
    lobby_until(looker, lambda m: any(t["phase"] == "playing" and t["open"] == 0 for t in seen(m)))
    joiner.ask(do="resign", table=table)
    lobby_until(looker, lambda m: table in m.get("gone", ()))
    equal(looker.ask(do="lobby", on=False)["is"], "done")
    looker.others.clear()
    owner.create("mulle", settings={"public": True})
    time.sleep(0.5)
    sync(looker)
    equal([m for m in looker.others if m["is"] == "lobby"], [])


# ---- making tables ----

def test_practice():
    """a question of practice is the same for everybody who names its seed, and its values belong to its answers"""
    one, other = person(), person()

    def asked(client, seed):
        while True:
            answer = client.ask(do="practice", game="mus", seed=seed)
            equal((answer["is"], answer["game"]), ("practice", "mus"))
            if "question" in answer:
                return answer
            assert 0 <= answer["prepared"] < 1, answer
            time.sleep(.05)

    first = asked(one, 7)
    again = asked(other, 7)
    first.pop("ref")
    again.pop("ref")
    equal(first, again)
    assert asked(one, 8)["question"] != first["question"]
    question = first["question"]
    values = [move["value"] for move in question["moves"]]
    equal(question["best"], values.index(max(values)))
    assert question["hand"] in [hand["hand"] for hand in question["hands"]]
    for hand in question["hands"]:
        equal(len(hand["shares"]), len(values))
        assert abs(sum(hand["shares"]) - 1000) <= len(values), hand
    refused("BAD_MESSAGE", one, do="practice", game="bruno", seed=1)
    refused("BAD_MESSAGE", one, do="practice", game="musicals", seed=1)
    refused("BAD_MESSAGE", one, do="practice", game="mus", seed=-1)
    refused("BAD_MESSAGE", one, do="practice", game="mus")
    refused("BAD_MESSAGE", one, do="practice", game="mus", seed="1")


def test_create():
    """tables of every game with options, seats and settings; what is wrong with them is said"""
    client = person()
    for game, count in SEATS.items():
        table = client.create(game)["table"]
        about = client.watch(table)["about"]
        equal([s["who"] for s in about["seats"]], ["person"] + ["open"] * (count - 1))
        equal((about["game"], about["you"], about["owner"]), (game, 0, client.you["id"]))
        equal(known(client, table)["now"], {"phase": "open", "ply": 0})
    for game, options, count in (("sabacc", {"players": 2}, 2), ("sabacc", {"players": 3}, 3),
                                 ("mus", {"preset": "S2"}, 2), ("mus", {"preset": "F2"}, 2), ("mus", {"preset": "X4"}, 4),
                                 ("mus", {"target": 5, "best_of": 1}, 4), ("mulle", {"omgangar": 2}, 2),
                                 ("bruno", {"cap": 10, "strict_nine": True}, 4),
                                 ("sabacc", {"tokens": ["REFUND", "EMBARGO", "IMMUNITY"]}, 4)):
        about = client.watch(client.create(game, options=options)["table"])["about"]
        equal((len(about["seats"]), {k: about["options"][k] for k in options}), (count, options))
    settings = {"public": True, "move_s": 86400, "game_s": 7, "on_time_out": "lose", "takeover_s": 0,
                "spectators": False, "delay": 3, "chat": False}
    equal(client.watch(client.create("mulle", settings=settings)["table"])["about"]["settings"], settings)
    about = client.watch(client.create("mulle", settings={})["table"])["about"]
    equal(about["settings"], {"public": False, "move_s": 0, "game_s": 0, "on_time_out": "bot", "takeover_s": 60,
                              "spectators": True, "delay": 0, "chat": True})
    for message in ({"game": "poker"}, {"game": ""}, {"game": "mulle", "options": {"players": 2}},
                    {"game": "sabacc", "options": {"players": 5}}, {"game": "sabacc", "options": {"players": "x"}},
                    {"game": "sabacc", "options": {"tokens": ["REFUND"]}}, {"game": "mus", "options": {"preset": "Z9"}},
                    {"game": "mus", "options": {"target": 10**12}}, {"game": "mulle", "seats": []},
                    {"game": "mulle", "seats": ["me"]}, {"game": "mulle", "seats": ["me", "open", "open"]},
                    {"game": "mulle", "seats": ["me", "me"]}, {"game": "mulle", "seats": ["me", "nobody"]},
                    {"game": "mulle", "seats": ["me", "mus-bot"]}, {"game": "mulle", "seats": ["me", "random:x=1"]},
                    {"game": "mulle", "seats": ["me", "flatmc:ms=999999"]}, {"game": "mulle", "seats": ["me", 1]},
                    {"game": "mulle", "seats": ["me", "flatmc:threads=64"]}, {"game": "mulle", "seats": ["me", "x" * 500]},
                    {"game": "mulle", "seats": ["me", "mulle-learn:file=/tmp/x"]},
                    {"game": "mulle", "settings": {"colour": 1}}, {"game": "mulle", "settings": {"public": 1}},
                    {"game": "mulle", "settings": {"move_s": -1}}, {"game": "mulle", "settings": {"move_s": 10**9}},
                    {"game": "mulle", "settings": {"delay": 101}}, {"game": "mulle", "settings": {"on_time_out": "win"}},
                    {"game": "mulle", "settings": {"takeover_s": 1.5}}):
        refused("BAD_MESSAGE", person(), do="create", **message)


def test_table_limits():
    """a person has a limited number of tables, a connection a limited number of watches"""
    with Server(options=("tables_per_person=3", "tables=5", "watches=2")) as small:
        client, other = person(small), person(small)
        tables = [client.create("mulle", settings={"public": True})["table"] for _ in range(3)]
        refused("TOO_MANY", client, do="create", game="mulle")
        client.ask(do="close", table=tables[0])
        client.create("mulle")
        for _ in range(2):
            other.create("mulle")
        refused("TOO_MANY", other, do="create", game="mulle")
        for table in tables[1:]:
            other.watch(table)
        refused("TOO_MANY", other, do="watch", table=tables[0])
        other.ask(do="unwatch", table=tables[1])
        other.ask(do="watch", table=tables[0])


def test_private_tables():
    """a private table and one that does not exist are not told apart, whatever is asked"""
    owner, stranger = person(), person()
    table = owner.create("mulle", ["me", "random"])["table"]
    owner.watch(table)
    owner.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    missing = "t" + "0" * (len(table) - 1)
    for verb, fields in VERBS.items():
        if "table" not in fields:
            continue
        for more in ({}, {"invite": "0" * 32}) if verb in ("join", "watch") else ({},):
            answers = [refused("NO_SUCH_TABLE", stranger, **{"do": verb, **fields, **more, "table": name}).text
                       for name in (table, missing, "t", "", "x" * 1000, "../" + table, table[:-1])]
            assert len(set(answers)) == 1, (verb, answers)
    owner.ask(do="resign", table=table)
    answers = {here.server.request("GET", "/api/record/" + name, cookie=stranger.cookie)[0::2] for name in (table, missing)}
    equal(len(answers), 1)
    equal(next(iter(answers))[0], 404)
    sync(stranger)
    assert table not in "".join(t for t in stranger.texts if '"refused"' not in t)


def test_invites():
    """an invite opens a private table; seats are taken once; who does not sit sees no invite"""
    owner, guest, late, looker = person(), person(), person(), person()
    made = owner.create("sabacc", options={"players": 3})
    table, invite = made["table"], made["invite"]
    assert re.fullmatch("[0-9a-f]{32}", invite), invite
    equal(owner.watch(table)["about"]["invite"], invite)
    for wrong in ("", invite[:-1], invite + "0", invite.upper() if invite.upper() != invite else "0" * 32, "0" * 32):
        refused("NO_SUCH_TABLE", guest, do="join", table=table, invite=wrong)
        refused("NO_SUCH_TABLE", guest, do="watch", table=table, invite=wrong)
    refused("SEAT_TAKEN", guest, do="join", table=table, invite=invite, seat=0)
    refused("SEAT_TAKEN", guest, do="join", table=table, invite=invite, seat=3)
    guest.ask(do="join", table=table, invite=invite, seat=2)
    refused("SEATED", guest, do="join", table=table, invite=invite, seat=1)
    equal(guest.watch(table)["about"]["you"], 2)
    about = looker.watch(table, invite=invite)["about"]
    assert about["you"] is None and "invite" not in about
    late.ask(do="join", table=table, invite=invite)
    owner.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    refused("WRONG_PHASE", looker, do="join", table=table, invite=invite)
    equal([s["id"] for s in known(owner, table)["about"]["seats"]],
          [owner.you["id"], late.you["id"], guest.you["id"]])
    closed = owner.create("mulle", settings={"spectators": False, "public": True})
    refused("NO_SUCH_TABLE", looker, do="watch", table=closed["table"], invite=closed["invite"])
    looker.ask(do="join", table=closed["table"])


def test_sit_and_leave():
    """before the deal a seat that is left is free again, also for a spectator"""
    owner, guest = person(), person()
    table = owner.create("sabacc", settings={"public": True})["table"]
    owner.watch(table)
    guest.watch(table)
    refused("NOT_SEATED", guest, do="leave", table=table)
    guest.ask(do="join", table=table, seat=3)
    guest.wait_for(table, lambda t: t["about"]["you"] == 3 and t["about"]["seats"][3]["here"])
    owner.wait_for(table, lambda t: t["about"]["seats"][3].get("name") == guest.you["name"])
    guest.ask(do="leave", table=table)
    guest.wait_for(table, lambda t: t["about"]["you"] is None)
    owner.wait_for(table, lambda t: t["about"]["seats"][3] == {"who": "open"})
    refused("NOT_SEATED", guest, do="leave", table=table)
    equal([e["is"] for e in known(owner, table)["events"]], ["open", "sit", "leave"])
    texts = [e["text"] for e in known(owner, table)["events"]]
    equal(texts[1:], [[guest.you["name"] + " sits down."], [guest.you["name"] + " leaves."]])


def test_fill_and_close():
    """the owner fills or closes a table, and nobody else does"""
    owner, guest = person(), person()
    table = owner.create("sabacc", settings={"public": True})["table"]
    owner.watch(table)
    guest.watch(table)
    refused("NOT_OWNER", guest, do="fill", table=table)
    refused("NOT_OWNER", guest, do="close", table=table)
    guest.ask(do="join", table=table)
    refused("NOT_OWNER", guest, do="fill", table=table)
    refused("BAD_MESSAGE", owner, do="fill", table=table, agent="mus-bot")
    refused("BAD_MESSAGE", owner, do="fill", table=table, agent="x" * 200)
    owner.ask(do="fill", table=table, agent="random")
    owner.wait_for(table, lambda t: t["now"]["phase"] == "playing")
    equal([s["name"] for s in known(owner, table)["about"]["seats"]][2:], ["random 1", "random 2"])
    refused("WRONG_PHASE", owner, do="fill", table=table)
    refused("WRONG_PHASE", owner, do="close", table=table)
    second = owner.create("mulle", settings={"public": True})["table"]
    owner.watch(second)
    guest.watch(second)
    owner.ask(do="close", table=second)
    guest.wait_for(second, lambda t: t["now"]["phase"] == "closed" and t["events"][-1]["is"] == "close")
    for verb in ("close", "fill", "join"):
        refused("WRONG_PHASE", owner if verb != "join" else guest, do=verb, table=second)
    for game in SEATS:
        usual = owner.create(game)["table"]
        owner.watch(usual)
        owner.ask(do="fill", table=usual)
        equal({s["who"] for s in known(owner, usual)["about"]["seats"]}, {"person", "agent"})


def test_quick():
    """a quick match seats two people at the same public table"""
    with Server(options=FAST) as fresh:
        first, second, third = person(fresh), person(fresh), person(fresh)
        first.create("mulle", settings={"public": True}, options={"omgangar": 3})
        table = first.ask(do="quick", game="mulle")["table"]
        equal(second.ask(do="quick", game="mulle")["table"], table)
        first.watch(table)
        first.wait_for(table, lambda t: t["now"]["phase"] == "playing")
        equal([s["id"] for s in known(first, table)["about"]["seats"]], [first.you["id"], second.you["id"]])
        other = third.ask(do="quick", game="mulle")["table"]
        assert other != table
        assert third.ask(do="quick", game="mulle")["table"] not in (table, other)
        assert third.ask(do="quick", game="sabacc")["table"] not in (table, other)


# ---- the deal ----

def commitment_of(key):
    return hashlib.blake2b(b"tapete commitment 1" + bytes.fromhex(key), digest_size=32).hexdigest()


def test_commitment():
    """a client of before seals is told to be renewed and plays all the same, and the key in the record fits the commitment"""
    def scene(seconds):
        with Server(options=tuple(o for o in FAST if "contribute" not in o) + (f"contribute_ms={1000 * seconds}",)) as slow:
            client = person(slow)
            table = client.create("sabacc", ["me", "random"], {"players": 2, "chips": 2})["table"]
            client.watch(table)
            client.wait_for(table, lambda t: t["now"]["phase"] == "commit" and "commitment" in t["about"])
            shown = known(client, table)["about"]["commitment"]
            assert "reload the page" in refused("STALE", client, do="contribute", table=table, bytes="00").text
            client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
            play([client], table)
            record = record_of(client, table)
            lines = lines_of(record)
            equal((lines[0]["commitment"], lines[0]["contributions"]), (shown, [None, None]))
            equal([commitment_of(line["key"]) for line in lines if "key" in line], [shown])
            verify(record)
    with_time(scene, 2)


# ---- whole games ----

def whole_games(games):
    notes = []
    for game, count, options in games:
        people = [person() for _ in range(count)]
        table = table_of(game, people, options=options)
        play(people, table)
        sync(*people)
        lines = check_end(people, table)
        notes.append(f"{game} {options or ''} with {count} people: {len(lines)} lines")
    return "\n".join(notes)


def test_games_with_agents():
    """whole games of every kind of one person against agents"""
    return whole_games([("sabacc", 1, {"players": n}) for n in (2, 3, 4)] + [("mulle", 1, None), ("bruno", 1, None)] +
                       [("mus", 1, {"preset": preset, "target": 20, "best_of": 1}) for preset in ("F4", "S2", "F2", "X4")])


def test_games_of_people():
    """whole games of every kind of 2 to 4 people"""
    return whole_games([("sabacc", 2, {"players": 2}), ("sabacc", 3, None), ("sabacc", 4, None), ("mulle", 2, None),
                        ("bruno", 4, {"cap": 150}), ("bruno", 2, {"cap": 100}), ("mus", 4, {"target": 10, "best_of": 1}),
                        ("mus", 2, {"preset": "S2", "target": 10, "best_of": 1}),
                        ("mus", 3, {"preset": "X4", "target": 10, "best_of": 1})])


def test_agents_alone():
    """a table of agents alone is played to the end, with or without a spectator"""
    client = person()
    table = client.create("mulle", ["mulle-greedy", "random"])["table"]
    about = client.watch(table)["about"]
    equal((about["you"], [s["agent"] for s in about["seats"]]), (None, ["mulle-greedy", "random"]))
    client.wait_for(table, lambda t: t["now"]["phase"] == "over")
    unseen = client.create("sabacc", ["random"] * 4, settings={"public": True})["table"]
    deadline = time.monotonic() + PATIENCE_S
    while here.server.request("GET", "/api/record/" + unseen)[0] != 200:
        assert time.monotonic() < deadline, "not played to the end"
        time.sleep(0.1)


def test_moves_refused():
    """moves that are stale, sent twice, out of turn, not legal, for another seat or after the end are refused"""
    people = [person(), person()]
    looker = person()
    table = table_of("mulle", people, settings={"public": True})
    looker.watch(table)
    mover, other = people if "legal" in now(people[0], table) else people[::-1]
    legal = now(mover, table)["legal"][0]["move"]
    refused("NOT_YOUR_TURN", other, do="move", table=table, ply=1, move=legal)
    refused("NOT_SEATED", looker, do="move", table=table, ply=1, move=legal)
    for ply in (0, 2, -1, 2**62, -2**62):
        refused("STALE", mover, do="move", table=table, ply=ply, move=legal)
    for move in ("", "fly", "x" * 5000, "discard ZZ99", legal + " ", "\n", "é" * 1000):
        before = known(mover, table)["to"]
        try:
            mover.ask(do="move", table=table, ply=1, move=move)
            raise AssertionError(move)
        except Refused as refusal:
            assert refusal.reason not in ("NOT_SAVED", "STALE"), refusal
        equal(known(mover, table)["to"], before)
    first, second = mover.refs + 1, mover.refs + 2
    mover.refs += 2
    mover.send(do="move", table=table, ply=1, move=legal, ref=first)
    mover.send(do="move", table=table, ply=1, move=legal, ref=second)
    answers = {}
    while len(answers) < 2:
        message = mover._take()
        if "ref" in message:
            answers[message["ref"]] = message
    equal((answers[first]["is"], answers[second].get("reason")), ("done", "STALE"))
    sync(*people)
    equal(now(mover, table)["ply"], 1)
    play(people, table)
    last = now(mover, table)["ply"]
    for client in people:
        refused("WRONG_PHASE", client, do="move", table=table, ply=last + 1, move=legal)
        for verb in ("undo", "resign", "hint", "leave"):
            refused("WRONG_PHASE", client, do=verb, table=table)
        refused("STALE", client, do="answer", table=table, offer=1, yes=True)


def test_done_comes_last():
    """done comes after the message that tells of the change"""
    client = person()
    table = table_of("mulle", [client])
    for _ in range(5):
        current = client.turn(table)
        start = len(client.texts)
        client.move(table, current["legal"][0]["move"])
        kinds = [json.loads(text) for text in client.texts[start:]]
        equal(kinds[-1]["is"], "done")
        assert any(m["is"] == "table" and any(e["is"] == "play" and e["ply"] == current["ply"] + 1 for e in m["events"])
                   for m in kinds[:-1]), kinds


# ---- resuming ----

def test_since():
    """watch with since gives exactly what was missed, for seats and spectators, and everything anew after an undo"""
    client, looker = person(), person()
    table = table_of("sabacc", [client], settings={"public": True})
    looker.watch(table)
    play([client], table, until=lambda c: now(c, table)["ply"] >= 20 and "legal" in now(c, table))
    sync(client, looker)
    for viewer in (client, looker):
        events = known(viewer, table)["events"]
        last = known(viewer, table)["to"]
        equal([e["n"] for e in events], list(range(1, last + 1)))
        for since in (0, 1, last // 2, last - 1, last):
            other = again(viewer)
            other.tables[table] = {"to": since, "events": [], "about": None, "now": None}
            other.ask(do="watch", table=table, since=since)
            other.wait_for(table, lambda t: t["about"] is not None)
            equal(known(other, table)["events"], events[since:])
            equal(known(other, table)["to"], last)
            equal(now(other, table), now(viewer, table))
        for since in (last + 1, 2**62, -1, -2**62):
            other = again(viewer)
            other.watch(table, since=since)
            equal((known(other, table)["to"], known(other, table)["events"]), (last, events))
    before = known(client, table)["to"]
    client.ask(do="undo", table=table)
    assert now(client, table)["undone"] is True
    other = again(client)
    other.watch(table, since=before)
    equal(json.loads(other.texts[-1 if '"table"' in other.texts[-1] else -2]).get("whole"), True)
    equal(known(other, table)["events"], known(client, table)["events"])
    last = known(client, table)["to"]
    third = again(client)
    third.tables[table] = {"to": last, "events": [], "about": None, "now": None}
    third.ask(do="watch", table=table, since=last)
    third.wait_for(table, lambda t: t["about"] is not None)
    equal(known(third, table)["events"], [])


def test_two_connections():
    """two connections of one person see the same, and either may move"""
    one = person()
    table = table_of("mulle", [one])
    two = again(one)
    equal(two.watch(table)["about"]["you"], 0)
    for turn in range(1000):
        mover, other = (one, two) if turn % 2 else (two, one)
        current = mover.turn(table)
        if current["phase"] == "over":
            break
        other.wait_for(table, lambda t: t["to"] >= known(mover, table)["to"])
        equal(now(one, table), now(two, table))
        mover.move(table, choice(current["legal"])["move"])
        other.wait_for(table, lambda t: t["now"]["ply"] > current["ply"])
    one.wait_for(table, lambda t: t["now"]["phase"] == "over")
    two.wait_for(table, lambda t: t["now"]["phase"] == "over")
    equal(known(one, table)["events"], known(two, table)["events"])


def test_reconnect():
    """a player who comes back with the same cookie plays on in the same seat; the others hear of both"""
    one, two = person(), person()
    table = table_of("mulle", [one, two])
    play([one, two], table, until=lambda c: now(c, table)["ply"] == 5)
    sync(one, two)
    events, last = known(one, table)["events"], known(one, table)["to"]
    one.close()
    two.wait_for(table, lambda t: not t["about"]["seats"][0]["here"])
    back = again(one)
    back.tables[table] = {"to": last, "events": list(events), "about": None, "now": None}
    back.watch(table, since=last)
    back.wait_for(table, lambda t: t["about"] is not None)
    two.wait_for(table, lambda t: t["about"]["seats"][0]["here"])
    play([back, two], table)
    check_end([back, two], table)


def test_spectators():
    """spectators see no cards of others before the end, and are counted"""
    people = [person(), person()]
    looker = person()
    table = table_of("mulle", people, settings={"public": True})
    looker.watch(table)
    people[0].wait_for(table, lambda t: t["about"]["watching"] == 1)
    while now(looker, table)["phase"] == "playing":
        sync(*people, looker)
        assert "legal" not in now(looker, table)
        equal(now(looker, table)["ply"], now(people[0], table)["ply"])
        mover = next((c for c in people if "legal" in now(c, table)), None)
        if mover is None:
            break
        mover.move(table, choice(now(mover, table)["legal"])["move"])
    looker.wait_for(table, lambda t: t["now"]["phase"] == "over")
    looker.ask(do="unwatch", table=table)
    people[0].wait_for(table, lambda t: t["about"]["watching"] == 0)
    heard = len(looker.texts)
    people[0].ask(do="chat", table=table, text="is anybody there?")
    sync(looker)
    equal(len(looker.texts), heard + 1)
    refused("NO_SUCH_TABLE", looker, do="log", table=table, before=9, count=9)


def delayed(delay, game):
    people = [person() for _ in range(SEATS[game])]
    looker = person()
    table = table_of(game, people, settings={"public": True, "delay": delay}, options={"chips": 2} if game == "sabacc" else None)
    looker.watch(table)
    moves = 0
    while True:
        sync(*people, looker)
        mover = next((c for c in people if "legal" in now(c, table)), None)
        if mover is None:
            break
        equal(now(looker, table)["ply"], max(0, now(people[0], table)["ply"] - delay))
        plays = [e["ply"] for e in known(looker, table)["events"] if e["is"] == "play"]
        equal(plays, list(range(1, now(looker, table)["ply"] + 1)))
        late = again(looker)
        late.watch(table)
        equal(now(late, table), now(looker, table))
        log = late.ask(do="log", table=table, before=10**6, count=100)["events"]
        equal(log, known(late, table)["events"][-100:])
        late.close()
        clients.remove(late)
        mover.move(table, choice(now(mover, table)["legal"])["move"])
        moves += 1
    looker.wait_for(table, lambda t: t["now"]["phase"] == "over")
    equal(now(looker, table)["ply"], moves)
    equal([e["n"] for e in known(looker, table)["events"]], list(range(1, known(looker, table)["to"] + 1)))


def test_delay():
    """a delayed spectator is exactly that many moves late, and gets everything at the end"""
    delayed(3, "sabacc")
    delayed(1, "mulle")
    delayed(100, "sabacc")


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
