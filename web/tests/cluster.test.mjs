// A person in a browser while the servers behind one address are killed, stopped and started: the table follows, and the game goes on.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { finish, newPage, seenProblems, startBrowser, test } from "./support.mjs";
import { hasty, isOver, makeTable, moved, play, turn } from "./driver.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.TAPETE ?? join(root, "build/tapete");
const pages = process.env.TAPETE_WEB ?? join(root, "build/web");
const options = ["contribute_ms=0", "budget_percent=1000000", "bot_delay_ms=0"].flatMap((one) => ["--option", one]);

/** Two ports that follow each other. */
async function freePorts() {
    const listen = (port) =>
        new Promise((resolve, reject) => {
            const server = createServer();
            server.once("error", reject);
            server.listen(port, "127.0.0.1", () => resolve(server));
        });
    for (;;) {
        const one = await listen(0);
        const port = one.address().port;
        const two = await listen(port + 1).catch(() => null);
        await new Promise((resolve) => one.close(resolve));
        if (!two) continue;
        await new Promise((resolve) => two.close(resolve));
        return port;
    }
}

const port = await freePorts();
const cluster = spawn(
    join(root, "scripts/cluster"),
    ["--tapete", program, "--web", pages, "--port", String(port), "--servers", "2", ...options],
    { stdio: ["ignore", "pipe", "inherit"] },
);
let said = "";
await new Promise((resolve, reject) => {
    cluster.on("exit", (status) => reject(new Error(`the cluster ended with ${status}: ${said}`)));
    cluster.stdout.on("data", (data) => {
        said += data;
        if (said.includes("Ctrl-C ends")) resolve();
    });
});
const base = `http://localhost:${port}`;
const status = async () => (await fetch(`http://127.0.0.1:${port + 1}/json`)).json();
const browser = await startBrowser();
// A connection that ends is what this is about.
const EXCUSE = /WebSocket|503|502|net::ERR/;

async function ownerOf(table) {
    for (;;) {
        const now = await status();
        const owner = now.tables.find((one) => one.table === table)?.owner;
        const server = now.servers.find((one) => one.name === owner);
        if (server?.lives) return server;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

for (const [signal, how] of [
    ["SIGKILL", "killed"],
    ["SIGTERM", "stopped"],
    ["SIGSTOP", "made to stand still"],
])
    await test(`the server of a table is ${how} in the middle of a game: the page goes on with it at another server`, async () => {
        const page = await newPage(browser, { excuse: EXCUSE });
        await makeTable(page, base, "mulle", { seats: ["me", "random"] });
        const table = new URL(page.url()).pathname.split("/")[2];
        let now = await turn(page);
        await play(page, "mulle", hasty("mulle", now), now.moves);
        await moved(page, now.ply);
        now = await turn(page, now.ply);
        const before = await ownerOf(table);
        process.kill(before.pid, signal);
        // Somebody who watches it from now on asks another server for it.
        const since = Date.now();
        for (let i = 0; i < 3 && !(await isOver(page)); i++) {
            await play(page, "mulle", hasty("mulle", now), now.moves);
            // What was pressed just before the connection broke may have to be pressed again.
            const went = await page
                .waitForFunction(
                    (ply) => {
                        const bar = document.querySelector(".action-bar.mine");
                        return document.querySelector(".result") || (bar && Number(bar.dataset.ply) > ply);
                    },
                    now.ply,
                    { timeout: 4000 },
                )
                .catch(() => null);
            if (!went) {
                i--;
                assert.ok(Date.now() - since < 60_000, "the game does not go on");
                continue;
            }
            now = (await turn(page, now.ply)) ?? now;
        }
        const after = await ownerOf(table);
        if (signal === "SIGSTOP") process.kill(before.pid, "SIGCONT");
        assert.notEqual(after.pid, before.pid, "it is at the same server still");
        console.log(`# from server ${before.name} to ${after.name}`);
    });

await test("nothing else went wrong", async () => {
    assert.deepEqual(
        seenProblems().filter((problem) => !EXCUSE.test(problem)),
        [],
    );
});

await browser.close();
cluster.removeAllListeners("exit");
cluster.kill("SIGTERM");
await new Promise((resolve) => cluster.once("exit", resolve));
finish();
