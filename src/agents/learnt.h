/* The files in which agents keep what they have learnt. */
#ifndef TAPETE_LEARNT_H
#define TAPETE_LEARNT_H

#include "tapete/error.h"

/* Make this the content of the file, readable by everyone, as file_replace does. On failure the sentence
 * begins with the path. */
tp_err learnt_replace(const char *path, const void *bytes, size_t size, tp_error *error);

#endif
