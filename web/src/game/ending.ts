// How a game ended, beside its scores and sentences: what the game's own folder says of its last view.

import type { Value } from "../lib/layout";
import type { Json } from "../lib/protocol";
import { gameUi } from "./list";

export interface Column {
    key: string;
    label: string;
    /** For each seat. */
    values: Value[];
}

/** A part of the last hand that a side won. */
export interface Won {
    what: string;
    who: string;
    howMuch: string;
}

export interface Ending {
    columns: Column[];
    won: Won[];
    /** What stands above the parts that were won. */
    wonTitle?: string;
    /** The story of the game in one line; if nobody is said to have won there is none. */
    story?: string;
}

export const numberValue = (value: number): Value => ({ kind: "text", text: String(value) });

export function endingOf(
    game: string,
    view: Json | undefined,
    names: string[],
    winners: readonly number[] = [],
): Ending {
    const nothing = { columns: [], won: [] };
    if (typeof view !== "object" || view === null || Array.isArray(view)) return nothing;
    const found = gameUi(game)?.ending?.(view as never, names, winners) ?? nothing;
    return { ...found, columns: found.columns.filter(({ values }) => values.some(({ kind }) => kind !== "none")) };
}
