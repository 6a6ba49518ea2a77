/* Bruno: a world behind a view, uniform over the arrangements of physical cards that the view allows (§5).
 *
 * Cards that nobody has placed go to unknown hand cards of the other seats and to hidden slots. A card that the viewer has
 * seen is not hidden; unknown cards of a seat that had to pick up have certain ranks only. Hands without such a limit are
 * "the rest" and take what is left over; every other hand is a place with a number of cards to fill, and so are the hidden
 * cards as soon as some card cannot be among them. Cards that may go to the same places are a class.
 *
 * prepare() in view.c counts, class by class from the last to the first, in how many ways the classes from this one on
 * can fill what is left of each place. Here each class is dealt out in turn: how many of its cards go to each place is drawn
 * in proportion to the ways that lead on from there, then the cards themselves are drawn. So nothing is ever thrown
 * away. What other seats remember is the least that the world implies.
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

/* n over k, n <= 52; exact in a double. */
TP_INLINE double bruno_choose(uint32_t n, uint32_t k) {
    double ways = 1;
    if (k > n) return 0;
    if (2 * k > n) k = n - k;
    for (uint32_t i = 0; i < k; i++) ways = ways * (double)(n - i) / (double)(i + 1);
    return ways;
}

/* Where the counts of a class lie for what is left to fill in each place; false where there is no way from there. */
TP_INLINE bool bruno_count_index(const bruno_class *layer, uint32_t places, const uint32_t *left,
                                 uint32_t *index) {
    uint32_t at = layer->offset;
    for (uint32_t p = 0; p < places; p++) {
        if (left[p] < layer->low[p] || left[p] > layer->high[p]) return false;
        at += (left[p] - layer->low[p]) * layer->stride[p];
    }
    *index = at;
    return true;
}

/* How the cards of one class are shared out: goes through all ways. */
typedef struct bruno_sharing {
    uint32_t given[BRUNO_PLACES];
    uint32_t after[BRUNO_PLACES]; /* what is left to fill then */
    double ways; /* in which these numbers of cards can be chosen, and the later classes follow */
} bruno_sharing;

/* Go through the ways to share out a class from this place on; calls visit until it returns true. */
TP_FUNCTION bool bruno_share(const bruno_scratch *scratch, uint32_t class_index, uint32_t place,
                             uint32_t cards, double ways, bruno_sharing *sharing,
                             bool (*visit)(void *, const bruno_sharing *), void *context) {
    const bruno_class *class_ = &scratch->classes[class_index], *next = class_ + 1;
    if (place == scratch->place_count) {
        uint32_t index;
        if (!bruno_count_index(next, place, sharing->after, &index)) return false;
        double rest = scratch->counts[index];
        if (rest <= 0) return false;
        sharing->ways = ways * rest;
        return visit(context, sharing);
    }
    uint32_t left = sharing->after[place], least = left > next->high[place] ? left - next->high[place] : 0;
    uint32_t most = ((class_->places >> place) & 1) == 0 ? 0 : cards < left ? cards : left;
    bool done = false;
    for (uint32_t given = least; given <= most && !done; given++) {
        sharing->given[place] = given;
        sharing->after[place] = left - given;
        done = bruno_share(scratch, class_index, place + 1, cards - given, ways * bruno_choose(cards, given),
                           sharing, visit, context);
    }
    if (!done) {
        sharing->given[place] = 0;
        sharing->after[place] = left;
    }
    return done;
}

/* A number of ways between nothing and all of them; the sharing in which it falls is the one. */
typedef struct bruno_drawing {
    double ways;
    bruno_sharing last; /* for the case that rounding leaves a little over */
} bruno_drawing;

TP_FUNCTION bool bruno_draw_sharing(void *context, const bruno_sharing *sharing) {
    bruno_drawing *drawing = (bruno_drawing *)context;
    drawing->ways -= sharing->ways;
    drawing->last = *sharing;
    return drawing->ways < 0;
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
    for (uint32_t p = 0; p < scratch->place_count; p++) sharing.after[p] = scratch->place_size[p];
    for (uint32_t i = 0; i < scratch->class_count; i++) {
        const bruno_class *class_ = &scratch->classes[i];
        uint32_t index = 0, size = class_->size;
        uint64_t cards = class_->cards;
        bruno_count_index(class_, scratch->place_count, sharing.after, &index);
        double fraction = (double)(tp_rng_next(&rng) >> 11) * (1.0 / 9007199254740992.0); /* 53 bits */
        bruno_drawing drawing;
        drawing.ways = fraction * scratch->counts[index];
        drawing.last = sharing;
        bruno_share(scratch, i, 0, size, 1, &sharing, bruno_draw_sharing, &drawing);
        sharing = drawing.last;
        for (uint32_t p = 0; p < scratch->place_count; p++) {
            filled[p] |= bruno_take_random(&cards, size, sharing.given[p], &dice);
            size -= sharing.given[p];
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
