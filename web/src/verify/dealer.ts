// What all games have in common: the dealer of docs/record.md, which deals outcomes again from the key and compares.

import { blake2b } from "./blake2b";
import { ascii, fromHex, joined, le32, le64, Wrong } from "./bytes";
import { listMark, type SealedList } from "./seal";

export { type Fault, fromHex, Wrong } from "./bytes";

/** How many there are of each card, in the order of the outcomes. */
export type Pile = Map<string, number>;

export const keyFromSeed = (seed: bigint) => blake2b(joined(ascii("tapete seed 1"), le64(seed)), 32);

export const commitmentOf = (key: Uint8Array) => blake2b(joined(ascii("tapete commitment 1"), key), 32);

function dealKey(key: Uint8Array, contributions: (string | null)[], list: SealedList | null): Uint8Array {
    const given = contributions.map((hex) => fromHex(hex ?? ""));
    const head = list ? joined(ascii("tapete deal 2"), listMark(list)) : ascii("tapete deal 1");
    return blake2b(
        joined(head, ...given.flatMap((bytes, seat) => [Uint8Array.of(seat, bytes.length), bytes])),
        32,
        key,
    );
}

function dealNumber(secret: Uint8Array, kind: string, shuffle: number, index: number): bigint {
    const hash = blake2b(joined(ascii(kind), Uint8Array.of(0), le32(shuffle), le32(index)), 16, secret);
    return new DataView(hash.buffer, hash.byteOffset, 8).getBigUint64(0, true);
}

/** The first outcome whose running total of weights exceeds (number x total) / 2^64. */
function outcomeOf(number: bigint, weights: Pile, kind: string): string {
    let total = 0;
    for (const weight of weights.values()) total += weight;
    let rest = Number((number * BigInt(total)) >> 64n);
    for (const [outcome, weight] of weights) {
        if (rest < weight) return outcome;
        rest -= weight;
    }
    throw new Wrong({ is: "EXHAUSTED", kind });
}

interface Counter {
    shuffle: number;
    index: number;
}

/** What an undo goes back to. */
export interface DealerState {
    counters: Map<string, Counter>;
    script: Map<string, string[]>;
}

export class Dealer {
    /** What the record has and the rules did not draw yet. */
    told: string[] = [];
    checked = 0;
    scripted = 0;
    private readonly secret: Uint8Array;
    private counters = new Map<string, Counter>();
    /** By kind: the outcomes of the script that were not drawn yet. */
    private script = new Map<string, string[]>();

    constructor(key: Uint8Array, contributions: (string | null)[], list: SealedList | null, script: string[]) {
        this.secret = dealKey(key, contributions, list);
        for (const outcome of script) {
            const [kind = "", word = ""] = split(outcome);
            this.script.set(kind, [...(this.script.get(kind) ?? []), word]);
        }
    }

    save(): DealerState {
        return structuredClone({ counters: this.counters, script: this.script });
    }

    goBack(to: DealerState): void {
        ({ counters: this.counters, script: this.script } = structuredClone(to));
    }

    /** The kind of the next outcome of this line; undefined after the last. */
    nextKind(): string | undefined {
        return this.told[0] === undefined ? undefined : split(this.told[0])[0];
    }

    shuffle(kind: string): void {
        this.counters.set(kind, { shuffle: (this.counters.get(kind)?.shuffle ?? 0) + 1, index: 0 });
    }

    /** One outcome. `weights` has them in their order. */
    draw(kind: string, weights: Pile): string {
        const found = this.told[0];
        if (found === undefined) throw new Wrong({ is: "MISSING", kind });
        const { shuffle, index } = this.counters.get(kind) ?? { shuffle: 0, index: 0 };
        const word = this.script.get(kind)?.shift();
        let outcome: string;
        if (word !== undefined) {
            outcome = tighten(word, weights);
            this.scripted++;
        } else {
            outcome = outcomeOf(dealNumber(this.secret, kind, shuffle, index), weights, kind);
            this.checked++;
        }
        if (found !== `${kind} ${outcome}`) throw new Wrong({ is: "OUTCOME", found, dealt: `${kind} ${outcome}` });
        if ((weights.get(outcome) ?? 0) === 0) throw new Wrong({ is: "EXHAUSTED", kind });
        this.told.shift();
        this.counters.set(kind, { shuffle, index: index + 1 });
        return outcome;
    }

    /** One card out of a pile, which it leaves. */
    take(kind: string, pile: Pile): string {
        const card = this.draw(kind, pile);
        pile.set(card, pile.get(card)! - 1);
        return card;
    }
}

function split(outcome: string): [string, string] {
    const gap = outcome.indexOf(" ");
    return gap < 0 ? [outcome, ""] : [outcome.slice(0, gap), outcome.slice(gap + 1)];
}

/** What a scripted word stands for: a rank without a suit is the first such card that is possible. */
function tighten(word: string, weights: Pile): string {
    for (const [outcome, weight] of weights) if (outcome.slice(0, -1) === word && weight > 0) return outcome;
    return word;
}

// ---- for the games ----

export const uniform = (outcomes: Iterable<string | number>): Pile =>
    new Map([...outcomes].map((outcome) => [String(outcome), 1]));

export const inOrder = (deck: string[], cards: ReadonlySet<string>): string[] => deck.filter((card) => cards.has(card));

export const numbers = (count: number, first = 0): number[] => Array.from({ length: count }, (_, i) => first + i);
