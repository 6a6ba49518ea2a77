// What this browser keeps of the deals at a table, before anything is opened: the lists of seals, and its own bytes. Only a record that agrees with
// such a list is witnessed (docs/security.md). It is in the storage of the browser, so it survives a reload; the same file can be given to
// `tapete verify --witness`.

import type { SealedList } from "../verify/seal";

export interface OwnSeal {
    attempt: number;
    seal: string;
    bytes: string;
}

export interface Witness {
    tapete: "witness";
    version: 1;
    seat: number;
    /** One for each attempt, as it was shown first. */
    lists: SealedList[];
    /** Two pages of one browser may both have sealed: the list tells whose counts. */
    own: OwnSeal[];
}

const INDEX = "tapete witnesses";
/** Tables that are remembered; those seen longest ago are forgotten. */
const MOST = 200;
const place = (table: string) => `tapete witness ${table}`;

/** For a browser that keeps nothing for this page. */
const inMemory = new Map<string, Witness>();

function parse(text: string | null): unknown {
    try {
        return JSON.parse(text ?? "null");
    } catch {
        return null;
    }
}

export function readWitness(table: string, storage: Storage = localStorage): Witness | null {
    const found = parse(storage.getItem(place(table))) as Partial<Witness> | null;
    const good = found?.tapete === "witness" && found.version === 1 && Array.isArray(found.lists);
    return good && Array.isArray(found.own) ? (found as Witness) : (inMemory.get(table) ?? null);
}

function write(table: string, witness: Witness, storage: Storage): void {
    try {
        const known = parse(storage.getItem(INDEX));
        const tables = (Array.isArray(known) ? known : []).filter((name) => name !== table) as string[];
        tables.push(table);
        for (const old of tables.splice(0, Math.max(0, tables.length - MOST))) storage.removeItem(place(old));
        storage.setItem(place(table), JSON.stringify(witness));
        storage.setItem(INDEX, JSON.stringify(tables));
    } catch {
        inMemory.set(table, witness);
    }
}

function witnessOf(table: string, seat: number, storage: Storage): Witness {
    const known = readWitness(table, storage);
    return known?.seat === seat ? known : { tapete: "witness", version: 1, seat, lists: [], own: [] };
}

export function keepOwn(table: string, seat: number, own: OwnSeal, storage: Storage = localStorage): void {
    const witness = witnessOf(table, seat, storage);
    write(table, { ...witness, own: [...witness.own, own] }, storage);
}

const MEMBERS = ["table", "attempt", "game", "rules", "options", "commitment", "seals", "kinds"] as const;

/** The same for any order of its keys. */
const said = (value: unknown): string =>
    JSON.stringify(value, (_, one: unknown) =>
        one !== null && typeof one === "object" && !Array.isArray(one)
            ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
            : one,
    );

/** The first member in which two lists differ. */
function difference(one: SealedList, other: SealedList): string | undefined {
    return MEMBERS.find((name) => said(one[name]) !== said(other[name]));
}

/** Keep a list before anything is opened. False where another one was kept for the same attempt: that one stays. */
export function keepList(list: SealedList, seat: number, storage: Storage = localStorage): boolean {
    const witness = witnessOf(list.table, seat, storage);
    const known = witness.lists.find(({ attempt }) => attempt === list.attempt);
    if (known) return difference(known, list) === undefined;
    write(list.table, { ...witness, lists: [...witness.lists, list] }, storage);
    return true;
}

/** The bytes of this browser that a list has a seal of; null where it has none. */
export function ownBytes(list: SealedList, seat: number, storage: Storage = localStorage): string | null {
    const { own } = witnessOf(list.table, seat, storage);
    return own.find(({ attempt, seal }) => attempt === list.attempt && seal === list.seals[seat])?.bytes ?? null;
}

export type Testimony =
    | { is: "none" }
    /** The list was kept, but the seal of this browser is not in it. */
    | { is: "unlisted" }
    | { is: "agrees" }
    | { is: "differs"; what: string };

/** What a witness says of a record, of which this is the list; null: it names none. */
export function testimony(witness: Witness | null, list: SealedList | null): Testimony {
    const first = witness?.lists[0];
    if (!witness || !first) return { is: "none" };
    if (!list) return { is: "differs", what: "sealed" };
    if (first.table !== list.table) return { is: "differs", what: "table" };
    // An attempt that was called void must not be dealt after all, when a later one has been seen.
    if (witness.lists.some(({ attempt }) => attempt > list.attempt)) return { is: "differs", what: "attempt" };
    const kept = witness.lists.find(({ attempt }) => attempt === list.attempt);
    if (!kept) return { is: "none" };
    const what = difference(kept, list);
    if (what !== undefined) return { is: "differs", what };
    const listed = list.seals[witness.seat];
    return witness.own.some(({ attempt, seal }) => attempt === list.attempt && seal === listed)
        ? { is: "agrees" }
        : { is: "unlisted" };
}
