/* The table of Mulle: the opponent above, the piles in the middle, the viewer's hand in front.
 *
 * Three looks: drawn, in short lines for a narrow window, and in sentences for a screen reader. All show the
 * same things: every pile in the order of the table, what lies in each build, whose it is and whether it is
 * locked, what is known of the other hand, and the score of the omgång so far. The art is our own. */
#include "core/language.h"
#include "games/mulle/view.h"
#include "look/draw.h"

#include <string.h>

extern const look_table mulle_look;

enum { WIDE = 60, LABEL_SIZE = 16, LINE_SIZE = 4096 };

typedef struct scene {
    FILE *out;
    const look_style *style;
    const mulle_view *view;
    const mulle_state *state; /* what the viewer knows */
    const mulle_table *table;
    const char *const *names;
    int me; /* the viewer's seat, or -1 */
} scene;

static int actor(const scene *s) { return s->table->over != 0 ? -1 : s->table->current; }

/* ---- cards ---- */

/* "♣3"; in plain words and without UTF-8 the notation of the rules, "KL3". */
static const char *label_of(const scene *s, uint32_t card, char label[LABEL_SIZE]) {
    static const char *const suits[] = {"♣", "♠", "♥", "♦"};
    const char *name = mulle_card_text(card);
    if (s->style->ascii || s->style->plain) {
        snprintf(label, LABEL_SIZE, "%s", name);
    } else {
        snprintf(label, LABEL_SIZE, "%s%s", suits[card % MULLE_SUITS], name + 2);
    }
    return label;
}

/* Hearts and diamonds are red; the cards that have another value in hand stand out. */
static paint colour_of(uint32_t card) {
    if (mulle_is_special(card)) return PAINT_PURPLE;
    return card % MULLE_SUITS >= 2 ? PAINT_RED : PAINT_CYAN;
}

static void append_card(const scene *s, uint32_t card, char *text, size_t size) {
    char label[LABEL_SIZE];
    label_of(s, card, label);
    if (s->style->plain) {
        text_append(text, size, "%s", label);
    } else {
        text_append(text, size, "%s%s%s", paint_on(s->style, colour_of(card)), label, paint_off(s->style));
    }
}

static void append_cards(const scene *s, mulle_cards cards, const char *between, char *text, size_t size) {
    const char *joint = "";
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        for (uint32_t i = mulle_copies(cards, card); i > 0; i--, joint = between) {
            text_append(text, size, "%s", joint);
            append_card(s, card, text, size);
        }
    }
}

static void append_hand(const scene *s, uint32_t seat, const char *between, char *text, size_t size) {
    for (uint32_t i = 0; i < s->table->hand_count[seat]; i++) {
        uint32_t card = mulle_hand_card(s->state, seat, i);
        bool own = (int)seat == s->me;
        if (i > 0) text_append(text, size, "%s", between);
        if (own) text_mark(text, size, s->style, mulle_card_text(card), mulle_card_text(card));
        append_card(s, card, text, size);
        if (own) text_mark(text, size, s->style, NULL, NULL);
    }
    if (s->table->hand_count[seat] == 0) text_append(text, size, "%s", TR("no cards"));
}

/* ---- words ---- */

static void heading(const scene *s, const char *between, char *text, size_t size) {
    if (s->table->omgangar > 1) {
        text_append(text, size, TR("omgång %u of %u"), s->table->omgang, s->table->omgangar);
        text_append(text, size, "%s", between);
    }
    text_append(text, size, TR("rond %u of %d"), s->table->rond, MULLE_RONDER);
    text_append(text, size, "%s", between);
    text_append(text, size, s->me == (int)s->table->starter ? TR("you started") : TR("%s started"),
                s->names[s->table->starter]);
}

/* What a seat has won in this omgång, and before. */
static void score_words(const scene *s, uint32_t seat, const char *between, char *text, size_t size) {
    mulle_score score = mulle_score_of(s->table, seat);
    text_append(text, size, TR_N("%u point", "%u points", score.total), score.total);
    text_append(text, size, "%s", between);
    text_append(text, size, TR("mulles %u"), score.mulle);
    if (s->table->mulles[seat] != 0) {
        mulle_cards mulles = {s->table->mulles[seat], 0};
        text_append(text, size, " (");
        append_cards(s, mulles, " ", text, size);
        text_append(text, size, ")");
    }
    text_append(text, size, "%s", between);
    text_append(text, size, TR("tabbar %u"), score.tabbe);
    text_append(text, size, "%s", between);
    text_append(text, size, TR("intake %u"), score.intake);
    if (score.bonus > 0) {
        text_append(text, size, ", ");
        text_append(text, size, TR("bonus %u"), score.bonus);
    }
    if (s->table->omgangar > 1 || s->table->over != 0) {
        text_append(text, size, "%s", between);
        text_append(text, size, TR("session %u"), s->table->session[seat]);
    }
}

/* What is known of a hand that is not shown. */
static void hidden_words(const scene *s, uint32_t seat, char *text, size_t size) {
    uint32_t count = s->table->hand_count[seat];
    text_append(text, size, TR_N("%u card in hand", "%u cards in hand", count), count);
    if (count > 0 && s->view->viewer >= 0 && mulle_count(mulle_unseen(s->view)) == count) {
        text_append(text, size, ": ");
        append_cards(s, mulle_unseen(s->view), " ", text, size);
        return;
    }
    uint32_t implied = s->table->implied[seat];
    if (implied == 0) return;
    char list[512] = "";
    for (; implied != 0; implied &= implied - 1) {
        char one[64];
        snprintf(one, sizeof one, TR("one worth %u"), tp_lowest_bit(implied));
        list_add(list, sizeof list, LIST_ENDS_AND, one);
    }
    text_append(text, size, ", ");
    text_append(text, size, TR("surely %s"), list);
}

/* Cards of the viewer whose value in hand differs from that on the table, and those that are reserved. */
static void hand_remarks(const scene *s, char *text, size_t size) {
    uint32_t seat = (uint32_t)s->me;
    mulle_scan scan;
    mulle_cards hand = mulle_hand_cards(s->state, seat);
    mulle_scan_table(s->state, seat, &scan);
    mulle_scan_hand(s->state, seat, &scan);
    for (uint64_t set = hand.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        bool special = mulle_is_special(card), reserved = mulle_is_reserved(&scan, card);
        if (!special && !reserved) continue;
        if (*text != '\0') text_append(text, size, s->style->ascii || s->style->plain ? "; " : " · ");
        char name[64] = "";
        uint32_t value = mulle_hand_value(card);
        append_card(s, card, name, sizeof name);
        if (special && reserved) {
            text_append(text, size, TR("%s is worth %u in hand and reserved for your %u-build"), name, value,
                        value);
        } else if (special) {
            text_append(text, size, TR("%s is worth %u in hand"), name, value);
        } else {
            text_append(text, size, TR("%s is reserved for your %u-build"), name, value);
        }
    }
}

/* "your 12-build, locked: ♠5 ♥7 ♥Q" */
static void build_words(const scene *s, uint32_t pile, mulle_cards cards, char *text, size_t size) {
    char list[LINE_SIZE] = "";
    uint32_t owner = mulle_owner(pile), value = pile & MULLE_VALUE;
    append_cards(s, cards, s->style->plain ? ", " : " ", list, sizeof list);
    if (s->me == (int)owner) {
        text_append(text, size,
                    mulle_is_locked(pile) ? TR("your %u-build, locked: %s") : TR("your %u-build, open: %s"),
                    value, list);
    } else {
        text_append(text, size,
                    mulle_is_locked(pile) ? TR("%s's %u-build, locked: %s") : TR("%s's %u-build, open: %s"),
                    s->names[owner], value, list);
    }
}

/* ---- drawn ---- */

static void seat_title(const scene *s, uint32_t seat, char *text, size_t size) {
    bool turn = actor(s) == (int)seat;
    const char *mark = turn ? (s->style->ascii ? "> " : "▶ ") : "  ";
    text_append(text, size, "%s%s%s%s%s%s", paint_on(s->style, PAINT_GREEN), mark, paint_off(s->style),
                paint_on(s->style, PAINT_TITLE), s->names[seat], paint_off(s->style));
}

/* A row of cards is printed and begun anew where the window ends. */
static void add_to_row(const scene *s, block *row, int *column, const block *card) {
    if (*column + card_columns(s->style) > s->style->width) {
        block_print(s->out, row);
        row->count = 0;
        *column = 2;
    }
    block_beside(row, card, *column);
    *column += card_columns(s->style) + 1;
}

/* Moves name piles by their places, as #3 here, so that no card or value is taken for one. */
static void mark_pile(const scene *s, uint32_t place, block *pile) {
    char word[16];
    snprintf(word, sizeof word, "#%u", place);
    block_mark(pile, s->style, word, word);
}

/* The piles in the order of the table: loose cards as they are, builds as their value with a mark of the
 * owner below. */
static void draw_piles(const scene *s) {
    block row = {.count = 0};
    int column = 2;
    if (s->table->pile_count == 0) {
        fprintf(s->out, "  %s%s%s\n", paint_on(s->style, PAINT_FAINT), TR("the table is empty"),
                paint_off(s->style));
        return;
    }
    for (uint32_t i = 0; i < s->table->pile_count; i++) {
        uint32_t pile = s->state->piles[i];
        block card = {.count = 0};
        char label[LABEL_SIZE];
        if (mulle_is_build(pile)) {
            bool mine = s->me == (int)mulle_owner(pile);
            snprintf(label, sizeof label, "%u", pile & MULLE_VALUE);
            draw_card(&card, s->style, mine ? PAINT_GREEN : PAINT_GOLD, label);
            block_add(&card, "%s%s%s", paint_on(s->style, mine ? PAINT_GREEN : PAINT_GOLD),
                      mulle_is_locked(pile) ? TR_IN("below a card, at most 5 wide", "lock")
                                            : TR_IN("below a card, at most 5 wide", "open"),
                      paint_off(s->style));
        } else {
            draw_card(&card, s->style, colour_of(pile), label_of(s, pile, label));
        }
        mark_pile(s, i, &card);
        add_to_row(s, &row, &column, &card);
    }
    block_print(s->out, &row);
}

static void list_builds(const scene *s) {
    uint32_t build = 0;
    for (uint32_t i = 0; i < s->table->pile_count; i++) {
        uint32_t pile = s->state->piles[i];
        if (!mulle_is_build(pile)) continue;
        char line[LINE_SIZE] = "";
        build_words(s, pile, mulle_build_cards(s->table, build++), line, sizeof line);
        print_wrapped(s->out, s->style, 2, 4, line);
    }
}

static void draw_hand(const scene *s, uint32_t seat) {
    block row = {.count = 0};
    int column = 2;
    if (s->table->hand_count[seat] == 0) return;
    for (uint32_t i = 0; i < s->table->hand_count[seat]; i++) {
        uint32_t card = mulle_hand_card(s->state, seat, i);
        block drawn = {.count = 0};
        char label[LABEL_SIZE];
        draw_card(&drawn, s->style, colour_of(card), label_of(s, card, label));
        if ((int)seat == s->me) block_mark(&drawn, s->style, mulle_card_text(card), mulle_card_text(card));
        add_to_row(s, &row, &column, &drawn);
    }
    block_print(s->out, &row);
}

/* A seat whose hand is not drawn, in two lines. */
static void draw_other(const scene *s, uint32_t seat) {
    char line[LINE_SIZE] = "", score[LINE_SIZE] = "";
    seat_title(s, seat, line, sizeof line);
    text_append(line, sizeof line, "  ");
    if (mulle_sees_hand(s->view, seat)) {
        append_hand(s, seat, " ", line, sizeof line);
    } else {
        hidden_words(s, seat, line, sizeof line);
    }
    print_wrapped(s->out, s->style, 0, 4, line);
    score_words(s, seat, s->style->ascii ? ", " : " · ", score, sizeof score);
    print_wrapped(s->out, s->style, 2, 4, score);
}

/* Moves are named by the letters of the rulebook, cards are drawn with their suits. */
static void draw_legend(const scene *s) {
    if (s->style->ascii) return;
    fprintf(s->out, "  %s♣ KL  ♠ SP  ♥ HJ  ♦ RU%s\n", paint_on(s->style, PAINT_FAINT), paint_off(s->style));
}

static void draw_scene(const scene *s) {
    char right[160] = "", line[LINE_SIZE] = "", remarks[LINE_SIZE] = "";
    heading(s, s->style->ascii ? ", " : " · ", right, sizeof right);
    draw_rule(s->out, s->style, "Mulle", right);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if ((int)seat != s->me) draw_other(s, seat);
    }
    if (s->style->airy) fputc('\n', s->out);
    draw_piles(s);
    list_builds(s);
    if (s->style->airy) fputc('\n', s->out);
    if (s->me < 0) return;
    mark_own(s->out, s->style);
    seat_title(s, (uint32_t)s->me, line, sizeof line);
    text_append(line, sizeof line, "  ");
    score_words(s, (uint32_t)s->me, s->style->ascii ? ", " : " · ", line, sizeof line);
    print_wrapped(s->out, s->style, 0, 4, line);
    draw_hand(s, (uint32_t)s->me);
    hand_remarks(s, remarks, sizeof remarks);
    if (remarks[0] != '\0') print_wrapped(s->out, s->style, 2, 2, remarks);
    draw_legend(s);
}

/* ---- in short lines ---- */

static void draw_narrow(const scene *s) {
    char right[160] = "", line[LINE_SIZE] = "", remarks[LINE_SIZE] = "";
    heading(s, ", ", right, sizeof right);
    draw_rule(s->out, s->style, "Mulle", right);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if ((int)seat != s->me) draw_other(s, seat);
    }
    for (uint32_t i = 0; i < s->table->pile_count; i++) {
        uint32_t pile = s->state->piles[i];
        char word[16];
        snprintf(word, sizeof word, "#%u", i);
        if (i > 0) text_append(line, sizeof line, " ");
        text_mark(line, sizeof line, s->style, word, word);
        if (mulle_is_build(pile)) {
            text_append(line, sizeof line, "[%u]", pile & MULLE_VALUE);
        } else {
            append_card(s, pile, line, sizeof line);
        }
        text_mark(line, sizeof line, s->style, NULL, NULL);
    }
    print_wrapped(s->out, s->style, 2, 2, s->table->pile_count == 0 ? TR("the table is empty") : line);
    list_builds(s);
    if (s->me < 0) return;
    mark_own(s->out, s->style);
    line[0] = '\0';
    seat_title(s, (uint32_t)s->me, line, sizeof line);
    text_append(line, sizeof line, "  ");
    append_hand(s, (uint32_t)s->me, " ", line, sizeof line);
    print_wrapped(s->out, s->style, 0, 4, line);
    line[0] = '\0';
    score_words(s, (uint32_t)s->me, ", ", line, sizeof line);
    print_wrapped(s->out, s->style, 2, 4, line);
    hand_remarks(s, remarks, sizeof remarks);
    if (remarks[0] != '\0') print_wrapped(s->out, s->style, 2, 2, remarks);
    draw_legend(s);
}

/* ---- in sentences ---- */

static void tell_seat(const scene *s, uint32_t seat) {
    char line[LINE_SIZE] = "";
    char part[LINE_SIZE] = "";
    if (!mulle_sees_hand(s->view, seat)) {
        hidden_words(s, seat, part, sizeof part);
        snprintf(line, sizeof line, TR_IN("a player's cards", "%s: %s."), s->names[seat], part);
    } else {
        append_hand(s, seat, ", ", part, sizeof part);
        snprintf(line, sizeof line, TR("%s: hand %s."), s->names[seat], part);
    }
    part[0] = '\0';
    score_words(s, seat, ", ", part, sizeof part);
    text_end(part, sizeof part);
    sentence_add(line, sizeof line, part);
    if ((int)seat == s->me) {
        part[0] = '\0';
        hand_remarks(s, part, sizeof part);
        if (part[0] != '\0') {
            text_end(part, sizeof part);
            sentence_add(line, sizeof line, part);
        }
    }
    print_wrapped(s->out, s->style, 0, 0, line);
}

static void tell_scene(const scene *s) {
    char line[LINE_SIZE] = "";
    const char *joint = "";
    uint32_t build = 0;
    heading(s, ", ", line, sizeof line);
    text_capital(line);
    fprintf(s->out, "%s%s\n", line, text_missing_end(line));
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if ((int)seat != s->me) tell_seat(s, seat);
    }
    line[0] = '\0';
    for (uint32_t i = 0; i < s->table->pile_count; i++, joint = "; ") {
        uint32_t pile = s->state->piles[i];
        text_append(line, sizeof line, "%s", joint);
        if (mulle_is_build(pile)) {
            build_words(s, pile, mulle_build_cards(s->table, build++), line, sizeof line);
        } else {
            append_card(s, pile, line, sizeof line);
        }
    }
    char table[LINE_SIZE + 128];
    if (s->table->pile_count == 0) {
        snprintf(table, sizeof table, "%s", TR("The table is empty."));
    } else {
        snprintf(table, sizeof table, TR("On the table: %s."), line);
    }
    print_wrapped(s->out, s->style, 0, 0, table);
    if (s->me >= 0) tell_seat(s, (uint32_t)s->me);
}

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view_bytes,
                 const char *const *names, int me) {
    (void)game;
    const mulle_view *view = view_bytes;
    const scene s = {out, style, view, &view->known, &view->known.table, names, me};
    if (style->plain) {
        tell_scene(&s);
    } else if (style->width < WIDE || style->low) {
        draw_narrow(&s);
    } else {
        draw_scene(&s);
    }
}

/* The card, and the piles that it takes or is put on. */
static void words(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mulle_state *state = &((const mulle_view *)view_bytes)->known;
    uint32_t kind = mulle_move_kind(move);
    text[0] = '\0';
    text_append(text, size, "%s", mulle_card_text(mulle_move_card(move)));
    if (kind == MULLE_BUILDING) text_append(text, size, " #%u", mulle_move_pile(move));
    if (kind > MULLE_SUMS) return;
    mulle_piles taken = mulle_move_piles(state, move);
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        if (mulle_holds(taken, i)) text_append(text, size, " #%u", i);
    }
}

static bool card(const look_style *style, const char *code, char *text, size_t size) {
    const scene s = {.style = style};
    char drawn[LABEL_SIZE];
    uint32_t found = mulle_card_parse(code);
    if (found == MULLE_NO_CARD) return false;
    snprintf(text, size, "%s", label_of(&s, found, drawn));
    return true;
}

static void label(const look_style *style, const void *view, tp_move move, char *text, size_t size) {
    char name[TP_TEXT_SIZE];
    mulle_move_name(view, move, name, sizeof name);
    look_fill(&mulle_look, style, name, NULL, 0, text, size);
}

/* ---- the end of an omgång ---- */

static const mulle_table *table_of(const void *view) { return &((const mulle_view *)view)->known.table; }

static bool reveals(const look_ply *ply) {
    return ply->before != NULL && table_of(ply->after)->omgang != table_of(ply->before)->omgang;
}

/* "mulles 18 (♣9 ♥J)" and so on: what the points of a seat are made of. */
static void points_of_seat(const scene *s, uint32_t seat, block *into) {
    char line[LINE_SIZE] = "";
    mulle_score score = mulle_score_of(s->table, seat);
    block_add(into, "%s", paint_on(s->style, PAINT_TITLE));
    block_append(into, "%s%s ", s->names[seat], paint_off(s->style));
    block_append(into, TR_N("%u point", "%u points", score.total), score.total);
    text_append(line, sizeof line, TR("mulles %u"), score.mulle);
    if (s->table->mulles[seat] != 0) {
        mulle_cards mulles = {s->table->mulles[seat], 0};
        text_append(line, sizeof line, "  ");
        append_cards(s, mulles, " ", line, sizeof line);
    }
    block_add(into, "  %s", line);
    block_add(into, "  ");
    block_append(into, TR("tabbar %u"), score.tabbe);
    block_add(into, "  ");
    block_append(into, TR("bonus %u: an intake of %u, and what is above %d counts twice"), score.bonus,
                 score.intake, MULLE_INTAKE_LIMIT);
}

static void omgang_sentence(const scene *s, const mulle_table *after, char *text, size_t size) {
    uint32_t mine = mulle_score_of(s->table, 0).total, theirs = mulle_score_of(s->table, 1).total;
    uint32_t winner = mine >= theirs ? 0 : 1, more = mine >= theirs ? mine - theirs : theirs - mine;
    if (more == 0) {
        text_append(text, size, "%s", TR("This omgång is a draw."));
    } else {
        text_append(text, size, TR_N("%s: %u point more.", "%s: %u points more.", more), s->names[winner],
                    more);
    }
    char sum[256];
    snprintf(sum, sizeof sum, TR("The session stands at %s %u, %s %u."), s->names[0], after->session[0],
             s->names[1], after->session[1]);
    sentence_add(text, size, sum);
}

static void reveal(FILE *out, const look_style *style, const look_ply *ply, const char *const *names,
                   int me) {
    const mulle_view *before = ply->before;
    mulle_state last = mulle_play_openly(before, (uint32_t)ply->move.seat, ply->move.move);
    const scene s = {out, style, before, &last, &last.table, names, me};
    char title[128], sentence[LINE_SIZE] = "";
    snprintf(title, sizeof title, TR("Omgång %u is over"), before->known.table.omgang);
    if (style->plain) {
        fprintf(out, "%s%s\n", title, text_missing_end(title));
    } else {
        draw_rule(out, style, title, "");
        if (style->airy) fputc('\n', out);
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        block lines = {.count = 0};
        points_of_seat(&s, seat, &lines);
        for (int i = 0; i < lines.count; i++)
            print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 6, lines.lines[i]);
        if (!style->plain) fputc('\n', out);
    }
    omgang_sentence(&s, table_of(ply->after), sentence, sizeof sentence);
    print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 2, sentence);
}

static void story(const void *view, char *text, size_t size) {
    const mulle_table *t = table_of(view);
    int32_t viewer = (int32_t)((const mulle_view *)view)->viewer;
    uint32_t winner = t->session[0] >= t->session[1] ? 0 : 1;
    uint32_t most = t->session[winner], least = t->session[1 - winner];
    uint32_t mulles[MULLE_SEATS] = {tp_count_bits(t->mulles[0]), tp_count_bits(t->mulles[1])};
    char first[64], second[64];
    if (most == least) {
        snprintf(text, size, TR("A draw: %u points each."), most);
        return;
    }
    bool mine = viewer == (int)winner, theirs = viewer == (int)(1 - winner);
    snprintf(first, sizeof first, "{%u}", winner);
    snprintf(second, sizeof second, TR_N("%u mulle to %u", "%u mulles to %u", mulles[winner]), mulles[winner],
             mulles[1 - winner]);
    if (mine) {
        snprintf(text, size, TR("You took %u points, and your opponent %u; %s in the last omgång."), most,
                 least, second);
    } else if (theirs) {
        snprintf(text, size, TR("%s took %u points, and you %u; %s in the last omgång."), first, most, least,
                 second);
    } else {
        snprintf(text, size, TR("%s won by %u points to %u."), first, most, least);
    }
}

const look_table mulle_look = {.game = "mulle",
                               .draw = draw,
                               .result = NULL,
                               .words = words,
                               .label = label,
                               .card = card,
                               .reveals = reveals,
                               .reveal = reveal,
                               .story = story};
