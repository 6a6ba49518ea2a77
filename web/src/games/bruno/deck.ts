// The cards of Bruno as its views write them: "10h"; a rank alone has a suit that nobody has seen.

import { type Card, frenchCard, readFrench } from "../../lib/cards";

export function readCard(code: string): Card | null {
    const { rank, suit } = readFrench(code) ?? {};
    return rank === undefined || !suit ? null : frenchCard(rank, suit);
}

/** The picture of a card; null for what is none, and lies face down. */
export function faceOf(code: string): string | null {
    const found = readFrench(code);
    return found && `${found.suit ?? "any"}-${found.rank}`;
}

/** The letter of its suit, for readers who cannot tell the colours or the signs apart. */
export const suitLetters = (code: string): string => /[shdc]$/.exec(code)?.[0].toUpperCase() ?? "";
