/* How games ended: what is kept of each seat, and on which board it counts.
 *
 * A board is for games of one kind against the same opponents: `people`, where everybody else was a person,
 * or the name of an agent, where all others were that one. Games with people and bots, or with different
 * bots, count on none. Points are from 0 to 1 and half for as well as the others, for any number of players.
 * A win counts for the person who played: if a bot played at the end, or something was taken back against
 * bots, the game counts as played and not as won, so that nobody gets rid of a loss that way. What people
 * agree to take back is between them, and then the game counts for nobody. */
#include "server/results.h"
#include "server/table.h"

#include <stdio.h>
#include <string.h>

enum {
    GAMES_OF_PAIR =
        3, /* of the same two opponents at the same game that count on the board between people in a day */
    DAY_MS = 24 * 3600 * 1000,
};

/* ---- of a table ---- */

static const char *against(const table *table, int seat) {
    const char *agent = NULL;
    int people = 0, bots = 0;
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *s = &table->seats[other];
        if (other == seat) continue;
        people += s->kind == SEAT_PERSON;
        bots += s->kind == SEAT_AGENT && (agent == NULL || strcmp(agent, s->agent_name) == 0);
        if (s->kind == SEAT_AGENT) agent = s->agent_name;
    }
    if (people == table->seat_count - 1) return "people";
    return bots == table->seat_count - 1 ? agent : "";
}

/* What the game counts for this seat; negative: it does not. */
static double points(const table *table, int seat, const seat_result *result) {
    bool agreed = tp_match_undone(table->match) || table->hints_number > 0;
    bool is_people = strcmp(result->against, "people") == 0;
    if (result->person[0] == '\0' || result->against[0] == '\0') return -1;
    if (is_people && (agreed || table->unrated)) return -1;
    if (result->returns > 0 && !result->rated) return 0;
    if (is_people && result->returns > 0 && !board_was_played(table, seat)) return -1;
    return (result->returns + 1) / 2;
}

void results_make(const table *table, int64_t ended_ms, results *out) {
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    const void *state = tp_match_state(table->match);
    tp_match_result(table->match, returns, scores);
    memset(out, 0, sizeof *out);
    memcpy(out->table, table->id, sizeof out->table);
    out->game = table->game->name;
    out->is_public = table->settings.is_public;
    out->ended_ms = ended_ms;
    out->count = table->seat_count;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        seat_result *result = &out->seats[seat];
        bool gave_up = s->resigned && (tp_match_resigned(table->match) >> seat & 1) == 0;
        memcpy(result->person, s->person, sizeof s->person);
        memcpy(result->agent, s->agent_name, sizeof s->agent_name);
        snprintf(result->against, sizeof result->against, "%s", against(table, seat));
        result->side = table->game->side(state, seat);
        result->returns = gave_up ? -1 : (double)returns[seat];
        result->score = scores[seat];
        result->resigned = s->resigned;
        result->rated = !tp_match_undone(table->match) && table->hints_number == 0 &&
                        (s->kind == SEAT_AGENT || !(s->left || s->taken_over || s->timed_out));
        result->points = points(table, seat, result);
    }
}

bool results_count(const table *table) {
    bool agreed = tp_match_undone(table->match) || table->hints_number > 0;
    if (table->continues[0] != '\0') return false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const char *board = table->seats[seat].kind == SEAT_PERSON ? against(table, seat) : "";
        if (strcmp(board, "people") == 0 ? !agreed && !table->unrated : board[0] != '\0') return true;
    }
    return false;
}

/* ---- into the store ---- */

/* Whether two opponents have had as many games on the board between people today as count. */
static tp_err is_one_too_many(store *store, const results *all, bool *out, tp_error *error) {
    tp_err code = TP_OK;
    *out = false;
    for (int one = 0; code == TP_OK && one < all->count; one++) {
        for (int other = one + 1; code == TP_OK && other < all->count; other++) {
            const seat_result *a = &all->seats[one], *b = &all->seats[other];
            bool counts = strcmp(a->against, "people") == 0 && (a->points >= 0 || b->points >= 0);
            if (!counts || a->side == b->side || a->person[0] == '\0' || b->person[0] == '\0') continue;
            const store_pair pair = {a->person, b->person, all->game, all->ended_ms - DAY_MS, all->table};
            int64_t count = 0;
            code = store_results_between(store, &pair, &count, error);
            *out |= count >= GAMES_OF_PAIR;
        }
    }
    return code;
}

tp_err results_write(store *store, const results *all, tp_error *error) {
    bool too_many;
    tp_err code = is_one_too_many(store, all, &too_many, error);
    for (int seat = 0; code == TP_OK && seat < all->count; seat++) {
        const seat_result *one = &all->seats[seat];
        store_result result = {.table = all->table,
                               .game = all->game,
                               .seat = seat,
                               .person = one->person,
                               .agent = one->agent,
                               .returns = one->returns,
                               .score = one->score,
                               .rated = one->rated,
                               .how = one->resigned ? "resigned" : "played",
                               .ended_ms = all->ended_ms,
                               .side = one->side,
                               .is_public = all->is_public,
                               .against = one->against,
                               .points = too_many ? -1 : one->points};
        code = store_result_add(store, &result, error);
    }
    return code;
}
