/* The connection of `tapete join`: opening it, opening it again when it is lost, and asking. Nothing here
 * waits, except join_wait. */
#include "cli/join.h"
#include "core/language.h"
#include "look/draw.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum {
    QUIET_MS = 25000, /* after which the server is asked whether it is there */
    DEAD_MS = 40000,  /* and after which it is not */
    SHAKING_MS = 10000,
    LONGEST_PAUSE_MS = 10000, /* between two tries to connect */
    GIVE_UP_MS = 600000,
};

enum { SOCKET = 1, TIMER = 2 }; /* what the epoll tells of */

int64_t join_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void join_fail(join *join, const char *format, ...) {
    va_list arguments;
    if (*join->problem != '\0') return;
    va_start(arguments, format);
    vsnprintf(join->problem, sizeof join->problem, format, arguments);
    va_end(arguments);
    text_clean(join->problem);
    text_end(join->problem, sizeof join->problem);
    text_capital(join->problem);
    client_socket_close(&join->socket);
    join_look(join);
}

/* ---- connecting ---- */

static void lose(join *join, const char *why);

bool join_is_path(const char *path) {
    return *path == '\0' || (strncmp(path, "/n/", 3) == 0 && strlen(path) < JOIN_ID_SIZE && path[3] != '\0' &&
                             path[3 + strspn(path + 3, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0');
}

/* Ask which server has the table. False: that cannot be known now. */
static bool find_server(join *join) {
    char path[JOIN_ID_SIZE + 32], cookie[CLIENT_COOKIE_SIZE];
    int status = 0;
    snprintf(path, sizeof path, "/api/where/%s", join->table);
    const client_request request = {.path = path, .cookie = join->cookie, .language = tp_language()};
    char *body = client_ask(&join->target, &request, &status, cookie);
    json_t *answer = body != NULL && status == 200 ? json_loads(body, 0, NULL) : NULL;
    const char *found = json_string_value(json_object_get(answer, "path"));
    bool is_found = found != NULL && join_is_path(found);
    if (is_found) snprintf(join->path, sizeof join->path, "%s", found);
    json_decref(answer);
    free(body);
    return is_found;
}

static void try_to_connect(join *join) {
    char path[JOIN_ID_SIZE + 32];
    bool asks = join->is_one_of_many && *join->table != '\0' && *join->path == '\0';
    if (asks && !find_server(join)) {
        lose(join, TR("the server does not answer"));
        return;
    }
    snprintf(path, sizeof path, "%s/ws?lang=%s", join->path, tp_language());
    join->welcome = false;
    join->heard_ms = join_now_ms();
    client_socket_close(&join->socket);
    client_socket_open(&join->socket, &join->target, path, join->cookie, join->epoll, SOCKET);
}

/* A connection that has ended is opened again, each time a little later. */
static void lose(join *join, const char *why) {
    int64_t now = join_now_ms(), pause = 500;
    bool broken = join->socket.broken;
    client_socket_close(&join->socket);
    if (*join->problem != '\0') return;
    if (broken || !join->known) {
        join_fail(join, TR("cannot connect to %s: %s"), join->target.host, why);
        return;
    }
    for (int i = 0; i < join->tries && pause < LONGEST_PAUSE_MS; i++) pause *= 2;
    if (pause > LONGEST_PAUSE_MS) pause = LONGEST_PAUSE_MS;
    if (join->lost_ms == 0) {
        join->lost_ms = now;
        join_tell(join, TR("The connection is lost; trying again."));
    }
    if (now - join->lost_ms > GIVE_UP_MS)
        join_fail(join, TR("%s has not answered for ten minutes"), join->target.host);
    join->tries++;
    join->path[0] = '\0';
    join->next_try_ms = now + pause;
    join->moving = join->sitting = join->welcome = false;
    join->awaited = join->forced_event = 0;
    join_look(join);
}

void join_follow(join *join, const char *path) {
    enum { MOST_AT_ONCE = 4 };
    join->is_one_of_many = true;
    join->moving = join->sitting = join->welcome = false;
    join->awaited = join->forced_event = 0;
    client_socket_close(&join->socket);
    snprintf(join->path, sizeof join->path, "%s", path);
    if (++join->sent_on > MOST_AT_ONCE) {
        lose(join, TR("the server does not answer"));
    } else {
        try_to_connect(join);
    }
}

bool join_open(join *join) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = TIMER};
    struct itimerspec second = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
    join->epoll = epoll_create1(EPOLL_CLOEXEC);
    join->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (join->epoll < 0 || join->timer < 0 || timerfd_settime(join->timer, 0, &second, NULL) != 0 ||
        epoll_ctl(join->epoll, EPOLL_CTL_ADD, join->timer, &event) != 0) {
        cli_bad("the system cannot wait for connections: %s.", strerror(errno));
        return false;
    }
    try_to_connect(join);
    return true;
}

void join_close(join *join) {
    client_socket_close(&join->socket);
    close(join->epoll);
    close(join->timer);
}

/* ---- asking ---- */

void join_send(join *join, join_ask kind, json_t *request) {
    json_object_set_new(request, "ref", json_integer(++join->refs * ASK_KINDS + (json_int_t)kind));
    if (*join->table != '\0' && kind != ASK_PING)
        json_object_set_new(request, "table", json_string(join->table));
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    if (text == NULL) return;
    if (join->socket.state == CLIENT_OPEN && join->welcome) {
        const char *problem = client_socket_send(&join->socket, text, strlen(text));
        if (problem != NULL) lose(join, problem);
    }
    free(text);
}

static void send_move(join *join, int move) {
    char text[TP_TEXT_SIZE];
    join->play.game->move_text(join->play.moves[move], text, sizeof text);
    join->moving = true;
    join_send(join, ASK_MOVE, json_pack("{s:s, s:i, s:s}", "do", "move", "ply", join->ply + 1, "move", text));
    join_look(join);
}

void join_send_move(join *join, int move) {
    if (move < 0 || move >= join->play.move_count) return;
    join->log.fresh = join->log.count;
    send_move(join, move);
}

/* The only move there is is made without asking, as in a game on this machine; once at each event: one that
 * the server refuses is left to the reader. */
static void make_forced_move(join *join) {
    char text[TP_TEXT_SIZE];
    if (join->act_count > 0 || join->play.move_count != 1 || join->forced_event == join->event) return;
    play_forced_sentence(&join->play, text);
    join_tell(join, text);
    if (!join->by_lines) memcpy(join->notice, text, sizeof text);
    join->forced_event = join->event;
    send_move(join, 0);
}

void join_go_to(join *join, const char *table, const char *invite) {
    if (*join->table != '\0' && strcmp(table, join->table) != 0)
        join_send(join, ASK_OTHER, json_pack("{s:s}", "do", "unwatch"));
    snprintf(join->table, sizeof join->table, "%s", table);
    snprintf(join->invite, sizeof join->invite, "%s", invite);
    join->event = join->told = join->forced_event = 0;
    join->phase = JOIN_NOTHING;
    join->has_view = join->undone = join->hinted = join->plays_again = false;
    join->next[0] = '\0';
    join->hint_ply = -1;
    join_end_looking_back(join);
    join_forget_deal(join);
    log_pane_clear(&join->log);
    join->sitting = true;
    json_t *seat = json_pack("{s:s}", "do", "join"), *watch = json_pack("{s:s}", "do", "watch");
    if (*join->invite != '\0') {
        json_object_set_new(seat, "invite", json_string(join->invite));
        json_object_set_new(watch, "invite", json_string(join->invite));
    }
    join_send(join, ASK_SEAT, seat);
    join_send(join, ASK_WATCH, watch);
    join_look(join);
}

void join_link(const join *join, bool invite, char *text, size_t size) {
    invite = invite && *join->invite != '\0';
    snprintf(text, size, "http://%s/table/%s%s%s", join->target.host, join->table, invite ? "#invite=" : "",
             invite ? join->invite : "");
}

/* ---- going on ---- */

static void tick(join *join) {
    int64_t now = join_now_ms();
    uint64_t times;
    ssize_t got = read(join->timer, &times, sizeof times);
    (void)got;
    if (*join->problem != '\0') return;
    if (join->socket.state == CLIENT_CLOSED) {
        if (now >= join->next_try_ms) try_to_connect(join);
    } else if (now - join->heard_ms > (join->welcome ? DEAD_MS : SHAKING_MS)) {
        lose(join, TR("the server does not answer"));
    } else if (join->welcome && now - join->heard_ms > QUIET_MS) {
        join_send(join, ASK_PING, json_pack("{s:s}", "do", "ping"));
    }
}

void join_step(join *join) {
    struct epoll_event events[4];
    int count = epoll_wait(join->epoll, events, 4, 0);
    for (int i = 0; i < count; i++) {
        if (events[i].data.u64 == TIMER) tick(join);
        if (events[i].data.u64 != SOCKET || join->socket.state == CLIENT_CLOSED) continue;
        const char *problem = client_socket_flush(&join->socket);
        uint64_t bytes = 0;
        if (problem == NULL && (events[i].events & ~(uint32_t)EPOLLOUT) != 0)
            problem = client_socket_read(&join->socket, join_hear, join, &bytes);
        if (bytes > 0) join->heard_ms = join_now_ms();
        if (join->next_follow) {
            char path[JOIN_ID_SIZE];
            memcpy(path, join->path, sizeof path);
            join->next_follow = false;
            join_follow(join, path);
        } else if (problem != NULL) {
            lose(join, problem);
        }
    }
    make_forced_move(join);
    if (join->socket.state == CLIENT_CLOSED) return;
    struct epoll_event wanted = {.events = EPOLLIN | (join->socket.unsent_size > 0 ? (uint32_t)EPOLLOUT : 0),
                                 .data.u64 = SOCKET};
    epoll_ctl(join->epoll, EPOLL_CTL_MOD, join->socket.descriptor, &wanted);
}

void join_wait(join *join, int ms) {
    struct pollfd waiting = {.fd = join->epoll, .events = POLLIN};
    join_step(join);
    poll(&waiting, 1, ms);
    join_step(join);
}
