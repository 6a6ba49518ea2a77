#!/usr/bin/env python3
"""Check the deal of a finished Tapete record without Tapete.

    python3 verify_record.py RECORD

A second implementation of docs/record.md in nothing but the standard library. It checks that the key at the end of the
record is the one whose hash stands in the header, and deals every outcome of chance again from that key. What an
outcome was drawn from depends on the rules of the game; this program knows the piles and dice of Kessel Sabacc
(docs/rules/exact/sabacc.md) and says how many outcomes it could not check. It does not check moves or the result: that
is `tapete verify`.

Exit status: 0 verified, 1 not verified, 2 the record cannot be read or is not finished.
"""

import copy
import hashlib
import json
import sys

# ---- the dealer ----


def blake2b(data, key=b"", size=32):
    return hashlib.blake2b(data, key=key, digest_size=size).digest()


def key_from_seed(seed):
    return blake2b(b"tapete seed 1" + seed.to_bytes(8, "little"))


def commitment(key):
    return blake2b(b"tapete commitment 1" + key)


def deal_key(key, contributions):
    data = b"tapete deal 1"
    for seat, given in enumerate(contributions):
        data += bytes([seat, len(given)]) + given
    return blake2b(data, key)


def deal_number(secret, kind, shuffle, index):
    data = kind.encode() + b"\0" + shuffle.to_bytes(4, "little") + index.to_bytes(4, "little")
    return int.from_bytes(blake2b(data, secret, 16)[:8], "little")


def outcome_of(number, weights):
    """The first outcome whose running total of weights exceeds (number x total) / 2^64."""
    rest = number * sum(weights.values()) >> 64
    for outcome, weight in weights.items():
        if rest < weight:
            return outcome
        rest -= weight
    raise AssertionError("the weights are all 0")


# ---- what Kessel Sabacc draws from ----

TOKENS = """FREE_DRAW REFUND EXTRA_REFUND GENERAL_TARIFF TARGET_TARIFF EMBARGO DEVALUATION IMMUNITY GENERAL_AUDIT
TARGET_AUDIT MAJOR_FRAUD EMBEZZLEMENT COOK_THE_BOOKS EXHAUSTION DIRECT_TRANSACTION SABACC_PRIME""".split()


class Sabacc:
    """The weights of the next outcome of each kind; None where they are not known."""

    def __init__(self, header):
        self.players = len(header["seats"])
        self.tokens = dict.fromkeys(TOKENS, 1)
        # A game that begins from a position has piles that this program does not work out.
        self.piles = {"sand": None, "blood": None}

    def shuffled_before(self, outcomes):
        """The kinds that are shuffled before these outcomes of one ply: both families when a round is dealt.

        A deal takes at least six cards; no single move takes more than two."""
        cards = sum(outcome.split()[0] in self.piles for outcome in outcomes)
        if cards <= 2:
            return []
        family = {**{str(value): 3 for value in range(1, 7)}, "I": 3, "S": 1}
        self.piles = {"sand": dict(family), "blood": dict(family)}
        return list(self.piles)

    def weights(self, kind):
        if kind == "token":
            return self.tokens
        if kind == "first":
            return {str(seat): 1 for seat in range(self.players)}
        if kind == "die":
            return {str(face): 1 for face in range(1, 7)}
        return self.piles.get(kind)

    def take(self, kind, outcome):
        weights = self.weights(kind)
        if weights is not None and kind in ("token", "sand", "blood"):
            if weights.get(outcome, 0) == 0:
                raise Wrong(f"'{kind} {outcome}' is impossible here")
            weights[outcome] -= 1


class Unknown:
    """A game whose rules this program does not know."""

    def __init__(self, header):
        pass

    def shuffled_before(self, outcomes):
        return []

    def weights(self, kind):
        return None

    def take(self, kind, outcome):
        pass


# ---- the record ----


class Wrong(Exception):
    """The record was not dealt by its key."""


class Unreadable(Exception):
    """There is nothing to verify."""


class Dealer:
    def __init__(self, header, key):
        contributions = [bytes.fromhex(given or "") for given in header["contributions"]]
        self.secret = deal_key(key, contributions)
        self.rules = (Sabacc if header["game"] == "sabacc" else Unknown)(header)
        self.counters = {}  # kind: [shuffle, index]
        self.script = {}
        for text in header.get("script", []):
            kind, _, outcome = text.partition(" ")
            self.script.setdefault(kind, []).append(outcome)
        self.checked = self.unchecked = self.scripted = 0

    def ply(self, outcomes):
        """Deal the outcomes of one line again."""
        for kind in self.rules.shuffled_before(outcomes):
            self.counters[kind] = [self.counters.get(kind, [0, 0])[0] + 1, 0]
        for text in outcomes:
            kind, _, outcome = text.partition(" ")
            counter = self.counters.setdefault(kind, [0, 0])
            weights = self.rules.weights(kind)
            if self.script.get(kind):
                expected = self.script[kind].pop(0)
                self.scripted += 1
            elif weights is None:
                expected = outcome
                self.unchecked += 1
            else:
                expected = outcome_of(deal_number(self.secret, kind, *counter), weights)
                self.checked += 1
            if expected != outcome:
                raise Wrong(f"the record has '{text}' where the key deals '{kind} {expected}'")
            self.rules.take(kind, outcome)
            counter[1] += 1


def verify(lines):
    """Returns the sentence of success."""
    if len(lines) < 2:
        raise Unreadable("the record ends before the deal is complete")
    header = lines[0]
    if header.get("tapete") != "record" or header.get("version") != 1:
        raise Unreadable("this is not a record of version 1")
    if header.get("game") != "sabacc":
        raise Unreadable(f"this program knows what Kessel Sabacc draws from, and not {header.get('game')}")
    if "key" not in lines[-1]:
        raise Unreadable("the game is not over and its key not revealed")
    key = bytes.fromhex(lines[-1]["key"])
    if commitment(key).hex() != header["commitment"]:
        raise Wrong("the key is not the one that the commitment was made for")
    if "seed" in header and key_from_seed(int(header["seed"])) != key:
        raise Wrong("the key does not come from the seed")

    dealer = Dealer(header, key)
    before = []  # the dealer before each ply in force: an undo goes back to it
    for number, line in enumerate(lines[1:], 2):
        try:
            if "undo" in line:
                counts = (dealer.checked, dealer.unchecked, dealer.scripted)
                dealer = before[-line["undo"]]
                del before[-line["undo"] :]
                dealer.checked, dealer.unchecked, dealer.scripted = counts
            elif "deal" in line:
                dealer.ply(line["deal"])
            elif "ply" in line:
                before.append(copy.deepcopy(dealer))
                dealer.ply(line.get("chance", []))
        except Wrong as wrong:
            raise Wrong(f"line {number}: {wrong}") from None
    if dealer.scripted > 0:
        raise Wrong(f"{dealer.scripted} outcomes were given by a script")
    return f"verified: the key is right, {dealer.checked} outcomes checked, {dealer.unchecked} not checked"


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    try:
        with open(sys.argv[1], encoding="utf-8") as record:
            # A last line without its end was cut off by a crash, and does not count.
            lines = [json.loads(line) for line in record if line.endswith("\n")]
        print(verify(lines))
    except Wrong as wrong:
        print(f"not verified: {wrong}")
        return 1
    except (Unreadable, OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        print(f"cannot be verified: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
