"""Games for the trainer: `tp_batch` of the library (include/tapete/batch.h) by ctypes, writing into pinned memory.

Half of the games are stepped while the network looks at the other half, so each half is made of batches of its own, one for
each variant that is trained.
"""

import ctypes
import os
from types import SimpleNamespace

import torch

SEATS = 4  # rows of rewards are this wide, however many seats a game has
MARGIN = 30.0  # points: a margin like this is worth 76 % of a win in the part of the reward that is the margin

_u32, _u8p, _ptr = ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p


class _Field(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("offset", _u32), ("count", _u32), ("scale", _u32), ("most", _u32),
                ("help", ctypes.c_char_p)]


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("reason", ctypes.c_char * 32), ("text", ctypes.c_char * 512), ("legal", ctypes.c_char * 320)]


_MOST_SEATS = 4  # TP_MAX_SEATS


class _Setup(ctypes.Structure):
    _fields_ = [("game", _ptr), ("options", _ptr), ("count", _u32), ("threads", _u32), ("seed", ctypes.c_uint64),
                ("by_list", ctypes.c_bool), ("skip_forced", ctypes.c_bool), ("room", _u32), ("most_decisions", _u32),
                ("opponents", ctypes.c_char_p * _MOST_SEATS)]


class _Buffers(ctypes.Structure):
    _fields_ = [(name, _ptr) for name in ("numbers", "floats", "every", "mask", "moves", "move_count", "move_numbers", "move_floats",
                                          "actor", "rewards", "out", "terminal", "truncated", "scores", "episode",
                                          "final_numbers", "final_floats")]


def _load(path):
    # A library that was carried to another machine has what it needs beside it.
    for name in ("libjansson.so.4", "libsodium.so.23"):
        beside = os.path.join(os.path.dirname(os.path.abspath(path)), name)
        if os.path.exists(beside):
            ctypes.CDLL(beside, mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(os.path.abspath(path))
    library.tp_game_find.restype = _ptr
    library.tp_game_find.argtypes = [ctypes.c_char_p, _ptr]
    for name in ("tp_game_observe_fields", "tp_game_observe_move_fields"):
        getattr(library, name).restype = ctypes.POINTER(_Field)
        getattr(library, name).argtypes = [_ptr]
    library.tp_game_options.restype = _ptr
    library.tp_game_options.argtypes = [_ptr]
    library.tp_options_size.restype = ctypes.c_size_t
    library.tp_options_init.argtypes = [_ptr, _ptr]
    library.tp_options_parse.argtypes = [_ptr, ctypes.c_char_p, _ptr]
    library.tp_batch_new.restype = _ptr
    library.tp_batch_new.argtypes = [_ptr, _ptr]
    library.tp_batch_seats.restype = _u32
    library.tp_batch_seats.argtypes = [_ptr]
    library.tp_batch_free.argtypes = [_ptr]
    library.tp_batch_look.argtypes = [_ptr, _ptr, _ptr]
    library.tp_batch_step.argtypes = [_ptr, _ptr, _ptr, _ptr, _ptr]
    return library


class _Batch:
    """Some of the games of a half: a tp_batch of one variant, and where its rows begin."""

    def __init__(self, games, options, opponents, count, first, seed):
        library, error = games.library, _Error()
        self.first, self.count = first, count
        self.options = ctypes.create_string_buffer(library.tp_options_size())
        library.tp_options_init(self.options, library.tp_game_options(games.game))
        if library.tp_options_parse(self.options, options.encode(), ctypes.byref(error)):
            raise ValueError(error.text.decode())
        setup = _Setup(game=games.game, options=ctypes.cast(self.options, _ptr), count=count, threads=games.threads, seed=seed,
                       by_list=True, skip_forced=True, room=games.most_moves)
        for seat, opponent in enumerate(opponents):
            setup.opponents[seat] = opponent.encode() if opponent else None
        self.handle = library.tp_batch_new(ctypes.byref(setup), ctypes.byref(error))
        if not self.handle:
            raise ValueError(error.text.decode())
        self.seats = library.tp_batch_seats(self.handle)


class Rows:
    """The rows of a half in one block of memory, so that one copy takes them to the device."""

    def __init__(self, games, batches, pin):
        self.games, self.batches = games, batches
        n = sum(batch.count for batch in batches)
        self.n, at, self.at = n, 0, {}
        widths = [("view", n * games.view_size), ("moves", n * games.most_moves * games.move_size), ("count", 4 * n), ("actor", 4 * n),
                  ("terminal", n)]
        for i, batch in enumerate(batches):
            widths += [(f"rewards{i}", 4 * batch.count * batch.seats), (f"scores{i}", 4 * batch.count * batch.seats),
                       (f"out{i}", batch.count * batch.seats)]
        for name, width in widths:
            self.at[name] = (at, width)
            at += (width + 63) // 64 * 64
        self.size = at
        self.bytes = torch.zeros(at, dtype=torch.uint8)
        if pin:
            self.bytes = self.bytes.pin_memory()
        begin, size = self.at["count"]
        self.counts = self.bytes[begin : begin + size].view(torch.int32).numpy()
        base = self.bytes.data_ptr()
        place = lambda name, offset=0: base + self.at[name][0] + offset
        self.buffers = []
        for i, batch in enumerate(batches):
            f = batch.first
            self.buffers.append(_Buffers(
                numbers=place("view", f * games.view_size), move_count=place("count", 4 * f), actor=place("actor", 4 * f),
                move_numbers=place("moves", f * games.most_moves * games.move_size), terminal=place("terminal", f),
                rewards=place(f"rewards{i}"), scores=place(f"scores{i}"), out=place(f"out{i}")))

    def _part(self, block, name, kind, *shape):
        begin, size = self.at[name]
        part = block[..., begin : begin + size]
        if kind != torch.uint8:
            part = part.contiguous().view(kind)
        return part.reshape(*block.shape[:-1], *shape)

    def parts(self, block):
        """Tensors [..., n, *] of a block (or of many, one after the other)."""
        games, n = self.games, self.n
        terminal = self._part(block, "terminal", torch.uint8, n)
        rewards, closed = [], []
        for i, batch in enumerate(self.batches):
            shape = (batch.count, batch.seats)
            over = terminal[..., batch.first : batch.first + batch.count].unsqueeze(-1)
            reward = self._part(block, f"rewards{i}", torch.float32, *shape)
            if games.margin:
                scores = self._part(block, f"scores{i}", torch.int32, *shape).float()
                ahead = torch.tanh((scores - scores.flip(-1)) / MARGIN) * over
                reward = (1 - games.margin) * reward + games.margin * ahead
            out = torch.maximum(self._part(block, f"out{i}", torch.uint8, *shape), over)
            bits = (out.long() << torch.arange(batch.seats, device=block.device)).sum(-1)
            rewards.append(torch.nn.functional.pad(reward, (0, SEATS - batch.seats)))
            closed.append(bits)
        closed = torch.cat(closed, -1) | terminal.long() << 7
        return SimpleNamespace(
            view=self._part(block, "view", torch.uint8, n, games.view_size),
            moves=self._part(block, "moves", torch.uint8, n, games.most_moves, games.move_size),
            count=self._part(block, "count", torch.int32, n), seat=self._part(block, "actor", torch.int32, n),
            reward=torch.cat(rewards, -2), closed=closed)


class Games:
    def __init__(self, library, settings, threads, seed):
        self.library, self.threads, self.seed = _load(library), threads, seed
        self.n, self.most_moves, self.margin = settings.n, settings.most_moves, settings.margin
        error = _Error()
        self.game = self.library.tp_game_find(settings.game.encode(), ctypes.byref(error))
        if not self.game:
            raise ValueError(error.text.decode())
        self._read_fields()
        half, tables = self.n // 2, self._tables(settings)
        share = half // len(tables)
        if share * len(tables) != half:
            raise ValueError(f"{half} games cannot be shared out to {len(tables)} kinds of tables")
        self.halves = [[_Batch(self, *table, share, i * share, (2 * seed + h) * 64 + i) for i, table in enumerate(tables)]
                       for h in range(2)]

    @staticmethod
    def _tables(settings):
        """Options and opponents of each kind of table. Against an agent the learner has one side, each as often."""
        if not settings.against:
            return [(options, ()) for options in settings.variants]
        return [(options, [None if side == own else settings.against for side in settings.sides])
                for options in dict.fromkeys(settings.variants) if settings.is_against_in(options)
                for own in sorted(set(settings.sides))]

    def _read_fields(self):
        """Scales of all numbers, and the encoding: a hash of the field tables as src/agents/networks.c makes it."""
        value, scales = 0xCBF29CE484222325, []
        for name in ("tp_game_observe_fields", "tp_game_observe_move_fields"):
            table, of, i = getattr(self.library, name)(self.game), [], 0
            while table[i].name:
                field = table[i]
                for byte in b"%s %d %d %d;" % (field.name, field.count, field.scale, field.most):
                    value = ((value ^ byte) * 0x100000001B3) & (2**64 - 1)
                of += [field.scale] * field.count
                i += 1
            value = ((value ^ ord("/")) * 0x100000001B3) & (2**64 - 1)
            scales.append(of)
        self.scales, self.move_scales = scales
        self.view_size, self.move_size, self.encoding = len(scales[0]), len(scales[1]), f"{value:016x}"

    def rows(self, half, pin):
        return Rows(self, self.halves[half], pin)

    def _check(self, code, error):
        if code:
            raise RuntimeError(error.text.decode())

    def begin(self, rows):
        error = _Error()
        for batch, buffers in zip(rows.batches, rows.buffers):
            self._check(self.library.tp_batch_look(batch.handle, ctypes.byref(buffers), ctypes.byref(error)), error)

    def step(self, rows, actions):
        """One decision in each game: actions are places in the lists of legal moves (int32)."""
        error = _Error()
        for batch, buffers in zip(rows.batches, rows.buffers):
            at = actions.data_ptr() + 4 * batch.first
            self._check(self.library.tp_batch_step(batch.handle, at, ctypes.byref(buffers), None, ctypes.byref(error)), error)

    def close(self):
        for half in self.halves:
            for batch in half:
                self.library.tp_batch_free(batch.handle)
        self.halves = []
