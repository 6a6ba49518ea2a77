// Jack, queen and king of the French deck: half a figure, and the same from the other side, joined by a belt.
import { both, HAIR, kingHead, LINE, pageHead, queenHead } from "./heads.mjs";
import { CREAM, FRENCH, GOLD, GREEN, INK, SKIN, STEEL, WOOD } from "./palette.mjs";
import { around, at, circle, group, n, path, rect } from "./svg.mjs";

const FRAME = { left: 25, right: 75, top: 9, middle: 78 };
const MIDDLE = 50;

/** The clothes of each suit: the cloth, its shadow, a second cloth. */
const CLOTHES = {
    spades: { main: "#3d4257", deep: "#272b3b", second: "#8a6fa0", pale: "#e6e0ee" },
    hearts: { main: "#bf3b3b", deep: "#8d2328", second: "#e6b656", pale: "#f7dfd6" },
    diamonds: { main: "#2f6bae", deep: "#1d4a80", second: "#c9563f", pale: "#dbe8f4" },
    clubs: { main: "#357a4a", deep: "#215a34", second: "#c98f3a", pale: "#e0ecd9" },
};

const HAIRS = {
    J: { spades: HAIR.brown, hearts: HAIR.fair, diamonds: HAIR.red, clubs: HAIR.black },
    Q: { spades: HAIR.black, hearts: HAIR.fair, diamonds: HAIR.brown, clubs: HAIR.red },
    K: { spades: HAIR.grey, hearts: HAIR.brown, diamonds: HAIR.fair, clubs: HAIR.black },
};

const gilt = { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.8, "stroke-linejoin": "round" };

/** Light behind the head. */
const halo = (y) =>
    path(
        around(40, 1)
            .map(([dx, dy], i) => {
                const far = i % 2 === 0 ? 24 : 21;
                return `M${n(MIDDLE + dx * 17)} ${n(y + dy * 17)}L${n(MIDDLE + dx * far)} ${n(y + dy * far)}`;
            })
            .join(""),
        { stroke: GOLD.main, "stroke-width": 0.7, "stroke-linecap": "round" },
    );

const hand = (x, y, cuff) =>
    group(
        {},
        path(`M${x - 5} ${y + 9}L${x - 4} ${y + 2.5}H${x + 4}L${x + 5} ${y + 9}Z`, { fill: cuff, ...LINE }),
        path(`M${x - 3.4} ${y + 3}C${x - 4} ${y - 2.5} ${x + 4} ${y - 2.5} ${x + 3.4} ${y + 3}Z`, {
            fill: SKIN.main,
            ...LINE,
        }),
        path(`M${x - 3} ${y + 0.6}H${x + 1}`, { stroke: SKIN.deep, "stroke-width": 0.7, "stroke-linecap": "round" }),
    );

/** What a king holds, upright at x. */
const REGALIA = {
    spades: (x) =>
        path(`M${x} 15L${x + 2.2} 19V58H${x - 2.2}V19Z`, {
            fill: STEEL.light,
            stroke: STEEL.dark,
            "stroke-width": 0.8,
        }) +
        path(`M${x} 16L${x + 1.8} 19.2V58H${x}Z`, { fill: STEEL.deep }) +
        path(`M${x - 6} 58H${x + 6}V61H${x - 6}Z`, gilt),
    hearts: (x) =>
        path(`M${x - 1.3} 26H${x + 1.3}V66H${x - 1.3}Z`, gilt) +
        path(`M${x} 13C${x + 6} 18 ${x + 6} 23 ${x} 27C${x - 6} 23 ${x - 6} 18 ${x} 13Z`, gilt) +
        path(`M${x} 16V25M${x - 3.5} 20.5H${x + 3.5}`, { stroke: GOLD.dark, "stroke-width": 0.7 }),
    diamonds: (x) =>
        path(`M${x - 1.2} 16H${x + 1.2}V66H${x - 1.2}Z`, { fill: WOOD.main, stroke: WOOD.dark, "stroke-width": 0.7 }) +
        path(
            `M${x - 1.2} 18C${x - 3} 18 ${x - 4.8} 16.5 ${x - 5.2} 14.5C${x - 6.6} 20 ${x - 6.6} 26 ${x - 5.2} 31.5C${x - 4.8} 29.5 ${x - 3} 28 ${x - 1.2} 28Z`,
            { fill: STEEL.main, stroke: STEEL.dark, "stroke-width": 0.8, "stroke-linejoin": "round" },
        ) +
        path(`M${x + 1.2} 20L${x + 5} 23L${x + 1.2} 26Z`, {
            fill: STEEL.deep,
            stroke: STEEL.dark,
            "stroke-width": 0.7,
            "stroke-linejoin": "round",
        }),
    clubs: (x) =>
        circle(x, 54, 6, gilt) +
        path(`M${x - 6} 54H${x + 6}M${x} 54V48`, { stroke: GOLD.dark, "stroke-width": 0.8 }) +
        path(`M${x - 1} 48V43.5H${x - 3.5}V41.5H${x - 1}V39H${x + 1}V41.5H${x + 3.5}V43.5H${x + 1}V48Z`, gilt),
};

/** A flower: its petals in the second colour of the suit. */
function flower(x, y, petal) {
    return [
        path(`M${x} ${y + 4}C${x + 1} ${y + 12} ${x - 1} ${y + 20} ${x} ${y + 30}`, {
            fill: "none",
            stroke: GREEN.deep,
            "stroke-width": 1.4,
        }),
        path(
            `M${x} ${y + 16}C${x + 3} ${y + 11} ${x + 7} ${y + 11} ${x + 8} ${y + 12}C${x + 7} ${y + 16} ${x + 3} ${y + 17} ${x} ${y + 16}Z`,
            { fill: GREEN.main, stroke: GREEN.dark, "stroke-width": 0.6 },
        ),
        ...around(5, 4.2).map(([dx, dy]) =>
            circle(x + dx, y + dy, 3.2, { fill: petal, stroke: INK, "stroke-width": 0.7 }),
        ),
        circle(x, y, 2.4, gilt),
    ].join("");
}

/** A jack's halberd. */
const halberd = (x, cloth) =>
    path(`M${x - 1} 24H${x + 1}V70H${x - 1}Z`, { fill: WOOD.main, stroke: WOOD.dark, "stroke-width": 0.7 }) +
    path(`M${x} 11L${x + 3} 20L${x + 1} 27H${x - 1}L${x - 3} 20Z`, {
        fill: STEEL.light,
        stroke: STEEL.dark,
        "stroke-width": 0.8,
        "stroke-linejoin": "round",
    }) +
    path(`M${x} 12V26`, { stroke: STEEL.deep, "stroke-width": 0.8 }) +
    path(
        `M${x - 1} 29C${x - 6} 31 ${x - 5} 36 ${x - 3} 39L${x - 1} 36ZM${x + 1} 29C${x + 6} 31 ${x + 5} 36 ${x + 3} 39L${x + 1} 36Z`,
        { fill: cloth, stroke: INK, "stroke-width": 0.6, "stroke-linejoin": "round" },
    );

/** A robe from the shoulders down to the belt. */
const shoulders = (cloth) => path("M-25 78V72C-24 64-15 59-6 57H6C15 59 24 64 25 72V78Z", { fill: cloth, ...LINE });

function king(suit) {
    const { main, deep, second, pale } = CLOTHES[suit];
    const x = suit === "diamonds" ? 33 : 32;
    return [
        halo(40),
        at(MIDDLE, 0, {}, [
            shoulders(main),
            both(
                path("M-18 78C-18 71-16 66-13 62M-22.5 78C-22.5 72-21 69-19 66.5", {
                    fill: "none",
                    stroke: deep,
                    "stroke-width": 1.4,
                    "stroke-linecap": "round",
                }),
            ),
            path("M-5 66V78H5V66Z", { fill: second, ...LINE }),
            path("M0 66V78", {
                stroke: GOLD.light,
                "stroke-width": 1.6,
                "stroke-dasharray": "0 3.2",
                "stroke-linecap": "round",
            }),
            path("M-15 59C-11 67-6 71.5 0 72C6 71.5 11 67 15 59L8 55.5H-8Z", { fill: CREAM, ...LINE }),
            both(
                path("M-10.5 61L-9.5 63M-6 65.5L-5.2 67.5M-2 68V70", {
                    stroke: INK,
                    "stroke-width": 1.2,
                    "stroke-linecap": "round",
                }),
            ),
        ]),
        REGALIA[suit](x),
        at(MIDDLE, 43, {}, kingHead(HAIRS.K[suit], main)),
        hand(x, 64, pale),
    ].join("");
}

function queen(suit) {
    const { main, deep, second, pale } = CLOTHES[suit];
    return [
        halo(40),
        at(MIDDLE, 42, {}, queenHead(HAIRS.Q[suit], second)),
        at(MIDDLE, 0, {}, [
            path("M-9 62C-5 58-4 57-3.5 56H3.5C4 57 5 58 9 62L0 73Z", { fill: SKIN.main, ...LINE }),
            path("M-25 78V72C-24 65-16 61-9 60L0 72L9 60C16 61 24 65 25 72V78Z", { fill: main, ...LINE }),
            path("M-9 60L0 72L9 60", { fill: "none", stroke: GOLD.light, "stroke-width": 2.2 }),
            path("M-9 60L0 72L9 60", { fill: "none", stroke: GOLD.dark, "stroke-width": 0.5 }),
            path("M-5.5 60.5Q0 65 5.5 60.5", {
                fill: "none",
                stroke: GOLD.main,
                "stroke-width": 1.4,
                "stroke-dasharray": "0 2.1",
                "stroke-linecap": "round",
            }),
            circle(0, 64.8, 1.7, { fill: second, stroke: GOLD.dark, "stroke-width": 0.6 }),
            both(
                path("M-19 78C-19 72-17 68-14 65M-23 78C-23 73-21.5 70-20 68.5", {
                    fill: "none",
                    stroke: deep,
                    "stroke-width": 1.4,
                    "stroke-linecap": "round",
                }),
            ),
        ]),
        flower(66.5, 45, second),
        hand(66.5, 66, pale),
    ].join("");
}

function jack(suit) {
    const { main, deep, second, pale } = CLOTHES[suit];
    return [
        halo(40),
        at(MIDDLE, 0, {}, [
            shoulders(second),
            path("M-25 78V72C-24 64-15 59-6 57H0V78Z", { fill: main, ...LINE }),
            path("M-20 78C-20 71-17 66-14 62M-12 78C-12 70-10 65-8 61", {
                fill: "none",
                stroke: deep,
                "stroke-width": 1.4,
                "stroke-linecap": "round",
            }),
            path("M20 78C20 71 17 66 14 62M12 78C12 70 10 65 8 61", {
                fill: "none",
                stroke: INK,
                "stroke-opacity": 0.35,
                "stroke-width": 1.4,
                "stroke-linecap": "round",
            }),
            path("M0 60V78", {
                stroke: GOLD.light,
                "stroke-width": 2,
                "stroke-dasharray": "0 4",
                "stroke-linecap": "round",
            }),
            path("M-10 57C-8 62-4 63 0 61C4 63 8 62 10 57L4 54H-4Z", { fill: CREAM, ...LINE }),
        ]),
        halberd(31, second),
        at(MIDDLE + 1, 42, {}, pageHead(HAIRS.J[suit], { main, deep }, pale)),
        hand(31, 64, pale),
    ].join("");
}

const belt = (suit) => {
    const { second, deep } = CLOTHES[suit];
    const places = Array.from({ length: 8 }, (_, i) => 25 + 6.25 * (i + 0.5));
    return [
        rect(FRAME.left, 75, 50, 6, { fill: second, stroke: INK, "stroke-width": 0.9 }),
        path(places.map((x) => `M${n(x - 2.2)} 78L${n(x)} 76.3L${n(x + 2.2)} 78L${n(x)} 79.7Z`).join(""), {
            fill: CREAM,
            stroke: deep,
            "stroke-width": 0.4,
        }),
    ].join("");
};

const FIGURES = { J: jack, Q: queen, K: king };

export const COURT = Object.keys(FIGURES);

/** The upper half of a figure; it is shown twice. */
export const courtHalf = (rank, suit) => FIGURES[rank](suit);

/** Both halves, and what joins and surrounds them. */
export function courtFrame(suit, halves) {
    const panel = (values) => rect(FRAME.left, FRAME.top, 50, 138, { rx: 2.5, ...values });
    return [
        panel({ fill: CLOTHES[suit].pale, "fill-opacity": 0.75 }),
        halves,
        belt(suit),
        panel({ fill: "none", stroke: FRENCH[suit], "stroke-width": 1.1 }),
    ].join("");
}
