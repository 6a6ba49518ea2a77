/* Classes of Mus hands. Written by scripts/make-mus-tables; do not edit.
 *
 * docs/rules/exact/mus.md, section 2. A test compares every pair of classes with a slow direct
 * implementation. */
#ifndef TAPETE_MUS_TABLES_H
#define TAPETE_MUS_TABLES_H

#include "tapete/base.h"

/* clang-format off */

/* How a hand ranks in each lance: larger is better, equal is a tie. */
typedef struct mus_class {
    uint16_t grande, chica;
    uint16_t pares[2];   /* by pares_order: STD, POKER; compared only between hands that have pares */
    uint8_t juego[3];    /* by real31: OFF, SOTA, ANY10; 0: no juego */
    uint8_t sum;         /* punto */
    uint8_t pares_value; /* 0: no pares */
    uint8_t juego_value;
} mus_class;

/* One copy in the library (tables.c), not one in each file that ranks hands. */
#ifdef __cplusplus
#define MUS_TABLE extern "C" __attribute__((visibility("hidden")))
#else
#define MUS_TABLE extern __attribute__((visibility("hidden")))
#endif

enum { MUS_CLASSES_8 = 330, MUS_KEYS_8 = 3425 };

/* By physical rank A 2 3 4 5 6 7 S C R; a 2 is an ace, a 3 is a king. */
static const uint16_t mus_weights_8[10] = {0, 0, 856, 1, 5, 21, 55, 153, 368, 856};

MUS_TABLE const mus_class mus_classes_8[MUS_CLASSES_8];
MUS_TABLE const uint16_t mus_class_of_key_8[MUS_KEYS_8];

enum { MUS_CLASSES_4 = 715, MUS_KEYS_4 = 10413 };

/* By physical rank A 2 3 4 5 6 7 S C R; every rank is its own. */
static const uint16_t mus_weights_4[10] = {0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603};

MUS_TABLE const mus_class mus_classes_4[MUS_CLASSES_4];
MUS_TABLE const uint16_t mus_class_of_key_4[MUS_KEYS_4];

#undef MUS_TABLE

/* clang-format on */

#endif
