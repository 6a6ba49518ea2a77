// How a game of Bruno ended: how many cards each seat had left.

import { type Ending, numberValue } from "../../game/ending";
import type { BrunoView } from "./view";
import { words } from "./words";

export function ending(view: BrunoView): Ending {
    const left = view.hands.map((hand, seat) => hand.length + view.shown[seat]!.length + view.hidden[seat]!.length);
    return { columns: [{ key: "cardsLeft", label: words.ending.cardsLeft, values: left.map(numberValue) }], won: [] };
}
