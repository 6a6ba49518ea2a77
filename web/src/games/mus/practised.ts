// Decisions of two-player Mus to practise, as the server tells them.

import type { Lance } from "./view";

/** A lance: who has what it is about, where that was declared, and what was called in it. */
export interface Said {
    lance: string;
    has?: "none" | "mano" | "postre" | "both";
    calls: { seat: string; move: string }[];
}

/** The ranks that differ, from high to low: a 3 is a rey, a 2 an as. */
export const RANKS = "RCS7654A";
/** How a hand is written. */
export const EXAMPLE = "RRSA";
const SUITS = "oceb";
const ALIKE: Record<string, string> = { "3": "R", "2": "A", "1": "A" };

/** The lance of the question. */
export const lanceOf = (said: Said[]): Lance => said.at(-1)!.lance.toUpperCase() as Lance;

/** A hand of ranks as cards, each of its own suit: suits are of no account in Mus. */
export const cardsOf = (hand: string): string[] => [...hand].map((rank, i) => rank + SUITS[i]);

/** "3a r2" as the solution writes it, "RRAA"; null: that is no hand. */
export function handOf(typed: string): string | null {
    const ranks = [...typed.toUpperCase().replace(/[\s,.-]/g, "")].map((letter) => ALIKE[letter] ?? letter);
    if (ranks.length !== 4 || !ranks.every((rank) => RANKS.includes(rank))) return null;
    return ranks.sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
}

export interface RangeHand {
    hand: string;
    shares: number[];
}

/** Hands by their second card: then the first and the two low ones make a table without holes. */
export interface RangeTable {
    second: string;
    firsts: string[];
    rows: { low: string; cells: (RangeHand | null)[] }[];
}

export function tablesOf(hands: RangeHand[]): RangeTable[] {
    const known = new Map(hands.map((one) => [one.hand, one]));
    const tables: RangeTable[] = [];
    [...RANKS].forEach((second, place) => {
        const firsts = [...RANKS].slice(0, place + 1);
        const lower = [...RANKS].slice(place);
        const rows = lower
            .flatMap((third, k) => lower.slice(k).map((fourth) => third + fourth))
            .map((low) => ({ low, cells: firsts.map((first) => known.get(first + second + low) ?? null) }))
            .filter((row) => row.cells.some((cell) => cell !== null));
        if (rows.length > 0) tables.push({ second, firsts, rows });
    });
    return tables;
}

/** The most frequent of the answers. */
export const mostOf = (shares: number[]): number => shares.indexOf(Math.max(...shares));
