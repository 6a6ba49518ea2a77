// What a list of finished games adds up to. Games come latest first, as the server lists them.

import type { PlayedGame, PlayedSeat } from "../lib/protocol";

export type Outcome = "won" | "drawn" | "lost";

export interface Tally {
    games: number;
    won: number;
    drawn: number;
    lost: number;
}

const own = (game: PlayedGame): PlayedSeat => game.seats[game.seat]!;

export function outcomeOf(game: PlayedGame): Outcome {
    const { returns } = own(game);
    return returns > 0 ? "won" : returns < 0 ? "lost" : "drawn";
}

export const noGames = (): Tally => ({ games: 0, won: 0, drawn: 0, lost: 0 });

function count(tally: Tally, outcome: Outcome): void {
    tally.games++;
    tally[outcome]++;
}

export function tallyOf(games: PlayedGame[]): Tally {
    const tally = noGames();
    for (const game of games) count(tally, outcomeOf(game));
    return tally;
}

/** A tally for each name, most games first. */
function tallied(pairs: [string, Outcome][]): [string, Tally][] {
    const found = new Map<string, Tally>();
    for (const [name, outcome] of pairs) {
        const tally = found.get(name) ?? noGames();
        count(tally, outcome);
        found.set(name, tally);
    }
    return [...found].sort(([, a], [, b]) => b.games - a.games);
}

export const byGame = (games: PlayedGame[]): [string, Tally][] =>
    tallied(games.map((game) => [game.game, outcomeOf(game)]));

export interface Opponent {
    /** The name of a bot; null for a person. */
    agent: string | null;
    /** Null for people whose names are not told. */
    id: string | null;
    name: string | null;
    tally: Tally;
}

/** Those on other sides. Each counts once in a game, however many seats had it. */
export function opponentsOf(game: PlayedGame): PlayedSeat[] {
    const { side } = own(game);
    return game.seats.filter((seat, at) => at !== game.seat && (side < 0 || seat.side !== side));
}

const opponentKey = (seat: PlayedSeat) =>
    seat.agent !== undefined ? `a ${seat.agent}` : seat.id !== undefined ? `p ${seat.id}` : "?";

export function byOpponent(games: PlayedGame[]): Opponent[] {
    const seen = new Map<string, PlayedSeat>();
    const pairs: [string, Outcome][] = [];
    for (const game of games) {
        const keys = new Set<string>();
        for (const seat of opponentsOf(game)) {
            const key = opponentKey(seat);
            // The latest name is the one that is known now.
            if (!seen.has(key)) seen.set(key, seat);
            keys.add(key);
        }
        for (const key of keys) pairs.push([key, outcomeOf(game)]);
    }
    return tallied(pairs).map(([key, tally]) => {
        const seat = seen.get(key)!;
        return { agent: seat.agent ?? null, id: seat.id ?? null, name: seat.name ?? null, tally };
    });
}

/** By the number of the seat, in its order. */
export function bySeat(games: PlayedGame[]): [number, Tally][] {
    const found = tallied(games.map((game) => [String(game.seat), outcomeOf(game)]));
    return found.map(([seat, tally]): [number, Tally] => [Number(seat), tally]).sort(([a], [b]) => a - b);
}

export interface Streaks {
    /** Wins in a row up to now; negative: losses. */
    now: number;
    /** The most wins in a row. */
    best: number;
}

export function streaksOf(games: PlayedGame[]): Streaks {
    const outcomes = games.map(outcomeOf);
    const first = outcomes[0];
    let now = 0;
    if (first === "won" || first === "lost") {
        while (outcomes[now] === first) now++;
        if (first === "lost") now = -now;
    }
    let best = 0;
    let run = 0;
    for (const outcome of outcomes) {
        run = outcome === "won" ? run + 1 : 0;
        best = Math.max(best, run);
    }
    return { now, best };
}

export interface Point {
    at: number;
    value: number;
}

/** Oldest first: the share won of each game and those before it, as many as fit the window. Fewer games than that give no point. */
export function shareOverTime(games: PlayedGame[], window: number): Point[] {
    const oldest = [...games].reverse();
    const points: Point[] = [];
    let won = 0;
    oldest.forEach((game, i) => {
        if (outcomeOf(game) === "won") won++;
        const gone = oldest[i - window];
        if (gone && outcomeOf(gone) === "won") won--;
        if (i >= window - 1) points.push({ at: game.ended_ms, value: won / window });
    });
    return points;
}

/** Oldest first: the sum of the scores of each game and those before it, as many as make up one score; the first games have fewer before them. */
export function sumsOverTime(games: PlayedGame[], summed: number): Point[] {
    const oldest = [...games].reverse();
    return oldest.map((game, i) => ({
        at: game.ended_ms,
        value: oldest.slice(Math.max(0, i - summed + 1), i + 1).reduce((sum, one) => sum + own(one).score, 0),
    }));
}

export const scoreOf = (game: PlayedGame): number => own(game).score;
export const hasResigned = (game: PlayedGame): boolean => own(game).resigned === true;
