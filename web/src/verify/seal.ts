// Seals of a deal (docs/record.md): the commitment of a seat to its random bytes, and the hash of the list of all of them.

import { blake2b } from "./blake2b";
import { ascii, fromHex, joined, le32, toHex, Wrong } from "./bytes";

/** What everybody committed to before a deal; names nobody. */
export interface SealedList {
    table: string;
    attempt: number;
    game: string;
    rules: string;
    options: { [name: string]: unknown };
    commitment: string;
    seals: (string | null)[];
    kinds: ("person" | "agent")[];
}

const encoder = new TextEncoder();

function sized(text: string): Uint8Array {
    const bytes = encoder.encode(text);
    return joined(le32(bytes.length), bytes);
}

export function sealOf(table: string, attempt: number, seat: number, bytes: Uint8Array): string {
    return toHex(blake2b(joined(ascii("tapete seal 1"), sized(table), Uint8Array.of(attempt, seat), bytes), 32));
}

/** The value of an option as it is hashed. */
function valueText(value: unknown): string {
    return Array.isArray(value) ? value.map(valueText).join(",") : String(value);
}

export function listMark(list: SealedList): Uint8Array {
    const names = Object.keys(list.options).sort();
    return blake2b(
        joined(
            ascii("tapete list 1"),
            sized(list.table),
            Uint8Array.of(list.attempt),
            sized(list.game),
            sized(list.rules),
            Uint8Array.of(names.length),
            ...names.flatMap((name) => [sized(name), sized(valueText(list.options[name]))]),
            fromHex(list.commitment),
            Uint8Array.of(list.kinds.length),
            ...list.kinds.flatMap((kind, seat) => {
                const seal = fromHex(list.seals[seat] ?? "");
                return [Uint8Array.of(kind === "person" ? 1 : 0, seal.length), seal];
            }),
        ),
        32,
    );
}

/** Every listed person, and nobody else, has contributed what they sealed. */
export function checkSeals(list: SealedList, contributions: (string | null)[]): void {
    contributions.forEach((given, seat) => {
        const seal = list.seals[seat] ?? null;
        if (seal !== null && list.kinds[seat] !== "person") throw new Wrong({ is: "NO_PERSON", seat });
        if (seal === null && given !== null) throw new Wrong({ is: "NOT_LISTED", seat });
        if (seal === null) return;
        const bytes = fromHex(given ?? "");
        if (bytes.length !== 32 || sealOf(list.table, list.attempt, seat, bytes) !== seal)
            throw new Wrong({ is: "SEAL", seat });
    });
}
