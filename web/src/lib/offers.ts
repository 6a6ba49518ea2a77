// What the server offers, in the reader's language: by its names in the catalogues, else in the server's own words.

import type { AgentSpec, GameSpec, Json, OptionSpec } from "./protocol";
import { text } from "../lang";
import { isCode, words } from "./vocabulary";

/** Whose options: those of a game or of an agent. */
export type Owner = { game: string } | { agent: string };

const offerOf = (owner: Owner) => ("game" in owner ? text.offers.games[owner.game] : text.offers.agents[owner.agent]);

export const gameSummary = (game: GameSpec): string => offerOf({ game: game.name })?.summary ?? game.summary;

export const agentSummary = (agent: AgentSpec): string => offerOf({ agent: agent.name })?.summary ?? agent.summary;

/** What an agent is called where it is chosen. */
export const agentTitle = (name: string): string => offerOf({ agent: name })?.title ?? name;

export const optionName = (owner: Owner, name: string): string => offerOf(owner)?.options[name]?.name ?? words(name);

export const optionHelp = (owner: Owner, spec: OptionSpec): string =>
    offerOf(owner)?.options[spec.name]?.help ?? spec.help;

/** A value of an option as people read it. */
export function optionValue(owner: Owner, name: string, value: Json): string {
    if (Array.isArray(value)) return value.map((one) => optionValue(owner, name, one)).join(", ");
    if (typeof value === "boolean") return value ? text.yes : text.no;
    const code = String(value);
    const known = offerOf(owner)?.options[name]?.words;
    const number = /_(\d+)$/.exec(code)?.[1];
    const found =
        known?.[code] ??
        (number === undefined ? undefined : known?.[code.replace(/\d+$/, "n")]?.replace("{n}", number));
    return found ?? (isCode(code) ? words(code) : code);
}
