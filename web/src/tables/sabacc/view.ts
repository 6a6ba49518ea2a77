// The view of Kessel Sabacc: docs/rules/exact/sabacc.md, last section.

import { TOKENS } from "../../art/sprites";
import type { Family } from "../../art/sprites";

export type { Family };
export const FAMILIES: readonly Family[] = ["sand", "blood"];

export type Pair<T> = Record<Family, T>;

/** "1" to "6", "S", "I"; "?" for one that the viewer does not know. */
export type CardCode = string;

export interface Revealed extends Pair<CardCode> {
    /** What an Impostor was chosen to be. */
    impostors: Pair<number | null>;
}

export interface SabaccView {
    players: number;
    in_play: number[];
    first: number;
    current: number;
    turn: number;
    round: number;
    phase: "TOKEN" | "PRIME_DIE" | "DRAW" | "KEEP" | "IMPOSTOR" | "OVER";
    reserve: number[];
    pot: number[];
    passed: number[];
    immune: number[];
    embargoed: number[];
    free_draw: boolean;
    devaluation: boolean;
    major_fraud: boolean;
    cook_the_books: boolean;
    prime: number | null;
    /** Top card first. */
    discard: Pair<CardCode[]>;
    draw_pile: Pair<number>;
    drawn: CardCode | null;
    /** The move that the drawn card came by: "DRAW_SAND". */
    drawn_from: string | null;
    dice: [number, number] | null;
    impostor_family: Family | null;
    hands: (Pair<CardCode> | null)[];
    tokens: string[][];
    /** Who knows each card; `open`: everybody who looks at the table does. */
    known: (Pair<number[]> | null)[];
    open: (Pair<boolean> | null)[];
    impostors: (Pair<number | null> | null)[];
    /** The hands of the last resolution. */
    revealed: (Revealed | null)[];
    firsts: number[];
    winners: number[];
    score: number[];
    over: boolean;
}

export const drawnFamily = (view: SabaccView): Family | null =>
    view.drawn_from === null ? null : view.drawn_from.endsWith("SAND") ? "sand" : "blood";

export const drawMove = (family: Family): string => `DRAW_${family.toUpperCase()}`;
export const takeMove = (family: Family): string => `TAKE_${family.toUpperCase()}`;

const TARGETED = new Set(["TARGET_TARIFF", "TARGET_AUDIT", "EXHAUSTION", "DIRECT_TRANSACTION"]);

export const isTargeted = (token: string): boolean => TARGETED.has(token);

/** The token that a move plays, and at whom. */
export function readToken(move: string): { token: string; target: number | null } | null {
    const [token, target] = move.split("@");
    if (!(TOKENS as readonly string[]).includes(token!)) return null;
    return { token: token!, target: target === undefined ? null : Number(target) };
}

/** The tokens whose effect lies on the whole table now. */
export function effectsInForce(view: SabaccView): string[] {
    return [
        ...(view.prime !== null ? ["SABACC_PRIME"] : []),
        ...(view.cook_the_books ? ["COOK_THE_BOOKS"] : []),
        ...(view.major_fraud ? ["MAJOR_FRAUD"] : []),
        ...(view.devaluation ? ["DEVALUATION"] : []),
    ];
}

/** The tokens whose effect lies on some seats only. */
export const effectsOnSeats = (view: SabaccView): { token: string; seats: number[] }[] =>
    [
        { token: "IMMUNITY", seats: view.immune },
        { token: "EMBARGO", seats: view.embargoed },
    ].filter(({ seats }) => seats.length > 0);
