/* The table of Mus: the viewer in front, the partner opposite, the four lances and the stones beside them.
 *
 * Play goes counter-clockwise, so the next player sits on the right. Three looks: drawn around the table, in
 * short lines for a narrow window, and in sentences for a screen reader. All show the same things. Cards are
 * named by rank and suit, o c e b for oros, copas, espadas and bastos, each suit in its colour; of a score
 * the amarracos (five stones) are diamonds, loose stones are dots. The art is our own. */
#include "games/mus/look.h"

#include "core/language.h"
#include "look/draw.h"

enum {
    WIDE = 76,
    PANEL_COLUMNS = 35, /* lances and stones */
    MOST_DIAMONDS = 8,
    GLOSS_COLUMNS = 6,
    NAME_COLUMNS = 12,
};

/* ---- cards ---- */

static paint suit_paint(uint32_t card) {
    static const paint paints[] = {PAINT_GOLD, PAINT_RED, PAINT_CYAN, PAINT_GREEN};
    return card < MUS_CARDS ? paints[card % MUS_SUITS] : PAINT_FAINT;
}

static const char *label_of(uint32_t card, char label[MESA_LABEL]) {
    if (card >= MUS_CARDS) return NULL;
    mus_card_text(card, label);
    return label;
}

/* The viewer's own cards can be pressed, to discard them: moves name them by what they count as. */
static bool is_own(const mesa *s, const uint8_t hand[MUS_HAND]) {
    return s->me >= 0 && hand == s->view->hands[s->me];
}

static const char *discard_word(const mesa *s, uint32_t card, char word[2]) {
    word[0] = mus_rank_names[mus_effective_rank(mus_rank(card), s->table->rules.kings8 != 0)];
    word[1] = '\0';
    return word;
}

static void draw_hand(const mesa *s, const uint8_t hand[MUS_HAND], block *into) {
    uint8_t sorted[MUS_HAND];
    uint32_t cards = mesa_sorted(s, hand, sorted);
    into->count = 0;
    for (uint32_t i = 0; i < cards; i++) {
        block card = {.count = 0};
        char label[MESA_LABEL];
        draw_card(&card, s->style, suit_paint(sorted[i]), label_of(sorted[i], label));
        char word[2];
        if (is_own(s, hand) && sorted[i] < MUS_CARDS)
            block_mark(&card, s->style, label, discard_word(s, sorted[i], word));
        if (i == 0) {
            *into = card;
        } else {
            for (int line = 0; line < card.count; line++)
                text_append(into->lines[line], BLOCK_LINE_SIZE, "%s", card.lines[line]);
        }
    }
}

static void append_hand(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size) {
    uint8_t sorted[MUS_HAND];
    uint32_t cards = mesa_sorted(s, hand, sorted);
    for (uint32_t i = 0; i < cards; i++) {
        char label[MESA_LABEL], word[2];
        bool own = is_own(s, hand) && sorted[i] < MUS_CARDS;
        label_of(sorted[i], label);
        if (own) text_mark(text, size, s->style, label, discard_word(s, sorted[i], word));
        draw_card_inline(text, size, s->style, suit_paint(sorted[i]), label_of(sorted[i], label));
        if (own) text_mark(text, size, s->style, NULL, NULL);
    }
}

/* ---- stones ---- */

/* "◆◆◆ ●● 17": amarracos, loose stones and the sum. */
static void append_stones(const mesa *s, uint32_t stones, char *text, size_t size) {
    uint32_t amarracos = stones / 5, loose = stones % 5;
    bool ascii = s->style->ascii;
    text_append(text, size, "%s", paint_on(s->style, PAINT_GOLD));
    if (amarracos > MOST_DIAMONDS) {
        text_append(text, size, "%u%s%s", amarracos, ascii ? "x" : "×", ascii ? "#" : "◆");
    } else {
        for (uint32_t i = 0; i < amarracos; i++) text_append(text, size, "%s", ascii ? "#" : "◆");
    }
    text_append(text, size, "%s%s%s", paint_off(s->style), amarracos > 0 && loose > 0 ? " " : "",
                paint_on(s->style, PAINT_CYAN));
    for (uint32_t i = 0; i < loose; i++) text_append(text, size, "%s", ascii ? "o" : "●");
    text_append(text, size, "%s%s%u", paint_off(s->style), stones > 0 ? " " : "", stones);
}

static void append_won(const mesa *s, uint32_t side, char *text, size_t size) {
    const mus_table *t = s->table;
    if (t->rules.juegos_to_win > 1) text_append(text, size, TR("juegos %u"), t->juegos[side]);
    if (t->rules.vacas_to_win <= 1) return;
    text_append(text, size, "  ");
    text_append(text, size, TR("vacas %u"), t->vacas[side]);
}

/* ---- lances and scores ---- */

static uint32_t phase_shown(const mesa *s, uint32_t lance) {
    return s->table->declared < 2 ? MUS_PHASE_GRANDE + lance : mus_phase_of(s->table, lance);
}

static void lance_line(const mesa *s, uint32_t lance, char *text, size_t size) {
    const mus_table *t = s->table;
    char state[128] = "";
    uint32_t phase = phase_shown(s, lance);
    bool at_hand = mus_is_lance(t->phase) && mus_lance(t->phase) == lance;
    const char *mark = at_hand ? (s->style->ascii ? ">" : "▶") : " ";
    paint colour = at_hand ? PAINT_TITLE : PAINT_FAINT;
    mesa_lance_state(s, lance, state, sizeof state);
    const char *gloss = mesa_lance_gloss(phase);
    text_append(text, size, "%s%s%s %s%-6s%s %s%s%*s%s %s%s%s", paint_on(s->style, PAINT_GREEN), mark,
                paint_off(s->style), paint_on(s->style, colour), mesa_lance_title(phase), paint_off(s->style),
                paint_on(s->style, PAINT_FAINT), gloss, text_gap(gloss, GLOSS_COLUMNS), "",
                paint_off(s->style), at_hand ? paint_on(s->style, PAINT_PURPLE) : "", state,
                at_hand ? paint_off(s->style) : "");
}

/* Lances above, stones below. */
static void panel(const mesa *s, block *into) {
    const mus_table *t = s->table;
    into->count = 0;
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        char line[BLOCK_LINE_SIZE] = "";
        lance_line(s, lance, line, sizeof line);
        block_add(into, "%s", line);
    }
    if (mus_sides(t) == 2) block_add(into, "%s", "");
    int widest = 0, widest_stones = mus_sides(t) == 2 ? 12 : 0;
    for (uint32_t side = 0; side < mus_sides(t); side++) {
        char name[64], stones[256] = "";
        int columns = text_columns(mesa_side_short(s, side, name, sizeof name));
        if (columns > widest) widest = columns;
        append_stones(s, t->score[side], stones, sizeof stones);
        if (text_columns(stones) > widest_stones) widest_stones = text_columns(stones);
    }
    for (uint32_t side = 0; side < mus_sides(t); side++) {
        char name[64], stones[256] = "", won[64] = "";
        const char *who = mesa_side_short(s, side, name, sizeof name);
        append_stones(s, t->score[side], stones, sizeof stones);
        append_won(s, side, won, sizeof won);
        block_add(into, "  %s%s%s%*s %s%*s  %s%s%s", paint_on(s->style, PAINT_TITLE), who,
                  paint_off(s->style), widest - text_columns(who), "", stones,
                  widest_stones - text_columns(stones), "", paint_on(s->style, PAINT_FAINT), won,
                  paint_off(s->style));
    }
}

/* ---- seats ---- */

/* A name with its roles, marked where it is this seat's turn. */
static void seat_title(const mesa *s, uint32_t seat, char *text, size_t size) {
    bool turn = mesa_actor(s) == (int)seat;
    char roles[64] = "";
    const char *mark = turn ? (s->style->ascii ? "> " : "▶ ") : "  ";
    mesa_roles(s, seat, ", ", roles, sizeof roles);
    text_append(text, size, "%s%s%s%s%s%s", paint_on(s->style, PAINT_GREEN), mark, paint_off(s->style),
                paint_on(s->style, PAINT_TITLE), s->names[seat], paint_off(s->style));
    if (roles[0] != '\0')
        text_append(text, size, " %s%s%s", paint_on(s->style, PAINT_CYAN), roles, paint_off(s->style));
}

static void append_flags(const mesa *s, uint32_t seat, char *text, size_t size) {
    char flags[128] = "";
    mesa_flags(s, seat, s->style->ascii ? ", " : " · ", flags, sizeof flags);
    text_append(text, size, "%s%s%s", paint_on(s->style, PAINT_PURPLE), flags, paint_off(s->style));
}

/* What was said and what was declared, as two lines. */
static void call_lines(const mesa *s, uint32_t seat, block *into) {
    char call[64] = "", declared[64] = "";
    into->count = 0;
    mesa_call(s, seat, call, sizeof call);
    mesa_declared(s, seat, declared, sizeof declared);
    if (call[0] != '\0')
        block_add(into, "%s%s%s", paint_on(s->style, PAINT_PURPLE), call, paint_off(s->style));
    if (declared[0] != '\0')
        block_add(into, "%s%s%s", paint_on(s->style, PAINT_CYAN), declared, paint_off(s->style));
}

/* Title, cards, what was said. Small: the cards in one line. */
static void seat_block(const mesa *s, uint32_t seat, bool small, block *into) {
    char title[256] = "", cards[512] = "";
    block calls;
    seat_title(s, seat, title, sizeof title);
    call_lines(s, seat, &calls);
    into->count = 0;
    block_add(into, "%s", title);
    if (small) {
        append_hand(s, s->view->hands[seat], cards, sizeof cards);
        block_add(into, "  %s", cards);
    } else {
        block hand;
        draw_hand(s, s->view->hands[seat], &hand);
        for (int i = 0; i < hand.count; i++) block_add(into, "  %s", hand.lines[i]);
    }
    for (int i = 0; i < calls.count; i++) block_add(into, "  %s", calls.lines[i]);
}

/* The player opposite has what he said beside his cards, to save lines. */
static void opposite_block(const mesa *s, uint32_t seat, block *into) {
    char title[256] = "";
    block hand, calls;
    seat_title(s, seat, title, sizeof title);
    call_lines(s, seat, &calls);
    draw_hand(s, s->view->hands[seat], &hand);
    block_beside(&hand, &calls, MUS_HAND * card_columns(s->style) + 1);
    into->count = 0;
    block_add(into, "%s", title);
    for (int i = 0; i < hand.count; i++) block_add(into, "  %s", hand.lines[i]);
}

/* What the own cards are worth. */
static void about_own_hand(const mesa *s, block *into) {
    const uint8_t *hand = s->view->hands[s->front];
    char pares[128] = "", juego[128] = "";
    bool three = false, two = false;
    into->count = 0;
    mesa_pares_worth(s, hand, pares, sizeof pares);
    mesa_juego_worth(s, hand, juego, sizeof juego);
    block_add(into, "%s", pares);
    block_add(into, "%s", juego);
    for (uint32_t i = 0; i < MUS_HAND && s->table->rules.kings8 != 0; i++) {
        three = three || (hand[i] < MUS_CARDS && mus_rank(hand[i]) == MUS_3);
        two = two || (hand[i] < MUS_CARDS && mus_rank(hand[i]) == MUS_2);
    }
    if (three || two) {
        block_add(into, "%s%s%s", paint_on(s->style, PAINT_FAINT),
                  three && two ? TR("a 3 counts as a king, a 2 as an ace")
                  : three      ? TR("a 3 counts as a king")
                               : TR("a 2 counts as an ace"),
                  paint_off(s->style));
    }
}

static void own_block(const mesa *s, block *into) {
    char title[256] = "", flags[192] = "";
    block hand, about;
    seat_title(s, s->front, title, sizeof title);
    append_flags(s, s->front, flags, sizeof flags);
    draw_hand(s, s->view->hands[s->front], &hand);
    about_own_hand(s, &about);
    if (hand.count > 0) block_beside(&hand, &about, MUS_HAND * card_columns(s->style) + 2);
    into->count = 0;
    block_add(into, "%s  %s", title, flags);
    for (int i = 0; i < hand.count; i++) block_add(into, "  %s", hand.lines[i]);
}

/* ---- the looks ---- */

static void draw_wide(const mesa *s) {
    char right[160] = "";
    const mus_table *t = s->table;
    uint32_t players = t->rules.players;
    int seat_columns = MUS_HAND * card_columns(s->style) + 1; /* of the players on the left and right */
    int spare = s->style->width - PANEL_COLUMNS - 2 * (seat_columns + 1);
    int left = spare > 12 ? 6 : spare > 0 ? spare / 2 : 0, panel_at = s->style->width - PANEL_COLUMNS;
    if (panel_at > 2 * seat_columns + 24) panel_at = 2 * seat_columns + 24;
    mesa_heading(s, s->style->ascii ? ", " : " · ", right, sizeof right);
    draw_rule(s->out, s->style, "Mus", right);
    if (s->style->airy) fputc('\n', s->out);
    block seats = {.count = 0}, one, beside;
    opposite_block(s, (s->front + players / 2) % players, &one);
    block_beside(&seats, &one, left + (players == 2 ? 2 : seat_columns / 2 - 2));
    if (players == 4) {
        block row = {.count = 0};
        seat_block(s, (s->front + 3) % 4, !s->style->airy, &one);
        block_beside(&row, &one, 0);
        seat_block(s, (s->front + 1) % 4, !s->style->airy, &one);
        block_beside(&row, &one, left + seat_columns + 1);
        for (int i = 0; i < row.count; i++) block_add(&seats, "%s", row.lines[i]);
    }
    panel(s, &beside);
    block_beside(&seats, &beside, panel_at);
    block_print(s->out, &seats);
    if (s->style->airy) fputc('\n', s->out);
    mark_own(s->out, s->style);
    own_block(s, &one);
    block_print(s->out, &one);
}

static void narrow_seat(const mesa *s, uint32_t seat) {
    char line[1024] = "";
    seat_title(s, seat, line, sizeof line);
    text_append(line, sizeof line, " ");
    append_hand(s, s->view->hands[seat], line, sizeof line);
    fprintf(s->out, "%s\n", line);
    line[0] = '\0';
    append_flags(s, seat, line, sizeof line);
    if (text_columns(line) > 0) fprintf(s->out, "    %s\n", line);
}

static void draw_narrow(const mesa *s) {
    char right[160] = "";
    uint32_t players = s->table->rules.players;
    mesa_heading(s, ", ", right, sizeof right);
    draw_rule(s->out, s->style, "Mus", right);
    block lines;
    panel(s, &lines);
    for (int i = 0; i < lines.count; i++) {
        if (!s->style->least || text_columns(lines.lines[i]) > 0) fprintf(s->out, "%s\n", lines.lines[i]);
    }
    for (uint32_t i = 1; i < players; i++) narrow_seat(s, (s->front + i) % players);
    mark_own(s->out, s->style);
    narrow_seat(s, s->front);
    about_own_hand(s, &lines);
    for (int i = 0; i < lines.count; i++) {
        if (text_columns(lines.lines[i]) > 0) fprintf(s->out, "    %s\n", lines.lines[i]);
    }
}

/* ---- the end of the match ---- */

void mesa_show_hand(const mesa *s, uint32_t seat, const uint8_t hand[MUS_HAND], const char *remark,
                    int columns) {
    char line[1024] = "", worth[256] = "", name[128];
    bool won = s->table->phase == MUS_PHASE_OVER && mus_side(s->table, seat) == s->table->winner;
    snprintf(name, sizeof name, "%s%s%s", s->names[seat], remark[0] != '\0' ? " · " : "", remark);
    if (s->style->ascii && remark[0] != '\0') snprintf(name, sizeof name, "%s, %s", s->names[seat], remark);
    if (s->style->plain) {
        text_append(line, sizeof line, "%s: ", s->names[seat]);
        mesa_tell_hand(s, hand, line, sizeof line);
        text_append(line, sizeof line, ".");
        print_wrapped(s->out, s->style, 0, 0, line);
        return;
    }
    append_hand(s, hand, line, sizeof line);
    mesa_pares_worth(s, hand, worth, sizeof worth);
    text_append(worth, sizeof worth, ", ");
    mesa_juego_worth(s, hand, worth, sizeof worth);
    fprintf(s->out, "  %s", paint_on(s->style, won ? PAINT_GOLD : PAINT_TITLE));
    print_padded(s->out, name, columns);
    fprintf(s->out, "%s %s  ", paint_off(s->style), line);
    int width = text_columns(name) > columns ? text_columns(name) : columns;
    int column = 2 + width + 1 + text_columns(line) + 2;
    print_wrapped(s->out, s->style, -column, column, worth);
}

static void draw_result(const mesa *s) {
    char count[512] = "";
    draw_rule(s->out, s->style, TR("The last hand"), "");
    for (uint32_t seat = 0; seat < s->table->rules.players; seat++)
        mesa_show_hand(s, seat, s->table->last_hands[seat], "", NAME_COLUMNS);
    mesa_count(s, s->style->ascii ? ", " : " · ", count, sizeof count);
    print_wrapped(s->out, s->style, 2, 2, count);
}

/* ---- the table ---- */

static mesa lay_table(FILE *out, const look_style *style, const void *view, const char *const *names,
                      int me) {
    const mus_view *own = view;
    return (mesa){.out = out,
                  .style = style,
                  .view = own,
                  .table = &own->table,
                  .names = names,
                  .me = me,
                  .front = me >= 0 ? (uint32_t)me : 0};
}

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me) {
    (void)game;
    mesa s = lay_table(out, style, view, names, me);
    if (style->plain) {
        mesa_tell(&s);
    } else if (style->width >= WIDE && !style->low) {
        draw_wide(&s);
    } else {
        draw_narrow(&s);
    }
}

static void result(FILE *out, const look_style *style, const tp_game *game, const void *view,
                   const char *const *names, int me) {
    (void)game;
    mesa s = lay_table(out, style, view, names, me);
    if (style->plain) {
        mesa_tell_result(&s);
    } else {
        draw_result(&s);
    }
}

/* ---- moves ---- */

static void label(const look_style *style, const void *view, tp_move move, char *text, size_t size) {
    if (move == MUS_MOVE_ORDAGO) {
        snprintf(text, size, "%s", style->ascii ? "ordago" : "órdago");
    } else if (move >= MUS_MOVE_MAS && move < MUS_MOVE_MAS + 0x100) {
        snprintf(text, size, style->ascii ? "%u mas" : "%u más", move - MUS_MOVE_MAS);
    } else {
        char name[TP_TEXT_SIZE];
        mus_move_name(view, move, name, sizeof name);
        tp_fill_names(name, NULL, 0, text, size);
    }
}

static int amount(tp_move move) {
    if (move >= MUS_MOVE_ENVIDO && move < MUS_MOVE_ENVIDO + 0x100) return (int)(move - MUS_MOVE_ENVIDO);
    if (move >= MUS_MOVE_MAS && move < MUS_MOVE_MAS + 0x100) return (int)(move - MUS_MOVE_MAS);
    return -1;
}

/* None of them is a key of the screen or begins a command of the line mode. */
static int letter(tp_move move) {
    switch (move) {
    case MUS_MOVE_PASO: return 'p';
    case MUS_MOVE_QUIERO: return 'y';
    case MUS_MOVE_NO_QUIERO: return 'n';
    case MUS_MOVE_ORDAGO: return 'o';
    default: return 0;
    }
}

/* To discard, pick cards of your hand. */
static int own_cards(const void *view, look_thing *out, int most) {
    const mus_view *own = view;
    const mesa s = {.view = own, .table = &own->table};
    if (own->table.phase != MUS_PHASE_DISCARD || own->viewer < 0 || own->table.to_act != (uint8_t)own->viewer)
        return 0;
    uint8_t sorted[MUS_HAND];
    int count = (int)mesa_sorted(&s, own->hands[own->viewer], sorted);
    for (int i = 0; i < count && i < most; i++) {
        char name[MESA_LABEL], word[2];
        snprintf(out[i].name, sizeof out[i].name, "%s", label_of(sorted[i], name));
        snprintf(out[i].word, sizeof out[i].word, "%s", discard_word(&s, sorted[i], word));
    }
    return count < most ? count : most;
}

static bool reveals(const look_ply *ply) {
    return ply->before != NULL &&
           ((const mus_view *)ply->before)->table.mano != ((const mus_view *)ply->after)->table.mano;
}

static void reveal(FILE *out, const look_style *style, const look_ply *ply, const char *const *names,
                   int me) {
    mesa s = lay_table(out, style, ply->before, names, me);
    mesa_reveal(&s, ply);
}

const look_table mus_look = {.game = "mus",
                             .draw = draw,
                             .result = result,
                             .label = label,
                             .legend = TR_MARK("The cards: o oros (coins), c copas (cups), e espadas "
                                               "(swords), b bastos (clubs); R rey (king), C caballo "
                                               "(horse), S sota (jack), A as (ace)."),
                             .amount = amount,
                             .letter = letter,
                             .own_cards = own_cards,
                             .reveals = reveals,
                             .reveal = reveal,
                             .story = mus_story};
