// Single keys that do something, wherever they are listened for.

import { settings } from "./settings.svelte";

/** The key that was pressed, where it is meant for the page: alone, not into a field or a dialog, and keys are not switched off. */
export function pageKey(event: KeyboardEvent): string | null {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !settings.keys) return null;
    // A dialog that has just been closed keeps the focus until the browser draws again: who types fast means the page.
    const field = (event.target as HTMLElement).closest?.("dialog, input, select, textarea");
    return field && !field.closest("dialog:not([open])") ? null : event.key;
}
