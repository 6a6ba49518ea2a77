/* Telling systemd how the server is: the protocol of sd_notify(3), one datagram for each message.
 *
 * The watchdog is pinged by the loop, so a loop that hangs is noticed. A writer that hangs is noticed too:
 * while jobs wait and none comes back for longer than the watchdog allows, no ping is sent. A database that
 * refuses is no reason to restart: /health tells of it. */
#include "server/operators.h"
#include "server/server.h"
#include "server/writer.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if ((path[0] != '/' && path[0] != '@') || length >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = '\0'; /* a name that is in no folder */
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (connect(descriptor, (const struct sockaddr *)&address, size) == 0) return descriptor;
    close(descriptor);
    return -1;
}

void notify_open(notifier *notifier) {
    const char *path = getenv("NOTIFY_SOCKET"), *watchdog = getenv("WATCHDOG_USEC");
    const char *whose = getenv("WATCHDOG_PID");
    notifier->descriptor = path != NULL ? connect_to(path) : -1;
    notifier->ping_ms = 0;
    bool is_ours = whose == NULL || strtoll(whose, NULL, 10) == (long long)getpid();
    /* Half of the time that is allowed, as systemd recommends. */
    if (watchdog != NULL && is_ours) notifier->ping_ms = strtoll(watchdog, NULL, 10) / 2000;
    if (notifier->ping_ms < 0) notifier->ping_ms = 0;
}

void notify_send(const notifier *notifier, const char *text) {
    if (notifier->descriptor >= 0)
        (void)!send(notifier->descriptor, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Whether the writer has nothing to do, or did something not too long ago. */
static bool writer_works(const server *server, notifier *notifier, int64_t now_ms) {
    double last_ms;
    uint64_t commits, jobs;
    writer_latency(server->writer, &last_ms, &commits, &jobs);
    if (writer_waiting(server->writer) == 0 || jobs != notifier->writer_jobs) {
        notifier->writer_moved_ms = now_ms;
        notifier->writer_jobs = jobs;
    }
    return now_ms - notifier->writer_moved_ms < 2 * notifier->ping_ms;
}

void notify_tick(server *server, int64_t now_ms) {
    notifier *notifier = &server->operators->notifier;
    if (notifier->descriptor < 0 || notifier->ping_ms == 0) return;
    bool works = writer_works(server, notifier, now_ms);
    if (now_ms - notifier->pinged_ms < notifier->ping_ms || !works) return;
    notifier->pinged_ms = now_ms;
    notify_send(notifier, "WATCHDOG=1");
}

void notify_close(notifier *notifier) {
    if (notifier->descriptor >= 0) close(notifier->descriptor);
    notifier->descriptor = -1;
}
