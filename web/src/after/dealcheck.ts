// What to say of a deal that was checked, in one sentence.

import type { Remembered } from "../lib/remembered";
import { text } from "../lang";
import { codeWords, isCode, readCard } from "../lib/vocabulary";
import { testimony, type Witness } from "../lib/witness";
import type { Fault } from "../verify/dealer";
import type { Checked, Place } from "../verify/record";

/** What the page itself knows of the game. */
export interface Known {
    remembered: Remembered | null;
    /** What this browser kept before the deal. */
    witness: Witness | null;
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
    return (
        readCard(game, word, kind)?.spoken ??
        `${codeWords(game, kind)} ${isCode(word) ? codeWords(game, word) : word}`.trim()
    );
}

function placeName(place: Place | null): string {
    const t = text.after.check;
    return place === null || place.ply === 0 ? t.inDeal : t.afterMove(place.ply);
}

function faultSentence(game: string, fault: Fault, place: Place | null, names: string[]): string {
    const t = text.after.check.wrong;
    const where = placeName(place);
    const nameOf = (seat: number) => names[seat] ?? String(seat);
    switch (fault.is) {
        case "OUTCOME":
            return t.OUTCOME(where, outcomeName(game, fault.found), outcomeName(game, fault.dealt));
        case "EXTRA":
            return t.EXTRA(where, outcomeName(game, fault.found));
        case "MISSING":
            return t.MISSING(where, codeWords(game, fault.kind));
        case "EXHAUSTED":
            return t.EXHAUSTED(where, codeWords(game, fault.kind));
        case "NOT_HELD":
            return t.NOT_HELD(where, nameOf(fault.seat), fault.rank);
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
        case "NO_PERSON":
            return t.NO_PERSON(nameOf(fault.seat));
        case "NOT_LISTED":
            return t.NOT_LISTED(nameOf(fault.seat));
        case "SEAL":
            return t.SEAL(nameOf(fault.seat));
    }
}

export function verdict(checked: Checked, known: Known): Verdict {
    const t = text.after.check;
    if (checked.is === "unreadable") return { is: "wrong", sentence: t.unreadable[checked.why], more: [] };
    if (checked.is === "wrong") {
        const { game, fault, place } = checked;
        const more = place ? [t.line(place.line)] : [];
        return { is: "wrong", sentence: faultSentence(game, fault, place, known.names), more };
    }
    const { remembered, witness } = known;
    const { sealed, outcomes } = checked;
    const said = testimony(witness, sealed);
    if (said.is === "differs") return { is: "wrong", sentence: t.wrong.LIST(said.what), more: [] };
    if (remembered && remembered.commitment !== checked.commitment)
        return { is: "wrong", sentence: t.wrong.REMEMBERED, more: [] };
    const witnessed = said.is === "agrees";
    const more = [
        ...(said.is === "unlisted" ? [t.unlisted] : []),
        ...(!witnessed && remembered ? [remembered.early ? t.seenEarly : t.seenLate] : []),
        ...(sealed && sealed.attempt > 1 ? [t.voids(sealed.attempt - 1)] : []),
        ...(checked.seeded ? [t.seeded] : []),
        ...(checked.fromPosition ? [t.fromPosition] : []),
    ];
    if (witnessed) return { is: "right", sentence: t.witnessed(outcomes), more };
    return { is: "unsure", sentence: t.consistent(outcomes), more };
}
