// Piles that fall apart into groups of one sum, as many as can be: docs/rules/exact/mulle.md, sections 5.3, 6 and 11.

/** Sums are made of so many piles at most, the first ones. */
const MOST_PILES = 24;

export interface Packed {
    /** Place on the table. */
    place: number;
    value: number;
    cards: number;
}

/** The places of the piles that make the target: all that have it, and of the smaller ones as many as can be in sums of it. Of equally
 *  many those with the most cards, then those that lie first. */
export function pack(piles: Packed[], target: number): number[] {
    const direct = piles.filter((pile) => pile.value === target).map((pile) => pile.place);
    const smaller = piles.filter((pile) => pile.value < target && pile.value > 0).slice(0, MOST_PILES);
    return [...direct, ...inSums(smaller, target)].sort((a, b) => a - b);
}

/** Piles alike in value and size, the first one first, with what using so many of them is worth. */
interface Kind {
    value: number;
    places: number[];
    worth: number[];
}

function kindsOf(piles: Packed[]): Kind[] {
    const kinds = new Map<string, Kind>();
    piles.forEach((pile, i) => {
        const key = `${pile.value}/${pile.cards}`;
        const kind = kinds.get(key) ?? { value: pile.value, places: [], worth: [0] };
        kinds.set(key, kind);
        // One number for three wishes, the greater one higher up: piles, then cards, then an early place.
        const worth = (64 + pile.cards) * 2 ** MOST_PILES + 2 ** (MOST_PILES - 1 - i);
        kind.places.push(pile.place);
        kind.worth.push(kind.worth.at(-1)! + worth);
    });
    // Large ones first: they leave the fewest ways to go on.
    return [...kinds.values()].sort((a, b) => b.value - a.value);
}

function inSums(piles: Packed[], target: number): number[] {
    const kinds = kindsOf(piles);
    const best = new Map<string, { worth: number; used: number[] }>();

    /** The best use of what is left of the kinds from this one on; none of the ones before is left to be used. */
    function use(left: number[], from: number): { worth: number; used: number[] } {
        const kind = kinds[from];
        if (!kind) return { worth: 0, used: [] };
        const key = left.slice(from).join();
        const known = best.get(key);
        if (known) return known;
        const taken = kind.places.length - left[from]!;
        const rest = use(left, from + 1);
        let found = { worth: kind.worth[taken]! + rest.worth, used: [taken, ...rest.used] };
        // One more of it, with others that are not larger.
        if (left[from]! > 0)
            for (const group of groupsWith(left, from)) {
                const next = left.map((count, i) => count - group[i]!);
                const after = use(next, from);
                if (after.worth > found.worth) found = after;
            }
        best.set(key, found);
        return found;
    }

    /** How many of each kind: one of this kind at least, and the sum is the target. */
    function groupsWith(left: number[], from: number): number[][] {
        const groups: number[][] = [];
        const group = kinds.map(() => 0);
        const extend = (kind: number, missing: number): void => {
            if (missing === 0) groups.push([...group]);
            else if (kind < kinds.length) {
                const { value } = kinds[kind]!;
                for (
                    let count = Math.min(left[kind]! - group[kind]!, Math.floor(missing / value));
                    count >= 0;
                    count--
                ) {
                    group[kind]! += count;
                    extend(kind + 1, missing - count * value);
                    group[kind]! -= count;
                }
            }
        };
        group[from] = 1;
        extend(from, target - kinds[from]!.value);
        return groups;
    }

    const { used } = use(
        kinds.map((kind) => kind.places.length),
        0,
    );
    return kinds.flatMap((kind, i) => kind.places.slice(0, used[i]));
}
