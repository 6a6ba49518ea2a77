// What is known about one table, and how messages change it. No event is ever taken twice, and a gap is noticed.

import type { About, LobbyMessage, Now, Summary, TableEvent, TableMessage } from "./protocol";

export interface TableState {
    id: string;
    /** The number of the last event that is known: what `watch` sends as `since`. */
    last: number;
    events: TableEvent[];
    about: About;
    now: Now;
}

export type Outcome = "applied" | "old" | "gap";

/** What comes out of a message. "gap": something before it was missed, ask again with `since`. */
export function applyMessage(
    state: TableState | null,
    message: TableMessage,
): { state: TableState | null; outcome: Outcome } {
    if (message.whole) {
        if (!message.about) return { state, outcome: "gap" };
        const events = message.events.filter((event) => event.n <= message.to);
        return {
            state: { id: message.table, last: message.to, events, about: message.about, now: message.now },
            outcome: "applied",
        };
    }
    if (!state || message.from > state.last) return { state, outcome: "gap" };
    if (message.to < state.last) return { state, outcome: "old" };
    const fresh = message.events.filter((event) => event.n > state.last);
    return {
        state: {
            ...state,
            last: message.to,
            events: fresh.length > 0 ? [...state.events, ...fresh] : state.events,
            about: message.about ?? state.about,
            now: message.now,
        },
        outcome: "applied",
    };
}

/** Put older events, as `log` answers them, in front. */
export function prependEvents(state: TableState, older: TableEvent[]): TableState {
    const first = state.events[0]?.n ?? state.last + 1;
    const before = older.filter((event) => event.n < first);
    return before.length > 0 ? { ...state, events: [...before, ...state.events] } : state;
}

/** The tables where one sits, after a message about the lobby. Only public ones are told of again as they change. */
export function ownTables(known: Summary[], message: LobbyMessage): Summary[] {
    if (message.mine) return message.mine;
    if (message.whole) return [];
    const changed = new Map(message.tables.map((table) => [table.table, table]));
    return known
        .filter((table) => !message.gone?.includes(table.table))
        .map((table) => ({ ...table, ...changed.get(table.table) }));
}
