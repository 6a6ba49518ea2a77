// What can be wrong with a record, and bytes as they are hashed.

/** What is wrong with a record. The words of outcomes are those of the record: "sand 6". */
export type Fault =
    | { is: "KEY" }
    | { is: "TWO_KEYS" }
    | { is: "SEED" }
    /** A seal for a seat without a person; bytes of a person who is not listed; bytes that are not the sealed ones. */
    | { is: "NO_PERSON"; seat: number }
    | { is: "NOT_LISTED"; seat: number }
    | { is: "SEAL"; seat: number }
    | { is: "OUTCOME"; found: string; dealt: string }
    | { is: "MISSING"; kind: string }
    | { is: "EXTRA"; found: string }
    | { is: "EXHAUSTED"; kind: string }
    | { is: "UNEVEN" }
    | { is: "NOT_HELD"; seat: number; rank: string }
    | { is: "SCRIPTED"; count: number };

/** The record was not dealt by its key. */
export class Wrong extends Error {
    constructor(readonly fault: Fault) {
        super(fault.is);
    }
}

export const ascii = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

export function joined(...parts: Uint8Array[]): Uint8Array {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** A number of 32 bits, the least significant byte first. */
export function le32(number: number): Uint8Array {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, number, true);
    return bytes;
}

export function le64(number: bigint): Uint8Array {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, number, true);
    return bytes;
}

export function fromHex(hex: string): Uint8Array {
    if (!/^([0-9a-f]{2})*$/.test(hex)) throw new TypeError("hex digits are damaged");
    return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export const toHex = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
