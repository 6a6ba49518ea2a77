// Draw all of the art: node art/draw.mjs writes public/art/*.svg. The same sources give the same bytes.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { frenchDeck } from "./french.mjs";
import { sabacc } from "./sabacc.mjs";
import { spanishDeck } from "./spanish.mjs";
import { sheet } from "./svg.mjs";
import { table } from "./table.mjs";

const SHEETS = { spanish: spanishDeck, french: frenchDeck, sabacc, table };

/** Name of each file and its text. */
export function drawAll() {
    return Object.fromEntries(
        Object.entries(SHEETS).map(([name, draw]) => {
            const { symbols, parts } = draw();
            return [`${name}.svg`, sheet(symbols, parts)];
        }),
    );
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] === self) {
    const folder = fileURLToPath(new URL("../public/art/", import.meta.url));
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(drawAll())) writeFileSync(folder + name, text);
}
