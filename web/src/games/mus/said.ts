// What each seat said last, from the log of the game.

import type { TableEvent } from "../../lib/protocol";
import type { MusPhase, MusView } from "./view";

export type CallKind = "mus" | "no mus" | "discard" | "paso" | "envido" | "mas" | "quiero" | "no quiero" | "ordago";

export interface Call {
    kind: CallKind;
    /** Of a bet, a raise or a discard. */
    number: number | null;
    /** When it was said. */
    phase: MusPhase;
    /** Counts what is said, so that the same words twice are two calls. */
    order: number;
}

/** What was said or done by an event; null where it was nothing of the kind, or was taken back. */
export function callOf({ n, made }: Pick<TableEvent, "n" | "made">): Call | null {
    if (!made) return null;
    const kind = String(made.act).replace("_", " ") as CallKind;
    if (kind === "discard")
        return { kind, number: Array.isArray(made.cards) ? made.cards.length : 0, phase: "DISCARD", order: n };
    const number = typeof made.amount === "number" ? made.amount : null;
    return { kind, number, phase: (made.lance as MusPhase | undefined) ?? "MUS", order: n };
}

/** Cards are dealt after a discard, and for the next hand. */
const endsHand = ({ made, drawn }: TableEvent): boolean => made?.act !== "discard" && drawn !== undefined;

/** The last call of each seat. Of a lance that is over only the word that ended it is still seen, and of a hand that is over none. */
export function callsOf(log: readonly TableEvent[], view: Pick<MusView, "phase" | "hands">): (Call | null)[] {
    const said: (Call | null)[] = view.hands.map(() => null);
    if (view.phase === "OVER") return said;
    const plays = log.filter((event) => event.is === "play" && event.made);
    for (let i = plays.length - 1; i >= 0; i--) {
        const event = plays[i]!;
        const call = callOf(event)!;
        const isOfLastPhase = call.phase !== view.phase;
        if (endsHand(event) || (isOfLastPhase && i < plays.length - 1)) break;
        said[event.seat!] ??= call;
        if (isOfLastPhase) break;
    }
    return said;
}
