// English: what the server offers to play, and against whom. Without an entry the server's own words are shown.

export interface OptionWords {
    name: string;
    help: string;
    /** Values that are codes: "MAX_n" with {n} for all that end in a number. */
    words?: Record<string, string>;
}

export interface OfferWords {
    /** Of an agent that people choose by what it is like, not by how it is made. */
    title?: string;
    summary: string;
    options: Record<string, OptionWords>;
}

const milliseconds: OptionWords = { name: "Milliseconds", help: "milliseconds per decision" };
const random = { random: "random" };
const seats = { 0: "seat 1", 1: "seat 2", 2: "seat 3", 3: "seat 4" };

export const offers = {
    offers: {
        games: {
            bruno: {
                summary: "Two against two: get rid of every card, the hidden ones last.",
                options: {
                    cap: { name: "Cap", help: "after so many moves the game is a draw" },
                    shown_one: { name: "Shown cards one by one", help: "shown cards are played one at a time" },
                    strict_nine: {
                        name: "Strict nine",
                        help: "on a 9 only 4 to 8, and 2 and 3, which pass it on",
                    },
                },
            },
            mus: {
                summary: "The Spanish game of four lances: grande, chica, pares, juego, and the nerve to say órdago.",
                options: {
                    preset: {
                        name: "Kind of game",
                        help: "a set of rules; what you change below comes on top of it",
                        words: {
                            F4: "four in pairs",
                            S2: "two, without mus",
                            F2: "two, with mus",
                            X4: "four, everybody for themselves",
                        },
                    },
                    players: { name: "Players", help: "number of seats" },
                    teams: {
                        name: "Teams",
                        help: "who shares a score",
                        words: { PAIRS: "pairs", FFA: "everybody alone" },
                    },
                    kings8: { name: "Eight kings", help: "a three counts as a king, a two as an ace" },
                    mus: {
                        name: "Mus",
                        help: "how often cards may or must be changed",
                        words: {
                            UNTIL_CUT: "until somebody cuts",
                            NONE: "never",
                            MAX_n: "at most {n} times",
                            FORCED_n: "exactly {n} times",
                        },
                    },
                    min_discard: { name: "Smallest discard", help: "the least number of cards to put down" },
                    target: { name: "Stones of a game", help: "whoever has them first wins the game" },
                    best_of: { name: "Best of", help: "games of a vaca" },
                    vacas: { name: "Vacas", help: "vacas that win the match" },
                    pares_order: {
                        name: "Order of pares",
                        help: "duples over medias over par, or as in poker",
                        words: { STD: "as usual", POKER: "as in poker" },
                    },
                    real31: {
                        name: "The Real 31",
                        help: "7 7 7 with a sota, or with any ten, beats every 31",
                        words: { OFF: "no", SOTA: "with a sota", ANY10: "with any ten" },
                    },
                    deje: {
                        name: "Deje",
                        help: "what a refused bet brings",
                        words: { LAST_AGREED: "what was agreed before", ALWAYS_1: "always 1" },
                    },
                    min_bet: { name: "Smallest envido", help: "stones of the smallest bet" },
                    min_raise: { name: "Smallest raise", help: "stones of the smallest raise" },
                    max_raises: {
                        name: "Most raises",
                        help: "in a lance, without the opening bet and órdago",
                        words: { none: "any number" },
                    },
                    raises: {
                        name: "Raises",
                        help: "the only raises allowed; the opening envido is 2 then",
                        words: { none: "any" },
                    },
                    team_answer: {
                        name: "Answer of a pair",
                        help: "which of two answers binds both",
                        words: { FIRST_WINS: "the first", MAX_WINS: "the higher one" },
                    },
                    reshuffle: {
                        name: "Reshuffle",
                        help: "which discards come back when the stock runs out",
                        words: { PREVIOUS: "those of earlier rounds", ALL: "all" },
                    },
                    mano_start: {
                        name: "First mano",
                        help: "who is mano in the first hand",
                        words: { ...seats, ...random },
                    },
                },
            },
            sabacc: {
                summary: "Two cards, three turns, sixteen tokens: the closest pair keeps its chips.",
                options: {
                    players: { name: "Players", help: "number of seats" },
                    early_reveal: {
                        name: "Early reveal",
                        help: "a turn in which everybody passes ends the round",
                    },
                    chips: { name: "Chips", help: "chips in each reserve at the start" },
                    tokens: { name: "Tokens", help: "the three tokens of the game", words: random },
                },
            },
            mulle: {
                summary: "Two decks, builds and captures: pairs of identical cards score.",
                options: {
                    omgangar: { name: "Omgångar", help: "rounds of the whole deck" },
                    starter: {
                        name: "Starter",
                        help: "who starts the first omgång",
                        words: { A: "seat 1", B: "seat 2", ...random },
                    },
                },
            },
        } as Record<string, OfferWords>,
        agents: {
            gentle: {
                title: "Gentle",
                summary: "For the first games: makes mistakes that can be seen.",
                options: {},
            },
            fair: { title: "Fair", summary: "Plays the obvious well, and looks no further.", options: {} },
            strong: { title: "Strong", summary: "Thinks for a moment about each decision.", options: {} },
            strongest: {
                title: "Strongest",
                summary: "Thinks for as long as a person has patience.",
                options: {},
            },
            random: { summary: "Every legal move is equally likely.", options: {} },
            flatmc: {
                summary:
                    "Flat Monte Carlo: imagines what is hidden, tries each move, plays at random to the end, counts the wins.",
                options: {
                    games: { name: "Games", help: "random games per decision, over all moves" },
                    ms: { name: "Milliseconds", help: "milliseconds per decision, instead of games" },
                    threads: { name: "Threads", help: "threads that share the work" },
                },
            },
            ismcts: {
                summary:
                    "Tree search over what the seat can observe: imagines what is hidden, walks down the tree, plays on, learns.",
                options: {
                    ms: milliseconds,
                    sims: { name: "Simulations", help: "simulations per decision, instead of milliseconds" },
                    threads: { name: "Threads", help: "threads, each with a tree of its own" },
                    c: { name: "Curiosity", help: "how much it explores: the constant of the upper bound" },
                    seed: { name: "Seed", help: "decides everything random" },
                    memory: { name: "Memory", help: "MiB for the trees" },
                    reuse: { name: "Keep the tree", help: "from one decision to the next" },
                    rollout: {
                        name: "Beyond the tree",
                        help: "how a game is played on: as the game's own bot, or at random",
                        words: { usual: "as the bot", random: "at random" },
                    },
                    weigh: {
                        name: "Weigh worlds",
                        help: "whether worlds in which the others' moves were likely count more",
                        words: { usual: "as is best in the game", on: "yes", off: "no" },
                    },
                    others: { name: "Others", help: "how often the others act in the tree as the game's own bot does" },
                },
            },
            "sabacc-pairs": {
                summary: "Wants a pair: takes an open card that makes one, draws when its cards are far apart.",
                options: {},
            },
            "bruno-low": {
                summary: "The lowest card with all its copies, function cards last.",
                options: {
                    random: { name: "Chance", help: "how often any legal move is made instead" },
                },
            },
            "mulle-greedy": {
                summary:
                    "The rulebook's heuristic: the capture with the most mulles and cards, else the first build, else a discard.",
                options: {},
            },
            "mulle-learn": {
                summary: "The rulebook's learning player: four values that move towards the rewards of what it plays.",
                options: {
                    file: {
                        name: "File",
                        help: "where the values live between runs; without it they begin anew",
                    },
                    epsilon: { name: "Epsilon", help: "how often any candidate is played, to try it" },
                    alpha: { name: "Alpha", help: "how far a value moves towards each reward" },
                    learn: { name: "Learn", help: "whether values change at all" },
                },
            },
            "mus-bot": {
                summary: "Bets on its own cards, bluffs now and then, and says órdago when somebody is about to win.",
                options: {
                    p_bluff: { name: "Bluff", help: "how often it is in the mood to bluff, at each decision" },
                    near: {
                        name: "Near the end",
                        help: "somebody so many stones from the end of the game makes it play for everything",
                    },
                    p_ord: { name: "Bluffed órdago", help: "how often a bluff accepts an órdago" },
                    p_blind: { name: "Blind bet", help: "how often a bluff bets whatever the cards are" },
                    p_raise: { name: "Raise", help: "how often it raises where it would accept" },
                    max_raises: { name: "Most raises", help: "its own raises in one lance, at most" },
                    bet: { name: "Bet", help: "stones of its envido" },
                    raise: { name: "Size of a raise", help: "stones that it raises by" },
                },
            },
            mc: {
                summary:
                    "Learnt two-player Mus (preset S2) from many hands against itself, by Monte Carlo; it plays no other variant.",
                options: {
                    file: { name: "File", help: "what it has learnt; without it, what comes with the program" },
                },
            },
            exec: {
                summary: "A program of your own in any language, as in exec:./bot.py; never for strangers at a server.",
                options: {
                    command: { name: "Command", help: "the program, as a shell takes it; a comma in it is \\," },
                    ms: { name: "Milliseconds", help: "milliseconds per decision, or the program has lost" },
                    start: { name: "Start", help: "milliseconds more for its first decision" },
                },
            },
        } as Record<string, OfferWords>,
    },
};
