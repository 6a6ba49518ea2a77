// The sixteen tokens: a glyph on a disc. The rim says what kind of token it is: for oneself (plain), against others (teeth), for the
// whole table (rays).
import { CREAM, GOLD } from "./palette.mjs";
import { around, at, circle, n, path, star } from "./svg.mjs";

const KINDS = {
    own: { disc: "#2a5f78", deep: "#173f54" },
    others: { disc: "#8a2f2c", deep: "#621d1d" },
    table: { disc: "#41366b", deep: "#2b2350" },
};

const CHIP = (x, y, r = 2.6) => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const RETURN = "M-7.5 1.5C-7.5-8 7.5-8 7.5 1.5M-10.3-1.8L-7.5 1.8L-4.2-1.5";

/** Lines and filled shapes within a circle of radius 10 around 0. */
const TOKENS = {
    FREE_DRAW: { kind: "own", line: "M-5-9.5H5V2.5H-5ZM-8 6.2H8M-8 9.7H8M0-.5V-6.3M-2.6-4L0-6.6L2.6-4" },
    REFUND: { kind: "own", line: RETURN, fill: CHIP(-3.2, 5) + CHIP(3.2, 5) },
    EXTRA_REFUND: { kind: "own", line: RETURN, fill: CHIP(-5.6, 5.6, 2.3) + CHIP(0, 5.6, 2.3) + CHIP(5.6, 5.6, 2.3) },
    EMBEZZLEMENT: {
        kind: "own",
        line: "M-3.8-6.5L-5-9.5H5L3.8-6.5M-3.8-6.5C-9-1-9.5 8.5-5 8.8H5C9.5 8.5 9-1 3.8-6.5ZM-3.8-6.5H3.8",
        fill: CHIP(0, 2.5, 2.6),
    },
    IMMUNITY: {
        kind: "own",
        line: "M0-9.5L8-6.5V0C8 5 4.8 8.2 0 10C-4.8 8.2-8 5-8 0V-6.5Z",
        fill: "M0-5.8V6.3C-3 5-4.8 2.8-4.8-.3V-4.3Z",
    },
    GENERAL_TARIFF: {
        kind: "others",
        line: "M-9 3H9M-6 3V8.5M6 3V8.5M0-9V-2M-3-4.8L0-1.8L3-4.8M-7.5-7.5V-2M-9.7-4.2L-7.5-2L-5.3-4.2M7.5-7.5V-2M5.3-4.2L7.5-2L9.7-4.2",
    },
    TARGET_TARIFF: {
        kind: "others",
        line: "M-9 3H9M-6 3V8.5M6 3V8.5M0-9.5V-1.6M-3.5-5L0-1.5L3.5-5",
        fill: CHIP(0, 6.8, 2.1),
    },
    EMBARGO: {
        kind: "others",
        line: "M-9.5 0A9.5 9.5 0 1 0 9.5 0A9.5 9.5 0 1 0-9.5 0ZM-6.7-6.7L6.7 6.7",
        fill: "M-2.5-6H3.5V-1ZM-4-3.5L3 3.8V6H-4Z",
    },
    GENERAL_AUDIT: {
        kind: "others",
        line: "M-10 0C-5.5-7 5.5-7 10 0C5.5 7-5.5 7-10 0ZM-6-7.5L-7.2-9.7M0-8.5V-10.8M6-7.5L7.2-9.7",
        fill: CHIP(0, 0, 3.3),
    },
    TARGET_AUDIT: {
        kind: "others",
        line: "M-8.5-2A6.2 6.2 0 1 0 3.9-2A6.2 6.2 0 1 0-8.5-2ZM2.3 2.5L9 9.5",
        fill: CHIP(-2.3, -2, 2.9),
    },
    EXHAUSTION: {
        kind: "others",
        line: "M-6-9.5H6M-6 9.5H6M-4.5-9.5C-4.5-3-1 -2-1 0C-1 2-4.5 3-4.5 9.5M4.5-9.5C4.5-3 1-2 1 0C1 2 4.5 3 4.5 9.5",
        fill: "M-3.6 8.8C-3.2 5.5-1 4.5 0 3.8C1 4.5 3.2 5.5 3.6 8.8Z",
    },
    DIRECT_TRANSACTION: {
        kind: "others",
        line: "M-9.5-4H7.5M3.8-7.8L7.7-4L3.8-.2M9.5 4.5H-7.5M-3.8.7L-7.7 4.5L-3.8 8.3",
    },
    DEVALUATION: { kind: "table", line: "M-9-7L-3 0L.5-3.5L8.5 6.5M8.7 1.5V6.7H3.5", fill: CHIP(-5.5, 6, 2.6) },
    MAJOR_FRAUD: {
        kind: "table",
        line: "M-10-5.5C-6-8-3-7.5 0-6C3-7.5 6-8 10-5.5C10.5 2.5 6 7 0 8.5C-6 7-10.5 2.5-10-5.5Z",
        fill: "M-7-1.8C-5.3-3.8-2.8-3-1.8-1C-3.5.8-6 .8-7-1.8ZM7-1.8C5.3-3.8 2.8-3 1.8-1C3.5.8 6 .8 7-1.8Z",
    },
    COOK_THE_BOOKS: {
        kind: "table",
        line: "M0-5.5C-3-8-7-8-9.5-7V6.5C-7 5.5-3 5.5 0 8C3 5.5 7 5.5 9.5 6.5V-7C7-8 3-8 0-5.5V8M4.8-4V2.5M2.8 .8L4.8 2.8L6.8 .8M-4.8 2.5V-4M-6.8-2.2L-4.8-4.2L-2.8-2.2",
    },
    SABACC_PRIME: { kind: "table", line: "M-8.5-8.5H8.5V8.5H-8.5Z", fill: star(8, [6.4, 2.8]) },
};

const rims = {
    own: () => circle(0, 0, 13.3, { fill: "none", stroke: GOLD.main, "stroke-width": 1 }),
    others: () =>
        path(star(24, [14.2, 12.6]), {
            fill: "none",
            stroke: GOLD.main,
            "stroke-width": 0.9,
            "stroke-linejoin": "round",
        }),
    table: () =>
        path(
            around(24, 1)
                .map(([x, y]) => `M${n(x * 12.6)} ${n(y * 12.6)}L${n(x * 14.2)} ${n(y * 14.2)}`)
                .join(""),
            { stroke: GOLD.main, "stroke-width": 1, "stroke-linecap": "round" },
        ),
};

function token({ kind, line, fill }) {
    const { disc, deep } = KINDS[kind];
    return [
        circle(0, 0, 15.2, { fill: disc, stroke: GOLD.deep, "stroke-width": 1.2 }),
        rims[kind](),
        circle(0, 0, 11.8, { fill: deep }),
        at(0, 0, { scale: 0.8 }, [
            fill ? path(fill, { fill: GOLD.light }) : "",
            path(line, {
                fill: "none",
                stroke: CREAM,
                "stroke-width": 1.9,
                "stroke-linecap": "round",
                "stroke-linejoin": "round",
            }),
        ]),
    ].join("");
}

export function tokens() {
    return Object.fromEntries(
        Object.entries(TOKENS).map(([name, what]) => [`token-${name}`, { box: "-16 -16 32 32", content: token(what) }]),
    );
}
