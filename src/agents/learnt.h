/* The files in which agents keep what they have learnt. */
#ifndef TAPETE_LEARNT_H
#define TAPETE_LEARNT_H

#include "tapete/error.h"

/* Write beside the path, then rename: at any moment the file is the old one or the new one, whole. On failure it is the old one, and the
 * sentence begins with the path. */
tp_err learnt_replace(const char *path, const void *bytes, size_t size, tp_error *error);

#endif
