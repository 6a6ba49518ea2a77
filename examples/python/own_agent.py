"""An agent of one's own that searches: it imagines worlds that fit its view, plays each move to the end at random, and takes the best."""

import tapete


class Searcher:
    def __init__(self, game, seed, worlds=20):
        self.seed, self.worlds = seed, worlds

    def choose(self, view):
        best = {move: 0.0 for move in view.legal}
        for _ in range(self.worlds):
            self.seed += 1
            world = view.imagine(self.seed)
            for move in best:
                after = world.copy()
                after.apply(move)
                best[move] += (after.returns if after.over else after.playout(self.seed))[view.viewer]
        return max(best, key=best.get)


if __name__ == "__main__":
    found = tapete.arena(tapete.Game("sabacc", players=2), {"searcher": Searcher, "random": "random"}, games=40, duplicate=True, seed=1)
    print(found)
    assert found["agents"][0]["won"] > found["agents"][1]["won"]
