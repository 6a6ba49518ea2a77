/* Connections: taking, reading, writing, ending. */
#include "net/internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { REFUSAL_SIZE = 4096 };

/* ---- what to wait for ---- */

static void update_events(net_connection *connection) {
    uint32_t events = (connection->is_paused ? 0 : EPOLLIN) | (connection->must_wait ? EPOLLOUT : 0);
    if (connection->state == NET_DEAD || events == connection->events) return;
    struct epoll_event event = {.events = events, .data.ptr = connection};
    connection->events = events;
    epoll_ctl(connection->net->epoll_descriptor, EPOLL_CTL_MOD, connection->descriptor, &event);
}

static void add_to_do(net_connection *connection) {
    if (connection->is_to_do) return;
    net *server = connection->net;
    connection->is_to_do = true;
    connection->next_to_do = NULL;
    if (server->to_do != NULL) {
        server->to_do_last->next_to_do = connection;
    } else {
        server->to_do = connection;
    }
    server->to_do_last = connection;
}

void net_connection_queue_turn(net_connection *connection) {
    net *server = connection->net;
    if (connection->waits_turn) return;
    connection->waits_turn = true;
    connection->next_turn = NULL;
    connection->previous_turn = server->turns_last;
    if (server->turns_last != NULL) {
        server->turns_last->next_turn = connection;
    } else {
        server->turns = connection;
    }
    server->turns_last = connection;
}

void net_connection_leave_turns(net_connection *connection) {
    net *server = connection->net;
    if (!connection->waits_turn) return;
    connection->waits_turn = false;
    if (connection->next_turn != NULL) {
        connection->next_turn->previous_turn = connection->previous_turn;
    } else {
        server->turns_last = connection->previous_turn;
    }
    if (connection->previous_turn != NULL) {
        connection->previous_turn->next_turn = connection->next_turn;
    } else {
        server->turns = connection->next_turn;
    }
}

bool net_connection_has_room(const net_connection *connection, size_t size) {
    return net_source_has_room(connection->source, size, connection->net->max_held);
}

void net_connection_hold(net_connection *connection, size_t size) {
    connection->net->figures.held += size;
    net_source_hold(connection->source, size);
}

void net_connection_let_go(net_connection *connection, size_t size) {
    connection->net->figures.held -= size;
    net_source_let_go(connection->source, size);
}

void net_connection_write(net_connection *connection) {
    if (!connection->must_wait) add_to_do(connection);
}

void net_connection_pause(net_connection *connection, bool pause) {
    connection->is_paused = pause;
    update_events(connection);
}

void net_connection_end(net_connection *connection) {
    connection->state = NET_DEAD;
    add_to_do(connection);
}

void net_connection_drain(net_connection *connection) {
    if (connection->client != NULL) net_ws_free(connection);
    if (connection->exchange != NULL) net_http_free(connection);
    if (connection->state == NET_DEAD) return;
    connection->state = NET_DRAINING;
    connection->deadline_ms = net_now_ms() + NET_CLOSE_MS;
    shutdown(connection->descriptor, SHUT_WR);
    net_connection_pause(connection, false);
}

/* ---- taking ---- */

static bool is_trusted(const net *server, const net_ip *ip) {
    for (size_t i = 0; i < server->proxy_count; i++) {
        if (net_ip_same(&server->proxies[i], ip)) return true;
    }
    return false;
}

/* Close without more ado. Nothing of the request is read: a client over the limit must not cost memory
 * too. */
static void turn_away(net *server, int descriptor, int status) {
    char text[REFUSAL_SIZE];
    size_t size = net_http_refusal(server, status, text, sizeof text);
    if (size > 0) (void)!send(descriptor, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(descriptor, SHUT_WR);
    close(descriptor);
    server->figures.refused++;
}

static net_connection *make_connection(net *server, int descriptor) {
    net_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return NULL;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(server->epoll_descriptor, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        free(connection);
        return NULL;
    }
    connection->net = server;
    connection->descriptor = descriptor;
    connection->events = EPOLLIN;
    connection->deadline_ms = net_now_ms() + server->header_ms;
    connection->next = server->connections;
    if (connection->next != NULL) connection->next->previous = connection;
    server->connections = connection;
    server->figures.connections++;
    server->figures.accepted++;
    return connection;
}

void net_connection_new(net *server, int descriptor, const struct sockaddr_storage *peer) {
    net_ip ip;
    net_ip_of(peer, &ip);
    if (server->figures.connections >= server->max_connections) {
        turn_away(server, descriptor, 503);
        return;
    }
    /* Whom a proxy speaks for is known when it has said so. */
    bool is_proxy = is_trusted(server, &ip);
    net_source *source = is_proxy ? NULL : net_source_take(&server->sources, &ip, server->max_per_address);
    if (!is_proxy && source == NULL) {
        turn_away(server, descriptor, 429);
        return;
    }
    net_connection *connection = make_connection(server, descriptor);
    if (connection == NULL) {
        net_source_release(&server->sources, source);
        turn_away(server, descriptor, 503);
        return;
    }
    int yes = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connection->source = source;
    connection->is_trusted_proxy = is_proxy;
    connection->is_loopback = net_ip_is_loopback(&ip);
    connection->peer = ip;
    net_ip_write(&ip, connection->address);
}

static void connection_free(net_connection *connection) {
    net *server = connection->net;
    net_connection_leave_turns(connection);
    if (connection->client != NULL) net_ws_free(connection);
    if (connection->exchange != NULL) net_http_free(connection);
    net_source_release(&server->sources, connection->source);
    if (connection->previous != NULL) connection->previous->next = connection->next;
    if (connection->next != NULL) connection->next->previous = connection->previous;
    if (server->connections == connection) server->connections = connection->next;
    server->figures.connections--;
    /* A program that is just being started may still have the descriptor: closing it alone would not end its
     * events. */
    epoll_ctl(server->epoll_descriptor, EPOLL_CTL_DEL, connection->descriptor, NULL);
    close(connection->descriptor);
    free(connection);
}

/* ---- reading ---- */

static void take_bytes(net_connection *connection, const char *bytes, size_t size) {
    connection->net->figures.bytes_in += size;
    switch (connection->state) {
    case NET_READING:
    case NET_ANSWERING:
    case NET_WRITING: net_http_receive(connection, bytes, size); break;
    case NET_WEBSOCKET:
    case NET_CLOSING: net_ws_receive(connection, (const uint8_t *)bytes, size); break;
    case NET_DRAINING:
    case NET_DEAD: break;
    }
}

static void read_some(net_connection *connection) {
    net *server = connection->net;
    ssize_t size =
        recv(connection->descriptor, server->read_buffer, sizeof server->read_buffer, MSG_DONTWAIT);
    if (size > 0) {
        take_bytes(connection, server->read_buffer, (size_t)size);
    } else if (size == 0 && connection->state == NET_WRITING) {
        /* It will say no more and still wants its answer, and those to what it has sent already. */
        if (connection->exchange->filled <= connection->exchange->head.size)
            connection->exchange->keeps_alive = false;
        net_connection_pause(connection, true);
    } else if (size == 0 && connection->waits_turn) {
        /* The same, for requests that it has sent already: it is heard again when the next one is answered.
         */
        net_connection_pause(connection, true);
    } else if (size == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        net_connection_end(connection);
    }
}

/* ---- writing ---- */

ssize_t net_connection_send(net_connection *connection, struct iovec *pieces, size_t count) {
    struct msghdr message = {.msg_iov = pieces};
    message.msg_iovlen = (__typeof__(message.msg_iovlen))count; /* an int with musl, a few pieces at most */
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++) wanted += pieces[i].iov_len;
    ssize_t sent;
    do {
        /* One piece, which is usual, is sent without having the system read a list of pieces. */
        sent = count == 1
                   ? send(connection->descriptor, pieces[0].iov_base, wanted, MSG_NOSIGNAL | MSG_DONTWAIT)
                   : sendmsg(connection->descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
        net_connection_end(connection);
        return -1;
    }
    if (sent < 0) sent = 0;
    connection->net->figures.bytes_out += (uint64_t)sent;
    if ((size_t)sent < wanted) connection->must_wait = true;
    return sent;
}

static void write_some(net_connection *connection) {
    if (connection->client != NULL) {
        net_ws_writable(connection);
    } else if (connection->exchange != NULL) {
        net_http_writable(connection);
    }
    update_events(connection);
}

/* ---- rounds ---- */

void net_connection_serve(net_connection *connection, uint32_t events) {
    if ((events & EPOLLIN) != 0 && connection->state != NET_DEAD) {
        read_some(connection);
    } else if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
        net_connection_end(connection);
    }
    if ((events & EPOLLOUT) != 0) {
        connection->must_wait = false;
        if (connection->state == NET_WRITING) {
            net_connection_queue_turn(connection);
        } else {
            add_to_do(connection);
        }
    }
}

void net_connections_finish(net *server) {
    /* Closing one may have a handler write to others, or close them: they are added while we go. */
    while (server->to_do != NULL) {
        net_connection *connection = server->to_do;
        server->to_do = connection->next_to_do;
        connection->is_to_do = false;
        if (connection->state != NET_DEAD) {
            write_some(connection); /* where that ends it, it is on the list again */
        } else {
            connection->is_to_do = true; /* never again */
            connection_free(connection);
        }
    }
    if (server->is_stopping && server->connections == NULL) server->is_over = true;
}

static void sweep_one(net_connection *connection, int64_t now_ms) {
    if (connection->state == NET_WEBSOCKET && now_ms >= connection->quiet_until_ms)
        net_ws_sweep(connection, now_ms);
    if (connection->deadline_ms == 0 || now_ms < connection->deadline_ms) return;
    if (connection->state == NET_READING || connection->state == NET_WRITING) {
        net_http_deadline(connection);
    } else {
        net_connection_end(connection);
    }
}

void net_connections_sweep(net *server) {
    int64_t now_ms = net_now_ms();
    for (net_connection *connection = server->connections; connection != NULL; connection = connection->next)
        sweep_one(connection, now_ms);
    net_connections_finish(server);
}

void net_connections_stop(net *server) {
    for (net_connection *connection = server->connections; connection != NULL;
         connection = connection->next) {
        if (connection->client != NULL) {
            net_ws_stop(connection);
        } else if (connection->exchange != NULL || connection->state == NET_READING) {
            net_http_stop(connection);
        }
    }
    net_connections_finish(server);
}

void net_connections_free(net *server) {
    for (net_connection *connection = server->connections; connection != NULL; connection = connection->next)
        net_connection_end(connection);
    net_connections_finish(server);
}
