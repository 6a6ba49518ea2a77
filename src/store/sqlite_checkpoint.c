/* Checkpoints on a thread of their own.
 *
 * SQLite copies the pages of its log back into the database on whichever thread commits when the log has
 * become long enough, and that commit waits for some thousand writes and two syncs. Here a second connection
 * does it instead: a passive checkpoint hinders neither readers nor the writer. What was committed meanwhile
 * is left over, and a log begins at its start again only when nothing is; so the writer copies the few pages
 * that are left itself, once, after the thread is done.
 *
 * A checkpoint that fails costs nothing but a longer log: all that is in it is durable, and it is tried
 * again. */
#include "store/sqlite_internal.h"

#include "core/language.h"
#include "store/checkpoint.h"

#include <pthread.h>
#include <stdlib.h>

/* Pages that the log grows by until it is copied back. The more, the fewer pages are copied: a thousand
 * tables that are played at write to the same thousand pages again and again. 8 MiB, half of what a log is
 * cut to. */
enum { LOG_PAGES = 2000 };

typedef enum turn {
    NOBODYS, /* the log is short enough */
    THREADS, /* the thread has to copy, or does */
    WRITERS  /* the thread is done: the writer copies what is left */
} turn;

struct sqlite_checkpointer {
    sqlite3 *database; /* a connection of the thread's own */
    sqlite_scrub scrub;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    turn turn;
    bool is_ending;
    int last_pages,
        next_pages; /* of the log: at the last commit, and when it is to be copied; the writer's alone */
};

static void *copy_back(void *context) {
    sqlite_checkpointer *self = context;
    pthread_setname_np(pthread_self(), "checkpoint");
    pthread_mutex_lock(&self->lock);
    while (!self->is_ending) {
        if (self->turn != THREADS) {
            pthread_cond_wait(&self->changed, &self->lock);
            continue;
        }
        pthread_mutex_unlock(&self->lock);
        sqlite3_wal_checkpoint_v2(self->database, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&self->lock);
        self->turn = WRITERS;
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* After each commit, on the thread that has committed. */
static int after_commit(void *context, sqlite3 *database, const char *name, int pages) {
    sqlite_checkpointer *self = context;
    (void)name;
    if (pages < self->last_pages) self->next_pages = LOG_PAGES; /* it began anew */
    self->last_pages = pages;
    if (pages < self->next_pages) return SQLITE_OK;
    pthread_mutex_lock(&self->lock);
    turn turn = self->turn;
    if (turn == NOBODYS) {
        self->turn = THREADS;
        pthread_cond_signal(&self->changed);
    } else if (turn == WRITERS) {
        self->turn = NOBODYS;
    }
    pthread_mutex_unlock(&self->lock);
    if (turn == WRITERS) {
        sqlite3_wal_checkpoint_v2(database, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        /* While a reader still uses the log it goes on growing, and is checked again later. */
        self->next_pages = pages + LOG_PAGES;
    }
    return SQLITE_OK;
}

static tp_err connect(const sqlite_store *store, sqlite_checkpointer *self, tp_error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(store->path, &self->database, flags, NULL) != SQLITE_OK)
        return sqlite_error(self->database, store->path, error);
    sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite_scrub_begin(self->database, &self->scrub);
    /* The database is synced before the log that it replaces is written over. */
    if (sqlite3_exec(self->database, "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF", NULL, NULL,
                     NULL) != SQLITE_OK)
        return sqlite_error(self->database, store->path, error);
    return TP_OK;
}

tp_err sqlite_checkpoint_apart(store *base, tp_error *error) {
    sqlite_store *store = (sqlite_store *)base;
    tp_assert(store->checkpointer == NULL);
    sqlite_checkpointer *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    self->next_pages = LOG_PAGES;
    tp_err code = connect(store, self, error);
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    if (code == TP_OK && pthread_create(&self->thread, NULL, copy_back, self) != 0)
        code = tp_fail(error, TP_E_MEMORY, TR("the system cannot start a thread for the writer"));
    if (code != TP_OK) {
        sqlite3_close(self->database);
        free(self);
        return code;
    }
    store->checkpointer = self;
    sqlite3_wal_hook(store->database, after_commit, self); /* in place of wal_autocheckpoint */
    return TP_OK;
}

void sqlite_checkpoint_end(sqlite_store *store) {
    sqlite_checkpointer *self = store->checkpointer;
    if (self == NULL) return;
    sqlite3_wal_hook(store->database, NULL, NULL);
    pthread_mutex_lock(&self->lock);
    self->is_ending = true;
    pthread_cond_signal(&self->changed);
    pthread_mutex_unlock(&self->lock);
    pthread_join(self->thread, NULL);
    sqlite3_close(self->database);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->changed);
    free(self);
    store->checkpointer = NULL;
}
