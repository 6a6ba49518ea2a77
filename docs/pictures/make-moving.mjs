// Makes the moving picture of the README, docs/pictures/mus-moving.gif, from a real game of Mus on the page against bots:
// TAPETE_WEB=build/web node docs/pictures/make-moving.mjs [FILE], after `make build web`. TAPETE is the program (default: build/tapete).
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GAMES, isMine, isOver, offer, play, turn, various } from "../../web/tests/driver.mjs";
import { sitDown } from "../../web/tests/scenes.mjs";
import { newPage, startBrowser, startSeeded } from "../../web/tests/support.mjs";
import { gif } from "./gif.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const file = process.argv[2] ?? join(here, "mus-moving.gif");
const MOST_DECISIONS = 12;
const BETWEEN_MS = 350; // between two pictures while others play
const MOST_BYTES = 1_500_000;

const { base, stop } = await startSeeded();
const browser = await startBrowser();
try {
    const page = await newPage(browser, { viewport: { width: 900, height: 640 }, colorScheme: "light" });
    await sitDown(page, base, "mus", { seats: ["me", ...Array(GAMES.mus.seats - 1).fill("mus-bot")] });
    const shots = [];
    const shoot = async (ms) => {
        const png = await page.screenshot();
        if (shots.at(-1)?.png.equals(png)) shots.at(-1).ms += ms;
        else shots.push({ png, ms });
    };
    const any = various(3);
    const first = ["mus", "no mus", "envido 2", "quiero", "paso"];
    let now = await turn(page);
    // To the end of the first hand, where the count shows all cards.
    const isCounted = async () => (await page.locator(".go-on").count()) > 0 || (await isOver(page));
    for (let i = 0; i < MOST_DECISIONS; i++) {
        await page.evaluate(() => scrollTo(0, 0));
        await page.mouse.move(0, 0);
        await shoot(1200);
        const move = first.find((one) => now.moves.includes(one)) ?? any("mus", now);
        await offer(page, "mus", move);
        await shoot(700);
        await play(page, "mus", move, now.moves);
        while (!(await isMine(page)) && !(await isCounted())) {
            await shoot(BETWEEN_MS);
            await page.waitForTimeout(BETWEEN_MS);
        }
        if (await isCounted()) break;
        now = await turn(page, now.ply);
    }
    await page.waitForTimeout(1000);
    await shoot(3500);
    const picture = gif(shots);
    if (picture.length > MOST_BYTES) throw new Error(`${picture.length} bytes: the picture may have ${MOST_BYTES}`);
    writeFileSync(file, picture);
    console.log(`${file}: ${shots.length} frames, ${picture.length} bytes`);
} finally {
    await browser.close();
    await stop();
}
