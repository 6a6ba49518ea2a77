// The page without a network: everything of one build in one cache, page and engine always of the same. A new build is fetched beside it
// and takes over when the page says so, between games. offline.mjs writes SETUP before this: the version; what a first visit needs,
// from this folder on; what each language has besides; and whether this is a folder on any web server, or a server of ours, which may have
// a newer page.

const { VERSION, FIRST, LANGUAGES, IS_STATIC } = self.SETUP;

const CACHE = `tapete ${registration.scope} ${VERSION}`;
const at = (file) => new URL(file, registration.scope).href;
/** The name of a file that never changes has a hash in it. */
const isLasting = (file) => file.startsWith("assets/");
const requestOf = (file) => new Request(at(file), { cache: isLasting(file) ? "default" : "no-cache" });

const spoken = () => {
    for (const tag of navigator.languages ?? [navigator.language]) {
        const found = tag.toLowerCase().split("-")[0];
        if (found === "en" || found in LANGUAGES) return LANGUAGES[found] ?? [];
    }
    return [];
};

addEventListener("install", (event) => {
    event.waitUntil(
        (async () => {
            const cache = await caches.open(CACHE);
            await cache.addAll([...FIRST, ...spoken()].map(requestOf));
        })(),
    );
});

addEventListener("activate", (event) => {
    event.waitUntil(
        (async () => {
            const old = (await caches.keys()).filter(
                (name) => name.startsWith(`tapete ${registration.scope} `) && name !== CACHE,
            );
            await Promise.all(old.map((name) => caches.delete(name)));
            await clients.claim();
        })(),
    );
});

addEventListener("message", (event) => {
    if (event.data === "take over") void skipWaiting();
});

async function fromCache(request, file) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(at(file), { ignoreVary: true });
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok && isLasting(file) && !file.startsWith("assets/learnt-")) await cache.put(at(file), answer.clone());
    return answer;
}

async function fromNetwork(request, file) {
    try {
        const answer = await fetch(request);
        if (answer.ok) return answer;
    } catch {
        // There is none.
    }
    return fromCache(request, file);
}

addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
    const path = decodeURIComponent(url.href.slice(registration.scope.length).split(/[?#]/)[0]);
    if (!IS_STATIC && /^(api\/|ws$|health$|metrics$)/.test(path)) return;
    const file = request.mode === "navigate" ? "index.html" : path;
    const changes = file === "index.html" || file === "offline.json";
    event.respondWith(changes && !IS_STATIC ? fromNetwork(request, file) : fromCache(request, file));
});
