// node offline.mjs PAGE ENGINE LEARNT [--static]: put the engine into the folder of a built page, with what its agents have learnt, the list of all of
// it (offline.json) and the service worker (sw.js). Without --static, a server of ours stands behind the page.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, gzipSync } from "node:zlib";

const [page, engine, learnt, flag] = process.argv.slice(2);
if (!page || !engine || !learnt) {
    console.error("offline.mjs: name the folders of the page, of the engine, and of what agents have learnt");
    process.exit(1);
}

/** From an earlier build. */
for (const name of readdirSync(join(page, "assets")))
    if (/^(tapete|catalogue|learnt)-/.test(name)) rmSync(join(page, "assets", name));

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);
const pack = (path, bytes) => writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));

/** Under a name with its hash in it; its address from the folder of the page on. */
function add(path, front) {
    const bytes = readFileSync(path);
    const ending = extname(path);
    const file = `assets/${front}-${hashOf(bytes)}${ending}`;
    writeFileSync(join(page, file), bytes);
    pack(join(page, file), bytes);
    return { file, size: bytes.length };
}

const { load } = await import(pathToFileURL(join(engine, "tapete.js")).href);
const tapete = await load(readFileSync(join(engine, "tapete.wasm")));
const games = tapete.games({ study: true }).map(({ name }) => name);
const filesOf = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
    );

// The page sees by this that there is an engine.
const MARK = '<meta name="tapete-engine" content="yes" />';
let index = readFileSync(join(page, "index.html"), "utf8");
if (!index.includes(MARK)) index = index.replace("<title>", `${MARK}\n        <title>`);
writeFileSync(join(page, "index.html"), index);
pack(join(page, "index.html"), Buffer.from(index));
const bundle = {
    version: "",
    page: basename(/<script[^>]* src="([^"]*)"/.exec(index)[1]),
    engine: add(join(engine, "tapete.wasm"), "tapete").file,
    languages: Object.fromEntries(
        readdirSync(engine)
            .filter((name) => name.endsWith(".catalogue"))
            .map((name) => [basename(name, ".catalogue"), add(join(engine, name), "catalogue").file]),
    ),
    learnt: Object.fromEntries(
        games.map((game) => [
            game,
            tapete.files(game).map((name) => ({ name, ...add(join(learnt, basename(name)), "learnt") })),
        ]),
    ),
};

const folder = filesOf(page)
    .map((path) => path.slice(page.length).replace(/^[/\\]+/, ""))
    .filter((file) => !file.startsWith(".") && file !== "sw.js" && file !== "offline.json");

/** The chunks of a language: what is only reached through its folder. Vite names a chunk after its file, so the page says which they are. */
const languagesOf = JSON.parse(readFileSync(join(page, "languages.json"), "utf8"));
const ofLanguages = new Set(Object.values(languagesOf).flat());
const isFirst = (file) =>
    !file.endsWith(".gz") &&
    !/^assets\/(catalogue|learnt)-/.test(file) &&
    !/(share\.jpg|icon-.*512\.png|apple-touch-icon\.png|OFL\.txt|languages\.json)$/.test(file) &&
    !ofLanguages.has(file);
const first = [...folder.filter(isFirst), "offline.json"].sort();
const languages = Object.fromEntries(
    Object.entries(bundle.languages).map(([tag, file]) => [tag, [file, ...(languagesOf[tag] ?? [])]]),
);

const sum = createHash("sha256");
for (const file of folder.filter((name) => !name.endsWith(".gz")).sort())
    sum.update(file).update(readFileSync(join(page, file)));
bundle.version = sum.digest("hex").slice(0, 12);
writeFileSync(join(page, "offline.json"), JSON.stringify(bundle));

const setup = { VERSION: bundle.version, FIRST: first, LANGUAGES: languages, IS_STATIC: flag === "--static" };
const worker = readFileSync(new URL("sw.js", import.meta.url), "utf8");
writeFileSync(join(page, "sw.js"), `self.SETUP = ${JSON.stringify(setup)};\n${worker}`);
for (const name of ["offline.json", "sw.js"]) pack(join(page, name), readFileSync(join(page, name)));
