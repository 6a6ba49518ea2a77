// The four signs of the Spanish deck in their colours. Coins and cups fill a box from -16 to 16; swords and cudgels stand upright,
// 48 high and 18 wide, around 0.
import { CREAM, GOLD, GREEN, RED, STEEL } from "./palette.mjs";
import { at, circle, ellipse, group, n, path, rect, star, use } from "./svg.mjs";

export function coin() {
    return [
        circle(0, 0, 15, { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 1.1 }),
        circle(0, 0, 12.7, {
            fill: "none",
            stroke: GOLD.dark,
            "stroke-width": 1.3,
            "stroke-dasharray": "0 2.66",
            "stroke-linecap": "round",
        }),
        circle(0, 0, 10.4, { fill: GOLD.light, stroke: GOLD.dark, "stroke-width": 0.8 }),
        path(star(8, [9, 3.9]), { fill: RED.main, stroke: GOLD.dark, "stroke-width": 0.6, "stroke-linejoin": "round" }),
        circle(0, 0, 3.2, { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.7 }),
    ].join("");
}

export function cup() {
    const line = { stroke: RED.dark, "stroke-width": 1, "stroke-linejoin": "round" };
    const gold = { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.9, "stroke-linejoin": "round" };
    return [
        path("M-9 15.5C-8 10.8-2.5 10.8-1.7 6.5H1.7C2.5 10.8 8 10.8 9 15.5Z", gold),
        path("M-10.5-12C-10.5-2 -7 4 0 4C7 4 10.5-2 10.5-12Z", { fill: RED.main, ...line }),
        path("M-9.3-6C-8.6 0.5-5.5 3.4 0 3.4C5.5 3.4 8.6 0.5 9.3-6C6-3.5-6-3.5-9.3-6Z", { fill: RED.deep }),
        path("M-9.9-7.2C-6.5-4.7 6.5-4.7 9.9-7.2", { fill: "none", stroke: GOLD.light, "stroke-width": 1.1 }),
        path("M-6.5-10V-8.2M-3.3-9.5V-7.5M0-9.3V-7.3M3.3-9.5V-7.5M6.5-10V-8.2", {
            stroke: GOLD.light,
            "stroke-width": 0.9,
            "stroke-linecap": "round",
        }),
        ellipse(0, -12.6, 11.6, 2.7, gold),
        ellipse(0, -12.7, 8.6, 1.3, { fill: GOLD.dark }),
        ellipse(0, 6.4, 3.8, 1.7, gold),
    ].join("");
}

/** Point up. */
export function sword() {
    const edge = { stroke: STEEL.dark, "stroke-width": 0.9, "stroke-linejoin": "round" };
    const gold = { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.8, "stroke-linejoin": "round" };
    return [
        path("M0-24L3.1-18.5V11H-3.1V-18.5Z", { fill: STEEL.light, ...edge }),
        path("M0-23L2.6-18.3V10.5H0Z", { fill: STEEL.deep }),
        path("M0-17V7", { stroke: STEEL.dark, "stroke-width": 0.6 }),
        rect(-1.9, 12, 3.8, 8, { fill: RED.main, stroke: RED.dark, "stroke-width": 0.7 }),
        path("M-1.9 14.5L1.9 13.3M-1.9 16.8L1.9 15.6M-1.9 19.1L1.9 17.9", { stroke: GOLD.light, "stroke-width": 0.6 }),
        path(
            "M-9.2 9.2C-9.6 7.6-7.4 7-6.8 8.6C-5.4 9.9-3 10 0 10C3 10 5.4 9.9 6.8 8.6C7.4 7 9.6 7.6 9.2 9.2C8.6 12.2 4 13 0 13C-4 13-8.6 12.2-9.2 9.2Z",
            gold,
        ),
        circle(0, 21.6, 2.5, gold),
    ].join("");
}

/** Thick end up, with the stumps of cut twigs. */
export function cudgel() {
    const line = { stroke: GREEN.dark, "stroke-width": 0.9, "stroke-linejoin": "round" };
    const stump = (x, y, turn) =>
        group(
            { transform: `translate(${n(x)} ${n(y)}) rotate(${turn})` },
            path("M-2.4 2.5L-1.9-3.4H1.9L2.4 2.5", { fill: GREEN.main, ...line }),
            ellipse(0, -3.4, 1.9, 1, { fill: CREAM, stroke: GREEN.dark, "stroke-width": 0.7 }),
        );
    return [
        stump(5.2, -11, 52),
        stump(-5, -4, -52),
        stump(4, 3.5, 52),
        path(
            "M-3.6-22.8C-1-25 4-24.3 5-20.5C6.2-15.5 4.6-13 4.7-9C4.8-5 3.2-1 3.1 4C3 10 2.5 15 2.2 20.5C2 24-2 24-2.3 20.5C-2.7 14-3.4 9-3.5 3C-3.6-1-5.2-5-5-9.5C-4.9-14-6.6-19.5-3.6-22.8Z",
            { fill: GREEN.main, ...line },
        ),
        path("M2.6-21.5C4-17 2.2-12 2.4-8C2.5-3 1.3 2 1.2 8C1.1 13 .8 17 .5 21", {
            fill: "none",
            stroke: GREEN.deep,
            "stroke-width": 1.6,
            "stroke-linecap": "round",
        }),
        path("M-2.5-19C-3.2-15.5-2-13-2.4-9.5M-1.5-3C-1 1-1.5 5-1.2 9", {
            fill: "none",
            stroke: GREEN.light,
            "stroke-width": 1,
            "stroke-linecap": "round",
        }),
        ellipse(-0.3, -15.5, 1.1, 1.7, { fill: GREEN.deep }),
    ].join("");
}

/** The great coin: a sun with a face. */
function sun() {
    const line = { fill: "none", stroke: GOLD.dark, "stroke-width": 1, "stroke-linecap": "round" };
    const dots = (radius, count, width) =>
        circle(0, 0, radius, {
            fill: "none",
            stroke: GOLD.dark,
            "stroke-width": width,
            "stroke-dasharray": `0 ${n((2 * Math.PI * radius) / count)}`,
            "stroke-linecap": "round",
        });
    return [
        circle(0, 0, 36, { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 1.5 }),
        dots(32.2, 48, 2),
        circle(0, 0, 28.6, { fill: GOLD.light, stroke: GOLD.dark, "stroke-width": 1.1 }),
        path(star(16, [26.5, 15]), {
            fill: RED.main,
            stroke: GOLD.dark,
            "stroke-width": 0.8,
            "stroke-linejoin": "round",
        }),
        path(star(16, [21.5, 14], { start: 11.25 }), {
            fill: GOLD.main,
            stroke: GOLD.dark,
            "stroke-width": 0.8,
            "stroke-linejoin": "round",
        }),
        circle(0, 0, 14, { fill: GOLD.light, stroke: GOLD.dark, "stroke-width": 1.1 }),
        path("M-8.5-3.5Q-5.5-6-2.5-3.8M8.5-3.5Q5.5-6 2.5-3.8M.3-2.5L-1.3 3Q.2 4.2 1.6 3M-4.5 6.5Q0 9.8 4.5 6.5", line),
        circle(-5.3, -1.3, 1.3, { fill: GOLD.dark }),
        circle(5.3, -1.3, 1.3, { fill: GOLD.dark }),
        circle(-7.6, 3.6, 2.2, { fill: RED.light, "fill-opacity": 0.5 }),
        circle(7.6, 3.6, 2.2, { fill: RED.light, "fill-opacity": 0.5 }),
    ].join("");
}

/** Two sprigs of laurel that meet below, around 50, 78. */
function laurel({ main, dark }) {
    const leaves = [
        [-11, 50, 62],
        [-21, 43, 38],
        [-28.5, 33, 18],
        [-32.5, 21, 2],
        [-33.5, 8, -10],
    ];
    const leaf = (x, y, turn) =>
        at(
            x,
            y,
            { turn: -turn },
            path("M0 0C-6.5-2.5-7.5-8.5-4-13C.5-9 2-4 0 0ZM0 0C-.5-4.5 2-9.5 7-11C8.5-6.5 5.5-1.5 0 0Z"),
        );
    const sprig =
        path("M-1 54C-16 51-32 36-34 2", {
            fill: "none",
            stroke: dark,
            "stroke-width": 1.1,
            "stroke-linecap": "round",
        }) + leaves.map(([x, y, turn]) => leaf(x, y, turn)).join("");
    return group(
        {
            transform: "translate(50 79) scale(.95)",
            fill: main,
            stroke: dark,
            "stroke-width": 0.7,
            "stroke-linejoin": "round",
        },
        sprig,
        group({ transform: "scale(-1 1)" }, sprig),
    );
}

/** The sign of an ace, as large as the card allows. */
export function ace(suit) {
    if (suit === "oros") return group({ transform: "translate(50 78)" }, sun());
    if (suit === "copas") return laurel(GREEN) + use("copas", 50, 72, { scale: 2.1 });
    return (
        laurel(suit === "espadas" ? GOLD : { main: GREEN.light, dark: GREEN.dark }) + use(suit, 50, 71, { scale: 2.1 })
    );
}
