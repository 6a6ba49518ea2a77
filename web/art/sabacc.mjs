// Kessel Sabacc: two families of cards, dice, and the sixteen tokens. Sand has dotted dunes and round shapes, Blood has hatching and
// sharp corners, on faces and on backs: nobody needs to see the colour.
import { CARD_BOX, fromBothSides } from "./card.mjs";
import { write } from "./letters.mjs";
import { CREAM, GOLD, INK, RED } from "./palette.mjs";
import { FAMILY_SIGNS } from "./suits.mjs";
import { at, circle, group, path, rect, star, use } from "./svg.mjs";
import { tokens } from "./tokens.mjs";

const VALUES = ["1", "2", "3", "4", "5", "6", "S", "I"];
export const FAMILIES = ["sand", "blood"];

const TONE = {
    sand: { main: "#9a6614", deep: "#6e450a", tint: "#eed9a8", light: "#f8ecce", line: "#c89a45" },
    blood: { main: "#9c2233", deep: "#65101f", tint: "#efcfc9", light: "#fbe9e4", line: "#cf7f78" },
};

/** Dunes: every second line is a row of dots. */
function dunes(colour) {
    const wave = (y, shift) =>
        `M${-20 + shift} ${y}C${-5 + shift} ${y - 9} ${10 + shift} ${y - 9} ${25 + shift} ${y}S${55 + shift} ${y + 7} ${70 + shift} ${y}S${100 + shift} ${y - 9} ${120 + shift} ${y}`;
    const rows = Array.from({ length: 12 }, (_, i) => ({ y: 4 + i * 14, shift: -((i * 17) % 20) }));
    return [
        path(rows.map(({ y, shift }) => wave(y, shift)).join(""), {
            fill: "none",
            stroke: colour,
            "stroke-width": 1.1,
        }),
        path(rows.map(({ y, shift }) => wave(y + 5, shift) + wave(y + 9, shift)).join(""), {
            fill: "none",
            stroke: colour,
            "stroke-width": 1.7,
            "stroke-dasharray": "0 4.4",
            "stroke-linecap": "round",
        }),
    ].join("");
}

/** Hatching: close lines, broken by a zigzag. */
function hatching(colour) {
    const lines = Array.from({ length: 43 }, (_, i) => `M${-156 + i * 6} 156L${i * 6} 0`);
    const zigzag = (y) => `M-4 ${y}L14 ${y - 14}L32 ${y}L50 ${y - 14}L68 ${y}L86 ${y - 14}L104 ${y}`;
    return (
        path(lines.join(""), { stroke: colour, "stroke-width": 1 }) +
        path([24, 63, 107, 146].map(zigzag).join(""), { fill: "none", stroke: colour, "stroke-width": 2.2 })
    );
}

const pattern = (family, colour) => (family === "sand" ? dunes(colour) : hatching(colour));

/** The wild card: a star that can be anything, in a ring. In a box from -14 to 14. */
const sylop = (colour, paper) =>
    circle(0, 0, 11.6, { fill: "none", stroke: colour, "stroke-width": 3.2 }) +
    path(star(4, [8.6, 2.9]), { fill: colour }) +
    circle(0, 0, 1.5, { fill: paper });

/** The impostor: a mask. */
const impostor = (colour, paper) =>
    path("M-13-8.5C-8-12.5-4-11.5 0-9.5C4-11.5 8-12.5 13-8.5C14 2 9 10.5 0 13C-9 10.5-14 2-13-8.5Z", { fill: colour }) +
    path("M-9.5-3.2C-7-5.8-3.6-5-2.2-2C-4.5.2-8 .2-9.5-3.2ZM9.5-3.2C7-5.8 3.6-5 2.2-2C4.5.2 8 .2 9.5-3.2Z", {
        fill: paper,
    }) +
    path("M-4.5 5.8Q0 8.2 4.5 5.8", { fill: "none", stroke: paper, "stroke-width": 1.5, "stroke-linecap": "round" });

/** A value around x, y, this high. */
function mark(code, x, y, height, colour, paper, pen) {
    if (code === "S") return at(x, y, { scale: height / 27 }, sylop(colour, paper));
    if (code === "I") return at(x, y, { scale: height / 27 }, impostor(colour, paper));
    const width = (code === "1" ? 12 : code === "4" ? 20 : 18) * (height / 28);
    return write(code, x - width / 2, y - height / 2, height, colour, { pen });
}

/** A dark corner with the value in it: round for Sand, cut for Blood. */
function corner(family, code) {
    const { deep } = TONE[family];
    const shape = family === "sand" ? "M0 0H33C33 24 24 40 0 42Z" : "M0 0H34V27L21 42H0Z";
    return path(shape, { fill: deep }) + mark(code, 14.5, 19, code === "S" || code === "I" ? 20 : 23, CREAM, deep, 4.4);
}

/** The shield in the middle. */
function shield(family) {
    const { light, main } = TONE[family];
    if (family === "sand")
        return (
            circle(50, 78, 34, { fill: light, stroke: main, "stroke-width": 1.8 }) +
            circle(50, 78, 30.8, {
                fill: "none",
                stroke: main,
                "stroke-width": 1.4,
                "stroke-dasharray": "0 4.03",
                "stroke-linecap": "round",
            })
        );
    return (
        path("M50 38L84 62V94L50 118L16 94V62Z", {
            fill: light,
            stroke: main,
            "stroke-width": 1.8,
            "stroke-linejoin": "miter",
        }) + path("M50 42.5L80.3 64V92L50 113.5L19.7 92V64Z", { fill: "none", stroke: main, "stroke-width": 0.8 })
    );
}

/** As many grains or drops as the card is worth. */
function grains(family, count) {
    const { main } = TONE[family];
    return Array.from({ length: count }, (_, i) => {
        const x = 50 + (i - (count - 1) / 2) * 7;
        return family === "sand"
            ? circle(x, 97, 2.3, { fill: main })
            : use(family, x, 97, { scale: 0.19 }, { fill: main });
    }).join("");
}

function middle(family, code) {
    const { deep, light } = TONE[family];
    if (code === "S" || code === "I") return mark(code, 50, 78, 44, deep, light);
    return mark(code, 50, 73, 34, deep, light, 4.1) + grains(family, Number(code));
}

const ground = (family) => rect(0, 0, 100, 156, { fill: TONE[family].tint });

const full = (family, code) =>
    [
        use(`face-${family}`, 0, 0),
        fromBothSides(`corner-${family}-${code}`),
        use(`shield-${family}`, 0, 0),
        middle(family, code),
    ].join("");

/** A large value over the sign of the family. */
function small(family, code) {
    const { deep, light } = TONE[family];
    const plate = family === "sand" ? "M50 6A44 44 0 1 1 50 94A44 44 0 1 1 50 6Z" : "M50 3L93 27V73L50 97L7 73V27Z";
    return [
        use(`face-${family}`, 0, 0),
        path(plate, { fill: light, stroke: deep, "stroke-width": 2.5 }),
        mark(code, 50, 50, 56, deep, light, 4.8),
        circle(50, 124, 25, { fill: TONE[family].tint }),
        use(family, 50, 124, { scale: 1.45 }, { fill: deep }),
    ].join("");
}

/** Darker than any face, with the pattern of the family and its sign. */
function back(family) {
    const { deep, main, line, tint } = TONE[family];
    const plate =
        family === "sand"
            ? circle(50, 78, 27, { fill: deep, stroke: tint, "stroke-width": 1.6 })
            : path("M50 45L79 65V91L50 111L21 91V65Z", { fill: deep, stroke: tint, "stroke-width": 1.6 });
    return [
        rect(0, 0, 100, 156, { fill: main }),
        group({ opacity: 0.62 }, pattern(family, line)),
        rect(4.5, 4.5, 91, 147, { rx: 4, fill: "none", stroke: tint, "stroke-width": 1.4 }),
        plate,
        use(family, 50, 78, { scale: 1.05 }, { fill: tint }),
    ].join("");
}

const pair = (a, b) => [
    [a, a],
    [b, b],
];
const square = (a, b) => [...pair(a, b), [a, b], [b, a]];
const SPOTS = {
    1: [[16, 16]],
    2: pair(10, 22),
    3: [...pair(9.2, 22.8), [16, 16]],
    4: square(10, 22),
    5: [...square(9.4, 22.6), [16, 16]],
    6: [8.8, 16, 23.2].flatMap((y) => [
        [10.4, y],
        [21.6, y],
    ]),
};

/** Bone with a soft lower edge; the one spot of the 1 is red. */
function die(spots) {
    const lone = spots.length === 1;
    return [
        rect(1.5, 2.5, 29, 29, { rx: 6.5, fill: "#b9a781" }),
        rect(1.5, 1, 29, 28.5, { rx: 6.5, fill: CREAM, stroke: INK, "stroke-width": 0.9 }),
        rect(3.6, 3, 24.8, 24.3, { rx: 5, fill: "none", stroke: GOLD.light, "stroke-width": 0.8 }),
        ...spots.map(([x, y]) => circle(x, y - 0.8, lone ? 3.8 : 2.7, { fill: lone ? RED.main : INK })),
    ].join("");
}

export function sabacc() {
    const parts = {};
    const symbols = {};
    for (const family of FAMILIES) {
        parts[family] = path(FAMILY_SIGNS[family], { "fill-rule": "evenodd" });
        parts[`face-${family}`] = ground(family) + group({ opacity: 0.5 }, pattern(family, TONE[family].line));
        parts[`shield-${family}`] = shield(family);
        for (const code of VALUES) {
            parts[`corner-${family}-${code}`] = corner(family, code);
            symbols[`${family}-${code}`] = { box: CARD_BOX, content: full(family, code) };
            symbols[`${family}-${code}-small`] = { box: CARD_BOX, content: small(family, code) };
        }
        symbols[`${family}-back`] = { box: CARD_BOX, content: back(family) };
    }
    for (const [spots, places] of Object.entries(SPOTS))
        symbols[`die-${spots}`] = { box: "0 0 32 32", content: die(places) };
    return { symbols: { ...symbols, ...tokens() }, parts };
}
