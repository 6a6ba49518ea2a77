// What lies on the table besides cards: chips, stones, markers, the emblems of the games, and the signs of suits in one colour.
import { CREAM, GOLD, INK, RED, STEEL } from "./palette.mjs";
import { ALL_SIGNS } from "./suits.mjs";
import { at, circle, ellipse, path, rect } from "./svg.mjs";

const BOX = "-16 -16 32 32";

const disc = (fill, line) => circle(0, 0, 14.5, { fill, stroke: line, "stroke-width": 1.4 });

const markers = {
    mano:
        disc(GOLD.main, GOLD.dark) +
        path("M-4 9V-2M-4 0V-8M-1-1V-9M2-1V-8M5 0V-6M5 0V4C5 8 2 9 0 9H-4L-8 2", {
            fill: "none",
            stroke: GOLD.dark,
            "stroke-width": 2,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }),
    dealer:
        disc(CREAM, INK) +
        path("M-5-8H0C5-8 7-4 7 0C7 4 5 8 0 8H-5Z", {
            fill: "none",
            stroke: INK,
            "stroke-width": 2.6,
            "stroke-linejoin": "round",
        }),
    turn: path("M-8-12L12 0L-8 12Z", {
        fill: GOLD.main,
        stroke: GOLD.dark,
        "stroke-width": 1.6,
        "stroke-linejoin": "round",
    }),
    lock:
        rect(-10, -2, 20, 15, { rx: 3, fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 1.6 }) +
        path("M-6-2V-6A6 6 0 0 1 6-6V-2", { fill: "none", stroke: STEEL.dark, "stroke-width": 3 }),
    unlocked:
        rect(-10, -2, 20, 15, { rx: 3, fill: CREAM, stroke: GOLD.dark, "stroke-width": 1.6 }) +
        path("M-6-2V-7A6 6 0 0 1 6-8", { fill: "none", stroke: STEEL.dark, "stroke-width": 3 }),
    mulle:
        rect(-11, -9, 13, 20, { rx: 2, fill: CREAM, stroke: INK }) +
        rect(-3, -11, 13, 20, { rx: 2, fill: CREAM, stroke: INK }),
    crown: path("M-12 10L-13-6L-6 1L0-9L6 1L13-6L12 10Z", {
        fill: GOLD.main,
        stroke: GOLD.dark,
        "stroke-width": 1.4,
        "stroke-linejoin": "round",
    }),
};

const emblems = {
    mus: at(0, 0, {}, path(ALL_SIGNS.oros, { fill: "currentColor", "fill-rule": "evenodd" })),
    bruno: at(0, 0, {}, path(ALL_SIGNS.spades, { fill: "currentColor" })),
    sabacc: at(0, 0, {}, path(ALL_SIGNS.blood, { fill: "currentColor" })),
    mulle: at(0, 0, {}, path(ALL_SIGNS.diamonds, { fill: "currentColor" })),
    any: at(0, 0, {}, path(ALL_SIGNS.hearts, { fill: "currentColor" })),
};

export function table() {
    const symbols = {};
    for (const [suit, d] of Object.entries(ALL_SIGNS))
        symbols[`suit-${suit}`] = { box: BOX, content: path(d, { fill: "currentColor", "fill-rule": "evenodd" }) };
    for (const [kind, content] of Object.entries(markers)) symbols[`marker-${kind}`] = { box: BOX, content };
    for (const [game, content] of Object.entries(emblems)) symbols[`game-${game}`] = { box: BOX, content };
    symbols.stone = { box: BOX, content: ellipse(0, 2, 12, 10, { fill: CREAM, stroke: INK, "stroke-width": 1.2 }) };
    symbols.amarraco = {
        box: BOX,
        content: ellipse(0, 0, 14, 13, { fill: RED.main, stroke: INK, "stroke-width": 1.2 }),
    };
    symbols.chip = { box: BOX, content: disc(RED.main, RED.dark) };
    symbols["chip-side"] = {
        box: "0 0 32 29",
        content:
            path("M1 11V18A15 10 0 0 0 31 18V11Z", { fill: RED.deep, stroke: RED.dark, "stroke-width": 1 }) +
            ellipse(16, 11, 15, 10, { fill: RED.main, stroke: RED.dark, "stroke-width": 1 }),
    };
    return { symbols, parts: {} };
}
