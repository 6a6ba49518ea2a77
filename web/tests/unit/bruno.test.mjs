// What lies on top of the pile of Bruno, which a view has in no order and the log has; and what is told of one's own turn.
import assert from "node:assert/strict";
import test from "node:test";
import { speak } from "../../src/lang/index.ts";
import { noteOf, pickUpReason } from "../../src/games/bruno/notes";
import { orderOfPile } from "../../src/games/bruno/view";

const view = (pile, to_beat) => ({ pile, to_beat });

const played = (...cards) => ({ is: "play", made: { act: "play", from: "hand", cards } });

test("what was played last lies on top, all of it, above what was played before", () => {
    const log = [played("4c"), played("5s"), played("6d", "6c")];
    assert.deepEqual(orderOfPile(view(["4c", "6d", "5s", "6c"], "6"), log), { below: ["4c", "5s"], top: ["6d", "6c"] });
});

test("a 10 leaves the game, and the top is what it was", () => {
    const log = [played("3s"), played("Ac"), played("10h")];
    assert.deepEqual(orderOfPile(view(["3s", "Ac"], "A"), log), { below: ["3s"], top: ["Ac"] });
});

test("what was picked up is no part of the pile until it is played again", () => {
    const taken = { is: "play", made: { act: "pick_up", picked_up: ["4c", "5s"] } };
    const log = [played("4c"), played("5s"), taken, played("5s"), { is: "undo" }, played("4c")];
    assert.deepEqual(orderOfPile(view(["4c", "5s"], "4"), log), { below: ["5s"], top: ["4c"] });
    const flipped = { is: "play", made: { act: "flip", from: "hidden", cards: ["4h"], picked_up: ["5s"] } };
    assert.deepEqual(orderOfPile(view([], null), [played("5s"), flipped]), { below: [], top: [] });
});

test("where the log does not go back so far, the card that is to beat lies on top", () => {
    assert.deepEqual(orderOfPile(view(["4c", "5c", "9c", "Kc"], "9"), []), { below: ["4c", "5c", "Kc"], top: ["9c"] });
    assert.deepEqual(orderOfPile(view(["7h", "4c", "5s"], "5"), [played("5s")]), { below: ["7h", "4c"], top: ["5s"] });
});

const NAMES = ["You", "Ana", "Bo", "Cleo"];
/** The viewer, seat 0, has only hidden cards. */
const before = {
    ...view(["Jc", "4h"], "J"),
    plies: 20,
    current: 0,
    over: false,
    removed_tens: 0,
    hands: [[], ["?"], ["?"], ["?"]],
    hidden: [["?", "?"], [], [], []],
};
const taken = (card, pile = before.pile) => ({
    ...before,
    ...view([], null),
    plies: 21,
    hands: [[...pile, card], ["?"], ["?"], ["?"]],
    hidden: [["?"], [], [], []],
});

test("a hidden card that cannot be played is told with the reason, and one that is played is not", async () => {
    await speak("en");
    const told = (from, to, strict = false) => noteOf(from, to, 0, NAMES, strict);
    assert.equal(told(before, taken("5d")), "You flipped: 5d. It does not beat the jack, so you take the pile.");
    assert.match(told({ ...before, to_beat: "9" }, taken("Qd")), /^You flipped: Qd\. It is not below 9/);
    assert.match(told({ ...before, to_beat: "9" }, taken("10d"), true), /^You flipped: 10d\. It is not below 9/);
    assert.match(told(before, taken("2d")), /A function card cannot be your last card/);
    const played = { ...taken("Qd"), ...view(["Jc", "4h", "Qd"], "Q"), hands: before.hands, current: 1 };
    assert.equal(told(before, played), null);
});

test("a player who is skipped by a 3 is told by whose, and no other player is", async () => {
    await speak("en");
    const from = { ...before, current: 3 };
    const to = { ...from, pile: [...from.pile, "3s"], plies: 21, current: 1 };
    assert.equal(noteOf(from, to, 0, NAMES, false), "Cleo skipped you with a 3.");
    assert.equal(noteOf(from, to, 1, NAMES, false), null);
    assert.equal(noteOf(from, { ...to, pile: [...from.pile, "Ks"], current: 0 }, 0, NAMES, false), null);
});

test("somebody's 10 says how many cards it took from the viewer, and gave", async () => {
    await speak("en");
    const from = { ...before, current: 3, plies: 20, removed_tens: 0, hands: [["Ks", "4h"], ["?"], ["?"], ["?", "?"]] };
    const to = { ...from, plies: 21, removed_tens: 1, current: 0, hands: [[], ["?"], [], ["?"]] };
    assert.match(noteOf(from, to, 0, NAMES, false), /^Cleo played a 10.*You had 2, now none\.$/);
    assert.equal(noteOf({ ...from, current: 0 }, { ...to, current: 1 }, 0, NAMES, false), null);
});

test("why the pile is picked up: the card to beat, a 9, or a function card that would be the last", async () => {
    await speak("en");
    const at = (to_beat, hand, shown) => ({ to_beat, hands: [hand], shown: [shown], hidden: [shown] });
    assert.match(pickUpReason(at("Q", ["4h", "5h"], []), 0), /^Nothing in your hand beats the queen/);
    assert.match(pickUpReason(at("7", [], ["4h"]), 0), /^None of your shown cards beats the 7/);
    assert.match(pickUpReason(at("9", ["Kh"], ["4h"]), 0), /below 9/);
    assert.match(pickUpReason(at("Q", ["2h"], []), 0), /cannot be your last card/);
});
