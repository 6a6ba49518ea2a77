// The websocket: requests become promises, watched tables stay in step, and a lost connection comes back by itself.
//
// Nothing here knows the page. Sockets and timers come from outside, so that tests can play the server.

import {
    type Answers,
    type Do,
    type LobbyMessage,
    type Person,
    Refusal,
    type Reviewing,
    type TableMessage,
} from "./protocol";
import { applyMessage, type TableState } from "./table";

export interface Socket {
    send(text: string): void;
    close(): void;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: ((event: { code: number }) => void) | null;
}

export interface Surroundings {
    /**
     * Make sure that there is a session (its cookie), then open a socket. Rejects where the server is out of reach. Behind
     * one address there may be several servers: `path` leads to one of them, "" to any.
     */
    open(path: string): Promise<Socket>;
    /** The path of the server at which a table is. Rejects where that cannot be known now. */
    where?(table: string): Promise<string>;
    setTimer(run: () => void, ms: number): unknown;
    clearTimer(timer: unknown): void;
    /** In [0, 1): spreads out those who come back after the server was restarted. */
    random(): number;
}

export type Status = "connecting" | "open" | "waiting" | "stopped";

export interface Listeners {
    status?(status: Status): void;
    welcome?(you: Person, server: string): void;
}

interface Pending {
    text: string;
    what: Do;
    sent: boolean;
    /** How often it was sent on to another server. */
    moves: number;
    resolve(answer: never): void;
    reject(reason: Refusal): void;
    timer: unknown;
}

interface Watch {
    invite: string | undefined;
    state: TableState | null;
    asking: boolean;
    /** Gaps since the last message that fitted. */
    gaps: number;
    update(state: TableState): void;
    refused(refusal: Refusal): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const ANSWER_MS = 20_000;
/** What is thought of for a while. */
const LONGER_MS: Partial<Record<Do, number>> = { hint: 120_000, review: 1_200_000 };
const PING_EVERY_MS = 25_000;
const PONG_WITHIN_MS = 8_000;
/** So often a request follows its table from server to server. */
const MOST_MOVES = 8;

export class Connection {
    status: Status = "stopped";
    private socket: Socket | null = null;
    private ready = false;
    private attempt = 0;
    private generation = 0;
    private nextRef = 1;
    private pending = new Map<number, Pending>();
    private watches = new Map<string, Watch>();
    private lobbyListener: ((message: LobbyMessage) => void) | null = null;
    private reviewListeners = new Set<(message: Reviewing) => void>();
    private retryTimer: unknown = null;
    private pingTimer: unknown = null;
    /** Where the next socket leads; and whether there is more than one server. */
    private path = "";
    private isOneOfMany = false;

    constructor(
        private readonly around: Surroundings,
        private readonly listeners: Listeners = {},
        private readonly texts = {
            lost: "The connection was lost. Please try again.",
            slow: "The server did not answer.",
        },
    ) {}

    start(): void {
        if (this.status === "stopped") void this.connect();
    }

    stop(): void {
        this.drop();
        this.setStatus("stopped");
    }

    /** Connect anew with the cookie of now, after a change of who one is. */
    restart(): void {
        this.drop();
        this.attempt = 0;
        for (const watch of this.watches.values()) watch.state = null;
        void this.connect();
    }

    /** The network may have come back, or the page into view: find out at once. */
    probe(): void {
        if (this.status === "waiting") {
            this.around.clearTimer(this.retryTimer);
            void this.connect();
        } else if (this.ready) {
            this.ping();
        }
    }

    request<D extends Do>(what: D, fields: object = {}): Promise<Answers[D]> {
        const ref = this.nextRef++;
        const text = JSON.stringify({ do: what, ref, ...fields });
        return new Promise<Answers[D]>((resolve, reject) => {
            const limit = LONGER_MS[what] ?? ANSWER_MS;
            const timer = this.around.setTimer(() => {
                this.pending.delete(ref);
                reject(new Refusal("LOST", this.texts.slow));
            }, limit);
            const entry: Pending = {
                text,
                what,
                sent: false,
                moves: 0,
                resolve: resolve as (answer: never) => void,
                reject,
                timer,
            };
            this.pending.set(ref, entry);
            if (this.ready) this.transmit(entry);
        });
    }

    /** Follow a table. `update` gets every new state; `refused` is called where it cannot be watched. */
    watch(
        table: string,
        invite: string | undefined,
        update: (state: TableState) => void,
        refused: (refusal: Refusal) => void,
    ): () => void {
        const watch: Watch = { invite, state: null, asking: false, gaps: 0, update, refused };
        this.watches.set(table, watch);
        if (this.ready) this.askFor(table, watch);
        return () => {
            if (this.watches.get(table) !== watch) return;
            this.watches.delete(table);
            if (this.ready) this.request("unwatch", { table }).catch(() => {});
        };
    }

    lobby(listener: (message: LobbyMessage) => void): () => void {
        this.lobbyListener = listener;
        if (this.ready) this.askForLobby();
        return () => {
            if (this.lobbyListener !== listener) return;
            this.lobbyListener = null;
            if (this.ready) this.request("lobby", { on: false }).catch(() => {});
        };
    }

    /** Hear how far reviews are that were asked for. */
    reviewing(listener: (message: Reviewing) => void): () => void {
        this.reviewListeners.add(listener);
        return () => this.reviewListeners.delete(listener);
    }

    private setStatus(status: Status): void {
        if (status === this.status) return;
        this.status = status;
        this.listeners.status?.(status);
    }

    private async connect(): Promise<void> {
        const generation = ++this.generation;
        this.setStatus("connecting");
        let socket: Socket;
        try {
            const table = this.newest();
            if (this.isOneOfMany && this.path === "" && table !== undefined && this.around.where)
                this.path = await this.around.where(table);
            socket = await this.around.open(this.path);
        } catch {
            if (generation === this.generation) this.retryLater();
            return;
        }
        if (generation !== this.generation) {
            socket.close();
            return;
        }
        this.socket = socket;
        socket.onmessage = (event) => {
            if (generation === this.generation && typeof event.data === "string") this.receive(event.data);
        };
        socket.onclose = () => {
            if (generation === this.generation) this.lost();
        };
    }

    private drop(): void {
        this.generation++;
        const socket = this.socket;
        this.socket = null;
        this.ready = false;
        this.around.clearTimer(this.retryTimer);
        this.around.clearTimer(this.pingTimer);
        for (const watch of this.watches.values()) watch.asking = false;
        // What was sent may have happened or not: the table tells once it is back. What was not sent still waits.
        for (const [ref, entry] of this.pending) {
            if (!entry.sent) continue;
            this.pending.delete(ref);
            this.around.clearTimer(entry.timer);
            entry.reject(new Refusal("LOST", this.texts.lost));
        }
        socket?.close();
    }

    private lost(): void {
        this.drop();
        this.path = "";
        this.retryLater();
    }

    /** The table that was watched last: the socket leads to its server. */
    private newest(): string | undefined {
        return [...this.watches.keys()].at(-1);
    }

    /** A table is at another server. What was asked of this one about it goes there. */
    private follow(message: Record<string, unknown>, entry: Pending | undefined): void {
        this.isOneOfMany = true;
        if (entry && entry.what !== "watch" && entry.moves++ < MOST_MOVES) entry.sent = false;
        else if (!entry && message.table !== this.newest()) return; // it is asked for again when it is the newest one
        this.drop();
        this.path = typeof message.path === "string" ? message.path : "";
        this.attempt = Math.min(this.attempt + 1, 10);
        if (this.attempt > 3) this.retryLater();
        else void this.connect();
    }

    private retryLater(): void {
        const wait = Math.min(FIRST_WAIT_MS * 2 ** this.attempt, LONGEST_WAIT_MS);
        this.attempt = Math.min(this.attempt + 1, 10);
        this.setStatus("waiting");
        this.retryTimer = this.around.setTimer(() => void this.connect(), wait * (0.5 + this.around.random() / 2));
    }

    private transmit(entry: Pending): void {
        entry.sent = true;
        this.socket?.send(entry.text);
    }

    private receive(text: string): void {
        let message: { is?: string; ref?: number } & Record<string, unknown>;
        try {
            message = JSON.parse(text);
        } catch {
            return;
        }
        if (message.is === "welcome")
            this.welcomed(message as unknown as { you: Person; server: string; path?: string });
        const entry = typeof message.ref === "number" ? this.pending.get(message.ref) : undefined;
        if (message.is === "elsewhere") {
            this.follow(message, entry);
            return;
        }
        if (message.is === "table") this.tableChanged(message as unknown as TableMessage, entry?.what === "watch");
        if (message.is === "unwatched")
            this.watches.get(String(message.table))?.refused(new Refusal("NO_SUCH_TABLE", String(message.text ?? "")));
        if (message.is === "lobby") this.lobbyListener?.(message as unknown as LobbyMessage);
        if (message.is === "reviewing")
            for (const listener of this.reviewListeners) listener(message as unknown as Reviewing);
        if (!entry) return;
        this.pending.delete(message.ref as number);
        this.around.clearTimer(entry.timer);
        if (message.is === "refused") entry.reject(new Refusal(String(message.reason), String(message.text ?? "")));
        else entry.resolve(message as never);
    }

    private welcomed(message: { you: Person; server: string; path?: string }): void {
        this.ready = true;
        // Who is sent from server to server begins to wait.
        if (!this.isOneOfMany || this.newest() === undefined) this.attempt = 0;
        this.isOneOfMany = message.path !== undefined;
        this.setStatus("open");
        this.listeners.welcome?.(message.you, message.server);
        if (this.lobbyListener) this.askForLobby();
        for (const [table, watch] of this.watches) this.askFor(table, watch);
        for (const entry of this.pending.values()) if (!entry.sent) this.transmit(entry);
        this.schedulePing();
    }

    private askForLobby(): void {
        this.request("lobby", { on: true }).catch(() => {});
    }

    private askFor(table: string, watch: Watch): void {
        if (watch.asking) return;
        watch.asking = true;
        const fields: Record<string, unknown> = { table };
        if (watch.invite !== undefined) fields.invite = watch.invite;
        if (watch.state) fields.since = watch.state.last;
        this.request("watch", fields).then(
            () => (watch.asking = false),
            (refusal: Refusal) => {
                watch.asking = false;
                if (this.watches.get(table) === watch && refusal.reason !== "LOST") watch.refused(refusal);
            },
        );
    }

    private tableChanged(message: TableMessage, isAnswer: boolean): void {
        const watch = this.watches.get(message.table);
        if (!watch) return;
        const { state, outcome } = applyMessage(watch.state, message);
        if (outcome === "gap") {
            if (watch.asking && !isAnswer) return; // the answer is on its way, and has all of it
            // Where asking for what is missing did not help, begin anew.
            if (watch.gaps++ > 0) watch.state = null;
            watch.asking = false;
            this.askFor(message.table, watch);
        } else if (outcome === "applied" && state) {
            watch.state = state;
            watch.gaps = 0;
            this.attempt = 0;
            watch.update(state);
        }
    }

    private schedulePing(): void {
        this.around.clearTimer(this.pingTimer);
        this.pingTimer = this.around.setTimer(() => this.ping(), PING_EVERY_MS);
    }

    private ping(): void {
        const generation = this.generation;
        this.around.clearTimer(this.pingTimer);
        this.pingTimer = this.around.setTimer(() => {
            if (generation === this.generation && this.ready) this.lost();
        }, PONG_WITHIN_MS);
        this.request("ping").then(
            () => {
                if (generation === this.generation && this.ready) this.schedulePing();
            },
            () => {},
        );
    }
}
