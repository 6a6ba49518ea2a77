// What the hands of a resolution were worth, and what they cost: docs/rules/exact/sabacc.md, section 5. Only to explain what the server has
// already decided.

import { FAMILIES, type Revealed, type SabaccView } from "./view";

export interface RankedHand {
    seat: number;
    hand: Revealed;
    /** What each card counted as. */
    values: { sand: number; blood: number };
    kind: "pure" | "prime" | "sabacc" | "difference";
    /** Of a Sabacc, its value; else the difference. */
    number: number;
    key: number;
    first: boolean;
    pot: number;
    /** Chips lost from the reserve. */
    penalty: number;
    out: boolean;
    /** Chips in the reserve afterwards. */
    left: number;
    /** Another hand has the same difference: their sums decide. */
    even: boolean;
}

/** How a round ended, the best hand first. */
export interface Ended {
    round: number;
    hands: RankedHand[];
}

type Effects = Pick<SabaccView, "devaluation" | "major_fraud" | "cook_the_books" | "prime">;

const PURE = { sand: 0, blood: 0 };

function valuesOf(hand: Revealed, effects: Effects): { sand: number; blood: number } {
    if (hand.sand === "S" && hand.blood === "S") return PURE;
    const values = { sand: 0, blood: 0 };
    for (const family of FAMILIES) {
        if (hand[family] === "I") values[family] = effects.major_fraud ? 6 : (hand.impostors[family] ?? 0);
        else if (hand[family] !== "S") values[family] = Number(hand[family]);
    }
    if (!effects.devaluation) {
        if (hand.sand === "S") values.sand = values.blood;
        if (hand.blood === "S") values.blood = values.sand;
    }
    return values;
}

export function rankHand(hand: Revealed, effects: Effects): Pick<RankedHand, "values" | "kind" | "number" | "key"> {
    const values = valuesOf(hand, effects);
    const difference = Math.abs(values.sand - values.blood);
    if (hand.sand === "S" && hand.blood === "S") return { values, kind: "pure", number: 0, key: 0 };
    if (difference > 0)
        return { values, kind: "difference", number: difference, key: 100 * difference + values.sand + values.blood };
    if (values.sand === effects.prime) return { values, kind: "prime", number: values.sand, key: 1 };
    return {
        values,
        kind: "sabacc",
        number: values.sand,
        key: 2 * (effects.cook_the_books ? 7 - values.sand : values.sand),
    };
}

/** The resolution between two views, best hand first; null if there was none. */
export function resolution(before: SabaccView, after: SabaccView): RankedHand[] | null {
    if (after.round === before.round && !(after.over && !before.over)) return null;
    const hands = after.revealed.flatMap((hand, seat) => {
        if (!hand) return [];
        const rank = rankHand(hand, before);
        const first = after.firsts.includes(seat);
        // A Free Draw or a kept card at the very end costs nothing more, so the pots are those of before.
        const pot = before.pot[seat]!;
        const penalty = first ? 0 : before.reserve[seat]! - after.reserve[seat]!;
        const left = after.reserve[seat]!;
        return [{ seat, hand, ...rank, first, pot, penalty, out: !after.in_play.includes(seat), left }];
    });
    if (hands.length === 0) return null;
    const isEven = ({ seat, kind, number }: (typeof hands)[number]) =>
        kind === "difference" &&
        hands.some((other) => other.seat !== seat && other.kind === kind && other.number === number);
    return hands.map((one) => ({ ...one, even: isEven(one) })).sort((a, b) => a.key - b.key);
}

/** A round has ended between the two. */
export const roundEnds = (before: SabaccView, after: SabaccView): boolean => resolution(before, after) !== null;
