// Practice in Chromium: decisions against the solution, by mouse, by touch on a phone and by keys; what answers are worth, the chart of all hands,
// mistakes that come back, and progress that is kept. The page has what the server told, and says it in every language.
//
//     node tests/practice.test.mjs      TAPETE, TAPETE_WEB and CHROMIUM as in support.mjs; reports as TAP
import assert from "node:assert/strict";
import { accessible, finish, fits, newPage, seenProblems, startBrowser, startServer, test } from "./support.mjs";

const { base, stop } = await startServer({ more: ["--option", "budget_percent=1000000"] });
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const GAME = "mus";
const KEPT = `tapete practice ${GAME}`;

/** A page with progress that begins with this seed, which hears what the server answers. */
async function practicePage(progress, options = {}) {
    const page = await newPage(browser, options);
    await page.addInitScript(
        ([key, value]) => {
            if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        },
        [KEPT, JSON.stringify({ asked: 0, good: 0, lost: 0, mistakes: [], ...progress })],
    );
    page.answers = [];
    page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
            const message = JSON.parse(payload);
            if (message.is === "practice" && message.question) page.answers.push(message);
        }),
    );
    await page.goto(`${base}/practice/${GAME}`);
    return page;
}

const shown = (page, seed) => page.waitForSelector(`[data-seed="${seed}"] .answers button:not(:disabled)`);
const kept = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), KEPT);

/** Answer what is asked, badly or well; what it cost. */
async function answer(page, isGood) {
    const { question } = page.answers.at(-1);
    const order = question.moves.map((one, i) => i).sort((a, b) => question.moves[b].value - question.moves[a].value);
    const chosen = isGood ? question.best : order.at(-1);
    await page.locator(".answers button").nth(chosen).click();
    await page.waitForSelector(".verdict");
    return question.moves[question.best].value - question.moves[chosen].value;
}

async function next(page) {
    await page.locator(".next button.main").click();
    await page.waitForSelector(".answers button:not(:disabled)");
    return Number(await page.locator("[data-seed]").getAttribute("data-seed"));
}

await test("the solution is made once, and the page says how far it is", async () => {
    const page = await practicePage({ seed: 100 });
    await shown(page, 101);
    await accessible(page, "a question");
    await fits(page, "a question");
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY");
    const { question } = page.answers.at(-1);
    assert.equal(await page.locator(".answers button").count(), question.moves.length);
    assert.equal(await page.locator(".cards [role=img]").count(), 4);
});

await test("each answer has its value, and every hand its field, as the server told", async () => {
    const page = await practicePage({ seed: 100 });
    await shown(page, 101);
    const cost = await answer(page, true);
    assert.equal(cost, 0);
    assert.ok((await page.locator(".verdict.good").count()) === 1);
    const { question, mistake } = page.answers.at(-1);
    assert.ok(mistake > 0);
    const values = await page
        .locator(".values td[data-value]")
        .evaluateAll((all) => all.map((one) => Number(one.dataset.value)));
    assert.deepEqual(
        values,
        question.moves.map((one) => one.value),
    );
    const fields = await page
        .locator(".field")
        .evaluateAll((all) => all.map((one) => [one.dataset.hand, one.ariaLabel, one.style.background]));
    assert.equal(fields.length, question.hands.length);
    assert.equal(new Set(fields.map(([hand]) => hand)).size, question.hands.length);
    for (const [hand, label, background] of fields) {
        const { shares } = question.hands.find((one) => one.hand === hand);
        const parts = [...label.matchAll(/(\d+)%/g)].map((found) => Number(found[1]));
        const wanted = shares.filter((share) => share > 0).sort((a, b) => b - a);
        assert.equal(parts.length, wanted.length, label);
        parts.forEach((part, i) => assert.ok(Math.abs(part - wanted[i] / 10) <= 1, `${label}: ${shares}`));
        assert.ok(label.startsWith(`${hand}: `));
        assert.match(background, /linear-gradient/);
    }
    // tables that a screen reader reads: each field lies below its first card and beside its two lowest
    const places = await page.locator(".field").evaluateAll((all) =>
        all.map((one) => {
            const cell = one.closest("td");
            const table = cell.closest("table");
            const first = table.tHead.rows[0].cells[cell.cellIndex];
            const low = cell.parentElement.cells[0];
            const scopes = [first.scope, low.scope].join(" ");
            return `${one.dataset.hand} ${first.textContent}?${low.textContent} ${scopes}`;
        }),
    );
    for (const place of places) assert.match(place, /^(.).(..) \1\?\2 col row$/);
    await accessible(page, "an answered question");
    await fits(page, "an answered question");
});

await test("the chart is walked by keys, and finds a hand that is typed", async () => {
    const page = await practicePage({ seed: 100 });
    await shown(page, 101);
    await answer(page, true);
    const { question } = page.answers.at(-1);
    const focused = () => page.evaluate(() => document.activeElement?.dataset?.hand);
    await page.locator('.field[tabindex="0"]').focus();
    assert.equal(await focused(), question.hand);
    assert.equal(await page.locator('.field[tabindex="0"]').count(), 1, "one field is in the order of the keys");
    await page.locator('.field[data-hand="RRRR"]').click();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.activeElement?.dataset?.hand === "RRRC");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.activeElement?.dataset?.hand === "RRRR");
    await page.fill("#range-find", "2 7 3 r");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".picked").textContent.includes("RR7A"));
    await page.fill("#range-find", "RRXX");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".picked").textContent.includes("RRSA"));
});

await test("a mistake comes back until it is answered well, and progress outlives the page", async () => {
    const page = await practicePage({ seed: 2 });
    await shown(page, 3);
    const seeds = [3];
    let costs = await answer(page, false);
    assert.ok(costs >= page.answers.at(-1).mistake, "this question has a bad answer");
    assert.equal(await page.locator(".verdict.bad").count(), 1);
    for (let i = 0; i < 4; i++) {
        seeds.push(await next(page));
        costs += await answer(page, true);
    }
    assert.deepEqual(seeds, [3, 4, 5, 6, 7]);
    assert.deepEqual(
        { ...(await kept(page)), lost: 0 },
        { seed: 7, asked: 5, good: 4, lost: 0, mistakes: [{ seed: 3, due: 5 }] },
    );
    await page.reload();
    assert.ok(Math.abs((await kept(page)).lost - costs) < 1e-9);
    await shown(page, 3);
    await answer(page, true);
    assert.deepEqual((await kept(page)).mistakes, []);
    assert.equal(await next(page), 8);
    assert.match(await page.textContent(".figures"), /^5 of 6 /);
});

await test("it works on a phone by touch, and by keys alone", async () => {
    const phone = await practicePage({ seed: 200 }, PHONE);
    await shown(phone, 201);
    await phone.locator(".answers button").first().tap();
    await phone.waitForSelector(".verdict");
    await fits(phone, "an answered question on a phone");
    await accessible(phone, "an answered question on a phone");
    await phone.locator(".field").last().tap();
    const keys = await practicePage({ seed: 200 });
    await shown(keys, 201);
    await keys.locator(".answers button").first().focus();
    await keys.keyboard.press("Enter");
    await keys.waitForSelector(".verdict");
    await keys.locator(".next button.main").focus();
    await keys.keyboard.press("Enter");
    await keys.waitForFunction(() => document.querySelector("[data-seed]").dataset.seed !== "201");
    await keys.waitForFunction(() => document.activeElement?.id === "question");
});

await test("what is refused for now, the page asks again, and says so", async () => {
    const page = await newPage(browser);
    let asked = 0;
    await page.routeWebSocket(/\/ws\?/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((data) => {
            const { do: what, ref } = JSON.parse(data);
            const isRefused = what === "practice" && ++asked <= 2;
            if (isRefused)
                socket.send(JSON.stringify({ is: "refused", ref, reason: "TOO_MANY", text: "try again in 1 second" }));
            else server.send(data);
        });
    });
    await page.goto(`${base}/practice/${GAME}`);
    await page.waitForSelector(".banner");
    assert.match(await page.textContent(".banner"), /^Try again in 1 second\.$/);
    await page.waitForSelector(".answers button:not(:disabled)");
    assert.equal(await page.locator(".banner").count(), 0);
    assert.equal(asked, 3);
});

await test("it is found in the lobby, and speaks every language", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    // the sheet of a game with a solution leads here; the games come from the server after the page
    const games = page.locator("button", { hasText: /More/ });
    await games.first().waitFor();
    for (const more of await games.all()) {
        await more.click();
        const link = page.locator(`dialog.game-sheet a[href="/practice/${GAME}"]`);
        if ((await link.count()) > 0) {
            await link.click();
            break;
        }
        await page.locator("dialog.game-sheet .close").click();
    }
    await page.waitForSelector(".answers button");
    assert.ok(page.url().endsWith(`/practice/${GAME}`));
    const words = new Set();
    for (const tag of ["en", "es", "fr", "sv", "zh"]) {
        await page.evaluate((wanted) => localStorage.setItem("tapete language", wanted), tag);
        await page.goto(`${base}/practice/${GAME}`);
        await page.waitForSelector(".answers button");
        await page.locator(".answers button").first().click();
        await page.waitForSelector(".verdict");
        await fits(page, `a question in ${tag}`);
        for (const selector of ["h1", ".verdict", ".values caption", "#range-title"])
            words.add(`${selector} ${await page.textContent(selector)}`);
    }
    assert.ok(words.size >= 18, [...words].join("\n"));
});

await test("a game without a solution has nothing to practise", async () => {
    const page = await newPage(browser);
    await page.goto(`${base}/practice/bruno`);
    await page.waitForSelector("h1");
    assert.equal(await page.locator(".answers").count(), 0);
    assert.match(await page.textContent("main"), /nothing to practise/);
});

await test("the page has no errors", () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
