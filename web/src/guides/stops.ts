// Where a guided deal waits, and what the coach says there.

import { language } from "../lang";
import type { Json } from "../lib/protocol";
import { type Coaching, LEARNER, type Question, type Task } from "./guide";

/** Where the deal waits: for the learner to have read, or to have made the move that is asked for. */
export interface Stop {
    /** The step that the table shows. */
    at: number;
    /** What the others did since the last stop, and at which step. */
    told: { at: number; line: string }[];
    say: string;
    /** What it speaks of. */
    spot?: string | undefined;
    ask?: Question | undefined;
    task?: Task | undefined;
}

/** What was told of a step, without what the learner knows. */
function toldOf({ guide, announces }: Coaching, at: number): string[] {
    const { seat, text: told } = guide.steps[at]!;
    const made = guide.steps[at - 1]?.made;
    const isOwn = seat === LEARNER && made !== undefined;
    return told[language].slice(isOwn ? 1 : 0, announces?.(guide, at) ? -1 : undefined);
}

export function stopsOf(coaching: Coaching): Stop[] {
    const { guide, coach } = coaching;
    const stops: Stop[] = [];
    let told: Stop["told"] = [];
    guide.steps.forEach((_, at) => {
        // The deal is there to be seen, and the coach tells the end.
        if (at > 0 && at < guide.steps.length - 1) told.push(...toldOf(coaching, at).map((line) => ({ at, line })));
        const advice = coach(guide, at);
        if (!advice) return;
        const { ask, task } = advice;
        const spots = coaching.spots?.(guide, at) ?? [];
        const pages: Omit<Stop, "at" | "told">[] = advice.say.map((say, i) => ({ say, spot: spots[i] }));
        // What is asked has a stop of its own, before the task.
        const rest = ask && pages.at(-1)?.say === "" ? pages.pop()! : { say: "" };
        if (ask) pages.push({ say: "", ask });
        if (pages.length === 0 || (ask && task)) pages.push(rest);
        pages.at(-1)!.task = task;
        for (const page of pages) {
            stops.push({ at, told, ...page });
            told = [];
        }
    });
    return stops;
}

/** What the table shows at a step. */
export function viewAt({ guide, close }: Coaching, at: number): Json {
    const { view } = guide.steps[at]!;
    return close && at > 0 && at === guide.steps.length - 1 ? close(view, guide.steps[at - 1]!.view) : view;
}

/** Is this the move of the deal, or as good as that? */
export function isAlike({ guide, alike }: Coaching, at: number, move: string): boolean {
    const { made, view } = guide.steps[at]!;
    if (made === undefined) return false;
    return move === made || (alike?.(view, made, move) ?? false);
}
