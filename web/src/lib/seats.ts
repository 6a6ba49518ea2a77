// Who sits in a seat, in a word.

import type { Seat } from "./protocol";
import { text } from "../lang";

export function seatBadge(seat: Seat, isYou: boolean): string {
    const t = text.table;
    if (seat.who === "open") return t.open;
    if (seat.who === "gone") return t.gone;
    if (seat.resigned) return t.resigned;
    if (seat.who === "agent") return t.bot;
    if (seat.bot) return isYou ? t.botPlaysYou : t.botPlays;
    if (isYou) return t.you;
    // Of a finished game nobody knows who is there.
    if (seat.here === undefined) return "";
    return seat.here === false ? t.away : t.here;
}

/** Somebody who was here and is not. */
export const isAway = (seat: Seat): boolean => seat.who === "person" && seat.here === false;
