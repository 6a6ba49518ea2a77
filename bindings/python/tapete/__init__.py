"""Tapete: card games of hidden information, for playing, learning and studying.

    import tapete
    game = tapete.Game("mus", players=2)
    match = tapete.play(game, ["fair", lambda view: view.legal[0]], seed=7)
    print(match.returns)

Game, State, View, Match and Agent are single games; Batch is thousands of them for learners; arena measures strength;
review says what decisions were worth; solve finds strategies that nobody can win much against. tapete.pettingzoo, tapete.gymnasium, tapete.openspiel and tapete.puffer speak to
other libraries. A seat gets a View, never a State: what is hidden cannot leak into what is learnt.
"""

from __future__ import annotations

import sys

if not getattr(sys, "_is_gil_enabled", lambda: True)():
    raise ImportError("tapete is not tested without the global interpreter lock; use a Python that has it (python3.14, not python3.14t)")

from . import _core
from ._core import Agent, Error, Game, Match, Refused, Solver, State, View, agents, games, language, load, verify
from ._core import version as __version__

__all__ = ["Agent", "ArenaResult", "Batch", "Error", "Game", "Match", "Refused", "Review", "Solution", "Solver", "State", "View",
           "agents", "arena", "exploit", "games", "language", "load", "play", "review", "solve", "svg", "verify"]


def play(game: Game | str, players, seed: int | None = None, names: list[str] | None = None) -> Match:
    """Play a whole game between these agents, one for each seat, and return its Match.

    Agents are names ("fair", "ismcts:ms=50"), Agents, or Python objects: a function from a View to a move, an object with
    choose(view), a class of them. An agent that fails raises Refused, with the exception of a Python agent as its cause;
    Match.run gives the game to the others and returns who forfeited.
    """
    game = game if isinstance(game, Game) else Game(game)
    match = Match(game, names, seed)
    forfeits = match.run(list(players), seed)
    if forfeits:
        seat, why = next(iter(forfeits.items()))
        raise Refused(f"the agent of seat {seat} forfeited: {why}") from _core._take_raised()
    return match


# ---- many games ----

_TYPES = {"uint8": "B", "float32": "f", "int32": "i", "uint32": "I", "uint64": "Q"}


def _array(kind, shape):
    """Zeros: an array of numpy, or a memoryview if there is no numpy."""
    try:
        import numpy
    except ImportError:
        size = 1
        for part in shape:
            size *= part
        letter = _TYPES[kind]
        width = memoryview(bytearray(8)).cast(letter).itemsize
        return memoryview(bytearray(size * width)).cast(letter, shape) if len(shape) > 1 else memoryview(bytearray(size * width)).cast(letter)
    return numpy.zeros(shape, kind)


class Batch(_core.Batch):
    """Many games of one kind, stepped together: an environment for learners.

        batch = tapete.Batch("mus", 4096, threads=2, seed=1)
        while learning:
            actions = policy(batch.numbers, batch.mask)    # one for each game
            batch.step(actions)                            # then all arrays are about the next decisions
            learn(batch.rewards, batch.terminal)

    Each game waits for a decision of the seat in `actor`. `numbers` is what that seat knows (docs/observations.md), `mask`
    has 1 for each legal action. A game that ends is followed by a new one in the same step: `rewards` (one for each seat)
    and `terminal` are about the game that ended, all else is about the new one. `out` is 1 for a seat that will not act
    again in a game that goes on; it has its reward then. A game without fixed actions (actions == 0), or `by_list=True`,
    has `moves`, `move_count` and `move_numbers` instead of `mask`, and an action is a place in the list.

    `opponents={1: "random"}` gives seats to quick agents. `buffers` names the arrays that are wanted (layout() lists all), or
    is a dict of your own arrays.
    """

    def __new__(cls, game, count, *, buffers=None, **setup):
        return super().__new__(cls, game, count, **setup)

    def __init__(self, game, count, *, buffers=None, **setup):
        layout = self.layout()
        if buffers is None:
            legal = ("mask",) if self.actions else ("moves", "move_count", "move_numbers")
            buffers = ("numbers", *legal, "actor", "rewards", "out", "terminal", "truncated")
            buffers = [name for name in buffers if name in layout]
        if not isinstance(buffers, dict):
            for name in buffers:
                if name not in layout:
                    raise Error(f"this batch has no {name}; it has {', '.join(layout)}")
            buffers = {name: _array(*layout[name]) for name in buffers}
        self.arrays = buffers
        self.bind(**buffers)
        for name, array in buffers.items():
            setattr(self, name, array)
        self.look()

    def sample(self, generator):
        """An action for each game, uniformly among the legal ones. `generator` is a numpy.random.Generator."""
        import numpy

        if "mask" in self.arrays:
            return numpy.argmax(generator.random(self.mask.shape, "float32") * self.mask, axis=1).astype("int32")
        if "move_count" in self.arrays:
            return (generator.random(self.count) * self.move_count).astype("int32")
        raise Error("sample() needs the buffer mask or move_count")


# ---- strength and reviews ----


class ArenaResult(dict):
    """What an arena found: the JSON of `tapete arena --json`, with a table for people."""

    def rows(self) -> list[list]:
        """The table: a header, and a row for each agent."""
        rows = [["agent", "won", "drawn", "lost", "share", "95 %"]]
        for row in self["agents"]:
            share = row["share"]
            rows.append([row["name"], row["won"], row["drawn"], row["lost"], f"{100 * share['value']:.1f} %",
                         f"{100 * share['low']:.1f} to {100 * share['high']:.1f}"])
        return rows

    def __str__(self):
        rows = [[str(cell) for cell in row] for row in self.rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths)))
                 for row in rows]
        return "\n".join(line.rstrip() for line in lines)

    def _repr_svg_(self):
        return svg(str(self))


def arena(game: Game | str, agents, games: int | None = None, **settings) -> ArenaResult:
    """Play many games between agents and say how strong they are: `tapete arena`.

    `agents` is a list, or a dict from names to agents: names of kinds and levels, or Python objects as for play(). A class is
    made anew for each game and seat, as Class(game, seed); one object or function plays all games. Settings: duplicate, mixed,
    round_robin, gauntlet, sprt=(elo0, elo1), alpha, beta, seed, threads, record=path, games_to=folder, watch=function.
    """
    return ArenaResult(_core.arena(game, agents, games, **settings))


class Review(dict):
    """What the decisions of a match were worth: the JSON of `tapete review --json`, and a plot."""

    def __init__(self, json, plot):
        super().__init__(json)
        self.svg = plot

    def _repr_svg_(self):
        return self.svg

    def __reduce__(self):
        return Review, (dict(self), self.svg)


def review(match, judge: str | None = None, seed: int | None = None, seats=None, threads: int = 1) -> Review:
    """Review a match that is over, or the record at a path: what each decision cost, and how much was luck."""
    if not isinstance(match, Match):
        match = Match.read(match)
    return Review(*_core.review(match, judge, seed, seats, threads))


# ---- solving ----


class Solution(dict):
    """What solve() found: the JSON of `tapete solve --json`, and the solver, which can go on.

    value is what seat 0 wins, best what each seat wins with its best answer, nashconv the sum of these two: 0 in an
    equilibrium. All of them are exact.
    """

    def __init__(self, json, solver):
        super().__init__(json)
        self.solver = solver

    def strategy(self, state: State) -> dict[str, float]:
        """The probability of each legal move of the seat that is to act in a state made with histories=True."""
        return self.solver.strategy(state)

    def show(self, line: str | None = None, hand: str | None = None) -> dict:
        """Two-player Mus: what the solution does after this betting with these hands."""
        return self.solver.show(line, hand)

    def choose(self, state: State, generator) -> str:
        """A move drawn from the strategy. `generator` is a random.Random."""
        moves = self.strategy(state)
        return generator.choices(list(moves), list(moves.values()))[0]


def _score_text(score):
    return score if score is None or isinstance(score, str) else ",".join(str(part) for part in score)


def solve(game: Game | str, method: str | None = None, iterations: int | None = None, *, nashconv: float | None = None,
          seconds: float | None = None, utility: str | None = None, score=None, all: bool = False, threads: int = 1, seed: int = 0,
          resume=None, out=None, watch=None) -> Solution:
    """Solve a game for two: `tapete solve`. Any small one, and two-player Mus.

    It ends after so many iterations or seconds, or when NashConv is small enough; if nothing is said, after as many
    iterations as the method usually takes. Methods: dcfr, dcfr+, cfr+, pcfr+, cfr, es-mccfr. `out` is a file that is written
    once a minute and at the end, `resume` one to go on from. watch(iterations, measured) hears each measurement.
    """
    import time

    solver = Solver(game, method, utility, _score_text(score), all, nashconv or 0 if all else 0, threads, seed)
    if resume is not None:
        solver.resume(resume)
        out = resume if out is None else out
    if iterations is None and seconds is None and (nashconv is None or all):
        iterations = solver.usual
    begun, cpu, first = time.monotonic(), 0.0, solver.iterations
    steps, measured, saved, cost = [], None, begun, 0.0

    def measure():
        nonlocal measured, cost
        before = time.monotonic()
        measured = solver.measure()
        cost = time.monotonic() - before
        steps.append({"iterations": solver.iterations, "value": measured["value"], "nashconv": measured["nashconv"]})
        if watch is not None:
            watch(solver.iterations, measured)

    def over():
        if solver.most is not None and solver.iterations >= solver.most:
            return True
        if iterations is not None and solver.iterations >= iterations:
            return True
        if seconds is not None and time.monotonic() - begun >= seconds:
            return True
        return nashconv is not None and not all and measured is not None and measured["nashconv"] <= nashconv

    # Measured after every power of two, and in between so seldom that it takes a tenth of the time at most.
    while not over():
        done, now = solver.iterations, time.monotonic()
        power = 1 << done.bit_length()
        count = power - done if iterations is None else min(power, iterations) - done
        left = max(1.0, 10 * cost)
        if seconds is not None:
            left = min(left, max(0.0, seconds - (now - begun)))
        before = time.process_time()
        solver.iterate(count, seconds=left)
        cpu += time.process_time() - before
        measure()
        if out is not None and time.monotonic() - saved > 60:
            solver.save(out)
            saved = time.monotonic()
    if out is not None:
        solver.save(out)
    if measured is None or steps[-1]["iterations"] != solver.iterations:
        measure()
    rate = (solver.iterations - first) / cpu if cpu > 0 else 0.0
    return Solution({"what": solver.what, "iterations": solver.iterations, **measured, "cpu_s": cpu, "iterations_per_cpu_s": rate,
                     "steps": steps}, solver)


def exploit(game: Game | str, agent, *, utility: str | None = None, score=None, openings: str | None = None, threads: int = 1) -> dict:
    """What the best answer to an agent wins, exactly: `tapete exploit`. A dict with best, value and nashconv.

    `agent` is the name of one that says its probabilities, or a Python object with probs(view): a dict from moves to
    probabilities, or a list in the order of view.legal.
    """
    found = _core.exploit(game, agent, utility, _score_text(score), openings, threads)
    found["agent"] = agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__)
    return found


def svg(shown) -> str:
    """A View (or any text) as an SVG picture of its table, for notebooks and web pages."""
    from . import _svg

    return _svg.draw(shown.text(colour=True) if isinstance(shown, View) else str(shown))
