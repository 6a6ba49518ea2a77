/* Small positions of Bruno for tests: cards in words, everything that is not named lies in the pile. */
#ifndef TAPETE_TESTS_BRUNO_POSITIONS_H
#define TAPETE_TESTS_BRUNO_POSITIONS_H

#include "games/bruno/view.h"

#include <stdio.h>
#include <string.h>

/* What the seats have, as "4s 10h"; a seat that is left out has nothing. */
typedef struct bruno_sketch {
    const char *hands[BRUNO_SEATS], *known[BRUNO_SEATS], *shown[BRUNO_SEATS], *hidden[BRUNO_SEATS];
    const char *seen[BRUNO_SEATS]; /* beside what it sees anyway */
    const char *seen_by_all;
    uint32_t allowed[BRUNO_SEATS]; /* 0: all ranks */
    uint32_t current, to_beat;     /* 1 + rank */
    uint32_t options;
} bruno_sketch;

/* The cards of a text; in order too, where `list` is given. */
static inline uint64_t sketch_cards(const char *text, uint8_t *list) {
    uint64_t cards = 0;
    char word[8];
    int used = 0;
    for (size_t i = 0; text != NULL && sscanf(text, "%7s%n", word, &used) == 1; text += used, i++) {
        uint32_t rank = 0, suit = 0;
        if (!bruno_card_parse(word, &rank, &suit) || suit == BRUNO_SUITS)
            fprintf(stderr, "no card: %s\n", word);
        cards |= bruno_card_set(BRUNO_SUITS * rank + suit);
        if (list != NULL) list[i] = (uint8_t)(BRUNO_SUITS * rank + suit);
    }
    return cards;
}

static inline void sketch_state(const bruno_sketch *sketch, bruno_state *state) {
    bruno_table *table = &state->table;
    memset(state, 0, sizeof *state);
    memset(state->hidden, BRUNO_NO_CARD, sizeof state->hidden);
    uint64_t named = 0;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        uint64_t hidden = sketch_cards(sketch->hidden[seat], state->hidden[seat]);
        state->hand[seat] = sketch_cards(sketch->hands[seat], NULL);
        table->known[seat] = sketch_cards(sketch->known[seat], NULL);
        table->shown[seat] = sketch_cards(sketch->shown[seat], NULL);
        table->hand_count[seat] = (uint8_t)tp_count_bits(state->hand[seat]);
        table->hidden_count[seat] = (uint8_t)tp_count_bits(hidden);
        table->allowed[seat] =
            (uint16_t)(sketch->allowed[seat] != 0 ? sketch->allowed[seat] : BRUNO_ALL_RANKS);
        table->open |= table->shown[seat] | table->known[seat];
        named |= hidden | state->hand[seat] | table->shown[seat];
    }
    table->pile = BRUNO_DECK & ~named & ~BRUNO_TENS;
    table->removed = BRUNO_TENS & ~named;
    table->open |= table->pile | table->removed | sketch_cards(sketch->seen_by_all, NULL);
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++)
        state->seen[seat] = table->open | state->hand[seat] | sketch_cards(sketch->seen[seat], NULL);
    table->cap = 2000;
    table->winner = BRUNO_NOBODY;
    table->current = (uint8_t)sketch->current;
    table->to_beat = (uint8_t)sketch->to_beat;
    table->options = (uint8_t)sketch->options;
}

#endif
