// A table from any game's view: which of its fields belong to a seat, which to the middle, and what kind of thing each value is. The game's
// schema says it. What a game does not declare is shown as it comes.

import type { Json } from "./protocol";
import { text } from "../lang";
import type { Card } from "./cards";
import { loreOf } from "./lore";
import type { Member } from "./schema";
import { codeWords, HIDDEN, isCode, readCard } from "./vocabulary";

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
    /** The side of each seat; without them every seat is a side. */
    sides?: number[] | undefined;
}

type Fields = { [key: string]: Json };

const NONE: Value = { kind: "none" };

const isObject = (value: Json | undefined): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** Is there nothing to say? What is off, empty or unknown would only hide the rest. */
export function isNothing(value: Json | undefined): boolean {
    if (Array.isArray(value)) return value.every(isNothing);
    if (isObject(value)) return Object.values(value).every(isNothing);
    return value === undefined || value === null || value === false || value === "";
}

const isZeros = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every((item) => item === 0);

const fieldsOr = (fields: Field[]): Value => (fields.length > 0 ? { kind: "fields", fields } : NONE);

/** The members of a side by name: "Ana and Carla". */
function sideName(side: number, names: Names): string {
    const members = names.seats.filter((_, seat) => (names.sides?.[seat] ?? seat) === side);
    return members.length > 1 ? members.reduce((all, one) => text.together(all, one)) : (members[0] ?? String(side));
}

/** How many values a member with one for each side has. */
const sideCount = (names: Names): number => new Set(names.sides ?? names.seats.map((_, seat) => seat)).size;

const hasPartners = (names: Names): boolean => sideCount(names) < names.seats.length;

/** The seat that a value names: a number, or one of the game's own names. */
function seatIndex(member: Member, value: Json): number {
    return typeof value === "number" ? value : (member.codes?.indexOf(String(value)) ?? -1);
}

function plain(game: string, value: boolean | number | string): Value {
    if (value === "") return NONE;
    if (typeof value === "boolean") return { kind: "text", text: value ? text.yes : text.no };
    if (typeof value === "number") return { kind: "text", text: String(value) };
    if (value === HIDDEN) return { kind: "cards", cards: [], hidden: 1 };
    return { kind: "text", text: isCode(value) ? codeWords(game, value) : value };
}

/** A card of this deck; one that the page cannot draw shows its code. */
const cardOf = (member: Member, word: string, names: Names): Card =>
    readCard(names.game, word, member.deck ?? "") ?? { rank: word, suit: null, spoken: word };

function cardsOf(member: Member, words: Json[], names: Names): Value {
    const known = words.filter((word) => word !== HIDDEN && word !== null);
    return {
        kind: "cards",
        cards: known.map((word) => cardOf(member, String(word), names)),
        hidden: words.filter((word) => word === HIDDEN).length,
    };
}

/** The members of an object, or of a tuple in their order. */
function membersOf(member: Member, value: Json, names: Names): Value {
    const fields: Field[] = [];
    for (const [place, inner] of (member.members ?? []).entries()) {
        const item = Array.isArray(value) ? value[place] : (value as Fields)[inner.name];
        if (inner.aside || isNothing(item) || (inner.kind === "number" && isZeros(item!))) continue;
        if (isObject(value) && loreOf(names.game)?.meansNothing?.(inner.name, value)) continue;
        const found = valueOf(inner, item!, names);
        if (found.kind !== "none")
            fields.push({ key: inner.name, label: codeWords(names.game, inner.name), value: found });
    }
    return fieldsOr(fields);
}

/** One value, not a list of them. */
function single(member: Member, value: Json, names: Names): Value {
    if (value === null) return NONE;
    if (member.or_card && typeof value === "string") return cardsOf(member, [value], names);
    if (member.or_number && typeof value === "number") return plain(names.game, value);
    if (member.kind === "object" || member.kind === "tuple") return membersOf(member, value, names);
    if (typeof value === "object") return NONE;
    if (value === HIDDEN || member.kind === "card") return cardsOf(member, [value], names);
    if (member.kind === "seat") {
        const who = names.seats[seatIndex(member, value)];
        return who === undefined ? plain(names.game, value) : { kind: "text", text: who };
    }
    if (member.kind === "side") return { kind: "text", text: sideName(Number(value), names) };
    return plain(names.game, value);
}

function listOf(member: Member, values: Json[], names: Names): Value {
    if (values.length === 0) return NONE;
    if (member.kind === "card" && values.every((item) => typeof item === "string"))
        return cardsOf(member, values, names);
    const items = values.map((item) => single(member, item, names)).filter((item) => item.kind !== "none");
    if (items.length === 0) return NONE;
    return items.every((item) => item.kind === "text")
        ? { kind: "tags", tags: items.map((item) => (item as { text: string }).text) }
        : { kind: "list", items };
}

/** The same member without its seats or sides: what each of them has. */
const ofEach = (member: Member): Member => {
    const { list: _, of_lists: lists, ...rest } = member;
    return lists ? { ...rest, list: "list" } : rest;
};

/** The values of a member by seat; null if it has none for each. */
function perSeat(member: Member, value: Json, names: Names): Json[] | null {
    if (member.list === "by_seat" && Array.isArray(value)) return value;
    if (member.list === "by_named_seat" && isObject(value))
        return names.seats.map((_, seat) => value[member.codes?.[seat] ?? ""] ?? null);
    if (member.list === "by_side" && Array.isArray(value) && !hasPartners(names))
        return names.seats.map((_, seat) => value[names.sides?.[seat] ?? seat] ?? null);
    return null;
}

/** What kind of thing a value is. */
export function valueOf(member: Member, value: Json, names: Names): Value {
    const each = perSeat(member, value, names);
    const named = each
        ? each.map((item, seat) => ({ item, key: String(seat), label: names.seats[seat]! }))
        : member.list === "by_side" && Array.isArray(value)
          ? value.map((item, side) => ({ item, key: String(side), label: sideName(side, names) }))
          : null;
    if (named) {
        const fields = named
            .filter(({ item }) => !isNothing(item))
            .map(({ item, key, label }) => ({ key, label, value: valueOf(ofEach(member), item, names) }));
        return fieldsOr(fields.filter((field) => field.value.kind !== "none"));
    }
    return member.list === "list" && Array.isArray(value) ? listOf(member, value, names) : single(member, value, names);
}

/** A value of which nothing is declared, as it comes. */
function undeclared(value: Json, names: Names): Value {
    if (isNothing(value)) return NONE;
    if (Array.isArray(value)) {
        const items = value.map((item) => undeclared(item, names)).filter((item) => item.kind !== "none");
        return items.every((item) => item.kind === "text")
            ? { kind: "tags", tags: items.map((item) => (item as { text: string }).text) }
            : { kind: "list", items };
    }
    if (!isObject(value)) return plain(names.game, value as boolean | number | string);
    const fields = Object.entries(value).map(([key, item]) => ({
        key,
        label: codeWords(names.game, key),
        value: undeclared(item, names),
    }));
    return fieldsOr(fields.filter((field) => field.value.kind !== "none"));
}

/** Partners together, with all that is counted for them: "Ana and Carla: score 12, juegos 1". */
function partnersOf(view: Fields, fields: readonly Member[], names: Names): Field | null {
    const counted = fields.filter(
        (field) => field.list === "by_side" && !field.aside && Array.isArray(view[field.name]),
    );
    if (!hasPartners(names) || counted.length === 0) return null;
    const sides = Array.from({ length: sideCount(names) }, (_, side) => ({
        key: String(side),
        label: sideName(side, names),
        value: {
            kind: "fields" as const,
            fields: counted.map((field) => ({
                key: field.name,
                label: codeWords(names.game, field.name),
                value: valueOf(ofEach(field), (view[field.name] as Json[])[side] ?? null, names),
            })),
        },
    }));
    return { key: "sides", label: text.sides, value: { kind: "fields", fields: sides } };
}

export function layout(view: Json | undefined, fields: readonly Member[], names: Names): Layout {
    const result: Layout = {
        seats: names.seats.map(() => []),
        middle: [],
        details: [],
        seatDetails: names.seats.map(() => []),
    };
    if (!isObject(view)) return result;
    const partners = partnersOf(view, fields, names);
    if (partners) result.middle.push(partners);
    for (const [key, value] of Object.entries(view)) {
        const member = fields.find((field) => field.name === key);
        const label = codeWords(names.game, key);
        if (member?.aside || isNothing(value) || (partners && member?.list === "by_side")) continue;
        const each = member ? perSeat(member, value, names) : null;
        if (member && each) {
            each.forEach((item, seat) => {
                const inner = isNothing(item) ? NONE : valueOf(ofEach(member), item, names);
                if (inner.kind === "none") return;
                (member.detail ? result.seatDetails : result.seats)[seat]?.push({ key, label, value: inner });
            });
            continue;
        }
        const inner = member ? valueOf(member, value, names) : undeclared(value, names);
        if (inner.kind !== "none") (member?.detail ? result.details : result.middle).push({ key, label, value: inner });
    }
    return result;
}
