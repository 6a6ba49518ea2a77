// Small helpers for writing SVG: numbers without noise, elements, groups that move and turn.

/** A number as short as it can be written; a hundredth of a unit is far below a pixel. */
export const n = (value) => String(Math.round(value * 100) / 100).replace(/^(-?)0\./, "$1.");

const written = (value) => (typeof value === "number" ? n(value) : value);

function attributes(values) {
    return Object.entries(values)
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => ` ${name}="${written(value)}"`)
        .join("");
}

/** An element: el("circle", { cx: 1, cy: 2, r: 3 }). */
const el = (name, values, ...inside) => {
    const content = inside.flat(Infinity).join("");
    return content === "" ? `<${name}${attributes(values)}/>` : `<${name}${attributes(values)}>${content}</${name}>`;
};

export const path = (d, values = {}) => el("path", { d, ...values });
export const circle = (cx, cy, r, values = {}) => el("circle", { cx, cy, r, ...values });
export const ellipse = (cx, cy, rx, ry, values = {}) => el("ellipse", { cx, cy, rx, ry, ...values });
export const rect = (x, y, width, height, values = {}) => el("rect", { x, y, width, height, ...values });
export const group = (values, ...inside) => el("g", values, ...inside);

/** A transform: moved, then turned (degrees), then scaled and perhaps mirrored; undefined where it does nothing. */
function moved(x, y, { scale = 1, turn = 0, flip = false } = {}) {
    const steps = [];
    if (x !== 0 || y !== 0) steps.push(`translate(${n(x)} ${n(y)})`);
    if (turn !== 0) steps.push(`rotate(${n(turn)})`);
    if (flip) steps.push(`scale(${n(-scale)} ${n(scale)})`);
    else if (scale !== 1) steps.push(`scale(${n(scale)})`);
    return steps.length > 0 ? steps.join(" ") : undefined;
}

export const at = (x, y, how, ...inside) => group({ transform: moved(x, y, how) }, ...inside);

/** A drawing of the same file, by its id. */
export const use = (id, x, y, how = {}, values = {}) =>
    el("use", { href: `#${id}`, transform: moved(x, y, how), ...values });

/** Points on a circle, first one straight up. */
export const around = (count, radius, start = 0) =>
    Array.from({ length: count }, (_, i) => {
        const angle = ((i / count) * 360 + start - 90) * (Math.PI / 180);
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });

/** A closed star or polygon around x, y: its corners lie by turns on each of the radii. */
export const star = (points, radii, { start = 0, x = 0, y = 0 } = {}) =>
    `M${around(points * radii.length, 1, start)
        .map(([dx, dy], i) => `${n(x + dx * radii[i % radii.length])} ${n(y + dy * radii[i % radii.length])}`)
        .join("L")}Z`;

/** A file of symbols: { id: { box, content } }, and drawings that symbols refer to. */
export function sheet(symbols, parts = {}) {
    const defs = Object.entries(parts).map(([id, content]) => el("g", { id }, content));
    const drawn = Object.entries(symbols).map(([id, { box, content }]) => el("symbol", { id, viewBox: box }, content));
    const lines = [...(defs.length > 0 ? [`<defs>${defs.join("\n")}</defs>`] : []), ...drawn];
    return `<svg xmlns="http://www.w3.org/2000/svg">\n${lines.join("\n")}\n</svg>\n`;
}
