/* The signature of a game's behaviour; signature.h says what goes into it.
 *
 * Variants: the defaults, and every option in turn at each of its values (numbers: smallest and largest),
 * each with every number of players. */
#include "cli/signature.h"

#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_GAMES = 400, /* games of the variant without options */
    VARIANT_GAMES = 24,  /* games of every other variant */
    PLAYOUTS = 400,
    LOOK_EVERY = 8, /* plies between two looks at state and views, which cost more than the play */
};

/* FNV-1a, 64 bits. */
static void hash_bytes(uint64_t *hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) *hash = (*hash ^ byte[i]) * 0x100000001b3ull;
}

static const uint64_t hash_start = 0xcbf29ce484222325ull;

static void hash_text(uint64_t *hash, const char *text) { hash_bytes(hash, text, strlen(text) + 1); }

static void hash_number(uint64_t *hash, long long number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", number);
    hash_text(hash, text);
}

/* Hash a JSON value and release it. */
static void hash_json(uint64_t *hash, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (text == NULL) {
        cli_bad("there is not enough memory.");
        exit(CLI_BAD);
    }
    hash_text(hash, text);
    free(text);
    json_decref(value);
}

/* Results, rounded to what a float surely holds. */
static void hash_results(uint64_t *hash, const tp_game *game, const void *state, int seats) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    game->returns(state, returns);
    game->scores(state, scores);
    for (int seat = 0; seat < seats; seat++) {
        char text[32];
        snprintf(text, sizeof text, "%.4f %d", (double)returns[seat], (int)scores[seat]);
        hash_text(hash, text);
    }
}

/* Memory for one game at a time. */
typedef struct workspace {
    void *state, *view;
    tp_move *moves;
} workspace;

/* The whole state, and what the actor and a spectator see of it. */
static void hash_look(uint64_t *hash, const tp_game *game, const workspace *room, int actor) {
    hash_json(hash, game->state_to_json(room->state));
    game->view(room->state, TP_SPECTATOR, room->view);
    hash_json(hash, game->view_to_json(room->view));
    if (actor == TP_OVER) return;
    game->view(room->state, actor, room->view);
    hash_json(hash, game->view_to_json(room->view));
}

/* One random game by legal() and apply(). `look`: with what it looks like on the way. */
static void hash_game(uint64_t *hash, const tp_game *game, const tp_options *options, const workspace *room,
                      uint64_t seed, bool look) {
    tp_chance chance;
    tp_rng chooser;
    char text[TP_TEXT_SIZE];
    tp_chance_from_seed(&chance, seed);
    tp_rng_seed(&chooser, ~seed);
    if (game->setup(room->state, options, &chance, NULL) != TP_OK) {
        hash_text(hash, "refused");
        return;
    }
    int seats = game->seats(room->state), actor, ply = 0;
    for (; (actor = game->actor(room->state)) != TP_OVER; ply++) {
        if (look && ply % LOOK_EVERY == 0) hash_look(hash, game, room, actor);
        int count = game->legal(room->state, room->moves);
        hash_number(hash, actor);
        hash_number(hash, count);
        for (int i = 0; i < count; i++) {
            game->move_text(room->moves[i], text, sizeof text);
            hash_text(hash, text);
        }
        game->apply(room->state, room->moves[tp_rng_below(&chooser, (uint32_t)count)], &chance);
    }
    hash_look(hash, game, room, TP_OVER);
    hash_results(hash, game, room->state, seats);
}

/* A play-out from a fresh deal. */
static void hash_playout(uint64_t *hash, const tp_game *game, const tp_options *options,
                         const workspace *room, uint64_t seed) {
    tp_chance chance;
    tp_chance_from_seed(&chance, seed);
    if (game->setup(room->state, options, &chance, NULL) != TP_OK) return;
    int seats = game->seats(room->state);
    hash_number(hash, tp_game_playout(game, room->state, &chance));
    hash_results(hash, game, room->state, seats);
}

static void hash_variant(uint64_t *hash, const tp_game *game, const tp_options *options,
                         const workspace *room, int games, int playouts) {
    hash_json(hash, tp_options_to_json(options));
    for (int i = 0; i < games; i++) hash_game(hash, game, options, room, (uint64_t)i, i % 4 == 0);
    for (int i = 0; i < playouts; i++) hash_playout(hash, game, options, room, (uint64_t)i + 1000000);
}

/* The i-th value to try of an option, as it would be typed; false after the last. */
static bool option_value(const tp_option *option, size_t i, char *text, size_t size) {
    switch (option->type) {
    case TP_OPTION_INT:
    case TP_OPTION_REAL: snprintf(text, size, "%.15g", i == 0 ? option->min : option->max); return i < 2;
    case TP_OPTION_BOOL: snprintf(text, size, "%s", i == 0 ? "false" : "true"); return i < 2;
    case TP_OPTION_CHOICE:
        if (option->words == NULL || option->words[i] == NULL) return false;
        snprintf(text, size, "%s", option->words[i]);
        return true;
    case TP_OPTION_WORDS: {
        /* Windows of `max` neighbouring words, so that every word has its turn. */
        size_t width = (size_t)option->max, used = 0;
        for (size_t k = 0; k < width; k++) {
            for (size_t before = 0; before <= i * width + k; before++) {
                if (option->words == NULL || option->words[before] == NULL) return false;
            }
            int length =
                snprintf(text + used, size - used, "%s%s", k > 0 ? "," : "", option->words[i * width + k]);
            if (length < 0 || (used += (size_t)length) >= size) return false;
        }
        return width > 0;
    }
    case TP_OPTION_TEXT:
    case TP_OPTION_TYPE_COUNT: break;
    }
    return false;
}

uint64_t signature_of_game(const tp_game *game) {
    workspace room = {.state = cli_allocate(game->state_size),
                      .view = cli_allocate(game->view_size),
                      .moves = cli_allocate((size_t)game->max_moves * sizeof *room.moves)};
    tp_options *options = cli_allocate(sizeof *options);
    uint64_t hash = hash_start;
    hash_text(&hash, game->name);
    const tp_option *seats = tp_game_seats_option(game);
    for (int players = game->min_seats; players <= game->max_seats; players++) {
        char number[16], value[TP_OPTION_TEXT_SIZE];
        snprintf(number, sizeof number, "%d", players);
        tp_options_init(options, game->options);
        /* A number of seats that the game does not know is left out. */
        if (seats != NULL && tp_options_set(options, seats->name, number, NULL) != TP_OK) continue;
        hash_variant(&hash, game, options, &room, DEFAULT_GAMES, PLAYOUTS);
        for (const tp_option *option = game->options; option != NULL && option->name != NULL; option++) {
            if (option == seats) continue;
            for (size_t i = 0; option_value(option, i, value, sizeof value); i++) {
                tp_options_init(options, game->options);
                if (seats != NULL) tp_options_set(options, seats->name, number, NULL);
                if (tp_options_set(options, option->name, value, NULL) != TP_OK) continue;
                hash_variant(&hash, game, options, &room, VARIANT_GAMES, VARIANT_GAMES);
            }
        }
        if (seats == NULL) break;
    }
    free(room.state);
    free(room.view);
    free(room.moves);
    free(options);
    return hash;
}

uint64_t signature_combine(const uint64_t *signatures, size_t count) {
    uint64_t hash = hash_start;
    for (size_t i = 0; i < count; i++) {
        char text[20];
        snprintf(text, sizeof text, "%016llx", (unsigned long long)signatures[i]);
        hash_text(&hash, text);
    }
    return hash;
}
