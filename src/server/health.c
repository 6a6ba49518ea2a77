/* Health: what the writer knows of the database, for the loop; and the age of tables by the server's own
 * clock. */
#include "server/health.h"
#include "server/log.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"

#include <stdio.h>
#include <string.h>

enum {
    DAY_MS = 24 * 3600 * 1000,
    FAILED_MS = 2000, /* for which one entry that could not be written counts, if there are no others */
};

int64_t server_uptime_ms(const server *server) {
    return server->uptime_ms + server_now_ms() - server->started_ms;
}

bool server_fails(const server *server, char *why, size_t size) {
    if (writer_fails(server->writer, why, size)) return true;
    if (server->failed_ms == 0 || server_now_ms() - server->failed_ms > FAILED_MS) return false;
    snprintf(why, size, "%s", server->failure);
    return true;
}

void health_tick(server *server) {
    char why[sizeof server->failure];
    bool fails = server_fails(server, why, sizeof why);
    if (fails == server->was_failing) return;
    server->was_failing = fails;
    if (fails) {
        server_log(LOG_ERROR, "the database fails: nothing is acknowledged", "why", why, NULL);
    } else {
        server_log(LOG_INFO, "the database answers again", NULL);
    }
}

int64_t health_age_ms(const server *server, const json_t *last_entry) {
    int64_t age_ms = server_uptime_ms(server) - 1000 * json_integer_value(json_object_get(last_entry, "up"));
    return age_ms > 0 ? age_ms : 0;
}

bool health_is_over(const server *server, int64_t since_ms, int64_t wait_ms, int64_t now_ms) {
    bool could_come_back = since_ms >= server->started_ms || now_ms - server->started_ms >= DAY_MS;
    return could_come_back && now_ms - since_ms >= wait_ms;
}
