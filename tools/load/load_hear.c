/* The clients of `tapete load`: they gather at tables, choose what is legal, and check what they hear. */
#include "core/language.h"
#include "load/load_client.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 5 }; /* errors that are told in words */

/* ---- small things ---- */

void load_error(load *load, const char *format, ...) {
    if (load->result->errors++ >= MOST_TOLD) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "tapete: %s\n", text);
}

static void add_time(load_times *times, int64_t us) {
    if (times->count == times->capacity) {
        times->capacity = times->capacity > 0 ? 2 * times->capacity : 4096;
        uint32_t *grown = realloc(times->us, times->capacity * sizeof *grown);
        if (grown == NULL) {
            cli_bad("there is not enough memory.");
            exit(CLI_BAD);
        }
        times->us = grown;
    }
    times->us[times->count++] = us < 0 ? 0 : us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

void load_lose(load_client *client, const char *why) {
    load *load = client->load;
    if (client->socket.state == CLIENT_CLOSED) return;
    load_error(load, TR("connection %d: %s"), (int)(client - load->clients), why);
    if (!client->is_welcome) load->shaking--;
    client_socket_close(&client->socket);
}

void load_ask(load_client *client, asked_kind kind, int64_t ply, int64_t due_us, const char *verb,
              const char *format, ...) {
    if (client->socket.state != CLIENT_OPEN) return;
    char text[1024], members[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(members, sizeof members, format, arguments);
    va_end(arguments);
    int64_t ref = ++client->refs;
    int length = snprintf(text, sizeof text, "{\"do\":\"%s\",\"ref\":%lld%s}", verb, (long long)ref, members);
    int free_place = 0;
    while (free_place < LOAD_MOST_ASKED && client->asked[free_place].kind != ASKED_NOTHING) free_place++;
    if (free_place == LOAD_MOST_ASKED) {
        load_lose(client, TR("too many of its requests were never answered"));
        return;
    }
    client->asked[free_place] = (load_asked){ref, kind, ply, due_us};
    const char *problem = client_socket_send(&client->socket, text, (size_t)length);
    if (problem != NULL) load_lose(client, problem);
}

/* ---- the life of a table ---- */

void load_make_table(load *load, int index) {
    load_table *table = &load->tables[index];
    load_client *owner = &load->clients[table->clients[0]];
    char seats[512] = "\"me\"";
    for (int seat = 1; seat < load->setup->seats; seat++)
        snprintf(seats + strlen(seats), sizeof seats - strlen(seats), ",\"open\"");
    table->state = TABLE_CREATING;
    table->heard_first = table->heard_deal = table->heard_end = 0;
    load->gathering++;
    load_ask(owner, ASKED_CREATE, 0, 0, "create", ",\"game\":\"%s\",\"seats\":[%s]", load->setup->game,
             seats);
}

/* It has a name: everybody sits down or looks on. Those who sit are spread, so that bots sit between them. */
static void gather(load *load, load_table *table) {
    table->state = TABLE_GATHERING;
    for (int i = 0; i < table->people + table->watchers; i++) {
        load_client *client = &load->clients[table->clients[i]];
        client->to = -1;
        client->ply = client->next_ply = 0;
        client->sealed_attempt = client->revealed_attempt = 0;
        client->heard_deal = client->heard_end = false;
        client->seat = i < table->people ? i * load->setup->seats / table->people : -1;
        if (i > 0 && i < table->people) {
            load_ask(client, ASKED_OTHER, 0, 0, "join", ",\"table\":\"%s\",\"invite\":\"%s\",\"seat\":%d",
                     table->id, table->invite, client->seat);
        }
        load_ask(client, ASKED_OTHER, 0, 0, "watch", ",\"table\":\"%s\",\"invite\":\"%s\"", table->id,
                 table->invite);
    }
}

static void be_ready(load_client *client) {
    load *load = client->load;
    load->ready[load->ready_count++] = (int)(client - load->clients);
}

static void begin(load *load, load_table *table) {
    table->state = TABLE_PLAYING;
    load->gathering--;
    load->playing++;
    for (int i = 0; i < table->people; i++) {
        load_client *client = &load->clients[table->clients[i]];
        if (client->next_ply > 0) be_ready(client);
    }
}

/* Everybody has heard of the end: another one takes its place. */
static void replace(load *load, load_table *table) {
    load->playing--;
    load->result->ended++;
    for (int i = 0; i < table->people + table->watchers; i++) {
        load_ask(&load->clients[table->clients[i]], ASKED_OTHER, 0, 0, "unwatch", ",\"table\":\"%s\"",
                 table->id);
    }
    table->id[0] = '\0';
    load_make_table(load, (int)(table - load->tables));
}

/* ---- hearing ---- */

static void heard_ply(load *load, load_table *table, int64_t ply) {
    load_on_way *move = &table->on_way[ply % LOAD_MOST_ON_WAY];
    if (move->to_hear == 0 || move->ply != ply) return;
    if (--move->to_hear > 0) return;
    load->waiting_moves--;
    add_time(&load->result->heard, load_now_us() - move->due_us);
}

/* The events of a message: each number once, none left out. */
static void check_events(load_client *client, load_value events, int64_t from, int64_t to) {
    load *load = client->load;
    load_table *table = &load->tables[client->table];
    int64_t expected = from + 1;
    load_value event;
    while (load_next(&events, &event)) {
        int64_t number = load_integer(load_member(event, "n"), -1);
        if (number != expected) {
            load_error(load, TR("table %s: event %lld came instead of %lld"), table->id, (long long)number,
                       (long long)expected);
        }
        expected = number + 1;
        if (!load_is(load_member(event, "is"), "play")) continue;
        if (client->is_owner) load->result->plies += load->is_measuring;
        heard_ply(load, table, load_integer(load_member(event, "ply"), 0));
    }
    if (expected != to + 1) {
        load_error(load, TR("table %s: events up to %lld came, but %lld was announced"), table->id,
                   (long long)expected - 1, (long long)to);
    }
}

/* Choose one of the moves that the server calls legal. */
static void choose(load_client *client, load_value legal) {
    load *load = client->load;
    load_value rest = legal, move;
    uint32_t count = 0;
    while (load_next(&rest, &move)) count++;
    if (count == 0) {
        load_error(load, TR("a seat to act has no legal move"));
        return;
    }
    uint32_t chosen = tp_rng_below(&load->random, count);
    rest = legal;
    for (uint32_t i = 0; i <= chosen; i++) load_next(&rest, &move);
    if (!load_text(load_member(move, "move"), client->move, sizeof client->move)) {
        load_error(load, TR("a legal move cannot be read: %.*s"), (int)(move.end - move.at), move.at);
        return;
    }
    client->next_ply = client->ply + 1;
    if (load->tables[client->table].state == TABLE_PLAYING) be_ready(client);
}

/* Seal bytes for the deal and, once the list is made, show them. */
static void take_part(load_client *client, load_value deal) {
    load *load = client->load;
    const load_table *table = &load->tables[client->table];
    load_value step = load_member(deal, "step");
    int attempt = (int)load_integer(load_member(deal, "attempt"), 0);
    uint8_t seal[SEAL_SIZE];
    char digits[2 * SEAL_SIZE + 1];
    bool seals = load_is(step, "seal") && client->sealed_attempt < attempt;
    bool reveals =
        load_is(step, "reveal") && client->sealed_attempt == attempt && client->revealed_attempt < attempt;
    if (!seals && !reveals) return;
    if (seals) {
        for (size_t i = 0; i < sizeof client->bytes; i++)
            client->bytes[i] = (uint8_t)tp_rng_below(&load->random, 256);
        seal_make(table->id, attempt, client->seat, client->bytes, seal);
        client->sealed_attempt = attempt;
    } else {
        client->revealed_attempt = attempt;
    }
    const uint8_t *shown = seals ? seal : client->bytes;
    for (int i = 0; i < SEAL_SIZE; i++) snprintf(digits + 2 * (size_t)i, 3, "%02x", shown[i]);
    load_ask(client, ASKED_OTHER, 0, 0, seals ? "seal" : "reveal",
             ",\"table\":\"%s\",\"attempt\":%d,\"%s\":\"%s\"", table->id, attempt, seals ? "seal" : "bytes",
             digits);
}

static void hear_now(load_client *client, load_value now) {
    load *load = client->load;
    load_table *table = &load->tables[client->table];
    int everybody = table->people + table->watchers;
    load_value phase = load_member(now, "phase");
    int64_t ply = load_integer(load_member(now, "ply"), 0);
    if (load_is(phase, "commit") && client->seat >= 0) take_part(client, load_member(now, "deal"));
    bool is_playing = load_is(phase, "playing"), is_over = load_is(phase, "over");
    client->ply = ply;
    load_value legal = is_playing && client->seat >= 0 ? load_member(now, "legal") : (load_value){0};
    if (legal.at != NULL && client->next_ply <= ply) choose(client, legal);
    if ((is_playing || is_over) && !client->heard_deal) {
        client->heard_deal = true;
        if (++table->heard_deal == everybody) begin(load, table);
    }
    if (is_over && !client->heard_end) {
        client->heard_end = true;
        if (++table->heard_end == everybody) replace(load, table);
    }
}

static void hear_table(load_client *client, load_value message) {
    load *load = client->load;
    if (client->table < 0) {
        load_error(load, TR("a connection that watches no table got a message about one"));
        return;
    }
    load_table *table = &load->tables[client->table];
    /* The last words about the table before this one. */
    if (!load_is(load_member(message, "table"), table->id)) return;
    int64_t from = load_integer(load_member(message, "from"), -1);
    int64_t to = load_integer(load_member(message, "to"), -1);
    load_value events = load_member(message, "events");
    bool is_first = client->to < 0;
    if (load_true(load_member(message, "whole"))) {
        load->result->resyncs += !is_first;
        load_value rest = events, event;
        /* Only the last ones are listed. */
        if (load_next(&rest, &event)) from = load_integer(load_member(event, "n"), 1) - 1;
    } else if (from != client->to) {
        load_error(load, TR("table %s: a message starts after %lld, but the last one ended with %lld"),
                   table->id, (long long)from, (long long)client->to);
    }
    check_events(client, events, from, to);
    client->to = to;
    if (is_first && ++table->heard_first == table->people + table->watchers) {
        table->state = TABLE_FULL;
        if (table->people < load->setup->seats) {
            load_ask(&load->clients[table->clients[0]], ASKED_OTHER, 0, 0, "fill",
                     ",\"table\":\"%s\",\"agent\":\"random\"", table->id);
        }
    }
    hear_now(client, load_member(message, "now"));
}

static void hear_answer(load_client *client, load_value message, bool is_done, bool is_refused) {
    load *load = client->load;
    int64_t ref = load_integer(load_member(message, "ref"), -1);
    int place = 0;
    while (place < LOAD_MOST_ASKED &&
           (client->asked[place].kind == ASKED_NOTHING || client->asked[place].ref != ref))
        place++;
    if (place == LOAD_MOST_ASKED) {
        load->result->refused += is_refused;
        load_error(load, TR("an answer to nothing: %.*s"), (int)(message.end - message.at), message.at);
        return;
    }
    load_asked asked = client->asked[place];
    client->asked[place].kind = ASKED_NOTHING;
    load_table *table = client->table >= 0 ? &load->tables[client->table] : NULL;
    if (is_refused) {
        load->result->refused++;
        load_error(load, TR("refused: %.*s"), (int)(message.end - message.at), message.at);
    } else if (asked.kind == ASKED_MOVE && is_done) {
        add_time(&load->result->done, load_now_us() - asked.due_us);
        if (client->ply < asked.ply && !client->heard_end && client->to >= 0)
            load_error(load, TR("a move is done, but its player was not told"));
    } else if (asked.kind == ASKED_CREATE && table != NULL) {
        if (!load_text(load_member(message, "table"), table->id, sizeof table->id) ||
            !load_text(load_member(message, "invite"), table->invite, sizeof table->invite)) {
            load_error(load, TR("a created table has no id: %.*s"), (int)(message.end - message.at),
                       message.at);
            return;
        }
        load->result->made++;
        gather(load, table);
    }
}

void load_heard(void *context, const char *text, size_t size) {
    load_client *client = context;
    load *load = client->load;
    load_value message = {text, text + size};
    load_value is = load_member(message, "is");
    load->result->messages += load->is_measuring;
    if (load_is(is, "table")) {
        hear_table(client, message);
    } else if (load_is(is, "welcome")) {
        if (!client->is_welcome) load->shaking--;
        load->welcome += !client->is_welcome;
        client->is_welcome = true;
    } else {
        bool is_done = load_is(is, "done"), is_refused = load_is(is, "refused");
        if (is_done || is_refused || load_is(is, "created")) {
            hear_answer(client, message, is_done, is_refused);
        } else {
            load_error(load, TR("an answer to no question: %.*s"), (int)(size < 200 ? size : 200), text);
        }
    }
}
