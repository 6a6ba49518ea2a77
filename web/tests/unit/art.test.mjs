// The art: what lies in public/ is what the scripts draw, everything that a view can name has a picture, and all of it is small.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { drawAll } from "../../art/all.mjs";
import { PNGS } from "../../art/icon.mjs";
import { MARKERS } from "../../src/art/sprites";
import { hasEmblem } from "../../src/game/list";
import * as bruno from "../../src/games/bruno/deck";
import * as mulle from "../../src/games/mulle/deck";
import * as mus from "../../src/games/mus/deck";
import * as sabacc from "../../src/games/sabacc/deck";
import { FAMILIES, TOKENS } from "../../src/games/sabacc/view";
import { NAMES } from "./games.mjs";

// The tests are bundled into another folder, and run in web/.
const publicFolder = "public";
const files = drawAll();
const symbols = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
        name,
        new Set([...text.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1])),
    ]),
);
const has = (sprite, symbol) => symbols[`art/${sprite}.svg`].has(symbol);

test("the drawn files are what the script draws now", () => {
    for (const [name, text] of Object.entries(files))
        assert.equal(readFileSync(join(publicFolder, name), "utf8"), text, `${name}: run node art/draw.mjs`);
});

test("every game in the lobby has a picture, and every character of the program a face", () => {
    for (const game of NAMES)
        if (hasEmblem(game)) assert.ok(has("scenes", `scene-${game}`), `scenes.svg has no picture of ${game}`);
    // The list is in C: a row begins with the id.
    const rows = readFileSync("../src/agents/characters.c", "utf8").matchAll(/^\s*\{"([a-z]+)", "[a-z]+",/gm);
    const ids = [...rows].map((found) => found[1]);
    assert.equal(ids.length, 16);
    for (const id of ids) assert.ok(has("faces", `face-${id}`), `faces.svg has no face of ${id}`);
});

const times = (left, right) => left.flatMap((one) => right.map((other) => one + other));
const FRENCH_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SPANISH_RANKS = ["A", "2", "3", "4", "5", "6", "7", "S", "C", "R"];
const SABACC_VALUES = ["1", "2", "3", "4", "5", "6", "S", "I"];

/** The deck of a game, what reads its codes, and all codes that its views can have. */
const DECKS = [
    ["spanish", mus, times(SPANISH_RANKS, ["o", "c", "e", "b", ""])],
    ["french", bruno, times(FRENCH_RANKS, ["s", "h", "d", "c", ""])],
    ["french", mulle, times(["KL", "SP", "HJ", "RU"], FRENCH_RANKS)],
];

test("every card has a face of its own, full and small, and a back", () => {
    for (const [deck, { faceOf }, codes] of DECKS) {
        const faces = new Set(codes.map((code) => faceOf(code)));
        assert.equal(faces.size, codes.length, `${deck}: two codes have the same face`);
        for (const face of faces)
            assert.ok(has(deck, face) && has(deck, `${face}-small`), `${deck} has no picture of ${face}`);
        assert.ok(has(deck, "back"));
    }
    for (const family of FAMILIES) {
        for (const code of SABACC_VALUES) {
            const face = sabacc.faceOf(code, family);
            assert.equal(face, `${family}-${code}`);
            assert.ok(has("sabacc", face) && has("sabacc", `${face}-small`), `sabacc has no picture of ${face}`);
        }
        assert.ok(has("sabacc", sabacc.backOf(family)));
    }
    assert.notEqual(sabacc.backOf("sand"), sabacc.backOf("blood"));
});

test("the same letters name other cards in other decks, and what is no card has no face", () => {
    assert.equal(mus.faceOf("Ac"), "copas-A");
    assert.equal(bruno.faceOf("Ac"), "clubs-A");
    assert.equal(mulle.faceOf("SP2"), bruno.faceOf("2s"));
    assert.equal(bruno.faceOf("Q"), "any-Q");
    for (const [game, code] of [
        [mus, "8o"],
        [mus, "?"],
        [bruno, "11h"],
        [bruno, "1s"],
        [bruno, "?"],
        [mulle, "SP"],
        [mulle, "?"],
        [sabacc, "7"],
        [sabacc, "?"],
    ])
        assert.equal(game.faceOf(code, "sand"), null, code);
});

test("a French card has the letters of its suit as the game writes them", () => {
    assert.deepEqual(["10h", "As", "Q", "10"].map(bruno.suitLetters), ["H", "S", "", ""]);
    assert.deepEqual(["HJ10", "SPA", "RUK", "KL2", "?"].map(mulle.suitLetters), ["HJ", "SP", "RU", "KL", ""]);
});

test("dice, tokens, markers, emblems and pieces are drawn", () => {
    assert.equal(new Set(TOKENS).size, 16);
    for (const token of TOKENS) assert.ok(has("sabacc", `token-${token}`), token);
    for (const spots of [1, 2, 3, 4, 5, 6]) assert.ok(has("sabacc", `die-${spots}`));
    for (const kind of [...MARKERS, "mano", "mulle"]) assert.ok(has("table", `marker-${kind}`), kind);
    for (const game of [...NAMES.filter(hasEmblem), "any"]) assert.ok(has("table", `game-${game}`), game);
    for (const piece of ["stone", "amarraco", "chip", "chip-side"]) assert.ok(has("table", piece), piece);
});

test("drawings refer only to what is in the same file, and need neither scripts nor styles", () => {
    for (const [name, text] of Object.entries(files)) {
        const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
        assert.equal(new Set(ids).size, ids.length, `${name} has an id twice`);
        for (const [, href] of text.matchAll(/href="([^"]+)"/g))
            assert.ok(href.startsWith("#") && ids.includes(href.slice(1)), `${name}: ${href}`);
        // The page's security policy allows no inline style, and browsers do not find gradients of another file.
        assert.doesNotMatch(text, /<script|<style|style=|url\(|NaN|undefined/, name);
    }
});

const pngSize = (bytes) => {
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test("the manifest names icons that are there and as large as it says", () => {
    const manifest = JSON.parse(readFileSync(join(publicFolder, "manifest.webmanifest"), "utf8"));
    const named = new Set();
    for (const { src, sizes, type, purpose } of manifest.icons) {
        const bytes = readFileSync(join(publicFolder, src));
        named.add(src.split("/").at(-1));
        if (type !== "image/png") continue;
        const [width, height] = pngSize(bytes);
        assert.equal(sizes, `${width}x${height}`, src);
        assert.equal(purpose === "maskable", PNGS[src.split("/").at(-1)].maskable, src);
    }
    for (const [name, { size }] of Object.entries(PNGS)) {
        assert.deepEqual(pngSize(readFileSync(join(publicFolder, "art", name))), [size, size], name);
        if (name.startsWith("icon-")) assert.ok(named.has(name), `the manifest leaves out ${name}`);
    }
    assert.ok(manifest.name && manifest.start_url && manifest.display === "standalone");
});

test("all art together is under 300 kB compressed", () => {
    const names = [...readdirSync(join(publicFolder, "art")).map((name) => join("art", name)), "favicon.svg"];
    const bytes = names.map((name) => gzipSync(readFileSync(join(publicFolder, name))).length);
    const sum = bytes.reduce((a, b) => a + b, 0);
    console.log(`# the art takes ${(sum / 1000).toFixed(1)} kB compressed`);
    assert.ok(sum < 300_000, `${sum} bytes`);
});
