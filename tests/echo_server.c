/* echo_server [NAME=VALUE ...]: a server that says back what it hears, for tests that speak to it over
 * sockets. Prints its port; ends when its input does.
 *
 * A request is answered with what it was, as text. A message comes back as it is, except some that begin
 * with "!": close, flood, figures. */
#include "net/net.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct echo {
    net *server;
    long opened, closed;
} echo;

static void on_request(void *context, net_exchange *exchange, const net_request *request) {
    (void)context;
    char *text = NULL;
    int size = asprintf(&text, "%s %s?%s from %s local=%d secure=%d body=%zu:%s\n", request->method,
                        request->path, request->query, request->address, request->local, request->secure,
                        request->body_size, request->body);
    if (size < 0) abort();
    net_reply(exchange,
              &(net_response){
                  .status = 200, .content_type = "text/plain", .body = text, .body_size = (size_t)size});
    free(text);
}

static int on_open(void *context, const net_request *request, void **user) {
    *user = context;
    return strcmp(request->path, "/ws") == 0 ? 0 : 403;
}

static void on_opened(void *context, net_client *client) {
    (void)client;
    ((echo *)context)->opened++;
}

static void on_closed(void *context, net_client *client) {
    (void)client;
    ((echo *)context)->closed++;
}

/* Much to read for one client, all of it the same bytes. */
static void flood(net_client *client) {
    enum { SIZE = 65536, COUNT = 256 };
    char *bytes = malloc(SIZE);
    if (bytes == NULL) abort();
    memset(bytes, 'x', SIZE);
    net_text *text = net_text_new(bytes, SIZE);
    free(bytes);
    if (text == NULL) abort();
    for (int i = 0; i < COUNT; i++) net_send(client, text);
    net_text_free(text);
}

static long resident_bytes(void) {
    char line[256] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fgets(line, sizeof line, file) == NULL) line[0] = '\0';
    fclose(file);
    char *after_size;
    strtol(line, &after_size, 10);
    return strtol(after_size, NULL, 10) * sysconf(_SC_PAGESIZE);
}

static void send_figures(const echo *state, net_client *client) {
    net_figures figures;
    net_get_figures(state->server, &figures);
    long resident = resident_bytes();
    char text[512];
    int size = snprintf(
        text, sizeof text,
        "{\"opened\": %ld, \"closed\": %ld, \"connections\": %d, \"websockets\": %d, \"dropped_slow\": %llu, "
        "\"messages_in\": %llu, \"max_connections\": %d, \"resident\": %ld}",
        state->opened, state->closed, figures.connections, figures.websockets,
        (unsigned long long)figures.dropped_slow, (unsigned long long)figures.messages_in,
        figures.max_connections, resident);
    net_send_bytes(client, text, (size_t)size);
}

static void on_message(void *context, net_client *client, const char *text, size_t size) {
    if (strncmp(text, "!close ", 7) == 0) {
        char *reason;
        long code = strtol(text + 7, &reason, 10);
        net_close(client, (int)code, reason + strspn(reason, " "));
    } else if (strcmp(text, "!flood") == 0) {
        flood(client);
    } else if (strcmp(text, "!figures") == 0) {
        send_figures(context, client);
    } else {
        net_send_bytes(client, text, size);
    }
}

/* The program that started us is gone, or wants us to stop. */
static void *wait_for_end(void *server) {
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {}
    net_stop(server);
    return NULL;
}

static void set(net_setup *setup, const char *name, const char *value) {
    long number = strtol(value, NULL, 10);
    if (strcmp(name, "max_connections") == 0) setup->max_connections = (int)number;
    if (strcmp(name, "max_per_address") == 0) setup->max_per_address = (int)number;
    if (strcmp(name, "header_s") == 0) setup->header_s = (int)number;
    if (strcmp(name, "idle_s") == 0) setup->idle_s = (int)number;
    if (strcmp(name, "max_message") == 0) setup->max_message = (size_t)number;
    if (strcmp(name, "max_queue") == 0) setup->max_queue = (size_t)number;
    if (strcmp(name, "max_held") == 0) setup->max_held = (size_t)number;
    if (strcmp(name, "proxy") == 0) setup->proxy = value;
}

int main(int count, char **words) {
    echo state = {0};
    net_setup setup = {
        .bind = "127.0.0.1",
        .subprotocol = "tapete.1",
        .max_connections = 10000,
        .max_per_address = 10000,
        .header_s = 10,
        .idle_s = 60,
        .max_body = 4096,
        .max_message = 16384,
        .max_queue = 1 << 20,
        .headers = "X-Content-Type-Options: nosniff\r\n",
        .handlers =
            {
                .context = &state,
                .request = on_request,
                .open = on_open,
                .opened = on_opened,
                .message = on_message,
                .closed = on_closed,
            },
    };
    for (int i = 1; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (value == NULL) return 2;
        *value++ = '\0';
        set(&setup, words[i], value);
    }
    tp_error error = {0};
    state.server = net_open(&setup, &error);
    if (state.server == NULL) {
        fprintf(stderr, "echo_server: %s\n", error.text);
        return 1;
    }
    printf("%d\n", net_port(state.server));
    fflush(stdout);
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_end, state.server) != 0) return 1;
    net_run(state.server);
    pthread_join(thread, NULL);
    net_free(state.server);
    return state.opened == state.closed ? 0 : 3;
}
