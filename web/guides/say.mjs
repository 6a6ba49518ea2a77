// Writes down what the coaches of the guided deals say, for `tapete learn`: node guides/say.mjs makes guides/GAME.coach.json of the page's own coaches and
// words, in all languages. With --check it only compares, and fails where they differ; the unit tests of the page do.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL("..", import.meta.url));
const games = readdirSync(join(web, "src/games")).filter((game) =>
    existsSync(join(web, "src/games", game, "guide.ts")),
);
const fileOf = (game) => new URL(`../../guides/${game}.coach.json`, import.meta.url);

/** The coaches are TypeScript that asks for the language that is spoken. */
const entry = `
import { LANGUAGES, speak } from "./src/lang";
${games.map((game, i) => `import { coaching as coaching${i} } from "./src/games/${game}/guide";\nimport { speak as speak${i} } from "./src/games/${game}/words";`).join("\n")}
const all = { ${games.map((game, i) => `"${game}": [coaching${i}, speak${i}]`).join(", ")} };

export async function said(game) {
    const [coaching, speakIt] = all[game];
    const steps = coaching().guide.steps.map(() => null);
    const learnt = {};
    for (const language of Object.keys(LANGUAGES)) {
        await speak(language);
        await speakIt(language);
        const { guide, coach, learnt: sentences, written } = coaching();
        learnt[language] = sentences;
        guide.steps.forEach((_, at) => {
            const advice = coach(guide, at);
            if (advice === null) return;
            steps[at] ??= { say: {}, why: {} };
            const say = advice.say.filter((one) => one !== "");
            steps[at].say[language] = at === 0 && written ? [say[0], written, ...say.slice(1)] : say;
            if (advice.task) steps[at].why[language] = advice.task.why;
        });
    }
    return { game, learnt, steps };
}
`;

const out = mkdtempSync(join(tmpdir(), "tapete-coach-"));
let status = 0;
try {
    const outfile = join(out, "coach.mjs");
    await build({
        stdin: { contents: entry, resolveDir: web, loader: "ts" },
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        external: ["*.svelte"],
        logLevel: "error",
    });
    const { said } = await import(pathToFileURL(outfile).href);
    for (const game of games) {
        const found = `${JSON.stringify(await said(game))}\n`;
        const kept = existsSync(fileOf(game)) ? readFileSync(fileOf(game), "utf8") : "";
        if (found === kept) continue;
        if (process.argv.includes("--check")) {
            console.error(`guides/${game}.coach.json is not what the coach says now: node web/guides/say.mjs`);
            status = 1;
        } else {
            writeFileSync(fileOf(game), found);
        }
    }
} finally {
    rmSync(out, { recursive: true, force: true });
}
process.exitCode = status;
