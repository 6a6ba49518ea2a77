// What a hint comes to, in one sentence.

import { text } from "../lang";
import { isSure } from "./figures";
import { type Lore, loreOf } from "./lore";
import type { HintMove } from "./protocol";

type Amounts = NonNullable<Lore["amounts"]>;

/** Without amounts every move is a kind of its own. */
const NO_AMOUNTS: Amounts = { kind: (move) => move, plainness: () => 0 };

/** A share of wins, as it is shown. */
export const percentOf = (share: number): number => Math.round(share * 100);

/** It surely wins more often, and the two figures that are seen beside it differ. */
function isBetter(one: HintMove, other: HintMove): boolean {
    const more = { value: one.value - other.value, error: Math.hypot(one.error, other.error) };
    return isSure(more) && percentOf(one.value) > percentOf(other.value);
}

const compare = (one: HintMove, other: HintMove): number => Number(isBetter(one, other)) - Number(isBetter(other, one));

/** The plainest of the moves that do as well as the best of its kind, and against `other` as that one does. */
function plainest(best: HintMove, other: HintMove, moves: readonly HintMove[], amounts: Amounts): HintMove {
    const isAlike = (one: HintMove) =>
        amounts.kind(one.move) === amounts.kind(best.move) &&
        !isBetter(best, one) &&
        compare(one, other) === compare(best, other);
    const plainer = (one: HintMove, next: HintMove) =>
        amounts.plainness(one.move) < amounts.plainness(next.move) ? one : next;
    return moves.filter(isAlike).reduce(plainer, best);
}

/** The best move, how often it wins, and how much more often than the next; that it cannot be told, where the figures do not. Moves that differ
 *  in an amount only are one advice. Empty if there is no choice. `moves`: the most promising first. `whyOf`: what the game says of a move, which is the reason for the best. */
export function hintWords(
    game: string,
    moves: readonly HintMove[],
    nameOf: (move: string) => string,
    whyOf: (move: string) => string = () => "",
): string {
    const amounts = loreOf(game)?.amounts ?? NO_AMOUNTS;
    const [first] = moves;
    const second = first && moves.find((one) => amounts.kind(one.move) !== amounts.kind(first.move));
    if (!first || !second) return "";
    const next = plainest(second, first, moves, amounts);
    const best = plainest(first, next, moves, amounts);
    const names = [nameOf(best.move), nameOf(next.move)] as const;
    const wins = percentOf(best.value);
    const why = whyOf(best.move).replace(/[.。]$/, "");
    const reason = why === "" ? "" : ` ${text.table.hintWhy(why)}`;
    const advice = isBetter(best, next)
        ? text.table.hintWins(names[0], wins, names[1], wins - percentOf(next.value))
        : text.table.hintEqual(...names, percentOf((best.value + next.value) / 2));
    return advice + reason;
}
