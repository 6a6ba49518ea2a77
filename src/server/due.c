#include "server/due.h"
#include "server/map.h"
#include "server/server.h"
#include "server/table.h"

#include <stdlib.h>

/* Places count from 1, so that 0 is none: the children of place p are 2p and 2p + 1. */
static void put(due_heap *heap, size_t place, table *table) {
    heap->tables[place - 1] = table;
    table->due_place = place;
}

static void move_up(due_heap *heap, size_t place) {
    table *moved = heap->tables[place - 1];
    for (; place > 1 && heap->tables[place / 2 - 1]->due_ms > moved->due_ms; place /= 2)
        put(heap, place, heap->tables[place / 2 - 1]);
    put(heap, place, moved);
}

static void move_down(due_heap *heap, size_t place) {
    table *moved = heap->tables[place - 1];
    for (size_t child; (child = 2 * place) <= heap->count; place = child) {
        if (child < heap->count && heap->tables[child]->due_ms < heap->tables[child - 1]->due_ms) child++;
        if (heap->tables[child - 1]->due_ms >= moved->due_ms) break;
        put(heap, place, heap->tables[child - 1]);
    }
    put(heap, place, moved);
}

static bool has_room(due_heap *heap) {
    if (heap->count < heap->capacity) return true;
    size_t capacity = heap->capacity > 0 ? 2 * heap->capacity : 64;
    table **grown = realloc(heap->tables, capacity * sizeof(table *));
    if (grown == NULL) return false;
    heap->tables = grown;
    heap->capacity = capacity;
    return true;
}

void due_by(table *table, int64_t at_ms) {
    due_heap *heap = &table->server->due;
    if (table->due_place != 0) {
        if (table->due_ms <= at_ms) return;
        table->due_ms = at_ms;
    } else {
        if (!has_room(heap)) return;
        table->due_ms = at_ms;
        put(heap, ++heap->count, table);
    }
    move_up(heap, table->due_place);
}

void due_forget(table *table) {
    size_t place = table->due_place;
    if (place == 0) return;
    due_heap *heap = &table->server->due;
    struct table *last = heap->tables[--heap->count];
    table->due_place = 0;
    if (last == table) return;
    put(heap, place, last);
    move_up(heap, place);
    move_down(heap, last->due_place);
}

table *due_take(server *server, int64_t now_ms) {
    due_heap *heap = &server->due;
    if (heap->count == 0 || heap->tables[0]->due_ms > now_ms) return NULL;
    table *table = heap->tables[0];
    due_forget(table);
    return table;
}

void due_add_all(server *server, int64_t at_ms) {
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (table->due_place == 0) due_by(table, at_ms);
    }
}

void due_free(server *server) {
    free(server->due.tables);
    server->due = (due_heap){0};
}
