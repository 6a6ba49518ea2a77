"""Self-play with proximal policy optimisation (PPO): every seat is played by the same network.

The games run on the CPU in two halves: while one half is stepped, the network looks at the other. Whole windows of play are
collected by a thread of their own while the update learns from the window before, so neither waits for the other. On a GPU
everything that repeats is a CUDA graph, because single kernels would be bound by their launches.
"""

import threading
import time

import torch
from torch.nn import functional as F

from network import Network


def graphed(function, stream):
    """A CUDA graph of a function without arguments. It runs three times first."""
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
        stream.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            function()
    stream.synchronize()
    return graph.replay


class Half:
    """Half of the games: what C writes (pinned), where it goes on the device, and what the network answers."""

    def __init__(self, owner, number):
        games, device = owner.games, owner.device
        self.owner = owner
        self.rows = games.rows(number, pin=owner.cuda)
        self.count = self.rows.n
        self.stage = torch.zeros(self.rows.size, dtype=torch.uint8, device=device)
        self.actions = torch.zeros(self.count, dtype=torch.int32)
        if owner.cuda:
            self.actions = self.actions.pin_memory()
            self.done = torch.cuda.Event()
        self.chosen = torch.zeros(self.count, dtype=torch.int32, device=device)
        self.at = torch.zeros(1, dtype=torch.long, device=device)
        self.windows = [torch.zeros(owner.steps + 1, self.rows.size, dtype=torch.uint8, device=device) for _ in range(2)]
        self.answers = [torch.zeros(owner.steps + 1, 3, self.count, device=device) for _ in range(2)]
        self.looks = {}
        self.long = int(self.count * owner.settings.long_share)

    @torch.no_grad()
    def _look(self, window, usual):
        """Copy the rows to the device, choose actions, and keep both in the window."""
        owner = self.owner
        self.stage.copy_(self.rows.bytes, non_blocking=True)
        part = self.rows.parts(self.stage)
        logits, value = owner.player(part.view, part.moves, part.count, usual, self.long)
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-10, 1 - 1e-7)))
        chosen = (logits + noise).argmax(1)
        self.chosen.copy_(chosen)
        self.actions.copy_(self.chosen, non_blocking=True)
        chance = F.log_softmax(logits, 1).gather(1, chosen.unsqueeze(1)).squeeze(1)
        self.windows[window].index_copy_(0, self.at, self.stage.unsqueeze(0))
        self.answers[window].index_copy_(0, self.at, torch.stack([chosen.float(), chance, value]).unsqueeze(0))
        self.at.add_(1)

    def prepare(self, stream):
        for window in range(2):
            for usual in {self.owner.settings.usual_moves, None}:
                function = lambda window=window, usual=usual: self._look(window, usual)
                self.looks[window, usual] = graphed(function, stream) if self.owner.cuda else function
                self.at.zero_()

    def launch(self, window):
        usual = self.owner.settings.usual_moves
        long = int((self.rows.counts > usual).sum())
        self.looks[window, usual if long <= self.long else None]()
        if self.owner.cuda:
            self.done.record()

    def step(self):
        if self.owner.cuda:
            self.done.synchronize()
        self.owner.games.step(self.rows, self.actions)


class Trainer:
    def __init__(self, games, settings, device):
        self.games, self.settings, self.device = games, settings, device
        self.cuda = device.type == "cuda"
        self.kind = torch.bfloat16 if self.cuda else torch.float32
        self.steps = settings.steps
        sizes = dict(first=settings.first, second=settings.second, joint=settings.joint)
        self.net = Network(games.scales, games.move_scales, **sizes).to(device)
        self.player = Network(games.scales, games.move_scales, **sizes).to(device).to(self.kind)
        self.rate = torch.tensor(settings.rate, device=device)
        self.entropy = torch.tensor(settings.entropy[0], device=device)
        if self.cuda:
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=self.rate, eps=1e-5, fused=True, capturable=True)
        else:
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=settings.rate, eps=1e-5)
        self.halves = [Half(self, number) for number in range(2)]
        self._make_batch()
        self.decisions = self.windows = 0
        self.seconds = {"play": 0.0, "wait": 0.0, "update": 0.0}

    # ---- playing ----

    def _collect(self, window):
        """Play one window of steps. Runs in a thread of its own on a GPU."""
        begin = time.perf_counter()
        stream = torch.cuda.stream(self.play_stream) if self.cuda else _Nothing()
        with stream:
            for half in self.halves:
                half.at.zero_()
                half.launch(window)
            for _ in range(self.steps):
                for half in self.halves:
                    half.step()
                    half.launch(window)
            if self.cuda:
                self.play_stream.synchronize()
        self.seconds["play"] += time.perf_counter() - begin

    # ---- what is learnt from ----

    def _make_batch(self):
        games, rows, device = self.games, self.steps * self.games.n, self.device
        self.rows = rows
        self.b_view = torch.zeros(rows, games.view_size, dtype=torch.uint8, device=device)
        self.b_moves = torch.zeros(rows, games.most_moves, games.move_size, dtype=torch.uint8, device=device)
        self.b_count = torch.zeros(rows, dtype=torch.int32, device=device)
        self.b_action = torch.zeros(rows, dtype=torch.long, device=device)
        self.b_chance, self.b_advantage, self.b_return = (torch.zeros(rows, device=device) for _ in range(3))
        self.b_is_whole = torch.zeros(rows, dtype=torch.bool, device=device)
        self.index = torch.zeros(self.settings.minibatch, dtype=torch.long, device=device)
        self.totals = torch.zeros(4, device=device)
        self.facts = torch.zeros(3, device=device)
        self.was_seen = torch.zeros(games.view_size, dtype=torch.bool, device=device)

    @torch.no_grad()
    def _advantages(self, window):
        """Generalised advantage estimation (GAE), for each seat along its own decisions."""
        T, n, seats, device = self.steps, self.games.n, 4, self.device
        parts = [half.rows.parts(half.windows[window]) for half in self.halves]
        answers = torch.cat([half.answers[window] for half in self.halves], 2)
        join = lambda name: torch.cat([getattr(part, name) for part in parts], 1)
        self.b_view.copy_(join("view")[:T].reshape(self.rows, -1))
        self.was_seen.logical_or_((self.b_view[:: self.settings.steps] > 0).any(0))
        self.b_moves.copy_(join("moves")[:T].reshape(self.rows, self.games.most_moves, -1))
        self.b_count.copy_(join("count")[:T].reshape(-1))
        self.b_action.copy_(answers[:T, 0].reshape(-1))
        self.b_chance.copy_(answers[:T, 1].reshape(-1))
        reward, seat, closed, value = join("reward"), join("seat").long(), join("closed").long(), answers[:, 2]
        is_closed = (closed.unsqueeze(2) >> torch.arange(seats, device=device)) & 1 > 0
        # Of each seat, seen from its next decision on: its value, its advantage, rewards since, and whether it is known at all.
        worth, ahead, since, known = (torch.zeros(n, seats, device=device) for _ in range(4))
        at = seat[T].unsqueeze(1)
        worth.scatter_(1, at, value[T].unsqueeze(1))
        known.scatter_(1, at, 1.0)
        advantage, is_whole = torch.zeros(T, n, device=device), torch.zeros(T, n, dtype=torch.bool, device=device)
        for t in range(T - 1, -1, -1):
            end = is_closed[t + 1]
            since = torch.where(end, reward[t + 1], since)
            worth, ahead, known = worth.masked_fill(end, 0.0), ahead.masked_fill(end, 0.0), known.masked_fill(end, 1.0)
            at, now = seat[t].unsqueeze(1), value[t].unsqueeze(1)
            weight = known.gather(1, at)
            delta = since.gather(1, at) + worth.gather(1, at) - now
            total = (delta + self.settings.trace * ahead.gather(1, at)) * weight
            advantage[t], is_whole[t] = total.squeeze(1), weight.squeeze(1) > 0
            for of, new in ((worth, now), (ahead, total), (since, torch.zeros_like(now)), (known, torch.ones_like(now))):
                of.scatter_(1, at, new)
        count = is_whole.sum()
        mean = (advantage * is_whole).sum() / count
        spread = (((advantage - mean) ** 2 * is_whole).sum() / count).sqrt() + 1e-6
        self.b_is_whole.copy_(is_whole.reshape(-1))
        self.b_return.copy_((advantage + value[:T]).reshape(-1))
        self.b_advantage.copy_(((advantage - mean) / spread).reshape(-1))
        self.facts[0], self.facts[1], self.facts[2] = (closed[1:] & 128 > 0).sum(), count, spread

    # ---- learning ----

    def _minibatch(self, usual):
        at, net, s = self.index, self.net, self.settings
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.cuda, cache_enabled=False):
            logits, value = net(self.b_view[at], self.b_moves[at], self.b_count[at], usual, int(s.minibatch * s.long_share))
        logs = F.log_softmax(logits, 1)
        chances = logs.exp()
        entropy = -(chances * logs).sum(1)
        change = logs.gather(1, self.b_action[at].unsqueeze(1)).squeeze(1) - self.b_chance[at]
        ratio, advantage = change.exp(), self.b_advantage[at]
        gain = torch.min(ratio * advantage, ratio.clamp(1 - s.clip, 1 + s.clip) * advantage)
        miss = (value - self.b_return[at]) ** 2
        (-gain + 0.5 * miss - self.entropy * entropy).mean().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        self.optimizer.step()
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > s.clip).float().mean()
            self.totals.add_(torch.stack([entropy.mean(), miss.mean(), (ratio - 1 - change).mean(), clipped]))
        self.optimizer.zero_grad(set_to_none=True)

    def prepare(self):
        """Capture the graphs. Warming up trains, so the weights are put back."""
        self._share()
        self.learns = {usual: (lambda usual=usual: self._minibatch(usual)) for usual in {self.settings.usual_moves, None}}
        self.advantages = [lambda w=w: self._advantages(w) for w in range(2)]
        if self.cuda:
            self.play_stream, self.learn_stream = torch.cuda.Stream(), torch.cuda.Stream()
        for half in self.halves:
            self.games.begin(half.rows)
            half.prepare(self.play_stream if self.cuda else None)
        if not self.cuda:
            return
        self.advantages = [graphed(f, self.learn_stream) for f in self.advantages]
        keep = [p.detach().clone() for p in self.net.parameters()]
        kept = [{k: v.clone() for k, v in self.optimizer.state[p].items()} for p in self.net.parameters() if p in self.optimizer.state]
        rate = float(self.rate)
        self.rate.fill_(0.0)
        self.learns = {usual: graphed(learn, self.learn_stream) for usual, learn in self.learns.items()}
        self.rate.fill_(rate)
        with torch.no_grad():
            for p, old in zip(self.net.parameters(), keep):
                p.copy_(old)
            for i, p in enumerate(self.net.parameters()):
                for k, v in self.optimizer.state[p].items():
                    v.copy_(kept[i][k]) if kept else v.zero_()

    @torch.no_grad()
    def _share(self):
        """What plays gets the weights of what learns."""
        for to, of in zip(self.player.parameters(), self.net.parameters()):
            to.copy_(of)

    def _order(self):
        """The rows that are known whole in random order, whole minibatches with as many long lists in each; and how to learn
        from them."""
        size, usual = self.settings.minibatch, self.settings.usual_moves
        shuffled = lambda rows: rows[torch.randperm(rows.numel(), device=self.device)]
        is_long = self.b_count > usual
        long = shuffled((self.b_is_whole & is_long).nonzero().squeeze(1))
        short = shuffled((self.b_is_whole & ~is_long).nonzero().squeeze(1))
        batches = (long.numel() + short.numel()) // size
        if batches == 0:
            return short[:0], None
        in_each = long.numel() // batches
        if in_each > int(size * self.settings.long_share) or short.numel() < batches * (size - in_each):
            both = shuffled(torch.cat([long, short]))
            return both[: batches * size], self.learns[None]
        parts = [long[: batches * in_each].view(batches, in_each), short[: batches * (size - in_each)].view(batches, -1)]
        return torch.cat(parts, 1).reshape(-1), self.learns[usual]

    def _update(self, window):
        """Learn from a window. Returns what it was like."""
        begin = time.perf_counter()
        self.totals.zero_()
        self.advantages[window]()
        count = 0
        for _ in range(self.settings.epochs):
            order, learn = self._order()
            for at in range(0, order.numel(), self.settings.minibatch):
                self.index.copy_(order[at : at + self.settings.minibatch])
                learn()
                count += 1
        entropy, miss, divergence, clipped = (self.totals / max(count, 1)).tolist()
        games, whole, spread = self.facts.tolist()
        self.seconds["update"] += time.perf_counter() - begin
        return {"entropy": entropy, "value_error": miss, "kl": divergence, "clipped": clipped, "games": games,
                "used": whole / self.rows, "spread": spread, "updates": count}

    def first_window(self):
        self._collect(0)
        self.window = 0

    def iterate(self, progress):
        """Learn from the window that is there while the next one is played. `progress` is 0 at the start and 1 at the end."""
        s = self.settings
        rate = s.rate * (1 - progress)
        self.rate.fill_(rate)
        self.entropy.fill_(s.entropy[0] + (s.entropy[1] - s.entropy[0]) * progress)
        if not self.cuda:
            self.optimizer.param_groups[0]["lr"] = rate
        self._share()
        window, next_window = self.window, 1 - self.window
        if self.cuda:
            torch.cuda.synchronize()
            player = _Player(self._collect, next_window)
            player.start()
            with torch.cuda.stream(self.learn_stream):
                facts = self._update(window)
                self.learn_stream.synchronize()
            begin = time.perf_counter()
            player.finish()
            self.seconds["wait"] += time.perf_counter() - begin
        else:
            facts = self._update(window)
            self._collect(next_window)
        self.window = next_window
        self.windows += 1
        self.decisions += self.rows
        return facts

    def sample(self, most=4096):
        """Views, moves and counts of the last window, for rounding."""
        n = min(most, self.rows)
        return self.b_view[:n], self.b_moves[:n], self.b_count[:n]

    @torch.no_grad()
    def forget_unseen(self):
        """Numbers that were 0 in all of training say nothing: what the network would make of them is chance."""
        self.net.first.weight[:, ~self.was_seen] = 0.0

    def state(self):
        return {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "decisions": self.decisions,
                "was_seen": self.was_seen}

    def restore(self, state):
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.decisions = state["decisions"]
        if "was_seen" in state:
            self.was_seen.copy_(state["was_seen"])


class _Player(threading.Thread):
    """A thread whose failure is the failure of the thread that waits for it."""

    def __init__(self, function, *arguments):
        super().__init__(daemon=True)
        self.function, self.arguments, self.failure = function, arguments, None

    def run(self):
        try:
            self.function(*self.arguments)
        except Exception as failure:  # handed on by finish()
            self.failure = failure

    def finish(self):
        self.join()
        if self.failure:
            raise self.failure


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False
