// The service worker: the page without a network. A new version waits until no game is open, and then takes over.

import { BASE } from "../../base/place";
import { isOffline } from "./table.svelte";

let isAllowed = false;
let waiting: ServiceWorker | null = null;

function takeOver(): void {
    if (isAllowed) waiting?.postMessage("take over");
}

function watch(registration: ServiceWorkerRegistration): void {
    const look = () => {
        // The first one of all takes over by itself.
        waiting = navigator.serviceWorker.controller ? registration.waiting : null;
        takeOver();
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
}

/** Keep the page for the time without a network: where one plays offline. */
export async function install(): Promise<void> {
    if (!isOffline || !("serviceWorker" in navigator)) return;
    const wasControlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
        // Another version: its page too. The first worker of all belongs to the page that is here.
        if (wasControlled) location.reload();
    });
    try {
        watch(await navigator.serviceWorker.register(new URL("sw.js", BASE)));
    } catch {
        // Without it there is a table all the same, as long as there is a network.
    }
}

/** Whether a new version may begin: not while a game is on the screen. */
export function allowUpdate(allowed: boolean): void {
    isAllowed = allowed;
    takeOver();
}
