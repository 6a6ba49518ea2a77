// What the coach says of a deal of Mulle.

import { text } from "../lang";
import type { Coach } from "./guide";

export const coachMulle: Coach = (step, before) => {
    const t = text.guide.mulle;
    if (step.made === undefined) return before ? "" : t.deal;
    const hello = before ? "" : `${t.deal} `;
    const kind = step.made.split(" ")[0]!;
    return hello + (t.moves[kind] ?? t.moves.discard!);
};
