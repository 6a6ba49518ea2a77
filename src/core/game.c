/* Helpers over any game: projected outcomes, moves and outcomes in words, sizes of tensors. */
#include "tapete/game.h"
#include "core/language.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static size_t total_length(const tp_field *fields) {
    size_t total = 0;
    for (; fields != NULL && fields->name != NULL; fields++) total += fields->count;
    return total;
}

size_t tp_observe_size(const tp_game *game) { return total_length(game->observe_fields); }

size_t tp_observe_move_size(const tp_game *game) { return total_length(game->observe_move_fields); }

void tp_observe_floats(const tp_field *fields, const uint8_t *numbers, float *out) {
    for (; fields != NULL && fields->name != NULL; fields++) {
        float factor = 1.0f / (float)fields->scale;
        for (uint32_t i = fields->offset; i < fields->offset + fields->count; i++)
            out[i] = (float)numbers[i] * factor;
    }
}

uint32_t tp_game_action_count(const tp_game *game, const tp_options *options) {
    if (game->action_count == NULL) return 0;
    tp_options settled = *options;
    if (game->settle != NULL) game->settle(&settled, NULL);
    return game->action_count(&settled);
}

/* ---- members that may be NULL ---- */

int tp_game_playout(const tp_game *game, void *state, tp_chance *chance) {
    if (game->playout != NULL) return game->playout(state, chance);
    tp_move moves[TP_MAX_PLAYOUT_MOVES];
    tp_chance generator = {NULL, chance->rng};
    int decisions = 0;
    tp_assert(game->max_moves <= TP_MAX_PLAYOUT_MOVES);
    for (int count; (count = game->legal(state, moves)) > 0; decisions++)
        game->apply(state, moves[tp_rng_below(&generator.rng, (uint32_t)count)], &generator);
    chance->rng = generator.rng;
    return decisions;
}

const char *tp_game_why_not(const tp_game *game, const void *view, tp_move move, char *sentence,
                            size_t size) {
    sentence[0] = '\0';
    const char *reason = game->why_not != NULL ? game->why_not(view, move, sentence, size) : NULL;
    if (sentence[0] == '\0') snprintf(sentence, size, "%s", TR("it cannot be played now"));
    return reason != NULL ? reason : "NOT_LEGAL";
}

void tp_game_move_help(const tp_game *game, const void *view, tp_move move, char *text, size_t size) {
    if (game->move_help != NULL) {
        game->move_help(view, move, text, size);
    } else {
        tp_move_label(game, view, move, text, size);
    }
}

tp_err tp_game_prepare(const tp_game *game, const void *view, void *scratch, tp_error *error) {
    return game->prepare != NULL ? game->prepare(view, scratch, error) : TP_OK;
}

/* ---- events and words ---- */

void tp_seen_chance(const tp_event *event, int viewer, tp_event *out) {
    tp_assert(event->type == TP_EVENT_CHANCE);
    bool sees = viewer == TP_REVEALED || event->audience == TP_EVERYBODY;
    if (viewer >= 0 && viewer < 32 && (event->audience & TP_ONLY(viewer)) != 0) sees = true;
    *out = *event;
    if (!sees) out->outcome = TP_HIDDEN;
}

void tp_move_label(const tp_game *game, const void *view, tp_move move, char *label, size_t size) {
    char text[TP_TEXT_SIZE];
    if (game->move_name != NULL && view != NULL) {
        game->move_name(view, move, text, sizeof text);
    } else {
        game->move_text(move, text, sizeof text);
    }
    tp_fill_names(text, NULL, 0, label, size);
    /* Anything but a name in capitals, such as TARGET_TARIFF@2, is the game's own spelling. */
    if (strlen(label) < 3 || label[strspn(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@")] != '\0') return;
    if (strspn(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < 3 && strchr(label, '_') == NULL) return;
    for (char *at = label; *at != '\0'; at++)
        *at = (char)(*at == '_' || *at == '@' ? ' ' : tolower((unsigned char)*at));
}

void tp_outcome_to_text(const tp_game *game, uint32_t kind, uint32_t outcome, char *text) {
    tp_assert(kind < game->kind_count);
    snprintf(text, TP_TEXT_SIZE, "%s ", game->kinds[kind].name);
    size_t length = strlen(text);
    game->outcome_text(kind, outcome, text + length, TP_TEXT_SIZE - length);
}

static const char *kind_name(const void *context, size_t index) {
    const tp_game *game = context;
    return game->kinds[index].name;
}

/* The names of one kind's outcomes, made one at a time. */
typedef struct outcome_names {
    const tp_game *game;
    uint32_t kind;
    char *name;
    size_t size;
} outcome_names;

static const char *outcome_name(const void *context, size_t index) {
    const outcome_names *names = context;
    names->game->outcome_text(names->kind, (uint32_t)index, names->name, names->size);
    return names->name;
}

tp_err tp_outcome_from_text(const tp_game *game, const char *text, uint32_t *kind, uint32_t *outcome,
                            tp_error *error) {
    const char *start = text + strspn(text, " ");
    size_t kind_length = strcspn(start, " ");
    const char *rest = start + kind_length + strspn(start + kind_length, " ");
    char list[384];

    uint32_t found = 0;
    while (found < game->kind_count && (strlen(game->kinds[found].name) != kind_length ||
                                        memcmp(game->kinds[found].name, start, kind_length) != 0)) {
        found++;
    }
    if (found == game->kind_count) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "%.*s", kind_length < sizeof wanted ? (int)kind_length : 63, start);
        tp_list_nearest(list, sizeof list, wanted, game->kind_count, kind_name, game);
        return tp_fail(error, TP_E_UNKNOWN,
                       TR("outcome '%.80s': there is no kind '%s' in %s; the kinds are %s"), text, wanted,
                       game->name, list);
    }

    char value[TP_TEXT_SIZE];
    size_t length = strnlen(rest, sizeof value);
    while (length > 0 && rest[length - 1] == ' ') length--;
    uint32_t parsed = 0;
    bool is_outcome = false;
    if (length > 0 && length < sizeof value) {
        memcpy(value, rest, length);
        value[length] = '\0';
        is_outcome = game->outcome_parse(found, value, &parsed) == TP_OK &&
                     (parsed < game->kinds[found].outcomes ||
                      (game->outcome_set != NULL && game->outcome_set(found, parsed) != 0));
    }
    if (!is_outcome) {
        char name[TP_TEXT_SIZE];
        outcome_names names = {game, found, name, sizeof name};
        tp_list_nearest(list, sizeof list, rest, game->kinds[found].outcomes, outcome_name, &names);
        return tp_fail(error, TP_E_INPUT, TR("outcome '%.80s': '%s' can be %s"), text,
                       game->kinds[found].name, list);
    }
    *kind = found;
    *outcome = parsed;
    return TP_OK;
}
