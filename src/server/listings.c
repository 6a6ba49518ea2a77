/* What everybody may read and never changes: the lists of games and of agents, and the schemas of games. Each
 * is made once (lists: for each language), when it is first asked for, and kept. */
#include "server/http.h"
#include "server/limits.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

typedef enum list_kind { LIST_GAMES, LIST_AGENTS, LIST_COUNT } list_kind;

enum { MOST_LANGUAGES = 16 };

/* Of one game. */
typedef struct schema {
    struct schema *next;
    const tp_game *game;
    char *text;
    size_t size;
} schema;

struct listings {
    schema *schemas;
    char *lists[LIST_COUNT][MOST_LANGUAGES];
    size_t sizes[LIST_COUNT][MOST_LANGUAGES];
};

/* Lower a number of an option's row to what is allowed here. */
static void clip(json_t *row, const char *key, int64_t most) {
    if (json_integer_value(json_object_get(row, key)) > most)
        json_object_set_new(row, key, json_integer(most));
}

/* Take out the options that cannot be set here, and narrow those that are limited. */
static void fit_options(const limits *limits, json_t *options) {
    for (size_t i = json_array_size(options); i-- > 0;) {
        json_t *row = json_array_get(options, i);
        const char *name = json_string_value(json_object_get(row, "name"));
        const char *type = json_string_value(json_object_get(row, "type"));
        if (name == NULL || type == NULL) continue;
        int64_t most = agent_most(limits, name);
        if (most > 0) {
            clip(row, "max", most);
            clip(row, "default", most);
        }
        if (strcmp(type, "text") == 0 || strcmp(name, "threads") == 0) json_array_remove(options, i);
    }
}

/* ---- what is offered ---- */

static bool is_offered(const server *server, const tp_game *game) {
    return !game->study || server->setup.study;
}

const tp_game *game_offered(const server *server, const char *name, tp_error *error) {
    const tp_game *game = tp_game_find(name, error);
    if (game == NULL || is_offered(server, game)) return game;
    tp_fail(error, TP_E_UNKNOWN, TR("\"%s\" is a study game, and this server does not offer those"),
            game->name);
    return NULL;
}

/* The agents that a level stands for, as they are made here. */
static void fit_level(const server *server, const char *level, json_t *plays) {
    char agent[AGENT_SIZE];
    for (const tp_game *const *game = tp_games(); plays != NULL && *game != NULL; game++) {
        if (!is_offered(server, *game)) {
            json_object_del(plays, (*game)->name);
            continue;
        }
        agent_fit(server, *game, NULL, level, agent);
        json_object_set_new(plays, (*game)->name, json_string(agent));
    }
}

static json_t *agents_to_json(const server *server) {
    json_t *list = tp_agents_to_json(), *kind;
    size_t i;
    for (i = json_array_size(list); i-- > 0;) {
        const json_t *one = json_array_get(list, i);
        const char *game = json_string_value(json_object_get(one, "game"));
        if (json_is_true(json_object_get(one, "local")) ||
            (game != NULL && game_offered(server, game, NULL) == NULL))
            json_array_remove(list, i);
    }
    json_array_foreach(list, i, kind) {
        fit_options(&server->setup.limits, json_object_get(kind, "options"));
        fit_level(server, json_string_value(json_object_get(kind, "name")), json_object_get(kind, "plays"));
    }
    return list;
}

/* The place of the current language. */
static size_t language_index(void) {
    const char *const *all = tp_languages();
    size_t i = 0;
    while (all[i] != NULL && all[i] != tp_language()) i++;
    return i < MOST_LANGUAGES && all[i] != NULL ? i : 0;
}

static bool have_listings(server *server) {
    if (server->listings == NULL) server->listings = calloc(1, sizeof *server->listings);
    return server->listings != NULL;
}

static void answer(server *server, net_exchange *exchange, list_kind kind) {
    if (!have_listings(server)) {
        http_reply_no_memory(exchange);
        return;
    }
    size_t language = language_index();
    char **text = &server->listings->lists[kind][language];
    size_t *size = &server->listings->sizes[kind][language];
    if (*text == NULL) {
        json_t *list = kind == LIST_GAMES ? tp_games_to_json(server->setup.study) : agents_to_json(server);
        *text = list != NULL ? json_dumps(list, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
        *size = *text != NULL ? strlen(*text) : 0;
        json_decref(list);
        server->count.listings++;
    }
    if (*text == NULL) {
        http_reply_no_memory(exchange);
        return;
    }
    net_reply(exchange,
              &(net_response){.status = 200,
                              .content_type = "application/json",
                              .headers = "Cache-Control: public, max-age=60\r\nVary: Accept-Language\r\n",
                              .body = *text,
                              .body_size = *size,
                              .keep = true});
}

void listings_games(server *server, net_exchange *exchange) { answer(server, exchange, LIST_GAMES); }

void listings_agents(server *server, net_exchange *exchange) { answer(server, exchange, LIST_AGENTS); }

/* NULL without memory. */
static const schema *schema_of(server *server, const tp_game *game) {
    if (!have_listings(server)) return NULL;
    schema *found = server->listings->schemas;
    while (found != NULL && found->game != game) found = found->next;
    if (found != NULL) return found;
    found = calloc(1, sizeof *found);
    json_t *json = found != NULL ? tp_game_schema_to_json(game) : NULL;
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text == NULL) {
        free(found);
        return NULL;
    }
    *found = (schema){server->listings->schemas, game, text, strlen(text)};
    server->listings->schemas = found;
    server->count.listings++;
    return found;
}

void listings_schema(server *server, net_exchange *exchange, const char *name) {
    tp_error error = {0};
    const tp_game *game = game_offered(server, name, &error);
    if (game == NULL) {
        http_reply_text(exchange, 404, "NO_SUCH_GAME", error.text);
        return;
    }
    const schema *schema = schema_of(server, game);
    if (schema == NULL) {
        http_reply_no_memory(exchange);
        return;
    }
    net_reply(exchange, &(net_response){.status = 200,
                                        .content_type = "application/json",
                                        .headers = "Cache-Control: public, max-age=60\r\n",
                                        .body = schema->text,
                                        .body_size = schema->size,
                                        .keep = true});
}

void listings_free(listings *listings) {
    if (listings == NULL) return;
    for (int kind = 0; kind < LIST_COUNT; kind++) {
        for (int i = 0; i < MOST_LANGUAGES; i++) free(listings->lists[kind][i]);
    }
    while (listings->schemas != NULL) {
        schema *next = listings->schemas->next;
        free(listings->schemas->text);
        free(listings->schemas);
        listings->schemas = next;
    }
    free(listings);
}
