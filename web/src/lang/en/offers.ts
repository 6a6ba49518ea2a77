// English: names of what the server offers. Summaries and help come from the server; without an entry here its own names are shown.

/** The name of an option; with words for its values where they are codes: "MAX_n" with {n} stands for all that end in a number. */
export type OptionWords = string | { name: string; words: Record<string, string> };

export interface OfferWords {
    /** Of an agent that people choose by what it is like, not by how it is made. */
    title?: string;
    options?: Record<string, OptionWords>;
}

export const offers = {
    offers: {
        agents: {
            gentle: {
                title: "Gentle",
            },
            fair: { title: "Fair" },
            strong: { title: "Strong" },
            strongest: {
                title: "Strongest",
            },
            flatmc: {
                options: {
                    games: "Games",
                    ms: "Milliseconds",
                    threads: "Threads",
                },
            },
            ismcts: {
                options: {
                    ms: "Milliseconds",
                    sims: "Simulations",
                    threads: "Threads",
                    c: "Curiosity",
                    seed: "Seed",
                    memory: "Memory",
                    reuse: "Keep the tree",
                    rollout: {
                        name: "Beyond the tree",
                        words: { usual: "as the bot", random: "at random" },
                    },
                    weigh: {
                        name: "Weigh worlds",
                        words: { usual: "as is best in the game", on: "yes", off: "no" },
                    },
                    others: "Others",
                    mix: "Mix moves",
                    prior: { name: "Prior", words: { usual: "as is best in the game", bot: "the game’s bot" } },
                },
            },
            net: {
                options: {
                    temperature: "Temperature",
                    sims: "Simulations",
                    ms: "Milliseconds",
                    trust: "Trust in the network",
                    manner: {
                        name: "Manner",
                        words: { plain: "plain", bold: "bold", cautious: "cautious", tricky: "tricky" },
                    },
                    fallback: "Search for other rules",
                    file: "File",
                },
            },
            exec: {
                options: {
                    command: "Command",
                    ms: "Milliseconds",
                    start: "Start",
                    keep: "One process",
                    numbers: "Numbers",
                    data: "Moves as data",
                    log: "Notes to a file",
                },
            },
        } as Record<string, OfferWords>,
    },
};
