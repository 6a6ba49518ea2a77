// What the coach says of a deal of Bruno.

import { text } from "../lang";
import { type BrunoView, isFunction, readPlay } from "../tables/bruno/view";
import type { Coach } from "./guide";

export const coachBruno: Coach = (step, before) => {
    const t = text.guide.bruno;
    const view = step.view as unknown as BrunoView;
    if (step.made === undefined) return before ? "" : t.deal;
    const hello = before ? "" : `${t.deal} `;
    if (step.made === "PICKUP") return hello + t.pickUp;
    if (step.made === "FLIP") return hello + t.flip;
    const play = readPlay(step.made)!;
    if (isFunction(play.rank)) return hello + t.functionCard(text.bruno.functions[play.rank] ?? "");
    if (view.to_beat === null) return hello + t.lead;
    return hello + (play.copies > 1 ? t.several : t.follow);
};
