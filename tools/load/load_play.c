/* What the clients of `tapete load` do when: connect, gather, and play at a steady rate.
 *
 * Moves are due at fixed times, even if the server is late (an open loop): where no seat is ready when one is
 * due it goes out late, and the time that it takes counts from when it was due. So a server that stands still
 * for a second shows in a thousand moves and not in one. */
#include "core/language.h"
#include "load/load_client.h"

#include <errno.h>
#include <poll.h>
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
    OTHER_FILES = 32,
    BEGIN_S = 60, /* how long connecting and gathering may take, each */
    END_S = 5,    /* how long the last moves may take */
    SWEEP_US = 100000,
};

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
        load_client *client = &load->clients[events[i].data.u64];
        if (client->socket.state == CLIENT_CLOSED) continue;
        const char *problem = client_socket_read(&client->socket, load_heard, client, &bytes);
        if (problem != NULL) load_lose(client, problem);
    }
    if (load->is_measuring) load->result->bytes += bytes;
}

/* What the system did not take at once. */
static void sweep(load *load) {
    for (int i = 0; i < load->opened; i++) {
        load_client *client = &load->clients[i];
        if (client->socket.state == CLIENT_CLOSED) continue;
        const char *problem = client_socket_flush(&client->socket);
        if (problem != NULL) load_lose(client, problem);
    }
}

static bool connect_all(load *load) {
    int64_t begin_us = load_now_us(), end_us = begin_us + BEGIN_S * (int64_t)1000000;
    while (load->welcome < load->client_count && load->result->errors == 0 && load_now_us() < end_us) {
        while (load->opened < load->client_count && load->shaking < SHAKING_AT_ONCE) {
            load_client *client = &load->clients[load->opened];
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
    cli_bad(
        "only %d of %d connections were welcomed; the server may need --option connections_per_address=%d "
        "connections=%d budget_percent=100000.",
        load->welcome, load->client_count, 2 * load->client_count, 2 * load->client_count);
    return false;
}

static bool deal_all(load *load) {
    int64_t begin_us = load_now_us(), end_us = begin_us + BEGIN_S * (int64_t)1000000;
    while (load->playing < load->setup->tables && load->result->errors == 0 && load_now_us() < end_us) {
        while (load->next_table < load->setup->tables && load->gathering < GATHERING_AT_ONCE)
            load_make_table(load, load->next_table++);
        hear_until(load, load_now_us() + SWEEP_US);
    }
    load->result->deal_s = (double)(load_now_us() - begin_us) / 1e6;
    if (load->playing == load->setup->tables) return true;
    cli_bad("only %d of %d tables could be started.", load->playing, load->setup->tables);
    return false;
}

/* One of those who could move does. False if nobody can. */
static bool move_one(load *load, int64_t due_us) {
    if (load->ready_count == 0) return false;
    int place = (int)tp_rng_below(&load->random, (uint32_t)load->ready_count);
    load_client *client = &load->clients[load->ready[place]];
    load->ready[place] = load->ready[--load->ready_count];
    load_table *table = &load->tables[client->table];
    load_on_way *move = &table->on_way[client->next_ply % LOAD_MOST_ON_WAY];
    if (move->to_hear > 0) load_error(load, TR("table %s: not every viewer got a move"), table->id);
    *move = (load_on_way){client->next_ply, due_us, table->people + table->watchers};
    load->waiting_moves++;
    load->result->moves++;
    load_ask(client, ASKED_MOVE, client->next_ply, due_us, "move",
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
        load_error(load, TR("%lld moves did not reach every viewer"), (long long)load->waiting_moves);
}

/* ---- beginning and end ---- */

/* Who sits and looks on where: as evenly as it goes, the first ones with one more. */
static void assign(load *load) {
    const load_setup *setup = load->setup;
    int player = 0, spectator = setup->players, *members = load->members;
    for (int i = 0; i < setup->tables; i++) {
        load_table *table = &load->tables[i];
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
    cli_bad("the system allows at most %llu connections.",
            (unsigned long long)(limit.rlim_cur > OTHER_FILES ? limit.rlim_cur - OTHER_FILES : 0));
    return false;
}

int load_play(const load_setup *setup, load_result *result) {
    int count = setup->players + setup->spectators + setup->idle;
    load load = {.setup = setup, .result = result, .client_count = count};
    tp_rng_seed(&load.random, setup->seed);
    if (!raise_limit(count)) return CLI_BAD;
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (load.epoll < 0) return cli_bad("the system cannot wait for connections: %s.", strerror(errno));
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
