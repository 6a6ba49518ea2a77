/* A review as JSON: one shape for the command line, the server and the page. docs/review.md describes it. */
#include "review/internal.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* Six decimals are more than any judge knows. */
static json_t *number(double value) { return json_real(round(value * 1e6) / 1e6 + 0.0); }

static json_t *figure(review_figure value) {
    return json_pack("{s:o, s:o}", "value", number(value.value), "error", number(value.error));
}

static json_t *move_text(const tp_game *game, tp_move move) {
    char text[TP_TEXT_SIZE];
    game->move_text(move, text, sizeof text);
    return json_string(text);
}

static json_t *opinion(const tp_game *game, const tp_opinion *opinion, const void *view) {
    char name[TP_TEXT_SIZE], marked[TP_TEXT_SIZE] = "";
    tp_move_label(game, view, opinion->move, name, sizeof name);
    json_t *json = json_pack("{s:o, s:s, s:o, s:o, s:I}", "move", move_text(game, opinion->move), "name",
                             name, "value", number(opinion->value), "error", number(opinion->error), "games",
                             (json_int_t)opinion->games);
    if (game->move_name != NULL) game->move_name(view, opinion->move, marked, sizeof marked);
    if (json != NULL && strchr(marked, '{') != NULL) json_object_set_new(json, "marked", json_string(marked));
    return json;
}

static json_t *point(int ply, review_figure value) {
    json_t *json = figure(value);
    if (json != NULL) json_object_set_new(json, "ply", json_integer(ply));
    return json;
}

/* The costliest ones are positions to step into: they come with the view that the seat had. */
static json_t *decision(const tp_game *game, const review_decision *found, bool is_costliest,
                        int most_moves) {
    json_t *moves = json_array();
    for (int i = 0; i < found->count; i++) {
        bool is_far = most_moves > 0 && i >= most_moves && found->moves[i].move != found->chosen;
        if (!is_far) json_array_append_new(moves, opinion(game, &found->moves[i], found->view));
    }
    json_t *json = json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "ply", found->ply, "chosen",
                             move_text(game, found->chosen), "best", move_text(game, found->best), "before",
                             figure(found->before), "after", figure(found->after), "cost",
                             figure(found->cost), "moves", moves);
    if (is_costliest && json != NULL) json_object_set_new(json, "view", game->view_to_json(found->view));
    return json;
}

static bool is_costliest(const review_seat *seat, int place) {
    for (int i = 0; i < seat->costliest_count; i++) {
        if (seat->costliest[i] == place) return true;
    }
    return false;
}

static json_t *parts(const review *review, const review_seat *seat) {
    json_t *others = json_array();
    for (int other = 0; other < review->seats; other++) {
        if (other == seat->seat) continue;
        json_t *json = figure(seat->others[other]);
        json_object_set_new(json, "seat", json_integer(other));
        json_array_append_new(others, json);
    }
    json_t *all = json_pack("{s:o, s:o, s:o}", "decisions", figure(seat->decisions), "others", others, "luck",
                            figure(seat->luck));
    if (seat->gave_up_seat >= 0) {
        json_t *end = figure(seat->gave_up);
        json_object_set_new(end, "seat", json_integer(seat->gave_up_seat));
        json_object_set_new(all, "gave_up", end);
    }
    return all;
}

static json_t *seat_to_json(const review *review, const review_seat *seat, int most_moves) {
    json_t *decisions = json_array(), *costliest = json_array(), *line = json_array();
    for (int i = 0; i < seat->decision_count; i++)
        json_array_append_new(decisions,
                              decision(review->game, &seat->decision[i], is_costliest(seat, i), most_moves));
    for (int i = 0; i < seat->costliest_count; i++)
        json_array_append_new(costliest, json_integer(seat->decision[seat->costliest[i]].ply));
    for (int i = 0; i < seat->point_count; i++)
        json_array_append_new(line, point(seat->line[i].ply, seat->line[i].value));
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "seat", seat->seat, "start",
                     number(seat->start), "result", number(seat->result), "parts", parts(review, seat),
                     "cost", figure(seat->cost), "costliest", costliest, "decisions", decisions, "line",
                     line);
}

json_t *review_part_to_json(const review *review, int seat, size_t first, size_t last, int most_moves) {
    json_t *decisions = json_array(), *line = json_array();
    for (size_t i = first; i < last; i++) {
        const estimate *found = &review->estimates[i];
        if (found->seat != seat) continue;
        if (found->is_decision) {
            review_decision judged = sum_decision(found);
            json_array_append_new(decisions, decision(review->game, &judged, false, most_moves));
            json_array_append_new(line, point(found->ply, judged.before));
            json_array_append_new(line, point(judged.ply, judged.after));
        } else {
            review_figure value = {found->value.value, found->value.error};
            json_array_append_new(line, point(found->ply, value));
        }
    }
    return json_pack("{s:o, s:o}", "decisions", decisions, "line", line);
}

static json_t *record_to_json(const review *review) {
    static const char *const taken[] = {"version", "game", "rules", "options", "seats", "commitment"};
    json_t *json = json_object();
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        json_object_set(json, taken[i], json_object_get(review->header, taken[i]));
    json_object_set_new(json, "plies", json_integer(review->plies));
    return json;
}

static json_t *result_to_json(const review *review) {
    json_t *returns = json_array(), *scores = json_array();
    for (int seat = 0; seat < review->seats; seat++) {
        json_array_append_new(returns, number((double)review->returns[seat]));
        json_array_append_new(scores, json_integer(review->scores[seat]));
    }
    return json_pack("{s:o, s:o}", "returns", returns, "scores", scores);
}

json_t *review_to_json(const review *review, uint32_t seats_wanted, int most_moves) {
    json_t *seats = json_array();
    const char *level = tp_level_agent(review->game, review->judge);
    for (int seat = 0; seat < review->seats; seat++) {
        const review_seat *found = review_of(review, seat);
        if (found != NULL && (seats_wanted == 0 || (seats_wanted >> seat & 1) != 0))
            json_array_append_new(seats, seat_to_json(review, found, most_moves));
    }
    return json_pack("{s:s, s:i, s:o, s:{s:s, s:s, s:I}, s:o, s:o}", "tapete", "review", "version",
                     REVIEW_VERSION, "record", record_to_json(review), "judge", "agent",
                     level != NULL ? level : review->judge, "usual", review->usual->player, "seed",
                     (json_int_t)review->seed, "result", result_to_json(review), "seats", seats);
}
