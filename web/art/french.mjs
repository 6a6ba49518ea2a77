// The French deck: 52 cards in four colours, and cards of which only the rank is known.
import { frenchBack } from "./backs.mjs";
import { CARD_BOX, fromBothSides } from "./card.mjs";
import { COURT, courtFrame, courtHalf } from "./french-courts.mjs";
import { widthOf, write } from "./letters.mjs";
import { FRENCH, INK } from "./palette.mjs";
import { FRENCH_SIGNS } from "./suits.mjs";
import { path, use } from "./svg.mjs";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = Object.keys(FRENCH_SIGNS);

const [LEFT, MID, RIGHT] = [35.5, 50, 64.5];
const [TOP, CENTRE, BOTTOM] = [33, 78, 123];
const [SECOND, THIRD] = [63, 93];
const corners = (top, bottom) => [
    [LEFT, top],
    [RIGHT, top],
    [LEFT, bottom],
    [RIGHT, bottom],
];
const sides = (y) => [
    [LEFT, y],
    [RIGHT, y],
];
const SIX = [...corners(TOP, BOTTOM), ...sides(CENTRE)];

/** How large the signs are, and where they lie. */
const PIPS = {
    2: [0.86, [MID, TOP + 2], [MID, BOTTOM - 2]],
    3: [0.86, [MID, TOP + 2], [MID, CENTRE], [MID, BOTTOM - 2]],
    4: [0.76, ...corners(TOP, BOTTOM)],
    5: [0.76, ...corners(TOP, BOTTOM), [MID, CENTRE]],
    6: [0.7, ...SIX],
    7: [0.66, ...SIX, [MID, 55.5]],
    8: [0.66, ...SIX, [MID, 55.5], [MID, 100.5]],
    9: [0.6, ...corners(TOP, BOTTOM), ...corners(SECOND, THIRD), [MID, CENTRE]],
    10: [0.58, ...corners(TOP, BOTTOM), ...corners(SECOND, THIRD), [MID, 48], [MID, 108]],
};

const colourOf = (suit) => FRENCH[suit] ?? INK;

function corner(rank, suit) {
    const narrow = rank === "10" ? 0.74 : 1;
    const height = 23.5;
    const width = widthOf(rank) * (height / 28) * narrow;
    return [
        write(rank, Math.max(4.6, 13.5 - width / 2), 7, height, colourOf(suit), { narrow }),
        suit === "any" ? "" : use(suit, 13.5, 41.5, { scale: 0.52 }, { fill: colourOf(suit) }),
    ].join("");
}

/** Fine lines above and below the great sign of an ace. */
function flourish(colour) {
    const line = { fill: "none", stroke: colour, "stroke-width": 0.9, "stroke-linecap": "round" };
    return (
        path("M34 118H66M40 121.5H60M46 125H54", line) + path("M50 114.2L51.8 118L50 121.8L48.2 118Z", { fill: colour })
    );
}

/** A card of which nobody knows the suit: all four of them, faint. */
const anySuit = () =>
    SUITS.map((suit, i) =>
        use(
            suit,
            50 + (i % 2 ? 11 : -11),
            78 + (i > 1 ? 12 : -12),
            { scale: 0.55 },
            { fill: INK, "fill-opacity": 0.28 },
        ),
    ).join("");

function middle(rank, suit) {
    const fill = { fill: colourOf(suit) };
    if (suit === "any") return anySuit();
    if (rank === "A") return use(suit, 50, 78, { scale: 1.7 }, fill) + fromBothSides(`flourish-${suit}`);
    if (PIPS[rank]) {
        const [scale, ...places] = PIPS[rank];
        return places.map(([x, y]) => use(suit, x, y, { scale, turn: y > CENTRE ? 180 : 0 }, fill)).join("");
    }
    return courtFrame(suit, fromBothSides(`${rank}-${suit}`));
}

const full = (rank, suit) => fromBothSides(`index-${suit}-${rank}`) + middle(rank, suit);

/** A large rank and its sign at the left, where a hand that is held together still shows them, and the sign once more. */
function small(rank, suit) {
    const height = suit === "any" ? 58 : 52;
    const narrow = rank === "10" ? 0.78 : 1;
    const width = widthOf(rank) * (height / 28) * narrow;
    const fill = { fill: colourOf(suit) };
    if (suit === "any") return write(rank, 50 - width / 2, 49, height, colourOf(suit), { narrow, pen: 4.6 });
    return [
        write(rank, Math.max(8, 28 - width / 2), 10, height, colourOf(suit), { narrow, pen: 4.6 }),
        use(suit, 28, 86, { scale: 0.98 }, fill),
        use(suit, 66, 120, { scale: 1.6 }, fill),
    ].join("");
}

export function frenchDeck() {
    const parts = Object.fromEntries(SUITS.map((suit) => [suit, path(FRENCH_SIGNS[suit])]));
    const symbols = {};
    for (const suit of [...SUITS, "any"]) {
        for (const rank of RANKS) {
            parts[`index-${suit}-${rank}`] = corner(rank, suit);
            symbols[`${suit}-${rank}`] = { box: CARD_BOX, content: full(rank, suit) };
            symbols[`${suit}-${rank}-small`] = { box: CARD_BOX, content: small(rank, suit) };
        }
        if (suit === "any") continue;
        parts[`flourish-${suit}`] = flourish(colourOf(suit));
        for (const rank of COURT) parts[`${rank}-${suit}`] = courtHalf(rank, suit);
    }
    symbols.back = { box: CARD_BOX, content: frenchBack() };
    return { symbols, parts };
}
