"""The network that is trained, and its file: the same layers that src/neural plays, in floats and then in whole numbers.

`Network` is the one place that knows the layers; `export` writes them as docs/networks.md describes.
"""

import hashlib
import json

import torch
from torch import nn
from torch.nn import functional as F

# Of src/neural/kernel.h.
MOST_ACTIVE = 2047
MOST_WEIGHT = 32767
ROOM = (1 << 30) - (1 << 24)
LOGIT_ONE = 1 << 10
VALUE_ONE = 1 << 15
MASKED = -1e4  # not minus infinity, which bfloat16 turns into NaN


class Network(nn.Module):
    """A view and its legal moves in, a logit for each move and the value of the view out.

    Tensors are bytes divided by the scale of their field, so `scales` and `move_scales` are part of the network.
    """

    def __init__(self, scales, move_scales, first=512, second=256, joint=64):
        super().__init__()
        self.sizes = {"inputs": len(scales), "move_inputs": len(move_scales), "first": first, "second": second, "joint": joint}
        self.register_buffer("per_unit", 1.0 / torch.as_tensor(scales, dtype=torch.float32))
        self.register_buffer("move_per_unit", 1.0 / torch.as_tensor(move_scales, dtype=torch.float32))
        self.first = nn.Linear(len(scales), first)
        self.second = nn.Linear(first, second)
        self.mix = nn.Linear(second, joint)
        self.move_first = nn.Linear(len(move_scales), joint)
        self.move_second = nn.Linear(joint, joint, bias=False)  # mix has the bias of both
        self.head = nn.Parameter(torch.randn(joint) * 0.01)
        self.value_first = nn.Linear(second, joint)
        self.value = nn.Linear(joint, 1)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def trunk(self, view):
        return F.relu(self.second(F.relu(self.first(view))))

    def joined(self, trunk, moves, count, begin=0):
        """The logits of moves begin, begin + 1, ... of each row; masked where the row has no such move."""
        active = F.relu(self.move_second(F.relu(self.move_first(moves))) + self.mix(trunk).unsqueeze(1))
        logits = (active * self.head.to(active.dtype)).sum(-1, dtype=torch.float32)
        is_move = torch.arange(begin, begin + moves.shape[1], device=logits.device) < count.unsqueeze(1)
        return logits.masked_fill(~is_move, MASKED)

    def forward(self, view, moves, count, usual=None, long=0):
        """Logits and values of rows of bytes. Only the `long` rows with the most moves have more than `usual` (None: all
        may): the others' places are not looked at, which is most of the work in games with a few long lists."""
        dtype = torch.bfloat16 if torch.is_autocast_enabled() else self.first.weight.dtype
        trunk = self.trunk(self.numbers(view, dtype))
        value = self.value(F.relu(self.value_first(trunk))).squeeze(-1).float()
        if usual is None or usual >= moves.shape[1]:
            return self.joined(trunk, self.move_numbers(moves, dtype), count), value
        first = self.joined(trunk, self.move_numbers(moves[:, :usual], dtype), count)
        rows = torch.topk(count.float(), long).indices
        more = self.joined(trunk[rows], self.move_numbers(moves[rows, usual:], dtype), count[rows], usual)
        rest = torch.full((moves.shape[0], moves.shape[1] - usual), MASKED, device=first.device)
        return torch.cat([first, rest.index_put((rows,), more)], 1), value

    def numbers(self, view, dtype):
        return view.to(dtype) * self.per_unit.to(dtype)

    def move_numbers(self, moves, dtype):
        return moves.to(dtype) * self.move_per_unit.to(dtype)


# ---- whole numbers ----


def _rounded(x, scale):
    return torch.round(x.double() * scale)


def _scale_for(weight, bias, most, wanted):
    """The largest 2^shift with which the weights, times wanted * 2^shift, fit 16 bits and no sum leaves ROOM."""
    for shift in range(24, -1, -1):
        scale = wanted * 2.0**shift
        w, b = _rounded(weight, scale / 1), _rounded(bias, scale)
        if w.abs().max() <= MOST_WEIGHT and (w.abs().sum(1) * most + b.abs()).max() <= ROOM:
            return shift
    raise ValueError("the weights are too large for 16 bits: train with weight decay")


class _Whole:
    """The numbers of a file: weights and biases in order, and the shifts of the heading."""

    def __init__(self):
        self.weights, self.biases, self.shifts = [], [], {}

    def add(self, weight, bias):
        """A layer: weights in pairs of inputs, w[pair][output][2]."""
        out, inputs = weight.shape
        if inputs % 2:
            weight = F.pad(weight, (0, 1))
        self.weights.append(weight.reshape(out, -1, 2).transpose(0, 1).reshape(-1))
        self.biases.append(bias)


@torch.no_grad()
def _active_most(net, view, moves, count):
    """The largest activation of each layer over a sample."""
    a = F.relu(net.first(view))
    b = F.relu(net.second(a))
    m = F.relu(net.move_first(moves))
    j = F.relu(net.move_second(m) + net.mix(b).unsqueeze(1))
    j = j * (torch.arange(moves.shape[1], device=j.device) < count.unsqueeze(1)).unsqueeze(-1)
    v = F.relu(net.value_first(b))
    return [max(float(x.max()), 1e-3) for x in (a, b, m, j, v)]


@torch.no_grad()
def whole_numbers(net, view, moves, count, margin=1.25):
    """Round a network. The sample (bytes) says how large activations get; beyond `margin` times that they are cut off."""
    net = net.double()
    most = _active_most(net, net.numbers(view, torch.float64), net.move_numbers(moves, torch.float64), count)
    a1, a2, am, aj, av = (MOST_ACTIVE / (margin * x) for x in most)
    whole = _Whole()
    shifts = whole.shifts

    w, b = net.first.weight * net.per_unit, net.first.bias
    shifts["first"] = _scale_for(w, b, 255, a1)
    p = a1 * 2.0 ** shifts["first"]
    whole.add(_rounded(w, p), _rounded(b, p))

    w, b = net.second.weight / a1, net.second.bias
    shifts["second"] = _scale_for(w, b, MOST_ACTIVE, a2)
    p = a2 * 2.0 ** shifts["second"]
    whole.add(_rounded(w, p), _rounded(b, p))

    mix, mix_bias, move2 = net.mix.weight / a2, net.mix.bias, net.move_second.weight / am
    none = torch.zeros_like(mix_bias)
    shifts["joint"] = min(_scale_for(mix, mix_bias, MOST_ACTIVE, aj), _scale_for(move2, none, MOST_ACTIVE, aj))
    p = aj * 2.0 ** shifts["joint"]
    whole.add(_rounded(mix, p), _rounded(mix_bias, p))

    w, b = net.move_first.weight * net.move_per_unit, net.move_first.bias
    shifts["move_first"] = _scale_for(w, b, 255, am)
    q = am * 2.0 ** shifts["move_first"]
    whole.add(_rounded(w, q), _rounded(b, q))
    whole.add(_rounded(move2, p), none)

    w, b = net.value_first.weight / a2, net.value_first.bias
    shifts["value_first"] = _scale_for(w, b, MOST_ACTIVE, av)
    p = av * 2.0 ** shifts["value_first"]
    whole.add(_rounded(w, p), _rounded(b, p))

    w = (net.head / aj).unsqueeze(0)
    shifts["head"] = _scale_for(w, torch.zeros(1, dtype=w.dtype, device=w.device), MOST_ACTIVE, LOGIT_ONE)
    head = _rounded(w, LOGIT_ONE * 2.0 ** shifts["head"])[0]
    w, b = net.value.weight / av, net.value.bias
    shifts["value"] = _scale_for(w, b, MOST_ACTIVE, VALUE_ONE)
    p = VALUE_ONE * 2.0 ** shifts["value"]
    whole.weights += [head, _rounded(w, p)[0]]
    whole.biases.append(_rounded(b, p))
    net.float()
    return whole


def export(net, sample, path, about):
    """Write the file of a network. `sample` is (view, moves, count) in bytes; `about` goes into the first line."""
    whole = whole_numbers(net, *sample)
    heading = {"tapete": "net", "version": 1, **about, **net.sizes, "shifts": whole.shifts}
    weights = torch.cat([x.flatten() for x in whole.weights]).to(torch.int16).cpu().numpy().astype("<i2")
    biases = torch.cat([x.flatten() for x in whole.biases]).to(torch.int32).cpu().numpy().astype("<i4")
    content = json.dumps(heading).encode() + b"\n" + weights.tobytes() + biases.tobytes()
    content += hashlib.blake2b(content, digest_size=16).digest()
    with open(path, "wb") as file:
        file.write(content)
    return len(content)
