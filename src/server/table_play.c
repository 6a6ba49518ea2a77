/* Playing at a table: commitment and deal, moves of people and of agents, taking back, giving up, clocks. */
#include "server/server.h"

#include "match/decision.h"
#include "review/review.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

event table_seat_event(const table *table, event_kind kind, int seat, int ply) {
    return (event){
        .kind = kind, .seat = seat, .ply = ply, .name = seat >= 0 ? strdup(table->seats[seat].name) : NULL};
}

/* The seat of this connection's person; -1 and an answer where there is none, or the phase is another. */
static int seat_in(table *table, connection *connection, int64_t ref, phase phase) {
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

/* ---- before the first card ---- */

bool table_begin_commit(table *table) {
    const server_setup *setup = &table->server->setup;
    char hex[2 * TP_KEY_SIZE + 1];
    if (setup->seeded) {
        tp_key_from_seed(table->key, setup->seed);
    } else {
        tp_key_random(table->key);
    }
    sodium_bin2hex(hex, sizeof hex, table->key, sizeof table->key);
    table->phase = PHASE_COMMIT;
    table->commit_since_ms = server_now_ms();
    bool good = table_write(table, table_seat_event(table, EVENT_COMMIT, -1, 0),
                            json_pack("{s:s}", "key", hex), NULL, -1);
    sodium_memzero(hex, sizeof hex);
    table_changed(table);
    return good;
}

void table_contribute(table *table, connection *connection, int64_t ref, const char *hex) {
    int seat = seat_in(table, connection, ref, PHASE_COMMIT);
    if (seat < 0) return;
    struct seat *s = &table->seats[seat];
    size_t digits = strlen(hex), length = 0;
    uint8_t bytes[TP_CONTRIBUTION_SIZE];
    if (s->contributed) {
        connection_refuse(connection, ref, "STALE", "you have contributed already");
        return;
    }
    if (digits < 2 || digits % 2 != 0 ||
        sodium_hex2bin(bytes, sizeof bytes, hex, digits, NULL, &length, NULL) != 0 || length != digits / 2) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "'bytes' should be 2 to 64 hex digits");
        return;
    }
    s->contributed = true;
    s->contribution.size = (uint8_t)length;
    memcpy(s->contribution.bytes, bytes, length);
    table_write(table, table_seat_event(table, EVENT_CONTRIBUTE, seat, 0), json_pack("{s:s}", "bytes", hex),
                connection, ref);
}

/* Whether everybody who is there has contributed: who has only just made the table may still be on the way to it. */
static bool all_contributed(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        const person *who = s->kind == SEAT_PERSON ? people_get(table->server, s->person) : NULL;
        if (who != NULL && who->connections != NULL && !s->contributed) return false;
    }
    return true;
}

/* The lines that the record has grown by, as members of a journal entry. */
static json_t *record_members(table *table) {
    char *lines = tp_record_lines(table->match, &table->entries);
    json_t *members = lines != NULL ? json_pack("{s:s}", "lines", lines) : NULL;
    free(lines);
    return members;
}

/* Whether the cards come from the server's seed: a table may be older than the seed. */
static bool is_seeded(const table *table) {
    const server_setup *setup = &table->server->setup;
    uint8_t key[TP_KEY_SIZE];
    if (!setup->seeded) return false;
    tp_key_from_seed(key, setup->seed);
    return sodium_memcmp(key, table->key, sizeof key) == 0;
}

static void deal(table *table) {
    tp_match_setup setup = {.game = table->game,
                            .options = &table->options,
                            .key = table->key,
                            .seeded = is_seeded(table),
                            .seed = table->server->setup.seed,
                            .position = table->position,
                            .origin = table->position != NULL ? &table->origin : NULL};
    tp_error error;
    for (int seat = 0; seat < table->seat_count; seat++) {
        setup.seats[seat] = table->seats[seat].name;
        setup.contributions[seat] = table->seats[seat].contribution;
        table->seats[seat].clock_ms = 1000 * (int64_t)table->settings.game_s;
    }
    table->match = tp_match_new(&setup, &error);
    json_t *members = table->match != NULL ? record_members(table) : NULL;
    if (members == NULL) {
        table_failed(table, error.text);
        return;
    }
    table->phase = PHASE_PLAYING;
    table->turn++;
    table->turn_since_ms = 0;
    table_write(table, table_seat_event(table, EVENT_DEAL, -1, 0), members, NULL, -1);
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
    table->phase = PHASE_OVER;
    table->over_number = table->number + 1;
    table->offer = (offer){0};
    table->server->count.finished++;
    table_write(table, table_seat_event(table, EVENT_OVER, -1, 0), NULL, NULL, -1);
    table_changed(table);
}

/* The match has a new ply: write it down, and the end where it is one. */
static void played(table *table, int seat, connection *connection, int64_t ref) {
    struct seat *s = &table->seats[seat];
    if (table->turn_since_ms > 0 && s->kind == SEAT_PERSON)
        s->clock_ms -= server_now_ms() - table->turn_since_ms;
    table->turn++;
    table->turn_since_ms = 0;
    table->offer = (offer){0};
    table->server->count.moves++;
    json_t *members = clock_members(record_members(table), table);
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
    if (!table_write(table, (event){.kind = EVENT_PLAY, .seat = seat, .ply = ply}, members, connection, ref))
        return;
    if (tp_match_actor(table->match) == TP_OVER) end(table);
}

/* Whether a move was refused by the rules, and why: the reason alone, since whoever is at the table sees what is legal. */
static bool is_illegal(table *table, int seat, const char *text, const tp_error *error, char *why,
                       size_t size) {
    static const char *const others[] = {"NOT_YOUR_TURN", "GAME_OVER", "UNKNOWN_MOVE"};
    tp_move move;
    if (error->code != TP_E_REFUSED || tp_match_game(table->match)->move_parse(text, &move) != TP_OK)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(error->reason, others[i]) == 0) return false;
    }
    tp_match_why_not(table->match, seat, move, why, size);
    return true;
}

void table_move(table *table, connection *connection, int64_t ref, int64_t ply, const char *move) {
    int seat = seat_in(table, connection, ref, PHASE_PLAYING);
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
        char why[TP_WHY_SIZE], text[TP_TEXT_SIZE];
        bool illegal = is_illegal(table, seat, move, &error, why, sizeof why);
        table_fill_names(table, illegal ? why : error.text, text, sizeof text);
        connection_refuse_text(connection, ref, error.code == TP_E_REFUSED ? error.reason : "NOT_SAVED",
                               text);
        return;
    }
    played(table, seat, connection, ref);
}

/* ---- agents ---- */

typedef struct thought {
    task task;
    char table[ID_SIZE];
    const tp_game *game;
    tp_agent *agent;
    uint64_t turn;
    int seat;
    tp_move move;
    uint8_t view[];
} thought;

static void think(task *task) {
    thought *thought = (struct thought *)task;
    thought->move = tp_agent_choose(thought->agent, thought->view);
}

static void thought_done(task *task, server *server) {
    thought *thought = (struct thought *)task;
    table *table = map_get(&server->tables, thought->table);
    tp_assert(table != NULL); /* it stays while tasks are out */
    table->tasks--;
    /* The turn may have been taken back or handed back to its person in the meantime. */
    bool is_wanted = task->run != NULL && !table->broken && table->phase == PHASE_PLAYING &&
                     table->turn == thought->turn && table_bot_plays(table, thought->seat);
    if (table->thinking_turn == thought->turn) table->thinking_turn = 0;
    if (!is_wanted) table_touch(table);
    if (is_wanted) {
        tp_error error;
        if (tp_match_play(table->match, thought->seat, thought->move, &error) == TP_OK) {
            played(table, thought->seat, NULL, -1);
        } else {
            server_log(LOG_ERROR, "an agent made a move that is not legal", "table", table->id, "why",
                       error.text, NULL);
        }
    }
    free(thought);
}

static tp_agent *agent_of(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    if (s->agent == NULL) {
        tp_error error;
        const server_setup *setup = &table->server->setup;
        uint64_t seed = setup->seed * TP_MAX_SEATS + (uint64_t)seat;
        char name[AGENT_SIZE];
        if (!setup->seeded) randombytes_buf(&seed, sizeof seed);
        /* A person for whom a bot plays gets the usual one. */
        agent_fit(table->server, table->game,
                  s->kind == SEAT_AGENT ? s->agent_name : agent_usual(table->game), name);
        s->agent = tp_agent_new(table->game, name, seed, &error);
        if (s->agent == NULL)
            server_log(LOG_ERROR, "no agent for a seat", "table", table->id, "why", error.text, NULL);
    }
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

/* Whether a person would wait for a bot here. Who looks on does not count: there can be any number of tables to look at. */
static bool somebody_waits(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON && table->seats[seat].here > 0) return true;
    }
    return false;
}

static void start_thinking(table *table, int seat) {
    tp_agent *agent = agent_of(table, seat);
    thought *thought = agent != NULL ? calloc(1, sizeof *thought + table->game->view_size) : NULL;
    if (thought == NULL || !tp_match_view(table->match, seat, thought->view)) {
        free(thought);
        return;
    }
    catch_up(table, seat);
    thought->task.run = think;
    thought->task.done = thought_done;
    thought->task.for_people = somebody_waits(table);
    memcpy(thought->task.whose, table->owner, sizeof thought->task.whose);
    memcpy(thought->table, table->id, sizeof thought->table);
    thought->game = table->game;
    thought->agent = agent;
    thought->turn = table->turn;
    thought->seat = seat;
    table->tasks++;
    table->thinking_turn = table->turn;
    if (tp_agent_kind_of(agent)->quick) {
        think(&thought->task);
        thought_done(&thought->task, table->server);
    } else {
        workers_give(table->server->workers, &thought->task);
    }
}

/* Whether bots should go on: not while all the people of the table are away, or nobody would see the game. */
static bool bots_may_play(const table *table) {
    bool has_people = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind != SEAT_PERSON) continue;
        has_people = true;
        if (s->here > 0 || !table_bot_plays(table, seat)) return true;
    }
    return !has_people || table->settings.move_s > 0 || table->settings.game_s > 0 || table->spectators > 0;
}

/* ---- hints ---- */

typedef struct hint {
    task task;
    char table[ID_SIZE], serial[20];
    const tp_game *game;
    int64_t ref;
    uint64_t turn;
    int ply, count;
    tp_opinion *opinions;
    uint8_t view[];
} hint;

static void think_hint(task *task) {
    hint *hint = (struct hint *)task;
    hint->count = review_moves(hint->game, "ismcts:ms=300,memory=8", 1, hint->view, hint->opinions, NULL);
}

static void hint_done(task *task, server *server) {
    hint *hint = (struct hint *)task;
    table *table = map_get(&server->tables, hint->table);
    connection *connection = connection_find(server, hint->serial);
    tp_assert(table != NULL);
    table->tasks--;
    if (connection != NULL) {
        json_t *moves = json_array();
        for (int i = 0; i < hint->count; i++) {
            char text[TP_TEXT_SIZE];
            hint->game->move_text(hint->opinions[i].move, text, sizeof text);
            json_array_append_new(moves, json_pack("{s:s, s:f, s:f, s:I}", "move", text, "value",
                                                   hint->opinions[i].value, "error", hint->opinions[i].error,
                                                   "games", (json_int_t)hint->opinions[i].games));
        }
        json_t *message = json_pack("{s:s, s:s, s:i, s:o}", "is", "hint", "table", hint->table, "ply",
                                    hint->ply + 1, "moves", moves);
        if (message != NULL && hint->ref >= 0)
            json_object_set_new(message, "ref", json_integer((json_int_t)hint->ref));
        connection_send(connection, message);
    }
    free(hint->opinions);
    free(hint);
}

void table_hint(table *table, connection *connection, int64_t ref) {
    int seat = seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (tp_match_actor(table->match) != seat || table->durable < table->number) {
        connection_refuse(connection, ref, "NOT_YOUR_TURN", "a hint is for the one whose turn it is");
        return;
    }
    if (table->tasks >= 4) {
        connection_refuse(connection, ref, "TOO_MANY", "wait for the hint that is being thought of");
        return;
    }
    hint *hint = calloc(1, sizeof *hint + table->game->view_size);
    tp_opinion *opinions = calloc((size_t)table->game->max_moves, sizeof *opinions);
    if (hint == NULL || opinions == NULL) {
        free(hint);
        free(opinions);
        connection_refuse(connection, ref, "TOO_MANY", "the server has no memory left");
        return;
    }
    hint->task = (task){.for_people = true, .run = think_hint, .done = hint_done};
    memcpy(hint->task.whose, connection->who->id, sizeof hint->task.whose);
    memcpy(hint->table, table->id, sizeof hint->table);
    memcpy(hint->serial, connection->serial, sizeof hint->serial);
    hint->game = table->game;
    hint->ref = ref;
    hint->ply = tp_match_plies(table->match);
    hint->opinions = opinions;
    tp_match_view(table->match, seat, hint->view);
    table->tasks++;
    table->server->count.hints++;
    workers_give(table->server->workers, &hint->task);
}

/* ---- taking back ---- */

/* How many plies there are since, and with, the last decision of this seat. 0: it has made none. */
static int plies_since(const table *table, int seat) {
    int decision = match_last_decision(table->match, seat);
    return decision >= 0 ? tp_match_plies(table->match) - decision : 0;
}

static void take_back(table *table, int seat, connection *connection, int64_t ref) {
    int count = plies_since(table, seat);
    if (count == 0 || !tp_match_undo(table->match, count)) {
        if (connection != NULL)
            connection_refuse(connection, ref, "WRONG_PHASE", "you have decided nothing yet");
        return;
    }
    table->turn++;
    table->turn_since_ms = 0;
    table->offer = (offer){0};
    for (int other = 0; other < table->seat_count; other++) table->seats[other].shown = 0;
    json_t *members = record_members(table);
    if (members == NULL) {
        table_failed(table, "no memory");
        return;
    }
    table->last_undo = table->number + 1;
    table_write(table, table_seat_event(table, EVENT_UNDO, seat, tp_match_plies(table->match)), members,
                connection, ref);
}

void table_undo(table *table, connection *connection, int64_t ref) {
    int seat = seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (table->seats[seat].left || table->seats[seat].resigned) {
        connection_refuse(connection, ref, "NOT_SEATED", "a bot plays for you; join the table again");
        return;
    }
    if (plies_since(table, seat) == 0) {
        connection_refuse(connection, ref, "WRONG_PHASE", "you have decided nothing yet");
        return;
    }
    uint32_t asked = 0;
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *s = &table->seats[other];
        if (other != seat && s->kind == SEAT_PERSON && !s->left && !s->resigned) asked |= 1u << other;
    }
    if (asked == 0) {
        take_back(table, seat, connection, ref);
        return;
    }
    if (table->offer.number != 0) {
        connection_refuse(connection, ref, "STALE",
                          "there is a question already: it has to be answered first");
        return;
    }
    table->offer = (offer){.number = table->number + 1, .by = seat, .asked = asked};
    table_write(table, table_seat_event(table, EVENT_OFFER, seat, 0), NULL, connection, ref);
}

void table_answer(table *table, connection *connection, int64_t ref, int64_t number, bool yes) {
    int seat = seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    offer *offer = &table->offer;
    if (offer->number == 0 || offer->number != number || (offer->asked >> seat & 1) == 0) {
        connection_refuse(connection, ref, "STALE", "nothing is asked of you");
        return;
    }
    int by = offer->by;
    offer->yes |= yes ? 1u << seat : 0;
    bool is_settled = yes && offer->yes == offer->asked;
    if (!yes) *offer = (struct offer){0};
    if (!table_write(table, table_seat_event(table, EVENT_ANSWER, seat, yes), NULL, connection, ref)) return;
    if (is_settled) take_back(table, by, NULL, -1);
}

/* ---- giving up ---- */

/* Whether the match ends when this seat gives up: no person is left on its side or, where more than two sides play, none at all. */
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
        members = record_members(table);
    }
    if (by_time && !table_write(table, table_seat_event(table, EVENT_TIMEOUT, seat, 0), NULL, NULL, -1))
        return;
    if (!table_write(table, table_seat_event(table, EVENT_RESIGN, seat, 0), members, connection, ref)) return;
    if (ends) end(table);
    table_changed(table);
}

void table_resign(table *table, connection *connection, int64_t ref) {
    int seat = seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (table->seats[seat].resigned) {
        connection_refuse(connection, ref, "STALE", "you have resigned already");
        return;
    }
    table_give_up(table, seat, connection, ref, false);
}

/* ---- what comes by itself ---- */

/* Some steps are more than one entry of the journal. Where the server was ended between them, the rest is done now; true: there
 * was something to do. */
static bool finish_step(table *table) {
    int seat = tp_match_actor(table->match);
    const offer *offer = &table->offer;
    if (seat == TP_OVER) {
        end(table);
        return true;
    }
    if (offer->number != 0 && offer->asked != 0 && offer->yes == offer->asked) {
        take_back(table, offer->by, NULL, -1);
        return true;
    }
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
        bool late = now_ms - table->commit_since_ms >= table->server->setup.limits.contribute_ms;
        if (late || all_contributed(table)) deal(table);
    } else if (table->phase == PHASE_PLAYING) {
        if (finish_step(table)) return;
        int seat = tp_match_actor(table->match);
        if (seat < 0) return;
        if (table->turn_since_ms == 0) table->turn_since_ms = now_ms;
        if (table_bot_plays(table, seat) && table->thinking_turn == 0 &&
            table->seats[seat].kind != SEAT_OPEN && bots_may_play(table))
            start_thinking(table, seat);
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
    if (table->broken || table->durable < table->number) return;
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
