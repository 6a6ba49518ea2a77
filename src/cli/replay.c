/* `tapete replay`: a record, move by move. On a terminal the reader goes through it, on the full screen or
 * line by line; in a pipe everything is told. */
#include "cli/replay.h"

#include "cli/cli.h"
#include "cli/input.h"
#include "core/language.h"
#include "look/draw.h"
#include "tui/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- showing ---- */

const char *replay_told(const replay *r, int ply) { return r->told[ply] != NULL ? r->told[ply] : ""; }

const char *replay_sentence(const replay *r, const char *at, char sentence[TP_TEXT_SIZE]) {
    char line[TP_TEXT_SIZE];
    at += strspn(at, "\n");
    if (*at == '\0') return NULL;
    size_t size = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)size, at);
    tp_fill_names(line, r->name_list, tp_match_seats(r->match), sentence, TP_TEXT_SIZE);
    return at + size;
}

static void show_ply(const replay *r, int ply) {
    const look_style *style = &r->style;
    char number[16], sentence[TP_TEXT_SIZE];
    snprintf(number, sizeof number, "%4d ", ply);
    for (const char *at = replay_told(r, ply); (at = replay_sentence(r, at, sentence)) != NULL;) {
        printf("%s%s%s", paint_on(style, PAINT_FAINT), number, paint_off(style));
        print_wrapped(stdout, style, -5, 5, sentence);
        snprintf(number, sizeof number, "     ");
    }
}

void replay_table(const replay *r, const look_style *style, int ply, FILE *out) {
    if (!tp_match_view_at(r->match, ply, r->viewer, r->view)) return;
    int me = r->viewer >= 0 ? r->viewer : -1;
    bool over = r->game->view_actor(r->view) == TP_OVER;
    bool result = over && r->table->result != NULL;
    (result ? r->table->result : r->table->draw)(out, style, r->game, r->view, r->name_list, me);
}

static void show_table(const replay *r, int ply) { replay_table(r, &r->style, ply, stdout); }

void replay_scores(const replay *r, FILE *out) {
    if (tp_match_actor(r->match) != TP_OVER) return;
    int32_t scores[TP_MAX_SEATS] = {0};
    float returns[TP_MAX_SEATS] = {0};
    r->game->scores(tp_match_state(r->match), scores);
    r->game->returns(tp_match_state(r->match), returns);
    for (int seat = 0; seat < tp_match_seats(r->match); seat++) {
        fprintf(out, returns[seat] > 0 ? TR("%s: %+d points, the winner.") : TR("%s: %+d points."),
                r->names[seat], (int)scores[seat]);
        fputc('\n', out);
    }
}

static void show_notes(const replay *r, const tp_record_info *info) {
    const look_style *style = &r->style;
    uint32_t plies = (uint32_t)tp_match_plies(r->match);
    char title[64];
    snprintf(title, sizeof title, "%s%s%s", paint_on(style, PAINT_TITLE), r->game->title, paint_off(style));
    if (r->viewer >= 0) {
        printf(TR_N("%s, %u move, as seat %d saw it.", "%s, %u moves, as seat %d saw it.", plies), title,
               plies, r->viewer);
    } else {
        printf(r->viewer == TP_REVEALED
                   ? TR_N("%s, %u move, with every card open.", "%s, %u moves, with every card open.", plies)
                   : TR_N("%s, %u move, as a spectator sees it.", "%s, %u moves, as a spectator sees it.",
                          plies),
               title, plies);
    }
    putchar('\n');
    if (!info->finished) {
        print_wrapped(
            stdout, style, 0, 0,
            TR("The game is not finished, so hidden cards stay hidden; --seat N shows what one seat knows."));
    }
    if (info->cut)
        print_wrapped(stdout, style, 0, 0,
                      TR("The last line was cut off, perhaps by a crash, and is ignored."));
    if (tp_match_undone(r->match))
        print_wrapped(stdout, style, 0, 0, TR("Moves were taken back in this game; they are not shown."));
    if (info->seeded)
        print_wrapped(stdout, style, 0, 0, TR("The cards came from a seed that was known in advance."));
}

static void tell_everything(const replay *r) {
    int plies = tp_match_plies(r->match);
    for (int ply = 0; ply <= plies; ply++) show_ply(r, ply);
    putchar('\n');
    show_table(r, plies);
    replay_scores(r, stdout);
}

/* ---- stepping ---- */

static void show_step(replay *r, int ply) {
    style_detect(&r->style, r->style.plain);
    putchar('\n');
    show_ply(r, ply);
    show_table(r, ply);
    if (ply == tp_match_plies(r->match)) replay_scores(r, stdout);
}

static int step_through(replay *r) {
    input from;
    char line[INPUT_LINE_SIZE];
    int plies = tp_match_plies(r->match), ply = 0, code = CLI_OK;
    input_begin(&from);
    show_step(r, ply);
    for (bool reading = true; reading;) {
        printf("%s", paint_on(&r->style, PAINT_TITLE));
        printf(TR("%d of %d"), ply, plies);
        printf("%s  %s ", paint_off(&r->style), TR("Enter next, b back, a number, e end, t table, q quit:"));
        if (fflush(stdout) != 0) break;
        int wanted;
        switch (input_line(&from, line)) {
        case INPUT_INTERRUPTED: code = CLI_STOPPED; /* fall through */
        case INPUT_END:
            putchar('\n');
            reading = false;
            continue;
        case INPUT_TERMINATED:
            putchar('\n');
            code = 128 + input_termination();
            reading = false;
            continue;
        case INPUT_ELSEWHERE:
        case INPUT_LINE: break;
        }
        char *end;
        long number = strtol(line, &end, 10);
        if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) {
            break;
        } else if (*line == '\0' || strcmp(line, "n") == 0) {
            wanted = ply + 1;
        } else if (strcmp(line, "b") == 0) {
            wanted = ply - 1;
        } else if (strcmp(line, "e") == 0) {
            wanted = plies;
        } else if (strcmp(line, "t") == 0) {
            wanted = ply;
        } else if (end != line && *end == '\0' && number >= 0 && number <= plies) {
            wanted = (int)number;
        } else {
            printf(TR("Unknown command: type a number from 0 to %d, or one of the letters n, b, e, t and q."),
                   plies);
            putchar('\n');
            continue;
        }
        if (wanted > plies) {
            puts(TR("This is the end of the record; q quits."));
        } else if (wanted < 0) {
            puts(TR("This is the beginning of the record."));
        } else {
            ply = wanted;
            show_step(r, ply);
        }
    }
    input_end();
    return code;
}

/* ---- beginning ---- */

void replay_open(replay *r) {
    int seats = tp_match_seats(r->match), plies = tp_match_plies(r->match);
    r->game = tp_match_game(r->match);
    r->table = look_find(r->game);
    r->view = cli_allocate(r->game->view_size);
    for (int seat = 0; seat < seats; seat++) r->name_list[seat] = r->names[seat];
    r->told = cli_allocate(((size_t)plies + 1) * sizeof *r->told);
    tp_match_tell_plies(r->match, 0, plies, r->viewer, r->told);
}

void replay_close(replay *r) {
    if (r->match == NULL) return;
    for (int ply = 0; ply <= tp_match_plies(r->match); ply++) free(r->told[ply]);
    free(r->told);
    free(r->view);
}

static int on_screen(replay *r) {
    tui_session session;
    review_pane review;
    int number = 0;
    review_pane_open(&review, r->match, r->name_list, shelf_human_seat(r->match));
    r->review = &review;
    replay_session(r, &session);
    tui_end how = tui_run(&session, style_colours(stdout, false), r->style.ascii, &number);
    review_pane_close(&review);
    r->review = NULL;
    switch (how) {
    case TUI_END_TERMINAL: return step_through(r);
    case TUI_END_INTERRUPTED: return CLI_STOPPED;
    case TUI_END_SIGNAL: return 128 + number;
    case TUI_END_MEMORY: return cli_bad("there is not enough memory.");
    case TUI_END_LEFT:
    case TUI_END_INPUT: break;
    }
    return CLI_OK;
}

int cli_replay(const cli_args *args) {
    tp_error error = {0};
    tp_record_info info = {0};
    char path[SHELF_PATH_SIZE];
    tp_match *match = shelf_read(cli_operand(args, 0), path, &info, &error);
    if (match == NULL) return cli_bad_error(&error);
    replay r = {.match = match, .viewer = TP_SPECTATOR};
    int seats = tp_match_seats(match);
    int64_t seat;
    if (!cli_integer(args, "seat", 0, seats - 1, -1, &seat)) {
        tp_match_free(match);
        return CLI_BAD;
    }
    if (cli_given(args, "seat")) {
        r.viewer = (int)seat;
    } else if (tp_match_actor(match) == TP_OVER) {
        r.viewer = TP_REVEALED;
    }
    style_detect(&r.style, cli_given(args, "plain"));
    for (int i = 0; i < seats; i++) shelf_seat_name(match, i, r.names[i]);
    replay_open(&r);
    show_notes(&r, &info);
    int code = CLI_OK;
    bool lines = cli_given(args, "plain") || cli_given(args, "lines");
    if (!lines && terminal_is_usable()) {
        code = on_screen(&r);
    } else if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
        code = step_through(&r);
    } else {
        tell_everything(&r);
    }
    replay_close(&r);
    tp_match_free(match);
    return cli_finish(code);
}
