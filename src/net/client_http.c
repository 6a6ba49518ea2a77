/* Addresses, and requests of HTTP; see client.h. */
#include "net/client.h"

#include "core/language.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    ANSWER_SIZE = 1 << 22, /* the longest: the record of a game */
    REQUEST_SIZE = 4096,
    WAIT_S = 5,
};

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

static int connect_waiting(const client_target *target) {
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

tp_err client_find(const char *url, bool here, client_target *out, tp_error *error) {
    char host[96], port[8];
    if (!split(url, host, sizeof host, port, sizeof port)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("\"%.100s\" is not the URL of a server; one looks like http://localhost:8080."),
                       url);
    }
    snprintf(out->host, sizeof out->host, strchr(host, ':') != NULL ? "[%s]:%s" : "%s:%s", host, port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int problem = getaddrinfo(host, port, &hints, &found);
    if (problem != 0) {
        return tp_fail(error, TP_E_INPUT, TR("cannot find the address of \"%s\": %s."), host,
                       gai_strerror(problem));
    }
    bool is_right = false, answers = false;
    for (struct addrinfo *at = found; at != NULL && !answers; at = at->ai_next) {
        if (here && !is_loopback(at->ai_addr)) continue;
        is_right = true;
        memcpy(&out->address, at->ai_addr, at->ai_addrlen);
        out->length = at->ai_addrlen;
        int descriptor = connect_waiting(out);
        answers = descriptor >= 0;
        if (answers) close(descriptor);
    }
    freeaddrinfo(found);
    if (!is_right) {
        return tp_fail(error, TP_E_INPUT, TR("%s is another machine; load only tests a server on this one."),
                       host);
    }
    if (answers) return TP_OK;
    return tp_fail(error, TP_E_IO, TR("nothing listens on %s; start it with `tapete serve`."), out->host);
}

/* ---- requests ---- */

/* The answer as it came, ending with a NUL; NULL if it does not come or is too long. */
static char *read_answer(int descriptor, size_t *size) {
    size_t filled = 0, room = 1 << 14;
    char *answer = malloc(room);
    while (answer != NULL) {
        if (filled + 1 == room) {
            if (room == ANSWER_SIZE) break;
            char *grown = realloc(answer, room *= 2);
            if (grown == NULL) break;
            answer = grown;
        }
        ssize_t count = recv(descriptor, answer + filled, room - 1 - filled, 0);
        if (count < 0) break;
        filled += (size_t)count;
        answer[filled] = '\0';
        *size = filled;
        if (count == 0) return answer;
    }
    free(answer);
    return NULL;
}

/* The first cookie that the head sets, "name=value". */
static void read_cookie(const char *head, char cookie[CLIENT_COOKIE_SIZE]) {
    cookie[0] = '\0';
    for (const char *line = head; line != NULL; line = strstr(line, "\r\n")) {
        line += 2 * (line != head);
        if (strncasecmp(line, "set-cookie:", 11) != 0) continue;
        const char *value = line + 11 + strspn(line + 11, " ");
        size_t size = strcspn(value, ";\r\n");
        for (size_t i = 0; i < size; i++) {
            if (value[i] <= ' ' || value[i] > '~') return; /* it is sent back within a line */
        }
        if (size < CLIENT_COOKIE_SIZE) snprintf(cookie, CLIENT_COOKIE_SIZE, "%.*s", (int)size, value);
        return;
    }
}

char *client_ask(const client_target *target, const client_request *request, int *status,
                 char cookie[CLIENT_COOKIE_SIZE]) {
    char text[REQUEST_SIZE];
    const char *body = request->body != NULL ? request->body : "";
    int length = snprintf(
        text, sizeof text, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAccept-Language: %s\r\n%s%s%s",
        request->body != NULL ? "POST" : "GET", request->path, target->host, request->language,
        *request->cookie != '\0' ? "Cookie: " : "", request->cookie, *request->cookie != '\0' ? "\r\n" : "");
    if (request->invite != NULL && *request->invite != '\0' && length < REQUEST_SIZE)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "Tapete-Invite: %s\r\n", request->invite);
    if (request->body != NULL && length < REQUEST_SIZE)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "Origin: http://%s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n",
                           target->host, strlen(body));
    if (length < REQUEST_SIZE)
        length += snprintf(text + length, sizeof text - (size_t)length, "\r\n%s", body);
    if (length >= REQUEST_SIZE) return NULL;
    int descriptor = connect_waiting(target);
    if (descriptor < 0) return NULL;
    size_t size = 0;
    char *answer = send(descriptor, text, (size_t)length, MSG_NOSIGNAL) == length
                       ? read_answer(descriptor, &size)
                       : NULL;
    close(descriptor);
    if (answer == NULL) return NULL;
    char *end = strstr(answer, "\r\n\r\n");
    if (end == NULL || strncmp(answer, "HTTP/1.", 7) != 0 || strspn(answer + 9, "0123456789") != 3) {
        free(answer);
        return NULL;
    }
    *status = (int)strtol(answer + 9, NULL, 10);
    *end = '\0';
    read_cookie(answer, cookie);
    size_t head = (size_t)(end - answer) + 4;
    memmove(answer, answer + head, size - head + 1);
    return answer;
}
