/* The clients of `tapete load` and their tables: between what they hear (load_hear.c) and what they do when
 * (load_play.c). */
#ifndef TAPETE_LOAD_CLIENT_H
#define TAPETE_LOAD_CLIENT_H

#include "load/load.h"
#include "match/sealed.h"

enum {
    LOAD_MOST_ASKED = 8, /* requests of a client that wait for their answers */
    LOAD_MOST_ON_WAY = 64,
    LOAD_ID_SIZE = 48,
    LOAD_MOVE_SIZE = 256,
};

typedef enum asked_kind { ASKED_NOTHING, ASKED_CREATE, ASKED_MOVE, ASKED_OTHER } asked_kind;

typedef struct load_asked {
    int64_t ref;
    asked_kind kind;
    int64_t ply, due_us; /* MOVE */
} load_asked;

typedef struct load_client {
    client_socket socket;
    struct load *load;
    int table, seat; /* -1: none */
    bool is_welcome, is_owner;
    load_asked asked[LOAD_MOST_ASKED];
    int64_t refs;
    /* What it knows about its table. */
    int64_t to; /* the last event heard of; -1: nothing yet */
    int64_t ply;
    int sealed_attempt, revealed_attempt; /* at the deal: the last for which each was sent */
    uint8_t bytes[SEAL_SIZE];             /* what was sealed */
    bool heard_deal, heard_end;
    /* The move that it will make, and which ply that is; 0: it is not to move, or has. */
    int64_t next_ply;
    char move[LOAD_MOVE_SIZE];
} load_client;

typedef enum table_state {
    TABLE_NONE,
    TABLE_CREATING,
    TABLE_GATHERING,
    TABLE_FULL,
    TABLE_PLAYING
} table_state;

/* A move of ours that not everybody has heard of. */
typedef struct load_on_way {
    int64_t ply, due_us;
    int to_hear; /* 0: this place is free */
} load_on_way;

typedef struct load_table {
    table_state state;
    char id[LOAD_ID_SIZE], invite[LOAD_ID_SIZE];
    int first, people, watchers; /* its clients: those who play, the owner first, then those who look on */
    int *clients;
    int heard_first, heard_deal, heard_end; /* how many of its clients */
    load_on_way on_way[LOAD_MOST_ON_WAY];
} load_table;

typedef struct load {
    const load_setup *setup;
    load_result *result;
    load_client *clients;
    load_table *tables;
    int *members; /* of all tables */
    int *ready;   /* clients that could move */
    int ready_count, client_count;
    int epoll;
    int opened, welcome, shaking; /* clients */
    int gathering, playing;       /* tables */
    int next_table;               /* the first that was never made */
    bool is_measuring;
    int64_t waiting_moves; /* on their way */
    tp_rng random;
} load;

/* Something is wrong with what the server does; the first few are told in words. The format is translated
 * already. */
void load_error(load *load, const char *format, ...) TP_PRINTF(2, 3);
/* The connection of a client is gone, and that is an error. Its table goes on without it, as far
 * as it can. */
void load_lose(load_client *client, const char *why);
/* Send a message; the members that follow `do`, and the ref. */
void load_ask(load_client *client, asked_kind kind, int64_t ply, int64_t due_us, const char *verb,
              const char *format, ...) TP_PRINTF(6, 7);
void load_make_table(load *load, int index);
/* A message for the client that is the context. */
void load_heard(void *context, const char *text, size_t size);

#endif
