/* Who may see a table, in a SQLite file: one row beside that of the table. */
#include "store/sqlite_internal.h"

tp_err sqlite_access_put(store *base, const char *table, const char *text, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    int broken_rule;
    tp_err code = sqlite_change(self, ACCESS_PUT, (sqlite_value[]){sqlite_text(table), sqlite_text(text)},
                                &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) return sqlite_no_table(table, error);
    return sqlite_failed(self, error);
}

typedef struct access_reader {
    void (*each)(void *context, const char *phase, const char *text);
    void *context;
} access_reader;

static bool read_access(sqlite3_stmt *row, void *context) {
    const access_reader *reader = context;
    const char *phase = sqlite_column(row, 0), *text = sqlite_column(row, 1);
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, phase, text);
    return true;
}

tp_err sqlite_access_get(store *base, const char *table,
                         void (*each)(void *context, const char *phase, const char *text), void *context,
                         tp_error *error) {
    access_reader reader = {each, context};
    int64_t count;
    tp_err code = sqlite_read_rows((sqlite_store *)base, ACCESS_GET, (sqlite_value[]){sqlite_text(table)},
                                   read_access, &reader, &count, error);
    return code == TP_OK && count == 0 ? sqlite_no_table(table, error) : code;
}
