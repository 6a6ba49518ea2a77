"""Proximal policy optimisation on a batch of games, with numpy alone: a network with one hidden layer learns to beat `random`."""

import sys

import numpy as np

import tapete

GAME, UPDATES = sys.argv[1] if len(sys.argv) > 1 else "leduc", int(sys.argv[2]) if len(sys.argv) > 2 else 20
COUNT, STEPS, HIDDEN, RATE, CLIP, EPOCHS = 512, 16, 64, 3e-3, 0.2, 4
generator = np.random.default_rng(1)
game = tapete.Game(GAME)
batch = tapete.Batch(game, COUNT, seed=1, opponents={seat: "random" for seat in range(1, game.seats)},
                     buffers=["floats", "mask", "rewards", "terminal", "out"])
shapes = {"w": (game.size, HIDDEN), "b": (HIDDEN,), "p": (HIDDEN, game.actions), "q": (game.actions,), "v": (HIDDEN, 1), "u": (1,)}
net = {name: generator.normal(0, 1 / np.sqrt(shape[0]), shape) * (len(shape) > 1) for name, shape in shapes.items()}
mean, square, moment = {k: 0.0 for k in net}, {k: 0.0 for k in net}, 0


def forward(numbers, mask):
    """The hidden layer, the probability of each action, and the value."""
    hidden = np.tanh(numbers @ net["w"] + net["b"])
    logits = np.where(mask, hidden @ net["p"] + net["q"], -1e9)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, weights / weights.sum(axis=1, keepdims=True), (hidden @ net["v"])[:, 0] + net["u"][0]


def learn(numbers, mask, actions, old, advantage, target):
    """One step of Adam along the gradient of the clipped objective."""
    global moment
    hidden, probabilities, value = forward(numbers, mask)
    rows = np.arange(len(actions))
    ratio = probabilities[rows, actions] / old
    clipped = ((ratio > 1 + CLIP) & (advantage > 0)) | ((ratio < 1 - CLIP) & (advantage < 0))
    weight = np.where(clipped, 0, ratio * advantage)
    chosen = np.zeros_like(probabilities)
    chosen[rows, actions] = 1
    entropy = -(probabilities * np.log(probabilities + 1e-9)).sum(axis=1, keepdims=True)
    to_logits = (probabilities - chosen) * weight[:, None] + 0.01 * probabilities * (np.log(probabilities + 1e-9) + entropy)
    to_value = (value - target)[:, None]
    to_hidden = (to_logits @ net["p"].T + to_value @ net["v"].T) * (1 - hidden**2)
    gradient = {"w": numbers.T @ to_hidden, "b": to_hidden.sum(0), "p": hidden.T @ to_logits, "q": to_logits.sum(0),
                "v": hidden.T @ to_value, "u": to_value.sum(0)}
    moment += 1
    for name in net:
        part = gradient[name] / len(actions)
        mean[name] = 0.9 * mean[name] + 0.1 * part
        square[name] = 0.999 * square[name] + 0.001 * part**2
        net[name] = net[name] - RATE * (mean[name] / (1 - 0.9**moment)) / (np.sqrt(square[name] / (1 - 0.999**moment)) + 1e-8)


for update in range(UPDATES):
    seen, points, games = [], 0.0, 0
    for _ in range(STEPS):
        numbers, mask = batch.floats.copy(), batch.mask.astype(bool)
        _, probabilities, value = forward(numbers, mask)
        actions = (probabilities.cumsum(axis=1) > generator.random((COUNT, 1)) * 0.999999).argmax(axis=1)
        batch.step(actions)
        rewards, ended = batch.rewards[:, 0].copy(), (batch.terminal | batch.out[:, 0]).astype(bool)
        seen.append((numbers, mask, actions, probabilities[np.arange(COUNT), actions], value, rewards, ended))
        points, games = points + rewards.sum(), games + batch.terminal.sum()
    following, gain, rest = forward(batch.floats, batch.mask.astype(bool))[2], np.zeros(COUNT), []
    for numbers, mask, actions, old, value, rewards, ended in reversed(seen):  # generalised advantage estimation, 0.95
        gain = rewards - value + np.where(ended, 0, following + 0.95 * gain)
        following = value
        rest.append((numbers, mask, actions, old, gain, gain + value))
    columns = [np.concatenate(column) for column in zip(*rest)]
    columns[4] = (columns[4] - columns[4].mean()) / (columns[4].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(generator.permutation(len(columns[2])), 4):
            learn(*(column[part] for column in columns))
    if update % 5 == 4:
        print(f"{(update + 1) * COUNT * STEPS} decisions: {points / max(games, 1):+.3f} per game against random", flush=True)
assert points / games > 0.05
