// What the parts of a drawn table share, by way of the stage that they stand on.

import { getContext, setContext } from "svelte";
import type { HintMove } from "../lib/protocol";

export interface StageContext {
    /** Play the main one of the actions that fit what is selected. */
    commit(): void;
    hint(move: string): HintMove | undefined;
    /** What it finds best. */
    bestHint(): HintMove | undefined;
    /** Whether a coach points at this move. */
    isAdvised(move: string): boolean;
    /** Is there anything to press for the viewer? */
    live(): boolean;
}

const KEY = Symbol("stage");

export const provideStage = (stage: StageContext): StageContext => setContext(KEY, stage);

export const useStage = (): StageContext => getContext<StageContext>(KEY);

/** What can be pressed on the cloth, in the order of reading. */
const picksOf = (cloth: HTMLElement): HTMLElement[] => [
    ...cloth.querySelectorAll<HTMLElement>("[data-pick]:not([aria-disabled='true'])"),
];

export const firstPick = (cloth: HTMLElement): HTMLElement | undefined => picksOf(cloth)[0];

/** Go from one thing on the cloth to another that can be pressed with the arrow keys, also from one that cannot be pressed any more. */
export function followArrows(event: KeyboardEvent, cloth: HTMLElement): void {
    const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[event.key];
    const from = document.activeElement;
    if (way === undefined || !(from instanceof HTMLElement) || !cloth.contains(from)) return;
    const picks = picksOf(cloth);
    const to = Math.abs(way) === 1 ? next(from, picks, way) : nearest(from, picks, Math.sign(way));
    if (!to) return;
    event.preventDefault();
    to.focus();
}

/** The one before or after it in the order of reading. */
function next(from: HTMLElement, picks: HTMLElement[], way: number): HTMLElement | undefined {
    const follows = way > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    const there = picks.filter((pick) => (from.compareDocumentPosition(pick) & follows) !== 0);
    return way > 0 ? there[0] : there.at(-1);
}

/** The nearest thing above or below. */
function nearest(from: HTMLElement, picks: HTMLElement[], way: number): HTMLElement | undefined {
    const middle = (one: HTMLElement) => {
        const box = one.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2, height: box.height };
    };
    const here = middle(from);
    let best: HTMLElement | undefined;
    let least = Infinity;
    for (const pick of picks) {
        const there = middle(pick);
        const down = (there.y - here.y) * way;
        if (pick === from || down < Math.min(here.height, there.height) / 2) continue;
        const far = down + 2 * Math.abs(there.x - here.x);
        if (far < least) [best, least] = [pick, far];
    }
    return best;
}
