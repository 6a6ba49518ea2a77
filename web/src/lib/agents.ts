// The default opponents, and how an agent with its options is named.

import type { AgentSpec, Character, GameSpec, Json, OptionSpec, OptionValue, Shape } from "./protocol";

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

/** Who plays at a level. */
export const charactersOf = (agents: readonly AgentSpec[] | null, level: string): Character[] =>
    agents?.find(({ name }) => name === level)?.characters ?? [];

export const characterOf = (agents: readonly AgentSpec[] | null, id: string | undefined): Character | undefined =>
    agents?.flatMap(({ characters }) => characters ?? []).find((one) => one.id === id);

const KEPT_TURN = "tapete opponents";

/** So many characters of a level, others each time; the level itself if there are none. */
export function nextOpponents(agents: readonly AgentSpec[] | null, level: string, count: number): string[] {
    const all = charactersOf(agents, level);
    if (all.length === 0) return Array.from({ length: count }, () => level);
    const first = Number(localStorage.getItem(KEPT_TURN) ?? 0) || 0;
    localStorage.setItem(KEPT_TURN, String((first + count) % all.length));
    return Array.from({ length: count }, (_, i) => (i < all.length ? all[(first + i) % all.length]!.id : level));
}

/** A table of the usual rules, with oneself in the first seat and characters of this level in the others. */
export function tableAgainst(game: GameSpec, agents: readonly AgentSpec[] | null, level: string) {
    const { seats } = shapeOf(game, {});
    return { game: game.name, options: {}, seats: ["me", ...nextOpponents(agents, level, seats - 1)], settings: {} };
}

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

/** How many can play a game: every number of seats that a variant has. */
export const seatCounts = (game: GameSpec): number[] =>
    [...new Set(game.shapes.map(({ seats }) => seats))].sort((one, other) => one - other);

/** Whether an option by itself can change the number of seats, as a preset does. */
export const impliesSeats = (game: GameSpec, option: string): boolean =>
    game.shapes.some(({ options, seats }) => Object.keys(options).join() === option && seats !== game.shapes[0]!.seats);

/** The seats of a game with these options. */
export function shapeOf(game: GameSpec, values: { [name: string]: Json | undefined }): Shape {
    const fits = (row: { options: { [name: string]: Json } }) =>
        Object.entries(row.options).every(([name, value]) => values[name] === value);
    return game.shapes.filter(fits).at(-1)!;
}
