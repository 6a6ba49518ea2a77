// The review of a finished game, in a browser and against the real server: from the result to a decision, while it is being made, and for whom it is.
import assert from "node:assert/strict";
import {
    accessible,
    finish,
    fits,
    newPage,
    seenProblems,
    startBrowser,
    startSeeded,
    startWire,
    test,
} from "./support.mjs";
import { play, playUnseen, tabTo, turn } from "./driver.mjs";

const { base, stop } = await startSeeded({ more: ["--option", "review_sims=100"] });
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };

async function complete(page) {
    await page.waitForSelector(".parts");
    await page.waitForSelector(".slider input");
}
const plyOf = (page) => page.locator('.slider input[type="range"]').inputValue().then(Number);
const percents = (words) => [...words.matchAll(/([-−+]?\d+(?:\.\d)?) %/g)].map(([, n]) => Number(n.replace("−", "-")));

/** Everything that this page was told about cards: views of replays, by whose eyes, and messages of tables. */
function overhear(page) {
    const eyes = new Set();
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname.startsWith("/api/replay/")) eyes.add(url.searchParams.get("seat"));
    });
    return eyes;
}

await test("from the result to the costliest decision, and around in the game, at a desk", async () => {
    const page = await newPage(browser, DESK);
    const eyes = overhear(page);
    await page.goto(base);
    const table = await playUnseen(page, "sabacc");
    await page.goto(`${base}/table/${table}`);
    await page.click('.result a:text-is("Review this game")');
    await page.waitForURL(/\/review\//);
    await complete(page);
    assert.match(await page.textContent("h1"), /Review: Kessel Sabacc/);
    assert.match(await page.textContent(".summary-line"), /\d+ clear mistakes? in \d+ decisions/);
    // The three costliest come first, and the first of them lies on the table.
    const costs = (await page.locator(".costliest .faint").allTextContents()).map((words) => percents(words)[0]);
    assert.ok(costs.length >= 1 && costs.length <= 3, `${costs.length} costliest`);
    assert.deepEqual(
        costs,
        [...costs].sort((a, b) => b - a),
    );
    const worst = Number(/\d+/.exec(await page.textContent(".costliest strong"))[0]);
    await page.waitForFunction((ply) => document.querySelector("#position").textContent.includes(`${ply}:`), worst);
    assert.equal(await plyOf(page), worst - 1);
    await page.waitForSelector(".felt");
    assert.equal(await page.locator(".worth li.made").count(), 1);
    assert.equal(await page.locator(".worth li.best").count(), 1);
    const [chosen, best] = await Promise.all(
        [".made", ".best"].map((one) => page.textContent(`.worth li${one} .figure`)),
    );
    assert.ok(
        percents(best)[0] >= percents(chosen)[0] - 5,
        `${best} for the best move, ${chosen} for the one that was made`,
    );
    // What the result came from adds up.
    const parts = (await page.locator(".parts td").allTextContents()).map((words) => percents(words)[0]);
    const total = parts.slice(0, -1).reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(total - parts.at(-1)) < 1, `${parts}`);
    // Another decision from the list, the next one, a press into the graph, its table.
    await page.locator(".list button").first().click();
    assert.match(await page.textContent("#position"), /: decision/);
    await page.waitForFunction(() => document.activeElement.matches(".position"));
    const first = await plyOf(page);
    await page.click('button:text-is("Next decision")');
    assert.ok((await plyOf(page)) > first);
    await page.locator("figure svg").scrollIntoViewIfNeeded();
    const box = await page.locator("figure svg").boundingBox();
    await page.mouse.click(box.x + box.width - 20, box.y + 40);
    const last = Number(await page.locator(".slider input").getAttribute("max"));
    assert.ok((await plyOf(page)) > last - 3);
    await page.click('summary:text-is("As a table")');
    assert.ok((await page.locator("figure tbody tr").count()) > 5);
    // The address is that of this moment.
    await page.waitForFunction(
        (ply) => new URLSearchParams(location.search).get("ply") === ply,
        String(await plyOf(page)),
    );
    assert.deepEqual([...eyes], ["0"], "only with the eyes of one's own seat");
});

for (const [size, options] of Object.entries({ desk: DESK, phone: PHONE })) {
    await test(`no obstacle that axe knows of, and nothing sticks out: ${size}`, async () => {
        const page = await newPage(browser, options);
        await page.goto(base);
        await page.goto(`${base}/review/${await playUnseen(page, size === "desk" ? "sabacc" : "mus")}`);
        await complete(page);
        await page.waitForSelector(".felt");
        await accessible(page, "a review");
        await fits(page, "a review");
        await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
        await fits(page, "a review in large type");
    });
}

await test("by keys alone: to a decision, along the graph, and back through the decisions", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(base);
    await page.goto(`${base}/review/${await playUnseen(page, "mus")}`);
    await complete(page);
    await tabTo(page, 'document.activeElement.matches(".slider input")');
    await page.keyboard.press("Home");
    assert.equal(await plyOf(page), 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await plyOf(page), 2);
    assert.match(await page.locator(".slider input").getAttribute("aria-valuetext"), /After move 2/);
    await tabTo(page, 'document.activeElement.matches(".list button")');
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#position"), /: decision/);
    const here = await plyOf(page);
    await tabTo(page, 'document.activeElement.textContent === "Next decision"');
    await page.keyboard.press("Enter");
    assert.ok((await plyOf(page)) > here);
    await page.waitForSelector(".felt");
    assert.ok((await page.locator(".worth li").count()) >= 2);
});

await test("while it is made: how far it is and what is known; leaving, coming back and a lost connection begin nothing anew", async () => {
    const slow = await startSeeded({ more: ["--option", "review_sims=8000", "workers=2"] });
    const wire = await startWire(slow.base);
    const page = await newPage(browser, { ...DESK, excuse: /ERR_|WebSocket connection|Failed to load/ });
    await page.goto(wire.base);
    const table = await playUnseen(page, "mulle");
    const progress = () => page.locator("progress").getAttribute("value").then(Number);
    await page.goto(`${wire.base}/review/${table}`);
    await page.waitForSelector(".list tbody tr");
    assert.match(await page.textContent(".summary-line"), /\d+ of \d+ positions/);
    assert.equal(await page.locator(".parts").count(), 0);
    const before = await progress();
    await page.click('nav a:has-text("Lobby")');
    await page.waitForSelector(".game");
    await page.goBack();
    // It went on meanwhile. The page shows its own beginning until the server has told how far it is.
    await page.waitForFunction(
        (done) => document.querySelector("progress")?.value >= done || document.querySelector(".parts"),
        before,
    );
    const known = await page.evaluate(() => document.querySelector("progress")?.value ?? 0);
    wire.cut();
    await page.waitForSelector(".connection .banner.warn");
    wire.mend();
    await page.waitForSelector(".connection .banner.good");
    await page.waitForFunction(
        (done) => document.querySelector("progress")?.value > done || document.querySelector(".parts"),
        known,
    );
    await complete(page);
    const metrics = await (await fetch(`${slow.base}/metrics`)).text();
    assert.match(metrics, /^tapete_reviews_total 1$/m);
    wire.close();
    await slow.stop();
});

await test("a reader who did not sit there chooses a seat and sees only what that seat saw; what is private or not over is not reviewed", async () => {
    const owner = await newPage(browser, DESK);
    await owner.goto(base);
    const open = await playUnseen(owner, "sabacc", { settings: { public: true } });
    const closed = await playUnseen(owner, "mulle");
    const page = await newPage(browser, PHONE);
    const eyes = overhear(page);
    await page.goto(`${base}/review/${open}`);
    await page.click('.choose button:text-is("random 2")');
    await complete(page);
    assert.match(await page.textContent(".parts"), /Decisions of random 2/);
    assert.deepEqual([...eyes], ["2"]);
    await page.goto(`${base}/replay/${open}?seat=3&ply=4`);
    await page.click('a:text-is("Review this game")');
    await page.waitForURL(/\/review\//);
    await complete(page);
    assert.equal(await page.locator("#whose").inputValue(), "3");
    assert.equal(await plyOf(page), 4);
    await page.selectOption("#whose", "1");
    await page.waitForFunction(() => document.querySelector(".parts")?.textContent.includes("Decisions of random 1"));
    await page.goto(`${base}/review/${closed}`);
    await page.waitForSelector('h1:has-text("no finished game")');
    const invite = await owner.evaluate(
        (id) => fetch(`/api/replay/${id}?count=0`).then((answer) => answer.status),
        closed,
    );
    assert.equal(invite, 200);
    await owner.goto(base);
    await owner.click('button[aria-label="Play Mulle against bots"]');
    await turn(owner);
    await owner.goto(owner.url().replace("/table/", "/review/"));
    await owner.waitForSelector('h1:has-text("not over yet")');
});

await test("play on from here: a new table begins at that moment, for one's own seat or another's", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(base);
    const table = await playUnseen(page, "sabacc", { settings: { public: true } });
    await page.goto(`${base}/review/${table}`);
    await complete(page);
    await page.locator(".list button").first().click();
    const ply = await plyOf(page);
    const then = await page.evaluate(
        async (path) => (await (await fetch(path)).json()).steps[0].view,
        `/api/replay/${table}?seat=0&from=${ply}&count=1`,
    );
    await page.click('button:text-is("Play on from here")');
    await page.waitForURL(/\/table\//);
    const now = await turn(page);
    assert.deepEqual(now.view, then);
    await play(page, "sabacc", now.moves[0], now.moves);
    await turn(page, now.ply);
    // From there back to where it comes from; others look at it, and play on in another seat.
    await page.click('a:has-text("continues another one")');
    await page.waitForURL(new RegExp(`/replay/${table}`));
    const other = await newPage(browser, PHONE);
    await other.goto(`${base}/replay/${table}?seat=2&ply=${ply}`);
    await other.click('button:text-is("Play on from here as random 2")');
    await other.waitForURL(/\/table\//);
    assert.ok(await turn(other));
    assert.equal(await other.locator('[data-seat="2"] .badge:text-is("you")').count(), 1);
    // After the last move there is nothing to play on.
    await page.waitForSelector(".play-on button");
    await page.keyboard.press("End");
    await page.waitForSelector('button:text-is("Play on from here"):disabled');
});

const TITLES = { "es-ES": /^Análisis/, "fr-FR": /^Analyse/, "sv-SE": /^Granskning/, "zh-CN": /^复盘/ };
await test("a review speaks the language of the page", async () => {
    const owner = await newPage(browser, DESK);
    await owner.goto(base);
    const table = await playUnseen(owner, "sabacc", { settings: { public: true } });
    for (const [locale, title] of Object.entries(TITLES)) {
        const page = await newPage(browser, { ...PHONE, locale });
        await page.goto(`${base}/review/${table}?seat=0`);
        await complete(page);
        assert.match(await page.textContent("h1"), title);
        assert.doesNotMatch(await page.textContent(".review"), /NO_TOKEN|no token|DRAW_/);
        await fits(page, `a review in ${locale}`);
    }
});

await test("no error in the console of any page", async () => {
    assert.deepEqual([...new Set(seenProblems())], []);
});

await browser.close();
await stop();
finish();
