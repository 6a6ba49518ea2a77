/* Small games in sequence form: walking through all of a game, and best answers. */
#include "solve/flat.h"
#include "core/language.h"
#include "tapete/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance that follows a script, and tells where it could have gone ---- */

enum { MOST_DRAWS = 64, MOST_EVENTS = 256 };

typedef struct script {
    tp_chance chance; /* first */
    tp_event events[MOST_EVENTS];
    uint32_t event_count;
    /* the draws of this ply: what comes, and what could come */
    uint32_t picks[MOST_DRAWS], draws;
    uint32_t scripted; /* as many are given */
    uint8_t weights[MOST_DRAWS][TP_MAX_OUTCOMES];
    uint32_t counts[MOST_DRAWS];
    double probability;
    bool is_cut;
} script;

static uint32_t pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights, uint32_t count) {
    script *s = (script *)chance;
    uint32_t outcome = 0, sum = 0, at = s->draws;
    if (at == MOST_DRAWS || s->event_count == MOST_EVENTS) {
        s->is_cut = true;
        while (weights[outcome] == 0) outcome++;
        return outcome;
    }
    memcpy(s->weights[at], weights, count);
    s->counts[at] = count;
    if (at < s->scripted) {
        outcome = s->picks[at];
    } else {
        while (weights[outcome] == 0) outcome++;
        s->picks[at] = outcome;
    }
    s->draws++;
    for (uint32_t i = 0; i < count; i++) sum += weights[i];
    s->probability *= (double)weights[outcome] / sum;
    s->events[s->event_count++] = (tp_event){.type = TP_EVENT_CHANCE,
                                             .seat = draw->seat,
                                             .kind = draw->kind,
                                             .outcome = outcome,
                                             .audience = draw->audience};
    return outcome;
}

static void shuffle(tp_chance *chance, uint32_t kind) {
    (void)chance;
    (void)kind;
}

static const tp_chance_source scripted_source = {pick, shuffle};

static void begin_ply(script *s, int seat, tp_move move) {
    s->event_count = s->draws = 0;
    s->is_cut = false;
    s->probability = 1;
    if (move == TP_NO_MOVE) return;
    s->events[s->event_count++] = (tp_event){.type = TP_EVENT_MOVE, .seat = seat, .move = move};
}

/* The next way in which the ply could have gone; false after the last. */
static bool next_way(script *s) {
    for (uint32_t at = s->draws; at-- > 0;) {
        uint32_t outcome = s->picks[at] + 1;
        while (outcome < s->counts[at] && s->weights[at][outcome] == 0) outcome++;
        if (outcome == s->counts[at]) continue;
        s->picks[at] = outcome;
        s->scripted = at + 1;
        return true;
    }
    return false;
}

/* ---- the walk ---- */

typedef struct end {
    uint32_t sequence[FLAT_SEATS];
    double worth; /* for seat 0, times the probability of chance */
} end;

typedef struct walker {
    const tp_game *game;
    const tp_options *options;
    bool wins; /* the worth of an end is its result, not its score */
    flat_game *flat;
    tp_agent *agent;
    size_t play_room[FLAT_SEATS];
    size_t set_room[FLAT_SEATS];
    end *ends;
    size_t end_room;
    script *scripts; /* one for each ply */
    unsigned char *states;
    size_t depth_room;
    tp_err code;
    tp_error *error;
} walker;

static void fail_memory(walker *w) {
    if (w->code == TP_OK) w->code = tp_fail(w->error, TP_E_MEMORY, TR("there is not enough memory"));
}

/* The place of this key, or the free one where it would be. */
static flat_place *place_of(const flat_seat *of, tp_history key) {
    size_t at = key.words[0] & (of->place_room - 1);
    while (of->places[at].set != 0 && !tp_history_equal(of->places[at].key, key))
        at = (at + 1) & (of->place_room - 1);
    return &of->places[at];
}

static bool grow_places(flat_seat *of) {
    flat_seat grown = {.place_room = of->place_room == 0 ? 1024 : 2 * of->place_room};
    grown.places = calloc(grown.place_room, sizeof *grown.places);
    if (grown.places == NULL) return false;
    for (size_t i = 0; i < of->place_room; i++) {
        if (of->places[i].set != 0) *place_of(&grown, of->places[i].key) = of->places[i];
    }
    free(of->places);
    of->places = grown.places;
    of->place_room = grown.place_room;
    return true;
}

/* The information set of this key, made where it is new. UINT32_MAX after a failure. */
static uint32_t find_set(walker *w, int seat, tp_history key, uint32_t parent, uint32_t actions) {
    flat_seat *of = &w->flat->seat[seat];
    if (2 * ((size_t)of->set_count + 1) > of->place_room && !grow_places(of)) {
        fail_memory(w);
        return UINT32_MAX;
    }
    flat_place *place = place_of(of, key);
    if (place->set != 0) {
        uint32_t found = place->set - 1;
        if (of->sets[found].parent == parent && of->sets[found].actions == actions) return found;
        w->code = tp_fail(w->error, TP_E_INPUT,
                          TR("%s cannot be solved: a seat cannot tell two moments apart at which it could do "
                             "different things"),
                          w->game->name);
        return UINT32_MAX;
    }
    if (of->set_count == w->set_room[seat]) {
        size_t room = w->set_room[seat] == 0 ? 256 : 2 * w->set_room[seat];
        flat_set *sets = realloc(of->sets, room * sizeof *sets);
        if (sets != NULL) of->sets = sets;
        tp_history *keys = realloc(of->keys, room * sizeof *keys);
        if (keys != NULL) of->keys = keys;
        if (sets == NULL || keys == NULL) {
            fail_memory(w);
            return UINT32_MAX;
        }
        w->set_room[seat] = room;
    }
    of->keys[of->set_count] = key;
    of->sets[of->set_count] = (flat_set){parent, of->sequences, actions};
    of->sequences += actions;
    *place = (flat_place){key, ++of->set_count};
    return of->set_count - 1;
}

static void add_end(walker *w, const void *state, const uint32_t sequence[FLAT_SEATS], double probability) {
    flat_game *flat = w->flat;
    if (flat->ends == w->end_room) {
        size_t room = w->end_room == 0 ? 1024 : 2 * w->end_room;
        end *ends = realloc(w->ends, room * sizeof *ends);
        if (ends == NULL) {
            fail_memory(w);
            return;
        }
        w->ends = ends;
        w->end_room = room;
    }
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    double worth;
    if (w->wins) {
        w->game->returns(state, returns);
        worth = (double)returns[0];
    } else {
        w->game->scores(state, scores);
        worth = ((double)scores[0] - scores[1]) / 2;
    }
    w->ends[flat->ends++] = (end){{sequence[0], sequence[1]}, worth * probability};
}

static bool make_room(walker *w, size_t depth) {
    if (depth < w->depth_room) return true;
    size_t room = 2 * depth + 16;
    script *scripts = realloc(w->scripts, room * sizeof *scripts);
    if (scripts != NULL) w->scripts = scripts;
    unsigned char *states = realloc(w->states, room * w->game->state_size);
    if (states != NULL) w->states = states;
    if (scripts == NULL || states == NULL) {
        fail_memory(w);
        return false;
    }
    w->depth_room = room;
    return true;
}

static unsigned char *state_at(const walker *w, size_t depth) {
    return w->states + depth * w->game->state_size;
}

/* What the agent does at this set. Asked again for the same set it must say the same. */
static void ask(walker *w, int seat, uint32_t set, const void *state) {
    flat_seat *of = &w->flat->seat[seat];
    const flat_set *at = &of->sets[set];
    double *probs = malloc(sizeof *probs * (size_t)w->game->max_moves);
    void *view = calloc(1, w->game->view_size);
    if (of->sequences > w->play_room[seat]) {
        size_t room = 2 * (size_t)of->sequences;
        double *plays = realloc(of->plays, room * sizeof *plays);
        if (plays != NULL) {
            of->plays = plays;
            for (size_t i = w->play_room[seat]; i < room; i++) plays[i] = -1;
            w->play_room[seat] = room;
        }
    }
    if (probs == NULL || view == NULL || of->sequences > w->play_room[seat]) {
        fail_memory(w);
    } else {
        w->game->view(state, seat, view);
        tp_agent_probs(w->agent, view, probs);
        for (uint32_t i = 0; i < at->actions; i++) {
            double *play = &of->plays[at->first + i];
            if (*play >= 0 && fabs(*play - probs[i]) > 1e-9 && w->code == TP_OK)
                w->code = tp_fail(w->error, TP_E_INPUT,
                                  TR("the agent %s does not decide by what its seat has seen"),
                                  tp_agent_name(w->agent));
            *play = probs[i];
        }
    }
    free(probs);
    free(view);
}

/* From the state at this depth on. */
static void walk(walker *w, size_t depth, const tp_history key[FLAT_SEATS],
                 const uint32_t sequence[FLAT_SEATS], double probability) {
    const tp_game *game = w->game;
    if (!make_room(w, depth + 1)) return;
    int seat = game->actor(state_at(w, depth));
    if (seat == TP_OVER) {
        add_end(w, state_at(w, depth), sequence, probability);
        return;
    }
    if (++w->flat->nodes > FLAT_MOST_NODES) {
        w->code =
            tp_fail(w->error, TP_E_INPUT,
                    TR("%s is too large for this: it has more than %d decisions; es-mccfr needs only what "
                       "it visits"),
                    game->name, FLAT_MOST_NODES);
        return;
    }
    tp_move *moves = malloc(sizeof *moves * (size_t)game->max_moves);
    if (moves == NULL) {
        fail_memory(w);
        return;
    }
    uint32_t count = (uint32_t)game->legal(state_at(w, depth), moves);
    uint32_t set = find_set(w, seat, key[seat], sequence[seat], count);
    if (w->agent != NULL && w->code == TP_OK) ask(w, seat, set, state_at(w, depth));
    for (uint32_t i = 0; i < count && w->code == TP_OK; i++) {
        uint32_t next[FLAT_SEATS] = {sequence[0], sequence[1]};
        next[seat] = w->flat->seat[seat].sets[set].first + i;
        w->scripts[depth].chance.source = &scripted_source;
        w->scripts[depth].scripted = 0;
        do {
            script *s = &w->scripts[depth];
            tp_history keys[FLAT_SEATS];
            memcpy(state_at(w, depth + 1), state_at(w, depth), game->state_size);
            begin_ply(s, seat, moves[i]);
            game->apply(state_at(w, depth + 1), moves[i], &s->chance);
            for (int q = 0; q < FLAT_SEATS; q++)
                keys[q] = tp_history_add_ply(key[q], game, state_at(w, depth), s->events, s->event_count, q);
            if (s->is_cut) {
                w->code = tp_fail(w->error, TP_E_INPUT,
                                  TR("%s is too large for this: too much chance in a ply"), game->name);
                break;
            }
            walk(w, depth + 1, keys, next, probability * s->probability);
        } while (w->code == TP_OK && next_way(&w->scripts[depth]));
    }
    free(moves);
}

/* ---- the matrix ---- */

/* The ends by rows of this seat. */
static bool make_rows(flat_game *flat, int seat, const end *ends) {
    flat_seat *of = &flat->seat[seat];
    uint32_t *order = malloc(sizeof *order * (flat->ends + 1)), *fill = NULL;
    of->row = calloc(of->sequences + 1u, sizeof *of->row);
    of->column = malloc(sizeof *of->column * (flat->ends + 1));
    of->worth = malloc(sizeof *of->worth * (flat->ends + 1));
    fill = calloc(of->sequences + 1u, sizeof *fill);
    bool ok = order != NULL && of->row != NULL && of->column != NULL && of->worth != NULL && fill != NULL;
    if (ok) {
        for (uint64_t i = 0; i < flat->ends; i++) fill[ends[i].sequence[seat]]++;
        uint32_t at = 0;
        for (uint32_t s = 0; s < of->sequences; s++) {
            uint32_t count = fill[s];
            fill[s] = at;
            at += count;
        }
        for (uint64_t i = 0; i < flat->ends; i++) order[fill[ends[i].sequence[seat]]++] = (uint32_t)i;
        uint32_t out = 0, from = 0;
        for (uint32_t s = 0; s < of->sequences; s++) {
            of->row[s] = out;
            for (; from < fill[s]; from++) {
                const end *e = &ends[order[from]];
                of->column[out] = e->sequence[1 - seat];
                of->worth[out++] = seat == 0 ? e->worth : -e->worth;
            }
        }
        of->row[of->sequences] = out;
    }
    free(order);
    free(fill);
    return ok;
}

tp_err flat_suits(const solve_order *order, tp_error *error) {
    tp_shape shape;
    tp_err code = tp_game_shape(order->game, order->options, &shape, error);
    if (code != TP_OK) return code;
    if (shape.seats != FLAT_SEATS || shape.side[0] == shape.side[1])
        return tp_fail(error, TP_E_INPUT, TR("%s cannot be solved with %d seats: two against each other can"),
                       order->game->name, shape.seats);
    return TP_OK;
}

tp_err flat_make(flat_game *out, const solve_order *order, tp_agent *agent, tp_error *error) {
    walker w = {.game = order->game,
                .options = order->options,
                .wins = order->utility != NULL && strcmp(order->utility, "win") == 0,
                .flat = out,
                .agent = agent,
                .error = error};
    memset(out, 0, sizeof *out);
    for (int q = 0; q < FLAT_SEATS; q++) out->seat[q].sequences = 1;
    script *deal = calloc(1, sizeof *deal);
    if (deal == NULL || !make_room(&w, 1)) {
        fail_memory(&w);
    } else {
        deal->chance.source = &scripted_source;
        do {
            tp_history keys[FLAT_SEATS];
            const uint32_t nothing[FLAT_SEATS] = {0, 0};
            begin_ply(deal, TP_TABLE, TP_NO_MOVE);
            w.code = w.game->setup(state_at(&w, 0), order->options, &deal->chance, error);
            if (w.code != TP_OK) break;
            if (deal->is_cut) {
                w.code = tp_fail(error, TP_E_INPUT, TR("%s is too large for this: too much chance in a ply"),
                                 w.game->name);
                break;
            }
            for (int q = 0; q < FLAT_SEATS; q++)
                keys[q] = tp_history_add_ply(tp_history_begin(w.game, order->options, q), w.game,
                                             state_at(&w, 0), deal->events, deal->event_count, q);
            walk(&w, 0, keys, nothing, deal->probability);
        } while (w.code == TP_OK && next_way(deal));
    }
    for (int q = 0; q < FLAT_SEATS && w.code == TP_OK; q++) {
        if (!make_rows(out, q, w.ends)) fail_memory(&w);
    }
    free(deal);
    free(w.ends);
    free(w.scripts);
    free(w.states);
    if (w.code != TP_OK) flat_free(out);
    return w.code;
}

void flat_free(flat_game *game) {
    for (int q = 0; q < FLAT_SEATS; q++) {
        free(game->seat[q].sets);
        free(game->seat[q].keys);
        free(game->seat[q].places);
        free(game->seat[q].row);
        free(game->seat[q].column);
        free(game->seat[q].worth);
        free(game->seat[q].plays);
    }
    memset(game, 0, sizeof *game);
}

uint32_t flat_find(const flat_game *game, int seat, tp_history key) {
    const flat_seat *of = &game->seat[seat];
    if (of->place_room == 0) return UINT32_MAX;
    uint32_t set = place_of(of, key)->set;
    return set == 0 ? UINT32_MAX : set - 1;
}

/* ---- best answers ---- */

static double row_times(const flat_seat *of, uint32_t sequence, const double *other) {
    double sum = 0;
    for (uint32_t i = of->row[sequence]; i < of->row[sequence + 1]; i++)
        sum += of->worth[i] * other[of->column[i]];
    return sum;
}

double flat_best(const flat_game *game, int seat, const double *other, double *room) {
    const flat_seat *of = &game->seat[seat];
    for (uint32_t s = 0; s < of->sequences; s++) room[s] = row_times(of, s, other);
    for (uint32_t i = of->set_count; i-- > 0;) {
        const flat_set *set = &of->sets[i];
        double best = room[set->first];
        for (uint32_t a = 1; a < set->actions; a++)
            best = room[set->first + a] > best ? room[set->first + a] : best;
        room[set->parent] += best;
    }
    return room[0];
}

double flat_value(const flat_game *game, int seat, const double *own, const double *other) {
    const flat_seat *of = &game->seat[seat];
    double value = 0;
    for (uint32_t s = 0; s < of->sequences; s++) value += own[s] * row_times(of, s, other);
    return value;
}
