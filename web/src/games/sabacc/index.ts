// Kessel Sabacc on the page.

import type { GameUi } from "../../game/ui";
import { readCard } from "./deck";
import { ending } from "./ending";
import { roundEnds } from "./rank";
import { speak, words } from "./words";

const SECTIONS: Record<string, string> = {
    TOKEN: "tokens",
    PRIME_DIE: "tokens",
    DRAW: "round",
    KEEP: "round",
    IMPOSTOR: "reveal",
    OVER: "payment",
};

export const sabacc: GameUi = {
    words: () => words,
    speak,
    readCard,
    section: (view) => SECTIONS[String(view.phase)],
    ending,
    roundEnds,
    // The total score of Kessel Sabacc is that of three games.
    sums: { games: 3, words: () => words.sum },
    table: () => import("./SabaccTable.svelte"),
    guide: async () => (await import("./guide")).coaching(),
    presets: () => [
        { ...words.presets.four, options: {} },
        { ...words.presets.three, options: { players: 3 } },
        { ...words.presets.two, options: { players: 2 } },
        { ...words.presets.short, options: { chips: 4 } },
    ],
    verifier: async () => (await import("./verify")).Sabacc,
};
