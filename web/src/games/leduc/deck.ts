// The cards of Leduc poker as its views write them: "Kh".

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
