/* Variants of a game for tests over the registry: the defaults, then random but reproducible settings of
 * every option. */
#ifndef TAPETE_TESTS_VARIANTS_H
#define TAPETE_TESTS_VARIANTS_H

#include "tapete/tapete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TAPETE_LOAD names a shared object with games to test beside the others. */
static inline void load_wanted(void) {
    const char *file = getenv("TAPETE_LOAD");
    tp_error error = {.code = TP_OK};
    if (file == NULL || tp_plugin_load(file, &error) == TP_OK) return;
    fprintf(stderr, "%s\n", error.text);
    exit(1);
}

static inline const char *variant_word(const tp_option *option, uint32_t word) {
    return option->words != NULL ? option->words[word] : "";
}

/* A value of this option as it would be typed. Whole numbers stay within ten of the default, and within two
 * where they go up to fifty times as much, so that games stay short. */
static inline void variant_value(const tp_option *option, tp_rng *rng, char *text, size_t size) {
    uint32_t words = 0;
    while (option->words != NULL && option->words[words] != NULL) words++;
    switch (option->type) {
    case TP_OPTION_INT: {
        int middle = (int)strtol(option->fallback, NULL, 10);
        int within = option->max > 50.0 * middle ? 2 : 10;
        int low = option->min > middle - within ? (int)option->min : middle - within;
        int high = option->max < middle + within ? (int)option->max : middle + within;
        snprintf(text, size, "%d", low + (int)tp_rng_below(rng, (uint32_t)(high - low + 1)));
        break;
    }
    case TP_OPTION_REAL:
        snprintf(text, size, "%g", option->min + (option->max - option->min) * tp_rng_below(rng, 21) / 20.0);
        break;
    case TP_OPTION_BOOL: snprintf(text, size, "%s", tp_rng_below(rng, 2) != 0 ? "true" : "false"); break;
    case TP_OPTION_CHOICE: snprintf(text, size, "%s", variant_word(option, tp_rng_below(rng, words))); break;
    case TP_OPTION_WORDS: {
        uint64_t chosen = 0;
        text[0] = '\0';
        if (tp_rng_below(rng, 3) == 0) {
            snprintf(text, size, "%s", option->fallback);
            break;
        }
        int length = (int)option->min + (int)tp_rng_below(rng, (uint32_t)(option->max - option->min) + 1);
        for (int i = 0; i < length;) {
            uint32_t word = tp_rng_below(rng, words);
            if ((chosen >> word & 1) != 0) continue;
            chosen |= 1ull << word;
            snprintf(text + strlen(text), size - strlen(text), "%s%s", i++ == 0 ? "" : ",",
                     variant_word(option, word));
        }
        break;
    }
    default: snprintf(text, size, "%s", option->fallback); break;
    }
}

/* The words of an option called preset, each of which stands for a whole variant; NULL: the game has none. */
static inline const char *variant_preset(const tp_game *game, uint32_t number) {
    for (const tp_option *option = game->options; option->name != NULL; option++) {
        if (strcmp(option->name, "preset") != 0) continue;
        for (uint32_t i = 0; option->words[i] != NULL; i++) {
            if (i == number) return option->words[i];
        }
    }
    return NULL;
}

/* A random setting of every option. */
static inline void variant_draw(const tp_game *game, uint32_t number, tp_rng *rng, tp_options *options) {
    tp_error error;
    tp_options_init(options, game->options);
    for (const tp_option *option = game->options; option->name != NULL; option++) {
        char text[TP_OPTION_TEXT_SIZE];
        variant_value(option, rng, text, sizeof text);
        if (tp_options_set(options, option->name, text, &error) != TP_OK) {
            fprintf(stderr, "variant %u of %s: %s=%s: %s\n", number, game->name, option->name, text,
                    error.text);
        }
    }
}

/* Do the options go together? */
static inline bool variant_is_playable(const tp_game *game, const tp_options *options) {
    tp_chance chance;
    void *state = malloc(game->state_size);
    tp_chance_from_seed(&chance, 0);
    bool playable = state != NULL && game->setup(state, options, &chance, NULL) == TP_OK;
    free(state);
    return playable;
}

/* Variant 0 has the defaults; then come the presets; every other number is a random setting of every option.
 * Settings that contradict each other are drawn again, so that every number is a game. */
static inline void variant_options(const tp_game *game, uint32_t number, tp_options *options) {
    enum { MOST_DRAWS = 1000 };
    tp_rng rng;
    const char *preset = number == 0 ? NULL : variant_preset(game, number);
    tp_rng_seed(&rng, number);
    tp_options_init(options, game->options);
    if (preset != NULL) tp_options_set(options, "preset", preset, NULL);
    if (number == 0 || preset != NULL) return;
    for (int draws = 0; draws < MOST_DRAWS; draws++) {
        variant_draw(game, number, &rng, options);
        if (variant_is_playable(game, options)) return;
    }
    fprintf(stderr, "variant %u of %s: no setting of %d can be played\n", number, game->name, MOST_DRAWS);
    abort();
}

#endif
