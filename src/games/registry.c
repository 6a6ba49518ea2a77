/* The games of the list, found by their names, and those that are registered beside them. */
#include "games/registry.h"

#include "core/language.h"
#include "core/registry_check.h"
#include "tapete/access.h"

#include <jansson.h>
#include <pthread.h>
#include <string.h>

#define GAME(name) &name##_game,
static const tp_game *const games_for_all[] = {
#include "games/list.def"
};
#undef GAME
enum { OWN_GAMES = sizeof games_for_all / sizeof *games_for_all };

#if defined(TAPETE_HAS_BMI2)
#define GAME(name) &name##_game_bmi2,
static const tp_game *const games_for_bmi2[] = {
#include "games/list.def"
};
#undef GAME

static const tp_game *const *own_games(void) {
    bool fits =
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    return fits ? games_for_bmi2 : games_for_all;
}
#else
static const tp_game *const *own_games(void) { return games_for_all; }
#endif

/* All games, ending with NULL. Filled once, and then changed by tp_game_register alone. */
static const tp_game *all[OWN_GAMES + MOST_REGISTERED + 1];
static size_t registered;
static pthread_once_t is_filled = PTHREAD_ONCE_INIT;

static void fill(void) { memcpy(all, own_games(), OWN_GAMES * sizeof *all); }

const tp_game *const *tp_games(void) {
    pthread_once(&is_filled, fill);
    return all;
}

int tp_game_count(void) { return (int)(OWN_GAMES + registered); }

const tp_game *tp_game_at(int index) {
    return index >= 0 && index < tp_game_count() ? tp_games()[index] : NULL;
}

/* ---- registering ---- */

/* A member of tp_game that must be set, and whether it is. */
typedef struct member {
    const char *name;
    bool is_set;
} member;

static tp_err check_members(const tp_game *game, tp_error *error) {
#define MEMBER(name) \
    { #name, game->name != NULL }
    const member members[] = {
        MEMBER(title),         MEMBER(summary),       MEMBER(rules_version),   MEMBER(rules_text),
        MEMBER(options),       MEMBER(shape),         MEMBER(setup),           MEMBER(seats),
        MEMBER(side),          MEMBER(actor),         MEMBER(legal),           MEMBER(apply),
        MEMBER(returns),       MEMBER(scores),        MEMBER(check),           MEMBER(view),
        MEMBER(seen),          MEMBER(view_actor),    MEMBER(view_legal),      MEMBER(imagine),
        MEMBER(move_text),     MEMBER(move_parse),    MEMBER(outcome_text),    MEMBER(outcome_parse),
        MEMBER(tell),          MEMBER(state_to_json), MEMBER(state_from_json), MEMBER(view_to_json),
        MEMBER(view_from_json)};
#undef MEMBER
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!members[i].is_set)
            return tp_fail(error, TP_E_INPUT, TR("the game %s has no %s, which every game must have"),
                           game->name, members[i].name);
    }
    return TP_OK;
}

static tp_err exceeds(const tp_game *game, const char *what, int64_t found, int64_t least, int64_t most,
                      tp_error *error) {
    return tp_fail(error, TP_E_INPUT, TR("the game %s: %s is %lld, and can be %lld to %lld"), game->name,
                   what, (long long)found, (long long)least, (long long)most);
}

static tp_err check_limits(const tp_game *game, tp_error *error) {
    enum { MOST_MOVES = 1 << 20, MOST_BYTES = 1 << 20 };
    if (game->max_seats < 1 || game->max_seats > TP_MAX_SEATS)
        return exceeds(game, "max_seats", game->max_seats, 1, TP_MAX_SEATS, error);
    if (game->min_seats < 1 || game->min_seats > game->max_seats)
        return exceeds(game, "min_seats", game->min_seats, 1, game->max_seats, error);
    int most_moves = game->playout != NULL ? (int)MOST_MOVES : (int)TP_MAX_PLAYOUT_MOVES;
    if (game->max_moves < 1 || game->max_moves > most_moves)
        return exceeds(game, "max_moves", game->max_moves, 1, most_moves, error);
    if (game->max_plies < 1) return exceeds(game, "max_plies", game->max_plies, 1, INT32_MAX, error);
    const struct {
        const char *name;
        size_t size, least;
    } sizes[] = {{"state_size", game->state_size, 1},
                 {"view_size", game->view_size, 1},
                 {"scratch_size", game->scratch_size, 0}};
    for (size_t i = 0; i < 3; i++) {
        if (sizes[i].size < sizes[i].least || sizes[i].size > MOST_BYTES)
            return exceeds(game, sizes[i].name, (int64_t)sizes[i].size, (int64_t)sizes[i].least, MOST_BYTES,
                           error);
    }
    if (game->kind_count > TP_MAX_KINDS)
        return exceeds(game, "kind_count", game->kind_count, 0, TP_MAX_KINDS, error);
    for (uint32_t kind = 0; kind < game->kind_count; kind++) {
        if (game->kinds == NULL || game->kinds[kind].name == NULL)
            return tp_fail(error, TP_E_INPUT, TR("the game %s: kind %u has no name"), game->name, kind);
        uint32_t outcomes = game->kinds[kind].outcomes;
        if (outcomes < 1 || outcomes > TP_MAX_OUTCOMES)
            return exceeds(game, game->kinds[kind].name, outcomes, 1, TP_MAX_OUTCOMES, error);
    }
    int64_t count = 0;
    for (const tp_option *option = game->options; option->name != NULL; option++) count++;
    if (count > TP_MAX_OPTIONS) return exceeds(game, "options", count, 0, TP_MAX_OPTIONS, error);
    return TP_OK;
}

/* The defaults must be playable, and the shapes of all variants few enough to be listed. */
static tp_err check_shape(const tp_game *game, tp_error *error) {
    tp_shape shape;
    tp_err code = tp_game_shape(game, NULL, &shape, error);
    if (code != TP_OK) return code;
    if (shape.seats < game->min_seats || shape.seats > game->max_seats)
        return exceeds(game, "seats", shape.seats, game->min_seats, game->max_seats, error);
    json_t *shapes = tp_game_shapes_to_json(game);
    json_decref(shapes);
    if (shapes != NULL) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("the game %s: too many of its options change the shape"),
                   game->name);
}

tp_err tp_game_register(const tp_game *game, tp_error *error) {
    tp_err code = registry_check_size(true, game->struct_size, sizeof(tp_game), error);
    if (code == TP_OK) code = registry_check_name(true, game->name, error);
    if (code == TP_OK && tp_game_find(game->name, NULL) != NULL)
        code = tp_fail(error, TP_E_INPUT, TR("there is already a game %s"), game->name);
    if (code == TP_OK && registered == MOST_REGISTERED)
        code = tp_fail(error, TP_E_INPUT, TR("there are already %d games"), tp_game_count());
    if (code == TP_OK) code = check_members(game, error);
    if (code == TP_OK) code = check_limits(game, error);
    if (code == TP_OK) code = check_shape(game, error);
    if (code == TP_OK) all[OWN_GAMES + registered++] = game;
    return code;
}

size_t games_registered(void) { return registered; }

void games_forget(size_t count) {
    while (registered > count) all[OWN_GAMES + --registered] = NULL;
}

/* ---- finding ---- */

static const char *name_of(const void *games, size_t index) {
    return ((const tp_game *const *)games)[index]->name;
}

const tp_game *tp_game_find(const char *name, tp_error *error) {
    const tp_game *const *games = tp_games();
    size_t count = 0;
    for (; games[count] != NULL; count++) {
        if (strcmp(games[count]->name, name) == 0) return games[count];
    }
    char names[256];
    tp_list_nearest(names, sizeof names, name, count, name_of, games);
    tp_fail(error, TP_E_UNKNOWN, TR("there is no game \"%s\"; the games are: %s"), name, names);
    return NULL;
}

static json_t *game_to_json(const tp_game *game) {
    const tp_option *seats = tp_game_seats_option(game);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:i, s:s?, s:o, s:o}", "name", game->name,
                     "title", game->title, "summary", tp_translate(game->summary), "rules",
                     tp_translate(game->rules_text), "rules_version", game->rules_version, "study",
                     game->study, "min_seats", game->min_seats, "max_seats", game->max_seats, "max_moves",
                     game->max_moves, "seats_option", seats != NULL ? seats->name : NULL, "shapes",
                     tp_game_shapes_to_json(game), "options", tp_option_table_to_json(game->options));
}

json_t *tp_games_to_json(bool study) {
    json_t *list = json_array();
    for (const tp_game *const *game = tp_games(); list != NULL && *game != NULL; game++) {
        if ((*game)->study && !study) continue;
        if (json_array_append_new(list, game_to_json(*game)) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}
