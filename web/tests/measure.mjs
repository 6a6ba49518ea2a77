// How the page feels, in numbers: node tests/measure.mjs [GAME…] [SEED…] (TAPETE and TAPETE_WEB as for the tests). How far things shift depends on
// the cards: each seed deals others. Prints what is reached; fails only where the page does not work at all, for a busy machine says little about it.
import { againstRandom, countShifts, GAMES, hasty, makeTable, play, turn } from "./driver.mjs";
import { newPage, startBrowser, startSeeded } from "./support.mjs";

const SIZES = {
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    desk: { viewport: { width: 1440, height: 900 } },
};
const MOVES = 30;

const given = process.argv.slice(2);
const seeds = given.filter((word) => /^[0-9]+$/.test(word));
const named = given.filter((word) => !/^[0-9]+$/.test(word));
const games = named.length > 0 ? named : Object.keys(GAMES);

// Drawn by the processor alone, as on a machine without a graphics card.
const browser = await startBrowser(["--disable-gpu"]);

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** What the lobby takes to be shown, as it comes over the wire. */
async function firstPage(base) {
    const page = await newPage(browser);
    const sizes = { page: 0, art: 0 };
    const waiting = [];
    page.on("requestfinished", (request) =>
        waiting.push(
            request.sizes().then(({ responseBodySize }) => {
                sizes[new URL(request.url()).pathname.startsWith("/art/") ? "art" : "page"] += responseBodySize;
            }),
        ),
    );
    await page.goto(base);
    await page.waitForSelector(".game");
    await page.waitForLoadState("networkidle");
    await Promise.all(waiting);
    console.log(`first page: ${kilo(sizes.page)} and art of ${kilo(sizes.art)}, compressed`);
}

/** From the press to the picture, frames while cards move, and how far things shift. */
async function atTable(base, game, size) {
    const page = await newPage(browser, { ...SIZES[size], reducedMotion: "no-preference" });
    await page.addInitScript(countShifts);
    await page.addInitScript(() => {
        window.frames = [];
        window.delays = [];
        window.answers = [];
        let last = 0;
        const frame = (now) => {
            const moves = document.getAnimations().some((one) => one.id === "travel" && one.playState === "running");
            if (last > 0 && moves) window.frames.push(now - last);
            last = now;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
        addEventListener(
            "click",
            (event) => {
                const bar = document.querySelector(".action-bar");
                const button = event.target.closest("[data-move]");
                if (!button || !bar) return;
                const since = performance.now();
                const answer = new MutationObserver(() => {
                    answer.disconnect();
                    requestAnimationFrame(() => window.answers.push(performance.now() - since));
                });
                answer.observe(button, { attributes: true, attributeFilter: ["class"] });
                const seen = new MutationObserver(() => {
                    seen.disconnect();
                    requestAnimationFrame(() => window.delays.push(performance.now() - since));
                });
                seen.observe(bar, { attributes: true, attributeFilter: ["data-ply"] });
            },
            { capture: true },
        );
    });
    await makeTable(page, base, game, { seats: againstRandom(game), options: {} });
    let now = await turn(page);
    await page.evaluate(() => window.forgetShifts());
    for (let i = 0; i < MOVES && now; i++, now = await turn(page, now.ply))
        await play(page, game, hasty(game, now), now.moves);
    const { frames, delays, answers, shifted } = await page.evaluate(() => ({
        frames: window.frames,
        answers: window.answers,
        delays: window.delays,
        shifted: window.shift(),
    }));
    const perSecond = frames.length > 0 ? 1000 / (frames.reduce((a, b) => a + b) / frames.length) : NaN;
    console.log(
        `${GAMES[game].title}, ${size}: a press is answered after ${middle(answers).toFixed(0)} ms, ` +
            `and its move shown after ${middle(delays).toFixed(0)} (at most ${Math.max(...delays).toFixed(0)}), ` +
            `${perSecond.toFixed(0)} frames a second while cards move (${frames.length} frames), shift ${shifted.toFixed(4)}`,
    );
    await page.context().close();
}

for (const [i, seed] of (seeds.length > 0 ? seeds : ["7"]).entries()) {
    const { base, stop } = await startSeeded({ seed });
    if (i === 0) await firstPage(base);
    for (const game of games) for (const size of Object.keys(SIZES)) await atTable(base, game, size);
    await stop();
}
await browser.close();
