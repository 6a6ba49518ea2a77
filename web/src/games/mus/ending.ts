// How a match of Mus ended: games won, the hands of the last deal, and what each lance brought.

import { type Column, type Ending, numberValue, type Won } from "../../game/ending";
import { text } from "../../lang";
import type { Value } from "../../lib/layout";
import { readCard } from "./deck";
import { isHidden, type MusView } from "./view";
import { words } from "./words";

const handValue = (hand: string[]): Value => ({
    kind: "cards",
    cards: hand.flatMap((card) => readCard(card) ?? []),
    hidden: hand.filter(isHidden).length,
});

export function ending(
    view: Pick<MusView, "juegos"> & { last_hand: MusView["last_hand"] | null },
    names: string[],
    winners: readonly number[] = [],
): Ending {
    const t = words.ending;
    const { last_hand: last, juegos: sides } = view;
    const sideOf = (seat: number) => (sides.length === names.length ? seat : seat % sides.length);
    const namesOf = (side: number) => names.filter((_, seat) => sideOf(seat) === side);
    const columns: Column[] = [
        { key: "juegos", label: t.juegos, values: names.map((_, seat) => numberValue(sides[sideOf(seat)] ?? 0)) },
    ];
    const side = winners[0] === undefined ? undefined : sideOf(winners[0]);
    const byOrdago = last?.log.some(([reason]) => reason.endsWith(":ordago")) ?? false;
    const others = sides.filter((_, other) => other !== side);
    const story = side === undefined ? {} : { story: t.story(sides[side] ?? 0, Math.max(0, ...others), byOrdago) };
    if (!last) return { columns, won: [], ...story };
    columns.push({ key: "lastHand", label: t.lastHand, values: last.hands.map(handValue) });
    const won = last.log.map(([reason, side, stones]): Won => {
        const [lance = "", how] = reason.split(":");
        const note = how === "deje" ? ` (${t.deje})` : "";
        const [one = "", other] = namesOf(side);
        return {
            what: `${t.lance[lance] ?? lance}${note}`,
            who: other === undefined ? one : text.together(one, other),
            howMuch: how === "ordago" ? t.ordago : t.stones(stones),
        };
    });
    return { columns, won, wonTitle: t.lances, ...story };
}
