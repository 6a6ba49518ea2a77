"""What the environments for learners share: observations as arrays of numpy, spaces, and pictures of tables."""

import numpy as np

from . import Error, Game, svg

LIST = 128  # actions of a game without fixed ones: places in the list of legal moves


class Arrays:
    """Observations of one game as arrays.

    `dtype` float32: each number divided by the scale of its field, about 0 to 1; uint8: the numbers as they are.
    """

    def __init__(self, game, dtype="float32", mask="observation"):
        if not game.size:
            raise Error(f"{game.title} has no observations as numbers")
        if np.dtype(dtype) not in (np.dtype("float32"), np.dtype("uint8")):
            raise Error("dtype is float32 or uint8")
        if mask not in ("observation", "info"):
            raise Error("mask is observation (a dict with action_mask) or info (in the info, and the observation a plain array)")
        self.game, self.dtype, self.mask_in_observation = game, np.dtype(dtype), mask == "observation"
        self.actions = game.actions or min(LIST, game.max_moves)
        self.by_list = not game.actions
        self.scale, self.most = self._columns(game.fields)
        self.move_scale, self.move_most = self._columns(game.move_fields)

    def _columns(self, fields):
        """1 / scale, and the highest number, of each column."""
        counts = [field["count"] for field in fields]
        scale = np.repeat(np.array([1 / field["scale"] for field in fields], "float32"), counts)
        return scale, np.repeat(np.array([field["most"] for field in fields], "float32"), counts)

    def _box(self, most, scale, shape):
        from gymnasium.spaces import Box

        high = most if self.dtype == np.uint8 else most * scale
        return Box(np.zeros(shape, self.dtype), np.broadcast_to(high, shape).astype(self.dtype), dtype=self.dtype)

    def space(self):
        """The space of observations."""
        from gymnasium.spaces import Box, Dict

        parts = {"observation": self._box(self.most, self.scale, (self.game.size,))}
        if self.mask_in_observation:
            parts["action_mask"] = Box(0, 1, (self.actions,), np.int8)
        if self.by_list:
            parts["moves"] = self._box(self.move_most, self.move_scale, (self.actions, self.game.move_size))
        return Dict(parts) if len(parts) > 1 else parts["observation"]

    def action_space(self):
        from gymnasium.spaces import Discrete

        return Discrete(self.actions)

    def numbers(self, view):
        """The observation of a view."""
        numbers = np.frombuffer(view.numbers, np.uint8)
        return numbers * self.scale if self.dtype == np.float32 else numbers.copy()

    def mask(self, view):
        """1 for each legal action."""
        if not self.by_list:
            return np.frombuffer(view.mask, np.int8).copy()
        mask = np.zeros(self.actions, np.int8)
        mask[:self._count(view)] = 1
        return mask

    def _count(self, view):
        count = len(view.mask)
        if count > self.actions:
            raise Error(f"there are {count} legal moves, and the environment has {self.actions} actions")
        return count

    def moves(self, view):
        """The numbers of each legal move, a row for each; zero behind the last."""
        out = np.zeros((self.actions, self.game.move_size), self.dtype)
        rows = np.frombuffer(view.move_numbers, np.uint8).reshape(-1, self.game.move_size)
        out[:len(rows)] = rows * self.move_scale if self.dtype == np.float32 else rows
        return out

    def observe(self, view):
        """What an environment answers for a view."""
        numbers = self.numbers(view)
        if not self.mask_in_observation and not self.by_list:
            return numbers
        out = {"observation": numbers}
        if self.mask_in_observation:
            out["action_mask"] = self.mask(view)
        if self.by_list:
            out["moves"] = self.moves(view)
        return out


def to_game(game, options):
    """A Game, from itself or from its name and options."""
    if isinstance(game, Game):
        if options:
            raise Error("give options with the name of a game, not with a Game")
        return game
    return Game(game, **options)


def render(view, mode):
    """The table as a view shows it: text, SVG or pixels."""
    if mode == "ansi":
        return view.text()
    if mode == "svg":
        return svg(view)
    if mode == "human":
        print(view.text())
        return None
    from . import _pixels

    return _pixels.draw(view.text(colour=True))
