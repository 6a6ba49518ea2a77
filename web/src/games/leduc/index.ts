// Leduc poker on the page.

import type { GameUi } from "../../game/ui";
import { readCard } from "./deck";
import { ending } from "./ending";
import { speak, words } from "./words";

export const leduc: GameUi = {
    words: () => words,
    speak,
    readCard,
    section: (view) => (view.current === null ? "end" : "betting"),
    ending,
    table: () => import("./LeducTable.svelte"),
    guide: async () => (await import("./guide")).coaching(),
    verifier: async () => (await import("./verify")).Leduc,
};
