// The games that the page knows. games/index.ts has the list; main.ts hands it over here, so that no shared part depends on a game. Each game is
// loaded when it is first needed, with its words in the language of the page.

import { addCatalogue } from "../lang";
import { addLore } from "../lib/lore";
import type { GameEntry, GameUi } from "./ui";

let list: Readonly<Record<string, GameEntry>> = {};
const loading = new Map<string, Promise<GameUi>>();
const loaded = new Map<string, GameUi>();

export const offerGames = (games: Readonly<Record<string, GameEntry>>): void => void (list = games);

const entryOf = (game: string): GameEntry | undefined => (Object.hasOwn(list, game) ? list[game] : undefined);

export const hasGuide = (game: string): boolean => entryOf(game)?.guided ?? false;
export const hasPractice = (game: string): boolean => entryOf(game)?.practised ?? false;
export const clothOf = (game: string): string => entryOf(game)?.cloth ?? "green";
export const hasEmblem = (game: string): boolean => entryOf(game)?.emblem ?? false;

async function load(game: string, entry: GameEntry): Promise<GameUi> {
    const ui = await entry.load();
    await addCatalogue((language) => ui.speak(language));
    addLore(game, ui);
    loaded.set(game, ui);
    return ui;
}

/** What the page knows of a game; undefined where that is nothing. */
export async function loadGame(game: string): Promise<GameUi | undefined> {
    const entry = entryOf(game);
    if (!entry) return undefined;
    const started = loading.get(game) ?? load(game, entry);
    loading.set(game, started);
    try {
        return await started;
    } catch (error) {
        // The next one who asks tries again.
        loading.delete(game);
        throw error;
    }
}

/** The same at once; undefined too where it is not loaded yet. */
export const gameUi = (game: string): GameUi | undefined => loaded.get(game);
