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
import { GAMES } from "../../src/games/index.ts";
import { filesOf } from "./files.mjs";
import { SAME } from "./same-words.mjs";

/** The words of the pages, and those of each game under its name. */
async function whole(tag, catalogue) {
    const ofGame = async (game) => [game, (await import(`../../src/games/${game}/words/${tag}.ts`))[tag]];
    return { ...catalogue, games: Object.fromEntries(await Promise.all(Object.keys(GAMES).map(ofGame))) };
}
const all = Object.fromEntries(
    await Promise.all(Object.entries({ en, es, fr, sv, zh }).map(async ([tag, one]) => [tag, await whole(tag, one)])),
);
const { en: english, ...others } = all;
/** Tests run in web/. */
const root = join(process.cwd(), "..");
const program = process.env.TAPETE ?? join(root, "build/tapete");

/** The files that have the words of a language: of the pages, and of each game. */
const isCatalogue = (tag) => new RegExp(`lang/${tag}/\\w+\\.ts$|words/${tag}\\.ts$`);

/** Every entry as [path, value]. English has words only for keys of views that would read badly without. */
function* entries(node, path = []) {
    if (typeof node === "object" && node !== null)
        for (const [key, value] of Object.entries(node)) yield* entries(value, [...path, key]);
    else yield [path.join("."), node];
}

const at = (catalogue, path) => path.split(".").reduce((node, key) => node?.[key], catalogue);
const isOfViews = (path) => /^(games\.\w+\.)?keys\./.test(path);

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
        for (const [path, value] of entries(english))
            assert.equal(typeof at(catalogue, path), typeof value, `${tag} has no ${path}`);
        for (const [path] of entries(catalogue))
            assert.ok(
                isOfViews(path) || at(english, path) !== undefined,
                `${tag} has ${path}, which English does not have`,
            );
    }
});

test("the same things are filled in", () => {
    const fields = (words) => (words.match(/\{\w+\}/g) ?? []).sort().join();
    for (const [tag, catalogue] of Object.entries(others)) {
        for (const [path, value] of entries(english)) {
            const other = at(catalogue, path);
            if (typeof value === "string") assert.equal(fields(other), fields(value), `${tag}: ${path}`);
            if (typeof value !== "function") continue;
            for (const sample of SAMPLES) {
                const filled = sample.slice(0, value.length);
                const said = say(value, filled);
                if (said === null) continue;
                const there = say(other, filled);
                assert.notEqual(there, null, `${tag}: ${path} does not take ${filled}`);
                // "One" may be said without a figure, in any language; a name may begin with a small letter within a sentence.
                const has = (sentence, one) => String(sentence).toLowerCase().includes(String(one).toLowerCase());
                for (const one of filled.filter((one) => one !== 1))
                    assert.equal(
                        has(there, one),
                        has(said, one),
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
            const first = at(english, path);
            const [said, there] =
                typeof value === "function"
                    ? [SAMPLES[0], SAMPLES[2]].map((s) => [say(first, s), say(value, s)]).find(([a]) => a !== null)
                    : [first, value];
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
        .filter((path) => !Object.keys(LANGUAGES).some((tag) => isCatalogue(tag).test(path)))
        .map((path) => readFileSync(path, "utf8"))
        .join("\n");
    const named = new Set([...all.matchAll(/\.(\w+)\b/g)].map(([, name]) => name));
    // What is looked up by a name that is computed: phases[phase], or each of a list.
    const lookedUp = new Set([...all.matchAll(/\.(\w+)\??\.?\[/g)].map(([, name]) => name));
    const walked = new Set([...all.matchAll(/(?:each|of|\.\.\.)\s?[\w.]*\.(\w+)\b/g)].map(([, name]) => name));
    const vain = [...entries(english)].filter(([path]) => {
        const names = path
            .replace(/^games\.\w+\./, "")
            .split(".")
            .filter((name) => !/^\d+$/.test(name));
        const inside = names.slice(0, -1).some((name) => lookedUp.has(name) || walked.has(name));
        return !inside && !(named.has(names.at(-1)) && named.has(names[0]));
    });
    assert.deepEqual(
        vain.map(([path]) => path),
        [],
    );
});

/** Keys and codes of a game's views: its own words come first. */
const keysOf = (catalogue, game) => ({ ...catalogue.keys, ...catalogue.games[game]?.keys });

test("what the program offers is told in every language", () => {
    const list = (what) => JSON.parse(execFileSync(program, [...what, "--json"], { encoding: "utf8" }));
    const missing = [];
    for (const [kind, offers] of [
        ["games", list(["games", "--study"])],
        ["agents", list(["agents"])],
    ]) {
        assert.ok(offers.length > 3);
        for (const [tag, catalogue] of Object.entries(all)) {
            const ofBots = Object.assign({}, ...Object.values(catalogue.games).map((game) => game.agents));
            const optionsOf = (name) =>
                kind === "games"
                    ? catalogue.games[name]?.options
                    : (catalogue.offers.agents[name]?.options ?? ofBots[name]);
            for (const offer of offers) {
                const known = optionsOf(offer.name);
                if (!offer.summary) missing.push(`${kind} ${offer.name}`);
                for (const option of offer.options) {
                    const words = known?.[option.name];
                    if (!(words?.name ?? words) || !option.help)
                        missing.push(`${tag}: ${kind} ${offer.name}, option ${option.name}`);
                    for (const word of [...(option.words ?? []), option.default]) {
                        if (typeof word !== "string" || word === "") continue;
                        const told = words?.words?.[word] ?? words?.words?.[word.replace(/\d+$/, "n")];
                        if (!told && !(tag === "en" ? /^[A-Z]{2}/.test(word) : keysOf(catalogue, offer.name)[word]))
                            missing.push(`${tag}: ${kind} ${offer.name}, option ${option.name}, ${word}`);
                    }
                }
            }
            const told = kind === "games" ? catalogue.games : { ...catalogue.offers.agents, ...ofBots };
            for (const name of Object.keys(told))
                if (!offers.some((offer) => offer.name === name)) missing.push(`${tag}: ${name} is not offered`);
        }
    }
    assert.deepEqual(missing, []);
});

test("keys and codes of views are told in every language", () => {
    const folder = join(root, "tests/golden");
    const games = readdirSync(folder).filter((name) => /^[a-z]+-\d+\.txt$/.test(name));
    assert.ok(games.length >= 4);
    const collect = (value, found) => {
        if (Array.isArray(value)) value.forEach((one) => collect(one, found));
        else if (typeof value === "object" && value !== null)
            for (const [key, inner] of Object.entries(value)) {
                // A letter stands for a seat.
                if (key.length > 1) found.add(key);
                collect(inner, found);
            }
        else if (typeof value === "string" && /^[A-Z][A-Z0-9_]{2,}$/.test(value) && !/^(KL|SP|HJ|RU)/.test(value))
            found.add(value);
    };
    const found = {};
    for (const name of games) {
        const game = name.split("-")[0];
        found[game] ??= new Set();
        for (const [, view] of readFileSync(join(folder, name), "utf8").matchAll(/^view \d+: (\{.*\})$/gm))
            collect(JSON.parse(view), found[game]);
    }
    assert.ok(new Set(Object.values(found).flatMap((one) => [...one])).size > 60);
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
        for (const [game, keys] of Object.entries(found))
            assert.deepEqual(
                [...keys].filter((key) => !silent.includes(key) && keysOf(catalogue, game)[key] === undefined),
                [],
                `${tag}: ${game}`,
            );
});

/** Words that would be a second name of what has one in docs/languages.md, by language, and where they would. */
const SECOND_NAMES = [
    { tag: "es", words: /(?<!fichas?[ -]de[ -])\binfluencia/i, where: /./ },
    { tag: "fr", words: /(?<!jetons? d’)\binfluence(?! token)/i, where: /./ },
    { tag: "sv", words: /\brond/i, where: /sabacc/ },
    { tag: "sv", words: /\brunda/i, where: /mulle/ },
    { tag: "zh", words: /回合/, where: /src|rules/ },
];

test("what has a name in the glossary is called by it on the page, in the program and in the rules", () => {
    for (const { tag, words, where } of SECOND_NAMES) {
        const files = [
            ...filesOf(join(root, "po"), new RegExp(`${tag}\\.po$`)),
            ...filesOf(join(root, "src/games"), new RegExp(`${tag}\\.po$`)),
            ...filesOf(join(root, "docs/rules", tag), /\.md$/),
            ...filesOf("src", isCatalogue(tag)),
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
    assert.equal(fr.rulesPanel.title("Órdago"), "Règles d’Órdago");
    assert.equal(fr.rulesPanel.title("Mus"), "Règles de Mus");
    assert.equal(fr.make.seconds(7200), "2 heures");
    assert.equal(sv.make.seconds(60), "1 minut");
    assert.equal(sv.cards.of("kung", "spader"), "spader kung");
    assert.equal(sv.cards.of("rey", "copas"), "rey i copas");
    assert.equal(zh.cards.of("7", "红心"), "红心7");
    assert.equal(zh.cards.of("Sylop", "沙"), "沙 Sylop");
});
