#!/usr/bin/env python3
"""The server from outside: what happens at a table besides moves: taking back, giving up, another game, clocks, talking, hints, the log. Reports as TAP.

    test_protocol_table.py [NAME...]     only the tests of these names
"""

import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from talk import (again, check_end, equal, known, lines_of, now, person, play, record_of, refused, sync,
                  table_of, verify, with_time)


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
    assert 50_000 < offer.pop("ms") <= 60_000
    equal(offer, {"n": known(two, table)["to"], "is": "undo", "by": seat[one], "yes": [], "no": [], "asked": [seat[two]]})
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
    """a bot plays for a player who leaves, until the player joins again"""
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
    people[1].ask(do="rematch", table=table)
    for client in (people[0], people[2]):
        client.wait_for(table, lambda t: t["now"].get("offer"))
        client.ask(do="answer", table=table, offer=now(client, table)["offer"]["n"], yes=True)
    people[1].wait_for(table, lambda t: t["about"].get("next"))
    next_table = known(people[1], table)["about"]["next"]
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
    assert took > 0.9, f"after {took} s"
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
    # Nobody waits for the one who is not to move; and when the other has gone too, nobody waits at all.
    first, last = (three, four) if "legal" in now(four, nobody) else (four, three)
    mover.close()
    first.close()
    last.close()
    time.sleep(1.7)
    sync(other)
    assert not any(e["is"] == "takeover" for e in known(other, never)["events"])
    back = again(first)
    back.watch(nobody)
    assert not any(e["is"] == "takeover" for e in known(back, nobody)["events"])


def test_clocks():
    """who is out of time is played by a bot or loses, per move and per game; clocks are shown"""
    with_time(clocks_run_out, 5)


def clocks_run_out(seconds):
    def timed(settings):
        one, two = person(), person()
        table = table_of("mulle", [one, two], settings=settings)
        mover, other = (one, two) if "legal" in now(one, table) else (two, one)
        return table, mover, other

    # Where others have to move in time, they have these seconds.
    one = timed({"move_s": seconds})
    three = timed({"game_s": seconds})
    two = timed({"move_s": 1, "on_time_out": "lose"})
    four = timed({"game_s": 1, "on_time_out": "lose"})
    table, mover, other = one
    clock = now(mover, table)["clock"]
    assert 0 < clock["move"] <= 1000 * seconds and "seats" not in clock, clock
    clock = now(three[1], three[0])["clock"]
    assert len(clock["seats"]) == 2 and 0 < clock["seats"][0] <= 1000 * seconds and "move" not in clock, clock
    seat = known(mover, table)["about"]["you"]
    other.wait_for(table, lambda t: t["now"]["ply"] == 1)
    equal([(e["is"], e["seat"]) for e in known(other, table)["events"][-2:]], [("timeout", seat), ("play", seat)])
    other.move(table, now(other, table)["legal"][0]["move"])
    sync(mover)
    mover.move(table, now(mover, table)["legal"][0]["move"])
    table, mover, other = three
    seat = known(mover, table)["about"]["you"]
    other.wait_for(table, lambda t: t["now"]["ply"] == 1)
    equal(known(other, table)["about"]["seats"][seat]["bot"], True)
    other.move(table, now(other, table)["legal"][0]["move"])
    other.wait_for(table, lambda t: t["now"]["ply"] == 3)
    for table, mover, other in (two, four):
        other.wait_for(table, lambda t: t["now"]["phase"] == "over")
        equal(now(other, table)["result"]["how"], "resigned")
        equal(now(other, table)["result"]["returns"][known(mover, table)["about"]["you"]], -1.0)
        equal([e["is"] for e in known(other, table)["events"][-3:]], ["timeout", "resign", "over"])
        verify(record_of(other, table))


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


def with_hints(one, two):
    """A table for two where both agreed to hints."""
    table = table_of("mulle", [one, two])
    one.ask(do="hints", table=table)
    two.wait_for(table, lambda t: t["now"].get("offer"))
    two.ask(do="answer", table=table, offer=now(two, table)["offer"]["n"], yes=True)
    one.wait_for(table, lambda t: t["about"]["hints"])
    return table


def test_hint():
    """a hint has opinions on legal moves, best first, for the one whose turn it is"""
    one, two = person(), person()
    table = with_hints(one, two)
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
    """while a hint is thought of the table goes on: its own asker moves, and the hint comes later"""
    one, two = person(), person()
    table = with_hints(one, two)
    orders = []
    for ply in range(1, 7):
        mover, other = (one, two) if "legal" in now(one, table) else (two, one)
        legal, heard = now(mover, table)["legal"], len(mover.texts)
        mover.send(do="hint", table=table, ref=900)
        mover.send(do="move", table=table, ply=ply, move=legal[0]["move"], ref=901)
        answers = {}
        while len(answers) < 2:
            message = mover._take()
            if message.get("ref") in (900, 901):
                answers[message["ref"]] = message
        equal([answers[ref]["is"] for ref in (900, 901)], ["hint", "done"])
        equal(answers[900]["ply"], ply)
        assert "legal" in other.turn(table)
        sync(mover)
        orders.append([json.loads(text)["is"] for text in mover.texts[heard:] if '"ref":90' in text])
        if orders[-1] == ["done", "hint"]:
            return
    # The disk may be slow once; a move that waits for the hint is never first.
    raise AssertionError(f"the move waited for the hint: {orders}")


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


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
