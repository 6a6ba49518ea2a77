// Who plays against somebody who did not choose, and how an agent with its options is named.

import type { AgentSpec, GameSpec, Json, OptionSpec, OptionValue } from "./protocol";

/** How well they play, from the first games on: names of agents, each of which is another one in every game. */
export const LEVELS = ["gentle", "fair", "strong", "strongest"] as const;

export type Level = (typeof LEVELS)[number];

export const levelOf = (agent: unknown): Level | undefined => LEVELS.find((level) => level === agent);

/** All that can play a game, beside the levels: its own first. */
export function agentsFor(game: string, agents: AgentSpec[]): AgentSpec[] {
    const own = agents.filter((agent) => agent.game === game);
    const any = agents.filter((agent) => agent.game === null && levelOf(agent.name) === undefined);
    return [...own, ...any];
}

/** A table of the usual rules, with oneself in the first seat and this agent in the others. */
export const tableAgainst = (game: GameSpec, agent: string) => ({
    game: game.name,
    options: {},
    seats: Array.from({ length: seatCount(game, {}) }, (_, seat) => (seat === 0 ? "me" : agent)),
    settings: {},
});

/** "flatmc:ms=200": the options that are not at their default. */
export function agentName(agent: AgentSpec, values: Record<string, OptionValue>): string {
    const given = agent.options
        .filter((option) => option.name in values && values[option.name] !== option.default)
        .map((option) => `${option.name}=${String(values[option.name])}`);
    return given.length > 0 ? `${agent.name}:${given.join(",")}` : agent.name;
}

/** The options that differ from what is usual, as `create` wants them. */
export function changedOptions(specs: OptionSpec[], values: Record<string, OptionValue>): Record<string, OptionValue> {
    const changed: Record<string, OptionValue> = {};
    for (const spec of specs) {
        const value = values[spec.name];
        if (value === undefined || JSON.stringify(value) === JSON.stringify(spec.default)) continue;
        changed[spec.name] = value;
    }
    return changed;
}

/** What a table plays otherwise than usual, of all its options. */
export function unusualOptions(specs: OptionSpec[], values: { [name: string]: Json }): [string, Json][] {
    const usual = new Map(specs.map((spec) => [spec.name, String(spec.default)]));
    return Object.entries(values).filter(([name, value]) => usual.get(name) !== String(value));
}

/** How many can play a game: every number of seats that its options allow. */
export function seatCounts(game: GameSpec): number[] {
    const words = game.options.find((option) => option.name === "players")?.words;
    const all = Array.from({ length: game.max_seats - game.min_seats + 1 }, (_, i) => game.min_seats + i);
    return words ? all.filter((count) => words.includes(count)) : all;
}

/** How many seats a game has with these options: what `players` says, or the number at the end of a preset, or the most there can be. */
export function seatCount(game: GameSpec, values: Record<string, OptionValue>): number {
    if (game.min_seats === game.max_seats) return game.max_seats;
    const players = game.options.find((option) => option.name === "players");
    const chosen = Number(values.players ?? players?.default ?? game.max_seats);
    return Math.max(game.min_seats, Math.min(game.max_seats, chosen));
}

/** The number of players that a preset of this name stands for: "S2" is for two. */
export function presetPlayers(game: GameSpec, preset: OptionValue | undefined): number | null {
    const digit = /(\d)$/.exec(String(preset ?? ""));
    if (!digit) return null;
    const players = Number(digit[1]);
    return players >= game.min_seats && players <= game.max_seats ? players : null;
}
