/* What clients can ask for: one table of verbs, each with the fields that it takes. A message with a field
 * too many, one that is missing or one of the wrong type does nothing. */
#include "server/access.h"
#include "server/charge.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/journals.h"
#include "server/map.h"
#include "server/people.h"
#include "server/practice.h"
#include "server/reader.h"
#include "server/reports.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_deal.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 6 };

typedef struct field {
    const char *name;
    char type; /* s text, i whole number, b truth value, o object, a list */
    bool optional;
} field;

typedef struct verb {
    const char *name;
    field fields[MOST_FIELDS]; /* ends with a NULL name */
    bool is_public;            /* of a table: also for people who neither sit there nor watch */
    cost_price price; /* on top of PRICE_MESSAGE, which every message costs; that one: nothing more, or it is
                         charged where it is known how much */
    void (*run)(connection *connection, int64_t ref,
                const json_t *message); /* either: nothing to do with a table */
    void (*run_at)(table *table, connection *connection, int64_t ref,
                   const json_t *message); /* or: at a table */
} verb;

static const char *text_of(const json_t *message, const char *name) {
    return json_string_value(json_object_get(message, name));
}

static int64_t number_of(const json_t *message, const char *name, int64_t fallback) {
    const json_t *value = json_object_get(message, name);
    return value != NULL ? json_integer_value(value) : fallback;
}

static bool truth_of(const json_t *message, const char *name) {
    return json_is_true(json_object_get(message, name));
}

static int small(int64_t number) { return number < -1 ? -1 : number > 1000000 ? 1000000 : (int)number; }

/* ---- the verbs ---- */

static void do_ping(connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    connection_answer(connection, ref, json_pack("{s:s}", "is", "pong"));
}

/* The tables that a client watches are told again in the other language. */
static void do_language(connection *connection, int64_t ref, const json_t *message) {
    const char *language = tp_language_choose(text_of(message, "lang"));
    if (language != connection->language) {
        if (!charge_connection(connection, NULL, ref, PRICE_RETELL_EACH, connection->watch_count)) return;
        for (watch *watch = connection->watches; watch != NULL; watch = watch->next_of_connection) {
            watch->sent = -1;
            table_touch(watch->table);
        }
    }
    connection->language = language;
    connection_done(connection, ref);
}

static void do_lobby(connection *connection, int64_t ref, const json_t *message) {
    lobby_subscribe(connection, ref, truth_of(message, "on"));
}

/* Looks whether the database has a block as it was asked for: it comes behind the job that writes it. */
typedef struct block_check {
    job job;
    char who[ID_SIZE], whom[ID_SIZE], serial[20];
    int64_t ref;
    bool on, is_there;
} block_check;

static void compare_block(void *context, const char *whom) {
    block_check *check = context;
    check->is_there |= strcmp(whom, check->whom) == 0;
}

static tp_err run_block_check(job *job, store *store, tp_error *error) {
    block_check *check = (block_check *)job;
    check->is_there = false;
    return store_blocks(store, check->who, compare_block, check, error);
}

static void block_check_done(job *job, server *server) {
    block_check *check = (block_check *)job;
    connection *connection = connection_find(server, check->serial);
    if (connection != NULL && job->code == TP_OK && check->is_there == check->on) {
        connection_done(connection, check->ref);
    } else if (connection != NULL) {
        people_block(server, connection->who, check->whom, !check->on, NULL);
        connection_refuse(
            connection, check->ref, "NOT_SAVED",
            "this could not be saved: there is no such person, or the database does not answer");
    }
    free(check);
}

static void answer_block(connection *connection, int64_t ref, const char *whom, bool on) {
    block_check *check = calloc(1, sizeof *check);
    if (check == NULL) return;
    check->job.run = run_block_check;
    check->job.done = block_check_done;
    check->ref = ref;
    check->on = on;
    snprintf(check->whom, sizeof check->whom, "%s", whom);
    memcpy(check->who, connection->who->id, sizeof check->who);
    memcpy(check->serial, connection->serial, sizeof check->serial);
    read_give(connection->server, READ_ROWS, &check->job, READ_FIRST, "", "");
}

static void do_block(connection *connection, int64_t ref, const json_t *message) {
    tp_error error;
    const char *who = text_of(message, "who");
    if (strcmp(who, connection->who->id) == 0) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "you cannot block yourself");
    } else if (people_block(connection->server, connection->who, who, truth_of(message, "on"), &error) !=
               TP_OK) {
        connection_refuse_text(connection, ref, error.code == TP_E_INPUT ? "BAD_MESSAGE" : "TOO_MANY",
                               error.text);
    } else {
        answer_block(connection, ref, who, truth_of(message, "on"));
    }
}

static void do_join(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_join(table, connection, ref, small(number_of(message, "seat", -1)), text_of(message, "invite"));
}

static void do_leave(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_leave(table, connection, ref);
}

static void do_fill(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_fill(table, connection, ref, text_of(message, "agent"));
}

static void do_close(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_close(table, connection, ref);
}

static void do_watch(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_watch(table, connection, ref, text_of(message, "invite"), number_of(message, "since", -1));
}

static void do_unwatch(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    watch *watch = connection_watch_of(connection, table);
    if (watch != NULL) table_unwatch(watch);
    connection_done(connection, ref);
}

static void do_contribute(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_contribute(table, connection, ref);
}

static void do_seal(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_seal(table, connection, ref, number_of(message, "attempt", 0), text_of(message, "seal"));
}

static void do_reveal(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_reveal(table, connection, ref, number_of(message, "attempt", 0), text_of(message, "bytes"));
}

static void do_move(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_move(table, connection, ref, number_of(message, "ply", 0), text_of(message, "move"));
}

static void do_undo(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    /* What it leads to is told again from the beginning. */
    if (charge_connection(connection, table, ref, PRICE_RETELL_EACH, 1)) table_undo(table, connection, ref);
}

static void do_answer(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_answer(table, connection, ref, number_of(message, "offer", 0), truth_of(message, "yes"));
}

static void do_resign(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_resign(table, connection, ref);
}

static void do_rematch(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_rematch(table, connection, ref);
}

static void do_continue(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_continue(table, connection, ref, small(number_of(message, "ply", 0)),
                   small(number_of(message, "seat", -1)), text_of(message, "agent"));
}

static void do_hint(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_hint(table, connection, ref);
}

static void do_hints(table *table, connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    table_ask_hints(table, connection, ref);
}

static void do_review(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_review(table, connection, ref, small(number_of(message, "seat", -1)));
}

static void do_log(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_log(table, connection, ref, number_of(message, "before", INT32_MAX),
              small(number_of(message, "count", 100)));
}

static void do_chat(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_chat(table, connection, ref, text_of(message, "text"));
}

static void do_mute(table *table, connection *connection, int64_t ref, const json_t *message) {
    table_mute(table, connection, ref, text_of(message, "who"), truth_of(message, "on"));
}

static void do_report(table *table, connection *connection, int64_t ref, const json_t *message) {
    const char *words = text_of(message, "text");
    table_report(table, connection, ref, text_of(message, "who"), words != NULL ? words : "");
}

#define TABLE \
    { "table", 's', false }
#define INVITE \
    { "invite", 's', true }

static const verb verbs[] = {
    {"ping", {{0}}, false, PRICE_MESSAGE, do_ping, NULL},
    {"lobby", {{"on", 'b', false}}, false, PRICE_LOBBY, do_lobby, NULL},
    {"language", {{"lang", 's', false}}, false, PRICE_MESSAGE, do_language, NULL},
    {"create",
     {{"game", 's', false}, {"options", 'o', true}, {"seats", 'a', true}, {"settings", 'o', true}},
     false,
     PRICE_CREATE,
     table_create,
     NULL},
    {"quick", {{"game", 's', false}}, false, PRICE_QUICK, table_quick, NULL},
    {"block", {{"who", 's', false}, {"on", 'b', false}}, false, PRICE_CHANGE, do_block, NULL},
    {"practice", {{"game", 's', false}, {"seed", 'i', false}}, false, PRICE_PRACTICE, practice_ask, NULL},
    {"join", {TABLE, INVITE, {"seat", 'i', true}}, true, PRICE_MOVE, NULL, do_join},
    {"watch", {TABLE, INVITE, {"since", 'i', true}}, true, PRICE_WATCH, NULL, do_watch},
    {"unwatch", {TABLE}, false, PRICE_MESSAGE, NULL, do_unwatch},
    {"leave", {TABLE}, false, PRICE_MOVE, NULL, do_leave},
    {"fill", {TABLE, {"agent", 's', true}}, false, PRICE_MOVE, NULL, do_fill},
    {"close", {TABLE}, false, PRICE_MOVE, NULL, do_close},
    {"contribute", {TABLE, {"bytes", 's', false}}, false, PRICE_MOVE, NULL, do_contribute},
    {"seal", {TABLE, {"attempt", 'i', false}, {"seal", 's', false}}, false, PRICE_MOVE, NULL, do_seal},
    {"reveal", {TABLE, {"attempt", 'i', false}, {"bytes", 's', false}}, false, PRICE_MOVE, NULL, do_reveal},
    {"move", {TABLE, {"ply", 'i', false}, {"move", 's', false}}, false, PRICE_MOVE, NULL, do_move},
    {"undo", {TABLE}, false, PRICE_MOVE, NULL, do_undo},
    {"answer", {TABLE, {"offer", 'i', false}, {"yes", 'b', false}}, false, PRICE_MOVE, NULL, do_answer},
    {"resign", {TABLE}, false, PRICE_MOVE, NULL, do_resign},
    {"rematch", {TABLE}, false, PRICE_CREATE, NULL, do_rematch},
    {"continue",
     {TABLE, {"ply", 'i', false}, {"seat", 'i', true}, {"agent", 's', true}},
     false,
     PRICE_CREATE,
     NULL,
     do_continue},
    {"hint", {TABLE}, false, PRICE_HINT, NULL, do_hint},
    {"hints", {TABLE}, false, PRICE_MESSAGE, NULL, do_hints},
    {"review", {TABLE, {"seat", 'i', true}}, false, PRICE_MESSAGE, NULL, do_review},
    {"log", {TABLE, {"before", 'i', true}, {"count", 'i', true}}, false, PRICE_LOG, NULL, do_log},
    {"chat", {TABLE, {"text", 's', false}}, false, PRICE_MESSAGE, NULL, do_chat},
    {"mute", {TABLE, {"who", 's', false}, {"on", 'b', false}}, false, PRICE_MESSAGE, NULL, do_mute},
    {"report", {TABLE, {"who", 's', false}, {"text", 's', true}}, false, PRICE_REPORT, NULL, do_report},
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static const char *verb_name(const void *context, size_t index) {
    (void)context;
    return verbs[index].name;
}

/* ---- reading ---- */

static bool has_type(const json_t *value, char type) {
    switch (type) {
    case 's': return json_is_string(value);
    case 'i': return json_is_integer(value);
    case 'b': return json_is_boolean(value);
    case 'o': return json_is_object(value);
    default: return json_is_array(value);
    }
}

/* A format, for the names of a verb and of a field. */
static const char *wanted_type(char type) {
    switch (type) {
    case 's': return TR("'%s' needs '%s', a text");
    case 'i': return TR("'%s' needs '%s', a whole number");
    case 'b': return TR("'%s' needs '%s', true or false");
    case 'o': return TR("'%s' needs '%s', an object");
    default: return TR("'%s' needs '%s', a list");
    }
}

/* Whether the message has the fields of the verb and no others; otherwise a sentence. */
static bool check_fields(const verb *verb, const json_t *message, char *sentence, size_t size) {
    size_t known = json_object_get(message, "ref") != NULL ? 2 : 1;
    for (int i = 0; i < MOST_FIELDS && verb->fields[i].name != NULL; i++) {
        const field *field = &verb->fields[i];
        const json_t *value = json_object_get(message, field->name);
        if (value == NULL && field->optional) continue;
        if (!has_type(value, field->type)) {
            snprintf(sentence, size, wanted_type(field->type), verb->name, field->name);
            return false;
        }
        known++;
    }
    if (json_object_size(message) == known) return true;
    snprintf(sentence, size, TR("'%s' was sent with an unknown field"), verb->name);
    return false;
}

/* A request that waits for its table to be read. */
typedef struct asked {
    server *server;
    const verb *verb;
    json_t *message;
    int64_t ref;
    char serial[20];
} asked;

/* Whether it is paid for; where not, that was said. */
static bool may_do(const verb *verb, connection *connection, table *table, int64_t ref) {
    return verb->price == PRICE_MESSAGE || charge_connection(connection, table, ref, verb->price, 1);
}

static const char no_such_table[] =
    TR_MARK("there is no such table, or it is private and the invite is wrong");

static void at_table(void *context, table *table, tp_err code) {
    asked *asked = context;
    connection *connection = connection_find(asked->server, asked->serial);
    if (connection != NULL) {
        const char *before = tp_language_set(connection->language);
        bool knows =
            table != NULL && (asked->verb->is_public || connection_watch_of(connection, table) != NULL ||
                              table_seat_of(table, connection->who->id) >= 0);
        if (code == TP_E_REFUSED) {
            connection_refuse(connection, asked->ref, "TOO_MANY",
                              "too many games are being loaded right now; try again in a moment");
        } else if (code != TP_OK && code != TP_E_UNKNOWN) {
            connection_refuse(connection, asked->ref, "NOT_SAVED",
                              "the database does not answer; try again in a moment");
        } else if (!knows) {
            connection_refuse(connection, asked->ref, "NO_SUCH_TABLE", no_such_table);
        } else if (table->broken) {
            connection_refuse(connection, asked->ref, "NOT_SAVED",
                              "the database does not answer; try again in a moment");
        } else if (may_do(asked->verb, connection, table, asked->ref)) {
            asked->verb->run_at(table, connection, asked->ref, asked->message);
        }
        tp_language_set(before);
    }
    json_decref(asked->message);
    free(asked);
}

/* What a table that is not in memory must say of a person before it is read for them. */
static void fill_asker(journal_asker *asker, const verb *verb, const connection *connection,
                       const json_t *message) {
    const char *invite = text_of(message, "invite");
    *asker = (journal_asker){.wants = ACCESS_SEAT};
    if (verb->is_public)
        asker->wants |= ACCESS_OWNER | (verb->run_at == do_watch ? ACCESS_WATCH : ACCESS_OPEN);
    memcpy(asker->person, connection->who->id, sizeof asker->person);
    snprintf(asker->invite, sizeof asker->invite, "%s", invite != NULL ? invite : "");
    connection_network(connection, asker->network);
}

static void find_table(asked *asked, const connection *connection) {
    journal_asker asker;
    fill_asker(&asker, asked->verb, connection, asked->message);
    tables_find(asked->server, text_of(asked->message, "table"), &asker, at_table, asked);
}

/* The same, where there are several servers. */
static void found_where(void *context, server *server, where where, const char *path) {
    asked *asked = context;
    connection *connection = connection_find(server, asked->serial);
    if (connection == NULL) {
        json_decref(asked->message);
        free(asked);
    } else if (where == WHERE_ELSEWHERE || where == WHERE_LATER) {
        cluster_send_away(connection, asked->ref, text_of(asked->message, "table"), path);
        json_decref(asked->message);
        free(asked);
    } else if (where == WHERE_BUSY) {
        at_table(asked, NULL, TP_E_IO);
    } else {
        find_table(asked, connection);
    }
}

void message_do(connection *connection, const json_t *message, int64_t ref) {
    char sentence[512];
    const char *name = text_of(message, "do");
    if (connection->who->forgotten) {
        connection_refuse(connection, ref, "NOT_SEATED", "your account is being deleted");
        return;
    }
    if (name == NULL) {
        connection_refuse_message(connection, ref, TR("a message needs a 'do'"));
        return;
    }
    const verb *verb = NULL;
    for (size_t i = 0; i < VERB_COUNT && verb == NULL; i++) {
        if (strcmp(verbs[i].name, name) == 0) verb = &verbs[i];
    }
    if (verb == NULL) {
        char list[384];
        tp_list_nearest(list, sizeof list, name, VERB_COUNT, verb_name, NULL);
        snprintf(sentence, sizeof sentence, TR("there is no such 'do'; the verbs are %s"), list);
        connection_refuse_message(connection, ref, sentence);
        return;
    }
    if (!check_fields(verb, message, sentence, sizeof sentence)) {
        connection_refuse_message(connection, ref, sentence);
        return;
    }
    if (verb->run != NULL) {
        if (may_do(verb, connection, NULL, ref)) verb->run(connection, ref, message);
        return;
    }
    if (map_get(&connection->server->tables, text_of(message, "table")) == NULL &&
        !charge_connection(connection, NULL, ref, PRICE_READ_TABLE, 1))
        return;
    asked *asked = calloc(1, sizeof *asked);
    if (asked == NULL) {
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    asked->server = connection->server;
    asked->verb = verb;
    asked->message = json_incref((json_t *)message);
    asked->ref = ref;
    memcpy(asked->serial, connection->serial, sizeof asked->serial);
    if (asked->server->cluster != NULL) {
        cluster_find(asked->server, text_of(message, "table"), found_where, asked);
    } else {
        find_table(asked, connection);
    }
}
