// Who sits in a seat, in a word.

import { levelOf } from "./agents";
import { agentTitle } from "./offers";
import type { Seat } from "./protocol";
import { text } from "../lang";

/** A person who has not chosen a name has one from the server: it is shown in the reader's language. */
export function personName(name: string): string {
    const number = /^Guest (\d+)$/.exec(name)?.[1];
    return number === undefined ? name : text.guest(number);
}

/** What a seat is called at its table; undefined where nobody sits there. */
export function seatName(seat: Pick<Seat, "name" | "agent">): string | undefined {
    const { name, agent } = seat;
    if (agent === undefined) return name === undefined ? undefined : personName(name);
    const [, kind, number = ""] = /^(\S+)( \d+)?$/.exec(name ?? agent) ?? [];
    const level = levelOf(kind);
    return level === undefined ? (name ?? agent) : `${agentTitle(level)}${number}`;
}

/** Sentences of the server have the names that it gives: as they are said here. */
export function renaming(seats: readonly Pick<Seat, "name" | "agent">[]): (sentence: string) => string {
    const shown = new Map<string, string>();
    for (const seat of seats) {
        const name = seatName(seat);
        if (seat.name !== undefined && name !== undefined && name !== seat.name) shown.set(seat.name, name);
    }
    if (shown.size === 0) return (sentence) => sentence;
    const found = new RegExp(`(?<![\\p{L}\\p{N}-])(${[...shown.keys()].join("|")})(?![\\p{L}\\p{N}-])`, "gu");
    return (sentence) => sentence.replace(found, (name) => shown.get(name)!);
}

/** A guest whose name does not say it. */
export const isNamedGuest = (seat: Pick<Seat, "name" | "guest">): boolean =>
    seat.guest === true && seat.name !== undefined && !/^Guest \d+$/.test(seat.name);

/** A name in a list or in the chat: a guest cannot pass for a person with an account. */
export const markedName = (name: string, seat: Pick<Seat, "name" | "guest"> | undefined): string =>
    seat !== undefined && isNamedGuest(seat) ? `${name} (${text.table.guest})` : name;

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
    const here = seat.here ? t.here : t.away;
    if (!isNamedGuest(seat)) return here;
    return seat.here ? t.guest : `${t.guest} · ${t.away}`;
}

/** A person who was here and has gone. */
export const isAway = (seat: Seat): boolean => seat.who === "person" && seat.here === false;

/** Who wins and loses with a seat; null where nobody does. */
export function partnerIn(sides: readonly number[], seat: number): number | null {
    const found = sides.findIndex((side, other) => other !== seat && side === sides[seat]);
    return found < 0 ? null : found;
}
