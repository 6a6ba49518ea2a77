"""A dataset of self-play: observations, masks, actions and what each game brought, in one file of numpy."""

import sys

import numpy as np
import tapete

COUNT, STEPS = 256, int(sys.argv[2]) if len(sys.argv) > 2 else 100
path = sys.argv[1] if len(sys.argv) > 1 else "sabacc.npz"
batch, generator = tapete.Batch("sabacc", COUNT, seed=1), np.random.default_rng(1)
waiting = [[] for _ in range(COUNT)]  # decisions of games that are not over yet
rows = {"numbers": [], "mask": [], "action": [], "result": []}
for _ in range(STEPS):
    numbers, mask, actor = batch.numbers.copy(), batch.mask.copy(), batch.actor.copy()
    actions = batch.sample(generator)
    batch.step(actions)
    for index in range(COUNT):
        waiting[index].append((numbers[index], mask[index], actions[index], actor[index]))
        for seat in np.flatnonzero(batch.rewards[index]):
            mine = [row for row in waiting[index] if row[3] == seat]
            waiting[index] = [row for row in waiting[index] if row[3] != seat]
            for row in mine:
                for name, value in zip(rows, (*row[:3], batch.rewards[index, seat])):
                    rows[name].append(value)
        if batch.terminal[index]:
            waiting[index] = []
np.savez_compressed(path, **{name: np.array(values) for name, values in rows.items()})
data = np.load(path)
print({name: data[name].shape for name in data})
assert len(data["result"]) > 0
