/* One game of a batch: dealing, playing on to the caller's next decision, and writing what it is about. */
#include "batch/internal.h"

#include <string.h>

/* A generator's seed out of three numbers: the finaliser of SplitMix64 over each. */
static uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t parts[] = {a, b, c};
    uint64_t mixed = 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < 3; i++) {
        mixed += parts[i] + 0x9e3779b97f4a7c15ull;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
        mixed ^= mixed >> 31;
    }
    return mixed;
}

static void begin(tp_batch *batch, uint32_t index) {
    place *p = &batch->places[index];
    /* these options have been dealt with before: they are playable */
    batch->game->setup(batch_state(batch, index), &batch->options, &p->chance, NULL);
    p->ply = p->decisions = p->out = 0;
    p->former = TP_OVER;
}

/* The opponent's choice follows from the game, how many were played before it, and the ply: an opponent
 * remembers nothing, and a copy of a game goes on in the same way. */
static tp_move choose(tp_batch *batch, worker *w, uint32_t index, int actor) {
    place *p = &batch->places[index];
    batch->game->view(batch_state(batch, index), actor, w->view);
    tp_agent_renew(w->opponents[actor], mix(p->seed, p->episode, p->ply));
    return tp_agent_choose(w->opponents[actor], w->view);
}

/* Play on until the caller has to decide, and list the legal moves. False: the game is over. */
static bool find_decision(tp_batch *batch, worker *w, uint32_t index) {
    const tp_game *game = batch->game;
    place *p = &batch->places[index];
    void *state = batch_state(batch, index);
    for (;; p->ply++) {
        int actor = game->actor(state);
        if (actor == TP_OVER) return false;
        if (batch->has_opponent[actor]) {
            game->apply(state, choose(batch, w, index, actor), &p->chance);
            continue;
        }
        int count = game->legal(state, w->moves);
        if (count == 1 && batch->skip_forced) {
            game->apply(state, w->moves[0], &p->chance);
            continue;
        }
        p->actor = actor;
        p->count = (uint32_t)count;
        if (TP_UNLIKELY(p->count > batch->room)) {
            if (p->count > atomic_load(&batch->longest)) atomic_store(&batch->longest, p->count);
            atomic_store(&batch->longest_at, index);
            p->count = batch->room; /* the batch refuses to go on */
        }
        memcpy(batch->moves + (size_t)index * batch->room, w->moves, p->count * sizeof(tp_move));
        return true;
    }
}

/* The view of the decider, and with it the actions of the legal moves. */
static void number_moves(tp_batch *batch, worker *w, uint32_t index) {
    const place *p = &batch->places[index];
    const tp_move *moves = batch->moves + (size_t)index * batch->room;
    uint16_t *actions = batch->action_of + (size_t)index * batch->room;
    batch->game->view(batch_state(batch, index), p->actor, w->view);
    if (batch->actions == 0) return;
    for (uint32_t i = 0; i < p->count; i++) actions[i] = (uint16_t)batch->game->action_of(w->view, moves[i]);
}

void batch_find_moves(tp_batch *batch, worker *w, uint32_t index) {
    /* A game that ends before the caller has decided anything is nobody's: the next one is dealt. */
    while (!find_decision(batch, w, index)) {
        batch->places[index].episode++;
        begin(batch, index);
    }
    number_moves(batch, w, index);
}

void batch_deal(tp_batch *batch, worker *w, uint32_t index) {
    begin(batch, index);
    batch_find_moves(batch, w, index);
}

/* ---- the end of a game, and of a seat ---- */

/* Seats that will not act again get their reward now. */
static void look_who_is_out(tp_batch *batch, uint32_t index, outcome *found) {
    place *p = &batch->places[index];
    if (batch->game->out == NULL) return;
    float returns[TP_MAX_SEATS] = {0};
    found->out = batch->game->out(batch_state(batch, index), returns) & ~p->out;
    p->out |= found->out;
    for (uint32_t set = found->out; set != 0; set &= set - 1)
        found->rewards[tp_lowest_bit(set)] = returns[tp_lowest_bit(set)];
}

static void write_floats(float *out, const uint8_t *numbers, const float *factors, size_t size) {
    for (size_t i = 0; i < size; i++) out[i] = (float)numbers[i] * factors[i];
}

static void write_final(const tp_batch *batch, worker *w, uint32_t index, int viewer,
                        const tp_batch_buffers *buffers) {
    size_t at = (size_t)index * batch->size;
    if (buffers->final_numbers == NULL && buffers->final_floats == NULL) return;
    uint8_t *numbers = buffers->final_numbers != NULL ? buffers->final_numbers + at : w->numbers;
    batch->game->view(batch_state(batch, index), viewer, w->view);
    batch->game->observe(w->view, numbers);
    if (buffers->final_floats != NULL)
        write_floats(buffers->final_floats + at, numbers, batch->factors, batch->size);
}

static void write_outcome(const tp_batch *batch, uint32_t index, const outcome *found,
                          const tp_batch_buffers *buffers) {
    size_t at = (size_t)index * batch->seats;
    if (buffers->terminal != NULL) buffers->terminal[index] = found->terminal;
    if (buffers->truncated != NULL) buffers->truncated[index] = found->truncated;
    for (uint32_t seat = 0; seat < batch->seats; seat++) {
        if (buffers->rewards != NULL) buffers->rewards[at + seat] = found->rewards[seat];
        if (buffers->scores != NULL) buffers->scores[at + seat] = found->scores[seat];
        if (buffers->out != NULL) buffers->out[at + seat] = (found->out >> seat) & 1;
    }
}

void batch_advance(tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers) {
    place *p = &batch->places[index];
    void *state = batch_state(batch, index);
    outcome found;
    memset(&found, 0, sizeof found);
    p->former = p->actor;
    batch->game->apply(state, p->pending, &p->chance);
    p->ply++;
    p->decisions++;
    bool goes_on = find_decision(batch, w, index);
    found.terminal = !goes_on;
    found.truncated = goes_on && batch->most_decisions != 0 && p->decisions >= batch->most_decisions;
    look_who_is_out(batch, index, &found);
    if (found.terminal || found.truncated) {
        float returns[TP_MAX_SEATS] = {0};
        batch->game->returns(state, returns); /* zero where the game was cut off */
        batch->game->scores(state, found.scores);
        for (uint32_t seat = 0; seat < batch->seats; seat++) {
            if (((p->out >> seat) & 1) == 0) found.rewards[seat] = returns[seat];
        }
        write_final(batch, w, index, p->former, buffers);
        found.out = 0;
        p->episode++;
        batch_deal(batch, w, index);
    } else {
        number_moves(batch, w, index);
    }
    write_outcome(batch, index, &found, buffers);
}

/* ---- what a decision is about ---- */

/* The rows behind the last move hold moves of an earlier decision, often of another seat, and these tell of
 * its cards: they become zero. */
static void clear_rest(const tp_batch *batch, uint32_t index, const tp_batch_buffers *buffers) {
    size_t first = (size_t)index * batch->room + batch->places[index].count;
    size_t rest = batch->listed[index] > batch->places[index].count
                      ? batch->listed[index] - batch->places[index].count
                      : 0;
    size_t size = batch->move_size;
    batch->listed[index] = batch->places[index].count;
    if (rest == 0) return;
    if (buffers->moves != NULL) memset(buffers->moves + first, 0, rest * sizeof *buffers->moves);
    if (buffers->move_numbers != NULL) memset(buffers->move_numbers + first * size, 0, rest * size);
    if (buffers->move_floats != NULL)
        memset(buffers->move_floats + first * size, 0, rest * size * sizeof *buffers->move_floats);
}

static void write_moves(const tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers) {
    const place *p = &batch->places[index];
    const tp_move *moves = batch->moves + (size_t)index * batch->room;
    size_t row = (size_t)index * batch->room;
    if (buffers->moves != NULL) memcpy(buffers->moves + row, moves, p->count * sizeof *moves);
    if (buffers->move_count != NULL) buffers->move_count[index] = p->count;
    clear_rest(batch, index, buffers);
    if (buffers->move_numbers == NULL && buffers->move_floats == NULL) return;
    for (uint32_t i = 0; i < p->count; i++) {
        size_t at = (row + i) * batch->move_size;
        uint8_t *numbers = buffers->move_numbers != NULL ? buffers->move_numbers + at : w->move_numbers;
        batch->game->observe_move(w->view, moves[i], numbers);
        if (buffers->move_floats != NULL)
            write_floats(buffers->move_floats + at, numbers, batch->move_factors, batch->move_size);
    }
}

/* The view of the decider is in w->view, before and afterwards. */
static void write_views(const tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers) {
    const tp_game *game = batch->game;
    const place *p = &batch->places[index];
    const void *state = batch_state(batch, index);
    size_t at = (size_t)index * batch->size;
    for (uint32_t i = batch->seats; i-- > 1 && buffers->every != NULL;) {
        game->view(state, (int)(((uint32_t)p->actor + i) % batch->seats), w->view);
        game->observe(w->view, buffers->every + ((size_t)index * batch->seats + i) * batch->size);
    }
    if (buffers->every != NULL) game->view(state, p->actor, w->view);
    uint8_t *numbers = buffers->numbers != NULL ? buffers->numbers + at : w->numbers;
    bool wanted = buffers->numbers != NULL || buffers->floats != NULL || buffers->every != NULL;
    if (wanted) game->observe(w->view, numbers);
    if (buffers->floats != NULL) write_floats(buffers->floats + at, numbers, batch->factors, batch->size);
    if (buffers->every != NULL) memcpy(buffers->every + at * batch->seats, numbers, batch->size);
}

void batch_write(const tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers) {
    const place *p = &batch->places[index];
    write_views(batch, w, index, buffers);
    write_moves(batch, w, index, buffers);
    if (buffers->mask != NULL && batch->actions != 0) {
        uint8_t *mask = buffers->mask + (size_t)index * batch->actions;
        const uint16_t *actions = batch->action_of + (size_t)index * batch->room;
        memset(mask, 0, batch->actions);
        for (uint32_t i = 0; i < p->count; i++) mask[actions[i]] = 1;
    }
    if (buffers->actor != NULL) buffers->actor[index] = p->actor;
    if (buffers->episode != NULL) buffers->episode[index] = p->episode;
}
