// What the coach says of the first rond of Mulle.

import { language, text } from "../../lang";
import { words } from "./words";
import { sentences } from "../../lib/format";
import type { Json } from "../../lib/protocol";
import { choicesOf, deedOf, fitting, offered, targetsOf } from "./choices";
import type { Building, Taking } from "./outcome";
import { pack } from "./pack";
import {
    type Build,
    type CardCode,
    handValue,
    INTAKE_LIMIT,
    intakeValue,
    isBuild,
    isReserved,
    isSpecial,
    type MulleView,
    otherSide,
    pileCards,
    pileValue,
    type Play,
    readMove,
    RONDER,
    SIDES,
    sideOf,
    tableValue,
} from "./view";
import { choiceWords } from "./say";
import { type Coach, type Coaching, decisionsBefore, type Guide, LEARNER, type Task, viewOf } from "../../guides/guide";
import guide from "../../../../guides/mulle.json";

const SIDE = sideOf(LEARNER);
/** Cards by their codes, which are shown as cards. */
const together = (cards: CardCode[]) => cards.join(" ");

/** Its double has not been seen yet, and may be in the other hand. */
const isDoubleOut = (view: MulleView, card: CardCode): boolean => {
    const seen = [...view.hands[SIDE], ...view.table.flatMap(pileCards), ...view.captured.A, ...view.captured.B];
    return !isSpecial(card) && seen.filter((one) => one === card).length === 1;
};

const isMulleSeen = (view: MulleView): boolean => SIDES.some((side) => view.mulles[side].length > 0);

/** What else a capture is good for, for a reader who knows what counts. */
function gain(view: MulleView, { cards, points, tabbe }: Taking, name: string): string[] {
    const t = words.guide;
    const intake = cards.map(intakeValue).reduce((a, b) => a + b, 0);
    if (intake > 0) return view.score[SIDE].intake > 0 ? [t.intake(intake)] : [];
    if (!isMulleSeen(view)) return [];
    const denied = cards.slice(0, -1).find((card) => isDoubleOut(view, card));
    return points === 0 && !tabbe && denied !== undefined ? [t.deny(denied, name)] : [];
}

function capture(view: MulleView, play: Play & { kind: "capture" }, taking: Taking, name: string): string[] {
    const t = words.guide;
    const value = handValue(play.card);
    const piles = taking.piles.map((place) => view.table[place]!);
    const build = piles.find((pile) => isBuild(pile) && pile.owner === SIDE);
    const cards = together(piles.flatMap(pileCards));
    const double = piles.includes(play.card);
    const pair = taking.mulles[0];
    return [
        ...(build
            ? [t.takeBuild(play.card, value)]
            : double
              ? [t.double(play.card)]
              : [t.capture(play.card, value, cards)]),
        ...(pair !== undefined ? [t.mulle(pair, taking.points)] : []),
        ...(taking.tabbe ? [t.tabbe] : []),
        ...gain(view, taking, name),
    ];
}

function build(view: MulleView, play: Play & { kind: "build" }, { joins, reserves }: Building): string[] {
    const t = words.guide;
    const base = view.table[play.pile]!;
    const taker = reserves ?? view.hands[SIDE].find((card) => card !== play.card && handValue(card) === play.value)!;
    const joined = joins.flatMap((place) => pileCards(view.table[place]!));
    return [
        t.build(play.card, together(pileCards(base)), play.value, taker),
        ...(isSpecial(taker) ? [t.special] : []),
        ...(joined.length > 0 ? [t.joins(together(joined), play.value)] : []),
    ];
}

/** Why this card is laid down: the others count for the player who takes them, or would help to take all. */
function discard(view: MulleView, card: CardCode, name: string): string[] {
    const t = words.guide;
    const hand = view.hands[SIDE];
    if (hand.indexOf(card) < hand.lastIndexOf(card)) return [t.pair(card, name)];
    const others = [...new Set(hand)].filter((one) => one !== card);
    const kept = others.filter((one) => intakeValue(one) > 0);
    const sweeps = others
        .filter((one) => intakeValue(one) === 0)
        .flatMap((one) => {
            const piles = [...view.table, one].map((pile, place) => ({ place, value: pileValue(pile), cards: 1 }));
            const value = piles.map((pile) => pile.value).sort((a, b) => b - a)[0]!;
            return pack(piles, value).length === piles.length ? [t.sweep(one, value, name)] : [];
        });
    return [t.discard(card), ...(kept.length > 0 ? [t.keep(together(kept))] : []), ...sweeps];
}

function taskOf(guide: Guide, at: number): Task {
    const t = words.guide;
    const view = viewOf<MulleView>(guide, at);
    const play = readMove(guide.steps[at]!.made!, view.table)!;
    const legal = guide.steps[at]!.legal!.map((one) => one.move);
    // As the table offers it: at once, or after some piles are pressed.
    const choices = choicesOf(view, SIDE, legal, play.card);
    const choice = choices.find((one) => one.play.move === play.move)!;
    const isOffered = offered(choices).includes(choice);
    const pressed = isOffered ? [] : targetsOf(choice);
    const name = choiceWords(choice, offered(fitting(choices, pressed)), view.table);
    const piles = together(pressed.flatMap((place) => pileCards(view.table[place]!)));
    const press = isOffered ? text.guide.then(play.card, name) : t.pressPiles(play.card, piles, name);
    const task = (...why: string[]): Task => ({ why: sentences(...why), press });
    const { outcome } = choice;
    if (play.kind === "capture" && outcome.kind === "capture")
        return task(...capture(view, play, outcome, guide.names[1]!));
    if (play.kind === "build" && outcome.kind !== "capture" && outcome.kind !== "discard")
        return task(...build(view, play, outcome));
    return task(...discard(view, play.card, guide.names[1]!));
}

const ownBuild = ({ table }: MulleView): Build | undefined => table.filter(isBuild).find(({ owner }) => owner === SIDE);

/** The learner has a build on the table for the first time. */
const isBuildNew = (guide: Guide, at: number): boolean =>
    ownBuild(viewOf(guide, at)) !== undefined &&
    !decisionsBefore(guide, at).some((one) => ownBuild(viewOf(guide, one)) !== undefined);

/** Is it the first decision of which this is true? */
const isFirst = (guide: Guide, at: number, isMoment: (step: number) => boolean): boolean =>
    isMoment(at) && !decisionsBefore(guide, at).some(isMoment);

/** The coach offers a trotta to a reader who knows builds, has not met a trotta, and has nothing else to learn now. */
const isTrottaNew = (guide: Guide, at: number): boolean =>
    isFirst(guide, at, (step) => {
        const { made, legal } = guide.steps[step]!;
        const card = made!.split(" ")[1]!;
        const isDouble = viewOf<MulleView>(guide, step).table.includes(card);
        const knowsBuilds = decisionsBefore(guide, step).some((one) => isBuildNew(guide, one));
        return knowsBuilds && !isDouble && legal!.some((one) => one.move === `trotta ${card}`);
    });

/** What counts is told when the first of it has been seen: a mulle, anybody's, and then your own intake. */
function scoring(guide: Guide, at: number): string[] {
    const t = words.guide;
    const view = (step: number) => viewOf<MulleView>(guide, step);
    const isMulle = isFirst(guide, at, (step) => isMulleSeen(view(step)));
    const isIntake = isFirst(guide, at, (step) => view(step).score[SIDE].intake > 0);
    return [
        ...(isMulle ? [t.mulleRule] : []),
        ...(isIntake ? [t.intakeRule(view(at).score[SIDE].intake, INTAKE_LIMIT)] : []),
    ];
}

const coach: Coach = (guide, at) => {
    const t = words.guide;
    const step = guide.steps[at]!;
    const view = viewOf<MulleView>(guide, at);
    if (at === guide.steps.length - 1) {
        const [own, theirs] = [view.score[SIDE].total, view.score[otherSide(SIDE)].total];
        const lastPlay = step.text[language][0]!;
        return { say: [sentences(lastPlay, t.end(own, guide.names[1]!, theirs, RONDER))] };
    }
    const deal = at === 0 ? [t.deal] : [];
    if (step.made === undefined) return deal.length > 0 ? { say: deal } : null;
    const trotta = isTrottaNew(guide, at) ? [t.trotta(tableValue(step.made.split(" ")[1]!))] : [];
    const own = isBuildNew(guide, at) ? ownBuild(view) : undefined;
    const kept = view.hands[SIDE].find((card) => isReserved(view, SIDE, card));
    const about = own ? [own.locked ? t.locked : t.open, ...(kept !== undefined ? [t.kept(kept)] : [])] : [];
    const task = taskOf(guide, at);
    const said = [...deal, ...scoring(guide, at), sentences(...about)].filter((page) => page !== "");
    // First something to read, then something to do.
    const isMulle = isFirst(guide, at, (step) => isMulleSeen(viewOf(guide, step)));
    const isCapture = isFirst(guide, at, (step) => {
        const { made } = guide.steps[step]!;
        return made!.startsWith("capture") && !viewOf<MulleView>(guide, step).table.includes(made!.split(" ")[1]!);
    });
    return {
        say: [...said, ""],
        ask: isMulle ? t.ask.mulle : isCapture ? t.ask.sums : undefined,
        task: { ...task, why: sentences(task.why, ...trotta) },
    };
};

/** With two equal cards on the table, either will do. */
function alike(at: Json, one: string, other: string): boolean {
    const { table } = at as unknown as MulleView;
    const [wanted, made] = [readMove(one, table), readMove(other, table)];
    return wanted !== null && made !== null && deedOf(wanted, table) === deedOf(made, table);
}

/** The hands are played; the next cards are not dealt yet. */
function close(last: Json): Json {
    const view = last as unknown as MulleView;
    const dealt = view.hands.A.length + view.hands.B.length;
    return { ...view, rond: view.rond - 1, stock: view.stock + dealt, hands: { A: [], B: [] } } as unknown as Json;
}

/** What is spoken of: all that lies on the table, one's mulles, the build, the score. */
function spots(_guide: Guide, at: number): string[] {
    return (
        { 0: [".centre .table"], 2: [".at-bottom .mulles"], 4: [".centre .build"], 6: [".centre .scores"] }[at] ?? []
    );
}

export const coaching = (): Coaching => ({
    guide: guide as unknown as Guide,
    coach,
    spots,
    close,
    alike,
    learnt: words.guide.learnt,
    written: words.guide.letters,
});
