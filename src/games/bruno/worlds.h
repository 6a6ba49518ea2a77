/* Bruno: a world behind a view, uniform over the arrangements of physical cards that the view allows (§5).
 *
 * Cards that nobody has placed go to unknown hand cards of the other seats and to hidden slots. A card that
 * the viewer has seen is not hidden; unknown cards of a seat that had to pick up have certain ranks only.
 * Hands without such a limit are "the rest" and take what is left over; every other hand is a place with a
 * number of cards to fill, and so are the hidden cards as soon as some card cannot be among them. Cards that
 * may go to the same places are a class.
 *
 * prepare() in view.c counts, class by class from the last to the first, in how many ways the classes from
 * this one on can fill what is left of each place. Here each class is dealt out in turn: how many of its
 * cards go to each place is drawn in proportion to the ways that lead on from there, then the cards
 * themselves are drawn. So nothing is ever thrown away. What other seats remember is the least that the world
 * implies.
 *
 * A header, because it is hot and built with the game (games/registry.h). */
#ifndef TAPETE_BRUNO_WORLDS_H
#define TAPETE_BRUNO_WORLDS_H

#include "games/bruno/view.h"

/* Numbers below 64, several from one draw of the generator. */
typedef struct bruno_dice {
    tp_rng *rng;
    uint64_t fraction;
    uint32_t left;
} bruno_dice;

TP_INLINE uint32_t bruno_dice_below(bruno_dice *dice, uint32_t n) {
    if (dice->left == 0) {
        dice->fraction = tp_rng_next(dice->rng);
        dice->left = 5; /* five times log2(64) bits */
    }
    dice->left--;
    return tp_fraction_below(&dice->fraction, n);
}

/* Take a random subset of `count` cards out of a set of `size`. */
TP_INLINE uint64_t bruno_take_random(uint64_t *from, uint32_t size, uint32_t count, bruno_dice *dice) {
    uint64_t all = *from, picked = 0;
    tp_assert(count <= size);
    bool by_rest = 2 * count > size; /* draw the smaller part */
    for (uint32_t left = by_rest ? size - count : count; left > 0; left--) {
        uint64_t card = bruno_card_set(tp_select_bit(*from, bruno_dice_below(dice, size--)));
        picked |= card;
        *from &= ~card;
    }
    if (!by_rest) return picked;
    uint64_t taken = *from;
    *from = all & ~taken;
    return taken;
}

/* How the cards of one class are shared out among the places. Arrays with one entry more hold what is true
 * before a place and, last, after all of them. */
typedef struct bruno_sharing {
    uint32_t left[BRUNO_PLACES];  /* what is left to fill in each place */
    uint32_t given[BRUNO_PLACES]; /* how many cards it gets */
    uint32_t spare[BRUNO_PLACES + 1];
    uint32_t index[BRUNO_PLACES + 1]; /* of the counts of the next class */
    double ways[BRUNO_PLACES + 1];    /* to choose the cards that were given */
} bruno_sharing;

/* n over k. */
TP_INLINE double bruno_choose(const bruno_scratch *scratch, uint32_t n, uint32_t k) {
    return scratch->choose[n * (n + 1) / 2 + k];
}

/* Where the counts of a class lie for what is left to fill in each place. */
TP_INLINE uint32_t bruno_count_index(const bruno_class *layer, uint32_t places, const uint32_t *left) {
    uint32_t at = layer->offset;
    for (uint32_t p = 0; p < places; p++) at += (left[p] - layer->low[p]) * layer->stride[p];
    return at;
}

/* Go through the ways to share out class i, adding up how many arrangements follow from each, until there are
 * more than `limit`; `given` is then the sharing that was reached. Returns the sum. The last place is a loop
 * of its own. */
TP_FUNCTION double bruno_share(const bruno_scratch *scratch, uint32_t i, bruno_sharing *sharing,
                               double limit) {
    const bruno_class *dealt = &scratch->classes[i], *next = dealt + 1;
    uint32_t places = scratch->place_count, p = 0;
    double sum = 0;
    uint32_t most[BRUNO_PLACES] = {0, 0, 0, 0, 0};
    bool arrives = true; /* at a place from the one before it */
    sharing->spare[0] = dealt->size;
    sharing->index[0] = next->offset;
    sharing->ways[0] = 1;
    for (;;) {
        uint32_t left = sharing->left[p], spare = sharing->spare[p];
        if (arrives) {
            uint32_t room = left - (next->low[p] < left ? next->low[p] : left);
            sharing->given[p] = left > next->high[p] ? left - next->high[p] : 0;
            /* without a rest the last place must take all that the others did not */
            if (p + 1 == places && scratch->following != BRUNO_PLACES && sharing->given[p] < spare)
                sharing->given[p] = spare;
            most[p] = ((dealt->places >> p) & 1) == 0 ? 0 : spare < room ? spare : room;
        } else {
            sharing->given[p]++;
        }
        if (sharing->given[p] > most[p]) {
            if (p == 0) return sum;
            p--;
            arrives = false;
            continue;
        }
        uint32_t given = sharing->given[p];
        double ways = sharing->ways[p] * bruno_choose(scratch, spare, given);
        uint32_t index = sharing->index[p] + (left - given - next->low[p]) * next->stride[p];
        if (p + 1 == places) {
            sum += ways * scratch->counts[index];
            if (sum > limit) return sum;
            arrives = false;
        } else {
            p++;
            sharing->ways[p] = ways;
            sharing->index[p] = index;
            sharing->spare[p] = spare - given;
            arrives = true;
        }
    }
}

TP_FUNCTION void bruno_place_hand(bruno_state *state, uint32_t seat, uint64_t cards) {
    state->hand[seat] |= cards;
    state->seen[seat] = state->table.open | state->hand[seat];
}

/* Give each of these seats as many of the cards as it has unknown ones; returns those that are left. */
TP_INLINE uint64_t bruno_place_hands(const bruno_scratch *scratch, bruno_state *state, uint32_t seats,
                                     uint64_t cards, bruno_dice *dice) {
    uint32_t size = tp_count_bits(cards);
    for (; seats != 0; seats &= seats - 1) {
        uint32_t seat = tp_lowest_bit(seats), count = scratch->unknown_count[seat];
        bruno_place_hand(state, seat, bruno_take_random(&cards, size, count, dice));
        size -= count;
    }
    return cards;
}

/* Lay cards into the hidden slots in random order; there are as many. */
TP_INLINE void bruno_place_hidden(const bruno_scratch *scratch, bruno_state *state, uint64_t cards,
                                  bruno_dice *dice) {
    uint32_t size = tp_count_bits(cards);
    for (uint32_t seats = scratch->hidden_seats; seats != 0; seats &= seats - 1) {
        uint32_t seat = tp_lowest_bit(seats);
        for (uint32_t i = 0; i < state->table.hidden_count[seat]; i++) {
            uint32_t card = tp_select_bit(cards, bruno_dice_below(dice, size--));
            cards &= ~bruno_card_set(card);
            state->hidden[seat][i] = (uint8_t)card;
        }
    }
}

TP_FUNCTION void bruno_imagine(const void *view, const void *scratch_bytes, void *state_bytes,
                               tp_chance *chance) {
    (void)view;
    const bruno_scratch *scratch = (const bruno_scratch *)scratch_bytes;
    bruno_state *state = (bruno_state *)state_bytes;
    tp_rng rng = chance->rng;
    bruno_dice dice = {&rng, 0, 0};
    *state = scratch->known;
    uint64_t filled[BRUNO_PLACES] = {0, 0, 0, 0, 0}, rest = scratch->rest;
    bruno_sharing sharing;
    for (uint32_t p = 0; p < BRUNO_PLACES; p++) {
        sharing.left[p] = scratch->place_size[p];
        sharing.given[p] = 0;
    }
    for (uint32_t i = 0; i < scratch->class_count; i++) {
        const bruno_class *dealt = &scratch->classes[i];
        uint32_t size = dealt->size;
        uint64_t cards = dealt->cards;
        double ways = scratch->counts[bruno_count_index(dealt, scratch->place_count, sharing.left)];
        double fraction = tp_rng_fraction(&rng);
        /* Rounding may differ between two builds: then it is the last way. */
        if (bruno_share(scratch, i, &sharing, fraction * ways) <= fraction * ways)
            bruno_share(scratch, i, &sharing, ways * (1 - 1e-9));
        for (uint32_t p = 0; p < scratch->place_count; p++) {
            filled[p] |= bruno_take_random(&cards, size, sharing.given[p], &dice);
            size -= sharing.given[p];
            sharing.left[p] -= sharing.given[p];
        }
        rest |= cards;
    }
    for (uint32_t p = 0; p < scratch->place_count; p++) {
        if (scratch->place_seats[p] != 0) {
            bruno_place_hands(scratch, state, scratch->place_seats[p], filled[p], &dice);
        } else {
            bruno_place_hidden(scratch, state, filled[p], &dice);
        }
    }
    rest = bruno_place_hands(scratch, state, scratch->rest_seats, rest, &dice);
    if (scratch->hidden_in_rest != 0) bruno_place_hidden(scratch, state, rest, &dice);
    chance->rng = rng;
}

#endif
