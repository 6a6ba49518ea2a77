// Where a symbol of a drawn file is to be found. The files are made by web/art/draw.mjs and lie in public/art: "table" for what lies about a table,
// and one for each deck.

import { beside } from "../base/place";

/** What many games lay beside a seat or a pile; a game may have others of its own. */
export const MARKERS = ["dealer", "turn", "lock", "unlocked", "eye", "crown"] as const;

export const place = (sprite: string, symbol: string): string => `${beside(`art/${sprite}.svg`)}#${symbol}`;
