// When a drawn table shows how a round ended.

import type { DrawnTable } from "../game/drawn";

/** A round has just ended, and that is what there is to see: because what follows waits for it, because the game is over, or because nobody plays
 *  here, as in a replay or a guided deal. */
export function isEnding<View>(table: DrawnTable<View>, ends: (before: View, after: View) => boolean): boolean {
    if (table.halt) return true;
    const live = table.phase === "playing" && !table.replayed && !table.coached;
    return !live && table.previous !== null && ends(table.previous, table.view);
}
