// How a game of Mulle ended: what the points of each side are made of.

import { type Column, type Ending, numberValue } from "../../game/ending";
import type { Value } from "../../lib/layout";
import { readCard } from "./deck";
import { type MulleView, SIDES } from "./view";
import { words } from "./words";

const mullesValue = (cards: string[]): Value =>
    cards.length === 0
        ? { kind: "none" }
        : { kind: "cards", cards: cards.flatMap((card) => readCard(card) ?? []), hidden: 0 };

export function ending(view: Pick<MulleView, "mulles" | "score">): Ending {
    const t = words.ending;
    const column = (key: "tabbe" | "intake" | "bonus"): Column => ({
        key,
        label: t[key],
        values: SIDES.map((side) => numberValue(view.score[side][key])),
    });
    const mulles = { key: "mulles", label: t.mulles, values: SIDES.map((side) => mullesValue(view.mulles[side])) };
    return { columns: [mulles, column("tabbe"), column("intake"), column("bonus")], won: [] };
}
