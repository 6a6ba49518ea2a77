// A guided deal: a real deal of a game, kept step by step by guides/make.mjs in guides at the top, and a coach who knows the game, in the game's folder. What
// the coach says is written down beside the deal for `tapete learn`: guides/say.mjs.

import { language, text, type Language } from "../lang";
import type { Happened, Json, Move, Seat, TableEvent } from "../lib/protocol";

type Told<T> = Record<Language, T>;

export interface GuideStep {
    /** Who made the move that led here; null for the deal. */
    seat: number | null;
    /** What happened, as data. */
    event: Happened;
    actor: number | null;
    view: Json;
    text: Told<string[]>;
    /** Some turns before this one are left out. */
    skipped?: true;
    /** At a decision of the learner: the move of this deal, and all that were legal. */
    made?: string;
    legal?: { move: string; name: string; help: Told<string> }[];
}

export interface Guide {
    game: string;
    options: { [name: string]: Json };
    sides: number[];
    names: string[];
    steps: GuideStep[];
}

/** The learner sits in the first seat. */
export const LEARNER = 0;

export const seatsOf = (guide: Guide): Seat[] =>
    guide.names.map((name, seat) => ({
        who: seat === LEARNER ? "person" : "agent",
        name: seat === LEARNER ? text.guide.you : name,
        here: true,
    }));

/** All that has happened up to a step. */
export const eventsOf = (guide: Guide, at: number): TableEvent[] =>
    guide.steps.slice(0, at + 1).map(({ seat, text: told, event }, ply) => ({
        n: ply + 1,
        is: ply === 0 ? "deal" : "play",
        ply,
        ...(seat === null ? {} : { seat }),
        text: told[language],
        ...event,
    }));

export const legalOf = (step: GuideStep): Move[] =>
    (step.legal ?? []).map(({ move, name, help }) => ({ move, name, help: help[language] }));

/** What the learner is asked for. */
export interface Task {
    /** What to press, by name. */
    press: string;
    why: string;
    /** The same after another move, where that has left the table otherwise. */
    instead?(move: string): string | undefined;
    /** Why the rules do not allow a move, where that can be said. */
    refused?(move: string): string | undefined;
}

/** A small question about what was just said. */
export interface Question {
    ask: string;
    /** Codes of cards in them are drawn. */
    answers: string[];
    /** Which of them. */
    right: number;
    because: string;
}

/** What the coach says of a step: one thing after the other, then what he asks, and the task with the last of them. */
export interface Advice {
    say: string[];
    ask?: Question | undefined;
    task?: Task;
}

/** Null if there is nothing to say, and the deal goes on by itself. There is always something at a decision and at the end. */
export type Coach = (guide: Guide, at: number) => Advice | null;

/** What a game's folder gives to a guided deal. */
export interface Coaching {
    guide: Guide;
    coach: Coach;
    /** What lights up on the table while each thing is said, as a selector of the game's own drawing. */
    spots?(guide: Guide, at: number): string[];
    /** What else there is to say at first where cards are not drawn, but written by their codes. */
    written?: string;
    /** What was learnt, in sentences. */
    learnt: string[];
    /** The last view as it was before the next cards were dealt. */
    close?(last: Json, before: Json): Json;
    /** The last line of what was told only says what the coach explains. */
    announces?(guide: Guide, at: number): boolean;
    /** Two moves differ only in which of two equal cards they use. */
    alike?(view: Json, one: string, other: string): boolean;
}

/** What the learner saw at a step, as the game's table reads it. */
export const viewOf = <View>(guide: Guide, at: number): View => guide.steps[at]!.view as unknown as View;

/** The steps before this one at which the learner decided. */
export const decisionsBefore = (guide: Guide, at: number): number[] =>
    guide.steps.slice(0, at).flatMap((step, i) => (step.made === undefined ? [] : [i]));
