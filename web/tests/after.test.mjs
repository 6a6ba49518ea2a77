// What comes after a game, in a browser and against the real server: replays, the check of a deal, players, leaderboards.
import assert from "node:assert/strict";
import {
    accessible,
    finish,
    fits,
    newPage,
    seenProblems,
    startBrowser,
    startSeeded,
    startServer,
    test,
    UNHURRIED,
} from "./support.mjs";
import * as driver from "./driver.mjs";
import { GAMES, openMore, playToEnd, tabTo, turn } from "./driver.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const SIZES = { phone: PHONE, desk: DESK };

const makeTable = (page, game, form) => driver.makeTable(page, base, game, form);
const idOf = (page) => new URL(page.url()).pathname.split("/")[2];

/** A game that bots have played to its end at a public table, by its id. A game of Mus can be over in four moves: one with some more is wanted. */
const played = {};
const PLIES = 8;
async function playedBy(game) {
    if (played[game]) return played[game];
    const page = await newPage(browser);
    const seats = Array(GAMES[game].seats).fill("random");
    do {
        await makeTable(page, game, { seats, settings: { public: true } });
        await page.waitForSelector(".result");
    } while (page.heard.now.ply < PLIES);
    return (played[game] = idOf(page));
}

/** A player who has given up a game of Mulle against a bot. */
async function resign(page, on = base) {
    await driver.makeTable(page, on, "mulle", { seats: ["me", "random"] });
    await turn(page);
    await openMore(page);
    await page.click('.actions button:has-text("Resign")');
    await page.click("dialog[open] button.danger");
    await page.waitForSelector(".result");
    return idOf(page);
}

/** A result is counted a moment after its game: look at the board again until one is on it. */
async function onBoard(page, row) {
    for (let tries = 0; tries < 60 && (await page.locator(row).count()) === 0; tries++) {
        await page.waitForTimeout(500);
        await page.reload();
        await page.waitForSelector("#board");
    }
    await page.waitForSelector(row);
}

async function register(page, login) {
    await page.goto(`${base}/account`);
    await page.fill("#name", login);
    await page.click('form:has(#name) button:has-text("Save")');
    await page.waitForSelector(".banner.good");
    const answer = await page.evaluate(async (name) => {
        const body = JSON.stringify({ login: name, password: "long enough" });
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/register", { method: "POST", headers, body })).status;
    }, login);
    assert.equal(answer, 200);
}

/** What is shown of a replay: the step, the words, and the table as text. */
async function shown(page) {
    await page.waitForFunction(() => {
        const told = document.querySelector(".now-told");
        return told && document.querySelector('input[type="range"]').value === told.dataset.ply;
    });
    return {
        ply: Number(await page.locator(".now-told").getAttribute("data-ply")),
        step: await page.textContent("output"),
        told: (await page.textContent(".now-told")).trim(),
        table: await page.locator(".felt, .cloth").first().ariaSnapshot(),
    };
}

const last = async (page) => Number(await page.locator('input[type="range"]').getAttribute("max"));
const button = (page, name) => page.getByRole("button", { name, exact: true });

async function openReplay(page, game, query = "") {
    await page.goto(`${base}/replay/${await playedBy(game)}${query}`);
    await page.waitForSelector(".felt, .cloth");
}

// ---- replays ----

for (const [game, { title }] of Object.entries(GAMES)) {
    await test(`a replay of ${title}: forward, back, to both ends, to any step, with everybody's eyes`, async () => {
        const page = await newPage(browser, DESK);
        await openReplay(page, game);
        assert.match(await page.textContent("h1"), new RegExp(title));
        assert.equal((await shown(page)).ply, 0);
        const all = await last(page);
        assert.ok(all > 5);
        const seen = [await shown(page)];
        for (let i = 1; i <= 5; i++) {
            await button(page, "One step forward").click();
            seen.push(await shown(page));
            assert.equal(seen[i].ply, i);
        }
        assert.ok(new Set(seen.map(({ table }) => table)).size > 2, "the table changes from step to step");
        await button(page, "One step back").click();
        const back = await shown(page);
        assert.deepEqual([back.ply, back.step, back.told], [4, seen[4].step, seen[4].told]);
        await button(page, "To the end").click();
        const end = await shown(page);
        assert.equal(end.ply, all);
        assert.equal(end.step, `Move ${all} of ${all}`);
        assert.equal(await page.locator(".panel table tbody tr").count(), GAMES[game].seats);
        assert.ok(await button(page, "One step forward").isDisabled());
        await button(page, "To the start").click();
        assert.equal((await shown(page)).ply, 0);
        // Wherever one comes from, a moment looks the same.
        await page.locator('input[type="range"]').fill("4");
        assert.deepEqual(await shown(page), back);
        await page.locator(".steps button").nth(1).click();
        assert.ok((await shown(page)).ply < 5);
        // The same moment with other eyes: cards that were not open are not shown.
        await page.locator('input[type="range"]').fill("5");
        const tables = new Set();
        for (const eyes of ["0", "1", "spectator", "open"]) {
            await page.selectOption("select >> nth=0", eyes);
            await page.waitForSelector(`.now-told[data-viewer="${eyes}"]`);
            await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("seat") === wanted, eyes);
            tables.add((await shown(page)).table);
        }
        assert.ok(tables.size >= 3, "every viewer sees another table");
    });
}

await test("a replay by keys alone, and the keys are listed", async () => {
    const page = await newPage(browser, DESK);
    await openReplay(page, "sabacc", "?ply=3&seat=1");
    assert.equal((await shown(page)).ply, 3);
    await page.keyboard.press("ArrowRight");
    assert.equal((await shown(page)).ply, 4);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal((await shown(page)).ply, 2);
    await page.keyboard.press("End");
    assert.equal((await shown(page)).ply, await last(page));
    await page.keyboard.press("Home");
    assert.equal((await shown(page)).ply, 0);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => Number(document.querySelector(".now-told").dataset.ply) >= 2);
    await page.keyboard.press("Space");
    const stopped = (await shown(page)).ply;
    await page.waitForTimeout(1500);
    assert.equal((await shown(page)).ply, stopped);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.keys[open]");
    for (const key of ["←", "→", "Home", "End", "Space"])
        assert.equal(await page.locator(`dialog.keys kbd:text-is("${key}")`).count(), 1, key);
    await page.keyboard.press("Escape");
    await tabTo(page, 'document.activeElement.matches("input[type=range]")');
    await page.keyboard.press("ArrowRight");
    assert.equal((await shown(page)).ply, stopped + 1);
});

await test("a replay goes by itself, at the speed that was chosen, and stops at the end", async () => {
    const page = await newPage(browser, DESK);
    await openReplay(page, "sabacc", "?seat=open");
    const all = await last(page);
    await page.locator('input[type="range"]').fill(String(all - 4));
    await page.selectOption("select >> nth=1", { label: "4 moves a second" });
    const since = Date.now();
    await button(page, "Play").click();
    await page.waitForFunction((end) => document.querySelector(".now-told").dataset.ply === String(end), all);
    assert.ok(Date.now() - since >= 900, "four moves take a second");
    await button(page, "Play").waitFor();
    assert.equal((await shown(page)).ply, all);
    await button(page, "Play").click();
    await button(page, "Pause").click();
    assert.ok((await shown(page)).ply < all, "from the end it begins anew");
});

await test("a long game comes in pages, and jumping far ahead works", async () => {
    const page = await newPage(browser, DESK);
    const asked = [];
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname.startsWith("/api/replay/")) asked.push(Number(url.searchParams.get("from")));
    });
    await openReplay(page, "bruno", "?seat=open");
    const all = await last(page);
    await page.keyboard.press("End");
    assert.equal((await shown(page)).ply, all);
    assert.deepEqual([...new Set(asked)], [...new Set([0, Math.floor(all / 100) * 100])]);
    await page.goto(`${base}/replay/${await playedBy("bruno")}?ply=999999&seat=open`);
    await page.waitForSelector(".cloth, .felt");
    assert.equal((await shown(page)).ply, all);
});

await test("the link to a moment shows others the same, and opens where the table was public", async () => {
    const page = await newPage(browser, DESK);
    await openReplay(page, "mus", "?ply=6&seat=2");
    const here = await shown(page);
    const link = await page.locator(".copy input").inputValue();
    assert.match(link, /\/replay\/t\w+\?ply=6&seat=2$/);
    const other = await newPage(browser, PHONE);
    await other.goto(link);
    await other.waitForSelector(".felt, .cloth");
    assert.deepEqual((await shown(other)).told, here.told);
    // A player sees a replay from their own seat, unless they choose another.
    const own = await newPage(browser, DESK);
    const table = await resign(own);
    await own.click('.result a:has-text("Watch the replay")');
    await own.waitForURL(/\/replay\//);
    await own.waitForSelector(".felt, .cloth");
    assert.equal(await own.inputValue("select >> nth=0"), "0");
    const invited = new URLSearchParams(new URL(own.url()).hash.slice(1)).get("invite");
    assert.match(invited, /^[0-9a-f]{32}$/);
    const stranger = await newPage(browser, { ...DESK, excuse: /404/ });
    await stranger.goto(`${base}/replay/${table}`);
    await stranger.waitForSelector('h1:has-text("no finished game")');
    await stranger.goto(own.url());
    await stranger.waitForSelector(".felt, .cloth");
});

await test("a replay that is not there, and a seat that the table does not have", async () => {
    const page = await newPage(browser, { ...DESK, excuse: /40[04]/ });
    for (const path of ["/replay/t123456789abc", "/replay/T'--", "/replay/x"]) {
        await page.goto(base + path);
        await page.waitForSelector('h1:has-text("no finished game")');
    }
    await openReplay(page, "mulle", "?seat=3&ply=2");
    assert.equal(await page.inputValue("select >> nth=0"), "open");
    assert.equal((await shown(page)).ply, 2);
});

await test("a replay is told in the language of the page", async () => {
    const page = await newPage(browser, { ...DESK, locale: "es-ES" });
    await openReplay(page, "sabacc", "?ply=2&seat=open");
    assert.match(await page.textContent("h1"), /^Repetición/);
    const english = await newPage(browser, DESK);
    await openReplay(english, "sabacc", "?ply=2&seat=open");
    assert.notEqual((await shown(page)).told, (await shown(english)).told);
    assert.equal((await shown(page)).step, `Jugada 2 de ${await last(page)}`);
});

// ---- the check of a deal ----

/** Press the button and hear what is said: the verdict and its sentence. */
async function checkDeal(page) {
    await page.click(".check button");
    const banner = page.locator("[data-verdict]");
    await banner.waitFor();
    return [await banner.getAttribute("data-verdict"), (await banner.textContent()).trim()];
}

await test("after one's own game the deal is witnessed by the list that the page kept before it, also after a reload", async () => {
    const fair = await startServer({ more: UNHURRIED });
    const page = await newPage(browser, { ...DESK, excuse: /./ });
    await resign(page, fair.base);
    const [is, sentence] = await checkDeal(page);
    assert.equal(is, "right", sentence);
    assert.match(sentence, /^Verified and witnessed: .* all 24 /);
    await accessible(page, "a checked deal");
    await page.reload();
    await page.waitForSelector(".check");
    assert.match((await checkDeal(page))[1], /^Verified and witnessed: /);
    // The file for the program has the same list.
    const link = page.locator(".check a[download]");
    const kept = JSON.parse(decodeURIComponent((await link.getAttribute("href")).replace(/^[^,]*,/, "")));
    const table = kept.lists[0].table;
    const record = await (await page.request.get(`${fair.base}/api/record/${table}`)).text();
    const lines = record
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    assert.deepEqual(kept.lists[0].seals, lines[0].sealed.seals);
    assert.equal(kept.own[0].bytes, lines[0].contributions[kept.seat]);
    // A record without the list, or with other seals, is called out.
    const told = async (change) => {
        const other = structuredClone(lines);
        change(other[0]);
        await page.route("**/api/record/*", (route) =>
            route.fulfill({ body: other.map((line) => `${JSON.stringify(line)}\n`).join("") }),
        );
        const [verdict, said] = await checkDeal(page);
        assert.equal(verdict, "wrong", said);
        await page.unroute("**/api/record/*");
        return said;
    };
    assert.match(
        await told((h) => (h.contributions[kept.seat] = "00".repeat(32))),
        /are not the ones that were sealed/,
    );
    assert.match(await told((h) => delete h.sealed), /^Not right: in the first deal /);
    // A whole other game, right in itself, is not the one of the list.
    const other = await newPage(browser, DESK);
    await resign(other, fair.base);
    const strange = await (
        await other.request.get(`${fair.base}/api/record/${other.url().match(/t[a-z0-9]{12}/)[0]}`)
    ).text();
    await page.route("**/api/record/*", (route) => route.fulfill({ body: strange }));
    assert.match((await checkDeal(page))[1], /^Not verified: .*\(table\)/);
    await page.unroute("**/api/record/*");
    // Another browser kept nothing.
    const stranger = await newPage(browser, DESK);
    await stranger.context().addCookies(await page.context().cookies());
    await stranger.goto(page.url());
    await stranger.waitForSelector(".check");
    assert.match((await checkDeal(stranger))[1], /^Consistent, but not witnessed: /);
    // A page that is still there would miss its server.
    for (const open of [page, other, stranger]) await open.context().close();
    await fair.stop();
});

for (const game of Object.keys(GAMES)) {
    await test(`every card of a game of ${GAMES[game].title} is dealt again, and a wrong one is named`, async () => {
        const table = await playedBy(game);
        const page = await newPage(browser, { ...DESK, excuse: /./ });
        await page.goto(`${base}/replay/${table}`);
        await page.waitForSelector(".check");
        // Nobody was here while it was played.
        const [unsure, sentence] = await checkDeal(page);
        assert.equal(unsure, "unsure");
        const record = await (await page.request.get(`${base}/api/record/${table}`)).text();
        const lines = record
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line));
        const outcomes = lines.reduce((sum, line) => sum + (line.deal ?? line.chance ?? []).length, 0);
        assert.match(sentence, new RegExp(`^Consistent, but not witnessed: all ${outcomes} cards`));
        // One card of the deal is another.
        const deal = lines[1].deal;
        const kind = { sabacc: "sand", mus: "card", bruno: "deal", mulle: "card" }[game];
        const places = deal.flatMap((outcome, at) => (outcome.startsWith(`${kind} `) ? [at] : []));
        const [one, other] = [places[1], places.find((at) => deal[at] !== deal[places[1]])];
        deal[one] = deal[other];
        await page.route("**/api/record/*", (route) =>
            route.fulfill({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") }),
        );
        const [wrong, said] = await checkDeal(page);
        assert.equal(wrong, "wrong");
        assert.match(
            said,
            /^Not right: in the first deal the record has .+, but the key deals .+\. ?line 2 of the record$/,
        );
        await page.unroute("**/api/record/*");
        // Somebody remembers another hash.
        await page.evaluate(
            (id) => localStorage.setItem("tapete commitments", JSON.stringify([[id, "0".repeat(64), true]])),
            table,
        );
        assert.match(
            (await checkDeal(page))[1],
            /^Not right: the hash in the record is not the one that this page saw/,
        );
        await page.evaluate(
            ([id, hash]) => localStorage.setItem("tapete commitments", JSON.stringify([[id, hash, false]])),
            [table, lines[0].commitment],
        );
        assert.match((await checkDeal(page))[1], /^Consistent, but not witnessed: .* during the game/);
    });
}

// ---- the end of a game ----

await test("the end of a game says who got what with which cards, and leads on", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(base);
    await page.goto(`${base}/table/${await driver.playUnseen(page, "mulle", { unseen: 84 })}`);
    const made = await playToEnd(page, "mulle");
    assert.ok(made.length > 0, "the end is seen");
    const result = page.locator(".result");
    assert.deepEqual(await result.locator("thead th").allTextContents(), [
        "Seats",
        "Score",
        "Mulles",
        "Tabbar",
        "Intake",
        "Bonus",
    ]);
    assert.match(await result.innerText(), /How it ended/);
    assert.match(await result.innerText(), /scores? \d+/);
    for (const name of ["Watch the replay", "Your games and statistics", "Leaderboards", "Record of the game"])
        assert.equal(await result.getByRole("link", { name }).count(), 1, name);
    assert.equal(await result.getByRole("button", { name: "Play again" }).count(), 1);
    await accessible(page, "the end of a game");
    const mus = await newPage(browser, DESK);
    await makeTable(mus, "mus", { seats: driver.againstRandom("mus") });
    await playToEnd(mus, "mus");
    assert.match(await mus.locator(".result").innerText(), /Last hand/);
});

// ---- players ----

await test("a player's page counts every game, by opponent and by seat, and links its replay", async () => {
    const page = await newPage(browser, DESK);
    await register(page, "counted");
    const tables = [];
    for (let i = 0; i < 3; i++) tables.push(await resign(page));
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    await turn(page);
    await openMore(page);
    await page.click('.actions button:has-text("Resign")');
    await page.click("dialog[open] button.danger");
    await page.waitForSelector(".result");
    await page.click('.result a:has-text("Your games and statistics")');
    await page.waitForSelector(".tiles");
    assert.equal(await page.textContent("h1"), "counted");
    assert.match(await page.textContent(".who-is p"), /^\s*4 finished games/);
    assert.match(await page.textContent(".tiles"), /0 of 4/);
    assert.match(await page.textContent(".tiles"), /lost the last 4/);
    assert.equal(await page.locator(".latest-games li").count(), 4);
    assert.match(await page.locator(".latest-games li").nth(1).innerText(), /Mulle\nrandom/);
    assert.match(
        await page.locator("table:has(caption:text-is('By opponent')) tbody tr").innerText(),
        /random.*\n?.*4\s+0\s+0 %/,
    );
    await page.getByRole("radio", { name: "Mulle" }).check();
    assert.match(await page.textContent(".tiles"), /0 of 3/);
    assert.equal(await page.locator("table:has(caption:text-is('By seat')) tbody tr").count(), 1);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("radio", { name: "Kessel Sabacc" }).check();
    assert.match(await page.textContent(".tiles"), /Sum of the last three games/);
    const link = await page.locator(".latest-games a").first().getAttribute("href");
    assert.match(await page.locator(".latest-games a").nth(1).getAttribute("href"), /^\/review\/\w+\?seat=0$/);
    await page.goto(base + link);
    await page.waitForSelector(".felt, .cloth");
    // Others see that it was played, and not where: these tables were private.
    const other = await newPage(browser, { ...DESK, excuse: /404/ });
    const mine = await page.evaluate(async () => (await (await fetch("/api/session")).json()).id);
    await other.goto(`${base}/player/${mine}`);
    await other.waitForSelector(".tiles");
    assert.equal(await other.locator(".latest-games a").count(), 0);
    assert.equal(await other.locator('.latest-games:has-text("private table")').count(), 1);
    await other.goto(`${base}/player/pnobody`);
    await other.waitForSelector('h1:has-text("There is no such player.")');
});

await test("a new guest has a page, with nothing on it yet", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(base);
    await page.click('main a:has-text("Your games and statistics")');
    await page.waitForSelector(".who-is");
    assert.match(await page.textContent(".who-is"), /Guest \d+.*No finished game yet/s);
    await accessible(page, "an empty page of a player");
});

await test("enough games make a line, which can be read as a table", async () => {
    const page = await newPage(browser, DESK);
    // Games as the server would list them: the share of ten needs more of them than are worth playing here.
    const seats = (won) => [
        { who: "person", id: "pmany", name: "Many", side: 0, returns: won ? 1 : -1, score: won ? 2000 : -100 },
        { who: "agent", agent: "random", side: 1, returns: won ? -1 : 1, score: 0 },
    ];
    const games = Array.from({ length: 30 }, (_, i) => ({
        table: `t${i}`,
        game: "sabacc",
        ended_ms: 1_800_000_000_000 - i * 86_400_000,
        public: true,
        seat: 0,
        rated: i !== 4,
        against: "random",
        seats: seats(i % 3 === 0),
    }));
    const answer = { id: "pmany", name: "Many", account: true, games: 230, standings: [], last: games };
    await page.route("**/api/player/pmany", (route) => route.fulfill({ json: answer }));
    await page.goto(`${base}/player/pmany`);
    await page.waitForSelector("figure svg");
    assert.equal(await page.locator("figure").count(), 2);
    assert.match(await page.textContent(".who-is p"), /230 finished games.*latest 30 games/s);
    await page.locator("figure summary").first().click();
    assert.equal(await page.locator("figure").first().locator("tbody tr").count(), 21);
    assert.match(await page.locator("figure").first().locator("tbody tr").last().innerText(), /40 %/);
    assert.match(await page.textContent(".tiles"), /1800/);
    await accessible(page, "plots");
});

// ---- leaderboards ----

await test("a leaderboard lists accounts, people and bots apart, and marks oneself", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(`${base}/`);
    await page.waitForSelector(".game");
    await page.click('main a:has-text("Leaderboards")');
    await page.waitForSelector("#board");
    await register(page, "ranked");
    await resign(page);
    await page.click('.result a:has-text("Leaderboards")');
    await page.waitForSelector("h1:has-text('Mulle')");
    await page.waitForSelector("#board");
    await onBoard(page, 'tr.mine:has-text("ranked")');
    assert.match(await page.textContent("#board option:checked"), /^the bot .*random/);
    assert.match(await page.locator("tr.mine").innerText(), /you/);
    await page.selectOption("#board", "people");
    await page.waitForFunction(() =>
        document.querySelector(".panel p")?.textContent.includes("Nobody with an account"),
    );
    assert.match(page.url(), /against=people/);
    await page.click('nav a:has-text("Bruno")');
    await page.waitForSelector("h1:has-text('Bruno')");
    const guest = await newPage(browser, DESK);
    await guest.goto(`${base}/leaders/mulle`);
    await guest.waitForSelector('.help a[href="/account"]');
    await guest.click('table a:has-text("ranked")');
    await guest.waitForSelector("h1:text-is('ranked')");
});

await test("a leaderboard of a game that is not there says so", async () => {
    const page = await newPage(browser, { ...DESK, excuse: /404/ });
    await page.goto(`${base}/leaders/chess`);
    assert.match(await page.textContent('[role="alert"]'), /chess/);
});

// ---- for everybody ----

for (const [size, options] of Object.entries(SIZES)) {
    await test(`replays, players and leaders: axe and the size of a ${size}`, async () => {
        const page = await newPage(browser, options);
        await register(page, `axe-${size}`);
        await resign(page);
        await accessible(page, "the end");
        await page.click('.result a:has-text("Your games and statistics")');
        await page.waitForSelector(".tiles");
        await accessible(page, "a player");
        await fits(page, "a player");
        await page.goto(`${base}/leaders/mulle?against=random`);
        await page.waitForSelector("#board");
        await onBoard(page, "tr.mine");
        await page.click("details summary");
        await accessible(page, "leaders");
        await fits(page, "leaders");
        for (const game of Object.keys(GAMES)) {
            await openReplay(page, game, "?ply=4&seat=open");
            await shown(page);
            await fits(page, `a replay of ${game}`);
            if (size === "desk") await accessible(page, `a replay of ${game}`);
            await page.keyboard.press("End");
            await shown(page);
            await fits(page, `the end of a replay of ${game}`);
            if (size === "phone") await accessible(page, `the end of a replay of ${game}`);
        }
    });
}

await test("no page has said anything in the console", () => {
    assert.deepEqual(seenProblems(), []);
});

await browser.close();
await stop();
finish();
