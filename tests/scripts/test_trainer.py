#!/usr/bin/env python3
"""The trainer of networks (train/) in small, on a processor: what it makes plays, the same seed makes the same file, a training that was cut
goes on, and one side is trained against an agent. It runs with the Python of Debian, which has PyTorch
(scripts/install-packages soak). Reports as TAP.
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
import tap
from client import TAPETE

PYTHON = "/usr/bin/python3"
LIBRARY = os.path.join(os.path.dirname(TAPETE), "libtapete.so")
ROOM = tempfile.mkdtemp(prefix="tapete-trainer-")
atexit.register(shutil.rmtree, ROOM)
WINDOW = 4096  # decisions of a window with --small


def train(name, folder, decisions, *more):
    """A training in small; what it printed, and the path of its files without their ends."""
    out = os.path.join(ROOM, folder)
    done = subprocess.run([PYTHON, os.path.join(SOURCE, "train", "train.py"), name, "--small", "--library", LIBRARY, "--out", out,
                           "--decisions", str(decisions), "--threads", "1", *more],
                          capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, os.path.join(out, name)


def heading(path):
    with open(path + ".net", "rb") as file:
        return json.loads(file.readline())


def share(game, *agents, games):
    """How much of the games between these agents the first one wins."""
    done = subprocess.run([TAPETE, "arena", game, "--agents", ",".join(agents), "--games", str(games), "--duplicate", "--json"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["agents"][0]["share"]["value"]


def it_makes_a_network_that_plays():
    """A training makes a network that plays, what is needed to go on, a curve and a history; the same seed makes the same network"""
    _, path = train("bruno", "first", 2 * WINDOW)
    _, again = train("bruno", "again", 2 * WINDOW)
    for end in ("net", "pt", "svg", "json"):
        assert os.path.getsize(f"{path}.{end}") > 0
    assert heading(path)["trained"]["decisions"] == 2 * WINDOW
    with open(path + ".net", "rb") as one, open(again + ".net", "rb") as other:
        assert one.read() == other.read()
    assert 0 <= share("bruno", f"net:file={path}.net", "random", games=20) <= 1


def it_goes_on():
    """A training that was cut goes on from where it was"""
    train("leduc", "cut", WINDOW)
    said, path = train("leduc", "cut", 3 * WINDOW)
    assert f"going on after {WINDOW:,} decisions" in said, said
    assert heading(path)["trained"]["decisions"] == 3 * WINDOW


def it_trains_against_an_agent():
    """Every game is trained against an agent that holds the other seats; the network plays, and its file says against whom it was trained"""
    for name, game in (("bruno", "bruno"), ("mus-f4", "mus"), ("sabacc", "sabacc"), ("mulle", "mulle"), ("leduc", "leduc")):
        _, path = train(name, "against", WINDOW, "--against", "random")
        assert heading(path)["trained"]["command"].endswith("--against random")
        opponents = ["random"] * (3 if game == "sabacc" else 1)
        assert 0 <= share(game, f"net:file={path}.net", *opponents, games=4) <= 1


if __name__ == "__main__":
    sys.exit(tap.run([it_makes_a_network_that_plays, it_goes_on, it_trains_against_an_agent], sys.argv[1:]))
