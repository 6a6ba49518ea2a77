"""The loop of PettingZoo over a table of Bruno."""

import numpy as np
from tapete.pettingzoo import env

generator = np.random.default_rng(1)
table = env("bruno", render_mode="ansi")
table.reset(seed=1)
rewards = dict.fromkeys(table.possible_agents, 0.0)
for agent in table.agent_iter():
    observation, reward, termination, truncation, info = table.last()
    rewards[agent] += reward
    if termination or truncation:
        table.step(None)
    else:
        table.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
print(rewards)
assert sum(rewards.values()) == 0
