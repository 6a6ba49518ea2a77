// How a game of Kessel Sabacc ended: the hands of the last round.

import type { Ending } from "../../game/ending";
import type { Value } from "../../lib/layout";
import { readCard } from "./deck";
import { FAMILIES, type Pair, type SabaccView } from "./view";
import { words } from "./words";

function handValue(hand: Pair<string> | null): Value {
    if (!hand) return { kind: "none" };
    return { kind: "cards", cards: FAMILIES.flatMap((family) => readCard(hand[family], family) ?? []), hidden: 0 };
}

export function ending(view: SabaccView, names: string[], winners: readonly number[]): Ending {
    const values = (view.revealed ?? []).map(handValue);
    const [winner] = winners;
    const story =
        winner === undefined
            ? {}
            : { story: words.ending.story(names[winner] ?? "", view.reserve[winner] ?? 0, view.round) };
    return { columns: [{ key: "lastHand", label: words.ending.lastHand, values }], won: [], ...story };
}
