// A server, a browser and TAP for the browser tests.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.TAPETE ?? join(root, "build/tapete");
const pages = process.env.TAPETE_WEB ?? join(root, "web/dist");
/** Chromium without its windows: a fifth less work for the machine than the whole. */
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/** Where to leave a picture of every page that fails; nowhere, unless told. */
const pictures = process.env.TAPETE_PICTURES;

/** How long to wait for anything: a machine that also does other things may need it. */
const PATIENCE_MS = Number(process.env.TAPETE_PATIENCE_MS ?? 60_000);

let count = 0;
let failures = 0;
const problems = [];
const opened = new Set();

/** Only tests whose name has this in it, for work on one of them. */
const only = process.argv[2];

/** Run one test, and report it as a line of TAP. */
export async function test(name, run) {
    if (only !== undefined && !name.includes(only)) return;
    count++;
    const since = Date.now();
    try {
        await run();
        console.log(`ok ${count} - ${name} # ${Date.now() - since} ms`);
    } catch (error) {
        failures++;
        console.log(`not ok ${count} - ${name}`);
        for (const line of String(error?.stack ?? error)
            .split("\n")
            .slice(0, 12))
            console.log(`# ${line}`);
        if (pictures) {
            mkdirSync(pictures, { recursive: true });
            let number = 0;
            for (const page of opened)
                await page
                    .screenshot({ path: join(pictures, `failure-${count}-${++number}.png`), fullPage: true })
                    .catch(() => {});
        }
    }
    for (const page of [...opened]) {
        await page
            .context()
            .close()
            .catch(() => {});
        opened.delete(page);
    }
}

/** End the report. */
export function finish() {
    console.log(`1..${count}`);
    process.exitCode = failures > 0 ? 1 : 0;
}

export const seenProblems = () => problems;

/** A server with an empty database, on a free port. `more`: what else it is told. */
export async function startServer({ folder = mkdtempSync(join(tmpdir(), "tapete-web-")), port = 0, more = [] } = {}) {
    if (!existsSync(join(pages, "index.html")))
        throw new Error(`${pages} has no page; build it with scripts/build-web.`);
    const server = spawn(
        program,
        ["serve", "--port", String(port), "--db", `sqlite:${join(folder, "tables.db")}`, "--web", pages, ...more],
        {
            stdio: ["ignore", "pipe", "pipe"],
        },
    );
    let said = "";
    const base = await new Promise((resolve, reject) => {
        const listen = (data) => {
            said += data;
            const found = /listening on (http:\/\/\S+:\d+)/.exec(said);
            if (found) resolve(found[1]);
        };
        server.stdout.on("data", listen);
        server.stderr.on("data", listen);
        server.on("error", reject);
        server.on("exit", (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
        setTimeout(() => reject(new Error(`the server did not begin to listen: ${said}`)), PATIENCE_MS).unref();
    });
    /** End it; its tables stay where they are for the one that starts next, unless nobody will. */
    const stop = async (keep = false) => {
        server.removeAllListeners("exit");
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGTERM");
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
        if (!keep) rmSync(folder, { recursive: true, force: true });
    };
    return { base, folder, stop };
}

/** For a server at whose tables the page seals and reveals: it waits for the page, however busy the machine is. */
export const UNHURRIED = ["--option", "contribute_ms=60000"];

/** A server that deals all tables of a kind alike, to bots that choose alike, and waits for nobody to mix in anything: what a test finds here
 *  does not depend on luck. It also accepts players that are faster than people. */
export const startSeeded = ({ seed = "7", more = [], ...rest } = {}) =>
    startServer({
        more: [
            "--seed",
            seed,
            "--option",
            "contribute_ms=0",
            "--option",
            "budget_percent=1000000",
            "--option",
            "bot_delay_ms=0",
            ...more,
        ],
        ...rest,
    });

/** A wire to the server that can be cut. */
export async function startWire(base) {
    const target = new URL(base);
    const address = target.hostname === "localhost" ? "127.0.0.1" : target.hostname;
    const sockets = new Set();
    let whole = true;
    const wire = createServer((near) => {
        if (!whole) {
            near.destroy();
            return;
        }
        const far = connect(Number(target.port), address);
        for (const [one, other] of [
            [near, far],
            [far, near],
        ]) {
            sockets.add(one);
            one.on("error", () => {});
            one.on("close", () => {
                sockets.delete(one);
                other.destroy();
            });
            one.pipe(other);
        }
    });
    await new Promise((resolve) => wire.listen(0, address, resolve));
    return {
        base: `http://${target.hostname}:${wire.address().port}`,
        cut() {
            whole = false;
            for (const socket of sockets) socket.destroy();
        },
        mend() {
            whole = true;
        },
        close() {
            for (const socket of sockets) socket.destroy();
            wire.close();
        },
    };
}

export function startBrowser(args = []) {
    const asRoot = process.getuid?.() === 0;
    return chromium.launch({ executablePath: browserPath, args: asRoot ? ["--no-sandbox", ...args] : args });
}

/** A page of a person who has never been here, but needs no lessons, unless they are a `novice`. `excuse`: errors that the test itself provokes;
 *  `pace`: how fast moves follow each other. */
export async function newPage(browser, { excuse, novice = false, pace, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: "reduce",
        ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    // Where things may move, moves follow each other; elsewhere a test has no need to wait.
    await page.addInitScript(
        (wanted) => {
            const kept = localStorage.getItem("tapete settings") ?? "{}";
            // What is no object is there to be met by the page as it is.
            if (!kept.startsWith("{")) return;
            localStorage.setItem("tapete settings", JSON.stringify({ pace: wanted, ...JSON.parse(kept) }));
        },
        pace ?? (options.reducedMotion === "no-preference" ? "fast" : "instant"),
    );
    if (!novice)
        await page.addInitScript(() =>
            localStorage.setItem("tapete known games", JSON.stringify(["mus", "bruno", "sabacc", "mulle"])),
        );
    page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        if (!excuse?.test(message.text())) problems.push(`${message.type()}: ${message.text()} (${page.url()})`);
    });
    // What the server told this page last about the table that it shows: the tests ask it what is legal, not the page that they test. A connection may
    // hear of other tables too, at any time, such as of one that it has just left.
    const told = new Map();
    page.heard = {
        get now() {
            return told.get(/\/table\/([^/?#]+)/.exec(page.url())?.[1]) ?? null;
        },
    };
    page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
            const message = JSON.parse(payload);
            if (message.is === "table") told.set(message.table, message.now);
        }),
    );
    page.on("pageerror", (error) => problems.push(`exception: ${error.message} (${page.url()})`));
    opened.add(page);
    return page;
}

/** What axe finds wrong with the page; where colours alone have changed, only the rules that look at them are asked. */
async function violations(page, colours = false) {
    // Once for a page: to read it takes longer than to run it.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    return page.evaluate(
        async (rules) => {
            const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
            const found = await window.axe.run(document, { resultTypes: ["violations"], ...only });
            return found.violations.flatMap(({ id, nodes }) =>
                nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
            );
        },
        colours ? ["color-contrast", "link-in-text-block"] : null,
    );
}

/** Have the page in a theme, by what the system wants. */
async function dress(page, theme) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

/** No violation that axe knows of, in the light or in the dark. */
export async function accessible(page, what) {
    const found = await violations(page);
    const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    const themes = isDark ? ["light", "dark"] : ["dark", "light"];
    await dress(page, themes[0]);
    found.push(...(await violations(page, true)).map((problem) => `${themes[0]}: ${problem}`));
    await dress(page, themes[1]);
    if (found.length > 0) throw new Error(`${what}: ${found.slice(0, 5).join("\n")}`);
}

/** Nothing sticks out to the right. */
export async function fits(page, what) {
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > window) throw new Error(`${what} is ${wide} wide in a window of ${window}`);
}
