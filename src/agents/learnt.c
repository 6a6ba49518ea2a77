/* The files in which agents keep what they have learnt. */
#include "agents/learnt.h"
#include "core/files.h"
#include "core/language.h"

#include <string.h>

enum { EVERYBODY_READS = 0644 };

tp_err learnt_replace(const char *path, const void *bytes, size_t size, tp_error *error) {
    int number = file_replace(path, bytes, size, EVERYBODY_READS);
    return number == 0 ? TP_OK : tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), path, strerror(number));
}
