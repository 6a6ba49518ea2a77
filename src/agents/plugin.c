/* Loading games and agents from a shared object; see plugin.h. */
#include "tapete/plugin.h"
#include "core/language.h"
#include "core/registry_check.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The system's loader does not survive a file that ends too early, so its head is checked first: all
 * that it wants to load must be there. Everything else the loader checks itself. */
static tp_err check_head(int file, tp_error *error) {
    struct stat about;
    ElfW(Ehdr) head;
    if (fstat(file, &about) != 0) return tp_fail(error, TP_E_IO, "%s", strerror(errno));
    if (pread(file, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof(ElfW(Phdr)))
        return tp_fail(error, TP_E_INPUT, TR("it is no shared object of this system"));
    for (uint32_t i = 0; i < head.e_phnum; i++) {
        ElfW(Phdr) part;
        off_t at = (off_t)(head.e_phoff + i * sizeof part);
        uint64_t size = (uint64_t)about.st_size;
        if (pread(file, &part, sizeof part, at) != (ssize_t)sizeof part || part.p_offset > size ||
            part.p_filesz > size - part.p_offset)
            return tp_fail(error, TP_E_INPUT, TR("the file is cut off"));
    }
    return TP_OK;
}

static tp_err check_file(const char *path, tp_error *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return tp_fail(error, TP_E_IO, "%s", strerror(errno));
    tp_err code = check_head(file, error);
    close(file);
    return code;
}

typedef tp_err (*plugin_entry)(tp_error *error);

/* POSIX lets a pointer to data be a pointer to a function, C does not. */
static plugin_entry find_entry(void *handle) {
    plugin_entry entry = NULL;
    void *symbol = dlsym(handle, "tapete_plugin");
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

static tp_err run_entry(void *handle, tp_error *error) {
    plugin_entry entry = find_entry(handle);
    if (entry == NULL)
        return tp_fail(error, TP_E_INPUT,
                       TR("there is no function tapete_plugin in it (see tapete/plugin.h)"));
    size_t games = games_registered(), agents = agents_registered();
    tp_error own = {.code = TP_OK};
    tp_err code = entry(&own);
    if (code == TP_OK && (games_registered() > games || agents_registered() > agents)) return TP_OK;
    games_forget(games);
    agents_forget(agents);
    if (code == TP_OK) return tp_fail(error, TP_E_INPUT, TR("it registers no game and no agent"));
    return tp_fail(error, code, "%s", own.text[0] != '\0' ? own.text : TR("its tapete_plugin fails"));
}

static tp_err load(const char *path, tp_error *error) {
    tp_err code = check_file(path, error);
    if (code != TP_OK) return code;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *why = dlerror();
        return tp_fail(error, TP_E_IO, "%s", why != NULL ? why : TR("it cannot be loaded"));
    }
    code = run_entry(handle, error);
    if (code != TP_OK) dlclose(handle);
    return code;
}

tp_err tp_plugin_load(const char *path, tp_error *error) {
    char local[PATH_MAX];
    int length = snprintf(local, sizeof local, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    tp_err code = length >= 0 && (size_t)length < sizeof local
                      ? load(local, error)
                      : tp_fail(error, TP_E_INPUT, TR("the name of the file is too long"));
    if (code != TP_OK) tp_error_at(error, "%.200s", path);
    return code;
}
