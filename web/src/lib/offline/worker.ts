// The server in a worker: the same protocol as over the network, on what the browser keeps.

import { openServer, type Line, type Server } from "../../../../src/wasm/server";
import type { Bundle, FromWorker, ToWorker, Trouble } from "./messages";
import { type Kept, openStorage } from "./storage";

/** One person, who need not be protected from themselves; nothing is thrown away because it is old. */
const OPTIONS = {
    budget_percent: "10000",
    tables_per_person: "1000",
    seats_per_guest: "1000",
    guest_days: "0",
    guest_games_days: "0",
    agents_mib: "128",
    check_s: "0",
};

const NETWORKS = "tapete learnt";

const tell = (message: FromWorker, moved: Transferable[] = []) => postMessage(message, { transfer: moved });

let server: Server;
let storage: Kept;
let bundle: Bundle;
let base = "";
let language = "en";
let cookie = "";
const lines = new Map<number, Line>();
/** Messages of a line go in order, also where one of them has to wait for what an agent has learnt. */
const queues = new Map<number, Promise<void>>();

const trouble = (what: Trouble, error?: unknown) =>
    tell({ is: "trouble", trouble: what, text: error instanceof Error ? error.message : "" });

/** Only one tab has the games: the other one gets a sentence. The lock is given back with the worker. */
function lock(name: string): Promise<boolean> {
    if (!("locks" in navigator)) return Promise.resolve(true);
    return new Promise((resolve) => {
        navigator.locks
            .request(name, { ifAvailable: true }, (held) => {
                resolve(held !== null);
                return held === null ? undefined : new Promise<void>(() => {});
            })
            .catch(() => trouble("taken"));
    });
}

async function begin(message: ToWorker & { is: "begin" }): Promise<void> {
    ({ base, bundle, language } = message);
    const name = `tapete ${new URL(base).pathname}`.replace(/[^a-z0-9]+/gi, "-");
    if (!(await lock(name))) return trouble("elsewhere");
    try {
        storage = await openStorage(name);
        cookie = (await storage.readText("person")) ?? "";
    } catch (error) {
        return trouble("storage", error);
    }
    let source: ArrayBuffer;
    try {
        source = await bytesOf(bundle.engine);
    } catch (error) {
        return trouble("engine", error);
    }
    try {
        server = await openServer({ source, storage, setup: { options: { ...OPTIONS, ...message.options } } });
    } catch (error) {
        return trouble("damaged", error);
    }
    storage.onSettled = () => server.settled();
    await speak(language);
    await takeKept();
    tell({ is: "ready" });
}

async function bytesOf(file: string): Promise<ArrayBuffer> {
    const answer = await fetch(new URL(file, base));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return answer.arrayBuffer();
}

/** The sentences of the server; without its catalogue it speaks English. */
async function speak(tag: string): Promise<void> {
    const file = bundle.languages[tag];
    if (file === undefined) return;
    try {
        await server.engine.speak(tag, new Uint8Array(await bytesOf(file)));
    } catch {
        // It is not there, and there is no network to fetch it: English is at hand.
    }
}

// ---- what agents have learnt ----

const taken = new Set<string>();

const cache = (): Promise<Cache | null> =>
    "caches" in self ? caches.open(NETWORKS).catch(() => null) : Promise.resolve(null);

/** Hand in a file that an agent has learnt from; where `isAsked`, fetch it if it is not here yet. */
async function take(file: { name: string; file: string }, isAsked: boolean): Promise<boolean> {
    if (taken.has(file.name)) return true;
    const url = new URL(file.file, base);
    const kept = await cache();
    let answer = await kept?.match(url);
    if (!answer && isAsked) {
        answer = await fetch(url);
        if (!answer.ok) return false;
        await kept?.put(url, answer.clone()).catch(() => {});
    }
    if (!answer) return false;
    if (!taken.has(file.name)) server.engine.addFile(file.name, new Uint8Array(await answer.arrayBuffer()));
    taken.add(file.name);
    return true;
}

/** What was fetched before is there from the beginning on: for games that go on. */
async function takeKept(): Promise<void> {
    const files = Object.values(bundle.learnt).flat();
    await Promise.all(files.map((file) => take(file, false).catch(() => false)));
}

/** All that the agents of a game have learnt. Without it they search without a prior. */
async function learn(game: string): Promise<void> {
    const files = bundle.learnt[game] ?? [];
    await Promise.all(files.map((file) => take(file, true).catch(() => false)));
}

/** Everything, for the time without a network. */
async function keepAll(id: number): Promise<void> {
    const files = Object.values(bundle.learnt).flat();
    let failed = false;
    for (const [done, file] of files.entries()) {
        tell({ is: "kept", id, done, all: files.length, failed: false });
        failed = !(await take(file, true).catch(() => false)) || failed;
    }
    tell({ is: "kept", id, done: files.length, all: files.length, failed });
}

/** The game of a message after which agents of a game are needed. */
function gameOf(text: string): string | undefined {
    if (!/"(create|quick|study)"/.test(text)) return undefined;
    try {
        const { game } = JSON.parse(text) as { game?: unknown };
        return typeof game === "string" ? game : undefined;
    } catch {
        return undefined;
    }
}

// ---- the page ----

async function say(line: number, text: string): Promise<void> {
    const game = gameOf(text);
    if (game !== undefined) await learn(game);
    lines.get(line)?.send(text);
}

function open(line: number, target: string): void {
    const opened = server.connect(
        target,
        { cookie, language },
        {
            message: (text) => tell({ is: "told", line, text }),
            closed(code) {
                lines.delete(line);
                queues.delete(line);
                tell({ is: "closed", line, code });
            },
        },
    );
    if (opened) lines.set(line, opened);
    tell({ is: "opened", line, isOpen: opened !== null });
}

async function ask(message: ToWorker & { is: "ask" }): Promise<void> {
    const { id, method, target, body, invite } = message;
    const answer = await server.request(method, target, { body, cookie, language, invite });
    const given = /^Set-Cookie: ([^;\r\n]*)/im.exec(answer.headers)?.[1];
    if (given !== undefined && given !== cookie) {
        cookie = given;
        await storage.writeText("person", cookie).catch(() => {});
    }
    tell({ is: "answered", id, status: answer.status, type: answer.type, body: answer.body }, [answer.body.buffer]);
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.is === "begin") void begin(data);
    else if (data.is === "open") open(data.line, data.target);
    else if (data.is === "say") {
        const before = queues.get(data.line) ?? Promise.resolve();
        queues.set(
            data.line,
            before.then(() => say(data.line, data.text)),
        );
    } else if (data.is === "shut") {
        lines.get(data.line)?.close();
        lines.delete(data.line);
        queues.delete(data.line);
    } else if (data.is === "ask") void ask(data);
    else void keepAll(data.id);
};
