// The guided deals in a browser: each to its end by mouse, by touch on a phone and by keys alone, in English and in another language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GAMES, play } from "./driver.mjs";
import { accessible, finish, fits, newPage, seenProblems, startBrowser, startServer, test } from "./support.mjs";

const { base, stop } = await startServer();
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const guideOf = (game) => JSON.parse(readFileSync(new URL(`../guides/${game}.json`, import.meta.url), "utf8"));

/** Do what the coach says until there is nothing left to do. */
async function learn(page, game, by) {
    const guide = guideOf(game);
    for (const [at, step] of guide.steps.entries()) {
        const isLast = at === guide.steps.length - 1;
        await page.waitForFunction((ply) => document.querySelector(".action-bar")?.dataset.ply === String(ply), at);
        if (step.made !== undefined && !isLast) {
            page.heard = { now: { view: step.view } };
            await play(
                page,
                game,
                step.made,
                step.legal.map((one) => one.move),
                by,
            );
            continue;
        }
        const next = page.locator(".coach button.main");
        if (by === "keys") {
            await next.focus();
            await page.keyboard.press("Enter");
        } else await (by === "touch" ? next.tap() : next.click());
    }
    await page.waitForSelector("#learnt");
}

for (const game of Object.keys(GAMES)) {
    const { title } = GAMES[game];
    await test(`${title}: the guided deal by mouse, offered to a novice, from the lobby to a real game`, async () => {
        const page = await newPage(browser, { novice: true });
        await page.goto(base);
        await page.click(`button[aria-label="Play ${title} against bots"]`);
        await page.waitForSelector("dialog[open]");
        await accessible(page, "the offer");
        await page.click(`dialog[open] a[href="/learn/${game}"]`);
        await page.waitForSelector(".coach");
        await accessible(page, "the guided deal");
        await learn(page, game, "mouse");
        assert.equal(await page.locator(".done li").count(), 3);
        await accessible(page, "what was learnt");
        await page.click(".done button.main");
        await page.waitForURL(/\/table\//);
        await page.goto(base);
        await page.click(`button[aria-label="Play ${title} against bots"]`);
        await page.waitForURL(/\/table\//);
    });

    await test(`${title}: the guided deal by touch on a phone, in Spanish and in the dark`, async () => {
        const page = await newPage(browser, { ...PHONE, locale: "es-ES", colorScheme: "dark" });
        await page.goto(`${base}/learn/${game}`);
        await page.waitForSelector(".coach");
        assert.match(await page.textContent("h1"), /^Aprende/);
        await fits(page, "the guided deal");
        await accessible(page, "the guided deal");
        await learn(page, game, "touch");
    });

    await test(`${title}: the guided deal by keys alone; another move than the coach's is answered`, async () => {
        const page = await newPage(browser);
        await page.goto(`${base}/learn/${game}`);
        await page.waitForSelector(".coach");
        const guide = guideOf(game);
        const at = guide.steps.findIndex((step) => (step.legal?.length ?? 0) > 1);
        const reached = (ply) =>
            page.waitForFunction((to) => document.querySelector(".action-bar")?.dataset.ply === to, String(ply));
        for (let i = 0; i < at; i++) {
            await reached(i);
            const step = guide.steps[i];
            page.heard = { now: { view: step.view } };
            if (step.made === undefined) await page.locator(".coach button.main").press("Enter");
            else
                await play(
                    page,
                    game,
                    step.made,
                    step.legal.map((one) => one.move),
                    "keys",
                );
        }
        await reached(at);
        const { legal, made, view } = guide.steps[at];
        const other = legal.find((one) => one.move !== made).move;
        page.heard = { now: { view } };
        await play(
            page,
            game,
            other,
            legal.map((one) => one.move),
            "keys",
        );
        assert.match(await page.textContent(".action-bar .banner.warn"), /coach/);
        await page.goto(`${base}/learn/${game}`);
        await page.waitForSelector(".coach");
        await learn(page, game, "keys");
    });
}

await test("whoever wants no lesson plays right away, and is asked again only about other games", async () => {
    const page = await newPage(browser, { novice: true });
    for (const asked of [true, false]) {
        await page.goto(base);
        await page.click('button[aria-label="Play Mulle against bots"]');
        if (asked) await page.click('dialog[open] button:text-is("Play right away")');
        await page.waitForURL(/\/table\//);
    }
    await page.goto(base);
    await page.click('button[aria-label="Play Mus against bots"]');
    await page.click('dialog[open] button:text-is("Cancel")');
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.click('.game a[href="/learn/mus"]');
    await page.waitForSelector(".coach");
});

await test("no error in the console of any page", () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
