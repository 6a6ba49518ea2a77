// Faces of the characters who play at the levels (src/agents/characters.c): a bust in a round window, 64 wide. Each is
// put together from a head, hair, features, clothes and something of its own; the window's colour is that of its level.
import { both, HAIR, LINE } from "./heads.mjs";
import { BLUE, CREAM, GOLD, GREEN, INK, RED, STEEL, WOOD } from "./palette.mjs";
import { at, circle, ellipse, path, rect } from "./svg.mjs";

const SKINS = {
    pale: { main: "#f6d9bd", deep: "#d9a680", cheek: "#e59c7e" },
    light: { main: "#f1cda8", deep: "#d69f74", cheek: "#e08f6e" },
    olive: { main: "#dfae7f", deep: "#b98254", cheek: "#cf7d58" },
    brown: { main: "#b27a4e", deep: "#875433", cheek: "#a5552f" },
    dark: { main: "#855536", deep: "#603a22", cheek: "#70361f" },
};
const WINDOWS = { gentle: "#8fbf8a", fair: "#8db4d4", strong: "#d99a7c", strongest: "#6f6390" };
const WHITE = "#fdfaf2";
const THIN = { fill: "none", stroke: INK, "stroke-linecap": "round", "stroke-linejoin": "round" };

/* ---- heads ---- */

const SKULLS = {
    round: "M-10.5-6C-10.5-11-6-13 0-13C6-13 10.5-11 10.5-6V0C10.5 7 6 11.5 0 11.5C-6 11.5-10.5 7-10.5 0Z",
    long: "M-8.8-8C-8.8-11-5-13 0-13C5-13 8.8-11 8.8-8V2C8.8 8.5 4.5 13.5 0 13.5C-4.5 13.5-8.8 8.5-8.8 2Z",
    square: "M-10-8C-10-11.5-6-13 0-13C6-13 10-11.5 10-8V3C10 9 6 12.5 0 12.5C-6 12.5-10 9-10 3Z",
    heart: "M-10-7C-10-11-6-13 0-13C6-13 10-11 10-7V-1C9.5 6 3.5 12.5 0 12.5C-3.5 12.5-9.5 6-10-1Z",
};

const ear = (skin) => both(ellipse(-10, 0.5, 2.1, 2.9, { fill: skin.main, ...LINE }));
const neck = (skin) => path("M-4.2 8V17H4.2V8Z", { fill: skin.deep, ...LINE });

const EYES = {
    open: circle(-4.3, -0.6, 1.25, { fill: INK }) + circle(-3.9, -1, 0.4, { fill: WHITE }),
    round:
        circle(-4.3, -0.8, 2, { fill: WHITE, ...LINE, "stroke-width": 0.7 }) + circle(-4.1, -0.7, 1.1, { fill: INK }),
    happy: path("M-6.2 0Q-4.3-2.4-2.4 0", { ...THIN, "stroke-width": 1.2 }),
    half:
        path("M-6.4-1.2H-2.2", { ...THIN, "stroke-width": 1.1 }) +
        path("M-5.5-1.2A1.2 1.2 0 0 0-3.1-1.2Z", { fill: INK }),
    wide:
        circle(-4.3, -0.8, 2.2, { fill: WHITE, ...LINE, "stroke-width": 0.7 }) + circle(-4.3, -0.8, 0.9, { fill: INK }),
};
const BROWS = {
    soft: "M-6.6-4.2Q-4.5-5.6-2.5-4.6",
    high: "M-6.6-5.4Q-4.5-7.2-2.3-5.8",
    stern: "M-6.8-5L-2.4-3.6",
    flat: "M-6.6-4.4H-2.4",
    sad: "M-6.8-3.8L-2.4-5.2",
};
const NOSES = {
    small: "M.2-1.4L-1 3.1Q0 3.9 1.1 3.2",
    big: "M.4-1.8C-1.6 1-2.6 3.4-1.2 4.2C-.2 4.8 1.6 4.6 2 3.4",
    long: "M.2-2L-1.4 4Q0 5 1.4 4.2",
    round: "M-1.6 2.6Q-1.8 4.4 0 4.4Q1.8 4.4 1.6 2.6",
};
const MOUTHS = {
    smile: path("M-3 6.4Q0 9.2 3 6.4", { ...THIN, "stroke-width": 1 }),
    laugh:
        path("M-3.8 5.8Q0 6.6 3.8 5.8C3.6 9 1.8 10.2 0 10.2C-1.8 10.2-3.6 9-3.8 5.8Z", { fill: "#7a2e28", ...LINE }) +
        path("M-3.1 6.2Q0 6.9 3.1 6.2L2.7 7.3Q0 7.8-2.7 7.3Z", { fill: WHITE }),
    line: path("M-2.6 7.1H2.6", { ...THIN, "stroke-width": 1 }),
    smirk: path("M-2.6 7.3Q1 7.8 3.2 5.9", { ...THIN, "stroke-width": 1 }),
    lips: path("M-2.6 6.7Q-1.1 5.7 0 6.3Q1.1 5.7 2.6 6.7Q0 9-2.6 6.7Z", { fill: RED.main }),
    grin: path("M-3.2 6Q0 8.6 3.2 6Q2.4 9 0 9Q-2.4 9-3.2 6Z", { fill: WHITE, ...LINE, "stroke-width": 0.7 }),
    o: ellipse(0, 7.4, 1.3, 1.7, { fill: "#7a2e28", ...LINE, "stroke-width": 0.6 }),
};

const features = ({ skin, eyes = "open", brows = "soft", nose = "small", mouth = "smile", brow = INK }) =>
    both(circle(-6.4, 3.6, 1.9, { fill: skin.cheek, "fill-opacity": 0.45 })) +
    both(EYES[eyes] + path(BROWS[brows], { ...THIN, stroke: brow, "stroke-width": 1.1 })) +
    path(NOSES[nose], { ...THIN, stroke: skin.deep, "stroke-width": 1.1 }) +
    MOUTHS[mouth];

/* ---- hair: what lies behind the head, and what lies before it ---- */

const strand = (hair, d) => path(d, { ...THIN, stroke: hair.light, "stroke-width": 0.8 });
const HAIRS = {
    bun: {
        back: (hair) => circle(0, -17, 5.4, { fill: hair.main, ...LINE }) + strand(hair, "M-2.5-18Q0-20.5 2.8-18"),
        front: (hair) =>
            path("M-11 1C-13.5-9-9-15.5 0-15.5C9-15.5 13.5-9 11 1C9.8-5 6-8.6 0-9.6C-6-8.6-9.8-5-11 1Z", {
                fill: hair.main,
                ...LINE,
            }) + strand(hair, "M-7.5-9Q-4-12.5 0-13"),
    },
    curls: {
        back: (hair) =>
            [
                [-11, -5],
                [-12.5, 1],
                [-11, 7],
                [11, -5],
                [12.5, 1],
                [11, 7],
            ]
                .map(([x, y]) => circle(x, y, 4.6, { fill: hair.main, ...LINE }))
                .join(""),
        front: (hair) =>
            [
                [-8, -10],
                [-3, -13.5],
                [3, -13.5],
                [8, -10],
            ]
                .map(([x, y]) => circle(x, y, 4.6, { fill: hair.main, ...LINE }))
                .join("") + strand(hair, "M-5-14.5Q-3-16.5-1-15M1.5-15.5Q3.5-17 5.5-14.8"),
    },
    long: {
        back: (hair) =>
            path("M-11-8C-16 0-14 12-13 19H13C14 12 16 0 11-8C8-17-8-17-11-8Z", { fill: hair.main, ...LINE }),
        front: (hair) =>
            path("M-10.8 2C-12-8-8-14.8 1-14.8C9-14.5 12-8 10.8 2C9.5-4 7-8 2-10.5C-2-7-8-5-10.8 2Z", {
                fill: hair.main,
                ...LINE,
            }) + strand(hair, "M-6.5-9Q-2-12.5 3-12.5"),
    },
    bob: {
        back: (hair) =>
            path("M-11-8C-14.5-2-14 6-12.5 10C-6 12.5 6 12.5 12.5 10C14 6 14.5-2 11-8Z", { fill: hair.main, ...LINE }),
        front: (hair) =>
            path("M-11 4C-13-10-8-15 0-15C8-15 13-10 11 4C10.5-1 10-4 9-5.5H-9C-10-4-10.5-1-11 4Z", {
                fill: hair.main,
                ...LINE,
            }) + strand(hair, "M-6-7.5V-11M0-7.5V-12M6-7.5V-11"),
    },
    braids: {
        back: (hair) =>
            both(
                [10, 14.5, 19].map((y) => ellipse(-11.5, y, 2.7, 2.9, { fill: hair.main, ...LINE })).join("") +
                    circle(-11.5, 22.8, 1.5, { fill: RED.main, ...LINE, "stroke-width": 0.6 }),
            ),
        front: (hair) =>
            path("M-11 7C-13.5-8-9-15 0-15C9-15 13.5-8 11 7C10.3-2 6-8 0-11.5C-6-8-10.3-2-11 7Z", {
                fill: hair.main,
                ...LINE,
            }) + strand(hair, "M-8.5-6Q-5-11-1.5-13M8.5-6Q5-11 1.5-13"),
    },
    short: {
        back: () => "",
        front: (hair) =>
            path(
                "M-10.8-1C-12-8-9-15.5 0-15.5C9-15.5 12-8 10.8-1C10-4 9.5-6 8.5-7.5C4-6.5-2-7-5-9C-7-8-9.5-5-10.8-1Z",
                {
                    fill: hair.main,
                    ...LINE,
                },
            ) + strand(hair, "M-4-11.5Q1-14 6-11"),
    },
    tousled: {
        back: () => "",
        front: (hair) =>
            path(
                "M-10.8-2C-13-6-12-9-11.5-10C-13-11-11-14-8-14C-8-17-3-18-1-15.5C2-18.5 7-17 7-14.5C10.5-15 13-11 11.5-9C12.5-7 12-4 10.8-2C10-5 8-7 6-8L3-6L0-8.5L-4-6L-6-8.5C-8.5-7-10-5-10.8-2Z",
                { fill: hair.main, ...LINE },
            ) + strand(hair, "M-6-11.5L-4-13M1-12L3-14M6-11L8-12"),
    },
    rim: {
        back: (hair) => both(path("M-9.5-5C-14-3-14 5-10.5 7.5C-9.5 4-9.5-1-9.5-5Z", { fill: hair.main, ...LINE })),
        front: () =>
            path("M-5-10.5Q-2-12-.5-11.5", { ...THIN, stroke: WHITE, "stroke-width": 1.1, "stroke-opacity": 0.7 }),
    },
    combed: {
        back: () => "",
        front: (hair) =>
            path("M-10.5-1C-12-9-9-15 0-15C9-15 12-9 10.5-1C10-5 9-8 6.5-9.5C2-8.5-4-9-7-10.5C-9-8-10-4-10.5-1Z", {
                fill: hair.main,
                ...LINE,
            }) + strand(hair, "M-6-12Q0-10.5 7-11.5M-3-13.8Q2-12.8 6-13.5"),
    },
};

/* ---- beards, glasses, hats ---- */

const beard = (hair) =>
    path(
        "M-10 0C-9.5 3-6 4.8-4 4.6C-2 4.4-1.5 4.2 0 4.2C1.5 4.2 2 4.4 4 4.6C6 4.8 9.5 3 10 0C11 9 7.5 17 0 17.5C-7.5 17-11 9-10 0Z",
        {
            fill: hair.main,
            ...LINE,
        },
    ) +
    path("M-2.6 7.2Q0 8.6 2.6 7.2", { ...THIN, stroke: "#8a3f33", "stroke-width": 1.2 }) +
    strand(hair, "M-5 9C-4.5 12-3 14.5-2 15.8M5 9C4.5 12 3 14.5 2 15.8M0 11V16");
const moustache = (hair) =>
    both(path("M0 4.4C-2.5 3.2-5.5 4-7 7.2C-4.5 7.6-1 7.2 0 5.8Z", { fill: hair.main, ...LINE, "stroke-width": 0.7 }));
const goatee = (hair) =>
    path("M-2.8 9Q0 10 2.8 9C2.6 13 1.2 15.5 0 15.5C-1.2 15.5-2.6 13-2.8 9Z", { fill: hair.main, ...LINE });
const glasses = (color = INK, r = 3.4) =>
    both(circle(-4.4, -0.6, r, { fill: WHITE, "fill-opacity": 0.25, stroke: color, "stroke-width": 1 })) +
    path(`M-1-1Q0-2 1-1`, { ...THIN, stroke: color, "stroke-width": 1 });
const monocle = () =>
    circle(4.4, -0.6, 3.5, { fill: WHITE, "fill-opacity": 0.25, stroke: GOLD.deep, "stroke-width": 1.1 }) +
    path("M7.4 1.2Q9.5 8 8 14", { ...THIN, stroke: GOLD.deep, "stroke-width": 0.7 });
const freckles = () =>
    both(
        [
            [-7, 2.4],
            [-5.4, 3.4],
            [-7.2, 4.4],
        ]
            .map(([x, y]) => circle(x, y, 0.45, { fill: "#a8653a" }))
            .join(""),
    );
const earrings = (color = GOLD.main) =>
    both(circle(-10.4, 5, 1.4, { fill: color, stroke: GOLD.dark, "stroke-width": 0.5 }));

const peakedCap = (color, badge) =>
    path("M-11.5-6C-13-15-7-18 0-18C7-18 13-15 11.5-6Q0-9.5-11.5-6Z", { fill: color.main, ...LINE }) +
    path("M-11.8-6Q0-10 11.8-6Q9-3.4 0-4.6Q-9-3.4-11.8-6Z", { fill: color.dark, ...LINE }) +
    (badge ? circle(0, -12.3, 2.2, { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.7 }) : "");
const knitCap = (color) =>
    path("M-11-5C-12-15-6-19 0-19C6-19 12-15 11-5Z", { fill: color.main, ...LINE }) +
    path("M-12-8.5Q0-12 12-8.5V-4Q0-7.5-12-4Z", { fill: color.deep, ...LINE }) +
    path("M-8-8.8V-5.2M-4-9.9V-6.2M0-10.2V-6.5M4-9.9V-6.2M8-8.8V-5.2", {
        ...THIN,
        stroke: color.dark,
        "stroke-width": 0.7,
    }) +
    circle(0, -19.5, 2.4, { fill: CREAM, ...LINE });
const bakersHat = () =>
    path("M-9-8C-15-9-15-18-8-18C-6-23 6-23 8-18C15-18 15-9 9-8Z", { fill: WHITE, ...LINE }) +
    path("M-9-11Q0-8.5 9-11V-6.5Q0-4-9-6.5Z", { fill: WHITE, ...LINE }) +
    path("M-4-17V-13M0-18V-13M4-17V-13", { ...THIN, stroke: "#cfc6b4", "stroke-width": 0.9 });
const starHat = () =>
    path("M-13-6C-8-10-5-17 1-25C3-16 8-10 13-6Q0-10.5-13-6Z", { fill: "#3b3566", ...LINE }) +
    path("M-13-6Q0-10.5 13-6Q12-3.5 0-6Q-12-3.5-13-6Z", { fill: GOLD.main, ...LINE }) +
    [
        [-3, -11, 1.1],
        [3, -13.5, 1.4],
        [0.5, -18, 0.9],
    ]
        .map(([x, y, r]) => circle(x, y, r, { fill: GOLD.light }))
        .join("");
const headscarf = (color) =>
    path("M-12 6C-14-9-9-16 0-16C9-16 14-9 12 6C11-2 7-8.5 0-8.5C-7-8.5-11-2-12 6Z", { fill: color.main, ...LINE }) +
    [
        [-8, -8],
        [-3, -12],
        [3, -12],
        [8, -8],
    ]
        .map(([x, y]) => circle(x, y, 1, { fill: color.light }))
        .join("");
const laurel = () =>
    both(
        [
            [-10.5, -6, -60],
            [-8, -10, -35],
            [-4, -13, -12],
        ]
            .map(([x, y, turn]) =>
                at(x, y, { turn }, ellipse(0, 0, 1.5, 3, { fill: GOLD.main, stroke: GOLD.dark, "stroke-width": 0.6 })),
            )
            .join(""),
    );

/* ---- clothes ---- */

const CLOTHES = {
    plain: (color) =>
        path("M-22 34C-22 20-14 15.5-4.5 14.5Q0 18.5 4.5 14.5C14 15.5 22 20 22 34Z", { fill: color.main, ...LINE }),
    wool: (color) =>
        CLOTHES.plain(color) +
        path("M-6 14.2Q0 21 6 14.2L7 17.5Q0 24-7 17.5Z", { fill: color.deep, ...LINE }) +
        path("M-16 26L-13 23L-10 26L-7 23L-4 26L-1 23L2 26L5 23L8 26L11 23L14 26", {
            ...THIN,
            stroke: color.light,
            "stroke-width": 1.1,
        }),
    collar: (color) => CLOTHES.plain(color) + both(path("M0 19.5L-6.5 14L-8.5 18L-3.5 23Z", { fill: WHITE, ...LINE })),
    jacket: (color) =>
        CLOTHES.plain(color) +
        path("M-4.5 14.5L0 27L4.5 14.5Q0 18.5-4.5 14.5Z", { fill: WHITE, ...LINE }) +
        path("M-1.4 18.5H1.4L2 30H-2Z", { fill: RED.main, ...LINE, "stroke-width": 0.7 }) +
        both(path("M-4.8 14.5L-9 18L-6 21L-1 29", { fill: color.deep, ...LINE })),
    stripes: (color) =>
        CLOTHES.plain({ main: WHITE }) +
        path("M-18.5 22Q0 26.5 18.5 22M-20.5 27Q0 31.5 20.5 27", {
            fill: "none",
            stroke: color.main,
            "stroke-width": 2.2,
        }),
    apron: (color) =>
        CLOTHES.plain(color) +
        path("M-9 34V20L-6 15.5M9 34V20L6 15.5", { ...THIN, "stroke-width": 1 }) +
        rect(-9, 21, 18, 14, { fill: WHITE, ...LINE }),
    shawl: (color) =>
        CLOTHES.plain(color) +
        path("M-18 20C-8 21-3 26 0 33C3 26 8 21 18 20L10 15.5L0 24L-10 15.5Z", { fill: color.deep, ...LINE }),
};

/* ---- who they are ---- */

const WHO = {
    lumi: {
        level: "gentle",
        skin: "pale",
        skull: "round",
        hair: "bun",
        color: "grey",
        eyes: "happy",
        mouth: "smile",
        clothes: ["wool", RED],
        extra: () => glasses(STEEL.dark),
    },
    pepo: {
        level: "gentle",
        skin: "olive",
        skull: "square",
        hair: "rim",
        color: "grey",
        nose: "big",
        mouth: "smile",
        clothes: ["apron", BLUE],
        extra: () => moustache(HAIR.grey) + bakersHat(),
    },
    nilda: {
        level: "gentle",
        skin: "brown",
        skull: "round",
        hair: "curls",
        color: "black",
        eyes: "happy",
        mouth: "laugh",
        clothes: ["shawl", GOLD],
        extra: () => earrings(),
    },
    odo: {
        level: "gentle",
        skin: "light",
        skull: "round",
        hair: "tousled",
        color: "red",
        eyes: "wide",
        brows: "high",
        mouth: "grin",
        clothes: ["stripes", GREEN],
        extra: freckles,
    },
    tova: {
        level: "fair",
        skin: "light",
        skull: "heart",
        hair: "braids",
        color: "fair",
        mouth: "smirk",
        clothes: ["collar", BLUE],
        extra: () => peakedCap(BLUE, true),
    },
    rufo: {
        level: "fair",
        skin: "olive",
        skull: "square",
        hair: "short",
        color: "black",
        eyes: "happy",
        mouth: "laugh",
        nose: "round",
        clothes: ["collar", RED],
        extra: () => "",
    },
    inka: {
        level: "fair",
        skin: "brown",
        skull: "heart",
        hair: "bob",
        color: "black",
        eyes: "half",
        brows: "flat",
        mouth: "line",
        clothes: ["plain", GREEN],
        extra: () => glasses(RED.deep),
    },
    gorm: {
        level: "fair",
        skin: "pale",
        skull: "square",
        hair: "rim",
        color: "red",
        eyes: "half",
        nose: "big",
        mouth: "line",
        clothes: ["wool", STEEL],
        extra: () => beard(HAIR.red) + knitCap(BLUE),
    },
    vesna: {
        level: "strong",
        skin: "pale",
        skull: "heart",
        hair: "long",
        color: "brown",
        eyes: "half",
        brows: "high",
        mouth: "lips",
        clothes: ["plain", { main: INK, deep: INK }],
        extra: () => earrings(CREAM),
    },
    balto: {
        level: "strong",
        skin: "dark",
        skull: "square",
        hair: "rim",
        color: "grey",
        brows: "flat",
        mouth: "smirk",
        clothes: ["jacket", BLUE],
        extra: () => goatee(HAIR.grey) + peakedCap({ main: WHITE, dark: INK }, true),
    },
    saga: {
        level: "strong",
        skin: "light",
        skull: "long",
        hair: "bun",
        color: "red",
        brows: "high",
        mouth: "smirk",
        nose: "long",
        clothes: ["collar", GREEN],
        extra: () => glasses(WOOD.dark, 3.8),
    },
    kaz: {
        level: "strong",
        skin: "pale",
        skull: "long",
        hair: "combed",
        color: "grey",
        brows: "stern",
        mouth: "line",
        nose: "long",
        clothes: ["jacket", WOOD],
        extra: () => monocle() + moustache(HAIR.grey),
    },
    mirka: {
        level: "strongest",
        skin: "olive",
        skull: "heart",
        hair: "long",
        color: "black",
        brows: "stern",
        mouth: "smirk",
        clothes: ["shawl", RED],
        extra: laurel,
    },
    cosmo: {
        level: "strongest",
        skin: "brown",
        skull: "long",
        hair: "rim",
        color: "grey",
        eyes: "round",
        brows: "high",
        mouth: "line",
        clothes: ["plain", { main: "#3b3566", deep: "#2a2550" }],
        extra: () => beard(HAIR.grey) + starHat(),
    },
    zita: {
        level: "strongest",
        skin: "dark",
        skull: "heart",
        hair: "bob",
        color: "black",
        eyes: "open",
        brows: "stern",
        mouth: "lips",
        clothes: ["plain", GOLD],
        extra: () => headscarf(RED) + earrings(),
    },
    arvo: {
        level: "strongest",
        skin: "pale",
        skull: "long",
        hair: "combed",
        color: "fair",
        eyes: "wide",
        brows: "flat",
        mouth: "line",
        clothes: ["jacket", { main: INK, deep: "#453c38" }],
        extra: () => "",
    },
};

function face({ level, skin: tone, skull, hair: style, color, clothes, extra, ...rest }) {
    const skin = SKINS[tone];
    const hair = HAIR[color];
    const [cut, cloth] = clothes;
    return (
        circle(32, 32, 31, { fill: WINDOWS[level], stroke: INK, "stroke-width": 1.5 }) +
        at(
            32,
            31,
            { scale: 1.36 },
            HAIRS[style].back(hair) +
                neck(skin) +
                CLOTHES[cut](cloth) +
                ear(skin) +
                path(SKULLS[skull], { fill: skin.main, ...LINE }) +
                features({ skin, brow: style === "rim" || color === "grey" ? INK : hair.main, ...rest }) +
                HAIRS[style].front(hair) +
                extra(),
        )
    );
}

/** The ids of all that have a face. */
export const FACES = Object.keys(WHO);

export function faces() {
    const symbols = {};
    for (const [id, who] of Object.entries(WHO)) symbols[`face-${id}`] = { box: "0 0 64 64", content: face(who) };
    return { symbols, parts: {} };
}
