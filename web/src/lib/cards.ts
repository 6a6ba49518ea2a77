// Cards as a page writes and says them. Which code of a view is which card, a game's own folder knows.

import { text } from "../lang";

export interface Card {
    /** What is written on it. */
    rank: string;
    /** The name of its sign, which is also a class: "hearts", "oros". */
    suit: string | null;
    /** For those who cannot see it. */
    spoken: string;
}

export type FrenchSuit = "spades" | "hearts" | "diamonds" | "clubs";
export type SpanishSuit = "oros" | "copas" | "espadas" | "bastos";

/** What is printed on the figures and aces of a Spanish deck. */
const SPANISH_INDEX: Record<string, string> = { R: "12", C: "11", S: "10", A: "1" };

const spokenAs = (rank: string, suit: FrenchSuit | SpanishSuit, names: Record<string, string>): string =>
    text.cards.of(names[rank] ?? rank, text.cards.suits[suit]);

/** Ranks "2" to "10", "J", "Q", "K" and "A". */
export const frenchCard = (rank: string, suit: FrenchSuit): Card => ({
    rank,
    suit,
    spoken: spokenAs(rank, suit, text.cards.french),
});

/** Ranks "A", "2" to "7", "S", "C" and "R". */
export const spanishCard = (rank: string, suit: SpanishSuit): Card => ({
    rank: SPANISH_INDEX[rank] ?? rank,
    suit,
    spoken: spokenAs(rank, suit, text.cards.spanish),
});

const FRENCH: Record<string, FrenchSuit> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** "10h", as most games write French cards; a rank alone has a suit that nobody has seen. Null for what is no card. */
export function readFrench(code: string): { rank: string; suit: FrenchSuit | null } | null {
    const parts = /^(10|[2-9JQKA])([shdc])?$/.exec(code);
    return parts && { rank: parts[1]!, suit: parts[2] === undefined ? null : FRENCH[parts[2]]! };
}
