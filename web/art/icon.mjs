// The icon of the page: in its tab, and where it is installed as an app.
import { CREAM, GOLD, INK } from "./palette.mjs";
import { coin } from "./spanish-pips.mjs";
import { FRENCH_SIGNS } from "./suits.mjs";
import { at, circle, path, rect } from "./svg.mjs";

const CLOTH = { main: "#1d5c43", deep: "#174e39", line: "#3f8066" };

/** Name of each PNG, its width, and whether a phone may cut it to any shape. */
export const PNGS = {
    "icon-192.png": { size: 192, maskable: false },
    "icon-512.png": { size: 512, maskable: false },
    "icon-maskable-192.png": { size: 192, maskable: true },
    "icon-maskable-512.png": { size: 512, maskable: true },
    "apple-touch-icon.png": { size: 180, maskable: true },
};

const card = (...inside) =>
    rect(-15, -21, 30, 42, { rx: 3.4, fill: CREAM, stroke: INK, "stroke-width": 1.2 }) + inside.join("");

/** Two cards on green cloth. One that may be cut has no corners of its own, and keeps what matters near the middle. */
export function icon({ maskable }) {
    const ground = maskable
        ? rect(-32, -32, 64, 64, { fill: CLOTH.main })
        : rect(-32, -32, 64, 64, { rx: 14, fill: CLOTH.main }) +
          rect(-29.5, -29.5, 59, 59, { rx: 11.5, fill: "none", stroke: GOLD.main, "stroke-width": 1.1 });
    const cards =
        circle(0, 0, 25, { fill: CLOTH.deep, stroke: CLOTH.line, "stroke-width": 0.8 }) +
        at(-8, 0.5, { turn: -14 }, card(at(-8, -13.5, { scale: 0.32 }, path(FRENCH_SIGNS.spades, { fill: INK })))) +
        at(8, 0.5, { turn: 11 }, card(at(0, 0, { scale: 0.8 }, coin())));
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${ground}${at(0, 0, { scale: maskable ? 0.78 : 1 }, cards)}</svg>\n`;
}
