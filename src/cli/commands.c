/* The table of commands: parsing, help and completion are made from it. */
#include "cli/admin.h"
#include "cli/help.h"
#include "cli/store.h"
#include "core/language.h"
#include "server/serve.h"

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
    { .name = "seed", .value = "S", .help = TR_MARK("random seed; the same seed deals the same cards") }
#define FLAG_PLAIN                                                                               \
    {                                                                                            \
        .name = "plain",                                                                         \
        .help = TR_MARK("sentences and lists instead of drawings, for screen readers and pipes") \
    }
#define FLAG_LINES \
    { .name = "lines", .help = TR_MARK("play line by line, even on a terminal") }
#define FLAG_LANG                                                                              \
    {                                                                                          \
        .name = "lang", .value = "XX",                                                         \
        .help = TR_MARK("the language: en, es, fr, sv or zh (default: from the environment)"), \
        .words = "en es fr sv zh"                                                              \
    }
#define FLAG_END \
    { .name = NULL }

static const cli_flag play_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("your seat, from 0")},
    {.name = "vs",
     .value = "AGENT[,AGENT...]",
     .help = TR_MARK("your opponents: one for all other seats, or one for each"),
     .words = "agents"},
    FLAG_SEED,
    FLAG_OPTION,
    {.name = "pace",
     .value = "PACE",
     .help = TR_MARK("how fast the bots move: slow, normal, fast or instant (default normal)"),
     .words = "slow normal fast instant"},
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_LANG,
    {.name = "resume", .help = TR_MARK("resume the last game, the last game of GAME, or the game in FILE")},
    {.name = "record", .value = "FILE", .help = TR_MARK("write the record to this file"), .words = "files"},
    FLAG_END,
};

static const cli_flag learn_flags[] = {FLAG_PLAIN, FLAG_LINES, FLAG_LANG, FLAG_END};

static const cli_flag practice_flags[] = {
    FLAG_PLAIN,
    {.name = "seed", .value = "S", .help = TR_MARK("where the questions of a new beginning begin")},
    {.name = "solution",
     .value = "FILE",
     .help = TR_MARK("practise against this solution; if there is no such file, it is made"),
     .words = "files"},
    FLAG_LANG,
    FLAG_END};

static const cli_flag bench_flags[] = {
    {.name = "seconds", .value = "S", .help = TR_MARK("CPU time per thread (default 5)")},
    {.name = "threads", .value = "T", .help = TR_MARK("measure on T threads (default 1)")},
    FLAG_OPTION,
    {.name = "agent",
     .value = "A",
     .help = TR_MARK("measure this agent in every seat, instead of random play-outs"),
     .words = "agents"},
    {.name = "first", .help = TR_MARK("time only the first decision of each game")},
    {.name = "batch",
     .value = "N",
     .help = TR_MARK("step N games together, with their observations, as for a learner")},
    {.name = "features", .help = TR_MARK("with --batch: also the numbers of every legal move")},
    {.name = "solve", .help = TR_MARK("measure how fast the game is solved")},
    {.name = "signature",
     .help = TR_MARK("print one number for the behaviour of all rules; it changes only if they do")},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag solve_flags[] = {
    FLAG_OPTION,
    {.name = "method",
     .value = "M",
     .help = TR_MARK("how to solve it (default dcfr): discounted, cut off at 0, predicting, sampling"),
     .words = "dcfr dcfr+ cfr cfr+ pcfr+ es-mccfr"},
    {.name = "iterations", .value = "N", .help = TR_MARK("stop after N iterations in total")},
    {.name = "nashconv", .value = "X", .help = TR_MARK("stop when both seats together could gain at most X")},
    {.name = "seconds", .value = "S", .help = TR_MARK("stop after S seconds")},
    {.name = "threads",
     .value = "T",
     .help = TR_MARK("work on T threads (default: all cores); the result is the same")},
    {.name = "seed", .value = "S", .help = TR_MARK("random seed of es-mccfr")},
    {.name = "out", .value = "FILE", .help = TR_MARK("keep the solution in this file"), .words = "files"},
    {.name = "resume", .value = "FILE", .help = TR_MARK("go on from this file"), .words = "files"},
    {.name = "size", .help = TR_MARK("only say how large it is and how much memory it takes")},
    {.name = "utility",
     .value = "U",
     .help = TR_MARK("what is to be won: score, stones or win, as the game has it"),
     .words = "score stones win"},
    {.name = "score",
     .value = "A,B",
     .help = TR_MARK("in a longer game: what both have when the hand begins (default 0,0)")},
    {.name = "raises", .value = "N,N", .help = TR_MARK("short for --option raises=N,N")},
    {.name = "max-raises", .value = "R", .help = TR_MARK("short for --option max_raises=R")},
    {.name = "bits",
     .value = "B",
     .help = TR_MARK("keep numbers in 16 bits: half the memory, and a little less exact (default 32)"),
     .words = "16 32"},
    {.name = "all", .help = TR_MARK("solve the hands at all scores, the last ones first")},
    {.name = "show",
     .value = "FILE",
     .help = TR_MARK("show what a solution does, instead"),
     .words = "files"},
    {.name = "line", .value = "MOVES", .help = TR_MARK("with --show: after these moves, divided by commas")},
    {.name = "hand", .value = "CARDS", .help = TR_MARK("with --show: with hands that have these cards")},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag bot_check_flags[] = {
    {.name = "ms", .value = "MS", .help = TR_MARK("milliseconds per decision (default 5000)")},
    {.name = "games", .value = "N", .help = TR_MARK("whole games from each seat (default 1)")},
    FLAG_SEED,
    FLAG_OPTION,
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag exploit_flags[] = {
    {.name = "agent",
     .value = "A",
     .help = TR_MARK("the agent to find the best answer to"),
     .words = "agents"},
    FLAG_OPTION,
    {.name = "threads",
     .value = "T",
     .help = TR_MARK("work on T threads (default: all cores); the result is the same")},
    {.name = "utility",
     .value = "U",
     .help = TR_MARK("what is to be won: score, stones or win, as the game has it"),
     .words = "score stones win"},
    {.name = "openings",
     .value = "LIST",
     .help = TR_MARK("stakes that open the betting, such as 2,5 (default 2)")},
    {.name = "score",
     .value = "A,B",
     .help = TR_MARK("in a longer game: what both have when the hand begins (default 0,0)")},
    {.name = "raises", .value = "N,N", .help = TR_MARK("short for --option raises=N,N")},
    {.name = "max-raises", .value = "R", .help = TR_MARK("short for --option max_raises=R")},
    {.name = "all", .help = TR_MARK("in a longer game: at all scores, for the chance to win it")},
    {.name = "out",
     .value = "FILE",
     .help = TR_MARK("with --all: keep what is found in this file"),
     .words = "files"},
    {.name = "resume",
     .value = "FILE",
     .help = TR_MARK("with --all: go on from this file"),
     .words = "files"},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag train_flags[] = {
    {.name = "agent", .value = "A", .help = TR_MARK("the agent to train"), .words = "agents"},
    {.name = "games", .value = "N", .help = TR_MARK("number of games (default 1000)")},
    {.name = "vs",
     .value = "AGENT",
     .help = TR_MARK("its opponent (default: the one that suits the game)"),
     .words = "agents"},
    {.name = "method",
     .value = "M",
     .help = TR_MARK("train with this method instead: mc, Monte Carlo control"),
     .words = "mc"},
    {.name = "episodes",
     .value = "N",
     .help = TR_MARK("with --method: number of episodes in total (default 1000000)")},
    {.name = "out",
     .value = "FILE",
     .help = TR_MARK("with --method: the file; if it exists, training continues from it"),
     .words = "files"},
    FLAG_SEED,
    FLAG_OPTION,
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag arena_flags[] = {
    {.name = "agents",
     .value = "A,B[,C,D]",
     .help = TR_MARK("the agents: one for each side, or one for each seat; NAME=AGENT names one"),
     .words = "agents"},
    {.name = "games",
     .value = "N",
     .help = TR_MARK("number of games (default 1000, with --sprt at most 40000), per meeting in a "
                     "round-robin or a gauntlet")},
    {.name = "duplicate", .help = TR_MARK("play the same cards with every seating")},
    {.name = "sprt",
     .value = "E0,E1",
     .help = TR_MARK("sequential test: stop when the Elo difference is decided, E0 or E1")},
    {.name = "alpha",
     .value = "P",
     .help = TR_MARK("--sprt: the risk to accept E1 by mistake (default 0.05)")},
    {.name = "beta",
     .value = "P",
     .help = TR_MARK("--sprt: the risk to accept E0 by mistake (default 0.05)")},
    {.name = "mixed", .help = TR_MARK("pair both agents: A with B against B with A")},
    {.name = "round-robin", .help = TR_MARK("play every agent against every other, and rate them")},
    {.name = "gauntlet", .help = TR_MARK("play the first agent against each of the others, and rate them")},
    {.name = "threads", .value = "T", .help = TR_MARK("number of threads (default: all cores)")},
    {.name = "seed", .value = "S", .help = TR_MARK("random seed for cards and agents (default 0)")},
    FLAG_OPTION,
    FLAG_JSON,
    {.name = "times", .help = TR_MARK("with --json: also print the time per move, which varies")},
    {.name = "record",
     .value = "FILE",
     .help = TR_MARK("write every deal to this file as it ends"),
     .words = "files"},
    {.name = "resume",
     .value = "FILE",
     .help = TR_MARK("play the deals that are missing in this file"),
     .words = "files"},
    {.name = "games-to",
     .value = "DIR",
     .help = TR_MARK("write a record of every game into this folder, for replay, review and verify"),
     .words = "files"},
    {.name = "progress",
     .value = "S",
     .help = TR_MARK("without a terminal: a line of progress every S seconds (default 60; 0: none)")},
    FLAG_END,
};

static const cli_flag replay_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("show it as this seat saw it")},
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_END,
};

static const cli_flag review_flags[] = {
    {.name = "seat", .value = "N", .help = TR_MARK("review this seat (default: the human seats, else all)")},
    {.name = "agent", .value = "A", .help = TR_MARK("the judge (default strong)"), .words = "agents"},
    {.name = "sims",
     .value = "N",
     .help = TR_MARK("judge with ismcts and this many simulations per position")},
    {.name = "ms",
     .value = "N",
     .help = TR_MARK("judge with ismcts and this many milliseconds per position")},
    {.name = "threads", .value = "T", .help = TR_MARK("number of threads (default: all cores)")},
    {.name = "seed", .value = "S", .help = TR_MARK("random seed of the judge (default 1)")},
    {.name = "all", .help = TR_MARK("show every decision with the value of every legal move")},
    {.name = "svg",
     .value = "FILE",
     .help = TR_MARK("write a plot of the game to this file"),
     .words = "files"},
    {.name = "save", .help = TR_MARK("save the review beside the record, for `tapete stats`")},
    FLAG_JSON,
    FLAG_PLAIN,
    FLAG_END,
};

static const cli_flag store_flags[] = {FLAG_END};

static const cli_flag serve_flags[] = {
    {.name = "port", .value = "N", .help = TR_MARK("the port (default 8080); 0 takes any free one")},
    {.name = "bind",
     .value = "ADDRESS",
     .help = TR_MARK(
         "listen on this address only (default 127.0.0.1: this machine); 0.0.0.0 means every network")},
    {.name = "db",
     .value = "URL",
     .help = TR_MARK("the database, sqlite:PATH or postgresql://USER@HOST/NAME (default: server.db in your "
                     "data directory)")},
    {.name = "web", .value = "DIR", .help = TR_MARK("the files of the page"), .words = "files"},
    {.name = "origin",
     .value = "URL",
     .help = TR_MARK("the URL of the site, if a proxy changes it: https://cards.example")},
    {.name = "admin",
     .value = "PATH",
     .help = TR_MARK(
         "the socket for `tapete admin` (default: beside the database, with .sock added to its name)"),
     .words = "files"},
    {.name = "security-log",
     .value = "FILE",
     .help = TR_MARK("the file for sign-ins, bans and rate limits (default: with the rest of the log)"),
     .words = "files"},
    {.name = "proxy", .value = "ADDRESS", .help = TR_MARK("trust this proxy's forwarded headers")},
    {.name = "contact",
     .value = "TEXT",
     .help = TR_MARK("who is responsible for the server; shown on the privacy page")},
    {.name = "mail",
     .value = "COMMAND",
     .help =
         TR_MARK("send links for forgotten passwords with this program, such as \"/usr/sbin/sendmail -t\"")},
    {.name = "backup",
     .value = "FILE",
     .help = TR_MARK("the file for the backups that SIGUSR1 makes"),
     .words = "files"},
    {.name = "node",
     .value = "NAME",
     .help = TR_MARK("this server's name among several on one PostgreSQL database")},
    {.name = "load",
     .value = "FILE",
     .help = TR_MARK("load games and agents from this shared object"),
     .words = "files",
     .repeats = true},
    {.name = "study", .help = TR_MARK("also offer study games: small games for research and teaching")},
    {.name = "seed", .value = "S", .help = TR_MARK("for tests: random seed for all cards and bots")},
    {.name = "option",
     .value = "K=V",
     .help = TR_MARK("a limit, such as tables=500; -h lists them"),
     .repeats = true},
    FLAG_END,
};

static const cli_flag admin_flags[] = {
    {.name = "admin",
     .value = "PATH",
     .help = TR_MARK("the server's socket (default: server.db.sock beside its database)"),
     .words = "files"},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag join_flags[] = {
    {.name = "name", .value = "NAME", .help = TR_MARK("your name at the table")},
    {.name = "game", .value = "G", .help = TR_MARK("open a new table for this game"), .words = "games"},
    {.name = "vs",
     .value = "AGENT",
     .help = TR_MARK("with --game: who takes the other seats (default: they stay free)"),
     .words = "agents"},
    FLAG_OPTION,
    FLAG_PLAIN,
    FLAG_LINES,
    FLAG_LANG,
    FLAG_END,
};

static const cli_flag load_flags[] = {
    {.name = "connections", .value = "N", .help = TR_MARK("number of connections (default 200)")},
    {.name = "tables",
     .value = "N",
     .help = TR_MARK("number of tables (default: a fifth of the connections)")},
    {.name = "moves-per-s",
     .value = "N",
     .help = TR_MARK("moves per second of all players together (default 100); bots move in addition")},
    {.name = "seconds", .value = "S", .help = TR_MARK("seconds to measure (default 10)")},
    {.name = "game",
     .value = "G",
     .help = TR_MARK("the game (default: the first of `tapete games`)"),
     .words = "games"},
    {.name = "spectators", .value = "N", .help = TR_MARK("number of spectators (default: a fifth)")},
    {.name = "idle",
     .value = "N",
     .help = TR_MARK("number of idle connections (default: the rest, with half of the seats taken)")},
    FLAG_JSON,
    {.name = "seed", .value = "S", .help = TR_MARK("random seed for the choice of moves")},
    FLAG_END,
};

static const cli_flag list_flags[] = {FLAG_JSON, FLAG_END};

static const cli_flag records_flags[] = {
    {.name = "remove-unfinished", .help = TR_MARK("remove the records of games that were not finished")},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag games_flags[] = {
    {.name = "study", .help = TR_MARK("also list study games: small games for research and teaching")},
    FLAG_JSON,
    FLAG_END,
};

static const cli_flag verify_flags[] = {
    {.name = "witness",
     .value = "FILE",
     .help = TR_MARK("compare the record with this list of seals, kept before the deal"),
     .words = "files"},
    FLAG_END,
};

static const cli_flag no_flags[] = {FLAG_END};

/* `tapete help [COMMAND]`. */
static int run_help(const cli_args *args) {
    const char *name = cli_operand(args, 0);
    if (name == NULL) {
        help_overview(stdout);
        return CLI_OK;
    }
    const cli_command *command = help_find(name), *within = NULL;
    if (command == NULL) return CLI_BAD;
    const char *second = cli_operand(args, 1);
    if (second != NULL && (within = help_find_within(command, second)) == NULL) return CLI_BAD;
    help_command(stdout, command, within);
    return CLI_OK;
}

const cli_command cli_commands[] = {
    {
        .name = "play",
        .group = TR_MARK("Play:"),
        .operands = "GAME",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Play a game in the terminal."),
        .details = TR_MARK(
            "`tapete play --resume` resumes the game that you left last, `tapete play --resume GAME` the "
            "last one of that game, `tapete play --resume FILE` a saved one. At the table, type `help` "
            "for a list of commands.\n"
            "\n"
            "Name an agent as KIND or KIND:KEY=VALUE,..., such as `random` or `flatmc:games=10000`, or "
            "by a level: `gentle`, `fair`, `strong`, `strongest`."),
        .flags = play_flags,
        .run = cli_play,
    },
    {
        .name = "learn",
        .operands = "GAME",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Learn a game: a guided deal in the terminal."),
        .details =
            TR_MARK("A coach explains one thing after the other, and says which move to make and why. It "
                    "is the deal that the page has too."),
        .flags = learn_flags,
        .run = cli_learn,
    },
    {
        .name = "practice",
        .operands = "GAME",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Practise decisions against the solution of a game."),
        .details =
            TR_MARK("Asks what you would do, and tells what each answer is worth by the solution and what "
                    "it does with every hand. Mistakes come back later. What you have answered is kept."),
        .flags = practice_flags,
        .run = cli_practice,
    },
    {
        .name = "join",
        .operands = "URL",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Join a table on a server, from the terminal."),
        .details = TR_MARK(
            "URL is the link that \"copy link\" on the page gives, http://HOST/table/ID#invite=CODE, or "
            "the URL of the server alone: then it lists the tables, and --game opens a new one. If no "
            "seat is free, you watch. You are a guest on that server, and the same guest the next time; "
            "a lost connection is opened again. At the table, type `help` for a list of commands.\n"
            "\n"
            "https URLs are refused, because the program has no TLS: play there in a browser, or use a "
            "tunnel, with `ssh -L 8080:localhost:8080 HOST` and the URL http://localhost:8080."),
        .flags = join_flags,
        .run = cli_join,
    },
    {
        .name = "replay",
        .group = TR_MARK("Look back:"),
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Step through the record of a game."),
        .details = TR_MARK("Without FILE it takes the last game that you finished."),
        .flags = replay_flags,
        .run = cli_replay,
    },
    {
        .name = "review",
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Show what each decision of a game cost, and how much was luck."),
        .details = TR_MARK(
            "For each decision: the value of each legal move, by a search over what the seat could know "
            "at that moment; the cost of the chosen move; the win chance over the game; and how much of "
            "the result came from decisions and how much from luck. Without FILE it takes the last game "
            "that you finished.\n"
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
        .summary = TR_MARK("Show statistics of your games."),
        .details = TR_MARK(
            "From the records of your games: results by opponent and by seat, streaks, the sum of your "
            "last three games, and the cost of your decisions in games that you reviewed with `tapete "
            "review --save`."),
        .flags = list_flags,
        .run = cli_stats,
    },
    {
        .name = "records",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("List the records of your games."),
        .details =
            TR_MARK("The games that were played in this terminal, with how they ended, the latest first. "
                    "`tapete replay`, `tapete review` and `tapete verify` read them."),
        .flags = records_flags,
        .run = cli_records,
    },
    {
        .name = "verify",
        .operands = "[FILE]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Verify the deal of a record against its commitment."),
        .details =
            TR_MARK("Verifies the commitment, every outcome, every move and the result. The exit status is 1 "
                    "if one of them is wrong, and 2 if the file is not a readable record. Without FILE it "
                    "takes the last game that you finished. A game on a server is witnessed only if the list "
                    "of seals that `tapete join` or the page kept before the deal is the one in the record."),
        .flags = verify_flags,
        .run = cli_verify,
    },
    {
        .name = "arena",
        .group = TR_MARK("Bots and research:"),
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Play many games between agents, and measure their strength."),
        .details = TR_MARK(
            "In a game of pairs, two agents sit at 0, 2 and at 1, 3. A free-for-all needs one agent for "
            "each seat; you may repeat an agent. The table shows intervals of 95 %, which account for "
            "the correlation within a duplicate deal. The same seed gives the same result on any number "
            "of threads. Ctrl-C ends with the table so far; with --record nothing is lost, and `tapete "
            "arena --resume FILE` continues.\n"
            "\n"
            "docs/arena.md explains the figures."),
        .flags = arena_flags,
        .run = cli_arena,
    },
    {
        .name = "bot-check",
        .operands = "COMMAND [GAME]",
        .min_operands = 1,
        .max_operands = 2,
        .operand_words = "files",
        .summary = TR_MARK("Check that a bot of yours keeps to the protocol."),
        .details = TR_MARK(
            "Starts COMMAND as `exec:COMMAND` does and plays against random moves, in GAME or in all games: whole "
            "games from every seat, one process for several games, members that the bot did not ask for, an undo, "
            "and the end. The exit status is 1 if a check fails, and 2 if the command cannot be started.\n"
            "\n"
            "docs/write-a-bot.md describes the protocol."),
        .flags = bot_check_flags,
        .run = cli_bot_check,
    },
    {
        .name = "train",
        .operands = "GAME",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Train an agent that learns."),
        .details = TR_MARK(
            "What it learns is kept in the file that the agent names, as in `AGENT:file=PATH`, or beside the "
            "records of your games; the next training continues from there. The share of games won is shown "
            "for every tenth of them, and the learned values at the end.\n"
            "\n"
            "With --method, no agent learns while it plays; instead, a file for an agent is made. The same "
            "command continues after an interruption, and the same seed makes the same file: see "
            "docs/learn.md."),
        .flags = train_flags,
        .run = cli_train,
    },
    {
        .name = "solve",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Solve a game for two: strategies that nobody can win much against."),
        .details = TR_MARK(
            "Any small game is solved whole; larger ones may have a solver of their own: see docs/solve.md. The "
            "value is what seat 0 wins while both play the solution. NashConv is what both could gain together "
            "by answering it in the best way; it falls towards 0.\n"
            "\n"
            "The file is written once a minute, at the end, and when you press Ctrl-C. --resume goes on from it. "
            "It has the same bytes for any number of threads."),
        .flags = solve_flags,
        .run = cli_solve,
    },
    {
        .name = "exploit",
        .operands = "GAME",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Say how much the best answer to an agent wins."),
        .details = TR_MARK(
            "The agent is asked for its probabilities at every decision that can come, and the best answer is found "
            "exactly, for each seat. The agent must be able to say its probabilities, and must decide by what its seat "
            "has seen. Moves of the agent that the solved game does not have are replaced by those nearest, and the result "
            "then says so."),
        .flags = exploit_flags,
        .run = cli_exploit,
    },
    {
        .name = "bench",
        .operands = "[GAME]",
        .min_operands = 0,
        .max_operands = 1,
        .operand_words = "games",
        .summary = TR_MARK("Measure how many games per second are played out."),
        .details =
            TR_MARK("Complete games and decisions per second of CPU time, in several runs after a short "
                    "warm-up: the median and the spread. With --signature you can leave GAME out; it then "
                    "covers all games."),
        .flags = bench_flags,
        .run = cli_bench,
    },
    {
        .name = "games",
        .operands = "",
        .summary = TR_MARK("List the games, with their options."),
        .flags = games_flags,
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
        .name = "serve",
        .group = TR_MARK("Server:"),
        .operands = "",
        .min_operands = 0,
        .max_operands = 0,
        .summary = TR_MARK("Run a server."),
        .details = TR_MARK(
            "Serves the page and the protocol of docs/protocol.md. Everything is kept in the database: "
            "if the server is stopped, restarted or killed, every game continues. SIGTERM and Ctrl-C "
            "stop it, SIGUSR1 makes a backup."),
        .flags = serve_flags,
        .options = server_option_table,
        .run = cli_serve,
    },
    {
        .name = "admin",
        .operands = "COMMAND",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Administer a running server: tables, people, bans, reports."),
        .details = TR_MARK(
            "Connects to the server over a socket beside its database, which only root and the user of "
            "the server may open. PERSON is the id of a person (`tapete admin people` lists them) or "
            "the login of an account. ADDRESS is an address such as 203.0.113.7 or 2001:db8::1, which "
            "stands for its /64, or a network such as 203.0.113.0/24."),
        .flags = admin_flags,
        .commands = cli_admin_commands,
    },
    {
        .name = "store",
        .operands = "COMMAND",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Copy, check or back up the database of a server."),
        .details = TR_MARK(
            "A database is named as for `tapete serve`: sqlite:PATH or postgresql://USER@HOST/NAME. A backup "
            "is a SQLite file: serve it with sqlite:FILE, or copy it to another database."),
        .flags = store_flags,
        .commands = cli_store_commands,
    },
    {
        .name = "load",
        .operands = "URL",
        .min_operands = 1,
        .max_operands = 1,
        .summary = TR_MARK("Load-test a server on this machine."),
        .details = TR_MARK(
            "Plays at many tables at once, with people and `random` bots, and checks that every viewer "
            "gets every event once. Moves are due at fixed times; the latency of a move is counted from "
            "then, until it is done and until the last viewer of the table has it. The exit status is 1 "
            "if something was refused, lost or sent twice.\n"
            "\n"
            "All connections come from one address, which a server limits: start it with `--option "
            "connections_per_address=20000 budget_percent=100000`, and with a database of its own, "
            "because the tables stay."),
        .flags = load_flags,
        .run = cli_load,
    },
    {
        .name = "run",
        .group = TR_MARK("Other:"),
        .operands = "SCRIPT.json",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "files",
        .summary = TR_MARK("Run a script or a file of test cases, without a terminal."),
        .details =
            TR_MARK("Prints one JSON line for each step. A file of cases ends with the line `N passed, M "
                    "failed`. With - the script is read from standard input. The exit status is 1 if an "
                    "expectation failed, and 2 if the script is invalid."),
        .flags = no_flags,
        .run = cli_run,
    },
    {
        .name = "help",
        .operands = "[COMMAND]",
        .max_operands = 2,
        .operand_words = "commands",
        .summary = TR_MARK("Show help for a command."),
        .flags = no_flags,
        .run = run_help,
    },
    {
        .name = "completion",
        .operands = "SHELL",
        .min_operands = 1,
        .max_operands = 1,
        .operand_words = "bash fish zsh",
        .summary = TR_MARK("Print shell completion: bash, fish or zsh."),
        .flags = no_flags,
        .run = cli_completion,
        .hidden = true,
    },
    {.name = NULL},
};
