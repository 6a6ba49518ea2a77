#!/usr/bin/env python3
"""The package against the test suites of those it speaks to: PettingZoo, Gymnasium, OpenSpiel. Their versions are in
requirements.txt, and the report names those that were found.

TAPETE_SOAK asks for the long forms, and for the linear program of OpenSpiel (tests/python/requirements-soak.txt)."""

import contextlib
import copy
import importlib.metadata
import io
import os
import pickle
import sys
import warnings
from pathlib import Path

VENV = os.environ.get("TAPETE_VENV")  # made by scripts/make-venv
if VENV and os.path.realpath(sys.prefix) != os.path.realpath(VENV):
    os.execv(f"{VENV}/bin/python", [f"{VENV}/bin/python", *sys.argv])

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests/server"))
sys.path.insert(0, os.environ.get("TAPETE_PYTHON", str(ROOT / "build/bindings/python")))
import tap
import tapete

import numpy as np

LONG = bool(os.environ.get("TAPETE_SOAK"))
GAMES = tapete.games()


def quiet(function, *arguments, **keywords):
    """Call it without what it prints; what it warns of."""
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        function(*arguments, **keywords)
    return [str(warning.message) for warning in caught]


def versions(*names):
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


def test_pettingzoo():
    """PettingZoo: api_test without a warning, seed_test, render_test, and parallel_api_test through its conversion"""
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

    from tapete.pettingzoo import env, parallel_env

    cycles = 1000 if LONG else 200
    for name in GAMES:
        warned = quiet(api_test, env(name, mask="info"), num_cycles=cycles)
        assert not warned or name == "mulle", (name, warned)  # Mulle's observations are a dict: they list the moves
        quiet(api_test, env(name), num_cycles=cycles)
        quiet(seed_test, lambda: env(name), cycles // 2)
        quiet(render_test, lambda render_mode: env(name, render_mode=render_mode), {"svg": lambda picture: picture.startswith("<svg")})
        quiet(parallel_api_test, parallel_env(name), cycles)
    quiet(api_test, env("mus", players=2, dtype="uint8"), num_cycles=cycles)
    return versions("pettingzoo", "numpy") + f"; {cycles} cycles"


def play(table, generator, steps):
    """Play on; what was seen, as bytes that can be compared."""
    seen = []
    for agent in table.agent_iter(steps):
        observation, reward, termination, truncation, _ = table.last()
        seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, termination))
        done = termination or truncation
        table.step(None if done else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


def test_pettingzoo_copies():
    """PettingZoo: clones, deep copies and pickles go on alike, and do not disturb the table they came from; rewards add up to 0"""
    from tapete.pettingzoo import raw_env

    for name in GAMES:
        table = raw_env(name)
        table.reset(seed=3)
        play(table, np.random.default_rng(1), 20)
        twins = [table.clone(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
        seen = [play(twin, np.random.default_rng(2), 10**6) for twin in (*twins, table)]
        assert all(other == seen[0] for other in seen), name
        total = {}
        for agent, _, _, reward, _ in seen[0]:
            total[agent] = total.get(agent, 0) + reward
        assert abs(sum(total.values())) < 1e-5 and any(total.values()), (name, total)
        assert table.state_space.contains(table.state())


def test_gymnasium():
    """Gymnasium: check_env; vectors of tables with autoreset in the same step and last observations"""
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import tapete.gymnasium

    for name in [*GAMES, "leduc"]:
        for mask in ("info", "observation"):
            quiet(check_env, gymnasium.make(f"tapete/{name.capitalize()}-v0", opponents="random", mask=mask).unwrapped)
        tables = gymnasium.make_vec(f"tapete/{name.capitalize()}-v0", num_envs=32, vectorization_mode="vector_entry_point")
        observation, info = tables.reset(seed=1)
        generator, ended = np.random.default_rng(1), 0
        for step in range(400 if LONG else 150):
            assert step % 50 or tables.observation_space.contains(observation)
            legal = generator.random(info["action_mask"].shape) * info["action_mask"]
            observation, reward, terminal, truncated, info = tables.step(legal.argmax(axis=1))
            assert ("final_obs" in info) == terminal.any() and not truncated.any() and not reward[~terminal].any(), name
            ended += terminal.sum()
        assert ended, name
    if "mulle" in GAMES:
        quiet(check_env, gymnasium.make("tapete/Mulle-v0", opponents="fair").unwrapped)
    return versions("gymnasium")


def test_puffer():
    """PufferLib's convention: buffers that are handed in are those that are filled"""
    import tapete.puffer

    class Buffers:
        observations = np.zeros((64, tapete.Game("mus").size), np.uint8)
        rewards = np.ones(64, np.float32)

    tables = tapete.puffer.Tables("mus", num_envs=64, buf=Buffers, seed=3, report=50)
    assert tables.observations is Buffers.observations and Buffers.observations.any() and not Buffers.rewards.any()
    notes = []
    for _ in range(200):
        observations, rewards, terminals, truncations, infos = tables.step(tables.action_masks.argmax(axis=1))
        notes += infos
    assert observations is Buffers.observations and rewards is Buffers.rewards and notes and notes[0]["games"] > 0


def test_openspiel():
    """OpenSpiel: random_sim_test with saved states for all games"""
    import pyspiel

    import tapete.openspiel

    for name in tapete.games(study=True):
        pyspiel.random_sim_test(pyspiel.load_game(f"tapete_{name}"), 20 if LONG else 2, True, False)
    pyspiel.random_sim_test(pyspiel.load_game("tapete_mus(players=2,target=30)"), 1, True, False)
    return versions("open_spiel")


def test_openspiel_solvers():
    """OpenSpiel: CFR finds the same strategies on Kuhn and Leduc as on its own games; the exact values are the same"""
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    import tapete.openspiel

    notes = []
    for name, theirs, rounds in (("kuhn", "kuhn_poker", 200 if LONG else 50), ("leduc", "leduc_poker", 20 if LONG else 2)):
        found = []
        for game in (pyspiel.load_game(f"tapete_{name}"), pyspiel.load_game(theirs)):
            solver = cfr.CFRSolver(game)
            for _ in range(rounds):
                solver.evaluate_and_update_policy()
            policy = solver.average_policy()
            value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
            found.append((exploitability.nash_conv(game, policy), *value))
        assert np.allclose(found[0], found[1], rtol=0, atol=1e-9), (name, found)
        notes.append(f"{name}: NashConv {found[0][0]:.6f}, value {found[0][1]:.6f} after {rounds} rounds")
    return "\n".join(notes)


def test_openspiel_linear_program():
    """OpenSpiel: the linear program over sequences gives Kuhn and Leduc the same value"""
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    import tapete.openspiel

    notes = []
    for name, theirs in (("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")):
        values = [sequence_form_lp.solve_zero_sum_game(pyspiel.load_game(game))[0] for game in (f"tapete_{name}", theirs)]
        assert abs(values[0] - values[1]) < 1e-6, (name, values)
        notes.append(f"{name}: {values[0]:.8f}")
    return "; ".join(notes)


def test_openspiel_search():
    """OpenSpiel: its IS-MCTS in Python plays in worlds that we imagine, and what the player knows stays the same in them"""
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    import tapete.openspiel

    for name in (f"tapete_{game}" for game in tapete.games(study=True)):
        game, generator = pyspiel.load_game(name), np.random.RandomState(1)
        bot = ismcts.ISMCTSBot(game=game, evaluator=mcts.RandomRolloutEvaluator(1, generator), uct_c=1.4, max_simulations=5,
                               random_state=generator)
        bot.set_resampler(tapete.openspiel.resampler)
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal() and decisions < 6:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(int(generator.choice(outcomes, p=weights)))
                continue
            player = state.current_player()
            world = tapete.openspiel.resampler(state, player)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
            state.apply_action(bot.step(state))
            decisions += 1


def test_secrecy_of_the_rest():
    """what the environments show of two tables that differ in hidden cards is the same"""
    from tapete._arrays import Arrays

    for name in GAMES:
        game = tapete.Game(name)
        arrays = Arrays(game)
        for seed in range(30):
            state = game.deal(seed)
            world = state.view().imagine(seed)
            one, other = arrays.observe(state.view()), arrays.observe(world.view())
            assert all((one[key] == other[key]).all() for key in one)


if __name__ == "__main__":
    TESTS = [test_pettingzoo, test_pettingzoo_copies, test_gymnasium, test_puffer, test_openspiel, test_openspiel_solvers, test_openspiel_search,
             test_secrecy_of_the_rest]
    sys.exit(tap.run(TESTS + ([test_openspiel_linear_program] if LONG else []), sys.argv[1:]))
