// Heads of the court: seen from the front, around 0, some 22 wide. Kings, queens and pages of both decks have them.
import { CREAM, GOLD, INK, RED, SKIN } from "./palette.mjs";
import { circle, group, path } from "./svg.mjs";

export const HAIR = {
    black: { main: "#3a302c", light: "#6a584e" },
    brown: { main: "#7a4b28", light: "#a8744a" },
    fair: { main: "#d9a94e", light: "#f0d28c" },
    grey: { main: "#b9b2a6", light: "#e4ded2" },
    red: { main: "#a8502a", light: "#d08a58" },
};

export const LINE = { stroke: INK, "stroke-width": 0.9, "stroke-linejoin": "round", "stroke-linecap": "round" };
const GILT = { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.9, "stroke-linejoin": "round" };

/** The same on both sides. */
export const both = (content) => content + group({ transform: "scale(-1 1)" }, content);

const skull = () =>
    path("M-9-8C-9-10-6-12 0-12C6-12 9-10 9-8V0C9 7 5 11.5 0 11.5C-5 11.5-9 7-9 0Z", { fill: SKIN.main, ...LINE });

function features({ lips = false, stern = false } = {}) {
    const brow = stern ? "M-6.4-4.2L-2.6-3.4" : "M-6.6-4Q-4.6-5.4-2.6-4.2";
    const eye = path(brow, { fill: "none", ...LINE, "stroke-width": 0.8 }) + circle(-4.4, -1.4, 1, { fill: INK });
    const mouth = lips
        ? path("M-2 6.4Q-1 5.6 0 6.2Q1 5.6 2 6.4Q0 8.2-2 6.4Z", { fill: RED.main })
        : path("M-1.9 6.7Q0 7.5 1.9 6.7", { fill: "none", ...LINE, "stroke-width": 0.8 });
    return (
        both(eye) +
        path("M.2-1.6L-1 3.2Q0 4 1.1 3.3", {
            fill: "none",
            stroke: SKIN.deep,
            "stroke-width": 0.9,
            "stroke-linejoin": "round",
            "stroke-linecap": "round",
        }) +
        both(circle(-5.6, 3.4, 1.7, { fill: "#e59c7e", "fill-opacity": 0.45 })) +
        mouth
    );
}

/** A crown that stands on the brow, tips up; 24 wide. */
export function crown(velvet, tips = 5) {
    const tall =
        tips === 5
            ? "M-10.5-8.5L-13.5-22L-8-15.8L-6-24L-2.2-16.5L0-26L2.2-16.5L6-24L8-15.8L13.5-22L10.5-8.5Q0-5.6-10.5-8.5Z"
            : "M-10-9L-12-20L-5.5-14L0-23L5.5-14L12-20L10-9Q0-6-10-9Z";
    const pearls =
        tips === 5
            ? [
                  [-13.5, -22],
                  [-6, -24],
                  [0, -26],
                  [6, -24],
                  [13.5, -22],
              ]
            : [
                  [-12, -20],
                  [0, -23],
                  [12, -20],
              ];
    return [
        path("M-10-10C-9-20 9-20 10-10Z", { fill: velvet, ...LINE }),
        path(tall, GILT),
        path("M-10.2-11.5Q0-8.6 10.2-11.5", { fill: "none", stroke: GOLD.dark, "stroke-width": 0.8 }),
        circle(0, -8.7, 1.3, { fill: RED.main, stroke: GOLD.dark, "stroke-width": 0.5 }),
        both(circle(-5.4, -9.3, 1, { fill: CREAM, stroke: GOLD.dark, "stroke-width": 0.5 })),
        ...pearls.map(([x, y]) => circle(x, y, 1.3, { fill: CREAM, stroke: GOLD.dark, "stroke-width": 0.7 })),
    ].join("");
}

export function kingHead(hair, velvet) {
    return [
        both(
            path("M-8-9C-13-8-14 0-12.5 5C-11.5 8.5-13.5 9.5-12 12.5C-10 15-6.5 13-6 10Z", {
                fill: hair.main,
                ...LINE,
            }) +
                path("M-11-4C-11.5 1-10 5-10.5 9", {
                    fill: "none",
                    stroke: hair.light,
                    "stroke-width": 0.8,
                    "stroke-linecap": "round",
                }),
        ),
        skull(),
        features({ stern: true }),
        path(
            "M-9-1C-8.5 3-6 4.6-4 4.6C-2 4.6-1.5 4 0 4C1.5 4 2 4.6 4 4.6C6 4.6 8.5 3 9-1C10 8 7 16 3 19.5L0 22.5L-3 19.5C-7 16-10 8-9-1Z",
            { fill: hair.main, ...LINE },
        ),
        path("M-5 9C-4.5 13-2.5 16-1.5 19M0 10V20.5M5 9C4.5 13 2.5 16 1.5 19", {
            fill: "none",
            stroke: hair.light,
            "stroke-width": 0.8,
            "stroke-linecap": "round",
        }),
        path("M-2.2 7Q0 6.2 2.2 7Q0 9.4-2.2 7Z", { fill: "#b8604c" }),
        both(
            path("M0 4.2C-2.5 3.2-5 4-6.5 7C-4 7.4-1 7 0 5.4Z", {
                fill: hair.light,
                stroke: INK,
                "stroke-width": 0.5,
                "stroke-linejoin": "round",
            }),
        ),
        crown(velvet),
    ].join("");
}

export function queenHead(hair, veil) {
    return [
        path("M-11-10C-16 0-17 12-16 24H16C17 12 16 0 11-10C8-15-8-15-11-10Z", { fill: veil, ...LINE }),
        both(
            path("M-7-11C-13-9-13.5-1-11.8 4C-11 7-13 9-11.5 12.5C-9 15.5-5.5 12.5-6.5 8.5C-7.5 5-9-2-3-9Z", {
                fill: hair.main,
                ...LINE,
            }),
        ),
        path("M-3.6 9V17H3.6V9Z", { fill: SKIN.main, ...LINE }),
        path("M-8.5-8C-8.5-11-5-12 0-12C5-12 8.5-11 8.5-8V0C8.5 6.5 4.5 11.5 0 11.5C-4.5 11.5-8.5 6.5-8.5 0Z", {
            fill: SKIN.main,
            ...LINE,
        }),
        features({ lips: true }),
        both(
            path("M0-11C-5-11-8.8-8-9.2-1.5C-6.5-3.5-2-6 0-11Z", { fill: hair.main, ...LINE }) +
                path("M-11.8-3C-12 2-9.5 6-10.2 10.5", {
                    fill: "none",
                    stroke: hair.light,
                    "stroke-width": 0.8,
                    "stroke-linecap": "round",
                }) +
                circle(-9.3, 4.6, 1, { fill: GOLD.light, stroke: GOLD.dark, "stroke-width": 0.5 }),
        ),
        crown(veil, 3),
    ].join("");
}

/** A cap with a feather. */
export function pageHead(hair, cap, feather) {
    return [
        both(path("M-7-11C-13-9-13.5 0-12.3 7C-12 10-9 11.5-6.5 10Z", { fill: hair.main, ...LINE })),
        path("M-3.4 9V15H3.4V9Z", { fill: SKIN.main, ...LINE }),
        skull(),
        features(),
        both(path("M0-9.5C-5-9.5-9-7-9.6-1C-7-3.5-2-4.8 0-6.5Z", { fill: hair.main, ...LINE })),
        path("M-11.5-1C-11.8 2-11 5-11 8M11.5-1C11.8 2 11 5 11 8", {
            fill: "none",
            stroke: hair.light,
            "stroke-width": 0.8,
            "stroke-linecap": "round",
        }),
        path("M-14-9.5C-17-13-12-21-1-20.5C10-20.5 17-15.5 14-9.5C9-6.5-9-6.5-14-9.5Z", { fill: cap.main, ...LINE }),
        path("M-14-9.5C-9-6.5 9-6.5 14-9.5L13.2-12.3C8-9.5-8-9.5-13.2-12.3Z", { fill: cap.deep, ...LINE }),
        path("M8-12C13-15 17-22 13.5-29C8-27 5-20 8-12Z", { fill: feather, ...LINE }),
        path("M8-12C9-18 11-23 13-27M9-17.5L12.2-18.5M8.8-21L13-22.5", {
            fill: "none",
            stroke: INK,
            "stroke-width": 0.5,
        }),
        circle(8, -11.5, 1.7, GILT),
    ].join("");
}
