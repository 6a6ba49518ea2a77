// The icon as pictures: node art/icons.mjs writes public/art/*.png with Chromium (CHROMIUM names it where it is not /usr/bin/chromium-headless-shell).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../tests/support.mjs";
import { icon, PNGS } from "./icon.mjs";

const folder = fileURLToPath(new URL("../public/art/", import.meta.url));
const browser = await startBrowser();
try {
    for (const [name, { size, maskable }] of Object.entries(PNGS)) {
        const page = await browser.newPage({ viewport: { width: size, height: size } });
        await page.setContent(
            `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${icon({ maskable })}`,
        );
        writeFileSync(folder + name, await page.screenshot({ omitBackground: true }));
        await page.close();
    }
} finally {
    await browser.close();
}
