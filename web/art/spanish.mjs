// The Spanish deck: 40 cards. The frame tells the suit where only its edge is seen: unbroken for oros, one gap for copas, two for
// espadas, three for bastos (the pintas).
import { spanishBack } from "./backs.mjs";
import { CARD_BOX, fromBothSides } from "./card.mjs";
import { widthOf, write } from "./letters.mjs";
import { GOLD, INK, SPANISH } from "./palette.mjs";
import { figure } from "./spanish-figures.mjs";
import { ace, coin, cudgel, cup, sword } from "./spanish-pips.mjs";
import { group, path, use } from "./svg.mjs";

export const SUITS = ["oros", "copas", "espadas", "bastos"];
/** The letter in the game's notation, and the number on the card. */
export const RANKS = { A: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", S: "10", C: "11", R: "12" };

const UPRIGHT = new Set(["espadas", "bastos"]);
const INSET = 4.5;

/** The frame, with this many gaps in its upper and its lower line. */
function frame(suit) {
    const gaps = Math.max(0, SUITS.indexOf(suit));
    const [left, right] = [INSET, 100 - INSET];
    const gap = 7;
    const line = (y) => {
        const cuts = Array.from({ length: gaps }, (_, i) => 50 + (i - (gaps - 1) / 2) * 16);
        const starts = [left + 4, ...cuts.map((x) => x + gap / 2)];
        const ends = [...cuts.map((x) => x - gap / 2), right - 4];
        return starts.map((x, i) => `M${x} ${y}H${ends[i]}`).join("");
    };
    const sides = `M${left} ${INSET + 4}V${156 - INSET - 4}M${right} ${INSET + 4}V${156 - INSET - 4}`;
    const corners =
        `M${left} ${INSET + 4}a4 4 0 0 1 4-4M${right} ${INSET + 4}a4 4 0 0 0-4-4` +
        `M${left} ${152 - INSET}a4 4 0 0 0 4 4M${right} ${152 - INSET}a4 4 0 0 1-4 4`;
    return path(line(INSET) + line(156 - INSET) + sides + corners, {
        fill: "none",
        stroke: suit === "any" ? INK : SPANISH[suit].deep,
        "stroke-width": 1.5,
    });
}

const colourOf = (suit) => (suit === "any" ? INK : suit === "oros" ? GOLD.dark : SPANISH[suit].deep);

/** Where the signs lie: [x, y, scale, turn]. */
const ROUND = {
    2: [
        [50, 48, 1.5],
        [50, 110, 1.5],
    ],
    3: [
        [50, 38, 1.15],
        [50, 78, 1.15],
        [50, 118, 1.15],
    ],
    4: [
        [33, 50, 1],
        [67, 50, 1],
        [33, 106, 1],
        [67, 106, 1],
    ],
    5: [
        [33, 46, 0.92],
        [67, 46, 0.92],
        [50, 78, 0.92],
        [33, 110, 0.92],
        [67, 110, 0.92],
    ],
    6: [
        [34, 45, 0.86],
        [66, 45, 0.86],
        [34, 78, 0.86],
        [66, 78, 0.86],
        [34, 111, 0.86],
        [66, 111, 0.86],
    ],
    7: [
        [33, 41, 0.74],
        [67, 41, 0.74],
        [50, 59.5, 0.74],
        [33, 78, 0.74],
        [67, 78, 0.74],
        [33, 115, 0.74],
        [67, 115, 0.74],
    ],
};
const TALL = {
    2: [
        [50, 44, 1.15],
        [50, 112, 1.15],
    ],
    3: [
        [50, 44, 1.15],
        [34, 112, 1.15],
        [66, 112, 1.15],
    ],
    4: [
        [36, 46, 1.1],
        [64, 46, 1.1],
        [36, 110, 1.1],
        [64, 110, 1.1],
    ],
    5: [
        [36, 43, 1],
        [64, 43, 1],
        [50, 78, 1],
        [36, 113, 1],
        [64, 113, 1],
    ],
    6: [
        [32, 46, 1.05],
        [50, 46, 1.05],
        [68, 46, 1.05],
        [32, 110, 1.05],
        [50, 110, 1.05],
        [68, 110, 1.05],
    ],
    7: [
        [32, 40, 0.95],
        [50, 40, 0.95],
        [68, 40, 0.95],
        [50, 78, 1.15, 90],
        [32, 116, 0.95],
        [50, 116, 0.95],
        [68, 116, 0.95],
    ],
};

function index(rank, suit) {
    const number = RANKS[rank];
    const narrow = number.length > 1 ? 0.8 : 1;
    return write(number, 9.5, 10, 21, colourOf(suit), { narrow, pen: 4.6 });
}

/** A card of which nobody knows the suit: all four of them, faint. */
const anySuit = () =>
    group(
        { opacity: 0.35 },
        SUITS.map((suit, i) => {
            const scale = UPRIGHT.has(suit) ? 0.62 : 0.7;
            return use(suit, 50 + (i % 2 ? 13 : -13), 78 + (i > 1 ? 17 : -17), { scale });
        }),
    );

function middle(rank, suit) {
    if (suit === "any") return anySuit();
    if (rank === "A") return ace(suit);
    const places = (UPRIGHT.has(suit) ? TALL : ROUND)[rank];
    if (places) return places.map(([x, y, scale, turn]) => use(suit, x, y, { scale, turn })).join("");
    return figure(rank, suit);
}

const full = (rank, suit) => use(`frame-${suit}`, 0, 0) + fromBothSides(`index-${suit}-${rank}`) + middle(rank, suit);

/** A large number, and a large sign below it. */
function small(rank, suit) {
    const number = RANKS[rank];
    const narrow = number.length > 1 ? 0.9 : 1;
    const height = suit === "any" ? 60 : 52;
    const width = widthOf(number) * (height / 28) * narrow;
    return [
        use(`frame-${suit}`, 0, 0),
        write(number, 50 - width / 2, suit === "any" ? 48 : 15, height, colourOf(suit), { narrow, pen: 4.8 }),
        suit === "any" ? "" : use(suit, 50, 109, UPRIGHT.has(suit) ? { scale: 1.55, turn: 38 } : { scale: 2.05 }),
    ].join("");
}

export function spanishDeck() {
    const parts = { oros: coin(), copas: cup(), espadas: sword(), bastos: cudgel() };
    const symbols = {};
    for (const suit of [...SUITS, "any"]) {
        parts[`frame-${suit}`] = frame(suit);
        for (const rank of Object.keys(RANKS)) {
            parts[`index-${suit}-${rank}`] = index(rank, suit);
            symbols[`${suit}-${rank}`] = { box: CARD_BOX, content: full(rank, suit) };
            symbols[`${suit}-${rank}-small`] = { box: CARD_BOX, content: small(rank, suit) };
        }
    }
    symbols.back = { box: CARD_BOX, content: spanishBack() };
    return { symbols, parts };
}
