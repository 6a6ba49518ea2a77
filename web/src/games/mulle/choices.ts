// From the legal moves to what can be pressed: a card of the hand, then piles, until the moves that fit are few enough to offer.

import { type Outcome, outcomeOf, pilesOf } from "./outcome";
import {
    buildMove,
    type CardCode,
    type MulleView,
    type Pile,
    pileCards,
    pileValue,
    type Play,
    readMove,
    type Side,
    tableValue,
} from "./view";

export interface Choice {
    play: Play;
    /** Found when it is asked for: on a large table that takes a while, and few are looked at. */
    readonly outcome: Outcome;
    /** Of all captures with this card the one that is best to begin with. */
    preferred: boolean;
}

const ORDER = { capture: 0, build: 1, trotta: 2, discard: 3 };

/** Captures with the best set first, then builds, trotta and discard. */
export function choicesOf(view: MulleView, side: Side, moves: string[], card: CardCode): Choice[] {
    const plays = moves.flatMap((move) => readMove(move, view.table) ?? []).filter((play) => play.card === card);
    const choices = plays.map((play) => {
        let found: Outcome | undefined;
        return {
            play,
            preferred: false,
            get outcome() {
                return (found ??= outcomeOf(view, side, play));
            },
        };
    });
    choices.sort((a, b) => ORDER[a.play.kind] - ORDER[b.play.kind] || gain(b) - gain(a));
    if (choices[0]?.play.kind === "capture") choices[0].preferred = true;
    return choices;
}

/** Most mulles, then most cards. */
function gain(choice: Choice): number {
    if (choice.play.kind !== "capture" || choice.outcome.kind !== "capture") return 0;
    return 1000 * choice.outcome.mulles.length + choice.outcome.cards.length;
}

/** The piles that one presses for a move. What joins a build by itself is not among them. */
export const targetsOf = (choice: Choice): number[] =>
    choice.play.kind === "build" ? [choice.play.pile] : pilesOf(choice.outcome);

/** The choices that go with all piles that were pressed. */
export const fitting = (choices: Choice[], pressed: readonly number[]): Choice[] =>
    choices.filter((choice) => pressed.every((pile) => targetsOf(choice).includes(pile)));

/** What a move does, whichever of two equal cards it uses for it. */
export function deedOf(play: Play, table: Pile[]): string {
    const piles = play.kind === "capture" ? play.piles : play.kind === "build" ? [play.pile] : [];
    const cards = piles.map((place) => `${pileValue(table[place]!)} ${pileCards(table[place]!).join(" ")}`);
    return JSON.stringify([play.kind, play.card, play.kind === "build" ? play.value : 0, cards.sort()]);
}

/** Of choices that differ only in which of two equal cards they use, the first. */
export function distinct(choices: Choice[], table: Pile[]): Choice[] {
    const seen = new Set<string>();
    return choices.filter(({ play }) => {
        const deed = deedOf(play, table);
        return !seen.has(deed) && seen.add(deed);
    });
}

/** The piles that can be pressed: with those that are, or, where that goes together with nothing, instead of them. */
export const pressable = (choices: Choice[]): Set<number> => new Set(choices.flatMap(targetsOf));

/** What is pressed after a press on this pile. */
export function pressPile(choices: Choice[], pressed: readonly number[], pile: number): number[] {
    if (pressed.includes(pile)) return pressed.filter((one) => one !== pile);
    return fitting(choices, [...pressed, pile]).length > 0 ? [...pressed, pile] : [pile];
}

/** So many moves are offered at once. */
export const FEW = 6;
const FEW_BUILDS = 3;

/** What is offered: all that fits, or, where that is much, what needs no more presses. */
export function offered(fits: Choice[]): Choice[] {
    if (fits.length <= FEW) return fits;
    const count = (kind: Play["kind"]) => fits.filter((choice) => choice.play.kind === kind).length;
    return fits.filter(({ play, preferred }) => {
        if (play.kind === "capture") return count("capture") === 1 || preferred;
        return play.kind !== "build" || count("build") <= FEW_BUILDS;
    });
}

/** The one that the cloth shows before any is looked at: a capture, or the only one that is left. */
export function firstShown(shown: Choice[], pressed: readonly number[]): Choice | null {
    if (shown.length === 1) return shown[0]!;
    const first = shown[0];
    if (first?.play.kind === "capture") return first;
    return pressed.length > 0 ? (first ?? null) : null;
}

/** A move that asks the rules why a pile cannot be used with this card. */
export function refusedMove(view: MulleView, card: CardCode, pile: number): string {
    return buildMove(card, pile, pileValue(view.table[pile]!) + tableValue(card));
}
