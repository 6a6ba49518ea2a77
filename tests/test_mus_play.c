/* Mus: random play over random options never gets stuck, every juego has exactly one winner, scores only
 * grow; the fast play-out is the same game as the rules, and both builds are the same game. TAPETE_SOAK makes
 * it longer: 10 million hands in the long suite. */
#include "games/mus/view.h"
#include "support/soak.h"
#include "support/statistics.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HANDS = 400000, HANDS_PER_VARIANT = 1000, MOST_HAND_PLIES = 5000 };

static const tp_game *game;

static uint32_t total(const uint8_t numbers[MUS_SEATS]) {
    uint32_t sum = 0;
    for (uint32_t side = 0; side < MUS_SEATS; side++) sum += numbers[side];
    return sum;
}

/* One hand with random moves; returns how many. Counts as stuck after many times the longest hand that there
 * can be. */
static int play_hand(mus_state *state, tp_chance *chance) {
    uint32_t mano = state->table.mano;
    int plies = 0;
    while (state->table.phase != MUS_PHASE_OVER && state->table.mano == mano) {
        tp_move moves[MUS_MAX_MOVES];
        int count = mus_list_legal(&state->table, state->hands[state->table.to_act], moves);
        if (count == 0) fail_msg("no legal move in phase %s", mus_phase_names[state->table.phase]);
        mus_apply(state, moves[tp_rng_below(&chance->rng, (uint32_t)count)], chance);
        if (++plies > MOST_HAND_PLIES) fail_msg("a hand of more than %d moves", MOST_HAND_PLIES);
    }
    return plies;
}

/* What a hand may do to the scores (sections 6 and 7). */
static void check_hand(const mus_table *before, const mus_table *after) {
    const mus_log *log = &after->last_log;
    uint32_t score[MUS_SEATS], winner = MUS_NOBODY;
    assert_in_range(log->count, 1, MUS_MOST_ENTRIES);
    for (uint32_t side = 0; side < MUS_SEATS; side++) score[side] = before->score[side];
    for (uint32_t i = 0; i < log->count; i++) {
        const mus_entry *entry = &log->entries[i];
        bool ordago = entry->reason % 4 == MUS_SCORED_ORDAGO;
        assert_int_equal(winner, MUS_NOBODY); /* nothing is scored after the juego is won */
        assert_int_equal(entry->stones == 0, ordago);
        score[entry->side] += entry->stones;
        if (ordago || score[entry->side] >= before->rules.target) winner = entry->side;
    }
    uint32_t juegos = total(after->juegos), vacas = total(after->vacas);
    if (winner == MUS_NOBODY) { /* the total has grown: scores never repeat */
        uint32_t sum_before = 0, sum_after = 0;
        for (uint32_t side = 0; side < MUS_SEATS; side++) {
            assert_int_equal(after->score[side], score[side]);
            sum_before += before->score[side];
            sum_after += after->score[side];
        }
        assert_true(sum_after > sum_before);
        assert_int_equal(juegos, total(before->juegos));
        assert_int_equal(vacas, total(before->vacas));
        assert_int_not_equal(after->phase, MUS_PHASE_OVER);
        return;
    }
    if (after->phase == MUS_PHASE_OVER) assert_int_equal(after->winner, winner);
    bool vaca = before->juegos[winner] + 1 == before->rules.juegos_to_win;
    assert_int_equal(vacas, total(before->vacas) + (vaca ? 1u : 0u));
    assert_int_equal(after->vacas[winner], before->vacas[winner] + (vaca ? 1 : 0));
    assert_int_equal(after->phase == MUS_PHASE_OVER, after->vacas[winner] == before->rules.vacas_to_win);
    if (after->phase == MUS_PHASE_OVER) return;
    assert_int_equal(juegos, vaca ? 0 : total(before->juegos) + 1);
    if (!vaca) assert_int_equal(after->juegos[winner], before->juegos[winner] + 1);
    for (uint32_t side = 0; side < MUS_SEATS; side++) assert_int_equal(after->score[side], 0);
}

static void random_play_never_gets_stuck_and_every_juego_has_one_winner(void **unused) {
    (void)unused;
    uint64_t hands = 0, wanted = (uint64_t)HANDS * (uint64_t)soak_factor();
    for (uint32_t variant = 0; hands < wanted; variant++) {
        tp_options options;
        tp_chance chance;
        mus_state state;
        variant_options(game, variant, &options);
        tp_chance_from_seed(&chance, variant);
        assert_int_equal(game->setup(&state, &options, &chance, NULL), TP_OK);
        for (int n = 0; n < HANDS_PER_VARIANT; n++, hands++) {
            mus_table before = state.table;
            play_hand(&state, &chance);
            check_hand(&before, &state.table);
            if (n % 50 == 0) {
                tp_error error = {0};
                if (game->check(&state, &error) != TP_OK) fail_msg("%s", error.text);
            }
            if (state.table.phase == MUS_PHASE_OVER) {
                float returns[TP_MAX_SEATS];
                int winners = 0;
                game->returns(&state, returns);
                for (int seat = 0; seat < game->seats(&state); seat++) winners += returns[seat] > 0;
                assert_int_equal(winners, state.table.rules.players == 4 && !state.table.rules.ffa ? 2 : 1);
                assert_int_equal(game->setup(&state, &options, &chance, NULL), TP_OK);
            }
        }
    }
}

/* Two agents that never cut, with nothing compulsory, come to an end: after 50 rounds the cut is automatic.
 */
static void mus_for_ever_is_cut_after_fifty_rounds(void **unused) {
    (void)unused;
    tp_options options;
    tp_chance chance;
    mus_state state;
    tp_options_init(&options, game->options);
    tp_options_set(&options, "min_discard", "0", NULL);
    tp_chance_from_seed(&chance, 1);
    game->setup(&state, &options, &chance, NULL);
    int discards = 0;
    for (; !mus_is_lance(state.table.phase); discards += state.table.phase == MUS_PHASE_DISCARD)
        game->apply(&state, state.table.phase == MUS_PHASE_MUS ? MUS_MOVE_MUS : (tp_move)MUS_MOVE_DISCARD,
                    &chance);
    assert_int_equal(discards, 4 * MUS_MOST_ROUNDS);
    assert_int_equal(state.table.rounds, MUS_MOST_ROUNDS);
    assert_int_equal(state.table.to_act, state.table.mano);
}

/* ---- the play-out ---- */

enum { MOST_BINS = 64 };

typedef struct summary {
    double decisions[MOST_BINS], winners[MUS_SEATS];
} summary;

static void summarise(const char *settings, bool fast, int matches, summary *out) {
    tp_options options;
    tp_chance chance;
    mus_state state;
    tp_error error = {0};
    tp_options_init(&options, game->options);
    if (tp_options_parse(&options, settings, &error) != TP_OK) fail_msg("%s", error.text);
    tp_chance_from_seed(&chance, fast ? 1 : 2);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < matches; i++) {
        int decisions = 0;
        game->setup(&state, &options, &chance, NULL);
        if (fast) {
            decisions = game->playout(&state, &chance);
        } else {
            while (state.table.phase != MUS_PHASE_OVER) decisions += play_hand(&state, &chance);
        }
        out->decisions[decisions / 4 < MOST_BINS ? decisions / 4 : MOST_BINS - 1]++;
        out->winners[state.table.winner]++;
    }
}

static void assert_same_distribution(const char *what, const double *one, const double *other, size_t count) {
    double observed[2 * MOST_BINS], expected[2 * MOST_BINS], a = 0, b = 0;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        a += one[i];
        b += other[i];
        if (a + b < 40) continue;
        observed[used] = a;
        observed[used + 1] = b;
        expected[used] = expected[used + 1] = (a + b) / 2;
        used += 2;
        a = b = 0;
    }
    double found = chi_square(observed, expected, used), limit = chi_square_limit(used / 2 - 1);
    if (found > limit) fail_msg("%s: chi-square %.1f, at most %.1f", what, found, limit);
}

static void the_playout_is_the_same_game_as_the_rules(void **unused) {
    (void)unused;
    static const char *const settings[] = {"preset=F4", "preset=S2", "preset=F2", "preset=X4",
                                           "raises=2,5,max_raises=2,team_answer=MAX_WINS,min_discard=0"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        static summary fast, slow;
        summarise(settings[i], true, 60000, &fast);
        summarise(settings[i], false, 60000, &slow);
        assert_same_distribution("decisions", fast.decisions, slow.decisions, MOST_BINS);
        assert_same_distribution("winners", fast.winners, slow.winners, MUS_SEATS);
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_never_gets_stuck_and_every_juego_has_one_winner),
        cmocka_unit_test(mus_for_ever_is_cut_after_fifty_rounds),
        cmocka_unit_test(the_playout_is_the_same_game_as_the_rules),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
