/* One pass over the public tree, for the values of one player: a template. solve_hot.c includes it twice,
 * with float for iterations and with double for evaluations.
 *
 * The pass goes down the tree with the probabilities that both strategies lead there (reach), one vector over
 * classes for each player, and comes up with the values of the player's own classes. What is not reached by
 * the other is worth nothing and left out: a null pointer stands for a vector of zeros.
 *
 * At the ends the value of a class is a sum over all hands of the other. Ends that need the same matrix are
 * collected until there are TILE of them, and done together, each one a column: so vectors of the processor
 * go across ends, each sum is made in one fixed order, and all builds have the same results to the byte.
 *
 * After grande and chica have ended in some way the rest is independent of the other ways: that is what
 * threads share out. */

enum { NAME(CHUNK) = 9 };

/* ---- ends ---- */

typedef struct NAME(batch) {
    int count;
    REAL *x, *u, *y; /* [hand of the other][TILE], [pattern][TILE], [own hand][TILE] */
    REAL *to[TILE];
} NAME(batch);

typedef struct NAME(column) {
    int stage;
    uint64_t index;
    REAL *strategy[SOLVE_MOST_NODES];
    REAL *reach[SOLVE_PLAYERS][SOLVE_MOST_NODES];
    REAL *end[SOLVE_PLAYERS][SOLVE_MOST_ENDS];
    REAL *value[SOLVE_MOST_ENDS]; /* own strategy; in evaluations the best one's behind it */
} NAME(column);

typedef struct NAME(worker) {
    const solve_pass *pass;
    const solve_lance *lance;
    int player, views; /* views: values of one strategy, or of two */
    int chunk;         /* how many ends of pares are done together */
    NAME(batch) batch[SOLVE_MATRICES];
    void *memory;
    size_t size, used;
    float *floats; /* a strategy as its source gives it */
    bool failed;
} NAME(worker);

static REAL *NAME(take)(NAME(worker) * w, size_t count) {
    size_t bytes = (count * sizeof(REAL) + 63) & ~(size_t)63;
    if (w->used + bytes > w->size) {
        w->failed = true;
        return w->memory;
    }
    void *out = (char *)w->memory + w->used;
    w->used += bytes;
    return out;
}

typedef REAL NAME(vector) __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* The values of `vectors` x (VECTOR_BYTES / (int)sizeof(REAL)) ends. */
static inline __attribute__((always_inline)) void NAME(multiply)(const solve_matrix *m, const REAL *weight,
                                                                 const REAL *x, const REAL *u, REAL *y,
                                                                 const int vectors) {
    for (uint32_t row = 0; row < m->rows; row++) {
        NAME(vector) total[4];
        for (int v = 0; v < vectors; v++) total[v] = (NAME(vector)){0};
        for (uint32_t run = m->row_runs[row]; run < m->row_runs[row + 1]; run++) {
            NAME(vector) sum[4];
            for (int v = 0; v < vectors; v++) sum[v] = (NAME(vector)){0};
            for (uint32_t e = m->run_entries[run]; e < m->run_entries[run + 1]; e++) {
                const NAME(vector) *from = (const NAME(vector) *)(x + m->entry_at[e]);
                for (int v = 0; v < vectors; v++) sum[v] += from[v] * weight[e];
            }
            const NAME(vector) *of = (const NAME(vector) *)(u + (size_t)m->run_pattern[run] * TILE);
            for (int v = 0; v < vectors; v++) total[v] += of[v] * sum[v];
        }
        NAME(vector) *to = (NAME(vector) *)(y + (size_t)row * TILE);
        for (int v = 0; v < vectors; v++) to[v] = total[v];
    }
}

static void NAME(multiply_some)(const solve_matrix *m, const REAL *weight, const REAL *x, const REAL *u,
                                REAL *y, int count) {
    for (int from = 0; from < count; from += 4 * (VECTOR_BYTES / (int)sizeof(REAL))) {
        int left = count - from;
        if (left <= (VECTOR_BYTES / (int)sizeof(REAL))) {
            NAME(multiply)(m, weight, x + from, u + from, y + from, 1);
        } else if (left <= 2 * (VECTOR_BYTES / (int)sizeof(REAL))) {
            NAME(multiply)(m, weight, x + from, u + from, y + from, 2);
        } else {
            NAME(multiply)(m, weight, x + from, u + from, y + from, 4);
        }
    }
}

static void NAME(flush)(NAME(worker) * w, int matrix) {
    NAME(batch) *batch = &w->batch[matrix];
    const solve_matrix *m = &w->pass->cards->matrix[w->player][matrix];
    if (batch->count == 0) return;
    NAME(multiply_some)(m, m->WEIGHT, batch->x, batch->u, batch->y, batch->count);
    for (uint32_t row = 0; row < m->rows; row++) {
        for (int i = 0; i < batch->count; i++) batch->to[i][row] = batch->y[(size_t)row * TILE + (size_t)i];
    }
    batch->count = 0;
}

static void NAME(flush_all)(NAME(worker) * w) {
    for (int matrix = 0; matrix < SOLVE_MATRICES; matrix++) NAME(flush)(w, matrix);
}

/* One end more: hands of the other with this reach, worth `u` by pattern, which the caller fills. The values
 * are at the result after the next flush. */
static REAL *NAME(add_end)(NAME(worker) * w, int matrix, const REAL *x, REAL **u) {
    NAME(batch) *batch = &w->batch[matrix];
    const solve_matrix *m = &w->pass->cards->matrix[w->player][matrix];
    if (batch->count == TILE) NAME(flush)(w, matrix);
    size_t i = (size_t)batch->count++;
    for (uint32_t j = 0; j < m->columns; j++) batch->x[j * TILE + i] = x[j];
    batch->to[i] = NAME(take)(w, m->rows);
    *u = batch->u + i;
    return batch->to[i];
}

/* An end that is worth the same for all hands. */
static REAL *NAME(add_sure)(NAME(worker) * w, int matrix, const REAL *x, double worth) {
    REAL *u, *y = NAME(add_end)(w, matrix, x, &u);
    uint32_t patterns = w->pass->cards->matrix[w->player][matrix].patterns;
    for (uint32_t p = 0; p < patterns; p++) u[(size_t)p * TILE] = (REAL)worth;
    return y;
}

/* An ordago that was wanted in this lance: the better hand wins the juego. */
static REAL *NAME(add_showdown)(NAME(worker) * w, int matrix, int lance, const REAL *x) {
    const solve_matrix *m = &w->pass->cards->matrix[w->player][matrix];
    double all = w->pass->utility->kind == SOLVE_WIN ? .5 : SOLVE_TARGET;
    REAL *u, *y = NAME(add_end)(w, matrix, x, &u);
    for (uint32_t p = 0; p < m->patterns; p++)
        u[(size_t)p * TILE] = (REAL)(m->pattern[p].best[lance] == w->player ? all : -all);
    return y;
}

/* The count, after these ends of the four lances, -1 for those that were not bet on. */
static REAL *NAME(add_count)(NAME(worker) * w, int matrix, const int ends[MUS_LANCES], const REAL *x) {
    const solve_matrix *m = &w->pass->cards->matrix[w->player][matrix];
    const solve_payoffs *payoffs = w->pass->payoffs;
    REAL *u, *y = NAME(add_end)(w, matrix, x, &u);
    if (sizeof(REAL) == sizeof(float) && payoffs != NULL && payoffs->values != NULL) {
        uint64_t key = 0;
        for (int lance = 0; lance < MUS_LANCES; lance++) {
            if (ends[lance] >= 0) key = key * (uint64_t)w->lance->results + w->lance->result[ends[lance]];
        }
        const float *from = payoffs->values + payoffs->start[matrix] + key * m->patterns;
        for (uint32_t p = 0; p < m->patterns; p++) u[(size_t)p * TILE] = (REAL)from[p];
        return y;
    }
    solve_end results[MUS_LANCES] = {{0}};
    for (int lance = 0; lance < MUS_LANCES; lance++) {
        if (ends[lance] >= 0) results[lance] = w->lance->end[ends[lance]];
    }
    for (uint32_t p = 0; p < m->patterns; p++)
        u[(size_t)p * TILE] = (REAL)solve_count(w->pass->utility, w->player, results, &m->pattern[p]);
    return y;
}

/* Whether the juego ends with the dejes of these lances; then what that is worth. */
static bool NAME(is_won)(const NAME(worker) * w, const int ends[MUS_LANCES], double *worth) {
    const solve_utility *utility = w->pass->utility;
    int score[SOLVE_PLAYERS] = {utility->score[0], utility->score[1]};
    for (int lance = 0; lance < MUS_LANCES; lance++) {
        if (ends[lance] < 0 || w->lance->end[ends[lance]].kind != SOLVE_FOLD) continue;
        const solve_end *end = &w->lance->end[ends[lance]];
        score[end->player] += end->stones;
        if (!solve_is_over(utility, score[end->player])) continue;
        *worth = end->player == w->player ? .5 : -.5;
        return true;
    }
    return false;
}

/* ---- down ---- */

/* out = reach x probability; false if nothing is left. Very small ones count as none: they would cost time
 * and change nothing. */
static bool NAME(go)(REAL *restrict out, const REAL *restrict reach, const REAL *restrict probability,
                     int n) {
    int any = 0;
    for (int i = 0; i < n; i++) {
        REAL product = reach[i] * probability[i];
        product = product < (REAL)1e-20 ? 0 : product;
        out[i] = product;
        any |= product != 0;
    }
    return any != 0;
}

static bool NAME(is_empty)(const REAL *reach, int n) {
    int any = 0;
    for (int i = 0; i < n; i++) any |= reach[i] != 0;
    return any == 0;
}

/* What comes next is the same part of the next column; the memory is asked for it in advance. */
static inline void NAME(fetch)(const float *at, size_t ahead, int count) {
    for (int i = 0; i < count; i += 16) __builtin_prefetch(at + ahead + i);
}

/* Regret matching: in proportion to what is positive. */
static void NAME(match)(const float *restrict regret, int actions, int n, REAL *restrict out) {
    REAL sum[SOLVE_HANDS];
    for (int i = 0; i < n; i++) sum[i] = 0;
    for (int a = 0; a < actions; a++) {
        for (int i = 0; i < n; i++) {
            float r = regret[a * n + i];
            REAL positive = r > 0 ? (REAL)r : 0;
            out[a * n + i] = positive;
            sum[i] += positive;
        }
    }
    /* one division, and no branch */
    REAL even = (REAL)1 / (REAL)actions, share[SOLVE_HANDS];
    for (int i = 0; i < n; i++) share[i] = (REAL)1 / (sum[i] > 0 ? sum[i] : (REAL)1);
    for (int a = 0; a < actions; a++) {
        for (int i = 0; i < n; i++) out[a * n + i] = sum[i] > 0 ? out[a * n + i] * share[i] : even;
    }
}

/* Numbers of a node in 16 bits: the root of their share of the largest one, so that small ones keep their
 * digits too. */
static void NAME(unpack)(float *restrict out, const int16_t *restrict in, float factor, int n) {
    for (int i = 0; i < n; i++) out[i] = (float)in[i] * (float)(in[i] < 0 ? -in[i] : in[i]) * factor;
}

/* To the nearest; returns what one of them is worth. */
static float NAME(pack)(int16_t *restrict out, const float *restrict in, int n) {
    float most = 0;
    for (int i = 0; i < n; i++) {
        float size = in[i] < 0 ? -in[i] : in[i];
        most = size > most ? size : most;
    }
    float times = most > 0 ? 1 / most : 0;
    for (int i = 0; i < n; i++) {
        float size = (in[i] < 0 ? -in[i] : in[i]) * times;
        float root = __builtin_sqrtf(size) * 32767.0f + .5f;
        root = root > 32767 ? 32767 : root;
        out[i] = (int16_t)(in[i] < 0 ? -root : root);
    }
    return most / (32767.0f * 32767.0f);
}

static uint64_t NAME(offset)(const solve_pass *pass, int s, uint64_t column, int player, int slot) {
    const solve_stage *stage = &pass->tree->stage[s];
    uint64_t slots = (uint64_t)pass->tree->lance.slots[player];
    return stage->start[player] + (column * slots + (uint64_t)slot) * stage->count[player];
}

static void NAME(find_strategy)(NAME(worker) * w, NAME(column) * c, int i, const solve_node *node, int n) {
    const solve_pass *pass = w->pass;
    size_t size = (size_t)node->actions * (size_t)n;
    REAL *out = c->strategy[i] = NAME(take)(w, size);
    if (w->failed) return;
    if (pass->table != NULL && pass->table->regret16[0] != NULL) {
        /* what a share is worth does not matter here */
        NAME(unpack)
        (w->floats,
         pass->table->regret16[node->player] +
             NAME(offset)(pass, c->stage, c->index, node->player, node->slot),
         1, node->actions * n);
        NAME(match)(w->floats, node->actions, n, out);
        return;
    }
    if (pass->table != NULL) {
        const float *regret = pass->table->regret[node->player] +
                              NAME(offset)(pass, c->stage, c->index, node->player, node->slot);
        NAME(fetch)(regret, (size_t)w->lance->slots[node->player] * (size_t)n, node->actions * n);
        NAME(match)(regret, node->actions, n, out);
        return;
    }
    const solve_source *source = pass->source[node->player];
    source->read(source->self, c->stage, c->index, i, w->floats);
    for (size_t k = 0; k < size; k++) out[k] = (REAL)w->floats[k];
}

/* The reach of all nodes and ends of a column. Either may be NULL. */
static void NAME(descend)(NAME(worker) * w, NAME(column) * c, int stage, uint64_t index, REAL *mano,
                          REAL *postre) {
    const solve_stage *s = &w->pass->tree->stage[stage];
    c->stage = stage;
    c->index = index;
    c->reach[SOLVE_MANO][0] = mano;
    c->reach[SOLVE_POSTRE][0] = postre;
    for (int i = 0; i < w->lance->nodes; i++) {
        const solve_node *node = &w->lance->node[i];
        int q = node->player, other = 1 - q, n = s->count[q];
        const REAL *own = c->reach[q][i];
        bool is_dead = own == NULL && c->reach[other][i] == NULL;
        /* the player's own strategy is needed wherever the other may come, and where he himself may */
        if (is_dead || (own == NULL && q != w->player)) {
            c->strategy[i] = NULL;
        } else {
            NAME(find_strategy)(w, c, i, node, n);
        }
        for (int a = 0; a < node->actions; a++) {
            REAL *reach = NULL;
            if (own != NULL && !w->failed) {
                size_t before = w->used;
                reach = NAME(take)(w, (size_t)n);
                if (w->failed || !NAME(go)(reach, own, c->strategy[i] + (size_t)a * (size_t)n, n)) {
                    reach = NULL;
                    w->used = before;
                }
            }
            int next = node->next[a];
            REAL **of_own = next >= 0 ? &c->reach[q][next] : &c->end[q][-1 - next],
                 **of_other = next >= 0 ? &c->reach[other][next] : &c->end[other][-1 - next];
            *of_own = reach;
            *of_other = c->reach[other][i];
        }
    }
}

/* ---- up ---- */

/* What a node changes in the player's numbers. `view` is the value of the node. */
static void NAME(learn)(const NAME(worker) * w, const NAME(column) * c, int i, REAL *const *of_action,
                        const REAL *of_node, float kept, float negative, float kept_sum, float *regrets,
                        float *sums) {
    const solve_pass *pass = w->pass;
    const solve_node *node = &w->lance->node[i];
    int n = pass->tree->stage[c->stage].count[w->player];
    const REAL *own = c->reach[w->player][i];
    for (int a = 0; a < node->actions; a++) {
        float *restrict regret = regrets + a * n;
        float *restrict sum = sums + a * n;
        NAME(fetch)(sum, (size_t)w->lance->slots[w->player] * (size_t)n, n);
        const REAL *strategy = c->strategy[i] == NULL ? NULL : c->strategy[i] + a * n;
        const REAL *value = of_action[a];
        for (int k = 0; k < n; k++) {
            REAL gain = value == NULL ? 0 : value[k];
            if (of_node != NULL) gain -= of_node[k];
            float r = regret[k];
            r = (r > 0 ? r * kept : r * negative) + (float)gain;
            r = pass->plus && r < 0 ? 0 : r;
            regret[k] = r < 1e-20f && r > -1e-20f ? 0 : r;
        }
        if (own != NULL) {
            for (int k = 0; k < n; k++) {
                float s = sum[k] * kept_sum + (float)(own[k] * strategy[k]);
                sum[k] = s < 1e-20f ? 0 : s;
            }
        } else {
            for (int k = 0; k < n; k++) {
                float s = sum[k] * kept_sum;
                sum[k] = s < 1e-20f ? 0 : s;
            }
        }
    }
}

/* The same where the numbers of the node are. */
static void NAME(learn_node)(const NAME(worker) * w, const NAME(column) * c, int i, REAL *const *of_action,
                             const REAL *of_node, float kept, float negative, float kept_sum) {
    const solve_pass *pass = w->pass;
    const solve_table *table = pass->table;
    const solve_node *node = &w->lance->node[i];
    uint64_t offset = NAME(offset)(pass, c->stage, c->index, w->player, node->slot);
    if (table->regret16[0] == NULL) {
        NAME(learn)
        (w, c, i, of_action, of_node, kept, negative, kept_sum, table->regret[w->player] + offset,
         table->sum[w->player] + offset);
        return;
    }
    float regrets[SOLVE_MOST_ACTIONS * SOLVE_HANDS], sums[SOLVE_MOST_ACTIONS * SOLVE_HANDS];
    int size = node->actions * pass->tree->stage[c->stage].count[w->player];
    int16_t *regret = table->regret16[w->player] + offset, *sum = table->sum16[w->player] + offset;
    float *factor = table->factor[w->player] + solve_factor_at(pass->tree, c->stage, c->index, i);
    NAME(unpack)(regrets, regret, factor[0], size);
    NAME(unpack)(sums, sum, factor[1], size);
    NAME(learn)(w, c, i, of_action, of_node, kept, negative, kept_sum, regrets, sums);
    factor[0] = NAME(pack)(regret, regrets, size);
    factor[1] = NAME(pack)(sum, sums, size);
}

static double NAME(power)(double base, uint32_t exponent) {
    double product = 1;
    for (; exponent > 0; exponent--) product *= base;
    return product;
}

/* The value of a column from those of its ends; NULL if it is nothing. In an iteration the numbers of its
 * nodes change too. A column that nobody reaches is left alone, and the discounts that it misses are made up
 * for when it is reached again. */
static REAL *NAME(ascend)(NAME(worker) * w, NAME(column) * c) {
    const solve_pass *pass = w->pass;
    const solve_stage *s = &pass->tree->stage[c->stage];
    int n = s->count[w->player], views = w->views;
    REAL *value[SOLVE_MOST_NODES];
    float kept = 1, negative = 1, kept_sum = 1;
    if (c->reach[0][0] == NULL && c->reach[1][0] == NULL) return NULL;
    if (c->reach[1 - w->player][0] == NULL && views == 2) return NULL;
    if (pass->table != NULL) {
        uint32_t *last = &pass->table->last[w->player][s->first_column + c->index], now = pass->iteration;
        kept = *last == 0 ? 1 : (float)(pass->positive[now - 1] / pass->positive[*last - 1]);
        negative = !pass->halves ? 1 : now - *last > 100 ? 0 : (float)NAME(power)(.5, now - *last);
        kept_sum = (float)NAME(power)((double)*last / now, pass->gamma);
        *last = now;
    }
    for (int i = w->lance->nodes - 1; i >= 0 && !w->failed; i--) {
        const solve_node *node = &w->lance->node[i];
        REAL *of_action[SOLVE_MOST_ACTIONS];
        bool any = false;
        for (int a = 0; a < node->actions; a++) {
            int next = node->next[a];
            of_action[a] = next >= 0 ? value[next] : c->value[-1 - next];
            any |= of_action[a] != NULL;
        }
        REAL *sum = NULL;
        if (any) {
            sum = NAME(take)(w, (size_t)(n * views));
            if (w->failed) return NULL;
            memset(sum, 0, sizeof(REAL) * (size_t)(n * views));
        }
        bool own = node->player == w->player;
        for (int a = 0; a < node->actions && any; a++) {
            const REAL *restrict from = of_action[a];
            if (own) {
                const REAL *restrict strategy = c->strategy[i] + a * n;
                if (from != NULL) {
                    for (int k = 0; k < n; k++) sum[k] += strategy[k] * from[k];
                }
                for (int k = 0; views == 2 && k < n; k++) {
                    REAL best = from == NULL ? 0 : from[n + k];
                    sum[n + k] = a == 0 || best > sum[n + k] ? best : sum[n + k];
                }
            } else if (from != NULL) {
                for (int k = 0; k < n * views; k++) sum[k] += from[k];
            }
        }
        if (own && pass->table != NULL) NAME(learn_node)(w, c, i, of_action, sum, kept, negative, kept_sum);
        value[i] = sum;
    }
    return w->failed ? NULL : value[0];
}

/* ---- juego and punto ---- */

/* Columns of the last lance whose ends wait for the next flush. */
typedef struct NAME(last) {
    NAME(column) column;
    bool is_column;
    REAL *value; /* without betting */
    int from;    /* the first of the own hands, among all */
    int count;
} NAME(last);

typedef struct NAME(lasts) {
    NAME(last) list[SOLVE_KINDS * SOLVE_KINDS];
    int count;
} NAME(lasts);

static REAL *NAME(part)(REAL *reach, int kind) {
    if (reach == NULL) return NULL;
    REAL *from = reach + solve_first[kind];
    return NAME(is_empty)(from, solve_first[kind + 1] - solve_first[kind]) ? NULL : from;
}

/* The last lance between hands of these kinds, behind `ends`. */
static void NAME(begin_last)(NAME(worker) * w, NAME(lasts) * lasts, int mano, int postre,
                             int ends[MUS_LANCES], uint64_t index, REAL *const reach[SOLVE_PLAYERS]) {
    int stage = solve_stage_of(mano, postre), matrix = mano * SOLVE_KINDS + postre;
    int kind = w->player == SOLVE_MANO ? mano : postre;
    REAL *of_mano = NAME(part)(reach[SOLVE_MANO], mano), *of_postre = NAME(part)(reach[SOLVE_POSTRE], postre);
    REAL *others = w->player == SOLVE_MANO ? of_postre : of_mano;
    NAME(last) *last = &lasts->list[lasts->count];
    last->from = solve_first[kind];
    last->count = solve_first[kind + 1] - solve_first[kind];
    last->is_column = stage >= 0;
    if (stage < 0) {
        if (others == NULL) return;
        ends[MUS_JUEGO] = -1;
        last->value = NAME(add_count)(w, matrix, ends, others);
        lasts->count++;
        return;
    }
    if (of_mano == NULL && of_postre == NULL) return;
    NAME(column) *c = &last->column;
    NAME(descend)(w, c, stage, index, of_mano, of_postre);
    if (w->failed) return;
    for (int end = 0; end < w->lance->ends; end++) {
        const REAL *x = c->end[1 - w->player][end];
        double worth;
        ends[MUS_JUEGO] = end;
        if (x == NULL) {
            c->value[end] = NULL;
        } else if (end >= w->lance->leaves) {
            c->value[end] = NAME(add_showdown)(w, matrix, MUS_JUEGO, x);
        } else if (NAME(is_won)(w, ends, &worth)) {
            c->value[end] = NAME(add_sure)(w, matrix, x, worth);
        } else {
            c->value[end] = NAME(add_count)(w, matrix, ends, x);
        }
        if (w->failed) return;
    }
    ends[MUS_JUEGO] = -1;
    lasts->count++;
}

/* Values of ends have one view; columns want as many as there are. */
static void NAME(spread)(NAME(worker) * w, REAL **values, int ends, int n) {
    if (w->views == 1) return;
    for (int end = 0; end < ends && !w->failed; end++) {
        if (values[end] == NULL) continue;
        REAL *wide = NAME(take)(w, (size_t)(2 * n));
        if (w->failed) return;
        memcpy(wide, values[end], sizeof(REAL) * (size_t)n);
        memcpy(wide + n, values[end], sizeof(REAL) * (size_t)n);
        values[end] = wide;
    }
}

/* After the flush: add what each of them is worth to `out`, which has `stride` own hands in each view. */
static void NAME(end_lasts)(NAME(worker) * w, NAME(lasts) * lasts, REAL *out, int stride) {
    for (int l = 0; l < lasts->count && !w->failed; l++) {
        NAME(last) *last = &lasts->list[l];
        REAL *value = last->value;
        if (last->is_column) {
            NAME(spread)(w, last->column.value, w->lance->ends, last->count);
            value = NAME(ascend)(w, &last->column);
        } else {
            NAME(spread)(w, &value, 1, last->count);
        }
        if (value == NULL) continue;
        for (int view = 0; view < w->views; view++) {
            REAL *to = out + view * stride + last->from;
            const REAL *from = value + view * last->count;
            for (int k = 0; k < last->count; k++) to[k] += from[k];
        }
    }
}

static REAL *NAME(zeros)(NAME(worker) * w, size_t count) {
    REAL *out = NAME(take)(w, count);
    if (!w->failed) memset(out, 0, sizeof(REAL) * count);
    return out;
}

/* ---- pares, and all that follows ---- */

/* The lance of pares, where both have them. */
static REAL *NAME(pass_pares)(NAME(worker) * w, int ends[MUS_LANCES], uint64_t index,
                              REAL *const reach[SOLVE_PLAYERS]) {
    NAME(column) c;
    NAME(lasts) *lasts =
        (NAME(lasts) *)NAME(take)(w, (sizeof(NAME(lasts)) * NAME(CHUNK) + sizeof(REAL) - 1) / sizeof(REAL));
    REAL *of[SOLVE_PLAYERS];
    size_t room = (size_t)(SOLVE_PARES_HANDS * w->views);
    for (int q = 0; q < SOLVE_PLAYERS; q++)
        of[q] = reach[q] == NULL || NAME(is_empty)(reach[q], SOLVE_PARES_HANDS) ? NULL : reach[q];
    if (w->failed || (of[0] == NULL && of[1] == NULL)) return NULL;
    NAME(descend)(w, &c, SOLVE_PARES, index, of[0], of[1]);
    for (int end = w->lance->leaves; end < w->lance->ends && !w->failed; end++) {
        const REAL *x = c.end[1 - w->player][end];
        c.value[end] = x == NULL ? NULL : NAME(add_showdown)(w, SOLVE_MATRIX_PARES, MUS_PARES, x);
    }
    for (int end = 0; end < w->lance->leaves && !w->failed; end++) {
        double worth;
        ends[MUS_PARES] = end;
        c.value[end] = NULL;
        const REAL *x = c.end[1 - w->player][end];
        if (NAME(is_won)(w, ends, &worth)) {
            if (x != NULL) c.value[end] = NAME(add_sure)(w, SOLVE_MATRIX_PARES, x, worth);
        }
    }
    NAME(flush)(w, SOLVE_MATRIX_PARES);
    if (!w->failed) NAME(spread)(w, c.value, w->lance->ends, SOLVE_PARES_HANDS);
    REAL *sums = w->failed ? NULL : NAME(zeros)(w, (size_t)(w->lance->leaves + 1) * room);
    size_t before = w->used;
    for (int from = 0; from < w->lance->leaves && !w->failed; from += w->chunk) {
        int to = from + w->chunk < w->lance->leaves ? from + w->chunk : w->lance->leaves;
        for (int end = from; end < to && !w->failed; end++) {
            double worth;
            ends[MUS_PARES] = end;
            lasts[end - from].count = 0;
            if (NAME(is_won)(w, ends, &worth)) continue;
            REAL *behind[SOLVE_PLAYERS] = {c.end[0][end], c.end[1][end]};
            if (behind[0] == NULL && behind[1] == NULL) continue;
            if (behind[1 - w->player] != NULL) c.value[end] = sums + (size_t)end * room;
            uint64_t column = index * (uint64_t)w->lance->leaves + (uint64_t)end;
            for (int mano = 0; mano < 2; mano++) {
                for (int postre = 0; postre < 2 && !w->failed; postre++)
                    NAME(begin_last)(w, &lasts[end - from], mano, postre, ends, column, behind);
            }
        }
        if (!w->failed) NAME(flush_all)(w);
        for (int end = from; end < to && !w->failed; end++)
            NAME(end_lasts)(w, &lasts[end - from], sums + (size_t)end * room, SOLVE_PARES_HANDS);
        w->used = before;
    }
    ends[MUS_PARES] = -1;
    return w->failed ? NULL : NAME(ascend)(w, &c);
}

/* All that follows grande and chica. `out` has all own hands, in each view. */
static void NAME(pass_group)(NAME(worker) * w, int grande, int chica, REAL *const reach[SOLVE_PLAYERS],
                             REAL *out) {
    int ends[MUS_LANCES] = {grande, chica, -1, -1};
    uint64_t index = (uint64_t)grande * (uint64_t)w->lance->leaves + (uint64_t)chica;
    w->used = 0;
    memset(out, 0, sizeof(REAL) * (size_t)(SOLVE_HANDS * w->views));
    REAL *pares = NAME(pass_pares)(w, ends, index, reach);
    for (int view = 0; view < w->views && pares != NULL; view++) {
        for (int k = 0; k < SOLVE_PARES_HANDS; k++)
            out[view * SOLVE_HANDS + k] += pares[view * SOLVE_PARES_HANDS + k];
    }
    w->used = 0;
    NAME(lasts) *lasts =
        (NAME(lasts) *)NAME(take)(w, (sizeof(NAME(lasts)) + sizeof(REAL) - 1) / sizeof(REAL));
    if (w->failed) return;
    lasts->count = 0;
    for (int mano = 0; mano < SOLVE_KINDS; mano++) {
        for (int postre = 0; postre < SOLVE_KINDS; postre++) {
            if (solve_has_pares(mano) && solve_has_pares(postre)) continue;
            if (!w->failed) NAME(begin_last)(w, lasts, mano, postre, ends, index, reach);
        }
    }
    if (!w->failed) NAME(flush_all)(w);
    if (!w->failed) NAME(end_lasts)(w, lasts, out, SOLVE_HANDS);
}

/* ---- the whole ---- */

static bool NAME(open_worker)(NAME(worker) * w, const solve_pass *pass) {
    memset(w, 0, sizeof *w);
    w->pass = pass;
    w->lance = &pass->tree->lance;
    w->player = pass->player;
    w->views = pass->table == NULL ? 2 : 1;
    w->chunk = 2 * TILE / w->lance->ends;
    if (w->chunk > NAME(CHUNK)) w->chunk = NAME(CHUNK);
    if (w->chunk < 1) w->chunk = 1;
    /* reach, strategies and values of a column of pares and of a chunk of columns behind it */
    size_t per_hand =
        (size_t)(2 * w->lance->slots[0] + 2 * w->lance->slots[1] + 3 * w->lance->ends + 3 * w->lance->nodes) *
        (size_t)w->views;
    w->size = (per_hand * (SOLVE_HANDS + (size_t)w->chunk * SOLVE_PARES_HANDS * 2) * sizeof(REAL)) +
              (sizeof(NAME(lasts)) * (NAME(CHUNK) + 2)) + (1u << 20);
    w->memory = aligned_alloc(64, (w->size + 63) & ~(size_t)63);
    w->floats = malloc(sizeof(float) * SOLVE_MOST_ACTIONS * SOLVE_HANDS);
    bool ok = w->memory != NULL && w->floats != NULL;
    for (int matrix = 0; matrix < SOLVE_MATRICES && ok; matrix++) {
        const solve_matrix *m = &pass->cards->matrix[w->player][matrix];
        NAME(batch) *batch = &w->batch[matrix];
        batch->x = aligned_alloc(64, sizeof(REAL) * TILE * m->columns);
        batch->u = aligned_alloc(64, sizeof(REAL) * TILE * m->patterns);
        batch->y = aligned_alloc(64, sizeof(REAL) * TILE * m->rows);
        ok = batch->x != NULL && batch->u != NULL && batch->y != NULL;
        if (!ok) break;
        /* columns that are never filled are computed too, and must be numbers */
        memset(batch->x, 0, sizeof(REAL) * TILE * m->columns);
        memset(batch->u, 0, sizeof(REAL) * TILE * m->patterns);
    }
    return ok;
}

static void NAME(close_worker)(NAME(worker) * w) {
    for (int matrix = 0; matrix < SOLVE_MATRICES; matrix++) {
        free(w->batch[matrix].x);
        free(w->batch[matrix].u);
        free(w->batch[matrix].y);
    }
    free(w->memory);
    free(w->floats);
}

typedef struct NAME(shared) {
    const solve_pass *pass;
    REAL
        *reach[SOLVE_MOST_ENDS][SOLVE_MOST_ENDS][SOLVE_PLAYERS]; /* by ends of grande and chica; NULL: none */
    REAL *out[SOLVE_MOST_ENDS][SOLVE_MOST_ENDS];
    atomic_int next;
    atomic_bool failed;
} NAME(shared);

static void *NAME(work)(void *shared_bytes) {
    NAME(shared) *shared = shared_bytes;
    NAME(worker) w;
    int leaves = shared->pass->tree->lance.leaves;
    if (!NAME(open_worker)(&w, shared->pass)) {
        atomic_store(&shared->failed, true);
    } else {
        for (;;) {
            int task = atomic_fetch_add(&shared->next, 1), grande = task / leaves, chica = task % leaves;
            if (task >= leaves * leaves || atomic_load(&shared->failed)) break;
            if (shared->out[grande][chica] == NULL) continue;
            NAME(pass_group)(&w, grande, chica, shared->reach[grande][chica], shared->out[grande][chica]);
            if (w.failed) atomic_store(&shared->failed, true);
        }
    }
    NAME(close_worker)(&w);
    return NULL;
}

static void NAME(run_threads)(NAME(shared) * shared, int threads) {
    pthread_t list[SOLVE_MOST_THREADS];
    int begun = 0;
    while (begun < threads - 1 && begun < SOLVE_MOST_THREADS &&
           pthread_create(&list[begun], NULL, NAME(work), shared) == 0)
        begun++;
    NAME(work)(shared);
    for (int i = 0; i < begun; i++) pthread_join(list[i], NULL);
}

/* Grande and chica here, the rest by all threads in between. `out`: the values of all own hands. */
static bool NAME(pass_all)(const solve_pass *pass, REAL *out) {
    NAME(worker) w;
    const solve_lance *lance = &pass->tree->lance;
    int leaves = lance->leaves, ends[MUS_LANCES] = {-1, -1, -1, -1};
    NAME(shared) *shared = calloc(1, sizeof *shared);
    NAME(column) *grande = calloc(1, sizeof *grande), *chica = calloc((size_t)leaves, sizeof *chica);
    bool opened = NAME(open_worker)(&w, pass);
    bool ok = opened && shared != NULL && grande != NULL && chica != NULL;
    if (ok) {
        /* these columns live as long as the pass: room for all of them */
        size_t per_hand =
            (size_t)(2 * lance->slots[0] + 2 * lance->slots[1] + 4 * lance->ends + 2 * lance->nodes) *
            (size_t)w.views;
        free(w.memory);
        w.size = (per_hand * (SOLVE_HANDS + 16) * ((size_t)leaves + 1) +
                  (size_t)(leaves * leaves) * (SOLVE_HANDS + 16) * (size_t)w.views) *
                     sizeof(REAL) +
                 (1u << 20);
        w.memory = aligned_alloc(64, (w.size + 63) & ~(size_t)63);
        ok = w.memory != NULL;
    }
    double worth;
    if (ok) {
        shared->pass = pass;
        REAL *ones = NAME(take)(&w, SOLVE_HANDS);
        for (int i = 0; i < SOLVE_HANDS; i++) ones[i] = pass->cards->hand[i].class != NULL;
        NAME(descend)(&w, grande, SOLVE_GRANDE, 0, ones, ones);
    }
    for (int g = 0; ok && g < lance->ends && !w.failed; g++) {
        const REAL *x = grande->end[1 - w.player][g];
        ends[MUS_GRANDE] = g;
        ends[MUS_CHICA] = -1;
        grande->value[g] = NULL;
        if (g >= leaves) {
            if (x != NULL) grande->value[g] = NAME(add_showdown)(&w, SOLVE_MATRIX_GRANDE, MUS_GRANDE, x);
            continue;
        }
        chica[g].stage = -1;
        if (NAME(is_won)(&w, ends, &worth)) {
            if (x != NULL) grande->value[g] = NAME(add_sure)(&w, SOLVE_MATRIX_GRANDE, x, worth);
            continue;
        }
        if (grande->end[0][g] == NULL && grande->end[1][g] == NULL) continue;
        NAME(descend)(&w, &chica[g], SOLVE_CHICA, (uint64_t)g, grande->end[0][g], grande->end[1][g]);
        for (int c = 0; c < lance->ends && !w.failed; c++) {
            const REAL *behind = chica[g].end[1 - w.player][c];
            ends[MUS_CHICA] = c;
            chica[g].value[c] = NULL;
            if (c >= leaves) {
                if (behind != NULL)
                    chica[g].value[c] = NAME(add_showdown)(&w, SOLVE_MATRIX_CHICA, MUS_CHICA, behind);
            } else if (NAME(is_won)(&w, ends, &worth)) {
                if (behind != NULL) chica[g].value[c] = NAME(add_sure)(&w, SOLVE_MATRIX_CHICA, behind, worth);
            } else if (chica[g].end[0][c] != NULL || chica[g].end[1][c] != NULL) {
                for (int q = 0; q < SOLVE_PLAYERS; q++) shared->reach[g][c][q] = chica[g].end[q][c];
                shared->out[g][c] = NAME(take)(&w, (size_t)(SOLVE_HANDS * w.views));
            }
        }
    }
    ok = ok && !w.failed;
    if (ok) {
        NAME(flush_all)(&w);
        NAME(run_threads)(shared, pass->threads);
        ok = !atomic_load(&shared->failed);
    }
    for (int g = 0; ok && g < leaves && !w.failed; g++) {
        if (chica[g].stage < 0) continue;
        bool reached = grande->end[1 - w.player][g] != NULL;
        NAME(spread)(&w, chica[g].value, lance->ends, SOLVE_HANDS);
        for (int c = 0; c < leaves; c++) {
            if (shared->out[g][c] != NULL && chica[g].end[1 - w.player][c] != NULL)
                chica[g].value[c] = shared->out[g][c];
        }
        REAL *value = NAME(ascend)(&w, &chica[g]);
        grande->value[g] = reached ? value : NULL;
    }
    if (ok && !w.failed) {
        for (int g = 0; g < lance->ends; g++) {
            bool is_end = g >= leaves || chica[g].stage < 0;
            if (is_end) NAME(spread)(&w, &grande->value[g], 1, SOLVE_HANDS);
        }
        REAL *value = NAME(ascend)(&w, grande);
        ok = !w.failed && value != NULL;
        if (ok && out != NULL) memcpy(out, value, sizeof(REAL) * (size_t)(SOLVE_HANDS * w.views));
    }
    ok = ok && !w.failed;
    if (opened) NAME(close_worker)(&w);
    free(shared);
    free(grande);
    free(chica);
    return ok;
}
