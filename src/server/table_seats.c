/* Tables are made, and people sit down and get up. */
#include "server/cluster.h"
#include "server/connection.h"
#include "server/house.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/results.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_access.h"
#include "server/text.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKED_AT = 500 }; /* of open tables, for a quick match */

/* ---- settings ---- */

static tp_err read_truth(const json_t *object, const char *name, bool *out, tp_error *error) {
    const json_t *value = json_object_get(object, name);
    if (value == NULL) return TP_OK;
    if (!json_is_boolean(value)) return tp_fail(error, TP_E_INPUT, TR("'%s' should be true or false"), name);
    *out = json_is_true(value);
    return TP_OK;
}

static tp_err read_number(const json_t *object, const char *name, int max, int *out, tp_error *error) {
    const json_t *value = json_object_get(object, name);
    if (value == NULL) return TP_OK;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > max)
        return tp_fail(error, TP_E_INPUT, TR("'%s' should be a whole number in 0 .. %d"), name, max);
    *out = (int)number;
    return TP_OK;
}

tp_err settings_from_json(settings *s, const json_t *object, tp_error *error) {
    static const char *const names[] = {"public",     "move_s",     "game_s", "on_time_out",
                                        "takeover_s", "spectators", "delay",  "chat"};
    enum { COUNT = sizeof names / sizeof names[0], MONTH_S = 31 * 24 * 3600 };
    *s = (settings){.spectators = true, .chat = true, .takeover_s = 60};
    if (object == NULL) return TP_OK;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        size_t i = 0;
        while (i < COUNT && strcmp(names[i], name) != 0) i++;
        if (i == COUNT) return tp_fail(error, TP_E_UNKNOWN, TR("there is no setting '%.40s'"), name);
    }
    tp_err code = read_truth(object, "public", &s->is_public, error);
    if (code == TP_OK) code = read_truth(object, "spectators", &s->spectators, error);
    if (code == TP_OK) code = read_truth(object, "chat", &s->chat, error);
    if (code == TP_OK) code = read_number(object, "move_s", MONTH_S, &s->move_s, error);
    if (code == TP_OK) code = read_number(object, "game_s", MONTH_S, &s->game_s, error);
    if (code == TP_OK) code = read_number(object, "takeover_s", MONTH_S, &s->takeover_s, error);
    if (code == TP_OK) code = read_number(object, "delay", 100, &s->delay, error);
    if (code != TP_OK) return code;
    const json_t *on_time_out = json_object_get(object, "on_time_out");
    if (on_time_out == NULL) return TP_OK;
    const char *word = json_string_value(on_time_out);
    if (word == NULL || (strcmp(word, "bot") != 0 && strcmp(word, "lose") != 0))
        return tp_fail(error, TP_E_INPUT, TR("'on_time_out' should be \"bot\" or \"lose\""));
    s->lose_on_time = strcmp(word, "lose") == 0;
    return TP_OK;
}

/* ---- seats ---- */

const char *agent_usual(const tp_game *game) {
    const tp_agent_kind *const *kinds = tp_agent_kinds();
    for (; *kinds != NULL; kinds++) {
        if ((*kinds)->usual && (*kinds)->game != NULL && strcmp((*kinds)->game, game->name) == 0)
            return (*kinds)->name;
    }
    return "flatmc:games=5000";
}

void seat_person(seat *seat, const person *who) {
    *seat = (struct seat){.kind = SEAT_PERSON, .away_since_ms = server_now_ms()};
    memcpy(seat->person, who->id, sizeof seat->person);
    memcpy(seat->name, who->name, sizeof seat->name);
    seat->account = who->account;
}

void seat_agent(seat *seat, const char *agent) {
    *seat = (struct seat){.kind = SEAT_AGENT, .character = tp_character_find(agent)};
    if (seat->character != NULL) agent = seat->character->level;
    snprintf(seat->agent_name, sizeof seat->agent_name, "%s", agent);
    snprintf(seat->name, sizeof seat->name, "%.*s", (int)strcspn(agent, ":"), agent);
}

static json_t *seats_to_journal(const table *table) {
    json_t *list = json_array();
    for (int i = 0; i < table->seat_count; i++) {
        const seat *seat = &table->seats[i];
        json_array_append_new(list,
                              seat->kind == SEAT_OPEN ? json_pack("{s:s}", "who", "open")
                              : seat->kind == SEAT_AGENT
                                  ? json_pack("{s:s, s:s}", "who", "agent", "agent", seat_agent_asked(seat))
                                  : json_pack("{s:s, s:s, s:s, s:b}", "who", "person", "person", seat->person,
                                              "name", seat->name, "account", seat->account));
    }
    return list;
}

/* ---- making a table ---- */

bool table_open(table *table, connection *connection, int64_t ref) {
    server *server = table->server;
    random_id(table->id, 't', 12);
    table->epoch = 1;
    random_hex(table->invite, sizeof table->invite);
    memcpy(table->owner, connection->who->id, sizeof table->owner);
    table_name_agents(table);
    if (!map_put(&server->tables, table->id, table)) return false;
    house_enter(table, connection);
    json_t *members =
        json_pack("{s:s, s:o, s:o, s:o, s:s, s:s, s:b, s:s, s:s}", "game", table->game->name, "options",
                  tp_options_to_json(&table->options), "settings", settings_to_json(&table->settings),
                  "seats", seats_to_journal(table), "owner", table->owner, "invite", table->invite, "public",
                  table->settings.is_public, "parent", table->parent, "rules", table->game->rules_version);
    if (members != NULL && table->continues[0] != '\0') {
        json_object_set_new(members, "continues", table_continues_json(table, true));
        json_object_set(members, "position", table->position);
    }
    if (!table_write(table, table_seat_event(table, EVENT_OPEN, -1, 0), members, NULL, -1)) {
        map_remove(&server->tables, table->id);
        return false;
    }
    server->count.tables++;
    table_await(table, connection, ref, true);
    return true;
}

/* Fill the seats as the message asks for. */
static tp_err read_seats(table *table, const person *me, const json_t *seats, tp_error *error) {
    if (seats == NULL) {
        seat_person(&table->seats[0], me);
        return TP_OK;
    }
    if ((int)json_array_size(seats) != table->seat_count) {
        return tp_fail(error, TP_E_INPUT,
                       TR("'seats' should have %d entries, one for each seat of this game"),
                       table->seat_count);
    }
    bool seated = false;
    for (int i = 0; i < table->seat_count; i++) {
        const char *word = json_string_value(json_array_get(seats, (size_t)i));
        if (word == NULL)
            return tp_fail(error, TP_E_INPUT, TR("a seat is \"me\", \"open\" or the name of an agent"));
        if (strcmp(word, "open") == 0) continue;
        if (strcmp(word, "me") == 0) {
            if (seated) return tp_fail(error, TP_E_INPUT, TR("you can sit in only one seat"));
            seated = true;
            seat_person(&table->seats[i], me);
            continue;
        }
        if (strlen(word) >= AGENT_SIZE)
            return tp_fail(error, TP_E_INPUT, TR("the name of an agent is too long"));
        tp_err code = agent_allowed(table->server, table->game, &table->options, word, error);
        if (code != TP_OK) return code;
        seat_agent(&table->seats[i], word);
    }
    return TP_OK;
}

static tp_err read_table(table *table, connection *connection, const json_t *message, tp_error *error) {
    table->game = game_offered(table->server, json_string_value(json_object_get(message, "game")), error);
    if (table->game == NULL) return TP_E_UNKNOWN;
    tp_options_init(&table->options, table->game->options);
    const json_t *options = json_object_get(message, "options");
    tp_err code = options != NULL ? tp_options_from_json(&table->options, options, error) : TP_OK;
    if (code != TP_OK) return code;
    if (table->game->settle != NULL) table->game->settle(&table->options, NULL);
    tp_shape shape;
    code = table->game->shape(&table->options, &shape, error);
    if (code != TP_OK) return code;
    table->seat_count = shape.seats;
    code = settings_from_json(&table->settings, json_object_get(message, "settings"), error);
    if (code == TP_OK) code = read_seats(table, connection->who, json_object_get(message, "seats"), error);
    return code;
}

void table_create(connection *connection, int64_t ref, const json_t *message) {
    if (!house_may_create(connection, ref)) return;
    tp_error error = {.text = "the server is out of memory"};
    table *table = table_new(connection->server);
    if (table == NULL || read_table(table, connection, message, &error) != TP_OK) {
        connection_refuse_text(connection, ref, table == NULL ? "TOO_MANY" : "BAD_MESSAGE", error.text);
    } else if (!table_open(table, connection, ref)) {
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
    } else {
        return;
    }
    table_free(table);
}

/* ---- quick match ---- */

bool table_blocks(const table *table, const person *who) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind != SEAT_PERSON) continue;
        const person *other = people_get(table->server, s->person);
        if (people_blocks(who, s->person) || (other != NULL && people_blocks(other, who->id))) return true;
    }
    return false;
}

/* Whether a person without a connection sits there: whom they have blocked is then not in memory. */
static bool has_absent(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind == SEAT_PERSON && people_get(table->server, s->person) == NULL) return true;
    }
    return false;
}

static bool has_default_options(const table *table) {
    for (size_t i = 0; i < table->options.count; i++) {
        if (table->options.values[i].given) return false;
    }
    return true;
}

static int open_seats(const table *table) {
    int open = 0;
    for (int seat = 0; seat < table->seat_count; seat++) open += table->seats[seat].kind == SEAT_OPEN;
    return open;
}

/* The public table where the fewest people are missing; in a full house, of the youngest ones. */
static table *find_quick(connection *connection, const tp_game *game) {
    table *best = NULL, *table = connection->server->open_tables;
    for (int looked = 0; table != NULL && looked < MOST_LOOKED_AT; table = table->next_open, looked++) {
        if (table->game != game || table->phase != PHASE_OPEN || table->broken ||
            !table->settings.is_public || !has_default_options(table) ||
            table_seat_of(table, connection->who->id) >= 0 || open_seats(table) == 0 ||
            table_blocks(table, connection->who) || has_absent(table) || table_people(table, -1) == 0)
            continue;
        if (best == NULL || open_seats(table) < open_seats(best)) best = table;
        if (open_seats(best) == 1) break;
    }
    return best;
}

static void sit(table *table, int seat, connection *connection, int64_t ref);

void table_quick(connection *connection, int64_t ref, const json_t *message) {
    tp_error error;
    const tp_game *game =
        game_offered(connection->server, json_string_value(json_object_get(message, "game")), &error);
    if (game == NULL) {
        connection_refuse_text(connection, ref, "BAD_MESSAGE", error.text);
        return;
    }
    table *table = find_quick(connection, game);
    if (table != NULL) {
        if (!table_may_sit(connection, ref)) return;
        int seat = 0;
        while (table->seats[seat].kind != SEAT_OPEN) seat++;
        sit(table, seat, connection, -1);
        table_await(table, connection, ref, true);
        return;
    }
    char other[ID_SIZE], path[CLUSTER_PATH_SIZE];
    if (connection->server->cluster != NULL &&
        cluster_find_quick(connection->server, game, connection->who->id, other, path)) {
        cluster_send_away(connection, ref, other, path); /* and asks there */
        return;
    }
    json_t *wanted = json_pack("{s:s, s:{s:b}}", "game", game->name, "settings", "public", true);
    if (wanted != NULL) table_create(connection, ref, wanted);
    json_decref(wanted);
}

/* ---- sitting down and getting up ---- */

static void see_as(table *table, const char *person, int viewer) {
    for (watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (strcmp(watch->connection->who->id, person) == 0) table_see_as(watch, viewer);
    }
}

static void sit(table *table, int seat, connection *connection, int64_t ref) {
    const person *who = connection->who;
    seat_person(&table->seats[seat], who);
    board_note_network(table, seat, connection);
    see_as(table, who->id, seat);
    json_t *members =
        json_pack("{s:s, s:s, s:b}", "person", who->id, "name", who->name, "account", who->account);
    table_write(table, table_seat_event(table, EVENT_SIT, seat, 0), members, connection, ref);
    table_changed(table);
}

/* A player who had left, or for whom a bot plays, takes the seat again. */
static void take_again(table *table, int seat, connection *connection, int64_t ref) {
    struct seat *s = &table->seats[seat];
    if (!s->left && !s->taken_over) {
        connection_refuse(connection, ref, "SEATED", "you already sit at this table");
        return;
    }
    if (table->phase == PHASE_OVER || table->phase == PHASE_CLOSED) {
        connection_refuse(connection, ref, "WRONG_PHASE", "the game is over");
        return;
    }
    s->left = s->taken_over = false;
    see_as(table, connection->who->id, seat);
    table_write(table, table_seat_event(table, EVENT_BACK, seat, 0), NULL, connection, ref);
    table_changed(table);
}

static bool has_invite(const table *table, const char *invite) {
    return invite != NULL && strlen(invite) == strlen(table->invite) &&
           sodium_memcmp(invite, table->invite, strlen(table->invite)) == 0;
}

static const char blocked_text[] =
    TR_MARK("a person at this table does not want to play with you, or you with them");

/* In this seat or, for -1, the first free one. */
static void take_seat(table *table, connection *connection, int64_t ref, int seat) {
    if (table->phase != PHASE_OPEN) {
        connection_refuse(connection, ref, "WRONG_PHASE", "the game has started: all seats are taken");
        return;
    }
    if (table_blocks(table, connection->who)) {
        connection_refuse(connection, ref, "BLOCKED", blocked_text);
        return;
    }
    if (!table_may_sit(connection, ref)) return;
    if (seat < 0) {
        for (seat = 0; seat < table->seat_count && table->seats[seat].kind != SEAT_OPEN;) seat++;
    }
    if (seat >= table->seat_count || table->seats[seat].kind != SEAT_OPEN) {
        connection_refuse(connection, ref, "SEAT_TAKEN", "this seat is not free");
    } else {
        sit(table, seat, connection, ref);
    }
}

/* Looks up whom those have blocked who sit at a table and have no connection. */
typedef struct block_check {
    job job;
    char table[ID_SIZE], who[ID_SIZE], serial[20];
    int64_t ref;
    int seat, count;
    char others[TP_MAX_SEATS][ID_SIZE];
    bool blocked;
} block_check;

static void compare_blocked(void *context, const char *whom) {
    block_check *check = context;
    check->blocked |= strcmp(whom, check->who) == 0;
}

static tp_err run_block_check(job *job, store *store, tp_error *error) {
    block_check *check = (block_check *)job;
    check->blocked = false;
    for (int i = 0; i < check->count; i++) {
        tp_err code = store_blocks(store, check->others[i], compare_blocked, check, error);
        if (code != TP_OK && code != TP_E_UNKNOWN) return code;
    }
    return TP_OK;
}

static void block_check_done(job *job, server *server) {
    block_check *check = (block_check *)job;
    table *table = map_get(&server->tables, check->table);
    connection *connection = connection_find(server, check->serial);
    if (connection == NULL) {
        /* nobody waits */
    } else if (job->code != TP_OK || table == NULL || table->broken) {
        connection_refuse(connection, check->ref, "NOT_SAVED",
                          "the database does not answer; try again in a moment");
    } else if (check->blocked) {
        connection_refuse(connection, check->ref, "BLOCKED", blocked_text);
    } else if (table_seat_of(table, check->who) >= 0) {
        connection_refuse(connection, check->ref, "SEATED", "you already sit at this table");
    } else {
        take_seat(table, connection, check->ref, check->seat);
    }
    free(check);
}

static void check_absent(const table *table, const connection *connection, int64_t ref, int seat) {
    block_check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        connection_refuse((struct connection *)connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    check->job.run = run_block_check;
    check->job.done = block_check_done;
    check->ref = ref;
    check->seat = seat;
    memcpy(check->table, table->id, sizeof check->table);
    memcpy(check->who, connection->who->id, sizeof check->who);
    memcpy(check->serial, connection->serial, sizeof check->serial);
    for (int i = 0; i < table->seat_count; i++) {
        const struct seat *s = &table->seats[i];
        if (s->kind == SEAT_PERSON && people_get(table->server, s->person) == NULL)
            memcpy(check->others[check->count++], s->person, ID_SIZE);
    }
    read_give(table->server, READ_ROWS, &check->job, READ_FIRST, "", "");
}

void table_join(table *table, connection *connection, int64_t ref, int seat, const char *invite) {
    int mine = table_seat_of(table, connection->who->id);
    if (mine < 0 && !table->settings.is_public && !has_invite(table, invite) &&
        strcmp(table->owner, connection->who->id) != 0) {
        connection_refuse(connection, ref, "NO_SUCH_TABLE",
                          "there is no such table, or it is private and the invite is wrong");
    } else if (mine >= 0) {
        take_again(table, mine, connection, ref);
    } else if (table->phase == PHASE_OPEN && has_absent(table)) {
        check_absent(table, connection, ref, seat);
    } else {
        take_seat(table, connection, ref, seat);
    }
}

void table_leave(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_of(table, connection->who->id);
    if (seat < 0 || table->seats[seat].left) {
        connection_refuse(connection, ref, "NOT_SEATED", "you do not sit at this table");
        return;
    }
    struct seat *s = &table->seats[seat];
    event event = table_seat_event(table, EVENT_LEAVE, seat, 0);
    json_t *members = json_pack("{s:s}", "who", s->name);
    if (table->phase == PHASE_OPEN) {
        table_stood_up(table, connection->who->id);
        *s = (struct seat){.kind = SEAT_OPEN};
    } else if (table->phase == PHASE_PLAYING || table->phase == PHASE_COMMIT) {
        /* The seat's view stays with its person, who may come back. */
        s->left = true;
    } else {
        free(event.name);
        json_decref(members);
        connection_refuse(connection, ref, "WRONG_PHASE", "the game is over, so you cannot leave it");
        return;
    }
    table_write(table, event, members, connection, ref);
    table_changed(table);
}

void table_fill(table *table, connection *connection, int64_t ref, const char *agent) {
    tp_error error;
    char usual[AGENT_SIZE];
    if (strcmp(table->owner, connection->who->id) != 0) {
        connection_refuse(connection, ref, "NOT_OWNER", "only the owner of the table can fill it");
        return;
    }
    if (table->phase != PHASE_OPEN || open_seats(table) == 0) {
        connection_refuse(connection, ref, "WRONG_PHASE", "there is no open seat");
        return;
    }
    if (agent == NULL) {
        snprintf(usual, sizeof usual, "%s", agent_usual(table->game));
        agent = usual;
    }
    if (strlen(agent) >= AGENT_SIZE ||
        agent_allowed(table->server, table->game, &table->options, agent, &error) != TP_OK) {
        connection_refuse_text(connection, ref, "BAD_MESSAGE",
                               strlen(agent) >= AGENT_SIZE ? TR("the name of an agent is too long")
                                                           : error.text);
        return;
    }
    int last = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_OPEN) last = seat;
    }
    writer_join(table->server->writer);
    for (int seat = 0; seat <= last && !table->broken; seat++) {
        if (table->seats[seat].kind != SEAT_OPEN) continue;
        seat_agent(&table->seats[seat], agent);
        table_name_agents(table);
        bool is_last = seat == last;
        table_write(table, table_seat_event(table, EVENT_SIT, seat, 0),
                    json_pack("{s:s}", "agent", seat_agent_asked(&table->seats[seat])),
                    is_last ? connection : NULL, is_last ? ref : -1);
    }
    writer_part(table->server->writer);
    table_changed(table);
}

void table_close(table *table, connection *connection, int64_t ref) {
    if (strcmp(table->owner, connection->who->id) != 0) {
        connection_refuse(connection, ref, "NOT_OWNER", "only the owner of the table can close it");
        return;
    }
    if (table->phase != PHASE_OPEN) {
        connection_refuse(connection, ref, "WRONG_PHASE",
                          "the game has started: you can resign it, but not close it");
        return;
    }
    table->phase = PHASE_CLOSED;
    table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, connection, ref);
    table_changed(table);
}
