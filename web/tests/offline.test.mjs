// The page without a network, in Chromium: a folder of files under a path, whole games, reloads, two tabs, another version.
//
// TAPETE_STATIC is the folder that `make static` makes (default: build/static).
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { makeTable, playToEnd, turn, play, hasty } from "./driver.mjs";
import { hearWorker, isKept, startFolder } from "./folder.mjs";
import { finish, newPage, seenProblems, startBrowser, test } from "./support.mjs";

const folder = process.env.TAPETE_STATIC ?? fileURLToPath(new URL("../../build/static", import.meta.url));
const GAMES = ["mus", "bruno", "sabacc", "mulle"];
const QUIET = /net::ERR|Failed to load resource|fetch/;

const site = await startFolder(folder);
const browser = await startBrowser();

async function openPage(options = {}) {
    const page = await newPage(browser, { excuse: QUIET, ...options });
    await hearWorker(page);
    await page.goto(site.url);
    await page.waitForSelector("nav .who");
    return page;
}

for (const game of GAMES) {
    await test(`${game}: a whole game with the network cut, reloaded in the middle`, async () => {
        const page = await openPage();
        await isKept(page);
        site.cut();
        site.state.asked = [];
        try {
            await page.click(
                `button[aria-label^="Play ${{ mus: "Mus", bruno: "Bruno", sabacc: "Kessel", mulle: "Mulle" }[game]}"]`,
            );
            await page.waitForURL(/#\/table\//);
            const now = await turn(page);
            await play(page, game, hasty(game, now), now.moves);
            await page.reload();
            await playToEnd(page, game);
            assert.match(await page.textContent("#result-title"), /won|lost|draw|ended/i);
            assert.deepEqual(site.state.asked, []);
        } finally {
            site.mend();
        }
    });
}

await test("nothing was complained about", () => assert.deepEqual(seenProblems(), []));

await browser.close();
site.stop();
finish();
