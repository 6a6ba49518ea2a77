// Each table looks as it did: pictures of a fixed position at two sizes, light and dark, compared with those in golden/. Letters may be drawn a
// little differently by another browser; a card, a plate or a button that is gone or elsewhere is noticed, and that is tested too.
// TAPETE_RENEW=1 keeps the pictures of now.
import assert from "node:assert/strict";
import { GAMES } from "./driver.mjs";
import { kept } from "./golden.mjs";
import { inEveryLight } from "./scenes.mjs";
import { finish, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

/** Pictures are kept at half their size. */
const SHRINK = 2;
/** What is compared: the colour of squares of so many pixels of the page. */
const SQUARE = 8;
/** A difference of colour (of 255) that is none, */
const SAME = 22;
/** and how many squares next to each other may differ: less than the smallest plate. */
const MOST = 6;

/** To be run in a page: a picture made smaller, as WebP. */
async function shrink([png, by]) {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(picture.width / by, picture.height / by);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: "image/webp", quality: 0.7 })).arrayBuffer(),
    );
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** To be run in a page: the largest patch of squares that differ, as their number and the box around them in pixels of the page; null where
 *  there is none. A square may be found as far as one square away. */
async function difference([before, after, by, square, same]) {
    const load = async (data) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob());
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext("2d");
        pen.drawImage(picture, 0, 0);
        const { data: pixels, width, height } = pen.getImageData(0, 0, picture.width, picture.height);
        const size = square / by;
        const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)];
        const colours = new Float32Array(columns * rows * 3);
        for (let y = 0; y < rows * size; y++)
            for (let x = 0; x < columns * size; x++)
                for (let c = 0; c < 3; c++)
                    colours[3 * (Math.floor(y / size) * columns + Math.floor(x / size)) + c] +=
                        pixels[4 * (y * width + x) + c] / (size * size);
        return { columns, rows, colours };
    };
    const [one, other] = [await load(before), await load(after)];
    if (one.columns !== other.columns || one.rows !== other.rows) return { count: Infinity, box: "of another size" };
    const { columns, rows } = one;
    /** Whether the colour of a square lies between those of the squares around the same place of the other picture. */
    const isNear = (here, there, x, y) => {
        for (let c = 0; c < 3; c++) {
            let [least, most] = [255, 0];
            for (let v = Math.max(0, y - 1); v <= Math.min(rows - 1, y + 1); v++)
                for (let u = Math.max(0, x - 1); u <= Math.min(columns - 1, x + 1); u++) {
                    least = Math.min(least, there.colours[3 * (v * columns + u) + c]);
                    most = Math.max(most, there.colours[3 * (v * columns + u) + c]);
                }
            const colour = here.colours[3 * (y * columns + x) + c];
            if (colour < least - same || colour > most + same) return false;
        }
        return true;
    };
    const differs = new Uint8Array(columns * rows);
    for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; x++)
            differs[y * columns + x] = isNear(one, other, x, y) && isNear(other, one, x, y) ? 0 : 1;
    let worst = null;
    for (let start = 0; start < differs.length; start++) {
        if (!differs[start]) continue;
        const patch = [start];
        differs[start] = 0;
        for (const at of patch)
            for (const next of [
                at - columns,
                at + columns,
                at % columns ? at - 1 : -1,
                (at + 1) % columns ? at + 1 : -1,
            ])
                if (differs[next]) {
                    differs[next] = 0;
                    patch.push(next);
                }
        if (worst && patch.length <= worst.count) continue;
        const [xs, ys] = [patch.map((at) => at % columns), patch.map((at) => Math.floor(at / columns))];
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
        const box = [left, top, wide, high].map((n) => n * square);
        worst = { count: patch.length, box: `${box[2]} x ${box[3]} pixels at ${box[0]}, ${box[1]}` };
    }
    return worst;
}

const studio = await (await browser.newContext()).newPage();
const look = async (page) =>
    studio.evaluate(shrink, [(await page.screenshot({ animations: "disabled" })).toString("base64"), SHRINK]);
const compare = (before, after) => studio.evaluate(difference, [before, after, SHRINK, SQUARE, SAME]);

/** What must not go unnoticed on any table, and how another browser might draw the same, which must. */
const CHANGES = [
    { what: "a card is gone", of: ".at-bottom .playing-card", style: { visibility: "hidden" }, noticed: true },
    { what: "a card lies elsewhere", of: ".at-bottom .playing-card", style: { translate: "24px 0" }, noticed: true },
    { what: "a plate is gone", of: ".place .plate", style: { visibility: "hidden" }, noticed: true },
    { what: "a button is gone", of: ".action-bar [data-move]", style: { visibility: "hidden" }, noticed: true },
    { what: "letters are soft and heavy", of: "body", style: { filter: "blur(0.5px)", webkitTextStroke: "0.15px" } },
];

/** Change the style of the first of these, and back. */
async function restyle(page, of, style) {
    await page
        .locator(of)
        .first()
        .evaluate((element, wanted) => Object.assign(element.style, wanted), style);
}

for (const game of Object.keys(GAMES)) {
    const { title } = GAMES[game];
    await test(`${title}: its table looks as it did`, async () => {
        await inEveryLight(browser, base, game, async (page, size, light) => {
            const now = await look(page);
            const golden = await kept(`${game}-${size}-${light}.webp`, () => Buffer.from(now, "base64"));
            const patch = await compare(golden.toString("base64"), now);
            assert.ok((patch?.count ?? 0) <= MOST, `${size}, ${light}: differs in ${patch?.box}`);
            if (size !== "phone" || light !== "light") return;
            for (const { what, of, style, noticed = false } of CHANGES) {
                await restyle(page, of, style);
                const { count } = (await compare(now, await look(page))) ?? { count: 0 };
                await restyle(page, of, Object.fromEntries(Object.keys(style).map((name) => [name, ""])));
                assert.equal(count > MOST, noticed, `${what}, which is ${count} squares`);
            }
        });
    });
}

await test("no error in the console of any page", () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
