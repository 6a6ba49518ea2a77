// Which symbol of which drawn file shows a thing. The files are made by web/art/draw.mjs and lie in public/art.

import type { Suit } from "../lib/vocabulary";

export type Deck = "spanish" | "french" | "sabacc";
export const FAMILIES = ["sand", "blood"] as const;
export type Family = (typeof FAMILIES)[number];

/** What lies about a table and is not a card. */
export const MARKERS = ["mano", "dealer", "turn", "lock", "unlocked", "mulle", "eye", "crown"] as const;
export type MarkerKind = (typeof MARKERS)[number];

export const GAMES = ["mus", "bruno", "sabacc", "mulle"] as const;

export const TOKENS = [
    "FREE_DRAW",
    "REFUND",
    "EXTRA_REFUND",
    "GENERAL_TARIFF",
    "TARGET_TARIFF",
    "EMBARGO",
    "DEVALUATION",
    "IMMUNITY",
    "GENERAL_AUDIT",
    "TARGET_AUDIT",
    "MAJOR_FRAUD",
    "EMBEZZLEMENT",
    "COOK_THE_BOOKS",
    "EXHAUSTION",
    "DIRECT_TRANSACTION",
    "SABACC_PRIME",
] as const;

const SPANISH: Record<string, Suit> = { o: "oros", c: "copas", e: "espadas", b: "bastos" };
const FRENCH: Record<string, Suit> = {
    s: "spades",
    h: "hearts",
    d: "diamonds",
    c: "clubs",
    SP: "spades",
    HJ: "hearts",
    RU: "diamonds",
    KL: "clubs",
};

/** The face that a code of a view names, or null where it names none: then the card is shown face down. A rank alone is a card
 *  whose suit nobody has seen. */
export function faceOf(deck: Deck, code: string, family: Family = "sand"): string | null {
    if (deck === "sabacc") return /^[1-6SI]$/.test(code) ? `${family}-${code}` : null;
    if (deck === "spanish") {
        const parts = /^([A2-7SCR])([oceb])?$/.exec(code);
        return parts ? `${parts[2] ? SPANISH[parts[2]] : "any"}-${parts[1]}` : null;
    }
    const bruno = /^(10|[2-9JQKA])([shdc])?$/.exec(code);
    if (bruno) return `${bruno[2] ? FRENCH[bruno[2]] : "any"}-${bruno[1]}`;
    const mulle = /^(KL|SP|HJ|RU)(10|[2-9JQKA])$/.exec(code);
    return mulle ? `${FRENCH[mulle[1]!]}-${mulle[2]}` : null;
}

/** The letters of a French suit as the game writes them, "H" or "HJ": for whoever does not tell the colours or the signs apart. */
export const suitLetters = (code: string): string => /^([A-Z]{2})|([shdc])$/.exec(code)?.[0].toUpperCase() ?? "";

export const backOf = (deck: Deck, family: Family = "sand"): string => (deck === "sabacc" ? `${family}-back` : "back");

export type Sprite = Deck | "table";

/** Where a symbol is to be found. */
export const place = (sprite: Sprite, symbol: string): string => `/art/${sprite}.svg#${symbol}`;

export function deckOf(game: string): Deck {
    return game === "mus" ? "spanish" : game === "sabacc" ? "sabacc" : "french";
}
