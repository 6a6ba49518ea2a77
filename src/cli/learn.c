/* `tapete learn`: a guided deal, on the full screen or line by line. */
#include "cli/cli.h"
#include "cli/lesson.h"
#include "core/language.h"
#include "look/draw.h"
#include "tui/terminal.h"

#include <stdlib.h>
#include <string.h>

/* ---- line by line ---- */

static void show_told(lesson *lesson, int *shown) {
    for (; *shown < lesson->log.count; (*shown)++) play_say(&lesson->play, lesson->log.lines[*shown]);
}

static void show_step(lesson *lesson) {
    const look_style *style = &lesson->play.style;
    char text[4 * TP_TEXT_SIZE];
    lesson_says(lesson, text, sizeof text);
    if (lesson->item == 0 && !lesson->is_learnt) {
        putchar('\n');
        lesson_table(lesson, style, stdout);
    }
    putchar('\n');
    fputs(paint_on(style, PAINT_CYAN), stdout);
    for (char *at = text, *end; at != NULL && *at != '\0'; at = end) {
        end = strchr(at, '\n');
        if (end != NULL) *end++ = '\0';
        play_say(&lesson->play, at);
    }
    fputs(paint_off(style), stdout);
}

/* Ask for the move of the deal. False: the learner leaves. */
static bool ask(lesson *lesson) {
    play *play = &lesson->play;
    char line[INPUT_LINE_SIZE], sentence[TP_TEXT_SIZE];
    putchar('\n');
    play_list_moves(play);
    for (;;) {
        printf("%s ", TR("Your move:"));
        fflush(stdout);
        if (input_line(&play->input, line) != INPUT_LINE) return false;
        if (!play->input.terminal) {
            text_clean(line);
            puts(line);
        }
        if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) return false;
        tp_move move = play_exact_move(play, line);
        if (move == TP_NO_MOVE) move = play_similar_move(play, line, sentence);
        for (int i = 0; i < play->move_count && move != TP_NO_MOVE; i++) {
            if (play->moves[i] == move && lesson_choose(lesson, i, sentence)) return true;
        }
        play_say(play, sentence);
    }
}

static int by_lines(lesson *lesson) {
    play *play = &lesson->play;
    int shown = 0;
    char line[INPUT_LINE_SIZE];
    for (;;) {
        show_told(lesson, &shown);
        if (!lesson_flows(lesson)) show_step(lesson);
        if (lesson->is_learnt) break;
        if (lesson_decides(lesson)) {
            if (!ask(lesson)) return CLI_OK;
            continue;
        }
        if (!lesson_flows(lesson) && play->input.terminal) {
            printf("%s ", TR("Enter goes on."));
            fflush(stdout);
            if (input_line(&play->input, line) != INPUT_LINE) return CLI_OK;
        }
        lesson_go_on(lesson);
    }
    char text[TP_TEXT_SIZE];
    snprintf(text, sizeof text, TR("Well done! Now play: %s play %s"), cli_program(), play->game->name);
    play_say(play, text);
    return CLI_OK;
}

int cli_learn(const cli_args *args) {
    if (!cli_language(args)) return CLI_BAD;
    tp_error error = {0};
    const tp_game *game = tp_game_find(cli_operand(args, 0), &error);
    if (game == NULL) return cli_bad_error(&error);
    lesson *lesson = cli_allocate(sizeof *lesson);
    play *play = &lesson->play;
    style_detect(&play->style, cli_given(args, "plain"));
    if (lesson_open(lesson, game, &error) != TP_OK) {
        free(lesson);
        return cli_bad_error(&error);
    }
    int code = CLI_OK;
    play->full = !play->style.plain && !cli_given(args, "lines") && terminal_is_usable();
    input_begin(&play->input);
    look_style lines = play->style;
    if (play->full) play->style = (look_style){.ascii = lines.ascii, .width = UNBROKEN};
    bool shown = play->full && lesson_on_screen(lesson, &code);
    play->style = lines;
    play->full = false;
    if (!shown) code = by_lines(lesson);
    lesson_close(lesson);
    free(lesson);
    code = cli_finish(code);
    input_end();
    return code;
}
