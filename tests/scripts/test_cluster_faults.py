#!/usr/bin/env python3
"""A whole cluster under load while things fail: PostgreSQL with two synchronous standbys, three servers, HAProxy. Reports as TAP.

    test_cluster_faults.py [--times N] [NAME...]

People play through the proxy, each in a thread of their own, and keep every move that was acknowledged in mind. Meanwhile servers are killed
or stand still, machines of the database are lost, connections are cut. Afterwards every acknowledged move must be in the journal once, no ply may
be there twice, and every table must go on. --times N does each fault N times (default: a few, so that it ends soon).
"""

import os
import random
import signal
import sys
import threading
import time

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
import tap
from cluster import Cluster, Follower, check_journal
from postgres import Replicated

TIMES = int(sys.argv[sys.argv.index("--times") + 1]) if "--times" in sys.argv else 0
PLAYERS = 12
PACE_S = 0.04  # between two moves of a person
POSTGRES = None
count = 0


def times(usual):
    return TIMES or usual


class Load:
    """People who play until they are told to stop."""

    def __init__(self, cluster, players=PLAYERS):
        self.cluster, self.stopping, self.problems = cluster, False, []
        self.players = [Follower(cluster) for _ in range(players)]
        self.threads = [threading.Thread(target=self._play, args=(player,)) for player in self.players]
        for player in self.players:
            player.begin()
        for thread in self.threads:
            thread.start()

    def _play(self, player):
        try:
            while not self.stopping:
                player.step()
                time.sleep(PACE_S)
        except Exception as error:  # told at the end
            self.problems.append(f"{type(error).__name__}: {error}")

    def moves(self):
        return sum(len(player.moves) for player in self.players)

    def go_on(self, patience=30):
        """Wait until everybody has moved again."""
        before = [len(player.moves) for player in self.players]
        deadline = time.monotonic() + patience
        for player, moves in zip(self.players, before):
            while len(player.moves) <= moves and not self.problems:
                assert time.monotonic() < deadline, "somebody's game does not go on"
                time.sleep(0.01)

    def end(self, schema):
        self.stopping = True
        for thread in self.threads:
            thread.join(90)
        assert not self.problems, self.problems
        lost, twice = check_journal(POSTGRES, schema, self.players)
        assert not lost and not twice, f"lost {lost[:5]}, twice {twice[:5]}"
        waits = sorted(wait for player in self.players for wait in player.interruptions)
        if not waits:
            return f"{self.moves()} moves, 0 lost, 0 twice, no interruption"
        p99 = waits[min(len(waits) - 1, int(len(waits) * 0.99))]
        return (f"{self.moves()} moves, 0 lost, 0 twice; {len(waits)} interruptions: half below {waits[len(waits) // 2]:.2f} s, "
                f"99 of 100 below {p99:.2f} s, the longest {waits[-1]:.2f} s"), p99, waits[-1]


class Scene:
    """A cluster with a load on it."""

    def __init__(self, **more):
        global count
        count += 1
        self.schema = f"faults{count}"
        self.cluster = Cluster(POSTGRES.schema(self.schema), 3, proxy=True, **more)

    def __enter__(self):
        self.cluster.__enter__()
        self.load = Load(self.cluster)
        return self

    def __exit__(self, *unused):
        self.load.stopping = True
        for node in self.cluster.nodes:
            if node.stopped:
                node.go_on()
        for thread in self.load.threads:
            thread.join(60)
        self.cluster.__exit__()

    def ends(self):
        return self.load.end(self.schema)


def test_kill():
    """servers are killed again and again: no acknowledged move is lost or there twice, and interruptions are short"""
    random.seed(1)
    with Scene() as scene:
        for number in range(times(9)):
            node = scene.cluster.nodes[number % 3]
            time.sleep(random.random() * 0.3)
            node.kill()
            scene.load.go_on()
            node.start()
        note, p99, _ = scene.ends()
        assert p99 <= 4, note
        return note


def test_pause():
    """an owner stands still and comes back: what it writes then is fenced every time"""
    random.seed(2)
    with Scene() as scene:
        lapses = 0
        for number in range(times(3)):
            node = scene.cluster.nodes[number % 3]
            time.sleep(random.random() * 0.3)
            before = node.figures()["lease_lapses_total"]
            node.pause()
            time.sleep(10)
            node.go_on()
            scene.load.go_on()
            deadline = time.monotonic() + 20
            while node.figures()["lease_lapses_total"] <= before:
                assert time.monotonic() < deadline, "a server that stood still has not noticed"
                time.sleep(0.05)
            lapses += 1
        note, _, _ = scene.ends()
        lost = sum(node.figures()["lost_tables_total"] for node in scene.cluster.nodes)
        return f"{note}; {lapses} pauses of 10 s, {lost:.0f} tables taken over and fenced"


def test_restart():
    """a rolling restart of all servers: nothing is lost, and everybody is back within two seconds"""
    with Scene() as scene:
        for _ in range(times(2)):
            for node in scene.cluster.nodes:
                node.process.send_signal(signal.SIGTERM)
                scene.load.go_on()
                assert node.process.wait(30) == 0
                node.process.stdout.close()
                node.start()
                time.sleep(0.7)  # the proxy has to see that it is there
        note, _, longest = scene.ends()
        assert longest <= 2, note
        return note


def test_standby_lost():
    """one standby is lost and comes back: nobody notices"""
    with Scene() as scene:
        for number in range(times(2)):
            standby = POSTGRES.standbys[number % 2]
            standby.stop("immediate")
            scene.load.go_on(5)
            time.sleep(1)
            scene.load.go_on(5)
            standby.start()
            POSTGRES.wait_in_step(2)
        note = scene.ends()
        assert isinstance(note, str), note  # no interruption at all
        return note


def test_promote():
    """the primary is lost and a standby takes over: nothing is lost, and everybody goes on within ten seconds"""
    with Scene() as scene:
        longest = 0
        for _ in range(times(1)):
            time.sleep(1)
            begin = time.monotonic()
            lost = POSTGRES.promote()
            scene.load.go_on(30)
            longest = max(longest, time.monotonic() - begin)
            POSTGRES.rejoin(lost)
            POSTGRES.wait_in_step(2)
        note = scene.ends()
        note = note if isinstance(note, str) else note[0]
        assert longest <= 10, f"{longest:.1f} s: {note}"
        return f"{note}; all had moved again after {longest:.1f} s"


def test_away():
    """the database is away for half a minute: moves wait or are refused with a sentence, nothing is lost, and play goes on"""
    with Scene() as scene:
        for _ in range(times(1)):
            time.sleep(1)
            POSTGRES.primary.stop("immediate")
            time.sleep(30)
            POSTGRES.primary.start()
            scene.load.go_on(60)
            POSTGRES.wait_in_step(2)
        note = scene.ends()
        return note if isinstance(note, str) else note[0]


def test_cut():
    """connections to the database are cut in the middle of commits: what was answered is true"""
    # In the database itself, which sees them in the moment of their commit.
    cuts = f"""DO $$ DECLARE cut integer := 0; found integer; BEGIN
        WHILE cut < {times(10)} LOOP
            PERFORM pg_stat_clear_snapshot();
            SELECT count(pg_terminate_backend(pid)) INTO found FROM pg_stat_activity WHERE application_name = 'tapete' AND state = 'active'
                AND query = 'COMMIT' AND pid <> pg_backend_pid();
            cut := cut + found;
            PERFORM pg_sleep(CASE WHEN found > 0 THEN 0.2 ELSE 0.001 END);
        END LOOP; END $$"""
    with Scene() as scene:
        POSTGRES.execute(cuts, "postgres")
        scene.load.go_on(60)
        note = scene.ends()
        return f"{times(10)} cuts; {note if isinstance(note, str) else note[0]}"


TESTS = [test_kill, test_pause, test_restart, test_standby_lost, test_cut, test_promote, test_away]

if __name__ == "__main__":
    names = [word for word in sys.argv[1:] if word.startswith("test_")]
    with Replicated() as POSTGRES:
        sys.exit(tap.run(TESTS, names))
