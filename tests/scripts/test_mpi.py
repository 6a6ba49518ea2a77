#!/usr/bin/env python3
"""tapete-mpi: any number of ranks gives the bytes of one process, also after a rank was killed. Reports as TAP.

    test_mpi.py PROGRAM
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
import tap
from client import TAPETE

PROGRAM = os.path.realpath(sys.argv[1])
ROOM = tempfile.mkdtemp(prefix="tapete-mpi-")
# mpirun wants to be asked twice before it runs as root, and looks for other networks than this machine.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader",
               "OMPI_MCA_plm_rsh_agent": "false", "TMPDIR": ROOM, "LC_ALL": "C.UTF-8"}


def one(*words):
    return subprocess.run([TAPETE, "arena", *words], capture_output=True, text=True, timeout=300, check=False)


def mpirun(ranks):
    return ["mpirun", "--oversubscribe", "-np", str(ranks), PROGRAM]


def many(ranks, *words):
    return subprocess.run([*mpirun(ranks), "arena", *words], capture_output=True, text=True, timeout=300, check=False, env=ENVIRONMENT, cwd=ROOM)


def same(ranks, *words):
    alone, together = one(*words), many(ranks, *words)
    assert alone.returncode == 0, alone
    assert together.returncode == 0, together
    assert alone.stdout == together.stdout, f"{alone.stdout}\n{together.stdout}"
    return together


def test_same_bytes():
    """pairs, free-for-all, round-robin, with budgets in simulations: four ranks print what one process prints"""
    same(4, "mus", "--agents", "ismcts:sims=20,random", "--games", "12", "--duplicate", "--seed", "5", "--json")
    same(4, "mulle", "--agents", "a=flatmc:games=4,b=random,random", "--round-robin", "--games", "10", "--json")
    same(2, "sabacc", "--agents", "flatmc:games=2,random,random,random", "--games", "60", "--json")


def test_sequential():
    """a sequential test stops at the same deal"""
    result = same(3, "mulle", "--agents", "flatmc:games=2,random", "--sprt", "0,50", "--seed", "2", "--json")
    assert '"planned":40000' in result.stdout and '"complete":true' in result.stdout, result.stdout


def test_records_of_games():
    """--games-to writes the same files, whichever rank has played them"""
    folders = [os.path.join(ROOM, name) for name in ("one", "many")]
    words = ["mulle", "--agents", "random,random", "--games", "20", "--json", "--games-to"]
    assert one(*words, folders[0]).returncode == 0
    assert many(3, *words, folders[1]).returncode == 0
    names = sorted(os.listdir(folders[0]))
    assert names == sorted(os.listdir(folders[1])) and len(names) == 20, names


def test_bad_input():
    """what is wrong is said once, with exit status 2"""
    for words in (["nogame", "--agents", "random,random"], ["mulle", "--agents", "random,nobody"]):
        done = many(3, *words)
        assert done.returncode == 2 and done.stderr.count("tapete: ") == 1, done
    done = subprocess.run([*mpirun(2), "serve"], capture_output=True, text=True, timeout=60, check=False, env=ENVIRONMENT, cwd=ROOM)
    assert done.returncode == 2 and "runs `arena` and `solve` alone" in done.stderr, done
    done = subprocess.run([*mpirun(2), "solve", "leduc", "--iterations", "2"], capture_output=True, text=True, timeout=60, check=False, env=ENVIRONMENT,
                          cwd=ROOM)
    assert done.returncode == 2 and "can be shared" in done.stderr, done


def children_of(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def rank_of(process):
    with open(f"/proc/{process}/environ", "rb") as file:
        found = dict(pair.split(b"=", 1) for pair in file.read().split(b"\0") if b"=" in pair)
    return int(found.get(b"OMPI_COMM_WORLD_RANK", b"-1"))


def test_killed_rank():
    """a rank is killed: the message says how to go on, and going on gives the bytes of a run that was never stopped"""
    words = ["mus", "--agents", "ismcts:sims=100,random", "--games", "160", "--seed", "9", "--json"]
    expected = one(*words)
    assert expected.returncode == 0, expected
    for ranks, victim in ((4, 2), (2, 1)):
        record = os.path.join(ROOM, f"record{ranks}")
        process = subprocess.Popen([*mpirun(ranks), "arena", *words, "--record", record], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=ENVIRONMENT, cwd=ROOM)
        while not os.path.exists(record) or len(open(record, encoding="utf-8").readlines()) < 4:
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        hit = [child for child in children_of(process.pid) if rank_of(child) == victim]
        os.kill(hit[0], signal.SIGKILL)
        output, said = process.communicate(timeout=60)
        assert process.returncode != 0, output
        assert f"tapete-mpi arena --resume {record}" in said, said
        resumed = many(3, "--resume", record, "--json")
        assert resumed.returncode == 0, resumed
        assert resumed.stdout == expected.stdout, f"{resumed.stdout}\n{expected.stdout}"


def test_solve():
    """a solution: three ranks write the bytes of one process; one is killed, the message says how to go on, and going on gives the same bytes"""
    words = ["solve", "mus", "--option", "preset=S2", "--all", "--nashconv", "0.1", "--threads", "1"]
    alone, together = os.path.join(ROOM, "alone.scores"), os.path.join(ROOM, "together.scores")

    def run(command, *more):
        return subprocess.run([*command, *words, *more], capture_output=True, text=True, timeout=300, check=False, env=ENVIRONMENT, cwd=ROOM)

    def read(path):
        with open(path, "rb") as file:
            return file.read()
    done = run([TAPETE], "--iterations", "9", "--out", alone)
    assert done.returncode == 0, done
    # 4 is in the middle of those that do not depend on one another.
    done = run(mpirun(3), "--iterations", "4", "--out", together)
    assert done.returncode == 0 and f"--resume {together}" in done.stderr, done
    process = subprocess.Popen([*mpirun(3), *words, "--iterations", "1500", "--resume", together], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=ENVIRONMENT, cwd=ROOM)
    while process.stderr.readline().find("--resume") < 0:
        assert process.poll() is None
    hit = [child for child in children_of(process.pid) if rank_of(child) == 1]
    os.kill(hit[0], signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode != 0
    done = run(mpirun(2), "--iterations", "9", "--resume", together)
    assert done.returncode == 0, done
    assert read(alone) == read(together)


atexit.register(shutil.rmtree, ROOM, ignore_errors=True)
sys.exit(tap.run([test_same_bytes, test_sequential, test_records_of_games, test_bad_input, test_killed_rank, test_solve], sys.argv[2:]))
