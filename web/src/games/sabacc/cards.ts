// Which card on the cloth is which, from one view to the next. Views name cards by what is on them; to be seen moving, each needs a name of
// its own for as long as a round lasts.

import { FAMILIES, drawnFamily, type Family, type Pair, type SabaccView } from "./view";

export interface CardNames {
    round: number;
    hands: Pair<string>[];
    /** The top of each discard pile. */
    top: Pair<string>;
    drawn: string | null;
    /** How many names were given. */
    given: number;
}

/** Names for all cards in sight; a new round, or a view that came from nowhere, names them anew. */
export function nameCards(view: SabaccView, given = 0): CardNames {
    const name = () => `card-${view.round}-${given++}`;
    const hands = view.hands.map(() => ({ sand: name(), blood: name() }));
    const top = { sand: name(), blood: name() };
    return { round: view.round, hands, top, drawn: view.drawn === null ? null : name(), given };
}

/** The names after a change: what was drawn, kept, put down or exchanged keeps its name. */
export function followCards(names: CardNames, before: SabaccView, after: SabaccView): CardNames {
    if (after.round !== before.round) return nameCards(after, names.given);
    let given = names.given;
    const name = () => `card-${after.round}-${given++}`;
    const hands = names.hands.map((hand) => ({ ...hand }));
    const top = { ...names.top };
    let drawn = names.drawn;
    const seat = before.current;

    if (before.drawn === null && after.drawn !== null) {
        const family = drawnFamily(after)!;
        if (after.drawn_from!.startsWith("TAKE")) {
            drawn = top[family];
            top[family] = name();
        } else drawn = name();
    } else if (before.drawn !== null && after.drawn === null) {
        const family = drawnFamily(before)!;
        const kept = after.discard[family].length > before.discard[family].length && !refused(before, after, family);
        if (kept) [top[family], hands[seat]![family]] = [hands[seat]![family], drawn!];
        else top[family] = drawn!;
        drawn = null;
    } else if (before.phase === "TOKEN") {
        const played = before.tokens[seat]!.find((token) => !after.tokens[seat]!.includes(token));
        const changed = after.hands.flatMap((hand, one) => (one !== seat && hand !== null ? [one] : []));
        if (played === "EXHAUSTION") {
            const target = exhausted(before, after, changed);
            for (const family of FAMILIES) {
                if (target === undefined) break;
                top[family] = hands[target]![family];
                hands[target]![family] = name();
            }
        } else if (played === "DIRECT_TRANSACTION") {
            const target = changed.find(
                (one) => JSON.stringify(before.known[one]) !== JSON.stringify(after.known[one]),
            );
            if (target !== undefined) [hands[seat], hands[target]] = [hands[target]!, hands[seat]!];
        }
    }
    return { round: after.round, hands, top, drawn, given };
}

/** Was the drawn card put down? Who knows it is told by the masks: a hand that nothing came into is known to the same people. */
function refused(before: SabaccView, after: SabaccView, family: Family): boolean {
    const seat = before.current;
    const put = after.discard[family][0];
    if (before.drawn !== "?" && before.drawn !== null && put !== before.drawn) return false;
    const held = before.hands[seat]?.[family];
    if (held !== undefined && held !== "?" && put !== held) return true;
    return (
        before.hands[seat]?.[family] === after.hands[seat]?.[family] &&
        JSON.stringify(before.known[seat]?.[family]) === JSON.stringify(after.known[seat]?.[family])
    );
}

/** Whose hand was put down: their cards are known to nobody else any more, and the discards are what they held as far as one knew it. */
function exhausted(before: SabaccView, after: SabaccView, seats: number[]): number | undefined {
    const fits = seats.filter((seat) =>
        FAMILIES.every((family) => {
            const held = before.hands[seat]?.[family];
            return held === "?" || held === after.discard[family][0];
        }),
    );
    return fits.find((seat) => JSON.stringify(before.hands[seat]) !== JSON.stringify(after.hands[seat])) ?? fits[0];
}
