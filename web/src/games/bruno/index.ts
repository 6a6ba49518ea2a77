// Bruno on the page.

import type { GameUi } from "../../game/ui";
import { text } from "../../lang";
import { readCard } from "./deck";
import { ending } from "./ending";
import { readPlay } from "./view";
import { speak, words } from "./words";

export const bruno: GameUi = {
    words: () => words,
    speak,
    readCard,
    inSentences: {
        // A code alone could be a word ("two 2s"); several in a row, or one after a colon, could not.
        found: /\b((?:10|[2-9JQKA])[shdc](?:,? (?:10|[2-9JQKA])[shdc]\b)+|(?<=[:：] ?)(?:10|[2-9JQKA])[shdc](?=[.。]))/,
        code: /((?:10|[2-9JQKA])[shdc])/,
    },
    moveName(name) {
        const play = readPlay(name);
        return play ? text.copies(play.copies, play.rank, text.cards.french[play.rank] ?? play.rank) : undefined;
    },
    section(view) {
        const own = Array.isArray(view.hands) ? view.hands[Number(view.viewer)] : undefined;
        if (Array.isArray(own) && own.length === 0) return "zones";
        return view.to_beat === "9" ? "functions" : "turn";
    },
    ending,
    table: () => import("./BrunoTable.svelte"),
    counterClockwise: true,
    guide: async () => (await import("./guide")).coaching(),
    verifier: async () => (await import("./verify")).Bruno,
};
