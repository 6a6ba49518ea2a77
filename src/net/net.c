/* The event loop (epoll): listening, connections, timers, start and end. */
#include "core/language.h"
#include "net/internal.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    OTHER_FILES = 64, /* that the process has open besides connections */
    BACKLOG = 1024,
    ACCEPTS_AT_ONCE = 64,
    EVENTS_AT_ONCE = 1024,
    ACCEPT_AGAIN_MS = 200, /* after the system had no room */
};

int64_t net_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- waking, timers ---- */

void net_wake(net *server) {
    int kept = errno; /* this may be a signal handler */
    uint64_t one = 1;
    (void)!write(server->wake_descriptor, &one, sizeof one);
    errno = kept;
}

void net_timer(net *server, int64_t at_ms) { server->timer_ms = at_ms; }

/* ---- opening ---- */

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
static void no_frame(void *context, net_client *client) { (void)context, (void)client; }
static void nothing(void *context) { (void)context; }

static net_handlers complete(net_handlers handlers) {
    if (handlers.request == NULL) handlers.request = no_request;
    if (handlers.gone == NULL) handlers.gone = no_gone;
    if (handlers.open == NULL) handlers.open = no_open;
    if (handlers.opened == NULL) handlers.opened = no_client;
    if (handlers.message == NULL) handlers.message = no_message;
    if (handlers.frame == NULL) handlers.frame = no_frame;
    if (handlers.crumbs == NULL) handlers.crumbs = no_frame;
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
        tp_fail(error, TP_E_MEMORY, TR("no memory for the addresses of proxies"));
        return false;
    }
    while (*list != '\0') {
        size_t length = strcspn(list, ", ");
        if (length > 0 && !net_ip_parse(list, length, &server->proxies[server->proxy_count++])) {
            tp_fail(error, TP_E_INPUT,
                    TR("\"%.*s\" is not the address of a proxy; one looks like 127.0.0.1 or ::1"),
                    (int)(length < 80 ? length : 80), list);
            return false;
        }
        list += length;
        list += strspn(list, ", ");
    }
    return true;
}

static bool listen_on(int descriptor, const struct sockaddr *address, socklen_t length) {
    int yes = 1, no = 0, unsent = NET_UNSENT;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    /* Connections inherit this: what a peer does not read waits here, where it is counted, and not by
     * megabytes in the system. */
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
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
        tp_fail(error, TP_E_INPUT, TR("cannot listen on \"%.100s\": %s"), bind != NULL ? bind : "",
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
        if (number == EADDRINUSE) cause = TR("another program listens there; choose another port");
        if (number == EACCES) cause = TR("ports below 1024 are for root; choose another");
        if (number == EADDRNOTAVAIL) cause = TR("this machine does not have that address");
        tp_fail(error, TP_E_IO, TR("cannot listen on %.100s, port %d: %s"),
                bind != NULL ? bind : TR("all addresses"), port, cause);
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

/* Have epoll report what can be read from a descriptor of the server itself; its place in `server` tells
 * which one it is. */
static bool watch(const net *server, int how, const int *descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = (void *)(uintptr_t)descriptor};
    return epoll_ctl(server->epoll_descriptor, how, *descriptor, &event) == 0;
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
    server->stop_code = setup->stop_code;
    server->max_queue = setup->max_queue;
    server->max_held = setup->max_held;
    server->headers = strdup(setup->headers != NULL ? setup->headers : "");
    server->subprotocol = setup->subprotocol != NULL ? strdup(setup->subprotocol) : NULL;
    return server->headers != NULL && (setup->subprotocol == NULL || server->subprotocol != NULL) &&
           net_sources_init(&server->sources, server->max_connections);
}

static bool start(net *server, const net_setup *setup, tp_error *error) {
    if (!copy_setup(server, setup)) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for a server"));
        return false;
    }
    if (setup->proxy != NULL && !parse_proxies(server, setup->proxy, error)) return false;
    server->epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    server->wake_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (server->epoll_descriptor < 0 || server->wake_descriptor < 0 ||
        !watch(server, EPOLL_CTL_ADD, &server->wake_descriptor, EPOLLIN)) {
        tp_fail(error, TP_E_IO, TR("the system cannot open more files: %s"), strerror(errno));
        return false;
    }
    server->listen_descriptor = listen_socket(setup->bind, setup->port, error);
    if (server->listen_descriptor < 0) return false;
    server->port = port_of(server->listen_descriptor);
    if (!watch(server, EPOLL_CTL_ADD, &server->listen_descriptor, EPOLLIN)) {
        tp_fail(error, TP_E_IO, TR("the system cannot watch more files: %s"), strerror(errno));
        return false;
    }
    server->sweep_ms = net_now_ms() + NET_SWEEP_MS;
    return true;
}

net *net_open(const net_setup *setup, tp_error *error) {
    net *server = calloc(1, sizeof *server);
    if (server == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for a server"));
        return NULL;
    }
    server->epoll_descriptor = server->wake_descriptor = server->listen_descriptor = -1;
    server->other_descriptor = -1;
    if (start(server, setup, error)) return server;
    net_free(server);
    return NULL;
}

int net_port(const net *server) { return server->port; }

bool net_watch(net *server, int descriptor, void (*ready)(void *context), void *context) {
    server->other_descriptor = descriptor;
    server->other_ready = ready;
    server->other_context = context;
    return watch(server, EPOLL_CTL_ADD, &server->other_descriptor, EPOLLIN);
}

void net_get_figures(const net *server, net_figures *out) { *out = server->figures; }

/* ---- what happens ---- */

static void accept_some(net *server) {
    for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage peer;
        socklen_t length = sizeof peer;
        int descriptor = accept4(server->listen_descriptor, (struct sockaddr *)&peer, &length,
                                 SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) {
            net_connection_new(server, descriptor, &peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* They wait in the backlog until there is room again. */
            watch(server, EPOLL_CTL_MOD, &server->listen_descriptor, 0);
            server->accept_again_ms = net_now_ms() + ACCEPT_AGAIN_MS;
            break;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        }
    }
}

static void begin_to_stop(net *server) {
    server->is_stopping = true;
    close(server->listen_descriptor);
    server->listen_descriptor = -1;
    server->accept_again_ms = 0;
    server->stop_limit_ms = net_now_ms() + NET_STOP_MS;
    net_connections_stop(server);
}

static void take_wake(net *server) {
    uint64_t count;
    if (read(server->wake_descriptor, &count, sizeof count) != sizeof count) return;
    if (atomic_load(&server->should_stop) && !server->is_stopping) begin_to_stop(server);
    server->handlers.woken(server->handlers.context);
    net_connections_finish(server);
}

/* ---- running, stopping ---- */

/* How long until something is due, in milliseconds. Never too short: the clock is read without its fraction.
 */
static int time_to_wait(const net *server) {
    const int64_t moments[] = {server->timer_ms, server->accept_again_ms, server->stop_limit_ms};
    int64_t first = server->sweep_ms;
    if (server->turns != NULL) return 0;
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        if (moments[i] != 0 && moments[i] < first) first = moments[i];
    }
    int64_t wait_ms = first - net_now_ms();
    return wait_ms > 0 ? (int)wait_ms : 0;
}

/* Whether the time has come, once. */
static bool is_due(int64_t *at_ms, int64_t now_ms) {
    if (*at_ms == 0 || now_ms < *at_ms) return false;
    *at_ms = 0;
    return true;
}

static void do_what_is_due(net *server) {
    int64_t now_ms = net_now_ms();
    if (is_due(&server->sweep_ms, now_ms)) {
        net_connections_sweep(server);
        server->sweep_ms = now_ms + NET_SWEEP_MS;
    }
    if (is_due(&server->accept_again_ms, now_ms))
        watch(server, EPOLL_CTL_MOD, &server->listen_descriptor, EPOLLIN);
    if (is_due(&server->timer_ms, now_ms)) {
        server->handlers.timer(server->handlers.context);
        net_connections_finish(server);
    }
    if (is_due(&server->stop_limit_ms, now_ms)) server->is_over = true;
}

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Those who are not served first get NET_OTHERS_US of a turn together: requests and the rest of long answers
 * that have waited for their turn, then what was reported. A client that is left out is reported again; the
 * next turn begins with them, since epoll reports in a stable order. */
static void serve_others(net *server, const struct epoll_event *others, size_t count) {
    int64_t until_us = now_us() + NET_OTHERS_US;
    net_connection *last = server->turns_last;
    int bodies = 0;
    for (bool more = last != NULL; more && bodies < NET_BODIES && now_us() < until_us;) {
        net_connection *connection = server->turns;
        more = connection != last; /* not those who are added meanwhile */
        bodies += connection->state == NET_WRITING;
        net_connection_leave_turns(connection);
        net_http_turn(connection);
    }
    if (count == 0) return;
    size_t served = 0;
    do {
        const struct epoll_event *event = &others[(server->others_start + served++) % count];
        net_connection_serve(event->data.ptr, event->events);
    } while (served < count && now_us() < until_us);
    server->others_start = served < count ? (server->others_start + served) % count : 0;
}

/* Connections are freed by net_connections_finish alone, and so not before all that was reported of them has
 * been looked at. */
static void serve(net *server, const struct epoll_event *events, int count) {
    struct epoll_event others[EVENTS_AT_ONCE];
    size_t other_count = 0;
    bool is_woken = false, can_accept = false, is_other = false;
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr == &server->wake_descriptor) {
            is_woken = true;
        } else if (events[i].data.ptr == &server->other_descriptor) {
            is_other = true;
        } else if (events[i].data.ptr == &server->listen_descriptor) {
            can_accept = true;
        } else if (((net_connection *)events[i].data.ptr)->is_first) {
            net_connection_serve(events[i].data.ptr, events[i].events);
        } else {
            others[other_count++] = events[i];
        }
    }
    serve_others(server, others, other_count);
    net_connections_finish(server);
    if (can_accept) accept_some(server);
    if (is_woken) take_wake(server);
    if (is_other) {
        server->other_ready(server->other_context);
        net_connections_finish(server);
    }
}

void net_run(net *server) {
    struct epoll_event events[EVENTS_AT_ONCE];
    while (!server->is_over) {
        int count = epoll_wait(server->epoll_descriptor, events, EVENTS_AT_ONCE, time_to_wait(server));
        if (count < 0 && errno != EINTR) break;
        serve(server, events, count);
        do_what_is_due(server);
    }
    net_connections_free(server);
}

void net_stop(net *server) {
    atomic_store(&server->should_stop, true);
    net_wake(server);
}

static void close_if_open(int descriptor) {
    if (descriptor >= 0) close(descriptor);
}

void net_free(net *server) {
    if (server == NULL) return;
    net_connections_free(server);
    close_if_open(server->listen_descriptor);
    close_if_open(server->wake_descriptor);
    close_if_open(server->epoll_descriptor);
    net_sources_free(&server->sources);
    free(server->headers);
    free(server->subprotocol);
    free(server->proxies);
    free(server);
}
