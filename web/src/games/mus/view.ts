// The view of Mus: docs/rules/exact/mus.md, sections 11 and 12.

import type { Json } from "../../lib/protocol";

export type Lance = "GRANDE" | "CHICA" | "PARES" | "JUEGO" | "PUNTO";
export type MusPhase = "MUS" | "DISCARD" | Lance | "OVER";

/** Rank and suit, "Ro"; "?" for one that the viewer does not know. */
export type CardCode = string;

/** What was scored: "grande", "grande:deje", "grande:ordago"; the side; how many stones. */
export type LogEntry = [reason: string, side: number, stones: number];

export interface LanceResult {
    kind: "OPEN" | "PASS" | "BET" | "FOLD" | "AUTO" | "SKIPPED";
    stake: number;
    /** Whose bet was refused. */
    seat: number;
    /** In a free-for-all: who compares. */
    seats: number[];
}

/** What was bet on a lance of this hand, by whom and in which order; the first 7 bets and the latest. */
export interface LanceBetting {
    bets: { seat: number; stake: number; ordago: boolean }[];
    /** How many bets there were in all. */
    count: number;
    /** Who said quiero to the last one. */
    wanted: number[];
}

export interface MusView {
    players: number;
    mano: number;
    phase: MusPhase;
    to_act: number | null;
    hands: CardCode[][];
    /** By side: two of them, or one for each seat. */
    score: number[];
    juegos: number[];
    vacas: number[];
    lance: {
        stake: number;
        agreed: number;
        bettor: number | null;
        passed: number[];
        accepted: number[];
        ordago: boolean;
        /** The best answer of a pair so far, where both are asked. */
        answer: string | null;
        answer_by: number | null;
    };
    declared: { pares: number[] | null; juego: number[] | null };
    results: LanceResult[];
    /** For each lance; not in views that an earlier version has stored. */
    betting?: LanceBetting[];
    log: LogEntry[];
    rounds: number;
    discarded: number[];
    last_hand: { log: LogEntry[]; hands: CardCode[][] };
    over: boolean;
    winner: number | null;
    stock: number;
}

/** The options that the table looks at. */
export interface MusRules {
    kings8: boolean;
    target: number;
    poker: boolean;
    real31: "OFF" | "SOTA" | "ANY10";
    dejeAlways1: boolean;
    juegosToWin: number;
    vacasToWin: number;
}

export function rulesOf(options: { [name: string]: Json }): MusRules {
    const real31 = options.real31;
    return {
        kings8: options.kings8 !== false,
        target: Number(options.target ?? 40),
        poker: options.pares_order === "POKER",
        real31: real31 === "SOTA" || real31 === "ANY10" ? real31 : "OFF",
        dejeAlways1: options.deje === "ALWAYS_1",
        juegosToWin: (Number(options.best_of ?? 3) + 1) / 2,
        vacasToWin: Number(options.vacas ?? 1),
    };
}

const LANCES: readonly Lance[] = ["GRANDE", "CHICA", "PARES", "JUEGO"];

export const isLance = (phase: MusPhase): phase is Lance => phase === "PUNTO" || LANCES.includes(phase as Lance);

/** Its place among the four: punto is played instead of juego. */
export const placeOf = (lance: Lance): number => (lance === "PUNTO" ? 3 : LANCES.indexOf(lance));

/** The four lances of a hand: the last one depends on whether a player has juego. */
export const lancesOf = (juego: readonly number[] | null): Lance[] =>
    LANCES.map((lance) => (lance === "JUEGO" && juego?.length === 0 ? "PUNTO" : lance));

export const sideOf = (view: Pick<MusView, "score">, seat: number): number => seat % view.score.length;

export const seatsOf = (view: Pick<MusView, "score" | "players">, side: number): number[] =>
    Array.from({ length: view.players }, (_, seat) => seat).filter((seat) => sideOf(view, seat) === side);

/** What the bettor's side takes at once where everybody refuses. */
export const dejeOf = (view: MusView, rules: MusRules): number =>
    rules.dejeAlways1 ? 1 : Math.max(1, view.lance.agreed);

/** The number of a bet or a raise; null where the move is neither. */
export function amountOf(move: string): number | null {
    const parts = /^(?:envido|mas) (\d+)$/.exec(move);
    return parts ? Number(parts[1]) : null;
}

const USUAL = [2, 5, 10, 20];

/** The numbers that are offered at one press. */
export const quickAmounts = (amounts: readonly number[]): number[] =>
    USUAL.filter((amount) => amounts.includes(amount));

/** The move that puts down these cards: by what they count as, in the order of the rules. */
export function discardOf(ranks: readonly string[], legal: readonly string[]): string | undefined {
    const wanted = [...ranks].sort().join();
    return legal.find((move) => move.startsWith("discard ") && discardedRanks(move).sort().join() === wanted);
}

/** What the cards count as that a move puts down. */
export const discardedRanks = (discard: string): string[] =>
    discard === "discard -" ? [] : discard.slice("discard ".length).split(",");

export const isHidden = (card: CardCode): boolean => card.charAt(0) === "?";

/** A hand has ended between the two. */
export const handEnded = (before: MusView, after: MusView): boolean =>
    (after.over && !before.over) || JSON.stringify(after.last_hand) !== JSON.stringify(before.last_hand);
