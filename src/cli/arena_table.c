/* The table of an arena; see arena_table.h. */
#include "cli/arena_table.h"

#include "core/language.h"
#include "look/draw.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    MOST_NAME_COLUMNS = 36,
    SUMMARY_COLUMNS = 16, /* before the figures below the table */
};

static int name_columns(const arena_plan *plan) {
    int longest = 12;
    for (int i = 0; i < plan->entrant_count; i++) {
        int columns = text_columns(plan->entrants[i].name);
        longest = columns > longest ? columns : longest;
    }
    for (int i = 0; i < plan->agent_count; i++) {
        int columns = text_columns(plan->names[i]);
        longest = columns > longest ? columns : longest;
    }
    return longest < MOST_NAME_COLUMNS ? longest : MOST_NAME_COLUMNS;
}

/* A name in a column, cut off where it is too long. */
static void print_name(FILE *out, const char *name, int columns) {
    int length = text_columns(name);
    if (length > columns) {
        fprintf(out, "%.*s...", (int)text_fitting(name, strlen(name), columns - 3), name);
    } else {
        print_padded(out, name, columns);
    }
}

/* "305 to 377", with signs where they matter; "?" if a bound is not known. */
static void print_bounds(FILE *out, stats_interval value, int decimals, bool sign, int columns) {
    char text[128], low[40], high[40];
    snprintf(low, sizeof low, sign ? "%+.*f" : "%.*f", decimals, value.low);
    snprintf(high, sizeof high, sign ? "%+.*f" : "%.*f", decimals, value.high);
    if (isnan(value.low)) {
        snprintf(text, sizeof text, "?");
    } else {
        snprintf(text, sizeof text, TR("%s to %s"), isinf(value.low) ? "-inf" : low,
                 isinf(value.high) ? "+inf" : high);
    }
    print_padded(out, text, columns);
}

/* As many decimals of a margin as mean something. */
static int margin_decimals(double margin) { return fabs(margin) >= 1000 ? 0 : fabs(margin) >= 100 ? 1 : 2; }

static void print_heading(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    const arena_settings *settings = &plan->settings;
    char text[TP_TEXT_SIZE], part[128];
    long long games = result->games, deals = result->deals;
    if (settings->duplicate) {
        snprintf(text, sizeof text, TR("%s, %lld games in %lld deals, each from every seat"),
                 settings->game->name, games, deals);
    } else {
        snprintf(text, sizeof text, TR("%s, %lld games"), settings->game->name, games);
    }
    if (plan->meeting_count > 1) {
        snprintf(part, sizeof part, TR("%d meetings"), plan->meeting_count);
        list_add(text, sizeof text, LIST_GOES_ON, part);
    }
    snprintf(part, sizeof part, TR("seed %llu"), (unsigned long long)settings->seed);
    list_add(text, sizeof text, LIST_GOES_ON, part);
    fprintf(out, "%s\n\n", text);
}

/* The best first. */
static void sort_by_rating(const stats_interval *ratings, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int at = i;
        while (at > 0 && ratings[order[at - 1]].value < ratings[i].value) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

static void print_entrants(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    int columns = name_columns(plan), order[ARENA_MOST_AGENTS] = {0};
    bool rated = plan->is_rated, added = false;
    stats_interval ratings[ARENA_MOST_AGENTS];
    for (int i = 0; i < plan->entrant_count; i++) order[i] = i;
    if (rated) {
        added = arena_result_ratings(result, ratings);
        sort_by_rating(ratings, plan->entrant_count, order);
    }
    print_name(out, plan->sides < plan->seats ? TR("side") : TR_IN("heading of a column", "agent"), columns);
    if (rated) {
        print_right(out, "Elo", 7);
        fprintf(out, "  %-17s", "95 %");
        print_right(out, TR_IN("heading of a column, at most 7 wide", "games"), 7);
    } else {
        print_right(out, TR("won"), 7);
        print_right(out, TR("drawn"), 7);
        print_right(out, TR("lost"), 7);
    }
    print_right(out, TR("share"), 8);
    if (!rated) fprintf(out, "  %-14s", "95 %");
    print_right(out, TR("margin"), rated ? 8 : 10);
    fputc('\n', out);
    for (int i = 0; i < plan->entrant_count; i++) {
        int entrant = order[i];
        const arena_counts *counts = &result->counts[entrant];
        arena_standing standing;
        arena_result_standing(result, entrant, &standing);
        stats_interval share = {100 * standing.share.value, 100 * standing.share.low,
                                100 * standing.share.high};
        int decimals = margin_decimals(standing.margin.value);
        print_name(out, plan->entrants[entrant].name, columns);
        if (rated) {
            fprintf(out, " %+6.0f  ", ratings[entrant].value);
            print_bounds(out, ratings[entrant], 0, true, 17);
            fprintf(out, " %7" PRId64 " %5.1f %%  %+6.*f\n", counts->games, share.value, decimals,
                    standing.margin.value);
        } else {
            fprintf(out, " %6" PRId64 " %6" PRId64 " %6" PRId64 " %5.1f %%  ", counts->won, counts->drawn,
                    counts->lost, share.value);
            print_bounds(out, share, 1, false, 14);
            fprintf(out, " %+9.*f", decimals, standing.margin.value);
            if (!isnan(standing.margin.high))
                fprintf(out, " +/- %.*f", decimals, standing.margin.high - standing.margin.value);
            fputc('\n', out);
        }
    }
    if (added) {
        fprintf(out, "\n%s\n",
                TR("An agent won all games or none: one drawn game was added to every meeting."));
    }
}

static void print_forfeits(FILE *out, const arena_result *result) {
    for (int i = 0; i < result->plan->entrant_count; i++) {
        const arena_counts *counts = &result->counts[i];
        char reason[sizeof counts->reason];
        if (counts->forfeits == 0) continue;
        snprintf(reason, sizeof reason, "%s", counts->reason);
        text_clean(reason);
        fprintf(out, TR("%s forfeited %lld of its games; the first reason: %s"),
                result->plan->entrants[i].name, (long long)counts->forfeits, reason);
        fputc('\n', out);
    }
}

static void print_sprt(FILE *out, const arena_result *result) {
    const arena_settings *settings = &result->plan->settings;
    double low = stats_sprt_lower(settings->alpha, settings->beta),
           high = stats_sprt_upper(settings->alpha, settings->beta);
    print_padded(out, "SPRT", SUMMARY_COLUMNS);
    if (result->decision == 0) {
        fprintf(out, TR("LLR %.2f of %.2f to %.2f for Elo %g or %g: not decided"), result->llr, low, high,
                settings->elo0, settings->elo1);
    } else {
        fprintf(out, TR("LLR %.2f of %.2f to %.2f for Elo %g or %g: %g is accepted"), result->llr, low, high,
                settings->elo0, settings->elo1, result->decision > 0 ? settings->elo1 : settings->elo0);
    }
    fputc('\n', out);
}

static void print_variance(FILE *out, const char *what, double alone, double paired) {
    if (!(alone > 0) || isnan(paired)) return;
    double saved = 1 - paired / alone;
    print_padded(out, TR("Variance"), SUMMARY_COLUMNS);
    fprintf(out,
            saved >= 0 ? TR("of a game's %s %.3g alone, %.3g in its deal: %.0f %% saved")
                       : TR("of a game's %s %.3g alone, %.3g in its deal: %.0f %% lost"),
            what, alone, paired, 100 * fabs(saved));
    fputc('\n', out);
}

/* The value in front of its interval; a lone "+inf" or "-inf" where it has no end. */
static void print_points(FILE *out, const char *what, stats_interval elo) {
    print_padded(out, what, SUMMARY_COLUMNS);
    if (isinf(elo.value)) {
        fputs(elo.value < 0 ? "-inf  " : "+inf  ", out);
    } else {
        fprintf(out, "%+.0f  ", elo.value);
    }
    print_bounds(out, elo, 0, true, 1);
}

/* The first side and the other one. */
static void print_comparison(FILE *out, const arena_result *result) {
    arena_comparison found;
    arena_result_compare(result, &found);
    print_points(out, TR("Elo difference"), found.elo);
    if (!isnan(found.superior)) {
        fputs(", ", out);
        fprintf(out, TR("better with probability %.1f %% (LOS)"), 100 * found.superior);
    }
    fputc('\n', out);
    if (!isnan(found.normalised.value)) {
        print_points(out, TR("Normalised Elo"), found.normalised);
        fputc('\n', out);
    }
    if (!result->plan->settings.duplicate) return;
    print_padded(out, TR("Deals"), SUMMARY_COLUMNS);
    for (int i = 0; i < found.cells; i++) fprintf(out, i > 0 ? ", %.0f" : "%.0f", result->scores[i]);
    fputc(' ', out);
    fprintf(out, TR("with 0 to %d points in steps of 1/2"), (found.cells - 1) / 2);
    fputc('\n', out);
}

/* A gauntlet of two sides: how the first did against each of the others. */
static void print_gauntlet(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    int columns = name_columns(plan);
    fputc('\n', out);
    fprintf(out, TR("%s against"), plan->entrants[0].name);
    fputc('\n', out);
    print_name(out, TR_IN("heading of a column", "agent"), columns);
    print_right(out, TR_IN("heading of a column, at most 7 wide", "games"), 7);
    print_right(out, TR("share"), 8);
    fprintf(out, "  %-14s", "95 %");
    print_right(out, "Elo", 7);
    print_right(out, "LOS", 9);
    fputc('\n', out);
    for (int m = 0; m < plan->meeting_count; m++) {
        stats_interval share;
        double superior;
        arena_result_meeting(result, m, 0, &share, &superior);
        stats_interval shown = {100 * share.value, 100 * share.low, 100 * share.high};
        print_name(out, plan->entrants[plan->meetings[m].entrants[1]].name, columns);
        fprintf(out, " %6" PRId64 " %5.1f %%  ", result->tallies[m].games, shown.value);
        print_bounds(out, shown, 1, false, 14);
        fprintf(out, " %+6.0f %6.1f %%\n", stats_elo(share.value), 100 * superior);
    }
}

static void print_summary(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    arena_standing first;
    arena_result_standing(result, 0, &first);
    fputc('\n', out);
    if (plan->sides == 2 && !plan->is_rated) {
        print_comparison(out, result);
    }
    if (plan->settings.sprt) print_sprt(out, result);
    if (plan->settings.duplicate && !plan->is_rated) {
        print_variance(out, TR("difference in points"), first.share_alone, first.share_paired);
        print_variance(out, TR("margin"), first.margin_alone, first.margin_paired);
    }
    print_padded(out, TR("Plies per game"), SUMMARY_COLUMNS);
    fprintf(out, "%.1f\n", (double)result->plies / (double)result->games);
    print_forfeits(out, result);
}

static void print_times(FILE *out, const arena_plan *plan, const arena_times *times) {
    int columns = name_columns(plan);
    fputc('\n', out);
    print_name(out, TR("ms per move"), columns);
    print_right(out, TR("moves"), 11);
    print_right(out, TR("mean"), 11);
    print_right(out, TR("99 % within"), 15);
    fputc('\n', out);
    for (int i = 0; i < plan->agent_count; i++) {
        if (times[i].moves == 0) continue;
        print_name(out, plan->names[i], columns);
        fprintf(out, " %10" PRIu64 " %10.4f %14.4f\n", times[i].moves,
                (double)times[i].ns / (double)times[i].moves / 1e6,
                arena_times_quantile(&times[i], 0.99) / 1e6);
    }
}

void arena_print(FILE *out, const arena_result *result, const arena_times *times) {
    print_heading(out, result);
    if (result->deals == 0) {
        fprintf(out, "%s\n", TR("No deal was finished."));
        return;
    }
    print_entrants(out, result);
    if (result->plan->settings.gauntlet && result->plan->sides == 2) print_gauntlet(out, result);
    print_summary(out, result);
    print_times(out, result->plan, times);
}
