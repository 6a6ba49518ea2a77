/* Solving a game for two: strategies that nobody can win much against.
 *
 * An *engine* is one way to do it. The engines here work for any game that is small enough, with nothing but
 * its contract; a game may hand over an engine of its own for what is too large for them (agents/play.h). The
 * program asks for iterations, now and then for how good the result is, and keeps what the engine has in a
 * file.
 *
 * Two quantities are measured. The value is what seat 0 wins while both play the result. NashConv is how much
 * both seats together could gain by answering it in the best way, 0 in an equilibrium. */
#ifndef TAPETE_SOLVE_H
#define TAPETE_SOLVE_H

#include "tapete/history.h"

/* What is to be solved. Texts are NULL if they were not given. */
typedef struct solve_order {
    const tp_game *game;
    const tp_options *options;
    const char *method;
    const char *utility;  /* "score", "win", or what an engine of a game offers */
    const char *score;    /* for engines that solve one moment of a longer game */
    const char *openings; /* for engines with bets of chosen sizes: a list; NULL: the usual ones */
    bool all;             /* every such moment */
    const char *agent;    /* with `all`: the best answers to this agent; NULL: the game is solved */
    double nashconv;      /* with `all`: how good each of them should be; 0: the engine chooses */
    int bits;             /* of each number that is kept, 16 or 32; 0: the engine chooses */
    int threads;
    uint64_t seed;
    const struct solve_helpers *helpers; /* other processes that solve this too; NULL: none */
} solve_order;

/* How large that is: what it would take, before anything is allocated. */
typedef struct solve_size {
    uint64_t nodes, sets, actions; /* of all decisions; information sets; actions in all of those */
    uint64_t bytes;                /* of memory */
    double iteration_s;            /* about how long an iteration takes on one core; 0: unknown */
} solve_size;

typedef struct solve_measure {
    double value, best[2], nashconv; /* best: what each seat wins with its best answer */
} solve_measure;

/* A run of bytes that belongs to the state of an engine. */
typedef struct solve_part {
    void *bytes;
    uint64_t size;
} solve_part;

enum { SOLVE_MOST_PARTS = 8 };

/* What anybody could win against an agent that says its probabilities. */
typedef struct solve_exploit {
    double best[2];     /* of each seat, if it plays the best answer to the agent at the other */
    double value;       /* of seat 0 if the agent plays both */
    uint64_t asked;     /* information sets at which the agent was asked */
    bool is_translated; /* the agent knows moves that the solved game does not have: they were replaced by
                           those nearest */
} solve_exploit;

typedef struct solve_engine solve_engine;

/* Iterations of an engine that can be shared out: those that come next and do not depend on one another. */
typedef struct solve_shared {
    size_t result_size; /* bytes of what comes of one */
    int (*count)(const void *self);
    /* Which of so many processes does this one with the least work; the same answer everywhere. */
    int (*hand)(const void *self, int number, int hands);
    /* Do one of them; the state stays as it was. False: no memory. */
    bool (*work)(void *self, int number, void *result);
} solve_shared;

typedef struct solve_helpers {
    /* Have all that come next done by everybody; `results` has room for all of them. False: no memory. */
    bool (*work)(const solve_engine *engine, void *self, void *results);
} solve_helpers;

struct solve_engine {
    const char *const *methods; /* that it has, the usual one first; ends with NULL */
    uint64_t usual, most;       /* iterations if nobody says how many; the most there can be, 0: any */
    const char *unit;           /* what iterations are called, where they are something else; else NULL */
    /* Whether it solves this; then TP_OK, or why not. */
    tp_err (*suits)(const solve_order *order, tp_error *error);
    tp_err (*size)(const solve_order *order, solve_size *out, tp_error *error);
    tp_err (*open)(const solve_order *order, void **self, tp_error *error);
    void (*close)(void *self);
    /* One iteration. False: no memory. */
    bool (*iterate)(void *self);
    uint64_t (*iterations)(const void *self);
    /* False: no memory. NULL if the engine cannot measure. */
    bool (*measure)(void *self, solve_measure *out);
    /* What exactly this solves, and nothing else: a file with another description is refused. A new object.
     */
    json_t *(*describe)(const void *self);
    /* The state, to be written or read; how many parts. Sizes are those of now. */
    int (*parts)(void *self, solve_part out[SOLVE_MOST_PARTS]);
    /* Before reading: make room for parts of these sizes, after so many iterations. */
    tp_err (*restore)(void *self, uint64_t iterations, const uint64_t *sizes, int count, tp_error *error);
    /* After reading: whether what was read makes sense. */
    bool (*check)(void *self);
    /* What the solution does where the betting went like `line`, for hands that match `hand`; both may be
     * NULL. A new object, or NULL with an error. NULL if the engine cannot show. */
    json_t *(*show)(void *self, const char *line, const char *hand, tp_error *error);
    /* What the solution does at the information set with this history: the probability of each of its `count`
     * legal moves, in their order. False if the solution does not know it. NULL if the engine cannot say. */
    bool (*strategy)(const void *self, int seat, tp_history key, uint32_t count, double *out);
    /* Some work of its kernel alone, for measuring: how many multiplications and additions; 0: no memory.
     * NULL if there is none. */
    double (*exercise)(void);
    /* The best answers to this agent. NULL if the engine cannot say. */
    tp_err (*exploit)(const solve_order *order, const char *agent, solve_exploit *out, tp_error *error);
    /* NULL: its iterations follow from one another. */
    const solve_shared *shared;
};

/* The engine for this order: the game's own if it suits, else one of those for any game. NULL with an error.
 */
const solve_engine *solve_engine_find(const solve_order *order, tp_error *error);

/* Whether there is memory enough: TP_OK, or how much is missing. */
tp_err solve_size_fits(const solve_size *size, tp_error *error);

/* The same as JSON, as the program prints it: new objects. */
json_t *solve_size_to_json(const solve_order *order, const solve_size *size);
json_t *solve_exploit_to_json(const solve_order *order, const char *agent, const solve_exploit *found);

/* For any game: all of it in memory (flat.h), and sampling on live states. */
extern const solve_engine solve_flat_engine, solve_sampling_engine;

/* An agent that says its probabilities, for a game with these options; NULL with an error. */
struct tp_agent *solve_agent_new(const tp_game *game, const tp_options *options, const char *name,
                                 tp_error *error);

/* ---- files (file.c) ---- */

/* Replace the file by the state of an engine. */
tp_err solve_file_write(const char *path, const solve_engine *engine, void *self, tp_error *error);
/* The description in a file; NULL with an error. A new object. */
json_t *solve_file_describe(const char *path, tp_error *error);
/* Go on from a file. Fails if it is damaged or solves something else. */
tp_err solve_file_read(const char *path, const solve_engine *engine, void *self, tp_error *error);

#endif
