/* What the server says to `tapete join`. It may say anything: what is not as it should be is refused with a
 * sentence, and nothing of it is shown. */
#include "cli/join.h"
#include "core/language.h"
#include "look/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LOG = 5000, MOST_SENTENCES = 64 };

static json_t *member(const json_t *object, const char *name) { return json_object_get(object, name); }

/* A text of the server, safe to show, cut off where it is too long; "" if it is none. */
static void read_text(const json_t *value, char *out, size_t size) {
    const char *text = json_string_value(value);
    snprintf(out, size, "%s", text != NULL ? text : "");
    /* A character that was cut in the middle goes. */
    size_t length = strlen(out), whole = length;
    while (whole > 0 && ((unsigned char)out[whole - 1] & 0xc0) == 0x80) whole--;
    if (text != NULL && strlen(text) > length && whole > 0 && (unsigned char)out[whole - 1] >= 0x80)
        out[whole - 1] = '\0';
    text_clean(out);
}

/* A name that stands in an address. */
static bool read_id(const json_t *value, char out[JOIN_ID_SIZE]) {
    const char *text = json_string_value(value);
    size_t size = text != NULL ? strlen(text) : 0;
    if (size == 0 || size >= JOIN_ID_SIZE ||
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != size)
        return false;
    memcpy(out, text, size + 1);
    return true;
}

static bool read_integer(const json_t *value, json_int_t min, json_int_t max, int *out) {
    if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max)
        return false;
    *out = (int)json_integer_value(value);
    return true;
}

static void notice(join *join, const char *text) {
    snprintf(join->notice, sizeof join->notice, "%s", text);
    text_end(join->notice, sizeof join->notice);
    text_capital(join->notice);
}

void join_tell(join *join, const char *text) {
    if (join->log.count >= LONGEST_LOG) log_pane_clear(&join->log);
    log_pane_add(&join->log, text);
    /* A viewer who replays a finished game does not see the log. */
    if (!join->by_lines && join->phase == JOIN_OVER) notice(join, text);
    if (!join->by_lines) return;
    const look_style *style = &join->play.style;
    if (join->prompted) putchar('\n');
    join->prompted = false;
    if (!style->plain)
        printf("%s%s%s ", paint_on(style, PAINT_FAINT), style->ascii ? "*" : "·", paint_off(style));
    print_wrapped(stdout, style, style->plain ? 0 : -2, style->plain ? 0 : 2, text);
}

/* ---- what the reader can do ---- */

void join_look(join *join) {
    play *play = &join->play;
    int moves = play->move_count;
    const join_command *act = join->act_count > 0 ? join->acts[0] : NULL;
    join->changed = true;
    free(join->lines);
    join->lines = NULL;
    join->line_count = 0;
    join->act_count = join_due(join, join->acts);
    if (join->act_count > 0 && join->acts[0] != act) join->acts_ms = join_now_ms();
    bool turn = join->phase == JOIN_PLAYING && join->has_view && join->actor == play->human &&
                play->human >= 0 && !join->moving && join->lost_ms == 0 && *join->problem == '\0';
    play->move_count = turn ? play->game->view_legal(play->view, play->moves) : 0;
    if (play->move_count != moves) join->hint_asked = false;
    if (play->move_count == 0 || join->act_count > 0) return;
    join->lines = cli_allocate((size_t)play->move_count * sizeof *join->lines);
    join->line_count = play_lines(play, join->lines);
}

/* ---- about a table ---- */

static bool read_game(join *join, const json_t *about) {
    play *play = &join->play;
    char name[64];
    tp_error error = {0};
    read_text(member(about, "game"), name, sizeof name);
    const tp_game *game = tp_game_find(name, NULL);
    if (game == NULL) {
        join_fail(join, TR("this program does not know the game \"%s\", which is played there"), name);
        return false;
    }
    tp_options options;
    tp_options_init(&options, game->options);
    tp_shape shape;
    if (tp_options_from_json(&options, member(about, "options"), &error) != TP_OK ||
        game->shape(&options, &shape, &error) != TP_OK) {
        join_fail(join, "%s", error.text);
        return false;
    }
    if (game != play->game) {
        free(play->view);
        free(play->moves);
        free(join->opinions);
        play->game = game;
        play->table = look_find(game);
        play->view = cli_allocate(game->view_size);
        play->moves = cli_allocate((size_t)game->max_moves * sizeof *play->moves);
        join->opinions = cli_allocate((size_t)game->max_moves * sizeof *join->opinions);
        play->move_count = 0;
        join->has_view = false;
    }
    join->options = options;
    play->seats = shape.seats;
    return true;
}

static void read_seat(join *join, int seat, const json_t *about) {
    play *play = &join->play;
    const char *who = json_string_value(member(about, "who"));
    bool person = who != NULL && strcmp(who, "person") == 0;
    char name[SHELF_NAME_SIZE];
    read_text(member(about, "name"), name, sizeof name);
    if (*name == '\0') read_text(member(about, "agent"), name, sizeof name);
    if (*name == '\0') snprintf(name, sizeof name, TR("Seat %d"), seat);
    if (who != NULL && strcmp(who, "open") == 0) {
        snprintf(name, sizeof name, "%s", TR("a free seat"));
        join->free_seats++;
    }
    if (seat == play->human) {
        memcpy(join->name, name, sizeof name);
        snprintf(name, sizeof name, "%s", TR("You"));
    }
    memcpy(play->names[seat], name, sizeof name);
    join->out_of_reach[seat] = person && json_is_false(member(about, "here"));
}

static bool read_about(join *join, const json_t *about) {
    play *play = &join->play;
    if (!read_game(join, about)) return false;
    const json_t *seats = member(about, "seats"), *you = member(about, "you");
    play->human = -1;
    if (json_array_size(seats) != (size_t)play->seats ||
        (json_is_integer(you) && !read_integer(you, 0, play->seats - 1, &play->human))) {
        join_fail(join, TR("the server names seats that this game does not have"));
        return false;
    }
    join->free_seats = 0;
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        play->name_list[seat] = seat < play->seats ? play->names[seat] : NULL;
        if (seat < play->seats) read_seat(join, seat, json_array_get(seats, (size_t)seat));
    }
    const char *owner = json_string_value(member(about, "owner"));
    join->is_owner = owner != NULL && strcmp(owner, join->me) == 0;
    char invite[JOIN_ID_SIZE];
    if (read_id(member(about, "invite"), invite)) memcpy(join->invite, invite, sizeof invite);
    join_hear_list(join, member(about, "sealed"));
    if (!read_id(member(about, "next"), join->next)) join->next[0] = '\0';
    join->hints = !json_is_false(member(about, "hints"));
    return true;
}

static void read_clock(join *join, const json_t *clock) {
    const json_t *seats = member(clock, "seats");
    join->has_clock = json_is_object(clock);
    join->clock_ms = join_now_ms();
    join->clock_move =
        json_is_integer(member(clock, "move")) ? json_integer_value(member(clock, "move")) : -1;
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        const json_t *left = json_array_get(seats, (size_t)seat);
        join->clock_seats[seat] = json_is_integer(left) ? json_integer_value(left) : -1;
    }
}

static bool has_number(const json_t *list, int number) {
    size_t index;
    json_t *item;
    json_array_foreach(list, index, item) {
        if (json_is_integer(item) && json_integer_value(item) == number) return true;
    }
    return false;
}

static const char *asking_sentence(join_question question) {
    switch (question) {
    case JOIN_ASKS_HINTS: return TR("the others are asked to allow hints");
    case JOIN_ASKS_REMATCH: return TR("the others are asked to play again");
    default: return TR("the others are asked to let a move be taken back");
    }
}

static void read_offer(join *join, const json_t *offer) {
    int you = join->play.human, by;
    int64_t before = join->offer;
    const char *is = json_string_value(member(offer, "is"));
    join->offer = json_integer_value(member(offer, "n"));
    join->question = is != NULL && strcmp(is, "hints") == 0     ? JOIN_ASKS_HINTS
                     : is != NULL && strcmp(is, "rematch") == 0 ? JOIN_ASKS_REMATCH
                                                                : JOIN_ASKS_UNDO;
    bool is_mine = you >= 0 && read_integer(member(offer, "by"), 0, TP_MAX_SEATS - 1, &by) && by == you;
    bool agreed = you >= 0 && has_number(member(offer, "yes"), you);
    if (join->offer > 0 && join->offer != before && is_mine) notice(join, asking_sentence(join->question));
    if (join->offer > 0 && join->question == JOIN_ASKS_REMATCH) join->plays_again = is_mine || agreed;
    join->offer_mine = join->offer > 0 && you >= 0 && has_number(member(offer, "asked"), you) && !agreed &&
                       !has_number(member(offer, "no"), you);
}

static void read_result(join *join, const json_t *result) {
    const char *how = json_string_value(member(result, "how"));
    join->resigned = how != NULL && strcmp(how, "resigned") == 0;
    for (int seat = 0; seat < join->play.seats; seat++) {
        const json_t *score = json_array_get(member(result, "scores"), (size_t)seat);
        double value = json_number_value(json_array_get(member(result, "returns"), (size_t)seat));
        int points = 0;
        read_integer(score, -1000000, 1000000, &points);
        join->scores[seat] = points;
        join->returns[seat] = value >= -1 && value <= 1 ? (float)value : 0;
    }
}

static bool read_now(join *join, const json_t *now) {
    static const struct {
        const char *name;
        join_phase phase;
    } phases[] = {{"open", JOIN_OPEN},
                  {"commit", JOIN_COMMIT},
                  {"playing", JOIN_PLAYING},
                  {"over", JOIN_OVER},
                  {"closed", JOIN_SHUT}};
    const char *phase = json_string_value(member(now, "phase"));
    join_phase after = JOIN_NOTHING;
    for (size_t i = 0; phase != NULL && i < sizeof phases / sizeof *phases; i++) {
        if (strcmp(phase, phases[i].name) == 0) after = phases[i].phase;
    }
    play *play = &join->play;
    const json_t *view = member(now, "view");
    tp_error error = {0};
    int ply = 0;
    if (after == JOIN_NOTHING || !read_integer(member(now, "ply"), 0, 10000000, &ply)) {
        join_fail(join, TR("the server described a table in an unknown way"));
        return false;
    }
    if (json_is_object(view) &&
        play->game->view_from_json(view, &join->options, play->view, &error) != TP_OK) {
        join->has_view = false;
        join_fail(join, TR("the server showed an impossible table: %s"), error.text);
        return false;
    }
    join->phase = after;
    join->ply = ply;
    join->has_view = json_is_object(view);
    join->actor = -1;
    if (join->has_view && after == JOIN_PLAYING) join->actor = play->game->view_actor(play->view);
    if (join->actor >= play->seats) join->actor = -1;
    join->undone = json_is_true(member(now, "undone"));
    join->hinted = json_is_true(member(now, "hinted"));
    read_clock(join, member(now, "clock"));
    read_offer(join, member(now, "offer"));
    if (after == JOIN_OVER) read_result(join, member(now, "result"));
    if (after == JOIN_COMMIT) join_deal(join, member(now, "deal"));
    return true;
}

static void read_event(join *join, const json_t *event) {
    char text[TP_TEXT_SIZE], said[TP_TEXT_SIZE];
    const char *is = json_string_value(member(event, "is"));
    json_int_t number = json_integer_value(member(event, "n"));
    bool is_new = number > join->told, by_lines = join->by_lines;
    join->by_lines = by_lines && is_new;
    if (is != NULL && strcmp(is, "chat") == 0) {
        read_text(member(event, "name"), text, SHELF_NAME_SIZE);
        read_text(member(event, "said"), said, sizeof said - SHELF_NAME_SIZE - 2);
        text_append(text, sizeof text, ": %s", said);
        join_tell(join, text);
    } else {
        size_t index;
        json_t *sentence;
        json_array_foreach(member(event, "text"), index, sentence) {
            if (index >= MOST_SENTENCES) break;
            read_text(sentence, text, sizeof text);
            join_tell(join, text);
        }
    }
    join->by_lines = by_lines;
    if (is_new) join->told = number;
}

static void hear_table(join *join, const json_t *message) {
    const char *table = json_string_value(member(message, "table"));
    const json_t *about = member(message, "about"), *events = member(message, "events");
    bool whole = json_is_true(member(message, "whole"));
    json_int_t from = json_integer_value(member(message, "from")),
               to = json_integer_value(member(message, "to"));
    if (table == NULL || strcmp(table, join->table) != 0) return;
    if ((!whole && from != join->event) || (!whole && join->play.game == NULL)) {
        /* Something was missed: ask for all of it. */
        json_t *watch = json_pack("{s:s}", "do", "watch");
        if (*join->invite != '\0') json_object_set_new(watch, "invite", json_string(join->invite));
        join_send(join, ASK_WATCH, watch);
        return;
    }
    if (json_is_object(about) ? !read_about(join, about) : whole) {
        join_fail(join, TR("the server described a table in an unknown way"));
        return;
    }
    if (whole) {
        log_pane_clear(&join->log);
        if (to < join->told) join->told = to;
    }
    size_t index;
    json_t *event;
    json_array_foreach(events, index, event) read_event(join, event);
    join->event = to > 0 ? to : 0;
    join->sent_on = 0;
    bool good = read_now(join, member(message, "now"));
    if (!join_record_fits(join)) join_end_looking_back(join);
    if (!good) return;
    if (join->lost_ms != 0) {
        join->lost_ms = 0;
        join_tell(join, TR("Connected again."));
    }
    join->tries = 0;
    if (join->plays_again && join->phase == JOIN_OVER && *join->next != '\0') {
        char next[JOIN_ID_SIZE];
        memcpy(next, join->next, sizeof next);
        join_go_to(join, next, "");
        return;
    }
    join_look(join);
    join_check(join);
}

/* ---- answers ---- */

static void hear_refusal(join *join, join_ask kind, const json_t *message) {
    char text[TP_TEXT_SIZE];
    const char *reason = json_string_value(member(message, "reason"));
    read_text(member(message, "text"), text, sizeof text);
    switch (kind) {
    case ASK_SEAT: /* one looks on then; where one sits there already all is well, and watching says what is
                      not there */
        join->sitting = false;
        join_look(join);
        if (reason != NULL && (strcmp(reason, "SEATED") == 0 || strcmp(reason, "NO_SUCH_TABLE") == 0)) return;
        notice(join, text);
        return;
    case ASK_WATCH:
    case ASK_LOBBY: join_fail(join, "%s", text); return;
    case ASK_TABLE:
        notice(join, text);
        if (*join->table == '\0') join_fail(join, "%s", text);
        return;
    case ASK_MOVE: join->moving = false; break;
    case ASK_HINT: join->hint_asked = false; break;
    case ASK_DEAL: return; /* too late, or asked twice: the list says who takes part */
    case ASK_OTHER:
    case ASK_PING:
    case ASK_KINDS: break;
    }
    notice(join, text);
    join_look(join);
}

static void hear_hint(join *join, const json_t *message) {
    play *play = &join->play;
    int ply, count = 0;
    size_t index;
    json_t *item;
    if (play->game == NULL || !read_integer(member(message, "ply"), 1, 10000000, &ply) ||
        ply != join->ply + 1)
        return;
    json_array_foreach(member(message, "moves"), index, item) {
        tp_move move;
        const char *text = json_string_value(member(item, "move"));
        double value = json_number_value(member(item, "value")),
               spread = json_number_value(member(item, "error"));
        json_int_t games = json_integer_value(member(item, "games"));
        if (text == NULL || play->game->move_parse(text, &move) != TP_OK || count == play->game->max_moves)
            continue;
        bool legal = false;
        for (int i = 0; i < play->move_count; i++) legal = legal || play->moves[i] == move;
        if (!legal) continue;
        join->opinions[count++] = (tp_opinion){.move = move,
                                               .value = value >= 0 && value <= 1 ? value : 0,
                                               .error = spread >= 0 && spread <= 1 ? spread : 0,
                                               .games = games > 0 ? (uint64_t)games : 0};
    }
    join->opinion_count = count;
    join->hint_ply = join->ply;
    if (join->by_lines && count > 0 && join->prompted) putchar('\n');
    if (join->by_lines && count > 0) join->prompted = false;
    if (join->by_lines && count > 0) play_show_hint(play, join->opinions, count);
}

static void read_offered(join *join, const json_t *tables, bool mine) {
    size_t index;
    json_t *item;
    json_array_foreach(tables, index, item) {
        join_offer *offer = &join->offers[join->offer_count];
        size_t seat;
        json_t *sits;
        bool known = false;
        if (join->offer_count == JOIN_MOST_TABLES || !read_id(member(item, "table"), offer->id)) continue;
        for (int i = 0; i < join->offer_count; i++)
            known = known || strcmp(join->offers[i].id, offer->id) == 0;
        if (known) continue;
        offer->open = 0;
        offer->who[0] = '\0';
        read_text(member(item, "title"), offer->title, sizeof offer->title);
        read_integer(member(item, "open"), 0, TP_MAX_SEATS, &offer->open);
        offer->mine = mine;
        offer->mine_to_move = json_is_true(member(item, "your_turn"));
        json_array_foreach(member(item, "seats"), seat, sits) {
            char name[SHELF_NAME_SIZE];
            read_text(member(sits, "name"), name, sizeof name);
            if (*name == '\0') read_text(member(sits, "agent"), name, sizeof name);
            if (*name != '\0' && seat < TP_MAX_SEATS)
                list_add(offer->who, sizeof offer->who, LIST_GOES_ON, name);
        }
        join->offer_count++;
    }
}

static void hear_lobby(join *join, const json_t *message) {
    if (!json_is_true(member(message, "whole")) || join->has_lobby) return;
    join->offers = cli_allocate((JOIN_MOST_TABLES + 1) * sizeof *join->offers);
    read_offered(join, member(message, "mine"), true);
    read_offered(join, member(message, "tables"), false);
    join->has_lobby = true;
}

static void hear_welcome(join *join, const json_t *message) {
    join->welcome = join->known = true;
    join->is_one_of_many = json_is_string(member(message, "path"));
    join->sealed_attempt = join->revealed_attempt = 0;
    if (*join->table == '\0') return;
    if (join->event == 0) {
        char table[JOIN_ID_SIZE], invite[JOIN_ID_SIZE];
        memcpy(table, join->table, sizeof table);
        memcpy(invite, join->invite, sizeof invite);
        join_go_to(join, table, invite);
        return;
    }
    json_t *watch = json_pack("{s:s, s:I}", "do", "watch", "since", (json_int_t)join->event);
    if (*join->invite != '\0') json_object_set_new(watch, "invite", json_string(join->invite));
    join_send(join, ASK_WATCH, watch);
}

/* The table is at another server, or the seat that a quick match finds. */
static void hear_elsewhere(join *join, join_ask kind, const json_t *message) {
    const char *table = json_string_value(member(message, "table")),
               *path = json_string_value(member(message, "path"));
    if (table == NULL || path == NULL || !join_is_path(path) || strcmp(table, join->table) != 0) return;
    if (kind == ASK_HINT) join->hint_asked = false;
    join->next_follow = true;
    snprintf(join->path, sizeof join->path, "%s", path);
}

void join_hear(void *context, const char *text, size_t size) {
    join *join = context;
    json_t *message = json_loadb(text, size, 0, NULL);
    const char *is = json_string_value(member(message, "is"));
    json_int_t ref = json_integer_value(member(message, "ref"));
    join_ask kind = (join_ask)(ref > 0 ? ref % ASK_KINDS : 0);
    if (ref > 0 && ref / ASK_KINDS == join->awaited) join->awaited = 0;
    if (is == NULL) {
        join_fail(join, TR("the server sent something that is not a Tapete message"));
    } else if (strcmp(is, "welcome") == 0) {
        hear_welcome(join, message);
    } else if (strcmp(is, "elsewhere") == 0) {
        hear_elsewhere(join, kind, message);
    } else if (strcmp(is, "table") == 0) {
        hear_table(join, message);
    } else if (strcmp(is, "refused") == 0) {
        hear_refusal(join, kind, message);
    } else if (strcmp(is, "done") == 0 && (kind == ASK_SEAT || kind == ASK_MOVE)) {
        /* What came of it was told before. */
        if (kind == ASK_SEAT) join->sitting = false;
        if (kind == ASK_MOVE) join->moving = false;
        join_look(join);
    } else if (strcmp(is, "hint") == 0) {
        hear_hint(join, message);
    } else if (strcmp(is, "lobby") == 0) {
        hear_lobby(join, message);
    } else if (strcmp(is, "created") == 0 && kind == ASK_TABLE) {
        char table[JOIN_ID_SIZE], invite[JOIN_ID_SIZE] = "";
        read_id(member(message, "invite"), invite);
        if (read_id(member(message, "table"), table)) join_go_to(join, table, invite);
    }
    json_decref(message);
}
