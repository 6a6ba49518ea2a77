/* Playing at a table: moves of people and of agents, giving up, clocks. The deal is in table_deal.c. */
#include "server/bots.h"
#include "server/connection.h"
#include "server/due.h"
#include "server/health.h"
#include "server/house.h"
#include "server/people.h"
#include "server/results.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_deal.h"
#include "server/text.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    SOON_MS = 100,   /* what waits for time, and not for anybody's move, is looked at so often */
    LATER_MS = 1000, /* and everything else */
};

event table_seat_event(const table *table, event_kind kind, int seat, int ply) {
    return (event){
        .kind = kind, .seat = seat, .ply = ply, .name = seat >= 0 ? strdup(table->seats[seat].name) : NULL};
}

int table_seat_in(table *table, connection *connection, int64_t ref, phase phase) {
    int seat = table_seat_of(table, connection->who->id);
    if (seat < 0) {
        connection_refuse(connection, ref, "NOT_SEATED", "you do not sit at this table");
    } else if (table->phase != phase) {
        connection_refuse(connection, ref, "WRONG_PHASE",
                          table->phase < phase ? TR_MARK("this is not possible before the deal")
                                               : TR_MARK("this is not possible after the end"));
        seat = -1;
    }
    return seat;
}

json_t *table_record_members(table *table) {
    char *lines = tp_record_lines(table->match, &table->entries);
    json_t *members = lines != NULL ? json_pack("{s:s}", "lines", lines) : NULL;
    free(lines);
    return members;
}

/* ---- moves ---- */

static json_t *clock_members(json_t *members, const table *table) {
    if (members == NULL || table->settings.game_s == 0) return members;
    json_t *clocks = json_array();
    for (int seat = 0; seat < table->seat_count; seat++)
        json_array_append_new(clocks, json_integer((json_int_t)table->seats[seat].clock_ms));
    json_object_set_new(members, "clock", clocks);
    return members;
}

/* The game has ended: nothing comes after this but chat and a rematch. */
static void end(table *table) {
    json_t *members = json_object();
    board_at_end(table, members);
    table->phase = PHASE_OVER;
    table->over_number = table->number + 1;
    table->offer = (offer){0};
    table->server->count.finished++;
    table_write(table, table_seat_event(table, EVENT_OVER, -1, 0), members, NULL, -1);
    table_changed(table);
}

/* The match has a new ply: write it down, and the end where it is one. */
void table_played(table *table, int seat, connection *connection, int64_t ref) {
    struct seat *s = &table->seats[seat];
    if (table->turn_since_ms > 0 && s->kind == SEAT_PERSON)
        s->clock_ms -= server_now_ms() - table->turn_since_ms;
    table->turn++;
    table->turn_since_ms = 0;
    offer_after_move(table, seat);
    if (!table_bot_plays(table, seat)) s->moves++;
    table->server->count.moves++;
    json_t *members = clock_members(table_record_members(table), table);
    if (members == NULL) {
        table_failed(table, "no memory");
        return;
    }
    int ply = tp_match_plies(table->match);
    /* Who ran out of time for one move plays the next one again. */
    if (s->timed_out && (table->settings.game_s == 0 || s->clock_ms > 0)) {
        s->timed_out = false;
        table_changed(table);
    }
    writer_join(table->server->writer);
    if (table_write(table, (event){.kind = EVENT_PLAY, .seat = seat, .ply = ply}, members, connection, ref) &&
        tp_match_actor(table->match) == TP_OVER) {
        end(table);
    }
    writer_part(table->server->writer);
}

void table_move(table *table, connection *connection, int64_t ref, int64_t ply, const char *move) {
    int seat = table_seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    struct seat *s = &table->seats[seat];
    if (s->left || s->resigned) {
        connection_refuse(connection, ref, "NOT_SEATED", "a bot plays for you; join the table again");
        return;
    }
    if (ply != tp_match_plies(table->match) + 1) {
        connection_refuse(connection, ref, "STALE", "the table has moved on");
        return;
    }
    tp_error error;
    if (tp_match_play_text(table->match, seat, move, &error) != TP_OK) {
        char text[TP_TEXT_SIZE];
        table_fill_names(table, error.text, text, sizeof text);
        connection_refuse_text(connection, ref, error.code == TP_E_REFUSED ? error.reason : "NOT_SAVED",
                               text);
        return;
    }
    board_note_network(table, seat, connection);
    table_played(table, seat, connection, ref);
}

/* ---- giving up ---- */

/* Whether the match ends when this seat gives up: no person is left on its side or, where more than two sides
 * play, none at all. */
static uint32_t seats_that_lose(const table *table, int seat) {
    const void *state = tp_match_state(table->match);
    const tp_game *game = table->game;
    uint32_t sides = 0, mine = 0, gave_up = 0;
    int partners = 0;
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *s = &table->seats[other];
        bool plays = other != seat && s->kind == SEAT_PERSON && !s->left && !s->resigned;
        bool is_mine = game->side(state, other) == game->side(state, seat);
        sides |= 1u << game->side(state, other);
        if (is_mine) mine |= 1u << other;
        partners += is_mine && plays;
        if (other == seat || s->resigned) gave_up |= 1u << other;
    }
    if (partners > 0) return 0;
    if (__builtin_popcount(sides) == 2) return mine;
    return table_people(table, seat) == 0 ? gave_up : 0;
}

void table_give_up(table *table, int seat, connection *connection, int64_t ref, bool by_time) {
    struct seat *s = &table->seats[seat];
    if (table->phase != PHASE_PLAYING || s->resigned) return;
    uint32_t losers = seats_that_lose(table, seat);
    s->resigned = true;
    tp_error error;
    json_t *members = NULL;
    bool ends = losers != 0 && tp_match_resign(table->match, losers, &error) == TP_OK;
    if (ends) {
        table->turn++;
        members = table_record_members(table);
    }
    writer_join(table->server->writer);
    if (by_time) table_write(table, table_seat_event(table, EVENT_TIMEOUT, seat, 0), NULL, NULL, -1);
    if (table->broken) {
        json_decref(members);
    } else if (table_write(table, table_seat_event(table, EVENT_RESIGN, seat, 0), members, connection, ref) &&
               ends) {
        end(table);
    }
    writer_part(table->server->writer);
    table_changed(table);
}

bool table_is_abandoned(const table *table, int64_t now_ms) {
    bool has_clock = table->settings.move_s > 0 || table->settings.game_s > 0;
    int64_t wait_ms = table->server->setup.limits.abandon_s * (int64_t)1000;
    return !has_clock && health_is_over(table->server, table->moved_ms, wait_ms, now_ms);
}

void table_abandon(table *table) {
    int actor = tp_match_actor(table->match);
    if (actor >= 0 && !table_bot_plays(table, actor)) {
        table_give_up(table, actor, NULL, -1, true);
        return;
    }
    /* Bots play for all people, and have stopped as nobody was there to see it. */
    uint32_t rights = table_rights(table);
    for (int seat = 0; seat < table->seat_count && table->phase == PHASE_PLAYING; seat++) {
        if ((rights >> seat & 1) != 0) table_give_up(table, seat, NULL, -1, true);
    }
}

void table_resign(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (table->seats[seat].resigned) {
        connection_refuse(connection, ref, "STALE", "you have already resigned");
        return;
    }
    table_give_up(table, seat, connection, ref, false);
}

/* ---- what comes by itself ---- */

/* Some steps are more than one entry of the journal. If the server was ended between them, the rest is
 * done now; true: there was something to do. */
static bool finish_step(table *table) {
    int seat = tp_match_actor(table->match);
    if (seat == TP_OVER) {
        end(table);
        return true;
    }
    if (offer_settle(table)) return true;
    if (seat >= 0 && table->settings.lose_on_time && table->seats[seat].timed_out &&
        !table->seats[seat].resigned) {
        table_give_up(table, seat, NULL, -1, false);
        return true;
    }
    return false;
}

void table_advance(table *table, int64_t now_ms) {
    /* One step at a time: what comes next follows from what is durable. */
    if (table->broken || table->durable < table->number || atomic_load(&table->server->stopping)) return;
    if (table->phase == PHASE_OPEN) {
        for (int seat = 0; seat < table->seat_count; seat++) {
            if (table->seats[seat].kind == SEAT_OPEN) return;
        }
        table_begin_commit(table);
    } else if (table->phase == PHASE_COMMIT) {
        table_advance_deal(table, now_ms);
    } else if (table->phase == PHASE_PLAYING) {
        if (finish_step(table)) return;
        int seat = tp_match_actor(table->match);
        if (seat < 0) return;
        if (table->turn_since_ms == 0) table->turn_since_ms = now_ms;
        if (!table_bot_plays(table, seat) || table->thinking_turn != 0 ||
            table->seats[seat].kind == SEAT_OPEN || !bots_may_play(table))
            return;
        if (house_bot_may_move(table, seat, bots_are_awaited(table), now_ms)) {
            bots_think(table, seat);
        } else {
            due_by(table, now_ms + SOON_MS); /* when there is something left to pay it with */
        }
    } else if (table->phase == PHASE_OVER) {
        offer_settle(table);
    }
}

/* ---- time ---- */

void table_came_back(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    if (!s->taken_over || table->phase != PHASE_PLAYING) return;
    s->taken_over = false;
    table_write(table, table_seat_event(table, EVENT_BACK, seat, 0), NULL, NULL, -1);
    table_changed(table);
}

static bool others_wait(const table *table, int seat) {
    for (int other = 0; other < table->seat_count; other++) {
        if (other != seat && table->seats[other].kind == SEAT_PERSON && table->seats[other].here > 0)
            return true;
    }
    return false;
}

static void check_clock(table *table, int seat, int64_t now_ms) {
    struct seat *s = &table->seats[seat];
    int64_t spent = table->turn_since_ms > 0 ? now_ms - table->turn_since_ms : 0;
    bool out = (table->settings.move_s > 0 && spent >= 1000 * (int64_t)table->settings.move_s) ||
               (table->settings.game_s > 0 && spent >= s->clock_ms);
    if (out && table->settings.lose_on_time) {
        table_give_up(table, seat, NULL, -1, true);
    } else if (out) {
        s->timed_out = true;
        table_write(table, table_seat_event(table, EVENT_TIMEOUT, seat, 0), NULL, NULL, -1);
        table_changed(table);
    } else if (s->here == 0 && table->settings.takeover_s > 0 && others_wait(table, seat) &&
               now_ms - s->away_since_ms >= 1000 * (int64_t)table->settings.takeover_s) {
        s->taken_over = true;
        table_write(table, table_seat_event(table, EVENT_TAKEOVER, seat, 0), NULL, NULL, -1);
        table_changed(table);
    }
}

void table_tick(table *table, int64_t now_ms) {
    if (table->presence_changed) {
        table->presence_changed = false;
        table_changed(table);
    }
    if (table->owes) {
        table->owes = false;
        table_touch(table);
    }
    if (table->broken || table->durable < table->number) return;
    if (offer_expire(table, now_ms)) return;
    if (table->phase == PHASE_COMMIT) {
        table_advance(table, now_ms);
    } else if (table->phase == PHASE_PLAYING) {
        int seat = tp_match_actor(table->match);
        if (seat < 0) return;
        if (table->turn_since_ms == 0 || (table_bot_plays(table, seat) && table->thinking_turn == 0)) {
            table_advance(table, now_ms);
        } else if (!table_bot_plays(table, seat)) {
            check_clock(table, seat, now_ms);
        }
    }
}

/* When the clock of the player to act ends, or a bot takes over from a player who is away. */
static int64_t next_clock(const table *table, int seat, int64_t now_ms) {
    const struct seat *s = &table->seats[seat];
    int64_t since_ms = table->turn_since_ms, ends_ms = now_ms + LATER_MS;
    int64_t move_ms = since_ms + 1000 * (int64_t)table->settings.move_s;
    int64_t takeover_ms = s->away_since_ms + 1000 * (int64_t)table->settings.takeover_s;
    if (table->settings.move_s > 0 && move_ms < ends_ms) ends_ms = move_ms;
    if (table->settings.game_s > 0 && since_ms + s->clock_ms < ends_ms) ends_ms = since_ms + s->clock_ms;
    /* One that is past waits for others to come. */
    if (table->settings.takeover_s > 0 && s->here == 0 && takeover_ms > now_ms && takeover_ms < ends_ms)
        ends_ms = takeover_ms;
    return ends_ms > now_ms ? ends_ms : now_ms + SOON_MS;
}

int64_t table_next_tick(const table *table, int64_t now_ms) {
    const int64_t soon_ms = now_ms + SOON_MS, later_ms = now_ms + LATER_MS;
    if (table->broken) return later_ms;
    if (table->presence_changed || table->owes || table->phase == PHASE_COMMIT) return soon_ms;
    bool is_done = table->phase == PHASE_OVER || table->phase == PHASE_CLOSED;
    if (is_done && table->offer.number != 0) return later_ms;
    if (is_done && table->watches == NULL) {
        int64_t unload_ms = table->touched_ms + 1000 * (int64_t)table->server->setup.limits.unload_s;
        return unload_ms > soon_ms ? unload_ms : soon_ms;
    }
    int seat = table->phase == PHASE_PLAYING ? tp_match_actor(table->match) : TP_OVER;
    if (seat < 0) return later_ms;
    if (table->turn_since_ms == 0) return soon_ms;
    if (!table_bot_plays(table, seat)) return next_clock(table, seat, now_ms);
    return table->thinking_turn == 0 && bots_may_play(table) ? soon_ms : later_ms;
}
