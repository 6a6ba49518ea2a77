/* The table of Kessel Sabacc: Sand cards in gold, Blood cards in red, chips as dots.
 *
 * Three looks: drawn with cards side by side, in short lines for a narrow window, and in sentences for a
 * screen reader. All show the same things. The art is our own. */
#include "games/sabacc/look.h"

#include "core/language.h"
#include "look/draw.h"

enum { SEAT_COLUMNS = 26, MOST_SEAT_COLUMNS = 34, TOKEN_COLUMNS = 20, WIDE = 76, MOST_DOTS = 10 };

static paint family_paint(uint32_t family) { return family == SABACC_SAND ? PAINT_GOLD : PAINT_RED; }

/* ---- drawn ---- */

/* What is written on a card: NULL for one that the viewer does not know. An Impostor shows the value that
 * was chosen for it. */
static const char *card_label(uint32_t card, uint32_t chosen, char label[8]) {
    if (card == SABACC_UNKNOWN_CARD) return NULL;
    if (card == SABACC_IMPOSTOR && chosen != 0) {
        snprintf(label, 8, "I=%u", chosen % 10);
    } else {
        snprintf(label, 8, "%s", sabacc_card_text(card));
    }
    return label;
}

/* Is a Sylop or an Impostor to be seen, so that a word about it is welcome? */
static bool shows_card(const scene *s, uint32_t card) {
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        if (s->table->discard_count[family] > 0 && sabacc_discard_top(s->table, family) == card) return true;
        for (uint32_t seat = 0; seat < s->table->players; seat++) {
            if (s->view->hand[seat][family] == card) return true;
        }
    }
    return s->view->drawn == card;
}

static void legend(const scene *s, const char *between, char *text, size_t size) {
    bool impostor = shows_card(s, SABACC_IMPOSTOR), sylop = shows_card(s, SABACC_SYLOP);
    bool devalued = (s->table->effects & SABACC_EFFECT_DEVALUATION) != 0,
         fraud = (s->table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0;
    if (impostor)
        text_append(text, size, "%s",
                    fraud ? TR("I Impostor: 6 this round") : TR("I Impostor: two dice decide its value"));
    if (sylop)
        text_append(text, size, "%s%s", impostor ? between : "",
                    devalued ? TR("S Sylop: 0 this round") : TR("S Sylop: copies the other card"));
}

void scene_add_hand(const scene *s, block *into, const uint8_t hand[SABACC_FAMILIES],
                    const uint8_t chosen[SABACC_FAMILIES]) {
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        block card = {.count = 0};
        char label[8];
        draw_card(&card, s->style, family_paint(family), card_label(hand[family], chosen[family], label));
        if (family == 0) {
            *into = card;
        } else {
            block_beside(into, &card, (int)family * (card_columns(s->style) + 1));
        }
    }
}

/* A name, marked where it is this seat's turn. */
static void seat_title(const scene *s, uint32_t seat, char *text, size_t size) {
    bool turn = scene_actor(s) == (int)seat, out = !scene_has(s->table->in_play, seat);
    const char *mark = turn ? (s->style->ascii ? "> " : "▶ ") : "  ";
    char word[16];
    snprintf(word, sizeof word, "@%u", seat); /* as in TARGET_AUDIT@2 */
    text_mark(text, size, s->style, word, word);
    text_append(text, size, "%s%s%s%s%s%s", paint_on(s->style, PAINT_GREEN), mark, paint_off(s->style),
                paint_on(s->style, out ? PAINT_FAINT : PAINT_TITLE), s->names[seat], paint_off(s->style));
    text_mark(text, size, s->style, NULL, NULL);
}

static void chip_lines(const scene *s, uint32_t seat, char reserve[256], char pot[256]) {
    reserve[0] = pot[0] = '\0';
    draw_chips(reserve, 256, s->style, s->table->reserve[seat], MOST_DOTS);
    text_append(pot, 256, "%s ", TR_IN("of Sabacc, before its chips", "pot"));
    draw_chips(pot, 256, s->style, s->table->pot[seat], MOST_DOTS);
}

static void opponent_block(const scene *s, uint32_t seat, int columns, block *into) {
    char title[256] = "", reserve[256], pot[256], flags[96] = "";
    seat_title(s, seat, title, sizeof title);
    into->count = 0;
    block_add(into, "%s", title);
    if (!scene_has(s->table->in_play, seat)) {
        block_add(into, "  %s%s%s", paint_on(s->style, PAINT_FAINT), TR("out of the game"),
                  paint_off(s->style));
        return;
    }
    scene_flags(s, seat, " ", flags, sizeof flags);
    bool beside = text_columns(title) + 2 + text_columns(flags) < columns;
    if (beside) block_append(into, "  %s%s%s", paint_on(s->style, PAINT_PURPLE), flags, paint_off(s->style));
    block hand, about = {.count = 0};
    scene_add_hand(s, &hand, s->view->hand[seat], s->table->impostor[seat]);
    chip_lines(s, seat, reserve, pot);
    block_add(&about, "%s", reserve);
    block_add(&about, "%s", pot);
    if (scene_actor(s) == (int)seat && s->table->phase == SABACC_PHASE_KEEP) {
        char label[8], drawn[64] = "";
        draw_card_inline(drawn, sizeof drawn, s->style, family_paint(sabacc_drawn_family(s->table)),
                         card_label(s->view->drawn, 0, label));
        block_add(&about, TR("drew %s"), drawn);
    } else if (scene_actor(s) == (int)seat && s->table->dice[0] != 0) {
        block_add(&about, TR("dice [%u] [%u]"), s->table->dice[0], s->table->dice[1]);
    }
    block_beside(&hand, &about, 2 * card_columns(s->style) + 2);
    for (int i = 0; i < hand.count; i++) block_add(into, "  %s", hand.lines[i]);
    if (!beside) block_add(into, "  %s%s%s", paint_on(s->style, PAINT_PURPLE), flags, paint_off(s->style));
}

static void piles_block(const scene *s, block *into) {
    into->count = 0;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        block both = {.count = 0}, pile = {.count = 0}, top = {.count = 0};
        char label[8];
        draw_pile(&pile, s->style, family_paint(family), s->table->pile_count[family]);
        if (s->table->discard_count[family] > 0) {
            draw_card(&top, s->style, family_paint(family),
                      card_label(sabacc_discard_top(s->table, family), 0, label));
        }
        bool sand = family == SABACC_SAND, keeping = s->table->phase == SABACC_PHASE_KEEP;
        block_mark(&pile, s->style, sand ? "sand" : "blood", sand ? "DRAW_SAND" : "DRAW_BLOOD");
        block_mark(&top, s->style, sand ? "open sand" : "open blood",
                   keeping ? "REFUSE"
                   : sand  ? "TAKE_SAND"
                           : "TAKE_BLOOD");
        block_beside(&pile, &top, card_columns(s->style) + 1);
        const char *title = scene_family_title(family);
        block_add(&both, "%s%*s %s%s%s", title, text_gap(title, card_columns(s->style)), "",
                  paint_on(s->style, PAINT_FAINT), TR_IN("a card", "open"), paint_off(s->style));
        for (int i = 0; i < pile.count; i++) block_add(&both, "%s", pile.lines[i]);
        block_beside(into, &both, 2 + (int)family * (2 * card_columns(s->style) + 4));
    }
}

/* Which tokens everybody has left; the seats are columns. */
static void tokens_block(const scene *s, block *into) {
    const look_style *style = s->style;
    const char *full = style->ascii ? "x" : "◆", *spent = style->ascii ? "." : "·";
    const char *heading = TR("tokens left");
    into->count = 0;
    block_add(into, "%s%s%*s", paint_on(style, PAINT_FAINT), heading, text_gap(heading, TOKEN_COLUMNS), "");
    for (uint32_t seat = 0; seat < s->table->players; seat++) {
        if ((int)seat == s->me) {
            const char *you = TR_IN("heading of a column, at most 3 wide", "you");
            block_append(into, "%*s%s", text_gap(you, 4), "", you);
        } else {
            block_append(into, " %3u", seat);
        }
    }
    block_append(into, "%s", paint_off(style));
    for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
        bool anybody = false;
        for (uint32_t seat = 0; seat < s->table->players; seat++) {
            if (scene_has(s->table->in_play, seat) && scene_has_token(s->table, seat, token)) anybody = true;
        }
        if (!anybody || into->count == BLOCK_LINES) continue;
        char title[64];
        scene_token_title(token, title, sizeof title);
        char line[256] = "";
        text_mark(line, sizeof line, s->style, sabacc_token_names[token], sabacc_token_names[token]);
        text_append(line, sizeof line, "%s%*s", title, text_gap(title, TOKEN_COLUMNS), "");
        text_mark(line, sizeof line, s->style, NULL, NULL);
        block_add(into, "%s", line);
        for (uint32_t seat = 0; seat < s->table->players; seat++) {
            bool there = scene_has(s->table->in_play, seat) && scene_has_token(s->table, seat, token);
            block_append(into, "   %s%s%s", paint_on(style, there ? PAINT_PURPLE : PAINT_FAINT),
                         there ? full : spent, paint_off(style));
        }
    }
    if (into->count == 1) block_add(into, "%s", TR_IN("tokens", "none"));
}

/* What there is to say beside the viewer's cards. */
static void about_own_hand(const scene *s, block *into) {
    uint32_t me = (uint32_t)s->me;
    char worth[128] = "";
    into->count = 0;
    scene_hand_worth(s, s->view->hand[me], s->table->impostor[me], worth, sizeof worth);
    block_add(into, worth[0] != '\0' ? TR("Now: %s") : "%s", worth);
    if (scene_actor(s) == s->me && s->view->drawn < SABACC_CARDS) {
        uint8_t hand[SABACC_FAMILIES] = {s->view->hand[me][SABACC_SAND], s->view->hand[me][SABACC_BLOOD]};
        hand[sabacc_drawn_family(s->table)] = s->view->drawn;
        worth[0] = '\0';
        scene_hand_worth(s, hand, s->table->impostor[me], worth, sizeof worth);
        block_add(into, TR("Kept: %s"), worth);
    }
    if (s->table->phase >= SABACC_PHASE_IMPOSTOR) return; /* everything lies open now */
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint32_t others = (uint32_t)s->table->known[me][family] & ~sabacc_bit(me);
        if (others == 0) continue;
        block_add(into, "%s", paint_on(s->style, PAINT_FAINT));
        block_append(into,
                     (others & SABACC_OPEN) != 0 ? TR("All know your %s card.")
                                                 : TR("Others know your %s card."),
                     scene_family_title(family));
        block_append(into, "%s", paint_off(s->style));
    }
}

static void own_block(const scene *s, block *into) {
    uint32_t me = (uint32_t)s->me;
    char title[256] = "", reserve[256], pot[256], flags[96] = "";
    seat_title(s, me, title, sizeof title);
    chip_lines(s, me, reserve, pot);
    scene_flags(s, me, " ", flags, sizeof flags);
    into->count = 0;
    if (!scene_has(s->table->in_play, me)) {
        block_add(into, "%s  %s%s%s", title, paint_on(s->style, PAINT_FAINT), TR("out of the game"),
                  paint_off(s->style));
        return;
    }
    block_add(into, "%s  %s   %s   %s%s%s", title, reserve, pot, paint_on(s->style, PAINT_PURPLE), flags,
              paint_off(s->style));
    block hand, extra = {.count = 0}, about;
    scene_add_hand(s, &hand, s->view->hand[me], s->table->impostor[me]);
    const char *sand = scene_family_title(SABACC_SAND), *blood = scene_family_title(SABACC_BLOOD);
    block_add(&hand, "%s%s%*s%s%s", paint_on(s->style, PAINT_FAINT), sand,
              text_gap(sand, card_columns(s->style) + 1), "", blood, paint_off(s->style));
    if (scene_actor(s) == s->me && s->table->phase == SABACC_PHASE_KEEP) {
        char label[8];
        draw_card(&extra, s->style, family_paint(sabacc_drawn_family(s->table)),
                  card_label(s->view->drawn, 0, label));
        block_mark(&extra, s->style, "new", "KEEP");
        block arrow = {.count = 0};
        block_add(&arrow, "%s", TR_IN("a card", "new"));
        block_add(&arrow, "%s", scene_family_title(sabacc_drawn_family(s->table)));
        block_beside(&hand, &arrow, 2 * card_columns(s->style) + 3);
        block_beside(&hand, &extra, 2 * card_columns(s->style) + 9);
    } else if (scene_actor(s) == s->me && s->table->dice[0] != 0) {
        for (int i = 0; i < 2; i++) {
            block die = {.count = 0};
            char label[8];
            snprintf(label, sizeof label, "%u", s->table->dice[i] % 10u);
            draw_card(&die, s->style, PAINT_CYAN, label);
            block_mark(&die, s->style, i == 0 ? "first die" : "second die", i == 0 ? "DIE1" : "DIE2");
            if (i == 0) {
                extra = die;
            } else {
                block_beside(&extra, &die, card_columns(s->style) + 1);
            }
        }
        block word = {.count = 0};
        block_add(&word, "%s", "");
        block_add(&word, "%s", TR_IN("beside two dice, at most 4 wide", "dice"));
        block_beside(&hand, &word, 2 * card_columns(s->style) + 2);
        block_beside(&hand, &extra, 2 * card_columns(s->style) + 7);
    }
    about_own_hand(s, &about);
    block_beside(&hand, &about, 2 * card_columns(s->style) + (extra.count > 0 ? 17 : 3));
    for (int i = 0; i < hand.count; i++) block_add(into, "  %s", hand.lines[i]);
}

/* The lines below the cards, in all drawn looks. */
static void draw_remarks(const scene *s) {
    const char *between = s->style->ascii ? " - " : " · ";
    char effects[512] = "", cards[256] = "";
    scene_effects(s, between, effects, sizeof effects);
    legend(s, between, cards, sizeof cards);
    if (effects[0] != '\0') {
        fprintf(s->out, "  %s", paint_on(s->style, PAINT_PURPLE));
        print_wrapped(s->out, s->style, -2, 2, effects);
        fputs(paint_off(s->style), s->out);
    }
    if (cards[0] != '\0') {
        fprintf(s->out, "  %s", paint_on(s->style, PAINT_FAINT));
        print_wrapped(s->out, s->style, -2, 2, cards);
        fputs(paint_off(s->style), s->out);
    }
}

static void draw_wide(const scene *s) {
    char right[160] = "";
    scene_heading(s, s->style->ascii ? ", " : " · ", right, sizeof right);
    draw_rule(s->out, s->style, "Kessel Sabacc", right);
    if (s->style->airy) fputc('\n', s->out);
    uint32_t seats[SABACC_SEATS];
    int count = scene_other_seats(s, seats),
        rows = (count * SEAT_COLUMNS + s->style->width - 1) / s->style->width;
    int a_row = (count + rows - 1) / rows, columns = s->style->width / a_row;
    if (columns > MOST_SEAT_COLUMNS) columns = MOST_SEAT_COLUMNS;
    for (int begin = 0; begin < count; begin += a_row) {
        block row = {.count = 0};
        for (int i = begin; i < count && i < begin + a_row; i++) {
            block one;
            opponent_block(s, seats[i], columns, &one);
            block_beside(&row, &one, (i - begin) * columns);
        }
        block_print(s->out, &row);
    }
    if (s->style->airy) fputc('\n', s->out);
    block middle, tokens;
    piles_block(s, &middle);
    tokens_block(s, &tokens);
    block_beside(&middle, &tokens, 16 + 4 * card_columns(s->style));
    block_print(s->out, &middle);
    if (s->me >= 0) {
        if (s->style->airy) fputc('\n', s->out);
        block own;
        mark_own(s->out, s->style);
        own_block(s, &own);
        block_print(s->out, &own);
    }
    draw_remarks(s);
}

/* ---- in short lines ---- */

static void narrow_seat(const scene *s, uint32_t seat) {
    char line[512] = "", reserve[256], pot[256], flags[96] = "", label[8];
    seat_title(s, seat, line, sizeof line);
    if (!scene_has(s->table->in_play, seat)) {
        fprintf(s->out, "%s: %s\n", line, TR("out of the game"));
        return;
    }
    text_append(line, sizeof line, " ");
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        draw_card_inline(line, sizeof line, s->style, family_paint(family),
                         card_label(s->view->hand[seat][family], s->table->impostor[seat][family], label));
    }
    if (scene_actor(s) == (int)seat && s->table->phase == SABACC_PHASE_KEEP) {
        char drawn[64] = "";
        draw_card_inline(drawn, sizeof drawn, s->style, family_paint(sabacc_drawn_family(s->table)),
                         card_label(s->view->drawn, 0, label));
        text_append(line, sizeof line, " ");
        text_append(line, sizeof line, TR("drew %s"), drawn);
    }
    if (scene_actor(s) == (int)seat && s->table->dice[0] != 0) {
        text_append(line, sizeof line, " ");
        text_append(line, sizeof line, TR("dice [%u] [%u]"), s->table->dice[0], s->table->dice[1]);
    }
    chip_lines(s, seat, reserve, pot);
    scene_flags(s, seat, " ", flags, sizeof flags);
    int columns = text_columns(line) + text_columns(reserve) + text_columns(pot) + text_columns(flags) + 6;
    fprintf(s->out, "%s%s%s  %s  %s\n", line, columns <= s->style->width ? "  " : "\n    ", reserve, pot,
            flags);
}

static void draw_narrow(const scene *s) {
    char right[160] = "", label[8];
    scene_heading(s, ", ", right, sizeof right);
    draw_rule(s->out, s->style, "Kessel Sabacc", right);
    uint32_t seats[SABACC_SEATS];
    int count = scene_other_seats(s, seats);
    for (int i = 0; i < count; i++) narrow_seat(s, seats[i]);
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        fputs("  ", s->out);
        print_padded(s->out, scene_family_title(family), card_columns(s->style));
        fputc(' ', s->out);
        if (s->table->discard_count[family] > 0) {
            char open[64] = "";
            draw_card_inline(open, sizeof open, s->style, family_paint(family),
                             card_label(sabacc_discard_top(s->table, family), 0, label));
            fprintf(s->out, TR("%u left, open %s"), s->table->pile_count[family], open);
        } else {
            fprintf(s->out, TR("%u left"), s->table->pile_count[family]);
        }
        fputc('\n', s->out);
    }
    if (s->me >= 0) {
        mark_own(s->out, s->style);
        narrow_seat(s, (uint32_t)s->me);
        block about;
        about_own_hand(s, &about);
        for (int i = 0; i < about.count; i++) fprintf(s->out, "    %s\n", about.lines[i]);
    }
    for (uint32_t seat = 0; seat < s->table->players; seat++) {
        if (!scene_has(s->table->in_play, seat) || (s->style->least && (int)seat != s->me)) continue;
        char tokens[512] = "", text[TP_TEXT_SIZE];
        scene_token_list(s, seat, tokens, sizeof tokens);
        if ((int)seat == s->me) {
            snprintf(text, sizeof text, TR("your tokens: %s"), tokens);
        } else {
            snprintf(text, sizeof text, TR("tokens of %s: %s"), s->names[seat], tokens);
        }
        print_wrapped(s->out, s->style, 2, 4, text);
    }
    draw_remarks(s);
}

/* ---- the table ---- */

static scene set_scene(FILE *out, const look_style *style, const void *view, const char *const *names,
                       int me) {
    const sabacc_view *own = view;
    return (scene){.out = out, .style = style, .view = own, .table = &own->table, .names = names, .me = me};
}

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me) {
    (void)game;
    scene s = set_scene(out, style, view, names, me);
    if (style->plain) {
        scene_tell(&s);
    } else if (style->width >= WIDE && !style->low) {
        draw_wide(&s);
    } else {
        draw_narrow(&s);
    }
}

static void result(FILE *out, const look_style *style, const tp_game *game, const void *view,
                   const char *const *names, int me) {
    (void)game;
    scene s = set_scene(out, style, view, names, me);
    scene_draw_result(&s);
}

static void label(const look_style *style, const void *view, tp_move move, char *text, size_t size) {
    const sabacc_table *table = &((const sabacc_view *)view)->table;
    (void)style;
    if (move == SABACC_NO_TOKEN) {
        snprintf(text, size, "%s", TR_IN("a move", "no token"));
    } else if (move < SABACC_PASS) {
        uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
        char title[64];
        scene_token_title(token, title, sizeof title);
        if (sabacc_is_targeted(first_move)) {
            snprintf(text, size, TR_IN("a token and its target", "%s: {%u}"), title, move - first_move);
        } else {
            snprintf(text, size, "%s", title);
        }
    } else if (move == SABACC_DIE1 || move == SABACC_DIE2) {
        snprintf(text, size, TR_IN("a move", "die %d: %u"), move == SABACC_DIE1 ? 1 : 2,
                 table->dice[move == SABACC_DIE1 ? 0 : 1]);
    } else {
        snprintf(text, size, "%s",
                 move == SABACC_PASS         ? TR_IN("a move", "pass")
                 : move == SABACC_DRAW_SAND  ? TR_IN("a move", "draw Sand")
                 : move == SABACC_DRAW_BLOOD ? TR_IN("a move", "draw Blood")
                 : move == SABACC_TAKE_SAND  ? TR_IN("a move", "take Sand")
                 : move == SABACC_TAKE_BLOOD ? TR_IN("a move", "take Blood")
                 : move == SABACC_KEEP       ? TR_IN("a move", "keep")
                                             : TR_IN("a move", "refuse"));
    }
}

static const sabacc_table *table_of(const void *view) { return &((const sabacc_view *)view)->table; }

static bool reveals(const look_ply *ply) {
    return ply->before != NULL && table_of(ply->after)->round != table_of(ply->before)->round;
}

static void reveal(FILE *out, const look_style *style, const look_ply *ply, const char *const *names,
                   int me) {
    scene s = set_scene(out, style, ply->before, names, me);
    scene_draw_reveal(&s, table_of(ply->after));
}

static void story(const void *view, char *text, size_t size) {
    const sabacc_table *t = table_of(view);
    uint32_t winner = tp_lowest_bit(t->winners), chips = t->reserve[winner];
    bool me = ((const sabacc_view *)view)->viewer == (int)winner;
    char name[8];
    snprintf(name, sizeof name, "{%u}", winner);
    if (tp_count_bits(t->winners) > 1) {
        snprintf(text, size, TR("Nobody could win alone: the last two went out in round %u together."),
                 t->round);
    } else if (me) {
        snprintf(text, size,
                 TR_N("You outlasted everybody: round %u was the last, and you had %u chip left.",
                      "You outlasted everybody: round %u was the last, and you had %u chips left.", chips),
                 t->round, chips);
    } else {
        snprintf(text, size,
                 TR_N("%s outlasted everybody: round %u was the last, with %u chip left.",
                      "%s outlasted everybody: round %u was the last, with %u chips left.", chips),
                 name, t->round, chips);
    }
}

const look_table sabacc_look = {.game = "sabacc",
                                .draw = draw,
                                .result = result,
                                .label = label,
                                .reveals = reveals,
                                .reveal = reveal,
                                .story = story};
