// Every word of the page that does not come from the server, in the language of whoever reads it. A language is a folder with an object of
// the same shape as English, so the compiler finds what is missing; only the one that is spoken is loaded.

import { en, type Text } from "./en";

/** Tags with their names, each in its own language. */
export const LANGUAGES = { en: "English" } as const;

export type Language = keyof typeof LANGUAGES;

const others: Partial<Record<Language, () => Promise<Text>>> = {};

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

/** Before anything is shown: what is on the page already does not change its language. */
export async function speak(tag: Language): Promise<void> {
    text = (await others[tag]?.()) ?? en;
    language = tag;
}

/** What the browser asks for, or what was chosen here before. */
export function speakPreferred(): Promise<void> {
    const tag = preferredLanguage(localStorage.getItem(KEPT), navigator.languages);
    document.documentElement.lang = tag;
    return speak(tag);
}

/** Choose a language by hand, for now and later. */
export function chooseLanguage(tag: Language): void {
    localStorage.setItem(KEPT, tag);
    location.reload();
}
