/* Reviews of finished games: made by the workers, a little at a time and behind everything that a game waits
 * for, and kept for the next client that asks.
 *
 * A review is of all seats. Who asks hears how far it is and what has been found so far, and at the end all
 * of the seat that was asked for, in the language of the connection. When nobody waits any more it rests
 * where it is, until a client asks again or others need the room. */
#include "server/charge.h"
#include "server/connection.h"
#include "server/map.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/workers.h"

#include "review/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART_MS = 100,              /* what a worker does in one go */
    TELL_MS = 500,              /* between two words on how far it is */
    MOST_THINKING = 500,        /* reviews that are being made at once; ten networks are not as many, */
    MOST_THINKING_NETWORK = 40, /* of one network: a class room */
    MOST_WAITING = 100,         /* who wait for one of them */
    MOST_MOVES = 12,            /* of each decision, beside the chosen one, that are sent */
    MEMORY_MIB = 8,             /* of the judge */
};

typedef struct listener {
    struct listener *next;
    char serial[20];
    int64_t ref;
    int seat;
    size_t heard; /* positions whose judgement was told */
} listener;

/* A review that is being made, or is there. */
struct kept_review {
    task task;
    char table[ID_SIZE];
    kept_review *next; /* of the server's, the one asked for last first */
    listener *listeners;
    int listener_count;
    int64_t told_ms;
    bool is_out;   /* with a worker, or on the way to one */
    bool is_ready; /* neither of the two: it rests */
    /* The worker's, while it is out: */
    char judge[64];
    char *record; /* until it is laid out */
    review *review;
    bool is_complete, has_failed;
};

/* ---- on a worker's thread ---- */

static void lay_out(kept_review *kept) {
    tp_record_info info;
    tp_match *match = tp_record_parse(kept->record, strlen(kept->record), &info, NULL);
    if (match != NULL)
        kept->review = review_new(&(review_setup){.match = match, .judge = kept->judge, .seed = 1}, NULL);
    tp_match_free(match);
    free(kept->record);
    kept->record = NULL;
    kept->has_failed = kept->review == NULL;
}

static void think(task *task) {
    kept_review *kept = (kept_review *)task;
    int64_t end_ms = server_now_ms() + PART_MS;
    bool is_left = true;
    if (kept->review == NULL) lay_out(kept);
    while (!kept->has_failed && is_left && server_now_ms() < end_ms) is_left = review_step(kept->review);
    if (kept->has_failed || is_left) return;
    kept->is_complete = review_finish(kept->review, NULL);
    kept->has_failed = !kept->is_complete;
}

/* ---- on the loop ---- */

static void kept_free(kept_review *kept) {
    while (kept->listeners != NULL) {
        listener *next = kept->listeners->next;
        free(kept->listeners);
        kept->listeners = next;
    }
    review_free(kept->review);
    free(kept->record);
    free(kept);
}

static void drop(server *server, kept_review *kept) {
    kept_review **link = &server->reviews;
    while (*link != kept) link = &(*link)->next;
    *link = kept->next;
    kept_free(kept);
}

static kept_review *find(server *server, const char *table) {
    kept_review *kept = server->reviews;
    while (kept != NULL && strcmp(kept->table, table) != 0) kept = kept->next;
    return kept;
}

static void put_first(server *server, kept_review *kept) {
    kept_review **link = &server->reviews;
    while (*link != NULL && *link != kept) link = &(*link)->next;
    if (*link != NULL) *link = kept->next;
    kept->next = server->reviews;
    server->reviews = kept;
}

/* Those that were not asked for the longest make room, complete or resting. */
static void keep_few(server *server) {
    int count = 0;
    for (kept_review *kept = server->reviews, *next; kept != NULL; kept = next) {
        next = kept->next;
        count += !kept->is_out;
        if (!kept->is_out && count > server->setup.limits.reviews) drop(server, kept);
    }
}

static void hand_out(server *server, kept_review *kept, table *table) {
    kept->is_out = true;
    table->tasks++;
    workers_give(server->workers, &kept->task);
}

/* Who sat where, as it is told now: a player may have been forgotten since the game. */
static json_t *seat_names_now(const table *table) {
    json_t *names = json_array();
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        json_array_append_new(names, json_string(s->kind == SEAT_AGENT ? s->agent_name : s->name));
    }
    return names;
}

static void answer(const kept_review *kept, const table *table, connection *connection, int64_t ref,
                   int seat) {
    const char *before = tp_language_set(connection->language);
    json_t *json = review_to_json(kept->review, 1u << seat, MOST_MOVES);
    tp_language_set(before);
    json_object_set_new(json_object_get(json, "record"), "seats", seat_names_now(table));
    json_t *message = json_pack("{s:s, s:s, s:o}", "is", "review", "table", kept->table, "review", json);
    connection_answer(connection, ref, message);
}

/* Those who are still there. */
static void prune(server *server, kept_review *kept) {
    for (listener **link = &kept->listeners; *link != NULL;) {
        listener *listener = *link;
        if (connection_find(server, listener->serial) != NULL) {
            link = &listener->next;
            continue;
        }
        *link = listener->next;
        kept->listener_count--;
        free(listener);
    }
}

/* What this one has not heard yet. */
static void tell_part(const kept_review *kept, listener *listener, connection *connection) {
    size_t done = review_done(kept->review);
    const char *before = tp_language_set(connection->language);
    json_t *message = review_part_to_json(kept->review, listener->seat, listener->heard, done, MOST_MOVES);
    tp_language_set(before);
    json_t *head =
        json_pack("{s:s, s:s, s:i, s:I, s:I}", "is", "reviewing", "table", kept->table, "seat",
                  listener->seat, "done", (json_int_t)done, "of", (json_int_t)review_work(kept->review));
    if (message != NULL) json_object_update(head, message);
    json_decref(message);
    connection_send(connection, head);
    listener->heard = done;
}

static void tell_progress(server *server, kept_review *kept) {
    int64_t now = server_now_ms();
    if (now - kept->told_ms < TELL_MS) return;
    kept->told_ms = now;
    for (listener *listener = kept->listeners; listener != NULL; listener = listener->next)
        tell_part(kept, listener, connection_find(server, listener->serial));
}

/* It is there, or will never be. */
static void tell_all(server *server, kept_review *kept, const table *table) {
    while (kept->listeners != NULL) {
        listener *listener = kept->listeners;
        connection *connection = connection_find(server, listener->serial);
        if (kept->is_ready) {
            answer(kept, table, connection, listener->ref, listener->seat);
        } else {
            connection_refuse(connection, listener->ref, "TOO_MANY", "the server is out of memory");
        }
        kept->listeners = listener->next;
        kept->listener_count--;
        free(listener);
    }
}

static void part_done(task *task, server *server) {
    kept_review *kept = (kept_review *)task;
    table *table = map_get(&server->tables, kept->table);
    tp_assert(table != NULL); /* it stays while tasks are out */
    bool is_cut = task->run == NULL || atomic_load(&server->stopping);
    table->tasks--;
    kept->is_out = false;
    prune(server, kept);
    kept->is_ready = kept->is_complete;
    if (kept->is_ready) server->count.reviews++;
    if (kept->is_ready || kept->has_failed) tell_all(server, kept, table);
    if (is_cut || kept->has_failed) {
        drop(server, kept);
    } else if (kept->is_ready || kept->listeners == NULL) {
        keep_few(server);
    } else {
        tell_progress(server, kept);
        hand_out(server, kept, table);
    }
}

/* ---- asking ---- */

static bool listen(kept_review *kept, const connection *connection, int64_t ref, int seat) {
    listener *listener = kept->listener_count < MOST_WAITING ? calloc(1, sizeof *listener) : NULL;
    if (listener == NULL) return false;
    memcpy(listener->serial, connection->serial, sizeof listener->serial);
    listener->ref = ref;
    listener->seat = seat;
    listener->next = kept->listeners;
    kept->listeners = listener;
    kept->listener_count++;
    return true;
}

/* Whether another review may be begun for this person; else it was said why not. */
static bool may_begin(connection *connection, int64_t ref) {
    int thinking = 0, near = 0, own = 0;
    char network[NETWORK_SIZE];
    connection_network(connection, network);
    for (const kept_review *kept = connection->server->reviews; kept != NULL; kept = kept->next) {
        thinking += kept->is_out;
        near += kept->is_out && strcmp(kept->task.network, network) == 0;
        own += kept->is_out && strcmp(kept->task.whose, connection->who->id) == 0;
    }
    if (own > 0) {
        connection_refuse(connection, ref, "TOO_MANY", "wait for the review that is in progress");
        return false;
    }
    if (thinking >= MOST_THINKING || near >= MOST_THINKING_NETWORK) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "too many reviews are in progress; try again in a minute");
        return false;
    }
    return charge_connection(connection, NULL, ref, PRICE_REVIEW, 1);
}

/* Go on with one that rests, or begin. */
static void work_for(server *server, kept_review *kept, table *table, const connection *connection) {
    memcpy(kept->task.whose, connection->who->id, sizeof kept->task.whose);
    connection_network(connection, kept->task.network);
    kept->told_ms = server_now_ms();
    hand_out(server, kept, table);
}

static void begin(table *table, connection *connection, int64_t ref, int seat) {
    server *server = table->server;
    kept_review *kept = calloc(1, sizeof *kept);
    size_t entries = 0;
    char *record = kept != NULL ? tp_record_lines(table->match, &entries) : NULL;
    if (record == NULL || !listen(kept, connection, ref, seat)) {
        free(record);
        free(kept);
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    kept->task = (task){.run = think, .done = part_done};
    memcpy(kept->table, table->id, sizeof kept->table);
    kept->record = record;
    snprintf(kept->judge, sizeof kept->judge, "ismcts:sims=%d,memory=%d", server->setup.limits.review_sims,
             MEMORY_MIB);
    put_first(server, kept);
    work_for(server, kept, table, connection);
}

void table_review(table *table, connection *connection, int64_t ref, int seat) {
    if (table->phase != PHASE_OVER || table->match == NULL || table->durable < table->number) {
        connection_refuse(connection, ref, "WRONG_PHASE", "only finished games can be reviewed");
        return;
    }
    if (seat < 0) seat = table_seat_of(table, connection->who->id);
    if (seat < 0 || seat >= table->seat_count) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "'seat' should be a number from 0 to %d",
                          table->seat_count - 1);
        return;
    }
    kept_review *kept = find(table->server, table->id);
    if (kept == NULL) {
        if (may_begin(connection, ref)) begin(table, connection, ref, seat);
        return;
    }
    put_first(table->server, kept);
    if (kept->is_ready) {
        answer(kept, table, connection, ref, seat);
    } else if (!kept->is_out && !may_begin(connection, ref)) {
        /* it was said why not */
    } else if (!listen(kept, connection, ref, seat)) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "too many reviews are in progress; try again in a minute");
    } else if (!kept->is_out) {
        work_for(table->server, kept, table, connection);
    }
}

void reviews_free(server *server) {
    while (server->reviews != NULL) drop(server, server->reviews);
}
