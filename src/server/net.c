/* The loop: listening, connections, timers, the beginning and the end. */
#include "server/net_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
    OTHER_FILES = 64, /* that the process has open besides connections */
    BACKLOG = 1024,
    ACCEPTS_AT_ONCE = 64,
    ACCEPT_AGAIN_MS = 200, /* after the system had no room */
    REFUSAL_SIZE = 4096,
};

int64_t net_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- connections ---- */

void net_connection_end(net_connection *connection) {
    if (connection->state == NET_DEAD) return;
    /* The exchange's handler must hear of it, which it does by its state: NET_DEAD would hide that. */
    if (connection->state != NET_ANSWERING) connection->state = NET_DEAD;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void net_connection_drain(net_connection *connection) {
    if (connection->client != NULL) net_ws_free(connection);
    if (connection->exchange != NULL) net_http_free(connection);
    if (connection->state == NET_DEAD) return;
    connection->state = NET_DRAINING;
    connection->deadline_ms = net_now_ms() + NET_CLOSE_MS;
    shutdown(lws_get_socket_fd(connection->wsi), SHUT_WR);
    net_connection_pause(connection, false);
}

void net_connection_pause(net_connection *connection, bool pause) {
    if (connection->is_paused == pause) return;
    connection->is_paused = pause;
    lws_rx_flow_control(connection->wsi, !pause);
}

ssize_t net_connection_send(net_connection *connection, struct iovec *pieces, size_t count) {
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
    ssize_t sent;
    do {
        sent = sendmsg(lws_get_socket_fd(connection->wsi), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
    if (sent < 0) {
        net_connection_end(connection);
        return -1;
    }
    connection->net->figures.bytes_out += (uint64_t)sent;
    return sent;
}

static void connection_free(net_connection *connection) {
    net *server = connection->net;
    if (connection->client != NULL) net_ws_free(connection);
    if (connection->exchange != NULL) net_http_free(connection);
    net_source_release(&server->sources, connection->source);
    if (connection->previous != NULL) connection->previous->next = connection->next;
    if (connection->next != NULL) connection->next->previous = connection->previous;
    if (server->connections == connection) server->connections = connection->next;
    server->figures.connections--;
    free(connection);
    if (server->is_stopping && server->connections == NULL) net_wake(server);
}

static void connection_receive(net_connection *connection, const char *bytes, size_t size) {
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

static int on_connection(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                         size_t size) {
    (void)wsi;
    net_connection *connection = user;
    if (connection == NULL) return 0;
    if (reason == LWS_CALLBACK_RAW_RX) {
        connection_receive(connection, bytes, size);
    } else if (reason == LWS_CALLBACK_RAW_WRITEABLE) {
        if (connection->client != NULL) net_ws_writable(connection);
        if (connection->exchange != NULL) net_http_writable(connection);
    } else if (reason == LWS_CALLBACK_RAW_CLOSE) {
        lws_set_wsi_user(wsi, NULL);
        connection_free(connection);
    }
    return 0;
}

static void connection_sweep(net_connection *connection, int64_t now_ms) {
    if (connection->state == NET_WEBSOCKET) net_ws_sweep(connection, now_ms);
    if (connection->deadline_ms == 0 || now_ms < connection->deadline_ms) return;
    if (connection->state == NET_READING || connection->state == NET_WRITING) {
        net_http_deadline(connection);
    } else {
        net_connection_end(connection);
    }
}

static void on_sweep(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, sweep);
    int64_t now_ms = net_now_ms();
    /* Nothing here frees a connection: that is left to the loop. */
    for (net_connection *connection = server->connections; connection != NULL; connection = connection->next)
        connection_sweep(connection, now_ms);
    lws_sul_schedule(server->context, 0, &server->sweep, on_sweep, NET_SWEEP_MS * LWS_US_PER_MS);
}

/* ---- accepting ---- */

static bool is_trusted(const net *server, const net_ip *ip) {
    for (size_t i = 0; i < server->proxy_count; i++) {
        if (net_ip_same(&server->proxies[i], ip)) return true;
    }
    return false;
}

/* Close without more ado. Nothing of the request is read: whoever is over the limit shall not cost memory too. */
static void turn_away(net *server, int descriptor, int status) {
    char text[REFUSAL_SIZE];
    size_t size = net_http_refusal(server, status, text, sizeof text);
    if (size > 0) (void)!send(descriptor, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(descriptor, SHUT_WR);
    close(descriptor);
    server->figures.refused++;
}

/* Hand the socket to the loop. It is closed where that fails. */
static bool connection_new(net *server, int descriptor, const net_ip *ip, net_source *source, bool is_proxy) {
    net_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        close(descriptor);
        return false;
    }
    lws_sock_file_fd_type socket = {.sockfd = descriptor};
    connection->wsi = lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_SOCKET, socket, "connection", NULL);
    if (connection->wsi == NULL) {
        free(connection);
        return false;
    }
    lws_set_wsi_user(connection->wsi, connection);
    connection->net = server;
    connection->source = source;
    connection->is_trusted_proxy = is_proxy;
    connection->is_loopback = net_ip_is_loopback(ip);
    connection->deadline_ms = net_now_ms() + server->header_ms;
    net_ip_write(ip, connection->address);
    connection->next = server->connections;
    if (connection->next != NULL) connection->next->previous = connection;
    server->connections = connection;
    server->figures.connections++;
    server->figures.accepted++;
    return true;
}

static void take_socket(net *server, int descriptor, const struct sockaddr_storage *peer) {
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
    int yes = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!connection_new(server, descriptor, &ip, source, is_proxy)) {
        net_source_release(&server->sources, source);
        server->figures.refused++;
    }
}

static void on_accept_again(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, accept_again);
    if (server->listener != NULL) lws_rx_flow_control(server->listener, 1);
}

static int on_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                       size_t size) {
    (void)bytes, (void)size;
    net *server = user;
    if (server == NULL) return 0;
    if (reason == LWS_CALLBACK_RAW_CLOSE_FILE) server->listener = NULL;
    if (reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage peer;
        socklen_t length = sizeof peer;
        int descriptor =
            accept4(lws_get_socket_fd(wsi), (struct sockaddr *)&peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) {
            take_socket(server, descriptor, &peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* They wait in the backlog until there is room again. */
            lws_rx_flow_control(wsi, 0);
            lws_sul_schedule(server->context, 0, &server->accept_again, on_accept_again,
                             ACCEPT_AGAIN_MS * LWS_US_PER_MS);
            break;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        }
    }
    return 0;
}

/* ---- waking, timers ---- */

void net_wake(net *server) {
    int kept = errno; /* this may be a signal handler */
    uint64_t one = 1;
    (void)!write(server->wake_descriptor, &one, sizeof one);
    errno = kept;
}

static void begin_stop(net *server) {
    server->is_stopping = true;
    if (server->listener != NULL)
        lws_set_timeout(server->listener, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    for (net_connection *connection = server->connections; connection != NULL;
         connection = connection->next) {
        if (connection->client != NULL) {
            net_close(connection->client, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops");
        } else if (connection->exchange != NULL || connection->state == NET_READING) {
            net_http_stop(connection);
        }
    }
}

static void on_stop_limit(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, stop_limit);
    server->is_over = true;
    net_wake(server);
}

static int on_wake(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes, size_t size) {
    (void)bytes, (void)size;
    net *server = user;
    if (server == NULL || reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    uint64_t count;
    if (read(lws_get_socket_fd(wsi), &count, sizeof count) != sizeof count) return 0;
    if (atomic_load(&server->should_stop) && !server->is_stopping) {
        begin_stop(server);
        lws_sul_schedule(server->context, 0, &server->stop_limit, on_stop_limit, NET_STOP_MS * LWS_US_PER_MS);
    }
    if (server->is_stopping && server->connections == NULL) server->is_over = true;
    server->handlers.woken(server->handlers.context);
    return 0;
}

static void on_timer(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, timer);
    server->handlers.timer(server->handlers.context);
}

void net_timer(net *server, int64_t at_ms) {
    int64_t wait_ms = at_ms - net_now_ms();
    if (at_ms == 0) {
        lws_sul_cancel(&server->timer);
    } else {
        lws_sul_schedule(server->context, 0, &server->timer, on_timer,
                         wait_ms > 0 ? wait_ms * LWS_US_PER_MS : 1);
    }
}

/* ---- opening ---- */

static const struct lws_protocols protocols[] = {
    {.name = "connection", .callback = on_connection},
    {.name = "listener", .callback = on_listener},
    {.name = "wake", .callback = on_wake},
    {.name = NULL},
};

/* Missing handlers are fine: these take their place. */
static void no_request(void *context, net_exchange *exchange, const net_request *request) {
    (void)context, (void)request;
    net_reply(exchange, &(net_response){.status = 404});
}
static void no_gone(void *context, net_exchange *exchange) { (void)context, (void)exchange; }
static int no_open(void *context, const net_request *request, void **user) {
    (void)context, (void)request, (void)user;
    return 404;
}
static void no_client(void *context, net_client *client) { (void)context, (void)client; }
static void no_message(void *context, net_client *client, const char *text, size_t size) {
    (void)context, (void)client, (void)text, (void)size;
}
static void nothing(void *context) { (void)context; }

static net_handlers complete(net_handlers handlers) {
    if (handlers.request == NULL) handlers.request = no_request;
    if (handlers.gone == NULL) handlers.gone = no_gone;
    if (handlers.open == NULL) handlers.open = no_open;
    if (handlers.opened == NULL) handlers.opened = no_client;
    if (handlers.message == NULL) handlers.message = no_message;
    if (handlers.closed == NULL) handlers.closed = no_client;
    if (handlers.woken == NULL) handlers.woken = nothing;
    if (handlers.timer == NULL) handlers.timer = nothing;
    return handlers;
}

/* As many files as the connections need, or as many as we may have. */
static int room_for(int max_connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)max_connections + OTHER_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return max_connections;
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
    rlim_t room = limit.rlim_cur > 2 * OTHER_FILES ? limit.rlim_cur - OTHER_FILES : limit.rlim_cur / 2;
    return room < (rlim_t)max_connections ? (int)room : max_connections;
}

static bool parse_proxies(net *server, const char *list, tp_error *error) {
    size_t most = 1;
    for (const char *c = list; *c != '\0'; c++) most += *c == ',';
    server->proxies = calloc(most, sizeof *server->proxies);
    if (server->proxies == NULL) {
        tp_fail(error, TP_E_MEMORY, "no memory for the addresses of proxies");
        return false;
    }
    while (*list != '\0') {
        size_t length = strcspn(list, ", ");
        if (length > 0 && !net_ip_parse(list, length, &server->proxies[server->proxy_count++])) {
            tp_fail(error, TP_E_INPUT, "\"%.*s\" is no address of a proxy; one looks like 127.0.0.1 or ::1",
                    (int)(length < 80 ? length : 80), list);
            return false;
        }
        list += length;
        list += strspn(list, ", ");
    }
    return true;
}

static bool listen_on(int descriptor, const struct sockaddr *address, socklen_t length) {
    int yes = 1, no = 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address->sa_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    return bind(descriptor, address, length) == 0 && listen(descriptor, BACKLOG) == 0;
}

/* A socket that listens, or -1. Without an address it hears both kinds of IP, where the system has both. */
static int listen_socket(const char *bind, int port, tp_error *error) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    int problem = getaddrinfo(bind != NULL ? bind : "::", service, &hints, &found);
    if (problem != 0) {
        tp_fail(error, TP_E_INPUT, "cannot listen on \"%.100s\": %s", bind != NULL ? bind : "",
                gai_strerror(problem));
        return -1;
    }
    int descriptor = -1, number = 0;
    for (struct addrinfo *at = found; at != NULL && descriptor < 0; at = at->ai_next) {
        descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (descriptor >= 0 && listen_on(descriptor, at->ai_addr, at->ai_addrlen)) break;
        number = errno;
        if (descriptor >= 0) close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(found);
    if (descriptor < 0 && bind == NULL && number != EADDRINUSE && number != EACCES)
        return listen_socket("0.0.0.0", port, error);
    if (descriptor < 0) {
        const char *cause = strerror(number);
        if (number == EADDRINUSE) cause = "another program listens there; choose another port";
        if (number == EACCES) cause = "ports below 1024 are for root; choose another";
        if (number == EADDRNOTAVAIL) cause = "this machine does not have that address";
        tp_fail(error, TP_E_IO, "cannot listen on %.100s, port %d: %s", bind != NULL ? bind : "all addresses",
                port, cause);
    }
    return descriptor;
}

static int port_of(int descriptor) {
    struct sockaddr_storage own;
    socklen_t length = sizeof own;
    if (getsockname(descriptor, (struct sockaddr *)&own, &length) != 0) return 0;
    if (own.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&own)->sin6_port);
    return ntohs(((struct sockaddr_in *)&own)->sin_port);
}

/* Hand a descriptor that is no connection to the loop, which owns it from now on whatever happens. */
static struct lws *adopt(net *server, int descriptor, const char *protocol) {
    lws_sock_file_fd_type file = {.filefd = descriptor};
    struct lws *wsi =
        lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, file, protocol, NULL);
    if (wsi != NULL) lws_set_wsi_user(wsi, server);
    return wsi;
}

static bool make_loop(net *server) {
    /* What libwebsockets has to say about peers is of no use to anybody here. */
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .pt_serv_buf_size = NET_READ_SIZE,
        .user = server,
        .options = LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
    };
    server->context = lws_create_context(&info);
    server->vhost = server->context != NULL ? lws_get_vhost_by_name(server->context, "default") : NULL;
    return server->vhost != NULL;
}

static bool copy_setup(net *server, const net_setup *setup) {
    server->handlers = complete(setup->handlers);
    server->max_per_address = setup->max_per_address;
    server->max_connections = room_for(setup->max_connections);
    server->figures.max_connections = server->max_connections;
    server->header_ms = (int64_t)setup->header_s * 1000;
    server->idle_ms = (int64_t)setup->idle_s * 1000;
    server->max_body = setup->max_body;
    server->max_message = setup->max_message;
    server->max_queue = setup->max_queue;
    server->headers = strdup(setup->headers != NULL ? setup->headers : "");
    server->subprotocol = setup->subprotocol != NULL ? strdup(setup->subprotocol) : NULL;
    return server->headers != NULL && (setup->subprotocol == NULL || server->subprotocol != NULL) &&
           net_sources_init(&server->sources, server->max_connections);
}

static bool start(net *server, const net_setup *setup, tp_error *error) {
    if (!copy_setup(server, setup)) {
        tp_fail(error, TP_E_MEMORY, "no memory for a server");
        return false;
    }
    if (setup->proxy != NULL && !parse_proxies(server, setup->proxy, error)) return false;
    if (!make_loop(server)) {
        tp_fail(error, TP_E_MEMORY, "libwebsockets could not be set up");
        return false;
    }
    server->wake_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (server->wake_descriptor < 0 || adopt(server, server->wake_descriptor, "wake") == NULL) {
        tp_fail(error, TP_E_IO, "cannot make an eventfd: %s", strerror(errno));
        return false;
    }
    int descriptor = listen_socket(setup->bind, setup->port, error);
    if (descriptor < 0) return false;
    server->port = port_of(descriptor);
    server->listener = adopt(server, descriptor, "listener");
    if (server->listener == NULL) {
        tp_fail(error, TP_E_MEMORY, "no memory for a server");
        return false;
    }
    lws_sul_schedule(server->context, 0, &server->sweep, on_sweep, NET_SWEEP_MS * LWS_US_PER_MS);
    return true;
}

net *net_open(const net_setup *setup, tp_error *error) {
    net *server = calloc(1, sizeof *server);
    if (server == NULL) {
        tp_fail(error, TP_E_MEMORY, "no memory for a server");
        return NULL;
    }
    if (start(server, setup, error)) return server;
    net_free(server);
    return NULL;
}

int net_port(const net *server) { return server->port; }

void net_get_figures(const net *server, net_figures *out) { *out = server->figures; }

/* ---- running, stopping ---- */

/* Those that did not go by themselves. The handlers hear of each. */
static void close_rest(net *server) {
    while (server->connections != NULL)
        lws_set_timeout(server->connections->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

void net_run(net *server) {
    while (!server->is_over && lws_service(server->context, 0) >= 0) {}
    close_rest(server);
}

void net_stop(net *server) {
    atomic_store(&server->should_stop, true);
    net_wake(server);
}

void net_free(net *server) {
    if (server == NULL) return;
    if (server->context != NULL) {
        close_rest(server);
        lws_sul_cancel(&server->timer);
        lws_sul_cancel(&server->sweep);
        lws_sul_cancel(&server->accept_again);
        lws_sul_cancel(&server->stop_limit);
        lws_context_destroy(server->context);
    }
    net_sources_free(&server->sources);
    free(server->headers);
    free(server->subprotocol);
    free(server->proxies);
    free(server);
}
