// What the coach says of a deal of Mus.

import { text } from "../lang";
import { isLance, type MusView } from "../tables/mus/view";
import { moveWords } from "../tables/mus/words";
import type { Coach, MoveNamer } from "./guide";

export const coachMus: Coach = (step, before) => {
    const t = text.guide.mus;
    const view = step.view as unknown as MusView;
    const was = before?.view as unknown as MusView | undefined;
    if (was && view.mano !== was.mano) return t.count;
    const lance = isLance(view.phase) && (!was || was.phase !== view.phase) ? `${t.lances[view.phase]} ` : "";
    if (step.made === undefined) return before ? lance.trim() : t.deal;
    const hello = before ? "" : `${t.deal} `;
    if (view.phase === "MUS") return hello + (step.made === "mus" ? t.mus : t.noMus);
    if (view.phase === "DISCARD") return t.discard;
    if (step.made === "quiero") return lance + t.accept;
    if (step.made === "no quiero") return lance + t.refuse;
    if (step.made.startsWith("envido")) return lance + t.bet;
    return lance + t.pass;
};

export const nameMus: MoveNamer = (_, move) =>
    move.startsWith("discard") ? text.mus.discard(move.split(",").length) : moveWords(move);
