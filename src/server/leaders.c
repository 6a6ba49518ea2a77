/* Leaderboards: who has reached what on the boards of a game (results.c says what a board is).
 *
 * Ranked by what is certain of a person's share of points, the lower end of Wilson's interval: nobody is
 * first for having won the only game, and nobody is punished for having played much. A board
 * is made at most every other second, by a reader, from one row for each person, once for all who ask
 * meanwhile. */
#include "arena/stats.h"
#include "server/charge.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BOARDS = 20,   /* of a game, that are named */
    MOST_LEADERS = 100, /* on a board */
    FRESH_MS = 2000,
    KEPT_BOARDS = 32, /* in memory */
};

/* ---- standings ---- */

static double certain_share(double points, double games) {
    double share = points / games;
    share = share < 0 ? 0 : share > 1 ? 1 : share; /* sums of thirds are not exact */
    return stats_share(share, share * (1 - share) / games, games).low;
}

json_t *standing_to_json(const store_standing *standing) {
    double games = (double)standing->games;
    return json_pack("{s:I, s:I, s:f, s:f, s:I}", "games", (json_int_t)standing->games, "won",
                     (json_int_t)standing->won, "share", standing->points / games, "certain",
                     certain_share(standing->points, games), "last_ms", (json_int_t)standing->last_ms);
}

/* ---- boards in memory ---- */

typedef struct board {
    char name[64 + AGENT_SIZE]; /* game, space, against */
    char *text;
    int64_t made_ms;
} board;

static void name_board(char out[64 + AGENT_SIZE], const char *game, const char *against) {
    snprintf(out, 64 + AGENT_SIZE, "%.40s %s", game, against);
}

void leaders_forget(server *server) {
    board *board;
    for (size_t i = 0; (board = map_next(&server->leaders, &i)) != NULL;) {
        map_remove(&server->leaders, board->name);
        free(board->text);
        free(board);
    }
}

/* Keep it for those who ask next; it is no harm if there is no memory for that. */
static void keep_board(server *server, const char *name, const char *text) {
    if (server->leaders.count >= KEPT_BOARDS) leaders_forget(server);
    board *board = map_get(&server->leaders, name);
    if (board == NULL) {
        board = calloc(1, sizeof *board);
        if (board == NULL) return;
        snprintf(board->name, sizeof board->name, "%s", name);
        if (!map_put(&server->leaders, board->name, board)) {
            free(board);
            return;
        }
    }
    free(board->text);
    board->text = strdup(text);
    board->made_ms = server_now_ms();
}

static void reply_board(net_exchange *exchange, const char *text) {
    net_response response = {.status = 200,
                             .content_type = "application/json",
                             .headers = "Cache-Control: no-store\r\n",
                             .body = text,
                             .body_size = strlen(text)};
    net_reply(exchange, &response);
}

/* ---- making one ---- */

typedef struct leader {
    char id[ID_SIZE], name[NAME_SIZE];
    store_standing standing; /* its texts are not kept */
    double certain;
} leader;

/* Who waits for a board. */
typedef struct board_asker {
    struct board_asker *next;
    net_exchange *exchange; /* NULL: the peer has gone */
} board_asker;

typedef struct leaders_job leaders_job;
struct leaders_job {
    job job;
    leaders_job *next; /* of those that are being made */
    char name[64 + AGENT_SIZE];
    board_asker *askers;
    const tp_game *game;
    char against[AGENT_SIZE];
    leader *leaders;
    size_t count, capacity;
    bool failed;
    char *text;
};

static void add_leader(void *context, const store_standing *standing) {
    leaders_job *making = context;
    if (making->count == making->capacity) {
        size_t capacity = 2 * making->capacity + 64;
        leader *grown = realloc(making->leaders, capacity * sizeof *grown);
        making->failed |= grown == NULL;
        if (grown == NULL) return;
        making->leaders = grown;
        making->capacity = capacity;
    }
    leader *leader = &making->leaders[making->count++];
    leader->standing = *standing;
    leader->certain = certain_share(standing->points, (double)standing->games);
    snprintf(leader->id, sizeof leader->id, "%s", standing->person);
    snprintf(leader->name, sizeof leader->name, "%s", standing->name);
}

/* The most certain first, then who played more; those who are alike, by their ids. */
static int compare(const void *a, const void *b) {
    const leader *one = a, *other = b;
    if (one->certain != other->certain) return one->certain > other->certain ? -1 : 1;
    if (one->standing.games != other->standing.games)
        return one->standing.games > other->standing.games ? -1 : 1;
    return strcmp(one->id, other->id);
}

static void add_board(void *context, const char *against, int64_t people) {
    json_array_append_new(context, json_pack("{s:s, s:I}", "against", against, "people", (json_int_t)people));
}

static json_t *leaders_to_json(const leaders_job *making, json_t *boards) {
    json_t *list = json_array();
    for (size_t i = 0; i < making->count && i < MOST_LEADERS; i++) {
        const leader *leader = &making->leaders[i];
        json_t *row = standing_to_json(&leader->standing);
        if (row == NULL) continue;
        json_object_set_new(row, "rank", json_integer((json_int_t)i + 1));
        json_object_set_new(row, "id", json_string(leader->id));
        json_object_set_new(row, "name", json_string(leader->name));
        json_array_append_new(list, row);
    }
    return json_pack("{s:s, s:s, s:s, s:I, s:O, s:o}", "game", making->game->name, "title",
                     making->game->title, "against", making->against, "people", (json_int_t)making->count,
                     "boards", boards, "leaders", list);
}

static tp_err run_leaders(job *job, store *store, tp_error *error) {
    leaders_job *making = (leaders_job *)job;
    free(making->text);
    making->text = NULL;
    making->count = 0;
    making->failed = false;
    json_t *boards = json_array();
    tp_err code = store_boards(store, making->game->name, MOST_BOARDS, add_board, boards, error);
    if (code == TP_OK)
        code = store_standings_on(store, making->game->name, making->against, add_leader, making, error);
    if (code == TP_OK && !making->failed) {
        if (making->count > 0) qsort(making->leaders, making->count, sizeof *making->leaders, compare);
        json_t *answer = leaders_to_json(making, boards);
        making->text = json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(15));
        json_decref(answer);
    }
    json_decref(boards);
    if (code == TP_OK && making->text == NULL)
        return tp_fail(error, TP_E_MEMORY, "no memory for a leaderboard");
    return code;
}

static void leaders_done(job *job, server *server) {
    leaders_job *making = (leaders_job *)job;
    leaders_job **link = &server->boards;
    while (*link != making) link = &(*link)->next;
    *link = making->next;
    if (job->code == TP_OK) keep_board(server, making->name, making->text);
    while (making->askers != NULL) {
        board_asker *asker = making->askers;
        making->askers = asker->next;
        net_exchange *exchange = http_resume(&asker->exchange);
        if (exchange != NULL && job->code != TP_OK) {
            http_reply_unsaved(exchange, &job->error);
        } else if (exchange != NULL) {
            reply_board(exchange, making->text);
        }
        free(asker);
    }
    free(making->leaders);
    free(making->text);
    free(making);
}

/* ---- what is asked for ---- */

static bool is_agent_name(const char *text) {
    for (; *text > ' ' && *text < 0x7f; text++) continue;
    return *text == '\0';
}

/* The board that is being made, or one that now is; NULL without memory. */
static leaders_job *making_of(server *server, const char *name, const tp_game *game, const char *against,
                              const char *network) {
    leaders_job *making = server->boards;
    while (making != NULL && strcmp(making->name, name) != 0) making = making->next;
    if (making != NULL) return making;
    making = calloc(1, sizeof *making);
    if (making == NULL) return NULL;
    making->game = game;
    snprintf(making->name, sizeof making->name, "%s", name);
    snprintf(making->against, sizeof making->against, "%s", against);
    making->job.run = run_leaders;
    making->job.done = leaders_done;
    making->next = server->boards;
    server->boards = making;
    read_give(server, READ_JOURNALS, &making->job, READ_LAST, network, "");
    return making;
}

static void await_board(server *server, net_exchange *exchange, const net_request *request, const char *name,
                        const tp_game *game, const char *against) {
    char network[NETWORK_SIZE];
    address_network(request->address, network);
    board_asker *asker = calloc(1, sizeof *asker);
    leaders_job *making = asker != NULL ? making_of(server, name, game, against, network) : NULL;
    if (making == NULL) {
        free(asker);
        http_reply_no_memory(exchange);
        return;
    }
    asker->next = making->askers;
    making->askers = asker;
    http_wait(exchange, &asker->exchange);
}

void leaders_request(server *server, net_exchange *exchange, const net_request *request, const char *game) {
    tp_error error = {0};
    char against[AGENT_SIZE], name[64 + AGENT_SIZE];
    const tp_game *found = game_offered(server, game, &error);
    if (!http_query(request->query, "against", against, sizeof against))
        snprintf(against, sizeof against, "people");
    name_board(name, game, against);
    const board *board = map_get(&server->leaders, name);
    if (found == NULL) {
        http_reply_text(exchange, 404, "NO_SUCH_GAME", error.text);
    } else if (!is_agent_name(against)) {
        http_reply_error(exchange, 400, "BAD_MESSAGE", "'against' is 'people' or the name of an agent");
    } else if (board != NULL && board->text != NULL && server_now_ms() - board->made_ms < FRESH_MS) {
        reply_board(exchange, board->text);
    } else if (atomic_load(&server->stopping)) {
        http_reply_stopping(exchange);
    } else if (charge_request(server, exchange, request, PRICE_LEADERS)) {
        await_board(server, exchange, request, name, found, against);
    }
}
