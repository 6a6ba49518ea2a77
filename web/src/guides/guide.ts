// A guided deal: a real deal of a game, kept step by step by guides/make.mjs, and what the coach says at each step.

import { language, text, type Language } from "../lang";
import type { Json, Move, Seat } from "../lib/protocol";
import { coachBruno } from "./bruno";
import { coachMulle, nameMulle } from "./mulle";
import { coachMus, nameMus } from "./mus";
import { coachSabacc } from "./sabacc";

type Told<T> = Record<Language, T>;

export interface GuideStep {
    /** Who made the move that led here; null for the deal. */
    seat: number | null;
    actor: number | null;
    view: Json;
    text: Told<string[]>;
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

/** What the coach says of a step, besides what happened; empty where that says it all. `before`: the step that led here. */
export type Coach = (step: GuideStep, before: GuideStep | undefined) => string;

const COACHES: Record<GuidedGame, Coach> = {
    sabacc: coachSabacc,
    bruno: coachBruno,
    mus: coachMus,
    mulle: coachMulle,
};

/** What is to be pressed for the move of a step, in the words of its table; undefined where the move's own name is what one reads there. */
export type MoveNamer = (step: GuideStep, move: string) => string | undefined;

const NAMERS: Partial<Record<GuidedGame, MoveNamer>> = { mus: nameMus, mulle: nameMulle };

export const nameOf = (game: GuidedGame): MoveNamer => NAMERS[game] ?? (() => undefined);

export const coachOf = (game: GuidedGame): Coach => COACHES[game];
