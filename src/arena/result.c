/* Adding up deals, and what they say. */
#include "arena/arena.h"
#include "core/language.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

arena_result *arena_result_new(const arena_plan *plan, tp_error *error) {
    arena_result *result = calloc(1, sizeof *result);
    if (result != NULL) result->tallies = calloc((size_t)plan->meeting_count, sizeof *result->tallies);
    if (result == NULL || result->tallies == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        arena_result_free(result);
        return NULL;
    }
    result->plan = plan;
    return result;
}

void arena_result_free(arena_result *result) {
    if (result == NULL) return;
    free(result->tallies);
    free(result);
}

/* ---- one game ---- */

/* What a game came to for each entrant of its meeting. */
typedef struct outcome {
    double share[TP_MAX_SEATS];  /* of the game, all its sides together */
    double margin[TP_MAX_SEATS]; /* mean score of its seats less that of the others */
    bool drawn;
} outcome;

/* How many sides an entrant has at the table. */
static double sides_of(const arena_plan *plan, const arena_meeting *meeting, int i) {
    return (double)meeting->seats[i] * plan->sides / plan->seats;
}

/* The share of the game that each seat's side has: winners share it, and without any all do. */
static void share_game(const arena_plan *plan, const arena_game *game, double *per_seat, bool *drawn) {
    double total = 0, per_side = (double)plan->sides / plan->seats, winners = 0;
    for (int seat = 0; seat < plan->seats; seat++) {
        if (game->returns[seat] <= 0) continue;
        total += (double)game->returns[seat] * per_side;
        winners += per_side;
    }
    for (int seat = 0; seat < plan->seats; seat++) {
        double mine = game->returns[seat] > 0 ? (double)game->returns[seat] : 0;
        per_seat[seat] = total > 0 ? mine / total : 1.0 / plan->sides;
    }
    *drawn = winners < 0.5 || winners > 1.5;
}

static void judge(const arena_plan *plan, const arena_meeting *meeting, const arena_game *game,
                  outcome *out) {
    double shares[TP_MAX_SEATS], all = 0;
    share_game(plan, game, shares, &out->drawn);
    for (int seat = 0; seat < plan->seats; seat++) all += game->scores[seat];
    for (int i = 0; i < meeting->distinct; i++) {
        double score = 0, seats = meeting->seats[i], others = plan->seats - seats;
        out->share[i] = 0;
        for (int seat = 0; seat < plan->seats; seat++) {
            if (arena_entrant_at(plan, meeting, game->rotation, seat) != meeting->entrants[i]) continue;
            out->share[i] += shares[seat] * plan->sides / plan->seats;
            score += game->scores[seat];
        }
        out->margin[i] = others > 0 ? score / seats - (all - score) / others : 0;
    }
}

/* ---- a deal ---- */

static void count_game(arena_result *result, const arena_meeting *meeting, const arena_game *game,
                       const outcome *seen) {
    const arena_plan *plan = result->plan;
    result->games++;
    result->plies += game->plies;
    result->draws += seen->drawn;
    for (int i = 0; i < meeting->distinct; i++) {
        arena_counts *counts = &result->counts[meeting->entrants[i]];
        counts->games++;
        counts->won += !seen->drawn && seen->share[i] > 0;
        counts->drawn += seen->drawn && seen->share[i] > 0;
        counts->lost += seen->share[i] <= 0;
    }
    if (game->forfeit < 0) return;
    arena_counts *counts = &result->counts[arena_entrant_at(plan, meeting, game->rotation, game->forfeit)];
    if (counts->forfeits++ == 0) memcpy(counts->reason, game->reason, sizeof counts->reason);
    result->forfeits++;
}

/* Two sides: in how many deals the first scored so many half points, and what the test says of that. */
static void count_score(arena_result *result, const arena_deal *deal, double share) {
    const arena_settings *settings = &result->plan->settings;
    int cells = 2 * deal->game_count + 1;
    result->scores[lround(share * (cells - 1))] += 1;
    if (!settings->sprt) return;
    result->llr = stats_llr(result->scores, cells, stats_score(settings->elo0), stats_score(settings->elo1));
    if (result->llr >= stats_sprt_upper(settings->alpha, settings->beta)) result->decision = 1;
    if (result->llr <= stats_sprt_lower(settings->alpha, settings->beta)) result->decision = -1;
}

void arena_result_add(arena_result *result, const arena_deal *deal) {
    const arena_plan *plan = result->plan;
    const arena_meeting *meeting = arena_deal_meeting(plan, deal->number);
    arena_tally *tally = &result->tallies[deal->number % plan->meeting_count];
    double shares[TP_MAX_SEATS] = {0}, margins[TP_MAX_SEATS] = {0};
    tp_assert(deal->number == result->deals);
    for (int g = 0; g < deal->game_count; g++) {
        outcome seen;
        judge(plan, meeting, &deal->games[g], &seen);
        count_game(result, meeting, &deal->games[g], &seen);
        for (int i = 0; i < meeting->distinct; i++) {
            double share = seen.share[i] / sides_of(plan, meeting, i);
            arena_sums *sums = &tally->sums[i];
            sums->game_share += share;
            sums->game_share_squares += share * share;
            sums->game_margin += seen.margin[i];
            sums->game_margin_squares += seen.margin[i] * seen.margin[i];
            shares[i] += share;
            margins[i] += seen.margin[i];
        }
    }
    for (int i = 0; i < meeting->distinct; i++) {
        double share = shares[i] / deal->game_count, margin = margins[i] / deal->game_count;
        arena_sums *sums = &tally->sums[i];
        sums->share += share;
        sums->share_squares += share * share;
        sums->margin += margin;
        sums->margin_squares += margin * margin;
        double won = shares[i] * sides_of(plan, meeting, i);
        tally->won[i] += won;
        for (int j = 0; j < meeting->distinct; j++)
            tally->products[i][j] += won * shares[j] * sides_of(plan, meeting, j);
    }
    tally->deals++;
    tally->games += deal->game_count;
    result->deals++;
    if (plan->sides == 2 && !plan->is_rated) count_score(result, deal, shares[0] / deal->game_count);
}

/* ---- what it says ---- */

/* Sums over the meetings of an entrant. */
typedef struct pooled {
    double deals, share, margin, share_variance, margin_variance;
    double weight, share_alone, share_paired, margin_alone, margin_paired;
} pooled;

static void pool(const arena_plan *plan, const arena_meeting *meeting, const arena_tally *tally, int i,
                 pooled *out) {
    const arena_sums *sums = &tally->sums[i];
    double deals = (double)tally->deals, games = (double)tally->games;
    double share = stats_variance(deals, sums->share, sums->share_squares),
           margin = stats_variance(deals, sums->margin, sums->margin_squares);
    out->deals += deals;
    out->share += sums->share;
    out->margin += sums->margin;
    /* Of the sum over these deals; meetings are planned, so what lies between them is no accident. */
    out->share_variance += deals * share;
    out->margin_variance += deals * margin;
    double sides = sides_of(plan, meeting, i), others = plan->sides - sides;
    double difference =
        others > 0 ? plan->sides / others : 0; /* of own share and that of the others, per own share */
    out->weight += games;
    out->share_alone +=
        games * difference * difference * stats_variance(games, sums->game_share, sums->game_share_squares);
    out->margin_alone += games * stats_variance(games, sums->game_margin, sums->game_margin_squares);
    out->share_paired += games * difference * difference * share * games / deals;
    out->margin_paired += games * margin * games / deals;
}

void arena_result_standing(const arena_result *result, int entrant, arena_standing *out) {
    const arena_plan *plan = result->plan;
    pooled sum = {0};
    for (int m = 0; m < plan->meeting_count; m++) {
        const arena_meeting *meeting = &plan->meetings[m];
        for (int i = 0; i < meeting->distinct; i++) {
            if (meeting->entrants[i] == entrant && result->tallies[m].deals > 0)
                pool(plan, meeting, &result->tallies[m], i, &sum);
        }
    }
    double squared = sum.deals * sum.deals;
    out->share = stats_share(sum.share / sum.deals, sum.share_variance / squared, sum.deals);
    out->margin = stats_mean(sum.margin / sum.deals, sum.margin_variance / squared);
    out->share_alone = sum.share_alone / sum.weight;
    out->share_paired = sum.share_paired / sum.weight;
    out->margin_alone = sum.margin_alone / sum.weight;
    out->margin_paired = sum.margin_paired / sum.weight;
}

void arena_result_meeting(const arena_result *result, int meeting, int i, stats_interval *share,
                          double *superior) {
    const arena_tally *tally = &result->tallies[meeting];
    const arena_sums *sums = &tally->sums[i];
    double deals = (double)tally->deals, mean = sums->share / deals,
           variance = stats_variance(deals, sums->share, sums->share_squares) / deals;
    *share = stats_share(mean, variance, deals);
    *superior = result->plan->sides == 2 ? stats_superior(mean, 0.5, variance) : NAN;
}

void arena_result_compare(const arena_result *result, arena_comparison *out) {
    const arena_tally *tally = &result->tallies[0];
    double deals = (double)tally->deals, per_deal = (double)tally->games / deals;
    double variance = stats_variance(deals, tally->sums[0].share, tally->sums[0].share_squares);
    stats_interval share;
    arena_result_meeting(result, 0, 0, &share, &out->superior);
    out->elo = stats_elo_of(share);
    /* 800 / ln 10 points for each standard deviation of a game: so that it is close to Elo for players of
     * equal strength who never draw. */
    double scale = 800 / log(10) / sqrt(variance * per_deal),
           error = 1.959963984540054 * sqrt(variance / deals);
    out->normalised = (stats_interval){scale * (share.value - 0.5), scale * (share.value - error - 0.5),
                                       scale * (share.value + error - 0.5)};
    if (!(variance > 0)) out->normalised = (stats_interval){NAN, NAN, NAN};
    out->cells = 2 * (int)lround(per_deal) + 1;
}

int arena_result_only_forfeits(const arena_result *result) {
    for (int i = 0; i < result->plan->entrant_count; i++) {
        if (result->counts[i].games > 0 && result->counts[i].forfeits == result->counts[i].games) return i;
    }
    return -1;
}

bool arena_result_ratings(const arena_result *result, stats_interval *out) {
    const arena_plan *plan = result->plan;
    stats_table *tables = calloc((size_t)plan->meeting_count, sizeof *tables);
    int count = 0;
    for (int i = 0; i < plan->entrant_count; i++) out[i] = (stats_interval){NAN, NAN, NAN};
    if (tables == NULL) return false;
    for (int m = 0; m < plan->meeting_count; m++) {
        const arena_meeting *meeting = &plan->meetings[m];
        const arena_tally *tally = &result->tallies[m];
        if (tally->deals == 0) continue;
        stats_table *table = &tables[count++];
        table->count = meeting->distinct;
        table->deals = (double)tally->deals;
        table->games_per_deal = (double)tally->games / (double)tally->deals;
        for (int i = 0; i < meeting->distinct; i++) {
            table->player[i] = meeting->entrants[i];
            table->seats[i] = sides_of(plan, meeting, i);
            table->won[i] = tally->won[i];
            for (int j = 0; j < meeting->distinct; j++) table->products[i][j] = tally->products[i][j];
        }
    }
    bool added = count == plan->meeting_count && stats_rate(tables, count, plan->entrant_count, out);
    free(tables);
    return added;
}

/* ---- JSON ---- */

/* A number with the digits that mean something; null for one that is not finite. */
static json_t *figure(double value) {
    char text[32];
    if (!isfinite(value)) return json_null();
    snprintf(text, sizeof text, "%.6g", value);
    return json_real(strtod(text, NULL));
}

static json_t *interval(stats_interval value) {
    return json_pack("{s:o, s:o, s:o}", "value", figure(value.value), "low", figure(value.low), "high",
                     figure(value.high));
}

static json_t *saving(double alone, double paired) {
    json_t *out = json_pack("{s:o, s:o}", "alone", figure(alone), "paired", figure(paired));
    if (alone > 0) json_object_set_new(out, "saved", figure(1 - paired / alone));
    return out;
}

static json_t *entrant_to_json(const arena_result *result, int entrant, const stats_interval *rating) {
    const arena_plan *plan = result->plan;
    const arena_counts *counts = &result->counts[entrant];
    arena_standing standing;
    arena_result_standing(result, entrant, &standing);
    json_t *out = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "name", plan->entrants[entrant].name, "games",
                            (json_int_t)counts->games, "won", (json_int_t)counts->won, "drawn",
                            (json_int_t)counts->drawn, "lost", (json_int_t)counts->lost, "forfeits",
                            (json_int_t)counts->forfeits);
    if (counts->forfeits > 0) json_object_set_new(out, "forfeit_reason", json_string(counts->reason));
    json_object_set_new(out, "share", interval(standing.share));
    json_object_set_new(out, "margin", interval(standing.margin));
    if (rating != NULL) json_object_set_new(out, "elo", interval(*rating));
    if (plan->settings.duplicate) {
        json_object_set_new(out, "variance",
                            json_pack("{s:o, s:o}", "share",
                                      saving(standing.share_alone, standing.share_paired), "margin",
                                      saving(standing.margin_alone, standing.margin_paired)));
    }
    return out;
}

static json_t *sprt_to_json(const arena_result *result) {
    const arena_settings *settings = &result->plan->settings;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s?}", "elo0", figure(settings->elo0), "elo1",
                     figure(settings->elo1), "alpha", figure(settings->alpha), "beta", figure(settings->beta),
                     "llr", figure(result->llr), "lower",
                     figure(stats_sprt_lower(settings->alpha, settings->beta)), "upper",
                     figure(stats_sprt_upper(settings->alpha, settings->beta)), "accepted",
                     result->decision > 0   ? "elo1"
                     : result->decision < 0 ? "elo0"
                                            : NULL);
}

/* Who met whom, and how it went for each. */
static json_t *meetings_to_json(const arena_result *result) {
    const arena_plan *plan = result->plan;
    json_t *list = json_array();
    for (int m = 0; m < plan->meeting_count; m++) {
        const arena_meeting *meeting = &plan->meetings[m];
        const arena_tally *tally = &result->tallies[m];
        json_t *names = json_array(), *shares = json_array(), *margins = json_array(), *likely = json_array();
        for (int i = 0; i < meeting->distinct; i++) {
            json_array_append_new(names, json_string(plan->entrants[meeting->entrants[i]].name));
            stats_interval share;
            double superior;
            arena_result_meeting(result, m, i, &share, &superior);
            json_array_append_new(shares, figure(share.value));
            json_array_append_new(likely, figure(superior));
            json_array_append_new(margins, figure(tally->sums[i].margin / (double)tally->deals));
        }
        json_array_append_new(list, json_pack("{s:o, s:I, s:o, s:o, s:o}", "agents", names, "games",
                                              (json_int_t)tally->games, "share", shares, "margin", margins,
                                              "superior", likely));
    }
    return list;
}

json_t *arena_result_to_json(const arena_result *result) {
    const arena_plan *plan = result->plan;
    const arena_settings *settings = &plan->settings;
    json_t *out = arena_settings_to_json(settings), *list = json_array();
    stats_interval ratings[ARENA_MOST_AGENTS];
    bool rated = plan->is_rated, added = rated && arena_result_ratings(result, ratings);
    json_object_del(out, "tapete");
    json_object_del(out, "version");
    json_object_del(out, "agents");
    json_object_del(out, "sprt");
    json_object_set_new(out, "planned", json_integer(settings->games));
    json_object_set_new(out, "games", json_integer(result->games));
    json_object_set_new(out, "deals", json_integer(result->deals));
    json_object_set_new(out, "complete", json_boolean(result->deals == plan->deals || result->decision != 0));
    json_object_set_new(out, "drawn", json_integer(result->draws));
    json_object_set_new(out, "forfeits", json_integer(result->forfeits));
    json_object_set_new(out, "plies_per_game", figure((double)result->plies / (double)result->games));
    for (int i = 0; i < plan->entrant_count; i++)
        json_array_append_new(list, entrant_to_json(result, i, rated ? &ratings[i] : NULL));
    json_object_set_new(out, "agents", list);
    if (rated) {
        json_object_set_new(out, "draw_added", json_boolean(added));
        json_object_set_new(out, "meetings", meetings_to_json(result));
    } else if (plan->sides == 2) {
        arena_comparison found;
        json_t *scores = json_array();
        arena_result_compare(result, &found);
        for (int i = 0; i < found.cells; i++) json_array_append_new(scores, figure(result->scores[i]));
        json_object_set_new(out, "elo", interval(found.elo));
        json_object_set_new(out, "normalised_elo", interval(found.normalised));
        json_object_set_new(out, "superior", figure(found.superior));
        json_object_set_new(out, "deal_scores", scores);
    }
    if (settings->sprt) json_object_set_new(out, "sprt", sprt_to_json(result));
    return out;
}

json_t *arena_times_to_json(const arena_plan *plan, const arena_times *times) {
    json_t *list = json_array();
    for (int i = 0; i < plan->agent_count; i++) {
        double moves = (double)times[i].moves;
        json_array_append_new(list, json_pack("{s:s, s:I, s:o, s:o}", "agent", plan->names[i], "moves",
                                              (json_int_t)times[i].moves, "mean_ms",
                                              figure((double)times[i].ns / moves / 1e6), "p99_ms",
                                              figure(arena_times_quantile(&times[i], 0.99) / 1e6)));
    }
    return list;
}
