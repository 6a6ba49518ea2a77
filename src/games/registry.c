/* The one list of games. */
#include "games/registry.h"

#include "core/language.h"

#include <jansson.h>
#include <string.h>

/* Games of examples/, in a build with them. */
#if defined(TAPETE_WITH_EXAMPLES)
#include "kuhn/kuhn.h"
#define EXAMPLES &kuhn_game,
#else
#define EXAMPLES
#endif

static const tp_game *const games_for_all[] = {&bruno_game, &mus_game, &sabacc_game, &mulle_game,
                                               EXAMPLES NULL};

#if defined(TAPETE_HAS_BMI2)
static const tp_game *const games_for_bmi2[] = {&bruno_game_bmi2, &mus_game_bmi2, &sabacc_game_bmi2,
                                                &mulle_game_bmi2, EXAMPLES NULL};

const tp_game *const *tp_games(void) {
    bool fits =
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    return fits ? games_for_bmi2 : games_for_all;
}
#else
const tp_game *const *tp_games(void) { return games_for_all; }
#endif

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
    tp_fail(error, TP_E_UNKNOWN, TR("there is no game \"%s\"; there is: %s"), name, names);
    return NULL;
}

static json_t *game_to_json(const tp_game *game) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:o}", "name", game->name, "title",
                     game->title, "summary", tp_translate(game->summary), "rules",
                     tp_translate(game->rules_text), "rules_version", game->rules_version, "min_seats",
                     game->min_seats, "max_seats", game->max_seats, "max_moves", game->max_moves, "options",
                     tp_option_table_to_json(game->options));
}

json_t *tp_games_to_json(void) {
    json_t *list = json_array();
    for (const tp_game *const *game = tp_games(); list != NULL && *game != NULL; game++) {
        if (json_array_append_new(list, game_to_json(*game)) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}
