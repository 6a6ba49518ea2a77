/* Going through a record on the full screen: the session of it (tui/session.h). */
#include "cli/replay.h"
#include "core/language.h"
#include "look/draw.h"
#include "look/rules.h"

static void table(void *self, const look_style *style, FILE *out) {
    const replay *r = self;
    replay_table(r, style, r->ply, out);
    if (r->ply != tp_match_plies(r->match)) return;
    fputc('\n', out);
    replay_scores(r, out);
}

/* A move of which nothing is told, for nothing changes with it, by its name: "Flatmc 2: no token". */
static void name_move(const replay *r, char text[TUI_TEXT_SIZE]) {
    const tp_event *events;
    char label[TUI_LABEL_SIZE];
    if (r->viewer != TP_REVEALED || tp_match_ply_events(r->match, r->ply, &events) == 0) return;
    if (events->type != TP_EVENT_MOVE) return;
    tp_move_label(r->game, NULL, events->move, label, sizeof label);
    snprintf(text, TUI_TEXT_SIZE, TR_IN("somebody, and the move", "%s: %s"), r->names[events->seat], label);
}

static tui_turn turn(void *self, char sentence[TUI_TEXT_SIZE]) {
    const replay *r = self;
    char told[TUI_TEXT_SIZE] = "";
    replay_sentence(r, replay_told(r, r->ply), told);
    if (told[0] == '\0') name_move(r, told);
    sentence[0] = '\0';
    text_append(sentence, TUI_TEXT_SIZE, TR("%d of %d"), r->ply, tp_match_plies(r->match));
    text_append(sentence, TUI_TEXT_SIZE, "  %s", told);
    return TUI_TURN_NOBODY;
}

static void show_log(const replay *r, const look_style *style, FILE *out) {
    for (int ply = 0; ply <= r->ply; ply++) {
        bool old = ply < r->ply;
        char sentence[TUI_TEXT_SIZE];
        for (const char *at = replay_told(r, ply); (at = replay_sentence(r, at, sentence)) != NULL;) {
            fprintf(out, "%s%4d%s ", paint_on(style, PAINT_FAINT), ply, paint_off(style));
            if (old) fputs(paint_on(style, PAINT_FAINT), out);
            print_wrapped(out, style, -5, 5, sentence);
            if (old) fputs(paint_off(style), out);
        }
    }
}

static void show_help(const look_style *style, FILE *out) {
    print_wrapped(
        out, style, 0, 0,
        TR("Right and left go one move forward and back, Home and End to the start and the end, a number "
           "and Enter to that move, as numbered in a review; or click the line above the last two. The "
           "keys of the last line open and close panes beside the table; Page up, Page down and the wheel "
           "scroll them, Escape closes them."));
}

static bool pane(void *self, tui_pane which, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    replay *r = self;
    switch (which) {
    case TUI_PANE_LOG: show_log(r, style, out); break;
    case TUI_PANE_RULES:
        if (!rules_print(r->game, style, out))
            print_wrapped(out, style, 0, 0, tp_translate(r->game->rules_text));
        break;
    case TUI_PANE_NOTES: break;
    case TUI_PANE_HELP: show_help(style, out); break;
    case TUI_PANE_REVIEW:
        if (tp_match_actor(r->match) == TP_OVER) {
            review_pane_show(r->review, style, out);
            break;
        }
        snprintf(why, TUI_TEXT_SIZE, "%s", TR("You can review a game when it is over."));
        return false;
    case TUI_PANE_NONE:
    case TUI_PANE_HINT:
    case TUI_PANE_COUNT: break;
    }
    return true;
}

/* ---- there is nothing to play ---- */

static int choice_count(void *self) {
    (void)self;
    return 0;
}

static void choice(void *self, int index, tui_choice *out) {
    (void)self;
    (void)index;
    *out = (tui_choice){0};
}

static void move_text(void *self, int move, char *text) {
    (void)self;
    (void)move;
    text[0] = '\0';
}

static void make_move(void *self, int move) {
    (void)self;
    (void)move;
}

static bool typed(void *self, const char *line) {
    (void)self;
    (void)line;
    return true;
}

static void no_sentence(void *self, char sentence[TUI_TEXT_SIZE]) {
    (void)self;
    sentence[0] = '\0';
}

/* ---- going on ---- */

static bool advance(void *self) {
    replay *r = self;
    return review_pane_advance(r->review);
}

static int descriptor(void *self) {
    const replay *r = self;
    return review_pane_is_working(r->review) ? -1 : r->review->task.wake[0];
}

static void position(void *self, int *at, int *last) {
    const replay *r = self;
    *at = r->ply;
    *last = tp_match_plies(r->match);
}

static void seek(void *self, int to) {
    replay *r = self;
    if (to >= 0 && to <= tp_match_plies(r->match)) r->ply = to;
}

void replay_session(replay *replay, tui_session *session) {
    *session = (tui_session){
        .self = replay,
        .table = table,
        .turn = turn,
        .pane = pane,
        .choice_count = choice_count,
        .choice = choice,
        .move_label = move_text,
        .move_help = move_text,
        .play = make_move,
        .typed = typed,
        .notice = no_sentence,
        .before_leaving = no_sentence,
        .advance = advance,
        .descriptor = descriptor,
        .position = position,
        .seek = seek,
    };
}
