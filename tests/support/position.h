/* A state of any game, read from a position as one would write it in a script. */
#ifndef TAPETE_TESTS_POSITION_H
#define TAPETE_TESTS_POSITION_H

#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* `settings` as after --option, "" for none. */
static inline void load_position(const tp_game *game, const char *settings, const char *text, void *state) {
    tp_options options;
    tp_error error = {0};
    json_error_t where;
    tp_options_init(&options, game->options);
    if (tp_options_parse(&options, settings, &error) != TP_OK) fail_msg("%s", error.text);
    json_t *json = json_loads(text, 0, &where);
    if (json == NULL) fail_msg("%s: %s", where.text, text);
    if (game->state_from_json(json, &options, state, &error) != TP_OK) fail_msg("%s", error.text);
    json_decref(json);
}

#endif
