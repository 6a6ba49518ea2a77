// The cards of Kessel Sabacc: "1" to "6", "S" and "I" in each of two families. A code alone does not say which family it is of.

import type { Card } from "../../lib/cards";
import { type Family, FAMILIES } from "./view";
import { words } from "./words";

const CODE = /^[1-6SI]$/;
const isFamily = (key: string): key is Family => (FAMILIES as readonly string[]).includes(key);

export function readCard(code: string, family: string): Card | null {
    if (!isFamily(family) || !CODE.test(code)) return null;
    const { ranks, suits, of } = words.cards;
    return { rank: code, suit: family, spoken: of(ranks[code] ?? code, suits[family]) };
}

/** The picture of a card; null for what is none, and lies face down. */
export const faceOf = (code: string, family: Family): string | null => (CODE.test(code) ? `${family}-${code}` : null);

export const backOf = (family: Family): string => `${family}-back`;
