// What moves are called on the table of Mulle.

import { words } from "./words";
import type { Choice } from "./choices";
import { isBuild, type Pile, pileValue, SPECIAL, tableValue } from "./view";

/** What takes builds of a value that only some cards have in the hand; null where it is any card of that value. */
export function takerOf(value: number): string | null {
    if (value < SPECIAL) return null;
    return value === SPECIAL ? words.table.ace : value === SPECIAL + 1 ? "SP2" : "RU10";
}

const SIGNS: Record<string, string> = { SP2: "2♠", RU10: "10♦" };

/** The same in a sign or a word, for little room. */
export function takerSign(value: number): string | null {
    const taker = takerOf(value);
    return taker && (SIGNS[taker] ?? taker);
}

export function withTaker(value: number): string {
    const taker = takerOf(value);
    return taker === null ? String(value) : words.table.valueOf(value, taker);
}

/** To build this value on a card, or to change a build to it. */
function buildWords(value: number, base: Pile): string {
    const t = words.table.moves;
    if (!isBuild(base)) return t.build(value, base);
    return value > pileValue(base) ? t.up(pileValue(base), value) : t.down(pileValue(base), value);
}

const pileName = (pile: Pile): string => (isBuild(pile) ? words.table.buildOf(pile.build) : pile);

/** What tells a capture from the other ones that are as large. */
function ofSet(piles: number[], shown: Choice[], table: Pile[]): string {
    const others = shown.flatMap(({ play }) => (play.kind === "capture" ? [play.piles] : []));
    const special = piles.filter((place) => !others.every((set) => set.includes(place)));
    return special.map((place) => pileName(table[place]!)).join(" ");
}

/** A move among those that are offered with it. */
export function choiceWords(choice: Choice, shown: Choice[], table: Pile[]): string {
    const t = words.table.moves;
    const { play } = choice;
    if (play.kind === "build") return buildWords(play.value, table[play.pile]!);
    if (play.kind === "trotta") return t.trotta(tableValue(play.card));
    const { outcome } = choice;
    if (outcome.kind !== "capture") return outcome.kind === "feed" ? t.feed(tableValue(play.card)) : t.discard;
    const points = outcome.points + Number(outcome.tabbe);
    const told = ofSet(outcome.piles, shown, table);
    const count = outcome.cards.length;
    if (told !== "") return points > 0 ? t.captureSetFor(count, told, points) : t.captureSet(count, told);
    return points > 0 ? t.captureFor(points) : t.capture;
}
