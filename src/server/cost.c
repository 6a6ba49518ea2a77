/* Prices and budgets, the rate limits of the server: see cost.h.
 *
 * A token bucket is stored as the amount that was used and has not been refilled yet, so a budget of zeros is
 * full. All buckets of a budget are refilled when it is read. */
#include "server/cost.h"
#include "core/language.h"
#include "server/map.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BUDGETS = 100000, /* in memory, about 200 bytes each; further newcomers share one */
    SITE_TIMES = 4,        /* a /48 has so many times the budget of a /64 */
    KIB = 1024,
    MIB = 1024 * 1024,
    HOUR_S = 3600,
    REPORTS_PER_DAY = 30, /* of an address: a class room with something to say */
};

const char *const cost_kind_names[COST_KIND_COUNT] = {
    "loop_us",   "worker_ms", "reads",      "disk_bytes", "memory_bytes", "guests", "tables",
    "passwords", "chats",     "chat_bytes", "bot_ms",     "idle_moves",   "reports"};

const char *const cost_level_names[COST_LEVEL_COUNT] = {"person", "address", "site", "table"};

/* ---- prices ---- */

#define L COST_LOOP_US
#define W COST_WORKER_MS
#define R COST_READS
#define D COST_DISK_BYTES
#define M COST_MEMORY_BYTES

static const struct {
    const char *name;
    int64_t price[COST_KIND_COUNT];
} prices[PRICE_COUNT] = {
    [PRICE_REQUEST] = {"request", {[L] = 40}},
    [PRICE_FILE_EACH] = {"file_each", {[L] = 40}},
    [PRICE_SESSION] = {"session", {[L] = 40, [R] = 1}},
    [PRICE_CONNECTION] = {"connection", {[L] = 150, [R] = 1, [M] = 16 * KIB}},
    [PRICE_GUEST] = {"guest", {[L] = 50, [COST_GUESTS] = 1}},
    [PRICE_CHANGE] = {"change", {[L] = 100, [R] = 2, [D] = 512}},
    [PRICE_PASSWORD] = {"password", {[L] = 100, [R] = 2, [W] = 100, [COST_PASSWORDS] = 1}},
    [PRICE_PLAYER] = {"player", {[L] = 300, [R] = 10}},
    [PRICE_LEADERS] = {"leaders", {[L] = 300, [R] = 20}},
    [PRICE_EXPORT] = {"export", {[L] = 1000, [R] = 100}},
    [PRICE_RECORD] = {"record", {[L] = 500, [W] = 20, [R] = 20}},
    [PRICE_REPLAY] = {"replay", {[L] = 500, [W] = 50, [R] = 20}},
    [PRICE_READ_TABLE] = {"read_table", {[L] = 500, [W] = 20, [R] = 20}},
    [PRICE_MESSAGE] = {"message", {[L] = 40}},
    [PRICE_CREATE] = {"create", {[L] = 500, [D] = 4 * KIB, [COST_TABLES] = 1}},
    [PRICE_TABLE] = {"table", {[M] = 64 * KIB}},
    [PRICE_QUICK] = {"quick", {[L] = 300}},
    [PRICE_LOBBY] = {"lobby", {[L] = 500}},
    [PRICE_WATCH] = {"watch", {[L] = 400}},
    [PRICE_RETELL_EACH] = {"retell_each", {[L] = 400}},
    [PRICE_LOG] = {"log", {[L] = 400}},
    [PRICE_MOVE] = {"move", {[L] = 200, [D] = 300}},
    [PRICE_CHAT] = {"chat", {[L] = 100, [D] = 200, [COST_CHATS] = 1}},
    [PRICE_CHAT_EACH] = {"chat_each", {[D] = 1, [COST_CHAT_BYTES] = 1}},
    [PRICE_HINT] = {"hint", {[L] = 100, [W] = 300}},
    [PRICE_PRACTICE] = {"practice", {[L] = 300, [W] = 150}},
    [PRICE_REVIEW] = {"review", {[L] = 1000, [W] = 5000, [R] = 40}},
    [PRICE_BOT_MOVE] = {"bot_move", {[L] = 150, [D] = 300}},
    [PRICE_IDLE_MOVE] = {"idle_move", {[L] = 150, [D] = 300, [COST_IDLE_MOVES] = 1}},
    [PRICE_THINK_EACH] = {"think_each", {[COST_BOT_MS] = 1}},
    [PRICE_REPORT] = {"report", {[L] = 100, [R] = 20, [D] = 4 * KIB, [COST_REPORTS] = 1}},
    [PRICE_TELL] = {"tell", {[L] = 10}},
};

int64_t cost_price_of(cost_price price, cost_kind kind) { return prices[price].price[kind]; }

const char *cost_price_name(cost_price price) { return prices[price].name; }

/* ---- budgets ---- */

/* A site has SITE_TIMES as much as an address. */
static const cost_rate rates[COST_LEVEL_COUNT][COST_KIND_COUNT] = {
    [COST_PERSON] = {[L] = {10000, 200000},
                     [W] = {300, 60000},
                     [R] = {10, 300},
                     [D] = {4 * KIB, 2 * MIB},
                     [COST_TABLES] = {10.0 / 60, 30},
                     [COST_CHATS] = {1, 10},
                     [COST_CHAT_BYTES] = {300, 6000},
                     [COST_IDLE_MOVES] = {2, 20}},
    [COST_ADDRESS] = {[L] = {50000, 500000},
                      [W] = {1500, 300000},
                      [R] = {60, 2400},
                      [D] = {48 * KIB, 32 * MIB},
                      [M] = {0, 32 * MIB},
                      [COST_CHATS] = {15, 150},
                      [COST_CHAT_BYTES] = {4500, 90000},
                      [COST_BOT_MS] = {2000, 600000},
                      [COST_IDLE_MOVES] = {5, 50},
                      [COST_REPORTS] = {REPORTS_PER_DAY / 24.0 / HOUR_S, REPORTS_PER_DAY}},
    [COST_TABLE] = {[L] = {20000, 200000},
                    [D] = {8 * KIB, 2 * MIB},
                    [COST_CHATS] = {4, 40},
                    [COST_CHAT_BYTES] = {1200, 24000},
                    [COST_IDLE_MOVES] = {1, 1}},
};

#undef L
#undef W
#undef R
#undef D
#undef M

struct costs {
    cost_rate rates[COST_LEVEL_COUNT][COST_KIND_COUNT];
    map addresses, people; /* name to budget; sites are among the addresses */
    cost_budget shared_address, shared_person;
    cost_hooks hooks;
    uint64_t met[COST_LEVEL_COUNT][COST_KIND_COUNT];
};

costs *costs_new(const cost_setup *setup) {
    costs *costs = calloc(1, sizeof *costs);
    if (costs == NULL) return NULL;
    memcpy(costs->rates, rates, sizeof rates);
    cost_rate *address = costs->rates[COST_ADDRESS];
    /* At once, as much as a class room that signs in at the beginning of a lesson. Guesses at one account are
     * counted apart (guesses.c). */
    address[COST_PASSWORDS] =
        (cost_rate){setup->passwords_per_minute / 60.0, 4.0 * setup->passwords_per_minute};
    address[COST_GUESTS] = (cost_rate){(double)setup->guests_per_hour / HOUR_S, setup->guests_per_hour};
    address[COST_TABLES] = (cost_rate){setup->tables_per_minute / 60.0, 2.0 * setup->tables_per_minute};
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
        costs->rates[COST_SITE][kind] =
            (cost_rate){address[kind].per_s * SITE_TIMES, address[kind].burst * SITE_TIMES};
    }
    for (int level = 0; level < COST_LEVEL_COUNT; level++) {
        for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
            if (kind == COST_PASSWORDS)
                continue; /* not a matter of cost: a larger machine does not allow more guesses */
            costs->rates[level][kind].per_s *= setup->percent / 100.0;
            costs->rates[level][kind].burst *= setup->percent / 100.0;
        }
    }
    costs->shared_address = (cost_budget){.level = COST_ADDRESS, .holders = 1, .name = "many addresses"};
    costs->shared_person = (cost_budget){.level = COST_PERSON, .holders = 1, .name = "many people"};
    return costs;
}

static void free_all(map *map) {
    cost_budget *budget;
    for (size_t i = 0; (budget = map_next(map, &i)) != NULL;) free(budget);
    map_free(map);
}

void costs_free(costs *costs) {
    if (costs == NULL) return;
    free_all(&costs->addresses);
    free_all(&costs->people);
    free(costs);
}

void costs_set_hooks(costs *costs, const cost_hooks *hooks) { costs->hooks = *hooks; }

cost_rate costs_rate(const costs *costs, cost_level level, cost_kind kind) {
    return costs->rates[level][kind];
}

uint64_t costs_met(const costs *costs, cost_level level, cost_kind kind) { return costs->met[level][kind]; }

size_t costs_count(const costs *costs) { return costs->addresses.count + costs->people.count; }

/* ---- who pays ---- */

void cost_network(const char *address, char network[COST_NAME_SIZE], char site[COST_NAME_SIZE]) {
    struct in6_addr parts;
    char text[INET6_ADDRSTRLEN];
    site[0] = '\0';
    snprintf(network, COST_NAME_SIZE, "%s", address);
    if (inet_pton(AF_INET6, address, &parts) != 1) return;
    if (IN6_IS_ADDR_V4MAPPED(&parts)) {
        inet_ntop(AF_INET, &parts.s6_addr[12], network, COST_NAME_SIZE);
        return;
    }
    memset(&parts.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &parts, text, sizeof text);
    snprintf(network, COST_NAME_SIZE, "%s/64", text);
    memset(&parts.s6_addr[6], 0, 2);
    inet_ntop(AF_INET6, &parts, text, sizeof text);
    snprintf(site, COST_NAME_SIZE, "%s/48", text);
}

/* The budget of this name, held; `shared` if there are too many. */
static cost_budget *hold(map *all, const char *name, cost_level level, cost_budget *shared) {
    cost_budget *budget = map_get(all, name);
    if (budget == NULL && all->count < MOST_BUDGETS) {
        budget = calloc(1, sizeof *budget);
        if (budget != NULL) {
            budget->level = level;
            snprintf(budget->name, sizeof budget->name, "%s", name);
            if (!map_put(all, budget->name, budget)) {
                free(budget);
                budget = NULL;
            }
        }
    }
    if (budget == NULL) budget = shared;
    budget->holders++;
    return budget;
}

cost_budget *cost_address(costs *costs, const char *address) {
    char network[COST_NAME_SIZE], site[COST_NAME_SIZE];
    cost_network(address, network, site);
    cost_budget *budget = hold(&costs->addresses, network, COST_ADDRESS, &costs->shared_address);
    if (site[0] != '\0' && budget->site == NULL && budget != &costs->shared_address)
        budget->site = hold(&costs->addresses, site, COST_SITE, &costs->shared_address);
    return budget;
}

cost_budget *cost_person(costs *costs, const char *id) {
    return hold(&costs->people, id, COST_PERSON, &costs->shared_person);
}

void cost_let_go(costs *costs, cost_budget *budget) {
    (void)costs;
    if (budget != NULL) budget->holders--; /* costs_sweep frees it once it is full again */
}

bool cost_banned(const costs *costs, const char *address, tp_error *error) {
    return costs->hooks.banned != NULL && costs->hooks.banned(costs->hooks.context, address, error);
}

/* ---- charging ---- */

static void drain(const costs *costs, cost_budget *budget, int64_t now_ms) {
    if (now_ms <= budget->at_ms) return;
    double passed_s = (double)(now_ms - budget->at_ms) / 1000;
    budget->at_ms = now_ms;
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
        budget->used[kind] -= costs->rates[budget->level][kind].per_s * passed_s;
        /* Memory does not drain: its rate is 0. */
        if (budget->used[kind] < 0) budget->used[kind] = 0;
    }
}

static bool is_unused(const cost_budget *budget) {
    if (budget->holders > 0 || budget->tables > 0) return false;
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
        if (budget->used[kind] > 0) return false;
    }
    return true;
}

static void sweep_one(costs *costs, map *all, int64_t now_ms) {
    cost_budget *budget;
    for (size_t i = 0; (budget = map_next(all, &i)) != NULL;) {
        drain(costs, budget, now_ms);
        if (!is_unused(budget)) continue;
        cost_let_go(costs, budget->site);
        map_remove(all, budget->name);
        free(budget);
    }
}

void costs_sweep(costs *costs, int64_t now_ms) {
    sweep_one(costs, &costs->addresses, now_ms);
    sweep_one(costs, &costs->people, now_ms);
}

/* How long until this payer can pay, in milliseconds; 0: now. With the kind that takes longest. */
static int64_t wait_of(const costs *costs, const cost_budget *budget, cost_price price, int64_t times,
                       bool later, cost_kind *which) {
    int64_t longest_ms = 0;
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
        cost_rate rate = costs->rates[budget->level][kind];
        double asked = (double)prices[price].price[kind] * (double)times;
        if (asked <= 0 || rate.burst <= 0) continue;
        if (later || asked > rate.burst) asked = later ? 0 : rate.burst;
        double over = budget->used[kind] + asked - rate.burst;
        if (over <= 0) continue;
        int64_t wait_ms = rate.per_s > 0 ? (int64_t)ceil(over / rate.per_s * 1000) : INT32_MAX;
        if (wait_ms <= longest_ms) continue;
        longest_ms = wait_ms;
        *which = (cost_kind)kind;
    }
    return longest_ms;
}

static void refusal(cost_level level, cost_kind kind, int64_t wait_ms, tp_error *error) {
    uint32_t wait_s = wait_ms < INT32_MAX ? (uint32_t)((wait_ms + 999) / 1000) : 60;
    if (kind == COST_PASSWORDS) {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many password attempts from your network; try again in %u second",
                       "too many password attempts from your network; try again in %u seconds", wait_s),
                  wait_s);
    } else if (kind == COST_GUESTS) {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many new guests from your network; try again in %u second",
                       "too many new guests from your network; try again in %u seconds", wait_s),
                  wait_s);
    } else if (kind == COST_CHATS || kind == COST_CHAT_BYTES) {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many messages; try again in %u second",
                       "too many messages; try again in %u seconds", wait_s),
                  wait_s);
    } else if (level == COST_PERSON) {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many requests; try again in %u second",
                       "too many requests; try again in %u seconds", wait_s),
                  wait_s);
    } else if (level == COST_TABLE) {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many requests at this table; try again in %u second",
                       "too many requests at this table; try again in %u seconds", wait_s),
                  wait_s);
    } else {
        tp_refuse(error, "TOO_MANY",
                  TR_N("too many requests from your network; try again in %u second",
                       "too many requests from your network; try again in %u seconds", wait_s),
                  wait_s);
    }
}

enum { MOST_PAYERS = 4 };

/* All who pay, drained up to now; their number. */
static int list_payers(costs *costs, const cost_payers *payers, int64_t now_ms,
                       cost_budget *list[MOST_PAYERS]) {
    cost_budget *all[MOST_PAYERS] = {payers->person, payers->address,
                                     payers->address != NULL ? payers->address->site : NULL, payers->table};
    int count = 0;
    for (int i = 0; i < MOST_PAYERS; i++) {
        if (all[i] == NULL) continue;
        drain(costs, all[i], now_ms);
        list[count++] = all[i];
    }
    return count;
}

static bool charge(costs *costs, const cost_payers *payers, cost_price price, int64_t times, int64_t now_ms,
                   bool later, tp_error *error, int64_t *wait_ms) {
    cost_budget *list[MOST_PAYERS], *poorest = NULL;
    int count = list_payers(costs, payers, now_ms, list);
    int64_t longest_ms = 0;
    cost_kind which = COST_LOOP_US, kind = COST_LOOP_US;
    for (int i = 0; i < count; i++) {
        int64_t one_ms = wait_of(costs, list[i], price, times, later, &kind);
        if (one_ms <= longest_ms) continue;
        longest_ms = one_ms;
        poorest = list[i];
        which = kind;
    }
    if (longest_ms > 0) {
        if (wait_ms != NULL) *wait_ms = longest_ms;
        if (later) return false;
        costs->met[poorest->level][which]++;
        if (costs->hooks.met != NULL) costs->hooks.met(costs->hooks.context, poorest, which, price);
        if (error != NULL) refusal(poorest->level, which, longest_ms, error);
        return false;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < COST_KIND_COUNT; k++) {
            /* What has no bound at this level is not counted: it would never drain. Memory is, for
             * cost_release. */
            if (costs->rates[list[i]->level][k].burst <= 0 && k != COST_MEMORY_BYTES) continue;
            list[i]->used[k] += (double)prices[price].price[k] * (double)times;
        }
    }
    return true;
}

bool cost_charge(costs *costs, const cost_payers *payers, cost_price price, int64_t times, int64_t now_ms,
                 tp_error *error, int64_t *wait_ms) {
    return charge(costs, payers, price, times, now_ms, false, error, wait_ms);
}

bool cost_charge_later(costs *costs, const cost_payers *payers, cost_price price, int64_t times,
                       int64_t now_ms) {
    return charge(costs, payers, price, times, now_ms, true, NULL, NULL);
}

void cost_release(const cost_payers *payers, cost_price price) {
    cost_budget *const all[MOST_PAYERS] = {payers->person, payers->address,
                                           payers->address != NULL ? payers->address->site : NULL,
                                           payers->table};
    double size = (double)prices[price].price[COST_MEMORY_BYTES];
    for (int i = 0; i < MOST_PAYERS; i++) {
        if (all[i] == NULL) continue;
        all[i]->used[COST_MEMORY_BYTES] -= size;
        tp_assert(all[i]->used[COST_MEMORY_BYTES] >= 0);
    }
}

bool cost_is_modest(costs *costs, cost_budget *budget, int64_t now_ms) {
    drain(costs, budget, now_ms);
    return budget->used[COST_LOOP_US] <= costs->rates[budget->level][COST_LOOP_US].burst / 2;
}
