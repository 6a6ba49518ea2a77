// What lies on top of the pile of Bruno, which a view has in no order; and what is told of one's own turn.
import assert from "node:assert/strict";
import test from "node:test";
import { speak } from "../../src/lang/index.ts";
import { noteOf } from "../../src/tables/bruno/notes";
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
    assert.equal(told(before, taken("5d")), "You turned up 5d: it does not beat the jack, so you take the pile.");
    assert.match(told({ ...before, to_beat: "9" }, taken("Qd")), /^You turned up Qd: it is not below 9/);
    assert.match(told({ ...before, to_beat: "9" }, taken("10d"), true), /^You turned up 10d: it is not below 9/);
    assert.match(told(before, taken("2d")), /a function card cannot be your last card/);
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
