// The words of Leduc poker in the language of the page.

import type { Language } from "../../../lang";
import { en, type Words } from "./en";

const LOADED: Record<Language, () => Words | Promise<Words>> = {
    en: () => en,
    es: async () => (await import("./es")).es,
    fr: async () => (await import("./fr")).fr,
    sv: async () => (await import("./sv")).sv,
    zh: async () => (await import("./zh")).zh,
};

export let words: Words = en;

export async function speak(language: Language): Promise<void> {
    words = await LOADED[language]();
}
