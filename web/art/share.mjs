// The picture that stands beside a link to the page elsewhere: node art/share.mjs writes public/art/share.jpg, of the faces and cards that are drawn
// already, with Chromium (CHROMIUM names it where it is not /usr/bin/chromium-headless-shell).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../tests/support.mjs";
import { drawAll } from "./all.mjs";
import { FACES } from "./faces.mjs";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const files = drawAll();
const font = readFileSync(`${folder}fonts/figtree.woff2`).toString("base64");
const face = (id) => `<svg class="face" viewBox="0 0 64 64"><use href="#face-${id}"/></svg>`;
const scene = (game) => `<svg class="scene" viewBox="0 0 240 120"><use href="#scene-${game}"/></svg>`;
const shown = FACES.filter((_, i) => i % 2 === 0);

const browser = await startBrowser();
try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(`<style>
        @font-face { font-family: Figtree; src: url(data:font/woff2;base64,${font}); font-weight: 300 900 }
        body { margin: 0; height: 630px; display: grid; align-content: space-evenly; justify-items: center; overflow: hidden;
            font-family: Figtree; color: #fff; background: radial-gradient(circle at 50% 30%, #26775a, #123f2e) }
        h1 { margin: 0; font-size: 104px; line-height: 1; letter-spacing: -0.02em }
        p { margin: 0; font-size: 36px; color: #c6dccf }
        .row { display: flex }
        .scene { width: 270px; height: 135px }
        .face { width: 92px; height: 92px; border-radius: 50%; margin: 0 -6px; border: 4px solid #174e39 }
        .sheet { position: absolute; width: 0; height: 0 }
    </style>
    <h1>Tapete</h1><div class="row">${["mus", "bruno", "mulle", "sabacc"].map(scene).join("")}</div>
    <p>Mus · Bruno · Mulle · Kessel Sabacc</p><div class="row">${shown.map(face).join("")}</div>
    ${["scenes", "faces"].map((name) => files[`art/${name}.svg`].replace("<svg", '<svg class="sheet"')).join("")}`);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}art/share.jpg`, type: "jpeg", quality: 78 });
} finally {
    await browser.close();
}
