/* make_records FOLDER: finished records of random games in many variants, for a test of who verifies them.
 *
 * Of every game there are GAME-NN.tpr. They go over its variants, and some have contributions, undos, an undo
 * after the end, a resignation, a sealed list, a position to begin from, which may be a moment of another
 * game, or a script. All of it follows from the number of the record. */
#include "match/sealed.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 36, MOST_VARIANTS = 12 };

/* Options of each variant, "" for the defaults. FORCED_9 reshuffles in every hand. */
typedef struct plan {
    const char *game;
    const char *variants[MOST_VARIANTS];
    const char *script[3];
    const char *position; /* NULL or one that play does not lead to */
} plan;

static const plan plans[] = {
    {"sabacc",
     {"", "players=2", "players=3 early_reveal=true", "tokens=EMBARGO,EXHAUSTION,SABACC_PRIME",
      "players=2 chips=3", NULL},
     {"sand 1", "sand 1", "die 6"},
     NULL},
    {"mus",
     {"", "mus=FORCED_9", "preset=S2", "mus=FORCED_9 reshuffle=ALL mano_start=random",
      "preset=F2 kings8=false mano_start=1", "preset=X4 min_discard=0 mano_start=random",
      "mus=FORCED_9 min_discard=0 kings8=false", "target=10 best_of=5 vacas=2 mus=MAX_2",
      "preset=F2 mus=FORCED_9 reshuffle=ALL", NULL},
     {"card R", "card R", "card 4o"},
     NULL},
    {"bruno",
     {"", "strict_nine=true", "shown_one=true", "strict_nine=true shown_one=true", "cap=150", NULL},
     {"deal 10", "deal 10", "first 2"},
     NULL},
    {"mulle",
     {"", "omgangar=3", "starter=random", "omgangar=2 starter=random", "starter=B", NULL},
     {"card KL2", "card KL2", "card RU10"},
     "{\"rond\": 5, \"table\": [\"KL3\"], \"hands\": {\"A\": [\"SP4\"], \"B\": [\"HJ5\", \"HJ6\"]}, "
     "\"stock\": [\"RU6\", \"KL6\", \"SP9\"]}"},
    {"leduc", {"", "raises=1", "raises=3", NULL}, {"card Kh", "card Qs", "card Js"}, NULL},
};

static void check(bool good, const tp_error *error) {
    if (good) return;
    fprintf(stderr, "make_records: %s\n", error->text);
    exit(1);
}

static void set_options(tp_options *options, const tp_game *game, const char *variant) {
    char words[256], *rest = words;
    tp_error error = {0};
    tp_options_init(options, game->options);
    snprintf(words, sizeof words, "%s", variant);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        check(tp_options_set(options, word, value, &error) == TP_OK, &error);
    }
}

/* At most so many random moves. */
static void play_some(tp_match *match, int count, tp_rng *rng) {
    const tp_game *game = tp_match_game(match);
    tp_error error = {0};
    tp_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    check(moves != NULL, &error);
    for (; count > 0 && tp_match_actor(match) != TP_OVER; count--) {
        uint32_t legal = (uint32_t)game->legal(tp_match_state(match), moves);
        check(tp_match_play(match, tp_match_actor(match), moves[tp_rng_below(rng, legal)], &error) == TP_OK,
              &error);
    }
    free(moves);
}

static void play_out(tp_match *match, tp_rng *rng) {
    while (tp_match_actor(match) != TP_OVER) play_some(match, 1000, rng);
}

/* A state in the middle of a game. */
static json_t *some_position(const tp_match_setup *setup, int plies, tp_rng *rng) {
    tp_error error = {0};
    tp_match *match = tp_match_new(setup, &error);
    check(match != NULL, &error);
    play_some(match, plies, rng);
    if (tp_match_actor(match) == TP_OVER) tp_match_undo(match, 3);
    json_t *position = setup->game->state_to_json(tp_match_state(match));
    tp_match_free(match);
    return position;
}

/* A list of the first two seats of this setup, who contribute what they sealed; the others are agents, or
 * persons who were away. */
static sealed_list some_list(tp_match_setup *setup, int number, tp_rng *rng) {
    tp_match *match = tp_match_new(setup, NULL);
    sealed_list list = {.attempt = 1 + number % SEALED_ATTEMPTS, .seats = tp_match_seats(match)};
    tp_match_free(match);
    snprintf(list.table, sizeof list.table, "t%d", number);
    for (int seat = 0; seat < list.seats; seat++) {
        list.is_listed[seat] = seat < 2 && (seat + number) % 4 != 3;
        list.is_person[seat] = list.is_listed[seat] || number % 8 == 2;
        tp_contribution *given = &setup->contributions[seat];
        given->size = list.is_listed[seat] ? SEAL_SIZE : 0;
        for (uint32_t i = 0; i < given->size; i++) given->bytes[i] = (uint8_t)tp_rng_next(rng);
        if (list.is_listed[seat]) seal_make(list.table, list.attempt, seat, given->bytes, list.seals[seat]);
    }
    return list;
}

static void make_record(const char *path, const plan *plan, int number) {
    const tp_game *game = tp_game_find(plan->game, NULL);
    int variants = 1; /* there is at least one */
    while (plan->variants[variants] != NULL) variants++;
    tp_error error = {0};
    tp_options options;
    tp_rng rng;
    tp_rng_seed(&rng, (uint64_t)number);
    set_options(&options, game, plan->variants[number % variants]);
    uint8_t key[TP_KEY_SIZE];
    tp_key_from_seed(key, (uint64_t)number);
    tp_match_setup setup = {.game = game, .options = &options, .key = key};
    if (number % 2 == 0) { /* the record says where its key comes from */
        setup.key = NULL;
        setup.seeded = true;
        setup.seed = (uint64_t)number;
    }
    for (uint32_t seat = 0; seat < 2 && number % 3 != 0; seat++) {
        tp_contribution *given = &setup.contributions[seat];
        given->size = (uint8_t)tp_rng_below(&rng, TP_CONTRIBUTION_SIZE + 1);
        for (uint32_t i = 0; i < given->size; i++) given->bytes[i] = (uint8_t)tp_rng_next(&rng);
    }
    if (number % 8 == 7) setup.position = some_position(&setup, 20 + number, &rng);
    if (number == 31 && plan->position != NULL) {
        json_decref((json_t *)setup.position);
        setup.position = json_loads(plan->position, 0, NULL);
    }
    if (number == 24) {
        setup.script = plan->script;
        setup.script_count = 3;
    }
    tp_origin origin = {.ply = number};
    tp_commitment(key, origin.commitment);
    if (number % 16 == 15) setup.origin = &origin;
    bool is_sealed = number % 4 == 2;
    sealed_list list = {0};
    if (is_sealed) list = some_list(&setup, number, &rng);
    tp_match *match = match_new_sealed(&setup, is_sealed ? &list : NULL, &error);
    check(match != NULL, &error);
    tp_record *record = tp_record_create(path, match, &error);
    check(record != NULL, &error);
    if (number % 4 == 1 || number % 16 == 7) {
        play_some(match, 30, &rng);
        tp_match_undo(match, 1 + number / 2);
        play_some(match, 10, &rng);
        tp_match_undo(match, 2);
    }
    if (number % 7 == 6) {
        play_some(match, game->max_plies > 40 ? 40 : 1, &rng); /* a short game would be over */
        if (tp_match_actor(match) != TP_OVER) check(tp_match_resign(match, 1, &error) == TP_OK, &error);
    } else {
        play_out(match, &rng);
    }
    check(tp_record_update(record, match, &error) == TP_OK, &error);
    if (number % 5 == 3) { /* the game goes on after its end */
        tp_match_undo(match, 4);
        play_out(match, &rng);
        check(tp_record_update(record, match, &error) == TP_OK, &error);
    }
    tp_record_close(record);
    tp_match_free(match);
    json_decref((json_t *)setup.position);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_records FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        for (int number = 0; number < RECORDS; number++) {
            char path[512];
            snprintf(path, sizeof path, "%s/%s-%02d.tpr", argv[1], plans[i].game, number);
            make_record(path, &plans[i], number);
        }
    }
    return 0;
}
