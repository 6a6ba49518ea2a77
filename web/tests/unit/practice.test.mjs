// Practice: progress, and the chart of hands.
import assert from "node:assert/strict";
import test from "node:test";
import { answered, begun, nextQuestion, readProgress } from "../../src/lib/practice.ts";
import { cardsOf, handOf, lanceOf, mostOf, RANKS, tablesOf } from "../../src/games/mus/practised.ts";

const FRESH = { seed: 10, asked: 0, good: 0, lost: 0, mistakes: [] };

test("a new question each time, and a mistake after four others", () => {
    let progress = FRESH;
    const seeds = [];
    for (const lost of [0.5, 0, 0.1, 0, 0, 0, 0]) {
        const { seed, isBack } = nextQuestion(progress);
        seeds.push(isBack ? -seed : seed);
        progress = answered(progress, seed, lost, 0.2);
    }
    assert.deepEqual(seeds, [11, 12, 13, 14, 15, -11, 16]);
    assert.deepEqual({ ...progress, lost: 0 }, { seed: 16, asked: 7, good: 6, lost: 0, mistakes: [] });
    assert.ok(Math.abs(progress.lost - 0.6) < 1e-12);
});

test("a mistake that is made again waits again", () => {
    let progress = { ...FRESH, asked: 9, good: 8, mistakes: [{ seed: 3, due: 9 }] };
    assert.deepEqual(nextQuestion(progress), { seed: 3, isBack: true });
    progress = answered(progress, 3, 0.2, 0.2);
    assert.deepEqual(progress.mistakes, [{ seed: 3, due: 14 }]);
    assert.equal(progress.seed, 10, "the next new one is still the next");
    assert.deepEqual(nextQuestion(progress), { seed: 11, isBack: false });
});

test("what was kept comes back, and what is damaged begins anew", () => {
    const kept = { ...FRESH, asked: 3, good: 1, lost: 1.5, mistakes: [{ seed: 4, due: 7 }] };
    assert.deepEqual(readProgress(JSON.stringify(kept)), kept);
    const half = () => 0.5;
    for (const bad of [
        null,
        "",
        "{",
        "[]",
        "null",
        '{"seed": 1}',
        JSON.stringify({ ...kept, asked: -1 }),
        JSON.stringify({ ...kept, good: 4 }),
        JSON.stringify({ ...kept, lost: "much" }),
        JSON.stringify({ ...kept, mistakes: [{ seed: 1 }] }),
        JSON.stringify({ ...kept, mistakes: [null] }),
        JSON.stringify({ ...kept, seed: 1e300 }),
    ])
        assert.deepEqual(readProgress(bad, half), begun(half), String(bad));
    assert.equal(begun(half).seed, 2 ** 50);
});

/** All hands of eight ranks. */
function allHands() {
    const hands = [];
    for (let a = 0; a < 8; a++)
        for (let b = a; b < 8; b++)
            for (let c = b; c < 8; c++)
                for (let d = c; d < 8; d++) hands.push([a, b, c, d].map((i) => RANKS[i]).join(""));
    return hands;
}

test("the chart has each of the 330 hands once, below its first card and beside its two lowest", () => {
    const hands = allHands().map((hand) => ({ hand, shares: [1000, 0] }));
    assert.equal(hands.length, 330);
    const seen = [];
    for (const table of tablesOf(hands))
        for (const row of table.rows)
            row.cells.forEach((cell, i) => {
                assert.equal(cell.hand, table.firsts[i] + table.second + row.low);
                seen.push(cell.hand);
            });
    assert.deepEqual(seen.sort(), hands.map((one) => one.hand).sort());
});

test("hands that cannot be there leave their fields empty, and rows without any are left out", () => {
    const hands = allHands()
        .filter((hand) => new Set(hand).size < 4)
        .map((hand) => ({ hand, shares: [400, 600] }));
    const cells = tablesOf(hands).flatMap((table) => table.rows.flatMap((row) => row.cells));
    assert.equal(cells.filter((cell) => cell !== null).length, hands.length);
    assert.ok(cells.includes(null));
    for (const table of tablesOf(hands)) for (const row of table.rows) assert.ok(row.cells.some((one) => one));
    assert.equal(mostOf([400, 600]), 1);
});

test("a hand is found however it is typed", () => {
    assert.equal(handOf("RRSA"), "RRSA");
    assert.equal(handOf(" a s 3, r"), "RRSA");
    assert.equal(handOf("2123"), "RAAA");
    for (const none of ["", "RRS", "RRSAA", "RRX4", "8888"]) assert.equal(handOf(none), null);
    assert.deepEqual(cardsOf("RRSA"), ["Ro", "Rc", "Se", "Ab"]);
    assert.equal(lanceOf([{ lance: "grande", calls: [] }]), "GRANDE");
});
