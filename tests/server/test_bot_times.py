#!/usr/bin/env python3
"""Bots at tables: how long one takes to answer tells nothing, and agents do not stay in memory when nobody is there. Reports as TAP."""

import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import tap
from client import PATIENCE_S, Client, Server
from talk import FAST, equal

USUAL = tuple(option for option in FAST if not option.startswith("bot_delay_ms"))
MIB = 1024 * 1024


def metric(server, name):
    return float(re.search(rf"^tapete_{name} (\S+)", server.request("GET", "/metrics")[2].decode(), re.MULTILINE)[1])


def until(condition, what, timeout=PATIENCE_S):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, what()
        time.sleep(0.05)


def test_forced_moves_take_as_long():
    """a bot with one legal move answers no sooner than one that has to think: after its budget, whatever it holds"""
    budget, margin = 200, 100
    with Server("--seed", "3", options=(*USUAL, f"bot_delay_ms={margin}")) as server:
        client = Client(server, server.guest())
        bot = f"ismcts:ms={budget}"
        table = client.create("bruno", ["me", bot, bot, bot], {"cap": 60})["table"]
        client.watch(table)
        floor = (budget + margin) / 1000
        rounds = []
        now = client.turn(table)
        while now["phase"] == "playing" and sum(answers for answers, _ in rounds) < 30:
            sent, ply = time.monotonic(), now["ply"] + 1
            client.move(table, now["legal"][0]["move"])
            client.wait_for(table, lambda known, ply=ply: known["now"]["ply"] >= ply)
            now = client.turn(table)
            rounds.append((now["ply"] - ply, time.monotonic() - sent))
        # Bots answer one after the other, and a busy machine can only make a round longer. Without a floor a third of the answers come at once,
        # since nothing else fits. When exactly an answer is told is tested by tests/test_bots.c.
        assert sum(answers for answers, _ in rounds) >= 20, rounds
        early = [one for one in rounds if one[1] < 0.95 * floor * one[0]]
        assert not early, rounds
        return f"{sum(answers for answers, _ in rounds)} answers, {1000 * sum(t for _, t in rounds) / sum(a for a, _ in rounds):.0f} ms each"


def test_no_delay_for_tests():
    """without the delay a bot answers as soon as it has chosen"""
    with Server("--seed", "3", options=FAST) as server:
        client = Client(server, server.guest())
        table = client.create("bruno", ["me", "random", "random", "random"], {"cap": 60})["table"]
        client.watch(table)
        client.play_to_end(table, lambda legal: legal[0])


def tables_with_agents(server, client, count):
    """Tables at which every bot has chosen, and so has its memory: who begins is chance."""
    made = []
    for _ in range(count):
        table = client.create("sabacc", ["ismcts:ms=5", "ismcts:ms=5", "ismcts:ms=5", "me"], {"players": 4})["table"]
        client.watch(table)
        client.move(table, client.turn(table)["legal"][0]["move"])
        client.turn(table)
        made.append(table)
    return made


def test_agents_go_with_people():
    """when everybody has left, the memory of the agents is given back; who comes back plays on with new ones"""
    with Server(options=(*FAST, "agents_idle_s=1")) as server:
        client = Client(server, server.guest())
        tables = tables_with_agents(server, client, 4)
        before = metric(server, "agent_bytes")
        assert before >= 8 * MIB, before
        client.close()
        until(lambda: metric(server, "agent_bytes") == 0, lambda: metric(server, "agent_bytes"))
        again = Client(server, client.cookie)
        again.watch(tables[0])
        now = again.turn(tables[0])
        for _ in range(3):
            if now["phase"] == "playing":
                again.move(tables[0], now["legal"][0]["move"])
                now = again.turn(tables[0])
        for table in tables[1:]:
            again.watch(table)
            again.ask(do="resign", table=table)
        again.ask(do="resign", table=tables[0]) if now["phase"] == "playing" else None
        until(lambda: metric(server, "agent_bytes") == 0, lambda: metric(server, "agent_bytes"))
        return f"{before / MIB:.0f} MiB while somebody was there"


def test_all_agents_together_are_bounded():
    """the memory of all agents is bounded: those of the table used the longest ago go first, and every game goes on"""
    with Server(options=(*FAST, "agents_mib=40")) as server:
        client = Client(server, server.guest())
        tables = tables_with_agents(server, client, 6)
        assert metric(server, "agent_bytes") <= 40 * MIB, metric(server, "agent_bytes")
        for table in tables:
            now = client.turn(table)
            client.move(table, now["legal"][0]["move"])
            client.turn(table)
            bytes = metric(server, "agent_bytes")
            assert 0 < bytes <= 40 * MIB, bytes
        equal(server.log_text().count("no agent"), 0)


if __name__ == "__main__":
    sys.exit(tap.run([test_forced_moves_take_as_long, test_no_delay_for_tests, test_agents_go_with_people,
                      test_all_agents_together_are_bounded], sys.argv[1:]))
