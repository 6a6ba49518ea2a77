// Makes the pictures of the page in this folder, from real games, at the size of a phone and of a desk, light and dark:
// TAPETE_WEB=build/web node docs/pictures/make-browser.mjs [GAME...], after `make build web`. TAPETE is the program (default: build/tapete).
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GAMES } from "../../web/tests/driver.mjs";
import { inEveryLight } from "../../web/tests/scenes.mjs";
import { startBrowser, startSeeded } from "../../web/tests/support.mjs";

const here = dirname(fileURLToPath(import.meta.url));

const { base, stop } = await startSeeded();
const browser = await startBrowser();
const wanted = process.argv.slice(2);
try {
    for (const game of wanted.length > 0 ? wanted : Object.keys(GAMES))
        await inEveryLight(browser, base, game, (page, size, light) =>
            page.screenshot({ path: join(here, `${game}-${size}-${light}.jpg`), quality: 80 }),
        );
} finally {
    await browser.close();
    await stop();
}
