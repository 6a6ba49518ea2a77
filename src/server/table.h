/* Tables: what one is, and what each file offers of it. docs/protocol.md is what clients hear. */
#ifndef TAPETE_SERVER_TABLE_H
#define TAPETE_SERVER_TABLE_H

#include "match/sealed.h"
#include "server/base.h"
#include "server/cost.h"
#include "server/offer.h"

typedef enum phase { PHASE_OPEN, PHASE_COMMIT, PHASE_PLAYING, PHASE_OVER, PHASE_CLOSED, PHASE_COUNT } phase;

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
    EVENT_SEAL,
    EVENT_SEALED,
    EVENT_REVEAL,
    EVENT_VOID,
    EVENT_EXPIRE,
    EVENT_HINTS,
    EVENT_KIND_COUNT
} event_kind;

/* Something that happened at a table; its number is its place in the list. It holds nothing that depends
 * on cards: sentences about moves are made for each viewer from the match. */
typedef struct event {
    event_kind kind;
    int ply;  /* DEAL, PLAY: which; UNDO: down to which; ANSWER: 1 for yes; VOID: a bit for each seat that did
                 not reveal; OFFER, EXPIRE:  an offer_kind; HINTS: 1 where all agreed */
    int seat; /* or -1 */
    char *by; /* CHAT: the id of who speaks */
    char *name;     /* CHAT: the name; others: the name that a sentence needs, or NULL */
    char *said;     /* CHAT */
    bool by_guest;  /* CHAT: who speaks has no account */
    bool undone;    /* DEAL, PLAY: taken back since */
    int64_t stands; /* UNDO: the last event before it that is not taken back; plies between are */
} event;

typedef enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_AGENT } seat_kind;

typedef struct seat {
    seat_kind kind;
    char person[ID_SIZE];
    char name[NAME_SIZE];
    char agent_name[AGENT_SIZE];   /* AGENT: as it was asked for; the level, where that was a character */
    const tp_character *character; /* AGENT: who plays at that level, or NULL */
    tp_agent *agent;               /* who thinks for this seat, if an agent must; made when first needed */
    int shown; /* plies, the deal included, that the agent has been shown; 0: not even the beginning */
    bool left, timed_out, resigned, taken_over; /* why a bot plays for a person */
    bool sealed, contributed; /* in the attempt at the deal that is under way (table_deal.c) */
    uint8_t seal[SEAL_SIZE];
    bool account;               /* had one when they sat down */
    bool asked_hints;           /* once in a game */
    int moves;                  /* plies that the person made, not a bot */
    char network[NETWORK_SIZE]; /* where the person last came from; never written down */
    int here;                   /* connections of the person that look at the table */
    int64_t away_since_ms;      /* when `here` became 0 */
    tp_contribution contribution;
    int64_t clock_ms; /* what is left of game_s */
} seat;

typedef struct settings {
    bool is_public, spectators, chat, lose_on_time;
    int move_s, game_s, takeover_s, delay;
} settings;

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

/* A request that waits until an event is durable. */
typedef struct waiting {
    struct waiting *next;
    int64_t number;
    char connection[20];
    int64_t ref;
    bool created;    /* is told `created` and not `done` */
    double since_ms; /* when it was asked for (histogram_now_ms) */
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
    int attempt;              /* at the deal, from 1; 0: none yet */
    bool is_listed, is_void;  /* the list of its seals is made; a person in it did not reveal */
    bool is_resumed;          /* the attempt began before the server was started */
    sealed_list list;
    int64_t listed_number;    /* of the event that told the list */
    tp_match *match;          /* from the deal on */
    size_t entries;           /* how much of its journal is in the record */
    event *events;            /* event n is events[n - 1] */
    int64_t number, capacity; /* of the last event; room for */
    int64_t durable;          /* events up to this one are on the disk, and may be told */
    int64_t over_number;      /* the number of the event that ended it; 0: it has not */
    int64_t about_number;     /* of the last event that changed what `about` says */
    int64_t last_undo;        /* the number of the last undo: a watcher that knows less starts anew */
    int64_t hints_number;     /* of the event that said that hints are used in this game; 0: they are not */
    bool unrated;             /* counts on no board between people (boards.c) */
    offer offer;
    watch *watches;
    waiting *waiting, *waiting_last;
    int spectators;         /* how many of the watches */
    int tasks;              /* that are out and will come back */
    uint64_t turn;          /* goes up with each change of the match */
    uint64_t thinking_turn; /* the turn that an agent is thinking about */
    int64_t turn_since_ms;  /* when the one who is to act could know it; 0: not yet */
    int64_t commit_since_ms, touched_ms, created_ms;
    int64_t moved_ms;   /* when the last ply was made or taken back */
    int64_t row_number; /* of the last event that changed the summary, which is told when that is durable */
    int64_t epoch;      /* at which this server owns it, where there are several */
    bool broken;        /* could not be written: to be read again */
    bool is_lost;       /* another server has it (cluster.h) */
    bool lobby_dirty;   /* its summary has changed */
    bool presence_changed; /* the list of who is here, and clients have not been told yet */
    bool owes;             /* somebody was not told all, since their network has used up its budget */
    bool is_dirty;         /* in server.dirty */
    cost_budget budget;    /* what happens here at once */
    int64_t chat_bytes;    /* that were said here */
    /* house.c */
    cost_budget *payer,
        *owner_budget;  /* the address it was made from (NULL: not known any more) and who made it */
    uint64_t paid_turn; /* whose move was charged */
    bool by_guest, is_in_house, is_counted, is_paid;
    /* seating.c */
    bool is_listed_open;                      /* then it is in server.open_tables, */
    table *next_open, *previous_open;         /* between these */
    char listed_seats[TP_MAX_SEATS][ID_SIZE]; /* for whom it is in the index, by seat */
    table *next_dirty;
    struct bot_answer *answer;        /* of a bot, whose time has not come yet (bots.c); or NULL */
    bool has_agents;                  /* then it is in the server's list, */
    table *bots_next, *bots_previous; /* between these */
    int64_t empty_since_ms;           /* when the last one left; 0: a person is here */
    size_t due_place;                 /* in server.due; 0: none */
    int64_t due_ms;                   /* when it is looked at next (due.h) */
};

/* Find a table in memory, or have it read for a client that may see it (table_find.c). `found` gets NULL and
 * TP_E_UNKNOWN if there is none for them, TP_E_REFUSED if too much is being read, TP_E_IO if it
 * cannot be read. */
struct journal_asker;

/* ---- table.c ---- */

extern const char *const phase_names[PHASE_COUNT];
extern const char *const event_names[EVENT_KIND_COUNT];
table *table_new(server *server);   /* without a place in server.tables */
void table_free(table *table);      /* nothing of it is out: no job, no task; watches are ended */
void table_touch(table *table);     /* have its watchers told, and go on with it */
void tables_settle(server *server); /* do so */
int table_seat_of(const table *table, const char *person); /* or -1 */
bool table_bot_plays(const table *table, int seat);
int table_people(const table *table,
                 int except); /* seats of people who have not given up, `except` not counted */
json_t *table_summary(const table *table);
/* Something has happened: an event, and an entry in the journal with these further members (its reference is
 * taken). The connection hears `done` when it is durable; it may be NULL. False, and nothing has
 * changed, without memory. */
bool table_write(table *table, event event, json_t *members, connection *connection, int64_t ref);
bool table_add_event(table *table, const event *event); /* the same without the journal; takes the texts */
/* Have `done` or, for a table that is new to this person, `created` said when the last event is durable.
 * False without memory. */
bool table_await(table *table, const connection *connection, int64_t ref, bool created);
void table_failed(table *table, const char *why); /* it could not be written */

/* ---- journal_forget.c ---- */

/* Take people who were deleted out of the entries of a journal, before a table is made of them. */
tp_err journal_forget(store *store, json_t *entries, tp_error *error);
/* An operator gives a person another name: from now on it stands in every journal that is read, instead of
 * the earlier ones. */
tp_err journal_note_rename(store *store, const char *id, tp_error *error);

/* ---- listings.c ---- */

/* The game of this name, if it is offered here; NULL with an error. Study games are offered only by a server
 * that was told so. */
const tp_game *game_offered(const server *server, const char *name, tp_error *error);

/* ---- reviews.c ---- */

void table_review(table *table, connection *connection, int64_t ref, int seat); /* seat -1: the own one */
void reviews_free(server *server);                                              /* after the workers */

/* ---- table_continue.c ---- */

/* seat -1: the own one; agent NULL: those who played, and the usual one for people */
void table_continue(table *table, connection *connection, int64_t ref, int ply, int seat, const char *agent);
json_t *table_continues_json(const table *table, bool with_commitment);
tp_err table_read_continues(table *table, const json_t *entry, tp_error *error);

/* ---- table_find.c ---- */

void tables_find(server *server, const char *id, const struct journal_asker *asker,
                 void (*found)(void *context, table *table, tp_err code), void *context);

/* ---- table_forget.c ---- */

/* At all tables in memory: the row has gone. The name is what they were called last. */
void table_forget_person(server *server, const char *id, const char *name);
/* An operator has given a person another name, and that is durable: at tables in memory nobody is told the
 * old one any more. */
void table_rename_person(server *server, const char *id, const char *before, const char *name);
void table_inherit(
    table *table); /* a table whose owner has gone belongs to the first person who sits there */
/* A person is put out of a seat: a bot plays on, or the seat is free again. */
void table_put_out(table *table, int seat);

/* ---- table_hint.c ---- */

void table_hint(table *table, connection *connection, int64_t ref);
void table_ask_hints(table *table, connection *connection, int64_t ref);

/* ---- table_offer.c ---- */

void table_answer(table *table, connection *connection, int64_t ref, int64_t number, bool yes);

/* ---- table_play.c ---- */

void table_move(table *table, connection *connection, int64_t ref, int64_t ply, const char *move);
void table_resign(table *table, connection *connection, int64_t ref);
void table_tick(table *table, int64_t now_ms);               /* clocks, take-overs, the end of waiting */
int64_t table_next_tick(const table *table, int64_t now_ms); /* when that is due next */
void table_advance(table *table,
                   int64_t now_ms); /* what comes next by itself: commitment, deal, a bot's move */
event table_seat_event(const table *table, event_kind kind, int seat, int ply);
void table_played(table *table, int seat, connection *connection,
                  int64_t ref); /* the match has a new ply: write it down, and the end where it is one */
void table_came_back(table *table, int seat); /* a bot that played for this person does so no longer */
/* The seat of this connection's person; -1 and an answer if there is none, or the phase is another. */
int table_seat_in(table *table, connection *connection, int64_t ref, phase phase);
/* The lines that the record has grown by, as members of a journal entry; NULL without memory. */
json_t *table_record_members(table *table);
/* Whether a game without a clock has stood still for so long that it counts as given up. A connection or a
 * visit does not help, only a move. */
bool table_is_abandoned(const table *table, int64_t now_ms);
/* Nobody goes on with it: the seat to act resigns or, if bots play for all people, all of these do. */
void table_abandon(table *table);
void table_give_up(table *table, int seat, connection *connection, int64_t ref, bool by_time);

/* ---- table_read.c ---- */

table *table_from_journal(server *server, const char *id, json_t *entries, tp_error *error);
tp_err tables_load(server *server, store *store,
                   tp_error *error); /* all that are not over; before the writer runs */
void table_read_again(table *table); /* after it could not be written */

/* ---- table_rematch.c ---- */

void table_rematch(table *table, connection *connection, int64_t ref);

/* ---- table_seats.c ---- */

void table_create(connection *connection, int64_t ref, const json_t *message);
void table_quick(connection *connection, int64_t ref, const json_t *message);
void table_join(table *table, connection *connection, int64_t ref, int seat, const char *invite);
void table_leave(table *table, connection *connection, int64_t ref);
void table_fill(table *table, connection *connection, int64_t ref, const char *agent);
void table_close(table *table, connection *connection, int64_t ref);
void seat_person(seat *seat, const person *who);
void seat_agent(seat *seat, const char *agent); /* the name of an agent, or the id of a character */
/* The name that gives the same agent again. */
const char *seat_agent_asked(const seat *seat);
/* The name of a seat as it is told in the language of this thread: characters have other names in some.
 */
const char *seat_said_name(const char *name);
bool table_blocks(const table *table, const person *who); /* whether two who do not want to meet would */
/* A table that is filled in gets a name, a place in the map and its first entry, on the way to the disk;
 * `created` is said then. False without memory. */
bool table_open(table *table, connection *connection, int64_t ref);
void table_name_agents(table *table);         /* what they are called here: two of a kind are numbered */
const char *agent_usual(const tp_game *game); /* who plays if nobody was named */
tp_err settings_from_json(settings *settings, const json_t *object, tp_error *error);

/* ---- table_tell.c ---- */

void table_watch(table *table, connection *connection, int64_t ref, const char *invite, int64_t since);
void table_unwatch(watch *watch);
void table_log(table *table, connection *connection, int64_t ref, int64_t before, int count);
void table_chat(table *table, connection *connection, int64_t ref, const char *text);
void table_mute(table *table, connection *connection, int64_t ref, const char *who, bool on);
json_t *settings_to_json(const settings *settings);
void table_tell(table *table);
json_t *seat_list(const table *table);
void table_fill_names(const table *table, const char *text, char *out, size_t size); /* for {0}, {1} ... */
void table_see_as(watch *watch, int viewer); /* a person has sat down or got up */
watch *connection_watch_of(const connection *connection, const table *table); /* or NULL */
void table_changed(table *table);                                             /* `about` is not what it was */

/* ---- table_undo.c ---- */

void table_undo(table *table, connection *connection, int64_t ref);

#endif
