/* What a hint says: which move is best and why, then what each is worth, with the keys that make it. */
#include "agents/play.h"
#include "cli/cli.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"
#include "review/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Who judges: for half a second where nothing else matters, on a number of games where the same game should
 * get the same hint. */
static const char *hint_judge(const play *session) {
    return session->repeatable ? REVIEW_JUDGE : HINT_JUDGE(500);
}

int play_think(const play *session, tp_opinion *opinions, tp_error *error) {
    uint64_t seed = session->seed + 1000 + (uint64_t)tp_match_plies(session->match);
    return review_moves(session->game, tp_match_options(session->match), hint_judge(session), seed,
                        session->view, opinions, error);
}

/* ---- one line for each move, and for moves that differ in an amount ---- */

typedef struct advice {
    int line; /* the first move of the line of the list in which it stands */
    const tp_opinion *opinion;
} advice;

static int percent_of(double share) { return (int)lround(100 * share); }

/* Surely, and so that it can be seen in the figures. */
static bool is_better(const tp_opinion *one, const tp_opinion *other) {
    return one->value - other->value > 2 * hypot(one->error, other->error) &&
           percent_of(one->value) > percent_of(other->value);
}

static int index_of(const play *session, tp_move move) {
    for (int i = 0; i < session->move_count; i++) {
        if (session->moves[i] == move) return i;
    }
    return -1;
}

/* Moves that differ in an amount have one line, and this is its first move. */
static int line_of(const play *session, int move) {
    if (play_move_amount(session, session->moves[move]) < 0) return move;
    for (int i = 0; i < session->move_count;) {
        play_line line = play_line_from(session, i);
        if (move <= line.last) return line.first;
        i = line.last + 1;
    }
    return move;
}

/* Of amounts the smallest that does as well as the best. Returns how many lines there are. */
static int gather(const play *session, const tp_opinion *opinions, int count, advice *out) {
    int lines = 0;
    for (int i = 0; i < count; i++) {
        int move = index_of(session, opinions[i].move), line = move < 0 ? -1 : line_of(session, move), k = 0;
        if (move < 0) continue;
        while (k < lines && out[k].line != line) k++;
        if (k == lines) {
            out[lines++] = (advice){line, &opinions[i]};
        } else if (play_move_amount(session, opinions[i].move) <
                       play_move_amount(session, out[k].opinion->move) &&
                   !is_better(out[k].opinion, &opinions[i])) {
            out[k].opinion = &opinions[i];
        }
    }
    return lines;
}

/* ---- in words ---- */

/* What the game knows for or against a move; else what the move does. */
static void append_reason(const play *session, tp_move move, char *text, size_t size) {
    char reason[TP_TEXT_SIZE] = "";
    const game_play *known = game_play_of(session->game);
    if (known->reason != NULL) known->reason(session->view, move, reason, sizeof reason);
    if (*reason == '\0') play_move_help(session, move, reason);
    if (*reason == '\0') return;
    text_append(text, size, " ");
    text_append(text, size, TR("Why: %s."), reason);
}

/* Which move is best, by how much, and what speaks for it. */
static void say_best(const play *session, const tp_opinion *best, const tp_opinion *next) {
    char first[PLAY_LABEL_SIZE], second[PLAY_LABEL_SIZE], text[TP_TEXT_SIZE] = "";
    play_move_label(session, best->move, first);
    play_move_label(session, next->move, second);
    int wins = percent_of(best->value), others = percent_of(next->value);
    if (is_better(best, next)) {
        text_append(text, sizeof text,
                    TR("Best: %s. It wins about %d of 100 games, %d more than with the next best, %s."),
                    first, wins, wins - others, second);
    } else {
        text_append(text, sizeof text, TR("%s or %s: both win about %d of 100 games, too close to call."),
                    first, second, percent_of((best->value + next->value) / 2));
    }
    append_reason(session, best->move, text, sizeof text);
    play_say(session, text);
}

/* What surrounds the name of a move: the key that makes it before it, what it promises after it. */
enum { AROUND_HINT = 25, HINT_INDENT = 24 };

static void show_bar(const look_style *style, double value, int columns) {
    draw_bar(stdout, style, PAINT_GREEN, value, columns < 30 ? columns : 30);
}

static void show_opinion(const play *session, const tp_opinion *opinion, int widest) {
    const look_style *style = &session->style;
    char label[PLAY_LABEL_SIZE], key[32], unused[PLAY_LABEL_SIZE];
    int move = index_of(session, opinion->move);
    play_move_label(session, opinion->move, label);
    play_line_words(session, (play_line){move, move}, key, unused);
    double value = 100 * opinion->value, spread = 100 * opinion->error;
    int bar = style->width - AROUND_HINT - 2 - widest;
    const char *within = style->ascii ? "+-" : "±";
    if (style->plain) {
        printf("%s. %s: %.1f %% +/- %.1f\n", key, label, value, spread);
        return;
    }
    printf("  %s%2s%s  ", paint_on(style, PAINT_GREEN), key, paint_off(style));
    if (AROUND_HINT + widest > style->width) { /* what it is worth was asked for, so that comes first */
        char promise[32];
        snprintf(promise, sizeof promise, "%5.1f %% %s %.1f", value, within, spread);
        print_padded(stdout, promise, HINT_INDENT - 6);
        fputs(paint_on(style, PAINT_TITLE), stdout);
        print_wrapped(stdout, style, -HINT_INDENT, HINT_INDENT, label);
        fputs(paint_off(style), stdout);
        fputs("      ", stdout);
        show_bar(style, opinion->value, style->width - 8);
        putchar('\n');
        return;
    }
    fputs(paint_on(style, PAINT_TITLE), stdout);
    print_padded(stdout, label, widest);
    printf("%s  ", paint_off(style));
    bool has_room = bar >= 5;
    if (has_room) {
        show_bar(style, opinion->value, bar);
        fputs("  ", stdout);
    }
    printf("%5.1f %% %s %.1f\n", value, within, spread);
    if (has_room) return;
    fputs("      ", stdout);
    show_bar(style, opinion->value, style->width - 8);
    putchar('\n');
}

enum { MOST_HINTS = 15 }; /* the best moves, as many as can be taken in at a glance */

void play_show_hint(const play *session, const tp_opinion *opinions, int count) {
    const look_style *style = &session->style;
    uint64_t games = 0;
    int widest = 0;
    advice *advices = cli_allocate(((size_t)count + 1) * sizeof *advices);
    int lines = gather(session, opinions, count, advices);
    for (int i = 0; i < count; i++) games += opinions[i].games;
    for (int i = 0; i < lines && i < MOST_HINTS; i++) {
        char label[PLAY_LABEL_SIZE];
        play_move_label(session, advices[i].opinion->move, label);
        if (text_columns(label) > widest) widest = text_columns(label);
    }
    if (lines > 1) say_best(session, advices[0].opinion, advices[1].opinion);
    for (int i = 0; i < lines && i < MOST_HINTS; i++) show_opinion(session, advices[i].opinion, widest);
    char text[TP_TEXT_SIZE];
    if (lines > MOST_HINTS) {
        uint32_t others = (uint32_t)(lines - MOST_HINTS);
        snprintf(text, sizeof text, TR_N("The other %u is worse.", "The other %u are worse.", others),
                 others);
        play_say(session, text);
    }
    snprintf(
        text, sizeof text,
        TR("The estimated win chance of each move (100 %% is a sure win): the mean of %llu simulated games "
           "from what you know, %s one standard error."),
        (unsigned long long)games, style->plain || style->ascii ? "+/-" : "±");
    play_say(session, text);
    free(advices);
}
