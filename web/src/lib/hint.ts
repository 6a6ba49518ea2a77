// What a hint comes to, in one sentence.

import { isSure } from "../after/review";
import { text } from "../lang";
import type { HintMove } from "./protocol";

/** A share of wins, as it is shown. */
export const percentOf = (share: number): number => Math.round(share * 100);

/** The best move, how often it wins, and how much more often than the next; that it cannot be told, where the figures do not. Empty where there is no choice.
 *  `moves`: the most promising first. */
export function hintWords([best, next]: readonly HintMove[], nameOf: (move: string) => string): string {
    if (!best || !next) return "";
    const more = { value: best.value - next.value, error: Math.hypot(best.error, next.error) };
    const [first, second] = [nameOf(best.move), nameOf(next.move)];
    const wins = percentOf(best.value);
    // As the two figures that are seen beside it differ.
    const difference = wins - percentOf(next.value);
    return isSure(more) && difference > 0
        ? text.table.hintWins(first, wins, second, difference)
        : text.table.hintEqual(first, second, percentOf((best.value + next.value) / 2));
}
