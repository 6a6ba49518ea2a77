/* A proxy for PostgreSQL's protocol over a socket in a folder: it can cut a connection at the moment at which
 * a transaction is committed, and be away for a while. */
#ifndef TAPETE_CUTTER_H
#define TAPETE_CUTTER_H

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

typedef enum cut {
    CUT_NOTHING,
    CUT_BEFORE, /* the database never hears of it */
    CUT_AFTER,  /* it is told, and nobody waits for the answer */
    CUT_ANSWER, /* it answers, and the answer is lost */
} cut;

enum { CUTTER_PEERS = 16 };

typedef struct cutter {
    char path[160], to[160];
    pthread_t thread;
    atomic_int next;                           /* the cut that the next commit gets */
    atomic_int cuts;                           /* so many were made */
    atomic_bool is_away, goes_away, is_ending; /* goes_away: with the next cut */
    int listener;
    struct {
        int client, database;
        bool drops_answers;
    } peers[CUTTER_PEERS];
} cutter;

/* What the driver calls its prepared COMMIT. */
#define COMMIT_NAME "s001"

static inline int cutter_connect(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", name);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made >= 0 && connect(made, (struct sockaddr *)&address, sizeof address) != 0) {
        close(made);
        return -1;
    }
    return made;
}

static inline void cutter_drop(cutter *self, int at) {
    if (self->peers[at].client >= 0) close(self->peers[at].client);
    if (self->peers[at].database >= 0) close(self->peers[at].database);
    self->peers[at].client = self->peers[at].database = -1;
    self->peers[at].drops_answers = false;
}

static inline bool cutter_write(int to, const char *bytes, ssize_t size) {
    for (ssize_t done = 0, now; done < size; done += now) {
        now = send(to, bytes + done, (size_t)(size - done), MSG_NOSIGNAL);
        if (now <= 0) return false;
    }
    return true;
}

static inline void cutter_take(cutter *self, int at, bool from_client) {
    char bytes[65536];
    int from = from_client ? self->peers[at].client : self->peers[at].database;
    int to = from_client ? self->peers[at].database : self->peers[at].client;
    ssize_t size = recv(from, bytes, sizeof bytes, 0);
    if (size <= 0) {
        cutter_drop(self, at);
        return;
    }
    if (!from_client && self->peers[at].drops_answers) {
        cutter_drop(self, at);
        return;
    }
    int next = CUT_NOTHING;
    /* The message Bind, for a portal without a name. */
    if (from_client && memmem(bytes, (size_t)size, "\0" COMMIT_NAME, sizeof COMMIT_NAME + 1) != NULL)
        next = atomic_exchange(&self->next, CUT_NOTHING);
    if (next != CUT_NOTHING) {
        atomic_fetch_add(&self->cuts, 1);
        if (atomic_exchange(&self->goes_away, false)) atomic_store(&self->is_away, true);
    }
    if (next == CUT_BEFORE || !cutter_write(to, bytes, size) || next == CUT_AFTER) cutter_drop(self, at);
    if (next == CUT_ANSWER) self->peers[at].drops_answers = true;
}

static inline void cutter_accept(cutter *self) {
    int client = accept(self->listener, NULL, NULL);
    int database = client >= 0 && !atomic_load(&self->is_away) ? cutter_connect(self->to) : -1;
    for (int i = 0; i < CUTTER_PEERS && database >= 0; i++) {
        if (self->peers[i].client >= 0) continue;
        self->peers[i].client = client;
        self->peers[i].database = database;
        return;
    }
    if (client >= 0) close(client);
    if (database >= 0) close(database);
}

static inline void *cutter_run(void *context) {
    cutter *self = context;
    while (!atomic_load(&self->is_ending)) {
        struct pollfd files[1 + 2 * CUTTER_PEERS] = {{.fd = self->listener, .events = POLLIN}};
        for (int i = 0; i < CUTTER_PEERS; i++) {
            if (atomic_load(&self->is_away)) cutter_drop(self, i);
            files[1 + 2 * i] = (struct pollfd){.fd = self->peers[i].client, .events = POLLIN};
            files[2 + 2 * i] = (struct pollfd){.fd = self->peers[i].database, .events = POLLIN};
        }
        if (poll(files, 1 + 2 * CUTTER_PEERS, 10) <= 0) continue;
        if (files[0].revents != 0) cutter_accept(self);
        for (int i = 0; i < CUTTER_PEERS; i++) {
            if (files[1 + 2 * i].fd >= 0 && files[1 + 2 * i].revents != 0) cutter_take(self, i, true);
            if (files[2 + 2 * i].fd >= 0 && files[2 + 2 * i].revents != 0 && self->peers[i].database >= 0)
                cutter_take(self, i, false);
        }
    }
    for (int i = 0; i < CUTTER_PEERS; i++) cutter_drop(self, i);
    return NULL;
}

/* Between a socket in the folder `from` and the one in `database`. */
static inline void cutter_start(cutter *self, const char *from, const char *database) {
    memset(self, 0, sizeof *self);
    for (int i = 0; i < CUTTER_PEERS; i++) self->peers[i].client = self->peers[i].database = -1;
    snprintf(self->path, sizeof self->path, "%s/.s.PGSQL.5432", from);
    snprintf(self->to, sizeof self->to, "%s/.s.PGSQL.5432", database);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", self->path);
    self->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(self->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(self->listener, 16), 0);
    assert_int_equal(pthread_create(&self->thread, NULL, cutter_run, self), 0);
}

static inline void cutter_stop(cutter *self) {
    atomic_store(&self->is_ending, true);
    pthread_join(self->thread, NULL);
    close(self->listener);
    unlink(self->path);
}

#endif
