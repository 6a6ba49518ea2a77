// What lies on top of the pile of Bruno, which a view has in no order; and what is told of one's own turn.
import assert from "node:assert/strict";
import test from "node:test";
import { speak } from "../../src/lang/index.ts";
import { noteOf, pickUpReason } from "../../src/tables/bruno/notes";
import { orderOfPile, topOfPile } from "../../src/tables/bruno/view";

const view = (pile, to_beat) => ({ pile, to_beat });

test("what was played last lies on top, all of it", () => {
    assert.deepEqual(topOfPile(view(["5s"], "5"), view(["5s", "6d", "6c"], "6"), ["5s"]), ["6d", "6c"]);
});

test("after a jump over several plays the card that is to beat lies on top", () => {
    assert.deepEqual(topOfPile(view(["4c"], "4"), view(["4c", "5c", "9c", "Kc"], "9"), ["4c"]), ["9c"]);
});

test("a hand that is dealt anew leaves the top as it was", () => {
    assert.deepEqual(topOfPile(view(["3s", "Ac"], "A"), view(["3s", "Ac"], "A"), ["3s"]), ["3s"]);
});

test("the card below the top is the one that was played before", () => {
    assert.deepEqual(orderOfPile(view(["4c", "6d", "5s", "7h"], "7"), ["6d", "5s", "7h"]), ["4c", "6d", "5s", "7h"]);
    assert.deepEqual(orderOfPile(view(["7h", "4c", "5s"], "7"), ["6d", "5s", "4c", "7h"]), ["5s", "4c", "7h"]);
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

test("whoever is skipped by a 3 is told by whose, and nobody else is", async () => {
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
