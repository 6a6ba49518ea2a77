/* Secrecy: change what a seat may not know, and every byte that the seat receives stays the same.
 *
 * Over every game of the registry. What a seat receives is its view (as bytes, as JSON, as a tensor), its
 * legal moves, the projected events of every ply, the same as data for clients, and the sentences told of
 * them. Two things are changed behind its back: the world, for one that it cannot tell from the real one, and
 * those outcomes of chance that it is not shown, in the deal and after every move.
 *
 * The checks themselves are checked: each must find the leak in a game that has one. */
#include "support/soak.h"
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

#include "core/event_out.h"
#include "games/sabacc/view.h"

enum {
    VARIANTS = 10,
    GAMES = 6,
    WORLDS = 4,
    MOST_STATE = 1024,
    MOST_VIEW = 2048,
    MOST_SCRATCH = 1 << 19,
    MOST_MOVES = 8192
};

static void write_bytes(FILE *out, const void *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = ((const unsigned char *)bytes)[i];
        putc_unlocked(digits[byte >> 4], out);
        putc_unlocked(digits[byte & 15], out);
    }
}

static void write_history(FILE *out, tp_history key) {
    fprintf(out, "\n%016llx%016llx\n", (unsigned long long)key.words[0], (unsigned long long)key.words[1]);
}

/* Everything that a viewer gets to see of one position, as one text. The caller frees it. */
static char *received(const tp_game *game, const void *state, int viewer) {
    static unsigned char view[MOST_VIEW];
    static tp_move moves[MOST_MOVES];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    game->view(state, viewer, view);
    write_bytes(out, view, game->view_size);
    json_t *json = game->view_to_json(view);
    char *dumped = json_dumps(json, 0);
    fprintf(out, "\n%s\n", dumped);
    free(dumped);
    json_decref(json);
    uint8_t *tensor = calloc(tp_observe_size(game), sizeof *tensor);
    tp_game_observe(game, view, tensor);
    write_bytes(out, tensor, tp_observe_size(game) * sizeof *tensor);
    free(tensor);
    int count = viewer == game->view_actor(view) ? game->view_legal(view, moves) : 0;
    for (int i = 0; i < count; i++) {
        char words[TP_TEXT_SIZE];
        tp_game_move_help(game, view, moves[i], words, sizeof words);
        fprintf(out, "\n%u %s", moves[i], words);
    }
    tp_options options;
    tp_options_init(&options, game->options);
    write_history(out, tp_history_from_view(game, &options, viewer, view));
    fclose(out);
    return text;
}

/* What a viewer gets to see of one ply: the projected events and the sentences. The deal has no move and
 * nothing before it. */
static char *told(const tp_game *game, const void *before, int seat, tp_move move, const logging *log,
                  const void *after, int viewer) {
    static unsigned char view_before[MOST_VIEW], view_after[MOST_VIEW];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool is_deal = move == TP_NO_MOVE;
    json_out data = {0};
    game->view(before, viewer, view_before);
    game->view(after, viewer, view_after);
    for (int i = is_deal ? 0 : -1; i < log->count; i++) {
        tp_event event = {.type = TP_EVENT_MOVE, .seat = seat, .move = move}, seen;
        memset(&seen, 0, sizeof seen);
        if (i >= 0) event = log->events[i];
        game->seen(before, &event, viewer, &seen);
        char words[TP_TEXT_SIZE];
        game->tell(is_deal ? NULL : view_before, &seen, view_after, words, sizeof words);
        json_out_begin(&data);
        event_out events = event_out_begin(&data, game);
        event_out_add(&events, is_deal ? NULL : view_before, &seen, view_after);
        event_out_end(&events);
        fprintf(out, "%d %d %u %u %u %s: %s\n", seen.type, seen.seat, seen.move, seen.kind, seen.outcome,
                json_out_end(&data), words);
    }
    json_out_free(&data);
    fclose(out);
    return text;
}

/* The history of a viewer after one ply, as a match would keep it: whatever came before is the same. */
static tp_history history_after(const tp_game *game, const void *before, int seat, tp_move move,
                                const logging *log, int viewer) {
    tp_options options;
    tp_event event = {.type = TP_EVENT_MOVE, .seat = seat, .move = move};
    tp_options_init(&options, game->options);
    tp_history key = tp_history_begin(game, &options, viewer);
    if (move != TP_NO_MOVE) key = tp_history_add_ply(key, game, before, &event, 1, viewer);
    return tp_history_add_ply(key, game, before, log->events, (size_t)log->count, viewer);
}

/* Does the history of the viewer tell two plies apart that differ in what it is not shown? */
static bool history_shows(const tp_game *game, const void *before, const void *other_before, int seat,
                          tp_move move, const logging *log, const logging *other, int viewer) {
    return !tp_history_equal(history_after(game, before, seat, move, log, viewer),
                             history_after(game, other_before, seat, move, other, viewer));
}

static bool same_text(char *one, char *other) {
    bool same = strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

/* Does the viewer notice that another world stands behind its view? */
static bool world_shows(const tp_game *game, const void *state, int viewer, uint64_t seed) {
    static unsigned char view[MOST_VIEW], scratch[MOST_SCRATCH], world[MOST_STATE];
    tp_chance chance;
    tp_chance_from_seed(&chance, seed);
    game->view(state, viewer, view);
    if (tp_game_prepare(game, view, scratch, NULL) != TP_OK) return true;
    char *real = received(game, state, viewer);
    bool shows = false;
    for (int i = 0; i < WORLDS && !shows; i++) {
        game->imagine(view, scratch, world, &chance);
        char *imagined = received(game, world, viewer);
        shows = strcmp(real, imagined) != 0;
        free(imagined);
    }
    free(real);
    return shows;
}

/* Two sources that differ only in what the viewer is not shown. */
static void draw_alike_for(logging *log, logging *other, uint64_t seed, int viewer) {
    logging_init(log, seed);
    logging_init(other, seed + 1);
    other->follow = log;
    other->follow_viewer = viewer;
}

/* Does the viewer notice that a move led to other outcomes which it was not shown? */
static bool hidden_chance_shows(const tp_game *game, const void *state, tp_move move, int viewer,
                                uint64_t seed) {
    static unsigned char first[MOST_STATE], second[MOST_STATE];
    static logging log, other;
    draw_alike_for(&log, &other, seed, viewer);
    memcpy(first, state, game->state_size);
    memcpy(second, state, game->state_size);
    int seat = game->actor(state);
    game->apply(first, move, &log.chance);
    game->apply(second, move, &other.chance);
    if (other.lost || other.count != log.count)
        return false; /* what it saw cannot come about so; nothing to compare */
    return !same_text(received(game, first, viewer), received(game, second, viewer)) ||
           !same_text(told(game, state, seat, move, &log, first, viewer),
                      told(game, state, seat, move, &other, second, viewer)) ||
           history_shows(game, state, state, seat, move, &log, &other, viewer);
}

/* Does the viewer notice that others were dealt other cards? A world would not do here: it has whatever the
 * view shows, what it should not show too. */
static bool hidden_deal_shows(const tp_game *game, const tp_options *options, int viewer, uint64_t seed) {
    static unsigned char first[MOST_STATE], second[MOST_STATE];
    static logging log, other;
    draw_alike_for(&log, &other, seed, viewer);
    assert_int_equal(game->setup(first, options, &log.chance, NULL), TP_OK);
    assert_int_equal(game->setup(second, options, &other.chance, NULL), TP_OK);
    if (other.lost || other.count != log.count) return false;
    return !same_text(received(game, first, viewer), received(game, second, viewer)) ||
           !same_text(told(game, first, TP_TABLE, TP_NO_MOVE, &log, first, viewer),
                      told(game, second, TP_TABLE, TP_NO_MOVE, &other, second, viewer)) ||
           history_shows(game, first, second, TP_TABLE, TP_NO_MOVE, &log, &other, viewer);
}

static int by_text(const void *one, const void *other) {
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The lines of a text, sorted; instead of the text, which is freed. */
static char *in_order(char *lines) {
    enum { MOST_LINES = SOURCE_MOST_EVENTS };
    static char *starts[MOST_LINES];
    size_t count = 0, size = strlen(lines) + 1;
    char *sorted = calloc(1, size), *rest = NULL;
    for (char *line = strtok_r(lines, "\n", &rest); line != NULL && count < MOST_LINES;
         line = strtok_r(NULL, "\n", &rest))
        starts[count++] = line;
    qsort(starts, count, sizeof *starts, by_text);
    for (size_t i = 0, used = 0; i < count; i++)
        used += (size_t)snprintf(sorted + used, size - used, "%s\n", starts[i]);
    free(lines);
    return sorted;
}

/* Is the viewer shown something of the deal that its view does not have, a card of somebody else for example?
 * Then two deals that look the same to it are told differently, apart from the order of the cards. Only in
 * small games there are such deals. */
static bool deal_says_more_than_the_view(const tp_game *game, const tp_options *options, int viewer) {
    enum { DEALS = 30 };
    static unsigned char state[MOST_STATE];
    static logging log;
    char *views[DEALS], *words[DEALS];
    bool shows = false;
    for (int i = 0; i < DEALS; i++) {
        logging_init(&log, (uint64_t)i);
        assert_int_equal(game->setup(state, options, &log.chance, NULL), TP_OK);
        views[i] = received(game, state, viewer);
        words[i] = in_order(told(game, state, TP_TABLE, TP_NO_MOVE, &log, state, viewer));
        for (int k = 0; k < i; k++)
            shows = shows || (strcmp(views[i], views[k]) == 0 && strcmp(words[i], words[k]) != 0);
    }
    for (int i = 0; i < DEALS; i++) {
        free(views[i]);
        free(words[i]);
    }
    return shows;
}

/* How many leaks there were, and where the first one was. */
typedef struct leaks {
    int count;
    char first[160];
} leaks;

static void note(leaks *found, bool leaks, const char *what, uint32_t variant, uint64_t seed, uint64_t ply,
                 int viewer) {
    if (leaks && found->count++ == 0)
        snprintf(found->first, sizeof found->first,
                 "variant %u, seed %u, after %u moves: seat %d (-1: a spectator) notices %s", variant,
                 (unsigned)seed, (unsigned)ply, viewer, what);
}

/* Play random games and look for a leak at every position. */
static leaks find_leaks(const tp_game *game, int variants) {
    static unsigned char state[MOST_STATE];
    static tp_move moves[MOST_MOVES];
    leaks found = {0};
    for (uint32_t variant = 0; variant < (uint32_t)variants; variant++) {
        tp_options options;
        variant_options(game, variant, &options);
        for (uint64_t seed = 0; seed < (uint64_t)games_per_variant(GAMES); seed++) {
            tp_chance chance;
            tp_chance_from_seed(&chance, seed + 77);
            assert_int_equal(game->setup(state, &options, &chance, NULL), TP_OK);
            for (int viewer = TP_SPECTATOR; seed == 0 && viewer < game->seats(state); viewer++)
                note(&found, deal_says_more_than_the_view(game, &options, viewer),
                     "a card of the deal that its view does not have", variant, seed, 0, viewer);
            for (int viewer = TP_SPECTATOR; viewer < game->seats(state); viewer++)
                note(&found, hidden_deal_shows(game, &options, viewer, 1000 * seed),
                     "another deal of what it is not shown", variant, seed, 0, viewer);
            for (uint64_t ply = 0; game->actor(state) != TP_OVER; ply++) {
                int count = game->legal(state, moves);
                tp_move move = moves[tp_rng_below(&chance.rng, (uint32_t)count)];
                bool looked_at = is_looked_at(ply, seed);
                for (int viewer = TP_SPECTATOR; looked_at && viewer < game->seats(state); viewer++) {
                    note(&found, world_shows(game, state, viewer, ply + 1000 * seed),
                         "another world behind its view", variant, seed, ply, viewer);
                    note(&found, hidden_chance_shows(game, state, move, viewer, ply + 1000 * seed),
                         "other outcomes of the next move, which it is not shown", variant, seed, ply,
                         viewer);
                }
                game->apply(state, move, &chance);
            }
        }
    }
    return found;
}

static int count_leaks(const tp_game *game, int variants) { return find_leaks(game, variants).count; }

static void no_seat_receives_what_it_may_not_know(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        assert_true((*game)->state_size <= MOST_STATE && (*game)->view_size <= MOST_VIEW);
        assert_true((*game)->scratch_size <= MOST_SCRATCH && (*game)->max_moves <= MOST_MOVES);
        leaks found = find_leaks(*game, variant_count(VARIANTS));
        if (found.count > 0) fail_msg("%s: %d leaks; the first: %s", (*game)->name, found.count, found.first);
    }
}

/* ---- games with a leak, which must be found ---- */

/* One card of a hand that nobody else may see, in a byte that nobody looks at. */
static void view_with_a_card_in_the_padding(const void *state, int viewer, void *view) {
    sabacc_view_of(state, viewer, view);
    ((sabacc_view *)view)->unused[0] = ((const sabacc_state *)state)->hand[0][SABACC_SAND];
}

static void view_that_shows_every_drawn_card(const void *state, int viewer, void *view) {
    sabacc_view_of(state, viewer, view);
    ((sabacc_view *)view)->drawn = ((const sabacc_state *)state)->drawn;
}

/* Worlds behind this view have the hands that it shows. */
static void view_that_shows_every_hand(const void *state, int viewer, void *view) {
    sabacc_view_of(state, viewer, view);
    memcpy(((sabacc_view *)view)->hand, ((const sabacc_state *)state)->hand,
           sizeof((sabacc_view *)view)->hand);
}

/* The top of the draw pile can be told from what is left in it. */
static void view_that_shows_the_pile(const void *state, int viewer, void *view) {
    sabacc_view_of(state, viewer, view);
    ((sabacc_view *)view)->unused[1] =
        (uint8_t)tp_lane_get(((const sabacc_state *)state)->pile[SABACC_BLOOD], 0);
}

static void seen_that_hides_nothing(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    (void)viewer;
    *out = *event;
}

/* A card that nobody else may see, beside what the move was: taken from the state that was last looked at. */
static const sabacc_state *looked_at;

static void view_that_remembers_the_state(const void *state, int viewer, void *view) {
    looked_at = state;
    sabacc_view_of(state, viewer, view);
}

static void made_with_a_hidden_card(const void *view_before, const tp_event *seen, const void *view_after,
                                    tp_made *out) {
    enum { SAND_MEMBER = 4 };
    (void)view_before;
    (void)seen;
    (void)view_after;
    tp_made_add(out, SAND_MEMBER, looked_at->hand[0][SABACC_SAND]);
}

static void a_leak_through_the_data_of_a_move_is_found(void **unused) {
    (void)unused;
    tp_game leaky = *tp_game_find("sabacc", NULL);
    assert_string_equal(leaky.move_members[4].name, "sand");
    leaky.view = view_that_remembers_the_state;
    assert_int_equal(count_leaks(&leaky, 1), 0);
    leaky.made = made_with_a_hidden_card;
    assert_true(count_leaks(&leaky, 1) > 0);
}

static void a_leak_through_the_view_is_found(void **unused) {
    (void)unused;
    tp_game leaky = *tp_game_find("sabacc", NULL);
    leaky.view = view_with_a_card_in_the_padding;
    assert_true(count_leaks(&leaky, 1) > 0);
    leaky.view = view_that_shows_every_drawn_card;
    assert_true(count_leaks(&leaky, 1) > 0);
    leaky.view = view_that_shows_the_pile;
    assert_true(count_leaks(&leaky, 1) > 0);
}

/* The same for every deal, so that what is told of one is more than the view has. */
static void view_that_forgets_the_deal(const void *state, int viewer, void *view) {
    static sabacc_state another;
    tp_chance chance;
    tp_options options;
    const tp_game *game = tp_game_find("sabacc", NULL);
    (void)state;
    tp_chance_from_seed(&chance, 0);
    tp_options_init(&options, game->options);
    game->setup(&another, &options, &chance, NULL);
    sabacc_view_of(&another, viewer, view);
}

static void a_leak_through_the_deal_is_found(void **unused) {
    (void)unused;
    tp_game leaky = *tp_game_find("sabacc", NULL);
    tp_options options;
    tp_options_init(&options, leaky.options);
    for (int viewer = TP_SPECTATOR; viewer < 2; viewer++) {
        assert_false(hidden_deal_shows(&leaky, &options, viewer, 1));
        assert_false(deal_says_more_than_the_view(&leaky, &options, viewer));
        leaky.view = view_that_shows_every_hand;
        assert_true(hidden_deal_shows(&leaky, &options, viewer, 1));
        leaky.view = view_that_forgets_the_deal;
        assert_true(deal_says_more_than_the_view(&leaky, &options, viewer));
        leaky.view = sabacc_view_of;
    }
}

static void a_leak_through_an_event_is_found(void **unused) {
    (void)unused;
    tp_game leaky = *tp_game_find("sabacc", NULL);
    leaky.seen = seen_that_hides_nothing;
    assert_true(count_leaks(&leaky, 1) > 0);
}

/* Does the history tell a deal from one in which every outcome that the viewer is not shown is another one?
 */
static bool deal_shows_in_the_history(const tp_game *game, int viewer) {
    static unsigned char state[MOST_STATE];
    static logging log, other;
    int hidden = 0;
    tp_options options;
    tp_options_init(&options, game->options);
    logging_init(&log, 9);
    assert_int_equal(game->setup(state, &options, &log.chance, NULL), TP_OK);
    other = log;
    for (int i = 0; i < other.count; i++) {
        tp_event *event = &other.events[i];
        if (source_sees(event->audience, viewer)) continue;
        event->outcome = (event->outcome + 1) % game->kinds[event->kind].outcomes;
        hidden++;
    }
    assert_true(hidden > 0);
    return history_shows(game, state, state, TP_TABLE, TP_NO_MOVE, &log, &other, viewer);
}

static void a_leak_through_the_history_is_found(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_game leaky = **game;
        for (int viewer = TP_SPECTATOR; viewer < 2; viewer++) {
            leaky.seen = (*game)->seen;
            assert_false(deal_shows_in_the_history(&leaky, viewer));
            leaky.seen = seen_that_hides_nothing;
            assert_true(deal_shows_in_the_history(&leaky, viewer));
        }
    }
}

/* Through the view, which a position that was set up starts from. */
static void a_leak_through_the_history_of_a_position_is_found(void **unused) {
    (void)unused;
    static unsigned char state[MOST_STATE], view[MOST_VIEW], scratch[MOST_SCRATCH], world[MOST_STATE];
    const tp_game *sabacc = tp_game_find("sabacc", NULL);
    tp_options options;
    tp_chance chance;
    tp_options_init(&options, sabacc->options);
    tp_chance_from_seed(&chance, 9);
    assert_int_equal(sabacc->setup(state, &options, &chance, NULL), TP_OK);
    sabacc->view(state, 1, view);
    assert_int_equal(sabacc->prepare(view, scratch, NULL), TP_OK);
    sabacc->imagine(view, scratch, world, &chance);
    assert_memory_not_equal(state, world, sabacc->state_size);
    for (int leaks = 0; leaks < 2; leaks++) {
        void (*look)(const void *, int, void *) = leaks ? view_that_shows_every_hand : sabacc->view;
        look(state, 1, view);
        tp_history real = tp_history_from_view(sabacc, &options, 1, view);
        look(world, 1, view);
        assert_int_equal(tp_history_equal(real, tp_history_from_view(sabacc, &options, 1, view)), !leaks);
    }
}

/* ---- matches: the open view is for finished games ---- */

static void the_open_view_is_refused_while_the_game_runs(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_error error;
        uint8_t key[TP_KEY_SIZE] = {1};
        static unsigned char view[MOST_VIEW], untouched[MOST_VIEW];
        tp_match_setup setup = {.game = *game, .key = key};
        tp_match *match = tp_match_new(&setup, &error);
        assert_non_null(match);
        memset(view, 3, sizeof view);
        memset(untouched, 3, sizeof untouched);
        assert_false(tp_match_view(match, TP_REVEALED, view));
        assert_false(tp_match_view_at(match, 0, TP_REVEALED, view));
        assert_memory_equal(view, untouched, sizeof view);
        assert_true(tp_match_view(match, TP_SPECTATOR, view));
        tp_agent *agent = tp_agent_new(*game, "random", 5, &error);
        while (tp_match_actor(match) != TP_OVER) {
            assert_true(tp_match_view(match, tp_match_actor(match), view));
            assert_int_equal(
                tp_match_play(match, tp_match_actor(match), tp_agent_choose(agent, view), &error), TP_OK);
        }
        assert_true(tp_match_view(match, TP_REVEALED, view));
        assert_true(tp_match_view_at(match, 0, TP_REVEALED, view));
        tp_agent_free(agent);
        tp_match_free(match);
    }
}

int main(void) {
    load_wanted();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_seat_receives_what_it_may_not_know),
        cmocka_unit_test(a_leak_through_the_view_is_found),
        cmocka_unit_test(a_leak_through_the_deal_is_found),
        cmocka_unit_test(a_leak_through_an_event_is_found),
        cmocka_unit_test(a_leak_through_the_data_of_a_move_is_found),
        cmocka_unit_test(a_leak_through_the_history_is_found),
        cmocka_unit_test(a_leak_through_the_history_of_a_position_is_found),
        cmocka_unit_test(the_open_view_is_refused_while_the_game_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
