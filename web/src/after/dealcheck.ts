// What to say of a deal that was checked, in one sentence.

import type { Remembered } from "./remembered";
import { text } from "../lang";
import { isCode, readCard, words } from "../lib/vocabulary";
import type { Fault } from "../verify/dealer";
import type { Checked, Place } from "../verify/record";

/** What the page itself knows of the game. */
export interface Witness {
    remembered: Remembered | null;
    /** One's own seat, and the random bytes that were sent for it and taken. */
    you: number | null;
    bytes: string | null;
    names: string[];
}

export interface Verdict {
    is: "right" | "unsure" | "wrong";
    sentence: string;
    /** What else there is to know. */
    more: string[];
}

/** An outcome of the record as people name it: "sand 6" is "Sand 6", "card Rb" "rey of bastos". */
export function outcomeName(game: string, outcome: string): string {
    const gap = outcome.indexOf(" ");
    const kind = gap < 0 ? outcome : outcome.slice(0, gap);
    const word = outcome.slice(kind.length + 1);
    return readCard(game, word, kind)?.spoken ?? `${words(kind)} ${isCode(word) ? words(word) : word}`.trim();
}

function placeName(place: Place | null): string {
    const t = text.after.check;
    return place === null || place.ply === 0 ? t.inDeal : t.afterMove(place.ply);
}

function faultSentence(game: string, fault: Fault, place: Place | null, names: string[]): string {
    const t = text.after.check.wrong;
    const where = placeName(place);
    switch (fault.is) {
        case "OUTCOME":
            return t.OUTCOME(where, outcomeName(game, fault.found), outcomeName(game, fault.dealt));
        case "EXTRA":
            return t.EXTRA(where, outcomeName(game, fault.found));
        case "MISSING":
            return t.MISSING(where, words(fault.kind));
        case "EXHAUSTED":
            return t.EXHAUSTED(where, words(fault.kind));
        case "NOT_HELD":
            return t.NOT_HELD(where, names[fault.seat] ?? String(fault.seat), fault.rank);
        case "SCRIPTED":
            return t.SCRIPTED(fault.count);
        case "UNEVEN":
            return t.UNEVEN(where);
        case "KEY":
            return t.KEY;
        case "TWO_KEYS":
            return t.TWO_KEYS;
        case "SEED":
            return t.SEED;
    }
}

export function verdict(checked: Checked, witness: Witness): Verdict {
    const t = text.after.check;
    if (checked.is === "unreadable") return { is: "wrong", sentence: t.unreadable[checked.why], more: [] };
    if (checked.is === "wrong") {
        const { game, fault, place } = checked;
        const more = place ? [t.line(place.line)] : [];
        return { is: "wrong", sentence: faultSentence(game, fault, place, witness.names), more };
    }
    const { remembered, you, bytes } = witness;
    if (remembered && remembered.commitment !== checked.commitment)
        return { is: "wrong", sentence: t.wrong.REMEMBERED, more: [] };
    const ownBytes = you !== null && bytes !== null;
    if (ownBytes && checked.contributions[you] !== bytes) return { is: "wrong", sentence: t.wrong.BYTES, more: [] };
    const more = [
        ...(ownBytes ? [t.ownBytes] : []),
        ...(checked.seeded ? [t.seeded] : []),
        ...(checked.fromPosition ? [t.fromPosition] : []),
    ];
    if (!remembered) return { is: "unsure", sentence: t.rightUnseen(checked.outcomes), more };
    return { is: "right", sentence: (remembered.early ? t.rightEarly : t.rightLate)(checked.outcomes), more };
}
