/* How full the house is: see house.h. */
#include "server/house.h"
#include "core/language.h"
#include "server/connection.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/people.h"
#include "server/seating.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <stdlib.h>
#include <string.h>

enum {
    MINUTE_MS = 60 * 1000,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS,
    SITE_TIMES = 4, /* a /48 has so many times the tables of a /64 */
    CROWDED = 50,   /* percent of all tables that there may be */
    NEARLY_FULL = 90,
    USUAL_THINK_MS = 100, /* of an agent that counts something else than time */
};

/* ---- counting ---- */

static bool lives(const table *table) {
    return table->is_in_house && table->phase != PHASE_OVER && table->phase != PHASE_CLOSED;
}

static void add(cost_budget *budget, int count) {
    for (; budget != NULL; budget = budget->site) budget->tables += count;
}

void house_update(table *table) {
    bool counts = lives(table);
    seating_update(table, counts);
    if (counts == table->is_counted) return;
    table->is_counted = counts;
    int change = counts ? 1 : -1;
    table->server->live_tables += change;
    add(table->payer, change);
    add(table->owner_budget, change);
    if (!counts && table->is_paid) cost_release(&(cost_payers){.address = table->payer}, PRICE_TABLE);
    if (!counts) table->is_paid = false;
}

static void take_payer(table *table, const connection *connection) {
    table->payer = connection->address;
    table->payer->holders++;
    table->is_paid = cost_charge_later(table->server->costs, &(cost_payers){.address = table->payer},
                                       PRICE_TABLE, 1, server_now_ms());
}

void house_enter(table *table, const connection *maker) {
    costs *costs = table->server->costs;
    table->is_in_house = true;
    table->owner_budget = cost_person(costs, table->owner);
    if (maker != NULL) {
        take_payer(table, maker);
        table->by_guest = !maker->who->account;
    }
    house_update(table);
}

void house_leave(table *table) {
    if (!table->is_in_house) return;
    table->is_in_house = false;
    house_update(table);
    cost_let_go(table->server->costs, table->payer);
    cost_let_go(table->server->costs, table->owner_budget);
    table->payer = table->owner_budget = NULL;
}

void house_adopt(table *table, const connection *connection) {
    if (table->payer != NULL || !lives(table) || strcmp(table->owner, connection->who->id) != 0) return;
    take_payer(table, connection);
    add(table->payer, 1);
}

void house_replace(table *broken, table *fresh) {
    fresh->payer = broken->payer;
    fresh->owner_budget = broken->owner_budget;
    fresh->by_guest = broken->by_guest;
    fresh->is_paid = broken->is_paid;
    fresh->is_in_house = broken->is_in_house;
    fresh->is_counted = broken->is_counted;
    fresh->budget = broken->budget;
    broken->is_in_house = false;
    seating_update(broken, false);
    house_update(fresh);
}

/* ---- making one ---- */

bool house_may_create(connection *connection, int64_t ref) {
    server *server = connection->server;
    const limits *limits = &server->setup.limits;
    const cost_budget *address = connection->address, *site = address->site;
    if (connection->person->tables >= limits->tables_per_person) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "you have %d unfinished tables; close or finish one first",
                          connection->person->tables);
    } else if (address->tables >= limits->tables_per_address ||
               (site != NULL && site->tables >= SITE_TIMES * limits->tables_per_address)) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "your network has %d unfinished tables; close or finish one first",
                          address->tables);
    } else if (server->live_tables >= limits->tables) {
        connection_refuse(connection, ref, "TOO_MANY", "there are %d tables already; try again later",
                          server->live_tables);
    } else if (server->is_full && !connection->who->account) {
        connection_refuse(connection, ref, "TOO_MANY",
                          "the disk is nearly full: only people with an account can create tables now");
    } else {
        tp_error error = {0};
        const cost_payers payer = {.address = connection->address};
        if (cost_charge(server->costs, &payer, PRICE_TABLE, 1, server_now_ms(), &error, NULL)) {
            cost_release(&payer, PRICE_TABLE); /* until there is a table: house_enter */
            return true;
        }
        connection_refuse_text(connection, ref, error.reason, error.text);
    }
    return false;
}

/* ---- closing ---- */

static bool is_guests(const server *server, const table *table) {
    const person *owner = map_get(&server->people, table->owner);
    return owner != NULL ? !owner->account : table->by_guest;
}

int64_t house_kept_ms(const server *server, const table *table) {
    int64_t keep_ms = server->setup.limits.keep_days * (int64_t)DAY_MS;
    int64_t percent = 100 * (int64_t)server->live_tables / server->setup.limits.tables;
    bool is_playing = table->phase == PHASE_PLAYING;
    int64_t crowded_ms = keep_ms;
    if (percent >= CROWDED) crowded_ms = is_playing ? DAY_MS : HOUR_MS;
    if (percent >= CROWDED && is_guests(server, table)) crowded_ms = is_playing ? HOUR_MS : 10 * MINUTE_MS;
    if (percent >= NEARLY_FULL && is_guests(server, table)) crowded_ms = MINUTE_MS;
    return crowded_ms < keep_ms ? crowded_ms : keep_ms;
}

/* ---- bots ---- */

/* How long the agent of a seat may think, in milliseconds: as it was asked for, else a usual time; 0 for
 * those that answer at once. */
static int think_ms(const table *table, int seat) {
    char name[AGENT_SIZE];
    const struct seat *s = &table->seats[seat];
    agent_fit(table->server, table->game, &table->options,
              s->kind == SEAT_AGENT ? s->agent_name : agent_usual(table->game), name);
    size_t length = strcspn(name, ":");
    for (const tp_agent_kind *const *kinds = tp_agent_kinds(); *kinds != NULL; kinds++) {
        bool is_this = strlen((*kinds)->name) == length && strncmp((*kinds)->name, name, length) == 0;
        if (is_this && (*kinds)->quick) return 0;
    }
    const char *asked = strstr(name, "ms=");
    int ms = asked != NULL ? (int)strtol(asked + 3, NULL, 10) : 0;
    return ms > 0 ? ms : USUAL_THINK_MS;
}

bool house_bot_may_move(table *table, int seat, bool somebody_waits, int64_t now_ms) {
    costs *costs = table->server->costs;
    cost_payers payers = {.address = table->payer, .table = &table->budget};
    if (!somebody_waits) payers.person = table->owner_budget;
    cost_price price = somebody_waits ? PRICE_BOT_MOVE : PRICE_IDLE_MOVE;
    /* Once for each move, however often it is asked for. */
    if (table->paid_turn != table->turn && !cost_charge_later(costs, &payers, price, 1, now_ms)) return false;
    table->paid_turn = table->turn;
    int ms = think_ms(table, seat);
    return ms == 0 || cost_charge_later(costs, &payers, PRICE_THINK_EACH, ms, now_ms);
}
