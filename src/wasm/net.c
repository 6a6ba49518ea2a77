/* net.h by messages: what a page has to say comes in by calls, and answers go out by imports. There are no
 * sockets; one page, one connection or a few, and nobody who sends too much.
 *
 * A handler is called from the exported functions below alone, one at a time. */
#include "net/net.h"
#include "wasm/host.h"
#include "wasm/table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct net {
    net_handlers handlers;
    net_client *clients;
    net_exchange *exchanges;
    net_figures figures;
    bool is_woken;
    int64_t timer_ms; /* 0: none */
};

struct net_client {
    net_client *next;
    uint32_t id; /* as the page has it */
    void *user;
    bool is_closed;
};

struct net_exchange {
    net_exchange *next;
    uint32_t id;
    void *user;
    const char *language;
};

struct net_text {
    size_t size;
    char bytes[];
};

/* There is one server in an engine. */
static net *the_net;
static const char here[] = "127.0.0.1", host[] = "localhost", origin[] = "http://localhost";

net *net_open(const net_setup *setup, tp_error *error) {
    the_net = calloc(1, sizeof *the_net);
    if (the_net == NULL) {
        tp_fail(error, TP_E_MEMORY, "no memory for a server");
        return NULL;
    }
    the_net->handlers = setup->handlers;
    the_net->figures.max_connections = setup->max_connections;
    return the_net;
}

int net_port(const net *server) {
    (void)server;
    return 0;
}

/* The page goes on with tapete_server_turn. */
void net_run(net *server) { (void)server; }
void net_stop(net *server) { (void)server; }

void net_free(net *server) {
    free(server);
    the_net = NULL;
}

void net_wake(net *server) { server->is_woken = true; }
void net_timer(net *server, int64_t at_ms) { server->timer_ms = at_ms; }

bool net_watch(net *server, int descriptor, void (*ready)(void *context), void *context) {
    (void)server, (void)descriptor, (void)ready, (void)context;
    return false;
}

/* ---- requests ---- */

void net_reply(net_exchange *exchange, const net_response *response) {
    net_exchange **link = &the_net->exchanges;
    while (*link != exchange) link = &(*link)->next;
    *link = exchange->next;
    host_replied(exchange->id, response->status, response->content_type != NULL ? response->content_type : "",
                 response->headers != NULL ? response->headers : "", response->body, response->body_size);
    free(exchange);
}

void net_exchange_set_user(net_exchange *exchange, void *user) { exchange->user = user; }
void *net_exchange_user(const net_exchange *exchange) { return exchange->user; }
void net_exchange_set_language(net_exchange *exchange, const char *language) {
    exchange->language = language;
}
const char *net_exchange_language(const net_exchange *exchange) { return exchange->language; }

/* ---- websockets ---- */

void *net_user(const net_client *client) { return client->user; }
const char *net_address(const net_client *client) {
    (void)client;
    return here;
}

net_text *net_text_new(const char *bytes, size_t size) {
    net_text *text = malloc(sizeof *text + size);
    if (text == NULL) return NULL;
    text->size = size;
    memcpy(text->bytes, bytes, size);
    return text;
}

void net_text_free(net_text *text) { free(text); }
void net_send(net_client *client, net_text *text) { net_send_bytes(client, text->bytes, text->size); }

void net_send_bytes(net_client *client, const char *bytes, size_t size) {
    if (client->is_closed) return;
    the_net->figures.messages_out++;
    host_told(client->id, bytes, size);
}

void net_serve_first(net_client *client, bool first) { (void)client, (void)first; }

void net_close(net_client *client, int code, const char *reason) {
    if (client->is_closed) return;
    client->is_closed = true;
    host_closed(client->id, code, reason);
    net_wake(the_net);
}

void net_get_figures(const net *server, net_figures *out) { *out = server->figures; }

static void let_go(net_client **link) {
    net_client *client = *link;
    *link = client->next;
    the_net->figures.connections--;
    the_net->figures.websockets--;
    the_net->handlers.closed(the_net->handlers.context, client);
    free(client);
}

static void let_closed_go(void) {
    for (net_client **link = &the_net->clients; *link != NULL;) {
        if ((*link)->is_closed) {
            let_go(link);
        } else {
            link = &(*link)->next;
        }
    }
}

static net_client *client_of(uint32_t id) {
    net_client *client = the_net->clients;
    while (client != NULL && client->id != id) client = client->next;
    return client;
}

/* ---- what the page calls ---- */

/* A request like those of HTTP. `target` is a path with its query, and is changed. */
static net_request request_of(char *target, const table_visitor *visitor) {
    char *query = strchr(target, '?');
    if (query != NULL) *query++ = '\0';
    return (net_request){.method = "GET",
                         .path = target,
                         .query = query != NULL ? query : "",
                         .host = host,
                         .origin = origin,
                         .cookie = visitor->cookie,
                         .content_type = "application/json",
                         .if_none_match = "",
                         .protocol = "",
                         .accept_encoding = "",
                         .accept_language = visitor->language,
                         .user_agent = visitor->agent,
                         .invite = visitor->invite,
                         .address = here,
                         .body = ""};
}

int table_net_open(uint32_t id, char *target, const table_visitor *visitor) {
    net_client *client = calloc(1, sizeof *client);
    if (client == NULL) return 503;
    net_request request = request_of(target, visitor);
    int status = the_net->handlers.open(the_net->handlers.context, &request, &client->user);
    if (status != 0) {
        free(client);
        return status;
    }
    client->id = id;
    client->next = the_net->clients;
    the_net->clients = client;
    the_net->figures.accepted++;
    the_net->figures.connections++;
    the_net->figures.websockets++;
    the_net->handlers.opened(the_net->handlers.context, client);
    return 0;
}

void table_net_message(uint32_t id, const char *text, size_t size) {
    net_client *client = client_of(id);
    if (client == NULL || client->is_closed) return;
    the_net->figures.messages_in++;
    the_net->handlers.message(the_net->handlers.context, client, text, size);
}

void table_net_close(uint32_t id) {
    net_client *client = client_of(id);
    if (client == NULL) return;
    client->is_closed = true;
    let_closed_go();
}

void table_net_request(uint32_t id, const char *method, char *target, const char *body, size_t size,
                       const table_visitor *visitor) {
    net_exchange *exchange = calloc(1, sizeof *exchange);
    if (exchange == NULL) return;
    exchange->id = id;
    exchange->next = the_net->exchanges;
    the_net->exchanges = exchange;
    net_request request = request_of(target, visitor);
    request.method = method;
    request.body = body;
    request.body_size = size;
    if (net_path_decode(target)) {
        the_net->handlers.request(the_net->handlers.context, exchange, &request);
    } else {
        net_reply(exchange, &(net_response){.status = 400});
    }
}

int64_t table_net_turn(int64_t now_ms) {
    let_closed_go();
    if (the_net->timer_ms > 0 && now_ms >= the_net->timer_ms) {
        the_net->timer_ms = 0;
        the_net->handlers.timer(the_net->handlers.context);
    }
    if (the_net->is_woken) {
        the_net->is_woken = false;
        the_net->handlers.woken(the_net->handlers.context);
    }
    let_closed_go();
    if (the_net->is_woken) return 0;
    return the_net->timer_ms > now_ms ? the_net->timer_ms - now_ms : 0;
}
