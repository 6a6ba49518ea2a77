// Who plays against somebody who did not choose, and how an agent with its options is named.

import type { AgentSpec, GameSpec, Json, OptionSpec, OptionValue, Shape } from "./protocol";

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
    seats: Array.from({ length: shapeOf(game, {}).seats }, (_, seat) => (seat === 0 ? "me" : agent)),
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
