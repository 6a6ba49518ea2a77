/* The sockets of `tapete load`: as much of HTTP and of websockets (RFC 6455) as is needed to speak to our own server. They are its
 * own and not those of the server, so that a mistake in one is not hidden by the same mistake in the other. */
#include "cli/load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_SIZE = 1 << 20, /* also the longest frame */
    SEND_SIZE = 1024,    /* the longest message of ours */
    ANSWER_SIZE = 1 << 16,
    WAIT_S = 5,
};

int64_t load_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- whom to speak to ---- */

static bool is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* Host and port of "http://localhost:8080/…"; `ws:` is the same, and may be left out. */
static bool split(const char *url, char *host, size_t host_size, char *port, size_t port_size) {
    const char *scheme = strstr(url, "://");
    if (scheme != NULL) {
        if (strncmp(url, "http://", 7) != 0 && strncmp(url, "ws://", 5) != 0) return false;
        url = scheme + 3;
    }
    size_t length = strcspn(url, "/"), host_length = *url == '[' ? strcspn(url, "]") : strcspn(url, ":/");
    const char *begin = url + (*url == '['), *behind = url + host_length + (*url == '[');
    if (*url == '[') host_length--;
    if (host_length == 0 || host_length >= host_size || behind > url + length) return false;
    memcpy(host, begin, host_length);
    host[host_length] = '\0';
    snprintf(port, port_size, "80");
    if (*behind != ':') return behind == url + length;
    size_t digits = strspn(behind + 1, "0123456789");
    if (digits == 0 || digits >= port_size || behind + 1 + digits != url + length) return false;
    memcpy(port, behind + 1, digits);
    port[digits] = '\0';
    return true;
}

static int connect_waiting(const load_target *target) {
    int descriptor = socket(target->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval limit = {.tv_sec = WAIT_S};
    if (descriptor < 0) return -1;
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(descriptor, (const struct sockaddr *)&target->address, target->length) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

bool load_find(const char *url, load_target *out) {
    char host[96], port[8];
    if (!split(url, host, sizeof host, port, sizeof port)) {
        cli_bad("\"%.100s\" is no address of a server; one looks like http://localhost:8080.", url);
        return false;
    }
    snprintf(out->host, sizeof out->host, strchr(host, ':') != NULL ? "[%s]:%s" : "%s:%s", host, port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int problem = getaddrinfo(host, port, &hints, &found);
    if (problem != 0) {
        cli_bad("there is no address of \"%s\": %s.", host, gai_strerror(problem));
        return false;
    }
    bool is_local = false, answers = false;
    for (struct addrinfo *at = found; at != NULL && !answers; at = at->ai_next) {
        if (!is_loopback(at->ai_addr)) continue;
        is_local = true;
        memcpy(&out->address, at->ai_addr, at->ai_addrlen);
        out->length = at->ai_addrlen;
        int descriptor = connect_waiting(out);
        answers = descriptor >= 0;
        if (answers) close(descriptor);
    }
    freeaddrinfo(found);
    if (!is_local) {
        cli_bad("%s is another machine; load is for a server on this one.", host);
    } else if (!answers) {
        cli_bad("nothing listens on %s; start it with `tapete serve`.", out->host);
    }
    return answers;
}

char *load_metrics(const load_target *target) {
    int descriptor = connect_waiting(target);
    if (descriptor < 0) return NULL;
    char request[256];
    int length = snprintf(request, sizeof request,
                          "GET /metrics HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", target->host);
    char *answer = cli_allocate(ANSWER_SIZE);
    size_t filled = 0;
    ssize_t count = send(descriptor, request, (size_t)length, MSG_NOSIGNAL);
    while (count > 0 && filled + 1 < ANSWER_SIZE) {
        count = recv(descriptor, answer + filled, ANSWER_SIZE - 1 - filled, 0);
        if (count > 0) filled += (size_t)count;
    }
    close(descriptor);
    if (strncmp(answer, "HTTP/1.1 200", 12) == 0) return answer;
    free(answer);
    return NULL;
}

/* ---- a websocket ---- */

bool load_socket_open(load_socket *self, const load_target *target, int epoll, uint64_t data) {
    *self = (load_socket){.descriptor = -1};
    int descriptor = socket(target->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return false;
    int yes = 1;
    char request[512];
    /* The key says nothing: we know who answers. */
    int length = snprintf(request, sizeof request,
                          "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: dGFwZXRlIGxvYWQgdGVzdA==\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: tapete.1\r\n\r\n",
                          target->host);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = data};
    /* Connecting to this machine itself does not wait. */
    bool good = connect(descriptor, (const struct sockaddr *)&target->address, target->length) == 0 &&
                setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0 &&
                fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 &&
                send(descriptor, request, (size_t)length, MSG_NOSIGNAL) == length &&
                epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
    if (!good) {
        close(descriptor);
        return false;
    }
    self->descriptor = descriptor;
    self->state = LOAD_SHAKING;
    return true;
}

void load_socket_close(load_socket *self) {
    if (self->state == LOAD_CLOSED) return;
    self->state = LOAD_CLOSED;
    close(self->descriptor);
    free(self->kept);
    free(self->unsent);
    self->kept = self->unsent = NULL;
    self->kept_size = self->unsent_size = 0;
}

static const char *send_bytes(load_socket *self, const void *bytes, size_t size) {
    ssize_t sent = self->unsent_size > 0 ? 0 : send(self->descriptor, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return "it cannot be written to";
    if (sent < 0) sent = 0;
    size_t left = size - (size_t)sent;
    if (left == 0) return NULL;
    char *unsent = realloc(self->unsent, self->unsent_size + left);
    if (unsent == NULL) return "there is not enough memory";
    memcpy(unsent + self->unsent_size, (const char *)bytes + sent, left);
    self->unsent = unsent;
    self->unsent_size += left;
    return NULL;
}

const char *load_socket_flush(load_socket *self) {
    if (self->unsent_size == 0) return NULL;
    ssize_t sent = send(self->descriptor, self->unsent, self->unsent_size, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? NULL : "it cannot be written to";
    self->unsent_size -= (size_t)sent;
    memmove(self->unsent, self->unsent + sent, self->unsent_size);
    return NULL;
}

static const char *send_frame(load_socket *self, uint8_t opcode, const char *payload, size_t size) {
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
    /* Masks are against proxies that can be fooled; there are none between us. But a mask of zeros would hide that the server forgets it. */
    static const uint8_t mask[4] = {0x5a, 0x13, 0xc7, 0x88};
    memcpy(frame + filled, mask, sizeof mask);
    filled += sizeof mask;
    for (size_t i = 0; i < size; i++) frame[filled++] = (uint8_t)(payload[i] ^ mask[i % 4]);
    return send_bytes(self, frame, filled);
}

const char *load_socket_send(load_socket *self, const char *text, size_t size) {
    return send_frame(self, 1, text, size);
}

/* The size of the answer to our handshake, 0 where it is not complete. */
static size_t take_handshake(load_socket *self, const char *bytes, size_t size, const char **problem) {
    const char *end = memmem(bytes, size, "\r\n\r\n", 4);
    if (end == NULL) return 0;
    if (size < 12 || memcmp(bytes, "HTTP/1.1 101", 12) != 0) {
        static char text[96];
        size_t length = strcspn(bytes, "\r\n");
        snprintf(text, sizeof text, "the server does not open it: %.*s", (int)(length < 50 ? length : 50),
                 bytes);
        *problem = text;
    }
    self->state = LOAD_OPEN;
    return (size_t)(end - bytes) + 4;
}

/* The size of the frame at the start of these bytes, 0 where it is not complete. */
static size_t take_frame(load_socket *self, const uint8_t *bytes, size_t size, load_heard heard,
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
        *problem = "a message is longer than any should be";
        return 0;
    }
    if (size < header + length) return 0;
    const char *payload = (const char *)bytes + header;
    switch (bytes[0]) {
    case 0x81: heard(context, payload, length); break;
    case 0x88: {
        static char text[160];
        int code = length >= 2 ? (uint8_t)payload[0] << 8 | (uint8_t)payload[1] : 0;
        snprintf(text, sizeof text, "the server closed it with %d %.*s", code,
                 length > 2 ? (int)length - 2 : 0, payload + 2);
        *problem = text;
        break;
    }
    case 0x89: *problem = send_frame(self, 10, payload, length); break;
    case 0x8a: break;
    default: *problem = "a frame is not as it should be";
    }
    return header + length;
}

const char *load_socket_read(load_socket *self, load_heard heard, void *context, uint64_t *bytes) {
    static char buffer[READ_SIZE + 1];
    size_t filled = self->kept_size, at = 0;
    if (filled > 0) memcpy(buffer, self->kept, filled);
    ssize_t count = recv(self->descriptor, buffer + filled, READ_SIZE - filled, 0);
    if (count == 0) return "the server closed it";
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? NULL : "it cannot be read";
    *bytes += (uint64_t)count;
    filled += (size_t)count;
    buffer[filled] = '\0';
    const char *problem = NULL;
    while (at < filled && problem == NULL && self->state != LOAD_CLOSED) {
        size_t taken = self->state == LOAD_SHAKING
                           ? take_handshake(self, buffer + at, filled - at, &problem)
                           : take_frame(self, (uint8_t *)buffer + at, filled - at, heard, context, &problem);
        if (taken == 0) break;
        at += taken;
    }
    if (problem != NULL || self->state == LOAD_CLOSED) return problem;
    /* Most often nothing is left, and then nothing is kept. */
    self->kept_size = filled - at;
    if (self->kept_size == 0) {
        free(self->kept);
        self->kept = NULL;
        return NULL;
    }
    char *kept = realloc(self->kept, self->kept_size);
    if (kept == NULL) return "there is not enough memory";
    self->kept = kept;
    memcpy(kept, buffer + at, self->kept_size);
    return NULL;
}
