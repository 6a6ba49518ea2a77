// The part of the page in a deal, and what it keeps of it: against the example of docs/record.md, and against servers that cheat.
import assert from "node:assert/strict";
import { test } from "node:test";
import described from "../../../docs/record.md";
import { verdict } from "../../src/after/dealcheck";
import { Dealing } from "../../src/lib/dealing";
import { toHex } from "../../src/lib/format";
import { keepList, keepOwn, ownBytes, readWitness, testimony } from "../../src/lib/witness";
import { fromHex } from "../../src/verify/bytes";
import { checkDeal } from "../../src/game/check";
import "./games.mjs";
import { listMark, sealOf } from "../../src/verify/seal";

const example = [...described.matchAll(/```jsonl\n([^]*?)```/g)]
    .map((found) => found[1])
    .find((text) => text.includes('"sealed"'));
const header = JSON.parse(example.slice(0, example.indexOf("\n")));
const { game, rules, options, commitment } = header;
const list = { ...header.sealed, game, rules, options, commitment };
const inTable = (name) => new RegExp(`\\| ${name} \\| \`([0-9a-f]{64})\``).exec(described)[1];

class Shelf {
    kept = new Map();
    getItem(name) {
        return this.kept.get(name) ?? null;
    }
    setItem(name, value) {
        this.kept.set(name, value);
    }
    removeItem(name) {
        this.kept.delete(name);
    }
}

test("seals and the hash of the list are those of the description", () => {
    header.contributions.forEach((given, seat) => {
        if (given !== null) assert.equal(sealOf(list.table, list.attempt, seat, fromHex(given)), list.seals[seat]);
    });
    assert.equal(toHex(listMark(list)), inTable("hash of the list"));
    assert.equal(
        toHex(listMark({ ...list, options: Object.fromEntries(Object.entries(options).reverse()) })),
        inTable("hash of the list"),
    );
});

test("the described record with a list is right, and witnessed only by who kept the list with the own seal in it", async () => {
    const checked = await checkDeal(example);
    assert.equal(checked.is, "right");
    assert.deepEqual(checked.sealed, list);
    const shelf = new Shelf();
    keepOwn(list.table, 0, { attempt: list.attempt, seal: list.seals[0], bytes: header.contributions[0] }, shelf);
    assert.deepEqual(
        testimony(readWitness(list.table, shelf), checked.sealed),
        { is: "none" },
        "the list was not kept",
    );
    assert.equal(keepList(list, 0, shelf), true);
    const witness = readWitness(list.table, shelf);
    assert.deepEqual(testimony(witness, checked.sealed), { is: "agrees" });
    const said = verdict(checked, { remembered: null, witness, names: ["Ana", "Bo"] });
    assert.equal(said.is, "right");
    assert.match(said.sentence, /^Verified and witnessed: /);
    assert.ok(list.attempt === 1 || said.more.some((line) => /void/.test(line)), said.more);
    assert.deepEqual(testimony({ ...witness, own: [] }, checked.sealed), { is: "unlisted" });
    for (const name of ["game", "rules", "commitment"])
        assert.deepEqual(testimony(witness, { ...list, [name]: "other" }), { is: "differs", what: name });
    assert.deepEqual(testimony(witness, { ...list, seals: [list.seals[1], list.seals[0]] }), {
        is: "differs",
        what: "seals",
    });
    assert.deepEqual(testimony(witness, null), { is: "differs", what: "sealed" });
    assert.deepEqual(testimony(witness, { ...list, attempt: 2 }), { is: "none" });
    const later = { ...witness, lists: [...witness.lists, { ...list, attempt: 2 }] };
    assert.deepEqual(testimony(later, list), { is: "differs", what: "attempt" }, "a void attempt is dealt after all");
    const other = verdict({ ...checked, sealed: null }, { remembered: null, witness, names: ["Ana", "Bo"] });
    assert.deepEqual([other.is, /^Not verified: /.test(other.sentence)], ["wrong", true]);
});

test("a record whose bytes do not open its seals is wrong", async () => {
    const changed = async (change) => {
        const lines = example
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line));
        change(lines[0]);
        const found = await checkDeal(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        return found.is === "wrong" ? found.fault.is : found.is === "unreadable" ? found.why : "right";
    };
    const seat = list.seals.findIndex((seal) => seal !== null);
    assert.equal(await changed((h) => (h.contributions[seat] = "00".repeat(32))), "SEAL");
    assert.equal(await changed((h) => (h.contributions[seat] = null)), "SEAL");
    assert.equal(await changed((h) => (h.sealed.seals[seat] = null)), "NOT_LISTED");
    assert.equal(await changed((h) => (h.sealed.kinds[seat] = "agent")), "NO_PERSON");
    assert.equal(await changed((h) => (h.sealed.table += "x")), "SEAL");
    assert.equal(await changed((h) => (h.sealed.attempt = 4)), "DAMAGED");
    assert.equal(await changed((h) => h.sealed.kinds.pop()), "DAMAGED");
    assert.equal(await changed((h) => delete h.sealed), "OUTCOME");
});

// ---- taking part ----

/** A page at a table, in seat 0, and what it sends. */
function page(shelf = new Shelf()) {
    const sent = [];
    let lost = false;
    const dealing = new Dealing(
        "t1",
        async (what, fields) => {
            sent.push([what, fields]);
            if (lost) throw { reason: "LOST" };
        },
        shelf,
    );
    const hear = (deal, sealed) =>
        dealing.hear(
            { you: 0, ...(sealed ? { sealed } : {}) },
            { phase: "commit", deal: { attempt: 1, sealed: [], revealed: [], ...deal } },
        );
    return { sent, shelf, hear, lose: (on) => (lost = on) };
}
const listWith = (seal, more = {}) => ({ ...list, table: "t1", attempt: 1, seals: [seal, null], ...more });

test("a page seals once, keeps the list, and only then reveals", async () => {
    const { sent, shelf, hear } = page();
    await hear({ step: "seal" });
    await hear({ step: "seal" });
    assert.equal(sent.length, 1);
    const [what, { attempt, seal }] = sent[0];
    assert.deepEqual([what, attempt], ["seal", 1]);
    const { bytes } = readWitness("t1", shelf).own[0];
    assert.equal(sealOf("t1", 1, 0, fromHex(bytes)), seal);
    assert.equal(await hear({ step: "reveal" }), null, "nothing is revealed without the list");
    assert.equal(
        await hear({ step: "reveal" }, listWith(seal, { attempt: 2 })),
        null,
        "nor with that of another attempt",
    );
    assert.equal(
        await hear({ step: "reveal" }, listWith(seal, { table: "t2" })),
        null,
        "nor with that of another table",
    );
    assert.equal(sent.length, 1);
    await hear({ step: "reveal" }, listWith(seal));
    await hear({ step: "reveal" }, listWith(seal));
    assert.deepEqual(sent.slice(1), [["reveal", { table: "t1", attempt: 1, bytes }]]);
    assert.deepEqual(readWitness("t1", shelf).lists, [listWith(seal)]);
    assert.equal(ownBytes(listWith(seal), 0, shelf), bytes);
});

test("after a reload a page opens what it sealed before, and asks for nothing twice", async () => {
    const before = page();
    await before.hear({ step: "seal" });
    const { seal } = before.sent[0][1];
    const { sent, hear } = page(before.shelf);
    await hear({ step: "seal", sealed: [0] });
    assert.equal(sent.length, 0);
    await hear({ step: "reveal" }, listWith(seal));
    assert.equal(sent[0][0], "reveal");
    const third = page(before.shelf);
    await third.hear({ step: "reveal", revealed: [0] }, listWith(seal));
    assert.equal(third.sent.length, 0);
});

test("a list without the own seal, or a second list for the same attempt, gets nothing", async () => {
    const { sent, hear, shelf } = page();
    await hear({ step: "seal" });
    const { seal } = sent[0][1];
    assert.equal(await hear({ step: "reveal" }, listWith("00".repeat(32))), "unlisted");
    assert.equal(await hear({ step: "reveal" }, listWith(seal)), "changed", "the first list stays");
    assert.equal(sent.length, 1);
    assert.deepEqual(readWitness("t1", shelf).lists, [listWith("00".repeat(32))]);
    // Also after a reload.
    assert.equal(await page(shelf).hear({ step: "reveal" }, listWith(seal)), "changed");
});

test("what was lost on the way is sent again, and a new attempt has new bytes", async () => {
    const { sent, hear, lose } = page();
    lose(true);
    await hear({ step: "seal" });
    lose(false);
    await hear({ step: "seal" });
    assert.equal(sent.length, 2);
    await hear({ step: "seal", attempt: 2 });
    assert.deepEqual([sent.length, sent[2][1].attempt], [3, 2]);
    for (const attempt of [0, 4, 1.5, "3"]) await hear({ step: "seal", attempt });
    assert.equal(sent.length, 3, "there are three attempts");
    assert.notEqual(sent[2][1].seal, sent[1][1].seal);
});

test("a browser that keeps nothing takes part all the same; old tables are forgotten", async () => {
    const full = new Shelf();
    full.setItem = () => {
        throw new Error("full");
    };
    const { sent, hear } = page(full);
    await hear({ step: "seal" });
    await hear({ step: "reveal" }, listWith(sent[0][1].seal));
    assert.deepEqual(
        sent.map(([what]) => what),
        ["seal", "reveal"],
    );
    const shelf = new Shelf();
    for (let i = 0; i < 205; i++) keepOwn(`x${i}`, 0, { attempt: 1, seal: "", bytes: "" }, shelf);
    assert.equal(readWitness("x4", shelf), null);
    assert.ok(readWitness("x5", shelf));
    for (const text of ["{", "7", '{"tapete": "witness"}', "null"]) {
        shelf.setItem("tapete witness t9", text);
        assert.equal(readWitness("t9", shelf), null);
    }
});
