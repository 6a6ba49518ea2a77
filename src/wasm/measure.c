/* Whether this engine behaves as every other, and how quick it is. */
#include "cli/cli.h"
#include "cli/signature.h"
#include "wasm/host.h"

#include <stdio.h>
#include <stdlib.h>

int cli_bad(const char *format, ...) {
    (void)format;
    return -1;
}

void *cli_allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) abort();
    return memory;
}

/* As `tapete bench GAME --signature`, in hex; NULL if there is no such game. */
HOST_EXPORT("tapete_signature") const char *tapete_signature(const char *name) {
    const tp_game *game = tp_game_find(name, answer_error());
    char *text = NULL;
    if (game == NULL) return NULL;
    return answer_text(asprintf(&text, "%016llx", (unsigned long long)signature_of_game(game)) < 0 ? NULL
                                                                                                   : text);
}

/* Play so many random games from the deal on, with default options; how many moves they had, -1 where there
 * is no such game or no memory. */
HOST_EXPORT("tapete_playouts") double tapete_playouts(const char *name, int count, double seed) {
    const tp_game *game = tp_game_find(name, answer_error());
    void *state = game == NULL ? NULL : malloc(game->state_size);
    double moves = state == NULL ? -1 : 0;
    tp_options options;
    tp_chance chance;
    tp_chance_from_seed(&chance, (uint64_t)seed);
    if (state != NULL) tp_options_init(&options, game->options);
    for (int i = 0; i < count && state != NULL; i++) {
        game->setup(state, &options, &chance, NULL);
        moves += tp_game_playout(game, state, &chance);
    }
    free(state);
    return moves;
}
