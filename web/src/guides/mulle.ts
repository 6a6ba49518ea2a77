// What the coach says of a deal of Mulle.

import { text } from "../lang";
import { type MulleView, type Play, readMove, tableValue } from "../tables/mulle/view";
import { buildWords } from "../tables/mulle/words";
import type { Coach, MoveNamer } from "./guide";

export const coachMulle: Coach = (step, before) => {
    const t = text.guide.mulle;
    if (step.made === undefined) return before ? "" : t.deal;
    const hello = before ? "" : `${t.deal} `;
    const kind = step.made.split(" ")[0]!;
    return hello + (t.moves[kind] ?? t.moves.discard!);
};

function buttonOf(play: Play, { table }: MulleView): string {
    const t = text.mulle.moves;
    if (play.kind === "build") return buildWords(play.value, table[play.pile]!);
    return play.kind === "trotta" ? t.trotta(tableValue(play.card)) : t[play.kind];
}

/** The card, and then the button. */
export const nameMulle: MoveNamer = (step, move) => {
    const view = step.view as unknown as MulleView;
    const play = readMove(move, view.table);
    return play ? text.guide.mulle.press(play.card, buttonOf(play, view)) : undefined;
};
