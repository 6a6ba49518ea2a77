"""What all games have in common: the dealer of docs/record.md, which deals outcomes again from the key and compares."""

import hashlib


class Wrong(Exception):
    """The record was not dealt by its key."""


class Unreadable(Exception):
    """There is nothing to verify."""


# ---- from the key to an outcome ----


def blake2b(data, key=b"", size=32):
    return hashlib.blake2b(data, key=key, digest_size=size).digest()


def key_from_seed(seed):
    return blake2b(b"tapete seed 1" + seed.to_bytes(8, "little"))


def commitment(key):
    return blake2b(b"tapete commitment 1" + key)


def deal_key(key, contributions, mark=None):
    """`mark`: the hash of the sealed list, where there is one."""
    data = b"tapete deal 1" if mark is None else b"tapete deal 2" + mark
    for seat, given in enumerate(contributions):
        data += bytes([seat, len(given)]) + given
    return blake2b(data, key)


# ---- the sealed list ----


def sized(text):
    data = text.encode()
    return len(data).to_bytes(4, "little") + data


def seal(table, attempt, seat, given):
    """The commitment of a seat to its bytes."""
    return blake2b(b"tapete seal 1" + sized(table) + bytes([attempt, seat]) + given)


def value_text(value):
    """The value of an option as it is hashed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(value_text, value)) if isinstance(value, list) else str(value)


def told_list(header):
    """The sealed list of a record as clients are told it before the deal."""
    return {**header["sealed"], **{name: header[name] for name in ("game", "rules", "options", "commitment")}}


def list_mark(told):
    """The hash of a list."""
    data = b"tapete list 1" + sized(told["table"]) + bytes([told["attempt"]]) + sized(told["game"]) + sized(told["rules"])
    data += bytes([len(told["options"])])
    for name, value in sorted(told["options"].items(), key=lambda item: item[0].encode()):
        data += sized(name) + sized(value_text(value))
    data += bytes.fromhex(told["commitment"]) + bytes([len(told["kinds"])])
    for kind, one in zip(told["kinds"], told["seals"]):
        given = bytes.fromhex(one or "")
        data += bytes([kind == "person", len(given)]) + given
    return blake2b(data)


def check_seals(header):
    """Every listed person, and nobody else, has contributed what they sealed."""
    sealed, seats = header["sealed"], len(header["seats"])
    if sorted(sealed) != ["attempt", "kinds", "seals", "table"] or len(sealed["seals"]) != seats or len(sealed["kinds"]) != seats:
        raise Unreadable("'sealed' does not have a place for each seat")
    if sealed["attempt"] not in (1, 2, 3) or not set(sealed["kinds"]) <= {"person", "agent"}:
        raise Unreadable("'sealed' has an attempt or a kind that there is not")
    for seat, (given, one, kind) in enumerate(zip(header["contributions"], sealed["seals"], sealed["kinds"])):
        if one is not None and kind != "person":
            raise Wrong(f"seat {seat} has a seal, but no person sits there")
        if given is not None and one is None:
            raise Wrong(f"seat {seat} has contributed, but is not in the sealed list")
        if one is not None:
            data = bytes.fromhex(given or "")
            if len(data) != 32 or seal(sealed["table"], sealed["attempt"], seat, data).hex() != one:
                raise Wrong(f"seat {seat} has not contributed what it sealed")


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
    raise Wrong("something is drawn where nothing is left")


def tighten(word, weights):
    """What a scripted word stands for: a rank without a suit is the first such card that is possible."""
    return next((outcome for outcome in weights if outcome[:-1] == word and weights[outcome] > 0), word)


class Dealer:
    """Deals the outcomes of a record again when the rules draw them, and compares."""

    def __init__(self, header, key):
        mark = list_mark(told_list(header)) if "sealed" in header else None
        self.secret = deal_key(key, [bytes.fromhex(given or "") for given in header["contributions"]], mark)
        self.counters = {}  # kind: (shuffle, index)
        self.script = {}  # kind: the outcomes that were not drawn yet
        for text in header.get("script", []):
            kind, _, word = text.partition(" ")
            self.script.setdefault(kind, []).append(word)
        self.told = []  # what the record has and the rules did not draw yet
        self.checked = self.scripted = 0

    def next_kind(self):
        """The kind of the next outcome of this line, None after the last."""
        return self.told[0].partition(" ")[0] if self.told else None

    def shuffle(self, kind):
        self.counters[kind] = (self.counters.get(kind, (0, 0))[0] + 1, 0)

    def draw(self, kind, weights):
        """One outcome. `weights` has them in their order."""
        if not self.told:
            raise Wrong(f"an outcome is missing: the rules draw '{kind}'")
        shuffle, index = self.counters.get(kind, (0, 0))
        if self.script.get(kind):
            outcome = tighten(self.script[kind].pop(0), weights)
            self.scripted += 1
        else:
            outcome = outcome_of(deal_number(self.secret, kind, shuffle, index), weights)
            self.checked += 1
        if self.told[0] != f"{kind} {outcome}":
            raise Wrong(f"the record has '{self.told[0]}' where the key deals '{kind} {outcome}'")
        if weights.get(outcome, 0) == 0:
            raise Wrong(f"'{kind} {outcome}' is impossible here")
        del self.told[0]
        self.counters[kind] = (shuffle, index + 1)
        return outcome

    def take(self, kind, pile):
        """One card out of a pile, which it leaves."""
        card = self.draw(kind, pile)
        pile[card] -= 1
        return card


# ---- for the games ----
#
# A pile is a dict: how many there are of each card, in the order of the outcomes.


def uniform(outcomes):
    return {str(outcome): 1 for outcome in outcomes}


def in_order(deck, cards):
    return [card for card in deck if card in cards]
