// What the coach says of a deal of Kessel Sabacc.

import { text } from "../lang";
import { words } from "../lib/vocabulary";
import type { SabaccView } from "../tables/sabacc/view";
import { LEARNER, type Coach } from "./guide";

export const coachSabacc: Coach = (step, before) => {
    const t = text.guide.sabacc;
    const view = step.view as unknown as SabaccView;
    const was = before?.view as unknown as SabaccView | undefined;
    if (!was) return t.deal;
    if (view.round > was.round) return t.reveal;
    if (step.made === undefined) return "";
    const hand = view.hands[LEARNER]!;
    if (view.phase === "TOKEN")
        return step.made === "NO_TOKEN" ? t.noToken : t.token(words(step.made), text.sabacc.tokenHelp[step.made] ?? "");
    if (view.phase === "DRAW") return step.made === "PASS" ? t.pass : t.draw(hand.sand, hand.blood);
    if (view.phase === "KEEP") return step.made === "KEEP" ? t.keep(view.drawn ?? "") : t.refuse(view.drawn ?? "");
    return t.die;
};
