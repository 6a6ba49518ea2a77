/* The one list of games. */
#include "games/registry.h"

#include <string.h>

static const tp_game *const games[] = {&sabacc_game, NULL};

const tp_game *const *tp_games(void) { return games; }

static const char *name_of(const void *context, size_t index) {
    (void)context;
    return games[index]->name;
}

const tp_game *tp_game_find(const char *name, tp_error *error) {
    size_t count = 0;
    for (; games[count] != NULL; count++) {
        if (strcmp(games[count]->name, name) == 0) return games[count];
    }
    char names[256];
    tp_list_nearest(names, sizeof names, name, count, name_of, NULL);
    tp_fail(error, TP_E_UNKNOWN, "there is no game \"%s\"; there is: %s", name, names);
    return NULL;
}
