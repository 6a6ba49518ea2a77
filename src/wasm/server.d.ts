/** The server of Tapete in an engine; docs/offline.md has an example. */

import type { Source, Tapete } from "./tapete.js";

/** The state of what was written: all of it is kept, it is not known yet, or nothing since it was last kept is there. */
export const KEPT: 0;
export const WAITS: 1;
export const LOST: 2;

/** Where the log of a server lies: two places with bytes. */
export interface Storage {
    size(place: number): number;
    read(place: number): Uint8Array;
    /** These bytes from there on and nothing behind them; the array is not valid any more afterwards. False: it cannot be. */
    write(place: number, offset: number, bytes: Uint8Array): boolean;
    /** LOST is said once. After WAITS, call `settled` of the server when there is more to say. */
    state(): 0 | 1 | 2;
}

/** A storage that forgets. */
export class Memory implements Storage {
    size(place: number): number;
    read(place: number): Uint8Array;
    write(place: number, offset: number, bytes: Uint8Array): boolean;
    state(): 0 | 1 | 2;
}

export interface Setup {
    /** As for `tapete serve --option`. */
    options?: { [name: string]: string };
    seed?: number;
    study?: boolean;
}

export interface Visitor {
    cookie?: string;
    language?: string;
    invite?: string;
}

export interface Line {
    send(text: string): void;
    close(): void;
}

export interface Answer {
    status: number;
    type: string;
    headers: string;
    body: Uint8Array<ArrayBuffer>;
}

export interface Server {
    readonly engine: Tapete;
    connect(target: string, visitor: Visitor, listener: { message(text: string): void; closed(code: number, reason: string): void }): Line | null;
    request(method: string, target: string, asked?: Visitor & { body?: string }): Promise<Answer>;
    settled(): void;
    /** Write what is to be written, and end. */
    close(): void;
}

export function openServer(opening?: { source?: Source | WebAssembly.Module; storage?: Storage; setup?: Setup }): Promise<Server>;
