#!/usr/bin/env python3
"""Fair play: what people at a table ask each other (undo, hints, rematch), what counts on the boards, and games that nobody finishes. Reports as TAP.

    test_fair_play.py [NAME...]     only the tests of these names
"""

import json
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import PATIENCE_S, Client, Server
from talk import FAST, again2, clients, equal, here, known, now, person, play, post, refused, sync, table_of, with_time

PASSWORD = "long enough"
made = iter(range(10**6))


# ---- people ----

def at(address):
    return {"X-Forwarded-For": address}


def connect(server, cookie, address):
    client = Client(server, cookie, **at(address))
    clients.append(client)
    return client


def guest(address, on=None):
    on = on or here.server
    _, headers, _ = on.request("GET", "/api/session", headers=at(address))
    return connect(on, headers["Set-Cookie"].split(";")[0], address)


def account(address, on=None):
    """Somebody with an account and a connection, who plays from this address."""
    on = on or here.server
    status, _, cookie = post("/api/register", {"login": f"honest{next(made)}", "password": PASSWORD},
                             guest(address, on).cookie, on, at(address))
    equal(status, 200)
    return connect(on, cookie, address)


def fresh_address():
    number = next(made)
    return f"10.{number // 65536 % 256}.{number // 256 % 256}.{number % 256}"


def standing(who, game="mulle", against="people"):
    """Games and wins on a board; (0, 0): not on it."""
    status, _, body = who.server.request("GET", "/api/player/" + who.you["id"], cookie=who.cookie)
    equal(status, 200)
    rows = [row for row in json.loads(body)["standings"] if (row["game"], row["against"]) == (game, against)]
    return (rows[0]["games"], rows[0]["won"]) if rows else (0, 0)


def first(legal):
    return legal[0]


def duel(one, two, plies=0, **more):
    """A table of Mulle for two, some moves into the game."""
    table = table_of("mulle", [one, two], **more)
    if plies > 0:
        play([one, two], table, first, until=lambda c: now(c, table)["ply"] >= plies)
        one.wait_for(table, lambda t: t["now"]["ply"] >= plies)
        two.wait_for(table, lambda t: t["now"]["ply"] >= plies)
    return table


def over(*people, table):
    for client in people:
        client.wait_for(table, lambda t: t["now"]["phase"] == "over")


def kinds(client, table):
    return [event["is"] for event in known(client, table)["events"]]


def asked(client, table, kind):
    """Wait for a question of this kind; its number."""
    client.wait_for(table, lambda t: (t["now"].get("offer") or {}).get("is") == kind)
    return now(client, table)["offer"]["n"]


def answer(client, table, kind, yes):
    client.ask(do="answer", table=table, offer=asked(client, table, kind), yes=yes)


# ---- undo ----

def test_undo_asks_who_left():
    """who has left and may come back is asked before a move is taken back"""
    one, two = person(), person()
    table = duel(one, two, plies=4)
    two.ask(do="leave", table=table)
    one.wait_for(table, lambda t: t["about"]["seats"][1]["bot"])
    one.turn(table)
    before = now(one, table)["ply"]
    one.ask(do="undo", table=table)
    number = asked(two, table, "undo")
    equal(now(one, table)["offer"]["asked"], [1])
    refused("STALE", one, do="undo", table=table)
    assert now(one, table)["ply"] >= before and "undone" not in now(one, table)
    two.ask(do="answer", table=table, offer=number, yes=False)
    one.wait_for(table, lambda t: not t["now"].get("offer"))
    assert "undone" not in now(one, table)
    one.ask(do="undo", table=table)
    answer(two, table, "undo", True)
    one.wait_for(table, lambda t: t["now"].get("undone"))


def test_undo_needs_everybody_here():
    """nothing is taken back while a player who must be asked has no connection; a player who resigned is not asked"""
    one, two = person(), person()
    table = duel(one, two, plies=4)
    two.close()
    one.wait_for(table, lambda t: not t["about"]["seats"][1]["here"])
    refused("AWAY", one, do="undo", table=table)
    back = again2(two, one.server)
    back.watch(table)
    back.ask(do="leave", table=table)
    back.close()
    one.wait_for(table, lambda t: t["about"]["seats"][1]["bot"] and not t["about"]["seats"][1]["here"])
    refused("AWAY", one, do="undo", table=table)
    # Three players: one resigns, then a question to the two others needs the third alone.
    people = [person() for _ in range(3)]
    table = table_of("sabacc", people, options={"players": 3, "chips": 6})
    play(people, table, first, until=lambda c: now(c, table)["ply"] >= 6)
    people[2].ask(do="resign", table=table)
    people[0].ask(do="undo", table=table)
    asked(people[1], table, "undo")
    equal(now(people[1], table)["offer"]["asked"], [1])
    # Who resigns while being asked is not waited for.
    people[1].ask(do="resign", table=table)
    people[0].wait_for(table, lambda t: t["now"].get("undone"))


# ---- hints ----

def test_hints_between_people():
    """where other people play there are no hints until all agree, and then everybody sees it"""
    one, two, looker = person(), person(), person()
    table = duel(one, two, settings={"public": True})
    looker.watch(table)
    mover, other = (one, two) if "legal" in now(one, table) else (two, one)
    equal(known(looker, table)["about"]["hints"], False)
    refused("HINTS_OFF", mover, do="hint", table=table)
    refused("NOT_SEATED", looker, do="hints", table=table)
    mover.ask(do="hints", table=table)
    answer(other, table, "hints", False)
    mover.wait_for(table, lambda t: not t["now"].get("offer"))
    refused("HINTS_OFF", mover, do="hint", table=table)
    refused("STALE", mover, do="hints", table=table)  # asked once
    other.ask(do="hints", table=table)
    number = asked(mover, table, "hints")
    mover.move(table, now(mover, table)["legal"][0]["move"])  # the game goes on meanwhile
    mover.ask(do="answer", table=table, offer=number, yes=True)
    for client in (one, two, looker):
        client.wait_for(table, lambda t: t["about"]["hints"] and t["now"].get("hinted"))
        assert "hints" in kinds(client, table)
    other.turn(table)
    assert other.ask(do="hint", table=table)["moves"]
    refused("STALE", mover, do="hints", table=table)


def test_hints_after_resigning():
    """who has resigned is not asked about hints, and they are off all the same"""
    people = [person() for _ in range(3)]
    table = table_of("sabacc", people, options={"players": 3, "chips": 6})
    people[1].ask(do="resign", table=table)
    refused("HINTS_OFF", people[0], do="hint", table=table)
    people[0].ask(do="hints", table=table)
    asked(people[2], table, "hints")
    equal(now(people[2], table)["offer"]["asked"], [2])
    answer(people[2], table, "hints", True)
    people[0].wait_for(table, lambda t: t["about"]["hints"])


def test_hints_unrate():
    """a game with hints counts for nobody between people, and against bots it is not won"""
    one, two = account(fresh_address()), account(fresh_address())
    table = duel(one, two, plies=10)
    equal(known(one, table)["about"]["rated"], True)
    one.ask(do="hints", table=table)
    answer(two, table, "hints", True)
    one.wait_for(table, lambda t: t["about"]["rated"] is False)
    two.ask(do="resign", table=table)
    over(one, two, table=table)
    equal((standing(one), standing(two)), ((0, 0), (0, 0)))
    games = 0
    while True:
        table = table_of("mulle", [one])
        equal(known(one, table)["about"]["hints"], True)
        one.turn(table)
        one.ask(do="hint", table=table)
        one.wait_for(table, lambda t: t["now"].get("hinted") and "hints" in [e["is"] for e in t["events"]])
        end = one.play_to_end(table, lambda legal: max(legal, key=lambda move: len(move["move"])))
        games += 1
        if end["result"]["returns"][0] > 0:
            break
    equal(standing(one, against="random"), (games, 0))


# ---- rematch ----

def test_rematch_is_asked():
    """who accepts sits at the new table with the seats rotated, who declines does not"""
    people = [person() for _ in range(3)]
    table = table_of("sabacc", people, options={"players": 4, "chips": 2})
    play(people, table)
    for client in people:
        client.wait_for(table, lambda t: t["now"]["phase"] == "over")
    equal(people[0].ask(do="rematch", table=table)["is"], "done")
    answer(people[1], table, "rematch", True)
    assert "next" not in known(people[1], table)["about"], "not before all have answered"
    equal(now(people[1], table)["offer"]["yes"] or [1], [1])
    refused("STALE", people[1], do="answer", table=table, offer=now(people[1], table)["offer"]["n"], yes=False)
    answer(people[2], table, "rematch", False)
    for client in people:
        client.wait_for(table, lambda t: t["about"].get("next"))
    new = known(people[0], table)["about"]["next"]
    seats = people[0].watch(new)["about"]["seats"]
    equal([seat.get("id") or seat["who"] for seat in seats],
          ["agent", people[0].you["id"], people[1].you["id"], "open"])
    equal(known(people[0], new)["about"]["owner"], people[0].you["id"])
    # Who thinks better of it asks where it is, and may take the seat that is open.
    told = people[2].ask(do="rematch", table=table)
    equal(told["table"], new)
    people[2].ask(do="join", table=new, invite=told["invite"])
    people[0].wait_for(new, lambda t: t["now"]["phase"] == "playing")


def test_rematch_both_ask():
    """two who both ask have agreed; who plays against bots alone gets it at once"""
    one, two = person(), person()
    table = duel(one, two)
    one.ask(do="resign", table=table)
    over(one, two, table=table)
    one.ask(do="rematch", table=table)
    two.ask(do="rematch", table=table)
    one.wait_for(table, lambda t: t["about"].get("next"))
    new = known(one, table)["about"]["next"]
    equal([seat["id"] for seat in one.watch(new)["about"]["seats"]], [two.you["id"], one.you["id"]])
    table = table_of("mulle", [one])
    one.ask(do="resign", table=table)
    equal(one.ask(do="rematch", table=table)["is"], "created")
    # Nobody is seated who has gone.
    table = duel(one, two)
    one.ask(do="resign", table=table)
    over(one, two, table=table)
    two.close()
    one.wait_for(table, lambda t: not t["about"]["seats"][1]["here"])
    new = one.ask(do="rematch", table=table)["table"]
    equal([seat["who"] for seat in one.watch(new)["about"]["seats"]], ["open", "person"])
    one.ask(do="fill", table=new, agent="random")
    one.wait_for(new, lambda t: t["now"]["phase"] == "playing")


# ---- no answer ----

def test_no_answer():
    """no answer in time is a no, and everybody is told; a rematch goes on without who does not answer"""
    with_time(nobody_answers, 3)


def nobody_answers(seconds):
    with Server(options=(*FAST, f"offer_s={seconds}")) as quick:
        one, two, looker = person(quick), person(quick), person(quick)
        table = duel(one, two, plies=4, settings={"public": True})
        looker.watch(table)
        for verb, flag in (("undo", "undone"), ("hints", "hinted")):
            one.ask(do=verb, table=table)
            for client in (one, two, looker):
                client.wait_for(table, lambda t, verb=verb: any(
                    event["is"] == "expire" and event["offer"] == verb for event in t["events"]))
                assert "offer" not in now(client, table) and flag not in now(client, table)
        two.ask(do="resign", table=table)
        over(one, two, table=table)
        one.ask(do="rematch", table=table)
        one.wait_for(table, lambda t: t["about"].get("next"))
        new = known(one, table)["about"]["next"]
        equal([seat["who"] for seat in one.watch(new)["about"]["seats"]], ["open", "person"])
        # Who asked and has gone does not play again.
        table = duel(one, two)
        two.ask(do="resign", table=table)
        over(one, two, table=table)
        one.ask(do="rematch", table=table)
        one.close()
        asked(two, table, "rematch")
        two.wait_for(table, lambda t: t["events"][-1]["is"] == "expire")
        assert "next" not in known(two, table)["about"]


def test_offers_after_a_kill():
    """an open question of each kind is still there after a kill, and its answer does what it would have done"""
    with Server(options=FAST) as fresh:
        one, two = person(fresh), person(fresh)
        tables = {kind: duel(one, two, plies=4) for kind in ("undo", "hints", "rematch")}
        old = duel(one, two, plies=4)
        two.ask(do="resign", table=tables["rematch"])
        over(one, two, table=tables["rematch"])
        for kind, table in tables.items():
            one.ask(do=kind, table=table)
            asked(two, table, kind)
        one.ask(do="undo", table=old)
        fresh.kill()
        # What an earlier version wrote of a question.
        database = sqlite3.connect(fresh.database)
        number, text = database.execute("SELECT number, text FROM journal WHERE table_id = ? ORDER BY number DESC",
                                        (old,)).fetchone()
        entry = json.loads(text)
        equal((entry["is"], entry.pop("offer"), entry.pop("asked")), ("offer", "undo", [1]))
        database.execute("UPDATE journal SET text = ? WHERE table_id = ? AND number = ?", (json.dumps(entry), old, number))
        database.commit()
        database.close()
        fresh.start()
        one, two = again2(one, fresh), again2(two, fresh)
        for kind, table in (*tables.items(), ("undo", old)):
            one.watch(table)
            two.watch(table)
            answer(two, table, kind, True)
        for table in (tables["undo"], old):
            one.wait_for(table, lambda t: t["now"].get("undone"))
        one.wait_for(tables["hints"], lambda t: t["about"]["hints"])
        one.wait_for(tables["rematch"], lambda t: t["about"].get("next"))
        equal({seat["who"] for seat in one.watch(known(one, tables["rematch"])["about"]["next"])["about"]["seats"]}, {"person"})


# ---- boards ----

def lose(loser, winner, plies):
    """The loser resigns after so many plies of both."""
    table = duel(loser, winner, plies)
    loser.ask(do="resign", table=table)
    over(loser, winner, table=table)


def test_board_farming():
    """winning against one's own guests and second accounts gains nothing"""
    home, away = fresh_address(), fresh_address()
    farmer = account(home)
    own_guest, far_guest = guest(home), guest(away)
    for helper in (own_guest, far_guest):
        for plies in (0, 20):
            for _ in range(4):
                lose(helper, farmer, plies)
    equal(standing(farmer), (0, 0))
    own_account = account(home)
    for plies in (0, 20):
        for _ in range(4):
            lose(own_account, farmer, plies)
    equal(standing(farmer), (0, 0))
    # The other way round too: nobody gets rid of rank by it.
    lose(farmer, own_account, 20)
    equal((standing(farmer), standing(own_account)), ((0, 0), (0, 0)))
    # IPv6: everybody of one /64 is one network.
    one, two = account("2001:db8:7:7::1"), account("2001:db8:7:7:ffff::2")
    lose(one, two, 20)
    equal((standing(one), standing(two)), ((0, 0), (0, 0)))


def test_board_early_resigning():
    """who resigns after a move or two has lost, and the other has not won"""
    farmer, helper = account(fresh_address()), account(fresh_address())
    lose(helper, farmer, 2)
    equal((standing(helper), standing(farmer)), ((1, 0), (0, 0)))
    lose(helper, farmer, 12)
    equal((standing(helper), standing(farmer)), ((2, 0), (1, 1)))


def test_board_pairs():
    """the same two count three games a day at each game"""
    farmer, helper, third = (account(fresh_address()) for _ in range(3))
    for _ in range(8):
        lose(helper, farmer, 12)
    equal((standing(farmer), standing(helper)), ((3, 3), (3, 0)))
    lose(third, farmer, 12)
    equal((standing(farmer), standing(third)), ((4, 4), (1, 0)))


def test_board_moving_over():
    """coming to the same network in the middle of the game is seen too, and no address is written down"""
    home = fresh_address()
    farmer, helper = account(home), account(fresh_address())
    table = duel(farmer, helper, plies=12)
    equal(known(farmer, table)["about"]["rated"], True)
    helper.close()
    back = connect(here.server, helper.cookie, home)
    back.watch(table)
    back.ask(do="resign", table=table)
    over(farmer, table=table)
    equal((standing(farmer), standing(back)), ((0, 0), (0, 0)))
    with open(here.server.database, "rb") as database, open(here.server.database + "-wal", "rb") as log:
        assert home.encode() not in database.read() + log.read(), "an address in the database"


# ---- games that nobody finishes ----

def test_abandoned():
    """a game that is not gone on with is lost, whatever one does but move"""
    with_time(abandon, 5)


def abandon(seconds):
    with Server("--proxy", "127.0.0.1", options=(*FAST, f"abandon_s={seconds}")) as quick:
        def begin(who):
            table = table_of("mulle", [who])
            who.turn(table)
            return table

        # Hashing passwords takes a while, and comes before anything that has its time.
        one, two, *all_left = (account(fresh_address(), quick) for _ in range(4))
        gone, left, stays, seen, comes, clocked, looker = (person(quick) for _ in range(7))
        tables = {who: begin(who) for who in (gone, left, stays, seen, comes)}
        looker.watch(tables[seen], invite=known(seen, tables[seen])["about"]["invite"])
        left.ask(do="leave", table=tables[left])
        for who in (gone, left, seen, comes):
            who.close()
        forsaken = duel(*all_left, plies=12)
        for who in all_left:
            who.ask(do="leave", table=forsaken)
            who.close()
        table = table_of("mulle", [clocked], settings={"move_s": 86400})
        clocked.turn(table)
        pair = duel(one, two, plies=12)
        mover, other = (one, two) if "legal" in now(one, pair) else (two, one)
        over(one, two, table=pair)
        # Who should have moved has lost; the other has not.
        equal((standing(mover), standing(other)), ((1, 0), (1, 1)))
        for who, table in tables.items():
            client = again2(who, quick)
            client.watch(table)
            over(client, table=table)
            equal((client.you["name"], standing(client, against="random")), (who.you["name"], (1, 0)))
        # Where all have left, nobody has won. A bot that thought when they left has moved since, so it may take longer; and who looks on has bots
        # go on, so nobody does before.
        deadline = time.monotonic() + PATIENCE_S
        while quick.request("GET", "/api/record/" + forsaken, cookie=all_left[0].cookie)[0] != 200:
            assert time.monotonic() < deadline, "it is not over"
            time.sleep(0.2)
        for who in all_left:
            client = again2(who, quick)
            client.watch(forsaken)
            over(client, table=forsaken)
            equal(standing(client), (1, 0))
        sync(clocked)
        equal({known["now"]["phase"] for known in clocked.tables.values()}, {"playing"})


if __name__ == "__main__":
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    sys.exit(talk.run(tests, FAST, "--proxy", "127.0.0.1"))
