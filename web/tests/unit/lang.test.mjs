// The catalogues of words: all languages say everything, fill in the same things, and say nothing that is not shown.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { LANGUAGES, preferredLanguage } from "../../src/lang/index.ts";
import { en } from "../../src/lang/en/index.ts";
import { es } from "../../src/lang/es/index.ts";
import { fr } from "../../src/lang/fr/index.ts";
import { sv } from "../../src/lang/sv/index.ts";
import { zh } from "../../src/lang/zh/index.ts";
import { filesOf } from "./files.mjs";
import { SAME } from "./same-words.mjs";

const others = { es, fr, sv, zh };
/** Tests run in web/. */
const root = join(process.cwd(), "..");
const program = process.env.TAPETE ?? join(root, "build/tapete");

/** Every entry as [path, value]. English has words only for keys of views that would read badly without. */
function* entries(node, path = []) {
    if (typeof node === "object" && node !== null)
        for (const [key, value] of Object.entries(node)) yield* entries(value, [...path, key]);
    else yield [path.join("."), node];
}

const at = (catalogue, path) => path.split(".").reduce((node, key) => node?.[key], catalogue);
const isOfViews = (path) => path.startsWith("keys.");

/** What a function says, given numbers or names; null where it does not take them. */
function say(entry, filled) {
    try {
        return entry(...filled);
    } catch {
        return null;
    }
}

const SAMPLES = [
    [7, 11, 13, 17],
    [1, 23, 29, 31],
    ["Quxa", "Zeko", "Wyrd", "Vibb"],
];

test("every language has the entries of English, and no others", () => {
    for (const [tag, catalogue] of Object.entries(others)) {
        for (const [path, value] of entries(en))
            assert.equal(typeof at(catalogue, path), typeof value, `${tag} has no ${path}`);
        for (const [path] of entries(catalogue))
            assert.ok(isOfViews(path) || at(en, path) !== undefined, `${tag} has ${path}, which English has not`);
    }
});

test("the same things are filled in", () => {
    const fields = (words) => (words.match(/\{\w+\}/g) ?? []).sort().join();
    for (const [tag, catalogue] of Object.entries(others)) {
        for (const [path, value] of entries(en)) {
            const other = at(catalogue, path);
            if (typeof value === "string") assert.equal(fields(other), fields(value), `${tag}: ${path}`);
            if (typeof value !== "function") continue;
            for (const sample of SAMPLES) {
                const filled = sample.slice(0, value.length);
                const said = say(value, filled);
                if (said === null) continue;
                const there = say(other, filled);
                assert.notEqual(there, null, `${tag}: ${path} does not take ${filled}`);
                // "One" may be said without a figure, in any language.
                for (const one of filled.filter((one) => one !== 1))
                    assert.equal(
                        String(there).includes(one),
                        String(said).includes(one),
                        `${tag}: ${path} says "${there}", where English says "${said}"`,
                    );
            }
        }
    }
});

test("nothing is left in English without a reason", () => {
    const letters = (words) => /\p{L}{2}/u.test(words);
    const used = new Set();
    const left = [];
    for (const [tag, catalogue] of Object.entries(others)) {
        for (const [path, value] of entries(catalogue)) {
            const english = at(en, path);
            const [said, there] =
                typeof value === "function"
                    ? [SAMPLES[0], SAMPLES[2]].map((s) => [say(english, s), say(value, s)]).find(([a]) => a !== null)
                    : [english, value];
            const words = String(there).replace(/Quxa|Zeko|Wyrd|Vibb|[\s\d:.…]+$/g, "");
            if (said !== there || !letters(words)) continue;
            const reason = SAME.find((one) => one.languages.includes(tag) && one.words.includes(words));
            if (reason) used.add(`${reason.why}: ${words}`);
            else left.push(`${tag}: ${path} is "${there}"`);
        }
    }
    assert.deepEqual(left, []);
    for (const { why, words } of SAME)
        for (const word of words) assert.ok(used.has(`${why}: ${word}`), `${word} is listed in vain (${why})`);
});

test("every entry is shown somewhere", () => {
    const all = filesOf("src", /\.(svelte|ts)$/)
        .filter((path) => !Object.keys(LANGUAGES).some((tag) => path.includes(`lang/${tag}/`)))
        .map((path) => readFileSync(path, "utf8"))
        .join("\n");
    const named = new Set([...all.matchAll(/\.(\w+)\b/g)].map(([, name]) => name));
    // What is looked up by a name that is computed: phases[phase], or each of a list.
    const lookedUp = new Set([...all.matchAll(/\.(\w+)\??\.?\[/g)].map(([, name]) => name));
    const walked = new Set([...all.matchAll(/(?:each|of|\.\.\.)\s?[\w.]*\.(\w+)\b/g)].map(([, name]) => name));
    const vain = [...entries(en)].filter(([path]) => {
        const names = path.split(".").filter((name) => !/^\d+$/.test(name));
        const inside = names.slice(0, -1).some((name) => lookedUp.has(name) || walked.has(name));
        return !inside && !(named.has(names.at(-1)) && named.has(names[0]));
    });
    assert.deepEqual(
        vain.map(([path]) => path),
        [],
    );
});

test("what the program offers is told in every language", () => {
    const list = (what) => JSON.parse(execFileSync(program, [what, "--json"], { encoding: "utf8" }));
    const missing = [];
    for (const [kind, offers] of [
        ["games", list("games")],
        ["agents", list("agents")],
    ]) {
        assert.ok(offers.length > 3);
        for (const [tag, catalogue] of Object.entries({ en, ...others })) {
            for (const offer of offers) {
                const known = catalogue.offers[kind][offer.name];
                if (!known?.summary) missing.push(`${tag}: ${kind} ${offer.name}`);
                for (const option of offer.options) {
                    const words = known?.options[option.name];
                    if (!words?.name || !words.help)
                        missing.push(`${tag}: ${kind} ${offer.name}, option ${option.name}`);
                    for (const word of [...(option.words ?? []), option.default]) {
                        if (typeof word !== "string" || word === "") continue;
                        const told = words?.words?.[word] ?? words?.words?.[word.replace(/\d+$/, "n")];
                        if (!told && !(tag === "en" ? /^[A-Z]{2}/.test(word) : catalogue.keys[word]))
                            missing.push(`${tag}: ${kind} ${offer.name}, option ${option.name}, ${word}`);
                    }
                }
            }
            for (const name of Object.keys(catalogue.offers[kind]))
                if (!offers.some((offer) => offer.name === name)) missing.push(`${tag}: ${name} is not offered`);
        }
    }
    assert.deepEqual(missing, []);
});

test("keys and codes of views are told in every language", () => {
    const folder = join(root, "tests/golden");
    const games = readdirSync(folder).filter((name) => /^[a-z]+-\d+\.txt$/.test(name));
    assert.ok(games.length >= 4);
    const found = new Set();
    const collect = (value) => {
        if (Array.isArray(value)) value.forEach(collect);
        else if (typeof value === "object" && value !== null)
            for (const [key, inner] of Object.entries(value)) {
                // A letter stands for a seat.
                if (key.length > 1) found.add(key);
                collect(inner);
            }
        else if (typeof value === "string" && /^[A-Z][A-Z0-9_]{2,}$/.test(value) && !/^(KL|SP|HJ|RU)/.test(value))
            found.add(value);
    };
    for (const name of games)
        for (const [, view] of readFileSync(join(folder, name), "utf8").matchAll(/^view \d+: (\{.*\})$/gm))
            collect(JSON.parse(view));
    assert.ok(found.size > 60);
    /** What the table leaves out, and what is left out of it here: options of the game that a view repeats. */
    const silent = [
        "viewer",
        "over",
        "winner",
        "winners",
        "winning_team",
        "current",
        "to_act",
        "to_move",
        "plies",
        "open",
        "players",
    ];
    for (const [tag, catalogue] of Object.entries(others))
        assert.deepEqual(
            [...found].filter((key) => !silent.includes(key) && catalogue.keys[key] === undefined),
            [],
            tag,
        );
});

/** Words that would be a second name of what has one in docs/languages.md, by language, and where they would. */
const SECOND_NAMES = [
    { tag: "es", words: /(?<!fichas?[ -]de[ -])\binfluencia/i, where: /./ },
    { tag: "fr", words: /(?<!jetons? d’)\binfluence(?! token)/i, where: /./ },
    { tag: "sv", words: /\brond/i, where: /sabacc/ },
    { tag: "sv", words: /\brunda/i, where: /mulle/ },
    { tag: "zh", words: /回合/, where: /lang|rules/ },
];

test("what has a name in the glossary is called by it on the page, in the program and in the rules", () => {
    for (const { tag, words, where } of SECOND_NAMES) {
        const files = [
            join(root, "po", `${tag}.po`),
            ...filesOf(join(root, "docs/rules", tag), /\.md$/),
            ...filesOf(join("src/lang", tag), /\.ts$/),
        ].filter((path) => where.test(path));
        assert.notEqual(files.length, 0);
        for (const path of files) {
            // A sentence of a catalogue in po goes on in the next line.
            const text = readFileSync(path, "utf8").replace(/(\\n)?"\n"/g, (_, end) => (end ? " " : ""));
            assert.equal(words.exec(text)?.[0], undefined, `a word in ${path}`);
        }
    }
});

test("the language that was chosen comes first, then the browser's, then English", () => {
    assert.equal(preferredLanguage(null, ["pt-BR", "sv-SE", "fr"]), "sv");
    assert.equal(preferredLanguage("es", ["sv"]), "es");
    assert.equal(preferredLanguage("klingon", ["zh-Hans-CN"]), "zh");
    assert.equal(preferredLanguage(null, ["pt", "de"]), "en");
    assert.equal(preferredLanguage(null, []), "en");
});

test("one, several, and what stands between two names are said as people say them", () => {
    assert.equal(en.home.free(1), "1 seat free");
    assert.equal(es.home.free(2), "2 asientos libres");
    assert.equal(es.together("Ana", "Inés"), "Ana e Inés");
    assert.equal(es.together("Ana", "Hierro"), "Ana y Hierro");
    assert.equal(es.together("Ana", "Yago"), "Ana y Yago");
    assert.equal(fr.home.free(1), "1 place libre");
    assert.equal(fr.home.rulesLabel("Órdago"), "Règles d’Órdago");
    assert.equal(fr.home.rulesLabel("Mus"), "Règles de Mus");
    assert.equal(fr.make.seconds(7200), "2 heures");
    assert.equal(sv.make.seconds(60), "1 minut");
    assert.equal(sv.cards.of("kung", "spader"), "spader kung");
    assert.equal(sv.cards.of("rey", "copas"), "rey i copas");
    assert.equal(zh.cards.of("7", "红心"), "红心7");
    assert.equal(zh.cards.of("Sylop", "沙"), "沙 Sylop");
});
