/* Requests and their answers. */
#include "net/internal.h"
#include "net/sha1.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>

enum {
    FIRST_CAPACITY = 1024,
    ACCEPT_KEY = 24, /* characters of Sec-WebSocket-Key: 16 bytes in base 64 */
    ACCEPT_SIZE = sodium_base64_ENCODED_LEN(SHA1_SIZE, sodium_base64_VARIANT_ORIGINAL),
};

/* ---- words ---- */

static const struct {
    int status;
    const char *phrase, *reason, *text; /* reason and text of those that we send ourselves */
} statuses[] = {
    {101, "Switching Protocols", NULL, NULL},
    {200, "OK", NULL, NULL},
    {201, "Created", NULL, NULL},
    {204, "No Content", NULL, NULL},
    {301, "Moved Permanently", NULL, NULL},
    {302, "Found", NULL, NULL},
    {303, "See Other", NULL, NULL},
    {304, "Not Modified", NULL, NULL},
    {307, "Temporary Redirect", NULL, NULL},
    {308, "Permanent Redirect", NULL, NULL},
    {400, "Bad Request", "BAD_REQUEST", "This is not a request that HTTP allows."},
    {401, "Unauthorized", "NOT_SIGNED_IN", "Sign in first."},
    {403, "Forbidden", "FORBIDDEN", "This is not allowed from here."},
    {404, "Not Found", "NOT_FOUND", "There is nothing here."},
    {405, "Method Not Allowed", "BAD_METHOD", "Only GET, HEAD and POST are understood."},
    {408, "Request Timeout", "TOO_SLOW", "The request did not come in time."},
    {409, "Conflict", NULL, NULL},
    {411, "Length Required", "LENGTH_REQUIRED", "Send the body with a Content-Length."},
    {413, "Content Too Large", "TOO_LARGE", "The body of the request is too large."},
    {415, "Unsupported Media Type", NULL, NULL},
    {417, "Expectation Failed", "BAD_EXPECTATION", "Only 100-continue can be expected."},
    {421, "Misdirected Request", "FOREIGN_HOST", "This server is not known by that name."},
    {422, "Unprocessable Content", NULL, NULL},
    {426, "Upgrade Required", "BAD_VERSION", "Only version 13 of the websocket protocol is spoken."},
    {429, "Too Many Requests", "TOO_MANY",
     "There are too many connections from this address; close some, or try again later."},
    {431, "Request Header Fields Too Large", "TOO_LARGE", "The headers of the request are too large."},
    {500, "Internal Server Error", "BROKEN", "Something went wrong here."},
    {503, "Service Unavailable", "TOO_MANY", "The server has no room now; try again later."},
    {505, "HTTP Version Not Supported", "BAD_VERSION", "HTTP/1.1 is spoken here."},
};

static size_t status_index(int status) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        if (statuses[i].status == status) return i;
    }
    return SIZE_MAX;
}

static const char *status_phrase(int status) {
    size_t index = status_index(status);
    return index != SIZE_MAX ? statuses[index].phrase : "Status";
}

static int write_error_body(int status, char *text, size_t size) {
    size_t index = status_index(status);
    const char *reason = index != SIZE_MAX ? statuses[index].reason : NULL;
    return snprintf(text, size, "{\"error\": {\"reason\": \"%s\", \"text\": \"%s\"}}\n",
                    reason != NULL ? reason : "REFUSED",
                    reason != NULL ? statuses[index].text : "This was refused.");
}

static const char *error_headers(int status) {
    if (status == 405) return "Allow: GET, HEAD, POST\r\n";
    if (status == 426) return "Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\n";
    if (status == 429 || status == 503) return "Retry-After: 10\r\n";
    return "";
}

/* "Sun, 06 Nov 1994 08:49:37 GMT" */
static void write_date(char text[64]) {
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, 64, "%a, %d %b %Y %H:%M:%S GMT", &parts);
}

size_t net_http_refusal(const net *server, int status, char *text, size_t size) {
    char body[256], date[64];
    int length = write_error_body(status, body, sizeof body);
    write_date(date);
    int written =
        snprintf(text, size,
                 "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
                 "Connection: close\r\n%s%s\r\n%s",
                 status, status_phrase(status), date, length, error_headers(status), server->headers, body);
    return written > 0 && (size_t)written < size ? (size_t)written : 0;
}

/* ---- the life of an exchange ---- */

static net_exchange *exchange_new(net_connection *connection) {
    net_exchange *exchange = calloc(1, sizeof *exchange);
    if (exchange != NULL) exchange->connection = connection;
    connection->exchange = exchange;
    return exchange;
}

static void forget_response(net_exchange *exchange) {
    if (exchange->response_owned != NULL)
        net_connection_let_go(exchange->connection, exchange->response_body_size);
    free(exchange->response_head);
    free(exchange->response_owned);
    exchange->response_head = exchange->response_owned = NULL;
    exchange->response_body = NULL;
    exchange->response_head_size = exchange->response_body_size = exchange->response_sent = 0;
}

static void exchange_free(net_exchange *exchange) {
    forget_response(exchange);
    free(exchange->body);
    free(exchange->input);
    free(exchange);
}

void net_http_free(net_connection *connection) {
    net *server = connection->net;
    net_exchange *exchange = connection->exchange;
    connection->exchange = NULL;
    if (exchange->is_owed) server->handlers.gone(server->handlers.context, exchange);
    exchange_free(exchange);
}

void net_exchange_set_user(net_exchange *exchange, void *user) { exchange->user = user; }

void *net_exchange_user(const net_exchange *exchange) { return exchange->user; }

void net_exchange_set_language(net_exchange *exchange, const char *language) {
    exchange->language = language;
}

const char *net_exchange_language(const net_exchange *exchange) { return exchange->language; }

/* ---- answers ---- */

/* The connection goes on with WRITING; without memory it ends. */
static void answer(net_exchange *exchange, const net_response *response) {
    net_connection *connection = exchange->connection;
    bool has_body = response->status != 204 && response->status != 304;
    char date[64], length[64] = "";
    write_date(date);
    if (has_body) snprintf(length, sizeof length, "Content-Length: %zu\r\n", response->body_size);
    const char *type = response->content_type;
    int size = asprintf(
        &exchange->response_head, "HTTP/1.1 %d %s\r\nDate: %s\r\n%s%s%s%s%s%s%s\r\n", response->status,
        status_phrase(response->status), date, type != NULL ? "Content-Type: " : "", type != NULL ? type : "",
        type != NULL ? "\r\n" : "", length, exchange->keeps_alive ? "" : "Connection: close\r\n",
        connection->net->headers, response->headers != NULL ? response->headers : "");
    connection->state = NET_WRITING;
    if (size < 0) {
        exchange->response_head = NULL;
        net_connection_end(connection);
        return;
    }
    exchange->response_head_size = (size_t)size;
    if (has_body && !exchange->is_head_method && response->body_size > 0) {
        exchange->response_body_size = response->body_size;
        exchange->response_body = response->body;
        if (!response->keep) {
            bool has_room = net_connection_has_room(connection, response->body_size);
            if (has_room) exchange->response_owned = malloc(response->body_size);
            if (exchange->response_owned == NULL) {
                if (!has_room) connection->net->figures.dropped_slow++;
                net_connection_end(connection);
                return;
            }
            net_connection_hold(connection, response->body_size);
            memcpy(exchange->response_owned, response->body, response->body_size);
            exchange->response_body = exchange->response_owned;
        }
    }
    connection->deadline_ms = net_now_ms() + connection->net->idle_ms;
    if (exchange->response_body_size > NET_BODY_PIECE) {
        net_connection_queue_turn(connection);
    } else {
        net_connection_write(connection);
    }
}

void net_reply(net_exchange *exchange, const net_response *response) {
    tp_assert(exchange->is_owed);
    exchange->is_owed = false;
    if (exchange->connection->state == NET_ANSWERING) answer(exchange, response);
}

/* Refuse the request ourselves, and the connection with it: what comes after it may be anything. */
static void refuse(net_exchange *exchange, int status) {
    char body[256];
    int size = write_error_body(status, body, sizeof body);
    exchange->keeps_alive = false;
    exchange->connection->net->figures.refused++;
    answer(exchange, &(net_response){
                         .status = status,
                         .content_type = "application/json",
                         .headers = error_headers(status),
                         .body = body,
                         .body_size = (size_t)size,
                     });
}

/* ---- websockets ---- */

static bool is_good_key(const char *key) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == ACCEPT_KEY && strspn(key, digits) == ACCEPT_KEY - 2 &&
           strcmp(key + ACCEPT_KEY - 2, "==") == 0;
}

/* What proves that we understood the key: RFC 6455, 4.2.2. */
static void write_accept(const char *key, char text[ACCEPT_SIZE]) {
    char joined[ACCEPT_KEY + 40];
    uint8_t digest[SHA1_SIZE];
    int size = snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(joined, (size_t)size, digest);
    sodium_bin2base64(text, ACCEPT_SIZE, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}

static int check_handshake(const net_head *head) {
    if (strcmp(head->method, "GET") != 0 || head->body_size > 0) return 400;
    if (strcmp(head->websocket_version, "13") != 0) return 426;
    return is_good_key(head->websocket_key) ? 0 : 400;
}

static bool write_handshake(net_connection *connection, void *user) {
    net *server = connection->net;
    const net_head *head = &connection->exchange->head;
    char accept[ACCEPT_SIZE], date[64], *text = NULL;
    write_accept(head->websocket_key, accept);
    write_date(date);
    bool has_protocol = head->offers_protocol;
    int size = asprintf(
        &text,
        "HTTP/1.1 101 Switching Protocols\r\nDate: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\n%s%s%s%s\r\n",
        date, accept, has_protocol ? "Sec-WebSocket-Protocol: " : "", has_protocol ? server->subprotocol : "",
        has_protocol ? "\r\n" : "", server->headers);
    if (size < 0) return false;
    bool is_open = net_ws_open(connection, user, text, (size_t)size);
    free(text);
    return is_open;
}

static void upgrade(net_connection *connection, const net_request *request) {
    net *server = connection->net;
    net_exchange *exchange = connection->exchange;
    void *user = NULL;
    int status = check_handshake(&exchange->head);
    if (status == 0) status = server->handlers.open(server->handlers.context, request, &user);
    if (status != 0) {
        refuse(exchange, status);
        return;
    }
    if (!write_handshake(connection, user)) {
        /* The handlers have let it in and must hear that it is gone. */
        net_client client = {.connection = connection, .user = user};
        server->handlers.opened(server->handlers.context, &client);
        server->handlers.closed(server->handlers.context, &client);
        net_connection_end(connection);
        return;
    }
    connection->exchange = NULL;
    server->handlers.opened(server->handlers.context, connection->client);
    size_t used = exchange->head.size;
    if (exchange->filled > used)
        net_ws_receive(connection, (const uint8_t *)exchange->input + used, exchange->filled - used);
    exchange_free(exchange);
}

/* ---- requests ---- */

/* Behind a proxy each request may come from another client. */
static bool take_address(net_connection *connection, const net_head *head) {
    net *server = connection->net;
    if (!connection->is_trusted_proxy) return true;
    net_source_release(&server->sources, connection->source);
    connection->source = NULL;
    /* A proxy that does not say for whom it speaks speaks for itself, and not for whom it spoke before. */
    net_ip_write(&connection->peer, connection->address);
    if (!head->has_forwarded_for) return true;
    net_ip_write(&head->forwarded_for, connection->address);
    connection->source = net_source_take(&server->sources, &head->forwarded_for, server->max_per_address);
    return connection->source != NULL;
}

/* The head has come: the status with which it is refused, or 0. */
static int take_head(net_connection *connection) {
    net *server = connection->net;
    net_exchange *exchange = connection->exchange;
    net_parse_setup setup = {server->subprotocol, server->proxies, server->proxy_count};
    size_t size = net_head_size(exchange->input, exchange->filled);
    if (size > NET_MAX_HEAD) return 431;
    int status = net_head_parse(exchange->input, size, &setup, &exchange->head);
    if (status != 0) return status;
    exchange->is_parsed = true;
    exchange->keeps_alive = exchange->head.keeps_alive && !server->is_stopping;
    exchange->is_head_method = strcmp(exchange->head.method, "HEAD") == 0;
    if (!take_address(connection, &exchange->head)) return 429;
    if (exchange->head.body_size > server->max_body) return 413;
    if (exchange->head.body_size == 0) return 0;
    exchange->body = malloc((size_t)exchange->head.body_size + 1);
    return exchange->body != NULL ? 0 : 503;
}

/* Move those of the bytes that belong to the body there; their number. */
static size_t take_body(net_exchange *exchange, const char *bytes, size_t size) {
    size_t left = (size_t)exchange->head.body_size - exchange->body_size;
    if (left == 0) return 0;
    if (size > left) size = left;
    memcpy(exchange->body + exchange->body_size, bytes, size);
    exchange->body_size += size;
    exchange->body[exchange->body_size] = '\0';
    return size;
}

static void remove_input(net_exchange *exchange, size_t at, size_t size) {
    exchange->filled -= size;
    memmove(exchange->input + at, exchange->input + at + size, exchange->filled - at);
}

/* The request is complete: a handler gets it. False for a handshake, after which there may be no exchange any
 * more. */
static bool dispatch(net_connection *connection) {
    net *server = connection->net;
    net_exchange *exchange = connection->exchange;
    const net_head *head = &exchange->head;
    bool trusts = connection->is_trusted_proxy;
    net_request request = {
        .method = head->method,
        .path = head->path,
        .query = head->query,
        .host = head->host,
        .origin = head->origin,
        .cookie = head->cookie,
        .content_type = head->content_type,
        .if_none_match = head->if_none_match,
        .protocol = head->protocol,
        .accept_encoding = head->accept_encoding,
        .accept_language = head->accept_language,
        .user_agent = head->user_agent,
        .invite = head->invite,
        .address = connection->address,
        .secure = trusts && head->is_secure,
        .local = connection->is_loopback && !head->is_forwarded,
        .is_unbelieved = head->is_forwarded && !trusts,
        .body = exchange->body != NULL ? exchange->body : "",
        .body_size = exchange->body_size,
    };
    if (head->wants_upgrade) {
        upgrade(connection, &request);
        return false;
    }
    connection->state = NET_ANSWERING;
    exchange->is_owed = true;
    connection->deadline_ms = 0;
    server->handlers.request(server->handlers.context, exchange, &request);
    return true;
}

static void say_continue(net_connection *connection) {
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct iovec piece = {(void *)(uintptr_t)text, sizeof text - 1};
    /* Where even this finds no room, the peer will send its body without having been asked. */
    net_connection_send(connection, &piece, 1);
}

/* Empty lines before a request are left over from a body before it. */
static void skip_empty_lines(net_exchange *exchange) {
    size_t skip = 0;
    while (skip + 1 < exchange->filled && memcmp(exchange->input + skip, "\r\n", 2) == 0) skip += 2;
    remove_input(exchange, 0, skip);
}

/* Go on with what has come, until a handler has it or more must come. */
static void advance(net_connection *connection) {
    net_exchange *exchange = connection->exchange;
    skip_empty_lines(exchange);
    if (net_head_size(exchange->input, exchange->filled) == 0) {
        if (exchange->filled >= NET_MAX_HEAD) refuse(exchange, 431);
        return;
    }
    int status = take_head(connection);
    if (status != 0) {
        refuse(exchange, status);
        return;
    }
    size_t head_size = exchange->head.size;
    remove_input(exchange, head_size,
                 take_body(exchange, exchange->input + head_size, exchange->filled - head_size));
    if (exchange->body_size == exchange->head.body_size) {
        dispatch(connection);
    } else if (exchange->head.wants_continue) {
        say_continue(connection);
    }
}

static bool append(net_exchange *exchange, const char *bytes, size_t size) {
    if (exchange->input == NULL || exchange->filled + size > exchange->capacity) {
        size_t capacity = exchange->capacity != 0 ? exchange->capacity : FIRST_CAPACITY;
        while (capacity < exchange->filled + size) capacity *= 2;
        char *grown = realloc(exchange->input, capacity);
        if (grown == NULL) return false;
        exchange->input = grown;
        exchange->capacity = capacity;
    }
    memcpy(exchange->input + exchange->filled, bytes, size);
    exchange->filled += size;
    return true;
}

void net_http_receive(net_connection *connection, const char *bytes, size_t size) {
    net_exchange *exchange = connection->exchange != NULL ? connection->exchange : exchange_new(connection);
    if (exchange == NULL) {
        net_connection_end(connection);
        return;
    }
    if (connection->state == NET_READING && exchange->is_parsed) {
        size_t used = take_body(exchange, bytes, size);
        bytes += used;
        size -= used;
        if (exchange->body_size == exchange->head.body_size && !dispatch(connection)) return;
        if (size == 0) return;
    }
    if (!append(exchange, bytes, size)) {
        net_connection_end(connection);
        return;
    }
    if (connection->state == NET_READING && !connection->waits_turn) {
        advance(connection);
    } else if (exchange->filled > 2 * NET_MAX_HEAD) {
        /* A client that sends more requests than are answered has to wait. We read on until then, so as to
         * hear when the peer is gone. */
        net_connection_pause(connection, true);
    }
}

/* The answer has been sent. */
static void next_request(net_connection *connection) {
    net_exchange *exchange = connection->exchange;
    if (!exchange->keeps_alive || connection->net->is_stopping) {
        net_connection_drain(connection);
        return;
    }
    connection->state = NET_READING;
    connection->deadline_ms = net_now_ms() + connection->net->header_ms;
    net_connection_pause(connection, false);
    remove_input(exchange, 0, exchange->head.size);
    if (exchange->filled == 0) {
        connection->exchange = NULL;
        exchange_free(exchange);
        return;
    }
    forget_response(exchange);
    free(exchange->body);
    exchange->body = NULL;
    exchange->body_size = 0;
    exchange->user = NULL;
    exchange->language = NULL;
    exchange->is_parsed = false;
    /* One request of a connection in a turn of the loop: a client that sends hundreds at once waits like
     * everybody else. */
    net_connection_queue_turn(connection);
}

void net_http_turn(net_connection *connection) {
    if (connection->state == NET_WRITING) {
        net_connection_write(connection);
        return;
    }
    net_connection_pause(connection, false);
    if (connection->state == NET_READING && connection->exchange != NULL) advance(connection);
}

void net_http_writable(net_connection *connection) {
    net_exchange *exchange = connection->exchange;
    if (connection->state != NET_WRITING || connection->waits_turn) return;
    size_t head_size = exchange->response_head_size, whole = head_size + exchange->response_body_size;
    size_t sent = exchange->response_sent, body_sent = sent > head_size ? sent - head_size : 0;
    size_t body_left = exchange->response_body_size - body_sent;
    struct iovec pieces[] = {
        {exchange->response_head + (sent < head_size ? sent : head_size),
         sent < head_size ? head_size - sent : 0},
        {(void *)((uintptr_t)exchange->response_body + body_sent),
         body_left < NET_BODY_PIECE ? body_left : NET_BODY_PIECE},
    };
    ssize_t now = net_connection_send(connection, pieces, 2);
    if (now < 0) return;
    exchange->response_sent += (size_t)now;
    if (exchange->response_sent == whole) {
        next_request(connection);
        return;
    }
    if (now > 0) connection->deadline_ms = net_now_ms() + connection->net->idle_ms;
    /* A long answer goes out piece by piece, so that those who load large files do not hold up the others. */
    if (!connection->must_wait) net_connection_queue_turn(connection);
}

void net_http_deadline(net_connection *connection) {
    net_exchange *exchange = connection->exchange;
    if (connection->state == NET_READING && exchange != NULL && exchange->filled > 0) {
        refuse(exchange, 408);
    } else {
        net_connection_end(connection);
    }
}

void net_http_stop(net_connection *connection) {
    if (connection->state == NET_READING) {
        net_connection_end(connection);
    } else {
        connection->exchange->keeps_alive = false;
    }
}
