#!/usr/bin/env python3
"""The package for Python: games, states, views, matches, agents, batches, arena, records, reviews and solutions, as their help says."""

import ast
import copy
import inspect
import itertools
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.dom.minidom
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests/server"))
sys.path.insert(0, os.environ.get("TAPETE_PYTHON", str(ROOT / "build/bindings/python")))
import tap
import tapete

GAMES = tapete.games(study=True)


def refused(kind, words, function, *arguments, **keywords):
    """The call raises an exception of this kind whose sentence has these words."""
    try:
        value = function(*arguments, **keywords)
    except kind as error:
        assert words in str(error), f"{words!r} is not in {error}"
        return error
    raise AssertionError(f"no {kind.__name__}, but {value!r}")


def playing(name, seed, **options):
    """Every state of a random game, and the generator that chose."""
    state, chooser = tapete.Game(name, **options).deal(seed), random.Random(seed)
    while not state.over:
        yield state, chooser
        state.apply(chooser.choice(state.legal_actions))
    yield state, chooser


def test_games():
    """games and their options: names, shapes, equality, pickles, and sentences for what is wrong"""
    assert GAMES == tapete.games() + [name for name in GAMES if tapete.Game(name).study]
    for name in GAMES:
        game = tapete.Game(name)
        assert game == tapete.Game(name) and hash(game) == hash(tapete.Game(name)) and game == pickle.loads(pickle.dumps(game))
        assert len(game.sides) == game.seats and game.rules and game.title and game.kinds
        assert sum(field["count"] for field in game.fields) == game.size
        assert sum(field["count"] for field in game.move_fields) == game.move_size
        assert game.schema()["game"] == name
    two = tapete.Game("mus", players=2, target=30)
    assert two != tapete.Game("mus") and two.seats == 2 and two.options["target"] == 30
    assert pickle.loads(pickle.dumps(two)) == two and repr(two) == "tapete.Game('mus', players='2', target='30')"
    refused(tapete.Error, "the games are", tapete.Game, "whist")
    refused(tapete.Error, "the values are", tapete.Game, "mus", players=7)
    refused(TypeError, "must be a text", tapete.Game, 7)
    refused(TypeError, "players must be", tapete.Game, "mus", players=object())


def test_states():
    """states: texts and numbers of moves lead to the same game; copies, bytes, JSON and pickles are the same state"""
    for name in GAMES:
        for seed in range(3):
            other = tapete.Game(name).deal(seed)
            for state, chooser in playing(name, seed):
                assert state == other and state.over == other.over
                for same in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.game.state(state.json()),
                             state.game.load(state.save())):
                    assert same == state and same.actor == state.actor
                if state.over:
                    break
                text = state.legal[state.legal_actions.index(chooser_peek(chooser, state.legal_actions))]
                view = state.view()
                assert view.move(view.action(text)) == text and view.name(text) and view.help(text)
                other.apply(text)
            assert abs(sum(state.returns)) < 1e-6 and len(state.scores) == state.game.seats
            assert state.actor is None and state.legal == [] == state.legal_actions
            refused(tapete.Refused, "not to act now", state.apply, 0)
    state = tapete.Game("sabacc").deal(1)
    before = state.save()
    error = refused(tapete.Refused, "legal:", state.apply, "RAISE 100")
    assert error.code == "refused" and error.reason == "UNKNOWN_MOVE" and error.legal
    refused(tapete.Refused, "not legal here", state.apply, 10**6)
    refused(tapete.Error, "whole number", state.apply, 10**30)
    refused(TypeError, "a move must be", state.apply, 1.5)
    assert state.save() == before


def chooser_peek(chooser, actions):
    """What chooser.choice(actions) will say, without drawing."""
    again = random.Random()
    again.setstate(chooser.getstate())
    return again.choice(actions)


def test_views():
    """views: numbers within their fields, masks with the legal actions, the same after JSON and pickle, a table and a picture"""
    for name in GAMES:
        game = tapete.Game(name)
        most = [field["most"] for field in game.fields for _ in range(field["count"])]
        scales, move_scales = ([field["scale"] for field in fields for _ in range(field["count"])] for fields in (game.fields, game.move_fields))
        for step, (state, _) in enumerate(playing(name, 11)):
            for seat in [*range(game.seats), None]:
                view = state.view(seat)
                assert pickle.loads(pickle.dumps(view)) == view and game.view(view.json()) == view
                assert hash(view) == hash(pickle.loads(pickle.dumps(view))) and view.viewer == seat and view.game == game
                acts = seat is not None and seat == state.actor
                assert bool(view.legal) == acts == bool(view.legal_actions) == any(view.mask)
                assert sum(view.mask) == len(view.legal)
                if game.actions:
                    assert [i for i, legal in enumerate(view.mask) if legal] == sorted(view.legal_actions)
                if seat is None:
                    refused(tapete.Error, "only a seat", lambda v: v.numbers, view)
                    refused(tapete.Error, "only a seat", lambda v: v.floats, view)
                    refused(tapete.Error, "only a seat", lambda v: v.move_floats, view)
                    continue
                assert len(view.numbers) == game.size and all(n <= m for n, m in zip(view.numbers, most))
                assert len(view.move_numbers) == game.move_size * len(view.legal)
                for numbers, floats, scale in ((view.numbers, view.floats, scales), (view.move_numbers, view.move_floats, move_scales * len(view.legal))):
                    read = memoryview(floats).cast("f")
                    assert len(read) == len(numbers) and all(abs(f * s - n) < 1e-4 for f, n, s in zip(read, numbers, scale))
                if not state.over:
                    assert view.imagine(step).view(seat) == view
            if step % 40 == 0:
                assert state.view(0).text() and state.view(0).text(plain=True)
                xml.dom.minidom.parseString(tapete.svg(state.view(0)))


def test_chance():
    """chance that is told: all deals of Kuhn poker, their weights, and picks that are impossible or too many"""
    game = tapete.Game("kuhn")
    kind, seat, outcomes = game.deal(picks=[])
    assert seat == 0 and outcomes == [(0, 1), (1, 1), (2, 1)], (kind, seat, outcomes)
    deals = {}
    for first, second in itertools.permutations(range(3), 2):
        state = game.deal(picks=[first, second], histories=True)
        deals[first, second] = (state.history(0), state.history(1))
    assert len(set(deals.values())) == 6 and len({zero for zero, _ in deals.values()}) == 3
    refused(tapete.Error, "is not possible here", game.deal, picks=[0, 0])
    refused(tapete.Error, "decides only 2 times", game.deal, picks=[0, 1, 2])
    refused(tapete.Error, "whole number", game.deal, picks=[-1])
    state = tapete.Game("leduc").deal(picks=[0, 1])
    state.apply("CHECK")
    kind, seat, outcomes = state.after("CHECK", [])
    assert seat is None and sum(weight for _, weight in outcomes) == 4, "the board comes after both have checked"
    assert state.after("CHECK", [2]).view(0) != state.after("CHECK", [4]).view(0) and state.legal
    for name in GAMES:  # whatever a move leads to can be told, one outcome after the other
        for step, (state, chooser) in enumerate(playing(name, 4)):
            if state.over or step % 7:
                continue
            move, picks = state.legal[-1], []
            while not isinstance(next_one := state.after(move, picks), tapete.State):
                assert next_one[0] in [kind for kind, _ in state.game.kinds] and next_one[2]
                picks.append(next_one[2][-1][0])
            assert next_one == state.after(move, picks) and state.legal[-1] == move


def test_information_sets():
    """histories: Kuhn poker has 12 information sets"""
    seen = set()

    def walk(state):
        if state.over:
            return
        seen.add((state.actor, state.history(state.actor)))
        for move in state.legal:
            walk(state.after(move, []))

    for cards in itertools.permutations(range(3), 2):
        walk(tapete.Game("kuhn").deal(picks=cards, histories=True))
    assert len(seen) == 12, len(seen)
    refused(tapete.Error, "histories=True", tapete.Game("kuhn").deal(1).history, 0)


def test_matches():
    """matches: play, undo, resign, tell, records that are verified, read and pickled"""
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            path = Path(folder) / f"{name}.jsonl"
            match = tapete.play(name, ["random"] * tapete.Game(name).seats, seed=5)
            assert match.over and match.plies == len(match.moves)
            match.save(path)
            assert tapete.verify(path)
            again = tapete.Match.read(path)
            assert again.moves == match.moves and again.returns == match.returns and again.commitment == match.commitment
            assert pickle.loads(pickle.dumps(match)).moves == match.moves and tapete.Match.parse(match.record()).moves == match.moves
            assert any(match.tell(ply) for ply in range(match.plies + 1))
            assert match.state() == again.state() and match.view(0) == again.view(0) and match.history(0) == again.history(0)
            lines = path.read_text().splitlines()
            path.write_text("\n".join(lines[:-1] + [lines[-1].replace('"', "'", 1)]) + "\n")
            refused(tapete.Error, "line", tapete.Match.read, path)
    match = tapete.Match("leduc", ["Ada", "Bo"], seed=3)
    assert match.seats == ["Ada", "Bo"] and match.actor == 0
    first = match.view(0)
    match.play(match.view().legal_actions[0])
    refused(tapete.Refused, "", match.play, "CALL", seat=0)
    match.undo()
    assert match.view(0) == first and match.plies == 0
    match.resign(1)
    assert match.over and match.returns == [1.0, -1.0]
    refused(tapete.Error, "2 seats", tapete.Match, "leduc", ["Ada"])
    refused(tapete.Error, "only 0 moves", match.undo, 3)
    refused(OSError, "", tapete.Match.read, "/nowhere/at/all.jsonl")
    refused(OSError, "", match.save, "/nowhere/at/all.jsonl")
    refused(TypeError, "", tapete.Match.read, 7)


class Careful:
    """An agent that notes what it is told."""

    heard = []

    def __init__(self, game, seed):
        self.game, self.seed = game, seed

    def begin(self, game, seat):
        self.seat = seat
        Careful.heard.append("begin")
        assert game.name == self.game.name

    def observe(self, event, view):
        assert view.viewer == self.seat and ("move" in event) != ("chance" in event), (event, view)
        Careful.heard.append("observe")

    def choose(self, view):
        assert view.viewer == self.seat == view.actor
        return view.legal_actions[-1]

    def end(self, returns, scores):
        assert len(returns) == len(scores)
        Careful.heard.append("end")


def test_agents():
    """agents: those of the library answer legal moves, those in Python follow whole games, and what they raise is told"""
    for name in GAMES:
        game = tapete.Game(name)
        view = game.deal(2).view()
        agent = tapete.Agent("random", game, 1)
        assert agent.choose(view) in view.legal and abs(sum(agent.probs(view).values()) - 1) < 1e-9
        searcher = tapete.Agent("ismcts:sims=50", game, 1)
        assert searcher.choose(view) in view.legal and {o["move"] for o in searcher.evaluate(view)} == set(view.legal)
        Careful.heard.clear()
        assert tapete.play(game, [Careful] * game.seats, seed=4).over
        assert Careful.heard.count("begin") == Careful.heard.count("end") == game.seats and "observe" in Careful.heard
    two = tapete.Game("leduc")
    error = refused(tapete.Refused, "division", tapete.play, two, ["random", lambda view: 1 / 0], seed=1)
    assert isinstance(error.__cause__, ZeroDivisionError) and error.__cause__.__traceback__
    match = tapete.Match(two, seed=1)
    assert "it raised" in match.run(["random", lambda view: "NONSENSE"])[1] and match.over and match.returns[0] > 0
    agent = tapete.Agent(lambda view: view.legal[0], two)
    assert agent.choose(two.deal(1).view()) == two.deal(1).legal[0]
    refused(tapete.Error, "the view is of", agent.choose, tapete.Game("kuhn").deal(1).view())
    refused(tapete.Error, "not to act", agent.choose, two.deal(1).view(1))
    refused(tapete.Error, "agents are", tapete.Agent, "deep-thought", two)
    refused(TypeError, "an agent is", tapete.Agent, 7, two)
    refused(TypeError, "looks at", agent.choose, two.deal(1))
    assert any(kind.get("name") == "ismcts" or kind.get("kind") == "ismcts" for kind in tapete.agents())


def test_batches():
    """batches: the same bytes on 1, 2 and 16 threads; whole games; wrong actions change nothing; copies and bytes"""
    for name in GAMES:
        if not tapete.Game(name).size:
            continue
        digests = set()
        for threads in (1, 2, 16):
            batch = tapete.Batch(name, 300, threads=threads, seed=9)
            chooser, seen, ended = random.Random(1), [], 0
            for _ in range(60):
                batch.step(legal_actions(batch, chooser))
                seen.append(hash(bytes(batch.numbers)) ^ hash(bytes(batch.rewards)) ^ hash(bytes(batch.actor)))
                ended += sum(batch.terminal)
            digests.add((tuple(seen), ended))
        assert len(digests) == 1, name
        before = [batch.save(i) for i in range(batch.count)]
        wrong = legal_actions(batch, chooser)
        wrong[137] = 10**5
        error = refused(tapete.Refused, "game 137", batch.step, wrong)
        assert [batch.save(i) for i in range(batch.count)] == before
        refused(tapete.Error, "300 actions", batch.step, wrong[:-1])
        refused(TypeError, "whole number", batch.step, ["x"] * 300)
        other = tapete.Batch(name, 300, seed=77)
        other.copy_from(batch)
        assert [other.save(i) for i in range(300)] == before
        other.load(0, before[5])
        assert other.save(0) == before[5]
        refused(tapete.Error, "saved", other.load, 0, before[5][:-1])
        refused(tapete.Error, "saved", other.load, 0, bytes(len(before[5])))
        assert batch.view(3, batch.actor[3]).numbers == bytes(memoryview(batch.numbers).cast("B")[3 * batch.game.size:4 * batch.game.size])
    lone = tapete.Batch("leduc", 64, seed=1, opponents={1: "random"}, skip_forced=True)
    for _ in range(50):
        assert set(lone.actor) == {0}
        lone.step(legal_actions(lone, random.Random(2)))
    refused(tapete.Error, "too long", tapete.Batch, "leduc", 4, opponents={1: "ismcts"})
    refused(tapete.Error, "whole number from 1", tapete.Batch, "leduc", 0)
    refused(tapete.Error, "no buffer", lone.bind, colours=bytearray(4))
    refused(tapete.Error, "must hold", lone.bind, actor=memoryview(bytearray(4)).cast("i"))
    refused(TypeError, "writable", lone.bind, actor=bytes(256))


def legal_actions(batch, chooser):
    """A legal action for each game, without numpy."""
    if not batch.actions:
        return [chooser.randrange(count) for count in batch.move_count]
    mask, width = bytes(memoryview(batch.mask).cast("B")), batch.actions
    return [chooser.choice([a for a in range(width) if mask[i * width + a]]) for i in range(batch.count)]


def test_batch_threads_and_forks():
    """batches among threads and forks: one caller at a time, the others are told; a child goes on by itself"""
    batch = tapete.Batch("mus", 20000, threads=2, seed=1)
    actions = legal_actions(batch, random.Random(1))
    answers, start = [], threading.Barrier(4)

    def step():
        start.wait()
        for _ in range(5):
            try:
                batch.step(actions)
                answers.append("stepped")
            except tapete.Refused:
                answers.append("illegal by now")
            except tapete.Error as error:
                assert "another thread" in str(error), error
                answers.append("busy")

    crew = [threading.Thread(target=step) for _ in range(4)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert len(answers) == 20 and "stepped" in answers, answers
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batch.step(legal_actions(batch, random.Random(3)))
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    batch.step(legal_actions(batch, random.Random(3)))
    return f"{answers.count('busy')} of 20 calls were told that it is busy"


def test_arena():
    """the arena: the same result on any number of threads, Python agents too; names, records of games, and Ctrl-C"""
    class Random:
        def __init__(self, game, seed):
            self.random = random.Random(seed)

        def choose(self, view):
            return self.random.choice(view.legal)

    results = []
    for threads in (1, 3):
        found = tapete.arena("leduc", {"mine": Random, "theirs": "random"}, 60, duplicate=True, seed=3, threads=threads)
        found.pop("times")
        results.append(found)
    assert results[0] == results[1] and [row["name"] for row in results[0]["agents"]] == ["mine", "theirs"]
    assert "mine" in str(results[0]) and results[0]["forfeits"] == 0
    xml.dom.minidom.parseString(results[0]._repr_svg_())
    with tempfile.TemporaryDirectory() as folder:
        calls = []
        tapete.arena("kuhn", ["random", "random"], 10, seed=1, games_to=Path(folder) / "games", record=Path(folder) / "run",
                     watch=lambda done, all: calls.append((done, all)))
        records = sorted((Path(folder) / "games").rglob("*.jsonl"))
        assert len(records) == 10 and all(tapete.verify(record) for record in records), len(records)
    assert tapete.arena("leduc", {"bad": lambda view: 1 / 0, "good": "random"}, 6, seed=1)["forfeits"] == 6
    refused(tapete.Error, "", tapete.arena, "leduc", ["random"] * 2, 0)
    refused(tapete.Error, "list", tapete.arena, "leduc", "random,random")
    refused(tapete.Error, "smaller first", tapete.arena, "leduc", ["random", "random"], sprt=(10, 0))
    code = ("import sys, tapete\ntry:\n    print('go', flush=True)\n    tapete.arena('mus', ['random', lambda v: v.legal[0], 'random', "
            "'random'], 10**8)\nexcept KeyboardInterrupt:\n    print('stopped')\n")
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": sys.path[0]})
    assert child.stdout.readline() == "go\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "stopped\n" and child.returncode == 0, (out, child.returncode)


def test_reviews():
    """reviews: the same on any number of threads, for a match and for its record, with a plot"""
    match = tapete.play("leduc", ["random", "random"], seed=5)
    first = tapete.review(match, judge="flatmc:games=200", threads=1)
    second = tapete.review(match, judge="flatmc:games=200", threads=3)
    assert first == second and first["seats"] and pickle.loads(pickle.dumps(first)) == first
    xml.dom.minidom.parseString(first._repr_svg_())
    refused(tapete.Error, "", tapete.review, tapete.Match("leduc", seed=1))
    refused(OSError, "", tapete.review, "/nowhere.jsonl")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(match.record().replace('"result"', '"resolt"'))
        file.flush()
        refused(tapete.Error, "", tapete.verify, file.name)


def test_solutions():
    """solving: known values, strategies at every information set, best answers to agents of Python, files, and refusals"""
    kuhn, leduc = tapete.Game("kuhn"), tapete.Game("leduc")
    solved = tapete.solve(kuhn, "pcfr+", nashconv=1e-5)
    assert abs(solved["value"] + 1 / 18) < 1e-4 and solved["nashconv"] <= 1e-5 and sum(solved["best"]) == solved["nashconv"]
    assert solved["what"]["method"] == "pcfr+" and solved["steps"][-1]["iterations"] == solved["iterations"] == solved.solver.iterations

    class Solved:
        """The solution as an agent: it hears what it sees, so its state is known by the cards of its view."""

        def __init__(self):
            self.known = {}
            for cards in itertools.permutations(range(3), 2):
                self.learn(kuhn.deal(picks=cards, histories=True))

        def learn(self, state):
            if not state.over:
                self.known[state.view()] = solved.strategy(state)
                assert abs(sum(self.known[state.view()].values()) - 1) < 1e-9
                for move in state.legal:
                    self.learn(state.after(move, []))

        def probs(self, view):
            return self.known[view]

        def choose(self, view):
            return max(self.probs(view), key=self.probs(view).get)

    agent = Solved()
    assert len(agent.known) == 12
    found = tapete.exploit(kuhn, agent)
    assert found["asked"] == 12 and found["agent"] == "Solved" and abs(found["nashconv"] - solved["nashconv"]) < 1e-9, found
    assert tapete.Agent(agent, kuhn).probs(kuhn.deal(1).view()) == agent.probs(kuhn.deal(1).view())
    assert abs(tapete.exploit(leduc, "random")["nashconv"] - 4.747222222222) < 1e-9  # OpenSpiel: uniform random policy

    solved = tapete.solve(leduc, "cfr+", 300)
    assert abs(solved["value"] + 0.0856) < 0.01 and solved["iterations"] == 300
    assert solved.choose(leduc.deal(3, histories=True), random.Random(1)) in leduc.deal(3).legal
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "leduc.solution"
        half = tapete.solve(leduc, "cfr+", 100, out=path)
        other = tapete.solve(leduc, "cfr+", 300, resume=path)
        assert half["iterations"] == 100 and other["nashconv"] == solved["nashconv"], (other, solved)
        wrong = tapete.Solver(leduc, "dcfr")
        assert wrong.iterate(3) == 3
        refused(tapete.Error, "", wrong.resume, path)
        assert wrong.iterations == 3
        path.write_bytes(path.read_bytes()[:-9])
        refused(tapete.Error, "", tapete.Solver(leduc, "cfr+").resume, path)
    sampled = tapete.Solver(kuhn, "es-mccfr", seed=1)
    refused(tapete.Error, "never visited", sampled.strategy, kuhn.deal(1, histories=True))
    sampled.iterate(5000)
    assert sampled.measure()["nashconv"] < 0.3 and set(sampled.strategy(kuhn.deal(1, histories=True))) == set(kuhn.deal(1).legal)
    refused(tapete.Error, "histories=True", sampled.strategy, kuhn.deal(1))
    refused(tapete.Error, "another game", sampled.strategy, leduc.deal(1, histories=True))
    refused(TypeError, "tapete.State", sampled.strategy, kuhn.deal(1).view())
    refused(tapete.Error, "strategy(state)", sampled.show)
    refused(tapete.Error, "no method", tapete.Solver, kuhn, "magic")
    refused(tapete.Error, "two against each other", tapete.solve, "bruno")
    refused(TypeError, "probs(view)", tapete.exploit, kuhn, lambda view: view.legal[0])
    for answer, words in (({}, "add up to 1"), ([1], "each of the 2"), ([2, -1], "from 0 to 1"), ({"FLY": 1}, "FLY")):
        agent.probs = lambda view, answer=answer: answer
        refused(tapete.Error, words, tapete.exploit, kuhn, agent)
    agent.probs = lambda view: 1 / 0
    refused(ZeroDivisionError, "", tapete.exploit, kuhn, agent)


def test_mus_solutions():
    """two-player Mus: the size of the game, and what the solution of a hand does after some betting"""
    solver = tapete.Solver(tapete.Game("mus", preset="S2", max_raises=0))
    assert solver.size["sets"] == 1970400 and solver.iterations == 0
    refused(tapete.Error, "show(line, hand)", solver.strategy, solver.game.deal(1, histories=True))
    shown = solver.show("envido 2, quiero", "RRR")
    assert shown["hands"] and all(abs(sum(hand["probabilities"]) - 1) < 1e-3 for hand in shown["hands"])
    refused(tapete.Error, "", solver.show, "nonsense")


def test_notebooks():
    """notebooks: a view, a match and results draw themselves"""
    for name in GAMES:
        match = tapete.play(name, ["random"] * tapete.Game(name).seats, seed=1)
        for shown in (match, match.view(0), match.view(None, 0)):
            xml.dom.minidom.parseString(shown._repr_svg_())
        assert match._repr_svg_() == match.view(None)._repr_svg_()


def test_hints():
    """type hints: the stubs name exactly what the module has, with the same parameters; all of it has help"""
    stubs = ast.parse((ROOT / "bindings/python/tapete/_core.pyi").read_text())
    undocumented = []

    def compare(name, stub, thing, bound):
        try:
            signature = inspect.signature(thing)
        except ValueError:
            return 0
        wanted = [a.arg for a in (*stub.args.posonlyargs, *stub.args.args, *stub.args.kwonlyargs, *filter(None, [stub.args.kwarg]))][bound:]
        has = [a for a in signature.parameters if a != "self"]
        assert wanted == has, f"{name}: the stub has {wanted}, the module {has}"
        return 1

    compared = 0
    for part in stubs.body:
        if isinstance(part, ast.FunctionDef):
            compared += compare(part.name, part, getattr(tapete._core, part.name), 0)
        if not isinstance(part, ast.ClassDef):
            continue
        kind = getattr(tapete._core, part.name)
        if issubclass(kind, Exception):
            continue
        functions = {f.name: f for f in part.body if isinstance(f, ast.FunctionDef)}
        fields = {f.target.id for f in part.body if isinstance(f, ast.AnnAssign)}
        here = {name for name in vars(kind) if not name.startswith("_")}
        assert here == set(functions) - {"__new__"} | fields, f"{part.name}: {here ^ (set(functions) - {'__new__'} | fields)}"
        for name, function in functions.items():
            static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
            compared += compare(f"{part.name}.{name}", function, kind if name == "__new__" else getattr(kind, name), 0 if static else 1)
        undocumented += [f"{part.name}.{name}" for name in here if not getattr(kind, name).__doc__]
    undocumented += [name for name in tapete.__all__ if not getattr(tapete, name).__doc__]
    assert not undocumented, undocumented
    named = {n.name for n in stubs.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))} | {"version"}
    public = {name for name in vars(tapete._core) if not name.startswith("_")}
    assert public <= named, public - named
    return f"{compared} signatures compared"


def test_languages():
    """languages: sentences in the language of the thread, and back"""
    before = tapete.language("es")
    try:
        text = tapete.Game("mus").deal(7).view().help("mus")
    finally:
        tapete.language(before)
    assert text != tapete.Game("mus").deal(7).view().help("mus")


if __name__ == "__main__":
    sys.exit(tap.run([test_games, test_states, test_views, test_chance, test_information_sets, test_matches, test_agents, test_batches,
                      test_batch_threads_and_forks, test_arena, test_reviews, test_solutions, test_mus_solutions, test_notebooks,
                      test_hints, test_languages], sys.argv[1:]))
