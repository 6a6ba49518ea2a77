// What a hand is worth in each lance, which of two is better, and by what: docs/rules/exact/mus.md, section 2. Only to explain what the
// server has already decided.

import { type CardCode, isHidden, type Lance, type MusRules } from "./view";

const ORDER = "A234567SCR";

/** What a card counts as. */
export function rankOf(card: CardCode, rules: MusRules): string {
    const rank = card.charAt(0);
    if (!rules.kings8) return rank;
    return rank === "3" ? "R" : rank === "2" ? "A" : rank;
}

/** The cards that are left when for each of these ranks one is taken away. */
export function spareCards(cards: readonly CardCode[], ranks: readonly string[], rules: MusRules): CardCode[] {
    const taken = [...ranks];
    return cards.filter((card) => {
        const place = taken.indexOf(rankOf(card, rules));
        if (place >= 0) taken.splice(place, 1);
        return place < 0;
    });
}

const height = (rank: string): number => ORDER.indexOf(rank);
const pointsOf = (rank: string): number => ("SCR".includes(rank) ? 10 : rank === "A" ? 1 : Number(rank));

/** Highest first; of cards that count alike a king before a three. */
export const sorted = (hand: readonly CardCode[], rules: MusRules): CardCode[] =>
    [...hand].sort((a, b) => {
        const first = height(rankOf(b, rules)) - height(rankOf(a, rules));
        return first !== 0 ? first : Number("RA".includes(b.charAt(0))) - Number("RA".includes(a.charAt(0)));
    });

export const isKnown = (hand: readonly CardCode[]): boolean => hand.length === 4 && !hand.some(isHidden);

export interface Pares {
    kind: "par" | "medias" | "duples";
    /** Of duples both, the higher one first; twice the same where all four are alike. */
    ranks: string[];
    value: number;
}

export function paresOf(hand: readonly CardCode[], rules: MusRules): Pares | null {
    const counts = new Map<string, number>();
    for (const card of sorted(hand, rules)) {
        const rank = rankOf(card, rules);
        counts.set(rank, (counts.get(rank) ?? 0) + 1);
    }
    const groups = [...counts].filter(([, count]) => count > 1);
    const [first, second] = groups;
    if (!first) return null;
    if (first[1] === 4) return { kind: "duples", ranks: [first[0], first[0]], value: 3 };
    if (second) return { kind: "duples", ranks: [first[0], second[0]], value: 3 };
    return { kind: first[1] === 3 ? "medias" : "par", ranks: [first[0]], value: first[1] - 1 };
}

export const sumOf = (hand: readonly CardCode[], rules: MusRules): number =>
    hand.reduce((sum, card) => sum + pointsOf(rankOf(card, rules)), 0);

const JUEGOS = [33, 34, 35, 36, 37, 40, 32, 31];

export interface Juego {
    sum: number;
    real: boolean;
    value: number;
}

export function juegoOf(hand: readonly CardCode[], rules: MusRules): Juego | null {
    const sum = sumOf(hand, rules);
    if (sum < 31) return null;
    const ranks = hand.map((card) => rankOf(card, rules));
    const sevens = ranks.filter((rank) => rank === "7").length;
    const real =
        rules.real31 !== "OFF" && sum === 31 && sevens === 3 && (rules.real31 === "ANY10" || ranks.includes("S"));
    return { sum, real, value: sum === 31 ? 3 : 2 };
}

/** How a hand ranks in a lance: compared place by place, higher is better; null where it has no part in it. */
export function keyOf(hand: readonly CardCode[], lance: Lance, rules: MusRules): number[] | null {
    const heights = sorted(hand, rules).map((card) => height(rankOf(card, rules)));
    if (lance === "GRANDE") return heights;
    if (lance === "CHICA") return heights.reverse().map((one) => -one);
    if (lance === "PUNTO") return [sumOf(hand, rules)];
    if (lance === "JUEGO") {
        const juego = juegoOf(hand, rules);
        return juego && [juego.real ? JUEGOS.length : JUEGOS.indexOf(juego.sum)];
    }
    const pares = paresOf(hand, rules);
    if (!pares) return null;
    const [first, second] = pares.ranks.map(height);
    const four = pares.ranks[0] === pares.ranks[1];
    const kinds = rules.poker ? { par: 0, duples: four ? 3 : 1, medias: 2 } : { par: 0, medias: 1, duples: 2 };
    return [kinds[pares.kind], first!, second ?? 0];
}

/** More than 0 where the first is better. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
    const place = one.findIndex((value, i) => value !== other[i]);
    return place < 0 ? 0 : one[place]! - other[place]!;
}

/** The seat with the best hand of these; ties go to the first from mano. Null where none of them has a part in the lance. */
export function bestSeat(
    hands: readonly CardCode[][],
    seats: readonly number[],
    mano: number,
    lance: Lance,
    rules: MusRules,
): number | null {
    let best: { seat: number; key: number[] } | null = null;
    for (let i = 0; i < hands.length; i++) {
        const seat = (mano + i) % hands.length;
        const key = seats.includes(seat) ? keyOf(hands[seat]!, lance, rules) : null;
        if (key && (!best || compareKeys(key, best.key) > 0)) best = { seat, key };
    }
    return best?.seat ?? null;
}

/** Which cards of a hand decide a lance, against another hand if there is one. */
export function decidingCards(
    hand: readonly CardCode[],
    other: readonly CardCode[] | null,
    lance: Lance,
    rules: MusRules,
): CardCode[] {
    if (lance === "JUEGO" || lance === "PUNTO") return [...hand];
    if (lance === "PARES") {
        const ranks = paresOf(hand, rules)?.ranks ?? [];
        return hand.filter((card) => ranks.includes(rankOf(card, rules)));
    }
    const cards = inOrder(hand, lance, rules);
    const place = other === null ? -1 : differsAt(hand, other, lance, rules);
    return place < 0 ? cards : cards.slice(0, place + 1);
}

/** As grande or chica looks at them. */
export const inOrder = (hand: readonly CardCode[], lance: Lance, rules: MusRules): CardCode[] =>
    lance === "CHICA" ? sorted(hand, rules).reverse() : sorted(hand, rules);

/** The first place where two hands differ in grande or chica; -1 where they do not. */
export function differsAt(one: readonly CardCode[], other: readonly CardCode[], lance: Lance, rules: MusRules): number {
    const there = inOrder(other, lance, rules);
    return inOrder(one, lance, rules).findIndex((card, i) => rankOf(card, rules) !== rankOf(there[i]!, rules));
}
