// The French deck: 52 cards in four colours, and cards of which only the rank is known.
import { FRENCH, GOLD, INK, RED } from "./palette.mjs";
import { write, widthOf } from "./letters.mjs";
import { FRENCH_SIGNS } from "./suits.mjs";
import { group, path, rect, use } from "./svg.mjs";
import { CARD_BOX, turned } from "./card.mjs";
import { court } from "./french-courts.mjs";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = Object.keys(FRENCH_SIGNS);

const ROW = { top: 33, high: 52, upper: 63, middle: 78, lower: 93, low: 104, bottom: 123 };
const LEFT = 37;
const RIGHT = 63;
const MID = 50;
const [Q1, Q2, Q3, Q4] = [33, 63, 93, 123];

const PIPS = {
    2: [
        [MID, ROW.top],
        [MID, ROW.bottom],
    ],
    3: [
        [MID, ROW.top],
        [MID, ROW.middle],
        [MID, ROW.bottom],
    ],
    4: [
        [LEFT, ROW.top],
        [RIGHT, ROW.top],
        [LEFT, ROW.bottom],
        [RIGHT, ROW.bottom],
    ],
    5: [
        [LEFT, ROW.top],
        [RIGHT, ROW.top],
        [MID, ROW.middle],
        [LEFT, ROW.bottom],
        [RIGHT, ROW.bottom],
    ],
    6: [
        [LEFT, Q1],
        [RIGHT, Q1],
        [LEFT, ROW.middle],
        [RIGHT, ROW.middle],
        [LEFT, Q4],
        [RIGHT, Q4],
    ],
    7: [
        [LEFT, Q1],
        [RIGHT, Q1],
        [MID, 55.5],
        [LEFT, ROW.middle],
        [RIGHT, ROW.middle],
        [LEFT, Q4],
        [RIGHT, Q4],
    ],
    8: [
        [LEFT, Q1],
        [RIGHT, Q1],
        [MID, 55.5],
        [LEFT, ROW.middle],
        [RIGHT, ROW.middle],
        [MID, 100.5],
        [LEFT, Q4],
        [RIGHT, Q4],
    ],
    9: [
        [LEFT, Q1],
        [RIGHT, Q1],
        [LEFT, Q2],
        [RIGHT, Q2],
        [MID, ROW.middle],
        [LEFT, Q3],
        [RIGHT, Q3],
        [LEFT, Q4],
        [RIGHT, Q4],
    ],
    10: [
        [LEFT, Q1],
        [RIGHT, Q1],
        [MID, 48],
        [LEFT, Q2],
        [RIGHT, Q2],
        [LEFT, Q3],
        [RIGHT, Q3],
        [MID, 108],
        [LEFT, Q4],
        [RIGHT, Q4],
    ],
};

const colourOf = (suit) => FRENCH[suit] ?? INK;

function corner(rank, suit) {
    const narrow = rank === "10" ? 0.74 : 1;
    const height = 24;
    const width = widthOf(rank) * (height / 28) * narrow;
    return [
        write(rank, Math.max(5, 14 - width / 2), 7, height, colourOf(suit), { narrow }),
        suit === "any" ? "" : use(suit, 14, 42, { scale: 0.52 }, { fill: colourOf(suit) }),
    ].join("");
}

function middle(rank, suit) {
    const fill = { fill: colourOf(suit) };
    if (suit === "any") return "";
    if (rank === "A") return use(suit, 50, 78, { scale: 1.75 }, fill);
    if (PIPS[rank])
        return PIPS[rank].map(([x, y]) => use(suit, x, y, { scale: 0.66, turn: y > 80 ? 180 : 0 }, fill)).join("");
    return court(rank, suit);
}

function full(rank, suit) {
    const index = corner(rank, suit);
    return index + turned(index) + middle(rank, suit);
}

/** A large rank, and a large sign below it. */
function small(rank, suit) {
    const narrow = rank === "10" ? 0.82 : 1;
    const height = 58;
    const width = widthOf(rank) * (height / 28) * narrow;
    return [
        write(rank, 50 - width / 2, suit === "any" ? 48 : 13, height, colourOf(suit), { narrow, pen: 4.6 }),
        suit === "any" ? "" : use(suit, 50, 112, { scale: 1.75 }, { fill: colourOf(suit) }),
    ].join("");
}

function back() {
    return [
        rect(0, 0, 100, 156, { fill: RED.deep }),
        rect(6, 6, 88, 144, { rx: 5, fill: "none", stroke: GOLD.light, "stroke-width": 1.2 }),
    ].join("");
}

export function frenchDeck() {
    const parts = Object.fromEntries(SUITS.map((suit) => [suit, path(FRENCH_SIGNS[suit])]));
    const symbols = {};
    for (const suit of [...SUITS, "any"])
        for (const rank of RANKS) {
            symbols[`${suit}-${rank}`] = { box: CARD_BOX, content: full(rank, suit) };
            symbols[`${suit}-${rank}-small`] = { box: CARD_BOX, content: small(rank, suit) };
        }
    symbols.back = { box: CARD_BOX, content: group({}, back()) };
    return { symbols, parts };
}
