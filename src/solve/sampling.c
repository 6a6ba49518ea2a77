/* External-sampling Monte Carlo CFR (Lanctot et al. 2009) on live states.
 *
 * An iteration goes through the game once for each seat. The seat tries all its moves; chance and the other
 * seat do one thing, drawn at random. Information sets are found by the keys of their histories and kept once
 * they were visited, so a game needs only as much memory as was seen of it. */
#include "core/language.h"
#include "solve/flat.h"
#include "tapete/history.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[] = {"es-mccfr", NULL};

enum { MOST_DEPTH = 512, MOST_EVENTS = 64, MOST_MOVES = 64 };

typedef struct entry {
    uint64_t key[2];
    uint32_t first;   /* of its numbers: regrets, then sums */
    uint32_t actions; /* 0: free */
} entry;

/* What a file keeps beside the tables. */
typedef struct kept {
    uint64_t room, used, numbers;
    uint64_t chance[4], draws[4];
} kept;

typedef struct sampler {
    const tp_game *game;
    tp_options options;
    bool wins;
    json_t *what;
    uint64_t iterations;
    entry *entries;
    uint64_t room, used;
    float *numbers;
    uint64_t number_room, number_count;
    kept kept;
    tp_event_log log;
    tp_event events[MOST_EVENTS];
    tp_rng rng;
    tp_history start[FLAT_SEATS];
    unsigned char *states;
    bool failed, too_deep;
} sampler;

/* ---- the table ---- */

static bool grow(sampler *s) {
    uint64_t room = s->room == 0 ? 4096 : 2 * s->room;
    entry *entries = calloc(room, sizeof *entries);
    if (entries == NULL) return false;
    for (uint64_t i = 0; i < s->room; i++) {
        if (s->entries[i].actions == 0) continue;
        uint64_t at = s->entries[i].key[0] & (room - 1);
        while (entries[at].actions != 0) at = (at + 1) & (room - 1);
        entries[at] = s->entries[i];
    }
    free(s->entries);
    s->entries = entries;
    s->room = room;
    return true;
}

/* The first number of a set; UINT32_MAX without memory. */
static uint32_t find(sampler *s, tp_history key, uint32_t actions) {
    uint64_t at = key.words[0] & (s->room - 1);
    while (s->entries[at].actions != 0) {
        const entry *e = &s->entries[at];
        if (e->key[0] == key.words[0] && e->key[1] == key.words[1]) return e->first;
        at = (at + 1) & (s->room - 1);
    }
    if (s->number_count + 2 * (uint64_t)actions > s->number_room) {
        uint64_t room = s->number_room == 0 ? 16384 : 2 * s->number_room;
        float *numbers = room > UINT32_MAX ? NULL : realloc(s->numbers, room * sizeof *numbers);
        if (numbers == NULL) return UINT32_MAX;
        memset(numbers + s->number_room, 0, (room - s->number_room) * sizeof *numbers);
        s->numbers = numbers;
        s->number_room = room;
    }
    s->entries[at] = (entry){{key.words[0], key.words[1]}, (uint32_t)s->number_count, actions};
    uint32_t first = (uint32_t)s->number_count;
    s->number_count += 2 * (uint64_t)actions;
    if (2 * ++s->used > s->room && !grow(s)) return UINT32_MAX;
    return first;
}

/* ---- a traversal ---- */

static tp_history follow(tp_history key, const sampler *s, const void *before, int seat) {
    return tp_history_add_ply(key, s->game, before, s->events, s->log.count, seat);
}

static double worth(const sampler *s, const void *state, int seat) {
    if (s->wins) {
        float returns[TP_MAX_SEATS] = {0};
        s->game->returns(state, returns);
        return (double)returns[seat];
    }
    int32_t scores[TP_MAX_SEATS] = {0};
    s->game->scores(state, scores);
    return ((double)scores[seat] - scores[1 - seat]) / 2;
}

static uint32_t draw(sampler *s, const float *strategy, uint32_t count) {
    float at = (float)tp_rng_fraction(&s->rng);
    uint32_t i = 0;
    while (i + 1 < count && at >= strategy[i]) at -= strategy[i++];
    return i;
}

static float traverse(sampler *s, int depth, int seat, tp_history own, tp_history other) {
    const tp_game *game = s->game;
    const unsigned char *state = s->states + (size_t)depth * game->state_size;
    unsigned char *next = s->states + (size_t)(depth + 1) * game->state_size;
    int actor = game->actor(state);
    if (actor == TP_OVER) return (float)worth(s, state, seat);
    tp_move moves[MOST_MOVES];
    float strategy[MOST_MOVES] = {0}, values[MOST_MOVES] = {0};
    if (depth + 1 >= MOST_DEPTH) {
        s->failed = s->too_deep = true;
        return 0;
    }
    uint32_t count = (uint32_t)game->legal(state, moves);
    bool mine = actor == seat;
    uint32_t first = find(s, mine ? own : other, count);
    if (first == UINT32_MAX) {
        s->failed = true;
        return 0;
    }
    const float *regret = s->numbers + first;
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        strategy[i] = regret[i] > 0 ? regret[i] : 0;
        sum += strategy[i];
    }
    for (uint32_t i = 0; i < count; i++) strategy[i] = sum > 0 ? strategy[i] / sum : 1.0f / (float)count;
    uint32_t from = 0, to = count;
    if (!mine) {
        from = draw(s, strategy, count);
        to = from + 1;
        float *sums = s->numbers + first + count;
        for (uint32_t i = 0; i < count; i++) sums[i] += strategy[i];
    }
    float mean = 0;
    for (uint32_t i = from; i < to && !s->failed; i++) {
        memcpy(next, state, game->state_size);
        tp_event_log_begin(&s->log, actor, moves[i]);
        game->apply(next, moves[i], &s->log.chance);
        if (s->log.is_cut) s->failed = s->too_deep = true;
        values[i] =
            traverse(s, depth + 1, seat, follow(own, s, state, seat), follow(other, s, state, 1 - seat));
        mean += strategy[i] * values[i];
    }
    if (!mine) return values[from];
    for (uint32_t i = 0; i < count && !s->failed; i++) s->numbers[first + i] += values[i] - mean;
    return mean;
}

static bool iterate(void *self) {
    sampler *s = self;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        tp_event_log_begin(&s->log, TP_TABLE, TP_NO_MOVE);
        if (s->game->setup(s->states, &s->options, &s->log.chance, NULL) != TP_OK) return false;
        traverse(s, 0, seat, follow(s->start[seat], s, s->states, seat),
                 follow(s->start[1 - seat], s, s->states, 1 - seat));
    }
    s->iterations++;
    return !s->failed;
}

/* ---- what came of it ---- */

/* The average strategy at a set, uniform where it was never drawn. False: it was never visited. */
static bool strategy_at(const void *self, int seat, tp_history key, uint32_t count, double *out) {
    const sampler *s = self;
    const float *sums = NULL;
    (void)seat; /* which the key names too */
    uint64_t at = key.words[0] & (s->room - 1);
    for (; s->entries[at].actions != 0 && sums == NULL; at = (at + 1) & (s->room - 1)) {
        const entry *e = &s->entries[at];
        if (e->key[0] == key.words[0] && e->key[1] == key.words[1] && e->actions == count)
            sums = s->numbers + e->first + e->actions;
    }
    double total = 0;
    for (uint32_t a = 0; a < count && sums != NULL; a++) total += (double)sums[a];
    for (uint32_t a = 0; a < count; a++) out[a] = total > 0 ? (double)sums[a] / total : 1.0 / count;
    return sums != NULL;
}

/* The average strategy of a seat, as probabilities of its sequences in the whole game. */
static void average(const sampler *s, const flat_game *flat, int seat, double *out) {
    const flat_seat *of = &flat->seat[seat];
    out[0] = 1;
    for (uint32_t i = 0; i < of->set_count; i++) {
        const flat_set *set = &of->sets[i];
        strategy_at(s, seat, of->keys[i], set->actions, out + set->first);
        for (uint32_t a = 0; a < set->actions; a++) out[set->first + a] *= out[set->parent];
    }
}

/* Against best answers, which needs the whole game in memory. */
static bool measure(void *self, solve_measure *out) {
    sampler *s = self;
    flat_game flat;
    solve_order order = {.game = s->game, .options = &s->options, .utility = s->wins ? "win" : "score"};
    double *own[FLAT_SEATS] = {NULL, NULL}, *room = NULL;
    if (flat_make(&flat, &order, NULL, NULL) != TP_OK) return false;
    bool ok = true;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        own[seat] = malloc(sizeof(double) * flat.seat[seat].sequences);
        ok = ok && own[seat] != NULL;
        if (ok) average(s, &flat, seat, own[seat]);
    }
    for (int seat = 0; seat < FLAT_SEATS && ok; seat++) {
        free(room);
        room = malloc(sizeof(double) * flat.seat[seat].sequences);
        ok = room != NULL;
        if (ok) out->best[seat] = flat_best(&flat, seat, own[1 - seat], room);
    }
    if (ok) {
        out->value = flat_value(&flat, 0, own[0], own[1]);
        out->nashconv = out->best[0] + out->best[1];
    }
    free(own[0]);
    free(own[1]);
    free(room);
    flat_free(&flat);
    return ok;
}

/* ---- the engine ---- */

static tp_err suits(const solve_order *order, tp_error *error) {
    tp_err code = flat_suits(order, error);
    if (code == TP_OK && order->game->max_moves > MOST_MOVES)
        code = tp_fail(error, TP_E_INPUT,
                       TR("%s has more than %d moves at once, and sampling can do with those"),
                       order->game->name, MOST_MOVES);
    return code;
}

static tp_err size(const solve_order *order, solve_size *out, tp_error *error) {
    (void)order;
    (void)error;
    memset(out, 0, sizeof *out);
    return TP_OK;
}

static void close_run(void *self) {
    sampler *s = self;
    free(s->entries);
    free(s->numbers);
    free(s->states);
    json_decref(s->what);
    free(s);
}

static tp_err open_run(const solve_order *order, void **self, tp_error *error) {
    sampler *s = calloc(1, sizeof *s);
    if (s != NULL) s->states = calloc(MOST_DEPTH + 1, order->game->state_size);
    if (s == NULL || s->states == NULL || !grow(s)) {
        if (s != NULL) close_run(s);
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    s->game = order->game;
    s->options = *order->options;
    s->wins = order->utility != NULL && strcmp(order->utility, "win") == 0;
    tp_event_log_init(&s->log, order->seed, s->events, MOST_EVENTS);
    tp_rng_seed(&s->rng, order->seed + 1);
    for (int seat = 0; seat < FLAT_SEATS; seat++)
        s->start[seat] = tp_history_begin(s->game, &s->options, seat);
    s->what = json_pack("{s:s, s:s, s:o, s:s, s:s, s:I}", "game", order->game->name, "rules_version",
                        order->game->rules_version, "options", tp_options_to_json(order->options), "utility",
                        s->wins ? "win" : "score", "method", "es-mccfr", "seed", (json_int_t)order->seed);
    *self = s;
    return TP_OK;
}

static uint64_t iterations(const void *self) { return ((const sampler *)self)->iterations; }

static json_t *describe(const void *self) { return json_deep_copy(((const sampler *)self)->what); }

static int parts(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    sampler *s = self;
    s->kept = (kept){.room = s->room, .used = s->used, .numbers = s->number_count};
    memcpy(s->kept.chance, s->log.chance.rng.s, sizeof s->kept.chance);
    memcpy(s->kept.draws, s->rng.s, sizeof s->kept.draws);
    out[0] = (solve_part){&s->kept, sizeof s->kept};
    out[1] = (solve_part){s->entries, s->room * sizeof *s->entries};
    out[2] = (solve_part){s->numbers, s->number_count * sizeof *s->numbers};
    return 3;
}

static tp_err restore(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    sampler *s = self;
    uint64_t room = count == 3 ? sizes[1] / sizeof(entry) : 0,
             numbers = count == 3 ? sizes[2] / sizeof(float) : 0;
    if (count != 3 || sizes[0] != sizeof(kept) || sizes[1] % sizeof(entry) != 0 || (room & (room - 1)) != 0 ||
        room == 0 || sizes[2] % sizeof(float) != 0 || numbers > UINT32_MAX)
        return tp_fail(error, TP_E_INPUT, TR("it does not have the size that this game needs"));
    entry *entries = calloc(room, sizeof *entries);
    float *values = calloc(numbers + 1, sizeof *values);
    if (entries == NULL || values == NULL) {
        free(entries);
        free(values);
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    free(s->entries);
    free(s->numbers);
    s->entries = entries;
    s->numbers = values;
    s->room = room;
    s->number_room = s->number_count = numbers;
    s->iterations = done;
    return TP_OK;
}

static bool check(void *self) {
    sampler *s = self;
    uint64_t used = 0;
    for (uint64_t i = 0; i < s->room; i++) {
        const entry *e = &s->entries[i];
        used += e->actions != 0;
        if (e->actions > MOST_MOVES ||
            (e->actions != 0 && (uint64_t)e->first + 2 * (uint64_t)e->actions > s->number_count))
            return false;
    }
    for (uint64_t i = 0; i < s->number_count; i++) {
        if (!isfinite(s->numbers[i])) return false;
    }
    s->used = used;
    memcpy(s->log.chance.rng.s, s->kept.chance, sizeof s->kept.chance);
    memcpy(s->rng.s, s->kept.draws, sizeof s->kept.draws);
    return s->kept.room == s->room && s->kept.numbers == s->number_count && s->kept.used == used &&
           2 * used <= s->room;
}

const solve_engine solve_sampling_engine = {
    .methods = methods,
    .usual = 1000000,
    .suits = suits,
    .size = size,
    .open = open_run,
    .close = close_run,
    .iterate = iterate,
    .iterations = iterations,
    .measure = measure,
    .describe = describe,
    .parts = parts,
    .restore = restore,
    .check = check,
    .strategy = strategy_at,
};
