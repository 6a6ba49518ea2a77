// The games that have a drawn table. Each is loaded when it is first needed.

import type { Component } from "svelte";
import type { DrawnTable } from "./contract";

interface Loaded {
    default: Component<{ table: DrawnTable<never> }>;
    /** Whether a round has ended between two views, where the table shows how. */
    roundEnds?(before: never, after: never): boolean;
}

const LOADERS: Record<string, () => Promise<Loaded>> = {
    bruno: () => import("./bruno/BrunoTable.svelte") as Promise<Loaded>,
    mulle: () => import("./mulle/MulleTable.svelte") as Promise<Loaded>,
    mus: () => import("./mus/MusTable.svelte") as Promise<Loaded>,
    sabacc: () => import("./sabacc/SabaccTable.svelte") as Promise<Loaded>,
};

export const isDrawn = (game: string): boolean => game in LOADERS;

/** The component that draws this game; one for which isDrawn is false has none. */
export async function drawnTable(game: string): Promise<Loaded["default"]> {
    return (await LOADERS[game]!()).default;
}

export async function roundEndOf(game: string): Promise<Loaded["roundEnds"]> {
    return (await LOADERS[game]!()).roundEnds;
}

/** What shows any of them to somebody at a running game. */
export const loadTables = () => import("./Drawn.svelte");
