/* Combinations of flags and surroundings that are dangerous, each with one sentence for the person who starts
 * the server.
 *
 * Most of them matter only where strangers can reach the server: it listens on more than this machine, or a
 * proxy or an origin is named. At home nobody is bothered. */
#include "server/warnings.h"
#include "server/log.h"
#include "server/server.h"

#include "core/language.h"
#include "server/operators.h"
#include "store/store.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool listens_to_all(const server_setup *setup) {
    return setup->bind == NULL || (strncmp(setup->bind, "127.", 4) != 0 && strcmp(setup->bind, "::1") != 0 &&
                                   strcasecmp(setup->bind, "localhost") != 0);
}

static bool is_public(const server_setup *setup) {
    return listens_to_all(setup) || setup->proxy != NULL || setup->origin != NULL;
}

static bool is_https(const server_setup *setup) {
    return setup->origin != NULL && strcasestr(setup->origin, "https://") != NULL;
}

static bool https_without_proxy(const warning_facts *facts) {
    return is_https(facts->setup) && facts->setup->proxy == NULL;
}

static bool open_without_tls(const warning_facts *facts) {
    return listens_to_all(facts->setup) && facts->setup->proxy == NULL;
}

static bool proxy_without_https(const warning_facts *facts) {
    return facts->setup->proxy != NULL && !is_https(facts->setup);
}

static bool metrics_for_all(const warning_facts *facts) { return facts->setup->limits.metrics_open; }

static bool folder_for_all(const warning_facts *facts) {
    return is_public(facts->setup) && (facts->folder_mode & (S_IROTH | S_IWOTH | S_IXOTH)) != 0;
}

static bool seeded_in_public(const warning_facts *facts) {
    return facts->setup->seeded && is_public(facts->setup);
}

static bool runs_as_root(const warning_facts *facts) { return facts->is_root && is_public(facts->setup); }

static bool without_backup(const warning_facts *facts) {
    return is_public(facts->setup) && !facts->has_backup;
}

static bool disk_nearly_full(const warning_facts *facts) { return facts->disk_low; }

static const struct {
    bool (*holds)(const warning_facts *facts);
    const char *sentence;
} warnings[] = {
    {https_without_proxy,
     TR_MARK("--origin is https, but no --proxy is named: all visitors count as one address, and cookies are "
             "sent "
             "without Secure")},
    {open_without_tls,
     TR_MARK("the server listens beyond this machine without a TLS proxy: passwords and cookies are sent "
             "unencrypted")},
    {proxy_without_https,
     TR_MARK("a --proxy is named, but no --origin with https: name the URL that browsers see")},
    {metrics_for_all, TR_MARK("metrics_open lets anyone read /metrics")},
    {folder_for_all,
     TR_MARK("other users of this machine can enter the folder of the database; chmod 700 keeps them out")},
    {seeded_in_public,
     TR_MARK("strangers can reach a server whose cards all come from --seed: anyone who knows it can know "
             "every hand")},
    {runs_as_root, TR_MARK("the server runs as root; give it a user of its own")},
    {without_backup, TR_MARK("no backup is set up: name a file with --backup, and make backups regularly")},
    {disk_nearly_full, TR_MARK("the disk of the database is nearly full")},
};

enum { WARNING_COUNT = sizeof warnings / sizeof *warnings };
_Static_assert((int)WARNING_COUNT <= SERVER_MOST_WARNINGS, "there is room for all of them");

int warnings_find(const warning_facts *facts, const char *out[SERVER_MOST_WARNINGS]) {
    int count = 0;
    for (size_t i = 0; i < WARNING_COUNT; i++) {
        if (warnings[i].holds(facts)) out[count++] = warnings[i].sentence;
    }
    return count;
}

/* ---- while it runs ---- */

bool operators_warn(server *server, const char *sentence) {
    operators *operators = server->operators;
    if (operators == NULL) return false;
    for (int i = 0; i < operators->warning_count; i++) {
        if (strcmp(operators->warnings[i], sentence) == 0) return false;
    }
    if (operators->warning_count == sizeof operators->warnings / sizeof *operators->warnings) return false;
    operators->warnings[operators->warning_count++] = sentence;
    return true;
}

void operators_look_at(server *server, const net_request *request) {
    static const char unbelieved[] = TR_MARK(
        "requests come with forwarded headers from an address that --proxy does not name, so they are not "
        "trusted");
    static const char untold[] =
        TR_MARK("browsers come over https, but the proxy does not say so with X-Forwarded-Proto: "
                "cookies are sent without Secure");
    if (request->is_unbelieved && operators_warn(server, unbelieved))
        server_log(LOG_WARNING, unbelieved, NULL);
    bool is_untold =
        !request->secure && server->setup.proxy != NULL && strncmp(request->origin, "https://", 8) == 0;
    if (is_untold && operators_warn(server, untold)) server_log(LOG_WARNING, untold, NULL);
}

mode_t warnings_folder_mode(const char *database) {
    char path[PATH_MAX];
    struct stat about;
    if (!store_is_file(database)) return 0;
    const char *colon = strchr(database, ':');
    snprintf(path, sizeof path, "%s", colon != NULL ? colon + 1 : database);
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        snprintf(path, sizeof path, ".");
    } else {
        slash[slash == path] = '\0';
    }
    return stat(path, &about) == 0 ? about.st_mode : 0;
}

int server_warnings(server *server, bool has_backup, const char *sentences[SERVER_MOST_WARNINGS]) {
    const server_setup *setup = &server->setup;
    const warning_facts facts = {.setup = setup,
                                 .is_root = geteuid() == 0,
                                 .has_backup = has_backup,
                                 .disk_low = server->operators->disk.is_low,
                                 .folder_mode = warnings_folder_mode(setup->database)};
    int count = warnings_find(&facts, sentences);
    for (int i = 0; i < count; i++) operators_warn(server, sentences[i]);
    return count;
}
