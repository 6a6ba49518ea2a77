// The settings of this browser: read and write `settings` anywhere; it saves itself.

import { MediaQuery } from "svelte/reactivity";
import { type Level, levelOf } from "./agents";

/** The first of several words is the usual one. */
export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "reduced"] as const;

export interface Preferences {
    theme: (typeof THEMES)[number];
    motion: (typeof MOTIONS)[number];
    sound: boolean;
    /** Make a move by itself if there is only one. */
    autoMove: boolean;
    /** Lists and words instead of a drawn table. */
    plainTable: boolean;
    /** Whether single keys act: those who talk to their computer may want them off. */
    keys: boolean;
    /** A colour for each suit of the French deck, not two for all four. */
    fourColours: boolean;
    /** How well bots play, as it was chosen last. */
    level: Level;
}

const KEPT = "tapete settings";

const USUAL: Preferences = {
    theme: THEMES[0],
    motion: MOTIONS[0],
    sound: true,
    autoMove: false,
    plainTable: false,
    keys: true,
    fourColours: true,
    level: "fair",
};

/** What was kept, as far as it makes sense: another version of the page may have written it. */
function kept(): Preferences {
    const result = { ...USUAL };
    let found: unknown;
    try {
        found = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    } catch {
        return result;
    }
    const of = Object(found) as Partial<Record<string, unknown>>;
    for (const name of ["sound", "autoMove", "plainTable", "keys", "fourColours"] as const)
        if (typeof of[name] === "boolean") result[name] = of[name];
    result.theme = THEMES.find((one) => one === of.theme) ?? USUAL.theme;
    result.level = levelOf(of.level) ?? USUAL.level;
    result.motion = MOTIONS.find((one) => one === of.motion) ?? USUAL.motion;
    return result;
}

export const settings = $state<Preferences>(kept());

const systemDark = new MediaQuery("prefers-color-scheme: dark");
const systemReduced = new MediaQuery("prefers-reduced-motion: reduce");

/** Whether things should be where they go at once. */
export const reducedMotion = (): boolean => settings.motion === "reduced" || systemReduced.current;

// The style sheet asks the root for these, and not the system: what is set here comes first.
$effect.root(() => {
    $effect(() => localStorage.setItem(KEPT, JSON.stringify(settings)));
    $effect(() => {
        const root = document.documentElement;
        root.dataset.theme = settings.theme === "system" ? (systemDark.current ? "dark" : "light") : settings.theme;
        root.dataset.motion = reducedMotion() ? "reduced" : "full";
        root.dataset.suits = settings.fourColours ? "four" : "two";
    });
});
