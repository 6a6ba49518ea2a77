// Draw all of the art: node art/draw.mjs writes public/art/*.svg and public/favicon.svg.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawAll } from "./all.mjs";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
mkdirSync(`${folder}art`, { recursive: true });
for (const [name, text] of Object.entries(drawAll())) writeFileSync(folder + name, text);
