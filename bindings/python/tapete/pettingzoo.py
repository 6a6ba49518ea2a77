"""PettingZoo environments: tapete.pettingzoo.env("mus", players=2).

    from tapete.pettingzoo import env
    table = env("sabacc")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        table.step(None if termination or truncation else table.action_space(agent).sample(observation["action_mask"]))
"""

import random

import numpy as np
from pettingzoo import AECEnv

from ._arrays import Arrays, render, to_game

MODES = ["ansi", "svg", "rgb_array", "human"]


class Table(AECEnv):
    """One table as an AEC environment: agents player_0, player_1 ... act in turn.

    An observation is a dict: `observation` (docs/observations.md), `action_mask`, and in games without fixed actions `moves`,
    the numbers of each legal move, an action being a place in that list. mask="info" puts the mask into the info instead.
    Rewards are the results of the game, from -1 to 1 with the sum 0, and come at the end; a seat that will not act again has
    its reward at once.
    """

    def __init__(self, game, render_mode=None, dtype="float32", mask="observation", **options):
        super().__init__()
        self.game = to_game(game, options)
        self.arrays = Arrays(self.game, dtype, mask)
        self.metadata = {"name": f"tapete_{self.game.name}_v0", "render_modes": MODES, "is_parallelizable": True, "render_fps": 2}
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self.arrays.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self.arrays.space() for agent in self.possible_agents}
        self.state_space = self.arrays._box(np.tile(self.arrays.most, self.game.seats), np.tile(self.arrays.scale, self.game.seats),
                                            (self.game.seats * self.game.size,))
        self._generator = random.Random()
        self._state = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._generator.seed(seed)
        self._state = self.game.deal(self._generator.getrandbits(64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._gone = set()
        self._turn()

    def _turn(self):
        """The agent that is to act, and what has ended before it."""
        state = self._state
        if state.over:
            returns, gone = state.returns, range(self.game.seats)
        else:
            returns = gone = state.out
        for seat in gone:
            agent = self.possible_agents[seat]
            if agent in self._gone:
                continue
            self._gone.add(agent)
            self.terminations[agent] = True
            self.rewards[agent] = returns[seat]
        if not state.over:
            self.agent_selection = self.possible_agents[state.actor]
        if not self.arrays.mask_in_observation:
            self.infos[self.agent_selection] = {"action_mask": self.arrays.mask(state.view(self.seat[self.agent_selection]))}

    def observe(self, agent):
        return self.arrays.observe(self._state.view(self.seat[agent]))

    def state(self):
        """All that is known at the table, one seat after the other: for critics that may see everything."""
        return np.concatenate([self.arrays.numbers(self._state.view(seat)) for seat in range(self.game.seats)])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.apply(action)
        self._cumulative_rewards[agent] = 0.0
        for other in self.rewards:
            self.rewards[other] = 0.0
        self._turn()
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward
        if len(self._gone) > 0:
            self._deads_step_first()

    def render(self):
        if self.render_mode is None:
            return None
        return render(self._state.view(self.seat[self.agent_selection]), self.render_mode)

    def close(self):
        pass

    def clone(self):
        """A copy of this table as it is; both go on by themselves, with the same chance."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "_gone"):
            if name in twin.__dict__:
                setattr(twin, name, self.__dict__[name].copy())
        twin._generator = random.Random()
        twin._generator.setstate(self._generator.getstate())
        twin._state = self._state.copy() if self._state is not None else None
        return twin

    def __deepcopy__(self, memo):
        return self.clone()


def env(game, **settings):
    """The environment of a game with its options, with the usual checks of PettingZoo."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(Table(game, **settings))


def raw_env(game, **settings):
    """The same without checks: twice as fast."""
    return Table(game, **settings)


def parallel_env(game, **settings):
    """The same as a parallel environment, in which all but the agent whose turn it is do nothing."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(env(game, **settings))
