#!/usr/bin/env python3
"""What it takes to have so many people at tables: servers, database, sockets, cost, and what breaks first. docs/scale.md explains it.

    tools/scale/simulate.py [--people 1000 10000 ...] [--FIGURE VALUE] [--json]

A simulation in steps of a millisecond of the path of a move: people at tables move after a while, the loop of their server takes CPU for it,
the writer of each server commits what waits in one transaction, the database takes CPU for each entry and each commit, writes its log, and
waits for a standby. It finds the least number of servers with which moves are durable within --target-ms for 99 of 100, kills one of them and
counts how long its tables are without an owner. The figures that go in were measured (docs/cluster.md, docs/performance.md) or are prices,
and each can be changed.
"""

import argparse
import heapq
import json
import random
import sys

FIGURES = {
    # what people do
    "move_every_s": (12.0, "a person at a table moves so often, on average"),
    "people_per_table": (2.0, "people at a table; bots and spectators come in addition"),
    "bot_moves": (1.0, "moves of bots for each move of a person"),
    "viewers": (3.0, "connections that hear of each move"),
    # measured with scripts/bench-cluster and scripts/bench-server
    "loop_us": (80.0, "CPU of a server for a move"),
    "writer_us": (5.0, "of that, CPU of its writer"),
    "statement_us": (20.0, "CPU of the database for one entry with what belongs to it"),
    "commit_us": (2000.0, "CPU of the database for a transaction with two standbys, however many entries"),
    "connection_kib": (15.0, "memory of a connection: server and kernel"),
    # estimated
    "sync_ms": (1.0, "until the log is on the disk of a standby in the same data centre"),
    "round_trip_ms": (0.3, "between a server and the database"),
    "entry_bytes": (420.0, "of an entry in the database with its indexes"),
    "wal_bytes": (650.0, "of the log for an entry"),
    "table_kib": (24.0, "memory of a table"),
    "claim_us": (400.0, "CPU of the database to claim a table and read its journal"),
    # machines
    "loop_share": (0.5, "of one core that the loop of a server may use on average"),
    "database_cores": (16.0, "of the largest database machine"),
    "database_share": (0.5, "of its cores that may be in use on average"),
    "connections_per_server": (60000.0, "sockets that one server takes"),
    "server_month": (40.0, "cost of a machine with two cores and 8 GiB, a month"),
    "database_month": (400.0, "of a machine with database_cores and fast disks, a month; there are three"),
    "terabyte_month": (80.0, "of disk for a TB, three times kept"),
    "traffic_terabyte": (1.0, "of traffic to people"),
    "message_bytes": (600.0, "to each viewer for a move"),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--people", type=int, nargs="+", default=[1000, 10000, 100000, 300000, 1000000], help="at tables at the same time")
    parser.add_argument("--target-ms", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=4.0, help="simulated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    for name, (value, about) in FIGURES.items():
        parser.add_argument("--" + name.replace("_", "-"), type=float, default=value, help=f"{about} (default {value:g})")
    return parser.parse_args()


class Database:
    """One machine that can be written to: cores that are taken in the order of asking."""

    def __init__(self, o, cores):
        self.o, self.free_at, self.busy = o, [0.0] * max(1, int(cores)), 0.0
        self.commits = self.entries = 0

    def transaction(self, now_ms, entries):
        """When a transaction that arrives now is durable."""
        work = (self.o.commit_us + entries * self.o.statement_us) / 1000
        begin = max(now_ms, heapq.heappop(self.free_at))
        heapq.heappush(self.free_at, begin + work)
        self.busy += work
        self.commits += 1
        self.entries += entries
        return begin + work + self.o.sync_ms


def simulate(o, servers, rate, databases=1, cores=None):
    """Durable moves of all kinds a second, over so many servers: the 50th and 99th of 100 in ms, moves in a commit, the share of the database."""
    rng = random.Random(o.seed)
    cores = cores or o.database_cores
    bases = [Database(o, cores) for _ in range(databases)]
    end = 1000 * o.seconds
    waits = []
    # Servers are alike: a sample of them is followed move by move, and the rest is load on the database.
    sample = min(servers, 8)
    per_server = rate / servers / 1000  # a ms
    events = [(rng.random() * 4, i) for i in range(sample)]
    heapq.heapify(events)
    arrivals = [0.0] * sample
    loops = [0.0] * sample
    weight = servers / sample
    while events:
        now, i = heapq.heappop(events)
        if now > end:
            continue
        # All moves that have come since, through the loop one after the other.
        batch = []
        while True:
            gap = rng.expovariate(per_server)
            if arrivals[i] + gap > now:
                break
            arrivals[i] += gap
            loops[i] = max(loops[i], arrivals[i]) + (o.loop_us / 1000)
            if loops[i] <= now:
                batch.append(arrivals[i])
        if not batch:
            # Nothing waits: the next transaction begins with the next move.
            arrivals[i] = max(arrivals[i], now) + rng.expovariate(per_server)
            loops[i] = max(loops[i], arrivals[i]) + o.loop_us / 1000
            batch = [arrivals[i]]
            now = loops[i]
        base = bases[i % databases]
        durable = base.transaction(now + o.round_trip_ms / 2 + len(batch) * o.writer_us / 1000, len(batch)) + o.round_trip_ms / 2
        for _ in range(int(weight) - 1):  # what the others ask of it meanwhile
            base.transaction(now + rng.random() * 4, len(batch))
        waits += [durable - came for came in batch if came > end * 0.25]
        heapq.heappush(events, (max(durable, now + (4 if len(batch) > 3 else 2)), i))
    waits.sort()
    if not waits:
        return None
    used = sum(base.busy for base in bases) / (end * len(bases) * int(cores))
    return {"p50_ms": waits[len(waits) // 2], "p99_ms": waits[int(len(waits) * 0.99)], "moves_per_commit": sum(b.entries for b in bases) / max(1, sum(b.commits for b in bases)),
            "database_share": used}


def plan(o, people):
    moves = people / o.move_every_s
    rate = moves * (1 + o.bot_moves)
    tables = people / o.people_per_table
    connections = people * 1.2
    by_loop = rate * o.loop_us / 1e6 / o.loop_share
    by_sockets = connections / o.connections_per_server
    servers = max(2, int(by_loop) + 1, int(by_sockets) + 1) + 1  # one more than needed: one can be lost
    databases = 1
    while True:
        found = simulate(o, servers, rate, databases)
        if found and found["p99_ms"] <= o.target_ms and found["database_share"] <= o.database_share:
            break
        if found and found["database_share"] > o.database_share:
            databases += 1
        else:
            servers = int(servers * 1.3) + 1
        if databases > 64 or servers > 5000:
            return None
    lost_tables = tables / servers
    claim_s = lost_tables * o.claim_us / 1e6 / (o.database_cores * (1 - o.database_share))
    day = rate * 86400 * 0.4  # of a day at the peak
    disk_tb = day * 30 * o.entry_bytes / 1e12
    traffic_tb = day * 30 * o.viewers * o.message_bytes / 1e12
    memory_gib = (connections * o.connection_kib + tables * o.table_kib) / servers / 1048576
    wal_mb_s = rate * o.wal_bytes / 1e6
    limits = {"the event loops": by_loop / servers, "sockets": by_sockets / servers, "the database's cores": found["database_share"] / o.database_share,
              "the log of the database (200 MB/s)": wal_mb_s / databases / 200, "memory (6 GiB a server)": memory_gib / 6}
    return {"people": people, "tables": int(tables), "moves_per_s": rate, "servers": servers, "databases": databases, **found, "wal_mb_s": wal_mb_s,
            "memory_gib": memory_gib, "disk_tb_month": disk_tb, "traffic_tb_month": traffic_tb, "tables_lost_with_a_server": int(lost_tables),
            "takeover_s": claim_s + 2, "cost_month": servers * o.server_month + databases * o.database_month * 3 + disk_tb * o.terabyte_month
            + traffic_tb * o.traffic_terabyte, "first": max(limits, key=limits.get), "limits": limits}


def main():
    o = arguments()
    plans = [found for found in (plan(o, people) for people in o.people) if found]
    if o.json:
        print(json.dumps(plans, indent=1))
        return 0
    print(f"{'people':>9} {'moves/s':>8} {'servers':>7} {'databases':>9} {'p99 ms':>7} {'in a commit':>11} {'database':>8} {'log MB/s':>8} {'GiB each':>8} "
          f"{'TB a month':>10} {'takeover s':>10} {'a month':>8}  what is nearest to its limit")
    for found in plans:
        print(f"{found['people']:9} {found['moves_per_s']:8.0f} {found['servers']:7} {found['databases']:9} {found['p99_ms']:7.1f} {found['moves_per_commit']:11.1f} "
              f"{found['database_share']:8.0%} {found['wal_mb_s']:8.1f} {found['memory_gib']:8.2f} {found['disk_tb_month']:10.2f} {found['takeover_s']:10.1f} "
              f"{found['cost_month']:8.0f}  {found['first']}")
    return 0


sys.exit(main())
