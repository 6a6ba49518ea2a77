// Study games in Chromium, at a server that offers them: a game that is no part of the lobby otherwise, on its drawn table and in words, to its end,
// the check of its deal, and its guided deal.
//
//     node tests/study.test.mjs      TAPETE, TAPETE_WEB and CHROMIUM as in support.mjs; reports as TAP
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, finish, newPage, seenProblems, startBrowser, startServer, test } from "./support.mjs";

const OPTIONS = ["contribute_ms=0", "bot_delay_ms=0"];
const { base, stop } = await startServer({ more: ["--study", "--seed", "5", "--option", ...OPTIONS] });
const other = await startServer({ more: ["--seed", "5", "--option", ...OPTIONS] });
const browser = await startBrowser();

const NAME = "leduc";

/** A new table against one that moves at once. */
const newTable = (page) =>
    page.evaluate(
        (game) =>
            new Promise((resolve, reject) => {
                const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "tapete.1");
                socket.onmessage = ({ data }) => {
                    const message = JSON.parse(data);
                    if (message.is === "refused") reject(new Error(data));
                    if (message.is === "welcome")
                        socket.send(JSON.stringify({ do: "create", ref: 1, game, seats: ["me", "random"] }));
                    if (message.is !== "created") return;
                    socket.close();
                    resolve(message.table);
                };
            }),
        NAME,
    );

/** Sit at a new table, and play what `choose` presses until the game is over; how many moves that were. */
async function playThrough(page, query, selector) {
    await page.goto(base);
    await page.waitForSelector("nav .who");
    await page.goto(`${base}/table/${await newTable(page)}${query}`);
    for (let moves = 0; ; moves++) {
        const state = await page.waitForFunction(
            (wanted) => (document.querySelector(".result") ? "over" : document.querySelector(wanted) ? "mine" : ""),
            selector,
        );
        if ((await state.jsonValue()) === "over") return moves;
        if (moves === 0) await accessible(page, `the first decision ${query}`);
        const ply = await page.evaluate(() => document.querySelector("[data-ply]")?.dataset.ply);
        // Check, call: no hand is folded, so that both cards are shown.
        const wanted = ["CHECK", "CALL"].map((move) => page.locator(`${selector} [data-move="${move}"]`));
        await ((await wanted[0].count()) > 0 ? wanted[0] : wanted[1]).click();
        await page.waitForFunction(
            (before) =>
                document.querySelector(".result") || document.querySelector("[data-ply]")?.dataset.ply !== before,
            ply,
        );
    }
}

await test("a study game is offered only by a server that was told so", async () => {
    const page = await newPage(browser);
    const names = async (from) => (await (await page.request.get(`${from}/api/games`)).json()).map((one) => one.name);
    assert.ok((await names(base)).includes(NAME));
    assert.ok(!(await names(other.base)).includes(NAME));
    await page.goto(`${base}/rules/${NAME}`);
    await page.close();
});

await test("it is played on its drawn table to the end, which says who won and why", async () => {
    const page = await newPage(browser);
    const moves = await playThrough(page, "", '[data-seen] .action-bar.mine[aria-busy="false"]');
    assert.ok(moves >= 2, `${moves} moves`);
    assert.equal(await page.locator(".result tbody tr").count(), 2);
    assert.equal(await page.locator('.result tbody .card[role="img"]').count(), 2, "both cards are in the result");
    const record = await page.locator('.result a[href^="/api/record/"]').getAttribute("href");
    assert.match(await (await page.request.get(base + record)).text(), /"key"/);
    await page.click(".check button");
    await page.waitForSelector("[data-verdict]");
    assert.match(await page.textContent("[data-verdict]"), /all 3 (cards|outcomes)/);
    await page.close();
});

await test("and in words, where the schema of its views says what belongs to a seat", async () => {
    const page = await newPage(browser);
    await playThrough(page, "?plain=1", "[data-seen] .play > .moves:has(button.move:not(:disabled))");
    await page.close();
});

await test("its guided deal is gone through to the end, move by move", async () => {
    const page = await newPage(browser);
    await page.goto(`${base}/learn/${NAME}`);
    const { steps } = JSON.parse(readFileSync(new URL(`../../guides/${NAME}.json`, import.meta.url), "utf8"));
    const made = steps.flatMap((step) => step.made ?? []);
    for (let stop = 0; (await page.locator("#learnt").count()) === 0; stop++) {
        await page.waitForSelector(`.coach[data-stop="${stop}"][aria-busy="false"]`);
        const next = page.locator("button.onward");
        if ((await next.count()) > 0) await next.click();
        else await page.click(`.action-bar.mine [data-move="${made.shift()}"]`);
        await page.waitForSelector(`.coach[data-stop="${stop + 1}"], #learnt`);
    }
    assert.deepEqual(made, [], "every move of the deal was made");
    assert.equal(await page.locator(".done li").count(), 3);
    await page.close();
});

await test("no error in the console of any page", async () => {
    assert.deepEqual([...new Set(seenProblems())], []);
});

await browser.close();
await stop();
await other.stop();
finish();
