"""A table as a picture: the view of seat 0 as SVG, and as pixels if there is Pillow."""

import sys

import tapete

path = sys.argv[1] if len(sys.argv) > 1 else "table.svg"
state = tapete.Game("mulle").deal(seed=3)
for _ in range(20):
    state.apply(state.legal[0])
with open(path, "w", encoding="utf-8") as file:
    file.write(tapete.svg(state.view(0)))
print("wrote", path)
