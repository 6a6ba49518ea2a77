// The settings of this browser: read and write `settings` anywhere; it saves itself.

import { MediaQuery } from "svelte/reactivity";
import { taste } from "../art/taste.svelte";
import { type Level, levelOf } from "./agents";
import { type Pace, PACES } from "./pace";

/** The first of several words is the usual one. */
export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "reduced"] as const;

export const BACKS = ["classic", "blue", "green", "violet"] as const;
export const HANDS = ["right", "left"] as const;
export const CARD_SIZES = ["usual", "large"] as const;

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
    /** The letters of the suit on French cards. */
    letters: boolean;
    /** One large index and one large sign on cards, instead of pips and courts. */
    largeIndex: boolean;
    back: (typeof BACKS)[number];
    /** On which side of a phone the signs are that a thumb presses. */
    hand: (typeof HANDS)[number];
    cardSize: (typeof CARD_SIZES)[number];
    /** How fast moves follow each other. */
    pace: Pace;
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
    letters: false,
    largeIndex: false,
    back: BACKS[0],
    hand: HANDS[0],
    cardSize: CARD_SIZES[0],
    pace: "normal",
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
    for (const name of ["sound", "autoMove", "plainTable", "keys", "fourColours", "letters", "largeIndex"] as const)
        if (typeof of[name] === "boolean") result[name] = of[name];
    result.theme = THEMES.find((one) => one === of.theme) ?? USUAL.theme;
    result.back = BACKS.find((one) => one === of.back) ?? USUAL.back;
    result.hand = HANDS.find((one) => one === of.hand) ?? USUAL.hand;
    result.cardSize = CARD_SIZES.find((one) => one === of.cardSize) ?? USUAL.cardSize;
    if (typeof of.pace === "string" && of.pace in PACES) result.pace = of.pace as Pace;
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
        root.dataset.back = settings.back;
        root.dataset.hand = settings.hand;
        root.dataset.cards = settings.cardSize;
        taste.letters = settings.letters;
        taste.largeIndex = settings.largeIndex;
        root.dataset.suits = settings.fourColours ? "four" : "two";
    });
});
