// All games of the page, loaded, with their words in the language of the page.
import { loadGame, offerGames } from "../../src/game/list.ts";
import { GAMES } from "../../src/games/index.ts";

offerGames(GAMES);
export const NAMES = Object.keys(GAMES);
export const games = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await loadGame(name)])));
