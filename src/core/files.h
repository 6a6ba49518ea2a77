/* Files that are written whole or not at all. */
#ifndef TAPETE_CORE_FILES_H
#define TAPETE_CORE_FILES_H

#include "tapete/base.h"

#include <sys/types.h>

/* Everything at this place of the file, however many calls it takes; errno on failure. */
bool file_write_at(int descriptor, const void *bytes, size_t size, long long offset);

/* Make this the content of the file: written beside, made durable, renamed. So at any moment it is the old
 * one or the new one, whole. Returns 0, or the errno of what was refused; an older file is then as it was. */
int file_replace(const char *path, const void *bytes, size_t size, mode_t mode);

#endif
