/* Intervals, Elo, the sequential test, ratings; see stats.h. */
#include "arena/stats.h"

#include <math.h>
#include <string.h>

static const double z95 = 1.959963984540054; /* 95 % of a normal distribution lie this close to its mean */

double stats_variance(double count, double sum, double squares) {
    if (count < 2) return NAN;
    double variance = (squares - sum * sum / count) / (count - 1);
    return variance > 0 ? variance : 0;
}

stats_interval stats_share(double mean, double variance_of_mean, double count) {
    stats_interval out = {mean, NAN, NAN};
    if (!(count > 0)) return (stats_interval){NAN, NAN, NAN};
    double spread = mean * (1 - mean), size = count;
    if (spread > 0 && variance_of_mean > 0) size = spread / variance_of_mean;
    if (spread > 0 && variance_of_mean == 0 && count > 1) {
        out.low = out.high = mean;
        return out;
    }
    double shrink = 1 + z95 * z95 / size, middle = (mean + z95 * z95 / (2 * size)) / shrink;
    double half = z95 * sqrt(spread / size + z95 * z95 / (4 * size * size)) / shrink;
    out.low = mean <= 0 ? 0 : fmax(0, middle - half);
    out.high = mean >= 1 ? 1 : fmin(1, middle + half);
    return out;
}

stats_interval stats_mean(double mean, double variance_of_mean) {
    double half = z95 * sqrt(variance_of_mean);
    return (stats_interval){mean, mean - half, mean + half};
}

double stats_superior(double mean, double even, double variance_of_mean) {
    if (isnan(variance_of_mean)) return NAN;
    if (variance_of_mean <= 0) return mean > even ? 1 : mean < even ? 0 : 0.5;
    return 0.5 * erfc((even - mean) / sqrt(2 * variance_of_mean));
}

double stats_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

double stats_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

stats_interval stats_elo_of(stats_interval share) {
    return (stats_interval){stats_elo(share.value), stats_elo(share.low), stats_elo(share.high)};
}

/* ---- the sequential probability ratio test ---- */

enum { BISECTIONS = 100 };

/* The multiplier of the likeliest distribution with this mean: p_i = seen_i / (1 + x (value_i - mean)). */
static double multiplier(const double *shares, int cells, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < BISECTIONS; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < cells; i++) {
            double distance = (double)i / (cells - 1) - mean;
            sum += shares[i] * distance / (1 + x * distance);
        }
        if (sum > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    return (low + high) / 2;
}

double stats_llr(const double *counts, int cells, double score0, double score1) {
    enum { MOST_CELLS = 64 };
    double shares[MOST_CELLS], total = 0, sum = 0;
    tp_assert(cells >= 2 && cells <= MOST_CELLS);
    /* A value that was not seen yet is not impossible. */
    for (int i = 0; i < cells; i++) {
        shares[i] = counts[i] > 0 ? counts[i] : 1e-3;
        total += shares[i];
    }
    for (int i = 0; i < cells; i++) shares[i] /= total;
    double x0 = multiplier(shares, cells, score0), x1 = multiplier(shares, cells, score1);
    for (int i = 0; i < cells; i++) {
        double value = (double)i / (cells - 1);
        sum += shares[i] * log((1 + x0 * (value - score0)) / (1 + x1 * (value - score1)));
    }
    return total * sum;
}

double stats_sprt_upper(double alpha, double beta) { return log((1 - beta) / alpha); }
double stats_sprt_lower(double alpha, double beta) { return log(beta / (1 - alpha)); }

/* ---- ratings ---- */

typedef struct rating {
    const stats_table *tables;
    int table_count, players;
    double added; /* drawn games added to every table */
    double strength[STATS_MOST_RATED];
    double slope[STATS_MOST_RATED];
    double curve[STATS_MOST_RATED][STATS_MOST_RATED];
} rating;

/* How likely each player of a table is to win. */
static void chances(const rating *r, const stats_table *table, double *out) {
    double total = 0;
    for (int i = 0; i < table->count; i++) {
        out[i] = table->seats[i] * exp(r->strength[table->player[i]]);
        total += out[i];
    }
    for (int i = 0; i < table->count; i++) out[i] /= total;
}

static double seats_of(const stats_table *table) {
    double seats = 0;
    for (int i = 0; i < table->count; i++) seats += table->seats[i];
    return seats;
}

static double won(const rating *r, const stats_table *table, int i) {
    return table->won[i] + r->added * table->seats[i] / seats_of(table);
}

static double likelihood(const rating *r) {
    double sum = 0, p[STATS_MOST_AT_TABLE];
    for (int t = 0; t < r->table_count; t++) {
        chances(r, &r->tables[t], p);
        for (int i = 0; i < r->tables[t].count; i++) sum += won(r, &r->tables[t], i) * log(p[i]);
    }
    return sum;
}

static void differentiate(rating *r) {
    double p[STATS_MOST_AT_TABLE];
    memset(r->slope, 0, sizeof r->slope);
    memset(r->curve, 0, sizeof r->curve);
    for (int t = 0; t < r->table_count; t++) {
        const stats_table *table = &r->tables[t];
        double games = table->deals * table->games_per_deal + r->added;
        chances(r, table, p);
        for (int i = 0; i < table->count; i++) {
            r->slope[table->player[i]] += won(r, table, i) - games * p[i];
            for (int j = 0; j < table->count; j++)
                r->curve[table->player[i]][table->player[j]] += games * p[i] * ((i == j) - p[j]);
        }
    }
    /* Only differences matter. This fixes the sum of the strengths, and changes nothing else. */
    for (int i = 0; i < r->players; i++) {
        for (int j = 0; j < r->players; j++) r->curve[i][j] += 1;
    }
}

/* Make the matrix, symmetric and positive, the lower triangle of its Cholesky decomposition. */
static void decompose(rating *r) {
    for (int j = 0; j < r->players; j++) {
        for (int i = j; i < r->players; i++) {
            double sum = r->curve[i][j];
            for (int k = 0; k < j; k++) sum -= r->curve[i][k] * r->curve[j][k];
            r->curve[i][j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / r->curve[j][j];
        }
    }
}

static void solve(const rating *r, double *x) {
    for (int i = 0; i < r->players; i++) {
        for (int k = 0; k < i; k++) x[i] -= r->curve[i][k] * x[k];
        x[i] /= r->curve[i][i];
    }
    for (int i = r->players - 1; i >= 0; i--) {
        for (int k = i + 1; k < r->players; k++) x[i] -= r->curve[k][i] * x[k];
        x[i] /= r->curve[i][i];
    }
}

/* Newton's method; a step that leads down is halved. */
static void climb(rating *r) {
    double before = likelihood(r);
    for (int round = 0; round < 200; round++) {
        double step[STATS_MOST_RATED], from[STATS_MOST_RATED], largest = 0;
        differentiate(r);
        decompose(r);
        memcpy(step, r->slope, sizeof step);
        memcpy(from, r->strength, sizeof from);
        solve(r, step);
        double size = 2, after;
        int halvings = 0;
        do {
            size /= 2;
            for (int i = 0; i < r->players; i++) r->strength[i] = from[i] + size * step[i];
            after = likelihood(r);
        } while (after < before && ++halvings < 20);
        before = after;
        for (int i = 0; i < r->players; i++) largest = fmax(largest, fabs(step[i]));
        if (largest < 1e-12) break;
    }
}

/* Is there a finite likeliest rating? Everybody must be reached from everybody by "has won against". */
static bool connected(const stats_table *tables, int table_count, int players) {
    static const int directions = 2;
    for (int direction = 0; direction < directions; direction++) {
        bool reached[STATS_MOST_RATED] = {true}, changed = true;
        while (changed) {
            changed = false;
            for (int t = 0; t < table_count; t++) {
                const stats_table *table = &tables[t];
                for (int i = 0; i < table->count; i++) {
                    for (int j = 0; j < table->count; j++) {
                        int winner = table->player[i], loser = table->player[j];
                        if (i == j || table->won[i] <= 0) continue;
                        int from = direction == 0 ? winner : loser, to = direction == 0 ? loser : winner;
                        if (!reached[from] || reached[to]) continue;
                        reached[to] = changed = true;
                    }
                }
            }
        }
        for (int i = 0; i < players; i++) {
            if (!reached[i]) return false;
        }
    }
    return true;
}

/* Sum over deals of the product of slopes: how much the slope would vary if everything was played again. */
static void scatter(const rating *r, double out[STATS_MOST_RATED][STATS_MOST_RATED]) {
    double p[STATS_MOST_AT_TABLE];
    memset(out, 0, sizeof(double) * STATS_MOST_RATED * STATS_MOST_RATED);
    for (int t = 0; t < r->table_count; t++) {
        const stats_table *table = &r->tables[t];
        double games = table->games_per_deal;
        chances(r, table, p);
        for (int i = 0; i < table->count; i++) {
            for (int j = 0; j < table->count; j++) {
                double a = games * p[i], b = games * p[j];
                out[table->player[i]][table->player[j]] +=
                    table->products[i][j] - a * table->won[j] - b * table->won[i] + table->deals * a * b;
            }
        }
    }
}

bool stats_rate(const stats_table *tables, int table_count, int players, stats_interval *out) {
    static const double points = 400 / 2.302585092994046; /* of one unit of strength */
    rating r = {.tables = tables, .table_count = table_count, .players = players};
    tp_assert(players > 0 && players <= STATS_MOST_RATED);
    r.added = connected(tables, table_count, players) ? 0 : 1;
    climb(&r);
    double spread[STATS_MOST_RATED][STATS_MOST_RATED], half[STATS_MOST_RATED][STATS_MOST_RATED] = {{0}};
    scatter(&r, spread);
    differentiate(&r);
    decompose(&r);
    /* inverse x scatter x inverse; the inverse is symmetric */
    for (int i = 0; i < players; i++) {
        memcpy(half[i], spread[i], sizeof half[i]);
        solve(&r, half[i]);
    }
    for (int i = 0; i < players; i++) {
        double column[STATS_MOST_RATED] = {0};
        for (int j = 0; j < players; j++) column[j] = half[j][i];
        solve(&r, column);
        double error = sqrt(fmax(column[i], 0));
        out[i].value = points * r.strength[i];
        out[i].low = points * (r.strength[i] - z95 * error);
        out[i].high = points * (r.strength[i] + z95 * error);
    }
    return r.added > 0;
}
