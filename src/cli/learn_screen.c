/* A guided deal on the full screen: the session of it (tui/session.h). */
#include "cli/cli.h"
#include "cli/lesson.h"
#include "core/language.h"
#include "look/draw.h"
#include "look/rules.h"
#include "tui/run.h"

#include <string.h>
#include <time.h>

/* What the others do stands so long before the next of it. */
enum { FLOW_MS = 900 };

typedef struct class {
    lesson *lesson;
    play_line *lines;
    int line_count;
    int64_t next_ms; /* when the next step is due that nothing is said of */
    char notice[TUI_TEXT_SIZE];
} class;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void look(class *class) {
    const play *play = &class->lesson->play;
    class->line_count = 0;
    class->next_ms = lesson_flows(class->lesson) ? now_ms() + FLOW_MS : 0;
    if (!lesson_decides(class->lesson)) return;
    for (int first = 0; first < play->move_count;) {
        play_line line = play_line_from(play, first);
        class->lines[class->line_count++] = line;
        first = line.last + 1;
    }
}

static void table(void *self, const look_style *style, FILE *out) {
    const class *class = self;
    lesson_table(class->lesson, style, out);
}

static tui_turn turn(void *self, char sentence[TUI_TEXT_SIZE]) {
    const class *class = self;
    const lesson *lesson = class->lesson;
    if (lesson->is_learnt) {
        snprintf(sentence, TUI_TEXT_SIZE, TR("Well done! Now play: %s play %s"), cli_program(),
                 lesson->play.game->name);
        return TUI_TURN_NOBODY;
    }
    if (lesson_decides(lesson)) {
        snprintf(sentence, TUI_TEXT_SIZE, "%s", TR("Your move"));
        return TUI_TURN_YOURS;
    }
    snprintf(sentence, TUI_TEXT_SIZE, "%s", TR("Enter goes on"));
    return TUI_TURN_PAUSED;
}

static void says(void *self, const look_style *style, FILE *out) {
    const class *class = self;
    char text[4 * TP_TEXT_SIZE], *at = text;
    lesson_says(class->lesson, text, sizeof text);
    if (text[0] == '\0') { /* what the others do */
        log_pane_show(&class->lesson->log, style, out);
        return;
    }
    fputs(paint_on(style, PAINT_CYAN), out);
    for (char *end; at != NULL; at = end) {
        end = strchr(at, '\n');
        if (end != NULL) *end++ = '\0';
        print_wrapped(out, style, 0, 0, at);
    }
    fputs(paint_off(style), out);
}

static bool pane(void *self, tui_pane which, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]) {
    const class *class = self;
    switch (which) {
    case TUI_PANE_LOG: log_pane_show(&class->lesson->log, style, out); return true;
    case TUI_PANE_RULES: return rules_print(class->lesson->play.game, style, out);
    case TUI_PANE_HELP:
        print_wrapped(
            out, style, 0, 0,
            TR("Read what the coach says; Enter goes on. Where you are to move, choose a move with the "
               "arrow keys, its number or the mouse, and press Enter."));
        return true;
    case TUI_PANE_HINT:
    case TUI_PANE_REVIEW:
    case TUI_PANE_NOTES:
    case TUI_PANE_NONE:
    case TUI_PANE_COUNT: break;
    }
    snprintf(why, TUI_TEXT_SIZE, "%s", TR("The coach says what to do."));
    return false;
}

static int choice_count(void *self) { return ((const class *)self)->line_count; }

static void choice(void *self, int index, tui_choice *out) {
    const class *class = self;
    play_line_choice(&class->lesson->play, class->lines[index], out);
}

static void move_label(void *self, int move, char label[TUI_LABEL_SIZE]) {
    const class *class = self;
    play_move_label(&class->lesson->play, class->lesson->play.moves[move], label);
}

static void move_help(void *self, int move, char help[TUI_TEXT_SIZE]) {
    const class *class = self;
    play_move_help(&class->lesson->play, class->lesson->play.moves[move], help);
}

static int own_cards(void *self, look_thing *out, int most) {
    const class *class = self;
    const play *play = &class->lesson->play;
    if (class->line_count == 0 || play->table->own_cards == NULL) return 0;
    return play->table->own_cards(play->view, out, most);
}

static void make_move(void *self, int move) {
    class *class = self;
    lesson_choose(class->lesson, move, class->notice);
    look(class);
}

static bool typed(void *self, const char *line) {
    (void)self;
    return strcmp(line, "quit") != 0 && strcmp(line, "q") != 0;
}

static void notice(void *self, char sentence[TUI_TEXT_SIZE]) {
    class *class = self;
    snprintf(sentence, TUI_TEXT_SIZE, "%s", class->notice);
    class->notice[0] = '\0';
}

static void before_leaving(void *self, char question[TUI_TEXT_SIZE]) {
    (void)self;
    question[0] = '\0'; /* nothing is lost */
}

static void go_on(void *self) {
    class *class = self;
    class->lesson->log.fresh =
        lesson_flows(class->lesson) ? class->lesson->log.fresh : class->lesson->log.count;
    lesson_go_on(class->lesson);
    look(class);
}

static bool advance(void *self) {
    class *class = self;
    if (class->next_ms == 0 || now_ms() < class->next_ms) return false;
    lesson_go_on(class->lesson);
    look(class);
    return true;
}

static int wait_ms(void *self) {
    const class *class = self;
    int64_t left = class->next_ms - now_ms();
    return class->next_ms == 0 ? -1 : left > 0 ? (int)left : 0;
}

static int descriptor(void *self) {
    (void)self;
    return -1;
}

bool lesson_on_screen(lesson *lesson, int *code) {
    class class = {.lesson = lesson};
    class.lines = cli_allocate((size_t)(lesson->play.game->max_moves + 1) * sizeof *class.lines);
    look(&class);
    tui_session session = {
        .self = &class,
        .learns = true,
        .table = table,
        .turn = turn,
        .says = says,
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
        .wait_ms = wait_ms,
        .go_on = go_on,
    };
    int number = 0;
    tui_end how = tui_run(&session, style_colours(stdout, false), lesson->play.style.ascii, &number);
    *code = how == TUI_END_INTERRUPTED ? CLI_STOPPED
            : how == TUI_END_SIGNAL    ? 128 + number
            : how == TUI_END_MEMORY    ? cli_bad("there is not enough memory.")
                                       : CLI_OK;
    free(class.lines);
    return how != TUI_END_TERMINAL;
}
