/* Files that come with the program, found from where the program or the library is: so a tree that was moved
 * works like one that was not. */
#include "core/installed.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The data directory, as seen from where the program or the library is: built; a test that was built, a
 * folder further down; installed, and installed in a folder for one kind of processor. */
static const char *const places[] = {".", "..", "../share/tapete", "../../share/tapete"};
enum { PLACES = sizeof places / sizeof places[0] };

static bool is_there(const char *directory, const char *place, const char *name, char *path, size_t size) {
    int length = snprintf(path, size, "%s/%s/%s", directory, place, name);
    return length > 0 && (size_t)length < size && access(path, R_OK) == 0;
}

/* Around a program or a library. */
static bool is_around(char *file, const char *name, char *path, size_t size) {
    char *slash = strrchr(file, '/');
    if (slash == NULL) return false;
    *slash = '\0';
    for (int i = 0; i < PLACES; i++) {
        if (is_there(file, places[i], name, path, size)) return true;
    }
    return false;
}

bool installed_find(const char *name, char *path, size_t size) {
    char file[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
    if (length > 0) {
        file[length] = '\0';
        if (is_around(file, name, path, size)) return true;
    }
    Dl_info library;
    if (dladdr((const void *)places, &library) != 0 && library.dli_fname != NULL &&
        strlen(library.dli_fname) < sizeof file) {
        snprintf(file, sizeof file, "%s", library.dli_fname);
        return is_around(file, name, path, size);
    }
    return false;
}
