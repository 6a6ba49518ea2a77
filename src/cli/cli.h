/* The command line: one table of commands and flags gives parsing, help, completion and the man page's
 * synopsis.
 *
 * Text lives here and in the tables of the games; the library below never prints and never exits. */
#ifndef TAPETE_CLI_H
#define TAPETE_CLI_H

#include "tapete/tapete.h"

#include <stdio.h>
#include <time.h>

/* Exit codes, the same for every command. */
enum {
    CLI_OK = 0,
    CLI_FAILED =
        1,       /* the work was done and the answer is no: an expectation failed, a record does not verify */
    CLI_BAD = 2, /* bad input: command line, file, script; or the system refused (no such file, disk full) */
    CLI_STOPPED = 130, /* stopped by Ctrl-C */
};

/* A flag of a command, e.g. --seed S. */
typedef struct cli_flag {
    const char *name;  /* "seed" */
    const char *value; /* what is shown for its value, "S"; NULL: it takes none */
    const char *help;  /* one line */
    bool repeats; /* may be given several times; also swallows following words that look like key=value */
    const char *words; /* for completion: "games", "agents", "options", "files", "commands", words with
                          spaces, or NULL */
} cli_flag;

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name;
    const char *group;    /* of the first command of a group: its heading in the list; else NULL */
    const char *operands; /* shown behind the name: "GAME" or "FILE"; "" for none */
    int min_operands, max_operands;
    const char *operand_words; /* for completion, as above */
    const char *summary;       /* one line */
    const char *details;       /* more, for -h; may be NULL */
    const cli_flag *flags;     /* ends with a NULL name; -h/--help and --version are always there */
    const tp_option *options;  /* what --option sets, for -h, where that is not a game's; may be NULL */
    int (*run)(const cli_args *args);
    bool hidden; /* not in the list of commands */
    /* `tapete admin ban`: the commands within this one, which has no `run` then; ends with a NULL name. */
    const struct cli_command *commands;
} cli_command;

/* The commands, in the order in which help lists them; ends with a NULL name. */
extern const cli_command cli_commands[];

/* Load a shared object with games or agents; false after a sentence. */
bool cli_load_plugin(const char *file);

/* What was given. `name` is a flag of the command (asserted). */
bool cli_given(const cli_args *args, const char *name);
const char *cli_value(const cli_args *args, const char *name); /* the last value given, or NULL */
int cli_count(const cli_args *args, const char *name);         /* how often */
const char *cli_value_at(const cli_args *args, const char *name, int index);
int cli_operand_count(const cli_args *args);
const char *cli_operand(const cli_args *args, int index); /* NULL past the end */

/* A whole number in min .. max from a flag; `fallback` where it is not given. On bad input: says so, returns
 * false. */
bool cli_integer(const cli_args *args, const char *name, int64_t min, int64_t max, int64_t fallback,
                 int64_t *out);
bool cli_real(const cli_args *args, const char *name, double min, double max, double fallback, double *out);
/* --seed: any whole number 0 .. 2^64-1. */
bool cli_seed(const cli_args *args, uint64_t *out);

/* The game that the first operand names with its --option flags. On bad input: says so, returns NULL. */
const tp_game *cli_game(const cli_args *args, tp_options *options);

/* The same for a game that is named elsewhere. */
const tp_game *cli_game_named(const cli_args *args, const char *name, tp_options *options);
/* --lang: speak that language from now on. On bad input: says so, returns false. */
bool cli_language(const cli_args *args);

/* "tapete: sentence" on stderr; returns CLI_BAD, so that a command can end with it. The format is marked and
 * translated by this: it needs no TR. */
int cli_bad(const char *format, ...) TP_PRINTF(1, 2);
/* The same for a sentence that was made elsewhere, whose full stop may be missing, behind a place ("": none).
 */
int cli_bad_at(const char *place, const char *sentence);
int cli_bad_error(const tp_error *error);

/* Memory that is not there ends the program with a sentence and CLI_BAD. */
void *cli_allocate(size_t size); /* zeroed */

/* How many threads can work at once on this machine, at most `most`. */
int cli_cores(int most);

/* What a clock says, in seconds. */
double cli_seconds(clockid_t clock);

/* Print a JSON value as one line on stdout and release it. */
void cli_print_json(json_t *value);

/* Flush stdout and turn a write error into an exit code: a closed pipe ends quietly, a full disk is told. */
int cli_finish(int code);

/* How to call this program again, for a sentence that says so: as it was called, "build/tapete" for one that
 * is not installed. */
const char *cli_program(void);

/* Processes elsewhere that play deals of `tapete arena` too: tools/mpi sets this. */
struct arena_hands;
struct arena_plan;
typedef struct cli_others {
    /* Have them play this plan; `record`: the file that the arena can be resumed from, or NULL. NULL after an
     * error. */
    const struct arena_hands *(*begin)(const struct arena_plan *plan, const char *games_to,
                                       const char *record, tp_error *error);
    void (*interrupted)(void); /* by a signal; whose answers are awaited is not known */
} cli_others;
extern const cli_others *cli_arena_others; /* NULL: there are none */

/* The same for `tapete solve`; `file`: what it can be resumed from, or NULL. NULL after an error. */
struct solve_order;
struct solve_helpers;
typedef const struct solve_helpers *cli_solvers(const struct solve_order *order, const char *file,
                                                tp_error *error);
extern cli_solvers *cli_solve_others; /* NULL: there are none */

/* The whole program: the exit status. */
int cli_main(int argc, char **argv);

/* The commands. */
int cli_learn(const cli_args *args);
int cli_practice(const cli_args *args);
int cli_play(const cli_args *args);
int cli_run(const cli_args *args);
int cli_bench(const cli_args *args);
int cli_train(const cli_args *args);
int cli_solve(const cli_args *args);
int cli_exploit(const cli_args *args);
int cli_arena(const cli_args *args);
int cli_bot_check(const cli_args *args);
int cli_replay(const cli_args *args);
int cli_review(const cli_args *args);
int cli_records(const cli_args *args);
int cli_stats(const cli_args *args);
int cli_verify(const cli_args *args);
int cli_serve(const cli_args *args);
int cli_join(const cli_args *args);
int cli_load(const cli_args *args);
int cli_games(const cli_args *args);
int cli_agents(const cli_args *args);
int cli_completion(const cli_args *args);

#endif
