/* Any text as options of every game and every agent, as a JSON object of options, as a list of agents, as a
 * move and as an outcome: what is accepted gives back what it was given, and what is refused changes
 * nothing. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
    if (!condition) abort();
}

/* The options as they stand, as text. */
static char *printed(const tp_options *options) {
    json_t *json = tp_options_to_json(options);
    char *text = json_dumps(json, 0);
    must(text != NULL);
    json_decref(json);
    return text;
}

static void try_options(const tp_option *table, const char *text, const json_t *json) {
    static tp_options options, again;
    tp_error error = {0};
    tp_options_init(&options, table);
    char *before = printed(&options);
    if (tp_options_parse(&options, text, &error) != TP_OK) {
        char *after = printed(&options);
        must(error.code != TP_OK && error.text[0] != '\0' && strcmp(before, after) == 0);
        free(after);
    } else {
        json_t *values = tp_options_to_json(&options);
        tp_options_init(&again, table);
        must(tp_options_from_json(&again, values, &error) == TP_OK);
        char *first = printed(&options), *second = printed(&again);
        must(strcmp(first, second) == 0);
        free(first);
        free(second);
        json_decref(values);
    }
    if (json != NULL) {
        tp_options_init(&again, table);
        if (tp_options_from_json(&again, json, &error) != TP_OK) {
            char *after = printed(&again);
            must(strcmp(before, after) == 0);
            free(after);
        }
    }
    free(before);
}

/* Words of a game: what a text is parsed to is printed, and parsed to the same again. */
static void try_words(const tp_game *game, const char *text) {
    tp_move move, again;
    char printed_text[TP_TEXT_SIZE];
    if (game->move_parse(text, &move) == TP_OK) {
        game->move_text(move, printed_text, sizeof printed_text);
        must(game->move_parse(printed_text, &again) == TP_OK && again == move);
    }
    uint32_t kind, outcome, kind_again, outcome_again;
    tp_error error = {0};
    if (tp_outcome_from_text(game, text, &kind, &outcome, &error) == TP_OK) {
        must(kind < game->kind_count && outcome < game->kinds[kind].outcomes);
        tp_outcome_to_text(game, kind, outcome, printed_text);
        must(tp_outcome_from_text(game, printed_text, &kind_again, &outcome_again, &error) == TP_OK);
        must(kind == kind_again && outcome == outcome_again);
    } else {
        must(error.text[0] != '\0');
    }
}

static void try_agents(const char *text) {
    enum { MAX = 8 };
    char *names[MAX] = {NULL};
    int count = tp_agent_list_split(text, names, MAX);
    for (int i = 0; i < count && i < MAX; i++) {
        must(names[i] != NULL);
        free(names[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    json_t *json = json_loadb(text, size, JSON_DECODE_ANY, NULL);
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        try_options((*game)->options, text, json);
        try_words(*game, text);
    }
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        try_options((*kind)->options, text, json);
    }
    try_agents(text);
    json_decref(json);
    free(text);
    return 0;
}
