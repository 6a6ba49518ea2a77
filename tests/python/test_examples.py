#!/usr/bin/env python3
"""Every example of examples/python runs and says what it should."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
PACKAGE = os.environ.get("TAPETE_PYTHON", str(ROOT / "build/bindings/python"))
VENV = Path(os.environ.get("TAPETE_VENV", ROOT / "build/venv"))
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

# Each example, its arguments, and what it prints.
EXAMPLES = {
    "random_match": (["leduc"], "returns:"),
    "own_agent": ([], "searcher"),
    "pettingzoo_loop": ([], "player_0"),
    "vector_ppo": (["leduc", "10"], "per game against random"),
    "openspiel_cfr": (["2"], "2 rounds, NashConv"),
    "openspiel_ismcts": ([], "the searcher got"),
    "review_record": ([], "seat 1"),
    "arena_agent": ([], "how likely"),
    "self_play_dataset": (["rows.npz", "60"], "numbers"),
    "plot_table": (["table.svg"], "wrote"),
}


def run(name):
    arguments, words = EXAMPLES[name]
    with tempfile.TemporaryDirectory(prefix="tapete-example-") as folder:
        done = subprocess.run([VENV / "bin/python", ROOT / "examples/python" / f"{name}.py", *arguments], cwd=folder, capture_output=True, text=True,
                              timeout=600, env={**os.environ, "PYTHONPATH": PACKAGE, "OPENBLAS_NUM_THREADS": "1"})
    assert done.returncode == 0 and words in done.stdout, f"exit {done.returncode}\n{done.stdout[-500:]}{done.stderr[-3000:]}"
    return done.stdout.strip().splitlines()[-1]


def example(name):
    def test():
        return run(name)

    test.__name__ = name
    test.__doc__ = f"examples/python/{name}.py"
    return test


def test_all_are_here():
    """every file of examples/python is run here"""
    assert {path.stem for path in (ROOT / "examples/python").glob("*.py")} == set(EXAMPLES)


def test_tour():
    """the notebook examples/python/tour.ipynb shows what is kept in it, and in docs/tour.md"""
    done = subprocess.run([VENV / "bin/python", ROOT / "docs/pictures/make-notebook", "--check"], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": PACKAGE, "OPENBLAS_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(tap.run([test_all_are_here, test_tour, *map(example, EXAMPLES)], sys.argv[1:]))
