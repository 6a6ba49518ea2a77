/* Files that come with the program: the page, what agents have learnt. */
#ifndef TAPETE_CORE_INSTALLED_H
#define TAPETE_CORE_INSTALLED_H

#include "tapete/base.h"

/* Where the file lies that is called `name` from the data directory on ("web/index.html"): beside the program
 * or the library where they were built, or where they are installed. False if there is none, or its path
 * is too long. */
bool installed_find(const char *name, char *path, size_t size);

#endif
