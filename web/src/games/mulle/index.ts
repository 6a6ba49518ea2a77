// Mulle on the page.

import type { GameUi } from "../../game/ui";
import { readCard } from "./deck";
import { ending } from "./ending";
import { roundEnds } from "./omgang";
import { speak, words } from "./words";

export const mulle: GameUi = {
    words: () => words,
    speak,
    readCard,
    inSentences: { found: /\b((?:KL|SP|HJ|RU)(?:10|[2-9JQKA])\b)/, code: /((?:KL|SP|HJ|RU)(?:10|[2-9JQKA]))/ },
    section: (view) => (view.over === true ? "points" : "capture"),
    ending,
    roundEnds,
    table: () => import("./MulleTable.svelte"),
    guide: async () => (await import("./guide")).coaching(),
    presets: () => [
        { ...words.presets.one, options: {} },
        { ...words.presets.three, options: { omgangar: 3 } },
    ],
    verifier: async () => (await import("./verify")).Mulle,
};
