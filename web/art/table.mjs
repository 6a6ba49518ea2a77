// What lies on the table beside cards: chips, stones, markers, the emblems of the games, and the signs of suits in one colour.
import { BLUE, CREAM, FRENCH, GOLD, INK, RED, STEEL } from "./palette.mjs";
import { coin, sword } from "./spanish-pips.mjs";
import { ALL_SIGNS, FAMILY_SIGNS, FRENCH_SIGNS } from "./suits.mjs";
import { at, circle, ellipse, group, path, rect, star } from "./svg.mjs";

const BOX = "-16 -16 32 32";
const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/* ---- chips ---- */

const CHIP = { main: "#b23a34", deep: "#842523", dark: "#4d1312" };

/** From above. */
const chip = () =>
    [
        circle(0, 0, 15, { fill: CHIP.main, stroke: CHIP.dark, "stroke-width": 1 }),
        circle(0, 0, 12.8, { fill: "none", stroke: CREAM, "stroke-width": 3.4, "stroke-dasharray": "6.7 6.7" }),
        circle(0, 0, 10, { fill: CREAM, stroke: CHIP.deep, "stroke-width": 0.8 }),
        circle(0, 0, 8.2, { fill: CHIP.main }),
        path(star(8, [6.6, 3]), { fill: GOLD.light }),
    ].join("");

/** As one of a stack, seen from the side: 32 wide, 29 high. */
function chipInStack() {
    const [cx, cy, rx, ry, depth] = [16, 11, 15, 10, 7];
    const side = `M${cx - rx} ${cy}V${cy + depth}A${rx} ${ry} 0 0 0 ${cx + rx} ${cy + depth}V${cy}Z`;
    const mark = (from, to) => {
        const point = (degrees) => {
            const angle = (degrees * Math.PI) / 180;
            return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)].map((value) => Math.round(value * 100) / 100);
        };
        const [a, b] = [point(from), point(to)];
        return `M${a[0]} ${a[1]}V${a[1] + depth}A${rx} ${ry} 0 0 0 ${b[0]} ${b[1] + depth}V${b[1]}A${rx} ${ry} 0 0 1 ${a[0]} ${a[1]}Z`;
    };
    return [
        path(side, { fill: CHIP.deep }),
        path(mark(160, 137) + mark(101, 79) + mark(43, 20), { fill: CREAM }),
        path(side, { fill: "none", stroke: CHIP.dark, "stroke-width": 1, "stroke-linejoin": "round" }),
        ellipse(cx, cy, rx, ry, { fill: CHIP.main, stroke: CHIP.dark, "stroke-width": 1 }),
        ellipse(cx, cy, 13, 8.6, { fill: "none", stroke: CREAM, "stroke-width": 2.6, "stroke-dasharray": "5.7 5.68" }),
        ellipse(cx, cy, 9, 5.8, { fill: CREAM }),
        ellipse(cx, cy, 7.6, 4.7, { fill: CHIP.main }),
        group({ transform: `translate(${cx} ${cy}) scale(1 .62)` }, path(star(8, [5.6, 2.6]), { fill: GOLD.light })),
    ].join("");
}

/* ---- stones ---- */

const stone = () =>
    [
        path("M-12.5 2.5C-13.5-5-6-10.5 1.5-10C9-9.5 14-4 12.8 2.5C11.5 9 5 11 -1 10.8C-7 10.6-11.7 8.5-12.5 2.5Z", {
            fill: "#cfc6b4",
            stroke: "#6b6152",
            "stroke-width": 1.1,
        }),
        path("M-9.5 3C-8.5 7.5-3.5 9 1.5 8.7C7 8.4 10.5 6 11 2", {
            fill: "none",
            stroke: "#a2967f",
            "stroke-width": 2,
            ...round,
        }),
        path("M-8.5-2C-7-5.5-3.5-7.2 0-7.3", { fill: "none", stroke: "#f4eee2", "stroke-width": 2, ...round }),
    ].join("");

/** Five stones in one: larger, darker, with five marks. */
function amarraco() {
    const marks = [
        [0, 0],
        [-5, -4],
        [5, -4],
        [-5, 4],
        [5, 4],
    ];
    return [
        path("M-15 1.5C-15.5-7-8-13.5 1-13C10-12.5 16-6.5 15 2C14 10 7.5 13.5-.5 13.2C-8.5 13-14.6 9-15 1.5Z", {
            fill: "#4d6f83",
            stroke: "#1d3240",
            "stroke-width": 1.2,
        }),
        path("M-11.5 4C-10 9-4.5 11 1 10.7C7 10.4 11.5 7.5 12.6 3", {
            fill: "none",
            stroke: "#355364",
            "stroke-width": 2.4,
            ...round,
        }),
        path("M-10-4C-8.5-7.5-4.5-9.8-1-10", { fill: "none", stroke: "#a9c4d0", "stroke-width": 2, ...round }),
        ...marks.map(([x, y]) => circle(x, y, 1.9, { fill: GOLD.light, stroke: "#1d3240", "stroke-width": 0.5 })),
    ].join("");
}

/* ---- markers ---- */

const medal = (fill, line) =>
    circle(0, 0, 14.8, { fill, stroke: line, "stroke-width": 1.2 }) +
    circle(0, 0, 12.4, { fill: "none", stroke: line, "stroke-width": 0.7 });
const gilt = { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 1.1, "stroke-linejoin": "round" };
const tinyCard = (x, y, turn, fill = CREAM) =>
    at(x, y, { turn }, rect(-5.5, -8.5, 11, 17, { rx: 1.6, fill, stroke: INK, "stroke-width": 1 }));

const markers = {
    /** The hand. */
    mano:
        medal(GOLD.main, GOLD.dark) +
        path(
            "M-4.3 9.5C-5.8 7-7.8 3.5-8.7 1.3C-9.2-.2-7.4-1.2-6.4 0L-4.4 2.6V-6.4C-4.4-8.4-1.9-8.4-1.9-6.4V-8.2C-1.9-10.2 .7-10.2 .7-8.2V-7.2C.7-9 3.2-9 3.2-7.2V-5.2C3.2-6.9 5.7-6.9 5.7-5.2V3.5C5.7 6.5 4.7 8 4 9.5Z",
            { fill: CREAM, stroke: GOLD.dark, "stroke-width": 1, "stroke-linejoin": "round" },
        ) +
        path("M-1.9-6V0M.7-7V0M3.2-5V0.3", { stroke: GOLD.dark, "stroke-width": 0.9, ...round }),
    /** Cards about to be dealt. */
    dealer:
        medal(CREAM, INK) +
        tinyCard(-3, 0.5, -14, BLUE.light) +
        tinyCard(2.5, 0, 10) +
        at(2.5, 0, { turn: 10, scale: 0.25 }, path(FRENCH_SIGNS.spades, { fill: INK })),
    turn:
        path("M-9-11.5C-9-13.5-7-14-5.5-13L12-1.6C13.3-.8 13.3.8 12 1.6L-5.5 13C-7 14-9 13.5-9 11.5L-5 0Z", gilt) +
        path("M-5.5-9.5L8.5-.5", { stroke: GOLD.light, "stroke-width": 1.4, ...round }),
    lock:
        path("M-6.5-2V-6.5A6.5 6.5 0 0 1 6.5-6.5V-2", { fill: "none", stroke: STEEL.dark, "stroke-width": 4.4 }) +
        path("M-6.5-2V-6.5A6.5 6.5 0 0 1 6.5-6.5V-2", { fill: "none", stroke: STEEL.main, "stroke-width": 2.4 }) +
        rect(-11, -3, 22, 17, { rx: 3, ...gilt }) +
        path("M-8.5 .5H8.5", { stroke: GOLD.light, "stroke-width": 1.2, ...round }) +
        path("M0 3.2A2.3 2.3 0 0 1 1.2 7.4L1.8 11H-1.8L-1.2 7.4A2.3 2.3 0 0 1 0 3.2Z", { fill: GOLD.dark }),
    unlocked:
        path("M-6.5-2V-9A5.8 5.8 0 0 1 4.8-10.5", { fill: "none", stroke: STEEL.dark, "stroke-width": 4.4, ...round }) +
        path("M-6.5-2V-9A5.8 5.8 0 0 1 4.8-10.5", { fill: "none", stroke: STEEL.main, "stroke-width": 2.4, ...round }) +
        rect(-11, -3, 22, 17, { rx: 3, fill: CREAM, stroke: GOLD.dark, "stroke-width": 1.1 }) +
        path("M0 3.2A2.3 2.3 0 0 1 1.2 7.4L1.8 11H-1.8L-1.2 7.4A2.3 2.3 0 0 1 0 3.2Z", { fill: GOLD.dark }),
    /** The same card twice. */
    mulle: [-4.5, 4.5]
        .map((x, i) =>
            at(
                x,
                i ? 1.5 : -1.5,
                { turn: i ? 8 : -8 },
                rect(-7, -11, 14, 22, { rx: 2, fill: CREAM, stroke: INK, "stroke-width": 1 }),
                at(0, 0, { scale: 0.4 }, path(FRENCH_SIGNS.hearts, { fill: FRENCH.hearts })),
            ),
        )
        .join(""),
    /** Two who play together. */
    partner: [
        [5, -1.5, CREAM],
        [-4.5, 1.5, GOLD.main],
    ]
        .map(([x, y, fill]) =>
            at(
                x,
                y,
                {},
                path("M-8.5 11C-8.5 3.5-4.5 1.5 0 1.5S8.5 3.5 8.5 11Z", { fill, stroke: INK, "stroke-width": 1.2 }) +
                    circle(0, -4.5, 5.2, { fill, stroke: INK, "stroke-width": 1.2 }),
            ),
        )
        .join(""),
    /** What everybody has seen. */
    eye:
        medal(GOLD.main, GOLD.dark) +
        path("M-10 0C-6-6 6-6 10 0C6 6-6 6-10 0Z", { fill: CREAM, stroke: GOLD.dark, "stroke-width": 1.2, ...round }) +
        circle(0, 0, 3.4, { fill: INK }) +
        circle(1.1, -1.1, 1, { fill: CREAM }),
    crown:
        path("M-11.5 9.5L-14-7.5L-6.5-.5L0-12L6.5-.5L14-7.5L11.5 9.5Q0 12.5-11.5 9.5Z", gilt) +
        path("M-11 5.8Q0 8.8 11 5.8", { fill: "none", stroke: GOLD.dark, "stroke-width": 1 }) +
        [
            [-14, -7.5],
            [0, -12],
            [14, -7.5],
        ]
            .map(([x, y]) => circle(x, y, 1.9, { fill: CREAM, stroke: GOLD.dark, "stroke-width": 0.8 }))
            .join("") +
        circle(0, 4, 1.8, { fill: RED.main }),
};

/* ---- emblems ---- */

/** A card of 26 by 40 around 0. */
const card = (fill, line, ...inside) =>
    rect(-13, -20, 26, 40, { rx: 3, fill, stroke: line, "stroke-width": 1.4 }) + inside.join("");
const suitOn = (suit, scale, y = 0) => at(0, y, { scale }, path(FRENCH_SIGNS[suit], { fill: FRENCH[suit] }));

const SAND = { paper: "#eed9a8", ink: "#6e450a" };
const BLOOD = { paper: "#9c2233", ink: "#f8dcd4" };

const sandCard = card(
    SAND.paper,
    SAND.ink,
    circle(0, 0, 10, { fill: "none", stroke: SAND.ink, "stroke-width": 1.4, "stroke-dasharray": "0 3.14", ...round }),
    at(0, 0, { scale: 0.42 }, path(FAMILY_SIGNS.sand, { fill: SAND.ink, "fill-rule": "evenodd" })),
);
const bloodCard = card(
    BLOOD.paper,
    BLOOD.ink,
    path("M0-11L9.5-5.5V5.5L0 11L-9.5 5.5V-5.5Z", { fill: "none", stroke: BLOOD.ink, "stroke-width": 1.2 }),
    at(0, 0, { scale: 0.4 }, path(FAMILY_SIGNS.blood, { fill: BLOOD.ink })),
);

/** With the line along its edge. */
const spanishCard = (line, sign) =>
    card(
        CREAM,
        INK,
        rect(-10.6, -17.6, 21.2, 35.2, { rx: 1.6, fill: "none", stroke: line, "stroke-width": 0.9 }),
        sign,
    );

const emblems = {
    mus:
        at(-11, 0, { turn: -10, scale: 1.3 }, spanishCard(BLUE.deep, at(0, 1, { scale: 0.62 }, sword()))) +
        at(11, 0, { turn: 10, scale: 1.3 }, spanishCard(GOLD.deep, at(0, 0, { scale: 0.55 }, coin()))),
    bruno:
        at(
            -11.5,
            3,
            { turn: -22, scale: 1.12 },
            card(CREAM, INK, at(-6, -12, { scale: 0.34 }, path(FRENCH_SIGNS.clubs, { fill: FRENCH.clubs }))),
        ) +
        at(
            0,
            -3,
            { scale: 1.12 },
            card(CREAM, INK, at(-6, -12, { scale: 0.34 }, path(FRENCH_SIGNS.hearts, { fill: FRENCH.hearts }))),
        ) +
        at(11.5, 3, { turn: 22, scale: 1.12 }, card(CREAM, INK, suitOn("spades", 0.66))),
    sabacc: at(-11, 0, { turn: -10, scale: 1.3 }, sandCard) + at(11, 0, { turn: 10, scale: 1.3 }, bloodCard),
    mulle:
        at(-11, -2, { turn: -10, scale: 1.3 }, card(CREAM, INK, suitOn("diamonds", 0.7))) +
        at(11, 0, { turn: 8, scale: 1.3 }, card(CREAM, INK, suitOn("diamonds", 0.7))),
    any:
        at(-10, 0, { turn: -10, scale: 1.3 }, card("#1f4a5c", GOLD.light)) +
        at(10, 0, { turn: 10, scale: 1.3 }, card(CREAM, INK, suitOn("spades", 0.62))),
};

export function table() {
    const symbols = {};
    for (const [suit, d] of Object.entries(ALL_SIGNS))
        symbols[`suit-${suit}`] = { box: BOX, content: path(d, { fill: "currentColor", "fill-rule": "evenodd" }) };
    for (const [kind, content] of Object.entries(markers)) symbols[`marker-${kind}`] = { box: BOX, content };
    for (const [game, content] of Object.entries(emblems)) symbols[`game-${game}`] = { box: "-32 -32 64 64", content };
    symbols.stone = { box: BOX, content: stone() };
    symbols.amarraco = { box: BOX, content: amarraco() };
    symbols.chip = { box: BOX, content: chip() };
    symbols["chip-side"] = { box: "0 0 32 29", content: chipInStack() };
    return { symbols, parts: {} };
}
