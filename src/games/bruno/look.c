/* The table of Bruno: the viewer in front, the team-mate opposite, the pile and the card to beat in the
 * middle.
 *
 * Play goes counter-clockwise, so the next player sits on the right. Three looks: drawn around the table, in
 * short lines for a narrow window, and in sentences for a screen reader. All show the same things: shown
 * cards open, hidden ones closed, and of other hands what everybody knows to be in them. The art is our own.
 */
#include "core/language.h"
#include "games/bruno/view.h"
#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 76, SIDE_COLUMNS = 27, MOST_DRAWN = 12, LABEL_SIZE = 16 };

typedef struct scene {
    FILE *out;
    const look_style *style;
    const bruno_view *view;
    const bruno_table *table; /* of the view */
    const char *const *names;
    int me;         /* the viewer's seat, or -1 */
    uint32_t front; /* the seat that is drawn in front */
} scene;

static int actor(const scene *s) { return bruno_is_over(s->table) ? -1 : s->table->current; }

/* ---- cards ---- */

static const char *label_of(const scene *s, uint32_t card, char label[LABEL_SIZE]) {
    static const char *const suits[] = {"♠", "♥", "♦", "♣"}, *const letters[] = {"s", "h", "d", "c"};
    if (card >= BRUNO_CARDS) return NULL;
    uint32_t suit = card % BRUNO_SUITS;
    snprintf(label, LABEL_SIZE, "%s%s", bruno_rank_names[bruno_rank(card)],
             s->style->ascii ? letters[suit] : suits[suit]);
    return label;
}

/* Function cards stand out; hearts and diamonds are red. */
static paint colour_of(uint32_t card) {
    if (card >= BRUNO_CARDS) return PAINT_FAINT;
    if (bruno_is_function(bruno_rank(card))) return PAINT_PURPLE;
    return card % BRUNO_SUITS == 1 || card % BRUNO_SUITS == 2 ? PAINT_RED : PAINT_CYAN;
}

static void append_card(const scene *s, uint32_t card, char *text, size_t size) {
    char label[LABEL_SIZE];
    draw_card_inline(text, size, s->style, colour_of(card), label_of(s, card, label));
}

/* The same for a card that can be pressed: moves name it by its rank. */
static void append_own_card(const scene *s, uint32_t card, char *text, size_t size) {
    char name[LABEL_SIZE];
    bruno_card_text(card, name, sizeof name);
    text_mark(text, size, s->style, name, bruno_rank_names[bruno_rank(card)]);
    append_card(s, card, text, size);
    text_mark(text, size, s->style, NULL, NULL);
}

static bool is_own(const scene *s, uint64_t cards) {
    return s->me >= 0 && (cards & ~(s->view->hand[s->me] | s->table->shown[s->me])) == 0;
}

static void append_cards(const scene *s, uint64_t cards, char *text, size_t size) {
    bool own = is_own(s, cards);
    for (; cards != 0; cards &= cards - 1)
        (own ? append_own_card : append_card)(s, tp_lowest_bit(cards), text, size);
}

/* A space before every rank, so that a line can be broken there. */
static void append_by_rank(const scene *s, uint64_t cards, char *text, size_t size) {
    for (uint32_t rank = 0; rank < BRUNO_RANKS; rank++) {
        if ((cards & bruno_rank_set(rank)) == 0) continue;
        if (*text != '\0') text_append(text, size, " ");
        append_cards(s, cards & bruno_rank_set(rank), text, size);
    }
}

/* "4, 4, 10, K": for sentences. */
static void append_ranks(uint64_t cards, const char *between, char *text, size_t size) {
    const char *joint = "";
    for (; cards != 0; cards &= cards - 1) {
        text_append(text, size, "%s%s", joint, bruno_rank_names[bruno_rank(tp_lowest_bit(cards))]);
        joint = between;
    }
}

static void append_rank_set(uint32_t ranks, const char *between, char *text, size_t size) {
    const char *joint = "";
    for (; ranks != 0; ranks &= ranks - 1) {
        text_append(text, size, "%s%s", joint, bruno_rank_names[tp_lowest_bit(ranks)]);
        joint = between;
    }
}

/* The hidden cards and the shown ones, in one line. */
static void table_cards(const scene *s, uint32_t seat, char *text, size_t size) {
    if ((int)seat == s->me) text_mark(text, size, s->style, "hidden", "FLIP");
    for (uint32_t i = 0; i < s->table->hidden_count[seat]; i++)
        append_card(s, s->view->hidden[seat][i], text, size);
    if ((int)seat == s->me) text_mark(text, size, s->style, NULL, NULL);
    if (s->table->hidden_count[seat] > 0 && s->table->shown[seat] != 0) text_append(text, size, " ");
    append_cards(s, s->table->shown[seat], text, size);
    if (s->table->hidden_count[seat] == 0 && s->table->shown[seat] == 0)
        text_append(text, size, "%s", TR("no table cards"));
}

/* ---- words ---- */

/* What a seat is to the viewer. */
static const char *relation(const scene *s, uint32_t seat) {
    if (s->me < 0) return bruno_team(seat) == 0 ? TR("team 0") : TR("team 1");
    if ((int)seat == s->me) return TR_IN("a player", "you");
    return bruno_team(seat) == bruno_team((uint32_t)s->me) ? TR("team-mate") : TR("opponent");
}

static void seat_title(const scene *s, uint32_t seat, char *text, size_t size) {
    bool turn = actor(s) == (int)seat, mate = s->me >= 0 && bruno_team(seat) == bruno_team((uint32_t)s->me);
    const char *mark = turn ? (s->style->ascii ? "> " : "▶ ") : "  ";
    const char *heart = !mate || (int)seat == s->me ? "" : s->style->ascii ? " *" : " ★";
    text_append(text, size, "%s%s%s%s%s%s%s%s%s", paint_on(s->style, PAINT_GREEN), mark, paint_off(s->style),
                paint_on(s->style, PAINT_TITLE), s->names[seat], paint_off(s->style),
                paint_on(s->style, PAINT_GREEN), heart, paint_off(s->style));
    if ((int)seat != s->me)
        text_append(text, size, " %s%s%s", paint_on(s->style, PAINT_FAINT), relation(s, seat),
                    paint_off(s->style));
}

/* How many hand cards another seat has, and what everybody knows of them. */
static void hand_words(const scene *s, uint32_t seat, char *text, size_t size) {
    uint32_t count = s->table->hand_count[seat];
    char ranks[128] = "";
    if (s->table->known[seat] != 0) {
        append_ranks(s->table->known[seat], " ", ranks, sizeof ranks);
        text_append(text, size, TR("hand %u, has %s"), count, ranks);
    } else {
        text_append(text, size, TR("hand %u"), count);
    }
    if (s->table->allowed[seat] != BRUNO_ALL_RANKS) {
        ranks[0] = '\0';
        append_rank_set(s->table->allowed[seat], " ", ranks, sizeof ranks);
        text_append(text, size, "; ");
        text_append(text, size, TR("the rest only %s"), ranks);
    }
}

static void heading(const scene *s, const char *between, char *text, size_t size) {
    text_append(text, size, TR("move %u"), s->table->plies + 1u);
    text_append(text, size, "%s", between);
    if (s->table->to_beat == BRUNO_LEAD) {
        text_append(text, size, "%s", TR("nothing to beat"));
    } else if (s->table->to_beat == 1 + BRUNO_9) {
        text_append(text, size, "%s", TR("a 9: play below it"));
    } else {
        text_append(text, size, TR("to beat: %s"), bruno_rank_names[s->table->to_beat - 1]);
    }
}

/* ---- drawn ---- */

/* Break a text into lines of a block. */
static void add_wrapped(block *into, const char *text, int columns) {
    while (*text != '\0' && into->count < BLOCK_LINES) {
        size_t length = text_fitting(text, strlen(text), columns), cut = length;
        while (text[length] != '\0' && cut > 0 && text[cut] != ' ') cut--;
        if (cut == 0) cut = length;
        block_add(into, "  %.*s", (int)cut, text);
        text += cut;
        while (*text == ' ') text++;
    }
}

static void seat_block(const scene *s, uint32_t seat, int columns, block *into) {
    char title[256] = "", cards[1024] = "", hand[256] = "";
    into->count = 0;
    seat_title(s, seat, title, sizeof title);
    table_cards(s, seat, cards, sizeof cards);
    hand_words(s, seat, hand, sizeof hand);
    block_add(into, "%s", title);
    block_add(into, "  %s", cards);
    add_wrapped(into, hand, columns - 3);
}

/* The pile: its size and the card to beat, with what else lies there. */
static void pile_block(const scene *s, block *into) {
    uint32_t pile = tp_count_bits(s->table->pile), tens = tp_count_bits(s->table->removed & BRUNO_TENS);
    into->count = 0;
    if (pile == 0) {
        block_add(into, "%s(%s)%s", paint_on(s->style, PAINT_FAINT), TR("no pile"), paint_off(s->style));
    } else {
        block beat = {.count = 0}, back = {.count = 0};
        draw_pile(&back, s->style, PAINT_FAINT, (int)pile);
        if (s->table->to_beat != BRUNO_LEAD)
            draw_card(&beat, s->style, s->table->to_beat == 1 + BRUNO_9 ? PAINT_PURPLE : PAINT_GOLD,
                      bruno_rank_names[s->table->to_beat - 1]);
        block_beside(&back, &beat, card_columns(s->style) + 1);
        *into = back;
        block_mark(into, s->style, "pile", "PICKUP");
        const char *title = TR_IN("of Bruno, at most 5 wide", "pile");
        block_add(into, "%s%s", paint_on(s->style, PAINT_FAINT), title);
        if (s->table->to_beat != BRUNO_LEAD)
            block_append(into, "%*s%s", text_gap(title, card_columns(s->style) + 1), "",
                         TR_IN("a card", "to beat"));
        block_append(into, "%s", paint_off(s->style));
    }
    if (tens == 0) return;
    block_add(into, "%s", paint_on(s->style, PAINT_FAINT));
    block_append(into, TR_N("%u ten gone", "%u tens gone", tens), tens);
    block_append(into, "%s", paint_off(s->style));
}

/* The viewer's hand: as cards, or within lines when there are many. */
static void draw_hand(const scene *s, uint64_t cards) {
    uint32_t count = tp_count_bits(cards),
             most = (uint32_t)((s->style->width - 4) / (card_columns(s->style) + 1));
    char line[4096] = "";
    if (count == 0) {
        fprintf(s->out, "  %s%s%s\n", paint_on(s->style, PAINT_FAINT), TR("no hand cards"),
                paint_off(s->style));
    } else if (count <= most && count <= MOST_DRAWN) {
        block row = {.count = 0};
        int column = 2;
        for (; cards != 0; cards &= cards - 1, column += card_columns(s->style) + 1) {
            block card = {.count = 0};
            char label[LABEL_SIZE];
            draw_card(&card, s->style, colour_of(tp_lowest_bit(cards)),
                      label_of(s, tp_lowest_bit(cards), label));
            if (s->me >= 0) {
                char name[LABEL_SIZE];
                bruno_card_text(tp_lowest_bit(cards), name, sizeof name);
                block_mark(&card, s->style, name, bruno_rank_names[bruno_rank(tp_lowest_bit(cards))]);
            }
            block_beside(&row, &card, column);
        }
        block_print(s->out, &row);
    } else {
        append_by_rank(s, cards, line, sizeof line);
        print_wrapped(s->out, s->style, 2, 2, line);
    }
}

static void draw_front(const scene *s) {
    char title[256] = "", cards[1024] = "", known[256] = "";
    uint32_t seat = s->front;
    mark_own(s->out, s->style);
    seat_title(s, seat, title, sizeof title);
    table_cards(s, seat, cards, sizeof cards);
    fprintf(s->out, "%s   %s\n", title, cards);
    if (s->me < 0 && s->view->viewer != TP_REVEALED) {
        hand_words(s, seat, known, sizeof known);
        fprintf(s->out, "  %s\n", known);
        return;
    }
    draw_hand(s, s->view->hand[seat]);
    if (s->table->known[seat] != 0) {
        char ranks[128] = "";
        append_ranks(s->table->known[seat], " ", ranks, sizeof ranks);
        snprintf(known, sizeof known, TR("All know of your hand: %s"), ranks);
        fprintf(s->out, "  %s", paint_on(s->style, PAINT_FAINT));
        print_wrapped(s->out, s->style, -2, 2, known);
        fputs(paint_off(s->style), s->out);
    }
}

static void draw_wide(const scene *s) {
    char right[160] = "";
    heading(s, s->style->ascii ? ", " : " · ", right, sizeof right);
    draw_rule(s->out, s->style, "Bruno", right);
    block top, left, middle, other;
    seat_block(s, bruno_next_seat(s->front, 2), SIDE_COLUMNS + 20, &top);
    block indented = {.count = 0};
    block_beside(&indented, &top, SIDE_COLUMNS);
    block_print(s->out, &indented);
    if (s->style->airy) fputc('\n', s->out);
    seat_block(s, bruno_next_seat(s->front, 3), SIDE_COLUMNS, &left);
    pile_block(s, &middle);
    seat_block(s, bruno_next_seat(s->front, 1), s->style->width - 48, &other);
    block_beside(&left, &middle, SIDE_COLUMNS + 3);
    block_beside(&left, &other, 48);
    block_print(s->out, &left);
    if (s->style->airy) fputc('\n', s->out);
    draw_front(s);
}

/* ---- in short lines ---- */

static void draw_narrow(const scene *s) {
    char right[160] = "";
    heading(s, ", ", right, sizeof right);
    draw_rule(s->out, s->style, "Bruno", right);
    for (uint32_t steps = 1; steps < BRUNO_SEATS; steps++) {
        block one;
        seat_block(s, bruno_next_seat(s->front, steps), s->style->width, &one);
        block_print(s->out, &one);
    }
    fputs("  ", s->out);
    fprintf(s->out, TR("pile of %u"), tp_count_bits(s->table->pile));
    fputc('\n', s->out);
    draw_front(s);
}

/* ---- in sentences ---- */

static void tell_seat(const scene *s, uint32_t seat) {
    char text[TP_TEXT_SIZE] = "", sentence[TP_TEXT_SIZE], ranks[512] = "", who[TP_TEXT_SIZE / 2] = "";
    const bruno_table *t = s->table;
    bool own = (int)seat == s->me || s->view->viewer == TP_REVEALED;
    list_add(who, sizeof who, LIST_GOES_ON, s->names[seat]);
    if ((int)seat != s->me) list_add(who, sizeof who, LIST_GOES_ON, relation(s, seat));
    append_ranks(t->shown[seat], ", ", ranks, sizeof ranks);
    snprintf(sentence, sizeof sentence, TR("%s: %u hidden, shown %s."), who, t->hidden_count[seat],
             ranks[0] != '\0' ? ranks : TR_IN("cards", "none"));
    sentence_add(text, sizeof text, sentence);
    ranks[0] = '\0';
    append_ranks(s->view->hand[seat], ", ", ranks, sizeof ranks);
    if (own) {
        snprintf(sentence, sizeof sentence, TR("Hand: %s."),
                 ranks[0] != '\0' ? ranks : TR_IN("cards", "none"));
    } else {
        uint32_t count = t->hand_count[seat];
        snprintf(sentence, sizeof sentence, TR_N("Hand: %u card.", "Hand: %u cards.", count), count);
    }
    sentence_add(text, sizeof text, sentence);
    if (t->known[seat] != 0) {
        ranks[0] = '\0';
        append_ranks(t->known[seat], ", ", ranks, sizeof ranks);
        snprintf(sentence, sizeof sentence, TR("All know of it: %s."), ranks);
        sentence_add(text, sizeof text, sentence);
    }
    if (t->allowed[seat] != BRUNO_ALL_RANKS) {
        ranks[0] = '\0';
        append_rank_set(t->allowed[seat], ", ", ranks, sizeof ranks);
        snprintf(sentence, sizeof sentence, TR("The others can only be %s."), ranks);
        sentence_add(text, sizeof text, sentence);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
}

static void tell_table(const scene *s) {
    char text[TP_TEXT_SIZE] = "";
    uint32_t pile = tp_count_bits(s->table->pile), tens = tp_count_bits(s->table->removed & BRUNO_TENS);
    heading(s, ", ", text, sizeof text);
    text_capital(text);
    fprintf(s->out, "%s%s\n", text, text_missing_end(text));
    for (uint32_t steps = 1; steps < BRUNO_SEATS; steps++) tell_seat(s, bruno_next_seat(s->front, steps));
    text[0] = '\0';
    char ranks[512] = "", sentence[TP_TEXT_SIZE];
    append_ranks(s->table->pile, ", ", ranks, sizeof ranks);
    if (pile > 0) {
        snprintf(sentence, sizeof sentence,
                 TR_N("The pile has %u card: %s.", "The pile has %u cards: %s.", pile), pile, ranks);
    } else {
        snprintf(sentence, sizeof sentence, "%s", TR("The pile has 0 cards."));
    }
    sentence_add(text, sizeof text, sentence);
    if (tens > 0) {
        snprintf(sentence, sizeof sentence,
                 TR_N("%u ten is out of the game.", "%u tens are out of the game.", tens), tens);
        sentence_add(text, sizeof text, sentence);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
    tell_seat(s, s->front);
}

/* ---- the table ---- */

static scene set_scene(FILE *out, const look_style *style, const void *view, const char *const *names,
                       int me) {
    const bruno_view *own = view;
    return (scene){.out = out,
                   .style = style,
                   .view = own,
                   .table = &own->table,
                   .names = names,
                   .me = me,
                   .front = me < 0 ? 0 : (uint32_t)me};
}

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me) {
    (void)game;
    scene s = set_scene(out, style, view, names, me);
    if (style->plain) {
        tell_table(&s);
    } else if (style->width >= WIDE && !style->low) {
        draw_wide(&s);
    } else {
        draw_narrow(&s);
    }
}

/* What everybody had left when the game ended. */
static void result(FILE *out, const look_style *style, const tp_game *game, const void *view,
                   const char *const *names, int me) {
    (void)game;
    scene s = set_scene(out, style, view, names, me);
    if (style->plain) {
        fprintf(out, "%s\n", TR("What was left."));
    } else {
        draw_rule(out, style, TR("What was left"), "");
    }
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        uint32_t left = bruno_cards_left(s.table, seat);
        bool won = s.table->winner == seat;
        if (style->plain) {
            if (won) {
                fprintf(out, TR("%s: no card left, and wins for the team."), names[seat]);
            } else {
                fprintf(out, TR_N("%s: %u card.", "%s: %u cards.", left), names[seat], left);
            }
            fputc('\n', out);
            continue;
        }
        char cards[2048] = "";
        table_cards(&s, seat, cards, sizeof cards);
        text_append(cards, sizeof cards, " ");
        append_by_rank(&s, s.view->hand[seat], cards, sizeof cards);
        uint32_t unknown = s.table->hand_count[seat] - tp_count_bits(s.view->hand[seat]);
        for (uint32_t i = 0; i < unknown; i++) append_card(&s, BRUNO_UNKNOWN_CARD, cards, sizeof cards);
        fprintf(out, "  %s%s%s%s%s\n", paint_on(style, won ? PAINT_GOLD : PAINT_TITLE), names[seat],
                paint_off(style), won ? ": " : "", won ? TR("out, and wins for the team") : "");
        if (left > 0) print_wrapped(out, style, 4, 4, cards);
    }
}

/* 4x2 is a four and another one. */
static void words(const void *view, tp_move move, char *text, size_t size) {
    (void)view;
    char notation[TP_TEXT_SIZE] = "";
    bruno_move_text(move, notation, sizeof notation);
    char *count = strchr(notation, 'x');
    long times = 1;
    if (count != NULL) {
        times = strtol(count + 1, NULL, 10);
        *count = '\0';
    }
    text[0] = '\0';
    for (long i = 0; i < times; i++) text_append(text, size, "%s%s", i > 0 ? " " : "", notation);
}

static void label(const look_style *style, const void *view, tp_move move, char *text, size_t size) {
    (void)style;
    (void)view;
    if (move == BRUNO_FLIP || move == BRUNO_PICKUP) {
        snprintf(text, size, "%s",
                 move == BRUNO_FLIP ? TR_IN("a move", "flip a hidden card")
                                    : TR_IN("a move", "take the pile"));
    } else {
        snprintf(text, size, "%s", bruno_cards_of(move / BRUNO_SUITS, move % BRUNO_SUITS + 1).text);
    }
}

static void story(const void *view, char *text, size_t size) {
    const bruno_table *t = &((const bruno_view *)view)->table;
    int viewer = ((const bruno_view *)view)->viewer;
    char name[8];
    snprintf(name, sizeof name, "{%u}", t->winner);
    if (t->winner >= BRUNO_SEATS) {
        snprintf(text, size, TR("After %u moves nobody was out, so the game is a draw."), t->plies);
    } else if (viewer == (int)t->winner) {
        snprintf(text, size, TR("You were the first to get rid of all your cards, after %u moves."),
                 t->plies);
    } else if (viewer < 0) {
        snprintf(text, size, TR("%s was the first to get rid of all cards, after %u moves."), name, t->plies);
    } else {
        uint32_t left = bruno_cards_left(t, (uint32_t)viewer);
        bool mate = bruno_team((uint32_t)viewer) == bruno_team(t->winner);
        snprintf(text, size,
                 mate ? TR_N("Your team-mate %s was out first, after %u moves; you still had %u card.",
                             "Your team-mate %s was out first, after %u moves; you still had %u cards.", left)
                      : TR_N("%s was out first, after %u moves; you still had %u card.",
                             "%s was out first, after %u moves; you still had %u cards.", left),
                 name, t->plies, left);
    }
}

static bool card(const look_style *style, const char *code, char *text, size_t size) {
    const scene s = {.style = style};
    uint32_t rank = 0, suit = 0;
    char drawn[LABEL_SIZE];
    if (style->plain || !bruno_card_parse(code, &rank, &suit)) return false;
    for (uint32_t one = 0; one < BRUNO_CARDS; one++) {
        if (bruno_rank(one) == rank && one % BRUNO_SUITS == suit)
            snprintf(text, size, "%s", label_of(&s, one, drawn));
    }
    return true;
}

const look_table bruno_look = {
    .game = "bruno",
    .draw = draw,
    .result = result,
    .words = words,
    .label = label,
    .card = card,
    .story = story,
};
