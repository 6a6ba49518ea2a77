// What happened to the viewer and is easily missed: a hidden card that could not be played, a turn that was skipped, a hand that was dealt anew.

import { text } from "../../lang";
import { words } from "./words";
import { type BrunoView, isFunction, rankOf } from "./view";

const SEATS = 4;

/** A hidden card was turned up and went to the hand, with the pile. */
function turned(before: BrunoView, after: BrunoView, seat: number, strict: boolean): string | null {
    const t = words.table.turned;
    if (after.hidden[seat]!.length >= before.hidden[seat]!.length || after.pile.length > 0) return null;
    const card = after.hands[seat]!.find((one) => !before.pile.includes(one));
    if (card === undefined || after.removed_tens > before.removed_tens) return null;
    const beat = before.to_beat;
    const isRefused = strict && beat === "9" && (rankOf(card) === "9" || rankOf(card) === "10");
    if (isFunction(rankOf(card)) && !isRefused) return t.last(card);
    if (beat === "9") return t.notBelow9(card);
    return t.low(card, text.cards.french[beat ?? ""] ?? beat ?? "");
}

/** The player before the viewer played a 3. */
function skipped(before: BrunoView, after: BrunoView, seat: number, names: string[]): string | null {
    const [last, next] = [(seat + SEATS - 1) % SEATS, (seat + 1) % SEATS];
    const isThree = after.pile.some((card) => rankOf(card) === "3" && !before.pile.includes(card));
    return isThree && before.current === last && after.current === next ? words.table.skipped(names[last] ?? "") : null;
}

/** Another player's 10 took the viewer's hand, and gave another. */
function redealt(before: BrunoView, after: BrunoView, seat: number, names: string[]): string | null {
    if (after.removed_tens === before.removed_tens) return null;
    return words.table.redealt(names[before.current] ?? "", before.hands[seat]!.length, after.hands[seat]!.length);
}

/** Why the viewer must pick up the pile. */
export function pickUpReason(view: BrunoView, seat: number): string {
    const t = words.table.pickUp;
    const [hand, shown] = [view.hands[seat]!, view.shown[seat]!];
    if (hand.length === 1 && shown.length + view.hidden[seat]!.length === 0 && isFunction(rankOf(hand[0]!)))
        return t.last;
    if (view.to_beat === "9") return t.nine;
    const beat = text.cards.french[view.to_beat ?? ""] ?? view.to_beat ?? "";
    return hand.length > 0 ? t.hand(beat) : t.shown(beat);
}

/** What a move is remembered by until the viewer's next one; null where it is nothing to speak of. */
export function noteOf(
    before: BrunoView,
    after: BrunoView,
    seat: number,
    names: string[],
    strict: boolean,
): string | null {
    if (after.over || after.plies !== before.plies + 1) return null;
    if (before.current === seat) return turned(before, after, seat, strict);
    return redealt(before, after, seat, names) ?? skipped(before, after, seat, names);
}
