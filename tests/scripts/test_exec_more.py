#!/usr/bin/env python3
"""Bots in other processes that want more: one process for many games, numbers, moves as data, a name and a version, a log."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
TAPETE = os.environ.get("TAPETE", str(ROOT / "build/tapete"))
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

BOT = "tests/bots/modern.py"
room = tempfile.TemporaryDirectory(prefix="tapete-exec-")


def arena(name, options, games=4, game="leduc", manner="", agents="random", code=0):
    """Play; (result, what the bot heard, standard error)."""
    heard = Path(room.name) / name
    command = [TAPETE, "arena", game, "--agents", f"exec:{BOT} {heard} {manner},{options}{',' if options else ''}{agents}", "--games", str(games),
               "--seed", "1", "--threads", "1", "--progress", "0", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (command, done.returncode, done.stderr[-2000:])
    return json.loads(done.stdout), [json.loads(line) for line in heard.read_text().splitlines()], done.stderr


# The arena starts each program once to see that it is there, before the first game.
TRIED = 1


def kinds(messages, kind):
    return [message for message in messages if message["is"] == kind]


def test_keep():
    """keep=true: one process plays all games, each with a seed of its own; without it each game has a process"""
    result, messages, _ = arena("keep", "keep=true,log=/dev/null", games=6)
    assert result["forfeits"] == 0 and len(kinds(messages, "hello")) == len(kinds(messages, "quit")) == TRIED + 1
    begins = kinds(messages, "begin")
    assert len(begins) == len(kinds(messages, "end")) == 6 and len({begin["seed"] for begin in begins}) == 6
    assert begins[0]["seed"] == kinds(messages, "hello")[TRIED]["seed"]
    numbers = [decide["n"] for decide in kinds(messages, "decide")]
    assert numbers == list(range(1, len(numbers) + 1))
    again, messages, _ = arena("anew", "log=/dev/null", games=6)
    assert len(kinds(messages, "hello")) == len(kinds(messages, "quit")) == TRIED + 6 and "seed" not in kinds(messages, "begin")[0]
    for found in (result, again):  # the same bot, and the same games
        for row in found["agents"]:
            row.pop("name")
    assert result["agents"] == again["agents"]


def test_numbers():
    """numbers=true: fields, observations, the numbers and actions of moves, all within what the fields say"""
    for game, actions in (("leduc", True), ("sabacc", True), ("mulle", False)):
        _, messages, _ = arena(f"numbers-{game}", "numbers=true,log=/dev/null", games=1, game=game, agents="random" if game != "sabacc" else "random,random,random")
        hello, begin = kinds(messages, "hello")[0], kinds(messages, "begin")[0]
        most = [field["most"] for field in hello["fields"] for _ in range(field["count"])]
        move_most = [field["most"] for field in hello["move_fields"] for _ in range(field["count"])]
        assert ("actions" in begin) == actions and kinds(messages, "decide")
        for decide in kinds(messages, "decide"):
            assert len(decide["numbers"]) == len(most) and all(0 <= n <= m for n, m in zip(decide["numbers"], most))
            for move in decide["legal"]:
                assert len(move["numbers"]) == len(move_most) and ("action" in move) == actions
            if actions:
                found = [move["action"] for move in decide["legal"]]
                assert len(set(found)) == len(found) and all(0 <= action < begin["actions"] for action in found)


def test_data():
    """data=true: the moves that are seen as data, for every game"""
    for game, others in (("mus", "random,random,random"), ("bruno", "random,random,random"), ("sabacc", "random,random,random"), ("mulle", "random")):
        _, messages, _ = arena(f"data-{game}", "data=true,log=/dev/null", games=1, game=game, agents=others)
        seen = [message for message in kinds(messages, "seen") if "move" in message]
        assert seen and all(message["made"] for message in seen), game
        assert all("numbers" not in decide for decide in kinds(messages, "decide"))


def test_about_and_log():
    """a name and a version before or with the first answer, once; notes go to the log alone"""
    log = Path(room.name) / "notes"
    _, _, errors = arena("about", f"keep=true,log={log}")
    assert log.read_text() == "a note\n" * (TRIED + 1) and "a note" not in errors
    _, _, errors = arena("late", "keep=true", manner="about-late")
    assert "a note" in errors
    result, _, _ = arena("twice", "log=/dev/null", manner="about-twice", code=1)
    assert result["forfeits"] == result["games"], result
    done = subprocess.run([TAPETE, "arena", "leduc", "--agents", f"exec:{BOT} {room.name}/x,log=/nowhere/log,random", "--games", "1"], cwd=ROOT,
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "/nowhere/log" in done.stderr, (done.returncode, done.stderr)


if __name__ == "__main__":
    sys.exit(tap.run([test_keep, test_numbers, test_data, test_about_and_log], sys.argv[1:]))
