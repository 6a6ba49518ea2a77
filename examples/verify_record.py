#!/usr/bin/env python3
"""Check the deal of a finished Tapete record without Tapete.

    python3 verify_record.py RECORD [--witness FILE]

A second implementation of docs/record.md in nothing but the standard library. It checks that the key at the end of the
record is the one whose hash stands in the header, and deals every outcome of chance again from that key: in Kessel
Sabacc, Mus, Bruno, Mulle and Leduc poker. What an outcome is drawn from depends on the rules, docs/rules/exact/*.md, and of these it
follows as much as it needs to know the piles. It does not check moves or the result: that is `tapete verify`. If a
game began from a position, what came before was not dealt and cannot be checked.

A record that is consistent in itself does not show that nobody chose the deal: the operator of the server could have written all of it.
With --witness the record is compared with the list of seals that a client kept before the deal (`tapete join` keeps one in its data directory,
the page offers one to save). Only then the sentence is "verified and witnessed".

Exit status: 0 verified, 1 not verified, 2 the record cannot be read or is not finished.
"""

import copy
import importlib
import json
import pkgutil
import sys

import verify as rules_of_games
from verify.dealer import Dealer, Unreadable, Wrong, check_seals, commitment, key_from_seed, told_list

# verify/GAME.py has a class Game. It has `deal` for the set-up, or `begin_at` a position, and `move`, and draws from the dealer what the
# rules draw.
NAMES = [found.name for found in pkgutil.iter_modules(rules_of_games.__path__) if found.name != "dealer"]
GAMES = {name: getattr(importlib.import_module(f"verify.{name}"), name.capitalize()) for name in NAMES}


def check_key(header, lines):
    """The key of the record, which is the one that its header promises."""
    if "key" not in lines[-1]:
        raise Unreadable("the game is not over and its key not revealed")
    if len({line["key"] for line in lines if "key" in line}) > 1:
        raise Wrong("there are two keys")
    key = bytes.fromhex(lines[-1]["key"])
    if commitment(key).hex() != header["commitment"]:
        raise Wrong("the key is not the one that the commitment was made for")
    if "seed" in header and key_from_seed(int(header["seed"])) != key:
        raise Wrong("the key does not come from the seed")
    return key


def deal_again(header, lines, dealer):
    """All lines after the header."""
    rules = GAMES[header["game"]](header["options"], len(header["seats"]))
    undoable = any("undo" in line for line in lines)
    before = []  # what an undo goes back to: how it was before each ply in force
    for number, line in enumerate(lines, 2):
        try:
            if "undo" in line:
                if not 1 <= line["undo"] <= len(before):
                    raise Unreadable(f"line {number}: there are not so many plies to take back")
                rules, dealer.counters, dealer.script = before[-line["undo"]]
                del before[-line["undo"] :]
            elif number == 2:
                dealer.told = list(line["deal"])
                if "position" in header:
                    rules.begin_at(header["position"])
                else:
                    rules.deal(dealer)
            elif "ply" in line:
                before.append(copy.deepcopy((rules, dealer.counters, dealer.script)) if undoable else None)
                dealer.told = list(line.get("chance", []))
                rules.move(line["seat"], line["move"], dealer)
            if dealer.told:
                raise Wrong(f"the record has '{dealer.told[0]}' where nothing is drawn")
        except Wrong as wrong:
            raise Wrong(f"line {number}: {wrong}") from None


def is_witnessed(header, witness):
    """Whether a client kept the list of this deal, with its own seal in it; a list that is not the same is an error."""
    if witness is None:
        return False
    if witness.get("tapete") != "witness" or witness.get("version") != 1:
        raise Unreadable("the witness is no witness of version 1")
    if not witness["lists"]:
        return False
    if "sealed" not in header:
        raise Wrong("the record names no sealed list, but one was kept before the deal")
    told = told_list(header)
    if witness["lists"][0]["table"] != told["table"]:
        raise Wrong("the witness is of another table")
    if max(one["attempt"] for one in witness["lists"]) > told["attempt"]:
        raise Wrong("'attempt' in the record is one that was void: a later list was kept")
    kept = next((one for one in witness["lists"] if one["attempt"] == told["attempt"]), None)
    if kept is None:
        return False
    for name in told:
        if kept.get(name) != told[name]:
            raise Wrong(f"'{name}' in the record is not what was kept before the deal")
    own = [one["seal"] for one in witness["own"] if one["attempt"] == told["attempt"]]
    return told["seals"][witness["seat"]] in own


def verify(lines, witness=None):
    """Returns the sentence of success."""
    if len(lines) < 2:
        raise Unreadable("the record ends before the deal is complete")
    header = lines[0]
    if header.get("tapete") != "record" or header.get("version") != 1:
        raise Unreadable("this is not a record of version 1")
    if header.get("game") not in GAMES or header.get("rules") != "1":
        raise Unreadable(f"this program does not know {header.get('game')} with rules of version {header.get('rules')}")
    if "sealed" in header:
        check_seals(header)
    witnessed = is_witnessed(header, witness)
    dealer = Dealer(header, check_key(header, lines))
    deal_again(header, lines[1:], dealer)
    if "script" in header:
        raise Wrong(f"{dealer.scripted} outcomes were given by a script")
    sentence = "verified and witnessed" if witnessed else "consistent, but not witnessed"
    sentence += f": the key is right, all {dealer.checked} outcomes checked"
    if header.get("sealed", {}).get("attempt", 1) > 1:
        sentence += f"; void attempts before this deal: {header['sealed']['attempt'] - 1}"
    if "position" in header:
        sentence += "; not checked: the position that the game began from, which was given and not dealt"
    return sentence


def main():
    arguments, witness = sys.argv[1:], None
    if len(arguments) == 3 and "--witness" in arguments[:2]:
        at = arguments.index("--witness")
        witness = arguments[at + 1]
        del arguments[at : at + 2]
    if len(arguments) != 1 or arguments[0] in ("-h", "--help", "--witness"):
        print(__doc__.strip())
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        with open(arguments[0], encoding="utf-8") as record:
            # A last line without its end was cut off by a crash, and does not count.
            lines = [json.loads(line) for line in record if line.endswith("\n")]
        if witness is not None:
            with open(witness, encoding="utf-8") as kept:
                witness = json.load(kept)
        print(verify(lines, witness))
    except Wrong as wrong:
        print(f"not verified: {wrong}")
        return 1
    except KeyError as error:
        print(f"cannot be verified: {error} is missing", file=sys.stderr)
        return 2
    except (Unreadable, OSError, ValueError, IndexError, TypeError, AttributeError) as error:
        print(f"cannot be verified: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
