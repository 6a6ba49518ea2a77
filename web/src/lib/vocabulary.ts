// The little that the generic table knows about words in views. A game without an entry here is shown as well, only plainer.

import type { Card } from "./cards";
import { gameWords, loreOf } from "./lore";
import type { Move } from "./protocol";
import { text } from "../lang";

export const HIDDEN = "?";

/** The card that a word is, in this game and under this key. */
export const readCard = (game: string, word: string, key: string): Card | null =>
    loreOf(game)?.readCard?.(word, key) ?? null;

/** A key or a code as words: "draw_pile" is "Draw pile", "NO_TOKEN" is "No token". */
export function codeWords(game: string, code: string): string {
    const known = gameWords(game)?.keys[code] ?? text.keys[code];
    if (known !== undefined) return known;
    const plain = code.replace(/_/g, " ").toLowerCase();
    return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Is this a code in capitals, rather than something already meant for people? */
export function isCode(word: string): boolean {
    return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(word) && word.length > 2;
}

/** A move by the name that the rules give it where it is legal. */
export const legalName = (game: string, legal: readonly Move[], move: string, seatNames: string[]): string =>
    moveName(game, legal.find((one) => one.move === move)?.name ?? move, seatNames);

/** A move's name for people: codes become words, a seat its name. */
export function moveName(game: string, name: string, seatNames: string[]): string {
    const parts = /^([A-Z][A-Z0-9_]+)(?:@(\d+))?$/.exec(name);
    if (parts) {
        const what = codeWords(game, parts[1]!);
        const who = parts[2] === undefined ? undefined : (seatNames[Number(parts[2])] ?? parts[2]);
        return who === undefined ? what : text.moveAt(what, who);
    }
    const said = loreOf(game)?.moveName?.(name) ?? name;
    return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Fill in {0}, {1} … by the names at the table, where the sentence still has them. */
export function fillNames(sentence: string, seatNames: string[]): string {
    return sentence.replace(/\{(\d+)\}/g, (whole, seat: string) => seatNames[Number(seat)] ?? whole);
}

export type Token = string | Card;

/** A sentence with the cards in it told apart. */
export function tokens(game: string, sentence: string): Token[] {
    const codes = loreOf(game)?.inSentences;
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
