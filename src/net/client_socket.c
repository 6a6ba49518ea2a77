/* Websockets (RFC 6455) from the side of a client; see client.h. */
#include "core/language.h"
#include "net/client.h"
#include "net/sha1.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    READ_SIZE = 1 << 20, /* also the longest frame */
    SEND_SIZE = 4096,    /* the longest message of ours */
    NONCE_SIZE = 16,
    MOST_PING = 125,
};

void client_socket_close(client_socket *self) {
    if (self->state == CLIENT_CLOSED) return;
    self->state = CLIENT_CLOSED;
    close(self->descriptor);
    free(self->kept);
    free(self->unsent);
    self->kept = self->unsent = NULL;
    self->kept_size = self->unsent_size = 0;
}

static const char *send_bytes(client_socket *self, const void *bytes, size_t size) {
    ssize_t sent = self->unsent_size > 0 ? 0 : send(self->descriptor, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return TR("cannot write to it");
    if (sent < 0) sent = 0;
    size_t left = size - (size_t)sent;
    if (left == 0) return NULL;
    char *unsent = realloc(self->unsent, self->unsent_size + left);
    if (unsent == NULL) return TR("there is not enough memory");
    memcpy(unsent + self->unsent_size, (const char *)bytes + sent, left);
    self->unsent = unsent;
    self->unsent_size += left;
    return NULL;
}

/* A key for the handshake, and what must be answered to it. */
static void make_key(client_socket *self, char key[sodium_base64_ENCODED_LEN(NONCE_SIZE, 1)]) {
    uint8_t nonce[NONCE_SIZE], digest[SHA1_SIZE];
    char joined[96];
    randombytes_buf(nonce, sizeof nonce);
    memcpy(&self->mask, nonce, sizeof self->mask);
    sodium_bin2base64(key, sodium_base64_ENCODED_LEN(NONCE_SIZE, 1), nonce, sizeof nonce,
                      sodium_base64_VARIANT_ORIGINAL);
    int size = snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(joined, (size_t)size, digest);
    sodium_bin2base64(self->accept, sizeof self->accept, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
}

bool client_socket_open(client_socket *self, const client_target *target, const char *path,
                        const char *cookie, int epoll, uint64_t data) {
    *self = (client_socket){.descriptor = -1};
    int descriptor = socket(target->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return false;
    int yes = 1;
    char key[sodium_base64_ENCODED_LEN(NONCE_SIZE, 1)], request[SEND_SIZE];
    make_key(self, key);
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: tapete.1\r\n%s%s%s\r\n",
                          path, target->host, key, *cookie != '\0' ? "Cookie: " : "", cookie,
                          *cookie != '\0' ? "\r\n" : "");
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = data};
    self->descriptor = descriptor;
    /* What cannot be sent before there is a connection is kept. */
    bool good = length < SEND_SIZE &&
                (connect(descriptor, (const struct sockaddr *)&target->address, target->length) == 0 ||
                 errno == EINPROGRESS) &&
                setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0 &&
                send_bytes(self, request, (size_t)length) == NULL &&
                epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
    self->state = CLIENT_SHAKING;
    if (!good) client_socket_close(self);
    return good;
}

const char *client_socket_flush(client_socket *self) {
    if (self->unsent_size == 0) return NULL;
    ssize_t sent = send(self->descriptor, self->unsent, self->unsent_size, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? NULL : TR("cannot write to it");
    self->unsent_size -= (size_t)sent;
    memmove(self->unsent, self->unsent + sent, self->unsent_size);
    return NULL;
}

static const char *send_frame(client_socket *self, uint8_t opcode, const char *payload, size_t size) {
    uint8_t frame[SEND_SIZE + 8];
    size_t filled = 0;
    tp_assert(size <= SEND_SIZE);
    frame[filled++] = (uint8_t)(0x80 | opcode);
    if (size < 126) {
        frame[filled++] = (uint8_t)(0x80 | size);
    } else {
        frame[filled++] = 0x80 | 126;
        frame[filled++] = (uint8_t)(size >> 8);
        frame[filled++] = (uint8_t)size;
    }
    /* Masks are against proxies that can be fooled by chosen bytes. */
    self->mask = self->mask * 6364136223846793005u + 1442695040888963407u;
    uint8_t mask[4];
    uint32_t high = (uint32_t)(self->mask >> 32);
    memcpy(mask, &high, sizeof mask);
    memcpy(frame + filled, mask, sizeof mask);
    filled += sizeof mask;
    for (size_t i = 0; i < size; i++) frame[filled++] = (uint8_t)(payload[i] ^ mask[i % 4]);
    return send_bytes(self, frame, filled);
}

const char *client_socket_send(client_socket *self, const char *text, size_t size) {
    return send_frame(self, 1, text, size);
}

/* The size of the answer to our handshake, 0 if it is not complete. */
static size_t take_handshake(client_socket *self, const char *bytes, size_t size, const char **problem) {
    const char *end = memmem(bytes, size, "\r\n\r\n", 4);
    if (end == NULL) {
        if (size > SEND_SIZE) *problem = TR("the server does not answer like a Tapete server");
        return 0;
    }
    size_t head = (size_t)(end - bytes);
    if (size < 12 || memcmp(bytes, "HTTP/1.1 101", 12) != 0) {
        static char text[96];
        size_t length = strcspn(bytes, "\r\n");
        snprintf(text, sizeof text, TR("the server does not open the connection: %.*s"),
                 (int)(length < 50 ? length : 50), bytes);
        *problem = text;
    } else if (memmem(bytes, head, self->accept, strlen(self->accept)) == NULL) {
        self->broken = true;
        *problem = TR("the server did not understand the handshake");
    }
    self->state = CLIENT_OPEN;
    return head + 4;
}

/* The size of the frame at the start of these bytes, 0 if it is not complete. */
static size_t take_frame(client_socket *self, const uint8_t *bytes, size_t size, client_heard heard,
                         void *context, const char **problem) {
    if (size < 2) return 0;
    size_t header = 2;
    uint64_t length = bytes[1] & 0x7f;
    if (length >= 126) {
        size_t more = length == 126 ? 2 : 8;
        if (size < 2 + more) return 0;
        length = 0;
        for (size_t i = 0; i < more; i++) length = length << 8 | bytes[2 + i];
        header += more;
    }
    if (length > READ_SIZE - header) {
        self->broken = true;
        *problem = TR("a message is too long");
        return 0;
    }
    if (size < header + length) return 0;
    const char *payload = (const char *)bytes + header;
    switch (bytes[0]) {
    case 0x81: heard(context, payload, length); break;
    case 0x88: {
        static char text[160];
        int code = length >= 2 ? (uint8_t)payload[0] << 8 | (uint8_t)payload[1] : 0;
        snprintf(text, sizeof text, TR("the server closed the connection with %d %.*s"), code,
                 length > 2 && length <= MOST_PING ? (int)length - 2 : 0, payload + 2);
        *problem = text;
        break;
    }
    case 0x89:
        self->broken = length > MOST_PING;
        *problem = self->broken ? TR("a ping is too long") : send_frame(self, 10, payload, length);
        break;
    case 0x8a: break;
    default: self->broken = true; *problem = TR("a frame is malformed");
    }
    return header + length;
}

const char *client_socket_read(client_socket *self, client_heard heard, void *context, uint64_t *bytes) {
    static char buffer[READ_SIZE + 1];
    size_t filled = self->kept_size, at = 0;
    if (filled > 0) memcpy(buffer, self->kept, filled);
    ssize_t count = recv(self->descriptor, buffer + filled, READ_SIZE - filled, 0);
    if (count == 0) return TR("the server closed the connection");
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? NULL : TR("cannot read from it");
    *bytes += (uint64_t)count;
    filled += (size_t)count;
    buffer[filled] = '\0';
    const char *problem = NULL;
    while (at < filled && problem == NULL && self->state != CLIENT_CLOSED) {
        size_t taken = self->state == CLIENT_SHAKING
                           ? take_handshake(self, buffer + at, filled - at, &problem)
                           : take_frame(self, (uint8_t *)buffer + at, filled - at, heard, context, &problem);
        if (taken == 0) break;
        at += taken;
    }
    if (problem != NULL || self->state == CLIENT_CLOSED) return problem;
    /* Most often nothing is left, and then nothing is kept. */
    self->kept_size = filled - at;
    if (self->kept_size == 0) {
        free(self->kept);
        self->kept = NULL;
        return NULL;
    }
    char *kept = realloc(self->kept, self->kept_size);
    if (kept == NULL) return TR("there is not enough memory");
    self->kept = kept;
    memcpy(kept, buffer + at, self->kept_size);
    return NULL;
}
