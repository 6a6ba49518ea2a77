/* A review as text: where the result came from, the costliest decisions, how likely a win was, and every
 * decision in a line. */
#include "cli/cli.h"
#include "cli/review.h"
#include "core/language.h"
#include "look/draw.h"

#include <math.h>
#include <string.h>

enum {
    LABEL_SIZE = 256,
    NAME_COLUMNS = 26, /* of the parts of the result */
    MOST_MOVES = 6,    /* shown of a costly decision, the best first */
    CHART_ROWS = 6,
    CHART_COLUMNS = 68, /* at most */
    AXIS_COLUMNS = 7,   /* to the left of it */
    MOST_LABEL = 24,    /* columns of a move in the list of decisions */
};

static const char *plus_minus(const look_style *style) {
    return style->plain ? TR("plus or minus") : style->ascii ? "+-" : "±";
}

static const char *minus(const look_style *style) { return style->ascii || style->plain ? "-" : "−"; }

/* "+12.3 %" or "−0.4 %", seven columns wide. */
static void print_change(const look_style *style, double value) {
    double percent = 100 * value;
    bool is_zero = fabs(percent) < 0.05;
    char number[32];
    snprintf(number, sizeof number, "%.1f", fabs(percent));
    printf("%*s%s%s %%", (int)(6 - strlen(number)), "",
           is_zero       ? " "
           : percent > 0 ? "+"
                         : minus(style),
           number);
}

/* A text, cut off where it takes more columns than there are. */
static const char *cut_to(char *text, int columns) {
    text[text_fitting(text, strlen(text), columns)] = '\0';
    return text;
}

static void print_column(const char *text, int columns) {
    char cut[LABEL_SIZE];
    snprintf(cut, sizeof cut, "%s", text);
    print_padded(stdout, cut_to(cut, columns), columns);
}

static bool is_you(const review_shown *shown, int seat) { return seat == shown->you; }

static void print_heading(const review_shown *shown, const char *text) {
    printf("\n%s%s%s\n", paint_on(&shown->style, PAINT_TITLE), text, paint_off(&shown->style));
}

/* ---- where the result came from ---- */

static void print_part(const review_shown *shown, const char *name, review_figure part) {
    const look_style *style = &shown->style;
    if (style->plain) {
        printf(TR("%s: %+.1f %% plus or minus %.1f."), name, 100 * part.value + 0.0, 100 * part.error);
        putchar('\n');
        return;
    }
    printf("  ");
    print_column(name, NAME_COLUMNS);
    print_change(style, part.value);
    printf(" %s%s %.1f%s\n", paint_on(style, PAINT_FAINT), plus_minus(style), 100 * part.error,
           paint_off(style));
}

static void print_level(const review_shown *shown, const char *name, double value) {
    if (shown->style.plain) {
        printf(TR_IN("a figure", "%s: %.1f %%."), name, 100 * value);
        putchar('\n');
        return;
    }
    printf("  ");
    print_column(name, NAME_COLUMNS);
    printf("%7.1f %%\n", 100 * value);
}

static void print_parts(const review_shown *shown, const review_seat *seat) {
    bool you = is_you(shown, seat->seat);
    const tp_event *deal;
    char text[TP_TEXT_SIZE];
    print_heading(shown, TR("Where the result came from"));
    print_level(shown,
                tp_match_ply_events(shown->match, 0, &deal) > 0 ? TR("before the deal") : TR("at the start"),
                seat->start);
    print_part(shown, you ? TR("your decisions") : TR("own decisions"), seat->decisions);
    for (int other = 0; other < tp_match_seats(shown->match); other++) {
        if (other == seat->seat) continue;
        if (is_you(shown, other)) {
            snprintf(text, sizeof text, "%s", TR("your decisions"));
        } else {
            snprintf(text, sizeof text, TR("those of %s"), shown->names[other]);
        }
        print_part(shown, text, seat->others[other]);
    }
    print_part(shown, TR("luck"), seat->luck);
    print_level(shown, TR("the end"), seat->result);
    snprintf(
        text, sizeof text,
        TR("Decisions are compared with those of a player like `%s` in the same seat; luck is everything "
           "that was dealt, drawn and rolled."),
        review_usual(tp_match_game(shown->match)));
    print_wrapped(stdout, &shown->style, 0, 0, text);
}

/* ---- the costliest decisions ---- */

static void label_of(const review_shown *shown, const review_decision *decision, tp_move move,
                     char label[LABEL_SIZE]) {
    tp_move_label(tp_match_game(shown->match), decision->view, move, label, LABEL_SIZE);
}

/* How many moves to show: the best, up to the one that was chosen. */
static bool is_listed(const review_decision *decision, int place) {
    const tp_move move = decision->moves[place].move;
    return place < MOST_MOVES || move == decision->chosen || move == decision->best;
}

static void print_opinions(const review_shown *shown, const review_decision *decision) {
    const look_style *style = &shown->style;
    int widest = 0, hidden = 0;
    char label[LABEL_SIZE];
    for (int i = 0; i < decision->count; i++) {
        label_of(shown, decision, decision->moves[i].move, label);
        if (!is_listed(decision, i)) {
            hidden++;
        } else if (text_columns(label) > widest) {
            widest = text_columns(label);
        }
    }
    int most = style->width - 50;
    widest = widest < most ? widest : most;
    int bar = style->width - 41 - widest;
    bar = bar > 24 ? 24 : bar;
    for (int i = 0; i < decision->count; i++) {
        const tp_opinion *opinion = &decision->moves[i];
        const char *mark = opinion->move == decision->chosen ? TR("chosen")
                           : opinion->move == decision->best ? TR("best")
                                                             : "";
        if (!is_listed(decision, i)) continue;
        label_of(shown, decision, opinion->move, label);
        if (style->plain) {
            printf(*mark != '\0' ? TR("%s: %.1f %% plus or minus %.1f, %s.")
                                 : TR("%s: %.1f %% plus or minus %.1f."),
                   label, 100 * opinion->value, 100 * opinion->error, mark);
            putchar('\n');
            continue;
        }
        printf("     ");
        print_column(label, widest);
        printf("  ");
        draw_bar(stdout, style, opinion->move == decision->chosen ? PAINT_RED : PAINT_GREEN, opinion->value,
                 bar);
        printf(" %5.1f %% %s%s %.1f%s", 100 * opinion->value, paint_on(style, PAINT_FAINT), plus_minus(style),
               100 * opinion->error, paint_off(style));
        printf("%s%s\n", *mark != '\0' ? "  " : "", mark);
    }
    if (hidden == 0) return;
    printf("%s", style->plain ? "" : "     ");
    printf(TR("and %d more"), hidden);
    putchar('\n');
}

static void print_costliest(const review_shown *shown, const review_seat *seat) {
    const look_style *style = &shown->style;
    if (seat->costliest_count == 0) return;
    print_heading(shown,
                  TR_N("The costliest decision", "The costliest decisions", (uint32_t)seat->costliest_count));
    for (int i = 0; i < seat->costliest_count; i++) {
        const review_decision *decision = &seat->decision[seat->costliest[i]];
        char chosen[LABEL_SIZE], best[LABEL_SIZE], text[4 * LABEL_SIZE];
        label_of(shown, decision, decision->chosen, chosen);
        label_of(shown, decision, decision->best, best);
        snprintf(text, sizeof text,
                 review_is_sure(decision->cost)
                     ? TR("move %d, %s instead of %s: cost %.1f %% %s %.1f")
                     : TR("move %d, %s instead of %s: cost %.1f %% %s %.1f, perhaps nothing"),
                 decision->ply, chosen, best, 100 * decision->cost.value, plus_minus(style),
                 100 * decision->cost.error);
        if (style->plain) {
            printf("%d. %s%s\n", i + 1, text, text_missing_end(text));
        } else {
            printf("  %s%d%s  ", paint_on(style, PAINT_GOLD), i + 1, paint_off(style));
            print_wrapped(stdout, style, -5, 5, text);
        }
        print_opinions(shown, decision);
    }
}

/* ---- the line ---- */

/* The expectation at a moment between two points of the line. */
static double value_at(const review_seat *seat, double ply) {
    int after = 0;
    while (after < seat->point_count && seat->line[after].ply < ply) after++;
    if (after == 0) return seat->line[0].value.value;
    if (after == seat->point_count) return seat->line[seat->point_count - 1].value.value;
    const review_point *left = &seat->line[after - 1], *right = &seat->line[after];
    double share = (ply - left->ply) / (right->ply - left->ply);
    return left->value.value + share * (right->value.value - left->value.value);
}

static void print_line_plainly(const review_shown *shown, const review_seat *seat) {
    int plies = tp_match_plies(shown->match);
    for (int tenth = 0; tenth <= 10; tenth++) {
        int ply = plies * tenth / 10;
        printf(TR("After move %d: %.1f %%."), ply, 100 * value_at(seat, ply));
        putchar('\n');
    }
}

/* How much of a row of the chart is filled, in eighths. */
static const char *cell(const look_style *style, int eighths) {
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int inside = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
    if (style->ascii) return inside == 8 ? "#" : inside >= 4 ? ":" : inside >= 1 ? "." : " ";
    return blocks[inside];
}

static void print_marks(const review_shown *shown, const review_seat *seat, int columns) {
    char marks[CHART_COLUMNS + 1];
    int plies = tp_match_plies(shown->match);
    memset(marks, ' ', (size_t)columns);
    int end = 0;
    for (int i = seat->costliest_count; i-- > 0;) {
        int ply = seat->decision[seat->costliest[i]].ply;
        int column = plies > 0 ? (ply - 1) * (columns - 1) / plies : 0;
        marks[column] = (char)('1' + i);
        end = column + 1 > end ? column + 1 : end;
    }
    marks[end] = '\0';
    printf("       %s%s%s\n", paint_on(&shown->style, PAINT_GOLD), marks, paint_off(&shown->style));
}

/* One row of the chart, counted from the bottom; without the spaces at its end. */
static void print_row(const review_shown *shown, const review_seat *seat, int row, int columns) {
    const look_style *style = &shown->style;
    const char *mark = row == CHART_ROWS - 1 ? "100 %" : row == CHART_ROWS / 2 - 1 ? " 50 %" : "";
    int plies = tp_match_plies(shown->match), spaces = AXIS_COLUMNS - (*mark != '\0' ? 6 : 0);
    if (*mark != '\0') printf(" %s%s%s", paint_on(style, PAINT_FAINT), mark, paint_off(style));
    for (int column = 0; column < columns; column++) {
        double value = value_at(seat, (double)plies * column / (columns - 1));
        int eighths = (int)lround(8 * (value * CHART_ROWS - row));
        if (eighths < 1) {
            spaces++;
            continue;
        }
        printf("%*s%s%s%s", spaces, "", paint_on(style, PAINT_CYAN), cell(style, eighths), paint_off(style));
        spaces = 0;
    }
    putchar('\n');
}

static void print_line(const review_shown *shown, const review_seat *seat) {
    const look_style *style = &shown->style;
    int columns = style->width - 9;
    print_heading(shown, TR("Win chance"));
    if (style->plain) {
        print_line_plainly(shown, seat);
        return;
    }
    columns = columns > CHART_COLUMNS ? CHART_COLUMNS : columns;
    for (int row = CHART_ROWS - 1; row >= 0; row--) print_row(shown, seat, row, columns);
    printf("%s   0 %% ", paint_on(style, PAINT_FAINT));
    for (int column = 0; column < columns; column++) fputs(style->ascii ? "-" : "─", stdout);
    printf("%s\n", paint_off(style));
    print_marks(shown, seat, columns);
    char last[32];
    snprintf(last, sizeof last, TR("move %d"), tp_match_plies(shown->match));
    printf("%s       0", paint_on(style, PAINT_FAINT));
    print_right(stdout, last, columns - 1);
    printf("%s\n", paint_off(style));
}

/* ---- every decision ---- */

static void print_moves(const review_shown *shown, const review_decision *decision) {
    char text[TP_TEXT_SIZE * 8] = "", label[LABEL_SIZE];
    for (int i = 0; i < decision->count; i++) {
        label_of(shown, decision, decision->moves[i].move, label);
        text_append(text, sizeof text, "%s%s %.1f", i > 0 ? ", " : "", label, 100 * decision->moves[i].value);
    }
    print_wrapped(stdout, &shown->style, shown->style.plain ? 0 : 8, shown->style.plain ? 0 : 8, text);
}

/* In a sentence. */
static void tell_decision(const review_decision *decision, const char *chosen, const char *best) {
    if (decision->cost.value > 0) {
        printf(TR("Move %d, %s: %.1f %%, %s: %.1f %%, cost %.1f plus or minus %.1f."), decision->ply, chosen,
               100 * decision->after.value, best, 100 * decision->before.value, 100 * decision->cost.value,
               100 * decision->cost.error);
    } else {
        printf(TR("Move %d, %s: %.1f %%."), decision->ply, chosen, 100 * decision->after.value);
    }
}

/* "  2.9 ± 0.7  take blood", where another move would have been better. */
static void print_better(const look_style *style, const review_decision *decision, char *best) {
    printf("  %s%5.1f %s %-4.1f%s ",
           paint_on(style, review_is_sure(decision->cost) ? PAINT_RED : PAINT_FAINT),
           100 * decision->cost.value, plus_minus(style), 100 * decision->cost.error, paint_off(style));
    fputs(cut_to(best, style->width - 57), stdout);
}

static void print_decision(const review_shown *shown, const review_decision *decision) {
    const look_style *style = &shown->style;
    char chosen[LABEL_SIZE], best[LABEL_SIZE];
    label_of(shown, decision, decision->chosen, chosen);
    label_of(shown, decision, decision->best, best);
    if (style->plain) {
        tell_decision(decision, chosen, best);
    } else {
        printf("  %4d  ", decision->ply);
        print_column(chosen, MOST_LABEL);
        printf(" %5.1f %%", 100 * decision->after.value);
        if (decision->cost.value > 0) print_better(style, decision, best);
    }
    putchar('\n');
    if (shown->all) print_moves(shown, decision);
}

static void print_decisions(const review_shown *shown, const review_seat *seat) {
    const look_style *style = &shown->style;
    print_heading(shown, is_you(shown, seat->seat) ? TR("Your decisions") : TR("Every decision"));
    if (!style->plain) {
        printf("%s", paint_on(style, PAINT_FAINT));
        print_right(stdout, TR_IN("heading of a column, at most 5 wide", "move"), 6);
        printf("  ");
        print_column(TR("chosen"), MOST_LABEL);
        print_right(stdout, TR_IN("heading of a column, at most 7 wide", "worth"), 8);
        print_right(stdout, TR_IN("heading of a column, at most 6 wide", "cost"), 7);
        printf("         %s%s\n", TR_IN("heading of a column", "better"), paint_off(style));
    }
    for (int i = 0; i < seat->decision_count; i++) print_decision(shown, &seat->decision[i]);
}

/* ---- all of it ---- */

/* "You won.", "Flatmc 1 lost." */
static void tell_end(const review_shown *shown, const review_seat *seat, char *text, size_t size) {
    static const struct {
        const char *yours, *theirs;
    } ends[] = {{TR_MARK("You resigned."), TR_MARK("%s resigned.")},
                {TR_MARK("You won."), TR_MARK("%s won.")},
                {TR_MARK("You lost."), TR_MARK("%s lost.")},
                {TR_MARK("You drew."), TR_MARK("%s drew.")},
                {TR_MARK("You shared the win."), TR_MARK("%s shared the win.")}};
    int end = seat->resigned                      ? 0
              : seat->result >= 1                 ? 1
              : seat->result <= 0                 ? 2
              : tp_match_seats(shown->match) == 2 ? 3
                                                  : 4;
    snprintf(text, size, tp_translate(is_you(shown, seat->seat) ? ends[end].yours : ends[end].theirs),
             shown->names[seat->seat]);
}

static void print_seat(const review_shown *shown, const review_seat *seat) {
    const look_style *style = &shown->style;
    char text[TP_TEXT_SIZE], ended[TP_TEXT_SIZE / 4], decided[TP_TEXT_SIZE / 2];
    putchar('\n');
    if (!style->plain) draw_rule(stdout, style, shown->names[seat->seat], "");
    tell_end(shown, seat, ended, sizeof ended);
    int better = 0;
    for (int i = 0; i < seat->decision_count; i++) better += review_is_sure(seat->decision[i].cost);
    double decisions = seat->decision_count;
    if (seat->decision_count == 0) {
        snprintf(decided, sizeof decided, "%s", TR("There was nothing to decide."));
    } else if (seat->cost.value > 0) {
        snprintf(
            decided, sizeof decided,
            TR("%d decisions, %d of which were clear mistakes; compared with the best move, each cost %.2f "
               "%% %s %.2f on average."),
            seat->decision_count, better, 100 * seat->cost.value / decisions, plus_minus(style),
            100 * seat->cost.error / decisions);
    } else {
        snprintf(
            decided, sizeof decided,
            TR("%d decisions, %d of which were clear mistakes; on average, the judge knows nothing better."),
            seat->decision_count, better);
    }
    snprintf(text, sizeof text, TR_IN("two sentences", "%s %s"), ended, decided);
    print_wrapped(stdout, style, 0, 0, text);
    print_costliest(shown, seat);
    print_parts(shown, seat);
    print_line(shown, seat);
    if (seat->decision_count > 0) print_decisions(shown, seat);
}

void review_print(const review_shown *shown) {
    const look_style *style = &shown->style;
    const tp_game *game = tp_match_game(shown->match);
    const char *level = tp_level_agent(game, shown->judge);
    char title[64], judge[LABEL_SIZE];
    uint32_t plies = (uint32_t)tp_match_plies(shown->match);
    snprintf(title, sizeof title, "%s%s%s", paint_on(style, PAINT_TITLE), game->title, paint_off(style));
    snprintf(judge, sizeof judge, level != NULL ? "%s (%s)" : "%s", shown->judge, level);
    printf(TR_N("%s, %u move, judged by %s.", "%s, %u moves, judged by %s.", plies), title, plies, judge);
    putchar('\n');
    for (int seat = 0; seat < tp_match_seats(shown->match); seat++) {
        const review_seat *found = review_of(shown->review, seat);
        if (found != NULL) print_seat(shown, found);
    }
}
