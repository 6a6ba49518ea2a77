/* The table of Kessel Sabacc in words: for the drawn looks, and all of it for screen readers and pipes. */
#include "cli/table_sabacc.h"

#include "cli/draw.h"

#include <ctype.h>
#include <string.h>

bool scene_has(uint32_t set, uint32_t seat) { return ((set >> seat) & 1) != 0; }

const char *scene_family_title(uint32_t family) { return family == SABACC_SAND ? "Sand" : "Blood"; }

int scene_actor(const scene *s) { return s->table->phase == SABACC_PHASE_OVER ? -1 : s->table->current; }

/* ---- words ---- */

void scene_token_title(uint32_t token, char *text, size_t size) {
    bool start = true;
    size_t used = 0;
    for (const char *at = sabacc_token_names[token]; *at != '\0' && used + 1 < size; at++) {
        bool small = start && strncmp(at, "THE_", 4) == 0;
        text[used++] = (char)(*at == '_' ? ' ' : start && !small ? *at : tolower((unsigned char)*at));
        start = *at == '_';
    }
    text[used] = '\0';
}

bool scene_has_token(const sabacc_table *table, uint32_t seat, uint32_t token) {
    return (table->tokens[seat] & sabacc_token_set(token)) != 0;
}

void scene_token_list(const scene *s, uint32_t seat, char *text, size_t size) {
    const char *between = "";
    for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
        if (!scene_has_token(s->table, seat, token)) continue;
        char title[32];
        scene_token_title(token, title, sizeof title);
        text_append(text, size, "%s%s", between, title);
        between = ", ";
    }
    if (*between == '\0') text_append(text, size, "none");
}

const char *scene_card_word(uint32_t card) {
    switch (card) {
    case SABACC_IMPOSTOR: return "Impostor";
    case SABACC_SYLOP: return "Sylop";
    case SABACC_UNKNOWN_CARD: return "unknown";
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
        text_append(text, size, "Pure Sabacc");
    } else if (open > 0) {
        text_append(text, size,
                    sylops > 0 && !devalued ? "a Sabacc; the dice say of what" : "the dice will tell");
    } else {
        sabacc_rank rank = sabacc_rank_hand(hand, chosen, table->effects, table->prime);
        if (rank.difference > 0) {
            text_append(text, size, "difference %u, sum %u", rank.difference,
                        rank.key - 100 * rank.difference);
            return;
        }
        uint32_t shown = hand[SABACC_SAND] == SABACC_SYLOP ? SABACC_BLOOD : SABACC_SAND;
        text_append(text, size, "Sabacc of %u%s",
                    sabacc_card_value(hand[shown], chosen[shown], table->effects),
                    rank.key == 1 ? ", the Prime" : "");
    }
}

void scene_flags(const scene *s, uint32_t seat, const char *between, char *text, size_t size) {
    const char *joint = "";
    const struct {
        uint32_t seats;
        const char *word;
    } flags[] = {
        {s->table->passed, "passed"}, {s->table->immune, "immune"}, {s->table->embargoed, "embargoed"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!scene_has(flags[i].seats, seat)) continue;
        text_append(text, size, "%s%s", joint, flags[i].word);
        joint = between;
    }
    if (s->table->free_draw != 0 && scene_actor(s) == (int)seat)
        text_append(text, size, "%sfree draw", joint);
}

void scene_effects(const scene *s, const char *between, char *text, size_t size) {
    const char *joint = "";
    if ((s->table->effects & SABACC_EFFECT_DEVALUATION) != 0) {
        text_append(text, size, "Devaluation (a lone Sylop is 0)");
        joint = between;
    }
    if ((s->table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0) {
        text_append(text, size, "%sMajor Fraud (Impostors are 6)", joint);
        joint = between;
    }
    if ((s->table->effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0) {
        text_append(text, size, "%sCook the Books (high pairs first)", joint);
        joint = between;
    }
    if (s->table->prime != 0) {
        text_append(text, size, "%sPrime %u (a pair of %u is second only to Pure Sabacc)", joint,
                    s->table->prime, s->table->prime);
    }
}

void scene_heading(const scene *s, const char *between, char *text, size_t size) {
    const sabacc_table *t = s->table;
    text_append(text, size, "round %u%s", t->round, between);
    if (t->phase == SABACC_PHASE_IMPOSTOR || t->phase == SABACC_PHASE_OVER) {
        text_append(text, size, "reveal");
    } else {
        text_append(text, size, "turn %u of %d", t->turn, SABACC_TURNS);
    }
    if ((int)t->first == s->me) {
        text_append(text, size, "%syou began", between);
    } else {
        text_append(text, size, "%s%s began", between, s->names[t->first]);
    }
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
    char text[TP_TEXT_SIZE] = "", worth[128] = "", flags[96] = "";
    const sabacc_table *t = s->table;
    if (!scene_has(t->in_play, seat)) {
        fprintf(s->out, "%s: out of the game.\n", s->names[seat]);
        return;
    }
    text_append(text, sizeof text, "%s: %u chips, %u in the pot. Sand %s, Blood %s", s->names[seat],
                t->reserve[seat], t->pot[seat], scene_card_word(s->view->hand[seat][SABACC_SAND]),
                scene_card_word(s->view->hand[seat][SABACC_BLOOD]));
    scene_hand_worth(s, s->view->hand[seat], t->impostor[seat], worth, sizeof worth);
    text_append(text, sizeof text, "%s%s. Tokens: ", worth[0] != '\0' ? ": " : "", worth);
    scene_token_list(s, seat, text, sizeof text);
    scene_flags(s, seat, ", ", flags, sizeof flags);
    text_append(text, sizeof text, "%s%s.", flags[0] != '\0' ? "; " : "", flags);
    for (uint32_t family = 0;
         family < SABACC_FAMILIES && (int)seat == s->me && t->phase < SABACC_PHASE_IMPOSTOR; family++) {
        uint32_t others = (uint32_t)t->known[seat][family] & ~sabacc_bit(seat);
        if (others != 0) {
            text_append(text, sizeof text, " %s know your %s card.",
                        (others & SABACC_OPEN) != 0 ? "All" : "Others", scene_family_title(family));
        }
    }
    if (scene_actor(s) == (int)seat && t->phase == SABACC_PHASE_KEEP) {
        text_append(text, sizeof text, " Drawn: %s %s.", scene_family_title(sabacc_drawn_family(t)),
                    scene_card_word(s->view->drawn));
    }
    if (scene_actor(s) == (int)seat && t->dice[0] != 0) {
        text_append(text, sizeof text, " The dice show %u and %u.", t->dice[0], t->dice[1]);
    }
    print_wrapped(s->out, s->style, 0, 0, text);
}

void scene_tell(const scene *s) {
    char text[TP_TEXT_SIZE] = "";
    scene_heading(s, ", ", text, sizeof text);
    text[0] = 'R';
    fprintf(s->out, "%s.\n", text);
    uint32_t seats[SABACC_SEATS];
    int count = scene_other_seats(s, seats);
    for (int i = 0; i < count; i++) plain_seat(s, seats[i]);
    text[0] = '\0';
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        text_append(text, sizeof text, "%s%s: %u cards left", family == 0 ? "" : " ",
                    scene_family_title(family), s->table->pile_count[family]);
        if (s->table->discard_count[family] > 0) {
            text_append(text, sizeof text, ", open %s",
                        scene_card_word(sabacc_discard_top(s->table, family)));
        }
        text_append(text, sizeof text, ".");
    }
    print_wrapped(s->out, s->style, 0, 0, text);
    if (s->me >= 0) plain_seat(s, (uint32_t)s->me);
    text[0] = '\0';
    scene_effects(s, "; ", text, sizeof text);
    if (text[0] != '\0') fprintf(s->out, "In force: %s.\n", text);
}
