/* Copies, checks and backups of a whole store, whatever kind of database it is in. */
#ifndef TAPETE_STORE_COPY_H
#define TAPETE_STORE_COPY_H

#include "store/store.h"

/* Copy everything from one store to another, which must be empty, and compare every row afterwards. What is
 * copied is one moment of `from`, which may be in use. `each` hears how many rows of each kind there were.
 * Where anything fails, `to` stays empty. */
tp_err store_copy(const char *from, const char *to,
                  void (*each)(void *context, const char *relation, int64_t rows), void *context,
                  tp_error *error);

/* Look at everything: whether the database is whole, journals have no gaps, rows refer to rows that are there
 * and standings are what results add up to. It may be in use. TP_E_REFUSED where it is not so. */
tp_err store_check_all(const char *url, tp_error *error);

/* Write everything as it is now to a SQLite file, which can be served or copied to a database of any kind. It
 * may be in use. A file of this name is replaced once the backup is whole. */
tp_err store_backup_all(const char *url, const char *path, tp_error *error);

#endif
