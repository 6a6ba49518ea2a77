#!/usr/bin/env python3
"""The server from outside: every verb of docs/protocol.md, right and wrong, and whole games of every kind. Reports as TAP.

    test_protocol.py [NAME...]     only the tests of these names
"""

import hashlib
import json
import os
import random
import re
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import TAPETE, Client, Closed, Refused, Server, Socket

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
FAST = ("contribute_ms=0", "messages_per_s=100000", "message_burst=100000", "address_messages_per_s=1000000",
        "tables_per_person=10000", "watches=1000", "passwords_per_minute=10000", "requests_per_minute=1000000")
SEATS = {"sabacc": 4, "mus": 4, "mulle": 2, "bruno": 4}
choice = random.Random(7).choice
server = None
clients = []


# ---- helpers ----

def person(on=None, **more):
    """A new guest with a connection."""
    on = on or server
    client = Client(on, on.guest(), **more)
    clients.append(client)
    return client


def again(client, on=None):
    """Another connection of the same person."""
    other = Client(on or client.server, client.cookie)
    assert other.you == client.you, (other.you, client.you)
    clients.append(other)
    return other


def refused(reason, client, **message):
    try:
        answer = client.ask(**message)
    except Refused as refusal:
        assert refusal.reason == reason, f"{message}: {refusal}"
        assert refusal.text, message
        return refusal
    raise AssertionError(f"{message} was answered with {answer}")


def equal(found, expected):
    assert found == expected, f"found {str(found)[:900]}, expected {str(expected)[:900]}"


def pump(some, timeout=10):
    """Hear what has come for any of them; where there is nothing, wait."""
    heard = 0
    for client in some:
        while client.socket.waits():
            client._take()
            heard += 1
    if not heard:
        ready, _, _ = select.select([c.socket.socket for c in some], [], [], timeout)
        if not ready:
            raise TimeoutError("nobody has heard anything")


def sync(*some):
    """Everybody has heard what was told up to now."""
    for client in some:
        client.ask(do="ping")


def known(client, table):
    return client.tables[table]


def now(client, table):
    return client.tables[table]["now"]


def play(some, table, choose=None, until=None):
    """Let these clients play until the end, or until the condition holds of one of them."""
    while True:
        for client in some:
            current = now(client, table)
            if current["phase"] != "playing":
                continue
            if until is not None and until(client):
                return client
            if "legal" in current:
                equal(current["actor"], known(client, table)["about"]["you"])
                assert current["legal"], "no legal move"
                client.move(table, (choose or choice)(current["legal"])["move"])
                break
        else:
            if all(now(client, table)["phase"] in ("over", "closed") for client in some):
                return None
            pump(some)


def table_of(game, people, settings=None, options=None, agents="random", on=None):
    """People at a table, in the seats from 0 on, with agents in the others; everybody watches, and it is dealt."""
    first = people[0]
    seats = {"sabacc": (options or {}).get("players", 4),
             "mus": 2 if (options or {}).get("preset") in ("S2", "F2") else 4}.get(game, SEATS[game])
    words = ["me"] + ["open"] * (len(people) - 1) + [agents] * (seats - len(people))
    made = first.create(game, words, options, settings)
    table = made["table"]
    first.watch(table)
    for client in people[1:]:
        client.ask(do="join", table=table, invite=made["invite"])
        client.watch(table)
    for client in people:
        client.wait_for(table, lambda t: t["now"]["phase"] in ("playing", "over"))
    return table


def record_of(client, table):
    status, headers, body = client.server.request("GET", "/api/record/" + table, cookie=client.cookie)
    equal(status, 200)
    return body


def verify(record):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(record)
        file.flush()
        run = subprocess.run([TAPETE, "verify", file.name], capture_output=True, text=True, check=False)
        equal((run.returncode, run.stdout[:9]), (0, "verified:"))
        example = os.path.join(SOURCE, "examples", "verify_record.py")
        run = subprocess.run([sys.executable, "-B", example, file.name], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr


def lines_of(record):
    return [json.loads(line) for line in record.decode().splitlines()]


# ---- messages ----

VERBS = {
    "ping": {}, "lobby": {"on": True}, "create": {"game": "mulle"}, "quick": {"game": "mulle"},
    "join": {"table": "t0"}, "leave": {"table": "t0"}, "fill": {"table": "t0"}, "watch": {"table": "t0"},
    "unwatch": {"table": "t0"}, "contribute": {"table": "t0", "bytes": "00"},
    "move": {"table": "t0", "ply": 1, "move": "pass"}, "undo": {"table": "t0"},
    "answer": {"table": "t0", "offer": 1, "yes": True}, "resign": {"table": "t0"}, "rematch": {"table": "t0"},
    "hint": {"table": "t0"}, "review": {"table": "t0"}, "continue": {"table": "t0", "ply": 0}, "log": {"table": "t0", "before": 9, "count": 9}, "chat": {"table": "t0", "text": "a"},
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

def lobby_until(client, condition, timeout=5):
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
    answers = {server.request("GET", "/api/record/" + name, cookie=stranger.cookie)[0::2] for name in (table, missing)}
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
    """before the deal a seat that is left is free again, also for somebody who looks on"""
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
    """the commitment is shown before contributions, the key in the record fits it, and everybody's bytes are in the deal"""
    with Server(options=tuple(o for o in FAST if "contribute" not in o) + ("contribute_ms=20000",)) as slow:
        people = [person(slow) for _ in range(3)]
        made = people[0].create("sabacc", ["me", "open", "open", "random"])
        table = made["table"]
        people[0].watch(table)
        refused("WRONG_PHASE", people[0], do="contribute", table=table, bytes="00")
        for client in people[1:]:
            client.ask(do="join", table=table, invite=made["invite"])
            client.watch(table)
        shown = set()
        for client in people:
            client.wait_for(table, lambda t: t["now"]["phase"] == "commit" and "commitment" in t["about"])
            shown.add(known(client, table)["about"]["commitment"])
            assert "view" not in now(client, table)
        equal(len(shown), 1)
        for wrong in ("", "0", "000", "0g", "00" * 33, " 00", "0 0", "00:00"):
            refused("BAD_MESSAGE", people[0], do="contribute", table=table, bytes=wrong)
        given = ["00", "AbCdEf0123", "ff" * 32]
        for client, hexa in zip(people, given):
            assert now(client, table)["phase"] == "commit"
            client.ask(do="contribute", table=table, bytes=hexa)
            if client is people[0]:
                refused("STALE", client, do="contribute", table=table, bytes="01")
        for client in people:
            client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
        refused("WRONG_PHASE", people[0], do="contribute", table=table, bytes="01")
        play(people, table)
        record = record_of(people[0], table)
        lines = lines_of(record)
        equal({lines[0]["commitment"]}, shown)
        equal([c and c.lower() for c in lines[0]["contributions"]], [given[0], given[1].lower(), given[2], None])
        keys = [line["key"] for line in lines if "key" in line]
        equal([commitment_of(key) for key in keys], [lines[0]["commitment"]])
        verify(record)
        for client in people:
            before = "".join(t for t in client.texts if '"phase":"over"' not in t)
            assert keys[0] not in before, "the key was told before the end"


# ---- whole games ----

def check_end(people, table):
    """Everybody was told the same end, and the record says so too."""
    ends = [now(client, table) for client in people]
    for end in ends:
        equal((end["phase"], end["actor"]), ("over", None))
        equal(end["result"], ends[0]["result"])
        assert "legal" not in end and "view" in end
    for client in people:
        equal([e["n"] for e in known(client, table)["events"]], list(range(1, known(client, table)["to"] + 1)))
    record = record_of(people[0], table)
    verify(record)
    lines = lines_of(record)
    plies = [line for line in lines if "ply" in line]
    equal([line["ply"] for line in plies], list(range(1, ends[0]["ply"] + 1)))
    seats = [(e["ply"], e["seat"]) for e in known(people[0], table)["events"] if e["is"] == "play"]
    equal(seats, [(line["ply"], line["seat"]) for line in plies])
    return lines


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
    """a table of agents alone is played to the end, with or without somebody who looks on"""
    client = person()
    table = client.create("mulle", ["mulle-greedy", "random"])["table"]
    about = client.watch(table)["about"]
    equal((about["you"], [s["agent"] for s in about["seats"]]), (None, ["mulle-greedy", "random"]))
    client.wait_for(table, lambda t: t["now"]["phase"] == "over")
    unseen = client.create("sabacc", ["random"] * 4, settings={"public": True})["table"]
    deadline = time.monotonic() + 20
    while server.request("GET", "/api/record/" + unseen)[0] != 200:
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
        refused("WRONG_PHASE", client, do="answer", table=table, offer=1, yes=True)


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
    """whoever comes back with the same cookie plays on in the same seat; away and here is told"""
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


# ---- taking back, giving up, again ----

def test_undo_alone():
    """against bots alone a move is taken back at once, and can be played otherwise"""
    client, looker = person(), person()
    table = table_of("mulle", [client], settings={"public": True})
    looker.watch(table)
    refused("WRONG_PHASE", client, do="undo", table=table)
    client.turn(table)
    for _ in range(6):
        current = client.turn(table)
        before = current["view"], current["legal"], current["ply"]
        client.move(table, current["legal"][0]["move"])
        client.turn(table)
        client.ask(do="undo", table=table)
        current = now(client, table)
        equal((current["view"], current["legal"], current["ply"]), before)
        assert current["undone"] is True
        client.move(table, current["legal"][-1]["move"])
    client.turn(table)  # the bot has moved, and nothing happens by itself any more
    sync(client, looker)
    equal(now(looker, table)["ply"], now(client, table)["ply"])
    play([client], table)
    verify(record_of(client, table))


def test_undo_by_consent():
    """other people are asked before a move is taken back; a no or a move ends the question"""
    one, two = person(), person()
    looker = person()
    table = table_of("mulle", [one, two], settings={"public": True})
    looker.watch(table)
    one, two = (one, two) if "legal" in now(one, table) else (two, one)
    seat = {c: known(c, table)["about"]["you"] for c in (one, two)}
    first = now(one, table)["view"]
    one.move(table, now(one, table)["legal"][0]["move"])
    refused("WRONG_PHASE", two, do="undo", table=table)
    refused("NOT_SEATED", looker, do="undo", table=table)
    one.ask(do="undo", table=table)
    refused("STALE", one, do="undo", table=table)
    sync(one, two)
    offer = now(two, table)["offer"]
    equal(offer, {"n": known(two, table)["to"], "is": "undo", "by": seat[one], "yes": [], "asked": [seat[two]]})
    refused("STALE", one, do="answer", table=table, offer=offer["n"], yes=True)
    refused("STALE", two, do="answer", table=table, offer=offer["n"] + 1, yes=True)
    refused("NOT_SEATED", looker, do="answer", table=table, offer=offer["n"], yes=True)
    two.ask(do="answer", table=table, offer=offer["n"], yes=False)
    sync(one, two)
    assert "offer" not in now(one, table) and now(one, table)["ply"] == 1
    refused("STALE", two, do="answer", table=table, offer=offer["n"], yes=True)
    one.ask(do="undo", table=table)
    sync(two)
    two.move(table, now(two, table)["legal"][0]["move"])
    sync(one)
    assert "offer" not in now(one, table) and now(one, table)["ply"] == 2
    one.ask(do="undo", table=table)
    sync(two)
    two.ask(do="answer", table=table, offer=now(two, table)["offer"]["n"], yes=True)
    one.wait_for(table, lambda t: t["now"]["ply"] == 0)
    equal(now(one, table)["view"], first)
    sync(looker)
    equal(now(looker, table)["ply"], 0)
    play([one, two], table)
    check = lines_of(record_of(one, table))
    verify(record_of(one, table))
    assert check


def test_resign():
    """resigning ends a game of two sides; where others are left, a bot plays on"""
    one, two = person(), person()
    table = table_of("mulle", [one, two])
    two.ask(do="resign", table=table)
    end = one.wait_for(table, lambda t: t["now"]["phase"] == "over")["now"]
    equal((end["phase"], end["result"]["how"], end["result"]["returns"]), ("over", "resigned", [1.0, -1.0]))
    verify(record_of(one, table))
    # Partners: the first who gives up leaves the other one with a bot.
    people = [person() for _ in range(4)]
    table = table_of("mus", people)
    people[0].ask(do="resign", table=table)
    refused("STALE", people[0], do="resign", table=table)
    sync(*people)
    seat = known(people[1], table)["about"]["seats"][0]
    equal((now(people[1], table)["phase"], seat["bot"], seat["resigned"]), ("playing", True, True))
    refused("SEATED", people[0], do="join", table=table)
    people[2].ask(do="resign", table=table)
    people[1].wait_for(table, lambda t: t["now"]["phase"] == "over")
    equal(now(people[1], table)["result"]["returns"], [-1.0, 1.0, -1.0, 1.0])
    verify(record_of(people[1], table))
    # Everybody for themselves: the others play to the end.
    people = [person() for _ in range(3)]
    table = table_of("sabacc", people, options={"players": 3, "chips": 3})
    people[1].ask(do="resign", table=table)
    equal(now(people[1], table)["phase"], "playing")
    current = now(people[1], table)
    if "legal" in current:
        refused("NOT_SEATED", people[1], do="move", table=table, ply=current["ply"] + 1, move=current["legal"][0]["move"])
    play([people[0], people[2]], table)
    equal(now(people[0], table)["result"]["how"], "played")
    verify(record_of(people[0], table))


def test_leave_and_join_again():
    """whoever leaves a game is played by a bot until joining again"""
    one, two = person(), person()
    table = table_of("sabacc", [one, two], options={"chips": 4})
    two.ask(do="leave", table=table)
    one.wait_for(table, lambda t: t["about"]["seats"][1]["bot"])
    play([one], table, until=lambda c: any(e["is"] == "play" and e["seat"] == 1 for e in known(c, table)["events"]))
    if now(one, table)["phase"] == "playing":
        two.ask(do="join", table=table)
        one.wait_for(table, lambda t: not t["about"]["seats"][1]["bot"] or t["now"]["phase"] == "over")
        two.ask(do="watch", table=table)
        sync(two)
        equal(known(two, table)["about"]["you"], 1)
        play([one, two], table)
    verify(record_of(one, table))


def test_rematch():
    """a rematch has the same rules and people with the seats rotated by one, and everybody is told"""
    people = [person() for _ in range(3)]
    stranger = person()
    table = table_of("sabacc", people, options={"players": 4, "chips": 2}, settings={"public": True, "takeover_s": 9})
    stranger.watch(table)
    refused("WRONG_PHASE", people[0], do="rematch", table=table)
    play(people, table)
    refused("NOT_SEATED", stranger, do="rematch", table=table)
    next_table = people[1].ask(do="rematch", table=table)["table"]
    for client in people + [stranger]:
        client.wait_for(table, lambda t: t["about"].get("next") == next_table and t["events"][-1]["is"] == "next")
    equal(people[0].ask(do="rematch", table=table)["table"], next_table)
    for client in people:
        client.watch(next_table)
        client.wait_for(next_table, lambda t: t["now"]["phase"] == "playing")
    about = known(people[0], next_table)["about"]
    old = known(people[0], table)["about"]
    equal([s.get("id") for s in about["seats"]], [s.get("id") for s in old["seats"][-1:] + old["seats"][:-1]])
    equal((about["parent"], about["settings"], about["options"]), (table, old["settings"], old["options"]))
    play(people, next_table)
    check_end(people, next_table)


# ---- time ----

def test_takeover():
    """a bot takes over for somebody without a connection while others wait, and hands back"""
    one, two = person(), person()
    table = table_of("mulle", [one, two], settings={"takeover_s": 1})
    mover, other = (one, two) if "legal" in now(one, table) else (two, one)
    seat = known(mover, table)["about"]["you"]
    begin = time.monotonic()
    mover.close()
    other.wait_for(table, lambda t: any(e["is"] == "takeover" and e["seat"] == seat for e in t["events"]))
    took = time.monotonic() - begin
    assert 0.9 < took < 4, f"after {took} s"
    other.wait_for(table, lambda t: "legal" in t["now"])
    equal(known(other, table)["about"]["seats"][seat]["bot"], True)
    back = again(mover)
    back.watch(table)
    other.wait_for(table, lambda t: any(e["is"] == "back" and e["seat"] == seat for e in t["events"]))
    equal(known(other, table)["about"]["seats"][seat]["bot"], False)
    play([back, other], table)
    verify(record_of(other, table))


def test_no_takeover():
    """nobody is taken over where takeover_s is 0, or nobody waits"""
    one, two, three, four = (person() for _ in range(4))
    never = table_of("mulle", [one, two], settings={"takeover_s": 0})
    nobody = table_of("mulle", [three, four], settings={"takeover_s": 1})
    mover, other = (one, two) if "legal" in now(one, never) else (two, one)
    mover.close()
    three.close()
    four.close()
    time.sleep(1.7)
    sync(other)
    assert not any(e["is"] == "takeover" for e in known(other, never)["events"])
    back = again(three)
    back.watch(nobody)
    assert not any(e["is"] == "takeover" for e in known(back, nobody)["events"])


def test_clocks():
    """who is out of time is played by a bot or loses, per move and per game; clocks are shown"""
    def timed(settings):
        one, two = person(), person()
        table = table_of("mulle", [one, two], settings=settings)
        mover, other = (one, two) if "legal" in now(one, table) else (two, one)
        return table, mover, other

    one = timed({"move_s": 1})
    two = timed({"move_s": 1, "on_time_out": "lose"})
    three = timed({"game_s": 1})
    four = timed({"game_s": 1, "on_time_out": "lose"})
    table, mover, other = one
    clock = now(mover, table)["clock"]
    assert 0 < clock["move"] <= 1000 and "seats" not in clock, clock
    clock = now(three[1], three[0])["clock"]
    assert len(clock["seats"]) == 2 and 0 < clock["seats"][0] <= 1000 and "move" not in clock, clock
    seat = known(mover, table)["about"]["you"]
    begin = time.monotonic()
    other.wait_for(table, lambda t: t["now"]["ply"] == 1)
    assert time.monotonic() - begin < 3
    equal([(e["is"], e["seat"]) for e in known(other, table)["events"][-2:]], [("timeout", seat), ("play", seat)])
    other.move(table, now(other, table)["legal"][0]["move"])
    sync(mover)
    mover.move(table, now(mover, table)["legal"][0]["move"])
    for table, mover, other in (two, four):
        other.wait_for(table, lambda t: t["now"]["phase"] == "over")
        equal(now(other, table)["result"]["how"], "resigned")
        equal(now(other, table)["result"]["returns"][known(mover, table)["about"]["you"]], -1.0)
        equal([e["is"] for e in known(other, table)["events"][-3:]], ["timeout", "resign", "over"])
        verify(record_of(other, table))
    table, mover, other = three
    seat = known(mover, table)["about"]["you"]
    other.wait_for(table, lambda t: t["now"]["ply"] == 1)
    equal(known(other, table)["about"]["seats"][seat]["bot"], True)
    other.move(table, now(other, table)["legal"][0]["move"])
    other.wait_for(table, lambda t: t["now"]["ply"] == 3)


# ---- talking ----

def said(client, table):
    return [e.get("said") for e in known(client, table)["events"] if e["is"] == "chat"]


def test_chat():
    """chat is heard by everybody at the table, muted and blocked people are not"""
    one, two, looker = person(), person(), person()
    table = table_of("mulle", [one, two], settings={"public": True})
    looker.watch(table)
    longest = "ñ" * 300
    one.ask(do="chat", table=table, text="hello <b>\"\\ \U0001f0cf")
    one.ask(do="chat", table=table, text=longest)
    looker.ask(do="chat", table=table, text="from outside")
    sync(one, two, looker)
    for client in (one, two, looker):
        equal(said(client, table), ["hello <b>\"\\ \U0001f0cf", longest, "from outside"])
    event = [e for e in known(two, table)["events"] if e["is"] == "chat"]
    equal([(e["by"], e["name"], e.get("seat")) for e in event[1:]],
          [(one.you["id"], one.you["name"], 0), (looker.you["id"], looker.you["name"], None)])
    for text in ("", "x" * 301, "ñ" * 301):
        refused("BAD_MESSAGE", one, do="chat", table=table, text=text)
    two.ask(do="mute", table=table, who=one.you["id"], on=True)
    one.ask(do="chat", table=table, text="unheard")
    sync(two, looker)
    equal((said(two, table)[-1], said(looker, table)[-1]), (None, "unheard"))
    assert "unheard" not in "".join(two.texts)
    two.ask(do="mute", table=table, who=one.you["id"], on=False)
    one.ask(do="chat", table=table, text="heard")
    sync(two)
    equal(said(two, table)[-1], "heard")
    two.ask(do="block", who=one.you["id"], on=True)
    two.ask(do="block", who=one.you["id"], on=True)
    one.ask(do="chat", table=table, text="blocked")
    sync(two)
    assert "blocked" not in "".join(t for t in two.texts if '"chat"' in t)
    two.ask(do="block", who=one.you["id"], on=False)
    silent = table_of("mulle", [one], settings={"chat": False})
    refused("WRONG_PHASE", one, do="chat", table=silent, text="a")
    one.ask(do="resign", table=table)
    two.ask(do="chat", table=table, text="well played")
    sync(one)
    equal(said(one, table)[-1], "well played")


def test_block():
    """people who have blocked each other are never seated together"""
    one, two = person(), person()
    table = one.create("mulle", settings={"public": True})["table"]
    private = one.create("mulle")
    for nobody in (one.you["id"], "", "x" * 100, "p'"):
        refused("BAD_MESSAGE", one, do="block", who=nobody, on=True)
    refused("NOT_SAVED", one, do="block", who="pnobody", on=True)
    two.ask(do="watch", table=table)
    two.ask(do="chat", table=table, text="may I?")  # from now on there is something to know of this person
    for blocker, blocked in ((one, two), (two, one)):
        blocker.ask(do="block", who=blocked.you["id"], on=True)
        refused("BLOCKED", two, do="join", table=table)
        refused("BLOCKED", two, do="join", table=private["table"], invite=private["invite"])
        assert two.ask(do="quick", game="mulle")["table"] != table
        blocker.ask(do="block", who=blocked.you["id"], on=False)
    one.ask(do="block", who=two.you["id"], on=True)
    one.close()
    time.sleep(0.3)  # who has blocked has no connection any more, and still does not want it
    refused("BLOCKED", two, do="join", table=table)
    assert two.ask(do="quick", game="mulle")["table"] != table
    back = again(one)
    back.ask(do="block", who=two.you["id"], on=False)
    two.ask(do="join", table=table)


def test_hint():
    """a hint has opinions on legal moves, best first, for the one whose turn it is"""
    one, two = person(), person()
    table = table_of("mulle", [one, two])
    mover, other = (one, two) if "legal" in now(one, table) else (two, one)
    refused("NOT_YOUR_TURN", other, do="hint", table=table)
    hint = mover.ask(do="hint", table=table)
    equal((hint["is"], hint["table"], hint["ply"]), ("hint", table, 1))
    moves = [m["move"] for m in hint["moves"]]
    equal(sorted(moves), sorted(m["move"] for m in now(mover, table)["legal"]))
    promises = [m["value"] - m["error"] for m in hint["moves"]]
    equal(promises, sorted(promises, reverse=True))
    assert all(m["games"] > 0 for m in hint["moves"])
    mover.move(table, moves[0])


def test_hint_blocks_nothing():
    """while a hint is thought of the table goes on: its own asker moves, others are answered, and the hint comes later"""
    one, two = person(), person()
    table = table_of("mulle", [one, two])
    mover, other = (one, two) if "legal" in now(one, table) else (two, one)
    heard = len(mover.texts)
    mover.send(do="hint", table=table, ref=900)
    begin = time.monotonic()
    other.ask(do="ping")
    other.ask(do="chat", table=table, text="well?")
    mover.move(table, now(mover, table)["legal"][0]["move"])
    assert "legal" in other.turn(table)
    spent = time.monotonic() - begin
    answer = mover.answer(900)
    equal((answer["is"], answer["ply"]), ("hint", 1))
    kinds = [json.loads(text)["is"] for text in mover.texts[heard:]]
    assert kinds.index("done") < kinds.index("hint"), f"the move waited for the hint: {kinds}, {spent:.3f} s"


def test_log():
    """older events can be paged through, and are the same as they were told"""
    client = person()
    table = table_of("mulle", [client], options={"omgangar": 2})
    play([client], table)
    sync(client)
    events = known(client, table)["events"]
    assert len(events) > 150
    paged, before = [], known(client, table)["to"] + 1
    while before > 1:
        page = client.ask(do="log", table=table, before=before, count=37)["events"]
        equal([e["n"] for e in page], list(range(max(1, before - 37), before)))
        paged = page + paged
        before = page[0]["n"]
    equal(len(paged), len(events))
    for found, told in zip(paged, events):
        equal(found, told)
    equal(len(client.ask(do="log", table=table, before=10**9, count=10**9)["events"]), 100)
    for before in (1, 0, -5):
        equal(client.ask(do="log", table=table, before=before, count=5)["events"], [])
    other = again(client)
    other.watch(table)
    equal(known(other, table)["events"], events[-100:])


# ---- people over HTTP ----

def post(path, body, cookie=None, on=None, headers=None):
    status, answer_headers, content = (on or server).request("POST", path, body, cookie, headers)
    cookie = (answer_headers["Set-Cookie"] or "").split(";")[0]
    return status, json.loads(content), cookie


def session(cookie, on=None):
    status, headers, content = (on or server).request("GET", "/api/session", cookie=cookie)
    equal(status, 200)
    return json.loads(content)


def test_session():
    """without a cookie one becomes a guest, with it one stays the same, and a forged one is worth nothing"""
    status, headers, content = server.request("GET", "/api/session")
    me = json.loads(content)
    equal((status, me["account"], me["protocol"], headers["Content-Type"]), (200, False, 1, "application/json"))
    attributes = [part.strip().lower() for part in headers["Set-Cookie"].split(";")[1:]]
    assert "httponly" in attributes and "samesite=lax" in attributes and "secure" not in attributes, attributes
    cookie = headers["Set-Cookie"].split(";")[0]
    equal(session(cookie), me)
    equal(Client(server, cookie).you["id"], me["id"])
    for forged in (cookie[:-1], cookie + "0", cookie.replace("tapete=", "tapete=x"), "tapete=", cookie[:20],
                   cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), "tapete=" + me["id"]):
        assert session(forged)["id"] != me["id"], forged
        client = Client(server, forged)
        assert client.you["id"] != me["id"], forged
        client.close()


def test_names():
    """a name is checked, kept, and shown at tables from then on"""
    cookie = server.guest()
    status, me, _ = post("/api/name", {"name": "  Ana  María "}, cookie)
    equal((status, me["name"], session(cookie)["name"]), (200, "Ana María", "Ana María"))
    for name in ("", "   ", "x" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u2800"):
        status, answer, _ = post("/api/name", {"name": name}, cookie)
        equal((status, answer["error"]["reason"]), (400, "BAD_MESSAGE"))
    equal(session(cookie)["name"], "Ana María")
    equal(post("/api/name", {"name": "ñ" * 24}, cookie)[0], 200)
    equal(post("/api/name", {"name": "X"})[0], 401)
    client = Client(server, cookie)
    table = client.create("mulle")["table"]
    equal(client.watch(table)["about"]["seats"][0]["name"], "ñ" * 24)
    client.close()


def test_accounts():
    """register, sign in and out, another password: old cookies are void, connections end"""
    login = "ana" + str(random.randrange(10**9))
    cookie = server.guest()
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
    equal(post("/api/register", {"login": login.upper(), "password": "long enough"}, server.guest())[1]["error"]["reason"],
          "LOGIN_TAKEN")
    for name, password in ((login, "wrong wrong"), (login + "none", "long enough")):
        status, answer, _ = post("/api/login", {"login": name, "password": password}, server.guest())
        equal((status, answer["error"]["reason"]), (403, "WRONG_PASSWORD"))
    status, answer, second = post("/api/login", {"login": login.upper(), "password": "long enough"})
    equal((status, answer["id"]), (200, me["id"]))
    client = Client(server, second)
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
    for old in (third, fourth):
        assert session(old)["id"] != me["id"]
    equal(post("/api/logout", {})[0], 401)


def test_export_and_delete():
    """everything about a person can be had, and is gone after deletion: bots play on, the name is in no table"""
    login = "eva" + str(random.randrange(10**9))
    status, me, cookie = post("/api/register", {"login": login, "password": "long enough"}, server.guest())
    post("/api/name", {"name": "Eva Deleted"}, cookie)
    client, other = Client(server, cookie), person()
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
    status, headers, content = server.request("GET", "/api/export", cookie=cookie)
    kept = json.loads(content)
    equal((status, kept["person"]["name"], kept["person"]["login"]), (200, "Eva Deleted", login))
    equal(sorted(kept["tables"]), sorted([finished, running, waiting, own]))
    equal([r["table"] for r in kept["results"]], [finished])
    assert "argon" not in content.decode()
    equal(server.request("GET", "/api/export")[0], 401)
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
    cookie = server.guest()
    for headers, status in (({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
                            ({"Origin": f"http://localhost:{server.port + 1}"}, 403),
                            ({"Origin": f"https://localhost:{server.port}"}, 403),
                            ({"Origin": f"http://localhost:{server.port}.evil.example"}, 403),
                            ({"Content-Type": "text/plain"}, 415), ({"Content-Type": "application/jsonx"}, 415),
                            ({"Content-Type": "application/x-www-form-urlencoded"}, 415), ({}, 200),
                            ({"Content-Type": "application/json; charset=utf-8"}, 200)):
        found = post("/api/name", {"name": "Ana"}, cookie, headers=headers)[0]
        assert found == status or (status == 415 and found in (400, 415)), (headers, found)
    status, _, _ = server.request("POST", "/api/name", cookie=cookie, headers={"Content-Type": "application/json"})
    assert status in (400, 403), status
    for body in (b"", b"[]", b"{", b'{"name": "a", "name": "b"}', b'{"name": "a"} x', b"\xff"):
        connection_status = raw_post(cookie, body)
        equal((body, connection_status), (body, 400))
    for origin in ("http://evil.example", "null", f"http://localhost:{server.port + 1}"):
        try:
            Client(server, cookie, Origin=origin)
            raise AssertionError(origin)
        except Closed as closed:
            equal(closed.code, 403)
    Client(server, cookie, Origin=server.origin).close()


def raw_post(cookie, body):
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/api/name", body, {"Host": f"localhost:{server.port}", "Origin": server.origin,
                                                   "Content-Type": "application/json", "Cookie": cookie})
    status = connection.getresponse().status
    connection.close()
    return status


def test_http():
    """games, agents, health, metrics, HEAD, unknown paths and methods"""
    def get(path, method="GET", cookie=None):
        status, headers, content = server.request(method, path, cookie=cookie)
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
        equal(server.request("GET", "/api/record/" + table, cookie=cookie)[0], 404)
    play([one, two], table)
    equal(record_of(one, table), record_of(two, table))
    path = f"/api/record/{table}?invite="
    equal(server.request("GET", path + made["invite"], cookie=stranger.cookie)[0], 200)
    for cookie in (stranger.cookie, None):
        equal(server.request("GET", "/api/record/" + table, cookie=cookie)[0], 404)
        equal(server.request("GET", path + "0" * 32, cookie=cookie)[0], 404)
        equal(server.request("GET", path, cookie=cookie)[0], 404)


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
        tables["next"] = one.ask(do="rematch", table=tables["over"])["table"]
        one.ask(do="block", who=leaver.you["id"], on=True)
        one.ask(do="close", table=tables["closed"])
        sync(one, two)
        time.sleep(0.3)
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
            assert left - 30000 < right <= left + 5000, (clock, later)
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


def again2(client, on):
    """The same person, after the server has begun again or the name has changed."""
    other = Client(on, client.cookie)
    equal(other.you["id"], client.you["id"])
    clients.append(other)
    return other


def check_ended(client, table):
    equal(now(client, table)["phase"], "over")
    verify(record_of(client, table))


def test_backup():
    """SIGUSR1 leaves a copy of the database that has the tables and is another server's beginning"""
    with Server(options=FAST) as fresh:
        client = person(fresh)
        tables = [table_of("mulle", [client]) for _ in range(3)]
        play([client], tables[0])
        path = fresh.database + ".backup"
        fresh.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + 10
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


def main():
    global server
    tests = [value for name, value in globals().items() if name.startswith("test_")]

    def fresh_clients(test):
        def run():
            try:
                return test()
            finally:
                for client in clients:
                    client.close()
                clients.clear()
                if server.process.poll() is not None:
                    raise RuntimeError("the server has gone: " + server.log_text()[-3000:])
        run.__doc__, run.__name__ = test.__doc__, test.__name__
        return run

    with Server(options=FAST) as server:
        status = tap.run([fresh_clients(test) for test in tests], sys.argv[1:])
        stopped = server.stop()
        if stopped != 0:
            print(f"# the server ended with {stopped}: {server.log_text()[-3000:]}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
