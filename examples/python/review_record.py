"""Play a match, save its record, read it again, and review it: what cost the most, and how much was luck."""

import tempfile
from pathlib import Path

import tapete

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "match.jsonl"
    tapete.play("mulle", ["random", "mulle-greedy"], seed=5).save(path)
    print(tapete.verify(path))
    review = tapete.review(path, judge="ismcts:sims=100", threads=2)
for seat in review["seats"]:
    print("seat", seat["seat"], {name: seat[name] for name in ("start", "result", "luck", "cost") if name in seat})
assert review.svg.startswith("<svg")
