// What the coach says of a deal of Mus.

import { text } from "../../lang";
import { words } from "./words";
import { listed, sentences } from "../../lib/format";
import type { Json } from "../../lib/protocol";
import { readCard } from "./deck";
import { countedHand } from "./count";
import { rankOf, spareCards, sumOf } from "./hands";
import {
    amountOf,
    type CardCode,
    dejeOf,
    discardedRanks,
    isLance,
    type Lance,
    lancesOf,
    type MusRules,
    type MusView,
    rulesOf,
    sideOf,
} from "./view";
import { juegoLine, LANCE_NAMES, moveWords, paresLine, rankName } from "./say";
import {
    type Advice,
    type Coach,
    type Coaching,
    decisionsBefore,
    type Guide,
    LEARNER,
    type Question,
    type Task,
    viewOf,
} from "../../guides/guide";
import guide from "../../../../guides/mus.json";

const handOf = (view: MusView) => view.hands[LEARNER]!;
/** Opposite, and the two others. */
const PARTNER = 2;
const OTHERS = [1, 3];

/** What the learner has for a lance. */
function has(view: MusView, lance: Lance, rules: MusRules): string {
    const t = words.guide;
    const hand = handOf(view);
    const count = (rank: string) => hand.filter((card) => rankOf(card, rules) === rank).length;
    if (lance === "GRANDE") return t.kings(count("R"));
    if (lance === "CHICA") return t.aces(count("A"));
    return lance === "PARES" ? t.have(paresLine(hand, rules)) : t.points(sumOf(hand, rules));
}

/** How the lances ended that were played since a view: what the table has not told. */
function ended(view: MusView, was: MusView): string[] {
    const t = words.guide.ended;
    const news = view.log.slice(was.log.length);
    return lancesOf(view.declared.juego).flatMap((lance, place) => {
        const { kind, stake } = view.results[place]!;
        if (kind === was.results[place]!.kind) return [];
        const name = LANCE_NAMES[lance];
        if (kind === "PASS") return place < 2 ? [t.passed(name)] : [t.value(name)];
        if (kind === "BET") return [t.accepted(name, stake)];
        return kind === "FOLD" && news.length === view.log.length ? [t.deje] : [];
    });
}

/** The move in a lance, and why. */
function inLance(guide: Guide, at: number, lance: Lance): Task {
    const t = words.guide;
    const made = guide.steps[at]!.made!;
    const view = viewOf<MusView>(guide, at);
    const rules = rulesOf(guide.options);
    const before = decisionsBefore(guide, at).map((one) => guide.steps[one]!.made!);
    const holds = has(view, lance, rules);
    const deje = dejeOf(view, rules);
    const amount = amountOf(made);
    const why = (reason: string): Task => ({
        why: sentences(holds, reason),
        press: text.guide.button(moveWords(made)),
        // The button of another bet is the one of the number that was chosen.
        instead: (move) =>
            amount !== null && amountOf(move) !== null
                ? text.guide.then(t.theStones(amount), moveWords(made))
                : undefined,
    });
    if (amount !== null) {
        const isFirst = !before.some((move) => amountOf(move) !== null);
        const [one, other] = OTHERS.map((seat) => guide.names[seat]!);
        return why(isFirst ? t.bet(amount, one!, other!, deje) : t.betAgain(amount));
    }
    if (made === "paso") return why(before.includes("paso") ? t.passAgain : t.pass);
    const bettor = guide.names[view.lance.bettor ?? 0]!;
    if (made === "quiero") return why(t.accept(bettor, view.lance.stake));
    const partner = guide.names[PARTNER]!;
    const { stake, passed } = view.lance;
    const able = lance === "PARES" ? view.declared.pares : lance === "JUEGO" ? view.declared.juego : null;
    const too = passed.includes(PARTNER)
        ? t.partnerDid(partner)
        : able?.includes(PARTNER) === false
          ? ""
          : t.partnerMay(partner);
    return why(sentences(t.refuse(bettor, stake, deje), too));
}

const named = (cards: readonly CardCode[]) => listed(cards.map((card) => readCard(card)!.spoken));

/** What to put down; and after something else, what of it to take back. */
function discard(hand: readonly CardCode[], wanted: readonly string[], rules: MusRules): Task {
    const t = words.guide;
    const kept = spareCards(hand, wanted, rules);
    const button = words.table.discard(wanted.length);
    const press = (cards: readonly CardCode[]) =>
        cards.length > 0 ? text.guide.then(named(cards), button) : text.guide.button(button);
    const asked = hand.filter((card) => !kept.includes(card));
    return {
        why: t.discard,
        press: press(asked),
        instead(move) {
            const ranks = discardedRanks(move);
            const rest = press(spareCards(asked, ranks, rules));
            const left = spareCards(kept, spareCards(ranks, wanted, rules), rules);
            const back = kept.filter((card) => !left.includes(card));
            if (back.length === 0) return rest;
            // A move tells what cards count as: which of two kings it was only the table knows, and points at it.
            const alike = left.find((card) => back.some((one) => rankOf(one, rules) === rankOf(card, rules)));
            return t.putBack(alike === undefined ? named(back) : t.marked(rankName(alike.charAt(0))), rest);
        },
    };
}

function count(guide: Guide, at: number): Advice {
    const t = words.guide;
    const view = viewOf<MusView>(guide, at);
    const before = viewOf<MusView>(guide, at - 1);
    const rules = rulesOf(guide.options);
    const hand = countedHand(view, rules);
    const stones = hand?.stones ?? [];
    const own = sideOf(view, LEARNER);
    const isAccepted = before.lance.bettor === LEARNER && guide.steps[at]!.event.made?.act === "quiero";
    const answer = isAccepted ? t.answered(guide.names[before.to_act!]!) : "";
    const juego = hand?.lances.find((one) => one.lance === "JUEGO")?.won;
    const [one, other] = OTHERS.map((seat) => guide.names[seat]!);
    const skipped = juego?.side === own && juego.because === "alone" ? t.skipped(one!, other!) : "";
    return {
        say: [
            ...(answer || skipped ? [sentences(answer, skipped)] : []),
            t.values,
            t.count(stones[own] ?? 0, stones[1 - own] ?? 0, rules.target),
        ],
    };
}

/** A small question about a lance. */
const askOf = (lance: Lance): Question | undefined => (words.guide.ask as { [lance: string]: Question })[lance];

const coach: Coach = (guide, at) => {
    const t = words.guide;
    const { made } = guide.steps[at]!;
    if (at === guide.steps.length - 1) return count(guide, at);
    if (made === undefined) return null;
    const view = viewOf<MusView>(guide, at);
    const rules = rulesOf(guide.options);
    const hand = handOf(view);
    const [pares, juego] = [paresLine(hand, rules), juegoLine(hand, rules)];
    const last = decisionsBefore(guide, at).at(-1);
    if (isLance(view.phase)) {
        const was = viewOf<MusView>(guide, last ?? 0);
        const about = was.phase === view.phase ? [] : [t.lances[view.phase]];
        const isNew = about.length > 0;
        // First what it is about, then a question, then what to do.
        return {
            say: [sentences(...ended(view, was), ...about), ...(isNew ? [""] : [])],
            ask: isNew ? askOf(view.phase) : undefined,
            task: inLance(guide, at, view.phase),
        };
    }
    if (view.phase === "DISCARD") {
        return { say: [], task: discard(hand, discardedRanks(made), rules) };
    }
    const press = text.guide.button(moveWords(made));
    if (made === "no mus") return { say: [], task: { why: t.noMus(pares, juego), press } };
    const [one, other] = OTHERS.map((seat) => guide.names[seat]!);
    return {
        say: [
            t.deal(guide.names[PARTNER]!, one!, other!, rules.target),
            t.ranks,
            t.questions,
            t.counting,
            sentences(t.coin, t.mano),
            "",
        ],
        task: { why: t.mus(pares, juego), press },
    };
};

/** The cards that were counted, before the next hand was dealt. */
function close(last: Json): Json {
    const view = last as unknown as MusView;
    return { ...view, hands: view.last_hand.hands } as unknown as Json;
}

/** At the beginning of a lance. */
function announces(guide: Guide, at: number): boolean {
    const { phase } = viewOf<MusView>(guide, at);
    return at > 0 && isLance(phase) && viewOf<MusView>(guide, at - 1).phase !== phase;
}

/** What is spoken of. */
function spots(guide: Guide, at: number): string[] {
    if (at === guide.steps.length - 1) return [];
    if (isLance(viewOf<MusView>(guide, at).phase)) return [".track .here"];
    return at === 0 ? [".at-top", ".at-bottom .cards", ".track ol", ".at-bottom .cards", ".at-bottom .mano"] : [];
}

export const coaching = (): Coaching => ({
    guide: guide as unknown as Guide,
    coach,
    spots,
    close,
    announces,
    learnt: words.guide.learnt,
});
