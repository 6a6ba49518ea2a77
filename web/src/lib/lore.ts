// What the folder of a game tells the shared parts of the page about its words and cards. A game without a folder is shown as well, only
// plainer: then there is no lore.

import type { OptionWords } from "../lang/en/offers";
import type { Card } from "./cards";
import type { Json } from "./protocol";

/** What the catalogue of a game has for the shared parts; the rest of it is the game's own business. */
export interface GameWords {
    /** Keys and codes of views and moves, where they read better in other words than their own. */
    keys: Record<string, string>;
    /** Names of its options. */
    options: Record<string, OptionWords>;
    /** Names of the options of its own bots. */
    agents?: Record<string, Record<string, OptionWords>>;
    /** That a round is over, where the game has a word of its own for it. */
    roundOver?: string;
    /** Things to say at one press. */
    phrases?: string[];
    /** What those of them mean that are said in the language of the game. */
    phraseMeans?: [string, string][];
    /** What the score is made of, where nothing else on the table says it. */
    scoreHow?: string;
}

export interface Lore {
    /** In the language of the page. */
    words(): GameWords;
    /** The card that a word of a view is, under this key; null for what is none. */
    readCard?(word: string, key: string): Card | null;
    /** Whether a member of an object in a view means nothing beside the others. */
    meansNothing?(name: string, within: { [key: string]: Json }): boolean;
    /** Where sentences name cards by their codes: `found` is a place with cards, with one group around it, `code` one of them. */
    inSentences?: { found: RegExp; code: RegExp };
    /** A move's name for people, where codes as words will not do. */
    moveName?(name: string): string | undefined;
    /** The section of the rules that matters now. */
    section?(view: { [key: string]: Json }): string | undefined;
    /** Moves of one kind differ in an amount only, and are one advice: the plainest of them, with the least `plainness`, is named. */
    amounts?: { kind(move: string): string; plainness(move: string): number };
}

const lores = new Map<string, Lore>();

export const addLore = (game: string, lore: Lore): void => void lores.set(game, lore);
export const loreOf = (game: string): Lore | undefined => lores.get(game);

/** The words of a game; undefined where it has none, or is not loaded. */
export const gameWords = (game: string): GameWords | undefined => lores.get(game)?.words();

/** The options of an agent, in whichever game it plays. */
export function agentWords(agent: string): Record<string, OptionWords> | undefined {
    for (const lore of lores.values()) {
        const found = lore.words().agents?.[agent];
        if (found) return found;
    }
    return undefined;
}

/** The section of a game's rules that matters now, from what a seat sees. */
export function sectionNow(game: string, view: Json | undefined): string | undefined {
    if (typeof view !== "object" || view === null || Array.isArray(view)) return undefined;
    return lores.get(game)?.section?.(view);
}
