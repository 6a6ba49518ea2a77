// Turns PNG screenshots into an animated GIF, without any dependency: one palette for all frames (median cut), and of each frame
// only what has changed since the frame before. `node` has zlib; the rest is here because no tool for it has to be installed.
import { inflateSync } from "node:zlib";

/** The pixels of a PNG as a browser writes it: eight bits, RGB or RGBA, not interlaced. Returns {width, height, rgb}. */
export function readPng(bytes) {
    let width, height, channels;
    const parts = [];
    for (let at = 8; at < bytes.length;) {
        const size = bytes.readUInt32BE(at);
        const kind = bytes.toString("latin1", at + 4, at + 8);
        const data = bytes.subarray(at + 8, at + 8 + size);
        if (kind === "IHDR") {
            width = data.readUInt32BE(0);
            height = data.readUInt32BE(4);
            channels = { 2: 3, 6: 4 }[data[9]];
            if (data[8] !== 8 || channels === undefined || data[12] !== 0)
                throw new Error("only eight-bit RGB or RGBA without interlacing is read");
        } else if (kind === "IDAT") parts.push(data);
        at += 12 + size;
    }
    const raw = inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const lines = Buffer.alloc(height * stride);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; x++) {
            const left = x >= channels ? lines[y * stride + x - channels] : 0;
            const up = y > 0 ? lines[(y - 1) * stride + x] : 0;
            const corner = x >= channels && y > 0 ? lines[(y - 1) * stride + x - channels] : 0;
            const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
            lines[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
        }
    }
    const rgb = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) for (let c = 0; c < 3; c++) rgb[3 * i + c] = lines[channels * i + c];
    return { width, height, rgb };
}

function paeth(left, up, corner) {
    const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

const key = (rgb, i) => ((rgb[3 * i] >> 2) << 12) | ((rgb[3 * i + 1] >> 2) << 6) | (rgb[3 * i + 2] >> 2);
const channel = (colour, c) => ((colour >> (12 - 6 * c)) & 63) << 2;

/** At most `most` colours that stand for those of all frames: median cut, weighted by how often each occurs. */
function palette(frames, most) {
    const counts = new Map();
    for (const { rgb } of frames)
        for (let i = 0; i < rgb.length / 3; i++) counts.set(key(rgb, i), (counts.get(key(rgb, i)) ?? 0) + 1);
    const range = (box) => {
        const widths = [0, 1, 2].map((c) => {
            let low = 255,
                high = 0;
            for (const [colour] of box) {
                low = Math.min(low, channel(colour, c));
                high = Math.max(high, channel(colour, c));
            }
            return high - low;
        });
        const c = widths.indexOf(Math.max(...widths));
        return { c, width: widths[c], weight: box.reduce((sum, [, n]) => sum + n, 0) };
    };
    const boxes = [[...counts]].map((box) => ({ box, ...range(box) }));
    while (boxes.length < most) {
        const worth = (one) => one.width * Math.cbrt(one.weight);
        const at = boxes.reduce((best, one, i) => (worth(one) > worth(boxes[best]) ? i : best), 0);
        const { box, c, weight } = boxes[at];
        if (box.length < 2) break;
        box.sort((a, b) => channel(a[0], c) - channel(b[0], c));
        let half = 0,
            cut = 0;
        while (cut < box.length - 1 && half < weight / 2) half += box[cut++][1];
        const halves = [box.slice(0, Math.max(1, cut)), box.slice(Math.max(1, cut))];
        boxes.splice(at, 1, ...halves.map((part) => ({ box: part, ...range(part) })));
    }
    const indexes = new Map();
    const colours = boxes.map(({ box, weight }, index) => {
        for (const [colour] of box) indexes.set(colour, index);
        return [0, 1, 2].map((c) =>
            Math.round(box.reduce((sum, [colour, n]) => sum + channel(colour, c) * n, 0) / weight),
        );
    });
    return { colours, indexes };
}

/** LZW as GIF wants it: codes of a growing number of bits, in blocks of at most 255 bytes. */
function lzw(pixels, bits) {
    const clear = 1 << bits;
    const out = [];
    let held = 0,
        room = 0,
        size,
        next,
        table;
    const put = (code) => {
        held |= code << room;
        room += size;
        for (; room >= 8; room -= 8, held >>= 8) out.push(held & 255);
    };
    const reset = () => {
        put(clear);
        table = new Map();
        next = clear + 2;
        size = bits + 1;
    };
    size = bits + 1;
    reset();
    let prefix = pixels[0];
    for (let i = 1; i < pixels.length; i++) {
        const known = table.get((prefix << 8) | pixels[i]);
        if (known !== undefined) {
            prefix = known;
            continue;
        }
        put(prefix);
        table.set((prefix << 8) | pixels[i], next++);
        if (next - 1 === 1 << size && size < 12) size++;
        if (next === 4096) reset();
        prefix = pixels[i];
    }
    put(prefix);
    put(clear + 1);
    if (room > 0) out.push(held & 255);
    const blocks = [bits];
    for (let at = 0; at < out.length; at += 255)
        blocks.push(Math.min(255, out.length - at), ...out.slice(at, at + 255));
    return [...blocks, 0];
}

const word = (n) => [n & 255, n >> 8];

/** A GIF that repeats for ever. `shots` are {png, ms}: a screenshot, and how long it stays. */
export function gif(shots, bits = 7) {
    const frames = shots.map(({ png, ms }) => ({ ...readPng(png), ms }));
    const { width, height } = frames[0];
    const nothing = (1 << bits) - 1; // the transparent colour: as before
    const { colours, indexes } = palette(frames, nothing);
    const out = [...Buffer.from("GIF89a"), ...word(width), ...word(height), 0x80 | (bits - 1), 0, 0];
    for (let i = 0; i <= nothing; i++) out.push(...(colours[i] ?? [0, 0, 0]));
    out.push(0x21, 0xff, 11, ...Buffer.from("NETSCAPE2.0"), 3, 1, 0, 0, 0);
    let before = null;
    for (const { rgb, ms } of frames) {
        const now = new Uint8Array(width * height);
        let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
        for (let i = 0; i < now.length; i++) {
            now[i] = indexes.get(key(rgb, i));
            if (before !== null && now[i] !== before[i]) {
                const [x, y] = [i % width, Math.floor(i / width)];
                [left, right, top, bottom] = [
                    Math.min(left, x),
                    Math.max(right, x),
                    Math.min(top, y),
                    Math.max(bottom, y),
                ];
            }
        }
        if (right < left) [left, top, right, bottom] = [0, 0, 0, 0]; // nothing has changed: one pixel, and the time
        const pixels = [];
        for (let y = top; y <= bottom; y++)
            for (let x = left; x <= right; x++) {
                const i = y * width + x;
                pixels.push(before !== null && now[i] === before[i] ? nothing : now[i]);
            }
        out.push(0x21, 0xf9, 4, before ? 5 : 4, ...word(Math.round(ms / 10)), nothing, 0);
        out.push(0x2c, ...word(left), ...word(top), ...word(right - left + 1), ...word(bottom - top + 1), 0);
        for (const byte of lzw(pixels, bits)) out.push(byte);
        before = now;
    }
    out.push(0x3b);
    return Buffer.from(out);
}
