// How an omgång ended, from the last view before its end: the next one shows a new deal already.

import { after, type Position } from "./outcome";
import { pack } from "./pack";
import {
    type Both,
    type CardCode,
    handValue,
    HIDDEN,
    isBuild,
    isSpecial,
    type MulleView,
    pileCards,
    pileValue,
    type Play,
    type Score,
    scoreOf,
    SIDES,
} from "./view";

export interface Omgang {
    number: number;
    score: Both<Score>;
    captured: Both<CardCode[]>;
    mulles: Both<CardCode[]>;
    /** The sums of all omgångar so far. */
    session: Both<number>;
}

const SUITS = ["KL", "SP", "HJ", "RU"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** The last card of an omgång: the only one that lies nowhere yet. */
function lastCard(view: MulleView): CardCode | null {
    const hand = view.hands[view.to_move];
    if (hand.length !== 1) return null;
    if (hand[0] !== HIDDEN) return hand[0]!;
    const seen = [...view.table.flatMap(pileCards), ...view.captured.A, ...view.captured.B];
    const unseen = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)).filter(
        (card) => seen.filter((one) => one === card).length === 1,
    );
    return unseen.length === 1 ? unseen[0]! : null;
}

/** What it can have captured, if anything. */
function lastCapture(view: MulleView, card: CardCode): Play | null {
    const value = handValue(card);
    const twin = isSpecial(card) ? -1 : view.table.indexOf(card);
    const piles = view.table.flatMap((pile, place) =>
        isSpecial(card) && !isBuild(pile) ? [] : [{ place, value: pileValue(pile), cards: pileCards(pile).length }],
    );
    const set = isSpecial(card)
        ? piles.filter((pile) => pile.value === value).map((pile) => pile.place)
        : pack(piles, value);
    const taken = twin >= 0 ? [twin] : set;
    return taken.length > 0 ? { kind: "capture", move: "", card, piles: taken } : null;
}

const breakdown = (position: Position): Both<Score> => ({
    A: scoreOf(position.captured.A, position.mulles.A, position.tabbe.A),
    B: scoreOf(position.captured.B, position.mulles.B, position.tabbe.B),
});

/** The omgång that ended between two views, or in the view itself; null where none did, or where it cannot be told. */
export function endedOmgang(before: MulleView | null, now: MulleView): Omgang | null {
    if (now.over) {
        const { score, captured, mulles, session, omgang } = now;
        return { number: omgang, score, captured, mulles, session };
    }
    if (!before || now.omgang !== before.omgang + 1) return null;
    const card = lastCard(before);
    if (card === null) return null;
    const capture = lastCapture(before, card);
    const ways: Position[] = [...(capture ? [after(before, before.to_move, capture)] : []), before];
    const gained = (position: Position) => {
        const score = breakdown(position);
        return SIDES.every((side) => now.session[side] - before.session[side] === score[side].total);
    };
    const end = ways.find(gained);
    if (!end) return null;
    const { captured, mulles } = end;
    return { number: before.omgang, score: breakdown(end), captured, mulles, session: now.session };
}

/** An omgång has ended between the two. */
export const roundEnds = (before: MulleView, after: MulleView): boolean => endedOmgang(before, after) !== null;
