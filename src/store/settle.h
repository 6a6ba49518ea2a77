/* Stores whose place answers later than store_commit (log_internal.h). */
#ifndef TAPETE_STORE_SETTLE_H
#define TAPETE_STORE_SETTLE_H

#include "store/store.h"

/* How the transactions since the last call go that store_commit said TP_OK to. *waits: it is not known yet;
 * nothing may be begun until it is. TP_OK: all are durable. TP_E_IO: none of them has happened, and what can
 * be read is as it was before. */
tp_err store_settle(store *store, bool *waits, tp_error *error);

#endif
