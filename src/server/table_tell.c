/* What viewers of a table are told: everything here is made from a view or from projected events, for one
 * viewer at a time.
 *
 * Nothing else in the server puts anything about cards into a message. */
#include "server/charge.h"
#include "server/connection.h"
#include "server/house.h"
#include "server/letters.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/results.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_deal.h"
#include "server/text.h"
#include "server/told.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED_EVENTS = 100, /* in a whole message, and in one answer to `log` */
    MOST_MISSED = 1000,  /* events: who has missed more than that starts anew */
    MOST_LETTERS = 300,  /* of one thing said */
};

/* ---- how far a viewer may see ---- */

/* The last event that a viewer may be told: the last durable one or, for spectators of a delayed table,
 * the last before the moves that are held back. */
static int64_t horizon(const table *table, int viewer) {
    int64_t to = table->durable;
    bool is_over = table->over_number > 0 && table->over_number <= table->durable;
    if (viewer != TP_SPECTATOR || table->settings.delay == 0 || is_over) return to;
    int held = 0;
    for (int64_t n = table->durable; n > 0 && held < table->settings.delay; n--) {
        if (table->events[n - 1].kind != EVENT_PLAY) continue;
        held++;
        to = n - 1;
    }
    return to;
}

/* The phase after event `to`: a watcher for whom a change is held back, or is not durable yet, does not know
 * of it. */
static phase phase_after(const table *table, int64_t to) {
    if (to == table->number) return table->phase;
    for (int64_t n = to; n > 0; n--) {
        switch (table->events[n - 1].kind) {
        case EVENT_COMMIT: return PHASE_COMMIT;
        case EVENT_DEAL:
        case EVENT_PLAY: return PHASE_PLAYING;
        case EVENT_OVER: return PHASE_OVER;
        case EVENT_CLOSE: return PHASE_CLOSED;
        default: break;
        }
    }
    return PHASE_OPEN;
}

/* The ply after event `to`, or the latest one before it that has not been taken back since, because the
 * match no longer has the others. -1: there were no cards yet. */
static int ply_after(const table *table, int64_t to) {
    int ply = -1;
    for (int64_t n = to; n > 0 && ply < 0; n--) {
        event_kind kind = table->events[n - 1].kind;
        if (kind == EVENT_DEAL || kind == EVENT_PLAY || kind == EVENT_UNDO) ply = table->events[n - 1].ply;
    }
    for (int64_t n = to + 1; n <= table->number; n++) {
        const event *event = &table->events[n - 1];
        if (event->kind == EVENT_UNDO && event->ply < ply) ply = event->ply;
    }
    return ply;
}

/* ---- sentences ---- */

static void seat_names(const table *table, const char *names[TP_MAX_SEATS]) {
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        const struct seat *s = &table->seats[seat];
        names[seat] = s->kind == SEAT_OPEN ? TR("nobody") : seat_said_name(s->name);
    }
}

void table_fill_names(const table *table, const char *text, char *out, size_t size) {
    const char *names[TP_MAX_SEATS];
    seat_names(table, names);
    tp_fill_names(text, names, table->seat_count, out, size);
}

/* Each line of the text, names filled in, as a list. */
static void write_sentences(json_out *out, const table *table, const char *text, bool marks) {
    const char *names[TP_MAX_SEATS];
    seat_names(table, names);
    json_out_open(out, '[');
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char line[TP_TEXT_SIZE], filled[TP_TEXT_SIZE];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        (marks ? tp_fill_marked : tp_fill_names)(line, names, table->seat_count, filled, sizeof filled);
        json_out_string(out, filled);
        text += length + (text[length] == '\n');
    }
    json_out_close(out, ']');
}

static const char *offer_sentence(int kind) {
    switch (kind) {
    case OFFER_HINTS: return TR("%s asks to allow hints for everyone; the game would not be rated.");
    case OFFER_REMATCH: return TR("%s asks to play again.");
    default: return TR("%s asks to take back a move.");
    }
}

static const char *expire_sentence(int kind) {
    switch (kind) {
    case OFFER_HINTS: return TR("Not everyone answered: hints stay off.");
    case OFFER_REMATCH: return TR("%s has left: there is no rematch.");
    default: return TR("Not everyone answered: nothing is taken back.");
    }
}

/* The sentence for an event that is not about cards: a format with one name. */
static const char *plain_sentence(const event *event) {
    switch (event->kind) {
    case EVENT_OPEN: return TR("The table is open.");
    case EVENT_SIT: return TR("%s sits down.");
    case EVENT_LEAVE: return TR("%s leaves.");
    case EVENT_COMMIT: return TR("The server seals its shuffle.");
    case EVENT_CONTRIBUTE: return TR("%s added randomness to the shuffle.");
    case EVENT_SEAL: return TR("%s seals random bytes for the shuffle.");
    case EVENT_SEALED: return TR("All seals are listed: nobody can change the deal now.");
    case EVENT_REVEAL: return TR("%s opens the seal.");
    case EVENT_VOID: return TR("This deal is void: %s did not open the seal.");
    case EVENT_UNDO: return event->seat >= 0 ? TR("%s takes back a move.") : TR("Moves are taken back.");
    case EVENT_OFFER: return offer_sentence(event->ply);
    case EVENT_EXPIRE: return expire_sentence(event->ply);
    case EVENT_HINTS:
        return event->ply > 0 ? TR("Everyone agrees: hints are on, and this game is not rated.")
                              : TR("%s uses a hint: a win does not count on the leaderboard.");
    case EVENT_ANSWER: return event->ply > 0 ? TR("%s agrees.") : TR("%s declines.");
    case EVENT_BACK: return TR("%s is back.");
    case EVENT_TAKEOVER: return TR("A bot plays for %s.");
    case EVENT_RESIGN: return TR("%s resigns.");
    case EVENT_TIMEOUT: return TR("%s is out of time.");
    case EVENT_OVER: return TR("The game is over.");
    case EVENT_NEXT: return TR("There is a rematch.");
    case EVENT_CLOSE: return TR("The table is closed.");
    default: return "";
    }
}

static bool is_of_match(const event *event) { return event->kind == EVENT_DEAL || event->kind == EVENT_PLAY; }

static void write_event_text(json_out *out, const table *table, const event *event, const told *told,
                             bool marks) {
    if (is_of_match(event)) {
        write_sentences(out, table, told_text(told, event->ply), marks);
        return;
    }
    char text[TP_TEXT_SIZE];
    char missing[TP_TEXT_SIZE];
    missing[0] = '\0';
    if (event->kind == EVENT_VOID) table_void_names(table, event, missing, sizeof missing);
    const char *name = event->name != NULL ? seat_said_name(event->name) : missing;
    char safe[TP_TEXT_SIZE];
    (marks ? tp_fill_marked : tp_fill_names)("{0}", &name, 1, safe, sizeof safe);
    snprintf(text, sizeof text, plain_sentence(event), safe);
    json_out_open(out, '[');
    if (text[0] != '\0') json_out_string(out, text);
    json_out_close(out, ']');
}

static bool is_muted(const watch *watch, const char *id) {
    for (size_t i = 0; i < watch->muted_count; i++) {
        if (strcmp(watch->muted[i], id) == 0) return true;
    }
    return people_blocks(watch->connection->who, id);
}

/* The plies of these events that still stand, told in one go. */
static void tell_plies(told *told, const watch *watch, int64_t after, int64_t to) {
    const table *table = watch->table;
    int first = INT_MAX, last = -1;
    for (int64_t n = after + 1; n <= to; n++) {
        const event *event = &table->events[n - 1];
        if (!is_of_match(event) || event->ply > tp_match_plies(table->match)) continue;
        if (event->ply < first) first = event->ply;
        if (event->ply > last) last = event->ply;
    }
    told_forget(told);
    if (first <= last) told_make(told, table->match, first, last, watch->viewer);
}

static void write_event(json_out *out, const watch *watch, int64_t n, const told *told) {
    const table *table = watch->table;
    const event *event = &table->events[n - 1];
    json_out_open(out, '{');
    json_out_key(out, "n");
    json_out_integer(out, n);
    json_out_member(out, "is", event_names[event->kind]);
    if (event->seat >= 0) {
        json_out_key(out, "seat");
        json_out_integer(out, event->seat);
    }
    if (event->kind == EVENT_OFFER || event->kind == EVENT_EXPIRE)
        json_out_member(out, "offer", offer_names[event->ply]);
    bool is_match = is_of_match(event);
    if (is_match || event->kind == EVENT_UNDO) {
        json_out_key(out, "ply");
        json_out_integer(out, event->ply);
    }
    if (event->kind == EVENT_VOID) {
        json_out_key(out, "seats");
        json_out_bits(out, (uint32_t)event->ply);
    }
    if (event->kind == EVENT_CHAT && !is_muted(watch, event->by)) {
        json_out_member(out, "by", event->by);
        json_out_member(out, "name", event->name);
        json_out_member(out, "said", event->said);
        if (event->by_guest) {
            json_out_key(out, "guest");
            json_out_bool(out, true);
        }
    } else if (event->kind == EVENT_CHAT) {
        json_out_key(out, "muted");
        json_out_bool(out, true);
    } else if (is_match && event->undone) { /* it has no sentences any more */
        json_out_key(out, "undone");
        json_out_bool(out, true);
    } else {
        size_t size = 0;
        const char *data = is_match ? told_data(told, event->ply, &size) : "";
        json_out_raw(out, data, size);
        json_out_key(out, "text");
        write_event_text(out, table, event, told, watch->connection->marks);
    }
    json_out_close(out, '}');
}

/* ---- about ---- */

/* Who was deleted is no guest. */
static bool is_guest(const table *table, const seat *seat) {
    const person *who = seat->person[0] != '\0' ? people_get(table->server, seat->person) : NULL;
    return seat->person[0] != '\0' && !seat->account && (who == NULL || !who->account);
}

json_t *seat_list(const table *table) {
    json_t *list = json_array();
    for (int i = 0; i < table->seat_count; i++) {
        const seat *seat = &table->seats[i];
        json_t *object;
        if (seat->kind == SEAT_OPEN) {
            object = json_pack("{s:s}", "who", "open");
        } else if (seat->kind == SEAT_AGENT) {
            object = json_pack("{s:s, s:s, s:s}", "who", "agent", "name", seat_said_name(seat->name), "agent",
                               seat->agent_name);
            if (seat->character != NULL)
                json_object_set_new(object, "character", json_string(seat->character->id));
        } else {
            object = json_pack("{s:s, s:s, s:s, s:b, s:b, s:b}", "who", "person", "name", seat->name, "id",
                               seat->person, "here", seat->here > 0, "bot", table_bot_plays(table, i),
                               "resigned", seat->resigned);
            if (is_guest(table, seat)) json_object_set_new(object, "guest", json_true());
        }
        json_array_append_new(list, object);
    }
    return list;
}

json_t *settings_to_json(const settings *s) {
    return json_pack("{s:b, s:i, s:i, s:s, s:i, s:b, s:i, s:b}", "public", s->is_public, "move_s", s->move_s,
                     "game_s", s->game_s, "on_time_out", s->lose_on_time ? "lose" : "bot", "takeover_s",
                     s->takeover_s, "spectators", s->spectators, "delay", s->delay, "chat", s->chat);
}

static json_t *about(const watch *watch) {
    const table *table = watch->table;
    int seat = watch->viewer;
    json_t *object =
        json_pack("{s:s, s:s, s:o, s:o, s:s, s:o, s:o, s:i}", "game", table->game->name, "title",
                  table->game->title, "options", tp_options_to_json(&table->options), "settings",
                  settings_to_json(&table->settings), "owner", table->owner, "seats", seat_list(table), "you",
                  seat >= 0 ? json_integer(seat) : json_null(), "watching", table->spectators);
    if (object == NULL) return NULL;
    tp_shape shape;
    if (table->game->shape(&table->options, &shape, NULL) == TP_OK) add_shape(object, &shape);
    if (seat >= 0) json_object_set_new(object, "invite", json_string(table->invite));
    if (table->phase != PHASE_OPEN && table->phase != PHASE_CLOSED) {
        uint8_t hash[TP_COMMITMENT_SIZE];
        char hex[2 * TP_COMMITMENT_SIZE + 1];
        tp_commitment(table->key, hash);
        for (int i = 0; i < TP_COMMITMENT_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", hash[i]);
        json_object_set_new(object, "commitment", json_string(hex));
    }
    json_t *list = table->phase != PHASE_CLOSED ? table_deal_list(table) : NULL;
    if (list != NULL) json_object_set_new(object, "sealed", list);
    json_object_set_new(object, "hints", json_boolean(table_hints_allowed(table)));
    if (table->match != NULL) json_object_set_new(object, "rated", json_boolean(results_count(table)));
    if (table->next[0] != '\0') json_object_set_new(object, "next", json_string(table->next));
    if (table->parent[0] != '\0') json_object_set_new(object, "parent", json_string(table->parent));
    if (table->continues[0] != '\0')
        json_object_set_new(object, "continues", table_continues_json(table, false));
    return object;
}

void table_changed(table *table) {
    for (watch *watch = table->watches; watch != NULL; watch = watch->next_of_table)
        watch->about_sent = false;
    table->lobby_dirty = true;
    table->server->lobby_changed = true;
    table_touch(table);
}

/* A person has come or gone. The others are told a moment later, so that a thousand spectators who arrive
 * together make one message, not a thousand. */
static void presence_changed(table *table) {
    table->presence_changed = true;
    table->lobby_dirty = true;
    table->server->lobby_changed = true;
    table_touch(table);
}

/* ---- now ---- */

static void write_legal(json_out *out, const table *table, const void *view, bool marks) {
    void (*fill)(const char *, const char *const *, int, char *, size_t) =
        marks ? tp_fill_marked : tp_fill_names;
    const tp_game *game = table->game;
    const char *names[TP_MAX_SEATS];
    tp_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    int count = moves != NULL ? game->view_legal(view, moves) : 0;
    seat_names(table, names);
    json_out_open(out, '[');
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE], name[TP_TEXT_SIZE], help[TP_TEXT_SIZE], filled[TP_TEXT_SIZE];
        name[0] = help[0] = '\0';
        game->move_text(moves[i], text, sizeof text);
        if (game->move_name != NULL) game->move_name(view, moves[i], name, sizeof name);
        if (game->move_help != NULL) game->move_help(view, moves[i], help, sizeof help);
        json_out_open(out, '{');
        json_out_member(out, "move", text);
        fill(name[0] != '\0' ? name : text, names, table->seat_count, filled, sizeof filled);
        json_out_member(out, "name", filled);
        fill(help, names, table->seat_count, filled, sizeof filled);
        json_out_member(out, "help", filled);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    free(moves);
}

static json_t *clock_to_json(const table *table, int actor) {
    const settings *settings = &table->settings;
    if (settings->move_s == 0 && settings->game_s == 0) return NULL;
    json_t *object = json_object();
    int64_t spent = table->turn_since_ms > 0 ? server_now_ms() - table->turn_since_ms : 0;
    if (settings->game_s > 0) {
        json_t *seats = json_array();
        for (int seat = 0; seat < table->seat_count; seat++) {
            int64_t left = table->seats[seat].clock_ms - (seat == actor ? spent : 0);
            json_array_append_new(seats, json_integer((json_int_t)(left > 0 ? left : 0)));
        }
        json_object_set_new(object, "seats", seats);
    }
    if (settings->move_s > 0) {
        int64_t left = 1000 * (int64_t)settings->move_s - spent;
        json_object_set_new(object, "move", json_integer((json_int_t)(left > 0 ? left : 0)));
    }
    return object;
}

/* A rare member, made as a JSON value first. */
static void write_member(json_out *out, const char *key, json_t *value) {
    if (value == NULL) return;
    json_out_key(out, key);
    json_out_json(out, value);
    json_decref(value);
}

static void write_view(json_out *out, const tp_game *game, const void *view) {
    if (game->view_text == NULL) {
        write_member(out, "view", game->view_to_json(view));
        return;
    }
    json_out_key(out, "view");
    json_out_game_view(out, game, view);
}

/* The part of `now` that is made of cards. */
static void write_cards(json_out *out, const watch *watch, int ply, bool is_over) {
    const table *table = watch->table;
    const tp_game *game = table->game;
    void *view = calloc(1, game->view_size);
    if (view == NULL) return;
    bool is_last = ply == tp_match_plies(table->match);
    /* After the end every card is on the table. */
    if (tp_match_view_at(table->match, ply, is_over ? TP_REVEALED : watch->viewer, view)) {
        int actor = is_over ? TP_OVER : game->view_actor(view);
        write_view(out, game, view);
        json_out_key(out, "actor");
        if (actor >= 0) {
            json_out_integer(out, actor);
        } else {
            json_out_null(out);
        }
        if (is_last && actor >= 0 && actor == watch->viewer && table->phase == PHASE_PLAYING) {
            json_out_key(out, "legal");
            write_legal(out, table, view, watch->connection->marks);
        }
        if (is_last && actor >= 0) write_member(out, "clock", clock_to_json(table, actor));
    }
    free(view);
}

static void write_now(json_out *out, const watch *watch, int64_t to) {
    const table *table = watch->table;
    int ply = table->match != NULL ? ply_after(table, to) : -1;
    phase phase = phase_after(table, to);
    json_out_open(out, '{');
    json_out_member(out, "phase", phase_names[phase]);
    json_out_key(out, "ply");
    json_out_integer(out, ply > 0 ? ply : 0);
    if (phase == PHASE_COMMIT) write_member(out, "deal", table_deal_now(table, to));
    if (ply >= 0) {
        write_cards(out, watch, ply, phase == PHASE_OVER);
        if (tp_match_undone(table->match)) write_member(out, "undone", json_true());
        if (table->hints_number > 0 && table->hints_number <= to) write_member(out, "hinted", json_true());
        if (phase == PHASE_OVER) write_member(out, "result", result_to_json(table->match));
    }
    if (table->offer.number > 0 && table->offer.number <= to) {
        write_member(out, "offer", offer_to_json(table));
    }
    json_out_close(out, '}');
}

/* ---- messages ---- */

/* The text of the message that is being made, and what it tells of plies: the loop makes one at a time. */
static json_out message_out;
static told message_told;

static void write_events(json_out *out, const watch *watch, int64_t after, int64_t to) {
    tell_plies(&message_told, watch, after, to);
    json_out_open(out, '[');
    for (int64_t n = after + 1; n <= to; n++) write_event(out, watch, n, &message_told);
    json_out_close(out, ']');
}

/* True if the viewer's history does not match the event list: then everything is sent again. */
static bool needs_whole(const watch *watch, int64_t to) {
    const table *table = watch->table;
    return watch->sent < 0 || watch->sent > to || (watch->sent < table->last_undo && table->last_undo <= to);
}

/* Whether all that `about` says is durable. */
static bool about_stands(const table *table) { return table->about_number <= table->durable; }

/* Everything that this viewer has not been told. False: there is nothing. */
static bool write_message(json_out *out, const watch *watch, int64_t to) {
    const table *table = watch->table;
    bool whole = needs_whole(watch, to), tells_about = !watch->about_sent && about_stands(table);
    if (!whole && watch->sent == to && !tells_about) return false;
    int64_t after = whole ? (to > LISTED_EVENTS ? to - LISTED_EVENTS : 0) : watch->sent;
    json_out_begin(out);
    json_out_open(out, '{');
    json_out_member(out, "is", "table");
    json_out_member(out, "table", table->id);
    json_out_key(out, "from");
    json_out_integer(out, whole ? 0 : watch->sent);
    json_out_key(out, "to");
    json_out_integer(out, to);
    json_out_key(out, "events");
    write_events(out, watch, after, to);
    json_out_key(out, "now");
    write_now(out, watch, to);
    if (whole) write_member(out, "whole", json_true());
    if (whole || tells_about) write_member(out, "about", about(watch));
    json_out_close(out, '}');
    return true;
}

static bool mutes_nobody(const watch *watch) {
    return watch->muted_count == 0 && watch->connection->who->blocked_count == 0;
}

/* Whether two watchers mute the same of what was said since both were told last. Of a long list it is not
 * looked at. */
static bool hear_same(const watch *a, const watch *b, int64_t to) {
    enum { FEW = 8 };
    if (mutes_nobody(a) && mutes_nobody(b)) return true;
    if (needs_whole(a, to) || to - a->sent > FEW) return false;
    for (int64_t n = a->sent + 1; n <= to; n++) {
        const event *event = &a->table->events[n - 1];
        if (event->kind == EVENT_CHAT && is_muted(a, event->by) != is_muted(b, event->by)) return false;
    }
    return true;
}

/* Whether two watchers who have seen the same events get the same message: nothing in it depends on who
 * they are, and they mute the same people, if those have said anything. */
static bool gets_same(const watch *a, const watch *b, int64_t to) {
    return a->viewer == b->viewer && a->connection->language == b->connection->language &&
           a->connection->marks == b->connection->marks && a->sent == b->sent &&
           a->about_sent == b->about_sent && hear_same(a, b, to);
}

/* Messages of this round of the loop, shared by watchers who get the same: there can be many spectators,
 * in several languages. */
enum { MOST_SHARED = 8 };
typedef struct shared {
    watch like;
    net_text *text; /* NULL: there was nothing to tell */
} shared;

/* The slot of a message that this watcher gets too, else an empty slot for a new one. */
static shared *find_shared(shared *all, uint32_t *count, const watch *watch, int64_t to) {
    uint32_t filled = *count < MOST_SHARED ? *count : MOST_SHARED;
    for (uint32_t i = 0; i < filled; i++) {
        if (gets_same(&all[i].like, watch, to)) return &all[i];
    }
    shared *place = &all[(*count)++ % MOST_SHARED];
    net_text_free(place->text);
    *place = (shared){0};
    return place;
}

/* What this watcher gets, in the language of the connection; NULL: nothing. */
static net_text *message_text(const watch *watch, int64_t to) {
    json_out *out = &message_out;
    const char *before = tp_language_set(watch->connection->language);
    const char *bytes = write_message(out, watch, to) ? json_out_end(out) : NULL;
    tp_language_set(before);
    return bytes != NULL ? net_text_new(bytes, out->size) : NULL;
}

/* Whether a viewer is told now. Those who look on pay for it, not those who play: an address that has used up
 * its budget is told later, several events at once. */
static bool may_tell(watch *watch, int64_t now_ms) {
    const cost_payers payers = {.address = watch->connection->address};
    if (cost_charge_later(watch->table->server->costs, &payers, PRICE_TELL, 1, now_ms)) return true;
    watch->table->owes = true;
    return false;
}

void table_tell(table *table) {
    shared messages[MOST_SHARED] = {0};
    uint32_t count = 0;
    int64_t now_ms = server_now_ms();
    for (watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        int64_t to = horizon(table, watch->viewer);
        if (watch->sent >= 0 && to - watch->sent > MOST_MISSED) watch->sent = -1;
        /* A whole message includes `about`, so it waits until that may be told. */
        if (needs_whole(watch, to) && !about_stands(table)) continue;
        bool is_news = watch->sent != to || (!watch->about_sent && about_stands(table));
        if (is_news && !may_tell(watch, now_ms)) continue;
        shared *message = find_shared(messages, &count, watch, to);
        if (message->like.table == NULL) {
            message->like = *watch;
            message->text = message_text(watch, to);
        }
        watch->sent = to;
        watch->about_sent |= about_stands(table);
        if (message->text != NULL) net_send(watch->connection->client, message->text);
    }
    for (uint32_t i = 0; i < MOST_SHARED; i++) net_text_free(messages[i].text);
}

/* ---- watching ---- */

/* By the list of the connection: it is the shorter one. */
watch *connection_watch_of(const connection *connection, const table *table) {
    watch *watch = connection->watches;
    while (watch != NULL && watch->table != table) watch = watch->next_of_connection;
    return watch;
}

static bool may_watch(const table *table, const connection *connection, const char *invite) {
    if (table_seat_of(table, connection->who->id) >= 0 || strcmp(table->owner, connection->who->id) == 0)
        return true;
    if (!table->settings.spectators) return false;
    return table->settings.is_public || (invite != NULL && strlen(invite) == strlen(table->invite) &&
                                         sodium_memcmp(invite, table->invite, strlen(table->invite)) == 0);
}

static watch *new_watch(table *table, connection *connection) {
    watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) return NULL;
    watch->table = table;
    watch->connection = connection;
    watch->viewer = TP_SPECTATOR;
    watch->next_of_table = table->watches;
    table->watches = watch;
    watch->next_of_connection = connection->watches;
    connection->watches = watch;
    connection->watch_count++;
    table->spectators++;
    return watch;
}

void table_see_as(watch *watch, int viewer) {
    table *table = watch->table;
    if (watch->viewer == viewer) return;
    if (watch->viewer >= 0) {
        seat *seat = &table->seats[watch->viewer];
        if (--seat->here == 0) seat->away_since_ms = server_now_ms();
    } else {
        table->spectators--;
    }
    watch->viewer = viewer;
    watch->sent = -1;
    if (viewer >= 0) {
        table->seats[viewer].here++;
    } else {
        table->spectators++;
    }
    presence_changed(table);
}

void table_watch(table *table, connection *connection, int64_t ref, const char *invite, int64_t since) {
    if (!may_watch(table, connection, invite)) {
        connection_refuse(connection, ref, "NO_SUCH_TABLE",
                          "there is no such table, or it is private and the invite is wrong");
        return;
    }
    watch *watch = connection_watch_of(connection, table);
    if (watch == NULL) {
        if (connection->watch_count >= table->server->setup.limits.watches) {
            connection_refuse(connection, ref, "TOO_MANY",
                              "one connection can watch at most %d tables; unwatch one",
                              table->server->setup.limits.watches);
            return;
        }
        watch = new_watch(table, connection);
        if (watch == NULL) {
            connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
            return;
        }
    }
    int seat = table_seat_of(table, connection->who->id);
    table_see_as(watch, seat >= 0 && !table->seats[seat].left ? seat : TP_SPECTATOR);
    int64_t to = horizon(table, watch->viewer);
    watch->sent = since >= 0 && since <= to && to - since <= MOST_MISSED ? since : -1;
    watch->about_sent = false;
    connection_done(connection, ref);
    house_adopt(table, connection);
    if (seat >= 0) board_note_network(table, seat, connection);
    if (seat >= 0) table_came_back(table, seat);
    presence_changed(table);
}

void table_unwatch(watch *watch) {
    table *table = watch->table;
    connection *connection = watch->connection;
    struct watch **link = &table->watches;
    while (*link != watch) link = &(*link)->next_of_table;
    *link = watch->next_of_table;
    link = &connection->watches;
    while (*link != watch) link = &(*link)->next_of_connection;
    *link = watch->next_of_connection;
    connection->watch_count--;
    if (watch->viewer >= 0) {
        seat *seat = &table->seats[watch->viewer];
        if (--seat->here == 0) seat->away_since_ms = server_now_ms();
    } else {
        table->spectators--;
    }
    table->touched_ms = server_now_ms();
    presence_changed(table);
    free(watch->muted);
    free(watch);
}

void table_log(table *table, connection *connection, int64_t ref, int64_t before, int count) {
    watch *watch = connection_watch_of(connection, table);
    if (watch == NULL) {
        connection_refuse(connection, ref, "WRONG_PHASE", "watch the table first");
        return;
    }
    int64_t to = horizon(table, watch->viewer);
    if (before - 1 < to) to = before > 0 ? before - 1 : 0;
    if (count < 1 || count > LISTED_EVENTS) count = LISTED_EVENTS;
    int64_t after = to > count ? to - count : 0;
    json_out *out = &message_out;
    json_out_begin(out);
    json_out_open(out, '{');
    json_out_member(out, "is", "log");
    json_out_member(out, "table", table->id);
    json_out_key(out, "events");
    write_events(out, watch, after, to);
    if (ref >= 0) {
        json_out_key(out, "ref");
        json_out_integer(out, ref);
    }
    json_out_close(out, '}');
    connection_send_text(connection, json_out_end(out), out->size);
}

/* ---- chat ---- */

/* The number of letters, for valid UTF-8. */
static size_t count_letters(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

void table_chat(table *table, connection *connection, int64_t ref, const char *text) {
    size_t letters = count_letters(text);
    char said[CHAT_SIZE] = "";
    const sanction *mute = ban_of_person(table->server, connection->who->id, SANCTION_MUTE);
    if (mute != NULL) {
        char sentence[TP_TEXT_SIZE];
        ban_sentence(table->server, mute, sentence, sizeof sentence);
        connection_refuse_text(connection, ref, "MUTED", sentence);
        return;
    }
    if (!table->settings.chat) {
        connection_refuse(connection, ref, "WRONG_PHASE", "there is no chat at this table");
        return;
    }
    if (letters <= MOST_LETTERS) {
        snprintf(said, sizeof said, "%s", text); /* so many letters fit */
        chat_clean(said);
    }
    if (said[strspn(said, " ")] == '\0') {
        connection_refuse(connection, ref, "BAD_MESSAGE", "a message has 1 to 300 characters");
        return;
    }
    if (table->chat_bytes + (int64_t)strlen(text) > TABLE_MOST_CHAT) {
        connection_refuse(connection, ref, "TOO_MANY", "too many messages at this table");
        return;
    }
    if (!charge_connection(connection, table, ref, PRICE_CHAT, 1) ||
        !charge_connection(connection, table, ref, PRICE_CHAT_EACH, (int64_t)strlen(text)))
        return;
    const person *who = connection->who;
    event event = {.kind = EVENT_CHAT,
                   .seat = table_seat_of(table, who->id),
                   .by = strdup(who->id),
                   .name = strdup(who->name),
                   .said = strdup(said),
                   .by_guest = !who->account};
    json_t *members = json_pack("{s:s, s:s, s:s}", "by", who->id, "name", who->name, "said", said);
    if (event.by_guest) json_object_set_new(members, "guest", json_true());
    table->server->count.chats++;
    table_write(table, event, members, connection, ref);
}

void table_mute(table *table, connection *connection, int64_t ref, const char *who, bool on) {
    watch *watch = connection_watch_of(connection, table);
    if (watch == NULL) {
        connection_refuse(connection, ref, "WRONG_PHASE", "watch the table first");
        return;
    }
    size_t i = 0;
    while (i < watch->muted_count && strcmp(watch->muted[i], who) != 0) i++;
    if (!on && i < watch->muted_count) {
        memmove(watch->muted[i], watch->muted[--watch->muted_count], ID_SIZE);
    } else if (on && i == watch->muted_count) {
        char(*grown)[ID_SIZE] = i < 100 ? realloc(watch->muted, (i + 1) * sizeof *grown) : NULL;
        if (grown == NULL) {
            connection_refuse(connection, ref, "TOO_MANY", "at most 100 people can be muted at a table");
            return;
        }
        watch->muted = grown;
        snprintf(watch->muted[watch->muted_count++], ID_SIZE, "%s", who);
    }
    connection_done(connection, ref);
}
