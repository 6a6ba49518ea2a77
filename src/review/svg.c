/* A plot of how a match went, as SVG: the expectation of each seat over the moves, with the costliest
 * decisions marked. Written by hand, so that it needs nothing but a stream, and readable in light and dark.
 */
#include "core/language.h"
#include "review/internal.h"

#include <math.h>

enum {
    WIDTH = 900,
    LEFT = 64,
    RIGHT = 24,
    TOP = 64,
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = 300,
    BOTTOM = TOP + PLOT_HEIGHT,
    LINE_HEIGHT = 22,
    LEGEND_STEP = 200,
};

/* Distinct for colour-blind readers too (Okabe and Ito); dashes also help. */
static const char *const colours[TP_MAX_SEATS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
static const char *const dashes[TP_MAX_SEATS] = {"none", "9 3", "2 3", "12 3 2 3"};

static void escape(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(byte < 0x20 || byte == 0x7f ? '?' : *text, out);
        }
    }
}

static double x_of(const review *review, int ply) {
    return LEFT + PLOT_WIDTH * (double)ply / (review->plies > 0 ? review->plies : 1);
}

static double y_of(double value) {
    double inside = value < 0 ? 0 : value > 1 ? 1 : value;
    return BOTTOM - PLOT_HEIGHT * inside;
}

/* A distance between marks that is easy to count in, for at most ten of them. */
static int step_of(int plies) {
    int step = 1;
    for (int factor = 0; plies / step > 10; factor++) step = factor % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

static void draw_axes(const review *review, FILE *out) {
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_of(percent / 100.0);
        fprintf(out,
                "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                LEFT, y, LEFT + PLOT_WIDTH, y, LEFT - 8, y + 5, percent);
    }
    if (review->sides > 0) {
        double even = y_of(1.0 / review->sides);
        fprintf(out, "<line class=\"even\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n", LEFT, even,
                LEFT + PLOT_WIDTH, even);
    }
    int step = step_of(review->plies);
    for (int ply = 0; ply <= review->plies; ply += step) {
        double x = x_of(review, ply);
        fprintf(out,
                "<line class=\"axis\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                x, BOTTOM, x, BOTTOM + 5, x, BOTTOM + 22, ply);
    }
    fprintf(out, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", LEFT, BOTTOM,
            LEFT + PLOT_WIDTH, BOTTOM);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", LEFT + PLOT_WIDTH / 2,
            BOTTOM + 44, TR("move"));
}

/* Where 95 of 100 such judges would see the line. */
static void draw_band(const review *review, const review_seat *seat, FILE *out) {
    fprintf(out, "<path class=\"band\" fill=\"%s\" d=\"", colours[seat->seat]);
    for (int i = 0; i < seat->point_count; i++) {
        const review_point *point = &seat->line[i];
        fprintf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x_of(review, point->ply),
                y_of(point->value.value + 1.96 * point->value.error));
    }
    for (int i = seat->point_count; i-- > 0;) {
        const review_point *point = &seat->line[i];
        fprintf(out, "L%.1f %.1f", x_of(review, point->ply),
                y_of(point->value.value - 1.96 * point->value.error));
    }
    fputs("Z\"/>\n", out);
}

static void draw_line(const review *review, const review_seat *seat, FILE *out) {
    fprintf(out, "<path class=\"line\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"", colours[seat->seat],
            dashes[seat->seat]);
    for (int i = 0; i < seat->point_count; i++) {
        const review_point *point = &seat->line[i];
        fprintf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x_of(review, point->ply), y_of(point->value.value));
    }
    fputs("\"/>\n", out);
}

/* "move 12: draw sand instead of pass, 12.3 % ± 1.0". */
static void describe(const review *review, const review_decision *decision, FILE *out) {
    char chosen[TP_TEXT_SIZE], best[TP_TEXT_SIZE], words[3 * TP_TEXT_SIZE];
    tp_move_label(review->game, decision->view, decision->chosen, chosen, sizeof chosen);
    tp_move_label(review->game, decision->view, decision->best, best, sizeof best);
    snprintf(words, sizeof words, TR("move %d: %s instead of %s, %.1f %% ± %.1f"), decision->ply, chosen,
             best, 100 * decision->cost.value, 100 * decision->cost.error);
    escape(out, words);
}

static void draw_marks(const review *review, const review_seat *seat, FILE *out) {
    for (int i = 0; i < seat->costliest_count; i++) {
        const review_decision *decision = &seat->decision[seat->costliest[i]];
        double x = x_of(review, decision->ply - 1), y = y_of(decision->before.value);
        fputs("<g><title>", out);
        describe(review, decision, out);
        fprintf(out,
                "</title><circle class=\"mark\" stroke=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"10\"/>"
                "<text class=\"number\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text></g>\n",
                colours[seat->seat], x, y, x, y + 4.5, i + 1);
    }
}

/* The costliest decisions in words, if there is only one seat to speak of. */
static void draw_list(const review *review, const review_seat *seat, FILE *out) {
    for (int i = 0; i < seat->costliest_count; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\">%d  ", LEFT, BOTTOM + 76 + i * LINE_HEIGHT, i + 1);
        describe(review, &seat->decision[seat->costliest[i]], out);
        fputs("</text>\n", out);
    }
}

void review_to_svg(const review *review, const char *const *names, FILE *out) {
    const review_seat *only = NULL;
    int shown = 0, height = BOTTOM + 56;
    for (int seat = 0; seat < review->seats; seat++) {
        if (review_of(review, seat) == NULL) continue;
        only = review_of(review, seat);
        shown++;
    }
    if (shown == 1 && only->costliest_count > 0) height += 10 + only->costliest_count * LINE_HEIGHT;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\">\n",
            WIDTH, height, WIDTH, height);
    fputs("<title>", out);
    fprintf(out, TR("%s: expectation over the game"), review->game->title);
    fputs("</title>\n"
          "<style>\n"
          "svg { background: #fff; font: 14px system-ui, sans-serif; }\n"
          "text { fill: #222; }\n"
          ".heading { font-weight: 600; font-size: 17px; }\n"
          ".grid { stroke: #ddd; } .axis { stroke: #444; } .even { stroke: #888; stroke-dasharray: 4 4; }\n"
          ".band { opacity: .18; } .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }\n"
          ".mark { fill: #fff; stroke-width: 2.5; } .number { font-size: 12px; font-weight: 600; }\n"
          "@media (prefers-color-scheme: dark) {\n"
          "svg { background: #16181d; } text { fill: #e8e8e8; } .grid { stroke: #363b45; }\n"
          ".axis { stroke: #aaa; } .even { stroke: #888; } .mark { fill: #16181d; } .band { opacity: .28; }\n"
          "}\n"
          "</style>\n",
          out);
    fprintf(out, "<text class=\"heading\" x=\"%d\" y=\"26\">", LEFT);
    fprintf(out, TR("%s: win chance"), review->game->title);
    fputs("</text>\n", out);
    int place = 0;
    for (int seat = 0; seat < review->seats; seat++) {
        if (review_of(review, seat) == NULL) continue;
        int x = LEFT + LEGEND_STEP * place++;
        fprintf(out,
                "<line class=\"line\" stroke=\"%s\" stroke-dasharray=\"%s\" x1=\"%d\" y1=\"44\" x2=\"%d\" "
                "y2=\"44\"/><text x=\"%d\" y=\"49\">",
                colours[seat], dashes[seat], x, x + 32, x + 40);
        escape(out, names[seat]);
        fputs("</text>\n", out);
    }
    draw_axes(review, out);
    for (int seat = 0; seat < review->seats; seat++) {
        const review_seat *found = review_of(review, seat);
        if (found != NULL) draw_band(review, found, out);
    }
    for (int seat = 0; seat < review->seats; seat++) {
        const review_seat *found = review_of(review, seat);
        if (found != NULL) draw_line(review, found, out);
    }
    for (int seat = 0; seat < review->seats; seat++) {
        const review_seat *found = review_of(review, seat);
        if (found != NULL) draw_marks(review, found, out);
    }
    if (shown == 1) draw_list(review, only, out);
    fputs("</svg>\n", out);
}
