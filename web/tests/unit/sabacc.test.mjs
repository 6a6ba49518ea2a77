import assert from "node:assert/strict";
import test from "node:test";
import { endOfRound, hasActed, playersOf } from "../../src/games/sabacc/view";

const view = {
    players: 3,
    in_play: [0, 1, 2],
    first: 2,
    current: 0,
    turn: 2,
    round: 1,
    phase: "TOKEN",
    tokens: [["EMBARGO"], ["EMBARGO", "COOK_THE_BOOKS"], ["EMBARGO"]],
    hands: [{ sand: "4", blood: "I" }, { sand: "?", blood: "?" }, null],
    discard: { sand: ["1"], blood: ["2"] },
    draw_pile: { sand: 9, blood: 9 },
    cook_the_books: true,
    prime: null,
    reserve: [3, 4, 0],
    pot: [2, 1, 0],
};

test("a seat has acted in a turn once it has gone round to the next", () => {
    assert.deepEqual(
        [0, 1, 2].map((seat) => hasActed(view, seat)),
        [false, false, true],
    );
    assert.ok(hasActed({ ...view, phase: "IMPOSTOR" }, 0), "at the end all have");
});

test("who played a token: in the first round by what is left, later by what there was", () => {
    assert.deepEqual(playersOf("COOK_THE_BOOKS", view, null), [0, 2]);
    const later = { ...view, round: 2 };
    assert.deepEqual(playersOf("COOK_THE_BOOKS", later, null), [], "not known, and so not said");
    const tokens = [["EMBARGO"], ["EMBARGO", "COOK_THE_BOOKS"], ["EMBARGO", "COOK_THE_BOOKS"]];
    assert.deepEqual(playersOf("COOK_THE_BOOKS", later, { round: 2, tokens }), [2]);
    assert.deepEqual(playersOf("COOK_THE_BOOKS", later, { round: 1, tokens }), []);
});

test("at the end of a round hands are open, chips are where they went, and what was in force still is", () => {
    const next = {
        ...view,
        round: 2,
        first: 0,
        turn: 1,
        cook_the_books: false,
        reserve: [5, 2, 0],
        pot: [0, 0, 0],
        hands: [{ sand: "1", blood: "1" }, { sand: "?", blood: "?" }, null],
        revealed: [
            { sand: "4", blood: "I", impostors: { sand: null, blood: 4 } },
            { sand: "3", blood: "5", impostors: { sand: null, blood: null } },
            null,
        ],
    };
    const end = endOfRound(view, next);
    assert.deepEqual([end.hands[0].sand, end.hands[1].blood, end.hands[2]], ["4", "5", null]);
    assert.equal(end.impostors[0].blood, 4);
    assert.deepEqual([end.reserve, end.pot], [next.reserve, next.pot]);
    assert.deepEqual([end.first, end.turn, end.cook_the_books], [2, 2, true]);
});
