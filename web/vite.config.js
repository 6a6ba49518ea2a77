import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Smaller files are not worth a second form. */
const WORTH_PACKING = 1024;

/** NAME.gz beside each NAME: the server sends it to whoever takes gzip. */
const pack = {
    name: "pack",
    apply: "build",
    writeBundle({ dir }, bundle) {
        for (const name of Object.keys(bundle)) {
            const bytes = readFileSync(join(dir, name));
            if (bytes.length < WORTH_PACKING) continue;
            writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
        }
    },
};

const server = "http://localhost:8080";

// The server's content security policy allows neither inline scripts nor inline styles, so nothing is inlined.
export default defineConfig({
    plugins: [svelte(), pack],
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
    server: {
        proxy: {
            "/api": { target: server, changeOrigin: true, headers: { origin: server } },
            "/ws": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
        },
    },
});
