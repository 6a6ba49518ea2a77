/* Histories: keys of what a viewer has seen, over every game of the registry and in matches.
 *
 * What a key stands for is written out a second time, as text, and hashed by another function (BLAKE2b):
 * equal texts must have equal keys, and different texts different ones. What a seat may not know is covered
 * by test_secrecy.c. */
#include "support/soak.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    VARIANTS = 8,
    DEALS = 6,
    GAMES_OF_A_DEAL = 3, /* they begin alike, so that equal histories occur */
    MOST_PLIES = 400,    /* that are looked at in a game */
    MOST_EVENTS = 1024,
    MOST_STATE = 1024,
    MOST_VIEW = 2048,
    MOST_MOVES = 8192,
    DIGEST = crypto_generichash_BYTES,
    VIEWERS = TP_MAX_SEATS + 1
};

/* ---- many play-outs ---- */

/* A history, by its key and by the digest of its text. */
typedef struct entry {
    tp_history key;
    unsigned char digest[DIGEST];
} entry;

typedef struct entries {
    entry *items;
    size_t count, capacity;
} entries;

static void add(entries *list, tp_history key, const crypto_generichash_state *text) {
    crypto_generichash_state copy = *text;
    if (list->count == list->capacity) {
        list->capacity = list->capacity > 0 ? 2 * list->capacity : 4096;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        assert_non_null(list->items);
    }
    entry *added = &list->items[list->count++];
    memset(added, 0, sizeof *added);
    added->key = key;
    crypto_generichash_final(&copy, added->digest, DIGEST);
}

static void write_text(crypto_generichash_state *text, const char *words) {
    crypto_generichash_update(text, (const unsigned char *)words, strlen(words));
}

/* What everybody knows before the deal, and who looks. */
static void write_beginning(crypto_generichash_state *text, const tp_game *game, const tp_options *options,
                            int viewer) {
    char words[64];
    tp_options settled = *options;
    if (game->settle != NULL) game->settle(&settled, NULL);
    json_t *json = tp_options_to_json(&settled);
    char *dumped = json_dumps(json, JSON_COMPACT);
    crypto_generichash_init(text, NULL, 0, DIGEST);
    snprintf(words, sizeof words, "%s %d ", game->name, viewer);
    write_text(text, words);
    write_text(text, dumped);
    free(dumped);
    json_decref(json);
}

static void write_ply(crypto_generichash_state *text, const tp_game *game, const void *before,
                      const tp_event *events, size_t count, int viewer) {
    for (size_t i = 0; i < count; i++) {
        char words[96];
        tp_event seen;
        game->seen(before, &events[i], viewer, &seen);
        if (seen.type == TP_EVENT_MOVE) {
            snprintf(words, sizeof words, "\nmove %d %u", seen.seat, seen.move);
        } else {
            snprintf(words, sizeof words, "\nchance %d %u %u", seen.seat, seen.kind, seen.outcome);
        }
        write_text(text, words);
    }
}

/* Play one game without a match and note the history of every viewer after every ply. */
static void play_out(const tp_game *game, const tp_options *options, uint64_t seed, uint64_t choices,
                     entries *list) {
    static unsigned char state[MOST_STATE], before[MOST_STATE];
    static tp_event events[MOST_EVENTS];
    static tp_move moves[MOST_MOVES];
    tp_history keys[VIEWERS];
    crypto_generichash_state texts[VIEWERS];
    tp_event_log log;
    tp_rng chooser;
    tp_rng_seed(&chooser, choices);
    tp_event_log_init(&log, seed, events, MOST_EVENTS);
    tp_event_log_begin(&log, TP_TABLE, TP_NO_MOVE);
    assert_int_equal(game->setup(state, options, &log.chance, NULL), TP_OK);
    memcpy(before, state, game->state_size);
    int viewers = game->seats(state) + 1;
    for (int i = 0; i < viewers; i++) {
        keys[i] = tp_history_begin(game, options, i + TP_SPECTATOR);
        write_beginning(&texts[i], game, options, i + TP_SPECTATOR);
    }
    for (int ply = 0; ply < MOST_PLIES; ply++) {
        assert_false(log.is_cut);
        for (int i = 0; i < viewers; i++) {
            int viewer = i + TP_SPECTATOR;
            keys[i] = tp_history_add_ply(keys[i], game, before, events, log.count, viewer);
            write_ply(&texts[i], game, before, events, log.count, viewer);
            add(list, keys[i], &texts[i]);
        }
        int actor = game->actor(state);
        if (actor == TP_OVER) break;
        tp_move move = moves[tp_rng_below(&chooser, (uint32_t)game->legal(state, moves))];
        memcpy(before, state, game->state_size);
        tp_event_log_begin(&log, actor, move);
        game->apply(state, move, &log.chance);
    }
}

static int by_key(const void *one, const void *other) {
    return memcmp(&((const entry *)one)->key, &((const entry *)other)->key, sizeof(tp_history));
}

static int by_digest(const void *one, const void *other) {
    return memcmp(((const entry *)one)->digest, ((const entry *)other)->digest, DIGEST);
}

/* Neighbours that agree in what the list is sorted by and differ in the rest. */
static size_t disagreements(entries *list, int (*order)(const void *, const void *)) {
    size_t found = 0;
    qsort(list->items, list->count, sizeof *list->items, order);
    for (size_t i = 1; i < list->count; i++) {
        const entry *one = &list->items[i - 1], *other = &list->items[i];
        found += order(one, other) == 0 && memcmp(one, other, sizeof *one) != 0;
    }
    return found;
}

static size_t count_different(entries *list) {
    size_t different = list->count > 0;
    qsort(list->items, list->count, sizeof *list->items, by_key);
    for (size_t i = 1; i < list->count; i++) different += by_key(&list->items[i - 1], &list->items[i]) != 0;
    return different;
}

static void different_histories_have_different_keys(void **unused) {
    (void)unused;
    entries list = {0};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        assert_true((*game)->state_size <= MOST_STATE && (*game)->max_moves <= MOST_MOVES);
        for (int variant = 0; variant < variant_count(VARIANTS); variant++) {
            tp_options options;
            variant_options(*game, (uint32_t)variant, &options);
            for (uint64_t deal = 0; deal < DEALS; deal++) {
                for (uint64_t choices = 0; choices < GAMES_OF_A_DEAL; choices++)
                    play_out(*game, &options, deal, choices, &list);
            }
        }
    }
    assert_int_equal(disagreements(&list, by_key), 0);
    assert_int_equal(disagreements(&list, by_digest), 0);
    size_t different = count_different(&list);
    assert_true(different > list.count / 4);
    assert_true(different < list.count); /* the same history came up twice: equal keys were compared too */
    free(list.items);
}

/* The comparison above finds a key that forgets something. */
static void a_key_that_forgets_is_found(void **unused) {
    (void)unused;
    const tp_game *game = tp_games()[0];
    entries list = {0};
    tp_options options;
    tp_options_init(&options, game->options);
    play_out(game, &options, 1, 1, &list);
    list.items[list.count / 2].key = list.items[0].key;
    assert_true(disagreements(&list, by_key) > 0);
    free(list.items);
}

/* ---- what goes into a key ---- */

static void every_part_of_an_event_counts(void **unused) {
    (void)unused;
    const tp_game *game = tp_games()[0];
    tp_options options;
    tp_options_init(&options, game->options);
    tp_history start = tp_history_begin(game, &options, 0), keys[8];
    const tp_event events[8] = {
        {.type = TP_EVENT_MOVE, .seat = 0, .move = 7},
        {.type = TP_EVENT_MOVE, .seat = 1, .move = 7},
        {.type = TP_EVENT_MOVE, .seat = 0, .move = 8},
        {.type = TP_EVENT_CHANCE, .seat = 0, .kind = 0, .outcome = 7},
        {.type = TP_EVENT_CHANCE, .seat = 1, .kind = 0, .outcome = 7},
        {.type = TP_EVENT_CHANCE, .seat = TP_TABLE, .kind = 0, .outcome = 7},
        {.type = TP_EVENT_CHANCE, .seat = 0, .kind = 1, .outcome = 7},
        {.type = TP_EVENT_CHANCE, .seat = 0, .kind = 0, .outcome = TP_HIDDEN},
    };
    for (int i = 0; i < 8; i++) {
        keys[i] = tp_history_add(start, &events[i]);
        assert_false(tp_history_equal(keys[i], start));
        for (int k = 0; k < i; k++) assert_false(tp_history_equal(keys[i], keys[k]));
    }
    /* The order counts; who else saw an outcome, and what a move's event says of chance, does not. */
    tp_event same = events[3];
    same.audience = TP_ONLY(2);
    assert_true(tp_history_equal(tp_history_add(start, &same), keys[3]));
    same = events[0];
    same.kind = same.outcome = 5;
    assert_true(tp_history_equal(tp_history_add(start, &same), keys[0]));
    assert_false(tp_history_equal(tp_history_add(keys[0], &events[1]), tp_history_add(keys[1], &events[0])));
}

static void game_options_and_viewer_count(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL), *sabacc = tp_game_find("sabacc", NULL);
    tp_options options, other;
    tp_options_init(&options, mus->options);
    tp_options_init(&other, mus->options);
    tp_history key = tp_history_begin(mus, &options, 0);
    assert_true(tp_history_equal(key, tp_history_begin(mus, &other, 0)));
    assert_false(tp_history_equal(key, tp_history_begin(mus, &options, 1)));
    assert_false(tp_history_equal(key, tp_history_begin(mus, &options, TP_SPECTATOR)));
    assert_int_equal(tp_options_set(&other, "target", "30", NULL), TP_OK);
    assert_false(tp_history_equal(key, tp_history_begin(mus, &other, 0)));
    /* Saying the default is saying nothing. */
    assert_int_equal(tp_options_set(&other, "target", "40", NULL), TP_OK);
    assert_true(tp_history_equal(key, tp_history_begin(mus, &other, 0)));
    tp_options_init(&other, sabacc->options);
    assert_false(tp_history_equal(key, tp_history_begin(sabacc, &other, 0)));
}

static void a_ply_that_does_not_fit_is_told(void **unused) {
    (void)unused;
    static unsigned char state[MOST_STATE];
    const tp_game *game = tp_games()[0];
    tp_options options;
    tp_event events[3];
    tp_event_log log;
    tp_options_init(&options, game->options);
    tp_event_log_init(&log, 1, events, 3);
    tp_event_log_begin(&log, TP_TABLE, TP_NO_MOVE);
    assert_int_equal(game->setup(state, &options, &log.chance, NULL), TP_OK);
    assert_true(log.is_cut);
    assert_int_equal(log.count, 3);
    tp_event_log_begin(&log, 1, 5);
    assert_false(log.is_cut);
    assert_int_equal(log.count, 1);
    assert_int_equal(events[0].move, 5);
}

/* ---- matches ---- */

static tp_match *begin(const tp_game *game, const tp_options *options, const json_t *position) {
    tp_error error = {0};
    tp_match_setup setup = {
        .game = game, .options = options, .seeded = true, .seed = 11, .position = position};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s: %s", game->name, error.text);
    return match;
}

static void play_at_random(tp_match *match, tp_rng *rng) {
    static tp_move moves[MOST_MOVES];
    tp_error error = {0};
    uint32_t count = (uint32_t)tp_match_game(match)->legal(tp_match_state(match), moves);
    tp_err code = tp_match_play(match, tp_match_actor(match), moves[tp_rng_below(rng, count)], &error);
    if (code != TP_OK) fail_msg("%s", error.text);
}

static tp_history history_of(const tp_match *match, int viewer) {
    tp_history key;
    assert_true(tp_match_history(match, viewer, &key));
    return key;
}

static tp_history history_at(const tp_match *match, int ply, int viewer) {
    tp_history key;
    assert_true(tp_match_history_at(match, ply, viewer, &key));
    return key;
}

/* From the log alone, as a solver or a batch of games would. */
static tp_history follow(const tp_match *match, int viewer) {
    static unsigned char before[MOST_STATE];
    const tp_game *game = tp_match_game(match);
    tp_history key = tp_history_begin(game, tp_match_options(match), viewer);
    for (int ply = 0; ply <= tp_match_plies(match); ply++) {
        const tp_event *events;
        size_t count = tp_match_ply_events(match, ply, &events);
        tp_match_state_at(match, ply > 0 ? ply - 1 : 0, before);
        key = tp_history_add_ply(key, game, before, events, count, viewer);
    }
    return key;
}

enum { PLIES = 24 };

/* Every ply has its key; an undo takes it back, and a spectator who is behind has the key of what he has been
 * shown. */
static void a_match_keeps_the_history_of_every_viewer(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_history keys[PLIES + 1][VIEWERS];
        tp_rng rng;
        tp_rng_seed(&rng, 3);
        tp_match *match = begin(*game, NULL, NULL);
        int viewers = tp_match_seats(match) + 1, plies = 0;
        for (;; plies++) {
            for (int i = 0; i < viewers; i++) {
                keys[plies][i] = history_of(match, i + TP_SPECTATOR);
                assert_true(tp_history_equal(keys[plies][i], follow(match, i + TP_SPECTATOR)));
                for (int k = 0; k < plies; k++) assert_false(tp_history_equal(keys[plies][i], keys[k][i]));
            }
            if (plies == PLIES || tp_match_actor(match) == TP_OVER) break;
            play_at_random(match, &rng);
        }
        for (int ply = 0; ply <= plies; ply++) {
            for (int i = 0; i < viewers; i++)
                assert_true(tp_history_equal(keys[ply][i], history_at(match, ply, i + TP_SPECTATOR)));
        }
        while (tp_match_undo(match, 3)) {
            plies -= 3;
            assert_int_equal(tp_match_plies(match), plies);
            for (int i = 0; i < viewers; i++)
                assert_true(tp_history_equal(keys[plies][i], history_of(match, i + TP_SPECTATOR)));
        }
        tp_match_free(match);
    }
}

/* A game that is read again from its record has the histories that it had. */
static void a_record_brings_the_histories_back(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_rng rng;
        tp_error error = {0};
        tp_record_info info;
        size_t entries = 0;
        tp_rng_seed(&rng, 4);
        tp_match *match = begin(*game, NULL, NULL);
        for (int i = 0; i < PLIES && tp_match_actor(match) != TP_OVER; i++) {
            play_at_random(match, &rng);
            if (i % 5 == 4) assert_true(tp_match_undo(match, 2));
        }
        char *lines = tp_record_lines(match, &entries);
        tp_match *read = tp_record_parse(lines, strlen(lines), &info, &error);
        if (read == NULL) fail_msg("%s: %s", (*game)->name, error.text);
        for (int viewer = TP_SPECTATOR; viewer < tp_match_seats(match); viewer++)
            assert_true(tp_history_equal(history_of(match, viewer), history_of(read, viewer)));
        free(lines);
        tp_match_free(read);
        tp_match_free(match);
    }
}

/* A position has no past: its history starts from what the viewer sees of it, and goes on from there. */
static void a_position_starts_from_its_view(void **unused) {
    (void)unused;
    static unsigned char view[MOST_VIEW];
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_rng rng;
        tp_rng_seed(&rng, 5);
        tp_match *match = begin(*game, NULL, NULL);
        for (int i = 0; i < 6 && tp_match_actor(match) != TP_OVER; i++) play_at_random(match, &rng);
        json_t *position = (*game)->state_to_json(tp_match_state(match));
        tp_match *set_up = begin(*game, tp_match_options(match), position);
        for (int viewer = TP_SPECTATOR; viewer < tp_match_seats(match); viewer++) {
            assert_true(tp_match_view(set_up, viewer, view));
            tp_history start = history_of(set_up, viewer);
            assert_true(
                tp_history_equal(start, tp_history_from_view(*game, tp_match_options(set_up), viewer, view)));
            assert_false(tp_history_equal(start, history_of(match, viewer)));
        }
        tp_history before = history_of(set_up, 0);
        if (tp_match_actor(set_up) != TP_OVER) {
            play_at_random(set_up, &rng);
            assert_false(tp_history_equal(before, history_of(set_up, 0)));
            assert_true(tp_match_undo(set_up, 1));
        }
        assert_true(tp_history_equal(before, history_of(set_up, 0)));
        json_decref(position);
        tp_match_free(set_up);
        tp_match_free(match);
    }
}

static void nobody_else_has_a_history(void **unused) {
    (void)unused;
    tp_match *match = begin(tp_games()[0], NULL, NULL);
    tp_history key = {{1, 2}};
    assert_false(tp_match_history(match, TP_REVEALED, &key));
    assert_false(tp_match_history(match, tp_match_seats(match), &key));
    assert_false(tp_match_history_at(match, 1, 0, &key));
    assert_false(tp_match_history_at(match, -1, 0, &key));
    assert_true(key.words[0] == 1 && key.words[1] == 2);
    tp_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(different_histories_have_different_keys),
        cmocka_unit_test(a_key_that_forgets_is_found),
        cmocka_unit_test(every_part_of_an_event_counts),
        cmocka_unit_test(game_options_and_viewer_count),
        cmocka_unit_test(a_ply_that_does_not_fit_is_told),
        cmocka_unit_test(a_match_keeps_the_history_of_every_viewer),
        cmocka_unit_test(a_record_brings_the_histories_back),
        cmocka_unit_test(a_position_starts_from_its_view),
        cmocka_unit_test(nobody_else_has_a_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
