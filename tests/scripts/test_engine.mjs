// The engine for WebAssembly against the native one: node test_engine.mjs ENGINE-FOLDER PROGRAM ENGINE_GAMES
//
// ENGINE-FOLDER is what scripts/build-engine made, PROGRAM is tapete, ENGINE_GAMES is tests/engine_games.c. Reports as TAP.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, engineGames] = process.argv.slice(2);
const { load, REVEALED, SPECTATOR, TapeteError } = await import(pathToFileURL(path.resolve(folder, "tapete.js")));
const MOST_GZIP = 360_000;

let count = 0;
let failed = 0;
async function test(name, run) {
    let problem;
    try {
        await run();
    } catch (error) {
        problem = error;
    }
    console.log(`${problem ? "not ok" : "ok"} ${++count} - ${name}`);
    if (problem) {
        failed++;
        for (const line of String(problem.stack ?? problem).split("\n")) console.log("# " + line);
    }
}

const bytes = await readFile(path.join(folder, "tapete.wasm"));
const module = await WebAssembly.compile(bytes);
const tapete = await load(module);
const native = (command, ...given) => execFileSync(command, given, { encoding: "utf8", maxBuffer: 1 << 26 });

await test("the engine asks for four functions, its server for seven more, and is small", () => {
    const asked = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
    const engine = ["clock_ms", "print", "random", "time_ms"];
    const server = ["closed", "log_read", "log_size", "log_state", "log_write", "replied", "told"];
    assert.deepEqual(asked.sort(), [...engine, ...server].sort().map((name) => `host.${name}`));
    const size = gzipSync(bytes, { level: 9 }).length;
    console.log(`# ${bytes.length} bytes, ${size} compressed`);
    assert.ok(size <= MOST_GZIP);
});

const games = tapete.games({ study: true });

await test("games, agents and rules are those of the program, except agents that need programs or threads", () => {
    const agents = JSON.parse(native(program, "agents", "--json"));
    const missing = ["exec", "nash"];
    const those = (agents.agents ?? agents).filter((agent) => !missing.includes(agent.name));
    assert.deepEqual(tapete.agents(), those);
    assert.equal(tapete.version, native(program, "--version").trim().split(" ")[1]);
});

for (const { name } of games) {
    await test(`${name} has the signature of the program`, () => {
        assert.equal(native(program, "bench", name, "--signature").trim().split(" ").at(-1), tapete.signature(name));
    });
}

// What the native engine prints, from this one.
async function played(game, seed, agent) {
    const match = tapete.match(game, { seed });
    const players = Array.from({ length: match.seats }, (_, seat) => match.player(seat, agent, { seed: seat }));
    const judge = match.player(match.actor, agent, { seed: 99 });
    const opinions = judge.opinions();
    while (!match.over) match.play(match.actor, players[match.actor].choose());
    await tapete.speak("sv");
    const told = match.tell(match.plies, 0);
    await tapete.speak("en");
    return { match, players: [...players, judge], opinions, told, record: match.record };
}

await test("networks are handed in by their names; without them `net` is refused", async () => {
    for (const { name } of games) {
        for (const file of tapete.files(name)) {
            assert.throws(() => tapete.match(name).player(0, "net"), /missing/);
            const bytes = await readFile(path.join(path.dirname(program), file));
            tapete.addFile(file, bytes);
            assert.throws(() => tapete.addFile(file, bytes), /already/);
        }
    }
});

for (const { name, study } of games) {
    const agents = [...(tapete.files(name).length > 0 ? ["net"] : []), "random", "flatmc:games=200", "ismcts:sims=300"];
    for (const level of tapete.agents().filter((one) => one.plays)) {
        const agent = level.plays[name];
        if (!/ms=|sims=\d{4}/.test(agent) && !agents.includes(agent)) agents.push(agent);
    }
    for (const agent of agents) {
        await test(`${name}: a whole game of ${agent} is the same, with every sentence in Swedish and every opinion to the last digit`, async () => {
            const lines = native(engineGames, name, "7", agent).split("\n");
            const { match, players, opinions, told, record } = await played(name, 7, agent);
            const shown = opinions.map((one) => [one.move, one.value, one.error, one.games]);
            const read = (text) =>
                text
                    .split(";")
                    .slice(0, -1)
                    .map((one) => /^(.*) (\S+) (\S+) (\d+)$/.exec(one))
                    .map((found) => [found[1], Number(found[2]), Number(found[3]), Number(found[4])]);
            assert.equal(lines.pop(), "");
            assert.deepEqual(shown, read(lines.pop()));
            assert.equal([record.trimEnd(), ...told].join("\n"), lines.join("\n"));
            for (const player of players) player.free();
            assert.match(tapete.verify(record), /all \d+ outcomes/);
            if (!study) assert.equal(tapete.read(record).record, record);
            match.free();
        });
    }
}

await test("a view has nothing of others, and nobody sees all before the end", () => {
    for (const { name } of games) {
        const match = tapete.match(name, { seed: 3 });
        assert.throws(() => match.view(REVEALED), TapeteError);
        assert.throws(() => match.view(match.seats), TapeteError);
        assert.throws(() => match.view(0, 1), TapeteError);
        assert.notDeepEqual(match.view(0), match.view(SPECTATOR));
        while (!match.over) match.play(match.actor, match.legal()[0].text);
        assert.ok(match.view(REVEALED));
        match.free();
    }
});

await test("what is wrong is said in a sentence, and changes nothing", () => {
    const match = tapete.match(games[0].name, { seed: 3 });
    const before = match.record;
    const other = (match.actor + 1) % match.seats;
    for (const [run, reason, sentence] of [
        [() => match.play(other, match.legal()[0].text), "NOT_YOUR_TURN", /turn/],
        [() => match.play(match.actor, "NONSENSE"), "UNKNOWN_MOVE", /NONSENSE/],
        [() => match.undo(1), "NOTHING_TO_UNDO", /take back/],
        [() => match.undo(-1), "NOTHING_TO_UNDO", /take back/],
        [() => match.player(9, "random"), "", /seat 9/],
        [() => match.player(0, "nobody"), "", /nobody/],
        [() => match.player(other, "random").choose(), "NOT_YOUR_TURN", /turn of seat/],
        [() => match.review(), "", /over|finished|end/],
        [() => tapete.match("chess"), "", /chess/],
        [() => tapete.match(games[0].name, { options: { nothing: 1 } }), "", /nothing/],
        [() => tapete.match(games[0].name, { seed: -1 }), "", /seed/],
        [() => tapete.match(games[0].name, { seats: "me" }), "", /seats/],
        [() => tapete.read("{}"), "", /line 1|record/],
        [() => tapete.verify(before), "NOT_FINISHED", /./],
    ]) {
        let error;
        try {
            run();
        } catch (thrown) {
            error = thrown;
        }
        assert.ok(error instanceof TapeteError, String(error ?? run));
        assert.match(error.message, sentence);
        assert.equal(error.reason, reason);
    }
    assert.equal(match.record, before);
    match.free();
});

await test("moves can be taken back and made again, a seat can resign, and a record is played on", () => {
    for (const { name } of games) {
        const match = tapete.match(name, { seed: 5, seats: ["Ana"] });
        const views = [];
        for (let i = 0; i < 3; i++) {
            views.push(JSON.stringify(match.view(SPECTATOR)));
            match.play(match.actor, match.legal().at(-1).text);
        }
        match.undo(2);
        assert.equal(JSON.stringify(match.view(SPECTATOR)), views[1]);
        assert.equal(JSON.stringify(match.view(SPECTATOR, 0)), views[0]);
        match.resign(0);
        assert.ok(match.over);
        assert.equal(match.result.returns[0], -1);
        assert.ok(tapete.read(match.record).over);
        match.free();
    }
});

await test("a review is the one that the program makes", async () => {
    const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
    const os = await import("node:os");
    const room = await mkdtemp(path.join(os.tmpdir(), "engine-"));
    try {
        const { match, record } = await played(games[0].name, 4, "random");
        const file = path.join(room, "game.jsonl");
        await writeFile(file, record);
        const wanted = JSON.parse(native(program, "review", file, "--agent", "ismcts:sims=20", "--seed", "5", "--json"));
        let steps = 0;
        const made = match.review({ judge: "ismcts:sims=20", seed: 5, onProgress: () => steps++ });
        assert.deepEqual(made, wanted);
        assert.ok(steps > 0);
    } finally {
        await rm(room, { recursive: true });
    }
});

await test("memory is given back", () => {
    const name = games[0].name;
    const playOne = () => {
        const match = tapete.match(name, { seed: 1 });
        const player = match.player(match.actor, "ismcts:sims=50,memory=8");
        player.choose();
        player.free();
        match.free();
    };
    for (let i = 0; i < 5; i++) playOne();
    const before = tapete.memory;
    for (let i = 0; i < 100; i++) playOne();
    assert.equal(tapete.memory, before);
});

await test("languages are loaded one at a time, and what is none is refused", async () => {
    const other = await load(module);
    assert.equal(await other.speak(["tlh", "en"]), "en");
    assert.equal(await other.speak("fr-CA"), "fr");
    assert.throws(() => other.match("échecs"), /jeu/);
    await assert.rejects(async () => other.speak("es", new Uint8Array(100)), /no.* catalogue/);
});

await test("the programs of docs/offline.md run", async () => {
    const page = await readFile(new URL("../../docs/offline.md", import.meta.url), "utf8");
    const programs = [...page.matchAll(/^```js\n(.*?)^```/gms)].map((found) => found[1]);
    assert.ok(programs.length >= 2);
    for (const program of programs) {
        const here = program.replace('"./tapete.js"', JSON.stringify(pathToFileURL(path.resolve(folder, "tapete.js"))));
        assert.match(execFileSync(process.execPath, ["--input-type=module", "-e", here], { encoding: "utf8" }), /all \d+ outcomes|UNKNOWN_MOVE/);
    }
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
