/* Where the log of the store in a page lies: the page keeps it (store/log_file.h). */
#include "store/log_file.h"
#include "core/language.h"
#include "wasm/table.h"

#include <stdlib.h>

struct log_file {
    int unused;
};

static log_file the_file;

log_file *log_file_open(const char *place, tp_error *error) {
    (void)place, (void)error;
    return &the_file;
}

void log_file_close(log_file *file) { (void)file; }

tp_err log_file_read(log_file *file, int place, uint8_t **bytes, size_t *size, tp_error *error) {
    (void)file;
    *size = (size_t)host_log_size(place);
    *bytes = malloc(*size + 1);
    if (*bytes == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    if (host_log_read(place, *bytes, *size)) return TP_OK;
    return tp_fail(error, TP_E_IO, TR("the browser does not give back what it keeps"));
}

static tp_err refused(tp_error *error) {
    return tp_fail(error, TP_E_IO, TR("the browser has no room left to keep games"));
}

tp_err log_file_write(log_file *file, int place, size_t offset, const void *bytes, size_t size,
                      tp_error *error) {
    (void)file;
    return host_log_write(place, (double)offset, bytes, size) ? TP_OK : refused(error);
}

log_state log_file_state(log_file *file, tp_error *error) {
    (void)file;
    log_state state = (log_state)host_log_state();
    if (state == LOG_LOST) refused(error);
    return state;
}
