#!/usr/bin/env python3
"""Secrecy through Python: whatever a seat can reach is the same in two states that differ only in what it may not know.

A pair is a state and a world that `imagine` makes behind the view of a seat: the same view, other hidden cards. Compared are all
attributes and methods of the view, its pickle, hash and text, what agents are told, and the buffers of a batch. A game with a
leak built in shows that the comparison would notice. TAPETE_PAIRS says how many pairs; the soak makes 100,000.

usage: test_secrecy.py LEAKY (a shared object, tests/plugins/leaky.c)"""

import gc
import os
import pickle
import random
import sys
import types
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests/server"))
sys.path.insert(0, os.environ.get("TAPETE_PYTHON", str(ROOT / "build/bindings/python")))
import tap
import tapete

LEAKY = sys.argv[1]
tapete.load(LEAKY)
PAIRS = int(os.environ.get("TAPETE_PAIRS", "3000"))
GAMES = [name for name in tapete.games(study=True) if name != "leaky"]
# Those that answer with the memory or the type of an object, not with what it knows.
APART = {"__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__", "__setattr__", "__delattr__", "__getattribute__", "__dir__",
         "__getstate__", "__doc__", "__module__", "__format__", "__sizeof__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
         "__reduce__", "__reduce_ex__"}
ARGUMENTS = {"action": "moves", "move": "moves", "name": "moves", "help": "moves", "imagine": "seed", "text": "none", "json": "none", "_repr_svg_": "none",
             "__copy__": "none", "__deepcopy__": "memo", "__hash__": "none", "__repr__": "none", "__str__": "none"}


def reachable(view, told=()):
    """All that the owner of a view can get out of it, as values that can be compared."""
    out = {"told": list(told), "pickle": pickle.dumps(view), "plain": view.text(plain=True), "svg": tapete.svg(view)}
    for name in dir(view):
        if name in APART:
            continue
        value = getattr(view, name)
        if not callable(value):
            out[name] = value
        elif ARGUMENTS[name] == "moves":
            out[name] = [value(move) for move in view.legal]
        elif ARGUMENTS[name] == "seed":
            out[name] = value(7).save()
        else:
            out[name] = value({}) if ARGUMENTS[name] == "memo" else value()
    return out


def positions(name, seed):
    """Random states of a game, at decisions and after the end."""
    chooser = random.Random(seed)
    state = tapete.Game(name).deal(seed)
    while True:
        yield state, chooser
        if state.over:
            return
        state.apply(chooser.choice(state.legal_actions))


def pairs(name, wanted):
    """(state, seat, world): the same view for the seat."""
    seed = made = 0
    while made < wanted:
        seed += 1
        for state, chooser in positions(name, seed):
            if state.over or made >= wanted:
                break
            if chooser.random() < 0.3:
                seat = chooser.randrange(state.game.seats)
                yield state, seat, state.view(seat).imagine(chooser.randrange(2**32))
                made += 1


def test_views():
    """what a view shows, its pickle, its worlds, tables and pictures: equal over all pairs"""
    notes = []
    for name in GAMES:
        different = 0
        wanted = max(1, PAIRS // len(GAMES))
        for state, seat, world in pairs(name, wanted):
            different += state != world
            one, other = reachable(state.view(seat)), reachable(world.view(seat))
            assert one == other, f"{name}, seat {seat}: {[key for key in one if one[key] != other[key]]}"
        assert different > wanted / 4, f"{name}: only {different} of {wanted} pairs differ at all"
        notes.append(f"{name}: {wanted} pairs, {different} with other hidden cards")
    return "\n".join(notes)


def test_planted_leak():
    """a leak that was planted is found"""
    honest, leaky = tapete.Game("kuhn"), tapete.Game("leaky")
    found = 0
    for seed in range(40):
        state = honest.deal(seed)
        world = state.view(0).imagine(seed)
        one, other = leaky.state(state.json()).view(0), leaky.state(world.json()).view(0)
        try:
            found += reachable(one) != reachable(other)
        except tapete.Error:  # a view that no honest world fits
            found += 1
        assert reachable(state.view(0)) == reachable(world.view(0))
    assert found > 5, found
    return f"in {found} of 40 pairs"


class Listener:
    """An agent that keeps all that it is told."""

    heard = {}

    def __init__(self, game, seed):
        self.all = []

    def begin(self, game, seat):
        self.all = Listener.heard.setdefault(seat, [])
        self.all.append(("begin", pickle.dumps(game)))

    def observe(self, event, view):
        self.all.append((event, reachable(view)))

    def choose(self, view):
        self.all.append(reachable(view))
        raise LookupError("this is all that was to be heard")


def test_agents():
    """what an agent of a match is told up to its first decision: equal for two positions that differ in what it may not know"""
    for name in GAMES:
        done = 0
        for state, seat, world in pairs(name, 200):
            if state.actor != seat or state == world:
                continue
            heard = []
            for position in (state, world):
                Listener.heard = {}
                others = ["random"] * state.game.seats
                others[seat] = Listener
                failures = tapete.Match(name, position=position.json(), seed=3).run(others, seed=1)
                assert "all that was to be heard" in failures[seat], failures
                heard.append(Listener.heard[seat])
            assert heard[0] == heard[1] and len(heard[0]) >= 2, (name, seat)
            done += 1
            if done == 5:
                break
        assert done == 5, (name, done)


def test_batches():
    """the buffers of a batch show what the view of the decider shows, and no more (tests/test_batch.c changes hidden cards under them)"""
    for name in GAMES:
        batch = tapete._core.Batch(name, 1, seed=1, by_list=True)
        game = batch.game
        layout = {key: shape for key, shape in batch.layout().items() if key not in ("every",)}
        sizes = {"uint8": 1, "float32": 4, "int32": 4, "uint32": 4, "uint64": 8}
        letters = {"uint8": "B", "float32": "f", "int32": "i", "uint32": "I", "uint64": "Q"}
        memory = {}
        for key, (kind, shape) in layout.items():
            count = 1
            for part in shape:
                count *= part
            memory[key] = bytearray(count * sizes[kind])
        batch.bind(**{key: memoryview(memory[key]).cast(letters[layout[key][0]]) for key in memory})
        for seed in range(40):
            batch.deal(seeds=[seed])
            batch.look()
            first = {key: bytes(value) for key, value in memory.items()}
            actor = int.from_bytes(first["actor"], "little")
            view = batch.view(0, actor)
            assert first.get("numbers", b"") == view.numbers
            assert first.get("floats", b"") == view.floats
            for key, shown in (("move_numbers", view.move_numbers), ("move_floats", view.move_floats)):
                filled = first.get(key, b"")
                assert filled[:len(shown)] == shown and not any(filled[len(shown):]), key
            assert int.from_bytes(first["move_count"], "little") == len(view.legal)


def test_no_way_back():
    """no path leads from a view to a state: neither by attributes nor through the collector's references"""
    for name in GAMES:
        state = tapete.Game(name).deal(1)
        secret = state.save()
        seen, front = set(), [state.view(0)]
        while front:
            thing = front.pop()
            if id(thing) in seen or isinstance(thing, (type, types.ModuleType, types.BuiltinFunctionType, types.FunctionType)):
                continue
            seen.add(id(thing))
            assert not isinstance(thing, (tapete.State, tapete.Match, tapete.Batch)), (name, thing)
            assert not (isinstance(thing, bytes) and secret[100:] in thing)
            front.extend(gc.get_referents(thing))
            if isinstance(thing, (tapete.View, tapete.Game)):
                front.extend(getattr(thing, key) for key in dir(thing) if not callable(getattr(thing, key)))
        view = state.view(0)
        for key in ("state", "bytes", "_state", "__dict__", "__weakref__"):
            assert not hasattr(view, key), key
        try:
            memoryview(view)
            raise AssertionError("a view shows its memory")
        except TypeError:
            pass


if __name__ == "__main__":
    sys.exit(tap.run([test_views, test_planted_leak, test_agents, test_batches, test_no_way_back], sys.argv[2:]))
