/* Matches: beginning one, playing moves, answering questions about it.
 *
 * A move is tried on a copy of the state. Only when the game took it and every outcome could be delivered
 * does the copy become the state and the ply part of the log; so on any failure nothing has changed. */
#include "match/match_internal.h"

#include "core/language.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAT_NAME_SIZE = 256 };

/* ---- beginning ---- */

static tp_err no_memory(tp_error *error) { return tp_fail(error, TP_E_MEMORY, TR("no memory for a match")); }

static tp_err read_script(tp_match *match, const tp_match_setup *setup, tp_error *error) {
    if (setup->script_count == 0) return TP_OK;
    match->script = calloc(setup->script_count, sizeof *match->script);
    if (match->script == NULL) return no_memory(error);
    for (size_t i = 0; i < setup->script_count; i++) {
        tp_event *event = &match->script[i];
        event->type = TP_EVENT_CHANCE;
        tp_err code =
            tp_outcome_from_text(match->game, setup->script[i], &event->kind, &event->outcome, error);
        if (code != TP_OK) {
            tp_error_at(error, TR("scripted outcome %zu"), i + 1);
            return code;
        }
        match->script_count++;
    }
    return TP_OK;
}

static tp_err name_seats(tp_match *match, const tp_match_setup *setup, tp_error *error) {
    for (int seat = 0; seat < match->seats; seat++) {
        const char *name = setup->seats[seat] != NULL ? setup->seats[seat] : "";
        if (strlen(name) >= SEAT_NAME_SIZE) {
            return tp_fail(error, TP_E_INPUT, TR("the name at seat %d is too long: at most %d bytes"), seat,
                           SEAT_NAME_SIZE - 1);
        }
        json_t *probe = json_string(name);
        if (probe == NULL)
            return tp_fail(error, TP_E_INPUT, TR("the name at seat %d is not valid UTF-8"), seat);
        json_decref(probe);
        match->seat_names[seat] = strdup(name);
        if (match->seat_names[seat] == NULL) return no_memory(error);
    }
    return TP_OK;
}

static tp_err take_contributions(tp_match *match, const tp_match_setup *setup, tp_error *error) {
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        const tp_contribution *contribution = &setup->contributions[seat];
        if (contribution->size > TP_CONTRIBUTION_SIZE) {
            return tp_fail(error, TP_E_INPUT, TR("the contribution of seat %d has %d bytes, at most %d"),
                           seat, contribution->size, TP_CONTRIBUTION_SIZE);
        }
        if (contribution->size > 0 && seat >= match->seats) {
            return tp_fail(error, TP_E_INPUT, TR("a contribution of seat %d, but there are %d seats"), seat,
                           match->seats);
        }
        match->contributions[seat].size = contribution->size;
        memcpy(match->contributions[seat].bytes, contribution->bytes, contribution->size);
    }
    return TP_OK;
}

/* A deal with a list has exactly the contributions that were sealed. */
static tp_err take_list(tp_match *match, const sealed_list *sealed, tp_error *error) {
    if (sealed == NULL) return TP_OK;
    if (sealed->seats != match->seats)
        return tp_fail(error, TP_E_INPUT, TR("'sealed' lists %d seats, but there are %d"), sealed->seats,
                       match->seats);
    int wrong = sealed_wrong_seat(sealed, match->contributions);
    if (wrong >= 0) {
        return tp_refuse(error, "WRONG_SEAL",
                         sealed->is_listed[wrong]
                             ? TR("seat %d has not contributed what it sealed")
                             : TR("seat %d has contributed, but is not in the sealed list"),
                         wrong);
    }
    match->is_sealed = true;
    match->sealed = *sealed;
    return TP_OK;
}

/* Find the key: given, from a seed, from the system, or (a record that is read) not known. */
static tp_err take_key(tp_match *match, const tp_match_setup *setup, const match_reading *reading,
                       tp_error *error) {
    uint8_t key[TP_KEY_SIZE];
    match->seeded = setup->seeded;
    match->seed = setup->seeded ? setup->seed : 0;
    if (setup->seeded) {
        tp_key_from_seed(key, setup->seed);
        tp_assert(setup->key == NULL || memcmp(setup->key, key, TP_KEY_SIZE) == 0);
    } else if (setup->key != NULL) {
        memcpy(key, setup->key, TP_KEY_SIZE);
    } else if (reading == NULL) {
        tp_key_random(key);
    } else {
        memcpy(match->commitment, reading->commitment, TP_COMMITMENT_SIZE);
        return TP_OK;
    }
    if (reading != NULL) {
        memcpy(match->commitment, reading->commitment, TP_COMMITMENT_SIZE);
    } else {
        tp_commitment(key, match->commitment);
    }
    bool fits = tp_match_set_key(match, key);
    sodium_memzero(key, sizeof key);
    if (!fits) {
        return tp_fail(error, TP_E_INPUT, "%s",
                       setup->seeded ? TR("the seed is not the one that the commitment was made for")
                                     : TR("the key is not the one that the commitment was made for"));
    }
    return TP_OK;
}

bool tp_match_set_key(tp_match *match, const uint8_t key[TP_KEY_SIZE]) {
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_commitment(key, commitment);
    if (sodium_memcmp(commitment, match->commitment, TP_COMMITMENT_SIZE) != 0) return false;
    memcpy(match->key, key, TP_KEY_SIZE);
    if (match->is_sealed) {
        uint8_t mark[SEALED_MARK_SIZE];
        if (!sealed_mark(&match->sealed, match->game, &match->options, match->commitment, mark)) return false;
        sealed_deal_key(match->key, mark, match->contributions, match->seats, match->deal_key);
    } else {
        tp_deal_key(match->key, match->contributions, match->seats, match->deal_key);
    }
    match->has_key = true;
    return true;
}

/* Make room for one more entry in the journal and in the line, so that adding it cannot fail. */
static bool reserve_entry(tp_match *match) {
    if (match->journal_count == match->journal_capacity) {
        size_t capacity = match->journal_capacity > 0 ? 2 * match->journal_capacity : 64;
        match_entry *journal = realloc(match->journal, capacity * sizeof *journal);
        if (journal == NULL) return false;
        match->journal = journal;
        match->journal_capacity = capacity;
    }
    if (match->line_count == match->line_capacity) {
        size_t capacity = match->line_capacity > 0 ? 2 * match->line_capacity : 64;
        size_t *line = realloc(match->line, capacity * sizeof *line);
        if (line == NULL) return false;
        match->line = line;
        match->line_capacity = capacity;
    }
    return true;
}

/* The events from `first` on are one entry; it stands in the line. */
static void add_entry(tp_match *match, size_t first) {
    match->line[match->line_count++] = match->journal_count;
    match->journal[match->journal_count++] =
        (match_entry){.first = first, .count = match->events.count - first};
}

/* ---- milestones ---- */

/* After a ply: keep the state where it is time for it. */
static void add_milestone(tp_match *match) {
    size_t plies = match->line_count - 1, size = match->game->state_size;
    if (plies != (match->milestone_count + 1) * MILESTONE_PLIES) return;
    if (match->milestone_count == match->milestone_capacity) {
        size_t capacity = match->milestone_capacity > 0 ? 2 * match->milestone_capacity : 4;
        match_milestone **grown = realloc(match->milestones, capacity * sizeof *grown);
        if (grown == NULL) return;
        match->milestones = grown;
        match->milestone_capacity = capacity;
    }
    match_milestone *milestone = malloc(sizeof *milestone + size);
    if (milestone == NULL) return;
    memcpy(milestone->counters, match->counters, sizeof milestone->counters);
    memcpy(milestone->histories, match->histories, sizeof milestone->histories);
    memcpy(milestone->state, match->state, size);
    match->milestones[match->milestone_count++] = milestone;
}

/* Plies were taken back: those behind them go. */
static void drop_milestones(tp_match *match) {
    while (match->milestone_count * MILESTONE_PLIES >= match->line_count)
        free(match->milestones[--match->milestone_count]);
}

/* ---- the state ---- */

/* Every invariant of the state that a ply has led to; in debug builds only, for a failure here is a bug. */
static void check_state(const tp_match *match, const void *state) {
#ifdef NDEBUG
    (void)match;
    (void)state;
#else
    tp_error error;
    tp_assert(match->game->check(state, &error) == TP_OK);
#endif
}

/* Put the cards on the table: from the position, or by dealing. */
static tp_err deal(tp_match *match, const match_reading *reading, tp_error *error) {
    const tp_game *game = match->game;
    match_source source;
    match_source_begin(&source, match);
    source.events = &match->events;
    if (reading != NULL) {
        match_source_tell(&source, reading->deal, reading->deal_count, TR("the record"));
        source.compare = reading->compare && match->has_key;
    }
    if (!reserve_entry(match)) return no_memory(error);
    if (match->from_position) {
        memcpy(match->state, match->initial, game->state_size);
    } else {
        tp_err code = game->setup(match->state, &match->options, &source.chance, error);
        if (code != TP_OK) return code;
    }
    tp_err code = match_source_end(&source, error);
    if (code != TP_OK) return code;
    add_entry(match, 0);
    memcpy(match->counters, source.counters, sizeof match->counters);
    check_state(match, match->state);
    match_histories_begin(match, match->state, match->view, match->histories);
    return TP_OK;
}

/* The options in force and the shape that they give. A position decides options that were not given. */
static tp_err take_shape(tp_match *match, const tp_match_setup *setup, tp_error *error) {
    const tp_game *game = match->game;
    if (setup->position != NULL) {
        match->from_position = true;
        match->continues = setup->origin != NULL;
        if (match->continues) match->origin = *setup->origin;
        match->initial = calloc(1, game->state_size);
        if (match->initial == NULL) return no_memory(error);
        tp_err code = game->state_from_json(setup->position, &match->options, match->initial, error);
        if (code == TP_OK) code = game->check(match->initial, error);
        if (code != TP_OK) return code;
        if (game->settle != NULL) game->settle(&match->options, match->initial);
    }
    tp_err code = game->shape(&match->options, &match->shape, error);
    if (code != TP_OK) return code;
    match->seats = match->shape.seats;
    tp_assert(match->seats >= 1 && match->seats <= TP_MAX_SEATS);
    tp_assert(match->initial == NULL || match->seats == game->seats(match->initial));
    return TP_OK;
}

tp_match *match_begin(const tp_match_setup *setup, const sealed_list *sealed, const match_reading *reading,
                      tp_error *error) {
    const tp_game *game = setup->game;
    tp_assert(game != NULL && game->kind_count <= TP_MAX_KINDS);
    tp_match *match = calloc(1, sizeof *match);
    if (match == NULL) {
        no_memory(error);
        return NULL;
    }
    match->game = game;
    if (setup->options != NULL) {
        tp_assert(setup->options->table == game->options);
        match->options = *setup->options;
    } else {
        tp_options_init(&match->options, game->options);
    }
    if (game->settle != NULL) game->settle(&match->options, NULL);
    match->state = calloc(1, game->state_size);
    match->trial = calloc(1, game->state_size);
    match->view = calloc(1, game->view_size);
    match->moves = calloc((size_t)game->max_moves, sizeof *match->moves);
    tp_err code = TP_OK;
    if (match->state == NULL || match->trial == NULL || match->view == NULL || match->moves == NULL) {
        code = no_memory(error);
    }
    if (code == TP_OK) code = take_shape(match, setup, error);
    if (code == TP_OK) code = name_seats(match, setup, error);
    if (code == TP_OK) code = take_contributions(match, setup, error);
    if (code == TP_OK) code = take_list(match, sealed, error);
    if (code == TP_OK) code = read_script(match, setup, error);
    if (code == TP_OK) code = take_key(match, setup, reading, error);
    if (code == TP_OK) code = deal(match, reading, error);
    if (code == TP_OK) return match;
    tp_match_free(match);
    return NULL;
}

tp_match *tp_match_new(const tp_match_setup *setup, tp_error *error) {
    return match_begin(setup, NULL, NULL, error);
}

void tp_match_free(tp_match *match) {
    if (match == NULL) return;
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) free(match->seat_names[seat]);
    free(match->script);
    free(match->initial);
    free(match->state);
    free(match->trial);
    free(match->view);
    free(match->moves);
    free(match->events.items);
    free(match->journal);
    free(match->line);
    for (size_t i = 0; i < match->milestone_count; i++) free(match->milestones[i]);
    free(match->milestones);
    sodium_memzero(match, sizeof *match);
    free(match);
}

/* ---- questions ---- */

const tp_game *tp_match_game(const tp_match *match) { return match->game; }

const tp_options *tp_match_options(const tp_match *match) { return &match->options; }

int tp_match_seats(const tp_match *match) { return match->seats; }

const tp_shape *tp_match_shape(const tp_match *match) { return &match->shape; }

const char *tp_match_seat_name(const tp_match *match, int seat) {
    return seat >= 0 && seat < match->seats ? match->seat_names[seat] : "";
}

int tp_match_actor(const tp_match *match) {
    return match->resigned != 0 ? TP_OVER : match->game->actor(match->state);
}

bool tp_match_key(const tp_match *match, uint8_t out[TP_KEY_SIZE]) {
    if (match->has_key) memcpy(out, match->key, TP_KEY_SIZE);
    return match->has_key;
}

void tp_match_commitment(const tp_match *match, uint8_t out[TP_COMMITMENT_SIZE]) {
    memcpy(out, match->commitment, TP_COMMITMENT_SIZE);
}

bool tp_match_origin(const tp_match *match, tp_origin *out) {
    if (match->continues) *out = match->origin;
    return match->continues;
}

const void *tp_match_state(const tp_match *match) { return match->state; }

/* ---- moves ---- */

typedef struct legal_names {
    const tp_game *game;
    const tp_move *moves;
    char *name;
    size_t size;
} legal_names;

static const char *legal_name(const void *context, size_t index) {
    const legal_names *names = context;
    names->game->move_text(names->moves[index], names->name, names->size);
    return names->name;
}

/* Add to a refusal what is legal now, what is nearest to the wanted move first. */
static tp_err add_legal(const tp_match *match, const char *wanted, tp_error *error) {
    if (error == NULL) return TP_E_REFUSED;
    int count = match->game->legal(match->state, match->moves);
    char name[TP_TEXT_SIZE];
    legal_names names = {match->game, match->moves, name, sizeof name};
    tp_list_nearest(error->legal, sizeof error->legal, wanted, (size_t)count, legal_name, &names);
    return TP_E_REFUSED;
}

static tp_err refuse_unknown(const tp_match *match, const char *text, tp_error *error) {
    tp_refuse(error, "UNKNOWN_MOVE", TR("'%.80s' is not a move of %s"), text, match->game->name);
    return add_legal(match, text, error);
}

static tp_err refuse_illegal(const tp_match *match, int seat, tp_move move, tp_error *error) {
    char text[TP_TEXT_SIZE], sentence[TP_WHY_SIZE];
    match->game->move_text(move, text, sizeof text);
    match->game->view(match->state, seat, match->view);
    const char *reason = tp_game_why_not(match->game, match->view, move, sentence, sizeof sentence);
    tp_refuse(error, reason, "%s", sentence);
    return add_legal(match, text, error);
}

static tp_err check_turn(const tp_match *match, int seat, tp_error *error) {
    int actor = tp_match_actor(match);
    if (actor == TP_OVER) return tp_refuse(error, "GAME_OVER", TR("the game is over"));
    if (seat != actor) {
        return tp_refuse(error, "NOT_YOUR_TURN", TR("it is the turn of seat %d, not of seat %d"), actor,
                         seat);
    }
    return TP_OK;
}

static tp_err check_key(const tp_match *match, tp_error *error) {
    if (match->has_key) return TP_OK;
    return tp_refuse(error, "NO_KEY",
                     TR("the key of this deal is unknown: the match can be viewed but not continued"));
}

static tp_err check_legal(const tp_match *match, int seat, tp_move move, tp_error *error) {
    const tp_game *game = match->game;
    int count = game->legal(match->state, match->moves);
    for (int i = 0; i < count; i++) {
        if (match->moves[i] == move) return TP_OK;
    }
    /* A number that is no move of this game has no text that leads back to it. */
    char text[TP_TEXT_SIZE] = "";
    tp_move parsed = TP_NO_MOVE;
    if (move == TP_NO_MOVE) return refuse_unknown(match, "", error);
    game->move_text(move, text, sizeof text);
    if (game->move_parse(text, &parsed) != TP_OK || parsed != move) return refuse_unknown(match, text, error);
    return refuse_illegal(match, seat, move, error);
}

/* Make a legal move. `told` (with its teller) or, where that is NULL, script and dealer give the outcomes. */
static tp_err make_move(tp_match *match, int seat, tp_move move, match_source *source, tp_error *error) {
    const tp_game *game = match->game;
    const tp_event event = {.type = TP_EVENT_MOVE, .seat = seat, .move = move};
    size_t first = match->events.count;
    if (!reserve_entry(match) || !match_events_add(&match->events, &event)) {
        match->events.count = first;
        return no_memory(error);
    }
    memcpy(source->counters, match->counters, sizeof source->counters);
    source->events = &match->events;
    match->is_before = false;
    memcpy(match->trial, match->state, game->state_size);
    game->apply(match->trial, move, &source->chance);
    tp_err code = match_source_end(source, error);
    if (code != TP_OK) {
        match->events.count = first;
        return code;
    }
    check_state(match, match->trial);
    void *before = match->state;
    match->state = match->trial;
    match->trial = before;
    match->is_before = true;
    memcpy(match->counters, source->counters, sizeof match->counters);
    add_entry(match, first);
    match_histories_add(match, match->line_count - 1, before, match->histories);
    add_milestone(match);
    return TP_OK;
}

tp_move tp_match_meant(const tp_match *match, tp_move move) {
    const tp_game *game = match->game;
    int actor = tp_match_actor(match);
    if (game->meant == NULL || actor == TP_OVER) return move;
    game->view(match->state, actor, match->view);
    return game->meant(match->view, move);
}

/* Whether this seat may make a move at all now. */
static tp_err check_may_play(const tp_match *match, int seat, tp_error *error) {
    tp_err code = check_turn(match, seat, error);
    return code == TP_OK ? check_key(match, error) : code;
}

static tp_err play_move(tp_match *match, int seat, tp_move move, tp_error *error) {
    move = tp_match_meant(match, move);
    tp_err code = check_legal(match, seat, move, error);
    if (code != TP_OK) return code;
    match_source source;
    match_source_begin(&source, match);
    return make_move(match, seat, move, &source, error);
}

tp_err tp_match_play(tp_match *match, int seat, tp_move move, tp_error *error) {
    tp_err code = check_may_play(match, seat, error);
    return code == TP_OK ? play_move(match, seat, move, error) : code;
}

tp_err tp_match_play_text(tp_match *match, int seat, const char *text, tp_error *error) {
    tp_move move = TP_NO_MOVE;
    tp_err code = check_may_play(match, seat, error);
    if (code != TP_OK) return code;
    if (match->game->move_parse(text, &move) != TP_OK) return refuse_unknown(match, text, error);
    return play_move(match, seat, move, error);
}

tp_err match_play_told(tp_match *match, int seat, tp_move move, const tp_event *told, size_t count,
                       bool compare, tp_error *error) {
    tp_err code = check_turn(match, seat, error);
    if (code == TP_OK) code = check_legal(match, seat, move, error);
    if (code != TP_OK) return code;
    match_source source;
    match_source_begin(&source, match);
    match_source_tell(&source, told, count, TR("the record"));
    source.compare = compare && match->has_key;
    return make_move(match, seat, move, &source, error);
}

/* ---- taking back ---- */

bool tp_match_undo(tp_match *match, int count) {
    if (count < 1 || (size_t)count >= match->line_count || !reserve_entry(match)) return false;
    match_source source;
    match->line_count -= (size_t)count;
    drop_milestones(match);
    match_follow(match, match->line_count - 1, match->trial, match->state, &source, match->histories);
    memcpy(match->counters, source.counters, sizeof match->counters);
    match->journal[match->journal_count++] = (match_entry){.first = match->events.count, .undo = count};
    match->undone = true;
    match->is_before = false;
    match->resigned = 0;
    return true;
}

/* ---- giving up ---- */

tp_err tp_match_resign(tp_match *match, uint32_t seats, tp_error *error) {
    if (tp_match_actor(match) == TP_OVER) return tp_refuse(error, "GAME_OVER", TR("the game is over"));
    uint32_t all = (1u << match->seats) - 1, given_up = 0;
    if (seats == 0 || (seats & ~all) != 0) return tp_fail(error, TP_E_INPUT, TR("there is no such seat"));
    for (int seat = 0; seat < match->seats; seat++) {
        if ((seats >> seat & 1) == 0) continue;
        for (int other = 0; other < match->seats; other++) {
            if (match->game->side(match->state, other) == match->game->side(match->state, seat))
                given_up |= 1u << other;
        }
    }
    if (given_up == all) return tp_fail(error, TP_E_INPUT, TR("not all sides can resign: one has to win"));
    match->resigned = given_up;
    return TP_OK;
}

uint32_t tp_match_resigned(const tp_match *match) { return match->resigned; }

/* How many sides these seats are. */
static int count_sides(const tp_match *match, uint32_t seats) {
    uint32_t sides = 0;
    for (int seat = 0; seat < match->seats; seat++) {
        if ((seats >> seat & 1) != 0) sides |= 1u << match->game->side(match->state, seat);
    }
    return __builtin_popcount(sides);
}

void tp_match_result(const tp_match *match, float *returns, int32_t *scores) {
    match->game->scores(match->state, scores);
    if (match->resigned == 0) {
        match->game->returns(match->state, returns);
        return;
    }
    uint32_t all = (1u << match->seats) - 1;
    float lost = -1.0f / (float)count_sides(match, match->resigned);
    float won = 1.0f / (float)count_sides(match, all & ~match->resigned);
    for (int seat = 0; seat < match->seats; seat++)
        returns[seat] = (match->resigned >> seat & 1) != 0 ? lost : won;
}
