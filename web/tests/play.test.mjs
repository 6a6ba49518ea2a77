// Whole games in a browser, against the real server. TAPETE is the program (default: build/tapete), TAPETE_WEB the built
// page (default: web/dist).
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    accessible,
    finish,
    fits,
    newPage,
    seenProblems,
    startBrowser,
    startSeeded,
    startServer,
    startWire,
    test,
    UNHURRIED,
} from "./support.mjs";
import * as driver from "./driver.mjs";
import {
    againstRandom,
    GAMES,
    hasty,
    isMine,
    isOver,
    moved,
    numbersInLog,
    openMore,
    play,
    playToEnd,
    shownPly,
    tabTo,
    turn,
} from "./driver.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

const makeTable = (page, game, form) => driver.makeTable(page, base, game, form);

await test("one press begins a game against bots, and it can be played to the end by mouse", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    await page.click('button[aria-label="Play Mus against bots"]');
    await page.waitForURL(/\/table\//);
    await playToEnd(page, "mus");
    assert.match(await page.textContent("#result-title"), /won|lost|draw/i);
    assert.equal(await page.locator(".result tbody tr").count(), 4);
    const record = await page.locator('.result a[href^="/api/record/"]').getAttribute("href");
    const answer = await page.request.get(base + record);
    assert.equal(answer.status(), 200);
    assert.match(await answer.text(), /"key"/);
    await numbersInLog(page);
});

await test("how well bots play is chosen by name, by keys too, and remembered; other bots are still there", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    const level = (name) => page.getByRole("radio", { name, exact: true });
    await level("Fair").waitFor();
    assert.ok(await level("Fair").isChecked());
    await level("Fair").focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await level("Strong").isChecked());
    await page.reload();
    await level("Strong").waitFor();
    assert.ok(await level("Strong").isChecked());
    await page.click('button[aria-label="Play Mulle against bots"]');
    await page.waitForURL(/\/table\//);
    await page.waitForFunction(() =>
        /Vesna|Balto|Saga|Kaz/.test(document.querySelector('[data-seat="1"]')?.textContent ?? ""),
    );
    await driver.openForm(page, base, "mulle");
    const groups = await page
        .locator("#seat-1 optgroup")
        .evaluateAll((all) => all.map((group) => [...group.children].map((option) => option.value)));
    assert.deepEqual(groups[0], ["gentle", "fair", "strong", "strongest"]);
    assert.ok(groups[1].includes("mulle-greedy") && groups[1].includes("ismcts") && !groups[1].includes("mus-bot"));
    await page.selectOption("#seat-1", "gentle");
    assert.match(await page.textContent(".option:has(#seat-1) .help"), /for beginners/);
    await page.click("form.make button.main");
    await page.waitForSelector('[data-seat="1"]:has-text("Lumi")');
});

await test("a table for friends: a kind of game, a bot on a chair, and a free seat to invite somebody to", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    await page.click('a[aria-label="Play Mus with friends"]');
    await page.click('label:has-text("Two players")');
    await page.waitForSelector('.felt-top[data-seats="2"]');
    await page.click('label:has-text("Pairs, a single game")');
    await page.waitForSelector('.felt-top[data-seats="4"]');
    await page.click(".chair.at-right");
    await accessible(page, "who sits there");
    await page.click('dialog[open] button[data-character="nilda"]');
    await page.waitForSelector('.chair.at-right:has-text("Nilda")');
    await page.click(".chair.at-top");
    assert.ok(await page.locator('dialog[open] button[data-character="nilda"]').isDisabled());
    await page.click('dialog[open] button:text-is("I sit here")');
    await page.waitForSelector('.chair.at-bottom:has-text("Me")');
    await page.waitForSelector('.chair.at-left:has-text("Nilda")');
    await accessible(page, "the table for friends");
    await page.click('button:text-is("Open the table and invite")');
    await page.waitForURL(/\/table\//);
    await page.waitForSelector('[data-seat="1"]:has-text("Nilda")');
    await page.waitForSelector(".copy input");
});

for (const [game, { title }] of Object.entries(GAMES)) {
    await test(`${title} by keyboard alone, from the lobby to the end and the rematch`, async () => {
        const page = await newPage(browser);
        await page.goto(base);
        await page.waitForSelector(".game");
        const wanted = game === "mus" || game === "bruno" ? `Play ${title} against bots` : `Play ${title} with friends`;
        await tabTo(page, `document.activeElement.getAttribute("aria-label") === ${JSON.stringify(wanted)}`);
        await page.keyboard.press("Enter");
        if (wanted.endsWith("friends")) {
            await page.waitForSelector("details.advanced");
            await tabTo(page, 'document.activeElement.matches("details.advanced > summary")');
            await page.keyboard.press("Enter");
            for (const seat of game === "mulle" ? [1] : [1, 2, 3]) {
                await tabTo(page, `document.activeElement.id === "seat-${seat}"`);
                await page.keyboard.type("random");
            }
            await tabTo(page, 'document.activeElement.matches("form.make button.main")', 80, "Shift+Tab");
            await page.keyboard.press("Enter");
        }
        await page.waitForURL(/\/table\//);
        await playToEnd(page, game, { by: "keys" });
        await tabTo(page, 'document.activeElement.matches(".result .main")');
        const before = page.url();
        await page.keyboard.press("Enter");
        await page.waitForFunction((url) => location.href !== url, before);
        await turn(page);
    });
}

await test("a move that the rules refuse is answered with a sentence, and changes nothing", async () => {
    const page = await newPage(browser);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const now = await turn(page);
    await page.keyboard.press("/");
    await page.keyboard.type("take the moon");
    await page.keyboard.press("Enter");
    const sentence = await page.textContent('.problems[role="status"] .banner.warn');
    assert.ok(sentence.length > 10, sentence);
    assert.equal(await shownPly(page), now.ply);
    await page.fill("#find", "");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.all-moves[open]", { state: "detached" });
    await play(page, "sabacc", "NO_TOKEN", now.moves, "keys");
    await turn(page, now.ply);
    assert.equal(await page.locator(".problems .banner.warn").count(), 0);
});

await test("hint, undo, keys, resigning", async () => {
    const page = await newPage(browser);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const first = await turn(page);
    await page.keyboard.press("h");
    await page.waitForSelector(".hint meter");
    assert.equal(await page.locator(".hint li").count(), Math.min(8, first.moves.length));
    await play(page, "mus", first.moves[0], first.moves, "keys");
    const second = await turn(page, first.ply);
    await page.keyboard.press("u");
    await moved(page, second.ply);
    assert.ok((await turn(page)).ply < second.ply);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.keys[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.keys[open]", { state: "detached" });
    await page.click('.actions button:has-text("Resign")');
    await page.click('dialog[open] button:has-text("Cancel")');
    assert.ok(await turn(page));
    await page.click('.actions button:has-text("Resign")');
    await page.click("dialog[open] button.danger");
    await page.waitForSelector(".result");
});

await test("the keys of every page can be asked for", async () => {
    const page = await newPage(browser);
    for (const path of ["/", "/account", "/make/mulle", "/nowhere"]) {
        await page.goto(base + path);
        await page.waitForSelector("h1");
        await page.keyboard.press("?");
        await page.waitForSelector("dialog.keys[open]");
        assert.equal(await page.locator("dialog.keys kbd:text-is('u')").count(), 0);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog.keys[open]", { state: "detached" });
    }
    await makeTable(page, "mulle", { seats: ["random", "random"] });
    await page.waitForSelector("[data-seat]");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.keys[open] kbd:text-is('l')");
    assert.equal(await page.locator("dialog.keys kbd:text-is('h')").count(), 0, "a spectator has no hint");
});

await test("whose turn it is, is said once and shown in the title", async () => {
    const page = await newPage(browser);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    await turn(page);
    await page.waitForFunction(() => document.querySelector('[data-live="turn"]').textContent === "Your turn");
    assert.equal(await page.locator('[aria-live="assertive"]').count(), 1);
    assert.match(await page.title(), /Your turn/);
    assert.equal(await page.locator('.turn-here[data-seat="0"]').count(), 1);
    assert.equal(await page.locator('[role="log"]').count(), 1, "there is nobody to talk to");
});

await test("two people by invite link: one reloads, one loses the network, a third looks on", async () => {
    const wire = await startWire(base);
    const ana = await newPage(browser);
    const berta = await newPage(browser, { excuse: /ERR_|WebSocket connection/ });
    const carla = await newPage(browser);
    await makeTable(ana, "sabacc", { players: 2, seats: ["me", "open"] });
    const link = await ana.inputValue(".copy input");
    assert.match(link, /invite=/);
    const path = link.slice(new URL(link).origin.length);

    await carla.goto(`${base}/table/${path.split("/")[2].split(/[?#]/)[0]}`);
    await carla.waitForSelector("h1:has-text('no such table')");
    await berta.goto(wire.base + path);
    await berta.click('button:has-text("Sit down here")');
    await berta.waitForSelector('[data-seat] .badge:text-is("you")');
    await carla.goto(base + path);
    await carla.waitForSelector("[data-seat]");
    assert.equal(await carla.locator('button:has-text("Sit down here")').count(), 0);

    await ana.fill("#say", "Good luck!");
    await ana.press("#say", "Enter");
    await berta.waitForSelector('.chat .scroll p:has-text("Good luck!")');
    await berta.click(".people button");
    await berta.waitForSelector('.people button[aria-pressed="true"]');
    await ana.fill("#say", "Can you hear me?");
    await ana.press("#say", "Enter");
    await ana.waitForSelector('.chat .scroll p:has-text("Can you hear me?")');

    /** Let both play until so many moves were made, or the end. */
    async function go(moves) {
        for (let made = 0; made < moves;) {
            if ((await isOver(ana)) && (await isOver(berta))) return;
            for (const page of [ana, berta]) {
                const now = (await isMine(page)) ? await turn(page) : null;
                if (!now) continue;
                await play(page, "sabacc", hasty("sabacc", now), now.moves);
                await moved(page, now.ply);
                made++;
            }
            await ana.waitForTimeout(20);
        }
    }

    await go(3);
    await ana.reload();
    await ana.waitForSelector("[data-seat]");
    await go(3);
    wire.cut();
    await berta.waitForSelector(".connection .banner.warn");
    // Ana goes on as far as she can while Berta is away.
    for (let i = 0; i < 3 && (await isMine(ana)); i++) {
        const now = await turn(ana);
        await play(ana, "sabacc", hasty("sabacc", now), now.moves);
        await moved(ana, now.ply);
        await ana.waitForTimeout(150);
    }
    await ana.waitForSelector('[data-seat="1"] .badge:has-text("away")');
    wire.mend();
    await berta.waitForSelector(".connection .banner.good");
    await ana.waitForSelector('[data-seat="1"] .badge:has-text("here")');
    await carla.waitForSelector('p:has-text("You are watching.")');
    assert.equal(await isMine(carla), false);
    assert.ok((await carla.locator('[data-seat] [aria-label^="hidden"]').count()) >= 4, "a spectator sees backs");
    await go(400);
    for (const page of [ana, berta, carla]) await page.waitForSelector(".result");
    const logs = [await numbersInLog(ana), await numbersInLog(berta), await numbersInLog(carla)];
    const ends = logs.map((numbers) => numbers[numbers.length - 1]);
    assert.deepEqual(ends, [ends[0], ends[0], ends[0]]);
    assert.equal(await berta.locator('.chat .scroll p:has-text("Can you hear me?")').count(), 0, "muted means muted");
    await berta.click("[data-report]");
    await berta.fill("#report-reason", "shouts all the time");
    await berta.click("form.report button:not([type])");
    await berta.waitForSelector('.chat p[role="status"]');
    assert.equal(await berta.locator("form.report").count(), 0, "the form goes when it is sent");
    wire.close();
});

await test("an undo against a person is asked for, and can be refused and allowed", async () => {
    const ana = await newPage(browser);
    const berta = await newPage(browser);
    await makeTable(ana, "sabacc", { players: 2, seats: ["me", "open"], options: {} });
    await berta.goto(await ana.inputValue(".copy input"));
    await berta.click('button:has-text("Sit down here")');
    await Promise.race([turn(ana), turn(berta)]);
    const [mover, other] = (await isMine(ana)) ? [ana, berta] : [berta, ana];
    const now = await turn(mover);
    await play(mover, "sabacc", "NO_TOKEN", now.moves);
    await moved(mover, now.ply);
    for (const [button, allowed] of [
        ["No", false],
        ["Allow it", true],
    ]) {
        await mover.click('.actions button:has-text("Undo")');
        await other.waitForSelector("[data-seen] .turn .banner.ask");
        await other.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        assert.ok((await other.locator(".banner.ask").boundingBox()).y >= 0, "the question stays in sight");
        await other.click(`.banner.ask button:text-is("${button}")`);
        await other.waitForSelector(".banner.ask", { state: "detached" });
        if (allowed)
            await mover.waitForFunction(
                (ply) => document.querySelector(".action-bar.mine")?.dataset.ply === String(ply),
                now.ply,
            );
    }
});

/** Nothing lies over any corner of it, and it is in the window. */
const isUncovered = (page, selector) =>
    page.locator(selector).evaluate((element) => {
        const box = element.getBoundingClientRect();
        const corners = [
            [box.left + 2, box.top + 2],
            [box.right - 2, box.top + 2],
            [box.left + 2, box.bottom - 2],
            [box.right - 2, box.bottom - 2],
        ];
        return corners.every(([x, y]) => {
            const there = document.elementFromPoint(x, y);
            return there !== null && (element.contains(there) || there.contains(element));
        });
    });

for (const viewport of [
    { width: 390, height: 664 },
    { width: 1280, height: 720 },
]) {
    await test(`people are asked about hints and a rematch, at ${viewport.width} by ${viewport.height}`, async () => {
        const ana = await newPage(browser, { viewport });
        const berta = await newPage(browser, { viewport });
        await makeTable(ana, "sabacc", { players: 2, seats: ["me", "open"], options: {} });
        await berta.goto(await ana.inputValue(".copy input"));
        await berta.click('button:has-text("Sit down here")');
        await Promise.race([turn(ana), turn(berta)]);
        // A press on the hint says why there is none, and asks.
        await ana.click('.tool[aria-keyshortcuts="h"]');
        await ana.waitForSelector('dialog[open] p:has-text("Hints are off, because other people play here.")');
        await ana.click("dialog[open] button.danger");
        await ana.waitForSelector('.banner.ask:has-text("You asked to allow hints.")');
        await berta.waitForSelector('[data-seen] .banner.ask:has-text("asks to allow hints for everyone")');
        for (const page of [ana, berta]) {
            assert.ok(await isUncovered(page, ".banner.ask"), "nothing covers what is asked");
            await fits(page);
        }
        await berta.click('[data-seen] .banner.ask button:text-is("Allow it")');
        for (const page of [ana, berta]) {
            await openMore(page);
            await page.waitForSelector('p:has-text("Hints are on for everyone: this game is not rated.")');
            await page.keyboard.press("Escape");
        }
        const mover = (await isMine(ana)) ? ana : berta;
        await mover.click('.tool[aria-keyshortcuts="h"]');
        await mover.waitForSelector(".hint-bar");
        await openMore(ana);
        await ana.click('.actions button:has-text("Resign")');
        await ana.click("dialog[open] button.danger");
        for (const page of [ana, berta]) await page.waitForSelector(".result");
        await ana.click('.result button:text-is("Play again")');
        await ana.waitForSelector('.banner.ask:has-text("You asked to play again.")');
        await berta.waitForSelector('[data-seen] .banner.ask:has-text("asks to play again.")');
        for (const page of [ana, berta]) {
            assert.ok(await isUncovered(page, ".banner.ask"), "nothing covers what is asked");
            await fits(page);
        }
        const before = ana.url();
        await berta.click('[data-seen] .banner.ask button:text-is("Play again")');
        for (const page of [ana, berta]) {
            await page.waitForURL(
                (url) => String(url).includes("/table/") && new URL(url).pathname !== new URL(before).pathname,
            );
            await page.waitForSelector('[data-seat] .badge:text-is("you")');
        }
        // Who says no stays, and who asked has a table with a seat that is open.
        await Promise.race([turn(ana), turn(berta)]);
        const second = new URL(berta.url()).pathname;
        await openMore(ana);
        await ana.click('.actions button:has-text("Resign")');
        await ana.click("dialog[open] button.danger");
        for (const page of [ana, berta]) await page.waitForSelector(".result");
        await ana.click('.result button:text-is("Play again")');
        await berta.click('[data-seen] .banner.ask button:text-is("No")');
        await ana.waitForURL((url) => new URL(url).pathname !== second);
        await ana.waitForSelector('button:has-text("Sit down here"), button:has-text("Fill")');
        assert.equal(new URL(berta.url()).pathname, second);
    });
}

await test("a public table is seen in the lobby as it comes and goes, and a seat taken there", async () => {
    const ana = await newPage(browser);
    const berta = await newPage(browser);
    await berta.goto(base);
    await berta.waitForSelector('p:has-text("No public table right now.")');
    await makeTable(ana, "mulle", { seats: ["me", "open"], settings: { public: true } });
    await berta.click('.tables button:has-text("Sit down")');
    await berta.waitForURL(/\/table\//);
    await Promise.race([turn(ana), turn(berta)]);
    await berta.goto(base);
    await berta.waitForSelector('.tables a:has-text("Go to the table")');
    const table = await newPage(browser);
    await table.goto(base);
    await table.click('.tables a:has-text("Watch")');
    await table.waitForSelector('p:has-text("You are watching.")');
});

await test("one's own games come first in the lobby, with whose turn it is", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    await page.waitForSelector(".game");
    assert.equal(await page.locator("#own-games").count(), 0);
    await makeTable(page, "mus", { seats: ["me", "random", "random", "random"], options: {} });
    await page.waitForSelector('[data-seat="2"] .badge:text-is("partner")');
    await turn(page);
    await page.goto(base);
    await page.waitForSelector('section:has(#own-games) .badge:text-is("Your turn")');
    await page.click('section:has(#own-games) a:has-text("Go to the table")');
    await turn(page);
});

await test("a player who leaves a seat can take it back", async () => {
    const page = await newPage(browser);
    await makeTable(page, "mulle", { seats: ["me", "flatmc"] });
    await turn(page);
    await page.click('.actions button:has-text("Leave the seat")');
    await page.click("dialog[open] button.danger");
    await page.click('button:has-text("Take your seat back")');
    await page.waitForSelector('[data-seat="0"] .badge:text-is("you")');
    await turn(page);
});

await test("a clock runs, and is shown", async () => {
    const page = await newPage(browser);
    await driver.openForm(page, base, "mulle");
    await page.selectOption("#seat-1", "random");
    await page.selectOption("#move-time", { label: "30 seconds" });
    await page.selectOption("#game-time", { label: "5 minutes" });
    await page.click("form.make button.main");
    await turn(page);
    const clock = () => page.textContent(".turn .clock time");
    assert.match(await clock(), /^0:(30|[0-2]\d)$/);
    const before = await clock();
    await page.waitForFunction((text) => document.querySelector(".turn .clock time").textContent !== text, before);
    assert.match(await page.textContent('[data-seat="0"] time'), /^[45]:\d\d$/);
});

await test("a server that is stopped and started again: the page comes back to its table by itself", async () => {
    const first = await startSeeded();
    const page = await newPage(browser, { excuse: /ERR_|WebSocket connection/ });
    await page.goto(first.base);
    await page.click('button[aria-label="Play Mus against bots"]');
    const now = await turn(page);
    await first.stop(true);
    await page.waitForSelector(".connection .banner.warn");
    await play(page, "mus", now.moves[0], now.moves, "keys");
    await page.waitForSelector('.turn .status:has-text("waits for the connection")');
    const second = await startSeeded({ folder: first.folder, port: new URL(first.base).port });
    await page.waitForSelector(".connection .banner.good");
    await turn(page, now.ply);
    await numbersInLog(page);
    await page.waitForSelector(".connection .banner.good", { state: "detached" });
    await second.stop();
});

await test("a quick match waits for somebody, and the owner can fill it with bots", async () => {
    const fair = await startServer({ more: UNHURRIED });
    const page = await newPage(browser);
    await page.goto(fair.base);
    await page.click('button[aria-label="More ways to play Bruno"]');
    await page.click('dialog[open] button:text-is("Quick match with other people")');
    await page.waitForURL(/\/table\//);
    await page.waitForSelector('[data-seat] .badge:text-is("open seat")');
    await page.click('.actions button:has-text("Fill")');
    assert.ok(await turn(page));
    assert.match(await page.textContent("details .copy .help"), /can .*watch/);
    const deal = page.locator('details:has-text("A fair deal")');
    assert.match(await deal.locator("code").first().textContent(), /^[0-9a-f]{64}$/);
    assert.match(await deal.textContent(), /This page sealed random bytes for you/);
    await page.context().close(); // it would miss its server
    await fair.stop();
});

await test("account: name, register, log out, log in, password, data, be forgotten", async () => {
    const page = await newPage(browser, { excuse: /status of 40[0-9]/ });
    const said = async (words) => page.waitForSelector(`.banner:has-text("${words}")`);
    await page.goto(`${base}/account`);
    await page.waitForSelector("#login");
    await page.fill("#name", "Ana María");
    await page.click("form:has(#name) button");
    await said("Saved.");
    await page.waitForSelector('.top .who:text-is("Ana María")');
    await page.fill("#new-login", "ana");
    await page.fill("#new-password", "correct horse");
    await page.click("form:has(#new-login) button");
    await said("You have an account now.");
    await page.waitForSelector("#old-word");
    await page.waitForSelector('p:has-text("Signed in as ana.")');
    await fits(page, "the account page with an account");
    await page.click('form:has(h2:text-is("Log out")) button');
    await said("You are logged out");
    await page.fill("#login", "ana");
    await page.fill("#password", "wrong horse");
    await page.click("form:has(#login) button");
    assert.match(await page.textContent("form:has(#login) .banner.warn"), /^[A-Z].*\.$/);
    await page.fill("#password", "correct horse");
    await page.click("form:has(#login) button");
    await said("You are logged in.");
    await page.waitForSelector('.top .who:text-is("Ana María")');
    await page.fill("#old-word", "correct horse");
    await page.fill("#new-word", "battery staple");
    await page.click("form:has(#old-word) button");
    await said("The password is changed.");
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click('button:has-text("Save my data")'),
    ]);
    assert.equal(download.suggestedFilename(), "tapete.json");
    await page.fill("#delete-word", "battery staple");
    await page.check("#sure");
    await page.click('button:has-text("Delete my account")');
    await said("Your account was deleted.");
    await page.waitForSelector("#login");
});

await test("a forgotten password: an address, a mail, and the page behind its link", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tapete-mail-"));
    const program = join(folder, "send");
    writeFileSync(program, '#!/bin/sh\ncat > "$0.new" && mv "$0.new" "$0.mail"\n', { mode: 0o700 });
    const mailing = await startServer({ more: ["--mail", `${program} -t`, "--origin", "https://cards.example"] });
    const page = await newPage(browser);
    const said = async (words) => page.waitForSelector(`.banner:has-text("${words}")`);
    await page.goto(`${base}/account`);
    await page.waitForSelector("#login");
    assert.equal(await page.locator("#forgot-login").count(), 0, "a server without mail has no such form");
    await page.goto(`${mailing.base}/account`);
    await page.fill("#new-login", "berta");
    await page.fill("#new-password", "correct horse");
    await page.click("form:has(#new-login) button");
    await page.fill("#email", "berta@example.org");
    await page.fill("#email-word", "correct horse");
    await page.click("form:has(#email) button");
    await said("The address is saved.");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#email")?.value === "berta@example.org");
    await page.click('form:has(h2:text-is("Log out")) button');
    await said("You are logged out");
    await accessible(page, "the account page with mail");
    await page.fill("#forgot-login", "berta");
    await page.click("form:has(#forgot-login) button");
    await said("a link is on its way");
    for (let tries = 0; !existsSync(`${program}.mail`) && tries < 600; tries++) await page.waitForTimeout(100);
    const link = /https:\/\/cards\.example(\/reset#[0-9a-f]{64})/.exec(readFileSync(`${program}.mail`, "utf8"));
    await page.goto(mailing.base + link[1]);
    await page.waitForSelector("#reset-word");
    assert.equal(await page.evaluate(() => location.hash), "", "the token does not stay in the address");
    await accessible(page, "the page for a new password");
    await fits(page, "the page for a new password");
    await page.fill("#reset-word", "battery staple");
    await page.click("form:has(#reset-word) button");
    await page.click('main a[href="/account"]');
    await page.fill("#login", "berta");
    await page.fill("#password", "battery staple");
    await page.click("form:has(#login) button");
    await said("You are logged in.");
    await page.context().close(); // it would miss its server
    await mailing.stop();
    rmSync(folder, { recursive: true });
});

for (const [size, viewport] of [
    ["wide", { width: 1440, height: 900 }],
    ["narrow", { width: 390, height: 844 }],
]) {
    await test(`no obstacle that axe knows of, and nothing sticks out: ${size}`, async () => {
        const page = await newPage(browser, { viewport });
        const look = async (what) => {
            await accessible(page, what);
            await fits(page, what);
            await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
            await fits(page, `${what} in large type`);
            await page.evaluate(() => (document.documentElement.style.fontSize = ""));
        };
        await page.goto(base);
        await page.waitForSelector(".game");
        await look("the lobby");
        await page.goto(`${base}/account`);
        await page.waitForSelector("#login");
        await look("the account page");
        await driver.openForm(page, base, "mus");
        await page.selectOption("#seat-1", "mus-bot");
        await page.click("details.wide summary");
        await look("the form of a table");
        await makeTable(page, "sabacc", { players: 2, seats: ["me", "open"], options: {} });
        await page.waitForSelector(".copy input");
        await look("an open table");
        // What is on the tables of all games is looked at in tables.test.mjs.
        await makeTable(page, "mulle", { seats: againstRandom("mulle"), options: {} });
        const now = await turn(page);
        await play(page, "mulle", now.moves[0], now.moves, "keys");
        await turn(page, now.ply);
        await openMore(page);
        await look("a table with what is beside it");
        if (size === "narrow") await page.click('.tabs button:text-is("Rules")');
        else await page.click("details.rules summary");
        await look("the rules");
        await page.goto(`${page.url()}?plain=1`);
        await turn(page);
        await page.click('details:has-text("More details") summary');
        await look("a table in words");
        await page.keyboard.press("?");
        await page.waitForSelector("dialog.keys[open]");
        await look("the keys");
        await page.click("dialog.keys[open] button");
        await openMore(page);
        await page.click('.actions button:has-text("Resign")');
        await look("a question");
        await page.click("dialog[open] button.danger");
        await page.waitForSelector(".result");
        await look("a result");
    });
}

await test("no error in the console of any page", async () => {
    assert.deepEqual([...new Set(seenProblems())], []);
});

await browser.close();
await stop();
finish();
