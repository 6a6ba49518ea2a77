/* What a person has played.
 *
 * What happened at a private table is for those who sat there. On the page of a person others find that such
 * a game was played and how it ended for that person, but not where and with which people. */
#include "server/charge.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_GAMES = 200,    /* of a person, in one answer */
    MOST_STANDINGS = 50, /* of a person */
};

typedef struct player_job {
    job job;
    server *server;
    net_exchange *exchange; /* NULL: the peer has gone */
    char network[NETWORK_SIZE];
    char id[ID_SIZE], who[ID_SIZE], who_name[NAME_SIZE]; /* whose games, and who asks */
    json_t *answer;                                      /* NULL: there is nobody of this id */
    json_t *game;        /* of the answer: the table whose seats are being listed */
    char table[ID_SIZE]; /* its id */
} player_job;

static json_t *seat_to_json(const player_job *player, const store_result *result) {
    json_t *seat =
        json_pack("{s:s, s:f, s:I, s:i}", "who", result->agent[0] != '\0' ? "agent" : "person", "returns",
                  result->returns, "score", (json_int_t)result->score, "side", result->side);
    bool is_told =
        result->is_public || strcmp(player->who, player->id) == 0 || strcmp(result->person, player->id) == 0;
    if (seat == NULL) return NULL;
    if (result->agent[0] != '\0') json_object_set_new(seat, "agent", json_string(result->agent));
    if (result->person[0] != '\0' && is_told) {
        json_object_set_new(seat, "id", json_string(result->person));
        json_object_set_new(seat, "name", json_string(result->name));
    }
    if (strcmp(result->how, "resigned") == 0) json_object_set_new(seat, "resigned", json_true());
    return seat;
}

/* The seats of a table come one after the other. */
static void add_result(void *context, const store_result *result) {
    player_job *player = context;
    if (player->game == NULL || strcmp(player->table, result->table) != 0) {
        player->game = json_pack("{s:s, s:I, s:b, s:[]}", "game", result->game, "ended_ms",
                                 (json_int_t)result->ended_ms, "public", result->is_public, "seats");
        snprintf(player->table, sizeof player->table, "%s", result->table);
        if (result->is_public || strcmp(player->who, player->id) == 0)
            json_object_set_new(player->game, "table", json_string(result->table));
        json_array_append_new(json_object_get(player->answer, "last"), player->game);
    }
    if (strcmp(result->person, player->id) == 0) {
        json_object_set_new(player->game, "seat", json_integer(result->seat));
        json_object_set_new(player->game, "rated", json_boolean(result->rated));
        json_object_set_new(player->game, "against", json_string(result->against));
        if (result->points >= 0) json_object_set_new(player->game, "points", json_real(result->points));
    }
    json_array_append_new(json_object_get(player->game, "seats"), seat_to_json(player, result));
}

static void add_standing(void *context, const store_standing *standing) {
    json_t *row = standing_to_json(standing);
    if (row == NULL) return;
    json_object_set_new(row, "game", json_string(standing->game));
    json_object_set_new(row, "against", json_string(standing->against));
    json_array_append_new(context, row);
}

static tp_err run_player(job *job, store *store, tp_error *error) {
    player_job *player = (player_job *)job;
    store_person row;
    int64_t games = 0;
    json_decref(player->answer);
    player->answer = player->game = NULL;
    tp_err code = store_person_get(store, player->id, &row, error);
    if (code == TP_E_UNKNOWN) {
        /* A guest who has not sat down yet is known to the cookie alone. */
        if (strcmp(player->who, player->id) != 0) return TP_OK;
        row = (store_person){0};
        memcpy(row.id, player->id, sizeof row.id);
        memcpy(row.name, player->who_name, sizeof row.name);
        code = TP_OK;
    }
    if (code == TP_OK) code = store_result_count(store, player->id, &games, error);
    if (code != TP_OK) return code;
    player->answer = json_pack("{s:s, s:s, s:b, s:I, s:[], s:[]}", "id", row.id, "name", row.name, "account",
                               row.login[0] != '\0', "games", (json_int_t)games, "standings", "last");
    if (player->answer == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a player");
    code = store_standings_of(store, player->id, MOST_STANDINGS, add_standing,
                              json_object_get(player->answer, "standings"), error);
    if (code == TP_OK) code = store_results(store, player->id, MOST_GAMES, add_result, player, error);
    return code;
}

static void free_player(player_job *player) {
    json_decref(player->answer);
    free(player);
}

static void no_such_player(net_exchange *exchange) {
    http_reply_error(exchange, 404, "NO_SUCH_PLAYER", "there is no person with this id");
}

static void player_done(job *job, server *server) {
    player_job *player = (player_job *)job;
    net_exchange *exchange = http_resume(&player->exchange);
    (void)server;
    if (exchange == NULL) {
        /* nobody waits */
    } else if (job->code != TP_OK) {
        http_reply_unsaved(exchange, &job->error);
    } else if (player->answer == NULL) {
        no_such_player(exchange);
    } else {
        http_reply_json(exchange, 200, json_incref(player->answer), "Cache-Control: no-store\r\n");
    }
    free_player(player);
}

/* Who asks is known, or nobody. */
static void begin_player(void *context, person *person, tp_err code) {
    player_job *player = context;
    (void)code; /* a person who cannot be found is nobody here */
    if (person != NULL) {
        memcpy(player->who, person->id, sizeof player->who);
        memcpy(player->who_name, person->name, sizeof player->who_name);
    }
    people_release(player->server, person);
    if (atomic_load(&player->server->stopping)) {
        net_exchange *exchange = http_resume(&player->exchange);
        if (exchange != NULL) http_reply_stopping(exchange);
        free_player(player);
        return;
    }
    read_give(player->server, READ_JOURNALS, &player->job, READ_LAST, player->network, player->who);
}

void player_request(server *server, net_exchange *exchange, const net_request *request, const char *id) {
    if (!is_id(id)) {
        no_such_player(exchange);
        return;
    }
    if (!charge_request(server, exchange, request, PRICE_PLAYER)) return;
    player_job *player = calloc(1, sizeof *player);
    if (player == NULL) {
        http_reply_no_memory(exchange);
        return;
    }
    player->job.run = run_player;
    player->job.done = player_done;
    player->server = server;
    snprintf(player->id, sizeof player->id, "%s", id);
    address_network(request->address, player->network);
    http_wait(exchange, &player->exchange);
    people_look_up(server, request->cookie, begin_player, player);
}
