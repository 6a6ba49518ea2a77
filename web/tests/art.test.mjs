// The art in a browser, from the real server and under its security policy: every drawing shows something.
import assert from "node:assert/strict";
import { drawAll } from "../art/all.mjs";
import { finish, newPage, seenProblems, startBrowser, startServer, test } from "./support.mjs";

const { base, stop } = await startServer();
const browser = await startBrowser();

for (const [file, text] of Object.entries(drawAll())) {
    const ids = [...text.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]);
    if (ids.length === 0) continue;
    await test(`${file}: all ${ids.length} drawings are seen, none is empty`, async () => {
        const page = await newPage(browser);
        await page.goto(base);
        const sizes = await page.evaluate(
            async ([file, ids]) => {
                const SVG = "http://www.w3.org/2000/svg";
                const shown = ids.map((id) => {
                    const svg = document.createElementNS(SVG, "svg");
                    svg.setAttribute("viewBox", "0 0 100 100");
                    const use = document.createElementNS(SVG, "use");
                    use.setAttribute("href", `/${file}#${id}`);
                    svg.append(use);
                    document.body.append(svg);
                    return [id, use];
                });
                const size = (use) => {
                    const { width, height } = use.getBBox();
                    return Math.max(width, height);
                };
                const until = Date.now() + 20_000;
                while (shown.some(([, use]) => size(use) === 0) && Date.now() < until)
                    await new Promise((done) => setTimeout(done, 50));
                return shown.map(([id, use]) => [id, size(use)]);
            },
            [file, ids],
        );
        for (const [id, size] of sizes) assert.ok(size > 25, `${id} takes ${size} of 100`);
    });
}

await test("the page can be installed as an app", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send("Page.getAppManifest");
    assert.deepEqual([url, errors], [`${base}/manifest.webmanifest`, []]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A browser without a profile installs nothing, and has nothing else to complain about.
    assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
        [],
    );
});

await test("no error in the console", async () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
