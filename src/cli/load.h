/* The parts of `tapete load`: sockets, reading, playing. For the files load*.c alone. */
#ifndef TAPETE_CLI_LOAD_H
#define TAPETE_CLI_LOAD_H

#include "cli/cli.h"

#include <sys/socket.h>

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
/* A text without escapes, which is what names and moves are; false where it is none or does not fit. */
bool load_text(load_value value, char *out, size_t size);

/* ---- sockets (load_socket.c) ---- */

typedef struct load_target {
    struct sockaddr_storage address;
    socklen_t length;
    char host[128]; /* for the Host header */
} load_target;

/* Find the server of a URL, on this machine only. On bad input: says so, returns false. */
bool load_find(const char *url, load_target *out);
/* GET /metrics, waiting for it; the caller frees the text. NULL where it cannot be had. */
char *load_metrics(const load_target *target);
int64_t load_now_us(void);

typedef enum load_state { LOAD_CLOSED, LOAD_SHAKING, LOAD_OPEN } load_state;

typedef struct load_socket {
    int descriptor;
    load_state state;
    char *kept; /* the beginning of a frame whose end has not come */
    size_t kept_size;
    char *unsent; /* what the system has not taken yet */
    size_t unsent_size;
} load_socket;

typedef void (*load_heard)(void *context, const char *text, size_t size);

bool load_socket_open(load_socket *self, const load_target *target, int epoll, uint64_t data);
void load_socket_close(load_socket *self);
/* Read what there is; `heard` gets each message. NULL, or a sentence why it is closed now. */
const char *load_socket_read(load_socket *self, load_heard heard, void *context, uint64_t *bytes);
/* NULL or a sentence, as above. */
const char *load_socket_send(load_socket *self, const char *text, size_t size);
const char *load_socket_flush(load_socket *self);

/* ---- playing (load_play.c) ---- */

typedef struct load_setup {
    load_target target;
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

/* CLI_OK where it could be done, whatever came of it; CLI_BAD after a sentence. */
int load_play(const load_setup *setup, load_result *result);

#endif
