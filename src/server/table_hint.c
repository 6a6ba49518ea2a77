/* Hints: what a search thinks of the moves of the one whose turn it is.
 *
 * Against bots alone anybody can have them. Where other people sit at the table they are off until everybody
 * agrees (offer.h), and such a game counts on no board. Either way the first hint, or the agreement, is an
 * event that everybody is told, before a hint is given. */
#include "server/connection.h"
#include "server/map.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/workers.h"

#include "review/review.h"

#include <stdlib.h>
#include <string.h>

typedef struct hint {
    task task;
    char table[ID_SIZE], serial[20];
    const tp_game *game;
    tp_options options;
    int64_t ref;
    uint64_t turn;
    int ply, count;
    tp_opinion *opinions;
    _Alignas(max_align_t) uint8_t view[]; /* of any game */
} hint;

static void think_hint(task *task) {
    hint *hint = (struct hint *)task;
    hint->count =
        review_moves(hint->game, &hint->options, HINT_JUDGE(300), 1, hint->view, hint->opinions, NULL);
}

static void hint_done(task *task, server *server) {
    hint *hint = (struct hint *)task;
    table *table = map_get(&server->tables, hint->table);
    connection *connection = connection_find(server, hint->serial);
    tp_assert(table != NULL);
    table->tasks--;
    /* The event that says that hints are used comes first: who can keep it from being written gets none. */
    bool is_told = !table->broken && table->hints_number > 0 && table->hints_number <= table->durable;
    if (connection != NULL && !is_told) {
        connection_refuse(connection, hint->ref, "NOT_SAVED",
                          "the database does not answer; try again in a moment");
    } else if (connection != NULL) {
        json_t *moves = json_array();
        for (int i = 0; i < hint->count; i++) {
            char text[TP_TEXT_SIZE];
            hint->game->move_text(hint->opinions[i].move, text, sizeof text);
            json_array_append_new(moves, json_pack("{s:s, s:f, s:f, s:I}", "move", text, "value",
                                                   hint->opinions[i].value, "error", hint->opinions[i].error,
                                                   "games", (json_int_t)hint->opinions[i].games));
        }
        json_t *message = json_pack("{s:s, s:s, s:i, s:o}", "is", "hint", "table", hint->table, "ply",
                                    hint->ply + 1, "moves", moves);
        connection_answer(connection, hint->ref, message);
    }
    free(hint->opinions);
    free(hint);
}

/* ---- whether there are any ---- */

static int count_people(const table *table) {
    int people = 0;
    for (int seat = 0; seat < table->seat_count; seat++) people += table->seats[seat].kind == SEAT_PERSON;
    return people;
}

bool table_hints_allowed(const table *table) { return table->hints_number > 0 || count_people(table) <= 1; }

/* From now on this game is one with hints. `agreed`: everybody was asked; else it is played against bots
 * alone. */
static bool note_hints(table *table, int seat, bool agreed, connection *connection, int64_t ref) {
    table->hints_number = table->number + 1;
    bool good = table_write(table, table_seat_event(table, EVENT_HINTS, seat, agreed), NULL, connection, ref);
    table_changed(table);
    return good;
}

void hints_carry_out(table *table, int seat) {
    table->offer = (offer){0};
    note_hints(table, seat, true, NULL, -1);
}

void table_ask_hints(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    const struct seat *s = &table->seats[seat];
    uint32_t asked = table_rights(table) & ~(1u << seat);
    if (s->left || s->resigned) {
        connection_refuse(connection, ref, "NOT_SEATED", "a bot plays for you; join the table again");
    } else if (table_hints_allowed(table)) {
        connection_refuse(connection, ref, "STALE", "hints are on at this table");
    } else if (s->asked_hints) {
        connection_refuse(connection, ref, "STALE", "you have already asked for hints: once per game");
    } else if (asked == 0) {
        note_hints(table, seat, true, connection, ref);
    } else if (offer_all_here(table, asked, connection, ref)) {
        offer_make(table, OFFER_HINTS, seat, asked, connection, ref);
    }
}

/* ---- giving one ---- */

void table_hint(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (!table_hints_allowed(table)) {
        connection_refuse(connection, ref, "HINTS_OFF",
                          "hints are off: other people play here, and all of them would have to agree");
        return;
    }
    if (tp_match_actor(table->match) != seat || table->durable < table->number) {
        connection_refuse(connection, ref, "NOT_YOUR_TURN", "only the player to move can ask for a hint");
        return;
    }
    if (table->tasks >= 4) {
        connection_refuse(connection, ref, "TOO_MANY", "wait for the hint that is in progress");
        return;
    }
    hint *hint = calloc(1, sizeof *hint + table->game->view_size);
    tp_opinion *opinions = calloc((size_t)table->game->max_moves, sizeof *opinions);
    if (hint == NULL || opinions == NULL) {
        free(hint);
        free(opinions);
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    hint->task = (task){.for_people = true, .run = think_hint, .done = hint_done};
    memcpy(hint->task.whose, connection->who->id, sizeof hint->task.whose);
    connection_network(connection, hint->task.network);
    memcpy(hint->table, table->id, sizeof hint->table);
    memcpy(hint->serial, connection->serial, sizeof hint->serial);
    hint->game = table->game;
    hint->options = *tp_match_options(table->match);
    hint->ref = ref;
    hint->ply = tp_match_plies(table->match);
    hint->opinions = opinions;
    tp_match_view(table->match, seat, hint->view);
    if (table->hints_number == 0 && !note_hints(table, seat, false, NULL, -1)) {
        free(opinions);
        free(hint);
        connection_refuse(connection, ref, "NOT_SAVED",
                          "the database does not answer; try again in a moment");
        return;
    }
    table->tasks++;
    table->server->count.hints++;
    workers_give(table->server->workers, &hint->task);
}
