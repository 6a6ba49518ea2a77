// What all cards have in common: their shape, that they look the same from both sides of the table, and the edge of their backs.
import { path, rect, use } from "./svg.mjs";

const WIDTH = 100;
const HEIGHT = 156;
export const CARD_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** The paper follows the theme of the page, so that cards do not glare in the dark. */
const PAPER = "var(--card,#fffdf5)";

/** A drawing that others refer to, here and from the other side of the table. */
export const fromBothSides = (id) =>
    use(id, 0, 0) + `<use href="#${id}" transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})"/>`;

/** Paper around a pattern, and a line along it. */
export const backEdge = (line, margin = 5) => {
    const inner = `M${margin + 3} ${margin}H${97 - margin}a3 3 0 0 1 3 3V${153 - margin}a3 3 0 0 1-3 3H${margin + 3}a3 3 0 0 1-3-3V${margin + 3}a3 3 0 0 1 3-3Z`;
    return (
        path(`M0 0H100V156H0Z${inner}`, { fill: PAPER, "fill-rule": "evenodd" }) +
        rect(margin + 2.6, margin + 2.6, 94.8 - 2 * margin, 150.8 - 2 * margin, {
            rx: 2,
            fill: "none",
            stroke: line,
            "stroke-width": 0.9,
        })
    );
};
