#!/usr/bin/env python3
"""A model of how servers share a table through a database, looked at in every state that it can get into. Reports as TAP.

Two servers, one table, a database with a synchronous standby. Everything that can happen happens in every order: leases run out, servers
are killed and come back, connections break before, during and after a commit, waits for the standby are cancelled, and the standby takes
over. A server that stands still is one of which nothing happens for a while, so that is in it too.

    the owner       is who claimed the table last; a claim needs a lease that is over (or none), and makes a new epoch
    a write         is conditional on the owner and the epoch, and keeps the row locked until its end (the fence)
    the owner reads the journal after its claim is committed, and not before
    a commit        is acknowledged when the standby has it
    an uncertain    commit is looked up: after the end of the transaction, and in a transaction that is committed itself

What must hold in every state: no write that was acknowledged is missing, none is there twice, and each was made by a server that had
seen all those before it (so no two owners are ever acknowledged). From every state there is a way to an owner on which nothing fails, of
a bounded number of steps. Each rule above is needed: without any one of them the model finds a history that breaks a promise.

src/store/postgres_open.c and postgres_transaction.c keep these rules for the one server of a database (the row of a server is the table).
src/store/postgres_cluster.c keeps them for several: the row that a write keeps locked is that of the owner in `writers`, and a claim needs it too.
"""

import os
import sys
from collections import deque

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "server"))
import tap

MOST_WRITES = 2
MOST_CLAIMS = 3
MOST_FAULTS = 2  # crashes and failovers together; connections break as often as they like
MOST_STEPS = 14  # until the table is owned again

# A server: what it does, the epoch that it owns, the writes that it has seen, and the write that it waits for.
DOWN, IDLE, CLAIMS, READS, OWNS, WRITES, ANSWERED, UNCERTAIN = "down", "idle", "claims", "reads", "owns", "writes", "answered", "uncertain"
FRESH = (IDLE, 0, (), None)

# A state: the log of the database ("c", server) or ("w", server, write); how much of it the standby has; the transaction that holds the
# lock, (server, record, whether it is in the log), or None; whether the lease runs; the servers; acknowledged writes; writes begun; faults.
START = ((), 0, None, False, (FRESH, FRESH), frozenset(), 0, 0)


class Broken(Exception):
    pass


def visible(log, transaction):
    """What others see: not what still waits for the standby."""
    return log[:-1] if transaction and transaction[2] else log


def owner_of(log):
    """Server and epoch."""
    claims = [record[1] for record in log if record[0] == "c"]
    return (claims[-1], len(claims)) if claims else (None, 0)


def writes_of(log):
    return tuple(record[2] for record in log if record[0] == "w")


def check(state):
    log, _, _, _, _, acknowledged, _, _ = state
    found = writes_of(log)
    if not acknowledged <= set(found):
        raise Broken("an acknowledged write is lost")
    if len(set(found)) < len(found):
        raise Broken("a write is there twice")


def steps(state, without):
    """Every state that can follow, with what happens, and whether that is a fault. `without`: a rule that is not kept."""
    log, copied, transaction, lease, servers, acknowledged, begun, faults = state

    def after(server=None, now=None, **more):
        others = servers if server is None else tuple(now if i == server else s for i, s in enumerate(servers))
        return (more.get("log", log), more.get("copied", copied), more.get("transaction", transaction), more.get("lease", lease), others,
                more.get("acknowledged", acknowledged), more.get("begun", begun), more.get("faults", faults))

    seen = visible(log, transaction)
    owner, epoch = owner_of(seen)
    if lease:
        yield "the lease runs out", after(lease=False), False
    if copied < len(log):
        yield "the standby copies", after(copied=copied + 1), False
    if transaction:
        yield from ends(state, after, without)
    if faults < MOST_FAULTS:
        kept = log[:copied]
        lost = tuple((UNCERTAIN, *s[1:]) if s[0] in (CLAIMS, WRITES) else s for s in servers)
        yield "the standby takes over", (kept, copied, None, lease, lost, acknowledged, begun, faults + 1), True

    for i, (does, own_epoch, view, write) in enumerate(servers):
        if does != DOWN and faults < MOST_FAULTS:
            yield "a server is killed", after(i, (DOWN, 0, (), None), faults=faults + 1), True
        if does == DOWN:
            yield "a server comes back", after(i, FRESH), False
        elif does == IDLE:
            if without == "read after the claim":
                yield "the journal is read too early", after(i, (IDLE, 0, writes_of(seen), None)), False
            is_free = owner is None or not lease
            if transaction is None and is_free and sum(record[0] == "c" for record in log) < MOST_CLAIMS:
                yield "a claim", after(i, (CLAIMS, 0, view, None), transaction=(i, ("c", i), False)), False
        elif does in (CLAIMS, WRITES):
            yield "its connection breaks", after(i, (UNCERTAIN, own_epoch, view, write)), True
        elif does == ANSWERED:
            yield "the answer arrives", succeed(after, i, servers[i], log, acknowledged, without), False
            yield "the answer is lost", after(i, (UNCERTAIN, own_epoch, view, write)), True
        elif does == UNCERTAIN:
            yield from look_up(state, after, i, without)
        elif does == READS:
            yield "the journal is read", after(i, (OWNS, own_epoch, writes_of(seen), None)), False
        elif does == OWNS and transaction is None:
            is_fenced = (owner, epoch) != (i, own_epoch)
            if is_fenced and without != "the fence":
                yield "it is fenced", after(i, FRESH), False
            elif begun < MOST_WRITES or write is not None:
                number = write if write is not None else begun
                yield "a write", after(i, (WRITES, own_epoch, view, number), transaction=(i, ("w", i, number), False),
                                       begun=max(begun, number + 1)), False


def ends(state, after, without):
    """What the database does with the transaction that it has."""
    log, copied, (server, record, is_logged), _, servers, acknowledged, _, _ = state
    does, own_epoch, view, write = servers[server]
    is_awaited = does in (CLAIMS, WRITES)
    if not is_logged:
        if record[0] == "w" and does == WRITES and view != writes_of(log):
            raise Broken("a server that has not seen everything writes")
        if record[0] == "w" and does in (UNCERTAIN, DOWN) and owner_of(log)[0] != server:
            raise Broken("a server that is fenced writes")
        yield "it is committed", after(log=log + (record,), transaction=(server, record, True)), False
        # Its connection broke, or it took too long: it is rolled back.
        nothing = (READS, own_epoch, (), None) if record[0] == "w" else FRESH
        yield "it is rolled back", after(server, nothing if is_awaited else servers[server], transaction=None), not is_awaited
        return
    if is_awaited and without == "the standby has it":
        yield "it is answered too early", after(server, (ANSWERED, own_epoch, view, write), transaction=None, lease=True), False
    if copied == len(log):
        now = (ANSWERED, own_epoch, view, write) if is_awaited else servers[server]
        yield "the standby has it", after(server, now, transaction=None, lease=True), False
    # With a warning: what was asked for is not so.
    now = (UNCERTAIN, own_epoch, view, write) if is_awaited else servers[server]
    yield "the wait for the standby is cancelled", after(server, now, transaction=None), True


def succeed(after, server, now, log, acknowledged, without):
    _, own_epoch, view, write = now
    if write is not None:
        return after(server, (OWNS, own_epoch, view + (write,), None), acknowledged=acknowledged | {write})
    claimed = max(index for index, record in enumerate(log) if record == ("c", server)) if ("c", server) in log else -1
    epoch = sum(record[0] == "c" for record in log[:claimed + 1])
    if without == "read after the claim":
        return after(server, (OWNS, epoch, view, None))
    return after(server, (READS, epoch, (), None))


def look_up(state, after, i, without):
    """Whether the commit has happened whose connection broke."""
    log, copied, transaction, _, servers, acknowledged, _, _ = state
    _, own_epoch, view, write = servers[i]
    if without == "look it up":
        yield "it is taken for not done, and done again", after(i, (OWNS, own_epoch, view, write) if write is not None else FRESH), False
        return
    if transaction and transaction[0] == i and without != "wait for its end":
        return  # its row is locked
    if copied < len(log) and without != "look in a commit":
        return  # the look is a transaction itself, which is answered when the standby has it and all before it
    seen = visible(log, transaction)
    record = ("w", i, write) if write is not None else ("c", i)
    # A claim is known by its number; an earlier one of the same server is not it.
    is_done = record in seen if write is not None else owner_of(seen)[0] == i
    if is_done:
        yield "it has happened", succeed(after, i, servers[i], seen, acknowledged, without), False
    else:
        yield "it has not happened", after(i, (READS, own_epoch, (), None) if write is not None else FRESH), False


def is_owned(state):
    owner = owner_of(visible(state[0], state[2]))
    return any(s[0] in (OWNS, WRITES) and owner == (i, s[1]) for i, s in enumerate(state[4]))


def explore(without=None):
    """All states, with those that follow without a fault. Raises Broken with the history that led there."""
    before = {START: None}
    calm = {}
    waiting = deque([START])
    while waiting:
        state = waiting.popleft()
        try:
            check(state)
            following = list(steps(state, without))
        except Broken as broken:
            history = [str(broken)]
            while before[state] is not None:
                state, what = before[state]
                history.append(what)
            raise Broken("\n".join(reversed(history))) from None
        calm[state] = [now for _, now, is_fault in following if not is_fault]
        for what, now, _ in following:
            if now not in before:
                before[now] = (state, what)
                waiting.append(now)
    return calm


def test_promises():
    """in every state: nothing that was acknowledged is lost or there twice, no two owners are acknowledged, and the way to an owner is short"""
    calm = explore()
    backwards = {}
    for state, following in calm.items():
        for now in following:
            backwards.setdefault(now, []).append(state)
    distance = {state: 0 for state in calm if is_owned(state)}
    waiting = deque(distance)
    while waiting:
        state = waiting.popleft()
        for earlier in backwards.get(state, ()):
            if earlier not in distance:
                distance[earlier] = distance[state] + 1
                waiting.append(earlier)
    # The model ends with so many claims; nothing is said of those who have made the last one.
    may_claim = [state for state in calm if sum(record[0] == "c" for record in state[0]) + bool(state[2]) < MOST_CLAIMS]
    stuck = [state for state in may_claim if state not in distance]
    assert not stuck, f"{len(stuck)} states from which nobody owns the table, such as {stuck[0]}"
    longest = max(distance[state] for state in may_claim)
    assert longest <= MOST_STEPS, longest
    assert len(calm) > 10000, len(calm)
    return f"{len(calm)} states, {sum(map(len, calm.values()))} steps without a fault; owned again after {longest} at most"


def test_every_rule_is_needed():
    """without any one rule a promise is broken, and the model says how"""
    notes = []
    for rule in ("the fence", "the standby has it", "read after the claim", "look it up", "wait for its end", "look in a commit"):
        try:
            explore(rule)
        except Broken as broken:
            notes.append(f"without '{rule}': " + "; ".join(str(broken).split("\n")))
            continue
        raise AssertionError(f"nothing is wrong without '{rule}'")
    return "\n".join(notes)


if __name__ == "__main__":
    sys.exit(tap.run([test_promises, test_every_rule_is_needed], sys.argv[1:]))
