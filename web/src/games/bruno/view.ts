// The view of Bruno: docs/rules/exact/bruno.md, section 8, and what each seat knows, section 5.

import type { TableEvent } from "../../lib/protocol";

/** "10h"; "?" for one that the viewer does not know. */
export type CardCode = string;

export interface BrunoView {
    current: number;
    /** The rank to beat; null: the player to move leads. */
    to_beat: string | null;
    hands: CardCode[][];
    shown: CardCode[][];
    hidden: CardCode[][];
    /** Everything that was played since the last pick-up, in no order: the log has that. */
    pile: CardCode[];
    removed_tens: number;
    removed: CardCode[];
    /** Cards in each hand that everybody saw going there. */
    known: CardCode[][];
    /** The ranks that the unknown cards of a hand can have, where a pick-up told. */
    allowed: (string[] | null)[];
    plies: number;
    over: boolean;
    winner: number | null;
    winning_team: number | null;
}

export const HIDDEN = "?";

const ORDER = ["2", "3", "9", "10", "4", "5", "6", "7", "8", "J", "Q", "K", "A"];
const FUNCTION = new Set(["2", "3", "9", "10"]);

export const rankOf = (card: CardCode): string => card.slice(0, -1);
export const isFunction = (rank: string): boolean => FUNCTION.has(rank);
export const playOf = (rank: string, copies: number): string => `${rank}x${copies}`;

/** Ranks in few signs: "4–8 K". */
export function rankRanges(ranks: string[]): string {
    const places = ranks.map((rank) => ORDER.indexOf(rank)).sort((a, b) => a - b);
    const runs: [number, number][] = [];
    for (const place of places) {
        const last = runs.at(-1);
        if (last && last[1] === place - 1 && !isFunction(ORDER[place]!)) last[1] = place;
        else runs.push([place, place]);
    }
    return runs.map(([from, to]) => (from === to ? ORDER[from] : `${ORDER[from]}–${ORDER[to]}`)).join(" ");
}

/** A play of cards, as a rank and how many. */
export function readPlay(move: string): { rank: string; copies: number } | null {
    const parts = /^(10|[2-9JQKA])x(\d)$/.exec(move);
    return parts ? { rank: parts[1]!, copies: Number(parts[2]) } : null;
}

/** Function cards first, then the ordinary ones from low to high; those that are not known last. */
export function sorted(cards: CardCode[]): CardCode[] {
    const place = (card: CardCode) => (card === HIDDEN ? ORDER.length : ORDER.indexOf(rankOf(card)));
    return [...cards].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/** Cards with a name of their own each: one that is known keeps it wherever it goes. */
export const named = (cards: CardCode[], place: string): { card: CardCode; key: string }[] =>
    cards.map((card, i) => ({ card, key: card === HIDDEN ? `${place}-${i}` : card }));

/** The zone that a seat plays from. */
export function zoneOf(view: BrunoView, seat: number): "hand" | "shown" | "hidden" {
    if (view.hands[seat]!.length > 0) return "hand";
    return view.shown[seat]!.length > 0 ? "shown" : "hidden";
}

/** The pile from the bottom to the top, as far as the log goes back; `top` is what was played last to it. */
export function orderOfPile(
    view: Pick<BrunoView, "pile" | "to_beat">,
    log: readonly TableEvent[],
): { below: CardCode[]; top: CardCode[] } {
    let plays: CardCode[][] = [];
    for (const { made } of log) {
        if (made?.picked_up !== undefined || made?.act === "pick_up") plays = [];
        else if (made) plays.push((made.cards as CardCode[]).filter((card) => view.pile.includes(card)));
    }
    plays = plays.filter((cards) => cards.length > 0);
    const known = plays.flat();
    const older = view.pile.filter((card) => !known.includes(card));
    // Where the log does not go back so far, the card to beat is the one to see.
    const beaten = older.filter((card) => rankOf(card) === view.to_beat).slice(-1);
    const top = plays.at(-1) ?? beaten;
    return { below: [...older, ...known].filter((card) => !top.includes(card)), top };
}
