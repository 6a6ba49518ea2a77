/* Two-player Mus, solved: hands, how likely they are together, and who wins what with them. */
#include "games/mus/solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const mus_rules rules = {.players = 2, .kings8 = 1, .mus = MUS_NONE, .target = SOLVE_TARGET};

static int kind_of(const mus_class *class) {
    return (class->pares_value != 0 ? 0 : 2) + (class->juego_value != 0 ? 0 : 1);
}

/* One hand of each class. With eight kings and aces the ranks that count are eight. */
static void list_hands(solve_cards *cards) {
    static const uint8_t ranks[] = {MUS_A, MUS_4, MUS_5, MUS_6, MUS_7, MUS_S, MUS_C, MUS_R};
    enum { RANKS = sizeof ranks };
    uint32_t next[SOLVE_KINDS];
    for (int kind = 0; kind < SOLVE_KINDS; kind++) next[kind] = solve_first[kind];
    for (uint32_t code = 0; code < RANKS * RANKS * RANKS * RANKS; code++) {
        uint32_t at[MUS_HAND] = {code / 512, code / 64 % 8, code / 8 % 8, code % 8};
        if (at[0] > at[1] || at[1] > at[2] || at[2] > at[3]) continue;
        solve_hand hand = {0};
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            uint8_t rank = ranks[at[i]];
            hand.cards[i] = (uint8_t)(rank * MUS_SUITS + hand.count[rank]++);
        }
        hand.class = mus_class_of(&rules, hand.cards);
        hand.kind = (uint8_t)kind_of(hand.class);
        uint32_t place = next[hand.kind]++;
        cards->hand[place] = hand;
        cards->place[hand.class - mus_classes_8] = (uint16_t)place;
    }
}

/* In how many ways the other may hold `theirs` when these are mine. */
double solve_ways(const solve_hand *mine, const solve_hand *theirs) {
    double product = 1;
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++) {
        uint32_t copies = rank == MUS_A || rank == MUS_R ? 2 * MUS_SUITS : MUS_SUITS;
        double left = (double)copies - (mine == NULL ? 0 : mine->count[rank]);
        for (uint32_t i = 0; i < theirs->count[rank]; i++) product = product * (left - i) / (i + 1);
    }
    return product;
}

/* Mano wins ties. */
static uint8_t better(uint32_t mano, uint32_t postre) { return postre > mano ? SOLVE_POSTRE : SOLVE_MANO; }

solve_pattern solve_pattern_of(const solve_hand *mano, const solve_hand *postre) {
    const mus_class *m = mano->class, *p = postre->class;
    solve_pattern out = {{better(m->grande, p->grande), better(m->chica, p->chica), 0, 0},
                         {m->pares_value, p->pares_value},
                         {m->juego_value, p->juego_value}};
    /* a hand without pares has 0, and pares are compared only between hands that have them */
    bool both = m->pares_value != 0 && p->pares_value != 0;
    out.best[MUS_PARES] = both ? better(m->pares[0], p->pares[0]) : better(m->pares_value, p->pares_value);
    bool punto = m->juego_value == 0 && p->juego_value == 0;
    out.best[MUS_JUEGO] = punto ? better(m->sum, p->sum) : better(m->juego[0], p->juego[0]);
    return out;
}

/* In a showdown only the winner of its lance matters. */
static solve_pattern showdown_of(const solve_hand *mano, const solve_hand *postre, int matrix) {
    int lance = matrix - SOLVE_MATRIX_GRANDE;
    solve_pattern all = solve_pattern_of(mano, postre), out = {{0}, {0}, {0}};
    out.best[lance] = all.best[lance];
    return out;
}

static uint32_t find_pattern(solve_matrix *matrix, solve_pattern pattern) {
    uint32_t i = 0;
    while (i < matrix->patterns && memcmp(&matrix->pattern[i], &pattern, sizeof pattern) != 0) i++;
    if (i == matrix->patterns) {
        tp_assert(i < SOLVE_MOST_PATTERNS);
        matrix->pattern[matrix->patterns++] = pattern;
    }
    return i;
}

/* Which hands a matrix is about: from .. to of mano, then of postre. */
static void bounds(int number, uint32_t out[4]) {
    uint32_t whole = number == SOLVE_MATRIX_PARES ? (uint32_t)SOLVE_PARES_HANDS : (uint32_t)SOLVE_HANDS;
    int mano = number / SOLVE_KINDS, postre = number % SOLVE_KINDS;
    bool is_part = number < SOLVE_MATRIX_GRANDE;
    out[0] = is_part ? solve_first[mano] : 0;
    out[1] = is_part ? solve_first[mano + 1] : whole;
    out[2] = is_part ? solve_first[postre] : 0;
    out[3] = is_part ? solve_first[postre + 1] : whole;
}

static bool make_matrix(const solve_cards *cards, int player, int number, solve_matrix *out) {
    uint32_t part[4];
    bounds(number, part);
    const uint32_t *own = &part[player == SOLVE_MANO ? 0 : 2], *other = &part[player == SOLVE_MANO ? 2 : 0];
    out->rows = (uint16_t)(own[1] - own[0]);
    out->columns = (uint16_t)(other[1] - other[0]);
    size_t entries = (size_t)out->rows * out->columns, count = 0, runs = 0;
    uint8_t patterns[SOLVE_HANDS] = {0};
    bool fits[SOLVE_HANDS]; /* whether there are such hands at the same time */
    out->row_runs = malloc(sizeof(uint32_t) * (out->rows + 1u));
    out->run_pattern = malloc(sizeof(uint16_t) * entries);
    out->run_entries = malloc(sizeof(uint32_t) * (entries + 1));
    out->entry_at = malloc(sizeof(uint16_t) * entries);
    out->weight = malloc(sizeof(float) * entries);
    out->exact = malloc(sizeof(double) * entries);
    if (out->row_runs == NULL || out->run_pattern == NULL || out->run_entries == NULL ||
        out->entry_at == NULL || out->weight == NULL || out->exact == NULL)
        return false;
    for (uint32_t i = 0; i < out->rows; i++) {
        const solve_hand *mine = &cards->hand[own[0] + i];
        out->row_runs[i] = (uint32_t)runs;
        for (uint32_t j = 0; j < out->columns; j++) {
            const solve_hand *theirs = &cards->hand[other[0] + j];
            const solve_hand *mano = player == SOLVE_MANO ? mine : theirs,
                             *postre = player == SOLVE_MANO ? theirs : mine;
            fits[j] = mine->class != NULL && theirs->class != NULL && solve_ways(mine, theirs) > 0;
            if (!fits[j]) continue;
            patterns[j] =
                (uint8_t)find_pattern(out, number < SOLVE_MATRIX_GRANDE ? solve_pattern_of(mano, postre)
                                                                        : showdown_of(mano, postre, number));
        }
        /* long runs first: a processor guesses the end of a loop better if it was the same last time */
        uint32_t lengths[SOLVE_MOST_PATTERNS] = {0};
        for (uint32_t j = 0; j < out->columns; j++) lengths[patterns[j]] += fits[j];
        for (;;) {
            uint32_t pattern = 0;
            for (uint32_t p = 1; p < out->patterns; p++)
                pattern = lengths[p] > lengths[pattern] ? p : pattern;
            if (lengths[pattern] == 0) break;
            lengths[pattern] = 0;
            out->run_pattern[runs] = (uint16_t)pattern;
            out->run_entries[runs++] = (uint32_t)count;
            for (uint32_t j = 0; j < out->columns; j++) {
                if (!fits[j] || patterns[j] != pattern) continue;
                out->entry_at[count] = (uint16_t)(j * SOLVE_LANES);
                out->exact[count] =
                    solve_ways(mine, &cards->hand[other[0] + j]) / 58905; /* hands of 36 cards */
                out->weight[count] = (float)out->exact[count];
                count++;
            }
        }
    }
    out->row_runs[out->rows] = (uint32_t)runs;
    out->run_entries[runs] = (uint32_t)count;
    return true;
}

static solve_cards *made;
static pthread_once_t is_made = PTHREAD_ONCE_INIT;

static void make(void) {
    solve_cards *cards = calloc(1, sizeof *cards);
    if (cards == NULL) return;
    list_hands(cards);
    for (uint32_t i = 0; i < SOLVE_HANDS; i++) {
        if (cards->hand[i].class != NULL) cards->chance[i] = solve_ways(NULL, &cards->hand[i]) / 91390;
    }
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        for (int number = 0; number < SOLVE_MATRICES; number++) {
            if (!make_matrix(cards, player, number, &cards->matrix[player][number])) return;
        }
    }
    made = cards;
}

const solve_cards *solve_cards_get(void) {
    pthread_once(&is_made, make);
    return made;
}
