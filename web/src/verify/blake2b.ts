// BLAKE2b (RFC 7693), which browsers do not have. Words of 64 bits are two of 32, the lower one first, as they lie in memory.

const IV = new Uint32Array([
    0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
    0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);

/** Which words of a block each round takes. */
const SIGMA = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = 12;

/** The columns of the state, then its diagonals. */
const MIXED = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

const BLOCK = 128;
const MOST = 64;

/** words[a] += low and high. */
function add(words: Uint32Array, a: number, low: number, high: number): void {
    const sum = words[2 * a]! + (low >>> 0);
    words[2 * a] = sum;
    words[2 * a + 1] = words[2 * a + 1]! + high + (sum > 0xffffffff ? 1 : 0);
}

/** words[a] = words[a] xor words[b], turned to the right. */
function xorTurn(words: Uint32Array, a: number, b: number, by: number): void {
    const low = words[2 * a]! ^ words[2 * b]!;
    const high = words[2 * a + 1]! ^ words[2 * b + 1]!;
    if (by === 32) {
        words[2 * a] = high;
        words[2 * a + 1] = low;
    } else if (by === 63) {
        words[2 * a] = (low << 1) | (high >>> 31);
        words[2 * a + 1] = (high << 1) | (low >>> 31);
    } else {
        words[2 * a] = (low >>> by) | (high << (32 - by));
        words[2 * a + 1] = (high >>> by) | (low << (32 - by));
    }
}

function mix(v: Uint32Array, [a, b, c, d]: number[], m: Uint32Array, x: number, y: number): void {
    const sum = (to: number, from: number) => add(v, to, v[2 * from]!, v[2 * from + 1]!);
    sum(a!, b!);
    add(v, a!, m[2 * x]!, m[2 * x + 1]!);
    xorTurn(v, d!, a!, 32);
    sum(c!, d!);
    xorTurn(v, b!, c!, 24);
    sum(a!, b!);
    add(v, a!, m[2 * y]!, m[2 * y + 1]!);
    xorTurn(v, d!, a!, 16);
    sum(c!, d!);
    xorTurn(v, b!, c!, 63);
}

/** Take in one block; `counted` is how many bytes there were up to its end. */
function compress(h: Uint32Array, block: Uint8Array, counted: number, last: boolean): void {
    const v = new Uint32Array(32);
    v.set(h, 0);
    v.set(IV, 16);
    v[24] = v[24]! ^ counted;
    if (last) {
        v[28] = ~v[28]!;
        v[29] = ~v[29]!;
    }
    const view = new DataView(block.buffer, block.byteOffset, BLOCK);
    const m = Uint32Array.from({ length: 32 }, (_, i) => view.getUint32(4 * i, true));
    for (let round = 0; round < ROUNDS; round++) {
        const order = SIGMA[round % 10]!;
        MIXED.forEach((four, i) => mix(v, four, m, order[2 * i]!, order[2 * i + 1]!));
    }
    for (let i = 0; i < 16; i++) h[i] = h[i]! ^ v[i]! ^ v[i + 16]!;
}

export function blake2b(data: Uint8Array, size: number, key: Uint8Array = new Uint8Array()): Uint8Array {
    if (size < 1 || size > MOST || key.length > MOST) throw new RangeError("BLAKE2b gives and takes up to 64 bytes");
    const h = IV.slice();
    h[0] = h[0]! ^ 0x01010000 ^ (key.length << 8) ^ size;
    // The key is a block of its own, before everything else.
    const front = key.length > 0 ? BLOCK : 0;
    const all = new Uint8Array(Math.max(BLOCK, Math.ceil((front + data.length) / BLOCK) * BLOCK));
    all.set(key, 0);
    all.set(data, front);
    const total = front + data.length;
    for (let at = 0; at < all.length; at += BLOCK) {
        const last = at + BLOCK >= all.length;
        compress(h, all.subarray(at, at + BLOCK), last ? total : at + BLOCK, last);
    }
    const out = new DataView(new ArrayBuffer(MOST));
    h.forEach((word, i) => out.setUint32(4 * i, word, true));
    return new Uint8Array(out.buffer, 0, size);
}
