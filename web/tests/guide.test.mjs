// The guided deals in a browser: each to its end by mouse, by touch on a phone and by keys alone, in English and in another language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GAMES, play } from "./driver.mjs";
import { accessible, finish, fits, newPage, seenProblems, startBrowser, startServer, test } from "./support.mjs";

const { base, stop } = await startServer();
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const guideOf = (game) => JSON.parse(readFileSync(new URL(`../../guides/${game}.json`, import.meta.url), "utf8"));

/** A guided deal is one of a few minutes: one thing a stop. */
const MOST_STOPS = 22;

/** The coach has said all, and waits. */
const waits = (page, stop) => page.waitForSelector(`.coach[data-stop="${stop}"][aria-busy="false"]`);

/** Whose turn it is to do something: the step of the deal at which a move is asked for; null where there is something to read. */
async function asked(page, guide) {
    if ((await page.locator("button.onward, button.answer").count()) > 0) return null;
    return guide.steps[Number(await page.locator(".action-bar").getAttribute("data-ply"))];
}

async function press(page, game, guide, step, move, by) {
    // The coach speaks before the table is there: its drawing is loaded by itself.
    await page.waitForSelector(`.action-bar.mine[data-ply="${guide.steps.indexOf(step)}"]`);
    page.heard = { now: { view: step.view } };
    const moves = step.legal.map((one) => one.move);
    await play(page, game, move, moves, by);
}

async function push(page, button, by) {
    if (by !== "keys") return by === "touch" ? button.tap() : button.click();
    await button.focus();
    await page.keyboard.press("Enter");
}

/** Answer what is asked, wrong answers first as often as right ones, and go on. The number of questions: one or none. */
async function readOn(page, by) {
    const answers = page.locator("button.answer");
    const count = await answers.count();
    for (let i = 0; i < count && (await page.locator("button.answer.right").count()) === 0; i++) {
        await push(page, answers.nth(i), by);
        await page.waitForFunction(
            (wrong) =>
                document.querySelector("button.answer.right") ||
                document.querySelectorAll("button.answer.wrong").length === wrong,
            i + 1,
        );
        const isRight = (await page.locator("button.answer.right").count()) > 0;
        assert.equal(await page.locator(".action-bar .banner.warn").count(), isRight ? 0 : 1);
        assert.equal(await page.locator("button.onward").count(), isRight ? 1 : 0, "a wrong answer does not go on");
    }
    if (count > 0) await page.waitForSelector(".coach [aria-live] .good");
    await push(page, page.locator("button.onward"), by);
    return count > 0 ? 1 : 0;
}

/** Do what the coach says until there is nothing left to do; and look at each stop. */
async function learn(page, game, by, look = async () => {}) {
    const guide = guideOf(game);
    await waits(page, 0);
    const count = Number(/(\d+)\D*$/.exec(await page.textContent(".coach header .faint"))[1]);
    assert.ok(count <= MOST_STOPS, `${count} stops are too many`);
    let questions = 0;
    for (let stop = 0; stop < count; stop++) {
        await waits(page, stop);
        await look(stop, count);
        assert.match(
            await page.textContent(".coach [aria-live]"),
            /\p{L}{2}/u,
            `the coach says nothing at stop ${stop}`,
        );
        const step = await asked(page, guide);
        if (step) await press(page, game, guide, step, step.made, by);
        else questions += await readOn(page, by);
    }
    assert.ok(questions >= 2, `${questions} questions`);
    await page.waitForSelector("#learnt");
}

/** How the first deal or round ends, on the table of each game. */
const ENDS = {
    mus: ".count",
    sabacc: ".reveal",
    mulle: '.hand[aria-label="0 cards in hand"]',
    bruno: ".at-bottom:not(:has([data-pick]))",
};

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
        const end = guideOf(game).steps.length - 1;
        await learn(page, game, "mouse", async (stop, count) => {
            const { ply } = await page.locator(".action-bar").evaluate((bar) => ({ ...bar.dataset }));
            const isEnd = Number(ply) === end;
            assert.equal((await page.locator(ENDS[game]).count()) > 0, isEnd, `the count is seen at ${ply} of ${end}`);
            const isLast = stop === count - 1;
            assert.equal((await page.textContent(".coach .ways :last-child")) === "Finish", isLast);
        });
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
        await learn(page, game, "touch", async (stop) => {
            if (stop > 0) return;
            const bottom = await page.locator(".at-bottom .playing-card").first().boundingBox();
            assert.ok(bottom.y > 0 && bottom.y + bottom.height <= 844, `own cards are at ${bottom.y}`);
        });
    });

    await test(`${title}: the guided deal by keys alone; another move than the coach's is answered`, async () => {
        const page = await newPage(browser);
        await page.goto(`${base}/learn/${game}`);
        await page.waitForSelector(".coach");
        const guide = guideOf(game);
        let [stop, step] = [0, null];
        for (; !(step?.legal.length > 1); stop++) {
            await waits(page, stop);
            step = await asked(page, guide);
            if (!step) await readOn(page, "keys");
            else if (step.legal.length === 1) await press(page, game, guide, step, step.made, "keys");
        }
        const said = await page.textContent(".coach [aria-live]");
        await press(page, game, guide, step, step.legal.find((one) => one.move !== step.made).move, "keys");
        assert.match(await page.textContent(".action-bar .banner.warn"), /the move with the arrow/);
        assert.equal(await page.textContent(".coach [aria-live]"), said, "the coach's words stay");
        await page.reload();
        await waits(page, stop - 1);
        assert.equal(await page.textContent(".coach [aria-live]"), said, "a page that is loaded anew goes on there");
        await page.keyboard.press("Escape");
        await press(page, game, guide, step, step.made, "keys");
        await waits(page, stop);
        assert.equal(await page.locator(".banner.warn").count(), 0);
        await page.goto(base);
        await page.goto(`${base}/learn/${game}`);
        await page.waitForSelector(".coach");
        await learn(page, game, "keys");
    });
}

await test("a player who wants no lesson plays right away, and is asked again only about other games", async () => {
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
    await page.click('button[aria-label="More ways to play Mus"]');
    await accessible(page, "the ways to play a game");
    await page.click('dialog[open] a[href="/learn/mus"]');
    await page.waitForSelector(".coach");
});

await test("no error in the console of any page", () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
