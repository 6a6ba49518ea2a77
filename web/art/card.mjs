// What all cards have in common: their shape, and that they look the same from both sides of the table.
import { group } from "./svg.mjs";

export const WIDTH = 100;
export const HEIGHT = 156;
export const CARD_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** The same, seen from the other side of the table. */
export const turned = (content) => group({ transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, content);
