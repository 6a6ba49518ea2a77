"""Many tables by the convention of PufferLib: arrays are handed in and filled in place, infos are a list.

    tables = tapete.puffer.Tables("mus", num_envs=4096)
    tables.reset(seed=1)
    tables.step(actions)      # then tables.observations, rewards, terminals, truncations, masks

PufferLib itself is not imported.
"""

import numpy as np

from . import Batch, Error
from ._arrays import Arrays, to_game


class Tables:
    """One agent at each table; quick agents sit at the other seats. A game that ends is followed by a new one in the same step."""

    def __init__(self, game, num_envs=1, buf=None, seed=0, opponents="random", seat=0, threads=1, report=128, **options):
        self.game = to_game(game, options)
        self.arrays = Arrays(self.game, "uint8", "info")
        if self.arrays.by_list:
            raise Error(f"{self.game.title} has no fixed actions; use tapete.Batch, which lists the moves")
        self.single_observation_space, self.single_action_space = self.arrays.space(), self.arrays.action_space()
        self.num_agents = self.agents_per_batch = num_envs
        self.num_envs, self.seat, self.report, self.driver_env, self.emulated, self.done = num_envs, seat, report, self, False, False
        self._setup = {"threads": threads, "opponents": {other: opponents for other in range(self.game.seats) if other != seat}}
        shapes = {"observations": ((num_envs, self.game.size), np.uint8), "rewards": (num_envs, np.float32), "terminals": (num_envs, bool),
                  "truncations": (num_envs, bool), "masks": (num_envs, bool), "actions": (num_envs, np.int32)}
        for name, (shape, kind) in shapes.items():
            array = getattr(buf, name, None) if buf is not None else None
            setattr(self, name, np.zeros(shape, kind) if array is None else array)
        self.action_masks = np.zeros((num_envs, self.game.actions), np.uint8)
        self.reset(seed)

    def reset(self, seed=0):
        self._batch = Batch(self.game, self.num_envs, seed=seed, buffers=["rewards"], **self._setup)
        self._batch.bind(numbers=self.observations, mask=self.action_masks, rewards=self._batch.rewards, terminal=self.terminals)
        self._batch.look()
        self.rewards[:], self.truncations[:], self.masks[:] = 0, False, True
        self._steps = self._games = 0
        self._points = 0.0
        return self.observations, []

    def step(self, actions):
        self._batch.step(np.ascontiguousarray(actions, np.int32))
        self.rewards[:] = self._batch.rewards[:, self.seat]
        self._steps += 1
        self._games += int(self.terminals.sum())
        self._points += float(self.rewards.sum())
        infos = []
        if self._steps % self.report == 0 and self._games:
            infos.append({"games": self._games, "points_per_game": self._points / self._games})
            self._games, self._points = 0, 0.0
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self):
        self._batch = None
