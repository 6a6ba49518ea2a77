/* How games ended, and which of them count on a board. */
#ifndef TAPETE_SERVER_RESULTS_H
#define TAPETE_SERVER_RESULTS_H

#include "server/base.h"

typedef struct seat_result {
    char person[ID_SIZE], agent[AGENT_SIZE];
    char against[AGENT_SIZE]; /* the board that it counts on; "" for none */
    int side;
    double returns, points; /* points: on the board, 0 to 1; negative: it does not count */
    int64_t score;
    bool rated, resigned;
} seat_result;

typedef struct results {
    char table[ID_SIZE];
    const char *game;
    bool is_public;
    int64_t ended_ms;
    int count;
    seat_result seats[TP_MAX_SEATS];
} results;

/* ---- results.c ---- */

void results_make(const table *table, int64_t ended_ms, results *out); /* of one that is over */
bool results_count(
    const table *table); /* from the deal on: whether it counts on a board, as far as is known */
tp_err results_write(store *store, const results *all, tp_error *error); /* on the writer's thread */

/* ---- boards.c ---- */

void board_note_network(table *table, int seat, connection *connection); /* the person was heard from there */
void board_at_deal(table *table, json_t *entry);
void board_at_end(table *table, json_t *entry);
/* Whether those who gave up against this seat had played for long enough that beating them means something.
 */
bool board_was_played(const table *table, int seat);

/* ---- results_read.c ---- */

void results_catch_up(server *server);

#endif
