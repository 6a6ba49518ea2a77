/* Two-player Mus, solved: policies of scores that are kept (solve_keep.h). */
#include "games/mus/solve_keep.h"
#include "core/language.h"
#include "games/mus/solve_engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    KEPT = 24,   /* policies: some 5 MB each */
    CHAINS = 2,  /* some 45 MB each, and one that is being solved */
    AHEAD = 16,  /* scores that are solved for a hand that may come */
    THREADS = 2, /* that solve one score */
    BEHIND = 5,  /* in niceness */
};

typedef struct kept {
    int mano, postre; /* -1: none */
    uint64_t used;
    solve_policy policy;
} kept;

/* A thread that waits for a score; on its stack. */
typedef struct waiter {
    int mano, postre;
    struct waiter *next;
} waiter;

struct solve_keep {
    char *file;
    int users;
    solve_tree tree;
    solve_scores scores;
    solve_chains *chains;
    pthread_t thread;
    /* the rest under the lock */
    pthread_mutex_t lock;
    pthread_cond_t to_do, done;
    bool is_over, failed;
    waiter *waiters;
    int ahead[2];   /* the score whose successors are solved; -1: none */
    int next;       /* of those */
    int solving[2]; /* at the moment */
    bool for_now;   /* and a thread waits for it */
    uint64_t now;
    kept list[KEPT];
    atomic_bool stop; /* what is being solved: it is not wanted now */
    solve_keep *other;
};

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static solve_keep *all; /* by file */

const solve_tree *solve_keep_tree(const solve_keep *keep) { return &keep->tree; }

size_t solve_keep_bytes(const solve_keep *keep) {
    return sizeof *keep + KEPT * (size_t)(keep->tree.values[0] + keep->tree.values[1]) +
           (CHAINS + 1) * (size_t)solve_chain_bytes(&keep->tree);
}

static kept *find(solve_keep *keep, int mano, int postre) {
    for (int i = 0; i < KEPT; i++) {
        if (keep->list[i].mano == mano && keep->list[i].postre == postre) return &keep->list[i];
    }
    return NULL;
}

/* What the sides may gain in a hand, the likeliest first: stones of mano and of the other one. */
static const uint8_t gains[AHEAD][2] = {{1, 3}, {3, 1}, {2, 2}, {1, 4}, {4, 1}, {1, 2}, {2, 1}, {2, 3},
                                        {3, 2}, {0, 4}, {4, 0}, {1, 5}, {5, 1}, {0, 3}, {3, 0}, {1, 1}};

/* The next score to solve: the one that is waited for, then those that may come. False: none. */
static bool choose(solve_keep *keep, int *mano, int *postre) {
    for (const waiter *one = keep->waiters; one != NULL; one = one->next) {
        *mano = one->mano;
        *postre = one->postre;
        if (find(keep, *mano, *postre) == NULL) return true;
    }
    while (keep->ahead[0] >= 0 && keep->next < AHEAD) {
        const uint8_t *gain = gains[keep->next++];
        /* the other one is mano then */
        *mano = keep->ahead[1] + gain[1];
        *postre = keep->ahead[0] + gain[0];
        if (*mano < SOLVE_TARGET && *postre < SOLVE_TARGET && find(keep, *mano, *postre) == NULL) return true;
    }
    return false;
}

static void *work(void *keep_bytes) {
    solve_keep *keep = keep_bytes;
    /* Behind what answers at once, such as the loop of a server. On Linux this is of this thread alone, and
     * of those that it starts. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BEHIND);
    pthread_mutex_lock(&keep->lock);
    while (!keep->is_over) {
        int mano, postre;
        if (keep->failed || !choose(keep, &mano, &postre)) {
            pthread_cond_wait(&keep->to_do, &keep->lock);
            continue;
        }
        keep->for_now = keep->waiters != NULL;
        keep->solving[0] = mano;
        keep->solving[1] = postre;
        atomic_store(&keep->stop, false);
        pthread_mutex_unlock(&keep->lock);
        solve_policy policy = {0};
        bool ok =
            solve_scores_policy(&keep->scores, keep->chains, mano, postre, THREADS, &keep->stop, &policy);
        pthread_mutex_lock(&keep->lock);
        keep->solving[0] = -1;
        if (!ok) {
            /* it was stopped, for something that is wanted more, or there is no memory */
            keep->failed = keep->for_now && !atomic_load(&keep->stop);
            pthread_cond_broadcast(&keep->done);
            continue;
        }
        kept *place = &keep->list[0];
        for (int i = 1; i < KEPT; i++) place = keep->list[i].used < place->used ? &keep->list[i] : place;
        solve_policy_free(&place->policy);
        *place = (kept){mano, postre, ++keep->now, policy};
        pthread_cond_broadcast(&keep->done);
    }
    pthread_mutex_unlock(&keep->lock);
    return NULL;
}

void solve_keep_ahead(solve_keep *keep, int mano, int postre) {
    pthread_mutex_lock(&keep->lock);
    if (keep->ahead[0] != mano || keep->ahead[1] != postre) {
        keep->ahead[0] = mano;
        keep->ahead[1] = postre;
        keep->next = 0;
        pthread_cond_signal(&keep->to_do);
    }
    pthread_mutex_unlock(&keep->lock);
}

static void read_kept(const solve_keep *keep, const kept *found, int stage, uint64_t column, int node,
                      int place, double *out) {
    const solve_node *at = &keep->tree.lance.node[node];
    const solve_stage *s = &keep->tree.stage[stage];
    uint64_t count = s->count[at->player], slots = (uint64_t)keep->tree.lance.slots[at->player];
    const uint8_t *bytes = found->policy.byte[at->player] + s->start[at->player] +
                           (column * slots + at->slot) * count + (uint64_t)place;
    double total = 0;
    for (int a = 0; a < at->actions; a++) total += bytes[(uint64_t)a * count];
    for (int a = 0; a < at->actions; a++)
        out[a] = total > 0 ? bytes[(uint64_t)a * count] / total : 1.0 / at->actions;
}

bool solve_keep_read(solve_keep *keep, int mano, int postre, int stage, uint64_t column, int node, int place,
                     double *out) {
    pthread_mutex_lock(&keep->lock);
    kept *found = find(keep, mano, postre);
    if (found == NULL) {
        waiter self = {mano, postre, NULL}, **at = &keep->waiters;
        while (*at != NULL) at = &(*at)->next;
        *at = &self;
        if (keep->solving[0] == mano && keep->solving[1] == postre)
            keep->for_now = true;
        else if (!keep->for_now)
            atomic_store(&keep->stop, true);
        pthread_cond_signal(&keep->to_do);
        while ((found = find(keep, mano, postre)) == NULL && !keep->failed)
            pthread_cond_wait(&keep->done, &keep->lock);
        for (at = &keep->waiters; *at != &self; at = &(*at)->next) {}
        *at = self.next;
    }
    if (found != NULL) {
        found->used = ++keep->now;
        read_kept(keep, found, stage, column, node, place, out);
    }
    pthread_mutex_unlock(&keep->lock);
    return found != NULL;
}

/* ---- users ---- */

static void destroy(solve_keep *keep) {
    for (int i = 0; i < KEPT; i++) solve_policy_free(&keep->list[i].policy);
    solve_chains_free(keep->chains);
    pthread_cond_destroy(&keep->to_do);
    pthread_cond_destroy(&keep->done);
    pthread_mutex_destroy(&keep->lock);
    free(keep->file);
    free(keep);
}

static solve_keep *make(const char *file, tp_error *error) {
    solve_keep *keep = calloc(1, sizeof *keep);
    if (keep == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    pthread_mutex_init(&keep->lock, NULL);
    pthread_cond_init(&keep->to_do, NULL);
    pthread_cond_init(&keep->done, NULL);
    keep->ahead[0] = keep->solving[0] = -1;
    for (int i = 0; i < KEPT; i++) keep->list[i].mano = -1;
    keep->file = strdup(file == NULL ? "" : file);
    bool ok = keep->file != NULL && solve_tree_make(&keep->tree, &solve_score_bets);
    keep->chains = ok ? solve_chains_new(&keep->tree, CHAINS) : NULL;
    if (keep->chains == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    } else if (solve_scores_load(file, &keep->scores, error) == TP_OK) {
        if (pthread_create(&keep->thread, NULL, work, keep) == 0) return keep;
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    destroy(keep);
    return NULL;
}

solve_keep *solve_keep_join(const char *file, tp_error *error) {
    pthread_mutex_lock(&all_lock);
    solve_keep *keep = all;
    while (keep != NULL && strcmp(keep->file, file == NULL ? "" : file) != 0) keep = keep->other;
    if (keep == NULL) {
        keep = make(file, error);
        if (keep != NULL) {
            keep->other = all;
            all = keep;
        }
    }
    if (keep != NULL) keep->users++;
    pthread_mutex_unlock(&all_lock);
    return keep;
}

int solve_keep_users(solve_keep *keep) {
    pthread_mutex_lock(&all_lock);
    int users = keep->users;
    pthread_mutex_unlock(&all_lock);
    return users;
}

void solve_keep_leave(solve_keep *keep) {
    pthread_mutex_lock(&all_lock);
    bool is_last = --keep->users == 0;
    if (is_last) {
        solve_keep **at = &all;
        while (*at != keep) at = &(*at)->other;
        *at = keep->other;
    }
    pthread_mutex_unlock(&all_lock);
    if (!is_last) return;
    pthread_mutex_lock(&keep->lock);
    keep->is_over = true;
    atomic_store(&keep->stop, true);
    pthread_cond_signal(&keep->to_do);
    pthread_mutex_unlock(&keep->lock);
    pthread_join(keep->thread, NULL);
    destroy(keep);
}
