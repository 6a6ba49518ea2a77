// What the coach says of a hand of Leduc poker. The deal shows a check, a call, a pair, a bet, and a raise to answer: lesson.mjs.

import { text } from "../../lang";
import { type Coach, type Coaching, type Guide, LEARNER, viewOf } from "../../guides/guide";
import { readCard } from "./deck";
import { betSize, type LeducView } from "./view";
import { words } from "./words";
import guide from "../../../../guides/leduc.json";

const OTHER = 1;

const spoken = (code: string): string => readCard(code)?.spoken ?? "";

/** Why this is the move of the deal. */
function whyOf(view: LeducView, made: string, name: string): string {
    const t = words.guide;
    if (made === "CHECK") return t.check(name);
    if (made === "BET") return t.bet(betSize(view));
    const owed = view.paid[OTHER]! - view.paid[LEARNER]!;
    return view.round === 1 ? t.call(name, owed) : t.callRaise(name, owed);
}

const coach: Coach = (guide, at) => {
    const t = words.guide;
    const view = viewOf<LeducView>(guide, at);
    const name = guide.names[OTHER]!;
    if (at === guide.steps.length - 1) return { say: [t.end(name, spoken(view.cards[OTHER]!), view.score[LEARNER]!)] };
    const { made } = guide.steps[at]!;
    if (made === undefined) return null;
    const isTurned = at > 0 && view.board !== null && viewOf<LeducView>(guide, at - 1).board === null;
    const first = [t.deal(spoken(view.cards[LEARNER]!)), t.cards];
    const say = at === 0 ? [...first, ""] : isTurned ? [t.pair(spoken(view.board!)), ""] : [""];
    const press = text.guide.button(words.keys[made] ?? made);
    return { say, task: { why: whyOf(view, made, name), press } };
};

/** What is spoken of. */
function spots(guide: Guide, at: number): string[] {
    if (at === 0) return [".at-bottom .holding", ".turned-up"];
    return viewOf<LeducView>(guide, at).board === null ? [] : [".turned-up"];
}

export const coaching = (): Coaching => ({
    guide: guide as unknown as Guide,
    coach,
    spots,
    learnt: words.guide.learnt,
});
