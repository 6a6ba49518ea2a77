#!/usr/bin/env python3
"""Decisions per CPU-second from Python: batches, PettingZoo's loop, and what others give, in one run.

    build/venv/bin/python tests/python/bench.py [SECONDS]

A batch has 4,096 games on one thread; measured is step(), which fills observations and masks (Mulle: the list of legal moves, and
with it the numbers of each move). Actions are random; choosing them is not counted. The loops of the others count everything, since
their states are asked one by one: observation, legal actions, a random one, the step.
"""

import random
import resource
import sys
import time

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def cpu():
    """CPU seconds of all threads of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def batch(name, count=4096, threads=1, buffers=None, **setup):
    """(decisions per CPU-second, decisions per second) of step()."""
    import numpy as np

    import tapete

    generator = np.random.default_rng(1)
    games = tapete.Batch(name, count, threads=threads, seed=1, buffers=buffers, **setup)
    steps, spent, passed = 0, 0.0, 0.0
    while spent < SECONDS:
        actions = games.sample(generator)
        before, begin = cpu(), time.perf_counter()
        games.step(actions)
        spent += cpu() - before
        passed += time.perf_counter() - begin
        steps += 1
    return count * steps / spent, count * steps / passed


def aec(name, checked):
    """Steps per CPU-second of PettingZoo's loop, with random actions."""
    from tapete.pettingzoo import env, raw_env

    table, chooser, steps, seed, begin = (env if checked else raw_env)(name), random.Random(1), 0, 0, cpu()
    while cpu() - begin < SECONDS:
        table.reset(seed=seed)
        seed += 1
        for agent in table.agent_iter():
            observation, _, termination, truncation, _ = table.last()
            if termination or truncation:
                table.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            table.step(int(legal[int(chooser.random() * len(legal))]))
            steps += 1
    return steps / (cpu() - begin)


def openspiel(name):
    """Decisions per CPU-second of OpenSpiel's games in C++, from Python."""
    import pyspiel

    game, chooser, decisions, begin = pyspiel.load_game(name), random.Random(1), 0, cpu()
    while cpu() - begin < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chooser.random() * len(outcomes))][0])
                continue
            if game.get_type().provides_observation_tensor:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(chooser.random() * len(actions))])
            decisions += 1
    return decisions / (cpu() - begin)


def rlcard(name):
    """Decisions per CPU-second of RLCard's environments."""
    import rlcard as library

    table, chooser, decisions, begin = library.make(name, config={"seed": 1}), random.Random(1), 0, cpu()
    while cpu() - begin < SECONDS:
        state, _ = table.reset()
        while not table.is_over():
            actions = list(state["legal_actions"])
            state, _ = table.step(actions[int(chooser.random() * len(actions))])
            decisions += 1
    return decisions / (cpu() - begin)


def main():
    rows = []

    def add(what, measure, *arguments, **keywords):
        try:
            found = measure(*arguments, **keywords)
        except ImportError as error:
            print(f"{what}: not measured, {error}", file=sys.stderr)
            return
        rate = found[0] if isinstance(found, tuple) else found
        rows.append((what, rate))
        print(f"| {what} | {rate:,.0f} |", flush=True)

    print("| | decisions per CPU-second |\n|---|---|")
    for name in ("sabacc", "mus", "bruno"):
        add(f"Tapete, batch, {name}: observation and mask", batch, name, buffers=["numbers", "mask", "rewards", "terminal", "actor"])
    add("Tapete, batch, mulle: observation and legal list", batch, "mulle", buffers=["numbers", "moves", "move_count", "rewards", "terminal", "actor"])
    add("Tapete, batch, mulle: observation and numbers of all legal moves", batch, "mulle",
        buffers=["numbers", "move_numbers", "move_count", "rewards", "terminal", "actor"])
    for name in ("sabacc", "mus"):
        add(f"Tapete, batch, {name}, two threads", batch, name, threads=2, buffers=["numbers", "mask", "rewards", "terminal", "actor"])
    for name in ("sabacc", "mus", "bruno", "mulle"):
        add(f"Tapete, PettingZoo loop, {name}", aec, name, True)
    for name in ("leduc_poker", "euchre", "hearts", "crazy_eights"):
        add(f"OpenSpiel, {name}", openspiel, name)
    for name in ("leduc-holdem", "limit-holdem", "uno", "gin-rummy"):
        add(f"RLCard, {name}", rlcard, name)


if __name__ == "__main__":
    main()
