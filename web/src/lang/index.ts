// Every word of the page that does not come from the server, in the language of the reader. A language is a folder with an object of
// the same shape as English, so the compiler finds what is missing; only the one that is spoken is loaded.

import { en, type Text } from "./en";

/** Tags with their names, each in its own language. */
export const LANGUAGES = { en: "English", es: "Español", fr: "Français", sv: "Svenska", zh: "简体中文" } as const;

export type Language = keyof typeof LANGUAGES;

/** All but English, which is always at hand. */
const LOADED: Record<Exclude<Language, "en">, () => Promise<Text>> = {
    es: async () => (await import("./es")).es,
    fr: async () => (await import("./fr")).fr,
    sv: async () => (await import("./sv")).sv,
    zh: async () => (await import("./zh")).zh,
};

const KEPT = "tapete language";

export let language: Language = "en";
export let text: Text = en;

const known = (tag: string): Language | undefined =>
    (Object.keys(LANGUAGES) as Language[]).find((one) => tag.toLowerCase().split(/[-_]/)[0] === one);

/** The one that was chosen by hand, else the first of the browser's that is spoken here. */
export function preferredLanguage(chosen: string | null, wanted: readonly string[]): Language {
    for (const tag of chosen === null ? wanted : [chosen, ...wanted]) {
        const found = known(tag);
        if (found) return found;
    }
    return "en";
}

/** The catalogues of the games that are loaded: see game/list.ts. */
const others: ((tag: Language) => Promise<void>)[] = [];

/** Before anything is shown: what is on the page already does not change its language. */
export async function speak(tag: Language): Promise<void> {
    text = tag === "en" ? en : await LOADED[tag]();
    language = tag;
    await Promise.all(others.map((one) => one(tag)));
}

/** Let a catalogue that was loaded later speak the language of the page. One that cannot is no reason to show nothing: it has English at hand. */
export async function addCatalogue(speakIt: (tag: Language) => Promise<void>): Promise<void> {
    others.push(speakIt);
    await speakIt(language).catch(() => {});
}

/** What the browser asks for, or what was chosen here before. */
export async function speakPreferred(): Promise<void> {
    const tag = preferredLanguage(localStorage.getItem(KEPT), navigator.languages);
    // A language that cannot be loaded is no reason to show nothing: English is at hand.
    await speak(tag).catch(() => {});
    // Which characters Chinese is written in decides how they are drawn.
    document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
    document.title = text.name;
    document.querySelector('meta[name="description"]')?.setAttribute("content", text.description);
}

/** Choose a language by hand, for now and later. */
export function chooseLanguage(tag: Language): void {
    localStorage.setItem(KEPT, tag);
    location.reload();
}
