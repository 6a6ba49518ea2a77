/* What is said to people, in all languages: which one is chosen, that every sentence is whole and fits, and
 * the log of one game of each kind in tests/golden/log-GAME.LANGUAGE.txt (support/golden.h says how these are
 * written). That the catalogues are complete is for tests/scripts/test_languages.py. */
#include "core/language.h"
#include "support/sources.h"
#include "support/variants.h"
#include "tapete/sentence.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"

/* ---- which ---- */

static void a_language_is_chosen_from_what_is_wanted(void **unused) {
    (void)unused;
    static const char *const wanted[][2] = {
        {"sv", "sv"},
        {"SV", "sv"},
        {"zh_CN.UTF-8", "zh"},
        {"zh-Hant-TW", "zh"},
        {"fr_CH@euro", "fr"},
        {"pt:es:en", "es"},
        {"en:es", "en"},
        {"", "en"},
        {"tlh", "en"},
        {"e", "en"},
        {"esperanto", "en"},
        {",,,:: ,", "en"},
        {"de-DE, fr;q=0.5, sv ; q=0.8, *;q=0.1", "sv"},
        {"fr;q=0, es;q=0.001", "es"},
        {"es;q=0.3,fr;q=0.3", "es"},
        {"sv;q=nonsense, fr;q=0.2", "fr"},
        {"fr;level=1", "fr"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_string_equal(tp_language_choose(wanted[i][0]), wanted[i][1]);
    assert_string_equal(tp_language_choose(NULL), "en");
    for (const char *const *tag = tp_languages(); *tag != NULL; tag++)
        assert_ptr_equal(tp_language_choose(*tag), *tag);
}

static void *language_of_a_new_thread(void *unused) {
    (void)unused;
    return (void *)tp_language();
}

static void each_thread_has_its_own(void **unused) {
    (void)unused;
    pthread_t thread;
    void *other;
    assert_string_equal(tp_language(), "en");
    assert_string_equal(tp_language_set("fr"), "en");
    assert_string_equal(tp_translate("You pass."), "Vous passez.");
    assert_int_equal(pthread_create(&thread, NULL, language_of_a_new_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, &other), 0);
    assert_string_equal(other, "en");
    assert_string_equal(tp_language_set("tlh"), "fr");
    assert_string_equal(tp_language(), "en");
    assert_string_equal(tp_translate("You pass."), "You pass.");
}

static const char *count_chips(const char *language, uint32_t count) {
    static char text[TP_TEXT_SIZE];
    tp_language_set(language);
    snprintf(text, sizeof text,
             TR_N("take %u chip back from your pot", "take %u chips back from your pot", count), count);
    tp_language_set("en");
    return text;
}

static void each_language_has_its_own_plural(void **unused) {
    (void)unused;
    assert_string_equal(count_chips("en", 0), "take 0 chips back from your pot");
    assert_string_equal(count_chips("en", 1), "take 1 chip back from your pot");
    assert_string_equal(count_chips("sv", 0), "ta tillbaka 0 marker ur din pott");
    assert_string_equal(count_chips("sv", 1), "ta tillbaka 1 mark ur din pott");
    assert_string_equal(count_chips("fr", 0), "reprendre 0 jeton de votre pot");
    assert_string_equal(count_chips("fr", 2), "reprendre 2 jetons de votre pot");
    assert_string_equal(count_chips("zh", 1), "从你的彩池取回 1 个筹码");
    assert_string_equal(count_chips("zh", 2), "从你的彩池取回 2 个筹码");
}

static void what_is_not_in_the_catalogue_stays(void **unused) {
    (void)unused;
    tp_language_set("es");
    assert_string_equal(tp_translate("nobody says this"), "nobody says this");
    assert_string_equal(tp_translate_count("one such", "many such", 2), "many such");
    assert_string_equal(tp_translate_within("place\004such", "such"), "such");
    assert_string_equal(tp_translate(""), "");
    tp_language_set("en");
}

static void a_sentence_that_does_not_fit_is_cut_between_letters(void **unused) {
    (void)unused;
    char text[9] = "";
    tp_text w = {text, sizeof text, 0};
    tp_say(&w, "%s", "牌牌牌");
    assert_string_equal(text, "牌牌");
    tp_say(&w, "ab"); /* two bytes are left */
    assert_string_equal(text, "牌牌ab");
    tp_say(&w, "é");
    assert_string_equal(text, "牌牌ab");
    char name[32] = "";
    tp_text seats = {name, sizeof name, 0};
    tp_say_whom(&seats, 3, 1, "{whom} {who}{who} %s", "x");
    assert_string_equal(name, "{1} {3}{3} x");
    assert_int_equal(seats.used, strlen(name));
}

static void names_and_cards_are_filled_in(void **unused) {
    static const char *const names[] = {"Ana", "{card:KLA} {0}"};
    static const struct {
        const char *sentence, *plain, *marked;
    } tries[] = {
        {"{0} takes {card:KL3} {card:SPA}.", "Ana takes KL3 SPA.", "Ana takes {card:KL3} {card:SPA}."},
        {"{0} draws {card:sand 4|Sand 4}.", "Ana draws Sand 4.", "Ana draws {card:sand 4|Sand 4}."},
        {"{1} wins.", "{card:KLA} {0} wins.", "{{card:KLA} {{0} wins."}, /* a name is no mark */
        {"{2} {who} {", "{2} {who} {", "{2} {who} {"},
        {"cut {card:KL", "cut ", "cut "},
    };
    char text[64];
    (void)unused;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        tp_fill_names(tries[i].sentence, names, 2, text, sizeof text);
        assert_string_equal(text, tries[i].plain);
        tp_fill_marked(tries[i].sentence, names, 2, text, sizeof text);
        assert_string_equal(text, tries[i].marked);
    }
    tp_fill_names("{0}: {card:KL3}.", NULL, 0, text, sizeof text);
    assert_string_equal(text, "{0}: KL3.");
    /* What does not fit is cut off, but no name and no mark in the middle. */
    for (size_t size = 1; size <= sizeof "Ana {card:KL3} ab"; size++) {
        tp_fill_marked("{0} {card:KL3} ab", names, 2, text, size);
        assert_true(strlen(text) < size);
        assert_int_equal(strncmp("Ana {card:KL3} ab", text, strlen(text)), 0);
        assert_true(strlen(text) == 0 || strlen(text) == 3 || strlen(text) == 4 || strlen(text) >= 14);
    }
    tp_fill_marked("{1}", names, 2, text, 16); /* with its braces doubled it has 16 bytes */
    assert_string_equal(text, "");
}

/* ---- every sentence ---- */

enum {
    MOST_STATE = 1024,
    MOST_VIEW = 2048,
    MOST_MOVES = 8192,
    TRIED_MOVES = 64,
    VARIANTS = 12,
    MOST_PLIES = 400
};

static size_t longest;

/* The game whose sentences are looked at. */
static const tp_game *speaking;

/* Where a mark of a card ends that begins here: its card exists, and there is something to read. NULL: it is
 * none. */
static const char *end_of_card(const char *brace) {
    static const char begin[] = "{card:";
    char code[TP_TEXT_SIZE];
    uint32_t kind = 0, outcome;
    if (strncmp(brace, begin, strlen(begin)) != 0) return NULL;
    const char *start = brace + strlen(begin), *end = start + strcspn(start, "{}");
    snprintf(code, sizeof code, "%.*s", (int)strcspn(start, "|{}"), start);
    bool exists = strchr(code, ' ') != NULL
                      ? tp_outcome_from_text(speaking, code, &kind, &outcome, NULL) == TP_OK
                      : speaking->outcome_parse(0, code, &outcome) == TP_OK;
    bool is_read = start[strlen(code)] != '|' || start + strlen(code) + 1 < end;
    return *end == '}' && exists && is_read && outcome < speaking->kinds[kind].outcomes ? end + 1 : NULL;
}

/* Roles are filled in, seats and cards exist, and nothing was cut off. */
static void check_text(const char *text, int seats) {
    size_t length = strlen(text);
    if (length > longest) longest = length;
    if (length + 4 >= TP_TEXT_SIZE) fail_msg("%s: a text of %zu bytes: %s", tp_language(), length, text);
    json_t *probe = json_string(text); /* refuses what is not UTF-8 */
    if (probe == NULL) fail_msg("%s: not UTF-8: %s", tp_language(), text);
    json_decref(probe);
    for (const char *brace = text; (brace = strpbrk(brace, "{}")) != NULL;) {
        bool is_seat = brace[0] == '{' && brace[1] >= '0' && brace[1] < '0' + seats && brace[2] == '}';
        brace = is_seat ? brace + 3 : end_of_card(brace);
        if (brace == NULL) fail_msg("%s: a brace that is neither seat nor card: %s", tp_language(), text);
    }
}

static size_t count_of(const char *text, char letter) {
    size_t count = 0;
    for (; *text != '\0'; text++) count += *text == letter;
    return count;
}

typedef void sentence_writer(void *context, char *text);

/* Says it in every language: there is as much to say in each, about as many seats. */
static void check_sentence(sentence_writer *write, void *context, int seats) {
    char english[TP_TEXT_SIZE] = "", text[TP_TEXT_SIZE];
    write(context, english);
    for (const char *const *tag = tp_languages(); *tag != NULL; tag++) {
        tp_language_set(*tag);
        text[0] = '\0';
        write(context, text);
        check_text(text, seats);
        if (count_of(text, '\n') != count_of(english, '\n') || (*text == '\0') != (*english == '\0'))
            fail_msg("%s: other lines than in English: %s\n%s", *tag, text, english);
        if (count_of(text, '{') != count_of(english, '{'))
            fail_msg("%s: other seats or cards than in English: %s\n%s", *tag, text, english);
    }
    tp_language_set("en");
}

typedef struct asked {
    const tp_game *game;
    const void *before, *view;
    tp_move move;
    const tp_event *seen;
} asked;

static void write_help(void *context, char *text) {
    const asked *asked = context;
    tp_game_move_help(asked->game, asked->view, asked->move, text, TP_TEXT_SIZE);
}

static void write_name(void *context, char *text) {
    const asked *asked = context;
    asked->game->move_name(asked->view, asked->move, text, TP_TEXT_SIZE);
}

static void write_why_not(void *context, char *text) {
    const asked *asked = context;
    tp_game_why_not(asked->game, asked->view, asked->move, text, TP_TEXT_SIZE);
    if (strlen(text) >= TP_WHY_SIZE) fail_msg("%s: too long for an error: %s", tp_language(), text);
}

static void write_told(void *context, char *text) {
    const asked *asked = context;
    asked->game->tell(asked->before, asked->seen, asked->view, text, TP_TEXT_SIZE);
}

static bool is_among(tp_move move, const tp_move *moves, int count) {
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) return true;
    }
    return false;
}

/* What is said before a move: of those that are legal, and why others are not, which were in earlier
 * positions. */
static void check_choices(const tp_game *game, const void *state, const tp_move *moves, int count,
                          const tp_move *tried) {
    static unsigned char view[MOST_VIEW];
    int seats = game->seats(state);
    game->view(state, game->actor(state), view);
    for (int i = 0; i < count && i < TRIED_MOVES; i++) {
        asked asked = {.game = game, .view = view, .move = moves[i]};
        check_sentence(write_help, &asked, seats);
        if (game->move_name != NULL) check_sentence(write_name, &asked, seats);
    }
    for (int i = 0; i < TRIED_MOVES; i++) {
        asked asked = {.game = game, .view = view, .move = tried[i]};
        if (tried[i] != TP_NO_MOVE && !is_among(tried[i], moves, count))
            check_sentence(write_why_not, &asked, seats);
    }
}

/* What every viewer is told of a ply. */
static void check_ply(const tp_game *game, const void *before, const tp_event *events, int count,
                      const void *after) {
    static unsigned char view_before[MOST_VIEW], view_after[MOST_VIEW];
    for (int viewer = TP_REVEALED; viewer < game->seats(after); viewer++) {
        if (before != NULL) game->view(before, viewer, view_before);
        game->view(after, viewer, view_after);
        for (int i = 0; i < count; i++) {
            tp_event seen;
            game->seen(before == NULL ? after : before, &events[i], viewer, &seen);
            asked asked = {.game = game,
                           .before = before == NULL ? NULL : view_before,
                           .view = view_after,
                           .seen = &seen};
            check_sentence(write_told, &asked, game->seats(after));
        }
    }
}

static void check_game(const tp_game *game, uint32_t variant) {
    speaking = game;
    static unsigned char state[MOST_STATE], before[MOST_STATE];
    static tp_move moves[MOST_MOVES];
    static logging log;
    tp_move tried[TRIED_MOVES];
    tp_event events[SOURCE_MOST_EVENTS + 1];
    tp_options options;
    tp_rng rng;
    memset(tried, 0xff, sizeof tried);
    variant_options(game, variant, &options);
    logging_init(&log, variant);
    tp_rng_seed(&rng, variant);
    assert_int_equal(game->setup(state, &options, &log.chance, NULL), TP_OK);
    check_ply(game, NULL, log.events, log.count, state);
    for (int ply = 0; ply < MOST_PLIES && game->actor(state) != TP_OVER; ply++) {
        int count = game->legal(state, moves);
        check_choices(game, state, moves, count, tried);
        for (int i = 0; i < count && i < 4; i++)
            tried[tp_rng_below(&rng, TRIED_MOVES)] = moves[tp_rng_below(&rng, (uint32_t)count)];
        events[0] = (tp_event){.type = TP_EVENT_MOVE,
                               .seat = game->actor(state),
                               .move = moves[tp_rng_below(&rng, (uint32_t)count)]};
        memcpy(before, state, game->state_size);
        log.count = 0;
        game->apply(state, events[0].move, &log.chance);
        memcpy(&events[1], log.events, (size_t)log.count * sizeof *events);
        check_ply(game, before, events, log.count + 1, state);
    }
}

static void every_sentence_is_whole_in_every_language(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        longest = 0;
        for (uint32_t variant = 0; variant < VARIANTS; variant++) check_game(*game, variant);
        print_message("# %s: the longest text has %zu bytes of %d\n", (*game)->name, longest, TP_TEXT_SIZE);
    }
}

/* ---- the log of a game ---- */

typedef struct told_game {
    const char *game, *options, *agent;
} told_game;

/* Who plays, and a shorter game where a whole one is long. */
static told_game how_to_play(const tp_game *game) {
    static const told_game known[] = {
        {"bruno", "", "bruno-low"}, {"mulle", "", "mulle-greedy"}, {"mus", "best_of=1,target=20", "mus-bot"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].game, game->name) == 0) return known[i];
    }
    return (told_game){game->name, "", "random"};
}

static tp_match *play_game(const tp_game *game) {
    told_game how = how_to_play(game);
    tp_options options;
    tp_options_init(&options, game->options);
    if (*how.options != '\0') assert_int_equal(tp_options_parse(&options, how.options, NULL), TP_OK);
    tp_match *match =
        tp_match_new(&(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = 7}, NULL);
    tp_agent *agent = tp_agent_new(game, how.agent, 7, NULL);
    void *view = malloc(game->view_size);
    assert_true(match != NULL && agent != NULL && view != NULL);
    for (int seat; (seat = tp_match_actor(match)) != TP_OVER;) {
        tp_match_view(match, seat, view);
        assert_int_equal(tp_match_play(match, seat, tp_agent_choose(agent, view), NULL), TP_OK);
    }
    free(view);
    tp_agent_free(agent);
    return match;
}

/* What seat 0 is told of the whole game. */
static char *log_of(const tp_match *match, const char *language) {
    static const char *const names[TP_MAX_SEATS] = {"Ana", "Bo", "Chen", "Dora"};
    char *found = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&found, &size);
    tp_language_set(language);
    for (int ply = 0; ply <= tp_match_plies(match); ply++) {
        char *text = tp_match_tell(match, ply, 0), filled[16 * TP_TEXT_SIZE];
        assert_non_null(text);
        tp_fill_names(text, names, TP_MAX_SEATS, filled, sizeof filled);
        if (filled[0] != '\0') fprintf(out, "%s\n", filled);
        free(text);
    }
    tp_language_set("en");
    fclose(out);
    return found;
}

static void the_log_of_a_game_is_told_in_every_language(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_match *match = play_game(*game);
        for (const char *const *tag = tp_languages(); *tag != NULL; tag++) {
            char name[64], *log = log_of(match, *tag);
            snprintf(name, sizeof name, "log-%s.%s.txt", (*game)->name, *tag);
            golden_compare(name, log);
            free(log);
        }
        tp_match_free(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_cards_are_filled_in),
        cmocka_unit_test(a_language_is_chosen_from_what_is_wanted),
        cmocka_unit_test(each_thread_has_its_own),
        cmocka_unit_test(each_language_has_its_own_plural),
        cmocka_unit_test(what_is_not_in_the_catalogue_stays),
        cmocka_unit_test(a_sentence_that_does_not_fit_is_cut_between_letters),
        cmocka_unit_test(every_sentence_is_whole_in_every_language),
        cmocka_unit_test(the_log_of_a_game_is_told_in_every_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
