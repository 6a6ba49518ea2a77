/* Who sits where: see seating.h. */
#include "server/seating.h"
#include "server/map.h"
#include "server/server.h"
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

struct sitter {
    char person[ID_SIZE];
    table **tables;
    size_t count, capacity;
};

typedef struct sitter sitter;

table *const *seating_of(const server *server, const char *person, size_t *count) {
    const sitter *sitter = map_get(&server->sitters, person);
    *count = sitter != NULL ? sitter->count : 0;
    return sitter != NULL ? sitter->tables : NULL;
}

static sitter *sitter_new(server *server, const char *person) {
    sitter *sitter = calloc(1, sizeof *sitter);
    if (sitter == NULL) return NULL;
    memcpy(sitter->person, person, sizeof sitter->person);
    if (map_put(&server->sitters, sitter->person, sitter)) return sitter;
    free(sitter);
    return NULL;
}

static void sitter_free(sitter *sitter) {
    free(sitter->tables);
    free(sitter);
}

/* False without memory. */
static bool add(table *table, const char *person) {
    sitter *sitter = map_get(&table->server->sitters, person);
    if (sitter == NULL) sitter = sitter_new(table->server, person);
    if (sitter == NULL) return false;
    if (sitter->count == sitter->capacity) {
        size_t capacity = 2 * sitter->capacity + 2;
        struct table **grown = reallocarray(sitter->tables, capacity, sizeof(void *));
        if (grown == NULL) return false;
        sitter->tables = grown;
        sitter->capacity = capacity;
    }
    sitter->tables[sitter->count++] = table;
    return true;
}

static void take_out(table *table, const char *person) {
    sitter *sitter = map_get(&table->server->sitters, person);
    size_t i = 0;
    while (sitter != NULL && i < sitter->count && sitter->tables[i] != table) i++;
    if (sitter == NULL || i == sitter->count) return;
    for (sitter->count--; i < sitter->count; i++) sitter->tables[i] = sitter->tables[i + 1];
    if (sitter->count > 0) return;
    map_remove(&table->server->sitters, sitter->person);
    sitter_free(sitter);
}

static void update_open(table *table, bool is_open) {
    server *server = table->server;
    if (is_open == table->is_listed_open) return;
    table->is_listed_open = is_open;
    if (is_open) {
        table->next_open = server->open_tables;
        table->previous_open = NULL;
        if (server->open_tables != NULL) server->open_tables->previous_open = table;
        server->open_tables = table;
        return;
    }
    if (table->next_open != NULL) table->next_open->previous_open = table->previous_open;
    if (table->previous_open != NULL) {
        table->previous_open->next_open = table->next_open;
    } else {
        server->open_tables = table->next_open;
    }
}

void seating_update(table *table, bool lives) {
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        const struct seat *s = &table->seats[seat];
        char *listed = table->listed_seats[seat];
        bool is_person = lives && seat < table->seat_count && s->kind == SEAT_PERSON;
        const char *person = is_person ? s->person : "";
        if (strcmp(listed, person) == 0) continue;
        if (listed[0] != '\0') take_out(table, listed);
        listed[0] = '\0'; /* without memory it is tried again with the next change */
        if (person[0] != '\0' && add(table, person)) memcpy(listed, person, ID_SIZE);
    }
    update_open(table, lives && table->phase == PHASE_OPEN && table->settings.is_public);
}

void seating_free(server *server) {
    sitter *sitter;
    for (size_t i = 0; (sitter = map_next(&server->sitters, &i)) != NULL;) sitter_free(sitter);
    map_free(&server->sitters);
}
