// Kessel Sabacc: two families of cards, told apart by colour and by pattern, dice, and the sixteen tokens.
import { CARD_BOX, turned } from "./card.mjs";
import { write } from "./letters.mjs";
import { CREAM, GOLD, INK, RED } from "./palette.mjs";
import { FAMILY_SIGNS } from "./suits.mjs";
import { circle, path, rect, use } from "./svg.mjs";
import { tokens } from "./tokens.mjs";

export const VALUES = ["1", "2", "3", "4", "5", "6", "S", "I"];
export const FAMILIES = ["sand", "blood"];

const COLOUR = { sand: "#8a5a12", blood: "#8f1d2c" };

const sign = (value) =>
    value === "S"
        ? circle(0, 0, 11, { fill: "none", "stroke-width": 4 })
        : path("M-12-6C-6-9 6-9 12-6C12 4 7 11 0 12C-7 11-12 4-12-6ZM-7-1H-2M2-1H7", {
              fill: "none",
              "stroke-width": 3.2,
          });

function value(family, code, x, y, height) {
    if (/\d/.test(code)) return write(code, x - 9 * (height / 28), y - height / 2, height, COLOUR[family]);
    return `<g transform="translate(${x} ${y}) scale(${height / 28})" stroke="${COLOUR[family]}" stroke-linecap="round" stroke-linejoin="round">${sign(code)}</g>`;
}

function full(family, code) {
    const index = value(family, code, 16, 21, 22);
    return [
        rect(0, 0, 100, 156, { fill: COLOUR[family], "fill-opacity": 0.12 }),
        index,
        turned(index),
        use(family, 50, 118, { scale: 0.8 }, { fill: COLOUR[family] }),
        value(family, code, 50, 70, 50),
    ].join("");
}

function small(family, code) {
    return [
        rect(0, 0, 100, 156, { fill: COLOUR[family], "fill-opacity": 0.12 }),
        value(family, code, 50, 46, 58),
        use(family, 50, 112, { scale: 1.75 }, { fill: COLOUR[family] }),
    ].join("");
}

const back = (family) =>
    rect(0, 0, 100, 156, { fill: COLOUR[family] }) + use(family, 50, 78, { scale: 1.8 }, { fill: GOLD.light });

const SPOTS = {
    1: [[16, 16]],
    2: [
        [10, 10],
        [22, 22],
    ],
    3: [
        [9.5, 9.5],
        [16, 16],
        [22.5, 22.5],
    ],
    4: [
        [10, 10],
        [22, 10],
        [10, 22],
        [22, 22],
    ],
    5: [
        [9.5, 9.5],
        [22.5, 9.5],
        [16, 16],
        [9.5, 22.5],
        [22.5, 22.5],
    ],
    6: [
        [10, 8.5],
        [22, 8.5],
        [10, 16],
        [22, 16],
        [10, 23.5],
        [22, 23.5],
    ],
};

const die = (spots) =>
    rect(2, 2, 28, 28, { rx: 6, fill: CREAM, stroke: INK, "stroke-width": 1 }) +
    spots
        .map(([x, y]) => circle(x, y, spots.length === 1 ? 3.6 : 2.8, { fill: spots.length === 1 ? RED.main : INK }))
        .join("");

export function sabacc() {
    const parts = Object.fromEntries(FAMILIES.map((family) => [family, path(FAMILY_SIGNS[family])]));
    const symbols = {};
    for (const family of FAMILIES) {
        for (const code of VALUES) {
            symbols[`${family}-${code}`] = { box: CARD_BOX, content: full(family, code) };
            symbols[`${family}-${code}-small`] = { box: CARD_BOX, content: small(family, code) };
        }
        symbols[`${family}-back`] = { box: CARD_BOX, content: back(family) };
    }
    for (const [spots, places] of Object.entries(SPOTS))
        symbols[`die-${spots}`] = { box: "0 0 32 32", content: die(places) };
    return { symbols: { ...symbols, ...tokens() }, parts };
}
