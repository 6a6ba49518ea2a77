/* What clients get as data is what the games declare: members of moves and fields of views, over every game
 * of the registry, in random games of many variants, for every viewer. What is declared and never occurs is
 * found too. */
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

enum { VARIANTS = 12, GAMES = 3, MOST_MEMBERS = 64, MOST_PLIES = 600 };

/* ---- a value against its declaration ---- */

/* Where a check stands: what is looked at, and how many seats there are. */
typedef struct place {
    const tp_game *game;
    int seats, sides;
    char path[256];
} place;

static bool is_code(const char *const *codes, const char *word) {
    for (; *codes != NULL; codes++) {
        if (strcmp(*codes, word) == 0) return true;
    }
    return false;
}

static bool is_card(const place *at, uint32_t deck, const char *word) {
    uint32_t outcome;
    return strcmp(word, "?") == 0 || (at->game->outcome_parse(deck, word, &outcome) == TP_OK &&
                                      outcome < at->game->kinds[deck].outcomes);
}

enum { MOST_OCCURRING = 256 };

/* The members that had a value: neither null nor an empty list. */
static const tp_member *occurring[MOST_OCCURRING];
static int occurring_count;

static void note_occurring(const tp_member *member, const json_t *value) {
    if (json_is_null(value) || (json_is_array(value) && json_array_size(value) == 0)) return;
    for (int i = 0; i < occurring_count; i++) {
        if (occurring[i] == member) return;
    }
    assert_true(occurring_count < MOST_OCCURRING);
    occurring[occurring_count++] = member;
}

static bool occurs_somewhere(const tp_member *member) {
    for (int i = 0; i < occurring_count; i++) {
        if (occurring[i] == member) return true;
    }
    return false;
}

static bool fits(const place *at, const tp_member *member, const json_t *value);

static const tp_member *find_member(const tp_member *members, const char *name) {
    for (; members != NULL && members->name != NULL; members++) {
        if (strcmp(members->name, name) == 0) return members;
    }
    return NULL;
}

/* All members are there, and nothing else. */
static bool fits_object(const place *at, const tp_member *members, const json_t *object) {
    const char *name;
    json_t *value;
    size_t count = 0;
    if (!json_is_object(object)) return false;
    while (members[count].name != NULL) count++;
    if (json_object_size(object) != count) return false;
    json_object_foreach((json_t *)object, name, value) {
        const tp_member *member = find_member(members, name);
        if (member == NULL || !fits(at, member, value)) return false;
    }
    return true;
}

static bool fits_tuple(const place *at, const tp_member *members, const json_t *list) {
    size_t count = 0;
    for (; members[count].name != NULL; count++) {
        const json_t *value = json_array_get(list, count);
        if (value == NULL || !fits(at, &members[count], value)) return false;
    }
    return json_array_size(list) == count;
}

static bool fits_one(const place *at, const tp_member *member, const json_t *value) {
    const char *word = json_string_value(value);
    json_int_t number = json_integer_value(value);
    bool is_seat = member->codes != NULL ? word != NULL && is_code(member->codes, word)
                                         : json_is_integer(value) && number >= 0 && number < at->seats;
    if ((member->flags & TP_OR_CARD) != 0 && word != NULL) return is_card(at, member->deck, word);
    switch (member->kind) {
    case TP_VALUE_NUMBER: return json_is_integer(value);
    case TP_VALUE_BOOL: return json_is_boolean(value);
    case TP_VALUE_TEXT: return word != NULL;
    case TP_VALUE_CODE: return word != NULL && is_code(member->codes, word);
    case TP_VALUE_SEAT:
    case TP_VALUE_SIDE: return is_seat;
    case TP_VALUE_CARD: return word != NULL && is_card(at, member->deck, word);
    case TP_VALUE_VIEWER:
        return is_seat || (word != NULL && (strcmp(word, "spectator") == 0 || strcmp(word, "revealed") == 0));
    case TP_VALUE_OBJECT: return fits_object(at, member->members, value);
    case TP_VALUE_TUPLE: return fits_tuple(at, member->members, value);
    default: return false;
    }
}

static bool fits_list(const place *at, const tp_member *member, const json_t *value) {
    size_t index;
    json_t *item;
    if (!json_is_array(value)) return false;
    json_array_foreach(value, index, item) {
        if (!fits_one(at, member, item)) return false;
    }
    return true;
}

/* The value of one seat or side, or the only one there is. */
static bool fits_entry(const place *at, const tp_member *member, const json_t *value) {
    if (value == NULL) return false;
    if (json_is_null(value)) return (member->flags & TP_OR_NULL) != 0;
    if (json_is_integer(value) && (member->flags & TP_OR_NUMBER) != 0) return true;
    return member->of_lists ? fits_list(at, member, value) : fits_one(at, member, value);
}

static bool fits(const place *at, const tp_member *member, const json_t *value) {
    size_t index;
    json_t *item;
    note_occurring(member, value);
    if (member->list == TP_ONCE) return fits_entry(at, member, value);
    if (member->list == TP_LIST)
        return json_is_null(value) ? (member->flags & TP_OR_NULL) != 0 : fits_list(at, member, value);
    if (member->list == TP_BY_NAMED_SEAT) {
        for (int seat = 0; seat < at->seats; seat++) {
            if (!fits_entry(at, member, json_object_get(value, member->codes[seat]))) return false;
        }
        return json_object_size(value) == (size_t)at->seats;
    }
    if (json_array_size(value) != (size_t)(member->list == TP_BY_SEAT ? at->seats : at->sides)) return false;
    json_array_foreach(value, index, item) {
        if (!fits_entry(at, member, item)) return false;
    }
    return true;
}

/* ---- moves ---- */

static void check_made(const place *at, const json_t *made, bool *occurs) {
    const char *name;
    json_t *value;
    assert_true(json_is_object(made));
    json_object_foreach((json_t *)made, name, value) {
        const tp_member *member = find_member(at->game->move_members, name);
        if (member == NULL) fail_msg("%s: made.%s is not declared", at->path, name);
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        bool is_empty = json_is_array(value) && json_array_size(value) == 0;
        if (is_empty || !fits(at, member, value)) fail_msg("%s: made.%s is %s", at->path, name, text);
        free(text);
        occurs[member - at->game->move_members] = true;
    }
}

static void check_drawn(const place *at, const json_t *drawn) {
    size_t index, card;
    json_t *group, *word;
    assert_true(json_is_array(drawn) && json_array_size(drawn) > 0);
    json_array_foreach(drawn, index, group) {
        const char *kind = json_string_value(json_object_get(group, "kind"));
        const json_t *seat = json_object_get(group, "seat"), *cards = json_object_get(group, "cards");
        uint32_t number = 0;
        assert_non_null(kind);
        while (number < at->game->kind_count && strcmp(at->game->kinds[number].name, kind) != 0) number++;
        assert_true(number < at->game->kind_count);
        assert_true(json_is_null(seat) ||
                    (json_integer_value(seat) >= 0 && json_integer_value(seat) < at->seats));
        assert_true(json_array_size(cards) > 0);
        json_array_foreach(cards, card, word) {
            if (!is_card(at, number, json_string_value(word)))
                fail_msg("%s: drawn %s %s", at->path, kind, json_string_value(word));
        }
    }
}

/* The same events, counted. */
typedef struct counted {
    const tp_game *game;
    int moves, draws;
    char move[TP_TEXT_SIZE];
} counted;

static void count_event(void *context, int ply, const void *view_before, const tp_event *seen,
                        const void *view_after) {
    counted *counted = context;
    (void)view_before;
    (void)view_after;
    assert_true(ply >= 0);
    if (seen->type == TP_EVENT_MOVE) {
        counted->moves++;
        counted->game->move_text(seen->move, counted->move, sizeof counted->move);
    } else {
        counted->draws++;
    }
}

static void check_ply(place *at, const tp_match *match, int ply, int viewer, bool *occurs) {
    counted counted = {.game = at->game};
    int draws = 0;
    size_t index;
    json_t *group, *data = tp_match_seen_to_json(match, ply, viewer);
    assert_non_null(data);
    assert_true(tp_match_each_seen(match, ply, ply, viewer, count_event, &counted));
    const char *move = json_string_value(json_object_get(data, "move"));
    assert_int_equal(move != NULL, counted.moves);
    if (move != NULL) assert_string_equal(move, counted.move);
    if (move != NULL && at->game->made != NULL) check_made(at, json_object_get(data, "made"), occurs);
    const json_t *drawn = json_object_get(data, "drawn");
    json_array_foreach(drawn, index, group) draws += (int)json_array_size(json_object_get(group, "cards"));
    assert_int_equal(draws, counted.draws);
    if (drawn != NULL) check_drawn(at, drawn);
    json_decref(data);
}

/* ---- views ---- */

static void check_view(const place *at, const tp_match *match, int viewer, const json_t *public) {
    const tp_member *fields = at->game->view_fields;
    void *bytes = calloc(1, at->game->view_size);
    assert_true(tp_match_view(match, viewer, bytes));
    json_t *view = at->game->view_to_json(bytes), *value;
    const char *name;
    json_object_foreach(view, name, value) {
        const tp_member *field = find_member(fields, name);
        if (field == NULL) fail_msg("%s: the field %s is not declared", at->path, name);
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        if (!fits(at, field, value)) fail_msg("%s: %s is %s", at->path, name, text);
        bool is_public = field->seen_by == TP_SEEN_BY_ALL && field->kind != TP_VALUE_VIEWER;
        if (public != NULL && is_public && !json_equal(value, json_object_get(public, name)))
            fail_msg("%s: all see %s, but not as %s", at->path, name, text);
        free(text);
    }
    for (; fields->name != NULL; fields++) {
        if (json_object_get(view, fields->name) == NULL)
            fail_msg("%s: %s is not there", at->path, fields->name);
    }
    json_decref(view);
    free(bytes);
}

static json_t *public_view(const tp_match *match) {
    const tp_game *game = tp_match_game(match);
    void *bytes = calloc(1, game->view_size);
    assert_true(tp_match_view(match, TP_SPECTATOR, bytes));
    json_t *view = game->view_to_json(bytes);
    free(bytes);
    return view;
}

static void check_views(place *at, const tp_match *match) {
    if (at->game->view_fields == NULL) return; /* the game declares none */
    json_t *public = public_view(match);
    bool is_over = tp_match_actor(match) == TP_OVER;
    for (int viewer = TP_SPECTATOR; viewer < at->seats; viewer++) check_view(at, match, viewer, public);
    if (is_over) check_view(at, match, TP_REVEALED, NULL);
    json_decref(public);
}

static void all_occur(const tp_game *game, const tp_member *members) {
    for (; members != NULL && members->name != NULL; members++) {
        if (!occurs_somewhere(members)) fail_msg("%s: %s never has a value", game->name, members->name);
        all_occur(game, members->members);
    }
}

static void check_game(const tp_game *game, uint32_t variant, uint64_t seed, bool *occurs) {
    tp_options options;
    variant_options(game, variant, &options);
    uint8_t key[TP_KEY_SIZE];
    tp_key_from_seed(key, seed);
    tp_match_setup setup = {.game = game, .options = &options, .key = key};
    tp_match *match = tp_match_new(&setup, NULL);
    assert_non_null(match);
    tp_shape shape;
    assert_int_equal(tp_game_shape(game, tp_match_options(match), &shape, NULL), TP_OK);
    place at = {.game = game, .seats = shape.seats};
    for (int seat = 0; seat < shape.seats; seat++)
        at.sides = shape.side[seat] >= at.sides ? shape.side[seat] + 1 : at.sides;
    tp_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    for (int ply = 0; ply < MOST_PLIES; ply++) {
        for (int viewer = TP_SPECTATOR; viewer < at.seats; viewer++) {
            snprintf(at.path, sizeof at.path, "%s, variant %u, seed %u, ply %d, viewer %d", game->name,
                     variant, (unsigned)seed, ply, viewer);
            check_ply(&at, match, ply, viewer, occurs);
        }
        check_views(&at, match);
        int actor = tp_match_actor(match);
        if (actor == TP_OVER) break;
        int count = game->legal(tp_match_state(match), moves);
        tp_move move = moves[tp_rng_below(&rng, (uint32_t)count)];
        assert_int_equal(tp_match_play(match, actor, move, NULL), TP_OK);
    }
    free(moves);
    tp_match_free(match);
}

static void moves_and_views_are_as_declared_and_every_member_occurs(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        bool occurs[MOST_MEMBERS] = {false};
        if (!is_wanted((*game)->name)) continue;
        assert_int_equal((*game)->made == NULL, (*game)->move_members == NULL);
        for (int variant = 0; variant < variant_count(VARIANTS); variant++) {
            for (int seed = 0; seed < games_per_variant(GAMES); seed++)
                check_game(*game, (uint32_t)variant, (uint64_t)(100 * variant + seed), occurs);
        }
        for (int i = 0; (*game)->made != NULL && (*game)->move_members[i].name != NULL; i++) {
            assert_true(i < MOST_MEMBERS);
            if (!occurs[i])
                fail_msg("%s: made.%s never occurs", (*game)->name, (*game)->move_members[i].name);
        }
        all_occur(*game, (*game)->view_fields);
    }
}

/* ---- the checks themselves ---- */

static void a_value_that_is_not_as_declared_is_found(void **unused) {
    static const char *const codes[] = {"one", "two", NULL};
    static const struct {
        tp_member member;
        const char *good, *bad;
    } tries[] = {
        {{.name = "a", .kind = TP_VALUE_NUMBER}, "3", "\"3\""},
        {{.name = "a", .kind = TP_VALUE_BOOL}, "true", "1"},
        {{.name = "a", .kind = TP_VALUE_CODE, .codes = codes}, "\"two\"", "\"three\""},
        {{.name = "a", .kind = TP_VALUE_SEAT}, "3", "4"},
        {{.name = "a", .kind = TP_VALUE_CARD, .deck = 0}, "\"S\"", "\"7\""},
        {{.name = "a", .kind = TP_VALUE_CARD, .list = TP_LIST}, "[\"?\", \"1\"]", "[\"7\"]"},
        {{.name = "a", .kind = TP_VALUE_NUMBER, .list = TP_BY_SEAT}, "[1, 2, 3, 4]", "[1, 2, 3]"},
    };
    (void)unused;
    place at = {.game = tp_game_find("sabacc", NULL), .seats = 4};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        json_t *good = json_loads(tries[i].good, JSON_DECODE_ANY, NULL),
               *bad = json_loads(tries[i].bad, JSON_DECODE_ANY, NULL);
        assert_true(fits(&at, &tries[i].member, good));
        assert_false(fits(&at, &tries[i].member, bad));
        json_decref(good);
        json_decref(bad);
    }
}

int main(void) {
    load_wanted();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_views_are_as_declared_and_every_member_occurs),
        cmocka_unit_test(a_value_that_is_not_as_declared_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
