"""Is an idea any good? Always to make the last legal move is worse than to play at random, and the arena shows it: duplicate deals
on two threads, and a test that stops when it is clear."""

import tapete


def last(view):
    return view.legal[-1]


found = tapete.arena("bruno", {"last": last, "random": "random"}, games=200, duplicate=True, sprt=(0, 50), seed=1, threads=2)
print(found)
print(found["games"], "games; how likely the first is the stronger one:", found["superior"])
