/* A table elsewhere line by line, for screen readers, pipes and small windows. On a terminal one can type at
 * any time; what comes through a pipe is read when there is something to decide and the server has answered
 * what came before, so that a list of moves waits for its turns. */
#include "cli/join.h"
#include "core/language.h"
#include "look/draw.h"

#include <string.h>

/* What the reader was last shown. */
typedef struct shown {
    join_phase phase;
    int ply, decisions;
} shown;

static int decisions(const join *join) {
    return join->act_count > 0 ? join->act_count : join->play.move_count;
}

static void print_notice(join *join) {
    if (*join->notice == '\0') return;
    if (join->prompted) putchar('\n');
    join->prompted = false;
    print_wrapped(stdout, &join->play.style, 0, 0, join->notice);
    join->notice[0] = '\0';
}

static void list_decisions(const join *join) {
    const look_style *style = &join->play.style;
    if (join->act_count == 0) {
        play_list_moves(&join->play);
        return;
    }
    for (int i = 0; i < join->act_count; i++) {
        char line[TP_TEXT_SIZE];
        snprintf(line, sizeof line, "%d. %s: %s", i + 1, join->acts[i]->name,
                 tp_translate(join->acts[i]->help));
        print_wrapped(stdout, style, style->plain ? 0 : 2, 5, line);
    }
}

/* Show the table if there is something to decide, or the game is over. */
static void show(join *join, shown *before, bool again) {
    shown now = {join->phase, join->ply, decisions(join)};
    bool news = now.phase != before->phase || now.ply != before->ply || now.decisions != before->decisions;
    if (!again && !news) return;
    *before = now;
    bool ended = join->phase == JOIN_OVER || join->phase == JOIN_SHUT;
    if (!again && now.decisions == 0 && !ended) return;
    if (join->prompted) putchar('\n');
    style_detect(&join->play.style, join->play.style.plain);
    putchar('\n');
    join_print_table(join);
    if (!join->play.style.plain) putchar('\n');
    list_decisions(join);
    join->prompted = false;
}

static void prompt(join *join) {
    char sentence[TUI_TEXT_SIZE];
    if (join->prompted || decisions(join) == 0) return;
    join_turn(join, sentence);
    printf("%s%s%s ", paint_on(&join->play.style, PAINT_TITLE), sentence, paint_off(&join->play.style));
    printf("> ");
    join->prompted = true;
}

/* Nothing more will happen that this reader could take part in. */
static bool is_finished(const join *join) {
    return join->phase == JOIN_SHUT || (join->phase == JOIN_OVER && join->act_count == 0);
}

/* What was typed. False: the reader leaves. */
static bool answer(join *join, const char *line, shown *before) {
    if (!join->play.input.terminal) {
        char echo[INPUT_LINE_SIZE];
        snprintf(echo, sizeof echo, "%s", line);
        text_clean(echo);
        puts(echo);
    }
    join->prompted = false;
    if (*line == '\0') {
        list_decisions(join);
        return true;
    }
    int64_t before_ref = join->refs;
    play_next next = join_answer(join, line);
    if (join->refs != before_ref) join->awaited = join->refs;
    print_notice(join);
    if (next == PLAY_SHOW) show(join, before, true);
    return next != PLAY_LEAVE;
}

int join_by_lines(join *join) {
    shown before = {0};
    char line[INPUT_LINE_SIZE];
    join->by_lines = true;
    for (;;) {
        join_step(join);
        print_notice(join);
        if (*join->problem != '\0') {
            if (join->prompted) putchar('\n');
            cli_bad_at("", join->problem);
            return CLI_FAILED;
        }
        show(join, &before, false);
        if (is_finished(join)) return CLI_OK;
        prompt(join);
        if (fflush(stdout) != 0) return CLI_OK;
        bool reads = join->play.input.terminal || (decisions(join) > 0 && join->awaited == 0);
        input_kind kind =
            reads ? input_line_or(&join->play.input, line, join->epoll) : input_wait(join->epoll);
        switch (kind) {
        case INPUT_LINE:
            if (reads && !answer(join, line, &before)) return CLI_OK;
            break;
        case INPUT_ELSEWHERE: break;
        case INPUT_INTERRUPTED: putchar('\n'); return CLI_STOPPED;
        case INPUT_TERMINATED: putchar('\n'); return 128 + input_termination();
        case INPUT_END: putchar('\n'); return CLI_OK;
        }
    }
}
