// Mus on the page.

import type { GameUi } from "../../game/ui";
import { text } from "../../lang";
import { readCard } from "./deck";
import { ending } from "./ending";
import { handEnded, quickAmounts } from "./view";
import { speak, words } from "./words";

const SECTIONS: Record<string, string> = {
    MUS: "mus",
    DISCARD: "mus",
    GRANDE: "lances",
    CHICA: "lances",
    PARES: "pares",
    JUEGO: "juego",
    PUNTO: "juego",
    OVER: "count",
};

/** Lances without a bet that was refused or wanted by one seat: the seat in their result says nothing. */
const NOBODYS = new Set(["OPEN", "PASS", "BET", "AUTO", "SKIPPED"]);

/** Bets are of one kind, however many stones are bet. */
const BET = /^(envido|mas) (\d+)$/;
/** More than any bet. */
const UNUSUAL = 1000;

/** A discard names the cards by what they count as. */
function moveName(name: string): string {
    const [, what, ranks] = /^(.+) ([A2-7SCR](?:,[A2-7SCR])*)$/.exec(name) ?? [];
    if (ranks === undefined) return name.replace(/^ordago$/, "órdago").replace(/^mas (?=\d+$)/, "más ");
    const said = ranks.split(",").map((rank) => text.cards.spanish[rank] ?? rank);
    return `${what} ${said.join(", ")}`.replace(/^mas (?=\d+$)/, "más ");
}

export const mus: GameUi = {
    words: () => words,
    speak,
    readCard,
    inSentences: {
        // A code alone could be a word ("As"); several in a row, or one after a colon, could not.
        found: /\b([A2-7SCR][oceb](?:,? [A2-7SCR][oceb]\b)+|(?<=[:：] ?)[A2-7SCR][oceb](?=[.。]))/,
        code: /([A2-7SCR][oceb])/,
    },
    moveName,
    meansNothing: (name, within) => name === "seat" && NOBODYS.has(String(within.kind)),
    section: (view) => SECTIONS[String(view.phase)],
    amounts: {
        kind: (move) => BET.exec(move)?.[1] ?? move,
        // What the table offers at one press comes first, then the smaller bet.
        plainness(move) {
            const stones = Number(BET.exec(move)?.[2] ?? 0);
            return quickAmounts([stones]).length > 0 ? stones : stones + UNUSUAL;
        },
    },
    ending,
    roundEnds: handEnded,
    table: () => import("./MusTable.svelte"),
    counterClockwise: true,
    guide: async () => (await import("./guide")).coaching(),
    practice: () => import("./Practice.svelte"),
    presets: () => [
        { ...words.presets.pairs, options: {} },
        { ...words.presets.short, options: { best_of: 1 } },
        { ...words.presets.two, options: { preset: "F2" } },
        { ...words.presets.all, options: { preset: "X4" } },
    ],
    verifier: async () => (await import("./verify")).Mus,
};
