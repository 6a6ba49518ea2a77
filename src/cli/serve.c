/* `tapete serve`: the table on the web. */
#include "server/serve.h"
#include "cli/cli.h"
#include "core/installed.h"
#include "core/language.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static server *running;

static void on_signal(int number) {
    if (number == SIGUSR1) {
        server_ask_backup(running);
    } else {
        server_stop(running);
    }
}

static void listen_to_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
}

/* Make the directory of a path and those above it, readable by nobody else. */
static void make_directories(const char *path) {
    char part[PATH_MAX];
    for (size_t i = 1; i < sizeof part && path[i] != '\0'; i++) {
        if (path[i] != '/') continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        mkdir(part, S_IRWXU);
    }
}

/* Where the database is when nobody says: with the other data of this user. */
static bool default_database(char *url, size_t size) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (data != NULL && data[0] == '/') {
        length = snprintf(url, size, "sqlite:%s/tapete/server.db", data);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(url, size, "sqlite:%s/.local/share/tapete/server.db", home);
    }
    if (length < 0 || (size_t)length >= size) return false;
    make_directories(url + strlen("sqlite:"));
    return true;
}

static bool is_file(const char *url) { return strncmp(url, "sqlite:", strlen("sqlite:")) == 0; }

/* The page: as told, or the one that came with the program. Only a built page has the manifest beside the
 * index; the sources of the page, which a build folder may lie in, have not. */
static const char *find_web(const cli_args *args, char *path, size_t size) {
    if (cli_value(args, "web") != NULL) return cli_value(args, "web");
    if (!installed_find("web/manifest.webmanifest", path, size)) return NULL;
    *strrchr(path, '/') = '\0';
    return path;
}

/* Say what is dangerous about this server. */
static void warn(server *server, bool has_backup) {
    const char *sentences[SERVER_MOST_WARNINGS];
    int count = server_warnings(server, has_backup, sentences);
    for (int i = 0; i < count; i++) fprintf(stderr, TR("tapete: warning: %s\n"), tp_translate(sentences[i]));
}

int cli_serve(const cli_args *args) {
    int64_t port = 8080;
    tp_options options;
    tp_error error = {0};
    char url[PATH_MAX + 16], web[PATH_MAX], backup[PATH_MAX + 16], admin[PATH_MAX + 16];
    if (!cli_integer(args, "port", 0, 65535, 8080, &port)) return CLI_BAD;
    for (int i = 0; i < cli_count(args, "load"); i++) {
        if (!cli_load_plugin(cli_value_at(args, "load", i))) return CLI_BAD;
    }
    tp_options_init(&options, server_option_table);
    for (int i = 0; i < cli_count(args, "option"); i++) {
        if (tp_options_parse(&options, cli_value_at(args, "option", i), &error) != TP_OK)
            return cli_bad_error(&error);
    }
    server_setup setup = {.bind = cli_value(args, "bind"),
                          .port = (int)port,
                          .database = cli_value(args, "db"),
                          .web = find_web(args, web, sizeof web),
                          .origin = cli_value(args, "origin"),
                          .proxy = cli_value(args, "proxy"),
                          .contact = cli_value(args, "contact"),
                          .admin = cli_value(args, "admin"),
                          .security_log = cli_value(args, "security-log"),
                          .mail = cli_value(args, "mail"),
                          .backup = cli_value(args, "backup"),
                          .node = cli_value(args, "node"),
                          .study = cli_given(args, "study"),
                          .seeded = cli_given(args, "seed")};
    if (setup.seeded && !cli_seed(args, &setup.seed)) return CLI_BAD;
    if (setup.mail != NULL && setup.origin == NULL)
        return cli_bad("--mail needs --origin: the URL of the site, for the link in the mail");
    if (setup.bind == NULL) setup.bind = "127.0.0.1";
    if (setup.database == NULL) {
        if (!default_database(url, sizeof url))
            return cli_bad("there is no home directory for the database; name one with --db sqlite:PATH");
        setup.database = url;
    }
    /* What lies beside a file lies in the data directory where the database is no file. Its URL can have a
     * password in it. */
    const char *file = setup.database;
    if (!is_file(file)) file = default_database(url, sizeof url) ? url : "sqlite:tapete";
    const char *path = strchr(file, ':');
    if (setup.backup == NULL) {
        snprintf(backup, sizeof backup, "%s%s%s.backup", path != NULL ? path + 1 : "tapete",
                 setup.node != NULL ? "." : "", setup.node != NULL ? setup.node : "");
        setup.backup = backup;
    }
    if (setup.admin == NULL && !is_file(setup.database)) {
        snprintf(admin, sizeof admin, "%s%s%s.sock", path + 1, setup.node != NULL ? "." : "",
                 setup.node != NULL ? setup.node : "");
        setup.admin = admin;
    }
    limits_read(&setup.limits, &options);
    running = server_new(&setup, &error);
    if (running == NULL) return cli_bad_error(&error);
    listen_to_signals();
    if (setup.web == NULL)
        fprintf(stderr, "tapete: %s\n",
                TR("the page was not found, so only programs can play here; name its folder with --web"));
    if (setup.seeded)
        fprintf(stderr, "tapete: %s\n",
                TR("every table is dealt from the seed: anyone who knows it can know the cards, so this is "
                   "for tests only"));
    warn(running, cli_given(args, "backup") || setup.limits.backup_hours > 0);
    printf("listening on http://%s:%d\n", strcmp(setup.bind, "127.0.0.1") == 0 ? "localhost" : setup.bind,
           server_port(running));
    fflush(stdout);
    tp_language_set("en"); /* from here on it writes a log, and speaks to others in their languages */
    server_run(running);
    bool is_kept = server_finish(running, &error) == TP_OK;
    server_free(running);
    if (is_kept) {
        printf("stopped; every game is kept\n");
    } else {
        fprintf(stderr, "tapete: %s\n", error.text);
        printf("stopped; the database failed, and what was not acknowledged is not kept\n");
    }
    return is_kept ? CLI_OK : CLI_BAD;
}
