// What each seat said last, from one view to the next. A view tells how a lance stands, not who said what; between two views that are one
// move apart it can be told.

import { handEnded, isLance, type MusPhase, type MusView, placeOf } from "./view";

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

export interface Calls {
    /** The last call of each seat. */
    said: (Call | null)[];
    order: number;
}

type Words = Pick<Call, "kind" | "number">;
const words = (kind: CallKind, number: number | null = null): Words => ({ kind, number });

/** What can be told from a view alone: what was said in this phase, as far as it matters. */
export function callsOf(view: MusView, order = 0): Calls {
    const { lance, phase } = view;
    const turns = (seat: number) => (seat + view.players - view.mano) % view.players;
    const spoke = (seat: number) => view.to_act !== null && turns(seat) < turns(view.to_act);
    const said = view.hands.map((_, seat): Words | null => {
        if (phase === "MUS") return spoke(seat) ? words("mus") : null;
        if (phase === "DISCARD") return spoke(seat) ? words("discard", view.discarded[seat]!) : null;
        if (!isLance(phase)) return null;
        if (lance.bettor === seat) return lance.ordago ? words("ordago") : words("envido", lance.stake);
        if (lance.passed.includes(seat)) return words(lance.bettor === null ? "paso" : "no quiero");
        return lance.accepted.includes(seat) ? answer(view, seat) : null;
    });
    return { said: said.map((one) => one && { ...one, phase, order }), order };
}

/** An answer of one of a pair that waits for the other's. */
function answer(view: MusView, seat: number): Words {
    const raise = view.lance.answer_by === seat ? /^mas (\d+)$/.exec(view.lance.answer ?? "") : null;
    if (raise) return words("mas", Number(raise[1]));
    return words(view.lance.answer_by === seat && view.lance.answer === "ordago" ? "ordago" : "quiero");
}

/** What whoever had the turn said, where one move lies between the views; null where it cannot be told. */
export function callBetween(before: MusView, after: MusView): Words | null {
    const seat = before.to_act;
    if (seat === null) return null;
    const ended = handEnded(before, after);
    if (before.phase === "MUS") return words(isLance(after.phase) ? "no mus" : "mus");
    if (before.phase === "DISCARD") return words("discard", after.discarded[seat]!);
    if (!isLance(before.phase)) return null;
    if (!ended && after.phase === before.phase) {
        const [old, now] = [before.lance, after.lance];
        if (now.stake !== old.stake || now.ordago !== old.ordago || now.bettor !== old.bettor) {
            if (now.bettor !== seat) return null;
            if (now.ordago) return words("ordago");
            return old.bettor === null ? words("envido", now.stake) : words("mas", now.stake - old.stake);
        }
        if (now.accepted.includes(seat) && !old.accepted.includes(seat)) return answer(after, seat);
        return words(old.bettor === null ? "paso" : "no quiero");
    }
    if (before.lance.bettor === null) return words("paso");
    // The lance is over, by an acceptance or a refusal; where somebody had accepted before, it could be either.
    const log = ended ? after.last_hand.log : after.log;
    if (log.some(([reason]) => reason === `${before.phase.toLowerCase()}:deje`)) return words("no quiero");
    if (before.lance.accepted.length === 0) return words("quiero");
    const compare = ended ? [] : after.results[placeOf(before.phase)]!.seats;
    return compare.length === 0 ? null : words(compare.includes(seat) ? "quiero" : "no quiero");
}

/** The calls after a change; `single`: one move lies between the views. Of a lance that is over only the word that ended it is still seen, and of
 *  a hand that is over none. */
export function followCalls(calls: Calls, before: MusView, after: MusView, single: boolean): Calls {
    const order = calls.order + 1;
    if (!single || before.to_act === null) return callsOf(after, order);
    if (handEnded(before, after)) return { said: after.hands.map(() => null), order };
    const said = calls.said.map((one) => (one?.phase === after.phase ? one : null));
    const call = callBetween(before, after);
    said[before.to_act] = call && { ...call, phase: before.phase, order };
    return { said, order };
}
