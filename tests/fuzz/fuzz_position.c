/* Any JSON as a position of every game, and as a view: what is accepted keeps every invariant, comes back
 * from its own JSON to the byte, and can be played to the end. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
    if (!condition) abort();
}

static void *room(size_t size) {
    void *memory = calloc(1, size);
    must(memory != NULL);
    return memory;
}

/* Every viewer's view is printed, and the actor's has the legal moves of the state. */
static void look(const tp_game *game, const void *state, void *view, tp_move *moves, tp_move *seen_moves) {
    int actor = game->actor(state);
    for (int viewer = TP_SPECTATOR; viewer < game->seats(state); viewer++) {
        game->view(state, viewer, view);
        json_t *json = game->view_to_json(view);
        must(json != NULL);
        json_decref(json);
    }
    if (actor == TP_OVER) return;
    int count = game->legal(state, moves);
    must(count > 0 && count <= game->max_moves);
    game->view(state, actor, view);
    must(game->view_legal(view, seen_moves) == count);
    must(memcmp(moves, seen_moves, (size_t)count * sizeof *moves) == 0);
}

static void use(const tp_game *game, const tp_options *options, void *state) {
    void *again = room(game->state_size), *view = room(game->view_size);
    tp_move *moves = room((size_t)game->max_moves * sizeof *moves);
    tp_move *seen_moves = room((size_t)game->max_moves * sizeof *moves);
    tp_error error = {0};
    must(game->check(state, &error) == TP_OK);
    json_t *json = game->state_to_json(state);
    must(json != NULL && game->state_from_json(json, options, again, &error) == TP_OK);
    must(memcmp(state, again, game->state_size) == 0);
    json_decref(json);

    tp_chance chance;
    tp_chance_from_seed(&chance, 1);
    memcpy(again, state, game->state_size);
    if (game->actor(again) != TP_OVER) must(tp_game_playout(game, again, &chance) <= game->max_plies);
    for (int ply = 0;; ply++) {
        look(game, state, view, moves, seen_moves);
        if (game->actor(state) == TP_OVER) break;
        must(ply <= game->max_plies);
        uint32_t count = (uint32_t)game->legal(state, moves);
        game->apply(state, moves[tp_rng_below(&chance.rng, count)], &chance);
        must(game->check(state, &error) == TP_OK);
    }
    free(again);
    free(view);
    free(moves);
    free(seen_moves);
}

/* A view from outside, where one is accepted, gives back its JSON, and worlds or a refusal. */
static void use_view(const tp_game *game, const tp_options *options, const json_t *json) {
    void *view = room(game->view_size), *again = room(game->view_size);
    void *scratch = room(game->scratch_size + 1), *world = room(game->state_size);
    tp_error error = {0};
    if (game->view_from_json(json, options, view, &error) == TP_OK) {
        json_t *printed = game->view_to_json(view);
        must(printed != NULL && game->view_from_json(printed, options, again, &error) == TP_OK);
        must(memcmp(view, again, game->view_size) == 0);
        json_decref(printed);
        if (tp_game_prepare(game, view, scratch, &error) == TP_OK) {
            tp_chance chance;
            tp_chance_from_seed(&chance, 2);
            game->imagine(view, scratch, world, &chance);
            must(game->check(world, &error) == TP_OK);
        }
    }
    free(view);
    free(again);
    free(scratch);
    free(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    json_t *json = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (json == NULL) return 0;
    tp_options *options = room(sizeof *options);
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        void *state = room((*game)->state_size);
        tp_error error = {0};
        tp_options_init(options, (*game)->options);
        if ((*game)->state_from_json(json, options, state, &error) == TP_OK) {
            use(*game, options, state);
        } else {
            must(error.code != TP_OK && error.text[0] != '\0');
        }
        use_view(*game, options, json);
        free(state);
    }
    free(options);
    json_decref(json);
    return 0;
}
