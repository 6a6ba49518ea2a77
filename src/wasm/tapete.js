// Tapete for programs in JavaScript: games, views, agents, matches, records and reviews, in a page, a worker or Node.
//
//     import { load } from "./tapete.js";
//     const tapete = await load();
//     const match = tapete.match(tapete.games()[0].name);
//     const players = Array.from({ length: match.seats }, (_, seat) => match.player(seat, "quick"));
//     while (!match.over) match.play(match.actor, players[match.actor].choose());
//     console.log(match.result);
//
// docs/offline.md describes it; tapete.d.ts has the types. One engine has one thread: to think beside a page, load it in a worker.

/** What the engine refused: a sentence, and a code that is the same in every language. */
export class TapeteError extends Error {
    constructor({ code, reason, text, legal }) {
        super(text);
        this.name = "TapeteError";
        this.code = code;
        this.reason = reason;
        this.legal = legal;
    }
}

export const SPECTATOR = -1;
export const REVEALED = -2;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a source: a URL, or bytes. */
export async function bytesOf(source) {
    if (source === undefined) source = new URL("tapete.wasm", import.meta.url);
    if (source instanceof URL && source.protocol === "file:") return (await import("node:fs/promises")).readFile(source);
    if (source instanceof URL || typeof source === "string") {
        const answer = await fetch(source);
        if (!answer.ok) throw new Error(`${source} cannot be loaded: ${answer.status}`);
        return answer.arrayBuffer();
    }
    return source;
}

/** What the server in the engine (server.js) asks of those who open it, where nobody has. */
const NO_SERVER = { told() {}, closed() {}, replied() {}, log_size: () => 0, log_read: () => 0, log_write: () => 0, log_state: () => 0 };

/** @internal: the exports of an engine; `serving` are further functions that it may call, made for its memory. */
export async function start(source, serving) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
    let memory;
    const host = {
        ...(serving?.(() => memory.buffer) ?? NO_SERVER),
        clock_ms: () => performance.now(),
        time_ms: () => Date.now(),
        random(at, size) {
            // at most 65,536 bytes at once, says the standard
            for (let done = 0; done < size; done += 65536)
                crypto.getRandomValues(new Uint8Array(memory.buffer, at + done, Math.min(65536, size - done)));
        },
        print: (at, size) => console.error(decoder.decode(new Uint8Array(memory.buffer, at, size)).trimEnd()),
    };
    const { exports } = await WebAssembly.instantiate(module, { host });
    memory = exports.memory;
    return exports;
}

/** The engine from `source`: a URL, the bytes or a WebAssembly.Module; without it tapete.wasm beside this file. */
export const load = async (source) => new Tapete(await start(source));

/** @internal: made by load. */
export class Tapete {
    #exports;

    constructor(exports) {
        this.#exports = exports;
    }

    // ---- between here and there ----

    /** Bytes in the engine's memory, which is the engine's own from then on or given back by #release. Views of the memory are made anew each time:
     *  it may have moved. */
    #room(bytes) {
        const at = this.#exports.tapete_room(bytes.length + 1);
        if (at === 0) throw new Error("there is not enough memory");
        const memory = new Uint8Array(this.#exports.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return at;
    }

    #text(at) {
        const memory = new Uint8Array(this.#exports.memory.buffer);
        return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
    }

    /** Call a function; texts among the arguments are handed in. */
    #call(name, ...given) {
        const rooms = [];
        const values = given.map((value) => {
            if (typeof value !== "string") return value;
            rooms.push(this.#room(encoder.encode(value)));
            return rooms.at(-1);
        });
        try {
            return this.#exports[name](...values);
        } finally {
            for (const room of rooms) this.#exports.tapete_free(room);
        }
    }

    #fail() {
        throw new TapeteError(JSON.parse(this.#text(this.#exports.tapete_error())));
    }

    /** Bytes of memory that the engine has; it only grows. */
    get memory() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** @internal */
    number(name, ...given) {
        return this.#call(name, ...given);
    }

    /** @internal: 0 is an error. */
    handle(name, ...given) {
        return this.#call(name, ...given) || this.#fail();
    }

    /** @internal */
    string(name, ...given) {
        return this.#text(this.handle(name, ...given));
    }

    /** @internal */
    json(name, ...given) {
        return JSON.parse(this.string(name, ...given));
    }

    // ---- what there is ----

    get version() {
        return this.string("tapete_version");
    }

    /** All sentences in this language from now on: a tag or a list of them, as browsers have it. The language is fetched from beside this file, or taken
     *  from `source`, a URL or the bytes. Answers the tag of the language that was found, "en" where there is none. */
    async speak(language, source) {
        const tag = this.string("tapete_choose", [language].flat().join(","));
        if (!this.number("tapete_speaks", tag)) {
            const bytes = new Uint8Array(await bytesOf(source ?? new URL(`${tag}.catalogue`, import.meta.url)));
            if (!this.number("tapete_catalogue", tag, this.#room(bytes), bytes.length)) throw new Error(`this is not a catalogue of the language ${tag}`);
        }
        this.number("tapete_speak", tag);
        return tag;
    }

    games({ study = false } = {}) {
        return this.json("tapete_games", study ? 1 : 0);
    }

    agents() {
        return this.json("tapete_agents");
    }

    schema(game) {
        return this.json("tapete_schema", game);
    }

    /** The names of the files that the best agents of a game want: without them the search does without, and `net` is refused. */
    files(game) {
        return this.json("tapete_files", game);
    }

    /** Hand in what an agent has learnt, by its name. */
    addFile(name, bytes) {
        const added = this.#exports.tapete_file(this.#room(encoder.encode(name)), this.#room(bytes), bytes.length);
        if (!added) throw new Error(`there is already a file ${name}`);
    }

    // ---- matches ----

    /** A new match: its first cards are dealt. */
    match(game, { options, seats, seed, position } = {}) {
        return new Match(this, this.handle("tapete_match", JSON.stringify({ game, options, seats, seed, position })));
    }

    /** The match of a record, to be looked at, reviewed or played on. */
    read(record) {
        return new Match(this, this.handle("tapete_match_read", record));
    }

    /** A report on a finished record. Throws where it was not dealt as it was committed to. */
    verify(record) {
        return this.string("tapete_verify", record);
    }

    // ---- measuring ----

    /** One number for the behaviour of a game: the same as that of `tapete bench GAME --signature`. */
    signature(game) {
        return this.string("tapete_signature", game);
    }

    /** Random games from the deal on; answers how many moves they had. */
    playouts(game, count, seed = 0) {
        const moves = this.number("tapete_playouts", game, count, seed);
        return moves >= 0 ? moves : this.#fail();
    }
}

class Match {
    #engine;
    #at;

    constructor(engine, at) {
        this.#engine = engine;
        this.#at = at;
    }

    get game() {
        return this.#engine.string("tapete_match_game", this.#at);
    }

    get seats() {
        return this.#engine.number("tapete_match_seats", this.#at);
    }

    /** Who is to act; null when the game is over. */
    get actor() {
        const actor = this.#engine.number("tapete_match_actor", this.#at);
        return actor >= 0 ? actor : null;
    }

    get over() {
        return this.actor === null;
    }

    /** Moves made and not taken back. */
    get plies() {
        return this.#engine.number("tapete_match_plies", this.#at);
    }

    /** What a viewer knows: a seat, SPECTATOR or, when the game is over, REVEALED; after an earlier ply too. */
    view(viewer, ply = this.plies) {
        return this.#engine.json("tapete_match_view", this.#at, ply, viewer);
    }

    /** Sentences about a ply, as a viewer would hear of it; 0 is the deal. */
    tell(ply, viewer) {
        const text = this.#engine.string("tapete_match_tell", this.#at, ply, viewer);
        return text === "" ? [] : text.trimEnd().split("\n");
    }

    /** The moves of who is to act: { text, name }. */
    legal() {
        return this.#engine.json("tapete_match_legal", this.#at);
    }

    play(seat, move) {
        this.#engine.handle("tapete_match_play", this.#at, seat, move);
    }

    undo(count = 1) {
        this.#engine.handle("tapete_match_undo", this.#at, count);
    }

    resign(seat) {
        this.#engine.handle("tapete_match_resign", this.#at, seat);
    }

    get result() {
        return this.#engine.json("tapete_match_result", this.#at);
    }

    /** The record so far, for its keeper: it holds every card, and at the end the key. */
    get record() {
        return this.#engine.string("tapete_match_record", this.#at);
    }

    /** An agent for a seat. */
    player(seat, agent, { seed = 0 } = {}) {
        return new Player(this.#engine, this.#engine.handle("tapete_player", this.#at, seat, agent, seed));
    }

    /** What the decisions of a finished match were worth; `onProgress` hears how many positions are judged, and of how many. */
    review({ judge = "", seed = 1, seats = [], onProgress } = {}) {
        const engine = this.#engine;
        const at = engine.handle("tapete_review", this.#at, judge, seed, seats.reduce((set, seat) => set | (1 << seat), 0));
        try {
            while (engine.number("tapete_review_step", at))
                onProgress?.(engine.number("tapete_review_done", at), engine.number("tapete_review_work", at));
            return engine.json("tapete_review_result", at);
        } finally {
            engine.number("tapete_review_free", at);
        }
    }

    /** Give the memory back; players of the match come first. */
    free() {
        this.#engine.number("tapete_match_free", this.#at);
        this.#at = 0;
    }
}

class Player {
    #engine;
    #at;

    constructor(engine, at) {
        this.#engine = engine;
        this.#at = at;
    }

    /** The move that the agent would make now. It is not made yet: match.play does that. */
    choose() {
        return this.#engine.string("tapete_player_choose", this.#at);
    }

    /** What it thinks of every legal move, the best first; nothing where this kind of agent has no opinions. */
    opinions() {
        return this.#engine.json("tapete_player_opinions", this.#at);
    }

    free() {
        this.#engine.number("tapete_player_free", this.#at);
        this.#at = 0;
    }
}
