/* What speaks for or against a move of Mus: how good the hand is among all hands of a lance. */
#include "core/language.h"
#include "games/mus/bot_steady.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

#include <math.h>
#include <stdio.h>

/* Ties count as half. */
static int beaten(const mus_rules *rules, const uint8_t hand[MUS_HAND], uint32_t phase) {
    return (int)lround(100 * mus_hand_strength(rules, hand, phase, .5));
}

/* The lance in which this hand beats the most others: to cut or not depends on it. */
static void say_best_lance(const mus_rules *rules, const uint8_t hand[MUS_HAND], char *text, size_t size) {
    static const char *const titles[] = {"Grande", "Chica", "Pares", "Juego", "Punto"};
    const mus_class *class = mus_class_of(rules, hand);
    uint32_t best = MUS_PHASE_GRANDE;
    for (uint32_t phase = MUS_PHASE_CHICA; phase <= MUS_PHASE_PUNTO; phase++) {
        bool speaks = phase == MUS_PHASE_PARES   ? class->pares_value != 0
                      : phase == MUS_PHASE_JUEGO ? class->juego_value != 0
                      : phase == MUS_PHASE_PUNTO ? class->juego_value == 0
                                                 : true;
        if (speaks && beaten(rules, hand, phase) > beaten(rules, hand, best)) best = phase;
    }
    snprintf(text, size, TR("your best lance is %s, where your hand beats %d of 100"),
             titles[best - MUS_PHASE_GRANDE], beaten(rules, hand, best));
}

void mus_reason(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    const uint8_t *hand = view->hands[table->to_act];
    (void)move;
    text[0] = '\0';
    if (hand[MUS_HAND - 1] >= MUS_CARDS) return;
    if (mus_is_lance(table->phase)) {
        snprintf(text, size, TR("in this lance your hand beats %d of 100 hands that may bet"),
                 beaten(&table->rules, hand, table->phase));
    } else if (table->phase == MUS_PHASE_MUS) {
        say_best_lance(&table->rules, hand, text, size);
    }
}
