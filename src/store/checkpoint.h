/* When the log of the database is copied back into it (a checkpoint). */
#ifndef TAPETE_STORE_CHECKPOINT_H
#define TAPETE_STORE_CHECKPOINT_H

#include "store/store.h"

/* From now on the log is copied back by a thread of the store's own, and a commit does not wait for it.
 * Without this call every so many commits one does the whole of it. The thread ends with store_close. */
tp_err store_checkpoint_apart(store *store, tp_error *error);

#endif
