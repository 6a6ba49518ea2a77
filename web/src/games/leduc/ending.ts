// How a hand of Leduc poker ended: the card and the chips of each seat.

import { type Ending, numberValue } from "../../game/ending";
import type { Value } from "../../lib/layout";
import { readCard } from "./deck";
import { isPair, type LeducView } from "./view";
import { words } from "./words";

function cardValue(code: string): Value {
    const card = readCard(code);
    return { kind: "cards", cards: card === null ? [] : [card], hidden: card === null ? 1 : 0 };
}

export function ending(view: LeducView, names: string[], winners: readonly number[]): Ending {
    const t = words.ending;
    const winner = winners.length === 1 ? winners[0]! : undefined;
    const won = winner === undefined ? 0 : (view.score[winner] ?? 0);
    const story =
        winner === undefined
            ? t.split
            : !view.shown
              ? t.folded(names[winner] ?? "", won)
              : isPair(view, winner)
                ? t.pair(names[winner] ?? "", won)
                : t.high(names[winner] ?? "", won);
    return {
        columns: [
            { key: "card", label: t.card, values: view.cards.map(cardValue) },
            { key: "paid", label: t.paid, values: view.paid.map(numberValue) },
        ],
        won: [],
        ...(winners.length > 0 ? { story } : {}),
    };
}
