// What a move will do, before it is made: docs/rules/exact/mulle.md, sections 5 to 9. Only for moves that are legal.

import { pack, type Packed } from "./pack";
import {
    type Both,
    type Build,
    type CardCode,
    handValue,
    HIDDEN,
    isBuild,
    isSpecial,
    mulleValue,
    type MulleView,
    type Pile,
    pileCards,
    pileValue,
    type Play,
    type Side,
    tableValue,
} from "./view";

/** The part of a view that a move changes. */
export type Position = Pick<MulleView, "table" | "hands" | "captured" | "mulles" | "tabbe">;

export interface Taking {
    kind: "capture";
    piles: number[];
    /** All of it, the played card last. */
    cards: CardCode[];
    mulles: CardCode[];
    points: number;
    tabbe: boolean;
}

export interface Building {
    kind: "build" | "trotta" | "feed";
    /** The pile that is built on, or the own build that is added to; null if there is none. */
    base: number | null;
    /** What joins by itself: the player's own build of the value, and all on the table that makes it. */
    joins: number[];
    result: Build;
    /** Where it will lie on the table: where the base was, or at the end. */
    stays: number | null;
    /** The card that can take it, and may do nothing else from now on; null if there is none, or more than one. */
    reserves: CardCode | null;
    /** The hand still has a card that can take it. */
    takeable: boolean;
}

export interface Laying {
    kind: "discard";
    value: number;
}

export type Outcome = Taking | Building | Laying;

/** One card of each pair; special cards are one only where one of the two lay in a build. */
export function mullesIn(piles: Pile[], played: CardCode): CardCode[] {
    const built = new Set(piles.filter(isBuild).flatMap((pile) => pile.cards));
    const cards = [...piles.flatMap(pileCards), played];
    const twice = cards.filter((card, i) => cards.indexOf(card) !== i);
    return twice.filter((card) => !isSpecial(card) || built.has(card));
}

const ownBuild = (table: Pile[], side: Side, value: number, but = -1): number | null => {
    const place = table.findIndex(
        (pile, i) => i !== but && isBuild(pile) && pile.owner === side && pile.build === value,
    );
    return place < 0 ? null : place;
};

/** What a build takes in when it is made: loose cards and open builds of two cards. */
function absorbed(table: Pile[], value: number, but: (number | null)[]): number[] {
    const eligible = table.flatMap((pile, place): Packed[] => {
        if (but.includes(place) || (isBuild(pile) && (pile.locked || pile.cards.length !== 2))) return [];
        return [{ place, value: pileValue(pile), cards: pileCards(pile).length }];
    });
    return pack(eligible, value);
}

/** What a trotta gathers: loose cards of the value and pairs of them that make it, and builds of two cards of the other side. */
export function gathered(table: Pile[], side: Side, value: number): number[] {
    const found = table.flatMap((pile, place) => {
        if (!isBuild(pile)) return tableValue(pile) === value ? [place] : [];
        return pile.owner !== side && pile.build === value && pile.cards.length === 2 ? [place] : [];
    });
    const loose = (wanted: number) =>
        table.flatMap((pile, place) => (!isBuild(pile) && tableValue(pile) === wanted ? [place] : []));
    for (let low = 1; 2 * low <= value; low++) {
        const small = loose(low);
        if (2 * low === value) found.push(...small.slice(0, small.length - (small.length % 2)));
        else {
            const large = loose(value - low);
            const pairs = Math.min(small.length, large.length);
            found.push(...small.slice(0, pairs), ...large.slice(0, pairs));
        }
    }
    return found.sort((a, b) => a - b);
}

/** The cards that can take a value, of the hand without the played card. */
const takers = (hand: CardCode[], played: CardCode, value: number): CardCode[] =>
    without(hand, [played]).filter((card) => card !== HIDDEN && handValue(card) === value);

/** A list less some of its members, each as often as it is named. */
function without(cards: CardCode[], some: CardCode[]): CardCode[] {
    const left = [...cards];
    for (const card of some) {
        const place = left.indexOf(card);
        if (place >= 0) left.splice(place, 1);
    }
    return left;
}

export function outcomeOf(view: Position, side: Side, play: Play): Outcome {
    const { table } = view;
    const cardsAt = (places: number[]) => places.flatMap((place) => pileCards(table[place]!));
    const built = (
        kind: Building["kind"],
        value: number,
        base: number | null,
        joins: number[],
        stays: number | null,
    ) => {
        const under = base === null ? [] : [base];
        const own = stays !== null;
        const cards = [...cardsAt([...under, ...joins]), play.card];
        const locked = kind !== "build" || joins.length > 0 || own;
        const able = takers(view.hands[side], play.card, value);
        const reserves = able.length === 1 ? able[0]! : null;
        const result = { build: value, owner: side, locked, cards };
        return { kind, base, joins, stays, reserves, takeable: able.length > 0, result };
    };
    if (play.kind === "capture") {
        const piles = play.piles.map((place) => table[place]!);
        const mulles = mullesIn(piles, play.card);
        return {
            kind: "capture",
            piles: play.piles,
            cards: [...piles.flatMap(pileCards), play.card],
            mulles,
            points: mulles.reduce((sum, card) => sum + mulleValue(card), 0),
            tabbe: piles.length === table.length,
        };
    }
    if (play.kind === "build") {
        const merged = ownBuild(table, side, play.value, play.pile);
        const taken = absorbed(table, play.value, [play.pile, merged]);
        return built("build", play.value, play.pile, merged === null ? taken : [merged, ...taken], merged);
    }
    const value = tableValue(play.card);
    const own = ownBuild(table, side, value);
    if (play.kind === "trotta") return built("trotta", value, own, gathered(table, side, value), own);
    return own === null ? { kind: "discard", value } : built("feed", value, own, [], own);
}

/** The piles that a move touches. */
export function pilesOf(outcome: Outcome): number[] {
    if (outcome.kind === "capture") return outcome.piles;
    if (outcome.kind === "discard") return [];
    return [...(outcome.base === null ? [] : [outcome.base]), ...outcome.joins];
}

/** The position after a move; nothing is dealt. */
export function after(view: Position, side: Side, play: Play): Position {
    const outcome = outcomeOf(view, side, play);
    const known = view.hands[side].includes(play.card);
    const hand = known ? without(view.hands[side], [play.card]) : view.hands[side].slice(1);
    const hands: Both<CardCode[]> = { ...view.hands, [side]: hand };
    const gone = new Set(pilesOf(outcome));
    const next: Position = { ...view, hands };
    if (outcome.kind === "capture") {
        next.table = view.table.filter((_, place) => !gone.has(place));
        next.captured = { ...view.captured, [side]: [...view.captured[side], ...outcome.cards] };
        next.mulles = { ...view.mulles, [side]: [...view.mulles[side], ...outcome.mulles] };
        if (outcome.tabbe) next.tabbe = { ...view.tabbe, [side]: view.tabbe[side] + 1 };
    } else if (outcome.kind === "discard") {
        next.table = [...view.table, play.card];
    } else {
        const { stays, result } = outcome;
        next.table = view.table.flatMap((pile, place) => (place === stays ? [result] : gone.has(place) ? [] : [pile]));
        if (stays === null) next.table.push(result);
    }
    return next;
}
