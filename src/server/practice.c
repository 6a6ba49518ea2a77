/* Practice: questions about single decisions, from the solution of a game (solve/practice.h).
 *
 * A solution is made by the workers when the first person asks, an iteration at a time and behind everything
 * that a game waits for. Until it is there, the answer is how far it is. It is kept until the server ends.
 * Questions and their answers depend on nothing but their seed, so nothing of a person is kept here. */
#include "server/practice.h"
#include "server/connection.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/workers.h"

#include "agents/play.h"
#include "solve/practice.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ASKING = 64 }; /* questions that are being made at once */

/* A game that somebody has practised. */
struct kept_practice {
    task task; /* that prepares it */
    kept_practice *next;
    const tp_game *game;
    const practice *practice;
    bool is_out, is_ready, is_lost;
    double share; /* of the preparation that is done */
    int asking;   /* questions that are with the workers */
    /* The worker's, while it is out: */
    void *self;
    double done;
    bool has_failed;
};

/* ---- making ready ---- */

static void prepare(task *task) {
    kept_practice *kept = (kept_practice *)task;
    tp_err code = kept->self == NULL ? kept->practice->open(NULL, 1, &kept->self, NULL) : TP_OK;
    if (code == TP_OK) code = kept->practice->prepare(kept->self, &kept->done, NULL);
    kept->has_failed = code != TP_OK;
}

static void hand_out(server *server, kept_practice *kept) {
    kept->is_out = true;
    workers_give(server->workers, &kept->task);
}

static void prepared(task *task, server *server) {
    kept_practice *kept = (kept_practice *)task;
    kept->is_out = false;
    if (task->run == NULL) return; /* the server ends */
    kept->is_lost = kept->has_failed;
    kept->share = kept->done;
    kept->is_ready = !kept->is_lost && kept->share >= 1;
    if (!kept->is_lost && !kept->is_ready) hand_out(server, kept);
}

static kept_practice *find(server *server, const tp_game *game) {
    kept_practice *kept = server->practices;
    while (kept != NULL && kept->game != game) kept = kept->next;
    if (kept != NULL) return kept;
    kept = calloc(1, sizeof *kept);
    if (kept == NULL) return NULL;
    kept->task = (task){.run = prepare, .done = prepared};
    kept->game = game;
    kept->practice = game_play_of(game)->practice;
    kept->next = server->practices;
    server->practices = kept;
    return kept;
}

/* ---- a question ---- */

typedef struct question {
    task task;
    char serial[20];
    int64_t ref;
    uint64_t seed;
    kept_practice *kept;
    json_t *found;
} question;

static void think(task *task) {
    question *asked = (question *)task;
    asked->found = asked->kept->practice->ask(asked->kept->self, asked->seed);
}

static void asked_done(task *task, server *server) {
    question *asked = (question *)task;
    connection *connection = connection_find(server, asked->serial);
    asked->kept->asking--;
    if (task->run == NULL) {
        /* the server ends */
    } else if (connection != NULL && asked->found == NULL) {
        connection_refuse(connection, asked->ref, "TOO_MANY", "the server is out of memory");
    } else if (connection != NULL) {
        json_t *message = json_pack("{s:s, s:s, s:I, s:f, s:O}", "is", "practice", "game",
                                    asked->kept->game->name, "seed", (json_int_t)asked->seed, "mistake",
                                    asked->kept->practice->mistake, "question", asked->found);
        connection_answer(connection, asked->ref, message);
    }
    json_decref(asked->found);
    free(asked);
}

static void ask(connection *connection, int64_t ref, kept_practice *kept, uint64_t seed) {
    question *asked = kept->asking < MOST_ASKING ? calloc(1, sizeof *asked) : NULL;
    if (asked == NULL) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "too many people are practising; try again in a moment");
        return;
    }
    asked->task = (task){.for_people = true, .run = think, .done = asked_done};
    memcpy(asked->task.whose, connection->who->id, sizeof asked->task.whose);
    connection_network(connection, asked->task.network);
    memcpy(asked->serial, connection->serial, sizeof asked->serial);
    asked->ref = ref;
    asked->seed = seed;
    asked->kept = kept;
    kept->asking++;
    connection->server->count.practised++;
    workers_give(connection->server->workers, &asked->task);
}

void practice_ask(connection *connection, int64_t ref, const json_t *message) {
    server *server = connection->server;
    tp_error error = {0};
    json_int_t seed = json_integer_value(json_object_get(message, "seed"));
    const tp_game *game = game_offered(server, json_string_value(json_object_get(message, "game")), &error);
    if (game == NULL) {
        connection_refuse_text(connection, ref, "BAD_MESSAGE", error.text);
        return;
    }
    if (game_play_of(game)->practice == NULL) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "%s has no decisions to practise", game->title);
        return;
    }
    if (seed < 0) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "'seed' is a number from 0");
        return;
    }
    kept_practice *kept = find(server, game);
    if (kept == NULL || kept->is_lost) {
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
    } else if (kept->is_ready) {
        ask(connection, ref, kept, (uint64_t)seed);
    } else {
        if (!kept->is_out) hand_out(server, kept);
        connection_answer(
            connection, ref,
            json_pack("{s:s, s:s, s:f}", "is", "practice", "game", game->name, "prepared", kept->share));
    }
}

void practices_free(server *server) {
    while (server->practices != NULL) {
        kept_practice *kept = server->practices;
        server->practices = kept->next;
        if (kept->self != NULL) kept->practice->close(kept->self);
        free(kept);
    }
}
