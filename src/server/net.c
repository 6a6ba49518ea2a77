/* The loop: listening, connections, timers, the beginning and the end. */
#include "server/net_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    OTHER_FILES = 64, /* that the process has open besides connections */
    BACKLOG = 1024,
    ACCEPTS_AT_ONCE = 64,
    ACCEPT_AGAIN_MS = 200, /* after the system had no room */
};

int64_t net_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- what the loop reports ---- */

static int on_connections(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                          size_t size) {
    (void)wsi, (void)bytes, (void)size;
    if (user != NULL && reason == LWS_CALLBACK_RAW_RX_FILE) net_connections_serve(user);
    return 0;
}

static void on_sweep(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, sweep);
    net_connections_sweep(server);
    lws_sul_schedule(server->context, 0, &server->sweep, on_sweep, NET_SWEEP_MS * LWS_US_PER_MS);
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
            net_connection_new(server, descriptor, &peer);
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
        server->is_stopping = true;
        if (server->listener != NULL)
            lws_set_timeout(server->listener, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        net_connections_stop(server);
        lws_sul_schedule(server->context, 0, &server->stop_limit, on_stop_limit, NET_STOP_MS * LWS_US_PER_MS);
    }
    server->handlers.woken(server->handlers.context);
    net_connections_finish(server);
    return 0;
}

static void on_timer(lws_sorted_usec_list_t *timer) {
    net *server = lws_container_of(timer, struct net, timer);
    server->handlers.timer(server->handlers.context);
    net_connections_finish(server);
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
    {.name = "connections", .callback = on_connections},
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
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } own;
    socklen_t length = sizeof own;
    memset(&own, 0, sizeof own);
    if (getsockname(descriptor, &own.any, &length) != 0) return 0;
    return ntohs(own.any.sa_family == AF_INET6 ? own.six.sin6_port : own.four.sin_port);
}

/* Hand a descriptor to the loop, which owns it from now on whatever happens. */
static struct lws *adopt(net *server, int descriptor, const char *protocol) {
    struct lws_vhost *vhost = lws_get_vhost_by_name(server->context, "default");
    lws_sock_file_fd_type file = {.filefd = descriptor};
    struct lws *wsi = lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, protocol, NULL);
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
        .user = server,
        .options = LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
    };
    server->context = lws_create_context(&info);
    return server->context != NULL;
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
    server->epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    server->wake_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (server->epoll_descriptor < 0 || adopt(server, server->epoll_descriptor, "connections") == NULL ||
        server->wake_descriptor < 0 || adopt(server, server->wake_descriptor, "wake") == NULL) {
        tp_fail(error, TP_E_IO, "the system lets us open no more files: %s", strerror(errno));
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

void net_run(net *server) {
    while (!server->is_over && lws_service(server->context, 0) >= 0) {}
    net_connections_free(server);
}

void net_stop(net *server) {
    atomic_store(&server->should_stop, true);
    net_wake(server);
}

void net_free(net *server) {
    if (server == NULL) return;
    if (server->context != NULL) {
        net_connections_free(server);
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
