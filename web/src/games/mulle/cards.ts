// Which card on the cloth is which, from one view to the next, so that each can be seen moving. Every card exists twice.

import { added, type Build, type CardCode, HIDDEN, isBuild, type MulleView, SIDES } from "./view";

/** A place where cards are seen, with the names of its cards in order. */
export interface CardNames {
    /** By place: "hand-A", "table-KL3" for loose cards, "build-A-7", "taken-A". */
    at: Map<string, string[]>;
    /** What each side took last. */
    taken: Record<string, CardCode[]>;
}

export const buildPlace = (build: Build): string => `build-${build.owner}-${build.build}`;
export const LOOSE = "loose";

/** All cards in sight, by place. */
function seen(view: MulleView, taken: Record<string, CardCode[]>): Map<string, CardCode[]> {
    const places = new Map<string, CardCode[]>();
    for (const side of SIDES) {
        places.set(`hand-${side}`, view.hands[side]);
        places.set(`taken-${side}`, taken[side] ?? []);
    }
    places.set(
        LOOSE,
        view.table.filter((pile): pile is CardCode => !isBuild(pile)),
    );
    for (const pile of view.table) if (isBuild(pile)) places.set(buildPlace(pile), pile.cards);
    return places;
}

/** So many cards of a heap are seen where it is not known which came last. */
const MOST_SEEN = 6;

let given = 0;

/** Names for all cards in sight. One that was in sight before keeps its name, the copy in the same place first. */
export function nameCards(view: MulleView, before: { view: MulleView; names: CardNames } | null): CardNames {
    const follows = before !== null && before.view.omgang === view.omgang;
    const taken: Record<string, CardCode[]> = {};
    for (const side of SIDES) {
        const more = follows
            ? added(before.view.captured[side], view.captured[side])
            : view.captured[side].slice(-MOST_SEEN);
        taken[side] = more.length > 0 ? more : follows ? (before.names.taken[side] ?? []) : [];
    }
    const places = seen(view, taken);
    /** Names that are free to be given again: by card, with where they were. */
    const free = new Map<CardCode, { name: string; place: string }[]>();
    if (follows)
        for (const [place, cards] of seen(before.view, before.names.taken))
            cards.forEach((card, i) => {
                const name = before.names.at.get(place)?.[i];
                if (card === HIDDEN || name === undefined) return;
                free.set(card, [...(free.get(card) ?? []), { name, place }]);
            });
    const at = new Map<string, string[]>();
    const claim = (card: CardCode, from: (place: string) => boolean): string | undefined => {
        const names = free.get(card) ?? [];
        const i = names.findIndex(({ place }) => from(place));
        return i < 0 ? undefined : names.splice(i, 1)[0]!.name;
    };
    for (const [place, cards] of places)
        at.set(
            place,
            cards.map((card, i) => (card === HIDDEN ? `${place}-${i}` : (claim(card, (was) => was === place) ?? ""))),
        );
    for (const [place, cards] of places) {
        const names = at.get(place)!;
        // What lies in a heap does not come back.
        const elsewhere = (was: string) => !was.startsWith("taken-");
        cards.forEach((card, i) => (names[i] ||= claim(card, elsewhere) ?? `mulle-${given++}`));
    }
    return { at, taken };
}
