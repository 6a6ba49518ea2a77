// How a game of Bruno ended: how many cards each seat had left.

import { type Ending, numberValue } from "../../game/ending";
import type { BrunoView } from "./view";
import { words } from "./words";

export function ending(view: BrunoView, names: string[], winners: readonly number[]): Ending {
    const left = view.hands.map((hand, seat) => hand.length + view.shown[seat]!.length + view.hidden[seat]!.length);
    const first = left.indexOf(0);
    const others = left.reduce((sum, count, seat) => (winners.includes(seat) ? sum : sum + count), 0);
    return {
        columns: [{ key: "cardsLeft", label: words.ending.cardsLeft, values: left.map(numberValue) }],
        won: [],
        ...(winners.includes(first) ? { story: words.ending.story(names[first] ?? "", others) } : {}),
    };
}
