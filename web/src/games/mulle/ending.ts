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

export function ending(
    view: Pick<MulleView, "mulles" | "score">,
    names: string[],
    winners: readonly number[] = [],
): Ending {
    const t = words.ending;
    const column = (key: "tabbe" | "intake" | "bonus"): Column => ({
        key,
        label: t[key],
        values: SIDES.map((side) => numberValue(view.score[side][key])),
    });
    const mulles = { key: "mulles", label: t.mulles, values: SIDES.map((side) => mullesValue(view.mulles[side])) };
    const most = SIDES.map((side) => view.mulles[side].length);
    const winner = SIDES[winners[0] ?? -1];
    const story =
        winner === undefined
            ? {}
            : { story: t.story(names[winners[0]!] ?? "", most[0]!, most[1]!, view.score[winner].tabbe) };
    return { columns: [mulles, column("tabbe"), column("intake"), column("bonus")], won: [], ...story };
}
