// Makes the pictures of the page in this folder, from real games, at the size of a phone and of a desk, light and dark:
// TAPETE_WEB=build/web node docs/pictures/make-browser.mjs [GAME...], after `make build web`. TAPETE is the program (default: build/tapete).
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GAMES, makeTable, play, turn, various } from "../../web/tests/driver.mjs";
import { newPage, startBrowser, startServer } from "../../web/tests/support.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Who sits there besides, and how many decisions later there is something to see. */
const SCENES = {
    mus: { opponent: "mus-bot", decisions: 5, first: ["mus", "no mus", "paso"] },
    bruno: { opponent: "bruno-low", decisions: 6, first: [] },
    sabacc: { opponent: "flatmc", decisions: 7, first: ["NO_TOKEN", "DRAW_SAND", "KEEP"] },
    mulle: { opponent: "mulle-greedy", decisions: 9, first: [] },
};
const SIZES = {
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    desk: { viewport: { width: 1440, height: 900 } },
};

const { base, stop } = await startServer();
const browser = await startBrowser();
const wanted = process.argv.slice(2);
try {
    for (const [game, { opponent, decisions, first }] of Object.entries(SCENES)) {
        if (wanted.length > 0 && !wanted.includes(game)) continue;
        for (const [size, options] of Object.entries(SIZES)) {
            for (const colorScheme of ["light", "dark"]) {
                const page = await newPage(browser, { ...options, colorScheme });
                const seats = ["me", ...Array(GAMES[game].seats - 1).fill(opponent)];
                await makeTable(page, base, game, { seats, options: {} });
                const choose = various(3);
                let now = await turn(page);
                for (let i = 0; i < decisions && now; i++) {
                    const move = first.find((one) => now.moves.includes(one)) ?? choose(game, now);
                    await play(page, game, move, now.moves);
                    now = await turn(page, now.ply);
                }
                await page.evaluate(() => window.scrollTo(0, 0));
                await page.waitForTimeout(600);
                await page.screenshot({ path: join(here, `${game}-${size}-${colorScheme}.jpg`), quality: 80 });
                await page.close();
            }
        }
    }
} finally {
    await browser.close();
    await stop();
}
