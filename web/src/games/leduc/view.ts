// A view of Leduc poker, as the server sends it.

import type { Json } from "../../lib/protocol";

export interface LeducView {
    [key: string]: Json;
    raises: number;
    /** "Kh"; "?" if the viewer does not know it. */
    cards: string[];
    /** The card that is turned up after the first round. */
    board: string | null;
    history: string[];
    round: number;
    current: number | null;
    paid: number[];
    /** Both cards are open. */
    shown: boolean;
    winners: number[] | null;
    score: number[];
}

export const HIDDEN = "?";

const rankOf = (card: string): string => card.slice(0, -1);

/** Whether a card makes a pair with the one that is turned up. */
export const isPair = (view: LeducView, seat: number): boolean =>
    view.board !== null && view.cards[seat] !== HIDDEN && rankOf(view.cards[seat]!) === rankOf(view.board);

/** The last move of each seat in this round, or of all if the hand is over. */
export function lastMoves(view: LeducView): (string | undefined)[] {
    // The second round begins after a call, or after two checks; seat 0 acts first in both.
    const ends = view.history.findIndex(
        (move, at) => at < view.history.length - 1 && (move === "CALL" || (move === "CHECK" && at === 1)),
    );
    const round = view.round === 2 ? view.history.slice(ends + 1) : view.history;
    return [0, 1].map((seat) => round.filter((_, at) => at % 2 === seat).at(-1));
}

/** A bet in this round. */
export const betSize = (view: LeducView): number => (view.round === 1 ? 2 : 4);
