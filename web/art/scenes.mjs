// A small picture of each game for its tile in the lobby: a few of its cards in a fan, and what else lies on its table. Only
// the cards that are shown are in the file, for the first page is to be small.
import { CARD_BOX } from "./card.mjs";
import { frenchDeck } from "./french.mjs";
import { sabacc } from "./sabacc.mjs";
import { spanishDeck } from "./spanish.mjs";
import { at, rect, use } from "./svg.mjs";
import { table } from "./table.mjs";

const BOX = "0 0 240 120";
const [, , WIDTH, HEIGHT] = CARD_BOX.split(" ").map(Number);

/** Each deck's ids get a name of their own, for all are in one file here. */
const SHEETS = { spanish: spanishDeck(), french: frenchDeck(), sabacc: sabacc(), table: table() };

/** What is shown: [sheet, symbol, x, y of its middle, scale, turn]. */
const SCENES = {
    mus: [
        ["spanish", "bastos-A", 62, 72, 0.56, -24],
        ["spanish", "copas-R", 98, 62, 0.56, -8],
        ["spanish", "oros-R", 138, 62, 0.56, 8],
        ["spanish", "espadas-3", 176, 72, 0.56, 24],
    ],
    bruno: [
        ["french", "clubs-2", 62, 72, 0.56, -24],
        ["french", "hearts-7", 98, 62, 0.56, -8],
        ["french", "spades-7", 138, 62, 0.56, 8],
        ["french", "diamonds-10", 176, 72, 0.56, 24],
    ],
    mulle: [
        ["french", "hearts-5", 88, 64, 0.56, -16],
        ["french", "hearts-5", 112, 62, 0.56, -2],
        ["french", "spades-A", 164, 66, 0.56, 12],
    ],
    sabacc: [
        ["sabacc", "sand-S", 80, 68, 0.56, -14],
        ["sabacc", "blood-1", 126, 66, 0.56, 6],
        ["sabacc", "die-5", 180, 52, 0.9, 10],
        ["sabacc", "die-1", 200, 84, 0.9, -14],
    ],
};

const SIZES = { die: 16 };

export function scenes() {
    const symbols = {};
    const parts = {};
    const renamed = (sheet, id) => `${sheet}-${id}`;
    /** The drawing with all that it refers to. */
    const take = (sheet, id, content) => {
        const name = renamed(sheet, id);
        if (name in parts) return name;
        parts[name] = "";
        parts[name] = content.replace(/href="#([^"]+)"/g, (_, other) => {
            const found = SHEETS[sheet].parts[other] ?? SHEETS[sheet].symbols[other].content;
            return `href="#${take(sheet, other, found)}"`;
        });
        return name;
    };
    const piece = ([sheet, id, x, y, scale, turn]) => {
        const { box, content } = SHEETS[sheet].symbols[id];
        const name = `card-${renamed(sheet, id)}`;
        // A symbol of its own is cut off at its edges, as patterns of cards have to be.
        symbols[name] = { box, content: `<use href="#${take(sheet, id, content)}"/>` };
        const half = SIZES[id.split("-")[0]];
        if (half !== undefined)
            return at(x, y, { scale, turn }, use(name, -half, -half, {}, { width: 2 * half, height: 2 * half }));
        return at(
            x,
            y,
            { scale, turn },
            rect(-WIDTH / 2 - 1.2, -HEIGHT / 2 + 1, WIDTH + 2.4, HEIGHT + 2.4, { rx: 8, fill: "#00000055" }) +
                rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, { rx: 7, fill: "var(--card,#fffdf5)" }) +
                use(name, -WIDTH / 2, -HEIGHT / 2, {}, { width: WIDTH, height: HEIGHT }) +
                rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, {
                    rx: 7,
                    fill: "none",
                    stroke: "var(--card-edge,#c9c2ac)",
                    "stroke-width": 1.4,
                }),
        );
    };
    for (const [game, pieces] of Object.entries(SCENES))
        symbols[`scene-${game}`] = { box: BOX, content: pieces.map(piece).join("") };
    return { symbols, parts };
}
