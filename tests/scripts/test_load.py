#!/usr/bin/env python3
"""`tapete load` against a server of its own: it plays, measures and checks, and refuses what it should. Reports as TAP."""

import json
import os
import subprocess
import sys

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
from client import TAPETE, Server  # noqa: E402
from tap import check, finish  # noqa: E402

ROOMY = ("connections_per_address=1000", "budget_percent=100000")


def load(port, *arguments):
    return subprocess.run([TAPETE, "load", f"http://localhost:{port}", *arguments], encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=200, check=False)


with Server(options=ROOMY) as server:
    # This is about what is reported, not about how fast anything is: the machine may be busy.
    run = load(server.port, "--connections", "200", "--tables", "40", "--moves-per-s", "200", "--seconds", "5", "--json")
    check("a server that does what it should: status 0", run.returncode == 0, run.stderr)
    found = json.loads(run.stdout or "{}")
    check("nothing is said on standard error", run.stderr == "", run.stderr)
    check("connections and tables are as they were asked for",
          (found.get("connections"), found.get("tables")) == (200, 40) and
          found["players"] + found["spectators"] + found["idle"] == 200, found)
    check("no errors, nothing refused, nobody has to start anew",
          (found.get("errors"), found.get("refused"), found.get("resyncs")) == (0, 0, 0), found)
    check("no more than was asked for, and bots play too", 0 < found.get("moves_per_s", 0) < 400 and
          found["plies_per_s"] > 1.2 * found["moves_per_s"], found)
    for name in ("done_ms", "heard_ms"):
        times = [found.get(name, {}).get(key, -1) for key in ("p50", "p90", "p99", "p99.9", "max")]
        check(f"{name}: percentiles that grow", 0 < times[0] and times == sorted(times), found)
    check("what was received is counted", found.get("messages_per_s", 0) > found.get("plies_per_s", 1) and
          found["bytes_per_s"] > 100 * found["messages_per_s"], found)
    check("the server says what it took", found.get("server", {}).get("cpu_us_per_move", 0) > 0, found)

    for seconds in (4, 16, 64):
        run = load(server.port, "--connections", "60", "--tables", "12", "--moves-per-s", "1200", "--seconds", str(seconds), "--json")
        found = json.loads(run.stdout or "{}")
        if found["tables_ended"] > 0:
            break
    check("tables that have ended are replaced", run.returncode == 0 and found["tables_ended"] > 0 and
          found["tables_ended"] < found["tables_made"] <= found["tables_ended"] + 12, run.stderr + str(found))

    run = load(server.port, "--connections", "50", "--seconds", "1")
    check("without --json it is a text", run.returncode == 0 and "until the last viewer has it" in run.stdout, run)
    run = load(server.port, "--connections", "300", "--tables", "0", "--seconds", "1", "--json")
    found = json.loads(run.stdout or "{}")
    check("connections that do nothing", run.returncode == 0 and found["idle"] == 300, run)

    run = load(server.port, "--connections", "20", "--tables", "30")
    check("too few to play at so many tables: one sentence, status 2",
          run.returncode == 2 and "need a player each" in run.stderr and run.stdout == "", run)
    check("the server is fine", server.stop() == 0)

with Server() as server:
    run = load(server.port, "--connections", "300", "--seconds", "1")
    check("a limit of the server is told with what to do about it",
          run.returncode == 2 and "connections_per_address" in run.stderr and run.stdout == "", run)

for url, words in (("http://192.0.2.1:8080", "another machine"), ("http://[2001:db8::1]/", "another machine"),
                   ("https://localhost", "is not the URL of a server"), ("http://", "is not the URL of a server"),
                   ("localhost:1", "nothing listens")):
    run = subprocess.run([TAPETE, "load", url], encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=60, check=False)
    check(f"{url} is refused with one sentence",
          run.returncode == 2 and words in run.stderr and run.stderr.count("\n") == 1, run)
sys.exit(finish())
