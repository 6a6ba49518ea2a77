// How bots and boards are called on pages about results.

import { agentTitle } from "../lib/offers";
import { text } from "../lang";

/** "flatmc:ms=200" by its title, with what was set of it. */
export function botName(agent: string): string {
    const [kind = "", options] = agent.split(/:(.*)/);
    return options ? `${agentTitle(kind)} (${options})` : agentTitle(kind);
}

export const boardName = (against: string): string =>
    against === "people" ? text.after.leaders.people : text.after.leaders.bot(botName(against));
