/* Numbers for Prometheus. */
#include "server/cluster.h"
#include "server/health.h"
#include "server/http.h"
#include "server/map.h"
#include "server/operators.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/workers.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Resident memory of this process in bytes; 0 if the system does not say. */
static double resident_bytes(void) {
    char line[128] = "", *end = line;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return 0;
    if (fgets(line, sizeof line, file) == NULL) line[0] = '\0';
    fclose(file);
    strtoul(line, &end, 10); /* the first number is the size of the address space */
    unsigned long resident = strtoul(end, NULL, 10);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

/* CPU time of this process, all threads, in seconds. */
static double cpu_seconds(void) {
    struct timespec used = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void head(FILE *out, const char *name, const char *type, const char *help) {
    fprintf(out, "# HELP tapete_%s %s\n# TYPE tapete_%s %s\n", name, help, name, type);
}

static void gauge(FILE *out, const char *name, double value, const char *help) {
    head(out, name, "gauge", help);
    fprintf(out, "tapete_%s %.15g\n", name, value);
}

static void counter(FILE *out, const char *name, uint64_t value, const char *help) {
    head(out, name, "counter", help);
    fprintf(out, "tapete_%s %llu\n", name, (unsigned long long)value);
}

static void write_tables(FILE *out, server *server) {
    size_t count[PHASE_COUNT] = {0};
    const table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) count[table->phase]++;
    head(out, "tables", "gauge", "Tables in memory, by phase.");
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        fprintf(out, "tapete_tables{phase=\"%s\"} %zu\n", phase_names[phase], count[phase]);
    }
}

static void write_network(FILE *out, server *server) {
    net_figures net;
    net_get_figures(server->net, &net);
    gauge(out, "connections", net.connections, "Open connections.");
    gauge(out, "websockets", net.websockets, "Open websockets.");
    counter(out, "connections_accepted_total", net.accepted, "Connections accepted.");
    counter(out, "connections_refused_total", net.refused, "Connections refused by a limit.");
    counter(out, "messages_in_total", net.messages_in, "Websocket messages received.");
    counter(out, "messages_out_total", net.messages_out, "Websocket messages sent.");
    counter(out, "bytes_in_total", net.bytes_in, "Bytes received.");
    counter(out, "bytes_out_total", net.bytes_out, "Bytes sent.");
    gauge(out, "held_bytes", (double)net.held, "Bytes that wait for connections to read.");
    counter(out, "slow_clients_dropped_total", net.dropped_slow,
            "Connections closed because they did not read.");
}

static void write_play(FILE *out, server *server) {
    gauge(out, "people", (double)server->people.count, "People in memory.");
    counter(out, "moves_total", server->count.moves, "Moves played.");
    counter(out, "refused_total", server->count.refused, "Requests over websockets that were refused.");
    counter(out, "bad_messages_total", server->count.bad_messages, "Messages that could not be understood.");
    counter(out, "hints_total", server->count.hints, "Hints given.");
    counter(out, "reviews_total", server->count.reviews, "Reviews made.");
    counter(out, "practice_questions_total", server->count.practised, "Questions of practice asked.");
    counter(out, "chats_total", server->count.chats, "Things said at tables.");
    counter(out, "tables_created_total", server->count.tables, "Tables made.");
    counter(out, "tables_finished_total", server->count.finished, "Games played to the end.");
    counter(out, "logins_total", server->count.logins, "People who signed in.");
}

static void write_costs(FILE *out, const server *server) {
    head(out, "limits_met_total", "counter", "Requests refused because a budget was used up.");
    for (int level = 0; level < COST_LEVEL_COUNT; level++) {
        for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
            fprintf(out, "tapete_limits_met_total{payer=\"%s\",cost=\"%s\"} %llu\n", cost_level_names[level],
                    cost_kind_names[kind],
                    (unsigned long long)costs_met(server->costs, (cost_level)level, (cost_kind)kind));
        }
    }
    gauge(out, "budgets", (double)costs_count(server->costs), "Addresses and people whose budgets are kept.");
    counter(out, "games_deleted_total", server->count.deleted_games, "Old games that were deleted.");
    gauge(out, "full", server->is_full, "1 while guests make no tables because the disk is nearly full.");
    gauge(out, "live_tables", server->live_tables, "Tables that are not over.");
    counter(out, "lobby_lists_total", server->count.lobbies, "Lists of public tables that were made.");
}

static void write_work(FILE *out, server *server) {
    double last_ms;
    uint64_t commits, jobs;
    writer_latency(server->writer, &last_ms, &commits, &jobs);
    counter(out, "commits_total", commits, "Transactions of the database.");
    counter(out, "writer_jobs_total", jobs, "Jobs that the database has done.");
    gauge(out, "writer_waiting", (double)writer_waiting(server->writer), "Jobs that wait for the database.");
    gauge(out, "writer_last_seconds", last_ms / 1000, "How long the last transaction took.");
    reader_figures rows, journals;
    reader_get_figures(server->rows, &rows);
    reader_get_figures(server->journals, &journals);
    counter(out, "reads_total", rows.jobs + journals.jobs, "Reads from the database.");
    counter(out, "journals_read_total", server->journals_read, "Games read from the database for a client.");
    gauge(out, "reads_waiting", (double)(rows.waiting + journals.waiting), "Reads that have not begun.");
    gauge(out, "read_bytes", (double)journals.bytes, "Bytes of games that were read and wait in memory.");
    gauge(out, "agent_bytes", (double)server->agent_bytes, "Memory of the agents at tables.");
    gauge(out, "workers_waiting", (double)workers_waiting(server->workers),
          "Tasks that wait for a worker or run.");
    gauge(out, "passwords_waiting", (double)workers_waiting(server->hashers),
          "Passwords that wait to be hashed or are being hashed.");
    char why[256];
    gauge(out, "failing", server_fails(server, why, sizeof why),
          "1 while the database does not take what it is given.");
    head(out, "cpu_seconds_total", "counter", "CPU time used.");
    fprintf(out, "tapete_cpu_seconds_total %.6f\n", cpu_seconds());
    gauge(out, "resident_memory_bytes", resident_bytes(), "Resident memory.");
    gauge(out, "uptime_seconds", (double)(server_now_ms() - server->started_ms) / 1000,
          "Since the server began.");
}

static void write_operators(FILE *out, const server *server) {
    const operators *operators = server->operators;
    histogram commits;
    writer_histogram(server->writer, &commits);
    histogram_write(&commits, out, "commit_seconds", "How long transactions of the database took.");
    if (operators == NULL) return;
    histogram_write(&operators->moves, out, "move_seconds",
                    "From a player's move to its acknowledgement, once it is durable.");
    counter(out, "failed_sign_ins_total", operators->count.failed_sign_ins, "Passwords that were wrong.");
    counter(out, "banned_requests_total", operators->count.bans_met, "Requests of banned addresses.");
    counter(out, "reports_total", operators->count.reports, "Reports by players.");
    counter(out, "password_resets_total", operators->count.resets, "Passwords set by a one-time link.");
    gauge(out, "reports_open", operators->reports_open, "Reports that wait for an operator.");
    gauge(out, "bans", (double)bans_count(server, SANCTION_BAN), "Bans that hold.");
    gauge(out, "mutes", (double)bans_count(server, SANCTION_MUTE), "Mutes that hold.");
    gauge(out, "disk_free_bytes", operators->disk.free_bytes, "Free space where the database lies.");
    gauge(out, "disk_low", operators->disk.is_low, "1 while less than a twentieth or 256 MiB is free.");
    gauge(out, "database_bytes", operators->disk.database_bytes, "Size of the database.");
    gauge(out, "wal_bytes", operators->disk.wal_bytes, "Size of its write-ahead log.");
}

void metrics_reply(server *server, net_exchange *exchange) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        http_reply_error(exchange, 503, "TOO_MANY", "the server is out of memory; try again later");
        return;
    }
    write_network(out, server);
    write_tables(out, server);
    write_play(out, server);
    write_costs(out, server);
    write_work(out, server);
    write_operators(out, server);
    if (server->cluster != NULL) cluster_metrics(out, server);
    fclose(out);
    net_response response = {
        .status = text != NULL ? 200 : 503,
        .content_type = "text/plain; version=0.0.4; charset=utf-8",
        .headers = "Cache-Control: no-store\r\n",
        .body = text,
        .body_size = size,
    };
    net_reply(exchange, &response);
    free(text);
}
