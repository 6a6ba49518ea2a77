// Everything that the page knows of one game: what its folder, games/GAME, exports. All of it is optional but the words. A game without a
// table of its own is shown on the plain one, made from its view.

import type { Component, Snippet } from "svelte";
import type { Ending } from "./ending";
import type { Coaching } from "../guides/guide";
import type { Language } from "../lang";
import type { Lore } from "../lib/lore";
import type { OptionValue, PracticeQuestion } from "../lib/protocol";
import type { Rules } from "../verify/record";
import type { DrawnTable } from "./drawn";

/** Views are the game's own: nothing else looks into them, so they are `never` here. */
export interface GameUi extends Lore {
    /** Load its words in a language. */
    speak(language: Language): Promise<void>;
    /** The drawn table, loaded when a person sits down at one. */
    table?(): Promise<{ default: Component<{ table: DrawnTable<never> }> }>;
    /** Whether a round has ended between two views, where the table shows how. */
    roundEnds?(before: never, after: never): boolean;
    /** How a game ended, from its last view: what each seat had and got, beside its score. */
    ending?(view: never, names: string[], winners: readonly number[]): Ending;
    /** In its guided deal the next player sits to the right. */
    counterClockwise?: true;
    /** The guided deal with its coach. */
    guide?(): Promise<Coaching>;
    /** A decision to practise, with what each answer is worth once one was given. */
    practice?(): Promise<{ default: Component<PracticeShown> }>;
    /** The rules, as far as the check of a deal needs them. */
    verifier?(): Promise<Rules>;
    /** Ways to play it that people choose between when they make a table, the usual one first. */
    presets?(): Preset[];
    /** So many games in a row make up one score, which the statistics of a player show. */
    sums?: { games: number; words(): SumWords };
}

export interface PracticeShown {
    question: PracticeQuestion;
    mistake: number;
    /** The answer that was given; null: none yet. */
    chosen: number | null;
    choose(answer: number): void;
    /** What leads on, to be shown below the verdict. */
    next: Snippet;
}

export interface Preset {
    title: string;
    help: string;
    options: Record<string, OptionValue>;
}

export interface SumWords {
    title: string;
    help: string;
    trend: string;
    trendHelp: string;
}

/** A line of the list of games. */
export interface GameEntry {
    load(): Promise<GameUi>;
    /** There is a guided deal. The lobby offers it before anything of the game is loaded. */
    guided?: true;
    /** It has a solution, against which decisions are practised. */
    practised?: true;
    /** art/table.svg has an emblem, game-NAME, and art/scenes.svg a picture, scene-NAME. */
    emblem?: true;
    /** The colour of its cloth in the lobby: one of the --cloth-… of style/colours.css. */
    cloth?: "wine" | "night" | "violet" | "green";
}
