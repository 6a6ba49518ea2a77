/* The parts of `tapete load`: reading, playing. For the files load*.[ch] alone. */
#ifndef TAPETE_LOAD_H
#define TAPETE_LOAD_H

#include "cli/cli.h"
#include "net/client.h"

/* ---- reading what the server says, in place (load_read.c) ---- */

/* A JSON value as it stands in a message; `at` NULL: there is none. */
typedef struct load_value {
    const char *at, *end;
} load_value;

load_value load_member(load_value object, const char *name);
/* The next item of a list, of which `rest` is what has not been read; begin with the list itself. */
bool load_next(load_value *rest, load_value *item);
int64_t load_integer(load_value value, int64_t fallback);
bool load_is(load_value value, const char *text);
bool load_true(load_value value);
/* A text without escapes, which is what names and moves are; false if it is none or does not fit. */
bool load_text(load_value value, char *out, size_t size);

/* ---- the server ---- */

/* GET /metrics, waiting for it; the caller frees the text. NULL if it is not available. */
char *load_metrics(const client_target *target);
int64_t load_now_us(void);

/* ---- playing (load_play.c) ---- */

typedef struct load_setup {
    client_target target;
    const char *game;
    int players, spectators, idle; /* connections */
    int tables, seats;
    double moves_per_s, seconds;
    uint64_t seed;
} load_setup;

typedef struct load_times {
    uint32_t *us;
    size_t count, capacity;
} load_times;

typedef struct load_result {
    double connect_s, deal_s, seconds; /* until all were connected, until all tables played, measured */
    int64_t moves, plies;              /* of players; of players and bots */
    int64_t ended, made;               /* tables */
    int64_t messages;
    uint64_t bytes;
    int64_t refused, errors, resyncs;
    load_times done, heard; /* from when a move was due to its `done`, and until the last had heard of it */
    char *metrics_before, *metrics_connected, *metrics_begin, *metrics_end; /* each may be NULL */
} load_result;

/* CLI_OK if it could be done, with any result; CLI_BAD after a sentence. */
int load_play(const load_setup *setup, load_result *result);

#endif
