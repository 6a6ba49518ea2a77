/* The reveals of Kessel Sabacc, at the end of each round and of the game: every hand that was shown, what it
 * was worth and what came of it. */
#include "core/language.h"
#include "games/sabacc/look.h"
#include "look/draw.h"

enum { LEAST_REVEAL = 39 /* columns of a hand */ };

static void reveal_of(const scene *s, uint32_t seat, uint8_t hand[SABACC_FAMILIES],
                      uint8_t chosen[SABACC_FAMILIES]) {
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        hand[family] = s->table->revealed[seat][family] & 15;
        chosen[family] = s->table->revealed[seat][family] >> 4;
    }
}

/* One hand of it in a sentence. */
static void tell_reveal(const scene *s, uint32_t seat, const uint8_t hand[SABACC_FAMILIES],
                        const uint8_t chosen[SABACC_FAMILIES], const char *worth, const char *end) {
    char cards[TP_TEXT_SIZE] = "";
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        char card[128];
        const char *title = scene_family_title(family), *word = scene_card_word(hand[family]);
        if (chosen[family] != 0) {
            snprintf(card, sizeof card, TR("%s %s as %u"), title, word, chosen[family]);
        } else {
            snprintf(card, sizeof card, "%s %s", title, word);
        }
        list_add(cards, sizeof cards, LIST_GOES_ON, card);
    }
    fprintf(s->out,
            scene_has(s->table->firsts, seat) ? TR("%s: %s: %s, the best hand; %s.")
                                              : TR_IN("a hand", "%s: %s: %s; %s."),
            s->names[seat], cards, worth, end);
    fputc('\n', s->out);
}

/* Side by side as many as have room. */
static void draw_reveals(const scene *s, const block *hands, int count) {
    int widest = 0;
    for (int i = 0; i < count; i++) {
        for (int line = 0; line < hands[i].count; line++) {
            int columns = text_columns(hands[i].lines[line]);
            if (columns > widest) widest = columns;
        }
    }
    int columns = widest + 1 > LEAST_REVEAL ? widest + 1 : LEAST_REVEAL;
    int a_row = s->style->width >= columns ? s->style->width / columns : 1;
    for (int begin = 0; begin < count; begin += a_row) {
        block row = {.count = 0};
        for (int i = begin; i < count && i < begin + a_row; i++)
            block_beside(&row, &hands[i], (i - begin) * columns);
        block_print(s->out, &row);
    }
}

/* What came of a hand at the end of a round that is not the last. */
static void round_outcome(const scene *s, const sabacc_table *after, uint32_t seat, char *text, size_t size) {
    uint32_t had = (uint32_t)s->table->reserve[seat] + s->table->pot[seat], left = after->reserve[seat];
    uint32_t lost = had > left ? had - left : 0;
    if (!scene_has(after->in_play, seat)) {
        text_append(text, size, TR_N("loses %u chip and is out", "loses %u chips and is out", lost), lost);
    } else if (lost == 0) {
        text_append(text, size, TR_N("keeps %u chip", "keeps all %u chips", left), left);
    } else {
        text_append(text, size, TR_N("loses %u chip, %u left", "loses %u chips, %u left", lost), lost, left);
    }
}

static void game_outcome(const scene *s, uint32_t seat, char *text, size_t size) {
    bool won = scene_has(s->table->winners, seat);
    uint32_t chips = s->table->reserve[seat];
    if (!scene_has(s->table->in_play, seat) && !won) {
        text_append(text, size, "%s", TR("out of the game"));
    } else {
        text_append(text, size,
                    won ? TR_N("wins with %u chip left", "wins with %u chips left", chips)
                        : TR_N("%u chip left", "%u chips left", chips),
                    chips);
    }
}

/* `s` has the effects that held when the hands were compared; `after` the hands that were shown. */
static void draw_hands(const scene *s, const sabacc_table *after, bool last) {
    const look_style *style = s->style;
    scene shown = *s;
    block hands[SABACC_SEATS];
    int count = 0;
    shown.table = after;
    for (uint32_t seat = 0; seat < after->players; seat++) {
        uint8_t hand[SABACC_FAMILIES], chosen[SABACC_FAMILIES];
        reveal_of(&shown, seat, hand, chosen);
        if (hand[SABACC_SAND] >= SABACC_NO_CARD) continue; /* was out before */
        bool best = scene_has(after->firsts, seat);
        bool won = last ? scene_has(after->winners, seat) : best;
        bool stays = scene_has(after->in_play, seat) || won;
        char worth[128] = "", end[128] = "";
        scene_hand_worth(s, hand, chosen, worth, sizeof worth);
        if (last) {
            game_outcome(&shown, seat, end, sizeof end);
        } else {
            round_outcome(s, after, seat, end, sizeof end);
        }
        if (style->plain) {
            tell_reveal(&shown, seat, hand, chosen, worth, end);
            continue;
        }
        block cards, about = {.count = 0}, *one = &hands[count++];
        char name[128];
        snprintf(name, sizeof name, "%s%s%s", paint_on(style, won ? PAINT_GOLD : PAINT_TITLE), s->names[seat],
                 paint_off(style));
        scene_add_hand(s, &cards, hand, chosen);
        block_add(&about, best ? TR("%s, best hand") : "%s", name);
        block_add(&about, "%s", worth);
        block_add(&about, "%s%s%s",
                  paint_on(style, won     ? PAINT_GREEN
                                  : stays ? PAINT_FAINT
                                          : PAINT_RED),
                  end, paint_off(style));
        block_beside(&cards, &about, 2 * card_columns(s->style) + 2);
        one->count = 0;
        for (int i = 0; i < cards.count; i++) block_add(one, "  %s", cards.lines[i]);
    }
    draw_reveals(s, hands, count);
}

static void explain(const scene *s, const char *sentence) {
    const look_style *style = s->style;
    int indent = style->plain ? 0 : 2;
    fprintf(s->out, "%*s%s", indent, "", paint_on(style, PAINT_FAINT));
    print_wrapped(s->out, style, -indent, indent, sentence);
    fputs(paint_off(style), s->out);
}

void scene_draw_reveal(const scene *before, const sabacc_table *after) {
    const look_style *style = before->style;
    char title[128];
    snprintf(title, sizeof title, TR("Round %u: all hands are shown"), before->table->round);
    if (style->plain) {
        fprintf(before->out, "%s%s\n", title, text_missing_end(title));
    } else {
        draw_rule(before->out, style, title, "");
        if (style->airy) fputc('\n', before->out);
    }
    draw_hands(before, after, false);
    explain(before, TR("The best hand takes its pot back. All others lose their pot, and 1 chip for a beaten "
                       "Sabacc or else the difference of their cards."));
}

void scene_draw_result(const scene *s) {
    const look_style *style = s->style;
    char right[64];
    snprintf(right, sizeof right, TR("round %u"), s->table->round);
    if (style->plain) {
        fprintf(s->out, TR("The last reveal, round %u."), s->table->round);
        fputc('\n', s->out);
    } else {
        draw_rule(s->out, style, TR("The last reveal"), right);
    }
    draw_hands(s, s->table, true);
    /* So that the points of the standing, which follow, do not come from nowhere. */
    explain(s, TR("The winner scores 1000 for each chip left; a player who goes out, -100 for each chip of "
                  "the largest reserve of another player at that moment."));
}
