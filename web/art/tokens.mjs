// The sixteen tokens: a glyph on a disc whose rim says what kind of thing it does.
import { CREAM, GOLD } from "./palette.mjs";
import { circle, path } from "./svg.mjs";

/** Lines within a circle of radius 9 around 0. */
export const GLYPHS = {
    FREE_DRAW: "M-5-6H2V6H-5ZM5-3V3M2 0H8",
    REFUND: "M-6 0A6 6 0 1 0 0-6M0-9L-3-6L0-3",
    EXTRA_REFUND: "M-6 0A6 6 0 1 0 0-6M0-9L-3-6L0-3M-2 0H2M0-2V2",
    GENERAL_TARIFF: "M-7 5H7M-5 2V-3M0 2V-6M5 2V-3",
    TARGET_TARIFF: "M-7 5H7M0 2V-6M-3-3L0-6L3-3",
    EMBARGO: "M-6-6L6 6M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0",
    DEVALUATION: "M-7-5L-1 1L2-2L7 5M7 1V5H3",
    IMMUNITY: "M0-8L7-5V0C7 4 4 7 0 9C-4 7-7 4-7 0V-5Z",
    GENERAL_AUDIT: "M-8 0C-4-6 4-6 8 0C4 6-4 6-8 0Z",
    TARGET_AUDIT: "M-2-2m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M2 2L8 8",
    MAJOR_FRAUD: "M-8-3C-4-5 4-5 8-3C8 3 4 6 0 6C-4 6-8 3-8-3Z",
    EMBEZZLEMENT: "M-6 6V-2L0-7L6-2V6ZM-2 6V1H2V6",
    COOK_THE_BOOKS: "M0-5C-3-7-6-7-8-6V6C-6 5-3 5 0 7C3 5 6 5 8 6V-6C6-7 3-7 0-5V7",
    EXHAUSTION: "M-5-8H5M-5 8H5M-4-8C-4-3 0-2 0 0C0 2-4 3-4 8M4-8C4-3 0-2 0 0C0 2 4 3 4 8",
    DIRECT_TRANSACTION: "M-8-3H7M4-6L7-3L4 0M8 3H-7M-4 0L-7 3L-4 6",
    SABACC_PRIME: "M0-9L2.5-3L9-2.5L4 1.5L5.5 8L0 4.5L-5.5 8L-4 1.5L-9-2.5L-2.5-3Z",
};

export function tokens() {
    return Object.fromEntries(
        Object.entries(GLYPHS).map(([name, d]) => [
            `token-${name}`,
            {
                box: "-16 -16 32 32",
                content:
                    circle(0, 0, 15, { fill: "#2f2a3a", stroke: GOLD.main, "stroke-width": 1.6 }) +
                    path(d, {
                        fill: "none",
                        stroke: CREAM,
                        "stroke-width": 1.7,
                        "stroke-linecap": "round",
                        "stroke-linejoin": "round",
                    }),
            },
        ]),
    );
}
