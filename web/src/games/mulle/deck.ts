// The cards of Mulle as its views write them: "SP2", by the Swedish names of the suits.

import { type Card, frenchCard, type FrenchSuit } from "../../lib/cards";

const SUITS: Record<string, FrenchSuit> = { SP: "spades", HJ: "hearts", RU: "diamonds", KL: "clubs" };
const CODE = /^(KL|SP|HJ|RU)(10|[2-9JQKA])$/;

export function readCard(code: string): Card | null {
    const [, suit, rank] = CODE.exec(code) ?? [];
    return rank === undefined ? null : frenchCard(rank, SUITS[suit!]!);
}

/** The picture of a card; null for what is none, and lies face down. */
export function faceOf(code: string): string | null {
    const [, suit, rank] = CODE.exec(code) ?? [];
    return rank === undefined ? null : `${SUITS[suit!]}-${rank}`;
}

/** The letters of its suit, for readers who cannot tell the colours or the signs apart. */
export const suitLetters = (code: string): string => CODE.exec(code)?.[1] ?? "";
