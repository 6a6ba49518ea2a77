// What a hint comes to, in one sentence.

import { isSure } from "../after/review";
import { text } from "../lang";
import { quickAmounts } from "../tables/mus/view";
import type { HintMove } from "./protocol";

/** A share of wins, as it is shown. */
export const percentOf = (share: number): number => Math.round(share * 100);

/** It surely wins more often, and the two figures that are seen beside it differ. */
function isBetter(one: HintMove, other: HintMove): boolean {
    const more = { value: one.value - other.value, error: Math.hypot(one.error, other.error) };
    return isSure(more) && percentOf(one.value) > percentOf(other.value);
}

const compare = (one: HintMove, other: HintMove): number => Number(isBetter(one, other)) - Number(isBetter(other, one));

/** Bets of Mus are of one kind, however many stones are bet. */
const BET = /^(envido|mas) (\d+)$/;
const kindOf = ({ move }: HintMove): string => BET.exec(move)?.[1] ?? move;
const stonesOf = ({ move }: HintMove): number => Number(BET.exec(move)?.[2] ?? 0);

/** What the table offers at one press comes first, then the smaller bet. */
function plainer(one: HintMove, other: HintMove): HintMove {
    const [isQuick, isOtherQuick] = [one, other].map((bet) => quickAmounts([stonesOf(bet)]).length > 0);
    if (isQuick !== isOtherQuick) return isQuick ? one : other;
    return stonesOf(one) < stonesOf(other) ? one : other;
}

/** The plainest bet of those that do as well as the best of its kind, and against `other` as that one does. */
function plainest(best: HintMove, other: HintMove, moves: readonly HintMove[]): HintMove {
    const isAlike = (one: HintMove) =>
        kindOf(one) === kindOf(best) && !isBetter(best, one) && compare(one, other) === compare(best, other);
    return moves.filter(isAlike).reduce(plainer, best);
}

/** The best move, how often it wins, and how much more often than the next; that it cannot be told, where the figures do not. Two bets that differ
 *  in their stones only are one advice. Empty where there is no choice. `moves`: the most promising first. */
export function hintWords(moves: readonly HintMove[], nameOf: (move: string) => string): string {
    const [first] = moves;
    const second = first && moves.find((one) => kindOf(one) !== kindOf(first));
    if (!first || !second) return "";
    const next = plainest(second, first, moves);
    const best = plainest(first, next, moves);
    const names = [nameOf(best.move), nameOf(next.move)] as const;
    const wins = percentOf(best.value);
    return isBetter(best, next)
        ? text.table.hintWins(names[0], wins, names[1], wins - percentOf(next.value))
        : text.table.hintEqual(...names, percentOf((best.value + next.value) / 2));
}
