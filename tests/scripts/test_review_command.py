#!/usr/bin/env python3
"""`tapete review` and `tapete stats` from outside: golden text, JSON and plot, bad input, a terminal, Ctrl-C, what is kept, damaged records.

After a change that is meant to show in the golden files: tests/scripts/test_review_command.py --write, and read the diff. Reports as TAP.
"""

import difflib
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
import tap  # noqa: E402

PROGRAM = os.path.realpath(os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete")))
GOLDEN = os.path.join(SOURCE, "tests", "golden")
ROOM = tempfile.mkdtemp()
DATA = os.path.join(ROOM, "data")
RECORDS = os.path.join(DATA, "tapete", "records")
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
ENVIRONMENT.update(XDG_DATA_HOME=DATA, LC_ALL="C.UTF-8")
QUICK = ["--sims", "200"]


def run(*arguments, status=0, **more):
    """Run the program; its standard output. It must end with this status, and speak on standard error only where it fails."""
    environment = dict(ENVIRONMENT, **more.pop("env", {}))
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                          env=environment, cwd=ROOM, timeout=300, **more)
    assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
    if status == 0:
        assert done.stderr == "", done.stderr
        return done.stdout
    return done.stderr


def complains(part, *arguments):
    """One sentence on standard error, and nothing else."""
    said = run(*arguments, status=2)
    assert part in said and said.startswith("tapete: ") and said.endswith(".\n") and said.count("\n") == 1, said


def play(game, *arguments, answers="1"):
    """A whole game in which somebody types the same answer again and again; without --record it lies on the shelf."""
    run("play", game, *arguments, input=(answers + "\n") * 2000)


def record(name, game, *arguments):
    path = os.path.join(ROOM, name)
    if not os.path.exists(path):
        play(game, *arguments, "--record", path)
    return path


def sabacc():
    return record("sabacc.jsonl", "sabacc", "--seed", "7", "--vs", "random")


def mulle():
    return record("mulle.jsonl", "mulle", "--seed", "11", "--vs", "mulle-greedy")


GOLDEN_FILES = {
    "review-sabacc.txt": (sabacc, QUICK),
    "review-mulle-plain.txt": (mulle, [*QUICK, "--plain"]),
    "review-sabacc-all.txt": (sabacc, [*QUICK, "--all", "--seat", "2"]),
}


def test_golden():
    """the text of reviews is the golden one, at most 80 columns wide and without spaces at the ends of lines"""
    for name, (made, flags) in GOLDEN_FILES.items():
        found = run("review", made(), *flags)
        with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
            expected = file.read()
        difference = "".join(difflib.unified_diff(expected.splitlines(True), found.splitlines(True), name, "found"))
        assert not difference, difference
        for line in found.splitlines():
            assert line == line.rstrip(), repr(line)
            assert len(line) <= 80 or "--plain" in flags, line


def test_threads():
    """the same seed gives the same review on any number of threads, and another seed another one"""
    once = run("review", sabacc(), *QUICK, "--json", "--threads", "1")
    assert once == run("review", sabacc(), *QUICK, "--json", "--threads", "3")
    assert once != run("review", sabacc(), *QUICK, "--json", "--seed", "2")


def test_json():
    """the JSON has the parts of the result, which add up, and each decision with all its moves"""
    found = json.loads(run("review", sabacc(), *QUICK, "--json"))
    assert found["tapete"] == "review" and found["version"] == 1
    assert found["record"]["game"] == "sabacc" and found["record"]["seats"][0] == "human"
    assert found["judge"] == {"agent": "ismcts:sims=200", "usual": "sabacc-pairs", "seed": 1}, found["judge"]
    assert [seat["seat"] for seat in found["seats"]] == [0]
    (seat,) = found["seats"]
    parts = seat["parts"]
    total = parts["decisions"]["value"] + parts["luck"]["value"] + sum(other["value"] for other in parts["others"])
    assert abs(seat["start"] + total - seat["result"]) < 1e-5, seat
    assert [other["seat"] for other in parts["others"]] == [1, 2, 3]
    for decision in seat["decisions"]:
        moves = {move["move"]: move for move in decision["moves"]}
        assert len(moves) == len(decision["moves"]) > 1
        assert {decision["chosen"], decision["best"]} <= set(moves)
        promises = [move["value"] - move["error"] for move in decision["moves"]]
        assert promises == sorted(promises, reverse=True) and decision["moves"][0]["move"] == decision["best"]
        cost = decision["before"]["value"] - decision["after"]["value"]
        assert abs(cost - decision["cost"]["value"]) < 2e-6, decision
        assert ("view" in decision) == (decision["ply"] in seat["costliest"])
    costs = {decision["ply"]: decision["cost"]["value"] for decision in seat["decisions"]}
    costliest = sorted((ply for ply in costs if costs[ply] > 0), key=lambda ply: -costs[ply])[:3]
    assert seat["costliest"] == costliest
    assert seat["line"][-1] == {"ply": found["record"]["plies"], "value": seat["result"], "error": 0.0}


def test_seats():
    """by default the people of a game are reviewed, whatever they are called, and if there are none everybody"""
    lines = open(sabacc(), encoding="utf-8").read().splitlines(True)
    header = json.loads(lines[0])
    for names, seats in ((["Ana", "random", "flatmc:ms=5", "Bo <b>"], [0, 3]), (["random"] * 4, [0, 1, 2, 3])):
        header["seats"] = names
        path = os.path.join(ROOM, "named.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines([json.dumps(header) + "\n", *lines[1:]])
        found = json.loads(run("review", path, "--sims", "20", "--json"))
        assert [seat["seat"] for seat in found["seats"]] == seats, found["seats"]
        found = json.loads(run("review", path, "--sims", "20", "--json", "--seat", "1"))
        assert [seat["seat"] for seat in found["seats"]] == [1]


def test_svg():
    """the plot is well-formed, has a line for each seat and a mark for each costly decision, escapes names, and speaks the reader's language"""
    test_seats()
    header = json.loads(open(os.path.join(ROOM, "named.jsonl"), encoding="utf-8").readline())
    assert header["seats"] == ["random"] * 4
    plot = os.path.join(ROOM, "plot.svg")
    said = run("review", sabacc(), *QUICK, "--svg", plot, "--json")
    costly = len(json.loads(said)["seats"][0]["costliest"])
    picture = xml.dom.minidom.parse(plot)
    paths = [path.getAttribute("class") for path in picture.getElementsByTagName("path")]
    assert sorted(paths) == ["band", "line"], paths
    assert len(picture.getElementsByTagName("circle")) == costly > 0
    run("review", os.path.join(ROOM, "named.jsonl"), "--sims", "20", "--svg", plot)
    assert len(xml.dom.minidom.parse(plot).getElementsByTagName("path")) == 8
    run("review", sabacc(), *QUICK, "--svg", plot, env={"LC_ALL": "fr_FR.UTF-8"})
    words = xml.dom.minidom.parse(plot).documentElement.toxml()
    assert "la probabilité de gagner" in words and ">coup<" in words and "au lieu de" in words, words
    text = open(os.path.join(ROOM, "named.jsonl"), encoding="utf-8").read()
    with open(os.path.join(ROOM, "named.jsonl"), "w", encoding="utf-8") as file:
        file.write(text.replace('"seats": ["random"', '"seats": ["<script>&"', 1))
    run("review", os.path.join(ROOM, "named.jsonl"), "--sims", "20", "--svg", plot)
    assert "&lt;script&gt;&amp; 0" in open(plot, encoding="utf-8").read()
    complains("cannot write", "review", sabacc(), "--sims", "20", "--svg", os.path.join(ROOM, "no", "plot.svg"))
    assert "plot.svg.new" not in os.listdir(ROOM)


def test_bad_input():
    """bad input is answered with one sentence"""
    letter = os.path.join(ROOM, "letter.txt")
    with open(letter, "w", encoding="utf-8") as file:
        file.write("Dear Ana,\n")
    running = os.path.join(ROOM, "running.jsonl")
    with open(running, "w", encoding="utf-8") as file:
        file.writelines(open(sabacc(), encoding="utf-8").read().splitlines(True)[:9])
    complains("letter.txt", "review", letter)
    complains("there is no such file", "review", os.path.join(ROOM, "nothing.jsonl"))
    complains("the game is not over", "review", running)
    complains("--seat must be a whole number from 0 to 3", "review", sabacc(), "--seat", "4")
    complains("the agent random cannot judge", "review", sabacc(), "--agent", "random")
    complains('there is no agent "ismtcs"; the agents are: ismcts', "review", sabacc(), "--agent", "ismtcs")
    complains("give one of them", "review", sabacc(), "--sims", "5", "--ms", "5")
    complains("give one of them", "review", sabacc(), "--sims", "5", "--agent", "strong")
    complains("--sims must be a whole number from 1", "review", sabacc(), "--sims", "0")
    complains("--threads must be a whole number from 1", "review", sabacc(), "--threads", "0")
    complains("there is no finished game in", "review", "--sims", "5")
    complains("sabacc", "stats", "sabac")


def test_budgets():
    """milliseconds and other judges do, and a level of play is one"""
    small = record("small.jsonl", "sabacc", "--seed", "3", "--vs", "random", "--option", "players=2", "chips=1")
    for flags, agent in ((["--ms", "1"], "ismcts:ms=1"), (["--agent", "flatmc:games=50"], "flatmc:games=50"),
                         (["--agent", "fair"], None)):
        found = json.loads(run("review", small, "--json", *flags))
        assert agent in (None, found["judge"]["agent"]), found["judge"]


def read_terminal(reader, process):
    """What the program wrote to a terminal, until it ends."""
    said = b""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        ready, _, _ = select.select([reader], [], [], 0.1)
        if ready:
            try:
                piece = os.read(reader, 65536)
            except OSError:
                break
            if not piece:
                break
            said += piece
        elif process.poll() is not None:
            break
    return said.decode()


def test_terminal():
    """on a terminal a line says how far it is, and is gone at the end; in a pipe there is none"""
    reader, writer = pty.openpty()
    with open(os.path.join(ROOM, "out"), "w", encoding="utf-8") as out:
        process = subprocess.Popen([PROGRAM, "review", sabacc(), "--sims", "3000"], stdout=out, stderr=writer,
                                   env=ENVIRONMENT)
    os.close(writer)
    said = read_terminal(reader, process)
    os.close(reader)
    assert process.wait() == 0
    assert " positions" in said and "Ctrl-C stops" in said, said
    assert said.endswith("\r\033[K"), repr(said[-60:])
    assert "Win chance" in open(os.path.join(ROOM, "out"), encoding="utf-8").read()


def catches(process, number):
    """Whether a running program has a handler for this signal."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        caught = next(line.split()[1] for line in status if line.startswith("SigCgt:"))
    return int(caught, 16) >> number - 1 & 1


def test_interrupt():
    """Ctrl-C ends it soon, with status 130 and without a file or half a review"""
    plot = os.path.join(ROOM, "never.svg")
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen([PROGRAM, "review", mulle(), "--ms", "200", "--svg", plot, "--save"], env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not catches(process, number):
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == status, (process.returncode, err)
        assert out == b"" and err == b"", (out, err)
        assert not os.path.exists(plot) and not os.path.exists(os.path.join(ROOM, "mulle.review.json"))


def test_stats():
    """games, results by opponent and seat, streaks and the last three; without games it says how to begin"""
    assert "You have not played a game yet; start with:" in run("stats")
    assert "play bruno" in run("stats", "bruno")
    assert json.loads(run("stats", "--json")) == {"games": [], "damaged": []}
    for seed, opponent, seat in ((1, "random", 0), (2, "random", 0), (3, "flatmc:games=50", 1), (4, "random", 2)):
        play("sabacc", "--seed", str(seed), "--vs", opponent, "--seat", str(seat))
        time.sleep(0.02)
    play("mulle", "--seed", "1", "--vs", "mulle-greedy")
    run("play", "sabacc", "--seed", "9", "--vs", "random", input="1\nundo\n" + "1\n" * 2000)
    run("play", "sabacc", "--seed", "10", "--vs", "random", input="1\nquit\n")
    results, scores = [], []
    for name in sorted(os.listdir(RECORDS), key=lambda name: os.stat(os.path.join(RECORDS, name)).st_mtime_ns):
        lines = [json.loads(line) for line in open(os.path.join(RECORDS, name), encoding="utf-8") if name.endswith("l")]
        ends = [line["result"] for line in lines if "result" in line]
        if not name.startswith("sabacc") or not ends or any("undo" in line for line in lines):
            continue
        seat = lines[0]["seats"].index("human")
        results.append("won" if ends[0]["returns"][seat] == 1 else "lost" if ends[0]["returns"][seat] < 0 else "shared")
        scores.append(ends[0]["scores"][seat])
    assert len(results) == 4
    found = json.loads(run("stats", "--json"))
    assert sorted(game["game"] for game in found["games"]) == ["mulle", "sabacc"]
    (game,) = [game for game in found["games"] if game["game"] == "sabacc"]
    assert game["games"] == 4 and game["taken_back"] == 1 and game["unfinished"] == 1, game
    assert [game[kind] for kind in ("won", "shared", "lost")] == [results.count(k) for k in ("won", "shared", "lost")]
    assert abs(game["mean_score"] - sum(scores) / 4) < 1e-5
    assert {row["opponents"]: row["games"] for row in game["by_opponent"]} == {"random": 3, "flatmc:games=50": 1}
    assert {row["seat"]: row["games"] for row in game["by_seat"]} == {0: 2, 1: 1, 2: 1}
    assert game["last_three"] == {"games": 3, "sum": sum(scores[-3:])}, (game["last_three"], scores)
    length = next((i for i, result in enumerate(reversed(results)) if result != results[-1]), 4)
    assert game["streak"] == {"of": results[-1], "length": length}, (game["streak"], results)
    longest = max(len(run_of) for run_of in "".join("w" if r == "won" else " " for r in results).split(" "))
    assert game["longest_winning_streak"] == longest
    assert game["reviewed"] == 0 and game["mean_cost"] is None
    text = run("stats", "sabacc")
    sentences = " ".join(text.split())
    assert "Your last three games: " in text and "4 games have no review" in text, text
    assert "1 more with a move taken back is not counted; 1 not finished." in sentences, text
    assert "Mulle" not in text
    assert all(len(line) <= 80 for line in text.splitlines() if "review --save" not in line), text


def test_saved():
    """a review that was saved gives the mean cost of a decision, as long as it is of that very game"""
    latest = run("stats", "sabacc").splitlines()[-1]
    path = latest.split("'")[1]
    assert latest.strip().startswith("tapete review --save"), latest
    found = json.loads(run("review", path, *QUICK, "--save", "--json"))
    kept = path.replace(".jsonl", ".review.json")
    assert json.load(open(kept, encoding="utf-8")) == found
    seat = found["seats"][0]
    (game,) = json.loads(run("stats", "sabacc", "--json"))["games"]
    assert game["reviewed"] == 1 and game["decisions"] == len(seat["decisions"])
    assert abs(game["mean_cost"] - seat["cost"]["value"] / len(seat["decisions"])) < 2e-6
    assert "A decision of yours costs" in run("stats", "sabacc")
    found["record"]["commitment"] = "0" * 64
    for content in (json.dumps(found), "{}", "no JSON", ""):
        with open(kept, "w", encoding="utf-8") as file:
            file.write(content)
        assert json.loads(run("stats", "sabacc", "--json"))["games"][0]["reviewed"] == 0, content
    os.remove(kept)


def test_last_game():
    """without a file it is the last game that was played to its end"""
    finished = [name for name in os.listdir(RECORDS) if name.endswith(".jsonl")
                and '"key"' in open(os.path.join(RECORDS, name), encoding="utf-8").read()]
    last = max(finished, key=lambda name: os.stat(os.path.join(RECORDS, name)).st_mtime_ns)
    assert run("review", "--sims", "20", "--json") == run("review", os.path.join(RECORDS, last), "--sims", "20", "--json")


def test_damaged():
    """damaged records are named and left out"""
    before = json.loads(run("stats", "--json"))
    whole = next(name for name in os.listdir(RECORDS) if name.startswith("sabacc") and name.endswith(".jsonl"))
    lines = open(os.path.join(RECORDS, whole), encoding="utf-8").read().splitlines(True)
    damaged = {"sabacc-1.jsonl": "".join(lines[:3]) + "{}\n", "sabacc-2.jsonl": "\0\x1b[31m\n", "mus-3.jsonl": ""}
    for name, text in damaged.items():
        with open(os.path.join(RECORDS, name), "w", encoding="utf-8") as file:
            file.write(text)
    os.symlink("nowhere", os.path.join(RECORDS, "sabacc-4.jsonl"))
    done = subprocess.run([PROGRAM, "stats", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                          env=ENVIRONMENT, check=True)
    found = json.loads(done.stdout)
    assert found["games"] == before["games"]
    assert sorted(entry["file"] for entry in found["damaged"]) == sorted(damaged)
    assert all(f"tapete: {name} is ignored: " in done.stderr for name in damaged), done.stderr
    assert "\x1b" not in done.stderr
    for name in [*damaged, "sabacc-4.jsonl"]:
        os.remove(os.path.join(RECORDS, name))


def write_golden():
    for name, (made, flags) in GOLDEN_FILES.items():
        with open(os.path.join(GOLDEN, name), "w", encoding="utf-8") as file:
            file.write(run("review", made(), *flags))


TESTS = [test_golden, test_threads, test_json, test_seats, test_svg, test_bad_input, test_budgets, test_terminal, test_interrupt,
         test_stats, test_saved, test_last_game, test_damaged]

if __name__ == "__main__":
    try:
        if "--write" in sys.argv:
            write_golden()
            sys.exit(0)
        sys.exit(tap.run(TESTS, sys.argv[1:]))
    finally:
        shutil.rmtree(ROOM)
