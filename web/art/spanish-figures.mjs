// Sota, caballo and rey of the Spanish deck: a page who stands, a rider, a crowned king, each with the sign of the suit.
import { HAIR, kingHead, LINE, pageHead, both } from "./heads.mjs";
import { BLUE, CREAM, GOLD, GREEN, INK, RED, SKIN, WOOD } from "./palette.mjs";
import { at, circle, path, use } from "./svg.mjs";

/** What everybody of a suit wears, and what they ride. */
const SUIT = {
    oros: {
        main: RED.main,
        deep: RED.deep,
        second: GOLD.main,
        shade: GOLD.deep,
        pale: "#f6e3bd",
        coat: "#f2ece0",
        coatDeep: "#cfc4b2",
        mane: "#b8a98f",
    },
    copas: {
        main: BLUE.main,
        deep: BLUE.deep,
        second: RED.main,
        shade: RED.deep,
        pale: "#f3d9cf",
        coat: "#a8673a",
        coatDeep: "#7f4a26",
        mane: "#4b2a16",
    },
    espadas: {
        main: "#6a4c86",
        deep: "#4a3263",
        second: BLUE.main,
        shade: BLUE.deep,
        pale: "#dfe6ef",
        coat: "#b9bfc7",
        coatDeep: "#8d96a1",
        mane: "#5a626d",
    },
    bastos: {
        main: GREEN.main,
        deep: GREEN.deep,
        second: "#c8792f",
        shade: "#96541a",
        pale: "#e7ecd2",
        coat: "#5d4436",
        coatDeep: "#3f2d24",
        mane: "#241a15",
    },
};
const HAIRS = {
    S: { oros: HAIR.fair, copas: HAIR.brown, espadas: HAIR.black, bastos: HAIR.red },
    C: { oros: HAIR.brown, copas: HAIR.black, espadas: HAIR.fair, bastos: HAIR.brown },
    R: { oros: HAIR.fair, copas: HAIR.grey, espadas: HAIR.black, bastos: HAIR.brown },
};

/** How the sign is held: above the hand, or by its lower end. */
const HELD = {
    oros: { dx: 0, dy: -13, scale: 0.86 },
    copas: { dx: 0, dy: -14, scale: 0.86 },
    espadas: { dx: 0, dy: -17, scale: 1.12 },
    bastos: { dx: 0, dy: -17, scale: 1.05 },
};

/** The sign in a raised hand at x, y. */
function held(suit, x, y) {
    const { dx, dy, scale } = HELD[suit];
    return [
        use(suit, x + dx, y + dy, { scale }),
        path(`M${x - 3.4} ${y + 3.4}C${x - 4.2} ${y - 2.4} ${x + 4.2} ${y - 2.4} ${x + 3.4} ${y + 3.4}Z`, {
            fill: SKIN.main,
            ...LINE,
        }),
        path(`M${x - 2.8} ${y + 0.7}H${x + 1.2}`, {
            stroke: SKIN.deep,
            "stroke-width": 0.7,
            "stroke-linecap": "round",
        }),
    ].join("");
}

const ground = (y, from, to) =>
    path(`M${from} ${y}H${to}M${from + 6} ${y + 2.6}H${to - 10}`, {
        stroke: WOOD.light,
        "stroke-width": 1,
        "stroke-linecap": "round",
    });

function rey(suit) {
    const { main, deep, second, shade } = SUIT[suit];
    const x = 45;
    return at(-1.5, -1, {}, [
        ground(142, 18, 68),
        at(x, 0, {}, [
            // The mantle, then what is under it.
            path("M-14 57C-21 62-23 96-26 139C-19 143 19 143 26 139C23 96 21 62 14 57Z", { fill: deep, ...LINE }),
            path("M-14 139.5C-12 146-3 146-2 140ZM14 139.5C12 146 3 146 2 140Z", { fill: INK }),
            path("M-9 56C-13 84-16 112-18 139.5C-10 142 10 142 18 139.5C16 112 13 84 9 56Z", { fill: main, ...LINE }),
            path("M-5 60C-6 88-7 114-7.5 140.8Q0 141.6 7.5 140.8C7 114 6 88 5 60Z", {
                fill: second,
                ...LINE,
                "stroke-width": 0.8,
            }),
            path("M0 79L3.4 84L0 89L-3.4 84ZM0 97L3.8 102.5L0 108L-3.8 102.5ZM0 116L4.2 122L0 128L-4.2 122Z", {
                fill: CREAM,
                stroke: shade,
                "stroke-width": 0.7,
            }),
            both(
                path("M-13 72C-14.5 92-16 114-17 134M-10 100C-11 112-11.5 124-12 137", {
                    fill: "none",
                    stroke: deep,
                    "stroke-width": 1.2,
                    "stroke-linecap": "round",
                }),
            ),
            both(
                path("M-13.5 57C-18 84-21 112-22.5 140.2L-17.7 139.8C-16.5 112-13 84-8.5 57Z", {
                    fill: CREAM,
                    ...LINE,
                    "stroke-width": 0.8,
                }),
            ),
            both(
                path("M-14.5 78L-14 81M-16.5 93L-16 96M-18 108L-17.6 111M-19.3 123L-18.9 126", {
                    stroke: INK,
                    "stroke-width": 1.2,
                    "stroke-linecap": "round",
                }),
            ),
            path("M-13.6 86C-10 88.5 10 88.5 13.6 86L13.2 81.5C9 84 -9 84-13.2 81.5Z", {
                fill: GOLD.main,
                stroke: GOLD.dark,
                "stroke-width": 0.8,
            }),
            circle(0, 85, 2.4, { fill: CREAM, stroke: GOLD.dark, "stroke-width": 0.7 }),
            path("M-16 58C-12 67-6 71 0 71.5C6 71 12 67 16 58L8 54H-8Z", { fill: CREAM, ...LINE }),
            both(
                path("M-11.5 60.5L-10.5 62.5M-7 65L-6.2 67M-2.4 67.5V69.5", {
                    stroke: INK,
                    "stroke-width": 1.2,
                    "stroke-linecap": "round",
                }),
            ),
        ]),
        // One arm at the belt, one raised.
        path("M31 61C25 66 23 78 27 86C30 90 36 89 41 86L39 80C35 81 33 79 33.5 75C34 70 35 66 36 63Z", {
            fill: main,
            ...LINE,
        }),
        path("M39.5 79.5L42.5 86.5L45 85.5C47 84 47 80 45 78.5Z", { fill: SKIN.main, ...LINE }),
        path("M59 61C66 66 69 64 70 57L77 59C77 70 68 77 60 73Z", { fill: main, ...LINE }),
        path("M69 55L78 57.5L77.2 61.5L68.4 59Z", { fill: CREAM, ...LINE, "stroke-width": 0.8 }),
        held(suit, 74, 54),
        at(x, 43, { scale: 0.92 }, kingHead(HAIRS.R[suit], second)),
    ]);
}

function sota(suit) {
    const { main, deep, second, shade, pale } = SUIT[suit];
    const x = 45;
    return at(-2.5, -1.5, {}, [
        ground(142, 20, 68),
        at(x, 0, {}, [
            // A short cape behind everything.
            path("M-9 55C-20 66-22 88-20 104L20 104C22 88 20 66 9 55Z", { fill: deep, ...LINE }),
            // Legs in two colours, and shoes.
            path("M-11 94L-10 134C-10 137-3 137-2.8 134L-.5 98Z", { fill: pale, ...LINE }),
            path("M11 94L12 134C12 137 5 137 4.8 134L.5 98Z", { fill: second, ...LINE }),
            path("M-7 106V132", { stroke: INK, "stroke-opacity": 0.18, "stroke-width": 2, "stroke-linecap": "round" }),
            path("M9 106V132", { stroke: shade, "stroke-width": 2, "stroke-linecap": "round" }),
            path("M-10.5 133C-14 138-18 138-19.5 141.5H-3C-2 139-2 136-2.6 133Z", { fill: INK }),
            path("M4.6 133C4 136 4 139 5 141.5H20.5C19 138 15 138 12.5 133Z", { fill: INK }),
            // The tunic: fitted above, pleated below a belt.
            path("M-12 57C-14 66-11 76-10 82L-16 104C-6 108 6 108 16 104L10 82C11 76 14 66 12 57Z", {
                fill: main,
                ...LINE,
            }),
            path("M-7 85L-9.5 105.5M-2.4 86L-3.4 106.8M2.4 86L3.4 106.8M7 85L9.5 105.5", {
                stroke: deep,
                "stroke-width": 1.2,
                "stroke-linecap": "round",
            }),
            path("M-16 104C-6 108 6 108 16 104L15.1 100.5C6 104.2-6 104.2-15.1 100.5Z", {
                fill: GOLD.main,
                stroke: GOLD.dark,
                "stroke-width": 0.8,
            }),
            path("M-10.2 80C-4 82.5 4 82.5 10.2 80L10.6 85C4 87.5-4 87.5-10.6 85Z", {
                fill: WOOD.deep,
                ...LINE,
                "stroke-width": 0.8,
            }),
            circle(0, 84, 2, { fill: GOLD.light, stroke: GOLD.dark, "stroke-width": 0.7 }),
            path("M0 62V78", {
                stroke: GOLD.light,
                "stroke-width": 2,
                "stroke-dasharray": "0 4",
                "stroke-linecap": "round",
            }),
            path("M-11 57C-9 63-4 64 0 61.5C4 64 9 63 11 57L5 53H-5Z", { fill: CREAM, ...LINE }),
        ]),
        path("M34 59C27 64 23 76 27 84C29 88 34 87 38 83L35 78C33 79 32 77 32.5 74C33.5 69 36 66 37 64Z", {
            fill: second,
            ...LINE,
        }),
        path("M34.5 77.5L38.5 83.5C41 82.5 41.5 79.5 40 77.5Z", { fill: SKIN.main, ...LINE }),
        path("M55 59C63 65 67.5 64 69.5 57L76.5 59.5C75.5 71 65 76 56 70Z", { fill: second, ...LINE }),
        path("M68.6 55L77.6 58L76.6 62L67.8 59Z", { fill: CREAM, ...LINE, "stroke-width": 0.8 }),
        held(suit, 73.5, 54.5),
        at(x, 42, { scale: 0.92 }, pageHead(HAIRS.S[suit], { main: second, deep: shade }, pale)),
    ]);
}

/** A horse that steps to the left, in a box of 80 by 90 with its back near y = 30. */
function horse({ coat, coatDeep, mane, main, second, deep }) {
    const far = { fill: coatDeep, ...LINE };
    const near = { fill: coat, ...LINE };
    const hoof = { fill: INK, ...LINE };
    return [
        // Tail.
        path("M68 33C78 33 81 42 78.5 50C76.5 57 79 61 76 67C72 63 69 58 69.5 52C70 46 70 42 65 38Z", {
            fill: mane,
            ...LINE,
        }),
        path("M72 38C76 45 73 53 75 62", { fill: "none", stroke: coatDeep, "stroke-width": 0.8 }),
        // The legs of the far side.
        path("M29 54L26 66L32 75L30 78L25.5 76.5L19.5 66L21 52Z", far),
        path("M30.5 76.5L28.5 81L23.5 79L25.5 75Z", hoof),
        path("M57 52L55 64L57 72L54.5 80H50L50.5 71L48 62L50 50Z", far),
        path("M54.8 80L55.5 84H49L50 80Z", hoof),
        // Body, neck and head in one line.
        path(
            "M22 3L25 8C31 9 38 17 42 28C48 31 56 29 62 28C69 28 73 34 72 42C71.5 48 69 51 68 54L71 65L67.5 72L68.5 81H63L62 71L64 64L59 54C52 58 42 58 35.5 55L35 66L36 72L35 81H29.5L30 72L28.5 65L27 51C22 46 20 39 20 32C18 31 17 30 16 28C14 30 11 32 8 31.5C5 31 3.5 28 5 25.5C8 20 12 14 16 9L18 4L20.5 7Z",
            near,
        ),
        path("M68.5 80.5L69.5 85H62.5L63 80.5Z", hoof),
        path("M35 80.5L36 85H28.5L29.5 80.5Z", hoof),
        // Mane, eye, nostril, muscle lines.
        path(
            "M21 6C26 7 35 14 41.5 28C37 26 35 24 34 22C32 22 30 20 29.5 17.5C27 17 25 15 24.5 12.5C22.5 12 21 9 21 6Z",
            { fill: mane, ...LINE, "stroke-width": 0.8 },
        ),
        path("M17 5.5L20.5 8.5L18 14C16.5 11 16 8 17 5.5Z", { fill: mane, ...LINE, "stroke-width": 0.7 }),
        circle(14.5, 16, 1.2, { fill: INK }),
        circle(7, 27, 0.9, { fill: INK }),
        path("M7 30.2C9 30 10 29 10.5 28", { fill: "none", ...LINE, "stroke-width": 0.8 }),
        path("M17 27C19 26 20.5 23 20.5 20M28 50C30 46 30 42 29 39M60 53C58 49 58 44 60 40", {
            fill: "none",
            stroke: coatDeep,
            "stroke-width": 1.1,
            "stroke-linecap": "round",
        }),
        // Bridle and reins.
        path("M16.5 10.5L20.8 22.5M8.5 20.5L12.3 30M11 25.5L18.5 16.5", {
            fill: "none",
            stroke: deep,
            "stroke-width": 1.5,
            "stroke-linecap": "round",
        }),
        path("M11 26C20 34 28 30 38 22", { fill: "none", stroke: deep, "stroke-width": 1.2 }),
        // Breast strap and saddle cloth.
        path("M22 38C28 43 34 43 40 38", { fill: "none", stroke: second, "stroke-width": 2.4 }),
        path("M38 27C46 31 55 30 61 28L64 46C56 50 46 50 38 46Z", { fill: main, ...LINE }),
        path("M38 46C46 50 56 50 64 46L63.5 42.5C56 46 46 46 38 42.5Z", {
            fill: GOLD.main,
            stroke: GOLD.dark,
            "stroke-width": 0.7,
        }),
    ].join("");
}

function caballo(suit) {
    const wear = SUIT[suit];
    const { main, deep, second, shade, pale } = wear;
    return [
        ground(138.5, 14, 66),
        // The cape blows behind the rider.
        path("M56 57C66 60 72 70 78 88C72 90 68 86 64 88C61 84 58 82 54 84Z", { fill: deep, ...LINE }),
        path("M59 62C65 68 69 76 72 86M57 68C61 74 63 80 65 86", {
            fill: "none",
            stroke: second,
            "stroke-width": 1,
            "stroke-linecap": "round",
        }),
        at(7.5, 58.5, { scale: 0.94 }, horse(wear)),
        // The near leg, over the saddle cloth.
        path("M47 84C54 82 60 85 59 91C57 99 51 104 50 112L44 111C43 103 45 95 46 90Z", { fill: pale, ...LINE }),
        path("M50 110L49 117C45 119 38 119 37 117.5C38 115 42 115 43.8 110Z", { fill: INK }),
        path("M36 119.5H50", { stroke: GOLD.main, "stroke-width": 1.6, "stroke-linecap": "round" }),
        // Body.
        path("M40 57C38 66 42 76 43 84C48 88 56 88 60 85C59 76 62 66 59 57Z", { fill: second, ...LINE }),
        path("M43.5 80C48 82.5 55 82.5 59.8 80L60 85C56 88 48 88 43 84Z", {
            fill: WOOD.deep,
            ...LINE,
            "stroke-width": 0.8,
        }),
        path("M49.5 62V78", {
            stroke: GOLD.light,
            "stroke-width": 2,
            "stroke-dasharray": "0 4",
            "stroke-linecap": "round",
        }),
        path("M39 57C41 63 46 64 50 61.5C54 64 58 63 60 57L55 53H45Z", { fill: CREAM, ...LINE }),
        // One hand at the reins, one raised.
        path("M41 59C35 63 33 72 36 78C38 81 42 81 45 79L43 74C41 74 40 72 40.5 70C41 67 43 65 44 63Z", {
            fill: main,
            ...LINE,
        }),
        path("M40.5 74L45 79.5C47.5 78 47.5 74.5 45.5 73Z", { fill: SKIN.main, ...LINE }),
        path("M58 59C65 64 70 63 71.5 57L78.5 59C78 70 68 76 59 70Z", { fill: main, ...LINE }),
        path("M70.6 55L79.6 57.5L78.6 61.5L69.8 59Z", { fill: CREAM, ...LINE, "stroke-width": 0.8 }),
        held(suit, 75.5, 54),
        at(49.5, 42, { scale: 0.88 }, pageHead(HAIRS.C[suit], { main, deep }, shade)),
    ].join("");
}

const FIGURES = { S: sota, C: caballo, R: rey };

export const figure = (rank, suit) => FIGURES[rank](suit);
