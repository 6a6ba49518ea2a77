/* A table elsewhere on the full screen: the session of it (tui/session.h). */
#include "cli/join.h"
#include "core/language.h"
#include "look/draw.h"
#include "look/rules.h"
#include "tui/run.h"

#include <string.h>

/* What came up this shortly before is not answered with a key: it was meant for what stood there before. */
enum { HASTY_MS = 400 };

/* ---- what is shown ---- */

static void print_table(void *context) { join_print_table(context); }
static void print_help(void *context) { join_print_help(context); }

static void print_hint(void *context) {
    const join *join = context;
    play_show_hint(&join->play, join->opinions, join->opinion_count);
}

static void print_rules(void *context) {
    const join *join = context;
    play_show_rules(&join->play.style, join->play.game, &join->options);
}

static void table(void *self, const look_style *style, FILE *out) {
    join *join = self;
    const play *play = &join->play;
    if (join->has_view && join->phase == JOIN_PLAYING) {
        play->table->draw(out, style, play->game, play->view, play->name_list, play->human);
    } else {
        play_print_for_pane(&join->play, style, out, print_table, join);
    }
}

static tui_turn turn(void *self, char sentence[TUI_TEXT_SIZE]) { return join_turn(self, sentence); }

static bool show_hint(join *join, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    const char *why_not = join_why_no_hint(join);
    if (why_not != NULL) {
        snprintf(why, TUI_TEXT_SIZE, "%s", why_not);
        return false;
    }
    if (join->hint_ply == join->ply) {
        play_print_for_pane(&join->play, style, out, print_hint, join);
        return true;
    }
    if (!join->hint_asked) join_answer(join, "hint");
    join->notice[0] = '\0'; /* the pane says it */
    print_wrapped(out, style, 0, 0, TR("Searching for a hint…"));
    return true;
}

/* The record of a game that is over, and the review of it. False with a notice, or none where it is not over.
 */
static bool can_look_back(join *join) {
    if (join->phase != JOIN_OVER || !join_fetch_record(join)) return false;
    if (!join->reviewing)
        review_pane_open(&join->review, join->match, join->play.name_list, join->play.human);
    join->reviewing = true;
    return true;
}

static bool show_review(join *join, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    if (!can_look_back(join)) {
        snprintf(why, TUI_TEXT_SIZE, "%s",
                 *join->notice != '\0' ? join->notice : TR("You can review a game when it is over."));
        return false;
    }
    review_pane_show(&join->review, style, out);
    return true;
}

static bool pane(void *self, tui_pane which, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    join *join = self;
    switch (which) {
    case TUI_PANE_LOG: log_pane_show(&join->log, style, out); break;
    case TUI_PANE_HINT: return show_hint(join, style, out, why);
    case TUI_PANE_RULES:
        if (join->play.game != NULL && !rules_print(join->play.game, style, out))
            play_print_for_pane(&join->play, style, out, print_rules, join);
        break;
    case TUI_PANE_HELP:
        play_explain_keys(style, out);
        play_print_for_pane(&join->play, style, out, print_help, join);
        break;
    case TUI_PANE_REVIEW: return show_review(join, style, out, why);
    case TUI_PANE_NOTES:
    case TUI_PANE_NONE:
    case TUI_PANE_COUNT: break;
    }
    return true;
}

static void notice(void *self, char sentence[TUI_TEXT_SIZE]) {
    join *join = self;
    snprintf(sentence, TUI_TEXT_SIZE, "%s", join->notice);
    join->notice[0] = '\0';
}

static void before_leaving(void *self, char question[TUI_TEXT_SIZE]) {
    const join *join = self;
    question[0] = '\0';
    if (join->phase == JOIN_PLAYING && join->play.human >= 0 && *join->problem == '\0')
        snprintf(question, TUI_TEXT_SIZE, "%s",
                 TR("Leave the table? Your seat stays yours, and the others wait. [y/N]"));
}

/* ---- what can be done ---- */

static int choice_count(void *self) {
    const join *join = self;
    return join->act_count > 0 ? join->act_count : join->line_count;
}

static void choice(void *self, int index, tui_choice *out) {
    const join *join = self;
    if (join->act_count == 0) {
        play_line_choice(&join->play, join->lines[index], out);
        return;
    }
    const char *brief = join->acts[index]->brief;
    *out = (tui_choice){.first = index, .last = index, .number = index + 1};
    snprintf(out->label, sizeof out->label, "%s", join->acts[index]->name);
    if (brief != NULL) out->key = (unsigned char)brief[0];
}

static void move_label(void *self, int move, char label[TUI_LABEL_SIZE]) {
    const join *join = self;
    label[0] = '\0';
    if (join->act_count > 0) {
        if (move < join->act_count) snprintf(label, TUI_LABEL_SIZE, "%s", join->acts[move]->name);
    } else if (move < join->play.move_count) {
        play_move_label(&join->play, join->play.moves[move], label);
    }
}

static int own_cards(void *self, look_thing *out, int most) {
    const join *join = self;
    const play *play = &join->play;
    if (join->act_count > 0 || play->move_count == 0 || play->table->own_cards == NULL) return 0;
    return play->table->own_cards(play->view, out, most);
}

static void move_help(void *self, int move, char help[TUI_TEXT_SIZE]) {
    const join *join = self;
    help[0] = '\0';
    if (join->act_count > 0) {
        if (move < join->act_count) snprintf(help, TUI_TEXT_SIZE, "%s", tp_translate(join->acts[move]->help));
    } else if (move < join->play.move_count) {
        play_move_help(&join->play, join->play.moves[move], help);
    }
}

static void make_move(void *self, int move) {
    join *join = self;
    if (join->act_count == 0) {
        join_send_move(join, move);
    } else if (move < join->act_count && join_now_ms() - join->acts_ms >= HASTY_MS) {
        join->acts[move]->run(join, "");
    }
}

static bool typed(void *self, const char *line) { return join_answer(self, line) != PLAY_LEAVE; }

/* ---- going on ---- */

static bool advance(void *self) {
    join *join = self;
    join_step(join);
    bool changed = join->changed;
    join->changed = false;
    if (join->reviewing && review_pane_advance(&join->review)) changed = true;
    return changed;
}

static int descriptor(void *self) {
    const join *join = self;
    return join->reviewing && review_pane_is_working(&join->review) ? -1 : join->epoll;
}

static bool look_back(void *self, tui_session *record) {
    join *join = self;
    if (!can_look_back(join)) return false;
    if (join->replay.match == NULL) {
        join->replay = (replay){.match = join->match, .viewer = TP_REVEALED, .review = &join->review};
        memcpy(join->replay.names, join->play.names, sizeof join->replay.names);
        /* There everybody is told of by name. */
        if (join->play.human >= 0)
            memcpy(join->replay.names[join->play.human], join->name, sizeof join->name);
        replay_open(&join->replay);
    }
    replay_session(&join->replay, record);
    return true;
}

static bool is_looking_back(void *self) {
    const join *join = self;
    return join->replay.match != NULL;
}

bool join_on_screen(join *join, int *code) {
    tui_session session = {
        .self = join,
        .online = true,
        .table = table,
        .turn = turn,
        .pane = pane,
        .choice_count = choice_count,
        .choice = choice,
        .move_label = move_label,
        .move_help = move_help,
        .play = make_move,
        .own_cards = own_cards,
        .typed = typed,
        .notice = notice,
        .before_leaving = before_leaving,
        .advance = advance,
        .descriptor = descriptor,
        .look_back = look_back,
        .is_looking_back = is_looking_back,
    };
    int number = 0;
    tui_end how = tui_run(&session, style_colours(stdout, false), join->play.style.ascii, &number);
    join_end_looking_back(join);
    *code = how == TUI_END_INTERRUPTED ? CLI_STOPPED
            : how == TUI_END_SIGNAL    ? 128 + number
            : how == TUI_END_MEMORY    ? cli_bad("there is not enough memory.")
                                       : CLI_OK;
    return how != TUI_END_TERMINAL;
}
