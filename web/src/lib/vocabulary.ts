// The little that the generic table knows about words in views. A game without an entry here is shown as well, only plainer.

import type { Json, Move } from "./protocol";
import { text } from "../lang";

/** Lists whose members are seats, even where there happens to be one for each. */
export const SEAT_LISTS = new Set([
    "in_play",
    "passed",
    "immune",
    "embargoed",
    "firsts",
    "winners",
    "accepted",
    "seats",
    "known",
    "known_to",
    "declared",
    "eligible",
]);

/** Lists with a value for each seat, also where they stand within something else. */
export const PER_SEAT = new Set(["raised", "hands"]);

/** Lists that are as long as there are seats only by chance. */
export const NOT_PER_SEAT = new Set(["dice", "results", "put_down", "pile", "removed", "table", "log", "seen_by_all"]);

/** Values that name a seat. */
export const SEATS = new Set([
    "first",
    "current",
    "mano",
    "to_act",
    "to_move",
    "starter",
    "owner",
    "bettor",
    "seat",
    "answer_by",
]);

/** What kind of thing nobody in particular has done: the seat in it means nothing. */
export const NOBODYS = new Set(["OPEN", "PASS", "BET", "AUTO", "SKIPPED"]);

/** One value for each of two sides, where four play in pairs. */
export const SIDES = new Set(["score", "juegos", "vacas"]);

/** Who plays with this seat, where four play in pairs. */
export function partnerOf(game: string, options: { [name: string]: Json }, seats: number, seat: number): number | null {
    const inPairs = game === "bruno" || (game === "mus" && options.teams === "PAIRS");
    return inPairs && seats === 4 ? (seat + 2) % 4 : null;
}

/** Said elsewhere on the page, or of no use to a person. */
export const LEFT_OUT = new Set([
    "players",
    "viewer",
    "over",
    "winner",
    "winners",
    "winning_team",
    "current",
    "to_act",
    "to_move",
    "plies",
    "open",
]);

/** Worth knowing, and not at every moment: folded away. */
export const DETAILS = new Set([
    "known",
    "seen",
    "seen_by_all",
    "allowed",
    "implied",
    "discards",
    "discarded",
    "returned",
    "last_hand",
    "revealed",
    "log",
    "results",
    "firsts",
    "removed_tens",
    "in_play",
    "raised",
    "captured",
]);

/** Whose strings are cards, where a card alone does not show it: a family of cards. */
const FAMILIES = new Set(["sand", "blood"]);

export type Suit =
    "spades" | "hearts" | "diamonds" | "clubs" | "oros" | "copas" | "espadas" | "bastos" | "sand" | "blood";

export interface Card {
    /** What is written on it. */
    rank: string;
    suit: Suit | null;
    /** For those who cannot see it. */
    spoken: string;
}

type Reader = (word: string, key: string) => Card | null;

const FRENCH: Record<string, Suit> = {
    s: "spades",
    h: "hearts",
    d: "diamonds",
    c: "clubs",
    SP: "spades",
    HJ: "hearts",
    RU: "diamonds",
    KL: "clubs",
};
/** What is printed on the figures and aces of a Spanish deck. */
const SPANISH_INDEX: Record<string, string> = { R: "12", C: "11", S: "10", A: "1" };
const SPANISH: Record<string, Suit> = { o: "oros", c: "copas", e: "espadas", b: "bastos" };

function card(rank: string, suit: Suit | undefined, names: Record<string, string>): Card | null {
    if (!suit) return null;
    return { rank, suit, spoken: text.cards.of(names[rank] ?? rank, text.cards.suits[suit]) };
}

const READERS: Record<string, Reader> = {
    mus: (word) => {
        const parts = /^([A2-7SCR])([oceb])$/.exec(word);
        const found = parts && card(parts[1]!, SPANISH[parts[2]!], text.cards.spanish);
        return found && { ...found, rank: SPANISH_INDEX[found.rank] ?? found.rank };
    },
    bruno: (word) => {
        const parts = /^(10|[2-9JQKA])([shdc])$/.exec(word);
        return parts ? card(parts[1]!, FRENCH[parts[2]!], text.cards.french) : null;
    },
    mulle: (word) => {
        const parts = /^(KL|SP|HJ|RU)(10|[2-9JQKA])$/.exec(word);
        return parts ? card(parts[2]!, FRENCH[parts[1]!], text.cards.french) : null;
    },
    sabacc: (word, key) => {
        if (!FAMILIES.has(key) || !/^[1-6SI]$/.test(word)) return null;
        return card(word, key as Suit, text.cards.sabacc);
    },
};

export const HIDDEN = "?";

/** The card that a word is, in this game and under this key. */
export function readCard(game: string, word: string, key: string): Card | null {
    return READERS[game]?.(word, key) ?? null;
}

/** A key or a code as words: "draw_pile" is "Draw pile", "NO_TOKEN" is "No token". */
export function words(code: string): string {
    const known = text.keys[code];
    if (known !== undefined) return known;
    const plain = code.replace(/_/g, " ").toLowerCase();
    return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Is this a code in capitals, rather than something already meant for people? */
export function isCode(word: string): boolean {
    return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(word) && word.length > 2;
}

/** A move's name for people: codes become words, a seat its name. */
/** A move by the name that the rules give it where it is legal. */
export const legalName = (legal: readonly Move[], move: string, seatNames: string[]): string =>
    moveName(legal.find((one) => one.move === move)?.name ?? move, seatNames);

export function moveName(name: string, seatNames: string[]): string {
    const parts = /^([A-Z][A-Z0-9_]+)(?:@(\d+))?$/.exec(name);
    if (parts) {
        const who = parts[2] === undefined ? undefined : (seatNames[Number(parts[2])] ?? parts[2]);
        return who === undefined ? words(parts[1]!) : text.moveAt(words(parts[1]!), who);
    }
    const counted = /^(10|[2-9JQKA])x(\d)$/.exec(name);
    if (counted) return text.copies(Number(counted[2]), counted[1]!, text.cards.french[counted[1]!] ?? counted[1]!);
    // The cards of Mus by what they count as.
    const discard = /^(.+) ([A2-7SCR](?:,[A2-7SCR])*)$/.exec(name);
    const shown = discard
        ? `${discard[1]} ${discard[2]!
              .split(",")
              .map((rank) => text.cards.spanish[rank] ?? rank)
              .join(", ")}`
        : name;
    const accented = shown.replace(/^ordago$/, "órdago").replace(/^mas (?=\d+$)/, "más ");
    return accented.charAt(0).toUpperCase() + accented.slice(1);
}

/** Fill in {0}, {1} … by the names at the table, where the sentence still has them. */
export function fillNames(sentence: string, seatNames: string[]): string {
    return sentence.replace(/\{(\d+)\}/g, (whole, seat: string) => seatNames[Number(seat)] ?? whole);
}

export type Token = string | Card;

/** Where sentences name cards by their codes. A code alone could be a word ("As", "two 2s"), several in a row cannot, nor one after a colon. */
const IN_SENTENCES: Record<string, { found: RegExp; code: RegExp }> = {
    mus: {
        found: /\b([A2-7SCR][oceb](?:,? [A2-7SCR][oceb]\b)+|(?<=[:：] ?)[A2-7SCR][oceb](?=[.。]))/,
        code: /([A2-7SCR][oceb])/,
    },
    bruno: {
        found: /\b((?:10|[2-9JQKA])[shdc](?:,? (?:10|[2-9JQKA])[shdc]\b)+|(?<=[:：] ?)(?:10|[2-9JQKA])[shdc](?=[.。]))/,
        code: /((?:10|[2-9JQKA])[shdc])/,
    },
    mulle: {
        found: /\b((?:KL|SP|HJ|RU)(?:10|[2-9JQKA])\b)/,
        code: /((?:KL|SP|HJ|RU)(?:10|[2-9JQKA]))/,
    },
};

/** A sentence with the cards in it told apart. */
export function tokens(game: string, sentence: string): Token[] {
    const codes = IN_SENTENCES[game];
    if (!codes) return [sentence];
    const result: Token[] = [];
    // split() with one group gives what is between and what was found by turns.
    sentence.split(codes.found).forEach((piece, place) => {
        if (place % 2 === 0) {
            if (piece !== "") result.push(piece);
            return;
        }
        for (const part of piece.split(codes.code)) if (part !== "") result.push(readCard(game, part, "") ?? part);
    });
    return result;
}

/** A sentence as it is read out: cards by their names, with pauses between them. */
export function spoken(game: string, sentence: string): string {
    const all = tokens(game, sentence);
    const isCard = (token: Token | undefined) => typeof token === "object";
    return all
        .map((token, i) => {
            if (typeof token === "object") return token.spoken;
            return token === " " && isCard(all[i - 1]) && isCard(all[i + 1]) ? ", " : token;
        })
        .join("");
}
