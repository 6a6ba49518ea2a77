// What the coach says of a round of Kessel Sabacc.

import { text } from "../../lang";
import { words } from "./words";
import { sentences } from "../../lib/format";
import type { Json } from "../../lib/protocol";
import { tokenName } from "./say";
import { resolution } from "./rank";
import { type CardCode, endOfRound, type Family, FAMILIES, type SabaccView } from "./view";
import { type Coach, type Coaching, decisionsBefore, type Guide, LEARNER, type Task, viewOf } from "../../guides/guide";
import guide from "../../../../guides/sabacc.json";

const handOf = (view: SabaccView) => view.hands[LEARNER]!;
const apart = (one: CardCode, other: CardCode) => Math.abs(Number(one) - Number(other));
const familyOf = (move: string): Family => (move.endsWith("SAND") ? "sand" : "blood");
const otherFamily = (family: Family): Family => (family === "sand" ? "blood" : "sand");

/** What the tokens do that others played since the learner's last decision, each told once, and not where it is asked for itself. */
function tokensMet(guide: Guide, at: number): string[] {
    const from = decisionsBefore(guide, at).at(-1) ?? 0;
    const left = (step: number) => viewOf<SabaccView>(guide, step).tokens.map((tokens) => new Set(tokens));
    const [first, before, now] = [left(0), left(from), left(at)];
    const fresh = new Set(
        before.flatMap((tokens, seat) => (seat === LEARNER ? [] : [...tokens].filter((one) => !now[seat]!.has(one)))),
    );
    return [...fresh]
        .filter((token) => token !== guide.steps[at]!.made)
        .filter((token) => first.every((tokens, seat) => !tokens.has(token) || before[seat]!.has(token)))
        .map((token) => words.guide.tokenMet(tokenName(token), words.table.tokenHelp[token] ?? ""));
}

/** The steps since the learner's last decision, each with what was seen before it. */
function stepsSince(guide: Guide, at: number) {
    const from = decisionsBefore(guide, at).at(-1) ?? 0;
    return guide.steps.slice(from + 1, at + 1).map((step, i) => ({
        seat: step.seat!,
        was: viewOf<SabaccView>(guide, from + i),
        now: viewOf<SabaccView>(guide, from + i + 1),
    }));
}

const played = (seat: number, was: SabaccView, now: SabaccView): string | undefined =>
    was.tokens[seat]!.find((token) => !now.tokens[seat]!.includes(token));

/** The chips that tokens moved since the learner's last decision: the learner's by those of others, and the others' by the learner's. */
function chipsMoved(guide: Guide, at: number): string[] {
    const t = words.guide;
    return stepsSince(guide, at).flatMap(({ seat, was, now }) => {
        const token = played(seat, was, now);
        if (token === undefined) return [];
        const paid = (one: number) => was.reserve[one]! - now.reserve[one]!;
        if (seat !== LEARNER)
            return paid(LEARNER) > 0 ? [t.youPay(guide.names[seat]!, tokenName(token), paid(LEARNER))] : [];
        return now.in_play
            .filter((one) => one !== LEARNER && paid(one) > 0)
            .map((one) => t.pays(guide.names[one]!, paid(one)));
    });
}

/** Who paid for an open card, and put it back. */
const putBack = (guide: Guide, at: number): string[] =>
    stepsSince(guide, at)
        .filter(({ seat, was, now }) => {
            const from = seat !== LEARNER && was.drawn_from?.startsWith("TAKE") ? familyOf(was.drawn_from) : null;
            return from !== null && now.discard[from][0] === was.drawn;
        })
        .map(({ seat }) => words.guide.putBack(guide.names[seat]!));

const anyOpen = (view: SabaccView): boolean => view.open.some((hand) => hand !== null && (hand.sand || hand.blood));

/** What the eye on a card means, when there is one for the first time. */
const eyeMet = (guide: Guide, at: number): string[] =>
    anyOpen(viewOf<SabaccView>(guide, at)) &&
    !decisionsBefore(guide, at).some((one) => anyOpen(viewOf<SabaccView>(guide, one)))
        ? [words.guide.eye]
        : [];

function taskOf(guide: Guide, at: number): Task {
    const t = words.guide;
    const made = guide.steps[at]!.made!;
    const view = viewOf<SabaccView>(guide, at);
    const { sand, blood } = handOf(view);
    const difference = apart(sand, blood);
    const name = tokenName(made);
    const before = decisionsBefore(guide, at).map((one) => guide.steps[one]!.made!);
    if (made === "NO_TOKEN") {
        const free = view.tokens[LEARNER]!.includes("FREE_DRAW") ? [t.keepFree(tokenName("FREE_DRAW"))] : [];
        return {
            why: before.includes(made) ? t.noTokenAgain : sentences(t.noToken, ...free),
            press: text.guide.button(name),
        };
    }
    if (view.phase === "TOKEN")
        return {
            why: sentences(
                t.token(name, words.table.tokenHelp[made] ?? ""),
                ...view.immune.filter((seat) => seat !== LEARNER).map((seat) => t.untouched(guide.names[seat]!)),
                t.tokenFree,
            ),
            press: t.pressToken(name),
        };
    if (made === "PASS")
        return {
            why: difference === 0 ? t.passPair(sand) : t.passClose(sand, blood),
            press: text.guide.button(name),
        };
    if (view.phase === "KEEP") {
        const drawn = view.drawn ?? "";
        const other = handOf(view)[otherFamily(familyOf(view.drawn_from ?? ""))];
        const closer = apart(drawn, other);
        const keep = closer === 0 ? t.keepPair(drawn, other) : t.keepCloser(drawn, other, closer, difference);
        return { why: made === "KEEP" ? keep : t.refuse(drawn, other, closer), press: text.guide.button(name) };
    }
    const family = familyOf(made);
    const other = handOf(view)[otherFamily(family)];
    if (made.startsWith("TAKE")) {
        const open = view.discard[family][0]!;
        const closer = apart(open, other);
        const take = closer === 0 ? t.take(open, other) : t.takeCloser(open, other, closer, sand, blood, difference);
        return { why: take, press: text.guide.then(t.openCard(words.cards.suits[family]), name) };
    }
    return {
        why: t.draw(sand, blood, difference),
        press: text.guide.then(t.hiddenPile(words.cards.suits[family]), name),
    };
}

/** The last words: who has won, and what it cost the others. */
function reveal(guide: Guide, at: number): string[] {
    const t = words.guide;
    const hands = resolution(viewOf<SabaccView>(guide, at - 1), viewOf<SabaccView>(guide, at)) ?? [];
    const own = hands.find((one) => one.seat === LEARNER)!;
    const cards = hands.flatMap(({ hand }) => FAMILIES.map((family) => hand[family]));
    const wild = [cards.includes("I") && t.impostor, cards.includes("S") && t.sylop].filter((one) => one !== false);
    return [sentences(own.first ? t.won(own.pot) : t.lost(own.pot, own.penalty), t.reveal, ...wild, t.goesOn)];
}

const coach: Coach = (guide, at) => {
    const t = words.guide;
    const step = guide.steps[at]!;
    if (at === guide.steps.length - 1) return { say: reveal(guide, at) };
    const view = viewOf<SabaccView>(guide, at);
    const { sand, blood } = handOf(view);
    const deal = at === 0 ? [t.deal(sand, blood), t.chips(view.reserve[LEARNER]!), t.tokens] : [];
    if (step.made === undefined) return deal.length > 0 ? { say: deal, ask: t.ask.deal } : null;
    const before = decisionsBefore(guide, at).map((one) => guide.steps[one]!.made!);
    const about = [
        ...tokensMet(guide, at),
        ...chipsMoved(guide, at),
        ...eyeMet(guide, at),
        ...(/^(DRAW|TAKE)_/.test(step.made) && !before.some((move) => /^(DRAW|TAKE)_/.test(move)) ? [t.drawing] : []),
    ];
    // What there is to learn from the others has a page of its own, so that they are seen with it; a remark does not.
    const remarks = putBack(guide, at);
    const told = about.length > 0 ? [sentences(...about, ...remarks), ""] : [sentences(...remarks)];
    const ask = at === 0 ? t.ask.deal : before.length === 1 ? t.ask.low : undefined;
    return { say: [...deal, ...told], ask, task: taskOf(guide, at) };
};

/** The cards that were shown, before the next ones were dealt. */
function close(last: Json, before: Json): Json {
    return endOfRound(before as unknown as SabaccView, last as unknown as SabaccView) as unknown as Json;
}

/** What is spoken of. */
function spots(guide: Guide, at: number): string[] {
    if (at === guide.steps.length - 1) return [];
    return at === 0 ? [".at-bottom .hand-cards", ".at-bottom .chips", ".at-bottom .tokens"] : [".centre .piles"];
}

export const coaching = (): Coaching => ({
    guide: guide as unknown as Guide,
    coach,
    spots,
    close,
    learnt: words.guide.learnt,
});
