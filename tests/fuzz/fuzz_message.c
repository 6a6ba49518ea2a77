/* Any bytes as what clients say: three people, one of them with two connections, send the lines of the input
 * by turns to a server whose network, writer and workers are played by this file. Every request with a `ref`
 * gets exactly one answer, every message is JSON of a known kind, and the process lives.
 *
 * A line is one message; a digit before it says on which connection. As names are random, @0 .. @9 stand for
 * the tables that were made, #0 .. #9 for their invites, $0 .. $9 for the people behind the connections, %0
 * .. %9 for moves that are legal on the connection as far as it knows, and &0 for the number of that move. A
 * line "-" lets a minute pass, "!" loses what was not written yet. */
#include "server/connection.h"
#include "server/due.h"
#include "server/guesses.h"
#include "server/histogram.h"
#include "server/http.h"
#include "server/log.h"
#include "server/map.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/seating.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/workers.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CLIENTS = 4, MOST_TABLES = 10, MOST_MESSAGES = 200, LONGEST = 16384, ROUNDS = 40 };

struct net_client {
    connection *user;
    int64_t ref; /* asked with the last message; -1: none */
    int64_t ply;
    int answers; /* to it */
    bool closed;
    char moves[MOST_TABLES][TP_TEXT_SIZE]; /* the first legal ones that it was last told of */
};

struct net_text {
    int shares;
    char *bytes;
    size_t size;
};

static server *running;
static struct net_client clients[CLIENTS];
static job *first_job, **jobs_end = &first_job;
static task *first_task, **tasks_end = &first_task;
static bool failing; /* the writer takes nothing */
static char names[MOST_TABLES][ID_SIZE], invites[MOST_TABLES][INVITE_SIZE];
static int name_count;

static void must(bool condition) {
    if (!condition) abort();
}

/* ---- the network ---- */

static void note_legal(net_client *client, const json_t *now) {
    const json_t *legal = json_object_get(now, "legal");
    size_t count = json_array_size(legal);
    for (size_t i = 0; count > 0 && i < MOST_TABLES; i++) {
        const char *move = json_string_value(json_object_get(json_array_get(legal, i * 7 % count), "move"));
        snprintf(client->moves[i], TP_TEXT_SIZE, "%s", move);
        client->ply = json_integer_value(json_object_get(now, "ply")) + 1;
    }
}

static void heard(net_client *client, const char *bytes, size_t size) {
    static const char *const kinds[] = {"welcome", "pong",    "lobby", "created", "table",
                                        "done",    "refused", "hint",  "log"};
    json_t *message = json_loadb(bytes, size, 0, NULL);
    must(json_is_object(message));
    const char *kind = json_string_value(json_object_get(message, "is"));
    must(kind != NULL);
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i], kind) != 0) i++;
    must(i < sizeof kinds / sizeof *kinds);
    const json_t *ref = json_object_get(message, "ref");
    if (ref != NULL) {
        must(client->ref >= 0 && json_integer_value(ref) == client->ref);
        client->answers++;
    }
    const char *invite = json_string_value(json_object_get(message, "invite"));
    if (strcmp(kind, "created") == 0 && invite != NULL && name_count < MOST_TABLES) {
        snprintf(names[name_count], ID_SIZE, "%s", json_string_value(json_object_get(message, "table")));
        snprintf(invites[name_count++], INVITE_SIZE, "%s", invite);
    }
    note_legal(client, json_object_get(message, "now"));
    json_decref(message);
}

void net_send_bytes(net_client *client, const char *bytes, size_t size) {
    if (!client->closed) heard(client, bytes, size);
}

void net_send(net_client *client, net_text *text) { net_send_bytes(client, text->bytes, text->size); }

net_text *net_text_new(const char *bytes, size_t size) {
    net_text *text = calloc(1, sizeof *text);
    must(text != NULL);
    text->bytes = malloc(size + 1);
    must(text->bytes != NULL);
    memcpy(text->bytes, bytes, size);
    text->size = size;
    text->shares = 1;
    return text;
}

void net_text_free(net_text *text) {
    if (text == NULL || --text->shares > 0) return;
    free(text->bytes);
    free(text);
}

void net_close(net_client *client, int code, const char *reason) {
    (void)code;
    (void)reason;
    client->closed = true;
}

void *net_user(const net_client *client) { return client->user; }

void net_serve_first(net_client *client, bool first) { (void)client, (void)first; }
const char *net_address(const net_client *client) {
    (void)client;
    return "127.0.0.1";
}

void net_wake(net *server) { (void)server; }
void net_reply(net_exchange *exchange, const net_response *response) {
    (void)exchange;
    (void)response;
}
void net_exchange_set_user(net_exchange *exchange, void *user) {
    (void)exchange;
    (void)user;
}
void *net_exchange_user(const net_exchange *exchange) {
    (void)exchange;
    return NULL;
}
void net_exchange_set_language(net_exchange *exchange, const char *language) {
    (void)exchange;
    (void)language;
}
const char *net_exchange_language(const net_exchange *exchange) {
    (void)exchange;
    return NULL;
}
void net_get_figures(const net *server, net_figures *out) {
    (void)server;
    memset(out, 0, sizeof *out);
}

/* ---- the writer: nothing is kept, so nothing that is not in memory is found ---- */

void writer_give(writer *writer, job *job) {
    (void)writer;
    job->next = NULL;
    *jobs_end = job;
    jobs_end = &job->next;
}

void writer_join(writer *writer) { (void)writer; }

void writer_part(writer *writer) { (void)writer; }

/* There is one server. */
void net_stop(net *server) { (void)server; }
int64_t writer_beat_age_ms(const writer *writer) {
    (void)writer;
    return 0;
}
uint64_t writer_lapses(const writer *writer) {
    (void)writer;
    return 0;
}
bool writer_is_keeper(const writer *writer) { return writer == NULL; }

bool writer_fails(const writer *writer, char *why, size_t size) {
    (void)writer;
    if (size > 0) why[0] = '\0';
    return false;
}

uint64_t writer_ticket(const writer *writer) {
    (void)writer;
    return 0;
}

/* What is read is done as what is written. */
void read_give(server *server, read_lane lane, job *job, read_class class, const char *network,
               const char *person) {
    (void)lane;
    (void)class;
    (void)network;
    (void)person;
    writer_give(server->writer, job);
}

void read_hurry(server *server, read_lane lane, job *job) {
    (void)server;
    (void)lane;
    (void)job;
}

size_t read_waiting_of(server *server, const char *network) {
    (void)server;
    (void)network;
    return 0;
}

void read_hold(server *server, size_t bytes) {
    (void)server;
    (void)bytes;
}

void read_release(server *server, size_t bytes) {
    (void)server;
    (void)bytes;
}

void reader_get_figures(const reader *reader, reader_figures *out) {
    (void)reader;
    memset(out, 0, sizeof *out);
}

size_t writer_waiting(const writer *writer) {
    (void)writer;
    return 0;
}

void writer_histogram(const writer *writer, histogram *out) {
    (void)writer;
    *out = (histogram){.sum_ms = 0};
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    (void)writer;
    *last_ms = 0;
    *commits = *jobs = 0;
}

static void run_jobs(void) {
    job *job = first_job;
    first_job = NULL;
    jobs_end = &first_job;
    for (struct job *next; job != NULL; job = next) {
        next = job->next;
        job->code = failing ? tp_fail(&job->error, TP_E_IO, "the disk is full") : TP_OK;
        job->done(job, running);
    }
}

/* ---- the workers: nobody thinks, so that nobody waits ---- */

void workers_give(workers *all, task *task) {
    (void)all;
    task->next = NULL;
    *tasks_end = task;
    tasks_end = &task->next;
}

size_t workers_waiting_of(const workers *workers, const char *network) {
    (void)workers;
    (void)network;
    return 0;
}

size_t workers_waiting(const workers *workers) {
    (void)workers;
    return 0;
}

static void drop_tasks(void) {
    task *task = first_task;
    first_task = NULL;
    tasks_end = &first_task;
    for (struct task *next; task != NULL; task = next) {
        next = task->next;
        task->run = NULL;
        task->done(task, running);
    }
}

/* ---- the loop ---- */

/* What was given is done; agents that play at once go on for some moves. */
static void settle(void) {
    tables_settle(running);
    for (int round = 0; round < ROUNDS && first_job != NULL; round++) {
        run_jobs();
        tables_settle(running);
    }
}

static void pass_time(int64_t ms) {
    table *table;
    for (size_t i = 0; (table = map_next(&running->tables, &i)) != NULL;) {
        if (!table->broken) table_tick(table, server_now_ms() + ms);
    }
    settle();
    lobby_tell(running);
}

/* ---- messages ---- */

static void put(char *out, size_t *used, const char *text) {
    for (; *text != '\0' && *used + 1 < LONGEST; text++) out[(*used)++] = *text;
}

/* The line with the names that stand behind its signs. */
static size_t fill_names(const net_client *client, const char *line, size_t size, char *out) {
    size_t used = 0;
    char ply[24];
    snprintf(ply, sizeof ply, "%lld", (long long)client->ply);
    for (size_t i = 0; i < size; i++) {
        char sign = line[i], digit = i + 1 < size ? line[i + 1] : 'x';
        if (sign != '\0' && strchr("@#$%&", sign) != NULL && digit >= '0' && digit <= '9') {
            const connection *user = clients[(digit - '0') % CLIENTS].user;
            put(out, &used,
                sign == '@'   ? names[digit - '0']
                : sign == '#' ? invites[digit - '0']
                : sign == '%' ? client->moves[digit - '0']
                : sign == '&' ? ply
                              : user->who->id);
            i++;
        } else if (used + 1 < LONGEST) {
            out[used++] = sign;
        }
    }
    out[used] = '\0';
    return used;
}

static bool was_answered(const net_client *client) {
    return client->ref < 0 || client->answers == 1 || (client->closed && client->answers == 0);
}

static void say(net_client *client, const char *line, size_t size) {
    static char text[LONGEST + 1];
    if (client->closed) return;
    size_t length = fill_names(client, line, size, text);
    json_t *message =
        json_depth_ok(text, length) ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const json_t *ref = json_object_get(message, "ref");
    client->ref = json_is_integer(ref) && json_integer_value(ref) >= 0 ? json_integer_value(ref) : -1;
    client->answers = 0;
    json_decref(message);
    connection_received(running, client, text, length);
    settle();
    drop_tasks();
    settle();
    must(was_answered(client));
    client->ref = -1;
}

/* ---- beginning and end ---- */

static void open_client(net_client *client, const char *cookie) {
    net_request request = {.method = "GET",
                           .path = "/ws",
                           .query = "",
                           .host = "localhost",
                           .origin = "",
                           .cookie = cookie,
                           .content_type = "",
                           .if_none_match = "",
                           .protocol = "",
                           .accept_encoding = "",
                           .accept_language = "",
                           .user_agent = "",
                           .invite = "",
                           .address = "127.0.0.1",
                           .body = ""};
    void *user = NULL;
    *client = (net_client){.ref = -1};
    must(connection_open(running, &request, &user) == 0);
    client->user = user;
    connection_opened(running, client);
    run_jobs();
    must(client->user->who != NULL);
}

static void begin(void) {
    tp_options options;
    must(sodium_init() >= 0);
    running = calloc(1, sizeof *running);
    must(running != NULL);
    tp_options_init(&options, server_option_table);
    limits_read(&running->setup.limits, &options);
    running->costs = costs_new(&(cost_setup){
        .percent = 100000000, .passwords_per_minute = 10, .guests_per_hour = 10, .tables_per_minute = 10});
    running->guesses = guesses_new();
    must(running->costs != NULL && running->guesses != NULL);
    running->setup.limits.contribute_ms = 0;
    server_log_level = LOG_ERROR + 1;
    memset(names, 0, sizeof names);
    memset(invites, 0, sizeof invites);
    name_count = 0;
    failing = false;
    for (int i = 0; i < CLIENTS - 1; i++) open_client(&clients[i], "");
    cookie first = {0};
    char value[COOKIE_SIZE], header[COOKIE_SIZE + 8];
    memcpy(first.id, clients[0].user->who->id, sizeof first.id);
    cookie_write(running->cookie_key, &first, value);
    snprintf(header, sizeof header, "tapete=%s", value);
    open_client(&clients[CLIENTS - 1], header);
    must(clients[CLIENTS - 1].user->who == clients[0].user->who);
}

static void finish(void) {
    failing = false;
    for (int i = 0; i < CLIENTS; i++) connection_closed(running, &clients[i]);
    atomic_store(&running->stopping, true);
    while (first_job != NULL || first_task != NULL) {
        run_jobs();
        drop_tasks();
    }
    table *table;
    for (size_t i = 0; (table = map_next(&running->tables, &i)) != NULL;) table_free(table);
    seating_free(running);
    due_free(running);
    map_free(&running->readings);
    map_free(&running->tables);
    map_free(&running->connections);
    lobby_forget(running);
    people_free(running);
    costs_free(running->costs);
    guesses_free(running->guesses);
    free(running);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    int count = 0;
    begin();
    while (size > 0 && count++ < MOST_MESSAGES) {
        const char *end = memchr(text, '\n', size);
        size_t length = end != NULL ? (size_t)(end - text) : size;
        const char *line = text;
        text += length + (end != NULL);
        size -= length + (end != NULL);
        if (length == 1 && line[0] == '-') {
            pass_time(61 * 1000);
        } else if (length == 1 && line[0] == '!') {
            failing = !failing;
        } else {
            bool has_digit = length > 0 && line[0] >= '0' && line[0] <= '9';
            say(&clients[has_digit ? (line[0] - '0') % CLIENTS : 0], line + has_digit, length - has_digit);
        }
    }
    finish();
    return 0;
}
