// The table without a network, as the page sees it: a socket and answers to requests, both from a worker.

import type { Socket } from "../connection";
import { Refusal } from "../protocol";
import { BASE, IS_STATIC } from "../../base/place";
import type { Bundle, FromWorker, ToWorker, Trouble } from "./messages";

const CHOSEN = "tapete offline";

/** Whether one plays without a server: always where there is none, else as it was chosen. */
export const isOffline: boolean = IS_STATIC || localStorage.getItem(CHOSEN) !== null;

/** From now on, or from now on no more. The page begins anew. */
export function chooseOffline(on: boolean): void {
    if (on) localStorage.setItem(CHOSEN, "yes");
    else localStorage.removeItem(CHOSEN);
    location.assign(BASE);
}

class Offline {
    trouble = $state<Trouble | null>(null);
    /** What the browser or the engine says of it. */
    details = $state("");
    /** "keep for offline": how much of it is there. */
    keeping = $state.raw<{ done: number; all: number; failed: boolean } | null>(null);
    bundle: Promise<Bundle> | null = null;
    private worker: Worker | null = null;
    private ready: Promise<void> | null = null;
    private sockets = new Map<number, OfflineSocket>();
    private answers = new Map<number, (message: FromWorker & { is: "answered" }) => void>();
    private ids = 0;

    /** What lies beside the page; rejects where there is no engine. */
    async find(): Promise<Bundle> {
        this.bundle ??= fetch(new URL("offline.json", BASE), { cache: "no-cache" }).then((answer) => {
            if (!answer.ok) throw new Error(`offline.json: ${answer.status}`);
            return answer.json() as Promise<Bundle>;
        });
        try {
            return await this.bundle;
        } catch (error) {
            this.bundle = null;
            throw error;
        }
    }

    /** The worker with its server; rejects where it cannot be, and says why in `trouble`. */
    begin(language: string): Promise<void> {
        this.ready ??= this.start(language);
        return this.ready;
    }

    private async start(language: string): Promise<void> {
        let bundle: Bundle;
        try {
            bundle = await this.find();
        } catch (error) {
            this.trouble = "engine";
            throw error;
        }
        // Page and engine are always of one version.
        if (!document.querySelector(`script[src$="${bundle.page}"]`) && !sessionStorage.getItem(bundle.version)) {
            sessionStorage.setItem(bundle.version, "loaded anew");
            location.reload();
        }
        void navigator.storage?.persist?.().catch(() => false);
        const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
        this.worker = worker;
        await new Promise<void>((resolve, reject) => {
            const fail = (trouble: Trouble, text: string) => {
                this.trouble = trouble;
                this.details = text;
                reject(new Refusal("OFFLINE", text));
                for (const socket of this.sockets.values()) socket.onclose?.({ code: 1006 });
            };
            worker.onerror = (event) => fail("engine", event.message);
            worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
                if (data.is === "ready") resolve();
                else if (data.is === "trouble") fail(data.trouble, data.text);
                else this.hear(data);
            };
            const options = JSON.parse(sessionStorage.getItem("tapete offline options") ?? "{}") as {
                [name: string]: string;
            };
            // $state is a proxy, which no worker takes; this is none.
            this.tell({ is: "begin", base: BASE, bundle, language, options });
        });
    }

    tell(message: ToWorker): void {
        this.worker?.postMessage(message);
    }

    private hear(message: FromWorker): void {
        if (message.is === "answered") {
            this.answers.get(message.id)?.(message);
            this.answers.delete(message.id);
        } else if (message.is === "told") {
            this.sockets.get(message.line)?.onmessage?.({ data: message.text });
        } else if (message.is === "closed" || (message.is === "opened" && !message.isOpen)) {
            const socket = this.sockets.get(message.line);
            this.sockets.delete(message.line);
            socket?.onclose?.({ code: message.is === "closed" ? message.code : 1006 });
        } else if (message.is === "kept") {
            this.keeping = message;
        }
    }

    async open(language: string): Promise<Socket> {
        await this.begin(language);
        const line = ++this.ids;
        const socket = new OfflineSocket(line);
        this.sockets.set(line, socket);
        this.tell({ is: "open", line, target: `/ws?lang=${language}` });
        return socket;
    }

    shut(line: number): void {
        this.sockets.delete(line);
        this.tell({ is: "shut", line });
    }

    /** As `fetch` of the same address would answer. */
    async request(language: string, method: string, target: string, body = "", invite = ""): Promise<Response> {
        await this.begin(language);
        const id = ++this.ids;
        return new Promise((resolve) => {
            this.answers.set(id, ({ status, type, body: bytes }) =>
                resolve(new Response(bytes, { status, headers: { "content-type": type } })),
            );
            this.tell({ is: "ask", id, method, target, body, invite });
        });
    }

    /** Fetch what the agents of all games have learnt. */
    keepAll(): void {
        this.keeping = { done: 0, all: 1, failed: false };
        this.tell({ is: "keep", id: ++this.ids });
    }
}

class OfflineSocket implements Socket {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;

    constructor(private readonly line: number) {}

    send(text: string): void {
        offline.tell({ is: "say", line: this.line, text });
    }

    close(): void {
        offline.shut(this.line);
    }
}

export const offline = new Offline();
