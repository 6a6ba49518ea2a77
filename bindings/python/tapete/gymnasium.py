"""Gymnasium environments: one seat is yours, agents of Tapete sit at the others.

    import gymnasium, tapete.gymnasium
    table = gymnasium.make("tapete/Mulle-v0", opponents="fair")
    tables = gymnasium.make_vec("tapete/Mulle-v0", num_envs=4096, vectorization_mode="vector_entry_point")
"""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import Agent, Batch, Error, games
from ._arrays import Arrays, render, to_game

MODES = ["ansi", "svg", "rgb_array"]


def _players(game, seat, opponents):
    """The name of the agent at each seat but yours."""
    if not 0 <= seat < game.seats:
        raise Error(f"there is no seat {seat}, only 0 to {game.seats - 1}")
    if isinstance(opponents, (list, tuple)):
        if len(opponents) != game.seats - 1:
            raise Error(f"there are {game.seats - 1} opponents, not {len(opponents)}")
        opponents = list(opponents)
        return {other: opponents.pop(0) for other in range(game.seats) if other != seat}
    return {other: opponents for other in range(game.seats) if other != seat}


class Table(gymnasium.Env):
    """One seat of a table. The action space has all actions; info["action_mask"] (and the observation, with
    mask="observation") says which are legal. An illegal action loses the game: reward -1, info["illegal"]; with
    illegal="raise" it raises tapete.Refused. The reward is the result, from -1 to 1, at the end."""

    metadata = {"render_modes": MODES, "render_fps": 2}

    def __init__(self, game, opponents="random", seat=0, render_mode=None, dtype="float32", mask="info", illegal="lose", **options):
        self.game = to_game(game, options)
        self.arrays = Arrays(self.game, dtype, mask)
        self.observation_space, self.action_space = self.arrays.space(), self.arrays.action_space()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}")
        if illegal not in ("lose", "raise"):
            raise Error("illegal is lose or raise")
        self.render_mode, self.seat, self.illegal = render_mode, seat, illegal
        self._names = _players(self.game, seat, opponents)
        self._state, self._lost = None, False

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        draw = lambda: int(self.np_random.integers(2**63))
        self._agents = {seat: Agent(name, self.game, draw()) for seat, name in self._names.items()}
        self._lost = False
        while True:
            self._state = self.game.deal(draw())
            self._go_on()
            if not self._is_done():
                return self._observe()

    def _go_on(self):
        while not self._state.over and self._state.actor != self.seat:
            self._state.apply(self._agents[self._state.actor].choose(self._state.view()))

    def _is_done(self):
        return self._lost or self._state.over or self.seat in self._state.out

    def _observe(self):
        view = self._state.view(self.seat)
        return self.arrays.observe(view), {"action_mask": self.arrays.mask(view)}

    def step(self, action):
        if self._state is None or self._is_done():
            raise Error("the game is over; call reset()")
        view = self._state.view(self.seat)
        if self.illegal == "lose" and int(action) not in view.legal_actions:
            self._lost = True
            observation, info = self._observe()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self._state.apply(int(action))
        self._go_on()
        reward = 0.0
        if self._is_done():
            reward = self._state.returns[self.seat] if self._state.over else self._state.out[self.seat]
        observation, info = self._observe()
        return observation, float(reward), self._is_done(), False, info

    def render(self):
        return render(self._state.view(self.seat), self.render_mode) if self.render_mode else None


class Tables(VectorEnv):
    """Many tables at once, on a Batch: one seat of each is yours, quick agents sit at the others. A game that ends is followed
    by a new one in the same step; infos["final_obs"] has the last observation of the one that ended."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game, num_envs=1, opponents="random", seat=0, threads=1, dtype="float32", mask="info", render_mode=None, **options):
        self.game, self.num_envs, self.seat = to_game(game, options), num_envs, seat
        self.arrays = Arrays(self.game, dtype, mask)
        self.single_observation_space, self.single_action_space = self.arrays.space(), self.arrays.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = render_mode
        self._players, self._threads, self._batch = _players(self.game, seat, opponents), threads, None

    def _make(self, seed):
        part = "floats" if self.arrays.dtype == np.float32 else "numbers"
        wanted = [part, "rewards", "terminal", "out", "final_" + part]
        wanted += ["move_count", "move_floats" if part == "floats" else "move_numbers"] if self.arrays.by_list else ["mask"]
        self._batch = Batch(self.game, self.num_envs, threads=self._threads, seed=seed, opponents=self._players, buffers=wanted,
                            room=self.arrays.actions if self.arrays.by_list else 0)
        self._part = part

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if isinstance(seed, (list, tuple)):
            seed = seed[0]
        self._make(int(seed) if seed is not None else None)
        return self._observe()

    def _observe(self):
        batch = self._batch
        if self.arrays.by_list:
            mask = (np.arange(self.arrays.actions) < batch.move_count[:, None]).astype(np.int8)
        else:
            mask = batch.mask.view(np.int8).copy()
        numbers = batch.arrays[self._part].copy()
        out = {"observation": numbers}
        if self.arrays.mask_in_observation:
            out["action_mask"] = mask
        if self.arrays.by_list:
            moves = batch.arrays["move_floats" if self._part == "floats" else "move_numbers"].copy()
            moves[mask == 0] = 0
            out["moves"] = moves
        return (out if len(out) > 1 else numbers), {"action_mask": mask}

    def step(self, actions):
        if self._batch is None:
            raise Error("call reset() first")
        batch = self._batch
        batch.step(np.ascontiguousarray(actions, np.int64))
        observation, info = self._observe()
        ended = batch.terminal.astype(bool)
        if ended.any():
            info.update(final_obs=batch.arrays["final_" + self._part].copy(), _final_obs=ended, final_info={}, _final_info=ended)
        return observation, batch.rewards[:, self.seat].astype(np.float64), ended, np.zeros(self.num_envs, bool), info


def _register():
    for name in games(study=True):
        try:
            Arrays(to_game(name, {}))
        except Error:
            continue  # a game without observations
        gymnasium.register(id=f"tapete/{name.capitalize()}-v0", entry_point="tapete.gymnasium:Table",
                           vector_entry_point="tapete.gymnasium:Tables", kwargs={"game": name})


_register()
