import assert from "node:assert/strict";
import test from "node:test";
import { hintWords } from "../../src/lib/hint";
import "./games.mjs";

const name = (move) => move.toUpperCase();
const moves = (...values) => values.map(([move, value, error]) => ({ move, value, error }));

test("a hint says which move is best, and by how much it beats the next", () => {
    const clear = moves(["quiero", 0.62, 0.01], ["paso", 0.55, 0.01], ["ordago", 0.2, 0.01]);
    assert.equal(hintWords("mus", clear, name), "Best: QUIERO. It wins about 62 of 100 games, 7 more than PASO.");
    assert.equal(
        hintWords("mus", clear, name, (move) => `${move.length} stones`),
        "Best: QUIERO. It wins about 62 of 100 games, 7 more than PASO. Why: 6 stones.",
    );
});

test("a hint does not guess: what is within its error, or nearly nothing, is too close to call", () => {
    const unsure = moves(["quiero", 0.62, 0.03], ["paso", 0.55, 0.03]);
    assert.equal(hintWords("mus", unsure, name), "QUIERO or PASO: both win about 59 of 100 games, too close to call.");
    const little = moves(["quiero", 0.604, 0.0001], ["paso", 0.6, 0.0001]);
    assert.equal(hintWords("mus", little, name), "QUIERO or PASO: both win about 60 of 100 games, too close to call.");
});

test("bets that differ in their stones only are one advice: the plainest that does as well is named", () => {
    const alike = moves(
        ["envido 23", 0.63, 0.02],
        ["envido 35", 0.63, 0.02],
        ["envido 3", 0.62, 0.02],
        ["envido 2", 0.62, 0.02],
        ["paso", 0.5, 0.02],
    );
    assert.equal(hintWords("mus", alike, name), "Best: ENVIDO 2. It wins about 62 of 100 games, 12 more than PASO.");
    const larger = moves(
        ["envido 23", 0.63, 0.01],
        ["envido 5", 0.62, 0.01],
        ["envido 4", 0.62, 0.01],
        ["envido 2", 0.5, 0.01],
        ["paso", 0.5, 0.01],
    );
    assert.equal(hintWords("mus", larger, name), "Best: ENVIDO 5. It wins about 62 of 100 games, 12 more than PASO.");
    // A smaller bet that is not surely better than to pass does not stand for one that is.
    const only = moves(["mas 9", 0.63, 0.01], ["mas 2", 0.605, 0.01], ["quiero", 0.59, 0.01]);
    assert.equal(hintWords("mus", only, name), "Best: MAS 9. It wins about 63 of 100 games, 4 more than QUIERO.");
    // Nor does one that the best is surely better than stand for one that is about as good.
    const next = moves(["paso", 0.6, 0.01], ["envido 30", 0.59, 0.01], ["envido 2", 0.57, 0.01]);
    assert.equal(hintWords("mus", next, name), "PASO or ENVIDO 30: both win about 60 of 100 games, too close to call.");
});

test("if there is no choice a hint has nothing to say", () => {
    assert.equal(hintWords("mus", moves(["paso", 0.5, 0.1]), name), "");
    assert.equal(hintWords("mus", [], name), "");
});
