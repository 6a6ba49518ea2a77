/* Several servers on one database: handed on to the driver, where it has this (cluster.h). */
#include "store/cluster.h"

#include "core/language.h"
#include "store/driver.h"

#include <string.h>

static bool is_node(const char *node) {
    size_t length = strspn(node, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length < STORE_NODE_SIZE && node[length] == '\0' && strcmp(node, "only") != 0;
}

store *store_open_node(const char *url, const char *node, int format, tp_error *error) {
    const char *place;
    const store_driver *driver = store_driver_of(url, &place, error);
    if (driver == NULL) return NULL;
    if (driver->cluster == NULL) {
        tp_fail(error, TP_E_INPUT,
                TR("several servers need a database that they can share, named as postgresql://HOST/NAME"));
        return NULL;
    }
    if (!is_node(node)) {
        tp_fail(error, TP_E_INPUT,
                TR("a server's name in a cluster has 1 to %d letters a-z and digits, unlike '%.40s'"),
                STORE_NODE_SIZE - 1, node);
        return NULL;
    }
    return driver->cluster->open(place, node, format, error);
}

bool store_is_keeper(const store *store) { return store->driver->cluster->is_keeper(store); }

tp_err store_begin_owned(store *store, store_claim *claims, size_t count, tp_error *error) {
    return store->driver->cluster->begin_owned(store, claims, count, error);
}

tp_err store_own(store *store, const char *table, tp_error *error) {
    return store->driver->cluster->own(store, table, error);
}

tp_err store_claim_table(store *store, const char *table, store_owner *out, tp_error *error) {
    return store->driver->cluster->claim(store, table, out, error);
}

tp_err store_give_up(store *store, tp_error *error) { return store->driver->cluster->give_up(store, error); }

tp_err store_orphans(store *store, int limit, void (*each)(void *context, const char *table), void *context,
                     tp_error *error) {
    return store->driver->cluster->orphans(store, limit, each, context, error);
}

tp_err store_find_lost(store *store, store_claim *claims, size_t count, tp_error *error) {
    return store->driver->cluster->find_lost(store, claims, count, error);
}

tp_err store_nodes(store *store, void (*each)(void *context, const store_node *node), void *context,
                   tp_error *error) {
    return store->driver->cluster->nodes(store, each, context, error);
}

tp_err store_tables_elsewhere(store *store, int limit,
                              void (*each)(void *context, const char *node, const store_table *table),
                              void *context, tp_error *error) {
    return store->driver->cluster->tables_elsewhere(store, limit, each, context, error);
}

tp_err store_tables_of(store *store, const char *person, int limit,
                       void (*each)(void *context, const char *node, const store_table *table), void *context,
                       tp_error *error) {
    return store->driver->cluster->tables_of(store, person, limit, each, context, error);
}

tp_err store_count_elsewhere(store *store, const char *person, int64_t *out, tp_error *error) {
    return store->driver->cluster->count_elsewhere(store, person, out, error);
}

tp_err store_changes(store *store, int64_t *since,
                     void (*each)(void *context, const char *kind, const char *subject), void *context,
                     tp_error *error) {
    return store->driver->cluster->changes(store, since, each, context, error);
}

tp_err store_changes_expire(store *store, tp_error *error) {
    return store->driver->cluster->changes_expire(store, error);
}
