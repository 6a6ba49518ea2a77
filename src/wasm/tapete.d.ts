/** Tapete for programs in JavaScript; docs/offline.md has examples. */

/** What the engine refused. */
export class TapeteError extends Error {
    /** What kind of trouble it is. */
    code: "INPUT" | "UNKNOWN" | "REFUSED" | "CHANCE" | "VERSION" | "IO" | "MEMORY";
    /** For moves that cannot be made, a code that is the same in every language: NOT_YOUR_TURN; else "". */
    reason: string;
    /** For moves that cannot be made, those that can; else "". */
    legal: string;
}

/** A viewer: what everybody at the table sees. */
export const SPECTATOR: -1;
/** A viewer: every card open, when the game is over. */
export const REVEALED: -2;

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Source = URL | string | BufferSource;

export interface GameInfo {
    name: string;
    title: string;
    summary: string;
    options: Json[];
    [more: string]: Json;
}

export interface AgentInfo {
    name: string;
    summary: string;
    /** The only game that it plays; null: any. */
    game: string | null;
    options: Json[];
    [more: string]: Json;
}

export interface Setup {
    /** What differs from the defaults of the game. */
    options?: { [name: string]: Json };
    /** Who sits where, for the record. */
    seats?: string[];
    /** A repeatable deal, which is no secret; without it the key is random. */
    seed?: number;
    /** Begin here instead of dealing. */
    position?: Json;
}

export interface Move {
    /** As it is given to `play` and stands in records. */
    text: string;
    /** As it is shown to people, in the language that is spoken. */
    name: string;
}

export interface Opinion {
    move: string;
    /** The expected result, from 0 to 1, which is a sure win. */
    value: number;
    /** Its standard error. */
    error: number;
    /** How many games it rests on. */
    games: number;
}

export interface Result {
    returns: number[];
    scores: number[];
}

export interface Review {
    /** The name of an agent; without it the level `strong`. */
    judge?: string;
    seed?: number;
    /** Whom to review; without it all. */
    seats?: number[];
    onProgress?: (done: number, work: number) => void;
}

/** A match belongs to its maker, who may see every view of it. */
export interface Match {
    readonly game: string;
    readonly seats: number;
    /** Whose turn it is; null when the game is over. */
    readonly actor: number | null;
    readonly over: boolean;
    /** Moves made and not taken back. */
    readonly plies: number;
    readonly result: Result;
    /** The record so far, one JSON object on each line. It holds every card. */
    readonly record: string;
    view(viewer: number, ply?: number): Json;
    tell(ply: number, viewer: number): string[];
    legal(): Move[];
    play(seat: number, move: string): void;
    undo(count?: number): void;
    resign(seat: number): void;
    player(seat: number, agent: string, setup?: { seed?: number }): Player;
    review(setup?: Review): Json;
    free(): void;
}

/** An agent at a seat: it sees the views of that seat and nothing else. */
export interface Player {
    choose(): string;
    opinions(): Opinion[];
    free(): void;
}

export interface Tapete {
    readonly version: string;
    /** Bytes of memory; it only grows. */
    readonly memory: number;
    speak(language: string | readonly string[], source?: Source): Promise<string>;
    games(which?: { study?: boolean }): GameInfo[];
    agents(): AgentInfo[];
    schema(game: string): Json;
    files(game: string): string[];
    addFile(name: string, bytes: Uint8Array): void;
    match(game: string, setup?: Setup): Match;
    read(record: string): Match;
    verify(record: string): string;
    signature(game: string): string;
    playouts(game: string, count: number, seed?: number): number;
}

export function load(source?: Source | WebAssembly.Module): Promise<Tapete>;
