"""The games in OpenSpiel: import tapete.openspiel registers tapete_mus and the others.

    import pyspiel, tapete.openspiel
    game = pyspiel.load_game("tapete_leduc")

Every outcome of chance, each card that is dealt too, is a node of its own: trees can be walked, and copies and saved states need
no generator. The information state is the key of all that a player has seen. Utilities are scores in the small games
(study=True), as in OpenSpiel's own, and results from -1 to 1 in the others.
"""

import random
from fractions import Fraction

import numpy as np
import pyspiel

from . import Error, Game, games

LIST = 128  # actions of a game without fixed ones: places in the list of legal moves


def _parameters(name):
    """The options of a game as parameters of OpenSpiel, with their defaults."""
    out = {}
    for option in Game(name).option_table():
        default = option["default"]
        out[option["name"]] = default if isinstance(default, (bool, int, float, str)) else str(default)
    return out


def _game_of(name, parameters):
    defaults = _parameters(name)
    given = {key: value for key, value in parameters.items() if value != defaults.get(key)}
    return Game(name, **given)


def _utility(game):
    """(what a result of 1 is worth, whether utilities are scores)."""
    if not game.study:
        return 1.0, False
    for seed in range(1000):
        state, chooser = game.deal(seed), random.Random(seed)
        while not state.over:
            state.apply(chooser.choice(state.legal_actions))
        if state.returns[0]:
            return abs(state.scores[0] / state.returns[0]), True
    raise Error(f"no game of {game.name} was won")


def _outcomes(game):
    """The most outcomes that a kind of chance has."""
    return max((len(names) for _, names in game.kinds), default=1)


class TapeteGame(pyspiel.Game):
    """One of the games, for pyspiel.load_game."""

    def __init__(self, game_type, name, params):
        self.tapete = _game_of(name, params)
        game = self.tapete
        self.worth, self.by_scores = _utility(game)
        self.width = game.actions or min(LIST, game.max_moves)
        info = pyspiel.GameInfo(num_distinct_actions=self.width, max_chance_outcomes=_outcomes(game),
                                num_players=game.seats, min_utility=-self.worth, max_utility=self.worth, utility_sum=0.0,
                                max_game_length=game.max_plies)
        super().__init__(game_type, info, params)

    def new_initial_state(self):
        return TapeteState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self.tapete, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TapeteState(pyspiel.State):
    """A state for OpenSpiel. Its attributes are one State of Tapete and, in between, what chance was told so far."""

    def __init__(self, game):
        super().__init__(game)
        self._at = None      # the State; None: before the deal
        self._move = None    # the move that chance is to follow up, as a text
        self._picks = ()     # what chance has decided of it
        self._draw = None    # what it has to decide next
        self._advance()

    # ---- chance ----

    def _advance(self):
        """Go on to the next decision of a player or of chance."""
        game = self.get_game()
        found = game.tapete.deal(picks=self._picks, histories=True) if self._at is None else self._at.after(self._move, self._picks)
        if isinstance(found, tuple):
            self._draw = found
        else:
            self._at, self._move, self._picks, self._draw = found, None, (), None

    def chance_outcomes(self):
        total = sum(weight for _, weight in self._draw[2])
        return [(outcome, weight / total) for outcome, weight in self._draw[2]]

    # ---- players ----

    def current_player(self):
        if self._draw is not None:
            return pyspiel.PlayerId.CHANCE
        actor = self._at.actor
        return pyspiel.PlayerId.TERMINAL if actor is None else actor

    def _legal_actions(self, player):
        actions = sorted(self._at.legal_actions)
        if actions and actions[-1] >= self.get_game().width:
            raise Error(f"there are {len(actions)} legal moves, more than {self.get_game().width}")
        return actions

    def _apply_action(self, action):
        if self._draw is not None:
            self._picks = (*self._picks, action)
        else:
            self._move = self._at.view().move(action)
        self._advance()

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self._draw[0]} {dict(self.get_game().tapete.kinds)[self._draw[0]][action]}"
        return self._at.view().move(action)

    def is_terminal(self):
        return self._draw is None and self._at.over

    def returns(self):
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.num_players()
        if game.by_scores:
            return [float(score) for score in self._at.scores]
        # They are of single precision, where a third is no third; OpenSpiel wants the sum 0 to 1e-9.
        return [float(Fraction(result).limit_denominator(1000)) for result in self._at.returns]

    def __str__(self):
        if self._at is None:
            return f"deal {self._picks}"
        return f"{self._at.json()} {self._move or ''} {self._picks}"

    # ---- worlds ----

    def resample_from_infostate(self, player, sampler=None):
        """A state that the player cannot tell from this one, with the hidden cards dealt anew: for IS-MCTS."""
        seed = int(sampler() * 2**53) if sampler is not None else None
        twin = self.clone()
        world = self._at.view(player).imagine(seed)
        world.remember([self._at.history(seat) if seat == player else None for seat in range(self.get_game().num_players())])
        twin._at = world
        return twin


def resampler(state, player):
    """For ISMCTSBot.set_resampler: worlds from Tapete's own imagination."""
    return state.resample_from_infostate(player)


class Observer:
    """What a player observes: the numbers of docs/observations.md, divided by their scales."""

    def __init__(self, game, iig_obs_type):
        self._recall = iig_obs_type.perfect_recall
        self._size = game.size
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = {"observation": self.tensor} if game.size else {}
        counts = [field["count"] for field in game.fields]
        self._scale = np.repeat(np.array([1 / field["scale"] for field in game.fields], np.float32), counts) if game.size else None

    def set_from(self, state, player):
        if self._size and state._at is not None:
            np.multiply(np.frombuffer(state._at.view(player).numbers, np.uint8), self._scale, out=self.tensor)
        else:
            self.tensor.fill(0)

    def string_from(self, state, player):
        if state._at is None:
            return f"player {player}, no card"
        if self._recall:
            return f"player {player}, history {state._at.history(player)}"
        return f"player {player}, {state._at.view(player).json()}"


def _register(name):
    game = Game(name)
    # In the small games a view holds the whole history of the hand, so its numbers are the information state.
    recall = bool(game.size) and game.study
    seats = {Game(name, **{option["name"]: value}).seats for option in game.option_table() if option["name"] == "players"
             for value in option.get("words", []) or range(int(option.get("min", game.seats)), int(option.get("max", game.seats)) + 1)}
    kind = pyspiel.GameType(
        short_name=f"tapete_{name}", long_name=game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=max({game.seats} | seats),
        min_num_players=min({game.seats} | seats), provides_information_state_string=True, provides_information_state_tensor=recall,
        provides_observation_string=True, provides_observation_tensor=bool(game.size), provides_factored_observation_string=False,
        parameter_specification=_parameters(name))

    class ThisGame(TapeteGame):
        def __init__(self, params=None):
            super().__init__(kind, name, params or {})

    pyspiel.register_game(kind, ThisGame)


for _name in games(study=True):
    _register(_name)
