#!/usr/bin/env python3
"""`tapete practice` as a new user meets it: questions, values, mistakes that come back, progress that is kept; and files
that are not what they should be."""

import json
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
import tap  # noqa: E402
TAPETE = os.path.realpath(os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete")))
CHOICES = [1, 2, 2, 2, 1, 1, 2, 1]


def practise(home, text, *flags):
    environment = dict(os.environ, XDG_DATA_HOME=home, LANGUAGE="en", LC_ALL="C.UTF-8", COLUMNS="100")
    done = subprocess.run([TAPETE, "practice", *(flags or ("mus", "--seed", "5", "--plain"))], input=text, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
    return done


def equal(found, expected):
    assert found == expected, f"found {found!r}, expected {expected!r}"


def check(condition, what):
    assert condition, what


def answers(text):
    """The tables of values: a list of (values, the answer, whether it was good)."""
    found = []
    for block in re.split(r"Your move:", text)[1:]:
        rows = re.findall(r"^(\S.*?) +(-?\d+\.\d{3}) +(\d+\.\d)%(  <)?$", block, re.M)
        if rows:
            found.append(([float(row[1]) for row in rows], [bool(row[3]) for row in rows].index(True),
                          "Well answered." in block))
    return found


def session(home):
    """Answer eight questions from seed 5."""
    return practise(home, "nonsense\n1\nr\n" + "".join(f"{choice}\n\n" for choice in CHOICES[1:]) + "q\n")


HOME = tempfile.TemporaryDirectory()
FIRST = []


def questions():
    """Each answer has its values, the range shows every hand, mistakes come back, and progress is kept."""
    home = HOME.name
    first = session(home)
    FIRST.append(first.stdout)
    equal((first.returncode, first.stderr), (0, ""))
    tables = answers(first.stdout)
    equal([answer + 1 for _, answer, _ in tables], CHOICES)
    for values, answer, good in tables:
        equal(good, max(values) - values[answer] < .2)
    check("Type a number from 1 to" in first.stdout, "an answer that is none is explained")
    # the range: every hand that can be at this point, once, with its share
    shares = re.findall(r"\b[RCS7654A]{4} +\d+%", first.stdout)
    check(len(set(shares)) > 250, f"{len(set(shares))} hands are shown")
    with open(os.path.join(home, "tapete", "practice-mus.json"), encoding="utf-8") as file:
        kept = json.load(file)
    equal(kept["asked"], 8)
    bad = sum(not good for _, _, good in tables)
    check(bad > 0, "seed 5 has a mistake among the first answers")
    equal(kept["good"], 8 - bad)
    # a mistake comes back: it has been asked before, or will be after some more questions
    again = practise(home, "1\n\n" * 8 + "q\n")
    equal(again.returncode, 0)
    questions = re.findall(r"You are \w+, with \w{4}\.", first.stdout)
    later = re.findall(r"You are \w+, with \w{4}\.", again.stdout)
    check(set(questions) & set(later), "no mistake has come back")
    check(set(later) - set(questions), "there are no new questions")


def files():
    """The same seed asks the same in another place; damaged files are refused with one sentence that names them."""
    home, first = HOME.name, FIRST[0]
    # the same seed in another place: the same questions, from the same solution
    with tempfile.TemporaryDirectory() as other:
        os.mkdir(os.path.join(other, "tapete"))
        solution = os.path.join(other, "mine.practice")
        with open(os.path.join(SOURCE, "learnt", "mus-s2.practice"), "rb") as file:
            whole = file.read()
        with open(solution, "wb") as file:
            file.write(whole)
        own = ("mus", "--seed", "5", "--plain", "--solution", solution)
        equal(practise(other, "q\n", *own).stdout.split("Your move:")[0], first.split("Your move:")[0])
        # cut anywhere, changed anywhere, or another file: one sentence, and the file is left as it is
        middle = len(whole) // 2
        damaged = [whole[:-1000], whole[:40], b"", whole + b"x", b"{}\n",
                   whole[:middle] + bytes([whole[middle] ^ 16]) + whole[middle + 1:],
                   whole.replace(b'"S2"', b'"S3"', 1)]
        with open(os.path.join(SOURCE, "learnt", "mus-s2.scores"), "rb") as file:
            damaged.append(file.read())
        for bad in damaged:
            with open(solution, "wb") as file:
                file.write(bad)
            done = practise(other, "q\n", *own)
            equal((done.returncode, done.stdout), (2, ""))
            check(solution in done.stderr and done.stderr.count("\n") == 1, done.stderr)
            with open(solution, "rb") as file:
                equal(file.read(), bad)
        with open(os.path.join(other, "tapete", "practice-mus.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        done = practise(other, "1\nq\n")
        equal(done.returncode, 2)
        check("practice-mus.json" in done.stderr, done.stderr)


def no_practice():
    """A game without decisions to practise is refused with a sentence."""
    home = HOME.name
    done = practise(home, "", "bruno")
    equal((done.returncode, done.stdout), (2, ""))
    check("no decisions to practise" in done.stderr, done.stderr)



with HOME:
    status = tap.run([questions, files, no_practice], sys.argv[1:])
sys.exit(status)
