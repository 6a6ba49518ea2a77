"""A random match, as a player at seat 0 would be told it."""

import random
import sys

import tapete

game = tapete.Game(sys.argv[1] if len(sys.argv) > 1 else "mus")
match = tapete.Match(game, seed=7)
chooser = random.Random(7)
while not match.over:
    view = match.view()
    match.play(chooser.choice(view.legal))
    for sentence in match.tell(seat=0):
        print(sentence)
print(match.view(0).text())
print("returns:", match.returns, "scores:", match.scores)
