/* Finding a table: in memory or, for those who may see it, from its journal. */
#include "server/house.h"
#include "server/journals.h"
#include "server/map.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

/* A table that was read. */
typedef struct made_table {
    table *table; /* NULL: it is in the server's map now */
    size_t bytes; /* of its journal */
} made_table;

/* ---- on a reader's thread ---- */

static void drop(server *server, void *made) {
    made_table *this = made;
    read_release(server, this->bytes);
    table_free(this->table);
    free(this);
}

static tp_err make(server *server, store *store, const char *id, void **made, tp_error *error) {
    made_table *this = calloc(1, sizeof *this);
    json_t *entries = json_array();
    size_t bytes = 0;
    tp_err code = this != NULL && entries != NULL ? journal_entries(store, id, entries, &bytes, error)
                                                  : tp_fail(error, TP_E_MEMORY, "no memory for a table");
    if (code == TP_OK && this != NULL) {
        read_hold(server, bytes);
        this->bytes = bytes;
        this->table = table_from_journal(server, id, entries, error);
        if (this->table == NULL) {
            drop(server, this);
            this = NULL;
            code = error->code != TP_OK ? error->code : TP_E_INPUT;
        }
    }
    json_decref(entries);
    if (code == TP_OK) {
        *made = this;
    } else {
        free(this);
    }
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

/* ---- on the loop ---- */

static void *arrive(server *server, const char *id, void *made) {
    made_table *this = made;
    /* It cannot be there by now, since it is only made by this; but what is in memory is right. */
    table *table = map_get(&server->tables, id);
    if (table != NULL) return table;
    table = this->table;
    if (!map_put(&server->tables, table->id, table)) return NULL;
    house_enter(table, NULL);
    this->table = NULL;
    return table;
}

static const journal_kind tables = {'t', false, make, arrive, drop};

typedef struct finding {
    void (*found)(void *context, table *table, tp_err code);
    void *context;
} finding;

static void answer(void *context, server *server, tp_err code, void *made) {
    finding *finding = context;
    (void)server;
    finding->found(finding->context, made, code);
    free(finding);
}

void tables_find(server *server, const char *id, const journal_asker *asker,
                 void (*found)(void *context, table *table, tp_err code), void *context) {
    table *table = map_get(&server->tables, id);
    finding *finding = table == NULL && strlen(id) < ID_SIZE && id[0] == 't' ? malloc(sizeof *finding) : NULL;
    if (finding == NULL) {
        found(context, table, table != NULL ? TP_OK : TP_E_UNKNOWN);
        return;
    }
    *finding = (struct finding){found, context};
    journal_ask(server, &tables, id, asker, answer, finding);
}
