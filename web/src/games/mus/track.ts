// How each lance of the hand stands: what has happened in it, and what is at stake.

import { dejeOf, isLance, type Lance, lancesOf, type MusRules, type MusView, placeOf, sideOf } from "./view";

export type LanceState =
    | { kind: "ahead" | "open" | "ordago" | "pass" | "nobody" }
    /** So many stones are offered, or agreed upon. */
    | { kind: "offered" | "agreed"; stones: number }
    /** Refused, and taken by a side; or a side alone has it. */
    | { kind: "refused"; side: number; stones: number }
    | { kind: "alone"; side: number };

export interface TrackedLance {
    lance: Lance;
    now: boolean;
    state: LanceState;
}

function stateOf(view: MusView, lance: Lance, now: boolean): LanceState {
    if (now && view.lance.bettor === null) return { kind: "open" };
    if (now) return view.lance.ordago ? { kind: "ordago" } : { kind: "offered", stones: view.lance.stake };
    const result = view.results[placeOf(lance)]!;
    switch (result.kind) {
        case "PASS":
            return { kind: "pass" };
        case "BET":
            return { kind: "agreed", stones: result.stake };
        case "FOLD": {
            const deje = view.log.find(([reason]) => reason === `${lance.toLowerCase()}:deje`);
            return { kind: "refused", side: sideOf(view, result.seat), stones: deje?.[2] ?? 0 };
        }
        case "AUTO": {
            const seats = lance === "PARES" ? view.declared.pares : view.declared.juego;
            return { kind: "alone", side: sideOf(view, seats?.[0] ?? 0) };
        }
        case "SKIPPED":
            return { kind: "nobody" };
        default:
            return { kind: "ahead" };
    }
}

export function trackOf(view: MusView): TrackedLance[] {
    return lancesOf(view.declared.juego).map((lance) => {
        const now = view.phase === lance;
        return { lance, now, state: stateOf(view, lance, now) };
    });
}

export interface AtStake {
    lance: Lance;
    bettor: number;
    ordago: boolean;
    stones: number;
    /** What the bettor's side takes at once where it is refused. */
    deje: number;
}

/** The bet that waits for an answer; null if there is none. */
export function atStake(view: MusView, rules: MusRules): AtStake | null {
    const { bettor, stake, ordago } = view.lance;
    if (!isLance(view.phase) || bettor === null) return null;
    return { lance: view.phase, bettor, ordago, stones: stake, deje: dejeOf(view, rules) };
}
