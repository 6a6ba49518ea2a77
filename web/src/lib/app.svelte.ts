// What the whole page shares: who one is, the connection, the route, and what the server offers.

import { Connection, type Socket, type Status } from "./connection";
import { type AgentSpec, type GameSpec, Refusal, type Session, SUBPROTOCOL } from "./protocol";
import { language, text } from "../lang";
import { addressOf, placeHere, placeOf } from "../base/place";
import { readInvite, tidied } from "./invite";
import { isOffline, offline } from "./offline/table.svelte";

export type Route =
    | { page: "lobby" }
    | { page: "make"; game: string }
    | { page: "table"; table: string; invite: string | undefined }
    | { page: "account" | "privacy" | "reset" }
    | { page: "replay" | "review"; table: string; search: string; invite: string | undefined }
    | { page: "player"; id: string }
    | { page: "leaders"; game: string; against: string | undefined }
    | { page: "learn" | "practice"; game: string }
    | { page: "nowhere" };

export function parseRoute(path: string, search: string, hash = ""): Route {
    const parts = path.split("/").filter((part) => part !== "");
    if (parts.length === 0) return { page: "lobby" };
    if ((parts[0] === "account" || parts[0] === "privacy" || parts[0] === "reset") && parts.length === 1)
        return { page: parts[0] };
    if (parts[0] === "make" && parts.length === 2) return { page: "make", game: parts[1]! };
    if (parts[0] === "table" && parts.length === 2)
        return { page: "table", table: parts[1]!, invite: readInvite(search, hash) };
    if ((parts[0] === "replay" || parts[0] === "review") && parts.length === 2)
        return { page: parts[0], table: parts[1]!, search, invite: readInvite(search, hash) };
    if (parts[0] === "player" && parts.length === 2) return { page: "player", id: parts[1]! };
    if (parts[0] === "leaders" && parts.length <= 2)
        return {
            page: "leaders",
            game: parts[1] ?? "",
            against: new URLSearchParams(search).get("against") ?? undefined,
        };
    if ((parts[0] === "learn" || parts[0] === "practice") && parts.length === 2)
        return { page: parts[0], game: parts[1]! };
    return { page: "nowhere" };
}

/** Where the address bar is. An invite in a query, as old links have it, moves to the fragment at once. */
function routeHere(): Route {
    const here = placeHere();
    const better = tidied(here.pathname, here.search, here.hash);
    if (better !== null) history.replaceState(null, "", addressOf(better));
    return parseRoute(here.pathname, here.search, here.hash);
}

class App {
    route = $state<Route>(routeHere());
    session = $state<Session | null>(null);
    status = $state<Status>("stopped");
    server = $state("");
    games = $state.raw<GameSpec[] | null>(null);
    agents = $state.raw<AgentSpec[] | null>(null);
    problem = $state("");
    readonly connection: Connection;

    constructor() {
        this.connection = new Connection(
            {
                open: (path) => this.openSocket(path),
                where: async (table) => (await get<{ path: string }>(`/api/where/${encodeURIComponent(table)}`)).path,
                setTimer: (run, ms) => setTimeout(run, ms),
                clearTimer: (timer) => clearTimeout(timer as number),
                random: Math.random,
            },
            {
                status: (status) => (this.status = status),
                welcome: (you, server) => {
                    this.server = server;
                    if (this.session) this.session = { ...this.session, ...you };
                },
            },
            text.connection,
        );
        addEventListener("popstate", () => (this.route = routeHere()));
        addEventListener("online", () => this.connection.probe());
        addEventListener("offline", () => this.connection.probe());
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible") this.connection.probe();
        });
    }

    go(path: string, replace = false): void {
        if (replace) history.replaceState(null, "", addressOf(path));
        else history.pushState(null, "", addressOf(path));
        this.route = routeHere();
        if (!replace) scrollTo(0, 0);
    }

    async loadOffers(): Promise<void> {
        if (this.games && this.agents) return;
        try {
            const [games, agents] = await Promise.all([get<GameSpec[]>("/api/games"), get<AgentSpec[]>("/api/agents")]);
            this.games = games;
            this.agents = agents;
            this.problem = "";
        } catch (error) {
            this.problem = sentence(error);
        }
    }

    private async openSocket(path: string): Promise<Socket> {
        this.session = await get<Session>("/api/session");
        if (isOffline) return offline.open(language);
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        return new WebSocket(`${scheme}//${location.host}${path}/ws?lang=${language}`, SUBPROTOCOL) as Socket;
    }

    /** As fetch, from the server that the page talks to. */
    fetch(path: string, headers: Record<string, string> = {}): Promise<Response> {
        if (isOffline) return offline.request(language, "GET", path, "", headers["tapete-invite"] ?? "");
        return fetch(path, { headers, cache: "no-store" });
    }

    /** After a change of who one is. */
    async changed(): Promise<void> {
        this.session = await get<Session>("/api/session");
        this.connection.restart();
    }
}

async function answerOf<T>(request: Promise<Response>): Promise<T> {
    let response: Response;
    try {
        response = await request;
    } catch {
        throw new Refusal("LOST", text.errors.unreachable);
    }
    let body: unknown;
    try {
        body = await response.json();
    } catch {
        body = null;
    }
    if (response.ok) return body as T;
    const error = (body as { error?: { reason?: string; text?: string } } | null)?.error;
    throw new Refusal(error?.reason ?? "HTTP", error?.text ?? `${text.errors.unexpected} (${response.status})`);
}

export function get<T>(path: string, invite?: string): Promise<T> {
    const headers: Record<string, string> = { accept: "application/json", "accept-language": language };
    if (invite !== undefined) headers["tapete-invite"] = invite;
    return answerOf<T>(app.fetch(path, headers));
}

export function post<T>(path: string, body: object): Promise<T> {
    if (isOffline) return answerOf<T>(offline.request(language, "POST", path, JSON.stringify(body)));
    return answerOf<T>(
        fetch(path, {
            method: "POST",
            headers: { "content-type": "application/json", "accept-language": language },
            body: JSON.stringify(body),
        }),
    );
}

/** What to show for anything that was thrown. */
export function sentence(error: unknown): string {
    const plain = error instanceof Error ? error.message : String(error);
    const begun = plain.charAt(0).toUpperCase() + plain.slice(1);
    return /[.!?…。！？]$/.test(begun) ? begun : `${begun}.`;
}

/** Links of the page itself change the route without loading it anew. */
export function followLinks(event: MouseEvent): void {
    if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
    )
        return;
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    // An address of a page that lies in a folder has its place behind "#".
    const place = url.hash.startsWith("#/") ? placeOf(url) : url;
    if (place.hash !== "" && !place.hash.startsWith("#invite=")) return;
    event.preventDefault();
    app.go(place.pathname + place.search + place.hash);
}

export const app = new App();
