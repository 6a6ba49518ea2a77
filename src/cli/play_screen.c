/* A game of this machine on the full screen: the session (tui/session.h) that stands between the screen and
 * the match.
 *
 * Everything that the line mode says is said here too, into the log, so nothing is put into words twice.
 * Agents, hints and the review think on a thread; the screen never waits. */
#include "cli/capture.h"
#include "cli/cli.h"
#include "cli/desk.h"
#include "cli/notes.h"
#include "core/language.h"
#include "look/draw.h"
#include "look/rules.h"
#include "tui/run.h"

#include <stdlib.h>
#include <string.h>

/* A move that has come up this shortly before is not made by a key that was meant to skip something. */
enum { LEAVING_MS = 2000, HASTY_MS = 300 };

/* ---- what is shown ---- */

static tui_turn turn(void *self, char sentence[TUI_TEXT_SIZE]) {
    const desk *desk = self;
    const play *play = desk->play;
    int seat = tp_match_actor(play->match);
    if (desk->over || seat == TP_OVER) {
        float returns[TP_MAX_SEATS] = {0};
        int32_t scores[TP_MAX_SEATS] = {0};
        tp_match_result(play->match, returns, scores);
        play_over_sentence(play, returns, sentence);
        return TUI_TURN_NOBODY;
    }
    if (desk->reveal != 0) {
        snprintf(sentence, TUI_TEXT_SIZE,
                 play->plays_on ? TR("A bot plays for you (%s); Enter takes over") : TR("Enter goes on"),
                 play->level);
        return TUI_TURN_PAUSED;
    }
    if (seat == play->human && (desk->doing == HELPING || play->plays_on)) {
        snprintf(sentence, TUI_TEXT_SIZE,
                 play->plays_on ? TR("A bot plays for you (%s); Enter takes over")
                                : TR("A bot chooses for you (%s)"),
                 play->level);
        return TUI_TURN_OTHER;
    }
    if (seat == play->human) {
        snprintf(sentence, TUI_TEXT_SIZE, "%s", TR("Your move"));
        return TUI_TURN_YOURS;
    }
    snprintf(sentence, TUI_TEXT_SIZE, TR("%s is thinking"), play->names[seat]);
    return TUI_TURN_OTHER;
}

void play_print_for_pane(play *play, const look_style *style, FILE *out, void (*print)(void *),
                         void *context) {
    look_style usual = play->style;
    capture capture;
    play->style = *style;
    play->style.marks = false;
    capture_begin(&capture);
    print(context);
    char *text = capture_end(&capture);
    play->style = usual;
    fputs(text, out);
    free(text);
}

static void print_for_pane(desk *desk, const look_style *style, FILE *out, void (*print)(void *)) {
    play_print_for_pane(desk->play, style, out, print, desk);
}

static void print_end(void *context) {
    const desk *desk = context;
    play_show_end(desk->play);
}

static void print_reveal(void *context) {
    const desk *desk = context;
    play_show_reveal(desk->play, desk->reveal);
}

static void print_hint(void *context) {
    const desk *desk = context;
    play_show_hint(desk->play, desk->opinions, desk->opinion_count);
}

static void print_command(const desk *desk, const char *command) {
    play_next next;
    play_command(desk->play, command, &next);
}
static void print_rules(void *context) { print_command(context, "rules"); }
static void print_help(void *context) { print_command(context, "help"); }

static void table(void *self, const look_style *style, FILE *out) {
    desk *desk = self;
    const play *play = desk->play;
    if (desk->over) {
        print_for_pane(desk, style, out, print_end);
    } else if (desk->reveal != 0) {
        print_for_pane(desk, style, out, print_reveal);
    } else {
        play->table->draw(out, style, play->game, play->view, play->name_list, play->human);
    }
}

static void think(void *context) {
    desk *desk = context;
    desk->opinion_count = play_think(desk->play, desk->opinions, &desk->hint_error);
}

static bool show_hint(desk *desk, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    play *play = desk->play;
    if (tp_match_actor(play->match) != play->human || desk->reveal != 0 || desk->doing == HELPING) {
        snprintf(why, TUI_TEXT_SIZE, "%s", TR("A hint is for your own decision: wait for your turn."));
        return false;
    }
    if (desk->doing == NOTHING && desk->hint_ply != tp_match_plies(play->match)) {
        desk->hint_ply = tp_match_plies(play->match);
        free(desk->opinions);
        desk->opinions = cli_allocate((size_t)play->game->max_moves * sizeof *desk->opinions);
        desk->hint_error = (tp_error){0};
        desk->doing = HINTING;
        task_begin(&desk->task, think, desk);
    }
    if (desk->doing == HINTING) {
        print_wrapped(out, style, 0, 0, TR("Searching for a hint…"));
        return true;
    }
    if (desk->opinion_count < 0) {
        snprintf(why, TUI_TEXT_SIZE, "%s", desk->hint_error.text);
        return false;
    }
    print_for_pane(desk, style, out, print_hint);
    return true;
}

/* The keys of the full screen: how they are called, and what they do. */
static const struct {
    const char *keys, *does;
} screen_keys[] = {
    {TR_MARK("arrows"), TR_MARK("choose a move; left and right change the amount of a bet")},
    {TR_MARK("a number"), TR_MARK("choose the move with this number, or this amount")},
    {TR_MARK("Enter"), TR_MARK("make the chosen move; skip a pause; go on after a deal")},
    {"/", TR_MARK("narrow the list: type any part of a move")},
    {TR_MARK("mouse"),
     TR_MARK("click a move to make it; click cards and piles to see only the moves that use them")},
    {"? h l r", TR_MARK("open help, a hint, the log or the rules; the same key or Escape closes them")},
    {"e", TR_MARK("what programs that play have written, when there is something")},
    {TR_MARK("Page up"), TR_MARK("scroll a pane, as Page down and the wheel do")},
    {"u s", TR_MARK("take back your last move; save the game")},
    {"a A", TR_MARK("let a bot make this move; let it play on until you press Enter")},
    {"Ctrl-L", TR_MARK("draw the screen again")},
    {":", TR_MARK("type a move or a command of the list below, such as :pace fast")},
    {"q", TR_MARK("leave; the game is kept")},
};

void play_explain_keys(const look_style *style, FILE *out) {
    enum { KEYS_COLUMNS = 11, INDENT = 2 + KEYS_COLUMNS };
    for (size_t i = 0; i < sizeof screen_keys / sizeof screen_keys[0]; i++) {
        fprintf(out, "  %s", paint_on(style, PAINT_GREEN));
        print_padded(out, tp_translate(screen_keys[i].keys), KEYS_COLUMNS);
        fputs(paint_off(style), out);
        print_wrapped(out, style, -INDENT, INDENT, tp_translate(screen_keys[i].does));
    }
    fputc('\n', out);
}

static bool has_notes(void *self) {
    (void)self;
    return notes_are_there();
}

/* Line by line, and safe to show. */
static void show_notes(const look_style *style, FILE *out) {
    char *text = notes_text();
    for (char *at = text, *end; at != NULL && *at != '\0'; at = end) {
        end = strchr(at, '\n');
        if (end != NULL) *end++ = '\0';
        text_clean(at);
        print_wrapped(out, style, 0, 2, at);
    }
    free(text);
}

static bool pane(void *self, tui_pane which, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    desk *desk = self;
    switch (which) {
    case TUI_PANE_LOG: log_pane_show(&desk->log, style, out); return true;
    case TUI_PANE_HINT: return show_hint(desk, style, out, why);
    case TUI_PANE_RULES:
        if (!rules_print(desk->play->game, style, out)) print_for_pane(desk, style, out, print_rules);
        return true;
    case TUI_PANE_HELP:
        play_explain_keys(style, out);
        print_for_pane(desk, style, out, print_help);
        return true;
    case TUI_PANE_REVIEW:
        if (desk->over) review_pane_show(&desk->review, style, out);
        return true;
    case TUI_PANE_NOTES: show_notes(style, out); return true;
    case TUI_PANE_NONE:
    case TUI_PANE_COUNT: break;
    }
    return true;
}

static void notice(void *self, char sentence[TUI_TEXT_SIZE]) {
    desk *desk = self;
    snprintf(sentence, TUI_TEXT_SIZE, "%s", desk->notice);
    desk->notice[0] = '\0';
}

static void before_leaving(void *self, char question[TUI_TEXT_SIZE]) {
    const desk *desk = self;
    question[0] = '\0';
    if (!desk->over) snprintf(question, TUI_TEXT_SIZE, "%s", play_leaving_question(desk->play));
}

/* ---- moves ---- */

static int choice_count(void *self) {
    const desk *desk = self;
    return desk->line_count;
}

static void choice(void *self, int index, tui_choice *out) {
    const desk *desk = self;
    play_line_choice(desk->play, desk->lines[index], out);
}

static void move_label(void *self, int move, char label[TUI_LABEL_SIZE]) {
    const desk *desk = self;
    play_move_label(desk->play, desk->play->moves[move], label);
}

static int own_cards(void *self, look_thing *out, int most) {
    const desk *desk = self;
    const play *play = desk->play;
    return play->move_count > 0 && play->table->own_cards != NULL
               ? play->table->own_cards(play->view, out, most)
               : 0;
}

static void move_help(void *self, int move, char help[TUI_TEXT_SIZE]) {
    const desk *desk = self;
    play_move_help(desk->play, desk->play->moves[move], help);
}

static void make_move(void *self, int move) {
    desk *desk = self;
    capture capture;
    desk_drop_hint(desk);
    desk->log.fresh = desk->log.count;
    capture_begin(&capture);
    tp_err failed = play_make_move(desk->play, desk->play->human, desk->play->moves[move]);
    desk_end_saying(desk, &capture, failed != TP_OK);
    if (failed == TP_OK) desk_after_move(desk);
}

/* After the end: another game. True: it was asked for. */
static bool asks_again(desk *desk, const char *line) {
    bool stronger = strcmp(line, "stronger") == 0 || strcmp(line, "b") == 0;
    if (!stronger && strcmp(line, "new") != 0 && strcmp(line, "n") != 0) return false;
    desk->play->again = true;
    desk->play->stronger = stronger ? 1 : 0;
    return true;
}

/* Another than the person is to act, or something is shown. */
static bool typed_meanwhile(desk *desk, const char *line) {
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0) return false;
    if (desk->over) return !asks_again(desk, line);
    if (strncmp(line, "auto", 4) == 0 || strncmp(line, "pace", 4) == 0) {
        capture capture;
        play_next next;
        capture_begin(&capture);
        play_command(desk->play, line, &next);
        desk_end_saying(desk, &capture, true);
        return true;
    }
    snprintf(desk->notice, sizeof desk->notice, "%s",
             desk->reveal != 0 ? TR("Enter goes on") : TR("Wait for your turn."));
    return true;
}

static bool typed(void *self, const char *line) {
    desk *desk = self;
    play *play = desk->play;
    play_next next = PLAY_ASK;
    bool chooses = desk->reveal == 0 && desk->doing != HELPING && !desk->over;
    if (tp_match_actor(play->match) != play->human || !chooses) return typed_meanwhile(desk, line);
    desk_drop_hint(desk);
    capture capture;
    int before = desk->log.count, plies = tp_match_plies(play->match);
    capture_begin(&capture);
    next = play_answer(play, line);
    bool moved = next == PLAY_MOVED && tp_match_plies(play->match) > plies;
    bool command = !moved; /* undo and load have something to say */
    desk_end_saying(desk, &capture, command);
    if (next == PLAY_MOVED) desk->log.fresh = before;
    desk->hint_ply = -1; /* an undo comes to the same place with the same number */
    if (moved) {
        desk_after_move(desk);
    } else {
        desk_look(desk);
    }
    if (next == PLAY_HELP) desk_help(desk);
    return next != PLAY_LEAVE;
}

static bool look_back(void *self, tui_session *record) {
    desk *desk = self;
    if (!desk->over) return false;
    if (desk->replay.match == NULL) {
        desk->replay = (replay){.match = desk->play->match, .viewer = TP_REVEALED, .review = &desk->review};
        memcpy(desk->replay.names, desk->play->names, sizeof desk->replay.names);
        /* There everybody is told of by name. */
        shelf_seat_name(desk->play->match, desk->play->human, desk->replay.names[desk->play->human]);
        replay_open(&desk->replay);
    }
    replay_session(&desk->replay, record);
    return true;
}

static bool is_looking_back(void *self) {
    const desk *desk = self;
    return desk->replay.match != NULL;
}

/* ---- the whole ---- */

desk *desk_new(play *play, const char *beginning, tui_session *out) {
    desk *desk = cli_allocate(sizeof *desk);
    desk->play = play;
    desk->hint_ply = -1;
    task_open(&desk->task);
    log_pane_add(&desk->log, beginning);
    desk_look(desk);
    *out = (tui_session){
        .self = desk,
        .table = table,
        .turn = turn,
        .pane = pane,
        .choice_count = choice_count,
        .choice = choice,
        .move_label = move_label,
        .move_help = move_help,
        .play = make_move,
        .own_cards = own_cards,
        .has_notes = has_notes,
        .typed = typed,
        .notice = notice,
        .before_leaving = before_leaving,
        .advance = desk_advance,
        .descriptor = desk_descriptor,
        .wait_ms = desk_wait_ms,
        .go_on = desk_go_on,
        .hasty_ms = play->pace_ms > 0 ? HASTY_MS : 0,
        .plays_again = true,
        .look_back = look_back,
        .is_looking_back = is_looking_back,
    };
    return desk;
}

bool desk_free(desk *desk) {
    if (desk->over) review_pane_close(&desk->review);
    replay_close(&desk->replay);
    if (!task_end(&desk->task, LEAVING_MS)) return false;
    task_close(&desk->task);
    log_pane_clear(&desk->log);
    free(desk->seat_view);
    free(desk->lines);
    free(desk->opinions);
    free(desk);
    return true;
}

bool play_on_screen(play *play, const char *beginning, int *code) {
    tui_session session;
    desk *desk = desk_new(play, beginning, &session);
    int number = 0;
    tui_end how = tui_run(&session, style_colours(stdout, false), play->style.ascii, &number);
    *code = how == TUI_END_INTERRUPTED ? CLI_STOPPED
            : how == TUI_END_SIGNAL    ? 128 + number
            : how == TUI_END_MEMORY    ? cli_bad("there is not enough memory.")
            : desk->failed             ? CLI_FAILED
                                       : CLI_OK;
    play->abandoned = !desk_free(desk);
    return how != TUI_END_TERMINAL;
}
