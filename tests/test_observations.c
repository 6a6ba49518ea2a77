/* The views of every game as numbers: nothing is lost that acting and imagining need.
 *
 * Views that differ in one place are made from views of random games, by changing one value of their JSON, of
 * the options or of both, and reading it back with all the checks that a position from outside goes through.
 * What is exempt stands in `exempt` and in same_to_the_rules. */
#include "support/soak.h"
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

enum { MOST_VIEW = 2048, MOST_NUMBERS = 4096, MOST_STATE = 2048, MOST_MOVES = 1 << 14, MOST_WORDS = 512 };

/* Members of a view that tell of the hand before, or follow from others. */
static const struct {
    const char *game, *member;
} exempt[] = {
    {"mus", "last_hand"},   {"mus", "log"}, /* who got what for which bet: deje has the stones */
    {"sabacc", "revealed"}, {"sabacc", "firsts"}, {"sabacc", "winners"},
};

static bool ignores_suits(const tp_game *game) {
    return strcmp(game->name, "mus") == 0 || strcmp(game->name, "bruno") == 0;
}

static int by_text(const void *one, const void *other) {
    return strcmp(json_string_value(*(json_t *const *)one), json_string_value(*(json_t *const *)other));
}

static void sort_texts(json_t *list) {
    size_t count = json_array_size(list);
    json_t *items[128];
    if (count == 0 || count > 128) return;
    for (size_t i = 0; i < count; i++) {
        items[i] = json_incref(json_array_get(list, i));
        if (!json_is_string(items[i])) {
            for (size_t k = 0; k <= i; k++) json_decref(items[k]);
            return;
        }
    }
    qsort(items, count, sizeof items[0], by_text);
    json_array_clear(list);
    for (size_t i = 0; i < count; i++) json_array_append_new(list, items[i]);
}

/* Wipe out what the rules take no notice of: suits where only ranks count, and the order of a set of cards.
 */
static void simplify(const tp_game *game, json_t *value, const char *name) {
    const char *key;
    json_t *inner;
    size_t i;
    if (json_is_object(value)) {
        for (size_t e = 0; e < sizeof exempt / sizeof exempt[0]; e++) {
            if (strcmp(exempt[e].game, game->name) == 0) json_object_del(value, exempt[e].member);
        }
        /* the seats of a result in Mus mean something with these kinds alone */
        const char *kind = json_string_value(json_object_get(value, "kind"));
        if (kind != NULL && strcmp(kind, "FOLD") != 0) json_object_del(value, "seat");
        if (kind != NULL && strcmp(kind, "BET") != 0) json_object_del(value, "seats");
        json_object_foreach(value, key, inner) simplify(game, inner, key);
    }
    if (json_is_string(value) && ignores_suits(game)) {
        uint32_t card;
        char text[16];
        snprintf(text, sizeof text, "%s", json_string_value(value));
        if (game->outcome_parse(0, text, &card) != TP_OK) return;
        text[strlen(text) - 1] = '\0';
        json_string_set(value, text);
    }
    if (!json_is_array(value)) return;
    json_array_foreach(value, i, inner) simplify(game, inner, name);
    bool is_set = ignores_suits(game) || (strcmp(game->name, "mulle") == 0 && strcmp(name, "table") != 0);
    if (is_set) sort_texts(value);
}

static char *what_counts(const tp_game *game, const void *view) {
    json_t *json = game->view_to_json(view);
    simplify(game, json, "");
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(json);
    return text;
}

/* ---- views that differ in one place ---- */

typedef struct subject {
    const tp_game *game;
    const tp_options *options;
    const void *view;
    int viewer;
    json_t *json;
    char *counts;
    uint8_t numbers[MOST_NUMBERS];
    const char *words[MOST_WORDS]; /* what a text of this game can be: cards, codes */
    size_t word_count;
    long changed;
} subject;

static void add_codes(subject *s, const tp_member *members) {
    for (; members != NULL && members->name != NULL; members++) {
        for (const char *const *code = members->codes; code != NULL && *code != NULL; code++) {
            if (s->word_count < MOST_WORDS) s->words[s->word_count++] = *code;
        }
        add_codes(s, members->members);
    }
}

/* The changed view is read back. If it is another one to the rules, its numbers are others. */
static void compare(subject *s, const tp_options *options, const char *place) {
    static unsigned char view[MOST_VIEW];
    static uint8_t numbers[MOST_NUMBERS];
    tp_error error;
    memset(view, 0, sizeof view);
    if (s->game->view_from_json(s->json, options, view, &error) != TP_OK) return;
    if (memcmp(view, s->view, s->game->view_size) == 0) return;
    char *counts = what_counts(s->game, view);
    bool same_text = strcmp(counts, s->counts) == 0;
    /* with other options the text may be the same: then they are what differs */
    if (!same_text || options != s->options) {
        s->changed++;
        s->game->observe(view, numbers);
        if (memcmp(numbers, s->numbers, tp_observe_size(s->game)) == 0)
            fail_msg("%s: %s is lost in the numbers:\n%s\n%s", s->game->name, place, s->counts, counts);
    }
    free(counts);
}

static void change(subject *s, json_t *value, tp_rng *rng, const char *place);

static void change_number(subject *s, json_t *value, const char *place) {
    json_int_t old = json_integer_value(value);
    const json_int_t steps[] = {-1, 1, 2, 7, 100};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        json_integer_set(value, old + steps[i]);
        compare(s, s->options, place);
    }
    json_integer_set(value, old);
}

static void change_text(subject *s, json_t *value, tp_rng *rng, const char *place) {
    char *old = strdup(json_string_value(value));
    for (int i = 0; i < 4; i++) {
        json_string_set(value, s->words[tp_rng_below(rng, (uint32_t)s->word_count)]);
        compare(s, s->options, place);
    }
    json_string_set(value, old);
    free(old);
}

/* Another number, text or nothing in this place of a list or an object. */
static void replace_in(subject *s, json_t *outer, const char *key, size_t index, tp_rng *rng,
                       const char *place) {
    json_t *old = json_incref(key != NULL ? json_object_get(outer, key) : json_array_get(outer, index));
    json_t *others[] = {json_true(), json_false(), json_null(), json_integer(tp_rng_below(rng, 8)),
                        json_string(s->words[tp_rng_below(rng, (uint32_t)s->word_count)])};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (key != NULL) {
            json_object_set_new(outer, key, others[i]);
        } else {
            json_array_set_new(outer, index, others[i]);
        }
        compare(s, s->options, place);
    }
    if (key != NULL) {
        json_object_set_new(outer, key, old);
    } else {
        json_array_set_new(outer, index, old);
    }
}

static void change_list(subject *s, json_t *list, tp_rng *rng, const char *place) {
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        json_t *old = json_incref(json_array_get(list, i));
        json_array_remove(list, i);
        compare(s, s->options, place);
        json_array_insert(list, i > 0 ? i - 1 : count - 1, old);
        compare(s, s->options, place);
        json_array_remove(list, i > 0 ? i - 1 : count - 1);
        json_array_insert_new(list, i, old);
        change(s, json_array_get(list, i), rng, place);
        if (!json_is_object(old) && !json_is_array(old)) replace_in(s, list, NULL, i, rng, place);
    }
    for (int i = 0; i < 3; i++) {
        json_array_append_new(list, i == 0
                                        ? json_integer(tp_rng_below(rng, 4))
                                        : json_string(s->words[tp_rng_below(rng, (uint32_t)s->word_count)]));
        compare(s, s->options, place);
        json_array_remove(list, count);
    }
}

static void change(subject *s, json_t *value, tp_rng *rng, const char *place) {
    if (json_is_integer(value)) change_number(s, value, place);
    if (json_is_string(value)) change_text(s, value, rng, place);
    if (json_is_array(value)) change_list(s, value, rng, place);
    if (!json_is_object(value)) return;
    void *next;
    const char *key;
    json_t *inner;
    json_object_foreach_safe(value, next, key, inner) {
        if (strcmp(key, "viewer") == 0) continue;
        if (!json_is_object(inner) && !json_is_array(inner)) replace_in(s, value, key, 0, rng, key);
        change(s, json_object_get(value, key), rng, key);
    }
}

/* The same view with one option changed. */
static void change_options(subject *s, tp_rng *rng) {
    for (const tp_option *option = s->game->options; option->name != NULL; option++) {
        for (int i = 0; i < 4; i++) {
            char text[256];
            tp_options options = *s->options;
            variant_value(option, rng, text, sizeof text);
            if (tp_options_set(&options, option->name, text, NULL) != TP_OK) continue;
            if (s->game->settle != NULL) s->game->settle(&options, NULL);
            compare(s, &options, option->name);
        }
    }
}

static void look_at(subject *s, tp_rng *rng) {
    s->json = s->game->view_to_json(s->view);
    s->counts = what_counts(s->game, s->view);
    s->word_count = 0;
    char names[TP_MAX_OUTCOMES][16];
    for (uint32_t i = 0; i < s->game->kinds[0].outcomes; i++) {
        s->game->outcome_text(0, i, names[i], sizeof names[i]);
        s->words[s->word_count++] = names[i];
    }
    s->words[s->word_count++] = "?";
    add_codes(s, s->game->view_fields);
    memset(s->numbers, 0, sizeof s->numbers);
    s->game->observe(s->view, s->numbers);
    change(s, s->json, rng, "");
    change_options(s, rng);
    free(s->counts);
    json_decref(s->json);
}

static void nothing_is_lost_that_counts(void **unused) {
    (void)unused;
    static unsigned char state[MOST_STATE], view[MOST_VIEW];
    static tp_move moves[MOST_MOVES];
    for (const tp_game *const *games = tp_games(); *games != NULL; games++) {
        const tp_game *game = *games;
        if (!is_wanted(game->name) || game->observe == NULL) continue;
        subject s = {.game = game, .view = view};
        /* The games of study are short: more of them make as many views. */
        uint32_t variants = (game->study ? 60 : 12) * (uint32_t)soak_factor();
        for (uint32_t variant = 0; variant < variants; variant++) {
            tp_options options;
            tp_chance chance;
            tp_rng rng;
            tp_error error;
            variant_options(game, variant, &options);
            if (game->settle != NULL) game->settle(&options, NULL);
            s.options = &options;
            tp_chance_from_seed(&chance, variant);
            tp_rng_seed(&rng, variant);
            assert_int_equal(game->setup(state, &options, &chance, &error), TP_OK);
            uint32_t target = tp_rng_below(&rng, 8);
            for (uint32_t ply = 0, looked = 0; game->actor(state) != TP_OVER && looked < 4; ply++) {
                s.viewer = game->actor(state);
                int count = game->legal(state, moves);
                memset(view, 0, sizeof view);
                game->view(state, s.viewer, view);
                if (ply == target) {
                    look_at(&s, &rng);
                    target += 1 + tp_rng_below(&rng, 20);
                    looked++;
                }
                game->apply(state, moves[tp_rng_below(&rng, (uint32_t)count)], &chance);
            }
        }
        print_message("# %s: %ld views that differ\n", game->name, s.changed);
        assert_true(s.changed > (game->study ? 20 : 500));
    }
}

/* ---- the tables of fields ---- */

static void check_fields(const tp_game *game, const tp_field *fields) {
    uint32_t place = 0;
    for (; fields != NULL && fields->name != NULL; place += fields->count, fields++) {
        if (fields->offset != place || fields->count == 0 || fields->scale < 1 || fields->scale > 255 ||
            fields->most < 1 || fields->most > 255 || fields->help[0] == '\0')
            fail_msg("%s: the field %s", game->name, fields->name);
        for (const tp_field *other = fields + 1; other->name != NULL; other++)
            assert_string_not_equal(fields->name, other->name);
    }
}

static void fields_leave_no_gaps_and_scale_to_their_size(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        check_fields(*game, (*game)->observe_fields);
        check_fields(*game, (*game)->observe_move_fields);
    }
}

static void floats_are_numbers_through_their_scale(void **unused) {
    (void)unused;
    const tp_field fields[] = {
        {"a", 0, 2, 1, 1, "x"}, {"b", 2, 1, 40, 255, "x"}, {"c", 3, 1, 4, 4, "x"}, {NULL, 0, 0, 0, 0, NULL}};
    const uint8_t numbers[] = {1, 0, 50, 3};
    float out[5] = {9, 9, 9, 9, 9};
    tp_observe_floats(fields, numbers, out);
    assert_true(out[0] == 1.0f && out[1] == 0.0f && out[2] == 50.0f * (1.0f / 40.0f) && out[3] == 0.75f &&
                out[4] == 9.0f);
}

/* ---- docs/observations.md ---- */

static void write_fields(FILE *out, const char *what, const tp_field *fields, size_t size) {
    fprintf(out, "\n**%s**: %zu numbers.\n\n", what, size);
    fprintf(out, "| from | count | field | divide by | at most | meaning |\n|---|---|---|---|---|---|\n");
    for (; fields->name != NULL; fields++)
        fprintf(out, "| %u | %u | `%s` | %u | %u | %s |\n", fields->offset, fields->count, fields->name,
                fields->scale, fields->most, fields->help);
}

static void write_game(FILE *out, const tp_game *game) {
    tp_options options;
    tp_options_init(&options, game->options);
    uint32_t actions = tp_game_action_count(game, &options);
    fprintf(out, "\n## %s\n\n", game->title);
    if (actions != 0) fprintf(out, "Moves have %u fixed numbers with the default options.\n", actions);
    if (actions == 0)
        fprintf(out, "Moves have no fixed numbers: they are chosen from the list of legal moves.\n");
    write_fields(out, "A view", game->observe_fields, tp_observe_size(game));
    write_fields(out, "A move", game->observe_move_fields, tp_observe_move_size(game));
}

/* What stands before the first game is written by hand. */
static void the_page_has_the_tables(void **unused) {
    (void)unused;
    const char *path = "../../docs/observations.md";
    static char page[1 << 16];
    char whole[4096], *text = NULL;
    size_t size = 0;
    const char *root = getenv("TAPETE_SOURCE") == NULL ? "." : getenv("TAPETE_SOURCE");
    snprintf(whole, sizeof whole, "%s/docs/observations.md", root);
    FILE *in = fopen(whole, "r");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = '\0';
    fclose(in);
    const char *tables = strstr(page, "\n## The tables\n");
    assert_non_null(tables);
    tables = strchr(tables + 1, '\n') + 1;
    FILE *out = open_memstream(&text, &size);
    fwrite(page, 1, (size_t)(tables - page), out);
    for (int i = 0; i < tp_game_count(); i++) {
        if (tp_game_at(i)->observe != NULL) write_game(out, tp_game_at(i));
    }
    fclose(out);
    golden_compare(path, text);
    free(text);
}

/* ---- fixed numbers of moves ---- */

static uint32_t actions_with(const char *name, const char *given) {
    const tp_game *game = tp_game_find(name, NULL);
    tp_options options;
    tp_options_init(&options, game->options);
    if (given[0] != '\0') assert_int_equal(tp_options_parse(&options, given, NULL), TP_OK);
    return tp_game_action_count(game, &options);
}

static void actions_are_as_many_as_is_promised(void **unused) {
    (void)unused;
    assert_int_equal(actions_with("sabacc", ""), 38);
    assert_int_equal(actions_with("sabacc", "players=2"), 38);
    assert_int_equal(actions_with("bruno", ""), 54);
    assert_int_equal(actions_with("mus", ""), 99);
    assert_int_equal(actions_with("mus", "preset=S2"), 99);
    assert_int_equal(actions_with("mus", "target=30"), 79);
    assert_int_equal(actions_with("mus", "min_discard=0"), 100);
    assert_int_equal(actions_with("leduc", ""), 5);
    assert_int_equal(actions_with("mulle", ""), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_leave_no_gaps_and_scale_to_their_size),
        cmocka_unit_test(floats_are_numbers_through_their_scale),
        cmocka_unit_test(the_page_has_the_tables),
        cmocka_unit_test(actions_are_as_many_as_is_promised),
        cmocka_unit_test(nothing_is_lost_that_counts),
    };
    load_wanted();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
