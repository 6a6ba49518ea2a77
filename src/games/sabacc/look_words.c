/* The table of Kessel Sabacc in words: for the drawn looks, and all of it for screen readers and pipes. */
#include "games/sabacc/look.h"

#include "core/language.h"
#include "look/draw.h"

#include <ctype.h>
#include <string.h>

bool scene_has(uint32_t set, uint32_t seat) { return ((set >> seat) & 1) != 0; }

const char *scene_family_title(uint32_t family) { return family == SABACC_SAND ? TR("Sand") : TR("Blood"); }

int scene_actor(const scene *s) { return s->table->phase == SABACC_PHASE_OVER ? -1 : s->table->current; }

/* ---- words ---- */

void scene_token_title(uint32_t token, char *text, size_t size) {
    bool start = true;
    size_t used = 0;
    char title[32]; /* as it is marked in the sentences of the game */
    for (const char *at = sabacc_token_names[token]; *at != '\0' && used + 1 < sizeof title; at++) {
        bool small = start && strncmp(at, "THE_", 4) == 0;
        title[used++] = (char)(*at == '_' ? ' ' : start && !small ? *at : tolower((unsigned char)*at));
        start = *at == '_';
    }
    title[used] = '\0';
    snprintf(text, size, "%s", tp_translate(title));
}

bool scene_has_token(const sabacc_table *table, uint32_t seat, uint32_t token) {
    return (table->tokens[seat] & sabacc_token_set(token)) != 0;
}

void scene_token_list(const scene *s, uint32_t seat, char *text, size_t size) {
    char list[TP_TEXT_SIZE] = "";
    for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
        if (!scene_has_token(s->table, seat, token)) continue;
        char title[64];
        scene_token_title(token, title, sizeof title);
        list_add(list, sizeof list, LIST_GOES_ON, title);
    }
    text_append(text, size, "%s", *list != '\0' ? list : TR_IN("tokens", "none"));
}

const char *scene_card_word(uint32_t card) {
    switch (card) {
    case SABACC_IMPOSTOR: return TR("Impostor");
    case SABACC_SYLOP: return TR("Sylop");
    case SABACC_UNKNOWN_CARD: return TR_IN("a card", "unknown");
    default: return sabacc_card_text(card);
    }
}

void scene_hand_worth(const scene *s, const uint8_t hand[SABACC_FAMILIES],
                      const uint8_t chosen[SABACC_FAMILIES], char *text, size_t size) {
    const sabacc_table *table = s->table;
    uint32_t sylops = 0, open = 0;
    bool fraud = (table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0;
    bool devalued = (table->effects & SABACC_EFFECT_DEVALUATION) != 0;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        if (hand[family] >= SABACC_NO_CARD) return;
        sylops += hand[family] == SABACC_SYLOP;
        open += hand[family] == SABACC_IMPOSTOR && chosen[family] == 0 && !fraud;
    }
    if (sylops == 2) {
        text_append(text, size, "%s", TR("Pure Sabacc"));
    } else if (open > 0) {
        text_append(text, size, "%s",
                    sylops > 0 && !devalued ? TR("a Sabacc; the dice say of what")
                                            : TR("the dice will decide"));
    } else {
        sabacc_rank rank = sabacc_rank_hand(hand, chosen, table->effects, table->prime);
        if (rank.difference > 0) {
            text_append(text, size, TR("difference %u, sum %u"), rank.difference,
                        rank.key - 100 * rank.difference);
            return;
        }
        uint32_t shown = hand[SABACC_SAND] == SABACC_SYLOP ? SABACC_BLOOD : SABACC_SAND;
        text_append(text, size, rank.key == 1 ? TR("Sabacc of %u, the Prime") : TR("Sabacc of %u"),
                    sabacc_card_value(hand[shown], chosen[shown], table->effects));
    }
}

void scene_flags(const scene *s, uint32_t seat, const char *between, char *text, size_t size) {
    const char *joint = "";
    const struct {
        uint32_t seats;
        const char *word;
    } flags[] = {{s->table->passed, TR_IN("a player", "passed")},
                 {s->table->immune, TR_IN("a player", "immune")},
                 {s->table->embargoed, TR_IN("a player", "embargoed")}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!scene_has(flags[i].seats, seat)) continue;
        text_append(text, size, "%s%s", joint, flags[i].word);
        joint = between;
    }
    if (s->table->free_draw != 0 && scene_actor(s) == (int)seat)
        text_append(text, size, "%s%s", joint, TR("free draw"));
}

void scene_effects(const scene *s, const char *between, char *text, size_t size) {
    const char *joint = "";
    if ((s->table->effects & SABACC_EFFECT_DEVALUATION) != 0) {
        text_append(text, size, "%s", TR("Devaluation (a single Sylop is 0)"));
        joint = between;
    }
    if ((s->table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0) {
        text_append(text, size, "%s%s", joint, TR("Major Fraud (Impostors are 6)"));
        joint = between;
    }
    if ((s->table->effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0) {
        text_append(text, size, "%s%s", joint, TR("Cook the Books (high pairs first)"));
        joint = between;
    }
    if (s->table->prime != 0) {
        text_append(text, size, "%s", joint);
        text_append(text, size, TR("Prime %u (only Pure Sabacc beats a pair of %u)"), s->table->prime,
                    s->table->prime);
    }
}

void scene_heading(const scene *s, const char *between, char *text, size_t size) {
    const sabacc_table *t = s->table;
    text_append(text, size, TR("round %u"), t->round);
    text_append(text, size, "%s", between);
    if (t->phase == SABACC_PHASE_IMPOSTOR || t->phase == SABACC_PHASE_OVER) {
        text_append(text, size, "%s", TR("reveal"));
    } else {
        text_append(text, size, TR("turn %u of %d"), t->turn, SABACC_TURNS);
    }
    text_append(text, size, "%s", between);
    text_append(text, size, (int)t->first == s->me ? TR("you began") : TR("%s began"), s->names[t->first]);
}

int scene_other_seats(const scene *s, uint32_t *seats) {
    int count = 0;
    uint32_t players = s->table->players, start = s->me < 0 ? players - 1 : (uint32_t)s->me;
    for (uint32_t i = 1; i <= players; i++) {
        uint32_t seat = (start + i) % players;
        if ((int)seat != s->me) seats[count++] = seat;
    }
    return count;
}

/* ---- in sentences ---- */

static void plain_seat(const scene *s, uint32_t seat) {
    char text[TP_TEXT_SIZE] = "", sentence[TP_TEXT_SIZE], worth[128] = "", flags[96] = "", tokens[512] = "";
    const sabacc_table *t = s->table;
    const uint8_t *hand = s->view->hand[seat];
    if (!scene_has(t->in_play, seat)) {
        fprintf(s->out, TR("%s: out of the game."), s->names[seat]);
        fputc('\n', s->out);
        return;
    }
    snprintf(text, sizeof text, TR("%s: %u chips, %u in the pot."), s->names[seat], t->reserve[seat],
             t->pot[seat]);
    scene_hand_worth(s, hand, t->impostor[seat], worth, sizeof worth);
    snprintf(sentence, sizeof sentence,
             worth[0] != '\0' ? TR("Sand %s, Blood %s: %s.") : TR("Sand %s, Blood %s."),
             scene_card_word(hand[SABACC_SAND]), scene_card_word(hand[SABACC_BLOOD]), worth);
    sentence_add(text, sizeof text, sentence);
    scene_token_list(s, seat, tokens, sizeof tokens);
    scene_flags(s, seat, ", ", flags, sizeof flags);
    snprintf(sentence, sizeof sentence, flags[0] != '\0' ? TR("Tokens: %s; %s.") : TR("Tokens: %s."), tokens,
             flags);
    sentence_add(text, sizeof text, sentence);
    for (uint32_t family = 0;
         family < SABACC_FAMILIES && (int)seat == s->me && t->phase < SABACC_PHASE_IMPOSTOR; family++) {
        uint32_t others = (uint32_t)t->known[seat][family] & ~sabacc_bit(seat);
        if (others == 0) continue;
        snprintf(sentence, sizeof sentence,
                 (others & SABACC_OPEN) != 0 ? TR("All know your %s card.") : TR("Others know your %s card."),
                 scene_family_title(family));
        sentence_add(text, sizeof text, sentence);
    }
    if (scene_actor(s) == (int)seat && t->phase == SABACC_PHASE_KEEP) {
        snprintf(sentence, sizeof sentence, TR("Drawn: %s %s."), scene_family_title(sabacc_drawn_family(t)),
                 scene_card_word(s->view->drawn));
        sentence_add(text, sizeof text, sentence);
    }
    if (scene_actor(s) == (int)seat && t->dice[0] != 0) {
        snprintf(sentence, sizeof sentence, TR("The dice show %u and %u."), t->dice[0], t->dice[1]);
        sentence_add(text, sizeof text, sentence);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
}

void scene_tell(const scene *s) {
    char text[TP_TEXT_SIZE] = "";
    scene_heading(s, ", ", text, sizeof text);
    text_capital(text);
    fprintf(s->out, "%s%s\n", text, text_missing_end(text));
    uint32_t seats[SABACC_SEATS];
    int count = scene_other_seats(s, seats);
    for (int i = 0; i < count; i++) plain_seat(s, seats[i]);
    text[0] = '\0';
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        char sentence[256];
        bool open = s->table->discard_count[family] > 0;
        snprintf(sentence, sizeof sentence,
                 open ? TR("%s: %u cards left, open %s.") : TR("%s: %u cards left."),
                 scene_family_title(family), s->table->pile_count[family],
                 open ? scene_card_word(sabacc_discard_top(s->table, family)) : "");
        sentence_add(text, sizeof text, sentence);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
    if (s->me >= 0) plain_seat(s, (uint32_t)s->me);
    text[0] = '\0';
    scene_effects(s, "; ", text, sizeof text);
    if (text[0] == '\0') return;
    fprintf(s->out, TR("In force: %s."), text);
    fputc('\n', s->out);
}
