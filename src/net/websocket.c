/* Websockets: frames (RFC 6455), their queue, their end. */
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

enum {
    CONTINUATION = 0,
    TEXT = 1,
    BINARY = 2,
    CLOSE = 8,
    PING = 9,
    PONG = 10,
    FINAL = 0x80,
    RESERVED = 0x70,
    MASKED = 0x80,
    CONTROL = 0x08,
    MASK_SIZE = 4,
    MAX_REASON = NET_MAX_CONTROL - 2,
    FIRST_CAPACITY = 256,
    PIECES_AT_ONCE = 64,
    READS_OF_A_FRAME = 16, /* that one price pays for: a message of 16 KiB comes in a dozen packets */
};

typedef enum close_code {
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_BINARY = 1003,
    CLOSE_NONE = 1005, /* never sent */
    CLOSE_ENCODING = 1007,
    CLOSE_TOO_BIG = 1009,
    CLOSE_INTERNAL = 1011,
    CLOSE_TRY_LATER = 1013,
} close_code;

/* ---- texts ---- */

static net_text *frame_new(uint8_t opcode, const void *payload, size_t size) {
    size_t header_size = size < 126 ? 2 : size <= UINT16_MAX ? 4 : 10;
    net_text *text = malloc(sizeof *text + header_size + size);
    if (text == NULL) return NULL;
    text->shares = 1;
    text->size = header_size + size;
    text->payload_size = size;
    text->bytes[0] = (uint8_t)(FINAL | opcode);
    text->bytes[1] = (uint8_t)(size < 126 ? size : size <= UINT16_MAX ? 126 : 127);
    for (size_t i = 2; i < header_size; i++)
        text->bytes[i] = (uint8_t)((uint64_t)size >> 8 * (header_size - 1 - i));
    if (size > 0) memcpy(text->bytes + header_size, payload, size);
    return text;
}

net_text *net_text_new(const char *bytes, size_t size) { return frame_new(TEXT, bytes, size); }

void net_text_free(net_text *text) {
    if (text != NULL && --text->shares == 0) free(text);
}

/* ---- the queue ---- */

static void queue_grows(net_client *client, size_t size) {
    client->queued_size += size;
    net_connection_hold(client->connection, size);
}

static void queue_shrinks(net_client *client, size_t size) {
    client->queued_size -= size;
    net_connection_let_go(client->connection, size);
}

static void queue_remove_first(net_client *client) {
    net_queued *queued = client->first;
    client->first = queued->next;
    if (client->first == NULL) client->last = NULL;
    queue_shrinks(client, queued->text->size);
    client->first_sent = 0;
    net_text_free(queued->text);
    free(queued);
}

/* Drop what waits, except a frame that is half sent: the one that follows would be taken for its rest. */
static void queue_drop(net_client *client) {
    net_queued *half = client->first_sent > 0 ? client->first : NULL;
    size_t sent = client->first_sent;
    if (half != NULL) client->first = half->next;
    while (client->first != NULL) queue_remove_first(client);
    if (half == NULL) return;
    half->next = NULL;
    client->first = client->last = half;
    client->first_sent = sent;
}

/* Queue one shared text, however much waits already. */
static bool queue_add(net_client *client, net_text *text) {
    net_queued *queued = malloc(sizeof *queued);
    if (queued == NULL) return false;
    *queued = (net_queued){.text = text};
    text->shares++;
    if (client->last != NULL) {
        client->last->next = queued;
    } else {
        client->first = queued;
        net_connection_write(client->connection);
    }
    client->last = queued;
    queue_grows(client, text->size);
    return true;
}

static void send_close(net_client *client, int code, const char *reason) {
    net_connection *connection = client->connection;
    if (client->close_queued) return;
    client->close_queued = true;
    connection->state = NET_CLOSING;
    connection->deadline_ms = net_now_ms() + NET_CLOSE_MS;
    uint8_t payload[NET_MAX_CONTROL];
    size_t size = 0;
    if (code != CLOSE_NONE) {
        size_t length = strnlen(reason, MAX_REASON);
        while (length > 0 && ((uint8_t)reason[length] & 0xc0) == 0x80) length--; /* not within a character */
        payload[0] = (uint8_t)(code >> 8);
        payload[1] = (uint8_t)code;
        memcpy(payload + 2, reason, length);
        size = 2 + length;
    }
    net_text *text = frame_new(CLOSE, payload, size);
    if (text == NULL || !queue_add(client, text)) net_connection_end(connection);
    net_text_free(text);
}

/* Queue a frame within the limits. */
static void queue_within_limits(net_client *client, net_text *text) {
    net *server = client->connection->net;
    if (client->connection->state != NET_WEBSOCKET) return;
    if (client->queued_size + text->size > server->max_queue ||
        !net_connection_has_room(client->connection, text->size)) {
        server->figures.dropped_slow++;
        queue_drop(client);
        send_close(client, CLOSE_TRY_LATER, "too much waits to be read");
    } else if (!queue_add(client, text)) {
        queue_drop(client);
        send_close(client, CLOSE_TRY_LATER, "no memory");
    }
}

static void send_control(net_client *client, uint8_t opcode, const void *payload, size_t size) {
    net_text *text = frame_new(opcode, payload, size);
    if (text == NULL) return;
    queue_within_limits(client, text);
    net_text_free(text);
}

void net_send(net_client *client, net_text *text) {
    if (client->connection->state != NET_WEBSOCKET) return;
    client->connection->net->figures.messages_out++;
    queue_within_limits(client, text);
}

void net_send_bytes(net_client *client, const char *bytes, size_t size) {
    net_text *text = net_text_new(bytes, size);
    if (text == NULL) {
        net_close(client, CLOSE_TRY_LATER, "no memory");
        return;
    }
    net_send(client, text);
    net_text_free(text);
}

void net_close(net_client *client, int code, const char *reason) {
    if (client->connection->state == NET_WEBSOCKET) send_close(client, code, reason != NULL ? reason : "");
}

void *net_user(const net_client *client) { return client->user; }

const char *net_address(const net_client *client) { return client->connection->address; }

/* ---- opening and closing ---- */

bool net_ws_open(net_connection *connection, void *user, const char *answer, size_t size) {
    net_client *client = calloc(1, sizeof *client);
    net_text *text = malloc(sizeof *text + size);
    if (client == NULL || text == NULL) {
        free(client);
        free(text);
        return false;
    }
    *text = (net_text){.shares = 1, .size = size};
    memcpy(text->bytes, answer, size);
    client->connection = connection;
    client->user = user;
    client->heard_ms = net_now_ms();
    bool is_queued = queue_add(client, text);
    net_text_free(text);
    if (!is_queued) {
        free(client);
        return false;
    }
    connection->client = client;
    connection->state = NET_WEBSOCKET;
    connection->deadline_ms = 0;
    connection->net->figures.websockets++;
    return true;
}

void net_ws_free(net_connection *connection) {
    net_client *client = connection->client;
    net *server = connection->net;
    server->figures.websockets--;
    server->handlers.closed(server->handlers.context, client);
    connection->client = NULL;
    while (client->first != NULL) queue_remove_first(client);
    free(client->message);
    free(client);
}

/* The peer breaks the rules: tell it why, and listen no more. */
static void fail(net_client *client, int code, const char *reason) {
    client->close_heard = true;
    free(client->message);
    client->message = NULL;
    client->message_size = client->message_capacity = 0;
    send_close(client, code, reason);
}

/* ---- frames that come ---- */

static bool is_good_close_code(int code) {
    return (code >= 1000 && code <= 1014 && code != 1004 && code != CLOSE_NONE && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

/* The peer closes, or agrees to. */
static void take_close(net_client *client) {
    const uint8_t *payload = client->control;
    size_t size = client->control_size;
    int code = CLOSE_NONE;
    if (size >= 2) code = payload[0] << 8 | payload[1];
    if (size == 1 || (size >= 2 && !is_good_close_code(code))) {
        fail(client, CLOSE_PROTOCOL, "bad close code");
    } else if (size > 2 && net_utf8(NET_UTF8_COMPLETE, payload + 2, size - 2) != NET_UTF8_COMPLETE) {
        fail(client, CLOSE_ENCODING, "bad close reason");
    } else {
        fail(client, code, "");
    }
    /* Where our own close frame has gone already, theirs was all that was missing. */
    if (client->first == NULL) net_connection_drain(client->connection);
}

static void take_control(net_client *client, uint8_t opcode) {
    if (opcode == CLOSE) take_close(client);
    if (opcode == PING) send_control(client, PONG, client->control, client->control_size);
}

static void take_message(net_client *client) {
    net *server = client->connection->net;
    char *message = client->message;
    size_t size = client->message_size;
    client->message = NULL;
    client->message_size = client->message_capacity = 0;
    client->in_message = false;
    server->figures.messages_in++;
    server->handlers.message(server->handlers.context, client, message != NULL ? message : "", size);
    free(message);
}

/* The first two bytes of a frame say nearly everything that can be wrong with it. */
static bool check_frame(net_client *client) {
    const uint8_t *header = client->header;
    uint8_t opcode = header[0] & 0x0f, length = header[1] & 0x7f;
    bool is_final = (header[0] & FINAL) != 0;
    const char *problem = NULL;
    if ((header[0] & RESERVED) != 0) problem = "reserved bits";
    if (opcode > PONG || (opcode > BINARY && opcode < CLOSE)) problem = "reserved opcode";
    if ((header[1] & MASKED) == 0) problem = "frame without a mask";
    if ((opcode & CONTROL) != 0 && !is_final) problem = "control frame in fragments";
    if ((opcode & CONTROL) != 0 && length > NET_MAX_CONTROL) problem = "control frame too long";
    if (opcode == CONTINUATION && !client->in_message) problem = "nothing to continue";
    if ((opcode == TEXT || opcode == BINARY) && client->in_message) problem = "message within a message";
    if (problem != NULL) {
        fail(client, CLOSE_PROTOCOL, problem);
        return false;
    }
    if (opcode == BINARY) {
        fail(client, CLOSE_BINARY, "text only");
        return false;
    }
    return true;
}

static size_t header_size(const uint8_t *header) {
    uint8_t length = header[1] & 0x7f;
    return length == 126 ? 2 + 2 + MASK_SIZE : length == 127 ? 2 + 8 + MASK_SIZE : 2 + MASK_SIZE;
}

/* The header is complete: how long is the payload, and may it be? */
static bool begin_payload(net_client *client) {
    const uint8_t *header = client->header;
    size_t size = header_size(header), at = size - sizeof client->mask;
    uint64_t length = header[1] & 0x7f;
    if (at > 2) {
        length = 0;
        for (size_t i = 2; i < at; i++) length = length << 8 | header[i];
        if (length < 126 || (at == 10 && length <= UINT16_MAX) || length >> 63 != 0) {
            fail(client, CLOSE_PROTOCOL, "bad length");
            return false;
        }
    }
    memcpy(client->mask, header + at, sizeof client->mask);
    client->mask_index = 0;
    client->payload_left = length;
    client->in_payload = true;
    if ((header[0] & CONTROL) != 0) {
        client->control_size = 0;
        return true;
    }
    if (length > client->connection->net->max_message - client->message_size) {
        fail(client, CLOSE_TOO_BIG, "message too big");
        return false;
    }
    client->in_message = true;
    return true;
}

/* Room for what has come, not for what was announced: a header alone costs nothing. */
static bool reserve(net_client *client, size_t size) {
    if (size < client->message_capacity) return true;
    size_t capacity = client->message_capacity != 0 ? 2 * client->message_capacity : FIRST_CAPACITY;
    if (capacity <= size) capacity = size + 1;
    char *grown = realloc(client->message, capacity);
    if (grown == NULL) return false;
    client->message = grown;
    client->message_capacity = capacity;
    return true;
}

static bool take_payload(net_client *client, const uint8_t *bytes, size_t size) {
    uint8_t *to;
    if ((client->header[0] & CONTROL) != 0) {
        to = client->control + client->control_size;
        client->control_size = (uint8_t)(client->control_size + size);
    } else {
        if (!reserve(client, client->message_size + size)) {
            fail(client, CLOSE_INTERNAL, "no memory");
            return false;
        }
        to = (uint8_t *)client->message + client->message_size;
        client->message_size += size;
        client->message[client->message_size] = '\0';
    }
    for (size_t i = 0; i < size; i++) to[i] = bytes[i] ^ client->mask[(client->mask_index + i) % 4];
    client->mask_index = (uint8_t)((client->mask_index + size) % 4);
    client->payload_left -= size;
    if ((client->header[0] & CONTROL) == 0) {
        client->utf8 = net_utf8(client->utf8, to, size);
        if (client->utf8 == NET_UTF8_BROKEN) {
            fail(client, CLOSE_ENCODING, "not UTF-8");
            return false;
        }
    }
    return true;
}

static void end_frame(net_client *client) {
    net *server = client->connection->net;
    uint8_t first = client->header[0];
    client->in_payload = false;
    client->header_filled = 0;
    client->reads = 0;
    bool is_counted = (first & FINAL) == 0 || (first & 0x0f) == PING || (first & 0x0f) == PONG;
    if (is_counted && client->connection->state == NET_WEBSOCKET)
        server->handlers.frame(server->handlers.context, client);
    if ((first & CONTROL) != 0) {
        take_control(client, first & 0x0f);
    } else if ((first & FINAL) != 0) {
        if (client->utf8 != NET_UTF8_COMPLETE) {
            client->utf8 = NET_UTF8_COMPLETE;
            fail(client, CLOSE_ENCODING, "not UTF-8");
        } else if (client->connection->state == NET_WEBSOCKET) {
            take_message(client);
        } else {
            client->message_size = 0; /* we are closing: nobody wants to know */
            client->in_message = false;
        }
    }
}

/* Take the next piece of a frame; the number of bytes used. */
static size_t take_piece(net_client *client, const uint8_t *bytes, size_t size) {
    if (!client->in_payload) {
        client->header[client->header_filled++] = bytes[0];
        if (client->header_filled == 2 && !check_frame(client)) return size;
        if (client->header_filled < 2 || client->header_filled < header_size(client->header)) return 1;
        if (!begin_payload(client)) return size;
        if (client->payload_left == 0) end_frame(client);
        return 1;
    }
    size_t take = client->payload_left < size ? (size_t)client->payload_left : size;
    if (!take_payload(client, bytes, take)) return size;
    if (client->payload_left == 0) end_frame(client);
    return take;
}

void net_ws_receive(net_connection *connection, const uint8_t *bytes, size_t size) {
    net_client *client = connection->client;
    if (connection->state == NET_CLOSING) {
        client->after_close += size;
        if (client->after_close > NET_MAX_AFTER_CLOSE) {
            net_connection_end(connection);
            return;
        }
    }
    client->heard_ms = net_now_ms();
    client->was_pinged = false;
    if (++client->reads >= READS_OF_A_FRAME) {
        client->reads = 0;
        if (connection->state == NET_WEBSOCKET)
            connection->net->handlers.crumbs(connection->net->handlers.context, client);
    }
    while (size > 0 && connection->client != NULL && !client->close_heard && connection->state != NET_DEAD) {
        size_t used = take_piece(client, bytes, size);
        bytes += used;
        size -= used;
    }
}

void net_serve_first(net_client *client, bool first) { client->connection->is_first = first; }

/* ---- writing ---- */

/* Send as much as one call takes; false if the peer must read first, or is gone. */
static bool write_some(net_client *client) {
    struct iovec pieces[PIECES_AT_ONCE];
    size_t count = 0, skip = client->first_sent;
    for (net_queued *queued = client->first; queued != NULL && count < PIECES_AT_ONCE;
         queued = queued->next) {
        pieces[count++] = (struct iovec){queued->text->bytes + skip, queued->text->size - skip};
        skip = 0;
    }
    ssize_t sent = net_connection_send(client->connection, pieces, count);
    if (sent <= 0) return false;
    client->first_sent += (size_t)sent;
    while (client->first != NULL && client->first_sent >= client->first->text->size) {
        size_t rest = client->first_sent - client->first->text->size;
        queue_remove_first(client);
        client->first_sent = rest;
    }
    return true;
}

void net_ws_writable(net_connection *connection) {
    net_client *client = connection->client;
    while (client->first != NULL && !connection->must_wait && write_some(client)) {}
    if (client->first == NULL && client->close_queued && client->close_heard)
        net_connection_drain(connection);
}

/* ---- time, and the end of the server ---- */

void net_ws_sweep(net_connection *connection, int64_t now_ms) {
    net_client *client = connection->client;
    int64_t idle_ms = connection->net->idle_ms, silence_ms = now_ms - client->heard_ms;
    if (silence_ms >= idle_ms) {
        net_connection_end(connection);
    } else if (silence_ms >= idle_ms / 2 && !client->was_pinged) {
        client->was_pinged = true;
        send_control(client, PING, NULL, 0);
    }
    connection->quiet_until_ms = client->heard_ms + (client->was_pinged ? idle_ms : idle_ms / 2);
}

void net_ws_stop(net_connection *connection) {
    int code = connection->net->stop_code;
    net_close(connection->client, code != 0 ? code : CLOSE_GOING_AWAY, "the server stops");
}
