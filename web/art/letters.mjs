// Own numerals and letters, one line each with round ends: 20 wide and 28 high, drawn by a pen of PEN.
import { at, group, n, path } from "./svg.mjs";

const PEN = 4.3;
const HEIGHT = 28;

/** [width, line] */
const SHAPES = {
    0: [
        18,
        "M9 2.6C4.7 2.6 2.4 6.8 2.4 14.1C2.4 21.5 4.7 25.7 9 25.7C13.3 25.7 15.6 21.5 15.6 14.1C15.6 6.8 13.3 2.6 9 2.6Z",
    ],
    1: [11, "M2.4 7.4C5 6.5 7.2 4.9 8.4 2.6V25.7"],
    2: [18, "M2.6 8.6C2.8 5 5.3 2.6 9 2.6C12.8 2.6 15.3 5 15.3 8.4C15.3 11.2 13.9 13.2 11.2 15.7L2.6 25.5H15.8"],
    3: [
        18,
        "M3.4 5.3C4.7 3.5 6.6 2.6 8.9 2.6C12.4 2.6 14.7 4.8 14.7 7.9C14.7 11.2 12.3 13.2 8 13.2C12.8 13.2 15.6 15.5 15.6 19.3C15.6 23.1 12.7 25.7 8.7 25.7C5.9 25.7 3.7 24.6 2.4 22.5",
    ],
    4: [20, "M13.6 25.7V2.8L2.4 18.4H17.6"],
    5: [
        18,
        "M14.6 2.6H5L3.9 12.6C5.2 11.5 6.9 10.9 8.8 10.9C12.8 10.9 15.6 13.9 15.6 18.1C15.6 22.6 12.7 25.7 8.5 25.7C5.8 25.7 3.7 24.6 2.4 22.6",
    ],
    6: [
        18,
        "M13.3 2.6C7.1 5.2 2.4 10.8 2.4 17.8C2.4 22.5 5.2 25.7 9.1 25.7C12.9 25.7 15.6 22.8 15.6 18.8C15.6 14.9 13 12.2 9.3 12.2C6.2 12.2 3.7 14 2.7 16.6",
    ],
    7: [18, "M2.4 2.6H15.6C11.6 9.3 8.7 17 7.4 25.7"],
    8: [
        18,
        "M9 12.9C5.4 12.9 3.3 10.7 3.3 7.8C3.3 4.8 5.6 2.6 9 2.6C12.4 2.6 14.7 4.8 14.7 7.8C14.7 10.7 12.6 12.9 9 12.9C5 12.9 2.4 15.6 2.4 19.2C2.4 23 5.1 25.7 9 25.7C12.9 25.7 15.6 23 15.6 19.2C15.6 15.6 13 12.9 9 12.9Z",
    ],
    9: [
        18,
        "M4.7 25.7C10.9 23.1 15.6 17.5 15.6 10.5C15.6 5.8 12.8 2.6 8.9 2.6C5.1 2.6 2.4 5.5 2.4 9.5C2.4 13.4 5 16.1 8.7 16.1C11.8 16.1 14.3 14.3 15.3 11.7",
    ],
    A: [20, "M2.4 25.7L10 2.6L17.6 25.7M5 18.2H15"],
    J: [15, "M6 2.6H12.6V18.4C12.6 23 10.7 25.7 7.2 25.7C4.5 25.7 2.7 23.9 2.3 21.1"],
    Q: [
        20,
        "M10 2.6C5.2 2.6 2.4 6.8 2.4 14.1C2.4 21.5 5.2 25.7 10 25.7C14.8 25.7 17.6 21.5 17.6 14.1C17.6 6.8 14.8 2.6 10 2.6ZM11.2 19.2L17.6 26.4",
    ],
    K: [19, "M2.8 2.6V25.7M16 2.6L2.9 16M7.6 11.4L16.6 25.7"],
};

const GAP = 1.6;

export function widthOf(word) {
    return [...word].reduce((sum, sign) => sum + SHAPES[sign][0] + GAP, -GAP);
}

/** A word with its top left corner at x, y, this high. `narrow` squeezes a long one. */
export function write(word, x, y, height, colour, { narrow = 1, pen = PEN } = {}) {
    let left = 0;
    const lines = [...word].map((sign) => {
        const [width, line] = SHAPES[sign];
        const drawn = at(left, 0, {}, path(line));
        left += width + GAP;
        return drawn;
    });
    const scale = height / HEIGHT;
    return group(
        {
            transform: `translate(${n(x)} ${n(y)}) scale(${n(scale * narrow)} ${n(scale)})`,
            fill: "none",
            stroke: colour,
            "stroke-width": pen,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
        lines,
    );
}
