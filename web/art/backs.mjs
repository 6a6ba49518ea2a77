// The backs of the cards. Each pattern is one line over the whole card, so that a table full of hidden cards is quick to draw.
import { backEdge } from "./card.mjs";
import { FRENCH_SIGNS } from "./suits.mjs";
import { CREAM, GOLD } from "./palette.mjs";
import { around, at, circle, n, path, rect, star } from "./svg.mjs";

const BURGUNDY = { main: "#7c2630", deep: "#5c1821", light: "#a8484b" };
const PETROL = { main: "#1f4a5c", deep: "#153544", light: "#3f7386" };

const field = (fill) => rect(0, 0, 100, 156, { fill });

/** Tiles of a courtyard: eight-pointed stars on a lattice. */
export function spanishBack() {
    const stars = [];
    const lattice = [];
    const [across, down] = [14, 15.5];
    for (let row = 0; row <= 10; row++)
        for (let column = 0; column <= 6; column++) {
            if ((row + column) % 2 !== 0) continue;
            const [x, y] = [8 + column * across, 0.5 + row * down];
            const inside = x > 10 && x < 90 && y > 10 && y < 146;
            if (inside) stars.push(star(8, [5.4, 2.9], { x, y }));
            lattice.push(
                `M${n(x)} ${n(y + 6.5)}L${n(x + across - 6)} ${n(y + down)}M${n(x)} ${n(y + 6.5)}L${n(x - across + 6)} ${n(y + down)}`,
            );
            lattice.push(
                `M${n(x + 6.5)} ${n(y)}L${n(x + across)} ${n(y + down - 6.5)}M${n(x - 6.5)} ${n(y)}L${n(x - across)} ${n(y + down - 6.5)}`,
            );
        }
    return [
        field(BURGUNDY.main),
        path(lattice.join(""), { stroke: BURGUNDY.light, "stroke-width": 1.1 }),
        path(stars.join(""), { fill: GOLD.main, "fill-opacity": 0.85 }),
        circle(50, 78, 19, { fill: BURGUNDY.deep, stroke: GOLD.main, "stroke-width": 1.2 }),
        circle(50, 78, 16.4, {
            fill: "none",
            stroke: GOLD.light,
            "stroke-width": 1.2,
            "stroke-dasharray": "0 3.43",
            "stroke-linecap": "round",
        }),
        at(50, 78, {}, path(star(8, [13, 5.6]), { fill: GOLD.main })),
        circle(50, 78, 4, { fill: BURGUNDY.deep, stroke: GOLD.light, "stroke-width": 0.9 }),
        backEdge(GOLD.main),
    ].join("");
}

/** Fans, as in a theatre of the twenties: up in the upper half, down in the lower. */
export function frenchBack() {
    const r = 10;
    const lines = [];
    const arc = (x, y, radius, over) =>
        `M${n(x - radius)} ${n(y)}A${radius} ${radius} 0 0 ${over} ${n(x + radius)} ${n(y)}`;
    for (let row = 0; row < 7; row++) {
        const inset = row % 2;
        for (let x = inset ? 10 : 0; x <= 100; x += 2 * r)
            for (const [y, over] of [
                [78 - row * r - 1, 1],
                [78 + row * r + 1, 0],
            ]) {
                lines.push(arc(x, y, r, over), arc(x, y, 6.6, over), arc(x, y, 3.2, over));
                const up = over ? -1 : 1;
                for (const [dx, dy] of around(8, 1, 22.5).filter(([, dy]) => dy < 0))
                    lines.push(`M${n(x + dx * 6.6)} ${n(y - up * dy * 6.6)}L${n(x + dx * r)} ${n(y - up * dy * r)}`);
            }
    }
    const suits = ["spades", "hearts", "clubs", "diamonds"];
    const places = around(4, 10);
    return [
        field(PETROL.main),
        path(lines.join(""), { fill: "none", stroke: GOLD.main, "stroke-width": 0.75, "stroke-opacity": 0.75 }),
        at(50, 78, {}, path("M0-26L21 0L0 26L-21 0Z", { fill: PETROL.deep, stroke: GOLD.main, "stroke-width": 1.3 })),
        at(
            50,
            78,
            {},
            path("M0-22.5L18.2 0L0 22.5L-18.2 0Z", { fill: "none", stroke: GOLD.light, "stroke-width": 0.7 }),
        ),
        ...suits.map((suit, i) =>
            at(
                50 + places[i][0],
                78 + places[i][1] * 1.15,
                { scale: 0.3, turn: i === 2 ? 180 : 0 },
                path(FRENCH_SIGNS[suit], { fill: CREAM }),
            ),
        ),
        at(50, 78, {}, path("M0-4L3.2 0L0 4L-3.2 0Z", { fill: GOLD.main })),
        backEdge(GOLD.main),
    ].join("");
}
