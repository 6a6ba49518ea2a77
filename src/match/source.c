/* The chance source of a match: a log or record that tells outcomes, a script, the dealer's key.
 *
 * A source cannot refuse a draw. When it cannot deliver what it should it keeps the first reason, gives any
 * possible outcome, and the owner of the match throws the resulting state away. */
#include "core/language.h"
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

bool match_events_add(match_events *events, const tp_event *event) {
    if (events->count == events->capacity) {
        size_t capacity = events->capacity > 0 ? 2 * events->capacity : 64;
        tp_event *items = realloc(events->items, capacity * sizeof *items);
        if (items == NULL) return false;
        events->items = items;
        events->capacity = capacity;
    }
    events->items[events->count++] = *event;
    return true;
}

/* ---- naming what is possible ---- */

typedef struct possible_outcomes {
    const tp_game *game;
    uint32_t kind;
    const uint8_t *weights;
    uint32_t count;
    char *name;
    size_t size;
} possible_outcomes;

static const char *possible_name(const void *context, size_t index) {
    const possible_outcomes *possible = context;
    uint32_t outcome = 0;
    for (uint32_t i = 0; i < possible->count; i++) {
        if (possible->weights[i] == 0) continue;
        if (index-- == 0) outcome = i;
    }
    possible->game->outcome_text(possible->kind, outcome, possible->name, possible->size);
    return possible->name;
}

static bool is_possible(uint32_t outcome, const uint8_t *weights, uint32_t count) {
    return outcome < count && weights[outcome] > 0;
}

static void refuse_impossible(match_source *source, const tp_draw *draw, uint32_t outcome,
                              const uint8_t *weights, uint32_t count, const char *teller) {
    if (source->failed) return;
    const tp_game *game = source->match->game;
    size_t possible_count = 0;
    for (uint32_t i = 0; i < count; i++) possible_count += weights[i] > 0;
    char text[TP_TEXT_SIZE], name[TP_TEXT_SIZE], list[256];
    tp_outcome_to_text(game, draw->kind, outcome, text);
    possible_outcomes possible = {game, draw->kind, weights, count, name, sizeof name};
    tp_list_nearest(list, sizeof list, "", possible_count, possible_name, &possible);
    source->failed = true;
    tp_fail(&source->failure, TP_E_CHANCE, TR("%s has '%.80s', which is impossible here: '%s' can be %s"),
            teller, text, game->kinds[draw->kind].name, list);
}

/* ---- the three places where outcomes come from ---- */

/* A loose name stands for the first outcome of its set that is possible; if none is, for itself. */
static uint32_t tighten(const tp_game *game, uint32_t kind, uint32_t outcome, const uint8_t *weights,
                        uint32_t count) {
    if (outcome < game->kinds[kind].outcomes || game->outcome_set == NULL) return outcome;
    for (uint64_t set = game->outcome_set(kind, outcome); set != 0; set &= set - 1) {
        if (is_possible(tp_lowest_bit(set), weights, count)) return tp_lowest_bit(set);
    }
    return outcome;
}

/* The next scripted outcome of this kind; false if the script has none left. */
static bool next_scripted(const match_source *source, uint32_t kind, const uint8_t *weights, uint32_t count,
                          uint32_t *outcome) {
    const tp_match *match = source->match;
    uint32_t skip = source->counters[kind].scripted;
    for (size_t i = 0; i < match->script_count; i++) {
        if (match->script[i].kind == kind && skip-- == 0) {
            *outcome = tighten(match->game, kind, match->script[i].outcome, weights, count);
            return true;
        }
    }
    return false;
}

/* What the key deals: the first outcome whose running total exceeds (number x total) / 2^64. */
static uint32_t dealt_outcome(const match_source *source, uint32_t kind, const uint8_t *weights,
                              uint32_t count) {
    const tp_match *match = source->match;
    const match_counter *counter = &source->counters[kind];
    uint64_t number =
        tp_deal_number(match->deal_key, match->game->kinds[kind].name, counter->shuffle, counter->index);
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += weights[i];
    tp_assert(total > 0);
    uint64_t rest = tp_multiply_high(number, total);
    uint32_t outcome = 0;
    while (rest >= weights[outcome]) rest -= weights[outcome++];
    return outcome;
}

/* The next outcome that the log tells. Fails if it tells of another kind or has ended. */
static uint32_t told_outcome(match_source *source, const tp_draw *draw) {
    const tp_game *game = source->match->game;
    const char *kind = game->kinds[draw->kind].name;
    if (source->told_used == source->told_count) {
        if (!source->failed) {
            source->failed = true;
            tp_fail(&source->failure, TP_E_CHANCE, TR("%s has no outcome where the rules draw '%s'"),
                    source->teller, kind);
        }
        return TP_HIDDEN;
    }
    const tp_event *event = &source->told[source->told_used++];
    if (event->kind != draw->kind && !source->failed) {
        char text[TP_TEXT_SIZE];
        tp_outcome_to_text(game, event->kind, event->outcome, text);
        source->failed = true;
        tp_fail(&source->failure, TP_E_CHANCE, TR("%s has '%.80s' where the rules draw '%s'"), source->teller,
                text, kind);
    }
    return event->kind == draw->kind ? event->outcome : TP_HIDDEN;
}

/* A told outcome must be what script and key would have given. */
static void compare_told(match_source *source, const tp_draw *draw, uint32_t outcome, uint32_t expected,
                         const char *who) {
    if (outcome == expected || source->failed) return;
    char told[TP_TEXT_SIZE], right[TP_TEXT_SIZE];
    tp_outcome_to_text(source->match->game, draw->kind, outcome, told);
    tp_outcome_to_text(source->match->game, draw->kind, expected, right);
    source->failed = true;
    tp_fail(&source->failure, TP_E_CHANCE, TR("%s has '%.80s' where %s has '%.80s'"), source->teller, told,
            who, right);
}

static uint32_t pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights, uint32_t count) {
    match_source *source = (match_source *)chance;
    tp_assert(draw->kind < source->match->game->kind_count);
    match_counter *counter = &source->counters[draw->kind];
    uint32_t outcome, scripted = 0;
    bool is_scripted = next_scripted(source, draw->kind, weights, count, &scripted);
    bool is_told = source->told != NULL;
    if (is_told) {
        outcome = told_outcome(source, draw);
    } else if (is_scripted) {
        outcome = scripted;
    } else {
        outcome = dealt_outcome(source, draw->kind, weights, count);
    }

    bool is_loose = outcome >= source->match->game->kinds[draw->kind].outcomes;
    if (is_loose || !is_possible(outcome, weights, count)) {
        refuse_impossible(source, draw, outcome, weights, count, is_told ? source->teller : TR("the script"));
        for (outcome = 0; weights[outcome] == 0;) outcome++;
    } else if (is_told && is_scripted) {
        compare_told(source, draw, outcome, scripted, TR("its script"));
    } else if (is_told && source->compare) {
        compare_told(source, draw, outcome, dealt_outcome(source, draw->kind, weights, count), TR("the key"));
    }
    counter->index++;
    if (is_scripted) counter->scripted++;

    const tp_event event = {
        .type = TP_EVENT_CHANCE,
        .seat = draw->seat,
        .move = TP_NO_MOVE,
        .kind = draw->kind,
        .outcome = outcome,
        .audience = draw->audience,
    };
    if (source->events != NULL && !match_events_add(source->events, &event) && !source->failed) {
        source->failed = true;
        tp_fail(&source->failure, TP_E_MEMORY, TR("no memory for the log"));
    }
    return outcome;
}

static void shuffle(tp_chance *chance, uint32_t kind) {
    match_source *source = (match_source *)chance;
    tp_assert(kind < source->match->game->kind_count);
    source->counters[kind].shuffle++;
    source->counters[kind].index = 0;
}

static const tp_chance_source match_chance = {pick, shuffle};

void match_source_begin(match_source *source, const tp_match *match) {
    memset(source, 0, sizeof *source);
    source->chance.source = &match_chance;
    source->match = match;
}

void match_source_tell(match_source *source, const tp_event *told, size_t count, const char *teller) {
    static const tp_event nothing;
    source->told = told != NULL ? told : &nothing;
    source->told_count = count;
    source->told_used = 0;
    source->teller = teller;
}

tp_err match_source_end(match_source *source, tp_error *error) {
    if (!source->failed && source->told != NULL && source->told_used < source->told_count) {
        const tp_event *extra = &source->told[source->told_used];
        char text[TP_TEXT_SIZE];
        tp_outcome_to_text(source->match->game, extra->kind, extra->outcome, text);
        source->failed = true;
        tp_fail(&source->failure, TP_E_CHANCE, TR("%s has '%.80s' where the rules draw nothing more"),
                source->teller, text);
    }
    if (!source->failed) return TP_OK;
    if (error != NULL) *error = source->failure;
    return source->failure.code;
}
