// The drawn tables in a browser, against the real server: whole games by mouse and by touch (by keys: play.test.mjs), at the size of a desk
// and of a phone; and that nothing is in the way of anything.
import assert from "node:assert/strict";
import { accessible, finish, fits, newPage, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";
import * as driver from "./driver.mjs";
import {
    againstRandom,
    awaitTurn,
    GAMES,
    isHalted,
    isMine,
    numbersInLog,
    offer,
    openMore,
    play,
    playToEnd,
    playUnseen,
    turn,
    various,
} from "./driver.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

const makeTable = (page, game, form) => driver.makeTable(page, base, game, form);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };
/** What a few more words under a name may move the middle by: a tenth of the window, in pixels. */
const TENTH = PHONE.viewport.height / 10;
/** In the bar, in pixels. */
const ONE_LINE = 18;
/** Games of more than one round, and how many moves of the first need not be seen. */
const ROUNDS = { sabacc: { options: { players: 4 }, unseen: 0 }, mulle: { options: { omgangar: 2 }, unseen: 92 } };
const DRAWN = Object.keys(GAMES).filter((game) => GAMES[game].select !== undefined);

/** One's own cards do not lie below the bar, unless both together would leave no room for anything else; a change of sizes is followed soon. */
const aboveBar = (page) =>
    page.waitForFunction(() => {
        const [own, bar] = [".stage:not(.flows) .at-bottom, .at-bottom.holds", ".action-bar"].map((one) =>
            document.querySelector(one),
        );
        return !own || own.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1;
    });

/** Run in the page: whether all have their places; what is wrong is kept until it is asked for. */
function haveTheirPlaces() {
    const box = (element) => element.getBoundingClientRect();
    const wrong = () => {
        const bar = box(document.querySelector(".action-bar"));
        if (bar.bottom > innerHeight + 1) return "the bar is below the window";
        const parts = [...document.querySelectorAll(".felt > .place, .far > *")];
        for (const [i, one] of parts.entries())
            for (const other of parts.slice(i + 1)) {
                const a = box(one);
                const b = box(other);
                const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (over > 1 && down > 1) return `${one.className} lies over ${other.className}`;
            }
        for (const part of parts) {
            const around = box(part);
            // What is drawn inside of an image is cut off where the image ends.
            for (const inner of part.querySelectorAll("*:not(svg *, .balloon, .balloon *)")) {
                const a = box(inner);
                if (a.width > 1 && (a.left < around.left - 12 || a.right > around.right + 12))
                    return `${inner.className?.baseVal ?? inner.className} sticks out of ${part.className}`;
            }
        }
        return null;
    };
    // One's own cards where they are when all of the table is seen.
    const held = document.querySelector(".at-bottom.holds");
    if (held) held.style.position = "static";
    window.misplaced = wrong();
    held?.style.removeProperty("position");
    return window.misplaced === null;
}

/** Seats, middle and one's own cards have places apart from each other; what is asked for is in the window, and one's own cards are not below it.
 *  A change of sizes is followed soon. */
async function inPlace(page, what) {
    await fits(page, what);
    await aboveBar(page);
    await page.waitForFunction(haveTheirPlaces).catch(async (error) => {
        throw new Error(`${what}: ${await page.evaluate(() => window.misplaced)}`, { cause: error });
    });
}

/** One's own cards are seen whole above the bar, however small the window, unless they alone are nearly half of it; a change is followed soon. */
const ownSeen = (page) =>
    page.waitForFunction(() => {
        const box = (element) => element.getBoundingClientRect();
        const own = document.querySelector(".at-bottom");
        if (own.offsetHeight > 0.45 * innerHeight) return true;
        const bar = box(document.querySelector(".action-bar"));
        const cards = [...own.querySelectorAll(".carrier")].filter((card) => box(card).height > 0);
        return cards.every((card) => box(card).top > 0 && box(card).bottom <= bar.top + 1);
    });

/** What lies in the middle is seen whole above one's own seat, and below what else there is, without scrolling; a change is followed soon. */
const middleSeen = (page, above = "header") =>
    page.waitForFunction((over) => {
        const box = (what) => document.querySelector(what).getBoundingClientRect();
        const middle = box(".far > .centre");
        const top = Math.max(0, box(over).bottom);
        return middle.top >= top - 1 && middle.bottom <= box(".felt > .at-bottom").top + 1;
    }, above);

/** What one is asked has at least half of the bar for its words, and is in the window. */
async function askedInWords(page, what) {
    const [prompt, bar] = await Promise.all([".prompt", ".action-bar"].map((one) => page.locator(one).boundingBox()));
    assert.ok(
        prompt.width >= bar.width / 2 && prompt.y >= bar.y && prompt.y + prompt.height <= bar.y + bar.height,
        what,
    );
}

for (const game of DRAWN) {
    const { title } = GAMES[game];
    for (const [by, size, options] of [
        ["mouse", "desk", DESK],
        ["touch", "phone", PHONE],
    ]) {
        await test(`${title} on its table, a whole game by ${by}: ${size}`, async () => {
            const page = await newPage(browser, options);
            await makeTable(page, game, { seats: againstRandom(game) });
            const choose = various(by.length * 7);
            let looked = 0;
            const made = await playToEnd(page, game, {
                by,
                choose: (...now) => choose(...now),
                before: async () => {
                    if (looked++ < 12) await inPlace(page, `move ${looked}`);
                },
            });
            assert.ok(made.length > 0);
            assert.match(await page.textContent(".cover #result-title"), /won|lost|draw/i);
            assert.equal(await page.locator(".result tbody tr").count(), GAMES[game].seats);
            await numbersInLog(page);
            const look = page.locator('.result button:has-text("Back to the table")');
            await (by === "touch" ? look.tap() : look.click());
            assert.equal(await page.locator(".cover").count(), 0);
            assert.equal(await page.locator(".result").count(), 1, "the result stays on the page");
            const before = page.url();
            await openMore(page);
            await page.locator('.result button:text-is("Play again")').click();
            await page.waitForFunction((url) => location.href !== url, before);
            await turn(page);
        });
    }

    await test(`${title} in words: the plain table by ?plain=1, and by the setting`, async () => {
        const page = await newPage(browser);
        await makeTable(page, game, { seats: againstRandom(game) });
        await turn(page);
        await page.goto(`${page.url()}?plain=1`);
        await page.waitForSelector(".play > .moves");
        assert.equal(await page.locator(".felt").count(), 0);
        await playToEnd(page, game, { by: "keys" });
        await page.evaluate(() => {
            const kept = JSON.parse(localStorage.getItem("tapete settings"));
            localStorage.setItem("tapete settings", JSON.stringify({ ...kept, plainTable: true }));
        });
        await makeTable(page, game, { seats: againstRandom(game) });
        await page.waitForSelector(".cloth");
        assert.equal(await page.locator(".felt").count(), 0);
    });

    await test(`${title}: no obstacle on its table at any size`, async () => {
        const page = await newPage(browser);
        await makeTable(page, game, { seats: againstRandom(game), options: {} });
        const choose = various(11);
        let now = await turn(page);
        for (let i = 0; i < 6 && now; i++) {
            // Whole games are looked at on a phone and on a desk.
            for (const [width, height] of [
                [320, 640],
                [820, 1180],
            ]) {
                await page.setViewportSize({ width, height });
                await inPlace(page, `${width} wide`);
            }
            // The first three moves show one of each kind.
            if (i < 3) {
                await page.setViewportSize(DESK.viewport);
                await accessible(page, `move ${now.ply}`);
            }
            const next = choose(game, now);
            await offer(page, game, next);
            await page.evaluate(() => scrollTo(0, 0));
            for (const [width, height] of [
                [1280, 720],
                [390, 844],
                [360, 640],
                [320, 568],
            ]) {
                await page.setViewportSize({ width, height });
                await ownSeen(page);
                // What a move of Mulle gives stands in its middle, and is of no use where it is not seen.
                if (width === 1280 || (game === "mulle" && width === 390)) await middleSeen(page);
            }
            await page.setViewportSize(DESK.viewport);
            await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
            await inPlace(page, "in large type");
            await page.setViewportSize({ width: 320, height: 640 });
            await fits(page, "narrow and in large type");
            await askedInWords(page, `move ${now.ply}, in large type`);
            await page.evaluate(() => (document.documentElement.style.fontSize = ""));
            if (i < 3) await accessible(page, `move ${now.ply}, narrow`);
            await play(page, game, next, now.moves);
            now = await turn(page, now.ply);
        }
    });

    await test(`${title}: things move, arrive in time, and leave the table where it is`, async () => {
        const page = await newPage(browser, { ...PHONE, reducedMotion: "no-preference" });
        await page.addInitScript(() => {
            window.longest = 0;
            window.scales = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                window.longest = Math.max(window.longest, timing.duration + (timing.delay ?? 0));
                window.scales.push(...(frames[0].transform.match(/(?<=scale\().*(?=\))/) ?? []).map(Number));
                return animate.call(this, frames, timing);
            };
        });
        await makeTable(page, game, { seats: againstRandom(game), options: {} });
        /** How far down on the cloth everybody's name and the middle are. */
        const places = () =>
            page.evaluate(() => {
                const top = (element) => element.getBoundingClientRect().top;
                const cloth = document.querySelector(".felt");
                return [...cloth.querySelectorAll(".far > *")].map((place) => top(place) - top(cloth));
            });
        const barHeight = () => page.evaluate(() => document.querySelector(".action-bar").offsetHeight);
        const choose = various(5);
        let now = await turn(page);
        const first = await places();
        const bar = await barHeight();
        for (let i = 0; i < 12 && now; i++) {
            const higher = Math.abs((await barHeight()) - bar);
            assert.ok(higher <= ONE_LINE, `move ${now.ply}: the bar is ${higher} pixels higher or lower than at first`);
            for (const [place, y] of (await places()).entries())
                assert.ok(
                    Math.abs(y - first[place]) <= TENTH,
                    `move ${now.ply}: place ${place} at ${y}, not ${first[place]}`,
                );
            await play(page, game, choose(game, now), now.moves);
            now = await turn(page, now.ply);
        }
        const { longest, scales } = await page.evaluate(() => ({ longest: window.longest, scales: window.scales }));
        assert.ok(longest > 0, "nothing moved");
        assert.ok(longest <= 350, `something takes ${longest} ms`);
        for (const scale of scales) assert.ok(scale > 1 / 4 && scale < 4, `a thing sets out ${scale} times as large`);
    });
}

await test("a press that the rules refuse says why, hides no cards, and changes nothing", async () => {
    const page = await newPage(browser, PHONE);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const now = await turn(page);
    // Playwright would wait for it to look like something to press, which it must not.
    await page.locator('[data-pick="DRAW_SAND"]').click({ force: true });
    const sentence = await page.textContent(".action-bar .banner.warn");
    assert.match(sentence, /^[A-Z].*token.*\.$/);
    await aboveBar(page);
    assert.equal((await turn(page)).ply, now.ply);
    await play(page, "sabacc", "NO_TOKEN", now.moves);
    await turn(page, now.ply);
    assert.equal(await page.locator(".action-bar .banner.warn").count(), 0);
});

await test("Bruno: the coach, the card to beat and one's own cards are seen at once on a phone", async () => {
    const page = await newPage(browser, PHONE);
    await page.goto(`${base}/learn/bruno`);
    for (let stop = 0; stop < 2; stop++) {
        await page.waitForSelector(`.coach[data-stop="${stop}"][aria-busy="false"]`);
        await page.locator("button.onward").tap();
    }
    await page.waitForSelector('.coach[data-stop="2"][aria-busy="false"]');
    await middleSeen(page, ".coach");
    await ownSeen(page);
});

/** What keeps a hand of Mus going to its count. */
const calmly = ({ moves, view }) =>
    ["no mus", "paso", view.lance.ordago ? "no quiero" : "quiero"].find((move) => moves.includes(move)) ?? moves[0];

/** Play until the end of a round is shown. */
async function toRoundEnd(page, game, choose) {
    for (let now = await turn(page); !(await isHalted(page));) {
        await play(page, game, choose(now), now.moves);
        await awaitTurn(page, now.ply);
        if (!(await isHalted(page))) now = await turn(page, now.ply);
    }
}

await test("Mus: any bet is a number to choose", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "mus", { seats: againstRandom("mus"), options: {} });
    const offered = () =>
        page.locator(".action-bar [data-move]").evaluateAll((all) => all.map((button) => button.dataset.move));
    let now = await turn(page);
    while (!now.moves.includes("envido 20")) {
        await play(page, "mus", calmly(now), now.moves);
        now = await turn(page, now.ply);
    }
    assert.deepEqual(await offered(), ["paso", "envido 2", "ordago"]);
    await page.locator('[data-pick="amount-20"]').click();
    await page.locator('[data-pick="less"]').click();
    assert.ok((await offered()).includes("envido 19"));
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    assert.deepEqual(await offered(), ["paso", "envido 21", "ordago"]);
    await page.locator(".at-bottom .cards [data-pick]").first().click({ force: true });
    assert.match(await page.textContent(".action-bar .banner.warn"), /the lances are being played/);
});

await test("Mus: what players say at the table is a press away, with what it means", async () => {
    const page = await newPage(browser, DESK);
    const friend = await newPage(browser, DESK);
    await makeTable(page, "mus", { seats: ["me", "open", "random", "random"], options: {} });
    await friend.goto(await page.inputValue(".copy input"));
    await friend.click('button:has-text("Sit down here")');
    await Promise.race([turn(page), turn(friend)]);
    const call = page.locator('.phrases button:has-text("Jugador de chica")');
    assert.match(await call.textContent(), /who plays for chica loses/);
    await call.click();
    for (const one of [page, friend])
        await one.locator('.chat .scroll:has-text("(who plays for chica loses at mus)")').waitFor();
});

await test("Mus: nobody asks for anything before one has read the count, which can be looked at again", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "mus", { seats: againstRandom("mus"), options: {} });
    await toRoundEnd(page, "mus", calmly);
    const { last_hand, score, log: later, juegos } = page.heard.now.view;
    const { hands, log } = last_hand;
    const own = () =>
        page.locator(".at-bottom .cards [data-pick]").evaluateAll((cards) => cards.map(({ dataset }) => dataset.pick));
    assert.deepEqual((await own()).sort(), [...hands[0]].sort(), "the next cards are not dealt yet");
    assert.equal(await page.locator(".turn-here").count(), 0);
    const took = (entries, of) => entries.reduce((sum, [, side, stones]) => (side === of ? sum + stones : sum), 0);
    // Others may have played on meanwhile.
    const [us, them] = score.map((stones, side) => stones - took(later, side));
    const [said, words] =
        us + them > 0
            ? [".sum", `^Us \\+${took(log, 0)} → ${us}/40 ?Them \\+${took(log, 1)} → ${them}/40$`]
            : [
                  ".game",
                  `^You have (won|lost) this game: .+Games won: Us ${juegos[0]} · Them ${juegos[1]}; 2 are needed\\.$`,
              ];
    assert.match(await page.textContent(`.count ${said}`), new RegExp(words));
    assert.doesNotMatch(await page.textContent(".log"), /A new hand/, "the log does not run ahead");
    assert.equal(await page.locator(".count .playing-card").count(), hands.flat().length);
    const reasons = await page.locator(".count .why").allTextContents();
    assert.equal(reasons.length, 4);
    for (const reason of reasons) assert.match(reason, /^[\w-].+[.)]\s*$/);
    for (const lance of await page.locator(".count .lance").all()) {
        await lance.click();
        const words = await lance.textContent();
        const byCards = !/refused|Not counted|Nobody has/.test(words) || /value/.test(words);
        assert.equal((await page.locator(".count .wins").count()) > 0, byCards, words);
        if (/refused/.test(words)) assert.match(words, /\w bet, and .+ refused/, "who bet and who refused");
    }
    // Presses that would hurry on the moves of others leave it open.
    await page.keyboard.press("1");
    await page.locator(".at-top").click({ position: { x: 5, y: 5 } });
    assert.ok((await isHalted(page)) && !(await isMine(page)));
    await page.keyboard.press("Escape");
    const now = await turn(page);
    assert.deepEqual((await own()).sort(), [...now.view.hands[0]].sort());
    assert.equal(await page.locator(".count").count(), 0);

    const recap = page.locator(".recap:popover-open");
    await page.locator('button:text-is("Previous hand")').click();
    await recap.locator(".count .lance").nth(3).waitFor();
    await accessible(page, "the last count");
    const beside = await recap.boundingBox();
    for (const part of [".felt", ".action-bar"]) {
        const { x, width } = await page.locator(part).boundingBox();
        assert.ok(x + width <= beside.x, `${part} is not covered`);
    }
    await page.setViewportSize(PHONE.viewport);
    await recap.locator('button:text-is("Close")').click();
    await page.locator(".count").waitFor({ state: "detached" });
    await page.setViewportSize(DESK.viewport);

    // A player who comes back is asked at once.
    await toRoundEnd(page, "mus", calmly);
    await page.reload();
    await page.waitForSelector(".felt");
    assert.ok(!(await isHalted(page)));
    await turn(page);
});

for (const [game, shown] of [
    ["sabacc", ".reveal"],
    ["mulle", ".breakdown"],
])
    await test(`${GAMES[game].title}: how a round ended is seen before the next begins`, async () => {
        const page = await newPage(browser, DESK);
        await page.goto(base);
        await page.goto(`${base}/table/${await playUnseen(page, game, ROUNDS[game])}`);
        await toRoundEnd(page, game, ({ moves }) => moves[0]);
        assert.equal(await page.locator(shown).count(), 1);
        assert.equal(await page.locator(".turn-here").count(), 0);
        await page.locator(".go-on").click();
        await turn(page);
        assert.equal(await page.locator(shown).count(), 0);
        await page.locator(".recap-button").click();
        await page.locator(`.recap ${shown}`).waitFor();
        await page.keyboard.press("Escape");
        await page.locator(shown).waitFor({ state: "detached" });
    });

await test("cards can be dragged to where they go, and let go elsewhere they stay", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const first = await turn(page);
    await play(page, "sabacc", "NO_TOKEN", first.moves);
    const second = await turn(page, first.ply);
    const middle = async (selector) => {
        const box = await page.locator(selector).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
        await page.mouse.move(...(await middle(from)));
        await page.mouse.down();
        await page.mouse.move(...(await middle(to)), { steps: 5 });
        await page.mouse.up();
    };
    await drag('[data-pick="DRAW_BLOOD"]', '[data-seat="1"] .plate');
    assert.equal((await turn(page)).ply, second.ply, "let go elsewhere, nothing happens");
    assert.equal(await page.locator(".dragged, .drop-open, .drop-here, .pick.selected").count(), 0);
    await drag('[data-pick="DRAW_BLOOD"]', ".at-bottom .plate");
    const third = await turn(page, second.ply);
    assert.equal(third.view.drawn_from, "DRAW_BLOOD");
    await drag('[data-pick="KEEP"]', '[data-drop="hand-blood"]');
    await page.waitForFunction(() =>
        /You keep the card/.test(document.querySelector('[data-live="events"]').textContent),
    );
});

/** A turn in which there is a move of this kind; others are made until then. */
async function turnWith(page, game, wanted, choose = various(3)) {
    for (let now = await turn(page); now; now = await turn(page, now.ply)) {
        const move = now.moves.find((one) => wanted.test(one));
        if (move !== undefined) return { ...now, move };
        await play(page, game, choose(game, now), now.moves);
    }
    throw new Error(`no move like ${wanted}`);
}

await test("Mulle: what a move will give is seen before it is made, and a refused press says why", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "mulle", { seats: ["me", "random"] });
    const { ply, move } = await turnWith(page, "mulle", /^capture \w+ \d+,\d+/);
    const [, card, list] = move.split(" ");
    await page.click(`[data-pick="${card}"]`);
    for (const pile of list.split(",")) await page.click(`[data-pick="pile-${pile}"]`);
    assert.equal(await page.locator(".spot.taken").count(), list.split(",").length);
    assert.match(await page.textContent(".forecast"), /you take \d+ cards/i);
    await page.click(`.action-bar [data-move="${move}"]`);
    const next = await turn(page, ply);
    assert.equal(await page.locator(".spot.taken").count(), 0);

    // Some card goes together with some pile in no way.
    const refused = page.locator('.spot [data-pick][aria-disabled="true"]');
    for (const hand of await page.locator(".at-bottom [data-pick]").all()) {
        await hand.click();
        if ((await refused.count()) > 0) break;
    }
    await refused.first().click({ force: true });
    assert.match(await page.textContent(".action-bar .banner.warn"), /^[A-Z].*\.$/);
    assert.equal((await turn(page)).ply, next.ply);
});

for (const by of ["mouse", "touch"])
    await test(`Mulle: a card is dragged onto a pile, or beside them, by ${by}`, async () => {
        const page = await newPage(browser, by === "touch" ? PHONE : DESK);
        await makeTable(page, "mulle", { seats: ["me", "random"] });
        const middle = async (selector) => {
            const box = await page.locator(selector).boundingBox();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        const touches = by === "touch" ? await page.context().newCDPSession(page) : null;
        const send = (type, points) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: points });
        const drag = async (from, to) => {
            if (touches) {
                await send("touchStart", [from]);
                for (const part of [0.3, 0.6, 1])
                    await send("touchMove", [
                        { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
                    ]);
                await send("touchEnd", []);
            } else {
                await page.mouse.move(from.x, from.y);
                await page.mouse.down();
                await page.mouse.move(to.x, to.y, { steps: 5 });
                await page.mouse.up();
            }
        };
        const { ply, move } = await turnWith(page, "mulle", /^build/);
        const [, card, , pile] = move.split(" ");
        await page.locator(`[data-pick="${card}"]`).scrollIntoViewIfNeeded();
        const cloth = await page.locator('[data-drop="cloth"]').boundingBox();
        await drag(await middle(`[data-pick="${card}"]`), { x: cloth.x + 8, y: cloth.y + cloth.height - 8 });
        const offered = page.locator(".action-bar [data-move]");
        await page.waitForSelector(`.action-bar [data-move="discard ${card}"]`);
        assert.equal(await offered.count(), 1, "beside the piles it is to be discarded");
        assert.equal((await turn(page)).ply, ply, "and is not yet");
        await drag(await middle(`[data-pick="${card}"]`), await middle(`[data-drop="pile-${pile}"]`));
        await page.waitForFunction(
            ([wanted, before]) =>
                document.querySelector(`.action-bar [data-move="${wanted}"]`) !== null ||
                Number(document.querySelector(".action-bar").dataset.ply) > before,
            [move, ply],
        );
    });

await test("a hint is shown as bars on the moves, and the table goes on below it", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const first = await turn(page);
    await page.keyboard.press("h");
    await page.waitForSelector('.action-bar [data-move="NO_TOKEN"] .hint-bar');
    assert.ok((await page.locator(".felt .hint-bar").count()) > 0, "tokens have bars too");
    const comesTo =
        /^\s*(Best: .+\. It wins about \d+ of 100 games, \d+ more than .+\.|.+ or .+: both win about \d+ of 100 games, too close to call\.)\s*$/;
    assert.match(await page.textContent(".action-bar .prompt"), comesTo);
    assert.match(await page.textContent(".hint [role=status] p"), comesTo);
    await play(page, "sabacc", "NO_TOKEN", first.moves);
    await turn(page, first.ply);
    assert.equal(await page.locator(".hint-bar").count(), 0);
});

await test("the list of all moves begins with those of the bar, and is closed above it, beside it or by Escape", async () => {
    const page = await newPage(browser, PHONE);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const first = await turn(page);
    const dialog = page.locator("dialog.all-moves");
    const open = async () => {
        await page.locator('.action-bar .tool[aria-keyshortcuts="/"]').tap();
        await page.waitForSelector("dialog.all-moves[open] .move");
    };
    const closed = () => page.waitForSelector("dialog.all-moves[open]", { state: "detached" });
    await open();
    const listed = await dialog.locator(".move").evaluateAll((all) => all.map((one) => one.dataset.move));
    assert.equal(listed[0], "NO_TOKEN");
    assert.deepEqual([...listed].sort(), [...first.moves].sort());
    assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "NO_TOKEN", "no keyboard comes up");
    await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await dialog.getByRole("button", { name: "Close" }).tap();
    await closed();
    await open();
    await page.touchscreen.tap(4, 4);
    await closed();
    await open();
    await page.keyboard.press("Escape");
    await closed();
    assert.equal((await turn(page)).ply, first.ply);
    await open();
    await page.keyboard.press("1");
    assert.ok((await turn(page, first.ply)).ply > first.ply);
    await closed();
});

await test("a card of one's own says what it is when it is pressed, until something else is", async () => {
    const page = await newPage(browser, PHONE);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const { view } = await turn(page);
    const asked = await page.textContent(".action-bar .prompt");
    const says = { S: /Sylop counts as much|Sylop is worth 0/, I: /Impostor: .* two dice|Impostors are worth 6/ };
    for (const [i, family] of ["sand", "blood"].entries()) {
        const card = view.hands[view.current][family];
        await page.locator(".own-card").nth(i).tap();
        assert.match(await page.textContent(".action-bar .prompt"), says[card] ?? new RegExp(`counts ${card}\\.`));
    }
    await page.keyboard.press("Escape");
    await page.waitForFunction((words) => document.querySelector(".action-bar .prompt").textContent === words, asked);
});

await test("sounds begin with the first press, and stay off for a player who switches them off", async () => {
    const page = await newPage(browser, DESK);
    await page.addInitScript(() => {
        window.heard = 0;
        for (const make of ["createOscillator", "createBufferSource"]) {
            const real = BaseAudioContext.prototype[make];
            BaseAudioContext.prototype[make] = function () {
                window.heard++;
                return real.call(this);
            };
        }
    });
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const heard = () => page.evaluate(() => window.heard);
    let now = await turn(page);
    assert.equal(await heard(), 0);
    for (let i = 0; i < 3; i++, now = await turn(page, now.ply))
        await play(page, "sabacc", driver.hasty("sabacc", now), now.moves);
    await page.waitForFunction(() => window.heard > 0);
    await page.click('.turn button[aria-label="Sounds"]');
    await page.reload();
    now = await turn(page);
    assert.equal(await page.getAttribute('.turn button[aria-label="Sounds"]', "aria-pressed"), "false");
    for (let i = 0; i < 3 && now; i++, now = await turn(page, now.ply))
        await play(page, "sabacc", driver.hasty("sabacc", now), now.moves);
    assert.equal(await heard(), 0);
});

await test("the only move is made by itself, for a player who wants that", async () => {
    const page = await newPage(browser, DESK);
    await page.goto(base);
    await page.evaluate(() => localStorage.setItem("tapete settings", JSON.stringify({ autoMove: true })));
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: { Chips: "1" } });
    const choices = [];
    for (let now = await turn(page); now; now = await turn(page, now.ply)) {
        if (now.moves.length === 1) continue;
        choices.push(now.moves.length);
        await play(page, "sabacc", now.moves.includes("DRAW_SAND") ? "DRAW_SAND" : now.moves[0], now.moves);
    }
    assert.ok(choices.length > 0);
});

await test("what happens is said once in one place, and one's turn in another", async () => {
    const page = await newPage(browser, DESK);
    await makeTable(page, "sabacc", { players: 2, seats: ["me", "random"], options: {} });
    const now = await turn(page);
    assert.equal(await page.locator('[aria-live="assertive"]').count(), 1);
    await play(page, "sabacc", "NO_TOKEN", now.moves);
    const next = await turn(page, now.ply);
    const draw = next.moves.find((move) => move === "DRAW_SAND");
    await play(page, "sabacc", draw, next.moves);
    await page.waitForFunction(() => /You draw Sand/.test(document.querySelector('[data-live="events"]').textContent));
    const said = await page.locator('[data-live="events"] p').allTextContents();
    assert.equal(said.filter((line) => /You draw Sand/.test(line)).length, 1);
    await page.waitForFunction(() => document.querySelector('[data-live="turn"]').textContent === "Your turn");
});

await test("no error in the console of any page", async () => {
    assert.deepEqual([...new Set(seenProblems())], []);
});

await browser.close();
await stop();
finish();
