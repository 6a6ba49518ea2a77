/* The clients of `tapete load`: they gather at tables, play what is legal at a steady rate, and check what they hear.
 *
 * Moves are due at fixed times, whatever the server does (an open loop): where no seat is ready when one is due it goes out late, and the time that it takes
 * counts from when it was due. So a server that stands still for a second shows in a thousand moves and not in one. */
#include "cli/load.h"
#include "core/language.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    SHAKING_AT_ONCE = 64,
    GATHERING_AT_ONCE = 32,
    EVENTS_AT_ONCE = 256,
    MOST_ASKED = 8, /* requests of a client that wait for their answers */
    MOST_ON_WAY = 64,
    MOST_TOLD = 5, /* errors that are told in words */
    OTHER_FILES = 32,
    BEGIN_S = 60, /* how long connecting and gathering may take, each */
    END_S = 5,    /* how long the last moves may take */
    SWEEP_US = 100000,
    ID_SIZE = 48,
    MOVE_SIZE = 256,
};

typedef enum asked_kind { ASKED_NOTHING, ASKED_CREATE, ASKED_MOVE, ASKED_OTHER } asked_kind;

typedef struct asked {
    int64_t ref;
    asked_kind kind;
    int64_t ply, due_us; /* MOVE */
} asked;

typedef struct client {
    client_socket socket;
    struct load *load;
    int table, seat; /* -1: none */
    bool is_welcome, is_owner;
    asked asked[MOST_ASKED];
    int64_t refs;
    /* What it knows about its table. */
    int64_t to; /* the last event heard of; -1: nothing yet */
    int64_t ply;
    bool contributed, heard_deal, heard_end;
    /* The move that it will make, and which ply that is; 0: it is not to move, or has. */
    int64_t next_ply;
    char move[MOVE_SIZE];
} client;

typedef enum table_state {
    TABLE_NONE,
    TABLE_CREATING,
    TABLE_GATHERING,
    TABLE_FULL,
    TABLE_PLAYING
} table_state;

/* A move of ours that not everybody has heard of. */
typedef struct on_way {
    int64_t ply, due_us;
    int to_hear; /* 0: this place is free */
} on_way;

typedef struct table {
    table_state state;
    char id[ID_SIZE], invite[ID_SIZE];
    int first, people, watchers; /* its clients: those who play, the owner first, then those who look on */
    int *clients;
    int heard_first, heard_deal, heard_end; /* how many of its clients */
    on_way on_way[MOST_ON_WAY];
} table;

typedef struct load {
    const load_setup *setup;
    load_result *result;
    client *clients;
    table *tables;
    int *members; /* of all tables */
    int *ready;   /* clients that could move */
    int ready_count, client_count;
    int epoll;
    int opened, welcome, shaking; /* clients */
    int gathering, playing;       /* tables */
    int next_table;               /* the first that was never made */
    bool is_measuring;
    int64_t waiting_moves; /* on their way */
    uint64_t random;
} load;

/* ---- small things ---- */

static uint64_t draw(load *load, uint64_t below) {
    uint64_t z = load->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (z ^ z >> 31) % below;
}

static void error_seen(load *load, const char *format, ...) TP_PRINTF(2, 3);
static void error_seen(load *load, const char *format, ...) {
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

/* The connection of a client is gone, and that is a mistake of somebody. Its table goes on without it, as far as it can. */
static void lose(client *client, const char *why) {
    load *load = client->load;
    if (client->socket.state == CLIENT_CLOSED) return;
    error_seen(load, TR("connection %d: %s"), (int)(client - load->clients), why);
    if (!client->is_welcome) load->shaking--;
    client_socket_close(&client->socket);
}

/* Send a message; the members that follow `do`, and the ref. */
static void ask(client *client, asked_kind kind, int64_t ply, int64_t due_us, const char *verb,
                const char *format, ...) TP_PRINTF(6, 7);
static void ask(client *client, asked_kind kind, int64_t ply, int64_t due_us, const char *verb,
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
    while (free_place < MOST_ASKED && client->asked[free_place].kind != ASKED_NOTHING) free_place++;
    if (free_place == MOST_ASKED) {
        lose(client, TR("it has asked too much that was never answered"));
        return;
    }
    client->asked[free_place] = (asked){ref, kind, ply, due_us};
    const char *problem = client_socket_send(&client->socket, text, (size_t)length);
    if (problem != NULL) lose(client, problem);
}

/* ---- the life of a table ---- */

static void make_table(load *load, int index) {
    table *table = &load->tables[index];
    client *owner = &load->clients[table->clients[0]];
    char seats[512] = "\"me\"";
    for (int seat = 1; seat < load->setup->seats; seat++)
        snprintf(seats + strlen(seats), sizeof seats - strlen(seats), ",\"open\"");
    table->state = TABLE_CREATING;
    table->heard_first = table->heard_deal = table->heard_end = 0;
    load->gathering++;
    ask(owner, ASKED_CREATE, 0, 0, "create", ",\"game\":\"%s\",\"seats\":[%s]", load->setup->game, seats);
}

/* It has a name: everybody sits down or looks on. Those who sit are spread, so that bots sit between them. */
static void gather(load *load, table *table) {
    table->state = TABLE_GATHERING;
    for (int i = 0; i < table->people + table->watchers; i++) {
        client *client = &load->clients[table->clients[i]];
        client->to = -1;
        client->ply = client->next_ply = 0;
        client->contributed = client->heard_deal = client->heard_end = false;
        client->seat = i < table->people ? i * load->setup->seats / table->people : -1;
        if (i > 0 && i < table->people) {
            ask(client, ASKED_OTHER, 0, 0, "join", ",\"table\":\"%s\",\"invite\":\"%s\",\"seat\":%d",
                table->id, table->invite, client->seat);
        }
        ask(client, ASKED_OTHER, 0, 0, "watch", ",\"table\":\"%s\",\"invite\":\"%s\"", table->id,
            table->invite);
    }
}

static void be_ready(client *client) {
    load *load = client->load;
    load->ready[load->ready_count++] = (int)(client - load->clients);
}

static void begin(load *load, table *table) {
    table->state = TABLE_PLAYING;
    load->gathering--;
    load->playing++;
    for (int i = 0; i < table->people; i++) {
        client *client = &load->clients[table->clients[i]];
        if (client->next_ply > 0) be_ready(client);
    }
}

/* Everybody has heard of the end: another one takes its place. */
static void replace(load *load, table *table) {
    load->playing--;
    load->result->ended++;
    for (int i = 0; i < table->people + table->watchers; i++) {
        ask(&load->clients[table->clients[i]], ASKED_OTHER, 0, 0, "unwatch", ",\"table\":\"%s\"", table->id);
    }
    table->id[0] = '\0';
    make_table(load, (int)(table - load->tables));
}

/* ---- hearing ---- */

static void heard_ply(load *load, table *table, int64_t ply) {
    on_way *move = &table->on_way[ply % MOST_ON_WAY];
    if (move->to_hear == 0 || move->ply != ply) return;
    if (--move->to_hear > 0) return;
    load->waiting_moves--;
    add_time(&load->result->heard, load_now_us() - move->due_us);
}

/* The events of a message: each number once, none left out. */
static void check_events(client *client, load_value events, int64_t from, int64_t to) {
    load *load = client->load;
    table *table = &load->tables[client->table];
    int64_t expected = from + 1;
    load_value event;
    while (load_next(&events, &event)) {
        int64_t number = load_integer(load_member(event, "n"), -1);
        if (number != expected) {
            error_seen(load, TR("table %s: event %lld came where %lld should"), table->id, (long long)number,
                       (long long)expected);
        }
        expected = number + 1;
        if (!load_is(load_member(event, "is"), "play")) continue;
        if (client->is_owner) load->result->plies += load->is_measuring;
        heard_ply(load, table, load_integer(load_member(event, "ply"), 0));
    }
    if (expected != to + 1) {
        error_seen(load, TR("table %s: events up to %lld came, and %lld was said"), table->id,
                   (long long)expected - 1, (long long)to);
    }
}

/* Choose one of the moves that the server calls legal. */
static void choose(client *client, load_value legal) {
    load *load = client->load;
    load_value rest = legal, move;
    uint64_t count = 0;
    while (load_next(&rest, &move)) count++;
    if (count == 0) {
        error_seen(load, TR("a seat that is to act has no legal move"));
        return;
    }
    uint64_t chosen = draw(load, count);
    rest = legal;
    for (uint64_t i = 0; i <= chosen; i++) load_next(&rest, &move);
    if (!load_text(load_member(move, "move"), client->move, sizeof client->move)) {
        error_seen(load, TR("a legal move cannot be read: %.*s"), (int)(move.end - move.at), move.at);
        return;
    }
    client->next_ply = client->ply + 1;
    if (load->tables[client->table].state == TABLE_PLAYING) be_ready(client);
}

static void hear_now(client *client, load_value now) {
    load *load = client->load;
    table *table = &load->tables[client->table];
    int everybody = table->people + table->watchers;
    load_value phase = load_member(now, "phase");
    int64_t ply = load_integer(load_member(now, "ply"), 0);
    if (load_is(phase, "commit") && client->seat >= 0 && !client->contributed) {
        client->contributed = true;
        ask(client, ASKED_OTHER, 0, 0, "contribute", ",\"table\":\"%s\",\"bytes\":\"%016llx\"", table->id,
            (unsigned long long)draw(load, UINT64_MAX));
    }
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

static void hear_table(client *client, load_value message) {
    load *load = client->load;
    if (client->table < 0) {
        error_seen(load, TR("a connection that looks at no table hears of one"));
        return;
    }
    table *table = &load->tables[client->table];
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
        error_seen(load, TR("table %s: a message begins after %lld, the last one ended with %lld"), table->id,
                   (long long)from, (long long)client->to);
    }
    check_events(client, events, from, to);
    client->to = to;
    if (is_first && ++table->heard_first == table->people + table->watchers) {
        table->state = TABLE_FULL;
        if (table->people < load->setup->seats) {
            ask(&load->clients[table->clients[0]], ASKED_OTHER, 0, 0, "fill",
                ",\"table\":\"%s\",\"agent\":\"random\"", table->id);
        }
    }
    hear_now(client, load_member(message, "now"));
}

static void hear_answer(client *client, load_value message, bool is_done, bool is_refused) {
    load *load = client->load;
    int64_t ref = load_integer(load_member(message, "ref"), -1);
    int place = 0;
    while (place < MOST_ASKED &&
           (client->asked[place].kind == ASKED_NOTHING || client->asked[place].ref != ref))
        place++;
    if (place == MOST_ASKED) {
        load->result->refused += is_refused;
        error_seen(load, TR("an answer to nothing: %.*s"), (int)(message.end - message.at), message.at);
        return;
    }
    asked asked = client->asked[place];
    client->asked[place].kind = ASKED_NOTHING;
    table *table = client->table >= 0 ? &load->tables[client->table] : NULL;
    if (is_refused) {
        load->result->refused++;
        error_seen(load, TR("refused: %.*s"), (int)(message.end - message.at), message.at);
    } else if (asked.kind == ASKED_MOVE && is_done) {
        add_time(&load->result->done, load_now_us() - asked.due_us);
        if (client->ply < asked.ply && !client->heard_end && client->to >= 0)
            error_seen(load, TR("a move is done, and its player has not heard of it"));
    } else if (asked.kind == ASKED_CREATE && table != NULL) {
        if (!load_text(load_member(message, "table"), table->id, sizeof table->id) ||
            !load_text(load_member(message, "invite"), table->invite, sizeof table->invite)) {
            error_seen(load, TR("what was created has no name: %.*s"), (int)(message.end - message.at),
                       message.at);
            return;
        }
        load->result->made++;
        gather(load, table);
    }
}

static void heard(void *context, const char *text, size_t size) {
    client *client = context;
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
            error_seen(load, TR("nobody asked for this: %.*s"), (int)(size < 200 ? size : 200), text);
        }
    }
}

/* ---- rounds ---- */

/* Wait until something comes or this time is there, and hear it. */
static void hear_until(load *load, int64_t until_us) {
    int64_t wait_us = until_us - load_now_us();
    struct pollfd waiting = {.fd = load->epoll, .events = POLLIN};
    struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    if (wait_us > 0 && ppoll(&waiting, 1, &wait, NULL) <= 0) return;
    struct epoll_event events[EVENTS_AT_ONCE];
    int count = epoll_wait(load->epoll, events, EVENTS_AT_ONCE, 0);
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) {
        client *client = &load->clients[events[i].data.u64];
        if (client->socket.state == CLIENT_CLOSED) continue;
        const char *problem = client_socket_read(&client->socket, heard, client, &bytes);
        if (problem != NULL) lose(client, problem);
    }
    if (load->is_measuring) load->result->bytes += bytes;
}

/* What the system did not take at once. */
static void sweep(load *load) {
    for (int i = 0; i < load->opened; i++) {
        client *client = &load->clients[i];
        if (client->socket.state == CLIENT_CLOSED) continue;
        const char *problem = client_socket_flush(&client->socket);
        if (problem != NULL) lose(client, problem);
    }
}

static bool connect_all(load *load) {
    int64_t begin_us = load_now_us(), end_us = begin_us + BEGIN_S * (int64_t)1000000;
    while (load->welcome < load->client_count && load->result->errors == 0 && load_now_us() < end_us) {
        while (load->opened < load->client_count && load->shaking < SHAKING_AT_ONCE) {
            client *client = &load->clients[load->opened];
            if (!client_socket_open(&client->socket, &load->setup->target, "/ws", "", load->epoll,
                                    (uint64_t)load->opened)) {
                cli_bad("connection %d cannot be opened: %s.", load->opened, strerror(errno));
                return false;
            }
            load->opened++;
            load->shaking++;
        }
        hear_until(load, load_now_us() + SWEEP_US);
        sweep(load);
    }
    load->result->connect_s = (double)(load_now_us() - begin_us) / 1e6;
    if (load->welcome == load->client_count) return true;
    cli_bad("only %d of %d connections were welcome; the server may need --option "
            "connections_per_address=%d connections=%d address_messages_per_s=100000.",
            load->welcome, load->client_count, 2 * load->client_count, 2 * load->client_count);
    return false;
}

static bool deal_all(load *load) {
    int64_t begin_us = load_now_us(), end_us = begin_us + BEGIN_S * (int64_t)1000000;
    while (load->playing < load->setup->tables && load->result->errors == 0 && load_now_us() < end_us) {
        while (load->next_table < load->setup->tables && load->gathering < GATHERING_AT_ONCE)
            make_table(load, load->next_table++);
        hear_until(load, load_now_us() + SWEEP_US);
    }
    load->result->deal_s = (double)(load_now_us() - begin_us) / 1e6;
    if (load->playing == load->setup->tables) return true;
    cli_bad("only %d of %d tables could be made to play.", load->playing, load->setup->tables);
    return false;
}

/* One of those who could move does. False where nobody can. */
static bool move_one(load *load, int64_t due_us) {
    if (load->ready_count == 0) return false;
    int place = (int)draw(load, (uint64_t)load->ready_count);
    client *client = &load->clients[load->ready[place]];
    load->ready[place] = load->ready[--load->ready_count];
    table *table = &load->tables[client->table];
    on_way *move = &table->on_way[client->next_ply % MOST_ON_WAY];
    if (move->to_hear > 0) error_seen(load, TR("table %s: a move was never heard of by all"), table->id);
    *move = (on_way){client->next_ply, due_us, table->people + table->watchers};
    load->waiting_moves++;
    load->result->moves++;
    ask(client, ASKED_MOVE, client->next_ply, due_us, "move",
        ",\"table\":\"%s\",\"ply\":%lld,\"move\":\"%s\"", table->id, (long long)client->next_ply,
        client->move);
    return true;
}

static void play(load *load) {
    const load_setup *setup = load->setup;
    double step_us = setup->moves_per_s > 0 ? 1e6 / setup->moves_per_s : 0;
    int64_t begin_us = load_now_us(), end_us = begin_us + (int64_t)(setup->seconds * 1e6);
    int64_t sweep_us = begin_us + SWEEP_US;
    load->is_measuring = true;
    for (int64_t now = begin_us, count = 0; now < end_us; now = load_now_us()) {
        int64_t due_us = begin_us + (int64_t)((double)count * step_us);
        while (step_us > 0 && due_us <= now && move_one(load, due_us))
            due_us = begin_us + (int64_t)((double)++count * step_us);
        if (now >= sweep_us) {
            sweep(load);
            sweep_us = now + SWEEP_US;
        }
        bool is_late = due_us <= now;
        int64_t until_us = step_us > 0 && !is_late && due_us < sweep_us ? due_us : sweep_us;
        hear_until(load, until_us < end_us ? until_us : end_us);
    }
    load->is_measuring = false;
    load->result->seconds = (double)(load_now_us() - begin_us) / 1e6;
    int64_t limit_us = load_now_us() + END_S * (int64_t)1000000;
    while (load->waiting_moves > 0 && load_now_us() < limit_us) hear_until(load, load_now_us() + SWEEP_US);
    if (load->waiting_moves > 0)
        error_seen(load, TR("%lld moves were never heard of by all"), (long long)load->waiting_moves);
}

/* ---- beginning and end ---- */

/* Who sits and looks on where: as evenly as it goes, the first ones with one more. */
static void assign(load *load) {
    const load_setup *setup = load->setup;
    int player = 0, spectator = setup->players, *members = load->members;
    for (int i = 0; i < setup->tables; i++) {
        table *table = &load->tables[i];
        table->people = setup->players / setup->tables + (i < setup->players % setup->tables);
        table->watchers = setup->spectators / setup->tables + (i < setup->spectators % setup->tables);
        table->clients = members;
        for (int k = 0; k < table->people + table->watchers; k++) {
            int index = k < table->people ? player++ : spectator++;
            load->clients[index].table = i;
            load->clients[index].is_owner = k == 0;
            *members++ = index;
        }
    }
}

/* As many files as the connections need. */
static bool raise_limit(int connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= wanted) return true;
    cli_bad("the system lets us have %llu connections at most.",
            (unsigned long long)(limit.rlim_cur > OTHER_FILES ? limit.rlim_cur - OTHER_FILES : 0));
    return false;
}

int load_play(const load_setup *setup, load_result *result) {
    int count = setup->players + setup->spectators + setup->idle;
    load load = {.setup = setup, .result = result, .client_count = count, .random = setup->seed};
    if (!raise_limit(count)) return CLI_BAD;
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (load.epoll < 0) return cli_bad("the system refuses to wait for connections: %s.", strerror(errno));
    load.clients = cli_allocate((size_t)count * sizeof *load.clients);
    load.tables = cli_allocate((size_t)setup->tables * sizeof *load.tables);
    load.members = cli_allocate((size_t)count * sizeof *load.members);
    load.ready = cli_allocate((size_t)count * sizeof *load.ready);
    for (int i = 0; i < count; i++) {
        load.clients[i].load = &load;
        load.clients[i].table = load.clients[i].seat = -1;
    }
    assign(&load);
    result->metrics_before = load_metrics(&setup->target);
    bool good = connect_all(&load);
    if (good) result->metrics_connected = load_metrics(&setup->target);
    good = good && deal_all(&load);
    if (good) {
        result->metrics_begin = load_metrics(&setup->target);
        play(&load);
        result->metrics_end = load_metrics(&setup->target);
    }
    for (int i = 0; i < count; i++) client_socket_close(&load.clients[i].socket);
    close(load.epoll);
    free(load.clients);
    free(load.tables);
    free(load.members);
    free(load.ready);
    return good ? CLI_OK : CLI_BAD;
}
