"""Information set Monte Carlo tree search by OpenSpiel plays Kessel Sabacc, in worlds that Tapete imagines."""

import numpy as np
import pyspiel
import tapete.openspiel
from open_spiel.python.algorithms import ismcts, mcts

generator = np.random.RandomState(1)
game = pyspiel.load_game("tapete_sabacc(players=2)")
bot = ismcts.ISMCTSBot(game=game, evaluator=mcts.RandomRolloutEvaluator(1, generator), uct_c=1.4, max_simulations=20, random_state=generator)
bot.set_resampler(tapete.openspiel.resampler)
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(int(generator.choice(outcomes, p=weights)))
    elif state.current_player() == 0:
        state.apply_action(bot.step(state))
    else:
        state.apply_action(int(generator.choice(state.legal_actions())))
print("the searcher got", state.returns()[0], "and random", state.returns()[1])
