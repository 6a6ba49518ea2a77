// The table of Sabacc explains what the rules decided: it must come to the same.
import assert from "node:assert/strict";
import test from "node:test";
import { placeOthers } from "../../src/tables/places";
import { followCards, nameCards } from "../../src/tables/sabacc/cards";
import { rankHand, resolution } from "../../src/tables/sabacc/rank";
import { effectsInForce, readToken } from "../../src/tables/sabacc/view";

const NONE = { devaluation: false, major_fraud: false, cook_the_books: false, prime: null };
const hand = (sand, blood, impostors = {}) => ({ sand, blood, impostors: { sand: null, blood: null, ...impostors } });
const rank = (one, effects = {}) => rankHand(one, { ...NONE, ...effects });

test("hands rank as section 5 of the rules says", () => {
    assert.deepEqual(rank(hand("S", "S")), { values: { sand: 0, blood: 0 }, kind: "pure", number: 0, key: 0 });
    assert.deepEqual(rank(hand("3", "3")), { values: { sand: 3, blood: 3 }, kind: "sabacc", number: 3, key: 6 });
    assert.equal(rank(hand("2", "5")).key, 307);
    assert.equal(rank(hand("S", "4")).key, 8);
    assert.equal(rank(hand("S", "4"), { devaluation: true }).key, 404);
    assert.equal(rank(hand("S", "S"), { devaluation: true }).kind, "pure");
    assert.deepEqual(rank(hand("I", "5", { sand: 5 })).values, { sand: 5, blood: 5 });
    assert.deepEqual(rank(hand("I", "S", { sand: 2 })).values, { sand: 2, blood: 2 });
    assert.equal(rank(hand("I", "6"), { major_fraud: true }).key, 12);
    assert.equal(rank(hand("6", "6"), { cook_the_books: true }).key, 2);
    assert.equal(rank(hand("4", "4"), { prime: 4, cook_the_books: true }).kind, "prime");
});

const table = (changes = {}) => ({
    players: 2,
    in_play: [0, 1],
    first: 0,
    current: 0,
    turn: 1,
    round: 1,
    phase: "TOKEN",
    reserve: [8, 8],
    pot: [0, 0],
    passed: [],
    immune: [],
    embargoed: [],
    free_draw: false,
    ...NONE,
    discard: { sand: ["2"], blood: ["5"] },
    draw_pile: { sand: 19, blood: 19 },
    drawn: null,
    drawn_from: null,
    dice: null,
    impostor_family: null,
    hands: [
        { sand: "3", blood: "4" },
        { sand: "?", blood: "?" },
    ],
    tokens: [
        ["EXHAUSTION", "DIRECT_TRANSACTION"],
        ["EXHAUSTION", "DIRECT_TRANSACTION"],
    ],
    known: [
        { sand: [0], blood: [0] },
        { sand: [1], blood: [1] },
    ],
    open: [
        { sand: false, blood: false },
        { sand: false, blood: false },
    ],
    impostors: [null, null],
    revealed: [null, null],
    firsts: [],
    winners: [],
    score: [0, 0],
    over: false,
    ...changes,
});

test("a resolution tells who was first, and what it cost the others", () => {
    const before = table({ reserve: [5, 6], pot: [2, 1], turn: 3 });
    const after = table({
        round: 2,
        reserve: [7, 4],
        firsts: [0],
        revealed: [hand("3", "3"), hand("4", "6")],
    });
    const [first, second] = resolution(before, after);
    assert.deepEqual([first.seat, first.first, first.pot, first.penalty], [0, true, 2, 0]);
    assert.deepEqual([second.seat, second.kind, second.number, second.pot, second.penalty], [1, "difference", 2, 1, 2]);
    assert.equal(resolution(before, table({ turn: 3 })), null);
});

test("a card that is drawn and kept is the same card, and the old one goes to the discards", () => {
    const start = table({ phase: "DRAW" });
    const names = nameCards(start);
    const drawing = table({ phase: "KEEP", drawn: "6", drawn_from: "DRAW_SAND" });
    const drawn = followCards(names, start, drawing);
    assert.equal(new Set([...Object.values(names.hands[0]), names.top.sand, drawn.drawn]).size, 4);
    const kept = table({
        current: 1,
        hands: [
            { sand: "6", blood: "4" },
            { sand: "?", blood: "?" },
        ],
        discard: { sand: ["3", "2"], blood: ["5"] },
    });
    const after = followCards(drawn, drawing, kept);
    assert.equal(after.hands[0].sand, drawn.drawn);
    assert.equal(after.top.sand, names.hands[0].sand);
    const refused = table({ current: 1, discard: { sand: ["6", "2"], blood: ["5"] } });
    const other = followCards(drawn, drawing, refused);
    assert.equal(other.top.sand, drawn.drawn);
    assert.equal(other.hands[0].sand, names.hands[0].sand);
});

test("a card taken from the discards is the one that lay there", () => {
    const start = table({ phase: "DRAW" });
    const names = nameCards(start);
    const taking = table({ phase: "KEEP", drawn: "5", drawn_from: "TAKE_BLOOD", discard: { sand: ["2"], blood: [] } });
    assert.equal(followCards(names, start, taking).drawn, names.top.blood);
});

test("hands that are exchanged change their places", () => {
    const start = table();
    const names = nameCards(start);
    const exchanged = table({
        phase: "DRAW",
        tokens: [["EXHAUSTION"], ["EXHAUSTION", "DIRECT_TRANSACTION"]],
        hands: [
            { sand: "1", blood: "1" },
            { sand: "3", blood: "4" },
        ],
        known: [
            { sand: [0, 1], blood: [0, 1] },
            { sand: [0, 1], blood: [0, 1] },
        ],
    });
    assert.deepEqual(followCards(names, start, exchanged).hands, [names.hands[1], names.hands[0]]);
});

test("tokens of moves, and what is in force", () => {
    assert.deepEqual(readToken("TARGET_TARIFF@2"), { token: "TARGET_TARIFF", target: 2 });
    assert.deepEqual(readToken("EMBARGO"), { token: "EMBARGO", target: null });
    assert.equal(readToken("PASS"), null);
    assert.deepEqual(effectsInForce(table({ prime: 3, devaluation: true })), ["SABACC_PRIME", "DEVALUATION"]);
});

test("everybody has a place: oneself at the bottom, the next to the left, the partner opposite", () => {
    assert.deepEqual(placeOthers(4, 1), [
        { seat: 2, place: "left" },
        { seat: 3, place: "top" },
        { seat: 0, place: "right" },
    ]);
    assert.deepEqual(placeOthers(4, 0, true)[0], { seat: 1, place: "right" });
    assert.deepEqual(placeOthers(2, null), [{ seat: 1, place: "top" }]);
    assert.deepEqual(
        placeOthers(3, 2).map(({ seat }) => seat),
        [0, 1],
    );
});
