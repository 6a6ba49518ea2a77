/* The table of Leduc poker in a terminal: the opponent above, the card that is turned up and the pot in the
 * middle, the viewer below.
 *
 * Three looks: drawn cards, short lines for a small window, and sentences for a screen reader. All show the
 * same things. */
#include "core/language.h"
#include "games/leduc/view.h"
#include "look/draw.h"

enum { WIDE = 60, MOST_DOTS = 20, LABEL_SIZE = 8 };

typedef struct scene {
    FILE *out;
    const look_style *style;
    const tp_game *game;
    const leduc_view *view;
    const leduc_table *table; /* of the view */
    const char *const *names;
    int me; /* the viewer's seat, or -1 */
} scene;

static int actor(const scene *s) { return s->table->over ? -1 : s->table->current; }

/* ---- words ---- */

/* K♠; NULL for a card that the viewer does not know. */
static const char *label_of(const scene *s, uint32_t card, char label[LABEL_SIZE]) {
    if (card >= LEDUC_CARDS) return NULL;
    bool spade = card % LEDUC_SUITS == 0;
    snprintf(label, LABEL_SIZE, "%c%s", leduc_card_names[card][0],
             s->style->ascii ? (spade ? "s" : "h") : (spade ? "♠" : "♥"));
    return label;
}

static paint colour_of(uint32_t card) {
    if (card >= LEDUC_CARDS) return PAINT_FAINT;
    return card % LEDUC_SUITS == 0 ? PAINT_CYAN : PAINT_RED;
}

static void heading(const scene *s, const char *between, char *text, size_t size) {
    uint32_t left = (uint32_t)s->table->most_raises - s->table->raised;
    if (s->table->over) {
        text_append(text, size, "%s", TR("the game is over"));
        return;
    }
    text_append(text, size, s->table->round == 0 ? TR("first round") : TR("second round"));
    text_append(text, size, "%s", between);
    text_append(text, size, TR("a bet is %u chips"), leduc_bet_size(s->table->round));
    text_append(text, size, "%s", between);
    text_append(text, size, TR_N("%u raise left", "%u raises left", left), left);
}

/* What a seat has done in this betting round: "check, raise". */
static void round_moves(const scene *s, uint32_t seat, char *text, size_t size) {
    static const char *const words[] = {TR_MARK("fold"), TR_MARK("check"), TR_MARK("call"), TR_MARK("bet"),
                                        TR_MARK("raise")};
    uint32_t first = (uint32_t)s->table->count - s->table->played;
    const char *joint = "";
    for (uint32_t i = first; i < s->table->count; i++) {
        if ((i - first) % LEDUC_SEATS != seat) continue;
        text_append(text, size, "%s%s", joint, tp_translate(words[s->table->moves[i]]));
        joint = ", ";
    }
}

static void hand_words(const scene *s, uint32_t seat, char *text, size_t size) {
    if (s->view->card[seat] < LEDUC_CARDS)
        text_append(text, size, "%s", leduc_hand_name(s->view->card[seat], s->table->board));
}

static void seat_title(const scene *s, uint32_t seat, char *text, size_t size) {
    bool turn = actor(s) == (int)seat, won = s->table->over && seat < LEDUC_SEATS &&
                                             ((leduc_winners(s->table, s->view->card) >> seat) & 1) != 0;
    text_append(text, size, "%s%s%s%s%s%s", paint_on(s->style, won ? PAINT_GOLD : PAINT_GREEN),
                turn  ? (s->style->ascii ? "> " : "▶ ")
                : won ? (s->style->ascii ? "* " : "★ ")
                      : "  ",
                paint_off(s->style), paint_on(s->style, PAINT_TITLE), s->names[seat], paint_off(s->style));
}

/* ---- drawn ---- */

static void seat_block(const scene *s, uint32_t seat, block *into) {
    char title[256] = "", chips[256] = "", moves[128] = "", hand[64] = "", label[LABEL_SIZE];
    block card = {.count = 0}, about = {.count = 0};
    seat_title(s, seat, title, sizeof title);
    draw_chips(chips, sizeof chips, s->style, s->table->paid[seat], MOST_DOTS);
    round_moves(s, seat, moves, sizeof moves);
    hand_words(s, seat, hand, sizeof hand);
    draw_card(&card, s->style, colour_of(s->view->card[seat]), label_of(s, s->view->card[seat], label));
    block_add(&about, "%s %s", TR_IN("before chips in the pot", "paid"), chips);
    block_add(&about, "%s", hand);
    block_add(&about, "%s%s%s", paint_on(s->style, PAINT_PURPLE), moves, paint_off(s->style));
    block_beside(&card, &about, card_columns(s->style) + 2);
    into->count = 0;
    block_add(into, "%s", title);
    for (int i = 0; i < card.count; i++) block_add(into, "  %s", card.lines[i]);
}

static void middle_block(const scene *s, block *into) {
    char label[LABEL_SIZE], pot[256] = "";
    block card = {.count = 0}, about = {.count = 0};
    if (s->table->board < LEDUC_CARDS)
        draw_card(&card, s->style, colour_of(s->table->board), label_of(s, s->table->board, label));
    else
        draw_pile(&card, s->style, PAINT_FAINT, LEDUC_CARDS - LEDUC_SEATS);
    draw_chips(pot, sizeof pot, s->style, s->table->paid[0] + s->table->paid[1], MOST_DOTS);
    block_add(&about, "%s%s%s", paint_on(s->style, PAINT_FAINT),
              s->table->board < LEDUC_CARDS ? TR("the card of both players")
                                            : TR("one of these is turned up after this round"),
              paint_off(s->style));
    block_add(&about, "%s %s", TR_IN("of both players, before its chips", "pot"), pot);
    block_beside(&card, &about, card_columns(s->style) + 2);
    into->count = 0;
    for (int i = 0; i < card.count; i++) block_add(into, "      %s", card.lines[i]);
}

static void draw_wide(const scene *s) {
    char right[160] = "";
    uint32_t below = s->me >= 0 ? (uint32_t)s->me : 0;
    block part;
    heading(s, s->style->ascii ? ", " : " · ", right, sizeof right);
    draw_rule(s->out, s->style, s->game->title, right);
    for (int i = 0; i < 3; i++) {
        if (s->style->airy) fputc('\n', s->out);
        if (i == 1)
            middle_block(s, &part);
        else
            seat_block(s, i == 0 ? 1 - below : below, &part);
        block_print(s->out, &part);
    }
}

/* ---- in short lines ---- */

static void draw_narrow(const scene *s) {
    char right[160] = "", label[LABEL_SIZE], line[512] = "";
    uint32_t below = s->me >= 0 ? (uint32_t)s->me : 0;
    heading(s, ", ", right, sizeof right);
    draw_rule(s->out, s->style, s->game->title, "");
    print_wrapped(s->out, s->style, 2, 2, right);
    for (uint32_t i = 0; i < LEDUC_SEATS; i++) {
        uint32_t seat = i == 0 ? 1 - below : below;
        char title[256] = "", hand[64] = "", moves[128] = "", chips[128] = "";
        seat_title(s, seat, title, sizeof title);
        text_append(title, sizeof title, " ");
        draw_card_inline(title, sizeof title, s->style, colour_of(s->view->card[seat]),
                         label_of(s, s->view->card[seat], label));
        hand_words(s, seat, hand, sizeof hand);
        round_moves(s, seat, moves, sizeof moves);
        draw_chips(chips, sizeof chips, s->style, s->table->paid[seat], 0);
        fprintf(s->out, "%s %s\n    %s %s  %s\n", title, hand, TR_IN("before chips in the pot", "paid"),
                chips, moves);
        if (i > 0) break;
        draw_chips(line, sizeof line, s->style, s->table->paid[0] + s->table->paid[1], 0);
        fprintf(s->out, "  %s %s", TR_IN("of both players, before its chips", "pot"), line);
        if (s->table->board < LEDUC_CARDS) {
            char open[64] = "";
            draw_card_inline(open, sizeof open, s->style, colour_of(s->table->board),
                             label_of(s, s->table->board, label));
            fprintf(s->out, "  %s %s", TR_IN("a card", "open"), open);
        }
        fputc('\n', s->out);
    }
}

/* ---- in sentences ---- */

static void tell(const scene *s) {
    char label[LABEL_SIZE], text[TP_TEXT_SIZE] = "", line[256];
    heading(s, ", ", text, sizeof text);
    text_capital(text);
    text_end(text, sizeof text);
    snprintf(line, sizeof line, TR("The pot has %u chips: %u from %s, %u from %s."),
             s->table->paid[0] + s->table->paid[1], s->table->paid[0], s->names[0], s->table->paid[1],
             s->names[1]);
    sentence_add(text, sizeof text, line);
    if (s->table->board < LEDUC_CARDS) {
        snprintf(line, sizeof line, TR("%s is turned up."), label_of(s, s->table->board, label));
        sentence_add(text, sizeof text, line);
    }
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        const char *card = label_of(s, s->view->card[seat], label);
        if (card == NULL) continue;
        const char *hand = leduc_hand_name(s->view->card[seat], s->table->board);
        if ((int)seat == s->me)
            snprintf(line, sizeof line, TR("You have %s: %s."), card, hand);
        else
            snprintf(line, sizeof line, TR("%s has %s: %s."), s->names[seat], card, hand);
        sentence_add(text, sizeof text, line);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
}

/* ---- the table ---- */

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me) {
    const leduc_view *own = view;
    scene s = {out, style, game, own, &own->table, names, me};
    if (style->plain)
        tell(&s);
    else if (style->width >= WIDE && !style->low)
        draw_wide(&s);
    else
        draw_narrow(&s);
}

const look_table leduc_look = {.game = "leduc", .draw = draw};
