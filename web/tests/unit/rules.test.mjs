// The rules on the page: read from docs/rules, in every language, with the sections that tables ask for.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { inline, sections } from "../../rules.js";
import { sectionNow } from "../../src/lib/lore.ts";
import "./games.mjs";

const docs = join(process.cwd(), "../docs/rules");
const GAMES = ["bruno", "mulle", "mus", "sabacc"];
const read = (path) => sections(readFileSync(join(docs, path), "utf8"), path);

/** What a section is made of, however it is worded. */
const shape = ({ blocks }) =>
    blocks.map(({ kind, items, rows, head }) => [kind, items?.length, rows?.length, head?.length]);

test("every game has its rules in five languages, with the same sections made of the same parts", () => {
    for (const game of GAMES) {
        const english = read(`${game}.md`);
        assert.ok(english.length > 5);
        assert.equal(new Set(english.map((one) => one.id)).size, english.length);
        for (const tag of ["es", "fr", "sv", "zh"]) {
            const other = read(`${tag}/${game}.md`);
            assert.deepEqual(
                other.map((one) => one.id),
                english.map((one) => one.id),
                `${tag} ${game}`,
            );
            // A list of words is as long as a language needs it to be.
            for (const [i, section] of english.entries())
                if (section.id !== "words")
                    assert.deepEqual(shape(other[i]), shape(section), `${tag} ${game} ${section.id}`);
        }
    }
});

test("numbers in the tables of the rules are the same in every language", () => {
    const plain = (part) => (typeof part === "string" ? part : Object.values(part).flat().map(plain).join(""));
    const figures = (words) => (words.match(/\d+/g) ?? []).sort();
    for (const game of GAMES) {
        for (const tag of ["es", "fr", "sv", "zh"]) {
            for (const [i, section] of read(`${game}.md`).entries()) {
                const other = read(`${tag}/${game}.md`)[i];
                for (const [j, block] of section.blocks.entries()) {
                    if (block.kind !== "table" || section.id === "words") continue;
                    const cellsOf = (table) => table.rows.map((row) => figures(row.flat().map(plain).join(" ")));
                    assert.deepEqual(cellsOf(other.blocks[j]), cellsOf(block), `${tag} ${game} ${section.id}`);
                }
            }
        }
    }
});

test("a table can open the section that matters now, at any moment of real games", () => {
    const folder = join(docs, "../../tests/golden");
    for (const game of GAMES) {
        const known = new Set(read(`${game}.md`).map((one) => one.id));
        const views = readdirSync(folder)
            .filter((name) => new RegExp(`^${game}-\\d+\\.txt$`).test(name))
            .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/^view \d+: (\{.*\})$/gm)])
            .map(([, view]) => JSON.parse(view));
        assert.ok(views.length > 20);
        const asked = new Set(views.map((view) => sectionNow(game, view)));
        for (const section of asked) assert.ok(known.has(section), `${game}: ${section}`);
    }
    assert.equal(sectionNow("another", { phase: "PLAY" }), undefined);
    assert.equal(sectionNow("mus", undefined), undefined);
});

test("what the rules use is understood, and nothing else is passed on", () => {
    assert.deepEqual(inline("a **b *c* x** `d` [e](f) g"), [
        "a ",
        { strong: ["b ", { em: ["c"] }, " x"] },
        " ",
        { code: "d" },
        " e g",
    ]);
    const page = (body) => `<!-- section: one -->\n## *One*\n\n${body}\n\n<!-- end -->\n## Not here\n`;
    assert.deepEqual(sections(page("words\nand more\n\n* a\n  b\n* c"), "x"), [
        {
            id: "one",
            title: [{ em: ["One"] }],
            blocks: [
                { kind: "paragraph", text: ["words and more"] },
                { kind: "list", items: [["a b"], ["c"]] },
            ],
        },
    ]);
    assert.deepEqual(sections(page("| a | |\n|---|---|\n| b | c |"), "x")[0].blocks, [
        { kind: "table", head: [["a"], []], rows: [[["b"], ["c"]]] },
    ]);
    for (const odd of ["```sh", "<b>html</b>", "> quoted", "| no dashes |", "## a second heading"])
        assert.throws(() => sections(page(odd), "x"), /x, one/, odd);
    assert.throws(() => sections("## Nothing marked\n", "x"), /no section/);
});
