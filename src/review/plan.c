/* Which positions have to be judged, and the life of a review.
 *
 * Judged are all decisions, those of the other seats too, each from the point of view of the seat that
 * decided. The line of a seat that is reviewed also has positions, where it has just been dealt
 * or shown something and has nothing to decide. */
#include "core/language.h"
#include "review/internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Room for looking at a ply. */
typedef struct room {
    void *state, *before, *view;
    tp_move *moves;
} room;

/* Note a position that has to be judged; false without memory. */
static bool ask(review *review, estimate wanted, const void *view) {
    if (review->count == review->capacity) {
        size_t capacity = review->capacity == 0 ? 256 : 2 * review->capacity;
        estimate *grown = realloc(review->estimates, capacity * sizeof *grown);
        if (grown == NULL) return false;
        review->estimates = grown;
        review->capacity = capacity;
    }
    wanted.view = malloc(review->game->view_size);
    if (wanted.view == NULL) return false;
    memcpy(wanted.view, view, review->game->view_size);
    review->estimates[review->count++] = wanted;
    return true;
}

/* Has the seat been shown an outcome in this ply? */
static bool is_shown(const review *review, const tp_match *match, int ply, int seat, const void *before) {
    const tp_event *events;
    size_t count = tp_match_ply_events(match, ply, &events);
    for (size_t i = 0; i < count; i++) {
        tp_event seen;
        if (events[i].type != TP_EVENT_CHANCE) continue;
        review->game->seen(before, &events[i], seat, &seen);
        if (seen.outcome != TP_HIDDEN) return true;
    }
    return false;
}

/* What has to be judged of the position after a ply; false without memory. */
static bool plan_ply(review *review, const tp_match *match, int ply, room *room) {
    const tp_game *game = review->game;
    const tp_event *next = NULL;
    bool is_last = ply == review->plies;
    if (is_last && review->resigned == 0) return true; /* the result is known */
    int actor = is_last || tp_match_ply_events(match, ply + 1, &next) == 0 ? TP_OVER : next[0].seat;
    if (actor >= 0) {
        game->view(room->state, actor, room->view);
        if (game->view_legal(room->view, room->moves) < 2) {
            actor = TP_OVER; /* nothing to decide */
        } else if (!ask(review,
                        (estimate){.seat = actor, .ply = ply, .is_decision = true, .chosen = next[0].move},
                        room->view)) {
            return false;
        }
    }
    for (int seat = 0; seat < review->seats; seat++) {
        if (seat == actor || (review->asked >> seat & 1) == 0) continue;
        if (!is_last && ply > 0 && !is_shown(review, match, ply, seat, room->before)) continue;
        game->view(room->state, seat, room->view);
        if (!ask(review, (estimate){.seat = seat, .ply = ply}, room->view)) return false;
    }
    return true;
}

static bool plan(review *review, const tp_match *match) {
    const tp_game *game = review->game;
    room room = {calloc(1, game->state_size), calloc(1, game->state_size), calloc(1, game->view_size),
                 calloc((size_t)game->max_moves, sizeof(tp_move))};
    bool good = room.state != NULL && room.before != NULL && room.view != NULL && room.moves != NULL;
    for (int ply = 0; good && ply <= review->plies; ply++) {
        memcpy(room.before, room.state, game->state_size);
        tp_match_state_at(match, ply, room.state);
        good = plan_ply(review, match, ply, &room);
    }
    free(room.state);
    free(room.before);
    free(room.view);
    free(room.moves);
    return good;
}

/* ---- the life of a review ---- */

/* How the match began and ended. */
static bool read_match(review *review, const tp_match *match) {
    const tp_game *game = review->game;
    const void *state = tp_match_state(match);
    uint32_t sides = 0;
    const tp_event *events;
    review->seats = tp_match_seats(match);
    review->plies = tp_match_plies(match);
    review->is_dealt = tp_match_ply_events(match, 0, &events) > 0;
    review->resigned = tp_match_resigned(match);
    tp_match_result(match, review->returns, review->scores);
    for (int seat = 0; seat < review->seats; seat++) {
        review->side[seat] = game->side(state, seat);
        sides |= 1u << review->side[seat];
    }
    review->sides = __builtin_popcount(sides);
    size_t entries = 0;
    char *lines = tp_record_lines(match, &entries);
    if (lines == NULL) return false;
    review->header = json_loads(lines, JSON_DISABLE_EOF_CHECK, NULL);
    free(lines);
    return review->header != NULL;
}

review *review_new(const review_setup *setup, tp_error *error) {
    const char *judge = setup->judge != NULL ? setup->judge : REVIEW_JUDGE;
    const tp_game *game = tp_match_game(setup->match);
    uint32_t all = (1u << tp_match_seats(setup->match)) - 1;
    if (tp_match_actor(setup->match) != TP_OVER) {
        tp_fail(error, TP_E_INPUT, TR("the game is not over: a review would show hidden cards"));
        return NULL;
    }
    if (judge_check(game, judge, error) != TP_OK) return NULL;
    tp_agent *tried = tp_agent_new_for(game, tp_match_options(setup->match), judge, 0,
                                       error); /* options that do not go together are told now */
    if (tried == NULL) return NULL;
    tp_agent_free(tried);
    if ((setup->seats & ~all) != 0) {
        tp_fail(error, TP_E_INPUT, TR("there is no such seat; the seats are 0 to %d"),
                tp_match_seats(setup->match) - 1);
        return NULL;
    }
    review *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->game = game;
        made->options = *tp_match_options(setup->match);
        made->usual = rollout_find(game, "usual");
        made->judge = strdup(judge);
        made->seed = setup->seed;
        made->asked = setup->seats != 0 ? setup->seats : all;
    }
    if (made == NULL || made->judge == NULL || !read_match(made, setup->match) || !plan(made, setup->match)) {
        review_free(made);
        tp_fail(error, TP_E_MEMORY, TR("no memory for the review"));
        return NULL;
    }
    return made;
}

void review_free(review *review) {
    if (review == NULL) return;
    for (size_t i = 0; i < review->count; i++) {
        free(review->estimates[i].view);
        free(review->estimates[i].moves);
    }
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        free(review->work[seat].decisions);
        free(review->work[seat].line);
    }
    free(review->estimates);
    free(review->judge);
    json_decref(review->header);
    free(review);
}

size_t review_work(const review *review) { return review->count; }

size_t review_done(const review *review) { return atomic_load(&review->done); }

bool review_step(review *review) {
    size_t number = atomic_fetch_add(&review->next, 1);
    if (number >= review->count) return false;
    if (!judge_position(review, &review->estimates[number])) atomic_store(&review->failed, true);
    atomic_fetch_add(&review->done, 1);
    return true;
}

bool review_finish(review *review, tp_error *error) {
    if (review_done(review) < review->count) {
        tp_fail(error, TP_E_INPUT, TR("the review is not complete: %zu of %zu positions were judged"),
                review_done(review), review->count);
        return false;
    }
    bool good = !atomic_load(&review->failed);
    for (int seat = 0; good && seat < review->seats; seat++) {
        if ((review->asked >> seat & 1) != 0) good = sum_seat(review, seat);
    }
    if (!good) tp_fail(error, TP_E_MEMORY, TR("no memory for the review"));
    review->is_finished = good;
    return good;
}

const review_seat *review_of(const review *review, int seat) {
    if (!review->is_finished || seat < 0 || seat >= review->seats || (review->asked >> seat & 1) == 0)
        return NULL;
    return &review->work[seat].result;
}

const char *review_usual(const tp_game *game) { return rollout_find(game, "usual")->player; }

bool review_is_sure(review_figure cost) { return cost.value > 2 * cost.error; }
