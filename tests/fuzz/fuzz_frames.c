/* Any bytes as what a peer sends over a websocket: however they are cut into pieces, the same messages and
 * the same answers come out. And any text as a message that is sent in fragments, with pings between them: it
 * comes out as it was, or is refused where it is not UTF-8. */
#include "net/internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MAX_MESSAGE = 300, /* so that small inputs reach it */
    MAX_QUEUE = 1000,
    MOST_FRAMES = 100, /* that are no messages */
    FINAL = 0x80,
    MASKED = 0x80,
    CONTINUATION = 0,
    TEXT = 1,
    CLOSE = 8,
    PING = 9,
    PONG = 10,
    MAX_CONTROL = 125,
};

static void must(bool condition) {
    if (!condition) abort();
}

/* ---- a small generator, so that an input means the same every time ---- */

static uint32_t random_state;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)random_state * bound >> 32);
}

static void seed_from(const uint8_t *data, size_t size) {
    random_state = 1;
    for (size_t i = 0; i < size; i++) random_state = random_state * 31 + data[i];
}

/* ---- bytes that grow ---- */

typedef struct bytes {
    uint8_t *at;
    size_t size, capacity;
} bytes;

static void add(bytes *bytes, const void *more, size_t size) {
    if (bytes->size + size > bytes->capacity) {
        bytes->capacity = 2 * (bytes->size + size);
        bytes->at = realloc(bytes->at, bytes->capacity);
        must(bytes->at != NULL);
    }
    if (size > 0) memcpy(bytes->at + bytes->size, more, size);
    bytes->size += size;
}

static bool is_same(const bytes *one, const bytes *other) {
    return one->size == other->size && (one->size == 0 || memcmp(one->at, other->at, one->size) == 0);
}

/* ---- a websocket without a socket ---- */

/* What has come of some bytes. */
typedef struct outcome {
    bytes messages; /* each with its size before it */
    bytes said;     /* frames as they would go out */
    int message_count, frame_count, closed_count;
    net_state state;
    bool is_deaf; /* hears no more */
} outcome;

static bool is_utf8(const char *text, size_t size) {
    json_t *json = json_stringn(text, size); /* which takes nothing else */
    json_decref(json);
    return json != NULL;
}

/* One that begins with "!" has the server close; others are answered. */
static void take_message(void *context, net_client *client, const char *text, size_t size) {
    outcome *out = context;
    must(size <= MAX_MESSAGE && text[size] == '\0' && is_utf8(text, size));
    add(&out->messages, &size, sizeof size);
    add(&out->messages, text, size);
    out->message_count++;
    if (text[0] == '!') {
        net_close(client, 4000, text + 1);
    } else if (text[0] == '?') {
        net_send_bytes(client, text, size);
    }
}

/* Frames that are no messages are told while the websocket is open; after too many the server closes. */
static void take_frame(void *context, net_client *client) {
    outcome *out = context;
    must(client->connection->state == NET_WEBSOCKET);
    if (++out->frame_count == MOST_FRAMES) net_close(client, 1008, "too many");
}

/* How often many small reads are told depends on how the bytes were cut. */
static void take_crumbs(void *context, net_client *client) {
    (void)context;
    must(client->connection->state == NET_WEBSOCKET);
}

static void take_closed(void *context, net_client *client) {
    (void)client;
    ((outcome *)context)->closed_count++;
}

/* Frames to a client are whole, short and not masked, and nothing follows the one that closes. */
static void check_said(const bytes *said) {
    size_t at = 0;
    for (bool is_closed = false; at < said->size;) {
        must(!is_closed && said->size - at >= 2);
        uint8_t opcode = said->at[at] & 0x0f;
        size_t length = said->at[at + 1], header_size = 2;
        must((said->at[at] & 0xf0) == FINAL && (opcode == TEXT || opcode == CLOSE || opcode == PONG));
        if (length == 126) {
            must(opcode == TEXT && said->size - at >= 4);
            length = (size_t)said->at[at + 2] << 8 | said->at[at + 3];
            header_size = 4;
            must(length > MAX_CONTROL && length <= MAX_MESSAGE);
        }
        must(length <= said->size - at - header_size);
        const char *payload = (const char *)said->at + at + header_size;
        is_closed = opcode == CLOSE;
        if (is_closed) must(length == 0 || (length >= 2 && is_utf8(payload + 2, length - 2)));
        at += header_size + length;
    }
}

/* Let a websocket hear all of the bytes. `most` is the longest piece. */
static outcome hear(const uint8_t *data, size_t size, size_t most) {
    outcome out = {0};
    net server = {.epoll_descriptor = -1,
                  .max_message = MAX_MESSAGE,
                  .max_queue = MAX_QUEUE,
                  .handlers = {.context = &out,
                               .message = take_message,
                               .frame = take_frame,
                               .crumbs = take_crumbs,
                               .closed = take_closed}};
    net_source source = {.count = 1};
    net_connection connection = {.net = &server, .descriptor = -1, .source = &source};
    must(net_ws_open(&connection, NULL, "", 0));
    const net_client *client = connection.client;
    must(client != NULL);
    while (size > 0) {
        size_t piece = most < size ? most : size;
        if (most > 1 && most < size) piece = 1 + random_below((uint32_t)piece);
        /* In memory that ends where the piece does. */
        uint8_t *copy = malloc(piece);
        must(copy != NULL);
        memcpy(copy, data, piece);
        net_ws_receive(&connection, copy, piece);
        must(connection.client == client); /* its queue is never empty, so it does not end */
        free(copy);
        data += piece;
        size -= piece;
    }
    must(out.closed_count == 0);
    for (const net_queued *queued = client->first; queued != NULL; queued = queued->next)
        add(&out.said, queued->text->bytes, queued->text->size);
    out.state = connection.state;
    out.is_deaf = client->close_heard;
    must(out.state == NET_WEBSOCKET || out.state == NET_CLOSING);
    must(client->close_queued == (out.state == NET_CLOSING));
    must(client->message_size <= MAX_MESSAGE);
    must(server.figures.messages_in == (uint64_t)out.message_count);
    must(source.held == out.said.size && server.figures.held == out.said.size);
    check_said(&out.said);
    net_ws_free(&connection);
    must(out.closed_count == 1 && server.figures.websockets == 0);
    must(source.held == 0 && server.figures.held == 0);
    return out;
}

static void forget(outcome *out) {
    free(out->messages.at);
    free(out->said.at);
}

static void compare(const outcome *one, outcome other) {
    must(one->message_count == other.message_count && one->frame_count == other.frame_count &&
         one->state == other.state && one->is_deaf == other.is_deaf);
    must(is_same(&one->messages, &other.messages) && is_same(&one->said, &other.said));
    forget(&other);
}

/* ---- any bytes ---- */

static void try_bytes(const uint8_t *data, size_t size) {
    outcome whole = hear(data, size, size);
    compare(&whole, hear(data, size, 1));
    compare(&whole, hear(data, size, 3));
    compare(&whole, hear(data, size, 40));
    if (size > 1) compare(&whole, hear(data, size, size - 1));
    forget(&whole);
}

/* ---- any text ---- */

static void add_frame(bytes *to, uint8_t first, const uint8_t *payload, size_t size) {
    uint8_t header[8] = {first, (uint8_t)(MASKED | (size < 126 ? size : 126)), (uint8_t)(size >> 8),
                         (uint8_t)size};
    uint8_t mask[4];
    add(to, header, size < 126 ? 2 : 4);
    for (size_t i = 0; i < sizeof mask; i++) mask[i] = (uint8_t)random_below(256);
    add(to, mask, sizeof mask);
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = payload[i] ^ mask[i % 4];
        add(to, &byte, 1);
    }
}

static void try_text(const uint8_t *data, size_t size) {
    if (size > MAX_MESSAGE || (size > 0 && (data[0] == '!' || data[0] == '?'))) return;
    bytes wire = {0}, expected = {0};
    int pings = 0, pieces = 0;
    size_t at = 0;
    for (bool is_last = false; !is_last;) {
        size_t piece = random_below(4) == 0 ? size - at : random_below((uint32_t)(size - at) + 1);
        is_last = at + piece == size;
        add_frame(&wire, (uint8_t)((is_last ? FINAL : 0) | (wire.size == 0 ? TEXT : CONTINUATION)), data + at,
                  piece);
        at += piece;
        pieces++;
        /* No more than their answers have room for. */
        if (!is_last && pings < 5 && random_below(3) == 0) {
            add_frame(&wire, FINAL | PING, data, size < MAX_CONTROL ? size : MAX_CONTROL);
            pings++;
        }
    }
    outcome out = hear(wire.at, wire.size, 1 + random_below(64));
    add(&expected, &size, sizeof size);
    add(&expected, data, size);
    bool is_good = is_utf8((const char *)data, size) && pieces - 1 + pings < MOST_FRAMES;
    must(out.message_count == is_good && out.state == (is_good ? NET_WEBSOCKET : NET_CLOSING));
    if (is_good) {
        must(is_same(&out.messages, &expected));
    } else {
        /* Whatever was said before, the end says why. */
        size_t reason = sizeof "not UTF-8" - 1, end = out.said.size - reason;
        must(out.said.size >= 4 + reason);
        must(out.said.at[end - 2] == 1007 >> 8 && out.said.at[end - 1] == (1007 & 0xff));
    }
    forget(&out);
    free(wire.at);
    free(expected.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    seed_from(data, size);
    try_bytes(data, size);
    try_text(data, size);
    return 0;
}
