#!/usr/bin/env python3
"""The trainer of networks (train/) in small, on a processor: what it makes plays, the same seed makes the same file, a training that was cut
goes on, one side is trained against an agent, and every step of docs/learn-a-net.md works. It runs with the Python of Debian, which has PyTorch
(scripts/install-packages soak). Reports as TAP.
"""

import atexit
import json
import os
import re
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


def its_heading_can_be_changed():
    """train/heading.py changes what a file says; the network still plays, and a damaged file is refused"""
    changed, damaged = os.path.join(ROOM, "changed.net"), os.path.join(ROOM, "damaged.net")
    shutil.copy(os.path.join(SOURCE, "learnt", "bruno.net"), changed)
    tool = [sys.executable, os.path.join(SOURCE, "train", "heading.py")]
    subprocess.run([*tool, changed, "temperature=0.25", 'options.shown_one=["true"]'], check=True)
    with open(changed, "rb") as file:
        said = json.loads(file.readline())
    assert said["temperature"] == 0.25 and said["options"] == {"shown_one": ["true"], "strict_nine": ["false"]}, said
    with open(changed, "rb") as file, open(damaged, "wb") as out:
        out.write(file.read().replace(b"0.25", b"0.26"))
    refused = subprocess.run([*tool, damaged, "temperature=1"], capture_output=True, text=True, check=False)
    assert refused.returncode != 0 and "damaged" in refused.stderr, refused
    played = subprocess.run([TAPETE, "arena", "bruno", "--option", "shown_one=true", "--agents", f"net:file={changed},random", "--games", "4"],
                            capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr


def every_step_of_the_page_works():
    """The steps of docs/learn-a-net.md, with fewer games and decisions"""
    with open(os.path.join(SOURCE, "docs", "learn-a-net.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```sh\n(.*?)```", file.read(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if not line.startswith("sudo ")]
    assert sum(line.startswith("train/train.py") for line in lines) >= 3 and len(lines) >= 8, lines
    for line in lines:
        words = re.sub(r"--games \d+", "--games 4", re.sub(r"build-(\w+)", rf"{ROOM}/\1-page", line)).split()
        if words[0] == "tapete":
            words[0] = TAPETE
        else:
            words = [PYTHON, *re.sub(r" --(decisions|seconds) \d+", "", " ".join(words)).split(), "--decisions", str(2 * WINDOW),
                     "--library", LIBRARY, "--threads", "1"]
        done = subprocess.run(words, cwd=SOURCE, capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"})
        assert done.returncode == 0, (line, done.stdout, done.stderr)


if __name__ == "__main__":
    sys.exit(tap.run([it_makes_a_network_that_plays, it_goes_on, it_trains_against_an_agent, its_heading_can_be_changed,
                      every_step_of_the_page_works], sys.argv[1:]))
