// A folder on a web server that knows nothing of Tapete, under a path, and that can be taken away; and pages whose worker is listened to.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
};
const PACKED = [".html", ".js", ".css", ".svg", ".json", ".wasm", ".catalogue"];

/** `change` may be set to the folder of another build. `asked` has every request, `bytes` what went out. */
export async function startFolder(folder, path = "/somewhere/deep/") {
    const state = { folder, asked: [], bytes: 0, isGone: false };
    const server = createServer((request, answer) => {
        const url = new URL(request.url, "http://localhost");
        if (state.isGone) {
            request.socket.destroy();
            return;
        }
        state.asked.push(url.pathname);
        const inner = url.pathname.startsWith(path) ? url.pathname.slice(path.length) : null;
        const file = inner === null ? null : join(state.folder, normalize(inner === "" ? "index.html" : inner));
        const packed = PACKED.includes(extname(file ?? ""));
        let sent = null;
        for (const name of file === null ? [] : packed ? [`${file}.gz`, file] : [file]) {
            if (sent === null && statSync(name, { throwIfNoEntry: false })?.isFile()) sent = name;
        }
        if (sent === null) {
            answer.writeHead(404).end();
            return;
        }
        state.bytes += statSync(sent).size;
        answer.writeHead(200, {
            "content-type": TYPES[extname(file)] ?? "application/octet-stream",
            "cache-control": "no-cache",
            ...(sent.endsWith(".gz") ? { "content-encoding": "gzip" } : {}),
        });
        createReadStream(sent).pipe(answer);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://localhost:${server.address().port}${path}`;
    return {
        state,
        url,
        /** As `base` of a server, for places in the page. */
        base: `${url}#`,
        cut() {
            state.isGone = true;
            server.closeAllConnections();
        },
        mend() {
            state.isGone = false;
        },
        stop() {
            server.closeAllConnections();
            server.close();
        },
    };
}

/** What the worker tells the page is heard as what a server tells is (support.mjs); `options` are those of the server in it. */
export async function hearWorker(page, options = { bot_delay_ms: "0", contribute_ms: "0" }) {
    const told = new Map();
    await page.exposeBinding("toldByWorker", (_, text) => {
        const message = JSON.parse(text);
        if (message.is === "table") told.set(message.table, message.now);
    });
    await page.addInitScript((wanted) => {
        sessionStorage.setItem("tapete offline options", JSON.stringify(wanted));
        const Real = Worker;
        window.Worker = class extends Real {
            constructor(...given) {
                super(...given);
                this.addEventListener("message", ({ data }) => {
                    if (data.is === "told") window.toldByWorker(data.text);
                });
            }
        };
    }, options);
    page.heard = {
        get now() {
            return told.get(/\/table\/([^/?#]+)/.exec(page.url())?.[1]) ?? null;
        },
    };
}

/** The service worker has all that it needs. */
export const isKept = (page) =>
    page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
    });
