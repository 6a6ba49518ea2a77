/* What those who run a server need: a local socket for `tapete admin`, bans and mutes, reports, one-time
 * links, a security log, figures, and a watchdog.
 *
 * All of it belongs to the loop's thread. Every function copes with a server that has none of this
 * (server.operators NULL), as parts of it have in tests. */
#ifndef TAPETE_SERVER_OPERATORS_H
#define TAPETE_SERVER_OPERATORS_H

#include "server/health.h"
#include "server/histogram.h"
#include "server/map.h"
#include "store/notes.h"

#include <limits.h>

enum {
    WHY_SIZE = 400,    /* what an operator or a player writes, bytes with the NUL */
    SUBJECT_SIZE = 64, /* of a ban: the id of a person, or a network like 2001:db8::/64 */
    ADMIN_LINE = 8192, /* the longest request of an operator */
    ADMIN_MOST_ROWS = 1000,
    MOST_SANCTIONS = 20000,
};

/* The date, by the wall clock, on which this uptime (server_uptime_ms) will be reached if the server goes on:
 * "2026-02-03 04:05 UTC". */
enum { DATE_SIZE = 32 };
void uptime_date(const server *server, int64_t at_ms, char out[DATE_SIZE]);

/* ---- bans and mutes (bans.c) ---- */

typedef enum sanction_kind { SANCTION_BAN, SANCTION_MUTE, SANCTION_COUNT } sanction_kind;
extern const char *const sanction_names[SANCTION_COUNT]; /* kinds of notes */

typedef struct sanction {
    char key[8 + SUBJECT_SIZE]; /* "ban p123": its name in bans.all */
    char subject[SUBJECT_SIZE];
    sanction_kind kind;
    bool is_network;
    char why[WHY_SIZE];
    int64_t made_ms;  /* by the wall clock: to be shown */
    int64_t until_ms; /* of the server's uptime; 0: until it is lifted */
} sanction;

typedef struct bans {
    map all;          /* key to sanction */
    int lengths[129]; /* how many bans there are of networks with a prefix of this length, as IPv6 */
} bans;

/* ---- bans in memory, for bans.c and bans_keep.c ---- */
void bans_key(sanction_kind kind, const char *subject, char key[8 + SUBJECT_SIZE]);
bool bans_add(bans *bans, const sanction *made); /* in place of one that is there; false without memory */
void bans_remove(bans *bans, sanction *sanction);
const sanction *bans_find(const server *server, sanction_kind kind,
                          const char *subject); /* that holds now, or NULL */

/* A network as a ban names it: "203.0.113.7" is a /32, an IPv6 address stands for its /64. False with a
 * sentence. */
bool ban_network(const char *text, char out[SUBJECT_SIZE], tp_error *error);
/* Whether a network that was read covers this machine itself (loopback). */
bool ban_covers_this_machine(const char *network);
/* The ban or mute that holds now, or NULL. */
const sanction *ban_of_address(const server *server, const char *address);
const sanction *ban_of_person(const server *server, const char *id, sanction_kind kind);
/* What the person is told, in the language of this thread. */
void ban_sentence(const server *server, const sanction *sanction, char *text, size_t size);
/* Tell a connection so, and close it (connection.c). */
void connection_refuse_banned(connection *connection, const sanction *ban);
/* In memory and in the database; `done` is told when it is there. Connections that it is about are closed,
 * and bots play on where a banned person sat. */
typedef void ban_done(void *context, server *server, tp_err code, const tp_error *error);
void ban_put(server *server, const sanction *sanction, ban_done *done, void *context);
/* False: there is none. */
bool ban_lift(server *server, sanction_kind kind, const char *subject, ban_done *done, void *context);
tp_err bans_load(server *server, store *store, tp_error *error);
/* Another server has changed some: read them again, and enforce those that are new. */
void bans_renew(server *server);
void bans_sweep(server *server); /* let those go that have ended */
void bans_free(bans *bans);
size_t bans_count(const server *server, sanction_kind kind);
/* A person was deleted, and with them what was said of them. */
void bans_forget(server *server, const char *person);

/* ---- the security log (security_log.c) ---- */

typedef struct security_log security_log;
enum {
    SECURITY_LOG_NAME_SIZE = PATH_MAX + 16,
    SECURITY_LOG_MOST_DAYS = 3650,
    SECURITY_LOG_GONE = '-', /* stands for each character of the id of a deleted person */
};

/* NULL path: it goes to standard error with everything else, marked with "kind":"security". Keeps `days`
 * files, one for each day of uptime. */
security_log *security_log_open(const char *path, int days, tp_error *error);
void security_log_free(security_log *log);
/* What happened, from which address ("" for none), to whom ("" for nobody); then names and values as
 * server_log takes them. The address is cut to its network. */
void security_event(server *server, const char *what, const char *address, const char *person, ...);
/* A password was wrong; the person is "" if there is no such account. */
void sign_in_failed(server *server, const char *address, const char *person);
json_t *security_log_tail(const server *server, size_t count); /* the latest lines, in order */
void security_log_tick(server *server);
/* A person was deleted: out of the lines in memory. What is in files is security_log_erase's. */
void security_log_forget(server *server, const char *person);

/* The names of the files: FILE, FILE.1 ... */
void security_log_name(const char *path, int number, char out[SECURITY_LOG_NAME_SIZE]);

/* Where the erasure of a person is in the files of the log (security_log_erase.c). Zeros: at the beginning.
 */
typedef struct security_log_place {
    int file;
    off_t offset;
} security_log_place;

/* Overwrite an id in some of the files, in place and durably, on any thread, also while lines are added and
 * files are renamed. *is_done: there is no more. */
tp_err security_log_erase(const char *path, int days, const char *person, security_log_place *place,
                          bool *is_done, tp_error *error);

/* A limit was met ("messages", "passwords" ...): to the security log, at most once a minute for each network
 * and limit. How often is counted by cost.c. */
void limit_met(server *server, const char *limit, const char *address, const char *person);

/* ---- telling systemd (notify.c): sd_notify(3), without its library ---- */

typedef struct notifier {
    int descriptor; /* -1: nobody listens */
    int64_t ping_ms, pinged_ms;
    uint64_t writer_jobs;
    int64_t writer_moved_ms; /* when the writer was last seen to work, or to have nothing to do */
} notifier;

void notify_open(notifier *notifier); /* by NOTIFY_SOCKET and WATCHDOG_USEC */
void notify_send(const notifier *notifier, const char *text);
/* Ping the watchdog, where it is time and the writer is not stuck. */
void notify_tick(server *server, int64_t now_ms);
void notify_close(notifier *notifier);

/* ---- disk (disk.c) ---- */

typedef struct disk {
    double free_bytes, total_bytes, database_bytes, wal_bytes;
    bool is_low; /* less than a twentieth, or than 256 MiB, is free */
} disk;
void disk_look(const char *database, disk *out); /* a url as in server_setup */

/* ---- the socket (admin.c) ---- */

typedef struct admin admin;
/* Listen on this path, mode 0600. NULL with a sentence. */
admin *admin_open(server *server, const char *path, tp_error *error);
void admin_attach(admin *admin); /* to the loop, once there is one */
void admin_tick(admin *admin, int64_t now_ms);
void admin_free(admin *admin);

/* A request of an operator, until it is answered. */
typedef struct admin_request {
    server *server;
    char client[20];
    json_t *message;
} admin_request;

/* Both free the request. The answer's reference is taken, and "ok": true is added. The format is translated.
 */
void admin_reply(admin_request *request, json_t *answer);
void admin_fail(admin_request *request, const char *reason, const char *format, ...) TP_PRINTF(3, 4);
void admin_fail_error(admin_request *request, const tp_error *error);

typedef struct admin_verb {
    const char *name;
    const char *fields; /* "who:s for_s:i? why:s?": name, type (s, i or b) and whether it may be missing */
    void (*run)(admin_request *request);
} admin_verb;
/* The request of one line, and its verb; NULL with a sentence. For any bytes (fuzzed). */
json_t *admin_parse(const char *line, size_t size, const admin_verb **verb, tp_error *error);

const char *admin_text(const admin_request *request, const char *name); /* "" if it is missing */
int64_t admin_number(const admin_request *request, const char *name, int64_t fallback);
int admin_rows(const admin_request *request); /* how many rows are wanted, at most ADMIN_MOST_ROWS */

/* admin_people.c */
void admin_people(admin_request *request);
void admin_rename(admin_request *request);
void admin_delete(admin_request *request);
void admin_sessions(admin_request *request);
/* Find a person by id or login, then go on with `found`; if there is none, that is the answer. */
typedef void admin_found(admin_request *request, const store_person *person);
void admin_find_person(admin_request *request, admin_found *found);

/* admin_bans.c */
void admin_ban(admin_request *request);
void admin_unban(admin_request *request);
void admin_bans(admin_request *request);
void admin_mute(admin_request *request);
void admin_unmute(admin_request *request);

/* Links for another password (resets.c): their kind of note, whose key is the hash of the token, in hex. */
enum { RESET_BYTES = 32, RESET_SIZE = 2 * RESET_BYTES + 1 };
#define RESET_VALID_MS ((int64_t)24 * 3600 * 1000) /* of uptime */
extern const char reset_kind[];
void reset_hash(const char *token, char out[RESET_SIZE]);
/* Every link of this person is void. On the writer's thread. */
tp_err reset_void(store *store, const char *person, tp_error *error);
/* The hash of a token is good for this person until then. On the writer's thread. */
tp_err reset_keep(store *store, const char *person, const char *key, int64_t until_ms, tp_error *error);
/* The link, at the first https address of a list of origins, else at the first one. */
void reset_link(const char *origins, const char *token, char *out, size_t size);
/* admin_reset.c */
void admin_reset(admin_request *request); /* a one-time link for another password */

/* ---- all of it (operators.c) ---- */

typedef struct operators {
    bans bans;
    security_log *log;
    notifier notifier;
    admin *admin;
    disk disk;
    int64_t tick_ms; /* when it was last looked after */
    int reports_open;
    int64_t reports_ms;       /* when they were last counted */
    const char *warnings[16]; /* what was said at the start and since: sentences to be translated */
    int warning_count;
    struct {
        uint64_t failed_sign_ins, resets, reports, bans_met;
    } count;
    histogram moves; /* from a move's arrival to its `done` */
} operators;

/* Before the writer has the store, and before there is a loop. */
tp_err operators_open(server *server, store *store, tp_error *error);
void operators_begin(server *server);                /* the loop is about to run */
void operators_tick(server *server, int64_t now_ms); /* several times a second */
/* (warnings.c) Keep a sentence, marked to be translated, for `tapete admin status`, once. True where it is
 * new. */
bool operators_warn(server *server, const char *sentence);
/* What can only be seen of a request: forwarded headers that nobody believes, https that the proxy does not
 * tell of. Each is said once. */
void operators_look_at(server *server, const net_request *request);
void operators_stop(server *server);
void operators_free(server *server);

#endif
