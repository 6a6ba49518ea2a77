#!/usr/bin/env python3
"""Records that older versions wrote are read, replayed and verified, and a game that was not over goes on: tests/records. Reports as TAP."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
import tap  # noqa: E402

RECORDS = ROOT / "tests/records"
PROGRAM = os.environ.get("TAPETE", str(ROOT / "build/tapete"))
TABLE = dict(re.findall(r"^\| (\S+\.(?:jsonl|tpr)) \| [^|]+ \| ([^|]+) \|$", (RECORDS / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
# What cannot be read, as docs/record.md says.
UNREADABLE = {"4e4dd32/mus-ordago.jsonl", "4e4dd32/mus-preset.jsonl"}


def run(*command, text=None, **environment):
    done = subprocess.run(list(map(str, command)), input=text, stdin=subprocess.DEVNULL if text is None else None, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", check=False, env=dict(os.environ, LC_ALL="C.UTF-8", **environment))
    return done.returncode, done.stdout


def test_table():
    """every record is in the table, with what is to be said of it, and the table names no other"""
    there = {str(path.relative_to(RECORDS)) for path in RECORDS.glob("*/*") if path.suffix != ".key"}
    assert there == set(TABLE) and UNREADABLE < there, there ^ set(TABLE)


def test_verify():
    """`tapete verify` says of each what it should, and the second verifier agrees"""
    for name, verdict in TABLE.items():
        status, said = run(PROGRAM, "verify", RECORDS / name)
        wanted = "consistent, but not witnessed" if verdict == "verified" else verdict
        assert wanted in said and (status == 0) == (verdict == "verified"), f"{name}: {said}"
        if verdict == "verified":
            status, said = run(sys.executable, ROOT / "examples/verify_record.py", RECORDS / name)
            assert status == 0, f"{name}: {said}"


def test_replay():
    """`tapete replay` tells every move of each that is in force"""
    for name in sorted(set(TABLE) - UNREADABLE):
        status, said = run(PROGRAM, "replay", RECORDS / name)
        lines = (RECORDS / name).read_text(encoding="utf-8").splitlines()
        moves = sum(line.startswith('{"ply"') for line in lines)
        moves -= sum(int(count) for line in lines for count in re.findall(r'^\{"undo": (\d+)\}', line))
        assert status == 0 and f", {moves} moves, " in said.splitlines()[0], f"{name}: {said}"
        assert re.search(rf"^ *{moves} \S", said, re.MULTILINE), f"{name}: its last move is not told\n{said}"


def test_resume():
    """a game that was not over is resumed, played to its end, and its record is right"""
    with tempfile.TemporaryDirectory() as room:
        shelf = Path(room) / "tapete/records"
        shelf.mkdir(parents=True)
        for beside in ("", ".key"):
            shutil.copy(RECORDS / f"87f7680/sabacc-running.jsonl{beside}", shelf)
        status, said = run(PROGRAM, "play", "--plain", "--resume", text="1\n" * 2000, XDG_DATA_HOME=room)
        assert status == 0, said
        status, said = run(PROGRAM, "verify", shelf / "sabacc-running.jsonl")
        assert status == 0 and said.startswith("consistent, but not witnessed"), said


sys.exit(tap.run([test_table, test_verify, test_replay, test_resume], sys.argv[1:]))
