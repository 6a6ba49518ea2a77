// Names of what the server offers. It tells summaries and help itself, in the language of the page; names of options and of their values are in the
// catalogues.

import { text } from "../lang";
import type { OptionWords } from "../lang/en/offers";
import { agentWords, gameWords } from "./lore";
import type { Json } from "./protocol";
import { codeWords, isCode } from "./vocabulary";

/** Whose options: those of a game or of an agent. */
export type Owner = { game: string } | { agent: string };

const optionOf = (owner: Owner, name: string): OptionWords | undefined =>
    "game" in owner
        ? gameWords(owner.game)?.options[name]
        : (text.offers.agents[owner.agent]?.options?.[name] ?? agentWords(owner.agent)?.[name]);

const inWords = (owner: Owner, code: string): string => codeWords("game" in owner ? owner.game : "", code);

/** What an agent is called where it is chosen. */
export const agentTitle = (name: string): string => text.offers.agents[name]?.title ?? name;

export function optionName(owner: Owner, name: string): string {
    const found = optionOf(owner, name);
    return typeof found === "string" ? found : (found?.name ?? inWords(owner, name));
}

/** A value of an option as people read it. */
export function optionValue(owner: Owner, name: string, value: Json): string {
    if (Array.isArray(value)) return value.map((one) => optionValue(owner, name, one)).join(", ");
    if (typeof value === "boolean") return value ? text.yes : text.no;
    const code = String(value);
    const option = optionOf(owner, name);
    const known = typeof option === "string" ? undefined : option?.words;
    const number = /_(\d+)$/.exec(code)?.[1];
    const found =
        known?.[code] ??
        (number === undefined ? undefined : known?.[code.replace(/\d+$/, "n")]?.replace("{n}", number));
    return found ?? (isCode(code) ? inWords(owner, code) : code);
}
