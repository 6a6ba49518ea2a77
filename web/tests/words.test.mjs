// The page in five languages, its settings and its rules, in Chromium against the real server. TAPETE and TAPETE_WEB as for play.test.mjs.
import assert from "node:assert/strict";
import { accessible, finish, fits, newPage, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";
import { openForm } from "./driver.mjs";

/** What a page of each language says, for a browser that asks for it. */
const LANGUAGES = {
    en: {
        locale: "en-GB",
        lang: "en",
        description: "Four card games, with bots or friends. Free, no account.",
        play: "Play Mus against bots",
        settings: "Settings",
        turn: "Your turn",
        privacy: "Privacy",
        hand: "Mus or no mus",
    },
    es: {
        locale: "es-MX",
        lang: "es",
        description: "Cuatro juegos de cartas, con bots o con amigos. Gratis y sin cuenta.",
        play: "Jugar a Mus contra bots",
        settings: "Ajustes",
        turn: "Te toca",
        privacy: "Privacidad",
        hand: "Mus o no mus",
    },
    fr: {
        locale: "fr-CA",
        lang: "fr",
        description: "Quatre jeux de cartes, avec des bots ou des amis. Gratuit, sans compte.",
        play: "Jouer à Mus contre des bots",
        settings: "Réglages",
        turn: "À vous de jouer",
        privacy: "Confidentialité",
        hand: "Mus ou no mus",
    },
    sv: {
        locale: "sv-SE",
        lang: "sv",
        description: "Fyra kortspel, mot botar eller med vänner. Gratis och utan konto.",
        play: "Spela Mus mot botar",
        settings: "Inställningar",
        turn: "Din tur",
        privacy: "Integritet",
        hand: "Mus eller no mus",
    },
    zh: {
        locale: "zh-CN",
        lang: "zh-Hans",
        description: "四种纸牌游戏，可与电脑或朋友玩。免费，无需注册。",
        play: "与电脑玩 Mus",
        settings: "设置",
        turn: "轮到你了",
        privacy: "隐私",
        hand: "换不换牌",
    },
};

const { base, stop } = await startSeeded({
    more: ["--contact", "Ana Ruiz, Calle Mayor 1", "--option", "guest_days=17"],
});
const browser = await startBrowser();

const language = (page) => page.evaluate(() => document.documentElement.lang);
const openRules = async (page, place) => {
    await page.locator(".game").nth(place).locator("button").last().click();
    await page.locator("dialog.game-sheet .ways button").last().click();
};
const openSettings = (page) => page.click(".settings-button");
const choose = (page, setting, value) => page.selectOption(`dialog.settings select[id$="-${setting}"]`, value);
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

for (const [tag, words] of Object.entries(LANGUAGES)) {
    await test(`a browser that asks for ${words.locale} gets its words, on every page`, async () => {
        const page = await newPage(browser, { locale: words.locale });
        const sockets = [];
        page.on("websocket", (socket) => sockets.push(new URL(socket.url()).search));
        await page.goto(base);
        await page.getByRole("button", { name: words.play }).waitFor();
        assert.equal(await language(page), words.lang);
        assert.equal(await page.title(), "Tapete");
        assert.equal(await page.getAttribute('meta[name="description"]', "content"), words.description);
        assert.deepEqual(sockets, [`?lang=${tag}`]);
        await fits(page, `the lobby in ${tag}`);

        await page.getByRole("button", { name: words.play }).click();
        await page.waitForURL(/\/table\//);
        await page.waitForFunction((turn) => document.title.includes(turn), words.turn);
        await fits(page, `a table in ${tag}`);
        await page.goto(`${base}/account`);
        await page.waitForSelector("h1");
        await fits(page, `the account in ${tag}`);
        await page.locator('a[href="/privacy"]').first().click();
        await page.locator(".privacy section").first().waitFor();
        assert.equal(await page.locator("h1").textContent(), words.privacy);
        assert.equal(await page.locator(".privacy section").count(), 6);
        const said = await page.locator(".privacy").textContent();
        // What this server keeps, for how long, and who is responsible for it.
        for (const fact of ["17", "365", "24", "400", "Ana Ruiz, Calle Mayor 1"])
            assert.ok(said.includes(fact), `${fact} is not in ${said}`);
        if (tag !== "en") assert.ok(!/ the | of /.test(said), said);
        await fits(page, `the page about privacy in ${tag}`);
        await accessible(page, `the page about privacy in ${tag}`);
        for (const game of ["mus", "bruno", "sabacc", "mulle"]) {
            await openForm(page, base, game);
            await page.click("details.wide summary");
            await fits(page, `making a table of ${game} in ${tag}`);
        }
    });
}

await test("a language chosen by hand is remembered, and comes before the browser's", async () => {
    const page = await newPage(browser, { locale: "sv-SE" });
    await page.goto(base);
    await openSettings(page);
    const names = await page.locator('dialog.settings select[id$="-language"] option').allTextContents();
    assert.deepEqual(names, ["English", "Español", "Français", "Svenska", "简体中文"]);
    await choose(page, "language", "fr");
    await page.getByRole("button", { name: LANGUAGES.fr.play }).waitFor();
    assert.equal(await language(page), "fr");
    await page.goto(`${base}/account`);
    await page.reload();
    await page.waitForSelector("h1");
    assert.equal(await language(page), "fr");
});

await test("where a language cannot be loaded, English is spoken", async () => {
    const page = await newPage(browser, { locale: "fr-FR", excuse: /Failed to load resource/ });
    await page.route(/\.js$/, async (route) => {
        const response = await route.fetch();
        const isFrench = (await response.text()).includes(LANGUAGES.fr.settings);
        await (isFrench ? route.abort() : route.fulfill({ response }));
    });
    await page.goto(base);
    await page.getByRole("button", { name: LANGUAGES.en.play }).waitFor();
    assert.equal(await language(page), "en");
});

await test("colours are those of the system until somebody chooses, and stay chosen", async () => {
    const page = await newPage(browser, { colorScheme: "dark" });
    await page.goto(base);
    await page.waitForSelector(".game");
    const dark = await background(page);
    await openSettings(page);
    await choose(page, "theme", "light");
    const light = await background(page);
    assert.notEqual(light, dark);
    await page.reload();
    await page.waitForSelector(".game");
    assert.equal(await background(page), light);
    await page.emulateMedia({ colorScheme: "light" });
    await openSettings(page);
    await choose(page, "theme", "dark");
    assert.equal(await background(page), dark);
    await choose(page, "theme", "system");
    assert.equal(await background(page), light);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction((wanted) => getComputedStyle(document.body).backgroundColor === wanted, dark);
});

await test("little motion can be asked for here or by the system", async () => {
    const page = await newPage(browser, { reducedMotion: "no-preference" });
    await page.goto(base);
    const lasts = () =>
        page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".game button")).transitionDuration));
    await page.waitForSelector(".game");
    assert.ok((await lasts()) > 0.05);
    await openSettings(page);
    await choose(page, "motion", "reduced");
    assert.ok((await lasts()) < 0.001);
    await choose(page, "motion", "system");
    assert.ok((await lasts()) > 0.05);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.waitForFunction(() => document.documentElement.dataset.motion === "reduced");
});

await test("what is ticked is kept, and what was kept wrongly does no harm", async () => {
    const page = await newPage(browser);
    await page.goto(base);
    await openSettings(page);
    await page.getByLabel("Sounds").uncheck();
    await page.getByLabel("A colour for each suit").uncheck();
    const clubs = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--suit-clubs"));
    assert.notEqual(await clubs(), "");
    await page.reload();
    await openSettings(page);
    assert.equal(await page.getByLabel("Sounds").isChecked(), false);
    assert.equal(await page.getByLabel("Single-key shortcuts at the table").isChecked(), true);
    for (const kept of ["nonsense", "null", '{"theme":"pink","sound":"loud","keys":false}']) {
        await page.evaluate((value) => localStorage.setItem("tapete settings", value), kept);
        await page.reload();
        await openSettings(page);
        assert.equal(await page.getByLabel("Sounds").isChecked(), true, kept);
        assert.equal(await page.inputValue('select[id$="-theme"]'), "system", kept);
    }
    assert.equal(await page.getByLabel("Single-key shortcuts at the table").isChecked(), false);
});

for (const [tag, words] of Object.entries(LANGUAGES)) {
    await test(`the rules are read in ${tag}, from the lobby`, async () => {
        const page = await newPage(browser, { locale: words.locale, viewport: { width: 390, height: 844 } });
        await page.goto(base);
        await page.waitForSelector(".game");
        for (const [place, game] of (await page.locator(".game h3").allTextContents()).entries()) {
            await openRules(page, place);
            const panel = page.locator("dialog[open] .rules-text");
            await panel.locator("details").first().waitFor();
            const sections = await panel.locator("details").count();
            assert.ok(sections >= 7, `${game} has ${sections} sections`);
            for (let i = 0; i < sections; i++) await panel.locator("summary").nth(i).click();
            await fits(page, `the rules of ${game} in ${tag}`);
            await page.keyboard.press("Escape");
            await page.waitForSelector("dialog[open]", { state: "detached" });
        }
    });
}

await test("at a table the rules are open at what matters now", async () => {
    const page = await newPage(browser, { locale: LANGUAGES.sv.locale });
    await page.goto(base);
    await page.getByRole("button", { name: LANGUAGES.sv.play }).click();
    await page.waitForURL(/\/table\//);
    await page.locator("details.rules > summary").click();
    const open = page.locator(".rules-text details[open] h3");
    await open.first().waitFor();
    assert.deepEqual(await open.allTextContents(), [LANGUAGES.sv.hand]);
});

await test("no obstacle that axe knows of in settings and rules", async () => {
    const page = await newPage(browser, { locale: LANGUAGES.es.locale });
    await page.goto(base);
    await page.waitForSelector(".game");
    await openSettings(page);
    await accessible(page, "the settings");
    await page.keyboard.press("Escape");
    for (const place of [0, 1, 2, 3]) {
        await openRules(page, place);
        await page.locator("dialog[open] details").first().waitFor();
        for (const summary of await page.locator("dialog[open] summary").all()) await summary.click();
        await accessible(page, "the rules");
        await page.keyboard.press("Escape");
    }
});

await test("no error in the console of any page", async () => {
    assert.deepEqual(seenProblems(), []);
});

await browser.close();
await stop();
finish();
