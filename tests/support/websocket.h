/* The client's end of a websocket, as plain as can be: blocking, text messages only, for tests that speak to
 * a real server. */
#ifndef TAPETE_TESTS_WEBSOCKET_H
#define TAPETE_TESTS_WEBSOCKET_H

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct websocket {
    int socket;
    char *buffer;
    size_t size, capacity;
} websocket;

/* Where to go when the server closes or is silent, for a test that expects it; NULL: that is the end of the
 * program. */
static jmp_buf *websocket_trouble;

static inline void websocket_fail(const char *what) {
    if (websocket_trouble != NULL) longjmp(*websocket_trouble, 1);
    fprintf(stderr, "websocket: %s\n", what);
    abort();
}

/* At least so many bytes in the buffer. */
static inline void websocket_need(websocket *ws, size_t count) {
    while (ws->size < count) {
        if (ws->capacity < ws->size + 65536) {
            ws->capacity = 2 * ws->capacity + 131072;
            ws->buffer = realloc(ws->buffer, ws->capacity);
        }
        ssize_t got = recv(ws->socket, ws->buffer + ws->size, 65536, 0);
        if (got <= 0) websocket_fail("the server closed, or said nothing for too long");
        ws->size += (size_t)got;
    }
}

static inline void websocket_drop(websocket *ws, size_t count) {
    memmove(ws->buffer, ws->buffer + count, ws->size - count);
    ws->size -= count;
}

static inline void websocket_write(websocket *ws, const void *bytes, size_t size) {
    if (send(ws->socket, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) websocket_fail("cannot send");
}

static inline void websocket_open(websocket *ws, int port, const char *path, const char *cookie) {
    memset(ws, 0, sizeof *ws);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval limit = {.tv_sec = 60};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    ws->socket = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(ws->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(ws->socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (connect(ws->socket, (struct sockaddr *)&to, sizeof to) != 0) websocket_fail("cannot connect");
    char request[1024];
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: tapete.1\r\nCookie: tapete=%s\r\n\r\n",
             path, port, cookie);
    websocket_write(ws, request, strlen(request));
    for (;;) {
        websocket_need(ws, ws->size + 1);
        char *end = memmem(ws->buffer, ws->size, "\r\n\r\n", 4);
        if (end == NULL) continue;
        if (memcmp(ws->buffer, "HTTP/1.1 101", 12) != 0) websocket_fail("the handshake was refused");
        websocket_drop(ws, (size_t)(end + 4 - ws->buffer));
        return;
    }
}

/* A masked text frame; the mask is zero, which is as good as any here. */
static inline void websocket_send(websocket *ws, const char *text) {
    size_t size = strlen(text), length = 6;
    unsigned char *frame = calloc(1, 8 + size + 1);
    frame[0] = 0x81;
    if (size < 126) {
        frame[1] = (unsigned char)(0x80 | size);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(size >> 8);
        frame[3] = (unsigned char)size;
        length = 8;
    }
    /* As one, so that nobody is woken for half of it. */
    memcpy(frame + length, text, size + 1);
    websocket_write(ws, frame, length + size);
    free(frame);
}

/* The next text message, a new string. */
static inline char *websocket_receive(websocket *ws) {
    for (;;) {
        websocket_need(ws, 2);
        const unsigned char *head = (const unsigned char *)ws->buffer;
        int opcode = head[0] & 15;
        size_t size = head[1] & 127, start = 2;
        if (size == 126) {
            websocket_need(ws, 4);
            head = (const unsigned char *)ws->buffer;
            size = (size_t)head[2] << 8 | head[3];
            start = 4;
        } else if (size == 127) {
            websocket_need(ws, 10);
            head = (const unsigned char *)ws->buffer;
            size = 0;
            for (int i = 2; i < 10; i++) size = size << 8 | head[i];
            start = 10;
        }
        websocket_need(ws, start + size);
        char *text = opcode == 1 ? strndup(ws->buffer + start, size) : NULL;
        websocket_drop(ws, start + size);
        if (opcode == 8) websocket_fail("the server closed the connection");
        if (text != NULL) return text;
    }
}

static inline void websocket_close(websocket *ws) {
    close(ws->socket);
    free(ws->buffer);
}

#endif
