// Look at what was drawn: node art/look.mjs FOLDER [WHAT] leaves pictures of all cards and pieces at several widths, on light and dark
// cloth, in FOLDER. It needs Chromium (CHROMIUM names it where it is not /usr/bin/chromium-headless-shell).
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { startBrowser } from "../tests/support.mjs";
import { drawAll } from "./all.mjs";

const [folder, wanted] = process.argv.slice(2);
if (!folder) {
    console.error("look: name a folder for the pictures, for example: node art/look.mjs /tmp/pictures french.");
    process.exit(2);
}
mkdirSync(folder, { recursive: true });

const THEMES = {
    light: { page: "#f3f0e6", cloth: "#1f6248", card: "#fffdf5", ink: "#23291f" },
    dark: { page: "#131a16", cloth: "#174634", card: "#f0e9d8", ink: "#e9ede4" },
};
const WIDTHS = { 40: "small", 64: "full", 120: "full" };

const files = Object.fromEntries(
    Object.entries(drawAll())
        .filter(([name]) => name.startsWith("art/"))
        .map(([name, text]) => [name.slice("art/".length), text]),
);
const ids = (file) =>
    [...files[file].matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)"/g)].map(([, id, box]) => ({ id, box }));

const isCard = ({ box }) => box.endsWith("156");

function card(file, id, width) {
    return `<span class="card" style="width:${width}px"><svg viewBox="0 0 100 156"><use href="/${file}#${id}"/></svg></span>`;
}

function pageOf(file, theme) {
    const colours = THEMES[theme];
    const all = ids(file);
    const rows = [];
    const faces = all.filter((one) => isCard(one) && !one.id.endsWith("-small"));
    for (const [width, look] of Object.entries(WIDTHS)) {
        if (faces.length === 0) break;
        const shown = faces.map(({ id }) =>
            card(file, look === "small" && all.some((one) => one.id === `${id}-small`) ? `${id}-small` : id, width),
        );
        rows.push(`<section>${shown.join("")}</section>`);
        if (look === "small") rows.push(`<section>${faces.map(({ id }) => card(file, id, width)).join("")}</section>`);
    }
    const pieces = all.filter((one) => !isCard(one));
    for (const size of [20, 40, 96])
        if (pieces.length > 0)
            rows.push(
                `<section>${pieces.map(({ id }) => `<svg width="${size}" height="${size}" viewBox="0 0 32 32"><use href="/${file}#${id}"/></svg>`).join("")}</section>`,
            );
    return `<!doctype html><meta charset="utf-8"><style>
        body { margin: 0; padding: 16px; background: ${colours.cloth}; color: #e9b949; --card: ${colours.card} }
        section { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 18px }
        .card { display: block; aspect-ratio: 100 / 156; background: var(--card); border-radius: 7% / 4.49%; overflow: hidden;
            box-shadow: 0 0 0 0.5px rgb(40 30 15 / 45%), 0 1px 2px rgb(0 0 0 / 30%) }
        .card svg { display: block; width: 100%; height: 100% }
    </style>${rows.join("")}`;
}

const server = createServer((request, response) => {
    const name = request.url.slice(1).split("?")[0];
    if (name in files) response.writeHead(200, { "content-type": "image/svg+xml" }).end(files[name]);
    else if (name.startsWith("sheet/")) {
        const [, file, theme] = name.split("/");
        response.writeHead(200, { "content-type": "text/html" }).end(pageOf(file, theme));
    } else response.writeHead(404).end();
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const browser = await startBrowser();
try {
    for (const file of Object.keys(files)) {
        if (wanted && !file.startsWith(wanted)) continue;
        for (const theme of Object.keys(THEMES)) {
            const page = await browser.newPage({ viewport: { width: 1360, height: 800 } });
            await page.goto(`http://127.0.0.1:${server.address().port}/sheet/${file}/${theme}`, {
                waitUntil: "networkidle",
            });
            await page.screenshot({ path: join(folder, `${file.replace(".svg", "")}-${theme}.png`), fullPage: true });
            await page.close();
        }
    }
} finally {
    await browser.close();
    server.close();
}
