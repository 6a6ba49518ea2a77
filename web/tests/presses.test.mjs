// No decision is made that was not seen: taps that come twice or three times, keys that are held and a slow server, on every drawn table. What the
// server is asked for is compared with what the page showed, and for how long.
import assert from "node:assert/strict";
import { againstRandom, GAMES, offer, turn } from "./driver.mjs";
import { sitDown } from "./scenes.mjs";
import { finish, newPage, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();
const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const SEEN_MS = 300;

/** Run in the page before all else: `moves` are those that it asks the server for, each with how long the question had been on the screen when the
 *  press that made it began. */
function watchMoves() {
    window.moves = [];
    let pressed = -Infinity;
    let shown = { ply: -1, at: 0 };
    const look = (now) => {
        const bar = document.querySelector(".action-bar.mine");
        const ply = bar ? Number(bar.dataset.ply) : -1;
        if (ply !== shown.ply) shown = { ply, at: now };
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    addEventListener("pointerdown", (event) => (pressed = event.timeStamp), { capture: true });
    addEventListener("keydown", (event) => !event.repeat && (pressed = event.timeStamp), { capture: true });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const message = JSON.parse(data);
        if (message.do === "move")
            window.moves.push({ ply: message.ply - 1, seen: message.ply - 1 === shown.ply ? pressed - shown.at : -1 });
        return send.call(this, data);
    };
}

/** What keeps a game going, and asks again soon. */
const CALM = ["no mus", "paso", "no quiero", "NO_TOKEN", "DRAW_SAND", "KEEP"];
const calm = ({ moves }) => CALM.find((one) => moves.includes(one)) ?? moves[0];

/** Sit down, with a server that answers this much later. */
async function atTable(game, options, late = 0) {
    const page = await newPage(browser, { pace: "fast", ...options });
    await page.addInitScript(watchMoves);
    if (late > 0)
        await page.routeWebSocket(/\/ws$/, (socket) => {
            const server = socket.connectToServer();
            socket.onMessage((message) => server.send(message));
            server.onMessage((message) => setTimeout(() => socket.send(message), late));
        });
    await sitDown(page, base, game, { seats: againstRandom(game) });
    return page;
}

/** All that was asked of the server was seen for long enough, and nothing twice. A frame may lie between what is drawn and what is measured. */
async function allSeen(page, least) {
    const made = await page.evaluate(() => window.moves);
    assert.ok(made.length >= least, `${made.length} moves are too few to tell`);
    for (const { ply, seen } of made)
        assert.ok(seen >= SEEN_MS - 20, `the move at ${ply} was made after ${Math.round(seen)} ms`);
    assert.equal(new Set(made.map(({ ply }) => ply)).size, made.length, "a move is asked for once");
}

const pause = (page, ms) => page.waitForTimeout(ms);

for (const game of Object.keys(GAMES)) {
    const { title } = GAMES[game];
    // One game is as good as another to be slow with.
    for (const late of game === "bruno" || game === "mus" ? [0, 400] : [0])
        await test(`${title}: taps that come twice and three times, answers ${late} ms late`, async () => {
            const page = await atTable(game, PHONE, late);
            let now = await turn(page);
            for (let i = 0; i < 5 && now; i++) {
                const move = calm(now);
                await offer(page, game, move);
                const button = await page.locator(`.action-bar [data-move="${move}"]`).boundingBox();
                const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
                for (const gap of [0, 90, 160].slice(0, 2 + (i % 2))) {
                    await pause(page, gap);
                    await page.touchscreen.tap(x, y);
                }
                now = await turn(page, now.ply);
            }
            await allSeen(page, 4);
        });

    await test(`${title}: Enter, a number and Space held down`, async () => {
        const page = await atTable(game, {});
        let now = await turn(page);
        for (let i = 0; i < 6 && now; i++) {
            const move = calm(now);
            await offer(page, game, move);
            const button = page.locator(`.action-bar [data-move="${move}"]`);
            await button.focus();
            const key = ["Enter", "1", "Space"][i % 3];
            // A key that is held repeats: for Playwright each further down is one.
            for (let repeat = 0; repeat < 12; repeat++) {
                await page.keyboard.down(key);
                await pause(page, 33);
            }
            await page.keyboard.up(key);
            const { ply } = now;
            now = await page
                .waitForFunction((before) => window.moves.some((one) => one.ply === before), ply, { timeout: 1500 })
                .then(
                    () => turn(page, ply),
                    async () => {
                        // Space plays when it goes up; where the number was another move's, nothing came of it.
                        await button.click();
                        return turn(page, ply);
                    },
                );
        }
        await allSeen(page, 5);
    });
}

await test("a table whose drawing comes late is not played before that was seen", async () => {
    const page = await newPage(browser, PHONE);
    await page.addInitScript(watchMoves);
    // A press in the very moment when there is something to press.
    await page.addInitScript(() => {
        const look = () => {
            const button = document.querySelector(".action-bar.mine [data-move]");
            if (button) button.click();
            else requestAnimationFrame(look);
            window.early = button !== null;
        };
        requestAnimationFrame(look);
    });
    await page.route(/\/(Drawn|MusTable)-[^/]*\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        await route.continue();
    });
    await sitDown(page, base, "mus", { seats: againstRandom("mus") });
    await page.waitForFunction(() => window.early);
    const now = await turn(page);
    assert.deepEqual(await page.evaluate(() => window.moves), []);
    const move = calm(now);
    await offer(page, "mus", move);
    await page.locator(`.action-bar [data-move="${move}"]`).tap();
    await turn(page, now.ply);
    await allSeen(page, 1);
});

await test("a press shows one more step of what the others did, and makes no move", async () => {
    const page = await newPage(browser, { ...PHONE, pace: "slow" });
    await page.addInitScript(watchMoves);
    await sitDown(page, base, "bruno", { seats: againstRandom("bruno") });
    const now = await turn(page);
    const move = calm(now);
    await offer(page, "bruno", move);
    await page.locator(`.action-bar [data-move="${move}"]`).tap();
    const ply = () => page.evaluate(() => Number(document.querySelector(".action-bar").dataset.ply));
    await page.waitForFunction((before) => Number(document.querySelector(".action-bar").dataset.ply) > before, now.ply);
    const before = await ply();
    await page.waitForFunction(() => performance.now() > 0);
    await page.locator(".felt > .far > .centre").tap({ position: { x: 5, y: 5 } });
    assert.ok((await ply()) <= before + 2, "one press is one step");
    await turn(page, now.ply);
    assert.equal(await page.evaluate(() => window.moves.length), 1);
});

await test("no error in the console of any page", () => assert.deepEqual([...new Set(seenProblems())], []));

await browser.close();
await stop();
finish();
