// Where the worker keeps its games: files of the origin that only this page can see, or where a browser has none that can be written
// at once, its database. A move is answered when it is kept, in either.

import type { Storage } from "../../../../src/wasm/server";

const KEPT = 0;
const WAITS = 1;
const LOST = 2;

/** What there is for bytes, and for the few texts beside them. */
export interface Kept extends Storage {
    /** Called when `state` may be another one. */
    onSettled: () => void;
    readText(name: string): Promise<string | null>;
    writeText(name: string, text: string): Promise<void>;
    close(): void;
}

/** A file that is open, in a worker. */
interface OpenFile {
    getSize(): number;
    read(into: Uint8Array, options: { at: number }): number;
    write(bytes: Uint8Array, options: { at: number }): number;
    truncate(size: number): void;
    flush(): void;
    close(): void;
}
type FileToOpen = FileSystemFileHandle & { createSyncAccessHandle(): Promise<OpenFile> };

const NAMES = ["games", "games.2"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A file that was open in a page that has just gone is free a moment later. */
async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<OpenFile> {
    const file = (await folder.getFileHandle(name, { create: true })) as FileToOpen;
    const PATIENCE_MS = 5000;
    const STEP_MS = 50;
    for (let waited = 0; ; waited += STEP_MS) {
        try {
            return await file.createSyncAccessHandle();
        } catch (error) {
            if (waited >= PATIENCE_MS) throw error;
            await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        }
    }
}

/** Files of the origin. */
class Files implements Kept {
    onSettled = () => {};

    private constructor(
        private readonly folder: FileSystemDirectoryHandle,
        private readonly places: OpenFile[],
    ) {}

    static async open(name: string): Promise<Files> {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
        const places: OpenFile[] = [];
        for (const place of NAMES) places.push(await openFile(folder, place));
        return new Files(folder, places);
    }

    size(place: number): number {
        return this.places[place]!.getSize();
    }

    read(place: number): Uint8Array {
        const bytes = new Uint8Array(this.size(place));
        this.places[place]!.read(bytes, { at: 0 });
        return bytes;
    }

    write(place: number, offset: number, bytes: Uint8Array): boolean {
        const file = this.places[place]!;
        try {
            if (offset > file.getSize()) return false;
            file.truncate(offset);
            // The memory of an engine can be one that files do not take.
            const written = bytes.length === 0 ? 0 : file.write(bytes.slice(), { at: offset });
            file.flush();
            return written === bytes.length;
        } catch {
            return false;
        }
    }

    state(): 0 | 1 | 2 {
        return KEPT;
    }

    async readText(name: string): Promise<string | null> {
        try {
            return await (await (await this.folder.getFileHandle(name)).getFile()).text();
        } catch {
            return null;
        }
    }

    async writeText(name: string, text: string): Promise<void> {
        const file = await openFile(this.folder, name);
        const bytes = encoder.encode(text);
        file.truncate(0);
        file.write(bytes, { at: 0 });
        file.flush();
        file.close();
    }

    close(): void {
        for (const place of this.places) place.close();
    }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** The database of the browser: each piece of a place stands under [place, where it begins]. */
class Database implements Kept {
    onSettled = () => {};
    /** As the server sees the places, and how much of each is kept. */
    private places: Uint8Array[] = [];
    private lengths: number[] = [];
    private out = 0;
    private isLost = false;

    private constructor(private readonly database: IDBDatabase) {}

    static async open(name: string): Promise<Database> {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore("pieces");
            request.result.createObjectStore("texts");
        };
        const made = new Database(await answerOf(request));
        for (let place = 0; place < NAMES.length; place++) {
            const pieces = made.database.transaction("pieces").objectStore("pieces");
            const all: Uint8Array[] = await answerOf(pieces.getAll(IDBKeyRange.bound([place, 0], [place, Infinity])));
            made.places.push(joined(all));
            made.lengths.push(made.places[place]!.length);
        }
        return made;
    }

    size(place: number): number {
        return this.lengths[place]!;
    }

    /** Asked for once, when the server begins. */
    read(place: number): Uint8Array {
        const bytes = this.places[place]!;
        this.places[place] = new Uint8Array(0);
        return bytes;
    }

    write(place: number, offset: number, bytes: Uint8Array): boolean {
        if (this.isLost || offset > this.lengths[place]!) return false;
        const piece = bytes.slice();
        let transaction: IDBTransaction;
        try {
            transaction = this.database.transaction("pieces", "readwrite", { durability: "strict" });
            const pieces = transaction.objectStore("pieces");
            pieces.delete(IDBKeyRange.bound([place, offset], [place, Infinity]));
            if (piece.length > 0) pieces.put(piece, [place, offset]);
        } catch {
            return false;
        }
        const before = this.lengths[place]!;
        this.lengths[place] = offset + piece.length;
        this.out++;
        transaction.oncomplete = () => this.settle();
        transaction.onabort = () => {
            // What was to follow has its place behind this: it cannot be kept either.
            this.isLost = true;
            this.lengths[place] = Math.min(before, offset);
            this.settle();
        };
        return true;
    }

    private settle(): void {
        this.out--;
        if (this.out === 0) this.onSettled();
    }

    state(): 0 | 1 | 2 {
        if (this.out > 0) return WAITS;
        if (!this.isLost) return KEPT;
        this.isLost = false;
        return LOST;
    }

    async readText(name: string): Promise<string | null> {
        const bytes = await answerOf(this.database.transaction("texts").objectStore("texts").get(name));
        return bytes === undefined ? null : decoder.decode(bytes as Uint8Array);
    }

    async writeText(name: string, text: string): Promise<void> {
        const texts = this.database.transaction("texts", "readwrite", { durability: "strict" }).objectStore("texts");
        await answerOf(texts.put(encoder.encode(text), name));
    }

    close(): void {
        this.database.close();
    }
}

function joined(pieces: Uint8Array[]): Uint8Array {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

/** The best that this browser has; rejects where it keeps nothing at all. */
export async function openStorage(name: string): Promise<Kept> {
    const hasFiles =
        typeof FileSystemFileHandle !== "undefined" && "createSyncAccessHandle" in FileSystemFileHandle.prototype;
    if (hasFiles) {
        try {
            return await Files.open(name);
        } catch {
            // Some browsers have files and refuse them in private windows.
        }
    }
    return await Database.open(name);
}
