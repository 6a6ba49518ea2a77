// The page's own check of a deal, on records of every game and variant, whole and damaged.
//
//     node tests/verify.test.mjs MAKE_RECORDS     the program that makes them; reports as TAP
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const LEAST = 25; // records of each game that are dealt from the beginning
const CHANGES = 12; // in each record; in one of each game, every outcome

let count = 0;
let failures = 0;

/** One line of TAP; `problems` is a list of what is wrong. */
function check(name, problems) {
    count++;
    if (problems.length > 0) failures++;
    console.log(`${problems.length > 0 ? "not ok" : "ok"} ${count} - ${name}`);
    for (const problem of problems.slice(0, 10)) console.log(`# ${problem}`);
}

const folder = mkdtempSync(join(tmpdir(), "tapete-verify-"));
await build({
    stdin: {
        contents: `import { offerGames } from "./game/list"; import { GAMES } from "./games"; offerGames(GAMES);
            export { checkDeal } from "./game/check"; export { GAMES };`,
        resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
    },
    // Tables are drawn in a browser only.
    external: ["*.svelte"],
    outfile: join(folder, "record.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
});
const { checkDeal, GAMES } = await import(pathToFileURL(join(folder, "record.mjs")));
const made = spawnSync(process.argv[2], [folder], { stdio: "inherit" });
if (made.status !== 0) throw new Error(`${process.argv[2]} failed`);

const outcomesOf = (line) => line.deal ?? line.chance ?? [];
const parse = (text) =>
    text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
const asText = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** The records of a game: { name, text, lines, header }. */
const recordsOf = (game) =>
    readdirSync(folder)
        .filter((name) => name.startsWith(`${game}-`))
        .sort()
        .map((name) => {
            const text = readFileSync(join(folder, name), "utf-8");
            const lines = parse(text);
            return { name, text, lines, header: lines[0] };
        });

/** Another outcome of the same kind that stands somewhere in the record. */
function another(lines, outcome) {
    const kind = outcome.split(" ")[0];
    for (const line of lines)
        for (const other of outcomesOf(line)) if (other !== outcome && other.split(" ")[0] === kind) return other;
    return `${kind} nothing`;
}

async function wholeRecords(game) {
    const problems = [];
    let dealt = 0;
    for (const { name, text, lines, header } of recordsOf(game)) {
        const found = await checkDeal(text);
        const outcomes = lines.reduce((sum, line) => sum + outcomesOf(line).length, 0);
        if (header.script) {
            if (found.is !== "wrong" || found.fault.is !== "SCRIPTED")
                problems.push(`${name}: ${JSON.stringify(found)}`);
        } else if (found.is !== "right" || found.outcomes !== outcomes || found.commitment !== header.commitment) {
            problems.push(`${name}: ${JSON.stringify(found)}, of ${outcomes} outcomes`);
        } else if (found.fromPosition !== (header.position !== undefined)) {
            problems.push(`${name}: where it began`);
        } else if (!header.position) dealt++;
    }
    if (dealt < LEAST) problems.push(`only ${dealt} records were dealt from the beginning`);
    check(`every outcome of every record of ${game} is dealt again`, problems);
}

/** Change one outcome: exactly that one must be found. */
async function changedOutcomes(game) {
    const problems = [];
    let tried = 0;
    for (const [number, { name, text, lines, header }] of recordsOf(game).entries()) {
        if (header.script) continue;
        const places = lines.flatMap((line, i) => outcomesOf(line).map((_, j) => [i, j]));
        const step = number === 0 ? 1 : Math.max(1, Math.floor(places.length / CHANGES));
        for (let at = number % step; at < places.length; at += step) {
            const [i, j] = places[at];
            const damaged = parse(text);
            const list = outcomesOf(damaged[i]);
            const right = list[j];
            list[j] = another(lines, right);
            const found = await checkDeal(asText(damaged));
            const exact =
                found.is === "wrong" &&
                found.place?.line === i + 1 &&
                found.fault.is === "OUTCOME" &&
                found.fault.found === list[j] &&
                found.fault.dealt === right;
            if (!exact) problems.push(`${name}, line ${i + 1}, '${right}' as '${list[j]}': ${JSON.stringify(found)}`);
            tried++;
        }
    }
    check(
        `of ${tried} records of ${game} with one other outcome, each is found with its place and both cards`,
        problems,
    );
}

async function otherDamage(game) {
    const problems = [];
    const { text } = recordsOf(game).find(({ header }) => !header.script && !header.position);
    const expect = async (what, change, wanted) => {
        const damaged = parse(text);
        const result = change(damaged) ?? asText(damaged);
        const found = await checkDeal(result);
        const said = found.is === "wrong" ? found.fault.is : found.is === "unreadable" ? found.why : "right";
        if (said !== wanted) problems.push(`${what}: ${JSON.stringify(found)}, not ${wanted}`);
    };
    await expect("another commitment", (l) => void (l[0].commitment = "0".repeat(64)), "KEY");
    await expect("another key", (l) => void (l.at(-1).key = "1".repeat(64)), "KEY");
    await expect("no key", (l) => void l.pop(), "UNFINISHED");
    await expect("a key that is none", (l) => void (l.at(-1).key = "xyz"), "DAMAGED");
    await expect("an outcome too many", (l) => void l[1].deal.push(l[1].deal[0]), "EXTRA");
    await expect("an outcome too few", (l) => void l[1].deal.pop(), game === "sabacc" ? "UNEVEN" : "MISSING");
    await expect(
        "contributions changed",
        (l) => void (l[0].contributions = l[0].contributions.map(() => "00")),
        "OUTCOME",
    );
    await expect("an unknown game", (l) => void (l[0].game = "chess"), "UNKNOWN_GAME");
    await expect("later rules", (l) => void (l[0].rules = "2"), "UNKNOWN_GAME");
    await expect("a later format", (l) => void (l[0].version = 2), "NO_RECORD");
    await expect("too much taken back", (l) => void l.splice(2, 0, { undo: 1 }), "DAMAGED");
    await expect("nothing", () => "", "EMPTY");
    await expect("no JSON", () => "{\n}\n", "DAMAGED");
    await expect("a line that was cut off", () => `${text}{"ply": 9`, "right");
    check(`other damage to a record of ${game} is named`, problems);
}

try {
    for (const [game, entry] of Object.entries(GAMES)) {
        if ((await entry.load()).verifier === undefined) continue;
        await wholeRecords(game);
        await changedOutcomes(game);
        await otherDamage(game);
    }
} finally {
    rmSync(folder, { recursive: true, force: true });
}
console.log(`1..${count}`);
process.exitCode = failures > 0 ? 1 : 0;
