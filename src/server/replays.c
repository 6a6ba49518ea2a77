/* A finished game step by step, as one of its seats saw it, as a spectator did, or with all cards open.
 *
 * A client that may have the record may have this: everything is made of it, on a worker, and at most so many
 * plies at once. */
#include "server/http.h"
#include "server/log.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/told.h"
#include "server/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 100 }; /* in one answer */

/* What is wanted of a game: the steps `from` and up to `count` - 1 after it, and in which language they are
 * told. */
typedef struct wish {
    int viewer, from, count;
    const char *language;
    bool marks; /* of cards, in sentences */
} wish;

typedef struct replay {
    task task;
    net_exchange *exchange; /* NULL: the peer has gone */
    finished_game game;
    wish wish;
    char *body;
    bool is_no_seat; /* that was wished for */
    tp_error error;
} replay;

/* ---- on a worker ---- */

static json_t *seats_to_json(const finished_game *game, const tp_match *match) {
    json_t *list = json_array();
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        const char *name = tp_match_seat_name(match, seat), *agent = game->seats[seat].agent;
        if (agent[0] == '\0') {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "who", "person", "name", name, "id",
                                                  game->seats[seat].person));
            continue;
        }
        const tp_character *character = tp_character_named(name);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s*}", "who", "agent", "name",
                                              seat_said_name(name), "agent", agent, "character",
                                              character != NULL ? character->id : NULL));
    }
    return list;
}

static json_t *seat_of(const finished_game *game) {
    for (int seat = 0; seat < TP_MAX_SEATS && game->who[0] != '\0'; seat++) {
        if (strcmp(game->seats[seat].person, game->who) == 0) return json_integer(seat);
    }
    return json_null();
}

static json_t *viewer_to_json(int viewer) {
    if (viewer == TP_REVEALED) return json_string("open");
    return viewer >= 0 ? json_integer(viewer) : json_null();
}

/* The data of a ply, which is text already, as an object. */
static json_t *data_to_json(const told *told, int ply) {
    json_out out = {0};
    size_t size;
    const char *data = told_data(told, ply, &size);
    json_out_open(&out, '{');
    json_out_raw(&out, data, size);
    json_out_close(&out, '}');
    const char *text = json_out_end(&out);
    json_t *object = text != NULL ? json_loadb(text, out.size, 0, NULL) : NULL;
    json_out_free(&out);
    return object;
}

/* One ply: who moved and what was done, what could be told of it, and how the table looked afterwards. */
static json_t *step_to_json(const tp_match *match, int ply, const void *view, const told *told, bool marks) {
    const tp_game *game = tp_match_game(match);
    const char *names[TP_MAX_SEATS];
    const tp_event *events;
    int seats = tp_match_seats(match), actor = game->view_actor(view);
    if (ply == tp_match_plies(match)) actor = TP_OVER; /* also if a player gave up */
    bool is_move = tp_match_ply_events(match, ply, &events) > 0 && ply > 0;
    for (int seat = 0; seat < seats; seat++) names[seat] = seat_said_name(tp_match_seat_name(match, seat));
    json_t *step = json_pack(
        "{s:i, s:o, s:o, s:o, s:o}", "ply", ply, "seat", is_move ? json_integer(events[0].seat) : json_null(),
        "actor", actor >= 0 ? json_integer(actor) : json_null(), "text",
        sentences_to_json(told_text(told, ply), names, seats, marks), "view", game->view_to_json(view));
    json_t *data = data_to_json(told, ply);
    if (step != NULL && data != NULL) json_object_update(step, data);
    json_decref(data);
    return step;
}

/* The plies from `first` to `last`; NULL without memory. */
static json_t *steps_to_json(const tp_match *match, const wish *wish, int last) {
    int viewer = wish->viewer, first = wish->from;
    const tp_game *game = tp_match_game(match);
    size_t count = last >= first ? (size_t)(last - first) + 1 : 0;
    char *views = calloc(count + 1, game->view_size);
    told told = {.last = -1};
    bool good = views != NULL;
    if (good && count > 0)
        good = tp_match_view_plies(match, first, last, viewer, views) &&
               told_make(&told, match, first, last, viewer);
    /* As at the table itself: after the end every card lies open. */
    if (good && count > 0 && last == tp_match_plies(match))
        tp_match_view(match, TP_REVEALED, views + (count - 1) * game->view_size);
    json_t *steps = good ? json_array() : NULL;
    for (size_t i = 0; steps != NULL && i < count; i++) {
        json_array_append_new(
            steps, step_to_json(match, first + (int)i, views + i * game->view_size, &told, wish->marks));
    }
    told_free(&told);
    free(views);
    return steps;
}

static json_t *replay_to_json(const replay *replay, const tp_match *match) {
    const wish *wish = &replay->wish;
    const tp_game *game = tp_match_game(match);
    int plies = tp_match_plies(match);
    int last = wish->count < plies - wish->from + 1 ? wish->from + wish->count - 1 : plies;
    json_t *steps = steps_to_json(match, wish, last);
    if (steps == NULL) return NULL;
    json_t *object = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:b, s:i, s:o, s:o, s:i, s:o}", "table",
                               replay->game.table, "game", game->name, "title", game->title, "options",
                               tp_options_to_json(tp_match_options(match)), "seats",
                               seats_to_json(&replay->game, match), "you", seat_of(&replay->game), "public",
                               replay->game.is_public, "plies", plies, "result", result_to_json(match),
                               "viewer", viewer_to_json(wish->viewer), "from", wish->from, "steps", steps);
    if (object != NULL) add_shape(object, tp_match_shape(match));
    if (object != NULL && tp_match_undone(match)) json_object_set_new(object, "undone", json_true());
    return object;
}

static void make_replay(task *task) {
    replay *replay = (struct replay *)task;
    tp_match *match = tp_record_parse(replay->game.lines, replay->game.size, NULL, &replay->error);
    if (match == NULL) return;
    const char *before = tp_language_set(replay->wish.language);
    replay->is_no_seat = replay->wish.viewer >= tp_match_seats(match);
    if (replay->is_no_seat) {
        tp_fail(&replay->error, TP_E_INPUT, TR("'seat' is 0 to %d at this table, not %d"),
                tp_match_seats(match) - 1, replay->wish.viewer);
    } else {
        json_t *object = replay_to_json(replay, match);
        replay->body = object != NULL ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
        json_decref(object);
        if (replay->body == NULL) tp_fail(&replay->error, TP_E_MEMORY, "no memory for a replay");
    }
    tp_language_set(before);
    tp_match_free(match);
}

/* ---- on the loop ---- */

static void reply_replay(const replay *replay, net_exchange *exchange) {
    net_response response = {.status = 200,
                             .content_type = "application/json",
                             .headers = "Cache-Control: no-store\r\n",
                             .body = replay->body,
                             .body_size = strlen(replay->body)};
    net_reply(exchange, &response);
}

static void replay_done(task *task, server *server) {
    replay *replay = (struct replay *)task;
    net_exchange *exchange = http_resume(&replay->exchange);
    if (exchange == NULL) {
        /* nobody waits */
    } else if (task->run == NULL) {
        http_reply_stopping(exchange);
    } else if (replay->body != NULL) {
        reply_replay(replay, exchange);
    } else if (replay->is_no_seat) {
        http_reply_text(exchange, 400, "BAD_MESSAGE", replay->error.text);
    } else if (replay->error.code == TP_E_MEMORY) {
        http_reply_no_memory(exchange);
    } else {
        server_log(LOG_ERROR, "a record cannot be read", "table", replay->game.table, "why",
                   replay->error.text, NULL);
        http_reply_error(exchange, 500, "NOT_SAVED", "the record of this game cannot be read");
    }
    finished_release(server, &replay->game);
    free(replay->body);
    free(replay);
}

static void begin_replay(server *server, net_exchange *exchange, finished_game *game, void *context) {
    replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL || atomic_load(&server->stopping)) {
        free(replay);
        free(context);
        http_reply_stopping(exchange);
        return;
    }
    replay->task = (task){.for_people = true, .run = make_replay, .done = replay_done};
    memcpy(replay->task.whose, game->who, sizeof replay->task.whose);
    memcpy(replay->task.network, game->network, sizeof replay->task.network);
    replay->game = *game;
    finished_hold(&replay->game);
    replay->wish = *(wish *)context;
    free(context);
    http_wait(exchange, &replay->exchange);
    workers_give(server->workers, &replay->task);
}

/* ---- what is asked for ---- */

/* A whole number in a query; false, with a sentence, for anything else. */
static bool read_number(const char *query, const char *name, int most, int *out, tp_error *error) {
    char text[16], *end;
    if (!http_query(query, name, text, sizeof text)) return true;
    long number = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || number > most) {
        tp_fail(error, TP_E_INPUT, TR("'%s' is a whole number in 0 .. %d"), name, most);
        return false;
    }
    *out = (int)number;
    return true;
}

static bool read_wish(const char *query, wish *wish, tp_error *error) {
    char seat[16];
    *wish = (struct wish){
        .viewer = TP_SPECTATOR, .count = MOST_STEPS, .language = tp_language(), .marks = http_marks(query)};
    if (http_query(query, "seat", seat, sizeof seat) && strcmp(seat, "open") == 0) {
        wish->viewer = TP_REVEALED;
    } else if (!read_number(query, "seat", TP_MAX_SEATS - 1, &wish->viewer, NULL)) {
        tp_fail(error, TP_E_INPUT,
                TR("'seat' is the number of a seat or 'open'; without it, the game is shown as a spectator "
                   "saw it"));
        return false;
    }
    return read_number(query, "from", 1000000, &wish->from, error) &&
           read_number(query, "count", MOST_STEPS, &wish->count, error);
}

void replay_request(server *server, net_exchange *exchange, const net_request *request, const char *table) {
    tp_error error = {0};
    wish *wish = calloc(1, sizeof *wish);
    if (wish == NULL) {
        http_reply_no_memory(exchange);
    } else if (!read_wish(request->query, wish, &error)) {
        free(wish);
        http_reply_text(exchange, 400, "BAD_MESSAGE", error.text);
    } else {
        finished_request(server, exchange, request, table, PRICE_REPLAY, begin_replay, wish);
    }
}
