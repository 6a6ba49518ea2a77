/* Golden playthroughs: complete games with every public call printed, compared line by line with
 * tests/golden.
 *
 * A change in behaviour shows as a diff that a reviewer can read (support/golden.h). */
#include "support/sources.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"

enum {
    PLAYTHROUGHS = 3,
    DETAILED_PLIES = 90,
    MOST_STATE = 1024,
    MOST_VIEW = 2048,
    MOST_SCRATCH = 1 << 19,
    MOST_MOVES = 8192
};

static void print_json(FILE *out, const char *label, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    fprintf(out, "%s: %s\n", label, text);
    free(text);
    json_decref(json);
}

/* A tensor as its entries that are not zero: "place=value". */
static void print_tensor(FILE *out, const char *label, const uint8_t *numbers, size_t count) {
    fprintf(out, "%s:", label);
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] != 0) fprintf(out, " %zu=%d", i, numbers[i]);
    }
    fprintf(out, "\n");
}

static void print_view(FILE *out, const tp_game *game, const void *state, int viewer) {
    static unsigned char view[MOST_VIEW];
    char label[32];
    snprintf(label, sizeof label, "view %d", viewer);
    game->view(state, viewer, view);
    print_json(out, label, game->view_to_json(view));
    uint8_t *tensor = calloc(tp_observe_size(game), sizeof *tensor);
    if (tp_game_observe(game, view, tensor)) print_tensor(out, "observe", tensor, tp_observe_size(game));
    free(tensor);
}

static void print_moves(FILE *out, const tp_game *game, const void *state) {
    static unsigned char view[MOST_VIEW];
    static tp_move moves[MOST_MOVES];
    game->view(state, game->actor(state), view);
    int count = game->view_legal(view, moves);
    uint8_t *tensor = calloc(tp_observe_move_size(game), sizeof *tensor);
    for (int i = 0; i < count; i++) {
        char name[TP_TEXT_SIZE], marked[TP_TEXT_SIZE], help[TP_TEXT_SIZE];
        game->move_text(moves[i], name, sizeof name);
        tp_game_move_help(game, view, moves[i], marked, sizeof marked);
        tp_fill_names(marked, NULL, 0, help, sizeof help);
        fprintf(out, "legal %u %s: %s\n", moves[i], name, help);
        game->observe_move(view, moves[i], tensor);
        print_tensor(out, "  features", tensor, tp_observe_move_size(game));
    }
    free(tensor);
}

static void print_world(FILE *out, const tp_game *game, const void *state, uint64_t seed) {
    static unsigned char view[MOST_VIEW], scratch[MOST_SCRATCH], world[MOST_STATE];
    tp_chance chance;
    tp_chance_from_seed(&chance, seed);
    game->view(state, game->actor(state), view);
    tp_game_prepare(game, view, scratch, NULL);
    game->imagine(view, scratch, world, &chance);
    print_json(out, "world", game->state_to_json(world));
    int decisions = tp_game_playout(game, world, &chance);
    float returns[TP_MAX_SEATS];
    game->returns(world, returns);
    fprintf(out, "playout: %d decisions, returns", decisions);
    for (int seat = 0; seat < game->seats(state); seat++) fprintf(out, " %.3f", (double)returns[seat]);
    fprintf(out, "\n");
}

/* What a viewer is told of a ply. */
static void print_ply(FILE *out, const tp_game *game, const void *before, const tp_event *events, int count,
                      const void *after, int viewer) {
    static unsigned char view_before[MOST_VIEW], view_after[MOST_VIEW];
    if (before != NULL) game->view(before, viewer, view_before);
    game->view(after, viewer, view_after);
    for (int i = 0; i < count; i++) {
        tp_event seen;
        char outcome[TP_TEXT_SIZE] = "move", marked[TP_TEXT_SIZE], words[TP_TEXT_SIZE];
        game->seen(before == NULL ? after : before, &events[i], viewer, &seen);
        if (seen.type == TP_EVENT_CHANCE) tp_outcome_to_text(game, seen.kind, seen.outcome, outcome);
        game->tell(before == NULL ? NULL : view_before, &seen, view_after, marked, sizeof marked);
        tp_fill_names(marked, NULL, 0, words, sizeof words);
        for (char *c = words; *c != '\0'; c++) *c = *c == '\n' ? '|' : *c;
        char whose[24] = "table";
        if (seen.seat != TP_TABLE) snprintf(whose, sizeof whose, "seat %d", seen.seat);
        fprintf(out, "seen by %d: %s %s: %s\n", viewer, whose, outcome, words);
    }
}

/* One whole game, printed. */
static void print_playthrough(FILE *out, const tp_game *game, uint32_t variant) {
    static unsigned char state[MOST_STATE], before[MOST_STATE];
    static tp_move moves[MOST_MOVES];
    static logging log;
    tp_options options;
    tp_rng rng;
    variant_options(game, variant, &options);
    print_json(out, "options", tp_options_to_json(&options));
    logging_init(&log, variant);
    tp_rng_seed(&rng, variant);
    assert_int_equal(game->setup(state, &options, &log.chance, NULL), TP_OK);
    print_ply(out, game, NULL, log.events, log.count, state, 0);
    for (int ply = 1; game->actor(state) != TP_OVER; ply++) {
        int actor = game->actor(state), viewer = ply % (game->seats(state) + 1) - 1;
        fprintf(out, "\nply %d, seat %d to act\n", ply, actor);
        bool detailed = ply <= DETAILED_PLIES; /* of a long game the rest in short */
        if (detailed) print_json(out, "state", game->state_to_json(state));
        if (detailed) print_view(out, game, state, viewer);
        if (detailed) print_moves(out, game, state);
        if (detailed && ply % 8 == 1) print_world(out, game, state, (uint64_t)ply);
        int count = game->legal(state, moves);
        tp_event events[SOURCE_MOST_EVENTS + 1];
        events[0] = (tp_event){
            .type = TP_EVENT_MOVE, .seat = actor, .move = moves[tp_rng_below(&rng, (uint32_t)count)]};
        char name[TP_TEXT_SIZE];
        game->move_text(events[0].move, name, sizeof name);
        fprintf(out, "plays %s\n", name);
        memcpy(before, state, game->state_size);
        log.count = 0;
        game->apply(state, events[0].move, &log.chance);
        memcpy(&events[1], log.events, (size_t)log.count * sizeof *events);
        if (detailed) print_ply(out, game, before, events, log.count + 1, state, viewer);
    }
    fprintf(out, "\nthe end\n");
    print_json(out, "state", game->state_to_json(state));
    print_view(out, game, state, TP_REVEALED);
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    game->returns(state, returns);
    game->scores(state, scores);
    for (int seat = 0; seat < game->seats(state); seat++) {
        fprintf(out, "seat %d: side %d, return %.4f, score %d\n", seat, game->side(state, seat),
                (double)returns[seat], scores[seat]);
    }
}

static void every_game_plays_as_it_did(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (uint32_t variant = 0; variant < PLAYTHROUGHS; variant++) {
            char name[64], *found = NULL;
            size_t size = 0;
            FILE *out = open_memstream(&found, &size);
            print_playthrough(out, *game, variant);
            fclose(out);
            snprintf(name, sizeof name, "%s-%u.txt", (*game)->name, variant);
            golden_compare(name, found);
            free(found);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_game_plays_as_it_did)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
