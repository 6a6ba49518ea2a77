/* The watchdog of systemd: pinged while loop and writer work, and not while the writer is stuck. */
#include "server/operators.h"
#include "server/server.h"
#include "server/writer.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

enum { WATCHDOG_MS = 400 };

static char folder[] = "/tmp/tapete-notify-XXXXXX";
static server *running;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static int listen_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(descriptor >= 0);
    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
    return descriptor;
}

/* What comes within so many milliseconds; "" for nothing. */
static const char *hear(int descriptor, int wait_ms) {
    static char text[200];
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    text[0] = '\0';
    if (poll(&waiting, 1, wait_ms) == 1) {
        ssize_t size = recv(descriptor, text, sizeof text - 1, 0);
        text[size > 0 ? size : 0] = '\0';
    }
    return text;
}

static void *run_server(void *unused) {
    (void)unused;
    server_run(running);
    return NULL;
}

static tp_err wait_at_gate(job *job, store *store, tp_error *error) {
    (void)job, (void)store, (void)error;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return TP_OK;
}

static void free_job(job *job, server *server) {
    (void)server;
    free(job);
}

static void the_watchdog_is_pinged_while_the_writer_works(void **unused) {
    (void)unused;
    char path[64], database[96], number[24];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/notify", folder);
    snprintf(database, sizeof database, "sqlite:%s/server.db", folder);
    snprintf(number, sizeof number, "%d", WATCHDOG_MS * 1000);
    int listener = listen_to(path);
    setenv("NOTIFY_SOCKET", path, 1);
    setenv("WATCHDOG_USEC", number, 1);
    tp_options options;
    tp_error error = {0};
    tp_options_init(&options, server_option_table);
    server_setup setup = {.bind = "127.0.0.1", .database = database};
    limits_read(&setup.limits, &options);
    running = server_new(&setup, &error);
    if (running == NULL) {
        fail_msg("%s", error.text);
        return;
    }
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_server, NULL), 0);
    assert_string_equal(hear(listener, 10000), "READY=1");
    assert_string_equal(hear(listener, 10000), "WATCHDOG=1");
    assert_string_equal(hear(listener, 10000), "WATCHDOG=1");

    pthread_mutex_lock(&gate);
    job *stuck = calloc(1, sizeof *stuck);
    assert_non_null(stuck);
    stuck->run = wait_at_gate;
    stuck->done = free_job;
    writer_give(running->writer, stuck);
    /* Pings go on for as long as the watchdog allows, and then there are none for several times as long as
     * they are apart. */
    int pings = 0;
    while (strcmp(hear(listener, 3 * WATCHDOG_MS), "WATCHDOG=1") == 0 && pings < 20) pings++;
    assert_true(pings < 20);
    pthread_mutex_unlock(&gate);
    assert_string_equal(hear(listener, 10000), "WATCHDOG=1");

    server_stop(running);
    const char *heard;
    do heard = hear(listener, 10000);
    while (strcmp(heard, "WATCHDOG=1") == 0);
    assert_string_equal(heard, "STOPPING=1");
    pthread_join(thread, NULL);
    server_free(running);
    close(listener);
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own making */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_watchdog_is_pinged_while_the_writer_works)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
