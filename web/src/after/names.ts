// How bots and boards are called on pages about results.

import { agentTitle } from "../lib/offers";
import { language, text } from "../lang";

/** "flatmc:ms=200" by its title, with what was set of it. */
export function botName(agent: string): string {
    const [kind = "", options] = agent.split(/:(.*)/);
    return options ? `${agentTitle(kind)} (${options})` : agentTitle(kind);
}

/** A player that a review asks, in plain words. */
export function judgeName(agent: string): string {
    const [kind = "", options = ""] = agent.split(/:(.*)/);
    const count = /\bsims=(\d+)/.exec(options)?.[1];
    if (count === undefined) return agentTitle(kind);
    return text.review.search(new Intl.NumberFormat(language).format(Number(count)));
}

export const boardName = (against: string): string =>
    against === "people" ? text.after.leaders.people : text.after.leaders.bot(botName(against));
