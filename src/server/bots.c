/* Bots at tables: see bots.h. */
#include "server/bots.h"
#include "server/connection.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/map.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/workers.h"

#include "agents/agents.h"
#include "server/due.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNITS_PER_MS =
        10, /* simulations or games of an agent whose budget is in those: what a slow machine does */
    STEPS_OF_FLOOR = 4, /* an answer that is late comes at the next quarter of its floor */
    LEAST_MIB = 1,      /* of an agent if there is little memory left */
    MIB = 1024 * 1024,
};

/* ---- when an answer is told ---- */

int64_t bots_floor_ms(const server *server, const tp_game *game, const char *agent) {
    const tp_agent_kind *kind;
    tp_options options;
    int64_t margin_ms = server->setup.limits.bot_delay_ms, budget_ms = 0, units = 0;
    if (margin_ms == 0 || tp_agent_read(game, agent, &kind, &options, NULL) != TP_OK || kind->quick) return 0;
    /* What is given counts; of an agent that is told no budget, the first in its table. */
    const char *const budgets[] = {"ms", "sims", "games"};
    for (size_t i = 0; i < options.count; i++) {
        const char *name = options.table[i].name;
        int64_t number = (int64_t)options.values[i].number;
        bool is_first = budget_ms == 0 && units == 0;
        for (size_t j = 0; j < sizeof budgets / sizeof *budgets; j++) {
            if (strcmp(name, budgets[j]) != 0 || (!is_first && !options.values[i].given)) continue;
            budget_ms = j == 0 ? number : 0;
            units = j > 0 ? number : 0;
        }
    }
    return margin_ms + budget_ms + units / UNITS_PER_MS;
}

int64_t bots_answer_ms(int64_t floor_ms, int64_t began_ms, int64_t ended_ms) {
    int64_t due_ms = began_ms + floor_ms, step_ms = floor_ms / STEPS_OF_FLOOR;
    if (ended_ms > due_ms && step_ms > 0) due_ms += (ended_ms - due_ms + step_ms - 1) / step_ms * step_ms;
    return due_ms;
}

/* ---- memory ---- */

/* Tables with agents are in a list, the one that was used last first. */
static void unlink_table(table *table) {
    server *server = table->server;
    if (table->bots_next != NULL) {
        table->bots_next->bots_previous = table->bots_previous;
    } else {
        server->bots_last = table->bots_previous;
    }
    if (table->bots_previous != NULL) {
        table->bots_previous->bots_next = table->bots_next;
    } else {
        server->bots_first = table->bots_next;
    }
    table->bots_next = table->bots_previous = NULL;
}

static void put_first(table *table) {
    server *server = table->server;
    if (server->bots_first == table) return;
    if (table->has_agents) unlink_table(table);
    table->has_agents = true;
    table->bots_next = server->bots_first;
    if (server->bots_first != NULL) server->bots_first->bots_previous = table;
    server->bots_first = table;
    if (server->bots_last == NULL) server->bots_last = table;
}

static void free_agents(table *table) {
    if (!table->has_agents) return; /* also one that was made on another thread, and has never been used */
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        struct seat *s = &table->seats[seat];
        if (s->agent != NULL) table->server->agent_bytes -= agent_bytes(s->agent);
        tp_agent_free(s->agent);
        s->agent = NULL;
        s->shown = 0;
    }
    unlink_table(table);
    table->has_agents = false;
}

/* Agents of other tables go until there is room for so many bytes, those that were used the longest ago
 * first. False: too many are in use. */
static bool make_room(const table *for_whom, size_t bytes) {
    server *server = for_whom->server;
    size_t most = (size_t)server->setup.limits.agents_mib * MIB;
    for (table *table = server->bots_last, *next; table != NULL && server->agent_bytes + bytes > most;
         table = next) {
        next = table->bots_previous;
        if (table != for_whom && table->tasks == 0) free_agents(table);
    }
    return server->agent_bytes + bytes <= most;
}

/* The same agent with the least memory. */
static void shrink(char name[AGENT_SIZE]) {
    char *memory = strstr(name, "memory=");
    if (memory == NULL) return;
    char rest[AGENT_SIZE];
    snprintf(rest, sizeof rest, "%s", memory + strcspn(memory, ","));
    snprintf(memory, (size_t)(name + AGENT_SIZE - memory), "memory=%d%s", LEAST_MIB, rest);
}

void bots_forget(table *table) {
    free(table->answer);
    table->answer = NULL;
    free_agents(table);
}

/* ---- thinking ---- */

struct bot_answer {
    task task;
    char table[ID_SIZE];
    const tp_game *game;
    tp_agent *agent;
    uint64_t turn;
    int seat;
    int64_t floor_ms, began_ms, due_ms;
    tp_move move;
    _Alignas(max_align_t) uint8_t view[]; /* of any game */
};
typedef struct bot_answer thought;

static void think(task *task) {
    thought *thought = (struct bot_answer *)task;
    thought->began_ms = server_now_ms();
    thought->move = tp_agent_choose(thought->agent, thought->view);
}

/* Its time has come. */
static void play(table *table, thought *thought) {
    const task *task = &thought->task;
    table->tasks--;
    /* The turn may have been taken back or handed back to its person in the meantime. */
    bool is_wanted = task->run != NULL && !table->broken && table->phase == PHASE_PLAYING &&
                     table->turn == thought->turn && table_bot_plays(table, thought->seat);
    if (table->thinking_turn == thought->turn) table->thinking_turn = 0;
    if (!is_wanted) table_touch(table);
    if (is_wanted) {
        tp_error error;
        if (tp_match_play(table->match, thought->seat, thought->move, &error) == TP_OK) {
            table_played(table, thought->seat, NULL, -1);
        } else {
            server_log(LOG_ERROR, "an agent made a move that is not legal", "table", table->id, "why",
                       error.text, NULL);
        }
    }
    free(thought);
}

static void thought_done(task *task, server *server) {
    thought *thought = (struct bot_answer *)task;
    table *table = map_get(&server->tables, thought->table);
    tp_assert(table != NULL); /* it stays while tasks are out */
    int64_t now_ms = server_now_ms();
    bool is_cut = task->run == NULL || atomic_load(&server->stopping);
    thought->due_ms = bots_answer_ms(thought->floor_ms, thought->began_ms, now_ms);
    if (is_cut || thought->floor_ms == 0 || thought->due_ms <= now_ms) {
        play(table, thought);
        return;
    }
    tp_assert(table->answer == NULL);
    table->answer = thought;
    due_by(table, thought->due_ms);
}

void bots_tick(table *table, int64_t now_ms) {
    const limits *limits = &table->server->setup.limits;
    thought *thought = table->answer;
    if (thought != NULL && now_ms >= thought->due_ms) {
        table->answer = NULL;
        play(table, thought);
    }
    bool is_over = table->phase != PHASE_PLAYING;
    int actor = is_over ? TP_OVER : tp_match_actor(table->match);
    bool is_at_work = actor >= 0 && table_bot_plays(table, actor) && bots_may_play(table);
    bool is_empty = table->watches == NULL && !is_at_work;
    if (!is_empty) table->empty_since_ms = 0;
    if (is_empty && table->empty_since_ms == 0) table->empty_since_ms = now_ms;
    if (!table->has_agents || table->tasks > 0) return;
    if (is_over || (is_empty && now_ms - table->empty_since_ms >= 1000 * (int64_t)limits->agents_idle_s))
        free_agents(table);
}

int64_t bots_next_tick(const table *table, int64_t otherwise) {
    return table->answer != NULL && table->answer->due_ms < otherwise ? table->answer->due_ms : otherwise;
}

/* ---- agents ---- */

static tp_agent *agent_of(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    if (s->agent == NULL) {
        tp_error error;
        const server_setup *setup = &table->server->setup;
        uint64_t seed = setup->seed * TP_MAX_SEATS + (uint64_t)seat;
        char name[AGENT_SIZE];
        if (!setup->seeded) randombytes_buf(&seed, sizeof seed);
        /* A person for whom a bot plays gets the usual one. */
        agent_fit(table->server, table->game, &table->options,
                  s->kind == SEAT_AGENT ? s->agent_name : agent_usual(table->game), name);
        if (strstr(name, "memory=") != NULL && !make_room(table, MOST_AGENT_MIB * (size_t)MIB)) shrink(name);
        s->agent = tp_agent_new(table->game, name, seed, &error);
        s->shown = 0;
        if (s->agent == NULL) {
            server_log(LOG_ERROR, "no agent for a seat", "table", table->id, "why", error.text, NULL);
            return NULL;
        }
        table->server->agent_bytes += agent_bytes(s->agent);
    }
    put_first(table);
    return s->agent;
}

/* An agent that follows the game sees what it has missed since it was last asked. */
static void catch_up(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    int plies = tp_match_plies(table->match);
    if (s->shown == 0) tp_agent_begin(s->agent, tp_match_options(table->match), seat);
    tp_match_show(table->match, s->shown, plies, seat, s->agent);
    s->shown = plies + 1;
}

bool bots_are_awaited(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON && table->seats[seat].here > 0) return true;
    }
    return false;
}

/* On whose account a bot thinks here: that of the owner while they are here, else of the first person who is.
 */
static void charge_to(const table *table, task *task) {
    const person *payer = people_get(table->server, table->owner);
    memcpy(task->whose, table->owner, sizeof task->whose);
    for (int seat = 0; seat < table->seat_count && (payer == NULL || payer->connections == NULL); seat++) {
        if (table->seats[seat].here > 0) payer = people_get(table->server, table->seats[seat].person);
    }
    if (payer == NULL || payer->connections == NULL) return;
    memcpy(task->whose, payer->id, sizeof task->whose);
    connection_network(payer->connections, task->network);
}

void bots_think(table *table, int seat) {
    tp_agent *agent = agent_of(table, seat);
    thought *thought = agent != NULL ? calloc(1, sizeof *thought + table->game->view_size) : NULL;
    if (thought == NULL || !tp_match_view(table->match, seat, thought->view)) {
        free(thought);
        return;
    }
    catch_up(table, seat);
    thought->task.run = think;
    thought->task.done = thought_done;
    thought->task.for_people = bots_are_awaited(table);
    charge_to(table, &thought->task);
    memcpy(thought->table, table->id, sizeof thought->table);
    thought->game = table->game;
    thought->agent = agent;
    thought->turn = table->turn;
    thought->seat = seat;
    thought->floor_ms = bots_floor_ms(table->server, table->game, tp_agent_name(agent));
    table->tasks++;
    table->thinking_turn = table->turn;
    if (tp_agent_kind_of(agent)->quick) {
        think(&thought->task);
        thought_done(&thought->task, table->server);
    } else {
        workers_give(table->server->workers, &thought->task);
    }
}

bool bots_may_play(const table *table) {
    bool has_people = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        /* Those who have resigned do not come back: what is left is played to the end. */
        if (s->kind != SEAT_PERSON || s->resigned) continue;
        has_people = true;
        if (s->here > 0 || !table_bot_plays(table, seat)) return true;
    }
    return !has_people || table->settings.move_s > 0 || table->settings.game_s > 0 || table->spectators > 0;
}
