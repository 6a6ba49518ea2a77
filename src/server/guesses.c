/* Guessing of passwords: see guesses.h. */
#include "server/guesses.h"
#include "core/language.h"
#include "server/base.h"
#include "server/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIR_BURST = 5,
    ACCOUNT_BURST = 30,
    MOST_KNOWN = 8,    /* networks of an account: the one known longest goes first */
    MOST_KEPT = 50000, /* names, and pairs: beyond that strangers share one */
    KEY_SIZE = NAME_SIZE + NETWORK_SIZE + 1,
    SWEEP_MS = 60 * 1000,
};

static const double pair_per_s = 1.0 / 30, account_per_s = 1.0 / 10;

typedef struct tries {
    char key[KEY_SIZE]; /* the login; for a pair, with the network behind it */
    double used;
    int64_t at_ms;
    char known[MOST_KNOWN][NETWORK_SIZE]; /* of an account */
    int known_count;
} tries;

struct guesses {
    map accounts, pairs; /* key to tries */
    tries shared_account, shared_pair;
    int64_t swept_ms;
};

guesses *guesses_new(void) { return calloc(1, sizeof(guesses)); }

static void free_all(map *map) {
    tries *tries;
    for (size_t i = 0; (tries = map_next(map, &i)) != NULL;) free(tries);
    map_free(map);
}

void guesses_free(guesses *guesses) {
    if (guesses == NULL) return;
    free_all(&guesses->accounts);
    free_all(&guesses->pairs);
    free(guesses);
}

size_t guesses_count(const guesses *guesses) { return guesses->accounts.count + guesses->pairs.count; }

static void drain(tries *tries, double per_s, int64_t now_ms) {
    if (now_ms <= tries->at_ms) return;
    tries->used = fmax(0, tries->used - per_s * (double)(now_ms - tries->at_ms) / 1000);
    tries->at_ms = now_ms;
}

/* Forget what has drained; known networks are kept while there is room. */
static void sweep(map *all, double per_s, int64_t now_ms) {
    tries *tries;
    for (size_t i = 0; (tries = map_next(all, &i)) != NULL;) {
        drain(tries, per_s, now_ms);
        if (tries->used > 0 || (tries->known_count > 0 && all->count < MOST_KEPT / 2)) continue;
        map_remove(all, tries->key);
        free(tries);
    }
}

static tries *find(map *all, const char *key, tries *shared) {
    tries *tries = map_get(all, key);
    if (tries != NULL) return tries;
    if (all->count >= MOST_KEPT) return shared;
    tries = calloc(1, sizeof *tries);
    if (tries == NULL) return shared;
    snprintf(tries->key, sizeof tries->key, "%s", key);
    if (map_put(all, tries->key, tries)) return tries;
    free(tries);
    return shared;
}

static tries *account_of(guesses *guesses, const char *login, int64_t now_ms) {
    tries *account = find(&guesses->accounts, login, &guesses->shared_account);
    drain(account, account_per_s, now_ms);
    return account;
}

static tries *pair_of(guesses *guesses, const char *login, const char *network, int64_t now_ms) {
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "%s %s", login, network);
    tries *pair = find(&guesses->pairs, key, &guesses->shared_pair);
    drain(pair, pair_per_s, now_ms);
    return pair;
}

static bool is_known(const tries *account, const char *network) {
    for (int i = 0; i < account->known_count; i++) {
        if (strcmp(account->known[i], network) == 0) return true;
    }
    return false;
}

static double seconds_until(const tries *tries, int burst, double per_s) {
    double over = tries->used + 1 - burst;
    return over > 0 ? over / per_s : 0;
}

bool guess_may(guesses *guesses, const char *login, const char *network, int64_t now_ms, tp_error *error) {
    if (now_ms - guesses->swept_ms >= SWEEP_MS) {
        guesses->swept_ms = now_ms;
        sweep(&guesses->accounts, account_per_s, now_ms);
        sweep(&guesses->pairs, pair_per_s, now_ms);
    }
    tries *account = account_of(guesses, login, now_ms), *pair = pair_of(guesses, login, network, now_ms);
    bool known = is_known(account, network);
    double wait_s = seconds_until(pair, PAIR_BURST, pair_per_s);
    if (!known) wait_s = fmax(wait_s, seconds_until(account, ACCOUNT_BURST, account_per_s));
    if (wait_s > 0) {
        uint32_t whole_s = (uint32_t)ceil(wait_s);
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many wrong passwords for this name; try again in %u second",
                       "too many wrong passwords for this name; try again in %u seconds", whole_s),
                  whole_s);
        return false;
    }
    pair->used += 1;
    if (!known) account->used += 1;
    return true;
}

bool guess_is_known(guesses *guesses, const char *login, const char *network, int64_t now_ms) {
    return is_known(account_of(guesses, login, now_ms), network);
}

void guess_known(guesses *guesses, const char *login, const char *network, int64_t now_ms) {
    tries *account = account_of(guesses, login, now_ms);
    if (is_known(account, network) || account == &guesses->shared_account) return;
    if (account->known_count == MOST_KNOWN)
        memmove(account->known[0], account->known[1],
                sizeof account->known[0] * (size_t)--account->known_count);
    snprintf(account->known[account->known_count++], NETWORK_SIZE, "%s", network);
}

void guess_right(guesses *guesses, const char *login, const char *network, int64_t now_ms) {
    tries *account = account_of(guesses, login, now_ms), *pair = pair_of(guesses, login, network, now_ms);
    if (!is_known(account, network)) account->used = fmax(0, account->used - 1);
    pair->used = 0;
    guess_known(guesses, login, network, now_ms);
}
