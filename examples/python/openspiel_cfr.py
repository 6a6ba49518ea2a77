"""Counterfactual regret minimisation by OpenSpiel on our Leduc poker."""

import sys

import pyspiel
import tapete.openspiel
from open_spiel.python.algorithms import cfr, exploitability

game = pyspiel.load_game("tapete_leduc")
solver = cfr.CFRPlusSolver(game)
for round in range(int(sys.argv[1]) if len(sys.argv) > 1 else 5):
    solver.evaluate_and_update_policy()
    print(round + 1, "rounds, NashConv", exploitability.nash_conv(game, solver.average_policy()))
