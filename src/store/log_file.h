/* Where the log of a store lies (log_internal.h): two places, of which one is in use, and each is bytes that
 * are added to at the end. The build chooses who provides them: files of a system (log_file.c), or what a
 * page gives to the engine in it (src/wasm/log_file.c). */
#ifndef TAPETE_STORE_LOG_FILE_H
#define TAPETE_STORE_LOG_FILE_H

#include "tapete/error.h"

enum { LOG_PLACES = 2 };

typedef struct log_file log_file;

/* One store at a time can have it. */
log_file *log_file_open(const char *place, tp_error *error);
void log_file_close(log_file *file);
/* All bytes of a place, in memory that the caller frees. */
tp_err log_file_read(log_file *file, int place, uint8_t **bytes, size_t *size, tp_error *error);
/* These bytes from there on, and nothing behind them; durable with TP_OK, unless log_file_waits says that it
 * is still to come. */
tp_err log_file_write(log_file *file, int place, size_t offset, const void *bytes, size_t size,
                      tp_error *error);
/* The state of what was written: with LOG_KEPT all of it is durable. After LOG_LOST nothing that was written
 * since it was last durable is there; it says so once. */
typedef enum log_state { LOG_KEPT, LOG_WAITS, LOG_LOST } log_state;
log_state log_file_state(log_file *file, tp_error *error);

#endif
