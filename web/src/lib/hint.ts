// What a hint comes to, in one sentence.

import { isSure } from "../after/review";
import { text } from "../lang";
import type { HintMove } from "./protocol";

/** The best move, and by how much it is better than the next; that it cannot be told, where the figures do not. Empty where there is no choice.
 *  `moves`: the most promising first. */
export function hintWords([best, next]: readonly HintMove[], nameOf: (move: string) => string): string {
    if (!best || !next) return "";
    const more = { value: best.value - next.value, error: Math.hypot(best.error, next.error) };
    const wins = Math.round(more.value * 100);
    const names = [nameOf(best.move), nameOf(next.move)] as const;
    return isSure(more) && wins > 0 ? text.table.hintWins(...names, wins) : text.table.hintEqual(...names);
}
