// What the coach says of a game of Bruno.

import { language, text } from "../../lang";
import { words } from "./words";
import { sentences } from "../../lib/format";
import { moveName } from "../../lib/vocabulary";
import { type BrunoView, isFunction, rankOf, readPlay, zoneOf } from "./view";
import { type Coach, type Coaching, decisionsBefore, type Guide, LEARNER, type Task, viewOf } from "../../guides/guide";
import guide from "../../../../guides/bruno.json";

const NEXT = 1;
const PARTNER = 2;
const rankName = (rank: string) => text.cards.french[rank] ?? rank;

/** A card that was played to come to a step. */
const freshAt = (guide: Guide, at: number): string | undefined =>
    viewOf<BrunoView>(guide, at).pile.find((card) => !viewOf<BrunoView>(guide, at - 1).pile.includes(card));

/** The function card that led to a step; null where it was none. */
function functionAt(guide: Guide, at: number): string | null {
    if (at === 0 || guide.steps[at]!.skipped) return null;
    const [before, after] = [viewOf<BrunoView>(guide, at - 1), viewOf<BrunoView>(guide, at)];
    if (after.removed_tens > before.removed_tens) return "10";
    const fresh = freshAt(guide, at);
    return fresh !== undefined && isFunction(rankOf(fresh)) ? rankOf(fresh) : null;
}

const isPickUp = (guide: Guide, at: number): boolean =>
    at > 0 &&
    !guide.steps[at]!.skipped &&
    viewOf<BrunoView>(guide, at).pile.length < viewOf<BrunoView>(guide, at - 1).pile.length;

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** For the first time a player is skipped, or all hands are dealt anew: the coach explains it before the deal goes on. */
function isPause(guide: Guide, at: number): boolean {
    const rank = functionAt(guide, at);
    if ((rank !== "3" && rank !== "10") || guide.steps[at]!.made !== undefined) return false;
    return !range(1, at).some((step) => functionAt(guide, step) === rank);
}

/** Where the learner was last told something. */
const lastTold = (guide: Guide, at: number): number =>
    Math.max(0, decisionsBefore(guide, at).at(-1) ?? 0, ...range(1, at).filter((step) => isPause(guide, step)));

/** What turned up since the learner was last told something, each thing told once: function cards, and picking up. */
function met(guide: Guide, at: number): string[] {
    const t = words.guide;
    const last = lastTold(guide, at);
    const [old, fresh] = [range(1, last + 1), range(last + 1, at + 1)];
    const ranks = (steps: number[]) => steps.flatMap((step) => functionAt(guide, step) ?? []);
    const own = decisionsBefore(guide, at + 1).map((step) => readPlay(guide.steps[step]!.made!)?.rank);
    const known = new Set([...ranks(old), ...own]);
    const picksUp = (steps: number[]) => steps.some((step) => isPickUp(guide, step));
    return [
        ...[...new Set(ranks(fresh))].filter((rank) => !known.has(rank)).map((rank) => t.functions[rank]!),
        ...(picksUp(fresh) && !picksUp(old) ? [t.picksUp] : []),
    ];
}

/** Why the learner may not make a move, as the rules of a real table would say. */
function whyNot(view: BrunoView, move: string): string | undefined {
    const t = words.guide.refused;
    const rank = readPlay(move)?.rank;
    if (rank === undefined) return move === "FLIP" ? t.hidden : undefined;
    const [hand, shown] = [view.hands[LEARNER]!, view.shown[LEARNER]!];
    const holds = (cards: string[]) => cards.some((card) => rankOf(card) === rank);
    if (hand.length > 0 && !holds(hand) && holds(shown)) return t.shown;
    if (view.to_beat === null) return undefined;
    return view.to_beat === "9" ? t.nine : t.low(rankName(rank), rankName(view.to_beat));
}

function taskOf(guide: Guide, at: number): Task {
    const t = words.guide;
    const { made, legal } = guide.steps[at]!;
    const view = viewOf<BrunoView>(guide, at);
    const name = words.table.moves[made!] ?? moveName("bruno", made!, guide.names);
    if (made === "PICKUP") return { why: t.pickUp, press: text.guide.button(name) };
    const isFlipNew = !decisionsBefore(guide, at).some((step) => guide.steps[step]!.made === "FLIP");
    const isLastCard = view.hidden[LEARNER]!.length === 1;
    const flip = isFlipNew ? t.flip : isLastCard ? t.flipLast : t.flipAgain;
    if (made === "FLIP") return { why: flip, press: text.guide.button(name) };
    const { rank, copies } = readPlay(made!)!;
    const zone = zoneOf(view, LEARNER);
    const held = zone === "hidden" ? [] : (zone === "hand" ? view.hands : view.shown)[LEARNER]!;
    const count = held.filter((card) => rankOf(card) === rank).length;
    const cards = copies > 1 ? text.cards.several(copies, rank) : t.card(rankName(rank), count);
    const press = text.guide.then(cards, name);
    const refused = (move: string) => whyNot(view, move);
    if (isFunction(rank)) {
        const ordinary = legal!.some(({ move }) => !isFunction(readPlay(move)?.rank ?? "2"));
        const reason = ordinary ? t.functionCard(guide.names[NEXT]!) : t.onlyFunction;
        return { why: sentences(reason, t.functions[rank]!), press, refused };
    }
    const first =
        view.to_beat === null
            ? t.lead(rankName(rank))
            : view.to_beat === "9"
              ? t.below9(rankName(rank))
              : t.follow(rankName(view.to_beat), rankName(rank));
    return { why: sentences(first, copies > 1 && zone === "hand" ? t.several : ""), press, refused };
}

/** Which of the others has a hand that lies face up for the most part, and why. */
function openCards(guide: Guide, at: number): string {
    const { hands, known } = viewOf<BrunoView>(guide, at);
    const seat = known.findIndex((cards, one) => one !== LEARNER && cards.length * 2 > hands[one]!.length);
    return seat < 0 ? "" : words.guide.openCards(guide.names[seat]!);
}

/** What the learner has just flipped. */
function flipped(guide: Guide, last: number | undefined): string[] {
    if (last === undefined || guide.steps[last]!.made !== "FLIP") return [];
    const card = freshAt(guide, last + 1);
    return card === undefined ? guide.steps[last + 1]!.text[language] : [words.guide.flipped(card)];
}

const coach: Coach = (guide, at) => {
    const t = words.guide;
    const step = guide.steps[at]!;
    const view = viewOf<BrunoView>(guide, at);
    const partner = guide.names[PARTNER]!;
    if (at === guide.steps.length - 1) return { say: [t.end(freshAt(guide, at)!, partner)] };
    if (isPause(guide, at)) return { say: [sentences(...met(guide, at))] };
    if (guide.steps[at + 1]!.skipped) return { say: [sentences(...met(guide, at), openCards(guide, at), t.jump)] };
    const deal = at === 0 ? [t.deal, sentences(t.team(partner), t.order)] : [];
    if (step.made === undefined) return deal.length > 0 ? { say: deal } : null;
    const last = decisionsBefore(guide, at).at(-1);
    const zone = zoneOf(view, LEARNER);
    const was = last === undefined ? "hand" : zoneOf(viewOf(guide, last), LEARNER);
    const about = [
        ...(last === undefined ? [t.aside] : []),
        ...flipped(guide, last),
        ...met(guide, at),
        ...(zone !== was && zone !== "hand" ? [t.zones[zone]] : []),
    ];
    // One question about what beats what, one about the cards that go on anything.
    const known = range(1, at + 1).some((one) => functionAt(guide, one) !== null);
    const wasKnown = range(1, (last ?? -1) + 1).some((one) => functionAt(guide, one) !== null);
    const ask = last === undefined ? t.ask.order : known && !wasKnown ? t.ask.functions : undefined;
    return { say: [...deal, sentences(...about)], ask, task: taskOf(guide, at) };
};

/** What is spoken of. */
function spots(guide: Guide, at: number): string[] {
    if (at === guide.steps.length - 1) return [];
    const { hands, shown } = viewOf<BrunoView>(guide, at);
    if (at === 0) return [".at-bottom .hand", ".at-top"];
    if (hands[LEARNER]!.length === 0 && shown[LEARNER]!.length <= 3) return [".at-bottom .mine"];
    return isPause(guide, at) ? [".centre .middle"] : [];
}

export const coaching = (): Coaching => ({
    guide: guide as unknown as Guide,
    coach,
    spots,
    learnt: words.guide.learnt,
});
