// How a game ended, from its last view: what each seat had and got. A game without an entry here has its scores and sentences all the same.

import type { Json } from "../lib/protocol";
import { type Value, valueOf } from "../lib/layout";
import { text } from "../lang";

export interface Column {
    key: string;
    label: string;
    /** For each seat. */
    values: Value[];
}

/** A part of the last hand that somebody won. */
export interface Won {
    what: string;
    who: string;
    howMuch: string;
}

export interface Ending {
    columns: Column[];
    won: Won[];
}

type View = { [key: string]: Json };

const cards = (game: string, list: Json, key = ""): Value => valueOf(key, list, { game, seats: [] });
const number = (value: number): Value => ({ kind: "text", text: String(value) });
const sizes = (list: Json): number[] => (list as Json[][]).map((cardsOf) => cardsOf.length);

function sabacc(view: View): Ending {
    const hands = view.revealed as ({ sand: string; blood: string } | null)[];
    const one = (hand: { sand: string; blood: string } | null): Value => {
        if (!hand) return { kind: "none" };
        const both = [cards("sabacc", hand.sand, "sand"), cards("sabacc", hand.blood, "blood")];
        return {
            kind: "cards",
            cards: both.flatMap((value) => (value.kind === "cards" ? value.cards : [])),
            hidden: 0,
        };
    };
    return { columns: [{ key: "lastHand", label: text.after.ending.lastHand, values: hands.map(one) }], won: [] };
}

function mus(view: View, names: string[]): Ending {
    const t = text.after.ending;
    const last = view.last_hand as { hands: string[][]; log: [string, number, number][] } | null;
    const sides = view.juegos as number[];
    const sideOf = (seat: number) => (sides.length === names.length ? seat : seat % sides.length);
    const namesOf = (side: number) => names.filter((_, seat) => sideOf(seat) === side);
    const columns: Column[] = [
        { key: "juegos", label: t.juegos, values: names.map((_, seat) => number(sides[sideOf(seat)] ?? 0)) },
    ];
    if (!last) return { columns, won: [] };
    columns.push({ key: "lastHand", label: t.lastHand, values: last.hands.map((hand) => cards("mus", hand)) });
    const won = last.log.map(([reason, side, stones]): Won => {
        const [lance = "", how] = reason.split(":");
        const note = how === "deje" ? ` (${t.deje})` : "";
        const [one = "", other] = namesOf(side);
        return {
            what: `${t.lance[lance] ?? lance}${note}`,
            who: other === undefined ? one : text.together(one, other),
            howMuch: how === "ordago" ? t.ordago : t.stones(stones),
        };
    });
    return { columns, won };
}

function bruno(view: View): Ending {
    const left = sizes(view.hands!).map((hand, seat) => hand + sizes(view.shown!)[seat]! + sizes(view.hidden!)[seat]!);
    return { columns: [{ key: "cardsLeft", label: text.after.ending.cardsLeft, values: left.map(number) }], won: [] };
}

function mulle(view: View): Ending {
    const t = text.after.ending;
    const score = view.score as Record<string, Record<string, number>>;
    const mulles = view.mulles as Record<string, string[]>;
    const column = (key: string, label: string): Column => ({
        key,
        label,
        values: ["A", "B"].map((seat) => number(score[seat]![key]!)),
    });
    return {
        columns: [
            { key: "mulles", label: t.mulles, values: ["A", "B"].map((seat) => cards("mulle", mulles[seat]!)) },
            column("tabbe", t.tabbe),
            column("intake", t.intake),
            column("bonus", t.bonus),
        ],
        won: [],
    };
}

const GAMES: Record<string, (view: View, names: string[]) => Ending> = { sabacc, mus, bruno, mulle };

export function endingOf(game: string, view: Json | undefined, names: string[]): Ending {
    const nothing = { columns: [], won: [] };
    if (typeof view !== "object" || view === null || Array.isArray(view)) return nothing;
    const found = GAMES[game]?.(view, names) ?? nothing;
    return { ...found, columns: found.columns.filter(({ values }) => values.some(({ kind }) => kind !== "none")) };
}
