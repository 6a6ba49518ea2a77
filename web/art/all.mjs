// Everything that is drawn, by the file it goes to. The same sources give the same bytes.
import { faces } from "./faces.mjs";
import { frenchDeck } from "./french.mjs";
import { icon } from "./icon.mjs";
import { sabacc } from "./sabacc.mjs";
import { scenes } from "./scenes.mjs";
import { spanishDeck } from "./spanish.mjs";
import { sheet } from "./svg.mjs";
import { table } from "./table.mjs";

const SHEETS = { spanish: spanishDeck, french: frenchDeck, sabacc, table, faces, scenes };

/** The path of each file in public/, and its text. */
export function drawAll() {
    const files = { "favicon.svg": icon({ maskable: false }) };
    for (const [name, draw] of Object.entries(SHEETS)) {
        const { symbols, parts } = draw();
        files[`art/${name}.svg`] = sheet(symbols, parts);
    }
    return files;
}
