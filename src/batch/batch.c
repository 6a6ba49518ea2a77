/* Batches of games: making, stepping, copying and saving them. What happens inside one game is in step.c. */
#include "batch/internal.h"
#include "core/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 64, USUAL_ROOM = 128 };

/* ---- making ---- */

/* An agent that can begin anew at every decision plays inside a batch: it chooses in microseconds, or does so
 * with these options. Programs begin anew too, and are slow. */

/* The kinds of a game that do, for a sentence, with commas between them. */
static void list_quick(const tp_game *game, char *text, size_t size) {
    text[0] = '\0';
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        size_t used = strlen(text);
        if ((*kind)->is_local || (*kind)->renew == NULL) continue;
        if ((*kind)->game != NULL && strcmp((*kind)->game, game->name) != 0) continue;
        snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ", ", (*kind)->name);
    }
}

static tp_err add_opponent(tp_batch *batch, worker *w, const char *name, int seat, tp_error *error) {
    tp_agent *agent = tp_agent_new_for(batch->game, &batch->options, name, 0, error);
    if (agent == NULL) return TP_E_INPUT;
    w->opponents[seat] = agent;
    tp_agent_begin(agent, &batch->options, seat);
    if (!tp_agent_kind_of(agent)->is_local && tp_agent_renew(agent, 0)) return TP_OK;
    char names[256];
    list_quick(batch->game, names, sizeof names);
    return tp_fail(error, TP_E_INPUT,
                   TR("the agent %s takes too long to play inside a batch; these are quick enough: %s"), name,
                   names);
}

static tp_err make_worker(tp_batch *batch, const tp_batch_setup *setup, worker *w, tp_error *error) {
    const tp_game *game = batch->game;
    w->view = calloc(1, game->view_size);
    w->moves = calloc((size_t)game->max_moves, sizeof *w->moves);
    w->numbers = malloc(batch->size + 1);
    w->move_numbers = malloc(batch->move_size + 1);
    if (w->view == NULL || w->moves == NULL || w->numbers == NULL || w->move_numbers == NULL)
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (uint32_t seat = 0; seat < batch->seats; seat++) {
        if (!batch->has_opponent[seat]) continue;
        tp_err code = add_opponent(batch, w, setup->opponents[seat], (int)seat, error);
        if (code != TP_OK) return code;
    }
    return TP_OK;
}

static float *factors_of(const tp_field *fields, size_t size) {
    float *factors = malloc((size + 1) * sizeof *factors);
    for (; factors != NULL && fields != NULL && fields->name != NULL; fields++) {
        for (uint32_t i = 0; i < fields->count; i++)
            factors[fields->offset + i] = 1.0f / (float)fields->scale;
    }
    return factors;
}

static tp_err check_number(const char *name, uint32_t number, uint32_t least, uint32_t most,
                           tp_error *error) {
    if (number >= least && number <= most) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("%s of a batch: %u is not %u to %u"), name, number, least, most);
}

/* The variant: who sits where, and whether it can be played at all. */
static tp_err read_setup(tp_batch *batch, const tp_batch_setup *setup, tp_error *error) {
    const tp_game *game = batch->game = setup->game;
    tp_shape shape;
    if (setup->options != NULL) {
        batch->options = *setup->options;
    } else {
        tp_options_init(&batch->options, game->options);
    }
    if (game->settle != NULL) game->settle(&batch->options, NULL);
    tp_err code = tp_game_shape(game, &batch->options, &shape, error);
    if (code == TP_OK) code = check_number("count", setup->count, 1, TP_BATCH_MOST, error);
    if (code == TP_OK) code = check_number("threads", setup->threads, 0, TP_BATCH_MOST_THREADS, error);
    if (code == TP_OK) code = check_number("room", setup->room, 0, 1 << 20, error);
    if (code != TP_OK) return code;
    uint32_t taken = 0;
    batch->seats = (uint32_t)shape.seats;
    batch->count = setup->count;
    batch->threads = setup->threads == 0 ? 1 : setup->threads;
    batch->skip_forced = setup->skip_forced;
    batch->most_decisions = setup->most_decisions;
    batch->actions = setup->by_list ? 0 : tp_game_action_count(game, &batch->options);
    uint32_t most = batch->actions != 0 && batch->actions < (uint32_t)game->max_moves
                        ? batch->actions
                        : (uint32_t)game->max_moves;
    batch->room = setup->room != 0                           ? setup->room
                  : most < USUAL_ROOM || batch->actions != 0 ? most
                                                             : USUAL_ROOM;
    for (uint32_t seat = 0; seat < TP_MAX_SEATS; seat++) {
        const char *name = setup->opponents[seat];
        if (name == NULL) continue;
        if (seat >= batch->seats)
            return tp_fail(error, TP_E_INPUT, TR("there is no seat %d, only 0 to %d"), (int)seat,
                           (int)batch->seats - 1);
        if (strlen(name) >= sizeof batch->names[seat])
            return tp_fail(error, TP_E_INPUT, TR("the name of an opponent is too long: %s"), name);
        memcpy(batch->names[seat], name, strlen(name) + 1);
        batch->has_opponent[seat] = true;
        taken++;
    }
    if (taken == batch->seats)
        return tp_fail(error, TP_E_INPUT, TR("every seat has an opponent; leave one for yourself"));
    return TP_OK;
}

static tp_err make_arrays(tp_batch *batch, tp_error *error) {
    const tp_game *game = batch->game;
    size_t count = batch->count, room = batch->room;
    batch->state_step = (game->state_size + 63) / 64 * 64;
    batch->size = tp_observe_size(game);
    batch->move_size = tp_observe_move_size(game);
    batch->states = aligned_alloc(64, batch->state_step * count);
    batch->moves = malloc(count * room * sizeof *batch->moves);
    batch->action_of = malloc(count * room * sizeof *batch->action_of);
    batch->places = calloc(count, sizeof *batch->places);
    batch->listed = calloc(count, sizeof *batch->listed);
    batch->workers = calloc(batch->threads, sizeof *batch->workers);
    batch->factors = factors_of(game->observe_fields, batch->size);
    batch->move_factors = factors_of(game->observe_move_fields, batch->move_size);
    batch->pool = pool_new(batch->threads);
    if (batch->states == NULL || batch->moves == NULL || batch->action_of == NULL || batch->places == NULL ||
        batch->listed == NULL || batch->workers == NULL || batch->factors == NULL ||
        batch->move_factors == NULL || batch->pool == NULL)
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    memset(batch->states, 0, batch->state_step * count);
    return TP_OK;
}

static void seed_place(tp_batch *batch, uint32_t index, uint64_t seed) {
    place *p = &batch->places[index];
    tp_chance_from_seed(&p->chance, seed);
    p->seed = tp_rng_next(&p->chance.rng);
    p->episode = 0;
}

static void deal_some(void *context, uint32_t number, uint32_t first, uint32_t end) {
    tp_batch *batch = context;
    for (uint32_t i = first; i < end; i++) batch_deal(batch, &batch->workers[number], i);
}

tp_batch *tp_batch_new(const tp_batch_setup *setup, tp_error *error) {
    tp_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    atomic_flag_clear(&batch->busy);
    tp_err code = read_setup(batch, setup, error);
    if (code == TP_OK) code = make_arrays(batch, error);
    for (uint32_t i = 0; i < batch->threads && code == TP_OK; i++)
        code = make_worker(batch, setup, &batch->workers[i], error);
    if (code == TP_OK) { /* whether these options can be dealt with is asked once */
        seed_place(batch, 0, setup->seed);
        code = batch->game->setup(batch_state(batch, 0), &batch->options, &batch->places[0].chance, error);
    }
    if (code != TP_OK) {
        tp_batch_free(batch);
        return NULL;
    }
    tp_rng rng;
    tp_rng_seed(&rng, setup->seed);
    for (uint32_t i = 0; i < batch->count; i++) seed_place(batch, i, tp_rng_next(&rng));
    pool_run(batch->pool, deal_some, batch, batch->count, PIECE);
    return batch;
}

void tp_batch_free(tp_batch *batch) {
    if (batch == NULL) return;
    pool_free(batch->pool);
    for (uint32_t i = 0; batch->workers != NULL && i < batch->threads; i++) {
        worker *w = &batch->workers[i];
        for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(w->opponents[seat]);
        free(w->view);
        free(w->moves);
        free(w->numbers);
        free(w->move_numbers);
    }
    free(batch->workers);
    free(batch->states);
    free(batch->moves);
    free(batch->action_of);
    free(batch->listed);
    free(batch->places);
    free(batch->factors);
    free(batch->move_factors);
    free(batch);
}

const tp_game *tp_batch_game(const tp_batch *batch) { return batch->game; }
uint32_t tp_batch_count(const tp_batch *batch) { return batch->count; }
uint32_t tp_batch_seats(const tp_batch *batch) { return batch->seats; }
uint32_t tp_batch_actions(const tp_batch *batch) { return batch->actions; }
uint32_t tp_batch_room(const tp_batch *batch) { return batch->room; }

/* ---- one thread at a time ---- */

static tp_err enter(tp_batch *batch, tp_error *error) {
    if (!atomic_flag_test_and_set(&batch->busy)) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("another thread is using this batch; give each thread its own"));
}

static tp_err leave(tp_batch *batch, tp_err code) {
    atomic_flag_clear(&batch->busy);
    return code;
}

/* A list that did not fit was cut short: nothing that follows from it may be believed. */
static tp_err check_lists(tp_batch *batch, tp_error *error) {
    uint32_t longest = atomic_load(&batch->longest);
    if (longest == 0) return TP_OK;
    return tp_fail(error, TP_E_INPUT,
                   TR("game %u of the batch has %u legal moves, and the list has room for %u; make the batch "
                      "with more room"),
                   atomic_load(&batch->longest_at), longest, batch->room);
}

/* ---- stepping ---- */

typedef struct task {
    tp_batch *batch;
    const tp_batch_buffers *buffers;
    bool only_look;
} task;

static void look_at_some(void *context, uint32_t number, uint32_t first, uint32_t end) {
    const task *t = context;
    const tp_batch_buffers *b = t->buffers;
    tp_batch *batch = t->batch;
    size_t seats = batch->seats;
    for (uint32_t i = first; i < end; i++) {
        if (b->terminal != NULL) b->terminal[i] = 0;
        if (b->truncated != NULL) b->truncated[i] = 0;
        if (b->rewards != NULL) memset(b->rewards + i * seats, 0, seats * sizeof *b->rewards);
        if (b->scores != NULL) memset(b->scores + i * seats, 0, seats * sizeof *b->scores);
        if (b->out != NULL) memset(b->out + i * seats, 0, seats);
        batch->game->view(batch_state(batch, i), batch->places[i].actor, batch->workers[number].view);
        batch_write(batch, &batch->workers[number], i, b);
    }
}

static void step_some(void *context, uint32_t number, uint32_t first, uint32_t end) {
    const task *t = context;
    for (uint32_t i = first; i < end; i++) {
        batch_advance(t->batch, &t->batch->workers[number], i, t->buffers);
        batch_write(t->batch, &t->batch->workers[number], i, t->buffers);
    }
}

/* Lists in other memory than before may hold anything behind their last move. */
static void look_at_lists(tp_batch *batch, const tp_batch_buffers *buffers) {
    const void *lists[3] = {buffers->moves, buffers->move_numbers, buffers->move_floats};
    if (memcmp(lists, batch->listing, sizeof lists) == 0) return;
    memcpy(batch->listing, lists, sizeof lists);
    for (uint32_t i = 0; i < batch->count; i++) batch->listed[i] = batch->room;
}

tp_err tp_batch_look(tp_batch *batch, const tp_batch_buffers *buffers, tp_error *error) {
    task t = {batch, buffers, true};
    tp_err code = enter(batch, error);
    if (code != TP_OK) return code;
    code = check_lists(batch, error);
    if (code == TP_OK) look_at_lists(batch, buffers);
    if (code == TP_OK) pool_run(batch->pool, look_at_some, &t, batch->count, PIECE);
    return leave(batch, code);
}

/* The move that an action names in a game; TP_NO_MOVE if it names none. */
static tp_move find_move(const tp_batch *batch, uint32_t index, int32_t action) {
    const place *p = &batch->places[index];
    size_t row = (size_t)index * batch->room;
    if (batch->actions == 0)
        return action >= 0 && (uint32_t)action < p->count ? batch->moves[row + (uint32_t)action] : TP_NO_MOVE;
    for (uint32_t i = 0; i < p->count; i++) {
        if (batch->action_of[row + i] == (uint32_t)action) return batch->moves[row + i];
    }
    return TP_NO_MOVE;
}

static tp_err refuse(const tp_batch *batch, uint32_t index, int32_t action, tp_error *error) {
    const place *p = &batch->places[index];
    char legal[256];
    size_t used = 0;
    if (batch->actions == 0)
        return tp_refuse(error, "NOT_LEGAL",
                         TR("game %u of the batch: there is no move %d in its list of %u"), index,
                         (int)action, p->count);
    legal[0] = '\0';
    for (uint32_t i = 0; i < p->count && used < sizeof legal - 16; i++)
        used += (size_t)snprintf(legal + used, sizeof legal - used, "%s%u", i == 0 ? "" : ", ",
                                 batch->action_of[(size_t)index * batch->room + i]);
    return tp_refuse(error, "NOT_LEGAL",
                     TR("game %u of the batch: the action %d is not legal; those that are: %s"), index,
                     (int)action, legal);
}

tp_err tp_batch_step(tp_batch *batch, const int32_t *actions, const tp_batch_buffers *buffers, size_t *bad,
                     tp_error *error) {
    task t = {batch, buffers, false};
    tp_err code = enter(batch, error);
    if (code != TP_OK) return code;
    code = check_lists(batch, error);
    for (uint32_t i = 0; i < batch->count && code == TP_OK; i++) {
        tp_move move = find_move(batch, i, actions[i]);
        batch->places[i].pending = move;
        if (TP_LIKELY(move != TP_NO_MOVE)) continue;
        if (bad != NULL) *bad = i;
        code = refuse(batch, i, actions[i], error);
    }
    if (code == TP_OK) {
        look_at_lists(batch, buffers);
        pool_run(batch->pool, step_some, &t, batch->count, PIECE);
        code = check_lists(batch, error);
    }
    return leave(batch, code);
}

/* ---- single games ---- */

static tp_err check_range(const tp_batch *batch, uint32_t first, uint32_t length, tp_error *error) {
    if (first < batch->count && length <= batch->count - first) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("a batch of %u games has no games %u to %llu"), batch->count, first,
                   (unsigned long long)first + length - 1);
}

tp_err tp_batch_deal(tp_batch *batch, uint32_t first, uint32_t length, const uint64_t *seeds,
                     tp_error *error) {
    tp_err code = check_range(batch, first, length, error);
    if (code == TP_OK) code = enter(batch, error);
    if (code != TP_OK) return code;
    for (uint32_t i = 0; i < length; i++) {
        if (seeds != NULL) {
            seed_place(batch, first + i, seeds[i]);
        } else {
            batch->places[first + i].episode++;
        }
        batch_deal(batch, &batch->workers[0], first + i);
    }
    return leave(batch, check_lists(batch, error));
}

/* Is a game of one batch a game of the other? */
static bool are_alike(const tp_batch *one, const tp_batch *other) {
    bool alike = one->game == other->game && one->seats == other->seats && one->actions == other->actions &&
                 one->room == other->room && one->skip_forced == other->skip_forced &&
                 one->most_decisions == other->most_decisions &&
                 memcmp(one->names, other->names, sizeof one->names) == 0;
    for (size_t i = 0; alike && one->game->options[i].name != NULL; i++) {
        const tp_option_value *a = &one->options.values[i], *b = &other->options.values[i];
        alike = a->number == b->number && a->set == b->set;
    }
    return alike;
}

tp_err tp_batch_copy(tp_batch *to, uint32_t first, const tp_batch *from, uint32_t from_first, uint32_t length,
                     tp_error *error) {
    tp_err code = check_range(to, first, length, error);
    if (code == TP_OK) code = check_range(from, from_first, length, error);
    if (code == TP_OK && !are_alike(to, from))
        code = tp_fail(error, TP_E_INPUT, TR("the two batches were not made for the same game"));
    if (code == TP_OK) code = enter(to, error);
    if (code != TP_OK) return code;
    size_t room = to->room;
    memmove(batch_state(to, first), batch_state(from, from_first), to->state_step * length);
    memmove(to->moves + first * room, from->moves + from_first * room, length * room * sizeof *to->moves);
    memmove(to->action_of + first * room, from->action_of + from_first * room,
            length * room * sizeof *to->action_of);
    memmove(to->places + first, from->places + from_first, length * sizeof *to->places);
    return leave(to, TP_OK);
}

/* What is saved: this, then the state. */
typedef struct saved {
    char magic[8]; /* "TPBATCH1" */
    char game[TP_MAX_NAME + 1];
    char rules_version[16];
    uint64_t bytes;
    place where;
    uint64_t
        sum; /* over all that is saved, with 0 in its place: damage is found before anything is believed */
} saved;

static void describe(const tp_batch *batch, saved *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->magic, "TPBATCH1", 8);
    snprintf(out->game, sizeof out->game, "%s", batch->game->name);
    snprintf(out->rules_version, sizeof out->rules_version, "%s", batch->game->rules_version);
    out->bytes = batch->game->state_size;
}

/* FNV-1a. */
static uint64_t sum_of(saved head, const void *state, size_t size) {
    const unsigned char *parts[] = {(const unsigned char *)&head, state};
    const size_t sizes[] = {sizeof head, size};
    uint64_t sum = 0xcbf29ce484222325ull;
    head.sum = 0;
    for (int part = 0; part < 2; part++) {
        for (size_t i = 0; i < sizes[part]; i++) sum = (sum ^ parts[part][i]) * 0x100000001b3ull;
    }
    return sum;
}

size_t tp_batch_saved_size(const tp_batch *batch) { return sizeof(saved) + batch->game->state_size; }

tp_err tp_batch_save(tp_batch *batch, uint32_t index, void *out, tp_error *error) {
    saved head;
    tp_err code = check_range(batch, index, 1, error);
    if (code == TP_OK) code = enter(batch, error);
    if (code != TP_OK) return code;
    describe(batch, &head);
    head.where = batch->places[index];
    head.where.chance.source = NULL;
    head.where.pending = 0; /* of a step that was refused, it may be */
    head.sum = sum_of(head, batch_state(batch, index), batch->game->state_size);
    memcpy(out, &head, sizeof head);
    memcpy((unsigned char *)out + sizeof head, batch_state(batch, index), batch->game->state_size);
    return leave(batch, TP_OK);
}

/* The state is checked as one from outside is, and has as many seats as the games of the batch. */
tp_err tp_batch_load(tp_batch *batch, uint32_t index, const void *bytes, size_t size, tp_error *error) {
    saved head = {.sum = 0}, expected;
    tp_err code = check_range(batch, index, 1, error);
    if (code != TP_OK) return code;
    describe(batch, &expected);
    bool fits = size == tp_batch_saved_size(batch);
    if (fits) memcpy(&head, bytes, sizeof head);
    if (fits)
        fits = memcmp(&head, &expected, offsetof(saved, where)) == 0 &&
               head.sum == sum_of(head, (const unsigned char *)bytes + sizeof head, batch->game->state_size);
    if (!fits)
        return tp_fail(error, TP_E_INPUT,
                       TR("these are not the bytes of a game that a batch like this one saved"));
    code = enter(batch, error);
    if (code != TP_OK) return code;
    void *state = malloc(batch->state_step);
    if (state == NULL) return leave(batch, tp_fail(error, TP_E_MEMORY, TR("there is not enough memory")));
    memcpy(state, (const unsigned char *)bytes + sizeof head, batch->game->state_size);
    code = batch->game->check(state, error);
    if (code == TP_OK &&
        (batch->game->seats(state) != (int)batch->seats || batch->game->actor(state) == TP_OVER))
        code = tp_fail(error, TP_E_INPUT,
                       TR("these are not the bytes of a game that a batch like this one saved"));
    if (code == TP_OK) {
        memcpy(batch_state(batch, index), state, batch->game->state_size);
        batch->places[index] = head.where;
        batch->places[index].chance.source = NULL;
        batch_find_moves(batch, &batch->workers[0], index);
        code = check_lists(batch, error);
    }
    free(state);
    return leave(batch, code);
}

tp_err tp_batch_view(tp_batch *batch, uint32_t index, int viewer, void *view, tp_error *error) {
    tp_err code = check_range(batch, index, 1, error);
    if (code == TP_OK && viewer != TP_SPECTATOR && (viewer < 0 || (uint32_t)viewer >= batch->seats))
        code = tp_fail(error, TP_E_INPUT, TR("there is no seat %d, only 0 to %d"), viewer,
                       (int)batch->seats - 1);
    if (code == TP_OK) code = enter(batch, error);
    if (code != TP_OK) return code;
    batch->game->view(batch_state(batch, index), viewer, view);
    return leave(batch, TP_OK);
}
