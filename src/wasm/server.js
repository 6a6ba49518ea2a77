// The server of Tapete in an engine: messages in, messages out, the same bytes as over sockets (docs/protocol.md).
//
//     const server = await openServer({ storage });
//     const line = server.connect("/ws?lang=en", {}, { message: (text) => …, closed: (code, reason) => … });
//     line.send('{"do": "ping", "ref": 1}');
//
// It has no sockets, threads or files. What it must not lose it hands to `storage`, and answers when that has kept it.

import { start, Tapete, TapeteError } from "./tapete.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What `state` of a storage says. */
export const KEPT = 0;
export const WAITS = 1;
export const LOST = 2;

/** A storage that forgets: for tests, and for browsers that keep nothing. */
export class Memory {
    #places = [new Uint8Array(0), new Uint8Array(0)];

    size(place) {
        return this.#places[place].length;
    }

    read(place) {
        return this.#places[place];
    }

    write(place, offset, bytes) {
        if (offset > this.#places[place].length) return false;
        const grown = new Uint8Array(offset + bytes.length);
        grown.set(this.#places[place].subarray(0, offset));
        grown.set(bytes, offset);
        this.#places[place] = grown;
        return true;
    }

    state() {
        return KEPT;
    }
}

/** Open a server on what `storage` has; `setup` is what a command line would say: { options, seed, study }. */
export async function openServer({ source, storage = new Memory(), setup = {} } = {}) {
    const server = new Server(storage);
    await server.open(source, setup);
    return server;
}

class Server {
    /** The engine that it runs in: languages, and files that agents have learnt from. */
    engine;
    #exports;
    #storage;
    #lines = new Map();
    #exchanges = new Map();
    #ids = 0;
    #timer;
    #wakes = 0;
    #channel = new MessageChannel();
    #isOpen = false;

    constructor(storage) {
        this.#storage = storage;
        // Turns that are due at once go through the queue of events, so that what comes meanwhile is heard.
        this.#channel.port1.onmessage = () => {
            this.#wakes = 0;
            this.#turn();
        };
        this.#channel.port1.unref?.();
    }

    async open(source, setup) {
        this.#exports = await start(source, (memory) => this.#host(memory));
        this.engine = new Tapete(this.#exports);
        const text = this.#room(JSON.stringify(setup));
        const isOpen = this.#exports.tapete_server_open(text);
        this.#exports.tapete_free(text);
        if (!isOpen) throw new TapeteError(JSON.parse(this.#text(this.#exports.tapete_error())));
        this.#isOpen = true;
        this.#soon();
    }

    #host(memory) {
        const textAt = (at) => {
            const bytes = new Uint8Array(memory());
            return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
        };
        const bytesAt = (at, size) => new Uint8Array(memory(), at, size);
        return {
            told: (id, at, size) => this.#lines.get(id >>> 0)?.message(decoder.decode(bytesAt(at, size))),
            closed: (id, code, reason) => {
                const line = this.#lines.get(id >>> 0);
                this.#lines.delete(id >>> 0);
                line?.closed(code, textAt(reason));
            },
            replied: (id, status, type, headers, at, size) => {
                const answer = this.#exchanges.get(id >>> 0);
                this.#exchanges.delete(id >>> 0);
                answer?.({ status, type: textAt(type), headers: textAt(headers), body: at === 0 ? new Uint8Array(0) : bytesAt(at, size).slice() });
            },
            log_size: (place) => this.#storage.size(place),
            log_read: (place, at, size) => {
                const bytes = this.#storage.read(place);
                if (bytes.length !== size) return 0;
                bytesAt(at, size).set(bytes);
                return 1;
            },
            log_write: (place, offset, at, size) => (this.#storage.write(place, offset, bytesAt(at, size)) ? 1 : 0),
            log_state: () => this.#storage.state(),
        };
    }

    #room(text) {
        const bytes = encoder.encode(text);
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

    /** Call an exported function with texts, which are handed in. */
    #call(name, ...given) {
        const rooms = given.map((value) => (typeof value === "string" ? this.#room(value) : 0));
        try {
            return this.#exports[name](...given.map((value, i) => (typeof value === "string" ? rooms[i] : value)));
        } finally {
            for (const room of rooms) this.#exports.tapete_free(room);
        }
    }

    #soon() {
        if (this.#wakes++ === 0) this.#channel.port2.postMessage(0);
    }

    #turn() {
        if (!this.#isOpen) return;
        const wait = this.#exports.tapete_server_turn();
        clearTimeout(this.#timer);
        if (wait <= 0) this.#soon();
        else this.#timer = setTimeout(() => this.#turn(), wait);
    }

    /** The storage knows more than it did: call this where its `state` was WAITS. */
    settled() {
        this.#soon();
    }

    /** Open a connection; `target` is a path like "/ws?lang=sv". Null where it is refused. */
    connect(target, { cookie = "", language = "" }, listener) {
        const id = ++this.#ids;
        this.#lines.set(id, listener);
        const status = this.#call("tapete_client_open", id, target, cookie, language);
        if (status !== 0) this.#lines.delete(id);
        this.#soon();
        if (status !== 0) return null;
        return {
            send: (text) => {
                const at = this.#room(text);
                this.#exports.tapete_client_message(id, at, encoder.encode(text).length);
                this.#exports.tapete_free(at);
                this.#soon();
            },
            close: () => {
                this.#lines.delete(id);
                this.#exports.tapete_client_close(id);
                this.#soon();
            },
        };
    }

    /** A request like those of HTTP: { status, type, headers, body }. */
    request(method, target, { body = "", cookie = "", language = "", invite = "" } = {}) {
        const id = ++this.#ids;
        return new Promise((resolve) => {
            this.#exchanges.set(id, resolve);
            this.#call("tapete_request", id, method, target, body, cookie, language, invite);
            this.#soon();
        });
    }

    /** Write what is to be written, and end. */
    close() {
        this.#isOpen = false;
        clearTimeout(this.#timer);
        this.#channel.port1.close();
        if (!this.#exports.tapete_server_close()) throw new TapeteError(JSON.parse(this.#text(this.#exports.tapete_error())));
    }
}
