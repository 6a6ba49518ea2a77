// A guided deal: a real deal of a game, kept step by step by guides/make.mjs.

import { language, text, type Language } from "../lang";
import type { Json, Move, Seat } from "../lib/protocol";

type Told<T> = Record<Language, T>;

export interface GuideStep {
    /** Who made the move that led here; null for the deal. */
    seat: number | null;
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
    game: GuidedGame;
    options: { [name: string]: Json };
    names: string[];
    steps: GuideStep[];
}

export type GuidedGame = "sabacc" | "bruno" | "mus" | "mulle";

const LOADERS: Record<GuidedGame, () => Promise<{ default: unknown }>> = {
    sabacc: () => import("../../guides/sabacc.json"),
    bruno: () => import("../../guides/bruno.json"),
    mus: () => import("../../guides/mus.json"),
    mulle: () => import("../../guides/mulle.json"),
};

export const hasGuide = (game: string): game is GuidedGame => game in LOADERS;

export const loadGuide = async (game: GuidedGame): Promise<Guide> => (await LOADERS[game]()).default as Guide;

/** The learner sits in the first seat. */
export const LEARNER = 0;

export const seatsOf = (guide: Guide): Seat[] =>
    guide.names.map((name, seat) => ({
        who: seat === LEARNER ? "person" : "agent",
        name: seat === LEARNER ? text.guide.you : name,
        here: true,
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

/** What the coach says of a step: one thing after the other, and the task with the last of them. */
export interface Advice {
    say: string[];
    task?: Task;
}

/** Null where there is nothing to say, and the deal goes on by itself. There is always something at a decision and at the end. */
export type Coach = (guide: Guide, at: number) => Advice | null;

/** What the learner saw at a step, as the game's table reads it. */
export const viewOf = <View>(guide: Guide, at: number): View => guide.steps[at]!.view as unknown as View;

/** The steps before this one at which the learner decided. */
export const decisionsBefore = (guide: Guide, at: number): number[] =>
    guide.steps.slice(0, at).flatMap((step, i) => (step.made === undefined ? [] : [i]));
