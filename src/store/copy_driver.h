/* What a kind of database has to provide, so that everything in it can be copied to another one: its rows as
 * they are, of one moment, while others write. */
#ifndef TAPETE_STORE_COPY_DRIVER_H
#define TAPETE_STORE_COPY_DRIVER_H

#include "store/driver.h"

typedef struct store_relation {
    const char *name;
    const char *columns; /* the same in every kind of database: "id, name" */
    const char *types;   /* of the columns: t text, i integer, r real, b bytes */
    const char *order;   /* the columns of its key */
} store_relation;

enum { STORE_MOST_COLUMNS = 16 };

/* In an order in which what is referred to comes first; the last has no name. */
extern const store_relation store_relations[];

typedef struct store_side {
    const struct store_copy_driver *driver;
} store_side;

/* What to do with a row; what it gets is valid during the call only. */
typedef tp_err store_row_taker(void *context, const store_value *values, tp_error *error);

typedef struct store_copy_driver {
    /* Everything as it is at this moment, to be read; it may be in use. */
    store_side *(*open_source)(const char *place, tp_error *error);
    /* To be written to, in one transaction. The store stays open for as long. */
    store_side *(*open_target)(store *store, tp_error *error);
    void (*close)(store_side *side); /* what was not committed has not happened */

    tp_err (*rows)(store_side *side, const store_relation *relation, store_row_taker *take, void *context,
                   tp_error *error);
    /* The first value of the first row that this query gives, as text, or "". */
    tp_err (*ask)(store_side *side, const char *query, char *out, size_t size, tp_error *error);
    /* Look for damage below the rows. */
    tp_err (*check)(store_side *side, tp_error *error);

    /* The rows of a relation come between these two. */
    tp_err (*begin_rows)(store_side *side, const store_relation *relation, tp_error *error);
    tp_err (*put)(store_side *side, const store_relation *relation, const store_value *values,
                  tp_error *error);
    tp_err (*end_rows)(store_side *side, const store_relation *relation, tp_error *error);
    tp_err (*clear)(store_side *side, const store_relation *relation, tp_error *error);
    tp_err (*commit)(store_side *side, tp_error *error);

    /* A backup of this kind in a SQLite file. */
    tp_err (*backup)(const char *url, const char *place, const char *path, tp_error *error);
} store_copy_driver;

/* A copy in a SQLite file, for kinds that are none. */
tp_err store_copy_to_file(const char *url, const char *path, tp_error *error);

#endif
