#!/usr/bin/env python3
"""The verifier in Python deals records of every game again, every outcome of them, and refuses those that were changed.

    test_second_verifier.py MAKE_RECORDS

Reports as TAP."""

import collections
import copy
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAM = os.path.join(SOURCE, "examples", "verify_record.py")
TAPETE = os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete"))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(PROGRAM))
from verify.dealer import Unreadable, Wrong  # noqa: E402
from verify_record import GAMES, verify  # noqa: E402

LEAST = 25  # records of each game that are dealt from the beginning
CHANGES = 5  # in each record; in one of each game, every outcome

count = failed = 0


def check(name, problems):
    """One line of TAP; `problems` is a list of what is wrong."""
    global count, failed
    count += 1
    failed += bool(problems)
    print(f"{'not ok' if problems else 'ok'} {count} - {name}")
    for problem in problems[:10]:
        print(f"# {problem}")
    sys.stdout.flush()


def answer(lines):
    """The verifier's sentence, and its exit status."""
    try:
        return verify(lines), 0
    except Wrong as wrong:
        return str(wrong), 1
    except (Unreadable, LookupError, ValueError, TypeError) as error:
        return repr(error), 2


def run(path):
    return subprocess.run([sys.executable, "-B", PROGRAM, path], capture_output=True, text=True, check=False)


def outcomes_of(line):
    return line.get("deal", line.get("chance", []))


def places(lines):
    """Every outcome of a record: its line and its place there."""
    return [(i, j) for i, line in enumerate(lines) for j in range(len(outcomes_of(line)))]


def changed(lines, i, new_outcomes):
    """The record with other outcomes in one line."""
    name = "deal" if "deal" in lines[i] else "chance"
    return [*lines[:i], {**lines[i], name: new_outcomes}, *lines[i + 1 :]]


# ---- records that are right ----


def check_right(game, records):
    problems, dealt = [], 0
    for name, lines in records.items():
        sentence, status = answer(lines)
        wanted = f"consistent, but not witnessed: the key is right, all {len(places(lines))} outcomes checked"
        if lines[0].get("sealed", {}).get("attempt", 1) > 1:
            wanted += f"; void attempts before this deal: {lines[0]['sealed']['attempt'] - 1}"
        if "position" in lines[0]:
            wanted += "; not checked: the position that the game began from, which was given and not dealt"
        if "script" in lines[0]:
            if (status, sentence[1:]) != (1, " outcomes were given by a script"):
                problems.append(f"{name}: {sentence}")
        elif (sentence, status) != (wanted, 0):
            problems.append(f"{name}: {sentence}")
        dealt += status == 0 and "position" not in lines[0]
    if dealt < LEAST:
        problems.append(f"only {dealt} games were dealt from the beginning")
    check(f"{game}: every outcome of {len(records)} records is dealt again", problems)


def discards_in_a_hand(lines):
    """The most cards that were drawn in one hand of Mus after its deal."""
    most = drawn = 0
    for line in lines:
        drawn = drawn + len(outcomes_of(line)) if line.get("move", "").startswith("discard") else (
            0 if outcomes_of(line) else drawn)
        most = max(most, drawn)
    return most


def check_traits(records):
    """The records have what can go wrong in them."""
    seen = collections.Counter()
    for name, lines in records.items():
        game, head = lines[0]["game"], lines[0]
        for key in ("position", "script", "seed", "sealed"):
            seen[game, key] += key in head
        seen[game, "contributions"] += any(head["contributions"])
        for key in ("undo", "resigned"):
            seen[game, key] += any(key in line for line in lines)
        seen[game, "an undo after the end"] += sum("key" in line for line in lines) > 1
        seen[game, "an undo after a position"] += "position" in head and any("undo" in line for line in lines)
        if game == "mus":
            stock = 40 - 4 * len(head["seats"])
            reshuffle = head["options"]["reshuffle"]
            seen[game, f"two reshuffles in a hand, {reshuffle}"] += discards_in_a_hand(lines) > stock + 24
        if game == "bruno":
            tens = sum(line.get("move", "").startswith("10x") for line in lines)
            seen[game, "several 10s"] += tens > 1
        if game == "mulle":
            seen[game, "several omgångar"] += len(places(lines)) > 104
            seen[game, "a stock in a given order"] += bool(head.get("position", {}).get("stock"))
    check("the records have undos, resignations, positions, contributions, reshuffles",
          [f"{game}: no record has: {trait}" for (game, trait), number in seen.items() if number == 0])


# ---- records that are wrong ----


def ways_to_change(lines, i, j, alike, rng):
    """Other outcomes for line i that look as if they could be right; the one in place j is another."""
    outcomes = outcomes_of(lines[i])
    kind = outcomes[j].split()[0]
    others = sorted(alike[kind] - {outcomes[j]})
    yield [*outcomes[:j], rng.choice(others), *outcomes[j + 1 :]]
    for k, other in enumerate(outcomes):
        if other.split()[0] == kind and other != outcomes[j]:
            swapped = list(outcomes)
            swapped[j], swapped[k] = other, outcomes[j]
            yield swapped
            break
    yield outcomes[:j] + outcomes[j + 1 :]
    yield [*outcomes[: j + 1], *outcomes[j:]]


def check_changed(game, records):
    rng = random.Random(1)
    alike = collections.defaultdict(set)
    for lines in records.values():
        for i, j in places(lines):
            alike[outcomes_of(lines[i])[j].split()[0]].add(outcomes_of(lines[i])[j])
    whole = min((name for name in records if "undo" in str(records[name])), key=lambda name: len(records[name]))
    problems, tried = [], 0
    for name, lines in records.items():
        if "script" in lines[0]:
            continue
        chosen = places(lines)
        if name != whole:
            chosen = rng.sample(chosen, min(CHANGES, len(chosen)))
        for i, j in chosen:
            for new_outcomes in ways_to_change(lines, i, j, alike, rng):
                sentence, status = answer(changed(lines, i, new_outcomes))
                tried += 1
                if status != 1 or not sentence.startswith("line "):
                    problems.append(f"{name}: line {i + 1}: {outcomes_of(lines[i])} -> {new_outcomes}: {sentence}")
    check(f"{game}: none of {tried} records with a changed, exchanged, missing or repeated outcome is verified", problems)


def check_header(game, records):
    problems = []
    for name, lines in records.items():
        # After a position there may be little left to draw, and with the same outcome from other bytes.
        if "script" in lines[0] or "position" in lines[0] or not any(lines[0]["contributions"]):
            continue
        seat = next(seat for seat, given in enumerate(lines[0]["contributions"]) if given)
        for key, place in (("contributions", seat), ("commitment", None), ("key", None)):
            other = copy.deepcopy(lines)
            holder = other[-1] if key == "key" else other[0]
            text = holder[key][seat] if place is not None else holder[key]
            text = ("1" if text[0] == "0" else "0") + text[1:]
            if place is not None:
                holder[key][seat] = text
            else:
                holder[key] = text
            sentence, status = answer(other)
            if status != 1:
                problems.append(f"{name} with another {key}: {sentence}")
    check(f"{game}: nor one with another key, commitment or contribution", problems)


# ---- the program ----


def check_program(folder, records):
    problems = []
    for game in GAMES:
        path = os.path.join(folder, f"{game}-play.tpr")
        # The first of all moves; where 1 is no amount that can be bet, 2.
        subprocess.run([TAPETE, "play", game, "--plain", "--seed", "5", "--vs", "random", "--record", path],
                       input="1\n2\n" * 2500, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True, check=False)
        done = run(path)
        if done.returncode != 0 or not done.stdout.startswith("consistent, but not witnessed: "):
            problems.append(f"{game}: {done.stdout}{done.stderr}")
    check("the program verifies games that were played in the terminal", problems)

    name = next(name for name, lines in records.items() if lines[0]["game"] == "mus")
    path = os.path.join(folder, "damaged.tpr")
    text = "".join(json.dumps(line) + "\n" for line in records[name])
    problems = []
    for status, damaged in (
        (0, text + '{"ply": 1'),  # a line that a crash cut off
        (1, text.replace('"deal": ["card ', '"deal": ["card x')),
        (2, text[: text.index('{"key"')]),
        (2, text.replace('"game": "mus"', '"game": "tute"')),
        (2, text.replace('"rules": "1"', '"rules": "2"')),
        (2, text.replace('"version": 1', '"version": 2')),
        (2, text.replace("{", "", 1)),
        (2, text.replace('"seats"', '"chairs"')),
        (2, text.replace('{"result"', '{"undo": 100000}\n{"result"')),
        (2, ""),
    ):
        with open(path, "w", encoding="utf-8") as file:
            file.write(damaged)
        done = run(path)
        if done.returncode != status or "Traceback" in done.stderr or not done.stdout + done.stderr:
            problems.append(f"{done.returncode} instead of {status}: {done.stdout}{done.stderr}")
    check("its exit status tells wrong records from unreadable ones", problems)


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        records = {}
        for path in sorted(glob.glob(os.path.join(folder, "*.tpr"))):
            with open(path, encoding="utf-8") as file:
                records[os.path.basename(path)] = [json.loads(line) for line in file]
        check_traits(records)
        for game in GAMES:
            of_game = {name: lines for name, lines in records.items() if lines[0]["game"] == game}
            check_right(game, of_game)
            check_changed(game, of_game)
            check_header(game, of_game)
        check_program(folder, records)
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
