/* Names that a person gives to agents: new=flatmc:games=400,old=flatmc:games=100. */
#include "arena/arena.h"

#include <stdlib.h>
#include <string.h>

/* A name stands before the first "=", and no colon before that: an agent with options has a colon first. */
void arena_name_of(const char *typed, char label[ARENA_NAME_SIZE], const char **agent) {
    size_t length = strcspn(typed, ":=");
    label[0] = '\0';
    *agent = typed;
    if (typed[length] != '=') return;
    snprintf(label, ARENA_NAME_SIZE, "%.*s", (int)length, typed);
    *agent = typed + length + 1;
}

static bool is_word(const char *word, const char *text, size_t size) {
    return strlen(word) == size && memcmp(word, text, size) == 0;
}

static const tp_agent_kind *kind_named(const char *text) {
    size_t size = strcspn(text, ":,");
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (is_word((*kind)->name, text, size)) return *kind;
    }
    return NULL;
}

static bool is_level(const char *text) {
    size_t size = strcspn(text, ":,");
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        if (is_word(level->name, text, size)) return true;
    }
    return false;
}

/* Whether this piece of a list, key=value, gives an agent a name: the value is an agent, and the key is no
 * option of the agent before. */
static bool names_next(const char *before, const char *piece) {
    char label[ARENA_NAME_SIZE];
    const char *agent;
    arena_name_of(piece, label, &agent);
    if (agent == piece || (kind_named(agent) == NULL && !is_level(agent))) return false;
    arena_name_of(before, label, &before);
    const tp_agent_kind *kind = kind_named(before);
    for (const tp_option *option = kind != NULL ? kind->options : NULL;
         option != NULL && option->name != NULL; option++) {
        if (is_word(option->name, piece, strcspn(piece, "="))) return false;
    }
    return true;
}

/* The next comma that divides; a comma within a command is written as \, */
static char *next_comma(char *text) {
    char *comma = strchr(text, ',');
    while (comma != NULL && comma > text && comma[-1] == '\\') comma = strchr(comma + 1, ',');
    return comma;
}

int arena_agents_split(const char *list, char **agents, int max) {
    char *found[ARENA_MOST_AGENTS];
    int count = tp_agent_list_split(list, found, ARENA_MOST_AGENTS), kept = 0;
    if (count < 0 || count > ARENA_MOST_AGENTS) {
        for (int i = 0; i < count && i < ARENA_MOST_AGENTS; i++) free(found[i]);
        return count;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char *start = found[i];
        for (char *comma = next_comma(start); comma != NULL; comma = next_comma(comma + 1)) {
            if (!names_next(start, comma + 1)) continue;
            *comma = '\0';
            if (kept < max) good = (agents[kept] = strdup(start)) != NULL && good;
            kept++;
            start = comma + 1;
        }
        if (kept < max) good = (agents[kept] = strdup(start)) != NULL && good;
        kept++;
        free(found[i]);
    }
    if (good) return kept;
    for (int i = 0; i < kept && i < max; i++) free(agents[i]);
    return -1;
}
