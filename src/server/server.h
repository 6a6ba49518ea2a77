/* The parts of the server, for the files of src/server alone.
 *
 * One thread, the loop, owns everything below: people, connections, tables. It never waits. Two kinds of threads work
 * for it: the writer (writer.c), the only one that touches the database, and the workers (workers.c), where agents think and passwords
 * are hashed. Both get jobs and hand them back to the loop; no other memory is shared.
 *
 * Persist, then tell: what happens at a table becomes an event with a number, is written down, and only when the writer has handed it back
 * durable does anybody hear of it. docs/protocol.md is what clients hear, docs/security.md what is promised. */
#ifndef TAPETE_SERVER_H
#define TAPETE_SERVER_H

#include "core/language.h"
#include "server/net.h"
#include "store/store.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    SERVER_PROTOCOL = 1,
    ID_SIZE = STORE_ID_SIZE,
    NAME_SIZE = STORE_NAME_SIZE,
    INVITE_SIZE = 33, /* 128 random bits in hex */
    CHAT_SIZE = 1201, /* 300 characters of UTF-8 */
    AGENT_SIZE = 128,
    TABLE_MOST_EVENTS = 20000, /* of which the game needs the most: chat ends here */
};

typedef struct server server;
typedef struct person person;
typedef struct connection connection;
typedef struct table table;
typedef struct watch watch;
typedef struct kept_review kept_review;

int64_t server_now_ms(void);  /* CLOCK_MONOTONIC: for time-outs */
int64_t server_time_ms(void); /* since 1970: for what is written down */

/* ---- names to pointers (map.c) ---- */

typedef struct map_slot {
    const char *key; /* the owner's memory, for as long as the entry is there */
    void *value;
} map_slot;

typedef struct map {
    map_slot *slots;
    size_t capacity, count; /* capacity: a power of two, or 0 */
    size_t used;            /* slots that are not free: those of entries and of removed ones */
} map;

void *map_get(const map *map, const char *key);
bool map_put(map *map, const char *key, void *value); /* false without memory */
void map_remove(map *map, const char *key);
void map_free(map *map);
/* for (size_t i = 0; (value = map_next(map, &i)) != NULL;): entries may be removed meanwhile, not added */
void *map_next(const map *map, size_t *index);

/* ---- random names (names.c) ---- */

void random_hex(char *text, size_t size);               /* fills it with hex digits and ends it */
void random_id(char *text, char prefix, size_t digits); /* "t" and that many of [a-z0-9] */

/* ---- limits: `tapete serve --option NAME=VALUE` (limits.c) ---- */

extern const tp_option server_option_table[];

typedef struct limits {
    int connections, connections_per_address;
    int message_bytes, queue_bytes;
    int messages_per_s, message_burst; /* of a connection */
    int address_messages_per_s;        /* of all connections of an address together */
    int tables, tables_per_person;     /* that are not over */
    int watches;                       /* tables that one connection looks at */
    int agent_ms, agent_games;         /* the largest budget that an agent of a table may be given */
    int review_sims;                   /* simulations for each position of a review */
    int reviews;                       /* that are kept */
    int workers;                       /* threads on which agents think; 0: as many as there are processors */
    int contribute_ms;                 /* how long contributions are awaited */
    int keep_days;                     /* a table that was not touched for so long is closed */
    int unload_s;                      /* a finished table that nobody looks at leaves the memory */
    int passwords_per_minute;          /* attempts to sign in or register, of one address */
    int requests_per_minute;           /* of one address, that change something or have the database read */
    bool metrics_open;                 /* /metrics for everybody */
} limits;

void limits_read(limits *limits, const tp_options *options);

/* A bucket of permissions that fills up again at a steady rate. */
typedef struct bucket {
    double level;
    int64_t at_ms;
} bucket;
bool bucket_take(bucket *bucket, double per_s, double burst, int64_t now_ms); /* one of zeros is full */

/* Whom limits per address count together: an IPv4 address alone, the whole /64 of an IPv6 address. */
enum { NETWORK_SIZE = 48 };
void address_network(const char *address, char out[NETWORK_SIZE]);

/* What this option of an agent that a client names may be at most; 0: as its own table says. */
int64_t agent_most(const limits *limits, const char *option);
/* Whether an agent that a client names may play at a table: it exists, plays this game and variant (NULL: any), reads no file, and its budget is not over
 * the limits. TP_OK, or a sentence. */
tp_err agent_allowed(const server *server, const tp_game *game, const tp_options *variant, const char *name,
                     tp_error *error);
/* The name of an allowed agent as it is made: one that says no budget, and whose own is over the limits, gets the largest. */
void agent_fit(const server *server, const tp_game *game, const char *name, char out[AGENT_SIZE]);

/* ---- the writer (writer.c): jobs for the database, one transaction for all that wait ---- */

typedef struct job job;
struct job {
    job *next;
    bool is_outside; /* of any transaction: a backup */
    tp_err code;     /* how it went; for jobs that write, whether it is durable */
    tp_error error;
    /* On the writer's thread. May be called twice: a transaction that fails as a whole is tried again job by job. */
    tp_err (*run)(job *job, store *store, tp_error *error);
    /* On the loop, in the order in which the jobs were given; frees the job. */
    void (*done)(job *job, server *server);
};

typedef struct writer writer;
writer *writer_new(server *server, store *store, tp_error *error); /* the store is the writer's from now on */
void writer_give(writer *writer, job *job);
void writer_collect(writer *writer); /* on the loop: calls `done` of the jobs that are ready */
void writer_free(writer *writer);    /* after all jobs have been run and collected */
size_t writer_waiting(const writer *writer);
void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs);

/* ---- the workers (workers.c): agents think, passwords are hashed ---- */

typedef struct task task;
struct task {
    task *next;
    bool for_people;         /* somebody waits for it: comes first, and one worker does nothing else */
    char whose[ID_SIZE];     /* who has asked for it; "": nobody in particular */
    int rank;                /* how many tasks of the same person it waits for */
    void (*run)(task *task); /* on a worker's thread */
    void (*done)(task *task, server *server); /* on the loop; frees the task */
};

typedef struct workers workers;
workers *workers_new(server *server, int count, tp_error *error);
void workers_give(workers *all, task *task);
void workers_collect(workers *all);
void workers_free(
    workers *all); /* tasks that have not begun are handed back undone through `done` with run = NULL */
size_t workers_waiting(const workers *workers);

/* ---- people (people.c) ---- */

struct person {
    char id[ID_SIZE];
    char name[NAME_SIZE];
    char login[NAME_SIZE]; /* accounts: what is typed to sign in */
    bool account;
    bool kept;       /* has a row in the store */
    bool forgotten;  /* deleted: only those who still hold this know of it */
    int64_t sign_in; /* 0: a guest */
    int holders;     /* connections and requests that keep this in memory */
    connection *connections;
    char (*blocked)[ID_SIZE]; /* whom this person has blocked */
    size_t blocked_count;
    int tables; /* not over, made by this person */
};

/* Look a cookie header up. `found` is called on the loop, now or later, with a person who is held (people_release) or
 * NULL: no cookie, or one that is not valid. */
void people_find(server *server, const char *cookie, void (*found)(void *context, person *person),
                 void *context);
/* A new guest, held. NULL without memory. */
person *people_new_guest(server *server);
/* The person of this id if in memory, not held any further. */
person *people_get(server *server, const char *id);
void people_release(server *server, person *person);
/* "tapete=…; HttpOnly; …", for Set-Cookie. */
void people_cookie(const server *server, const person *person, bool secure, char *text, size_t size);
/* Have the person's row written, where it is not yet there (before anything refers to it). */
void people_keep(server *server, person *person);
bool people_blocks(const person *person, const char *id);
tp_err people_block(server *server, person *person, const char *id, bool on, tp_error *error);
/* A name that is fit to be shown: trimmed, 1 .. 24 characters, no control or direction characters. */
tp_err people_check_name(const char *name, char out[NAME_SIZE], tp_error *error);
/* Everything about people over HTTP: the paths under /api that are theirs. True where it has answered or will. */
bool people_request(server *server, net_exchange *exchange, const net_request *request);
void people_free(server *server);

/* ---- requests (http.c, files.c, metrics.c) ---- */

void http_request(server *server, net_exchange *exchange, const net_request *request);
void http_gone(server *server, net_exchange *exchange); /* for net_handlers.gone */
void http_free(server *server);
void leaders_forget(server *server); /* leaderboards in memory: somebody who may be on them was deleted */
extern const char http_security_headers[]; /* for net_setup.headers */
void http_reply_json(net_exchange *exchange, int status, json_t *object,
                     const char *headers); /* takes the reference */
/* The format is translated into the language of the exchange; the text of http_reply_text is as it shall be. */
void http_reply_error(net_exchange *exchange, int status, const char *reason, const char *format, ...)
    TP_PRINTF(4, 5);
void http_reply_text(net_exchange *exchange, int status, const char *reason, const char *text);
/* In which language whoever asks wants to read: `lang` of the query, else Accept-Language. */
const char *http_language(const net_request *request);
/* Whether the request comes from our own pages: POST needs an Origin that is ours, a websocket may do without. */
bool http_own_origin(const server *server, const net_request *request, bool needed);
/* Whether JSON is nested no deeper than anybody needs: to be asked before it is parsed. */
bool json_depth_ok(const char *text, size_t size);
/* A value as text, in memory that the next call uses again; NULL without memory, or where there is no value (json_text.c). */
const char *json_text(const json_t *value, size_t *size);

typedef struct files files;
files *files_load(const char *directory, tp_error *error); /* all of it, into memory */
bool files_reply(const files *files, net_exchange *exchange, const net_request *request);
void files_free(files *files);

void metrics_reply(server *server, net_exchange *exchange);

/* ---- the log (log.c): one JSON object a line on standard error, without secrets ---- */

typedef enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR } log_level;
/* Name and value by turns, both texts, ending with NULL: server_log(LOG_INFO, "table opened", "table", id, "game", game, NULL). */
void server_log(log_level level, const char *what, ...);
extern log_level server_log_level;

/* ---- connections and messages (connection.c, messages.c) ---- */

struct connection {
    server *server;
    net_client *client;
    person *who;          /* NULL until looked up */
    const char *language; /* one of tp_languages() */
    connection *next;     /* of the same person */
    watch *watches;
    int watch_count;
    bool lobby; /* wants to hear of public tables: in the list of the server */
    connection *next_in_lobby, *previous_in_lobby;
    bucket rate, chat;
    int nonsense; /* messages that could not be understood; too many, and it is closed */
    char serial
        [20]; /* its name in server.connections: an answer never goes to another connection at the same place in memory */
    char *cookie; /* until looked up */
};

int connection_open(void *context, const net_request *request, void **user);
void connection_opened(void *context, net_client *client);
void connection_received(void *context, net_client *client, const char *text, size_t size);
void connection_closed(void *context, net_client *client);
connection *connection_find(server *server, const char *serial); /* NULL: it has gone */
void connection_send(connection *connection, json_t *message);   /* takes the reference */
void connection_done(connection *connection, int64_t ref);       /* ref < 0: nobody asked */
/* The format is translated into the language of the connection; the text of connection_refuse_text is as it shall be. */
void connection_refuse(connection *connection, int64_t ref, const char *reason, const char *format, ...)
    TP_PRINTF(4, 5);
void connection_refuse_text(connection *connection, int64_t ref, const char *reason, const char *text);
/* A message that is an object of the right depth; what it asks for is done (messages.c). */
void message_do(connection *connection, const json_t *message, int64_t ref);
void lobby_subscribe(connection *connection, int64_t ref, bool on);
void lobby_leave(connection *connection);
void lobby_tell(server *server); /* what has changed since the last time */

/* ---- tables (table.c and the files after it) ---- */

typedef enum phase { PHASE_OPEN, PHASE_COMMIT, PHASE_PLAYING, PHASE_OVER, PHASE_CLOSED, PHASE_COUNT } phase;
extern const char *const phase_names[PHASE_COUNT];

typedef enum event_kind {
    EVENT_OPEN,
    EVENT_SIT,
    EVENT_LEAVE,
    EVENT_COMMIT,
    EVENT_CONTRIBUTE,
    EVENT_DEAL,
    EVENT_PLAY,
    EVENT_UNDO,
    EVENT_OFFER,
    EVENT_ANSWER,
    EVENT_BACK,
    EVENT_TAKEOVER,
    EVENT_RESIGN,
    EVENT_TIMEOUT,
    EVENT_CHAT,
    EVENT_OVER,
    EVENT_NEXT,
    EVENT_CLOSE,
    EVENT_KIND_COUNT
} event_kind;
extern const char *const event_names[EVENT_KIND_COUNT];

/* Something that happened at a table; its number is its place in the list. What hangs on cards is not in it: sentences about moves are made for
 * each viewer from the match. */
typedef struct event {
    event_kind kind;
    int ply;    /* DEAL, PLAY: which; UNDO: down to which; ANSWER: 1 for yes */
    int seat;   /* or -1 */
    char *by;   /* CHAT: the id of who speaks */
    char *name; /* CHAT: the name; others: the name that a sentence needs, or NULL */
    char *said; /* CHAT */
} event;

typedef enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_AGENT } seat_kind;

typedef struct seat {
    seat_kind kind;
    char person[ID_SIZE];
    char name[NAME_SIZE];
    char agent_name[AGENT_SIZE]; /* AGENT: as it was asked for */
    tp_agent *agent;             /* who thinks for this seat, when somebody has to; made when first needed */
    int shown; /* so many plies, the deal being one, that agent has been shown; 0: not even that it plays */
    bool left, timed_out, resigned, taken_over; /* why a bot plays for a person */
    bool contributed;
    int here;              /* connections of the person that look at the table */
    int64_t away_since_ms; /* when `here` became 0 */
    tp_contribution contribution;
    int64_t clock_ms; /* what is left of game_s */
} seat;

typedef struct settings {
    bool is_public, spectators, chat, lose_on_time;
    int move_s, game_s, takeover_s, delay;
} settings;

typedef struct offer {
    int64_t number; /* of the event that made it; 0: none */
    int by;
    uint32_t asked, yes;
} offer;

struct watch {
    table *table;
    connection *connection;
    watch *next_of_connection, *next_of_table;
    int viewer;      /* a seat or TP_SPECTATOR */
    int64_t sent;    /* events up to this one were sent; -1: nothing yet */
    bool about_sent; /* `about` as it is now */
    char (*muted)[ID_SIZE];
    size_t muted_count;
};

/* Who waits to hear that an event is durable. */
typedef struct waiting {
    struct waiting *next;
    int64_t number;
    char connection[20];
    int64_t ref;
    bool created; /* is told `created` and not `done` */
} waiting;

struct table {
    server *server;
    char id[ID_SIZE], invite[INVITE_SIZE], owner[ID_SIZE];
    char next[ID_SIZE], parent[ID_SIZE]; /* rematches */
    char continues[ID_SIZE];             /* the table whose game is played on; "": none */
    tp_origin origin;                    /* where it is played on, */
    json_t *position;                    /* and every card of that moment; else NULL */
    const tp_game *game;
    tp_options options;
    settings settings;
    phase phase;
    int seat_count;
    seat seats[TP_MAX_SEATS];
    uint8_t key[TP_KEY_SIZE]; /* from the commitment on */
    tp_match *match;          /* from the deal on */
    size_t entries;           /* how much of its journal is in the record */
    event *events;            /* event n is events[n - 1] */
    int64_t number, capacity; /* of the last event; room for */
    int64_t durable;          /* events up to this one are on the disk, and may be told */
    int64_t over_number;      /* the number of the event that ended it; 0: it has not */
    int64_t about_number;     /* of the last event that changed what `about` says */
    int64_t last_undo;        /* the number of the last undo: whoever knows less starts anew */
    offer offer;
    watch *watches;
    waiting *waiting, *waiting_last;
    int spectators;         /* how many of the watches */
    int tasks;              /* that are out and will come back */
    uint64_t turn;          /* goes up with each change of the match */
    uint64_t thinking_turn; /* the turn that somebody is thinking about */
    int64_t turn_since_ms;  /* when the one who is to act could know it; 0: not yet */
    int64_t commit_since_ms, touched_ms, created_ms;
    bool broken;           /* could not be written: to be read again */
    bool lobby_dirty;      /* its summary has changed */
    bool presence_changed; /* who is here, which those who are here have not been told */
    bool is_dirty;         /* in server.dirty */
    table *next_dirty;
};

/* table.c: what people can do. Each answers the connection itself, now or when it is durable. */
void table_create(connection *connection, int64_t ref, const json_t *message);
void table_quick(connection *connection, int64_t ref, const json_t *message);
void table_join(table *table, connection *connection, int64_t ref, int seat, const char *invite);
void table_leave(table *table, connection *connection, int64_t ref);
void table_fill(table *table, connection *connection, int64_t ref, const char *agent);
void table_close(table *table, connection *connection, int64_t ref);
void table_watch(table *table, connection *connection, int64_t ref, const char *invite, int64_t since);
void table_unwatch(watch *watch);
void table_contribute(table *table, connection *connection, int64_t ref, const char *hex);
void table_move(table *table, connection *connection, int64_t ref, int64_t ply, const char *move);
void table_undo(table *table, connection *connection, int64_t ref);
void table_answer(table *table, connection *connection, int64_t ref, int64_t number, bool yes);
void table_resign(table *table, connection *connection, int64_t ref);
void table_rematch(table *table, connection *connection, int64_t ref);
/* seat -1: the own one; agent NULL: those who played, and the usual one for people */
void table_continue(table *table, connection *connection, int64_t ref, int ply, int seat, const char *agent);
void table_hint(table *table, connection *connection, int64_t ref);
void table_review(table *table, connection *connection, int64_t ref, int seat); /* seat -1: the own one */
void table_log(table *table, connection *connection, int64_t ref, int64_t before, int count);
void table_chat(table *table, connection *connection, int64_t ref, const char *text);
void table_mute(table *table, connection *connection, int64_t ref, const char *who, bool on);

/* table.c: the life of a table. */
table *table_new(server *server); /* without a place in server.tables */
void table_free(table *table);    /* nothing of it is out: no job, no task; watches are ended */
/* Find a table in memory, or have it read; `found` gets NULL where there is none. */
void tables_find(server *server, const char *id, void (*found)(void *context, table *table), void *context);
void table_tick(table *table, int64_t now_ms);             /* clocks, take-overs, the end of waiting */
void table_touch(table *table);                            /* have its watchers told, and go on with it */
void tables_settle(server *server);                        /* do so */
int table_seat_of(const table *table, const char *person); /* or -1 */
bool table_bot_plays(const table *table, int seat);
int table_people(const table *table,
                 int except); /* seats of people who have not given up, `except` not counted */
json_t *table_summary(const table *table);

/* Something has happened: an event, and an entry in the journal with these further members (its reference is taken). Whoever asked
 * hears `done` when it is durable; connection NULL: nobody. False, and nothing has changed, without memory. */
bool table_write(table *table, event event, json_t *members, connection *connection, int64_t ref);
bool table_add_event(table *table, const event *event); /* the same without the journal; takes the texts */
/* Have `done` or, for a table that is new to this person, `created` said when the last event is durable. False without memory. */
bool table_await(table *table, const connection *connection, int64_t ref, bool created);
void table_failed(table *table, const char *why); /* it could not be written */

/* table_read.c: from its journal. NULL with an error. */
table *table_from_journal(server *server, const char *id, json_t *entries, tp_error *error);
/* The entries of a table's journal into a list, with everybody who was deleted taken out. On the writer's thread. */
tp_err journal_entries(store *store, const char *table, json_t *entries, tp_error *error);
tp_err tables_load(server *server, store *store,
                   tp_error *error); /* all that are not over; before the writer runs */
void table_read_again(table *table); /* after it could not be written */

/* table_forget.c: people who were deleted. */
void table_forget_person(server *server, const char *id); /* at all tables in memory; the row has gone */
void table_inherit(table *table); /* a table whose owner has gone is the first one's who sits there */
/* Take people who have no row any more out of the entries of a journal, before a table is made of them. */
tp_err journal_forget(store *store, json_t *entries, tp_error *error);

/* table_seats.c */
void seat_person(seat *seat, const person *who);
void seat_agent(seat *seat, const char *agent);
bool table_may_create(connection *connection, int64_t ref); /* false: it was said why not */
/* A table that is filled in gets a name, a place in the map and its first entry, on the way to the disk; `created` is said then. False without memory. */
bool table_open(table *table, connection *connection, int64_t ref);
void table_name_agents(table *table);         /* what they are called here: two of a kind are numbered */
const char *agent_usual(const tp_game *game); /* who plays where nobody was named */
tp_err settings_from_json(settings *settings, const json_t *object, tp_error *error);
json_t *settings_to_json(const settings *settings);

/* table_play.c */
void table_advance(table *table,
                   int64_t now_ms); /* whatever comes next by itself: commitment, deal, a bot's move */
event table_seat_event(const table *table, event_kind kind, int seat, int ply);
void table_came_back(table *table, int seat); /* a bot that played for this person does so no longer */
bool table_begin_commit(table *table);
void table_give_up(table *table, int seat, connection *connection, int64_t ref, bool by_time);

/* table_tell.c */
void table_tell(table *table);
json_t *seat_list(const table *table);
void table_fill_names(const table *table, const char *text, char *out, size_t size); /* for {0}, {1} ... */
void table_see_as(watch *watch, int viewer);                             /* somebody has sat down or got up */
watch *table_watch_of(const table *table, const connection *connection); /* or NULL */
void table_changed(table *table);                                        /* `about` is not what it was */

/* table_continue.c: which game is played on, and from where; with the commitment of that game for the journal. */
json_t *table_continues_json(const table *table, bool with_commitment);
tp_err table_read_continues(table *table, const json_t *entry, tp_error *error);

/* results.c: how games ended. */

typedef struct seat_result {
    char person[ID_SIZE], agent[AGENT_SIZE];
    char against[AGENT_SIZE]; /* the board that it counts on; "" for none */
    int side;
    double returns, points; /* points: on the board, 0 to 1; negative: it does not count */
    int64_t score;
    bool rated, resigned;
} seat_result;

typedef struct results {
    char table[ID_SIZE];
    const char *game;
    bool is_public;
    int64_t ended_ms;
    int count;
    seat_result seats[TP_MAX_SEATS];
} results;

void results_make(const table *table, int64_t ended_ms, results *out);   /* of one that is over */
tp_err results_write(store *store, const results *all, tp_error *error); /* on the writer's thread */
/* results_read.c: make the results of games that an earlier version has played, one after the other, beside everything else. */
void results_catch_up(server *server);

/* match_json.c */
json_t *result_to_json(const tp_match *match);
/* The lines of a text as a list, names filled in. */
json_t *sentences_to_json(const char *text, const char *const *names, int count);

/* reviews.c */
void reviews_free(server *server); /* after the workers */

/* ---- the server (server.c) ---- */

typedef struct server_setup {
    const char *bind;
    int port;
    const char *database; /* "sqlite:PATH" */
    const char *web;      /* directory of the page, or NULL */
    const char *origin;   /* further origins that are ours, separated by commas; NULL: only the Host itself */
    const char *proxy;    /* see net_setup */
    const char *backup;   /* where SIGUSR1 leaves a copy of the database; NULL: beside it */
    bool seeded;          /* every table is dealt from `seed`, and its agents choose by it: for tests */
    uint64_t seed;
    limits limits;
} server_setup;

struct server {
    server_setup setup;
    net *net;
    writer *writer;
    workers *workers;
    files *files;
    uint8_t cookie_key[STORE_SECRET_SIZE];
    map people;      /* id to person */
    map tables;      /* id to table */
    map connections; /* serial to connection */
    map addresses;   /* address to its bucket */
    map visitors;    /* network to what its requests have used up (http.c) */
    map leaders;     /* leaderboards that were made a moment ago (leaders.c) */
    int64_t visitors_swept_ms;
    int hashing;          /* passwords that are being hashed, or wait for it (accounts.c) */
    connection *lobby;    /* who wants to hear of public tables */
    kept_review *reviews; /* the one asked for last first (reviews.c) */
    table *dirty;         /* tables whose watchers have to be told */
    uint64_t serials;
    int64_t started_ms;
    int open_tables, playing_tables;
    atomic_bool stopping, wants_backup;
    bool is_stopping;                          /* the loop has been told */
    int64_t lobby_ms, read_again_ms, clean_ms; /* when these were last done */
    bool failing;                              /* the database does not take what it is given */
    char failure[256];
    struct {
        uint64_t moves, refused, hints, reviews, chats, tables, finished, logins, bad_messages;
    } count;
};

server *server_new(const server_setup *setup, tp_error *error);
int server_port(const server *server);
void server_run(server *server);        /* until server_stop */
void server_stop(server *server);       /* from any thread or signal handler */
void server_ask_backup(server *server); /* the same */
void server_free(server *server);

#endif
