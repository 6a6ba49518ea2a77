#!/usr/bin/env python3
"""Bad input from Python: every function gets wrong types, wrong shapes, objects that change under it, other threads and forks.
Each call ends with an exception or an answer; the interpreter never crashes.

TAPETE_SOAK multiplies the calls. The calls follow from a seed; a child process makes them, so that a crash is a failure and not
the end of the test."""

import inspect
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
PACKAGE = os.environ.get("TAPETE_PYTHON", str(ROOT / "build/bindings/python"))
sys.path.insert(0, str(ROOT / "tests/server"))
sys.path.insert(0, PACKAGE)
CALLS = 6000 * int(os.environ.get("TAPETE_SOAK", "1"))
# What would read or write files, or run programs, is tried by name in test_package.py.
FILES = {("Match", "save"), ("Match", "read"), ("Solver", "save"), ("Solver", "resume")}


class Index:
    """A number that does something when it is asked for."""

    def __init__(self, number, deed):
        self.number, self.deed = number, deed

    def __index__(self):
        self.deed()
        return self.number


class Raises:
    def __index__(self):
        raise KeyError("no number")

    def __iter__(self):
        raise KeyError("no list")

    def __fspath__(self):
        raise KeyError("no path")

    def choose(self, view):
        raise KeyError("no move")


def objects(tapete, chooser):
    """One of everything."""
    game = tapete.Game(chooser.choice(tapete.games(study=True)))
    state = game.deal(chooser.randrange(100), histories=chooser.random() < 0.5)
    for _ in range(chooser.randrange(30)):
        if not state.over:
            state.apply(chooser.choice(state.legal_actions))
    seat = chooser.choice([None, 0, 1])
    match = tapete.Match(game, seed=1)
    for _ in range(chooser.randrange(10)):
        if not match.over:
            match.play(chooser.choice(match.view().legal_actions))
    agent = tapete.Agent(chooser.choice(["random", "ismcts:sims=5", lambda view: view.legal[0], Raises()]), game, 1)
    batch = tapete._core.Batch(game, chooser.choice([1, 3, 70]), threads=chooser.choice([1, 2]), seed=1)
    solver = tapete.Solver("kuhn", chooser.choice(["cfr", "es-mccfr"]))
    return [game, state, state.view(seat), match, agent, batch, solver]


def wrong_values(tapete, chooser, things):
    state = things[1]
    buffer = bytearray(64)
    values = [None, True, False, 0, 1, -1, 2, 3, 255, 2**31 - 1, -2**31, 2**63, 2**64, -2**70, 0.0, 1.5, float("nan"), float("inf"), "", "mus",
              "CHECK", "random", "python:object=99", "exec:", "\0", "\ud800", "{", "{}", "x" * 5000, b"", b"x" * 100, bytearray(3), buffer,
              memoryview(buffer), memoryview(buffer).cast("i"), memoryview(buffer)[::2], memoryview(buffer).cast("d"), [], [0], [1, 2, 3],
              [0] * 70, ["a", "b"], [None], (), (0,), {}, {"players": 2}, {0: "random"}, {1: 2}, {"a": lambda v: 0}, set(), range(3), object(), type, int,
              len, lambda *a: None, lambda *a: 1 / 0, Raises(), Raises, Index(0, lambda: None), iter([1]), [[0] * 3] * 3, 1j,
              state.json(), state.save(), state.save()[:-1], state.view(0).json(), *things]
    values.append(Index(0, lambda: state.apply(state.legal_actions[0]) if not state.over else None))
    values.append(Index(1, lambda: things[5].bind()))
    values.append(Index(0, lambda: things[3].undo(0)))
    return chooser.choice(values)


def calls(tapete):
    """(name, how to get the function from the objects) of everything that can be called."""
    found = []
    for name, member in vars(tapete._core).items():
        if callable(member) and name not in ("load", "_make_game") and not (inspect.isclass(member) and issubclass(member, Exception)):
            found.append((name, lambda things, name=name: getattr(tapete._core, name)))
    for place, kind in enumerate(["Game", "State", "View", "Match", "Agent", "Batch", "Solver"]):
        for name in dir(getattr(tapete._core, kind)):
            if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__getattribute__", "__setattr__", "__delattr__", "__dir__",
                        "__getstate__", "__format__", "__sizeof__", "__doc__", "__module__", "__init__"):
                continue
            if (kind, name) in FILES:
                continue
            found.append((f"{kind}.{name}", lambda things, place=place, name=name: getattr(things[place], name)))
    return found


KEYWORDS = ["seed", "picks", "histories", "seats", "position", "script", "threads", "count", "room", "opponents", "game", "agent", "players", "games",
            "judge", "ply", "seat", "first", "length", "seeds", "numbers", "mask", "actor", "rewards", "width", "by_list", "sprt", "alpha"]


def attack(seed, count):
    """Make the calls; what a child process does."""
    import tapete

    chooser, answered, raised, kinds = random.Random(seed), 0, 0, set()
    table = calls(tapete)
    for number in range(count):
        if number % 50 == 0:
            things = objects(tapete, chooser)
        name, find = table[number % len(table)] if number < len(table) else chooser.choice(table)
        arguments = [wrong_values(tapete, chooser, things) for _ in range(chooser.choice([0, 1, 1, 1, 2, 2, 3, 5]))]
        keywords = {chooser.choice(KEYWORDS): wrong_values(tapete, chooser, things) for _ in range(chooser.choice([0, 0, 0, 1, 2]))}
        if name in ("arena", "review", "exploit") or name.endswith((".run", ".evaluate", ".choose")):
            keywords.pop("threads", None)
        if name == "Solver.iterate":  # however many: for so long
            arguments, keywords["seconds"] = arguments[:1], chooser.choice([0.001, 0, -1])
        if name == "arena":
            arguments, keywords = arguments[:2], {**keywords, "games": chooser.choice([1, 2, None, "x", -1]) or 1}
        if name in ("verify",) and arguments and not isinstance(arguments[0], (str, bytes)):
            arguments = arguments[:1]
        try:
            value = find(things)
            if callable(value):
                value = value(*arguments, **keywords)
            repr(value)
            answered += 1
        except Exception as error:  # whatever it is: it is an exception
            assert not isinstance(error, SystemError), (name, arguments, error)
            kinds.add(type(error).__name__)
            raised += 1
    print(f"{answered} answers, {raised} exceptions: {', '.join(sorted(kinds))}")


def run_child(*arguments):
    return subprocess.run([sys.executable, __file__, *map(str, arguments)], capture_output=True, text=True, timeout=1200,
                          env={**os.environ, "TAPETE_PYTHON": PACKAGE})


def test_everything():
    """wrong arguments for every function: an answer or an exception, never a crash"""
    notes = []
    for seed in range(3):
        child = run_child("attack", seed, CALLS)
        assert child.returncode == 0, f"seed {seed}: exit {child.returncode}\n{child.stdout}{child.stderr[-3000:]}"
        notes.append(child.stdout.strip())
    return "\n".join(notes)


def test_a_crash_is_noticed():
    """a crash of the interpreter would be noticed"""
    assert run_child("crash").returncode < 0


def test_reentrance():
    """values that use the object while it reads them"""
    import tapete

    state = tapete.Game("leduc").deal(1)
    for _ in range(3):
        try:
            state.apply(Index(0, lambda: state.apply(state.legal_actions[0])))
            raise AssertionError("the state changed while the move was read, and nobody noticed")
        except tapete.Error:
            pass
        state = tapete.Game("leduc").deal(1)
    batch = tapete._core.Batch("leduc", 2, seed=1)
    try:
        batch.step([Index(0, lambda: batch.step([0, 0])), 0])
        raise AssertionError("a step within a step")
    except tapete.Error as error:
        assert "whole number" in str(error) or "another thread" in str(error), error
    except TypeError:
        pass
    numbers = bytearray(2 * batch.game.size)
    batch.bind(numbers=numbers)
    try:
        numbers.clear()
        raise AssertionError("a bound buffer could be resized")
    except BufferError:
        pass
    batch.bind()
    numbers.clear()
    match = tapete.Match("leduc", seed=1)
    failures = match.run(["random", lambda view: match.undo(0) or view.legal[0]])
    assert "agents are playing" in failures.get(1, "agents are playing"), failures


def test_freed():
    """what is left of an object is whole after the object it came from is gone"""
    import gc

    import tapete

    view = tapete.Game("mus").deal(3).view(1)
    game = view.game
    agent = tapete.Agent("random", "mus", 1)
    batch = tapete.Batch("mus", 8, seed=1)
    rewards, numbers = batch.rewards, batch.numbers
    del batch
    gc.collect()
    assert view.json() and game.deal(3).view(1) == view and len(bytes(memoryview(numbers).cast("B"))) == 8 * game.size
    assert agent.choose(game.deal(1).view()) and len(rewards) == 8


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        attack(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["crash"]:
        os.kill(os.getpid(), 11)
    else:
        import tap

        sys.exit(tap.run([test_everything, test_a_crash_is_noticed, test_reentrance, test_freed], sys.argv[1:]))
