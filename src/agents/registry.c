/* The agents there are, their names, and agents as handles. */
#include "agents/agents.h"
#include "agents/play.h"
#include "core/language.h"
#include "core/registry_check.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 64 + MOST_REGISTERED };

/* Filled once: agents for any game, those of the games, and at the end the one that is another program.
 * Behind them come those that tp_agent_register adds. */
static const tp_agent_kind *kinds[MOST_KINDS + 1];
static size_t kind_count;
static pthread_once_t is_collected = PTHREAD_ONCE_INIT;

static void add_kind(const tp_agent_kind *kind) {
    tp_assert(kind_count < MOST_KINDS);
    kinds[kind_count++] = kind;
}

static void collect_kinds(void) {
    add_kind(&random_agent);
    add_kind(&flatmc_agent);
    add_kind(&ismcts_agent);
    add_kind(&net_agent);
    for (const game_play *const *play = game_plays; *play != NULL; play++) {
        if ((*play)->agents == NULL) continue;
        for (const tp_agent_kind *const *kind = (*play)->agents; *kind != NULL; kind++) add_kind(*kind);
    }
#if !defined(__wasm__)
    add_kind(&exec_agent);
#endif
}

struct tp_agent {
    const tp_agent_kind *kind;
    void *self;
    char *name;
};

const tp_agent_kind *const *tp_agent_kinds(void) {
    pthread_once(&is_collected, collect_kinds);
    return kinds;
}

static const tp_agent_kind *find_kind(const tp_game *game, const char *name, size_t length, tp_error *error);

/* ---- registering ---- */

static tp_err check_kind(const tp_agent_kind *kind, tp_error *error) {
    const struct {
        const char *name;
        bool is_set;
    } members[] = {{"summary", kind->summary != NULL},
                   {"options", kind->options != NULL},
                   {"create", kind->create != NULL},
                   {"destroy", kind->destroy != NULL},
                   {"choose", kind->choose != NULL}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!members[i].is_set)
            return tp_fail(error, TP_E_INPUT, TR("the agent %s has no %s, which every agent must have"),
                           kind->name, members[i].name);
    }
    size_t options = 0;
    while (kind->options[options].name != NULL) options++;
    if (options > TP_MAX_OPTIONS)
        return tp_fail(error, TP_E_INPUT, TR("the agent %s has %zu options, and can have %d at most"),
                       kind->name, options, TP_MAX_OPTIONS);
    if (kind->game != NULL && tp_game_find(kind->game, error) == NULL) {
        tp_error_at(error, TR("agent %s"), kind->name);
        return TP_E_UNKNOWN;
    }
    return TP_OK;
}

tp_err tp_agent_register(const tp_agent_kind *kind, tp_error *error) {
    tp_err code = registry_check_size(false, kind->struct_size, sizeof(tp_agent_kind), error);
    if (code == TP_OK) code = registry_check_name(false, kind->name, error);
    if (code != TP_OK) return code;
    bool is_taken = find_kind(NULL, kind->name, strlen(kind->name), NULL) != NULL;
    for (const tp_level *level = tp_levels(); level->name != NULL; level++)
        is_taken |= strcmp(level->name, kind->name) == 0;
    is_taken |= tp_character_find(kind->name) != NULL;
    if (is_taken)
        return tp_fail(error, TP_E_INPUT, TR("there is already an agent, a level or a character %s"),
                       kind->name);
    if (kind_count == MOST_KINDS)
        return tp_fail(error, TP_E_INPUT, TR("there are already %d agents"), MOST_KINDS);
    code = check_kind(kind, error);
    if (code == TP_OK) add_kind(kind);
    return code;
}

size_t agents_registered(void) {
    tp_agent_kinds();
    return kind_count;
}

void agents_forget(size_t registered) {
    while (kind_count > registered) kinds[--kind_count] = NULL;
}

/* ---- finding ---- */

bool tp_agent_is_local(const char *name) {
    size_t length = strcspn(name, ":");
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (strlen((*kind)->name) == length && memcmp((*kind)->name, name, length) == 0)
            return (*kind)->is_local;
    }
    return false;
}

static const char *name_of(const void *context, size_t index) {
    return ((const char *const *)context)[index];
}

/* The names of all agents and levels that play a game. Returns how many. */
static size_t list_names(const tp_game *game, const char **names) {
    size_t count = 0;
    for (size_t i = 0; i < kind_count; i++) {
        bool plays = game == NULL || kinds[i]->game == NULL || strcmp(kinds[i]->game, game->name) == 0;
        if (plays) names[count++] = kinds[i]->name;
    }
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) names[count++] = level->name;
    return count;
}

/* The kind whose name is the first `length` bytes of `name`; the sentence that there is none lists those that
 * play the game. */
static const tp_agent_kind *find_kind(const tp_game *game, const char *name, size_t length, tp_error *error) {
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (strlen((*kind)->name) == length && memcmp((*kind)->name, name, length) == 0) return *kind;
    }
    const char *all[MOST_KINDS + PLAY_LEVELS];
    char wanted[64], names[256];
    size_t shown = length < sizeof wanted - 1 ? length : sizeof wanted - 1;
    memcpy(wanted, name, shown);
    wanted[shown] = '\0';
    tp_list_nearest(names, sizeof names, wanted, list_names(game, all), name_of, all);
    tp_fail(error, TP_E_UNKNOWN, TR("there is no agent \"%s\"; the agents are: %s"), wanted, names);
    return NULL;
}

static json_t *kind_to_json(const tp_agent_kind *kind) {
    return json_pack("{s:s, s:s, s:s?, s:b, s:b, s:b, s:o}", "name", kind->name, "summary",
                     tp_translate(kind->summary), "game", kind->game, "usual", kind->usual, "local",
                     kind->is_local, "has_opinions", kind->evaluate != NULL, "options",
                     tp_option_table_to_json(kind->options));
}

static json_t *characters_to_json(const char *level) {
    json_t *list = json_array();
    for (const tp_character *one = tp_characters(); list != NULL && one->id != NULL; one++) {
        if (strcmp(one->level, level) != 0) continue;
        json_t *character = json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", one->id, "name",
                                      tp_translate(one->name), "about", tp_translate(one->about), "wins",
                                      tp_translate(one->wins), "loses", tp_translate(one->loses));
        if (json_array_append_new(list, character) == 0) continue;
        json_decref(list);
        list = NULL;
    }
    return list;
}

static json_t *level_to_json(const tp_level *level) {
    json_t *agents = json_object();
    for (const tp_game *const *game = tp_games(); agents != NULL && *game != NULL; game++) {
        if (json_object_set_new(agents, (*game)->name, json_string(tp_level_agent(*game, level->name))) == 0)
            continue;
        json_decref(agents);
        agents = NULL;
    }
    return json_pack("{s:s, s:s, s:n, s:b, s:b, s:[], s:o, s:o}", "name", level->name, "summary",
                     tp_translate(level->summary), "game", "usual", false, "local", false, "options", "plays",
                     agents, "characters", characters_to_json(level->name));
}

json_t *tp_agents_to_json(void) {
    json_t *list = json_array();
    int wrong = list == NULL ? -1 : 0;
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); wrong == 0 && *kind != NULL; kind++)
        wrong = json_array_append_new(list, kind_to_json(*kind));
    for (const tp_level *level = tp_levels(); wrong == 0 && level->name != NULL; level++)
        wrong = json_array_append_new(list, level_to_json(level));
    if (wrong == 0) return list;
    json_decref(list);
    return NULL;
}

/* Does the text give an option of this kind by its name? */
static bool gives_option(const tp_agent_kind *kind, const char *text) {
    size_t length = strcspn(text, "=");
    for (const tp_option *option = kind->options; text[length] == '=' && option->name != NULL; option++) {
        if (strlen(option->name) == length && memcmp(option->name, text, length) == 0) return true;
    }
    return false;
}

/* The first comma that is not written as \\, or the end. */
static const char *next_comma(const char *text) {
    const char *comma = text + strcspn(text, ",");
    while (*comma == ',' && comma > text && comma[-1] == '\\') comma += 1 + strcspn(comma + 1, ",");
    return comma;
}

/* What stands behind the colon: options or, without its name, the main one and then options. */
static tp_err read_options(const tp_agent_kind *kind, const char *text, tp_options *options,
                           tp_error *error) {
    if (kind->main_option == NULL || gives_option(kind, text)) return tp_options_parse(options, text, error);
    char value[2 * TP_OPTION_TEXT_SIZE];
    const char *end = next_comma(text);
    size_t length = (size_t)(end - text);
    if (length >= sizeof value)
        return tp_fail(error, TP_E_INPUT, TR("option '%s' is too long"), kind->main_option);
    memcpy(value, text, length);
    value[length] = '\0';
    tp_err code = *end == ',' ? tp_options_parse(options, end + 1, error) : TP_OK;
    if (code == TP_OK && tp_options_value(options, kind->main_option)->given)
        return tp_fail(error, TP_E_INPUT, TR("option '%s' is given twice"), kind->main_option);
    return code == TP_OK ? tp_options_set(options, kind->main_option, value, error) : code;
}

tp_err tp_agent_read(const tp_game *game, const char *name, const tp_agent_kind **kind, tp_options *options,
                     tp_error *error) {
    const tp_character *character = tp_character_find(name);
    const char *level = tp_level_agent(game, character != NULL ? character->level : name);
    if (level != NULL) name = level;
    const char *colon = strchr(name, ':');
    for (const tp_level *l = tp_levels(); colon != NULL && l->name != NULL; l++) {
        if (strlen(l->name) != (size_t)(colon - name) || memcmp(l->name, name, strlen(l->name)) != 0)
            continue;
        return tp_fail(error, TP_E_INPUT, TR("the level %s takes no options; in %s it is %s"), l->name,
                       game->name, tp_level_agent(game, l->name));
    }
    const tp_agent_kind *found =
        find_kind(game, name, colon == NULL ? strlen(name) : (size_t)(colon - name), error);
    if (found == NULL) return TP_E_UNKNOWN;
    if (found->game != NULL && strcmp(found->game, game->name) != 0) {
        return tp_fail(error, TP_E_UNKNOWN, TR("the agent %s plays %s only, not %s"), found->name,
                       found->game, game->name);
    }
    if (colon != NULL && colon[1] == '\0') {
        return tp_fail(error, TP_E_INPUT, TR("agent %s: nothing after the colon; write %s or %s:key=value"),
                       found->name, found->name, found->name);
    }
    tp_options_init(options, found->options);
    *kind = found;
    tp_err code = colon == NULL ? TP_OK : read_options(found, colon + 1, options, error);
    if (code != TP_OK && error != NULL) tp_error_at(error, TR("agent %s"), found->name);
    return code;
}

tp_agent *tp_agent_new(const tp_game *game, const char *name, uint64_t seed, tp_error *error) {
    const tp_agent_kind *kind = NULL;
    tp_options options;
    if (tp_agent_read(game, name, &kind, &options, error) != TP_OK || kind == NULL) return NULL;
    tp_agent *agent = calloc(1, sizeof *agent);
    char *own_name = strdup(name);
    if (agent == NULL || own_name == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), kind->name);
    } else if (kind->create(game, &options, seed, &agent->self, error) == TP_OK) {
        agent->kind = kind;
        agent->name = own_name;
        return agent;
    }
    free(agent);
    free(own_name);
    return NULL;
}

tp_agent *tp_agent_new_for(const tp_game *game, const tp_options *options, const char *name, uint64_t seed,
                           tp_error *error) {
    tp_agent *agent = tp_agent_new(game, name, seed, error);
    if (agent == NULL || options == NULL || agent->kind->suits == NULL ||
        agent->kind->suits(agent->self, options, error) == TP_OK)
        return agent;
    tp_agent_free(agent);
    return NULL;
}

void tp_agent_free(tp_agent *agent) {
    if (agent == NULL) return;
    agent->kind->destroy(agent->self);
    free(agent->name);
    free(agent);
}

bool tp_agent_renew(tp_agent *agent, uint64_t seed) {
    return agent->kind->renew != NULL && agent->kind->renew(agent->self, seed);
}

const char *tp_agent_about(const tp_agent *agent) {
    return agent->kind->about == NULL ? NULL : agent->kind->about(agent->self);
}

const tp_agent_kind *tp_agent_kind_of(const tp_agent *agent) { return agent->kind; }

const char *tp_agent_name(const tp_agent *agent) { return agent->name; }

tp_move tp_agent_choose(tp_agent *agent, const void *view) { return agent->kind->choose(agent->self, view); }

size_t agent_bytes(const tp_agent *agent) {
    return agent->kind->bytes != NULL ? agent->kind->bytes(agent->self) : 0;
}

const char *tp_agent_failure(const tp_agent *agent) {
    return agent->kind->failure == NULL ? NULL : agent->kind->failure(agent->self);
}

void tp_agent_begin(tp_agent *agent, const tp_options *options, int seat) {
    if (agent->kind->begin != NULL) agent->kind->begin(agent->self, options, seat);
}

void tp_agent_observe(tp_agent *agent, const void *view_before, const tp_event *seen,
                      const void *view_after) {
    if (agent->kind->observe != NULL) agent->kind->observe(agent->self, view_before, seen, view_after);
}

void tp_agent_end(tp_agent *agent, int seats, const float *returns, const int32_t *scores) {
    if (agent->kind->end != NULL) agent->kind->end(agent->self, seats, returns, scores);
}

static int compare_opinions(const void *left, const void *right) {
    const tp_opinion *a = left, *b = right;
    if (a->value != b->value) return a->value > b->value ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

int tp_agent_evaluate(tp_agent *agent, const void *view, tp_opinion *out) {
    if (agent->kind->evaluate == NULL) return 0;
    int count = agent->kind->evaluate(agent->self, view, out);
    qsort(out, (size_t)count, sizeof *out, compare_opinions);
    return count;
}

bool tp_agent_value(tp_agent *agent, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    tp_opinion found;
    if (agent->kind->value == NULL || !agent->kind->value(agent->self, view, seat, seen, &found))
        return false;
    *out = found;
    return true;
}

tp_err tp_agent_save(tp_agent *agent, tp_error *error) {
    return agent->kind->save == NULL ? TP_OK : agent->kind->save(agent->self, error);
}

json_t *tp_agent_learnt(const tp_agent *agent) {
    return agent->kind->learnt == NULL ? NULL : agent->kind->learnt(agent->self);
}

int tp_agent_probs(tp_agent *agent, const void *view, double *out) {
    return agent->kind->probs == NULL ? 0 : agent->kind->probs(agent->self, view, out);
}

/* Does the piece name an agent, or is it key=value for the one before? A colon in front of the first "="
 * makes it one. */
static bool names_agent(const char *piece, size_t length) {
    const char *equals = memchr(piece, '=', length), *colon = memchr(piece, ':', length);
    return equals == NULL || (colon != NULL && colon < equals);
}

int tp_agent_list_split(const char *list, char **names, int max) {
    int count = 0;
    const char *piece = list;
    while (piece != NULL) {
        const char *end = piece, *comma;
        do {
            comma = next_comma(end);
            if (*comma == '\0') comma = NULL;
            end = comma == NULL ? end + strlen(end) : comma + 1;
        } while (comma != NULL && !names_agent(end, (size_t)(next_comma(end) - end)));
        if (count < max) {
            names[count] = strndup(piece, (size_t)((comma == NULL ? end : comma) - piece));
            if (names[count] == NULL) {
                while (count-- > 0) free(names[count]);
                return -1;
            }
        }
        count++;
        piece = comma == NULL ? NULL : end;
    }
    return count;
}
