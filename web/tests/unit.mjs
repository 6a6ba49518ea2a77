// Unit tests: the modules are TypeScript, so each test is bundled first and then run by node's own runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL("unit", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "tapete-unit-"));
const tests = readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
let status = 1;
try {
    await build({
        entryPoints: tests.map((name) => join(here, name)),
        outdir: out,
        outExtension: { ".js": ".mjs" },
        bundle: true,
        platform: "node",
        format: "esm",
        loader: { ".md": "text" },
        // Tables are drawn in a browser only.
        external: ["*.svelte"],
        // Where the page lies is told by Vite and by the browser.
        define: { "import.meta.env.BASE_URL": '"/"', location: '{"href":"http://localhost/"}' },
        logLevel: "error",
    });
    const files = tests.map((name) => join(out, name));
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    status =
        spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...files], { cwd, stdio: "inherit" }).status ?? 1;
    // What the coaches say is written down for the terminal.
    const say = fileURLToPath(new URL("../guides/say.mjs", import.meta.url));
    status ||= spawnSync(process.execPath, [say, "--check"], { cwd, stdio: "inherit" }).status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
process.exit(status);
