/* The local socket of operators: a stream of lines, each a JSON object, each answered by one.
 *
 * It lies beside the database with mode 0600, and the peer must be root or the user that the server
 * runs as (SO_PEERCRED). It has an epoll of its own, which the loop of the network watches, so nothing here
 * waits. A client has one request at a time; what it sends meanwhile stays in the socket. */
#include "server/operators.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    MOST_CLIENTS = 16,
    BACKLOG = 64, /* a client that does not wait is refused when this is full: far more than MOST_CLIENTS */
    IDLE_MS = 60000, /* without a whole request, or without reading the answer */
    EVENTS_AT_ONCE = 32,
    READ_SIZE = 4096,
};

typedef struct client {
    struct client *next;
    admin *admin;
    int descriptor;
    char serial[20];
    char input[ADMIN_LINE + 1];
    size_t filled;
    char *output;
    size_t output_size, output_sent;
    bool is_busy;   /* its request is being done */
    bool is_inside; /* within do_line: its caller goes on with the next line */
    bool is_ending; /* nothing more is read: close when the answer is sent */
    bool is_dead;
    int64_t heard_ms;
} client;

struct admin {
    server *server;
    int epoll_descriptor, listen_descriptor;
    char path[sizeof((struct sockaddr_un *)NULL)->sun_path];
    dev_t device;
    ino_t inode;
    client *clients;
    int client_count;
    uint64_t serials;
};

/* ---- listening ---- */

static tp_err path_error(const char *path, const char *why, tp_error *error) {
    return tp_fail(error, TP_E_IO, TR("cannot listen for operators on %.200s: %s"), path, why);
}

/* A socket that nobody listens on any more is taken away; anything else stays. */
static tp_err make_room(const struct sockaddr_un *address, tp_error *error) {
    struct stat about;
    const char *path = address->sun_path;
    if (lstat(path, &about) != 0) return TP_OK;
    if (!S_ISSOCK(about.st_mode)) return path_error(path, TR("there is a file of that name"), error);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_used =
        descriptor >= 0 &&
        (connect(descriptor, (const struct sockaddr *)address, sizeof *address) == 0 || errno == EAGAIN);
    if (descriptor >= 0) close(descriptor);
    if (is_used) return path_error(path, TR("another server listens there"), error);
    unlink(path);
    return TP_OK;
}

static tp_err listen_on(admin *admin, tp_error *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat about;
    memcpy(address.sun_path, admin->path, sizeof admin->path);
    tp_err code = make_room(&address, error);
    if (code != TP_OK) return code;
    admin->listen_descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t before = umask(S_IRWXG | S_IRWXO | S_IXUSR); /* never open to others, not even for a moment */
    bool is_bound = admin->listen_descriptor >= 0 &&
                    bind(admin->listen_descriptor, (const struct sockaddr *)&address, sizeof address) == 0;
    umask(before);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    admin->epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (!is_bound || listen(admin->listen_descriptor, BACKLOG) != 0 || lstat(admin->path, &about) != 0 ||
        admin->epoll_descriptor < 0 ||
        epoll_ctl(admin->epoll_descriptor, EPOLL_CTL_ADD, admin->listen_descriptor, &event) != 0)
        return path_error(admin->path, strerror(errno), error);
    admin->device = about.st_dev;
    admin->inode = about.st_ino;
    return TP_OK;
}

admin *admin_open(server *server, const char *path, tp_error *error) {
    admin *admin = calloc(1, sizeof *admin);
    if (admin == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
        return NULL;
    }
    admin->server = server;
    admin->listen_descriptor = admin->epoll_descriptor = -1;
    if ((size_t)snprintf(admin->path, sizeof admin->path, "%s", path) >= sizeof admin->path) {
        path_error(path, TR("the path is too long for a socket; name a shorter one with --admin"), error);
    } else if (listen_on(admin, error) == TP_OK) {
        return admin;
    }
    admin_free(admin);
    return NULL;
}

static void close_client(client *client) {
    epoll_ctl(client->admin->epoll_descriptor, EPOLL_CTL_DEL, client->descriptor, NULL);
    close(client->descriptor);
    free(client->output);
    free(client);
}

/* Free what has ended. Never while a client is being served. */
static void bury(admin *admin) {
    for (client **link = &admin->clients; *link != NULL;) {
        client *client = *link;
        if (!client->is_dead) {
            link = &client->next;
            continue;
        }
        *link = client->next;
        admin->client_count--;
        close_client(client);
    }
}

void admin_free(admin *admin) {
    struct stat about;
    if (admin == NULL) return;
    for (client *client = admin->clients; client != NULL; client = client->next) client->is_dead = true;
    bury(admin);
    if (admin->epoll_descriptor >= 0) close(admin->epoll_descriptor);
    if (admin->listen_descriptor >= 0) close(admin->listen_descriptor);
    /* Only our own: another server may have come in our place. */
    bool is_ours = admin->inode != 0 && lstat(admin->path, &about) == 0 && about.st_dev == admin->device &&
                   about.st_ino == admin->inode;
    if (is_ours) unlink(admin->path);
    free(admin);
}

/* ---- answers ---- */

static void wait_for(client *client) {
    uint32_t wanted = client->output != NULL ? EPOLLOUT : client->is_busy ? 0 : EPOLLIN;
    struct epoll_event event = {.events = wanted, .data.ptr = client};
    if (epoll_ctl(client->admin->epoll_descriptor, EPOLL_CTL_MOD, client->descriptor, &event) != 0)
        client->is_dead = true;
}

static void send_some(client *client) {
    while (client->output_sent < client->output_size) {
        ssize_t sent = send(client->descriptor, client->output + client->output_sent,
                            client->output_size - client->output_sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (sent <= 0) {
            client->is_dead = true;
            return;
        }
        client->output_sent += (size_t)sent;
    }
    free(client->output);
    client->output = NULL;
    client->heard_ms = server_now_ms();
    if (client->is_ending) client->is_dead = true;
}

/* Takes the reference. */
static void answer(client *client, json_t *object) {
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    client->is_busy = false;
    if (text == NULL) {
        client->is_dead = true;
        return;
    }
    client->output_size = strlen(text) + 1;
    client->output_sent = 0;
    client->output = text;
    text[client->output_size - 1] = '\n';
    send_some(client);
}

static json_t *failure(const char *reason, const char *text) {
    return json_pack("{s:b, s:{s:s, s:s}}", "ok", false, "error", "reason", reason, "text", text);
}

static void serve_input(client *client);

/* The client whose request this is, if it is still there. */
static client *client_of(const admin_request *request) {
    const operators *operators = request->server->operators;
    client *client = operators->admin != NULL ? operators->admin->clients : NULL;
    while (client != NULL && (client->is_dead || strcmp(client->serial, request->client) != 0))
        client = client->next;
    return client;
}

/* Takes both. */
static void finish(admin_request *request, json_t *object) {
    client *client = client_of(request);
    json_decref(request->message);
    free(request);
    if (client == NULL) {
        json_decref(object);
        return;
    }
    answer(client, object);
    if (client->is_inside) return;
    serve_input(client);
    if (!client->is_dead) wait_for(client);
}

void admin_reply(admin_request *request, json_t *answer) {
    if (answer != NULL) json_object_set_new(answer, "ok", json_true());
    finish(request, answer != NULL ? answer : failure("TOO_MANY", "the server is out of memory"));
}

static void fail_text(admin_request *request, const char *reason, const char *text) {
    tp_error error = {0};
    /* Through tp_fail, so that quoted input becomes valid UTF-8. */
    tp_fail(&error, TP_E_INPUT, "%s", text);
    finish(request, failure(reason, error.text));
}

void admin_fail(admin_request *request, const char *reason, const char *format, ...) {
    char text[sizeof((tp_error *)NULL)->text];
    const char *before = tp_language_set(tp_language_choose(admin_text(request, "lang")));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, tp_translate(format), arguments);
    va_end(arguments);
    tp_language_set(before);
    fail_text(request, reason, text);
}

void admin_fail_error(admin_request *request, const tp_error *error) {
    const char *reason = error->reason[0] != '\0'      ? error->reason
                         : error->code == TP_E_UNKNOWN ? "UNKNOWN"
                         : error->code == TP_E_INPUT   ? "BAD_MESSAGE"
                                                       : "NOT_SAVED";
    fail_text(request, reason, error->text);
}

/* ---- requests ---- */

static void do_line(client *client, const char *line, size_t size) {
    const admin_verb *verb;
    tp_error error = {0};
    json_t *message = admin_parse(line, size, &verb, &error);
    if (message == NULL) {
        answer(client, failure("BAD_MESSAGE", error.text));
        return;
    }
    admin_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        json_decref(message);
        answer(client, failure("TOO_MANY", "the server is out of memory"));
        return;
    }
    request->server = client->admin->server;
    request->message = message;
    memcpy(request->client, client->serial, sizeof request->client);
    client->is_busy = true;
    const char *before = tp_language_set(tp_language_choose(admin_text(request, "lang")));
    client->is_inside = true;
    verb->run(request);
    client->is_inside = false;
    tp_language_set(before);
}

/* Do the lines that have come, one after the other, as far as answers can be sent. */
static void serve_input(client *client) {
    while (!client->is_dead && !client->is_busy && client->output == NULL && client->filled > 0) {
        const char *end = memchr(client->input, '\n', client->filled);
        if (end == NULL && client->filled < ADMIN_LINE) return;
        if (end == NULL) {
            client->is_ending = true;
            client->filled = 0;
            answer(client, failure("BAD_MESSAGE", "a request is one line of at most 8191 bytes"));
            return;
        }
        size_t size = (size_t)(end - client->input);
        char line[ADMIN_LINE + 1];
        memcpy(line, client->input, size);
        line[size] = '\0';
        client->filled -= size + 1;
        memmove(client->input, end + 1, client->filled);
        client->heard_ms = server_now_ms();
        do_line(client, line, size);
    }
}

static void read_some(client *client) {
    size_t room = ADMIN_LINE - client->filled;
    ssize_t count = recv(client->descriptor, client->input + client->filled,
                         room < READ_SIZE ? room : READ_SIZE, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        client->is_dead = true;
    if (count <= 0) return;
    client->filled += (size_t)count;
    serve_input(client);
}

static bool is_allowed(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
    return peer.uid == 0 || peer.uid == geteuid();
}

/* False: nobody waits any more. */
static bool accept_client(admin *admin) {
    /* cppcheck-suppress nullPointer ; nobody wants the address of the peer */
    int descriptor = accept4(admin->listen_descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return false;
    client *client =
        is_allowed(descriptor) && admin->client_count < MOST_CLIENTS ? calloc(1, sizeof *client) : NULL;
    if (client == NULL) {
        close(descriptor);
        return true;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    client->admin = admin;
    client->descriptor = descriptor;
    client->heard_ms = server_now_ms();
    snprintf(client->serial, sizeof client->serial, "%llx", (unsigned long long)++admin->serials);
    client->next = admin->clients;
    admin->clients = client;
    admin->client_count++;
    if (epoll_ctl(admin->epoll_descriptor, EPOLL_CTL_ADD, descriptor, &event) != 0) client->is_dead = true;
    return true;
}

/* The loop has seen that something is ready. */
static void ready(void *context) {
    admin *admin = context;
    struct epoll_event events[EVENTS_AT_ONCE];
    int count = epoll_wait(admin->epoll_descriptor, events, EVENTS_AT_ONCE, 0);
    for (int i = 0; i < count; i++) {
        client *client = events[i].data.ptr;
        if (client == NULL) {
            for (int more = BACKLOG; more > 0 && accept_client(admin); more--) continue;
        } else if (!client->is_dead) {
            if (client->output != NULL) {
                send_some(client);
                serve_input(client);
            } else if (!client->is_busy) {
                read_some(client);
            } else if (events[i].events & (EPOLLHUP | EPOLLERR)) {
                client->is_dead = true;
            }
            if (!client->is_dead) wait_for(client);
        }
    }
    bury(admin);
    tables_settle(admin->server);
}

void admin_attach(admin *admin) {
    if (admin != NULL) net_watch(admin->server->net, admin->epoll_descriptor, ready, admin);
}

void admin_tick(admin *admin, int64_t now_ms) {
    if (admin == NULL) return;
    for (client *client = admin->clients; client != NULL; client = client->next) {
        if (!client->is_busy && now_ms - client->heard_ms > IDLE_MS) client->is_dead = true;
    }
    bury(admin);
}
