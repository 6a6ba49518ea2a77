#!/usr/bin/env python3
"""Solutions in files: the same bytes for any number of threads, after a resume and after kill -9; and files that are not what they should be.
Reports as TAP."""

import json
import os
import signal
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
import tap  # noqa: E402
TAPETE = os.path.realpath(os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete")))
MUS = ("solve", "mus", "--option", "preset=S2")
LEDUC = ("solve", "leduc", "--method", "dcfr")
ROOM = tempfile.TemporaryDirectory()
ENVIRONMENT = dict(os.environ, LANGUAGE="en", LC_ALL="C.UTF-8")


def place(name):
    return os.path.join(ROOM.name, name)


def read(name):
    with open(place(name), "rb") as file:
        return file.read()


def write(name, data):
    with open(place(name), "wb") as file:
        file.write(data)


def tapete(*arguments, status=0):
    done = subprocess.run([TAPETE, *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == status, f"{arguments}: {done.returncode}: {done.stdout}{done.stderr}"
    return done


def begin(*arguments):
    return subprocess.Popen([TAPETE, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def killed(*arguments):
    """Begin, and kill -9 as soon as a result was printed."""
    process = begin(*arguments)
    process.stdout.readline()
    process.stdout.readline()
    process.kill()
    process.communicate()


def resumes(order, first, then):
    """So many iterations at once, and in two parts with a kill -9 in between: the same bytes."""
    tapete(*order, "--iterations", str(then), "--out", place("whole"))
    tapete(*order, "--iterations", str(first), "--out", place("parts"))
    before = read("parts")
    killed(*order, "--iterations", "1000000000", "--resume", place("parts"))
    # a run that is killed in its first minute has not written
    assert read("parts") == before
    tapete(*order, "--iterations", str(then), "--resume", place("parts"))
    assert read("parts") == read("whole")


def resumed():
    """after a resume and a kill -9 the bytes are those of a run in one go"""
    resumes(LEDUC, 20, 50)
    resumes((*MUS, "--threads", "1"), 1, 3)
    resumes((*MUS, "--threads", "1", "--bits", "16"), 1, 3)


def threads():
    """one thread and two come to the same bytes"""
    for more in ((), ("--bits", "16")):
        tapete(*MUS, *more, "--iterations", "3", "--threads", "1", "--out", place("one"))
        tapete(*MUS, *more, "--iterations", "3", "--threads", "2", "--out", place("two"))
        assert read("one") == read("two")
    shown = json.loads(tapete("solve", "--show", place("two"), "--line", "envido 2, quiero", "--hand", "RRR", "--json").stdout)
    assert shown["range"]["hands"] and all(hand["hand"].startswith("RRR") for hand in shown["range"]["hands"])


def refused(*arguments, name):
    """One sentence that names the file, and the file as it was."""
    before = read(name)
    done = tapete(*arguments, status=2)
    assert done.stdout == "" and done.stderr.count("\n") == 1 and place(name) in done.stderr, done.stdout + done.stderr
    assert read(name) == before


def damaged():
    """a file that is cut or changed anywhere, or solves something else, is refused with one sentence and left as it is"""
    tapete(*LEDUC, "--iterations", "3", "--out", place("good"))
    assert "NashConv" in tapete("solve", "--show", place("good")).stdout
    good = read("good")
    for text in (b"[]", b"null", b"{}", b'"S2"', b"-1e999", b'{"raises":[]}'):
        write("bad", good.replace(b'{"raises":2}', text))
        assert tapete("solve", "--show", place("bad"), status=2).stderr.count("\n") == 1
    head = good.index(b"\n")
    step = max(1, len(good) // 20)
    for cut in [*range(0, len(good), step), len(good) - 1]:
        write("bad", good[:cut])
        refused(*LEDUC, "--iterations", "9", "--resume", place("bad"), name="bad")
    for at in [*range(0, head, 11), *range(head, len(good), step), len(good) - 1]:
        write("bad", good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
        refused(*LEDUC, "--iterations", "9", "--resume", place("bad"), name="bad")
        if at > head:
            refused("solve", "--show", place("bad"), name="bad")
    write("bad", good + b"\0")
    refused(*LEDUC, "--iterations", "9", "--resume", place("bad"), name="bad")
    refused("solve", "leduc", "--method", "cfr+", "--iterations", "9", "--resume", place("good"), name="good")
    refused(*MUS, "--iterations", "9", "--resume", place("good"), name="good")
    tapete(*MUS, "--iterations", "1", "--out", place("mus"))
    for more in (("--bits", "16"), ("--max-raises", "1"), ("--score", "1,0"), ("--utility", "win"), ("--raises", "3")):
        refused(*MUS, *more, "--iterations", "9", "--resume", place("mus"), name="mus")


def answers():
    """best answers in a whole juego go on after Ctrl-C, and with no other agent"""
    order = ("exploit", "mus", "--option", "preset=S2", "--all", "--threads", "1")
    process = begin(*order, "--agent", "random", "--out", place("answers"))
    process.stdout.readline()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130, process.returncode
    refused(*order, "--agent", "mus-bot", "--resume", place("answers"), name="answers")
    first = json.loads(read("answers").split(b"\n")[0])["iterations"]
    process = begin(*order, "--agent", "random", "--resume", place("answers"))
    process.stdout.readline()
    assert int(process.stdout.readline().split()[0]) > first
    process.send_signal(signal.SIGINT)
    process.communicate()
    done = tapete(*order, "--agent", "mus-bot", "--score", "1,1", status=2)
    assert "leave out --score" in done.stderr, done.stderr


with ROOM:
    STATUS = tap.run([resumed, threads, damaged, answers], sys.argv[1:])
sys.exit(STATUS)
