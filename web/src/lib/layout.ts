// A table from any game's view: which of its fields belong to a seat, which to the middle, and what kind of thing each value is.

import type { Json } from "./protocol";
import { text } from "../lang";
import type { Card } from "./cards";
import {
    codeWords,
    DETAILS,
    HIDDEN,
    isCode,
    LEFT_OUT,
    NOBODYS,
    NOT_PER_SEAT,
    PER_SEAT,
    readCard,
    SEAT_LISTS,
    SEATS,
    SIDES,
} from "./vocabulary";

export type Value =
    | { kind: "none" }
    | { kind: "text"; text: string }
    | { kind: "cards"; cards: Card[]; hidden: number }
    | { kind: "tags"; tags: string[] }
    | { kind: "list"; items: Value[] }
    | { kind: "fields"; fields: Field[] };

export interface Field {
    key: string;
    label: string;
    value: Value;
}

export interface Layout {
    /** For each seat what the view says of it alone. */
    seats: Field[][];
    /** What lies in the middle. */
    middle: Field[];
    /** What is folded away: the middle, then each seat. */
    details: Field[];
    seatDetails: Field[][];
}

export interface Names {
    game: string;
    seats: string[];
}

const isObject = (value: Json): value is { [key: string]: Json } =>
    typeof value === "object" && value !== null && !Array.isArray(value);

const letters = (count: number): string[] => Array.from({ length: count }, (_, i) => String.fromCharCode(65 + i));

/** Is there nothing to say? What is off, empty or unknown would only hide the rest. */
export function isNothing(value: Json): boolean {
    if (Array.isArray(value)) return value.every(isNothing);
    if (isObject(value)) return Object.values(value).every(isNothing);
    return value === null || value === false || value === "";
}

/** The values for each seat, where this field has one for each: as a list, or by the letters A, B … */
export function perSeat(key: string, value: Json, seats: number): Json[] | null {
    if (NOT_PER_SEAT.has(key) || seats === 0) return null;
    if (isObject(value)) {
        const wanted = letters(seats);
        return Object.keys(value).length === seats && wanted.every((letter) => letter in value)
            ? wanted.map((letter) => value[letter]!)
            : null;
    }
    if (!Array.isArray(value) || value.length !== seats) return null;
    if (SEAT_LISTS.has(key) && value.every((item) => typeof item === "number")) return null;
    // A list of words is a pile or a set, of any length.
    if (value.every((item) => typeof item === "string")) return null;
    return value;
}

function seatName(value: Json, names: Names): string | null {
    if (typeof value === "number") return names.seats[value] ?? null;
    if (typeof value === "string" && /^[A-H]$/.test(value)) return names.seats[value.charCodeAt(0) - 65] ?? null;
    return null;
}

function scalar(key: string, value: null | boolean | number | string, names: Names): Value {
    if (value === null || value === "") return { kind: "none" };
    if (SEATS.has(key)) {
        const who = seatName(value as Json, names);
        if (who !== null) return { kind: "text", text: who };
    }
    if (typeof value === "boolean") return { kind: "text", text: value ? text.yes : text.no };
    if (typeof value === "number") return { kind: "text", text: String(value) };
    if (value === HIDDEN) return { kind: "cards", cards: [], hidden: 1 };
    const found = readCard(names.game, value, key);
    if (found) return { kind: "cards", cards: [found], hidden: 0 };
    return { kind: "text", text: isCode(value) ? codeWords(names.game, value) : value };
}

/** What kind of thing a value is. */
export function valueOf(key: string, value: Json, names: Names): Value {
    if (Array.isArray(value)) return listOf(key, value, names);
    if (!isObject(value)) return scalar(key, value, names);
    const letterKeys = perSeat(key, value, names.seats.length) !== null;
    const fields: Field[] = [];
    for (const [name, item] of Object.entries(value)) {
        const inherits = letterKeys || (SEAT_LISTS.has(key) && Array.isArray(item));
        // A list with nothing but the first seat in it is no list of noughts.
        if (isNothing(item) || (isZeros(item) && !SEAT_LISTS.has(inherits ? key : name))) continue;
        if (name === "seat" && NOBODYS.has(String(value.kind))) continue;
        const inner = valueOf(inherits ? key : name, item, names);
        if (inner.kind === "none") continue;
        fields.push({
            key: name,
            label: letterKeys ? (seatName(name, names) ?? name) : codeWords(names.game, name),
            value: inner,
        });
    }
    return fields.length > 0 ? { kind: "fields", fields } : { kind: "none" };
}

function listOf(key: string, list: Json[], names: Names): Value {
    if (list.length === 0) return { kind: "none" };
    // By numbers alone: an "A" may be an ace.
    if (SEAT_LISTS.has(key) && list.every((item) => typeof item === "number" && seatName(item, names) !== null))
        return { kind: "tags", tags: list.map((item) => seatName(item, names)!) };
    const each = PER_SEAT.has(key) ? perSeat(key, list, names.seats.length) : null;
    if (each) {
        const fields = each
            .map((item, seat) => ({
                key: String(seat),
                label: names.seats[seat]!,
                value: isNothing(item) ? ({ kind: "none" } as Value) : valueOf(key, item, names),
            }))
            .filter((one) => one.value.kind !== "none");
        return fields.length > 0 ? { kind: "fields", fields } : { kind: "none" };
    }
    const cards: Card[] = [];
    const hidden = list.filter((item) => item === HIDDEN).length;
    for (const item of list) {
        if (typeof item !== "string" || item === HIDDEN) continue;
        // Words among hidden cards are cards, known or not.
        const unknown = hidden > 0 ? { rank: item, suit: null, spoken: item } : null;
        const found = readCard(names.game, item, key) ?? unknown;
        if (found) cards.push(found);
    }
    if (cards.length + hidden === list.length) return { kind: "cards", cards, hidden };
    if (list.every((item) => typeof item !== "object")) {
        return {
            kind: "tags",
            tags: list.map((item) =>
                typeof item === "string" && isCode(item) ? codeWords(names.game, item) : String(item),
            ),
        };
    }
    if (list.every((item) => item === null)) return { kind: "none" };
    const items = list.map((item) => valueOf(key, item, names)).filter((item) => item.kind !== "none");
    return items.length > 0 ? { kind: "list", items } : { kind: "none" };
}

const isZeros = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every((item) => item === 0);

const hasSides = (key: string, value: Json, seats: number): value is number[] =>
    SIDES.has(key) && Array.isArray(value) && value.length === 2 && seats === 4;

/** Each of two sides with its names and all that is counted for it: "Ana and Carla: score 12, juegos 1". */
function sidesOf(view: { [key: string]: Json }, names: Names): Field | null {
    const counted = Object.entries(view).filter(([key, value]) => hasSides(key, value, names.seats.length));
    if (counted.length === 0) return null;
    const fields = [0, 1].map((side) => ({
        key: String(side),
        label: text.together(names.seats[side]!, names.seats[side + 2]!),
        value: {
            kind: "fields" as const,
            fields: counted.map(([key, value]) => ({
                key,
                label: codeWords(names.game, key),
                value: scalar(key, (value as number[])[side]!, names),
            })),
        },
    }));
    return { key: "sides", label: text.sides, value: { kind: "fields", fields } };
}

export function layout(view: Json | undefined, names: Names): Layout {
    const count = names.seats.length;
    const result: Layout = {
        seats: names.seats.map(() => []),
        middle: [],
        details: [],
        seatDetails: names.seats.map(() => []),
    };
    if (view === undefined || !isObject(view)) return result;
    const sides = sidesOf(view, names);
    if (sides) result.middle.push(sides);
    for (const [key, value] of Object.entries(view)) {
        if (LEFT_OUT.has(key) || isNothing(value) || hasSides(key, value, count)) continue;
        if (key === "score" && isZeros(value)) continue;
        const folded = DETAILS.has(key);
        const each = perSeat(key, value, count);
        if (each) {
            each.forEach((item, seat) => {
                const inner = isNothing(item) ? ({ kind: "none" } as Value) : valueOf(key, item, names);
                if (inner.kind === "none") return;
                (folded ? result.seatDetails : result.seats)[seat]!.push({
                    key,
                    label: codeWords(names.game, key),
                    value: inner,
                });
            });
            continue;
        }
        const inner = valueOf(key, value, names);
        if (inner.kind === "none") continue;
        (folded ? result.details : result.middle).push({ key, label: codeWords(names.game, key), value: inner });
    }
    return result;
}
