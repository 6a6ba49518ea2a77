// The check of a deal: hashes against known values, and the example of docs/record.md.
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import { test } from "node:test";
import described from "../../../docs/record.md";
import { toHex } from "../../src/lib/format";
import { blake2b } from "../../src/verify/blake2b";
import { commitmentOf, keyFromSeed } from "../../src/verify/dealer";
import { checkDeal } from "../../src/game/check";
import "./games.mjs";

const counted = (length) => Uint8Array.from({ length }, (_, i) => i & 0xff);
const example = /```jsonl\n([^]*?)```/.exec(described)[1];
const inTable = (name) => new RegExp(`\\| ${name} \\| \`([0-9a-f]{64})\``).exec(described)[1];

test("BLAKE2b of any length is that of the system", () => {
    for (let length = 0; length < 520; length++) {
        const expected = createHash("blake2b512").update(counted(length)).digest("hex");
        assert.equal(toHex(blake2b(counted(length), 64)), expected);
    }
});

test("BLAKE2b with a key and of other sizes gives the known answers", () => {
    assert.equal(
        toHex(blake2b(counted(0), 64, counted(64))),
        "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786" +
            "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568",
    );
    assert.equal(toHex(blake2b(counted(129), 16, counted(32))), "aab5517a7ade99ce990a81aa3d3ea27d");
    assert.throws(() => blake2b(counted(1), 65), RangeError);
    assert.throws(() => blake2b(counted(1), 32, counted(65)), RangeError);
});

test("key and commitment are those of the description", () => {
    const key = keyFromSeed(7n);
    assert.equal(toHex(key), inTable("key of seed 7"));
    assert.equal(toHex(commitmentOf(key)), inTable("commitment"));
});

test("the described record is right, and says where it comes from", async () => {
    assert.deepEqual(await checkDeal(example), {
        is: "right",
        game: "sabacc",
        outcomes: 14,
        commitment: inTable("commitment"),
        contributions: ["616263", null],
        sealed: null,
        seeded: true,
        fromPosition: false,
    });
});

test("one other card is found with its place, and with the one that the key deals", async () => {
    assert.deepEqual(await checkDeal(example.replace('"die 6", "die 4"', '"die 6", "die 5"')), {
        is: "wrong",
        game: "sabacc",
        fault: { is: "OUTCOME", found: "die 5", dealt: "die 4" },
        place: { line: 16, ply: 14 },
    });
});

test("a seed that JavaScript cannot count to is read exactly", async () => {
    const seeded = (seed) => checkDeal(example.replace('"seed": 7', `"seed": ${seed}`));
    assert.equal((await seeded(8)).fault?.is, "SEED");
    assert.equal((await seeded("9223372036854775807")).fault?.is, "SEED");
    assert.equal((await seeded('"18446744073709551615"')).fault?.is, "SEED");
    assert.notEqual(toHex(keyFromSeed(9223372036854775807n)), toHex(keyFromSeed(9223372036854775806n)));
});
