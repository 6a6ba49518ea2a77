/* Monte Carlo learning of Mus for two without mus (preset S2): what the learner tells apart, what it keeps,
 * and its file.
 *
 * A *spot* is what a decision looks like to it: the situation of the betting, the lance, who is mano, how
 * likely the own hand is to win the lance (a class), and how many stones each side still needs. Everything
 * else is forgotten. In a spot there are up to five actions. For each it keeps how often it was taken and
 * what came of it, in chances to win the juego.
 *
 * docs/learn.md explains the method, and the file to the byte. */
#ifndef TAPETE_MUS_BOT_MC_H
#define TAPETE_MUS_BOT_MC_H

#include "games/mus/view.h"

enum {
    MC_PHASES = MUS_PHASE_PUNTO - MUS_PHASE_GRANDE + 1, /* grande, chica, pares, juego, punto */
    MC_POSITIONS = 2,                                   /* the other one is mano; oneself is */
    MC_PARTS = 10,                                      /* of the chances between 0 and 1 */
    MC_CLASSES = MC_PARTS + 2,                          /* cannot win; the parts; cannot lose */
    MC_NEEDS = 5,                                       /* how far a side is from the end */
    MC_TARGET = 40,                                     /* stones of a juego */
    MC_PLACES = MC_PHASES * MC_POSITIONS * MC_CLASSES,
    MC_SPOTS = MC_PLACES * MC_NEEDS * MC_NEEDS, /* of one situation */
};

/* What has been said in the lance. */
enum {
    MC_OPEN,           /* nobody has bet */
    MC_BET_SMALL,      /* an envido up to 4 is to be answered */
    MC_BET_MIDDLE,     /* up to 12 */
    MC_BET_LARGE,      /* more */
    MC_RAISE_SMALL,    /* a raise to a stake up to 10 */
    MC_RAISE_LARGE,    /* more */
    MC_ORDAGO_AT_ONCE, /* an ordago; refusing it costs a stone */
    MC_ORDAGO_LATER,   /* refusing it costs what was agreed on */
    MC_SITUATIONS
};

enum { MC_MOST_ACTIONS = 5 };

/* How many actions each situation has: its first of these, in the order of mc_move. */
static const uint8_t mc_actions[MC_SITUATIONS] = {4, 5, 5, 3, 5, 3, 2, 2};

enum {
    MC_ACTIONS = 4 + 5 + 5 + 3 + 5 + 3 + 2 + 2,
    MC_ROWS = MC_SITUATIONS * MC_SPOTS,
    MC_CELLS = MC_ACTIONS * MC_SPOTS,
    MC_COARSE_CELLS = MC_ACTIONS * MC_PLACES,
};

/* A decision as the learner sees it. */
typedef struct mc_spot {
    uint32_t situation;
    uint32_t place;  /* lance, position and class */
    uint32_t row;    /* with the situation and what both sides need */
    uint32_t cell;   /* the first of its actions; those of a row lie together */
    uint32_t coarse; /* the same without what both sides need */
    uint32_t count;  /* actions that are open */
    uint8_t actions[MC_MOST_ACTIONS];
    tp_move moves[MC_MOST_ACTIONS]; /* the moves that they are */
} mc_spot;

/* The class of a hand of each kind (mus_class_of) in each lance and position. */
typedef struct mc_classes {
    uint8_t of[MUS_CLASSES_8][MC_PHASES][MC_POSITIONS];
} mc_classes;

/* What it takes to play. */
typedef struct mc_policy {
    mc_classes classes;
    uint16_t visits[MC_CELLS];
    uint32_t coarse[MC_COARSE_CELLS]; /* sums of visits, for rows that were hardly visited */
} mc_policy;

enum { MC_COMMAND_SIZE = 256 };

/* In files values are whole multiples of 1/32768 in 16 bits, chances of 1/65536. */
enum { MC_VALUE_STEPS = 32768, MC_WIN_STEPS = 65536 };

/* Everything that was learnt: what a file holds. */
typedef struct mc_learnt {
    mc_policy policy;
    float values[MC_CELLS];           /* what taking the action changes in the chance to win the juego */
    float wins[MC_TARGET][MC_TARGET]; /* mano's chance to win it, by mano's stones and the other's */
    uint16_t win_visits[MC_TARGET][MC_TARGET];
    uint64_t seed;
    int64_t episodes;
    char command[MC_COMMAND_SIZE]; /* that the last episode came from */
} mc_learnt;

/* ---- bot_mc_spots.c ---- */

/* The rules of preset S2, of a juego that is the whole match. */
extern const mus_rules mc_rules;
/* Are these the rules of S2? However many juegos and vacas are played. */
bool mc_plays(const mus_rules *rules);

/* The exact chances of all hands, as classes. Takes some milliseconds. */
void mc_find_classes(mc_classes *classes);

/* The spot of the seat to act, with this hand. The rules are those of S2. */
void mc_find_spot(const mc_classes *classes, const mus_table *table, const uint8_t hand[MUS_HAND],
                  mc_spot *out);

/* How likely each action of the spot is: as often as it was taken while learning, without what was only
 * tried. False if the spot is not known well enough, nor the coarser one. */
bool mc_probs(const mc_policy *policy, const mc_spot *spot, double *probs);
/* The same of the very row alone. */
bool mc_probs_of_row(const uint16_t *visits, const mc_spot *spot, double *probs);
/* Make the coarse sums from the visits. */
void mc_sum_up(mc_policy *policy);

/* One of `count` by these probabilities, which add up to 1. */
uint32_t mc_draw(const double *probs, uint32_t count, tp_rng *rng);

/* A move by the policy; where it knows nothing, that of `mus-bot`. */
tp_move mc_choose(const mc_policy *policy, const mus_table *table, const uint8_t hand[MUS_HAND], tp_rng *rng);

/* ---- bot_mc_learn.c ---- */

/* Episodes come in blocks. A block depends on what was learnt before it, as a file holds it, on the seed and
 * on its number. */
enum { MC_BLOCK = 10000 };

/* Nothing learnt yet. */
void mc_begin(mc_learnt *learnt, uint64_t seed);
/* One block more. */
void mc_learn_block(mc_learnt *learnt);
/* The share of juegos that the policy wins against `mus-bot` (or, `random`, against random moves), changing
 * seats. */
double mc_measure(mc_learnt *learnt, bool random, int juegos, uint64_t seed);

/* ---- bot_mc_file.c ---- */

/* Read what a file holds; `size` bytes of it are at `data`. On failure `out` is worth nothing. */
tp_err mc_parse(const uint8_t *data, size_t size, mc_learnt *out, tp_error *error);
/* The same from a path, which also begins the sentence where something is wrong. */
tp_err mc_read(const char *path, mc_learnt *out, tp_error *error);
/* The hash at the end of a file, FNV-1a with 64 bits. */
uint64_t mc_hash(const uint8_t *data, size_t size);
/* The bytes of a file, in memory that the caller frees; NULL without memory. */
uint8_t *mc_bytes(const mc_learnt *learnt, size_t *size);
/* Replace the file, as learnt_replace does. */
tp_err mc_write(const char *path, const mc_learnt *learnt, tp_error *error);

#endif
