// What a review says, put together from what comes of it: parts while it is being made, and then the whole.

import { fillNames, moveName } from "../lib/vocabulary";
import type { Figure, JudgedDecision, JudgedMove, LinePoint } from "../lib/protocol";
import { language } from "../lang";

/** Decisions that are shown first. */
const COSTLIEST = 3;

/** In the order of plies; of two with the same one the later stays. */
export function merge<One extends { ply: number }>(known: readonly One[], more: readonly One[]): One[] {
    const all = new Map([...known, ...more].map((one) => [one.ply, one]));
    return [...all.values()].sort((a, b) => a.ply - b.ply);
}

/** The decisions that cost most, the costliest first; none that cost nothing. */
export const costliestOf = (decisions: readonly JudgedDecision[]): JudgedDecision[] =>
    decisions
        .filter(({ cost }) => cost.value > 0)
        .sort((a, b) => b.cost.value - a.cost.value || a.ply - b.ply)
        .slice(0, COSTLIEST);

/** What was expected after a ply: as it was judged last. Nothing is known of what comes behind a line that is not whole. */
export function expectedAt(line: readonly LinePoint[], ply: number, isWhole = true): LinePoint | null {
    let found: LinePoint | null = null;
    if (!isWhole && ply > (line[line.length - 1]?.ply ?? 0)) return null;
    for (const point of line) if (point.ply <= ply) found = point;
    return found;
}

/** The decision that was made at the position after this ply. */
export const decisionAt = (decisions: readonly JudgedDecision[], ply: number): JudgedDecision | undefined =>
    decisions.find((one) => one.ply === ply + 1);

/** A move as people at the table say it: codes of the rules in the language of the page. */
export function judgedName(game: string, decision: JudgedDecision, move: string, names: string[]): string {
    const said = decision.moves.find((one) => one.move === move)?.name ?? move;
    const word = moveName(game, move, names);
    // Where the page has no words of its own for the code, the game's are better.
    const isKnown = word.toLowerCase() !== move.toLowerCase();
    return isKnown ? word : moveName(game, fillNames(said, names), names);
}

/** A part of the result without another that is in it. */
export const without = (whole: Figure, part: Figure): Figure => ({
    value: whole.value - part.value,
    error: Math.sqrt(Math.max(0, whole.error ** 2 - part.error ** 2)),
});

/** The moves to show: the most promising, and in any case the one that was made. */
export function shownMoves(decision: JudgedDecision, most: number): JudgedMove[] {
    return decision.moves.filter(({ move }, place) => place < most || move === decision.chosen);
}

const number = (digits: number, sign: boolean) =>
    new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: sign ? "exceptZero" : "auto",
    });

/** A share of a win as people read it: "41 %". */
export const share = (value: number): string => `${number(0, false).format(100 * value)} %`;

/** With its standard error: "41.5 % ± 3.2". */
export const figure = ({ value, error }: Figure, sign = false): string =>
    `${number(1, sign).format(100 * value)} % ± ${number(1, false).format(100 * error)}`;
