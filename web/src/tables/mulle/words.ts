// What moves are called on the table of Mulle.

import { text } from "../../lang";
import { isBuild, type Pile, pileValue } from "./view";

/** To build this value on a card, or to change a build to it. */
export function buildWords(value: number, base: Pile): string {
    const t = text.mulle.moves;
    if (!isBuild(base)) return t.build(value, base);
    return value > pileValue(base) ? t.up(pileValue(base), value) : t.down(pileValue(base), value);
}
