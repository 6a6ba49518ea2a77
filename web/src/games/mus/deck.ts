// The Spanish deck as views of Mus write it: "Ro" is the rey of oros; a rank alone has a suit that nobody has seen.

import { type Card, spanishCard, type SpanishSuit } from "../../lib/cards";

const SUITS: Record<string, SpanishSuit> = { o: "oros", c: "copas", e: "espadas", b: "bastos" };
const CODE = /^([A2-7SCR])([oceb])?$/;

export function readCard(code: string): Card | null {
    const [, rank, suit] = CODE.exec(code) ?? [];
    return rank === undefined || suit === undefined ? null : spanishCard(rank, SUITS[suit]!);
}

/** The picture of a card; null for what is none, and lies face down. */
export function faceOf(code: string): string | null {
    const [, rank, suit] = CODE.exec(code) ?? [];
    return rank === undefined ? null : `${suit === undefined ? "any" : SUITS[suit]}-${rank}`;
}
