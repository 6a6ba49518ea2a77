/* Any bytes as a file of what `mc` has learnt: they are read or refused with a sentence, and what is read can
 * be played from. The hash at the end would stop nearly everything, so that each input is also tried with the
 * right one. */
#include "games/mus/bot_mc.h"

#include <stdlib.h>
#include <string.h>

enum { HASH = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const mc_policy *policy) {
    tp_chance chance;
    mus_state state;
    tp_chance_from_seed(&chance, 1);
    memset(&state, 0, sizeof state);
    mus_setup(&state, &mc_rules, 0, false, &chance);
    while (state.table.phase != MUS_PHASE_OVER) {
        tp_move move = mc_choose(policy, &state.table, state.hands[state.table.to_act], &chance.rng);
        if (!mus_call_is_legal(&state.table, move)) abort();
        mus_apply(&state, move, &chance);
    }
}

static void try_bytes(const uint8_t *data, size_t size, mc_learnt *learnt) {
    tp_error error = {0};
    if (mc_parse(data, size, learnt, &error) != TP_OK) {
        if (error.code == TP_OK || error.text[0] == '\0') abort();
        return;
    }
    play(&learnt->policy);
    size_t written = 0;
    uint8_t *bytes = mc_bytes(learnt, &written);
    if (bytes == NULL || mc_parse(bytes, written, learnt, &error) != TP_OK) abort();
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mc_learnt *learnt = malloc(sizeof *learnt);
    uint8_t *right = malloc(size + 1);
    if (learnt == NULL || right == NULL) abort();
    try_bytes(data, size, learnt);
    if (size > HASH) {
        memcpy(right, data, size);
        uint64_t hash = mc_hash(right, size - HASH);
        for (size_t i = 0; i < HASH; i++) right[size - HASH + i] = (uint8_t)(hash >> 8 * i);
        try_bytes(right, size, learnt);
    }
    free(right);
    free(learnt);
    return 0;
}
