// Makes the pictures of the page in this folder, from a real game: node docs/pictures/make-browser.mjs, after `make build web` and in a
// checkout where web/node_modules is there. TAPETE is the program, TAPETE_WEB the built page.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const { chromium } = await import(join(root, "web/node_modules/playwright-core/index.mjs"));
const program = process.env.TAPETE ?? join(root, "build/tapete");
const page = process.env.TAPETE_WEB ?? join(root, "build/web");

const folder = mkdtempSync(join(tmpdir(), "tapete-pictures-"));
const server = spawn(program, ["serve", "--port", "0", "--db", `sqlite:${folder}/db`, "--web", page]);
const base = await new Promise((resolve) =>
    server.stdout.on("data", (data) => resolve(/http:\/\/\S+/.exec(String(data))[0])),
);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});
try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, colorScheme: "light" });
    const tab = await context.newPage();
    await tab.goto(base);
    await tab.getByRole("button", { name: /play.*mus/i }).first().click();
    const moves = ".moves button.move:not(:disabled)";
    // A few moves, so that there is something to see.
    for (const name of ["mus", "no mus", "paso"]) {
        await tab.waitForSelector(moves);
        const wanted = tab.locator(`${moves}[data-move="${name}"]`);
        await ((await wanted.count()) > 0 ? wanted.first() : tab.locator(moves).first()).click();
        await tab.waitForTimeout(600);
    }
    await tab.waitForSelector(moves);
    await tab.evaluate(() => window.scrollTo(0, 0));
    await tab.screenshot({ path: join(here, "mus-browser.png") });
} finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
}
