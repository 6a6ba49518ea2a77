// The view of Mulle: docs/rules/exact/mulle.md, section 15; values and points: sections 1, 9 and 10.

/** "KL10"; "?" for one that the viewer does not know. */
export type CardCode = string;

export const HIDDEN = "?";

export const SIDES = ["A", "B"] as const;
export type Side = (typeof SIDES)[number];
export type Both<T> = Record<Side, T>;

export interface Build {
    build: number;
    owner: Side;
    locked: boolean;
    cards: CardCode[];
}

/** A loose card, or a build. */
export type Pile = CardCode | Build;

export interface Score {
    mulle: number;
    tabbe: number;
    intake: number;
    bonus: number;
    total: number;
}

export interface MulleView {
    to_move: Side;
    starter: Side;
    /** From 1 to 6. */
    rond: number;
    omgang: number;
    table: Pile[];
    hands: Both<CardCode[]>;
    /** Values for which a seat certainly holds a card. */
    implied: Both<number[]>;
    captured: Both<CardCode[]>;
    /** One card of each pair. */
    mulles: Both<CardCode[]>;
    tabbe: Both<number>;
    score: Both<Score>;
    /** Sums of the omgångar that are over. */
    session: Both<number>;
    stock: number;
    over: boolean;
}

export const RONDER = 6;
/** Cards that each side is dealt in a rond. */
export const HAND = 8;
export const INTAKE_LIMIT = 20;
export const MOST_VALUE = 16;
/** The least value that cards have only in the hand: aces; then SP2, then RU10. */
export const SPECIAL = 14;

export const sideOf = (seat: number): Side => SIDES[seat]!;
export const seatOf = (side: Side): number => SIDES.indexOf(side);
export const otherSide = (side: Side): Side => (side === "A" ? "B" : "A");

const suitOf = (card: CardCode): string => card.slice(0, 2);
const rankOf = (card: CardCode): string => card.slice(2);

const RANKS: Record<string, number> = { A: 1, J: 11, Q: 12, K: 13 };

/** What it is worth on the table. */
export const tableValue = (card: CardCode): number => RANKS[rankOf(card)] ?? Number(rankOf(card));

/** What it takes from the hand. */
export function handValue(card: CardCode): number {
    if (rankOf(card) === "A") return 14;
    if (card === "SP2") return 15;
    if (card === "RU10") return 16;
    return tableValue(card);
}

export const isSpecial = (card: CardCode): boolean => handValue(card) >= SPECIAL;

/** What a pair of it is worth. */
export const mulleValue = (card: CardCode): number => (rankOf(card) === "A" ? 14 : tableValue(card));

export function intakeValue(card: CardCode): number {
    if (card === "SPA") return 3;
    if (card === "SP2" || card === "RU10") return 2;
    return suitOf(card) === "SP" || rankOf(card) === "A" ? 1 : 0;
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What an omgång gives, from what was captured in it. */
export function scoreOf(captured: CardCode[], mulles: CardCode[], tabbe: number): Score {
    const intake = sum(captured.map(intakeValue));
    const mulle = sum(mulles.map(mulleValue));
    const bonus = 2 * Math.max(0, intake - INTAKE_LIMIT);
    return { mulle, tabbe, intake, bonus, total: mulle + tabbe + bonus };
}

export const isBuild = (pile: Pile): pile is Build => typeof pile !== "string";
export const pileValue = (pile: Pile): number => (isBuild(pile) ? pile.build : tableValue(pile));
export const pileCards = (pile: Pile): CardCode[] => (isBuild(pile) ? pile.cards : [pile]);

/** In hand, and the only one that can take an own build: it may capture, and little else. */
export function isReserved(view: MulleView, side: Side, card: CardCode): boolean {
    const value = handValue(card);
    const owns = view.table.some((pile) => isBuild(pile) && pile.owner === side && pile.build === value);
    return owns && view.hands[side].filter((one) => one !== HIDDEN && handValue(one) === value).length === 1;
}

/** What a list has more than it had; captured cards are listed in no order. */
export function added(before: CardCode[], after: CardCode[]): CardCode[] {
    const left = [...before];
    return after.filter((card) => {
        const place = left.indexOf(card);
        if (place >= 0) left.splice(place, 1);
        return place < 0;
    });
}

/** What is new on the table after a move, and what was taken by it. */
export function changeOf(before: MulleView, after: MulleView): { piles: number[]; taken: CardCode[] } {
    const old = before.table.map((pile) => JSON.stringify(pile));
    const piles = after.table.flatMap((pile, place) => {
        const same = old.indexOf(JSON.stringify(pile));
        if (same < 0) return [place];
        old.splice(same, 1);
        return [];
    });
    return { piles, taken: SIDES.flatMap((side) => added(before.captured[side], after.captured[side])) };
}

/** A move, read. Piles are places on the table, from 0. */
export type Play =
    | { kind: "capture"; move: string; card: CardCode; piles: number[] }
    | { kind: "build"; move: string; card: CardCode; pile: number; value: number }
    | { kind: "trotta" | "discard"; move: string; card: CardCode };

/** Null where the text is no move of Mulle. */
export function readMove(move: string, table: Pile[]): Play | null {
    const capture = /^capture (\w+) (all\+)?([\d,]*)$/.exec(move);
    if (capture) {
        const [, card, all, list] = capture;
        const named = list === "" ? [] : list!.split(",").map(Number);
        // Where the table is large only the sums are listed, and all piles of the card's own value go with them.
        const own = all ? table.flatMap((pile, i) => (pileValue(pile) === handValue(card!) ? [i] : [])) : [];
        return { kind: "capture", move, card: card!, piles: [...new Set([...own, ...named])].sort((a, b) => a - b) };
    }
    const build = /^build (\w+) on (\d+) to (\d+)$/.exec(move);
    if (build) return { kind: "build", move, card: build[1]!, pile: Number(build[2]), value: Number(build[3]) };
    const other = /^(trotta|discard) (\w+)$/.exec(move);
    return other ? { kind: other[1] as "trotta" | "discard", move, card: other[2]! } : null;
}

export const buildMove = (card: CardCode, pile: number, value: number): string =>
    `build ${card} on ${pile} to ${value}`;
