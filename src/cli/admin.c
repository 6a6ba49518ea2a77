/* `tapete admin`: speaks to a running server over its local socket, one line of JSON each way. */
#include "cli/admin.h"
#include "core/language.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { ANSWER_S = 30, LARGEST_ANSWER = 64 * 1048576 };

static const char service_socket[] = "/var/lib/tapete/server.db.sock";

/* ---- speaking to the server ---- */

/* The socket: as told, beside the database of this user, or that of the service. */
static void find_socket(const cli_args *args, char *path, size_t size) {
    const char *given = cli_value(args, "admin"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given != NULL) {
        snprintf(path, size, "%s", given);
        return;
    }
    path[0] = '\0';
    if (data != NULL && data[0] == '/') {
        snprintf(path, size, "%s/tapete/server.db.sock", data);
    } else if (home != NULL && home[0] == '/') {
        snprintf(path, size, "%s/.local/share/tapete/server.db.sock", home);
    }
    if (access(path, F_OK) != 0 && access(service_socket, F_OK) == 0)
        snprintf(path, size, "%s", service_socket);
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval limit = {.tv_sec = ANSWER_S};
    int descriptor = -1;
    if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s", path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
    } else {
        descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    }
    if (descriptor >= 0) {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0) return descriptor;
        int number = errno;
        close(descriptor);
        errno = number;
    }
    if (errno == EACCES || errno == EPERM) {
        cli_bad("only root and the user of the server may connect to it at %s.", path);
    } else if (errno == ENOENT || errno == ECONNREFUSED || errno == ENOTSOCK) {
        cli_bad("no server is running here: nothing answers at %s. If its socket is elsewhere, name it with "
                "--admin.",
                path);
    } else {
        cli_bad("cannot reach the server at %s: %s.", path, strerror(errno));
    }
    return -1;
}

static bool send_all(int descriptor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(descriptor, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* One line, up to its end or to that of the connection; the caller frees it. NULL: nothing came, or too much.
 */
static char *receive_line(int descriptor) {
    size_t filled = 0, capacity = 65536;
    char *text = malloc(capacity);
    while (text != NULL) {
        ssize_t count = recv(descriptor, text + filled, capacity - filled - 1, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        filled += (size_t)count;
        text[filled] = '\0';
        if (text[filled - 1] == '\n') return text;
        if (filled + 1 < capacity) continue;
        char *grown = capacity < LARGEST_ANSWER ? realloc(text, 2 * capacity) : NULL;
        if (grown == NULL) break;
        capacity *= 2;
        text = grown;
    }
    free(text);
    return NULL;
}

/* Ask, taking the reference of the request. NULL: it was said why. */
static json_t *ask(const cli_args *args, json_t *request) {
    char path[PATH_MAX];
    find_socket(args, path, sizeof path);
    json_object_set_new(request, "lang", json_string(tp_language()));
    char *line = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    int descriptor = connect_to(path);
    if (descriptor < 0) {
        free(line);
        return NULL;
    }
    char *text = send_all(descriptor, line, strlen(line)) && send_all(descriptor, "\n", 1)
                     ? receive_line(descriptor)
                     : NULL;
    close(descriptor);
    free(line);
    json_t *answer = text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    if (!json_is_object(answer)) {
        cli_bad("the server at %s did not answer.", path);
        json_decref(answer);
        return NULL;
    }
    return answer;
}

/* Ask and show; takes the reference of the request. */
static int run(const cli_args *args, json_t *request, void (*show)(const json_t *answer)) {
    json_t *answer = ask(args, request);
    if (answer == NULL) return CLI_BAD;
    const char *sentence = json_string_value(json_object_get(json_object_get(answer, "error"), "text"));
    if (!json_is_true(json_object_get(answer, "ok"))) {
        int code = cli_bad_at("", sentence != NULL ? sentence : TR("the server refused without a reason"));
        json_decref(answer);
        return code;
    }
    if (cli_given(args, "json")) {
        cli_print_json(answer);
        return CLI_OK;
    }
    show(answer);
    json_decref(answer);
    return CLI_OK;
}

/* ---- requests ---- */

static json_t *request_to(const char *verb) { return json_pack("{s:s}", "do", verb); }

static void set_text(json_t *request, const char *name, const char *text) {
    if (text != NULL) json_object_set_new(request, name, json_string(text));
}

/* --most; false if it is bad. Frees the request then. */
static bool set_most(const cli_args *args, json_t *request) {
    int64_t most;
    if (cli_integer(args, "most", 1, 1000, 100, &most)) {
        json_object_set_new(request, "most", json_integer((json_int_t)most));
        return true;
    }
    json_decref(request);
    return false;
}

/* --for: "30m", "12h", "7d"; false if it is bad. */
static bool set_duration(const cli_args *args, json_t *request) {
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    const char *text = cli_value(args, "for");
    if (text == NULL) return true;
    char *end;
    errno = 0;
    long long count = strtoll(text, &end, 10);
    bool is_good = text[0] >= '0' && text[0] <= '9' && errno == 0 && count >= 1 && count <= 1000000;
    for (size_t i = 0; is_good && i < sizeof units / sizeof *units; i++) {
        if (end[0] != units[i].letter || end[1] != '\0') continue;
        json_object_set_new(request, "for_s", json_integer((json_int_t)(count * units[i].seconds)));
        return true;
    }
    cli_bad("--for takes a duration such as 30m, 12h, 7d or 4w, not \"%.40s\".", text);
    json_decref(request);
    return false;
}

static int run_status(const cli_args *args) { return run(args, request_to("status"), show_status); }

static int run_tables(const cli_args *args) {
    json_t *request = request_to("tables");
    set_text(request, "phase", cli_value(args, "phase"));
    set_text(request, "game", cli_value(args, "game"));
    set_text(request, "who", cli_value(args, "person"));
    return set_most(args, request) ? run(args, request, show_tables) : CLI_BAD;
}

static int run_close(const cli_args *args) {
    json_t *request = request_to("close");
    set_text(request, "table", cli_operand(args, 0));
    return run(args, request, show_closed);
}

static int run_people(const cli_args *args) {
    json_t *request = request_to("people");
    set_text(request, "text", cli_operand(args, 0));
    if (cli_given(args, "online")) json_object_set_new(request, "online", json_true());
    return set_most(args, request) ? run(args, request, show_people) : CLI_BAD;
}

static int run_sessions(const cli_args *args) {
    json_t *request = request_to("sessions");
    set_text(request, "who", cli_operand(args, 0));
    return set_most(args, request) ? run(args, request, show_sessions) : CLI_BAD;
}

static int run_rename(const cli_args *args) {
    json_t *request = request_to("rename");
    set_text(request, "who", cli_operand(args, 0));
    set_text(request, "name", cli_operand(args, 1));
    return run(args, request, show_renamed);
}

static int run_delete(const cli_args *args) {
    json_t *request = request_to("delete");
    set_text(request, "who", cli_operand(args, 0));
    return run(args, request, show_deleted);
}

static int punish(const cli_args *args, const char *verb) {
    json_t *request = request_to(verb);
    set_text(request, "who", cli_operand(args, 0));
    set_text(request, "why", cli_value(args, "why"));
    return set_duration(args, request) ? run(args, request, show_sanction) : CLI_BAD;
}

static int lift(const cli_args *args, const char *verb) {
    json_t *request = request_to(verb);
    set_text(request, "who", cli_operand(args, 0));
    return run(args, request, show_lifted);
}

static int run_ban(const cli_args *args) { return punish(args, "ban"); }
static int run_mute(const cli_args *args) { return punish(args, "mute"); }
static int run_unban(const cli_args *args) { return lift(args, "unban"); }
static int run_unmute(const cli_args *args) { return lift(args, "unmute"); }

static int run_bans(const cli_args *args) {
    json_t *request = request_to("bans");
    return set_most(args, request) ? run(args, request, show_bans) : CLI_BAD;
}

static int run_reports(const cli_args *args) {
    const char *what = cli_operand(args, 0), *report = cli_operand(args, 1);
    json_t *request = request_to(what == NULL ? "reports" : strcmp(what, "show") == 0 ? "report" : "resolve");
    if (what == NULL) return set_most(args, request) ? run(args, request, show_reports) : CLI_BAD;
    bool shows = strcmp(what, "show") == 0;
    if (report == NULL || (!shows && strcmp(what, "resolve") != 0)) {
        json_decref(request);
        return cli_bad("reports takes nothing, show ID or resolve ID.");
    }
    set_text(request, "report", report);
    if (!shows) set_text(request, "why", cli_value(args, "why"));
    return run(args, request, shows ? show_report : show_resolved);
}

static int run_reset(const cli_args *args) {
    json_t *request = request_to("reset");
    set_text(request, "who", cli_operand(args, 0));
    return run(args, request, show_reset);
}

static int run_backup(const cli_args *args) { return run(args, request_to("backup"), show_backup); }

static int run_log(const cli_args *args) {
    json_t *request = request_to("log");
    return set_most(args, request) ? run(args, request, show_log) : CLI_BAD;
}

/* ---- the table of commands ---- */

#define FLAG_ADMIN                                                                            \
    {                                                                                         \
        .name = "admin", .value = "PATH",                                                     \
        .help = TR_MARK("the server's socket (default: server.db.sock beside its database)"), \
        .words = "files"                                                                      \
    }
#define FLAG_JSON \
    { .name = "json", .help = TR_MARK("print JSON, for programs") }
#define FLAG_MOST \
    { .name = "most", .value = "N", .help = TR_MARK("the maximum number of rows (default 100)") }
#define FLAG_FOR                                                                    \
    {                                                                               \
        .name = "for", .value = "TIME",                                             \
        .help = TR_MARK("duration: 30m, 12h, 7d, 4w (default: until it is lifted)") \
    }
#define FLAG_WHY \
    { .name = "why", .value = "TEXT", .help = TR_MARK("a reason, shown to the person") }
#define FLAG_END \
    { .name = NULL }

static const cli_flag plain_flags[] = {FLAG_ADMIN, FLAG_JSON, FLAG_END};
static const cli_flag list_flags[] = {FLAG_MOST, FLAG_ADMIN, FLAG_JSON, FLAG_END};
static const cli_flag punish_flags[] = {FLAG_FOR, FLAG_WHY, FLAG_ADMIN, FLAG_JSON, FLAG_END};
static const cli_flag reports_flags[] = {
    {.name = "why", .value = "TEXT", .help = TR_MARK("with resolve: what was done, for other operators")},
    FLAG_MOST,
    FLAG_ADMIN,
    FLAG_JSON,
    FLAG_END,
};
static const cli_flag people_flags[] = {{.name = "online", .help = TR_MARK("only people who are connected")},
                                        FLAG_MOST,
                                        FLAG_ADMIN,
                                        FLAG_JSON,
                                        FLAG_END};
static const cli_flag tables_flags[] = {
    {.name = "phase",
     .value = "PHASE",
     .help = TR_MARK("only tables in this phase: open, commit, playing, over or closed"),
     .words = "open commit playing over closed"},
    {.name = "game", .value = "G", .help = TR_MARK("only tables of this game"), .words = "games"},
    {.name = "person", .value = "PERSON", .help = TR_MARK("only tables that this person created or sits at")},
    FLAG_MOST,
    FLAG_ADMIN,
    FLAG_JSON,
    FLAG_END,
};

const cli_command cli_admin_commands[] = {
    {.name = "status",
     .operands = "",
     .summary = TR_MARK("Show the status of the server."),
     .flags = plain_flags,
     .run = run_status},
    {.name = "tables",
     .operands = "",
     .summary = TR_MARK("List the tables in memory: all that are not over, and those that ended recently."),
     .flags = tables_flags,
     .run = run_tables},
    {.name = "close",
     .operands = "TABLE",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Close a table; its game counts for nobody."),
     .flags = plain_flags,
     .run = run_close},
    {.name = "people",
     .operands = "[TEXT]",
     .max_operands = 1,
     .summary = TR_MARK(
         "List people, the most recently seen first; with TEXT, those whose id, name or login contains it."),
     .flags = people_flags,
     .run = run_people},
    {.name = "sessions",
     .operands = "[PERSON]",
     .max_operands = 1,
     .summary = TR_MARK("List open connections, with their network."),
     .flags = list_flags,
     .run = run_sessions},
    {.name = "rename",
     .operands = "PERSON NAME",
     .min_operands = 2,
     .max_operands = 2,
     .summary = TR_MARK("Give a person another name."),
     .flags = plain_flags,
     .run = run_rename},
    {.name = "delete",
     .operands = "PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Delete a person and their data, as if they had asked for it."),
     .flags = plain_flags,
     .run = run_delete},
    {.name = "ban",
     .operands = "ADDRESS|PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Ban an address, a network or a person; bots take over their seats."),
     .flags = punish_flags,
     .run = run_ban},
    {.name = "unban",
     .operands = "ADDRESS|PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Lift a ban."),
     .flags = plain_flags,
     .run = run_unban},
    {.name = "bans",
     .operands = "",
     .summary = TR_MARK("List bans and mutes."),
     .flags = list_flags,
     .run = run_bans},
    {.name = "mute",
     .operands = "PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Stop a person from chatting."),
     .flags = punish_flags,
     .run = run_mute},
    {.name = "unmute",
     .operands = "PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Lift a mute."),
     .flags = plain_flags,
     .run = run_unmute},
    {.name = "reports",
     .operands = "[show|resolve ID]",
     .max_operands = 2,
     .operand_words = "show resolve",
     .summary = TR_MARK("List open reports by players, show one with its chat, or resolve one."),
     .flags = reports_flags,
     .run = run_reports},
    {.name = "reset",
     .operands = "PERSON",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Print a one-time link to set a new password."),
     .flags = plain_flags,
     .run = run_reset},
    {.name = "backup",
     .operands = "",
     .summary = TR_MARK("Request a backup of the database."),
     .flags = plain_flags,
     .run = run_backup},
    {.name = "log",
     .operands = "",
     .summary = TR_MARK("Show the latest lines of the security log."),
     .flags = list_flags,
     .run = run_log},
    {.name = NULL},
};
