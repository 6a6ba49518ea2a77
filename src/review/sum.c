/* Adding up: from what was found about single positions to what the whole match was made of.
 *
 * The effects of all decisions, the seat's own and those of the others, are found by judging; the rest of the
 * way from the start to the result is luck. So the parts add up by construction, and luck is as uncertain as
 * the others are together. */
#include "review/internal.h"

#include <math.h>
#include <stdlib.h>

static void add(review_figure *sum, double value, double error) {
    sum->value += value;
    sum->error = hypot(sum->error, error);
}

static void add_point(seat_work *work, int ply, review_figure value) {
    review_seat *result = &work->result;
    if (result->point_count > 0 && work->line[result->point_count - 1].ply == ply) result->point_count--;
    work->line[result->point_count++] = (review_point){ply, value};
}

static review_figure figure_of(const tp_opinion *opinion) {
    return (review_figure){opinion->value, opinion->error};
}

static review_figure cost_of(const estimate *found) {
    if (found->value.move == found->best.move) return (review_figure){0, 0};
    return (review_figure){found->best.value - found->value.value,
                           hypot(found->best.error, found->value.error)};
}

review_decision sum_decision(const estimate *found) {
    return (review_decision){
        .ply = found->ply + 1,
        .view = found->view,
        .chosen = found->value.move,
        .best = found->best.move,
        .moves = found->moves,
        .count = found->count,
        .before = figure_of(&found->best),
        .after = figure_of(&found->value),
        .cost = cost_of(found),
    };
}

static void add_decision(seat_work *work, const estimate *found) {
    review_decision decision = sum_decision(found);
    work->decisions[work->result.decision_count++] = decision;
    add(&work->result.cost, decision.cost.value, decision.cost.error);
    add_point(work, found->ply, decision.before);
    add_point(work, decision.ply, decision.after);
}

/* Giving up is a decision too: it costs a seat the difference between the end and what it could still expect.
 * */
static void add_resignation(const review *review, seat_work *work) {
    review_seat *result = &work->result;
    review_figure left = work->line[result->point_count - 1].value;
    result->gave_up_seat = result->resigned ? result->seat : __builtin_ctz(review->resigned);
    result->gave_up = (review_figure){result->result - left.value, left.error};
    review_figure *part = result->resigned ? &result->decisions : &result->others[result->gave_up_seat];
    add(part, result->gave_up.value, result->gave_up.error);
}

static void walk(const review *review, seat_work *work) {
    int seat = work->result.seat;
    for (size_t i = 0; i < review->count; i++) {
        const estimate *found = &review->estimates[i];
        if (found->is_decision) {
            review_figure effect = found->effect[seat];
            add(found->seat == seat ? &work->result.decisions : &work->result.others[found->seat],
                effect.value, effect.error);
        }
        if (found->seat == seat && found->is_decision) {
            add_decision(work, found);
        } else if (found->seat == seat) {
            add_point(work, found->ply, figure_of(&found->value));
        }
    }
}

/* 1 for who wins alone, parts of it for who wins with others, or where nobody does. */
static double share_of_win(const review *review, int seat) {
    uint32_t winners = 0;
    for (int other = 0; other < review->seats; other++) {
        if (review->returns[other] > 0) winners |= 1u << review->side[other];
    }
    if (winners == 0) return 1.0 / review->sides;
    return (winners >> review->side[seat] & 1) != 0 ? 1.0 / __builtin_popcount(winners) : 0;
}

static void find_costliest(seat_work *work) {
    review_seat *result = &work->result;
    for (int i = 0; i < result->decision_count; i++) {
        double cost = work->decisions[i].cost.value;
        int at = result->costliest_count;
        if (!(cost > 0)) continue;
        while (at > 0 && work->decisions[result->costliest[at - 1]].cost.value < cost) at--;
        if (at == REVIEW_COSTLIEST) continue;
        int last =
            result->costliest_count < REVIEW_COSTLIEST ? result->costliest_count++ : REVIEW_COSTLIEST - 1;
        for (; last > at; last--) result->costliest[last] = result->costliest[last - 1];
        result->costliest[at] = i;
    }
}

bool sum_seat(review *review, int seat) {
    seat_work *work = &review->work[seat];
    review_seat *result = &work->result;
    free(work->decisions);
    free(work->line);
    work->decisions = calloc((size_t)review->plies + 1, sizeof *work->decisions);
    work->line = calloc((size_t)review->plies + 1, sizeof *work->line);
    if (work->decisions == NULL || work->line == NULL) return false;
    *result = (review_seat){.seat = seat,
                            .start = 1.0 / review->sides,
                            .result = share_of_win(review, seat),
                            .resigned = (review->resigned >> seat & 1) != 0,
                            .gave_up_seat = -1,
                            .decision = work->decisions,
                            .line = work->line};
    walk(review, work);
    if (!review->is_dealt) {
        result->start = work->line[0].value.value;
        add(&result->luck, 0, work->line[0].value.error);
    }
    if (review->resigned != 0) add_resignation(review, work);
    add_point(work, review->plies, (review_figure){result->result, 0});
    add(&result->luck, result->result - result->start - result->decisions.value, result->decisions.error);
    for (int other = 0; other < review->seats; other++)
        add(&result->luck, -result->others[other].value, result->others[other].error);
    find_costliest(work);
    return true;
}
