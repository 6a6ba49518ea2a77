/* The table of commands: parsing, help and completion are made from it. */
#include "cli/help.h"
#include "core/language.h"
#include "server/server.h"

/* Flags that several commands share are spelled alike everywhere. */
#define FLAG_OPTION                                                                             \
    {                                                                                           \
        .name = "option", .value = "K=V",                                                       \
        .help = TR_MARK("a variant of the game, such as players=3; `tapete games` lists them"), \
        .repeats = true, .words = "options"                                                     \
    }
#define FLAG_JSON \
    { .name = "json", .help = TR_MARK("print JSON, for programs") }
#define FLAG_SEED \
    { .name = "seed", .value = "S", .help = TR_MARK("a number that decides every card: the same game again") }
#define FLAG_PLAIN                                                                               \
    {                                                                                            \
        .name = "plain",                                                                         \
        .help = TR_MARK("sentences and lists instead of drawings, for screen readers and pipes") \
    }
#define FLAG_LINES \
    { .name = "lines", .help = TR_MARK("line by line, on a terminal too, instead of on the full screen") }
#define FLAG_LANG                                                                                 \
    {                                                                                             \
        .name = "lang", .value = "XX",                                                            \
        .help = TR_MARK("the language: en, es, fr, sv or zh (default: as the environment says)"), \
        .words = "en es fr sv zh"                                                                 \
    }
#define FLAG_END \
    { .name = NULL }

static const cli_flag play_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("where you sit, from 0")},
    {.name = "vs",
     .value = "AGENT[,AGENT...]",
     .help = TR_MARK("who plays against you; one for all other seats, or one for each"),
     .words = "agents"},
    FLAG_SEED,
    FLAG_OPTION,
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_LANG,
    {.name = "resume",
     .help = TR_MARK("go on with the last game, with the last one of GAME, or with the one in FILE")},
    {.name = "record", .value = "FILE", .help = TR_MARK("write the record there"), .words = "files"},
    FLAG_END,
};

static const cli_flag bench_flags[] = {
    {.name = "seconds", .value = "S", .help = TR_MARK("CPU time to spend on each thread (default 5)")},
    {.name = "threads", .value = "T", .help = TR_MARK("measure on T threads at once (default 1)")},
    FLAG_OPTION,
    {.name = "agent",
     .value = "A",
     .help = TR_MARK("put this agent into every seat, instead of random play-outs"),
     .words = "agents"},
    {.name = "first", .help = TR_MARK("let the agent make the first decision of each game, and no other")},
    {.name = "signature",
     .help = TR_MARK("print one number that changes when, and only when, the rules behave differently")},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag train_flags[] = {
    {.name = "agent",
     .value = "A",
     .help = TR_MARK("the agent that is to learn, such as mulle-learn"),
     .words = "agents"},
    {.name = "omgangar",
     .value = "N",
     .help = TR_MARK("how many games it plays (default 1000); of Mulle, an omgång each")},
    {.name = "games", .value = "N", .help = TR_MARK("the same for a game that has no omgångar")},
    {.name = "vs",
     .value = "AGENT",
     .help = TR_MARK("who plays against it (at Mulle mulle-greedy, else random)"),
     .words = "agents"},
    {.name = "method",
     .value = "M",
     .help = TR_MARK("learn by this method instead: mc, Monte Carlo learning of Mus with preset=S2"),
     .words = "mc"},
    {.name = "episodes", .value = "N", .help = TR_MARK("with --method: how many in all (default 1000000)")},
    {.name = "out",
     .value = "FILE",
     .help = TR_MARK("with --method: the file; where it exists learning goes on from there"),
     .words = "files"},
    FLAG_SEED,
    FLAG_OPTION,
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag arena_flags[] = {
    {.name = "agents",
     .value = "A,B[,C,D]",
     .help = TR_MARK("who plays: one for each side, or one for each seat"),
     .words = "agents"},
    {.name = "games",
     .value = "N",
     .help = TR_MARK("how many games (default 1000), of each meeting in a round-robin")},
    {.name = "duplicate", .help = TR_MARK("play the same cards from every seating")},
    {.name = "sprt",
     .value = "E0,E1",
     .help = TR_MARK("stop when it is clear whether the first is better by E0 or by E1 Elo points")},
    {.name = "mixed", .help = TR_MARK("pairs of both agents: A with B against B with A")},
    {.name = "round-robin", .help = TR_MARK("let everybody meet everybody, and rate them")},
    {.name = "threads", .value = "T", .help = TR_MARK("play on T threads at once (default: all cores)")},
    {.name = "seed",
     .value = "S",
     .help = TR_MARK("a number that decides every card and every choice (default 0)")},
    FLAG_OPTION,
    FLAG_JSON,
    {.name = "times", .help = TR_MARK("with --json: the time per move too, which is never the same")},
    {.name = "record",
     .value = "FILE",
     .help = TR_MARK("write every deal there as it ends"),
     .words = "files"},
    {.name = "resume",
     .value = "FILE",
     .help = TR_MARK("play what is missing in such a file"),
     .words = "files"},
    FLAG_END,
};

static const cli_flag replay_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("see it as this seat saw it")},
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_END,
};

static const cli_flag review_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("review this seat (default: those of people, else all)")},
    {.name = "agent", .value = "A", .help = TR_MARK("who judges (default strong)"), .words = "agents"},
    {.name = "sims",
     .value = "N",
     .help = TR_MARK("let ismcts judge, with so many simulations for a position")},
    {.name = "ms", .value = "N", .help = TR_MARK("the same with so many milliseconds")},
    {.name = "threads", .value = "T", .help = TR_MARK("judge on T threads at once (default: all cores)")},
    {.name = "seed", .value = "S", .help = TR_MARK("a number that decides what the judge tries (default 1)")},
    {.name = "all", .help = TR_MARK("every decision with the value of every legal move")},
    {.name = "svg", .value = "FILE", .help = TR_MARK("draw a plot of the game there"), .words = "files"},
    {.name = "save", .help = TR_MARK("keep the review beside the record, for `tapete stats`")},
    FLAG_JSON,
    FLAG_PLAIN,
    FLAG_END,
};

static const cli_flag serve_flags[] = {
    {.name = "port", .value = "N", .help = TR_MARK("where to listen (default 8080); 0 takes any free one")},
    {.name = "bind",
     .value = "ADDRESS",
     .help =
         TR_MARK("listen on this address only (default 127.0.0.1: this machine); 0.0.0.0 is every network")},
    {.name = "db",
     .value = "URL",
     .help = TR_MARK("the database, sqlite:PATH (default: server.db in your data directory)")},
    {.name = "web", .value = "DIR", .help = TR_MARK("the files of the page"), .words = "files"},
    {.name = "origin",
     .value = "URL",
     .help = TR_MARK("the address of the site, where a proxy changes it: https://cards.example")},
    {.name = "proxy", .value = "ADDRESS", .help = TR_MARK("believe this proxy about who is behind it")},
    {.name = "backup",
     .value = "FILE",
     .help = TR_MARK("where SIGUSR1 leaves a copy of the database"),
     .words = "files"},
    {.name = "seed",
     .value = "S",
     .help = TR_MARK("for tests: a number that decides every card and every bot's choice")},
    {.name = "option",
     .value = "K=V",
     .help = TR_MARK("a limit, such as tables=500; -h lists them"),
     .repeats = true},
    FLAG_END,
};

static const cli_flag join_flags[] = {
    {.name = "name", .value = "NAME", .help = TR_MARK("what you are called there")},
    {.name = "game", .value = "G", .help = TR_MARK("open a new table of this game"), .words = "games"},
    {.name = "vs",
     .value = "AGENT",
     .help = TR_MARK("with --game: who takes the other seats (default: they are free)"),
     .words = "agents"},
    FLAG_OPTION,
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_LANG,
    FLAG_END,
};

static const cli_flag load_flags[] = {
    {.name = "connections", .value = "N", .help = TR_MARK("how many in all (default 200)")},
    {.name = "tables",
     .value = "N",
     .help = TR_MARK("at how many tables (default a fifth of the connections)")},
    {.name = "moves-per-s",
     .value = "N",
     .help = TR_MARK("moves of all players together in a second (default 100); those of bots come on top")},
    {.name = "seconds", .value = "S", .help = TR_MARK("how long to measure (default 10)")},
    {.name = "game", .value = "G", .help = TR_MARK("what is played (default sabacc)"), .words = "games"},
    {.name = "spectators", .value = "N", .help = TR_MARK("how many connections look on (default a fifth)")},
    {.name = "idle",
     .value = "N",
     .help = TR_MARK("how many do nothing (default: what is left when half of the seats are taken)")},
    FLAG_JSON,
    {.name = "seed", .value = "S", .help = TR_MARK("a number that decides which moves are chosen")},
    FLAG_END,
};

static const cli_flag list_flags[] = {FLAG_JSON, FLAG_END};

static const cli_flag no_flags[] = {FLAG_END};

/* `tapete help [COMMAND]`. */
static int run_help(const cli_args *args) {
    const char *name = cli_operand(args, 0);
    if (name == NULL) {
        help_overview(stdout);
        return CLI_OK;
    }
    const cli_command *command = help_find(name);
    if (command == NULL) return CLI_BAD;
    help_command(stdout, command);
    return CLI_OK;
}

const cli_command cli_commands[] = {
    {
        .name = "play",
        .operands = "GAME",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Play a game in the terminal."),
        .details = TR_MARK(
            "`tapete play --resume` goes on with the game that was left last, `tapete play --resume GAME` with the last "
            "one of that game, `tapete play --resume FILE` with one that was saved. At the table, `help` lists what you "
            "can type.\n"
            "\n"
            "An agent is named KIND or KIND:KEY=VALUE,..., `random` or `flatmc:games=10000`, or by a level of "
            "play: `gentle`, `fair`, `strong`, `strongest`."),
        .flags = play_flags,
        .run = cli_play,
    },
    {
        .name = "run",
        .operands = "SCRIPT.json",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Run a script, or a file of cases, without a terminal."),
        .details = TR_MARK(
            "Prints one JSON line for each step. A file of cases ends with the line `N passed, M failed`. "
            "With - the script is read from standard input. The exit status is 1 where an expectation "
            "failed and 2 where the script is bad."),
        .flags = no_flags,
        .run = cli_run,
    },
    {
        .name = "bench",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Measure how fast a game is played to its end."),
        .details = TR_MARK(
            "Complete games and decisions per second of CPU time, in several runs after a short warm-up: "
            "the median, and how far the runs lie apart. GAME may be left out with --signature, which "
            "then covers all games."),
        .flags = bench_flags,
        .run = cli_bench,
    },
    {
        .name = "train",
        .operands = "GAME",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Let an agent that learns play many games."),
        .details = TR_MARK(
            "What it has learnt is kept in the file that the agent names, as in `mulle-learn:file=PATH`, or beside the "
            "records of games played here; training goes on from there the next time. The share of games won is "
            "shown for every tenth of them, and what was learnt at the end.\n"
            "\n"
            "With --method it is not an agent that learns while it plays, but a file that is made for one. The same command goes "
            "on where it was stopped, and the same seed makes the same file: docs/learn.md."),
        .flags = train_flags,
        .run = cli_train,
    },
    {
        .name = "arena",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Let agents play many games, and measure their strength."),
        .details = TR_MARK(
            "Two agents at four seats of a game of pairs sit at 0, 2 and 1, 3; a free-for-all needs one agent for each seat, and one "
            "may be named several times. The table has intervals of 95 %, which heed that the games of a duplicate deal belong "
            "together. The same seed gives the same result on any number of threads. Ctrl-C ends with the table so far; with "
            "--record nothing is lost, and `tapete arena --resume FILE` goes on.\n"
            "\n"
            "docs/arena.md explains the figures."),
        .flags = arena_flags,
        .run = cli_arena,
    },
    {
        .name = "replay",
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Step through the record of a game."),
        .details = TR_MARK("Without FILE it is the last game that you have played to its end."),
        .flags = replay_flags,
        .run = cli_replay,
    },
    {
        .name = "review",
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Say what the decisions of a game were worth, and how much was luck."),
        .details = TR_MARK(
            "For each decision what each legal move was worth, by search on what the seat could know at that moment; what the "
            "chosen one cost; how likely a win was all along; and how much of the result came from decisions and how much from "
            "luck. Without FILE it is the last game that you have played to its end.\n"
            "\n"
            "docs/review.md explains the figures."),
        .flags = review_flags,
        .run = cli_review,
    },
    {
        .name = "stats",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Show how you have fared in the games that you have played here."),
        .details = TR_MARK(
            "From the records of your games: results by opponent and by seat, streaks, the sum of your last three games, and what your "
            "decisions cost in those that were reviewed with `tapete review --save`."),
        .flags = list_flags,
        .run = cli_stats,
    },
    {
        .name = "verify",
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Check the deal of a record against its commitment."),
        .details = TR_MARK(
            "Checks the commitment, every outcome, every move and the result. The exit status is 1 where "
            "one of them is not what it should be, and 2 where the file cannot be read as a record. Without FILE it "
            "is the last game that you have played to its end."),
        .flags = no_flags,
        .run = cli_verify,
    },
    {
        .name = "serve",
        .operands = "",
        .min_operands = 0,
        .max_operands = 0,
        .summary = TR_MARK("Run the table on the web."),
        .details = TR_MARK(
            "Serves the page and the protocol of docs/protocol.md. Everything is kept in the database: the server can be stopped "
            "and started again, or killed, and every game goes on. SIGTERM and Ctrl-C stop it, SIGUSR1 makes a backup."),
        .flags = serve_flags,
        .options = server_option_table,
        .run = cli_serve,
    },
    {
        .name = "join",
        .operands = "URL",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Sit down at a table of a server, from the terminal."),
        .details = TR_MARK(
            "URL is what \"copy link\" of the page gives, http://HOST/table/ID?invite=CODE, or the address of the server alone: then "
            "its tables are listed, and --game opens a new one. Where no seat is free you look on. You are a guest there, the same one the next time; a "
            "connection that is lost is opened again. At the table, `help` lists what you can type.\n"
            "\n"
            "An address with https is refused, for the program brings no TLS: play there in a browser, or come through a tunnel, with "
            "`ssh -L 8080:localhost:8080 HOST` and the address http://localhost:8080."),
        .flags = join_flags,
        .run = cli_join,
    },
    {
        .name = "load",
        .operands = "URL",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Measure what a server on this machine can do."),
        .details = TR_MARK(
            "Plays at many tables at once, people and `random` bots mixed, and checks that everybody hears of everything once. "
            "Moves are due at fixed times; how long one takes is counted from then, until it is done and until the last "
            "who looks at the table has heard of it. The exit status is 1 where something was refused, lost or told twice.\n"
            "\n"
            "All connections come from one address, which the limits of a server allow only so many: start it with `--option "
            "connections_per_address=20000 address_messages_per_s=100000`, and with a database of its own, since "
            "the tables stay."),
        .flags = load_flags,
        .run = cli_load,
    },
    {
        .name = "games",
        .operands = "",
        .summary = TR_MARK("List the games, with their options."),
        .flags = list_flags,
        .run = cli_games,
    },
    {
        .name = "agents",
        .operands = "",
        .summary = TR_MARK("List the agents, with their options."),
        .flags = list_flags,
        .run = cli_agents,
    },
    {
        .name = "help",
        .operands = "[COMMAND]",
        .max_operands = 1,
        .operand_words = "commands",
        .summary = TR_MARK("Show help on a command."),
        .flags = no_flags,
        .run = run_help,
    },
    {
        .name = "completion",
        .operands = "SHELL",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "bash fish zsh",
        .summary = TR_MARK("Print the completion for a shell: bash, fish or zsh."),
        .flags = no_flags,
        .run = cli_completion,
        .hidden = true,
    },
    {.name = NULL},
};
