import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { rules } from "./rules.js";

/** Smaller files are not worth a second form, and pictures of this kind are packed already. */
const WORTH_PACKING = 1024;
const PACKED = /\.(png|gz|woff2)$/;

const filesOf = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesOf(path) : [path];
    });

/** NAME.gz beside each NAME: the server sends it to clients that accept gzip. */
const pack = {
    name: "pack",
    apply: "build",
    // All of the folder: what lies in public/ is not part of the bundle.
    writeBundle({ dir }) {
        for (const path of filesOf(dir)) {
            const bytes = readFileSync(path);
            if (PACKED.test(path) || bytes.length < WORTH_PACKING) continue;
            writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
        }
    },
};

/** Which chunks belong to one language alone, for the service worker (offline.mjs): languages.json. */
const languages = {
    name: "languages",
    apply: "build",
    generateBundle(_, bundle) {
        const found = {};
        for (const chunk of Object.values(bundle)) {
            if (chunk.type !== "chunk") continue;
            const tags = new Set(Object.keys(chunk.modules).map((id) => /\/(es|fr|sv|zh)[./]/.exec(id)?.[1]));
            const [tag] = tags;
            if (tags.size === 1 && tag !== undefined) (found[tag] ??= []).push(chunk.fileName);
        }
        this.emitFile({ type: "asset", fileName: "languages.json", source: JSON.stringify(found) });
    },
};

const server = "http://localhost:8080";

// The server's content security policy allows neither inline scripts nor inline styles, so nothing is inlined.
export default defineConfig({
    // A page that lies in any folder, with no server of ours behind it, is built with --base ./ (lib/base.ts).
    plugins: [svelte(), rules, languages, pack],
    worker: { format: "es" },
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
    server: {
        // The rules of the games are in docs/.
        fs: { allow: [".."] },
        proxy: {
            "/api": { target: server, changeOrigin: true, headers: { origin: server } },
            "/ws": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
        },
    },
});
