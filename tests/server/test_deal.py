#!/usr/bin/env python3
"""The deal at a server: seals before anything is shown, the list before anything is opened, no deal with fewer than listed; and what a client that
kept the list can show afterwards. Reports as TAP."""

import copy
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, TAPETE, Client, Server
from talk import (FAST, SOURCE, Witness, again, choice, clients, deal_out, equal, here, known, lines_of, now, person, play, pump,
                  record_of, refused, run, seal_of, sync, verify, verify_by_both, with_time)

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "examples"))
from verify.dealer import blake2b, deal_key, deal_number, list_mark, outcome_of, told_list  # noqa: E402

PATIENT = (*(option for option in FAST if not option.startswith("contribute")), "contribute_ms=60000")
HASTE_S = 3  # to seal, and then to reveal, where somebody does not
SHORT = {"players": 2, "chips": 2}


def hasty(seconds):
    """The options of a server that waits no longer than this for seals, and then for them to be opened."""
    return (*PATIENT[:-1], f"contribute_ms={int(1000 * seconds)}")


def seat_people(people, seats=2, agents=0, options=None, settings=None):
    """People at a new table of Sabacc, who all look at it; the deal is about to begin."""
    first = people[0]
    words = ["me"] + ["open"] * (seats - agents - 1) + ["random"] * agents
    made = first.create("sabacc", words, options or {"players": seats, "chips": 2}, settings)
    table = made["table"]
    first.watch(table)
    for client in people[1:]:
        client.ask(do="join", table=table, invite=made["invite"])
        client.watch(table)
    for client in people:
        client.wait_for(table, lambda t: t["now"]["phase"] == "commit" and "commitment" in t["about"])
    return table, [Witness(client, table) for client in people]


def await_step(witnesses, step, attempt=1):
    for w in witnesses:
        w.client.wait_for(w.table, lambda t: t["now"].get("deal", {}).get("step") == step and
                          t["now"]["deal"]["attempt"] == attempt and (step == "seal" or "sealed" in t["about"]))


def finish(witnesses):
    """Play to the end: the record, as bytes."""
    people = [w.client for w in witnesses]
    play(people, witnesses[0].table)
    return record_of(people[0], witnesses[0].table)


def is_of(client, table):
    return [event["is"] for event in known(client, table)["events"]]


# ---- how it goes ----


def test_whole():
    """everybody seals, the list is told before anything is opened, and each client's own list witnesses the record"""
    people = [person() for _ in range(3)]
    table, witnesses = seat_people(people, seats=4, agents=1)
    equal(now(people[0], table)["deal"], {"attempt": 1, "step": "seal", "sealed": [], "revealed": []})
    deal_out(witnesses)
    kept = [w.lists for w in witnesses]
    equal(kept[1:], kept[:1] * 2)
    told = kept[0][0]
    equal(set(told), {"table", "attempt", "game", "rules", "options", "commitment", "seals", "kinds"})
    equal((told["table"], told["attempt"], told["kinds"]), (table, 1, ["person"] * 3 + ["agent"]))
    equal(told["seals"], [w.own[1]["seal"] for w in witnesses] + [None])
    order = [name for name in is_of(people[0], table) if name in ("commit", "seal", "sealed", "reveal", "deal")]
    equal(order, ["commit", "seal", "seal", "seal", "sealed", "reveal", "reveal", "reveal", "deal"])
    about = known(people[0], table)["about"]
    for name in [who["name"] for who in about["seats"] if who["who"] == "person"] + [client.you["id"] for client in people]:
        assert name not in json.dumps(told), "the list names somebody"
    record = finish(witnesses)
    header = lines_of(record)[0]
    equal(told_list(header), told)
    equal(header["contributions"], [w.own[1]["bytes"] for w in witnesses] + [None])
    for w in witnesses:
        verify(record, w.file(), "verified and witnessed: ")
    verify(record)
    key = lines_of(record)[-1]["key"]
    for client in people:
        before = "".join(t for t in client.texts if '"phase":"over"' not in t)
        assert key not in before, "the key was told before the end"
        begin = before.index('"is":"sealed"')
        for w in witnesses:
            assert w.own[1]["bytes"] not in before[:begin], "bytes were told before the list"


def test_solo():
    """one person against bots: the bots contribute nothing, and the deal is witnessed"""
    client = person()
    table, witnesses = seat_people([client], seats=4, agents=3)
    deal_out(witnesses)
    equal([kind for kind in witnesses[0].lists[0]["kinds"]], ["person", "agent", "agent", "agent"])
    verify(finish(witnesses), witnesses[0].file(), "verified and witnessed: ")


def test_every_game():
    """a deal of each game, with options that presets settle, is verified and witnessed by both verifiers"""
    for game, options, seats in (("mus", {"preset": "X4", "target": 10, "best_of": 1}, 4), ("mus", {"preset": "F2", "target": 10, "best_of": 1}, 2),
                                 ("bruno", {"cap": 60}, 4), ("mulle", {}, 2), ("sabacc", {"chips": 2, "tokens": ["EMBARGO", "GENERAL_AUDIT", "IMMUNITY"]}, 4)):
        client = person()
        table = client.create(game, ["me"] + ["random"] * (seats - 1), options)["table"]
        client.watch(table)
        witnesses = [Witness(client, table)]
        deal_out(witnesses)
        verify(finish(witnesses), witnesses[0].file(), "verified and witnessed: ")


def test_silent():
    """a player who sends no seal plays all the same, but is not listed and not a witness; the others are"""
    def scene(seconds):
        with Server(options=hasty(seconds)) as server:
            people = [person(server) for _ in range(2)]
            table, witnesses = seat_people(people)
            deal_out(witnesses[:1])
            people[1].wait_for(table, lambda t: t["now"]["phase"] == "playing")
            equal(witnesses[0].lists[0]["seals"], [witnesses[0].own[1]["seal"], None])
            record = finish(witnesses)
            verify(record, witnesses[0].file(), "verified and witnessed: ")
            verify(record, witnesses[1].file())
            # And with nobody's seal there is no list at all.
            silent = person(server)
            table, witnesses = seat_people([silent], agents=1)
            silent.wait_for(table, lambda t: t["now"]["phase"] == "playing")
            assert "sealed" not in known(silent, table)["about"]
            record = finish(witnesses)
            assert "sealed" not in lines_of(record)[0]
            verify(record)
    with_time(scene, HASTE_S)


def test_absent():
    """who has no connection when the table is full is not listed, and nobody waits for them"""
    people = [person() for _ in range(2)]
    made = people[0].create("sabacc", ["open", "me"], SHORT)
    table = made["table"]
    people[0].close()
    people[1].ask(do="join", table=table, invite=made["invite"])
    people[1].watch(table)
    witness = Witness(people[1], table)
    people[1].wait_for(table, lambda t: t["now"]["phase"] == "commit")
    deal_out([witness])
    equal(witness.lists[0]["kinds"], ["person", "person"])
    equal([seal is not None for seal in witness.lists[0]["seals"]], [True, False])
    back = again(people[0])
    back.watch(table)
    people[1].wait_for(table, lambda t: t["about"]["seats"][1]["here"])
    play([back, people[1]], table)
    verify(record_of(people[1], table), witness.file(), "verified and witnessed: ")


# ---- void attempts ----


def test_void():
    """who seals and does not reveal makes the attempt void: everybody is told who, and the next has a new key and new seals"""
    def scene(seconds):
        with Server(options=hasty(seconds)) as server:
            people = [person(server) for _ in range(2)]
            table, witnesses = seat_people(people)
            for w in witnesses:
                w.seal()
            await_step(witnesses, "reveal")
            for w in witnesses:
                w.keep()
            witnesses[0].done.add(1)
            witnesses[0].reveal()
            witnesses[1].done.add(1)
            await_step(witnesses, "seal", 2)
            for client in people:
                void = [event for event in known(client, table)["events"] if event["is"] == "void"]
                equal([event["seats"] for event in void], [[1]])
                assert client.tables[table]["about"]["seats"][1]["name"] in void[0]["text"][0], void
                assert "sealed" not in known(client, table)["about"], "the list of a void attempt is still there"
            # Nothing of the first attempt counts for the second.
            refused("STALE", people[0], do="seal", table=table, attempt=1, seal="00" * 32)
            refused("STALE", people[1], do="reveal", table=table, attempt=1, bytes=witnesses[1].own[1]["bytes"])
            deal_out(witnesses)
            for w in witnesses:
                equal([kept["attempt"] for kept in w.lists], [1, 2])
                equal(len({kept["commitment"] for kept in w.lists}), 2)
                equal(len({one["seal"] for one in w.own.values()}), 2)
            record = finish(witnesses)
            equal(lines_of(record)[0]["sealed"]["attempt"], 2)
            for w in witnesses:
                verify(record, w.file(), "verified and witnessed: ")
            kept = witnesses[0].file()
            verify(record, {**kept, "lists": kept["lists"][:1]})  # the list of another attempt witnesses nothing
            for _, output, _ in verify_by_both(record, kept):
                assert "1 attempt was void before this deal" in output or "void attempts before this deal: 1" in output, output
    with_time(scene, HASTE_S)


def test_three_voids():
    """a third void attempt closes the table, and it counts for nobody"""
    def scene(seconds):
        with Server(options=hasty(seconds)) as server:
            people = [person(server) for _ in range(2)]
            table, witnesses = seat_people(people)
            for attempt in (1, 2, 3):
                await_step(witnesses, "seal", attempt)
                for w in witnesses:
                    w.seal()
                await_step(witnesses, "reveal", attempt)
                for w in witnesses:
                    w.keep()
                witnesses[0].reveal()
            for client in people:
                client.wait_for(table, lambda t: t["now"]["phase"] == "closed")
                equal([event["seats"] for event in known(client, table)["events"] if event["is"] == "void"], [[1]] * 3)
                status, _, body = server.request("GET", "/api/player/" + client.you["id"], cookie=client.cookie)
                equal((status, json.loads(body)["games"], json.loads(body)["standings"]), (200, 0, []))
            equal([kept["attempt"] for kept in witnesses[0].lists], [1, 2, 3])
            refused("WRONG_PHASE", people[0], do="seal", table=table, attempt=4, seal="00" * 32)
    with_time(scene, HASTE_S)


def test_clocks():
    """clocks begin after the deal, however long it takes"""
    people = [person() for _ in range(2)]
    table, witnesses = seat_people(people, settings={"move_s": 60, "game_s": 60})
    people[0].socket.timeout = 0.7
    try:
        while True:
            people[0]._take()  # the deal is awaited for a moment
    except TimeoutError:
        people[0].socket.timeout = PATIENCE_S
    begin = time.monotonic()
    deal_out(witnesses)
    most_ms = 1000 * (time.monotonic() - begin) + 1
    for client in people:
        clock = now(client, table)["clock"]
        assert min(clock["move"], *clock["seats"]) >= 60000 - most_ms, (clock, most_ms)


# ---- what is refused ----


def test_hostile():
    """wrong, early, late, repeated and borrowed seals and reveals do nothing"""
    people = [person() for _ in range(2)]
    outsider = person()
    made = people[0].create("sabacc", ["me", "open"], SHORT, {"public": True})
    table = made["table"]
    people[0].watch(table)
    witness = [Witness(client, table) for client in people]
    good = "ab" * 32
    refused("WRONG_PHASE", people[0], do="seal", table=table, attempt=1, seal=good)
    refused("WRONG_PHASE", people[0], do="reveal", table=table, attempt=1, bytes=good)
    people[1].ask(do="join", table=table)
    people[1].watch(table)
    await_step(witness, "seal")
    outsider.watch(table)
    for verb, name in (("seal", "seal"), ("reveal", "bytes")):
        refused("NOT_SEATED", outsider, do=verb, table=table, attempt=1, **{name: good})
        for attempt in (0, 2, -1, 257, 2**40):
            refused("STALE", people[0], do=verb, table=table, attempt=attempt, **{name: good})
        for wrong in ("", "00", good[:-1], good + "0", good + "00", "0g" * 32, " " + good[1:], "00:" * 21 + "0"):
            refused("BAD_MESSAGE", people[0], do=verb, table=table, attempt=1, **{name: wrong})
        for wrong in (None, 5, [good], True):
            refused("BAD_MESSAGE", people[0], do=verb, table=table, attempt=1, **{name: wrong})
    refused("STALE", people[0], do="contribute", table=table, bytes="00")
    # Nothing is revealed before the list, not even by who has sealed.
    witness[0].seal()
    refused("WRONG_PHASE", people[0], do="reveal", table=table, attempt=1, bytes=witness[0].own[1]["bytes"])
    refused("STALE", people[0], do="seal", table=table, attempt=1, seal=witness[0].own[1]["seal"])
    refused("STALE", people[0], do="seal", table=table, attempt=1, seal=good)
    # A seal that is copied from another seat cannot be opened: it is bound to table, attempt and seat.
    people[1].ask(do="seal", table=table, attempt=1, seal=witness[0].own[1]["seal"])
    await_step(witness, "reveal")
    refused("STALE", people[1], do="seal", table=table, attempt=1, seal=good)
    refused("WRONG_SEAL", people[0], do="reveal", table=table, attempt=1, bytes=good)
    witness[0].keep()
    witness[0].reveal()
    refused("STALE", people[0], do="reveal", table=table, attempt=1, bytes=witness[0].own[1]["bytes"])
    refused("WRONG_SEAL", people[1], do="reveal", table=table, attempt=1, bytes=witness[0].own[1]["bytes"])
    sync(*people)
    equal((now(people[0], table)["phase"], now(people[0], table)["deal"]["revealed"]), ("commit", [0]))
    assert "view" not in now(people[0], table) and "view" not in now(people[1], table), "dealt with fewer than listed"


def test_not_listed():
    """a seal that comes after the list is too late, and its owner has nothing to reveal"""
    def scene(seconds):
        with Server(options=hasty(seconds)) as server:
            people = [person(server) for _ in range(2)]
            table, witnesses = seat_people(people)
            witnesses[0].seal()
            await_step(witnesses, "reveal")
            refused("STALE", people[1], do="seal", table=table, attempt=1, seal="00" * 32)
            refused("NOT_LISTED", people[1], do="reveal", table=table, attempt=1, bytes="00" * 32)
    with_time(scene, HASTE_S)


def test_left():
    """who leaves during the deal takes no part in it, and their open seal makes the attempt void"""
    def scene(seconds):
        with Server(options=hasty(seconds)) as server:
            people = [person(server) for _ in range(2)]
            table, witnesses = seat_people(people)
            for w in witnesses:
                w.seal()
            await_step(witnesses, "reveal")
            people[1].ask(do="leave", table=table)
            refused("NOT_SEATED", people[1], do="reveal", table=table, attempt=1, bytes=witnesses[1].own[1]["bytes"])
            deal_out(witnesses[:1])
            equal([[seal is not None for seal in kept["seals"]] for kept in witnesses[0].lists], [[True, True], [True, False]])
    with_time(scene, HASTE_S)


def test_two_connections():
    """two connections of one person are one seat: the first seal counts, and either may open it"""
    client = person()
    table, witnesses = seat_people([client], agents=1)
    other = again(client)
    other.watch(table)
    witnesses[0].seal()
    await_step([Witness(other, table)], "reveal")
    other.ask(do="reveal", table=table, attempt=1, bytes=witnesses[0].own[1]["bytes"])
    other.wait_for(table, lambda t: t["now"]["phase"] == "playing")


# ---- the end of a server in the middle ----


def killed_at(step, seconds):
    """Kill the server at this step of the deal, start it again, and play on with the same clients."""
    with Server(options=hasty(seconds)) as server:
        people = [person(server) for _ in range(2)]
        table, witnesses = seat_people(people)
        if step in ("one seal", "list", "one reveal", "void"):
            witnesses[0].seal()
        if step in ("list", "one reveal", "void"):
            witnesses[1].seal()
            await_step(witnesses, "reveal")
            for w in witnesses:
                w.keep()
        if step in ("one reveal", "void"):
            witnesses[0].done.add(1)
            witnesses[0].reveal()
        if step == "void":
            await_step(witnesses, "seal", 2)
        commitment = known(people[0], table)["about"]["commitment"]
        told = known(people[0], table)["about"].get("sealed")
        server.kill()
        server.start()
        for w in witnesses:
            w.client = Client(server, w.client.cookie)
            clients.append(w.client)
            w.client.watch(table)
        equal(now(witnesses[0].client, table)["phase"], "commit")
        about = known(witnesses[0].client, table)["about"]
        equal(about["commitment"], commitment)
        equal(about.get("sealed"), told)
        if step == "one seal":
            refused("STALE", witnesses[0].client, do="seal", table=table, attempt=1, seal="00" * 32)
        if step == "one reveal":
            equal(now(witnesses[0].client, table)["deal"]["revealed"], [0])
        deal_out(witnesses)
        record = finish(witnesses)
        equal(lines_of(record)[0]["sealed"]["attempt"], 2 if step == "void" else 1)
        for w in witnesses:
            verify(record, w.file(), "verified and witnessed: ")


def test_killed():
    """a server that is killed at any step of the deal goes on with the same key, seals and list"""
    for step in ("commit", "one seal", "list", "one reveal"):
        killed_at(step, 60)
    with_time(lambda seconds: killed_at("void", seconds), HASTE_S)


@tap.of_files
def test_older_journals():
    """a table of a server that knew no seals goes on: before the deal with a new attempt, after it as it was dealt"""
    with Server(options=PATIENT) as server:
        people = [person(server) for _ in range(2)]
        table, witnesses = seat_people(people)
        witnesses[0].seal()
        server.kill()
        # As the journal looked before: `commit` with a key alone, and bytes in the clear.
        database = sqlite3.connect(server.database)
        rows = database.execute("SELECT number, text FROM journal").fetchall()
        for number, text in rows:
            entry = json.loads(text)
            entry.pop("attempt", None)
            if entry["is"] == "seal":
                entry = {"is": "contribute", "at": entry["at"], "seat": entry["seat"], "bytes": "00ff"}
            database.execute("UPDATE journal SET text = ? WHERE number = ?", (json.dumps(entry), number))
        database.commit()
        database.close()
        server.start()
        witnesses = []
        for client in people:
            back = Client(server, client.cookie)
            clients.append(back)
            back.watch(table)
            witnesses.append(Witness(back, table))
        deal_out(witnesses)
        record = finish(witnesses)
        equal(lines_of(record)[0]["sealed"]["attempt"], 1)
        for w in witnesses:
            verify(record, w.file(), "verified and witnessed: ")


# ---- witnesses ----


def test_tampered():
    """a record that is not of the list that was kept is not verified, and both verifiers say what differs"""
    people = [person() for _ in range(2)]
    table, witnesses = seat_people(people)
    deal_out(witnesses)
    record, kept = finish(witnesses), witnesses[0].file()
    lines = lines_of(record)

    def changed(change, of=None):
        other = copy.deepcopy(of if of is not None else lines)
        change(other)
        return "".join(json.dumps(line) + "\n" for line in other).encode() if of is None else other

    def says(answers, status, *words):
        for answer in answers:
            equal(answer[0], status)
            assert all(word in answer[1] + answer[2] for word in words), (words, answer)

    def drop(change):
        def both(other):
            change(other[0])
        return changed(both)

    # The record against itself: a contribution that does not open its seal, one that nobody sealed, seals of bots.
    says(verify_by_both(drop(lambda h: h["contributions"].__setitem__(1, "00" * 32))), 1, "has not contributed what it sealed")
    says(verify_by_both(drop(lambda h: h["contributions"].__setitem__(1, None))), 1, "has not contributed what it sealed")
    says(verify_by_both(drop(lambda h: h["sealed"]["seals"].__setitem__(1, None))), 1, "is not in the sealed list")
    for change in (lambda h: h["sealed"].__setitem__("attempt", 4), lambda h: h["sealed"]["kinds"].pop(),
                   lambda h: h["sealed"]["kinds"].__setitem__(0, "dog"), lambda h: h["sealed"].pop("table"),
                   lambda h: h["sealed"].__setitem__("more", 1)):
        says(verify_by_both(drop(change)), 2)
    for status, _, _ in verify_by_both(drop(lambda h: h["sealed"]["kinds"].__setitem__(1, "agent"))):
        assert status != 0
    # Without the list the cards are not those of the key.
    says(verify_by_both(drop(lambda h: h.pop("sealed"))), 1, "not verified")
    # The record against the list that was kept.
    says(verify_by_both(record, kept), 0, "verified and witnessed")
    flip = lambda text: ("1" if text[0] == "0" else "0") + text[1:]  # noqa: E731
    for name, change in (("seals", lambda k: k["seals"].__setitem__(1, flip(k["seals"][1]))), ("commitment", lambda k: k.__setitem__("commitment", flip(k["commitment"]))),
                         ("options", lambda k: k["options"].__setitem__("chips", 3)), ("game", lambda k: k.__setitem__("game", "mus")),
                         ("kinds", lambda k: k["kinds"].__setitem__(1, "agent"))):
        other = copy.deepcopy(kept)
        change(other["lists"][0])
        says(verify_by_both(record, other), 1, f"'{name}'")
    other = copy.deepcopy(kept)
    other["lists"][0]["table"] = "tother"
    says(verify_by_both(record, other), 1, "table")
    # A list without the own seal witnesses nothing; nor does one of another attempt.
    other = copy.deepcopy(kept)
    other["own"][0]["seal"] = "00" * 32
    says(verify_by_both(record, other), 0, "consistent, but not witnessed")
    other = copy.deepcopy(kept)
    other["lists"].append({**other["lists"][0], "attempt": 2})
    says(verify_by_both(record, other), 1, "'attempt'")  # it was void, and dealt after all
    says(verify_by_both(record, {**kept, "lists": []}), 0, "consistent, but not witnessed")
    for damaged in ({}, [], {"tapete": "witness"}, {**kept, "version": 2}, {"tapete": "record"}):
        for status, output, errors in verify_by_both(record, damaged):
            equal((status, output), (2, ""))
            assert errors and "Traceback" not in errors, errors
    # A record of a deal without seals is not the one that was witnessed.
    with Server(options=FAST) as fast:
        other = person(fast)
        made = other.create("sabacc", ["me", "random"], SHORT)["table"]
        other.watch(made)
        other.play_to_end(made, choice)
        old = record_of(other, made)
        says(verify_by_both(old), 0, "consistent, but not witnessed")
        says(verify_by_both(old, kept), 1, "sealed")


# ---- the attack ----


def pair_of(secret):
    """The two cards of seat 1 in the first round of Sabacc for two, dealt from this secret: sand and blood."""
    hand = []
    for kind in ("sand", "blood"):
        pile = {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3, "I": 3, "S": 1}
        cards = []
        for index in range(2):
            card = outcome_of(deal_number(secret, kind, 1, index), pile)
            pile[card] -= 1
            cards.append(card)
        hand.append(cards[1])
    return hand


def grind(secret_of, wanted, tries):
    """Bytes with which the hand is the wanted one; None if there are none among so many."""
    for number in range(tries):
        given = blake2b(number.to_bytes(8, "little"))
        if pair_of(secret_of(given)) == wanted:
            return given
    return None


def key_in(server, table):
    """What the operator can read at any time."""
    database = sqlite3.connect("file:" + server.database + "?mode=ro", uri=True)
    texts = [row[0] for row in database.execute("SELECT text FROM journal")]
    database.close()
    return bytes.fromhex([json.loads(text)["key"] for text in texts if '"key"' in text and '"commit"' in text][-1])


@tap.of_files
def test_attack():
    """an operator who reads the key, with one seat, could choose the old deal and cannot choose this one"""
    with Server(options=PATIENT) as server:
        honest, accomplice = person(server), person(server)
        table, witnesses = seat_people([honest, accomplice])
        key = key_in(server, table)
        # The old way: the last contributor, with the key, had the whole deal in hand.
        theirs = os.urandom(32)
        assert grind(lambda own: deal_key(key, [theirs, own]), ["S", "S"], 20000) is not None, "the old attack is not what it was"
        # Now: the own seal has to be made before the other's bytes are known, whatever it is ground for.
        witnesses[0].seal()
        guessed = grind(lambda own: deal_key(key, [bytes(32), own], bytes(32)), ["S", "S"], 20000)
        witnesses[1].seal(guessed.hex())
        await_step(witnesses, "reveal")
        for w in witnesses:
            w.keep()
        witnesses[0].done.add(1)
        witnesses[0].reveal()
        # With key, list and the other's bytes, other bytes would do; the server takes none but the sealed ones.
        mark, opened = list_mark(witnesses[0].lists[0]), bytes.fromhex(witnesses[0].own[1]["bytes"])
        ground = grind(lambda own: deal_key(key, [opened, own], mark), ["S", "S"], 20000)
        refused("WRONG_SEAL", accomplice, do="reveal", table=table, attempt=1, bytes=ground.hex())
        # An operator who puts them into the record all the same is refused by everybody.
        witnesses[1].reveal()
        for w in witnesses:
            w.client.wait_for(table, lambda t: t["now"]["phase"] == "playing")
        lines = lines_of(finish(witnesses))
        deal = lines[1]["deal"]
        first = 3 + 1
        dealt = [deal[first + 1].split()[1], deal[first + 4].split()[1]]
        equal(dealt, pair_of(deal_key(key, [opened, guessed], mark)))
        lines[0]["contributions"][1] = ground.hex()
        for status, _, _ in verify_by_both("".join(json.dumps(line) + "\n" for line in lines).encode(), witnesses[0].file()):
            equal(status, 1)


TESTS = [test_whole, test_solo, test_every_game, test_silent, test_absent, test_void, test_three_voids, test_clocks, test_hostile,
         test_not_listed, test_left, test_two_connections, test_killed, test_older_journals, test_tampered, test_attack]

if __name__ == "__main__":
    sys.exit(run(TESTS, PATIENT))
