/* Whether the database is still where it should be, whole, and can be written to; and for how long it has
 * been in use.
 *
 * SQLite goes on writing to a file that has lost its name, and to one that another file was copied over:
 * everything in it would be gone with the process. So a store compares the files that it has open with their
 * names, before a transaction begins and after it is committed, and refuses what it cannot promise to keep. A
 * store that has found damage takes no more transactions; reading goes on where it can. */
#ifndef TAPETE_STORE_HEALTH_H
#define TAPETE_STORE_HEALTH_H

#include "store/store.h"

/* Whether the database can be relied on, without writing: its files have their names and its header, and no
 * damage was met. Takes microseconds. */
tp_err store_in_place(store *store, tp_error *error);

/* How long servers have run on this database in all, in milliseconds, as last written by store_beat; 0 for
 * one that is new to this. It never goes back, and no clock on a wall moves it. */
tp_err store_uptime(store *store, int64_t *out, tp_error *error);

/* store_health, and the uptime is kept (a smaller one than is there changes nothing). */
tp_err store_beat(store *store, int64_t uptime_ms, tp_error *error);

/* Look for damage in all of it (SQLite's quick_check): TP_E_IO with a sentence if there is some.
 * *is_whole: false if `limit_ms` was too short for all of it, which is no error. Damage within a text that
 * leaves it a text is not seen. */
tp_err store_check(store *store, int64_t limit_ms, bool *is_whole, tp_error *error);

#endif
