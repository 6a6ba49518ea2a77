/* The full screen without a terminal: the layout of real games as files (tests/golden/screen-GAME-SIZE.txt,
 * support/golden.h says how they are written), and what keys and presses do. The terminal itself is for
 * tests/scripts/test_screen.sh. */
#include "cli/play.h"
#include "look/draw.h"
#include "tapete/tapete.h"
#include "tui/screen.h"

#include <jansson.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/golden.h"

/* ---- a game and its screen ---- */

typedef struct fixture {
    play *play;
    desk *desk;
    tui_session session;
    tui_screen screen;
} fixture;

static const char *const games[] = {"bruno", "mulle", "mus", "sabacc"};
enum { GAMES = sizeof games / sizeof games[0] };

/* Whatever goes on without the person: until it is their turn, or the end. */
static tui_turn wait_for_turn(fixture *f) {
    char sentence[TUI_TEXT_SIZE];
    for (int looks = 0; looks < 100000; looks++) {
        if (f->session.advance(f->session.self)) screen_refresh(&f->screen);
        tui_turn turn = f->session.turn(f->session.self, sentence);
        if (turn == TUI_TURN_PAUSED && f->session.wait_ms(f->session.self) >= 0) continue;
        if (turn == TUI_TURN_PAUSED) {
            f->session.go_on(f->session.self);
            screen_refresh(&f->screen);
            continue;
        }
        if (turn != TUI_TURN_OTHER) return turn;
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    fail_msg("an agent takes too long");
    return TUI_TURN_OTHER;
}

static void begin_at(fixture *f, const char *name, const char *options_text, const char *position,
                     int columns, int rows) {
    tp_error error = {0};
    const tp_game *game = tp_game_find(name, &error);
    assert_non_null(game);
    tp_options options;
    tp_options_init(&options, game->options);
    if (options_text != NULL) assert_int_equal(tp_options_parse(&options, options_text, &error), TP_OK);
    tp_match_setup setup = {.game = game, .options = &options, .seeded = true, .seed = 7};
    uint8_t key[TP_KEY_SIZE];
    tp_key_from_seed(key, 7);
    setup.key = key;
    setup.seats[0] = SHELF_HUMAN;
    for (int seat = 1; seat < TP_MAX_SEATS; seat++) setup.seats[seat] = "random";
    f->play = calloc(1, sizeof *f->play);
    assert_non_null(f->play);
    f->play->full = true;
    f->play->style = (look_style){.width = UNBROKEN};
    json_t *json = position != NULL ? json_loads(position, 0, NULL) : NULL;
    setup.position = json;
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    json_decref(json);
    assert_int_equal(play_adopt(f->play, match, NULL, 7, true, &error), TP_OK);
    f->desk = desk_new(f->play, "", &f->session);
    assert_true(screen_begin(&f->screen, &f->session, columns, rows, true, false));
    wait_for_turn(f);
}

static void begin(fixture *f, const char *name, const char *options_text, int columns, int rows) {
    begin_at(f, name, options_text, NULL, columns, rows);
}

static void end(fixture *f) {
    screen_end(&f->screen);
    assert_true(desk_free(f->desk));
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(f->play->agents[seat]);
    tp_agent_free(f->play->helper);
    tp_match_free(f->play->match);
    free(f->play->view);
    free(f->play->moves);
    free(f->play);
}

static char *written(fixture *f) {
    char *text = NULL;
    size_t size = 0;
    screen_compose(&f->screen);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    grid_write(&f->screen.grid, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- cells ---- */

static void wide_characters_take_two_cells(void **unused) {
    (void)unused;
    tui_grid grid = {0};
    assert_true(grid_resize(&grid, 10, 2));
    assert_int_equal(grid_line(&grid, 0, 1, 5, "轮到你了"), 4);
    assert_string_equal(grid_at(&grid, 0, 1)->text, "轮");
    assert_string_equal(grid_at(&grid, 0, 2)->text, "");
    assert_string_equal(grid_at(&grid, 0, 3)->text, "到");
    assert_string_equal(grid_at(&grid, 0, 5)->text, " "); /* half of one is none */
    assert_int_equal(grid_line(&grid, 1, 0, 10, "e\xcc\x81t\xc3\xa9"), 3);
    assert_string_equal(grid_at(&grid, 1, 0)->text, "e\xcc\x81");
    assert_string_equal(grid_at(&grid, 1, 1)->text, "t");
    grid_free(&grid);
}

static void colours_go_on_over_lines_that_are_skipped(void **unused) {
    (void)unused;
    tui_grid grid = {0};
    assert_true(grid_resize(&grid, 10, 3));
    grid_text(&grid, (tui_area){0, 0, 10, 2}, 1, "\033[1;31mred\nstill\n\033[0mnot\nbelow\n");
    assert_string_equal(grid_at(&grid, 0, 0)->text, "s");
    assert_int_equal(grid_at(&grid, 0, 0)->colour, 1);
    assert_int_equal(grid_at(&grid, 0, 0)->look, TUI_BOLD);
    assert_int_equal(grid_at(&grid, 1, 0)->colour, TUI_OWN_COLOUR);
    assert_string_equal(grid_at(&grid, 2, 0)->text, " "); /* outside of the area */
    grid_free(&grid);
}

static void marks_are_things_that_can_be_pressed(void **unused) {
    (void)unused;
    tui_grid grid = {0};
    look_style style = {.marks = true};
    char text[256] = "a ";
    text_mark(text, sizeof text, &style, "4c", "4");
    text_append(text, sizeof text, "[4c]");
    text_mark(text, sizeof text, &style, NULL, NULL);
    text_append(text, sizeof text, " b");
    assert_int_equal(text_columns(text), 8);
    assert_true(grid_resize(&grid, 20, 1));
    grid_line(&grid, 0, 0, 20, text);
    assert_null(grid_thing_at(&grid, 0, 1));
    assert_non_null(grid_thing_at(&grid, 0, 2));
    assert_string_equal(grid_thing_at(&grid, 0, 5)->name, "4c");
    assert_string_equal(grid_thing_at(&grid, 0, 5)->word, "4");
    assert_null(grid_thing_at(&grid, 0, 6));
    assert_null(grid_thing_at(&grid, 1, 0));
    grid_free(&grid);
}

/* ---- the layout ---- */

static void every_game_has_its_place_on_screens_of_every_size(void **unused) {
    (void)unused;
    static const int sizes[][2] = {{60, 20}, {80, 24}, {120, 40}, {200, 60}};
    for (int game = 0; game < GAMES; game++) {
        for (int size = 0; size < 4; size++) {
            fixture f = {0};
            char name[64];
            begin(&f, games[game], NULL, sizes[size][0], sizes[size][1]);
            for (int moves = 0; moves < 4; moves++) {
                screen_key(&f.screen, TUI_KEY_ENTER);
                assert_int_equal(wait_for_turn(&f), TUI_TURN_YOURS);
            }
            char *text = written(&f);
            snprintf(name, sizeof name, "screen-%s-%dx%d.txt", games[game], sizes[size][0], sizes[size][1]);
            golden_compare(name, text);
            free(text);
            end(&f);
        }
    }
}

static void wide_characters_line_up(void **unused) {
    (void)unused;
    const char *before = tp_language_set("zh");
    for (int game = 0; game < GAMES; game++) {
        fixture f = {0};
        begin(&f, games[game], NULL, 80, 24);
        screen_key(&f.screen, 'l');
        char *text = written(&f);
        char *rest = NULL, *line = strtok_r(text, "\n", &rest);
        assert_int_equal(text_columns(line), 80); /* the upper edge of the frame */
        int inside = 0;
        while ((line = strtok_r(NULL, "\n", &rest)) != NULL && strncmp(line, "│", strlen("│")) == 0) {
            assert_int_equal(text_columns(line), 80);
            inside++;
        }
        assert_true(inside > 3);
        free(text);
        end(&f);
    }
    tp_language_set(before);
}

static void all_keys_are_offered_in_every_language(void **unused) {
    (void)unused;
    for (const char *const *language = tp_languages(); *language != NULL; language++) {
        const char *before = tp_language_set(*language);
        fixture f = {0};
        tui_offer offers[TUI_MOST_OFFERS];
        begin(&f, "sabacc", NULL, 80, 24);
        free(written(&f));
        screen_offers(&f.screen, offers);
        for (const tui_offer *offer = offers; offer->key != 0; offer++) {
            bool found = false;
            for (int column = 0; column < 80; column++) {
                const tui_thing *thing = grid_thing_at(&f.screen.grid, 23, column);
                if (thing != NULL && thing->kind == TUI_THING_KEY && thing->number == offer->key)
                    found = true;
            }
            if (!found) fail_msg("%s: no room for %s", *language, offer->label);
        }
        end(&f);
        tp_language_set(before);
    }
}

/* A window may be too narrow for all keys: the one that leads out stays. */
static void leaving_is_offered_in_narrow_windows(void **unused) {
    (void)unused;
    for (int columns = 36; columns <= 80; columns += 4) {
        fixture f = {0};
        bool found = false;
        begin(&f, "mus", NULL, columns, 15);
        free(written(&f));
        for (int column = 0; column < columns; column++) {
            const tui_thing *thing = grid_thing_at(&f.screen.grid, 14, column);
            found |= thing != NULL && thing->kind == TUI_THING_KEY && thing->number == 'q';
        }
        if (!found) fail_msg("%d columns: no way out", columns);
        end(&f);
    }
}

/* Without spaces and line breaks, so that it does not matter where a sentence is broken. */
static void squeeze(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (*from != ' ' && *from != '\n') *to++ = *from;
    *to = '\0';
}

static void assert_shown(fixture *f, const char *language, const char *sentence) {
    char wanted[TUI_TEXT_SIZE], *text = written(f);
    snprintf(wanted, sizeof wanted, "%s", sentence);
    squeeze(wanted);
    squeeze(text);
    if (strstr(text, wanted) == NULL) fail_msg("%s: not all of \"%s\"", language, sentence);
    free(text);
}

/* ---- what goes on without the reader ---- */

/* A round of Sabacc ends, and its cards stand there until the reader goes on. */
static void a_deal_that_has_ended_is_shown(void **unused) {
    (void)unused;
    static const char *const ends[] = {"mulle",
                                       "Omgång 1 is over",
                                       "omgangar=3",
                                       "mus",
                                       "The hand is over",
                                       "preset=S2",
                                       "sabacc",
                                       "Round 1: all hands are shown",
                                       "players=2"};
    for (size_t game = 0; game < sizeof ends / sizeof ends[0]; game += 3) {
        fixture f = {0};
        char sentence[TUI_TEXT_SIZE], *text;
        begin(&f, ends[game], ends[game + 2], 80, 24);
        tui_turn turn = TUI_TURN_YOURS;
        while (turn == TUI_TURN_YOURS) {
            screen_key(&f.screen, TUI_KEY_ENTER);
            do {
                if (f.session.advance(f.session.self)) screen_refresh(&f.screen);
                turn = f.session.turn(f.session.self, sentence);
            } while (turn == TUI_TURN_OTHER);
        }
        assert_int_equal(turn, TUI_TURN_PAUSED);
        text = written(&f);
        if (strstr(text, ends[game + 1]) == NULL) fail_msg("no \"%s\" in:\n%s", ends[game + 1], text);
        assert_non_null(strstr(text, "Enter goes on"));
        free(text);
        assert_int_equal(f.screen.shown_count, 0); /* no move can be made meanwhile */
        int plies = tp_match_plies(f.play->match);
        assert_false(f.session.advance(f.session.self));
        screen_key(&f.screen, '1');
        assert_int_equal(tp_match_plies(f.play->match), plies);
        screen_key(&f.screen, TUI_KEY_ENTER);
        text = written(&f);
        assert_null(strstr(text, "Enter goes on"));
        free(text);
        end(&f);
    }
}

static void nothing_is_played_by_a_key_that_was_meant_to_skip(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "sabacc", NULL, 80, 24);
    int plies = tp_match_plies(f.play->match);
    f.screen.session.hasty_ms = 300;
    screen_note_time(&f.screen, 1000);
    screen_note_time(&f.screen, 1299);
    screen_key(&f.screen, TUI_KEY_ENTER);
    assert_int_equal(tp_match_plies(f.play->match), plies);
    screen_note_time(&f.screen, 1300);
    screen_key(&f.screen, TUI_KEY_ENTER);
    assert_int_equal(tp_match_plies(f.play->match), plies + 1);
    end(&f);
}

static void agents_move_at_a_pace_and_a_key_skips_one_step(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "bruno", NULL, 80, 24);
    f.play->pace_ms = 1000000;
    screen_key(&f.screen, TUI_KEY_ENTER);
    int plies = tp_match_plies(f.play->match), wait = -1;
    for (int looks = 0; wait < 0 && looks < 100000; looks++) {
        f.session.advance(f.session.self);
        wait = f.session.wait_ms(f.session.self);
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    assert_in_range(wait, 900000, 1000000);
    assert_int_equal(tp_match_plies(f.play->match), plies); /* the first agent has chosen, and waits */
    screen_key(&f.screen, TUI_KEY_ENTER);
    f.session.advance(f.session.self);
    assert_int_equal(tp_match_plies(f.play->match), plies + 1);
    f.session.advance(f.session.self);
    assert_int_equal(tp_match_plies(f.play->match), plies + 1);
    end(&f);
}

static void a_bot_plays_for_the_reader(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "sabacc", "chips=3", 80, 24);
    int plies = tp_match_plies(f.play->match);
    screen_key(&f.screen, 'a');
    assert_int_equal(f.screen.shown_count, 0); /* while it chooses there is nothing to choose */
    assert_int_equal(wait_for_turn(&f), TUI_TURN_YOURS);
    assert_true(tp_match_plies(f.play->match) > plies);
    screen_key(&f.screen, 'A');
    assert_int_equal(wait_for_turn(&f), TUI_TURN_NOBODY);
    char *text = written(&f);
    assert_non_null(strstr(text, "New game"));
    free(text);
    assert_int_equal(screen_key(&f.screen, 'b'), TUI_LEAVE);
    assert_true(f.play->again);
    assert_int_equal(f.play->stronger, 1);
    end(&f);
}

/* Two equal cards on the table, or in the hand, make moves that nobody can tell apart: one of them is listed.
 */
static void no_two_lines_of_the_list_read_alike(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "mulle", "omgangar=10", 80, 24);
    int left_out = 0;
    while (wait_for_turn(&f) != TUI_TURN_NOBODY) {
        int count = f.session.choice_count(f.session.self);
        left_out += f.play->move_count - count;
        for (int i = 0; i < count; i++) {
            tui_choice one, other;
            char help[TUI_TEXT_SIZE], other_help[TUI_TEXT_SIZE];
            f.session.choice(f.session.self, i, &one);
            f.session.move_help(f.session.self, one.first, help);
            for (int k = 0; k < i; k++) {
                f.session.choice(f.session.self, k, &other);
                f.session.move_help(f.session.self, other.first, other_help);
                if (strcmp(one.label, other.label) == 0 && strcmp(help, other_help) == 0)
                    fail_msg("twice: %s (%s)", one.label, help);
            }
        }
        screen_key(&f.screen, TUI_KEY_ENTER);
    }
    assert_true(left_out > 0);
    end(&f);
}

/* Also where the bot plays on and no moves are listed. */
static void what_a_bot_plays_is_named_in_the_language(void **unused) {
    (void)unused;
    const char *before = tp_language_set("sv");
    fixture f = {0};
    begin(&f, "sabacc", "chips=3,players=2", 80, 24);
    screen_key(&f.screen, 'A');
    assert_int_equal(wait_for_turn(&f), TUI_TURN_NOBODY);
    screen_key(&f.screen, 'l');
    char *text = written(&f);
    assert_non_null(strstr(text, "Spelat åt dig"));
    assert_null(strstr(text, ": pass."));
    assert_null(strstr(text, ": no token."));
    free(text);
    end(&f);
    tp_language_set(before);
}

/* What is said stands there to its last word: what a move does, and the answer to what was typed. */
static void nothing_that_is_said_is_cut_off(void **unused) {
    (void)unused;
    for (const char *const *language = tp_languages(); *language != NULL; language++) {
        const char *before = tp_language_set(*language);
        fixture f = {0};
        begin(&f, "sabacc", "tokens=EMBARGO,MAJOR_FRAUD,SABACC_PRIME", 80, 24);
        for (int move = 0; move < f.play->move_count; move++) {
            char help[TUI_TEXT_SIZE];
            f.session.move_help(f.session.self, move, help);
            assert_shown(&f, *language, help);
            screen_key(&f.screen, TUI_KEY_DOWN);
        }
        for (const char *key = ":nonsense\n"; *key != '\0'; key++) screen_key(&f.screen, *key);
        assert_true(text_columns(f.screen.notice) > 70);
        assert_shown(&f, *language, f.screen.notice);
        end(&f);
        tp_language_set(before);
    }
}

enum { MOST_OPINIONS = 64, FEW_OPINIONS = 10 };
typedef struct hint {
    const play *play;
    int count;
    tp_opinion opinions[MOST_OPINIONS];
} hint;

static void print_hint(void *context) {
    const hint *hint = context;
    play_show_hint(hint->play, hint->opinions, hint->count);
}

/* In Mus amounts are typed, so a hint names moves by their keys, not by their places in the list: bets have
 * one line, that of the smallest that does as well as the best. */
static void a_hint_names_keys_and_says_why(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "mus", "preset=S2", 80, 24);
    assert_true(play_has_amounts(f.play));
    static hint hint;
    hint = (struct hint){.play = f.play, .count = f.play->move_count};
    assert_true(hint.count <= MOST_OPINIONS);
    int best = 0;
    for (int i = 0; i < hint.count; i++) {
        int amount = play_move_amount(f.play, f.play->moves[i]);
        double value = amount < 0 ? .05 : amount <= 4 ? .6 + .001 * amount : .3;
        hint.opinions[i] = (tp_opinion){.move = f.play->moves[i], .games = 10, .value = value, .error = .01};
        if (value > hint.opinions[best].value) best = i;
    }
    tp_opinion first = hint.opinions[0]; /* the best first, as a search gives them */
    hint.opinions[0] = hint.opinions[best];
    hint.opinions[best] = first;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    play_print_for_pane(f.play, &(look_style){.width = 80}, out, print_hint, &hint);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "Best: envido 2. It wins about 60 of 100 games, 55 more"));
    assert_non_null(strstr(text, "in this lance your hand beats"));
    assert_non_null(strstr(text, "   2  envido 2 "));
    assert_null(strstr(text, "envido 3"));
    assert_non_null(strstr(text, "   p  paso "));
    free(text);
    end(&f);
}

/* Where a game knows how good a hand is, that is the reason. */
static void a_hint_says_how_good_the_hand_is(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "sabacc", "players=2", 80, 24);
    static hint hint;
    hint = (struct hint){.play = f.play, .count = 2};
    assert_true(f.play->move_count >= hint.count);
    hint.opinions[0] = (tp_opinion){.move = f.play->moves[0], .games = 10, .value = .6, .error = .01};
    hint.opinions[1] = (tp_opinion){.move = f.play->moves[1], .games = 10, .value = .4, .error = .01};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    play_print_for_pane(f.play, &(look_style){.width = 200}, out, print_hint, &hint);
    assert_int_equal(fclose(out), 0);
    const char *found = strstr(text, "Why: the hand that you have beats about ");
    assert_non_null(found);
    int beaten = atoi(found + strlen("Why: the hand that you have beats about "));
    assert_in_range(beaten, 1, 99);
    free(text);
    end(&f);
}

/* A pane beside the table is narrow, and names of moves are long: what was asked for stands there all the
 * same. */
static void a_hint_has_its_numbers_in_a_narrow_pane(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "mulle", NULL, 80, 24);
    hint hint = {.play = f.play,
                 .count = f.play->move_count < FEW_OPINIONS ? f.play->move_count : FEW_OPINIONS};
    for (int i = 0; i < hint.count; i++)
        hint.opinions[i] = (tp_opinion){.move = f.play->moves[i], .games = 10, .value = 0.125, .error = 0.25};
    for (int width = 34; width <= 80; width++) {
        char *text = NULL;
        size_t size = 0;
        int promises = 0, bars = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        play_print_for_pane(f.play, &(look_style){.width = width}, out, print_hint, &hint);
        assert_int_equal(fclose(out), 0);
        for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest)) {
            if (text_columns(line) > width) fail_msg("%d columns: %s", width, line);
            promises += strstr(line, " 12.5 % ± 25.0") != NULL;
            bars += strstr(line, "░") != NULL;
        }
        assert_int_equal(promises, hint.count);
        assert_int_equal(bars, hint.count);
        free(text);
    }
    end(&f);
}

/* If there is little room the log has a line still, so that one sees what the others did. */
static void the_log_keeps_a_line(void **unused) {
    (void)unused;
    for (int game = 0; game < GAMES; game++) {
        fixture f = {0};
        int lines = 0;
        begin(&f, games[game], NULL, 80, 24);
        for (int moves = 0; moves < 25 && wait_for_turn(&f) == TUI_TURN_YOURS; moves++) {
            screen_key(&f.screen, TUI_KEY_ENTER);
            if (wait_for_turn(&f) != TUI_TURN_YOURS) break;
            char *log = NULL, why[TUI_TEXT_SIZE];
            size_t size = 0;
            FILE *out = open_memstream(&log, &size);
            assert_non_null(out);
            look_style style = {.width = 76};
            f.session.pane(f.session.self, TUI_PANE_LOG, &style, out, why);
            assert_int_equal(fclose(out), 0);
            if (size > 0) { /* a token that is not played leaves no line */
                log[size - 1] = '\0';
                const char *last = strrchr(log, '\n') != NULL ? strrchr(log, '\n') + 1 : log;
                char *text = written(&f);
                if (strstr(text, last) == NULL) fail_msg("%s, move %d: no \"%s\"", games[game], moves, last);
                free(text);
                lines++;
            }
            free(log);
        }
        assert_true(lines > 0);
        end(&f);
    }
}

/* The smallest window still has all of the table, from its title to one's own hand. */
static void the_smallest_window_has_the_whole_table(void **unused) {
    (void)unused;
    for (int game = 0; game < GAMES; game++) {
        fixture f = {0};
        begin(&f, games[game], NULL, TUI_LEAST_COLUMNS, TUI_LEAST_ROWS);
        char *text = written(&f);
        if (strstr(text, f.play->game->title) == NULL || strstr(text, "▶ You") == NULL)
            fail_msg("%s: %s", games[game], text);
        free(text);
        end(&f);
    }
}

/* What is asked about is the reader's own cards: a pane leaves them in sight. */
static void panes_leave_the_own_cards_in_sight(void **unused) {
    (void)unused;
    static const tui_pane panes[] = {TUI_PANE_LOG, TUI_PANE_RULES, TUI_PANE_HELP};
    for (int game = 0; game < GAMES; game++) {
        for (int pane = 0; pane < 3; pane++) {
            fixture f = {0};
            begin(&f, games[game], NULL, 80, 24);
            f.screen.pane = panes[pane];
            char *text = written(&f);
            if (strstr(text, "╭─ ") == NULL || strstr(text, "▶ You") == NULL)
                fail_msg("%s: %s", games[game], text);
            free(text);
            end(&f);
        }
    }
}

static void any_size_of_window_will_do(void **unused) {
    (void)unused;
    static const tui_pane panes[] = {TUI_PANE_NONE, TUI_PANE_LOG, TUI_PANE_RULES, TUI_PANE_HELP};
    for (int game = 0; game < GAMES; game++) {
        fixture f = {0};
        begin(&f, games[game], NULL, 80, 24);
        for (int columns = 1; columns < 260; columns += 13) {
            for (int rows = 1; rows < 90; rows += 7) {
                assert_true(screen_resize(&f.screen, columns, rows));
                f.screen.pane = panes[(columns + rows) % 4];
                free(written(&f));
            }
        }
        end(&f);
    }
}

/* ---- keys ---- */

static void end_is_not_cut_off(fixture *f) {
    for (const char *const *language = tp_languages(); *language != NULL; language++) {
        const char *before = tp_language_set(*language);
        for (int width = 60; width <= 120; width += 10) {
            char *text = NULL;
            size_t size = 0;
            FILE *out = open_memstream(&text, &size);
            assert_non_null(out);
            f->session.table(f->session.self, &(look_style){.width = width}, out);
            assert_int_equal(fclose(out), 0);
            for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line != NULL;
                 line = strtok_r(NULL, "\n", &rest))
                if (text_columns(line) > width) fail_msg("%s, %d columns: %s", *language, width, line);
            free(text);
        }
        tp_language_set(before);
    }
}

static void games_are_played_to_their_end_with_the_enter_key(void **unused) {
    (void)unused;
    static const char *const short_games[GAMES] = {"cap=60", "omgangar=1", "preset=S2", "chips=3"};
    for (int game = 0; game < GAMES; game++) {
        fixture f = {0};
        begin(&f, games[game], short_games[game], 80, 24);
        for (int moves = 0; moves < 5000 && wait_for_turn(&f) == TUI_TURN_YOURS; moves++) {
            screen_key(&f.screen, TUI_KEY_ENTER);
            if (moves % 8 == 0) free(written(&f));
        }
        assert_int_equal(wait_for_turn(&f), TUI_TURN_NOBODY);
        char *text = written(&f);
        assert_non_null(strstr(text, "The game is over. You "));
        assert_non_null(strstr(text, "Replay"));
        free(text);
        end_is_not_cut_off(&f);
        /* and looked at from the end to the beginning */
        fixture back = {0};
        assert_true(f.session.look_back(f.session.self, &back.session));
        assert_true(screen_begin(&back.screen, &back.session, 80, 24, true, false));
        int at, last;
        screen_key(&back.screen, TUI_KEY_END);
        back.session.position(back.session.self, &at, &last);
        assert_int_equal(at, last);
        for (const char *key = "12\n"; *key != '\0'; key++) screen_key(&back.screen, *key);
        back.session.position(back.session.self, &at, &last);
        assert_int_equal(at, 12);
        screen_key(&back.screen, TUI_KEY_END);
        for (int i = 0; i < 5; i++) {
            screen_key(&back.screen, TUI_KEY_LEFT);
            free(written(&back));
        }
        back.session.position(back.session.self, &at, &last);
        assert_int_equal(at, last - 5);
        screen_end(&back.screen);
        end(&f);
    }
}

/* Press the first cell that shows the thing of this name. */
static void press(fixture *f, const char *name) {
    free(written(f));
    for (int row = 0; row < f->screen.grid.rows; row++) {
        for (int column = 0; column < f->screen.grid.columns; column++) {
            const tui_thing *thing = grid_thing_at(&f->screen.grid, row, column);
            if (thing == NULL || thing->kind != TUI_THING_MARKED || strcmp(thing->name, name) != 0) continue;
            assert_int_equal(screen_press(&f->screen, row, column), TUI_GO_ON);
            return;
        }
    }
    fail_msg("%s is not on the screen", name);
}

static void current_label(fixture *f, char label[TUI_LABEL_SIZE]) {
    int move = choices_current(&f->screen);
    assert_true(move >= 0);
    f->session.move_label(f->session.self, move, label);
}

static void pressed_cards_leave_the_moves_that_they_are_part_of(void **unused) {
    (void)unused;
    fixture f = {0};
    char label[TUI_LABEL_SIZE];
    begin(&f, "sabacc", NULL, 80, 24);
    screen_key(&f.screen, TUI_KEY_ENTER); /* no token */
    wait_for_turn(&f);
    press(&f, "open blood");
    assert_int_equal(f.screen.shown_count, 1);
    current_label(&f, label);
    assert_string_equal(label, "take Blood");
    press(&f, "sand"); /* not both: the last one counts */
    current_label(&f, label);
    assert_string_equal(label, "draw Sand");
    press(&f, "sand"); /* once more takes it back */
    assert_int_equal(f.screen.shown_count, f.screen.choice_count);
    end(&f);

    begin_at(&f, "mus", NULL,
             "{\"phase\": \"DISCARD\", \"mano\": 0, \"hands\": [[\"Ro\", \"3c\", \"7e\", \"4e\"], "
             "[\"A\", \"A\", \"5\", \"6\"], [\"7\", \"6\", \"5\", \"4\"], [\"S\", \"S\", \"C\", \"C\"]]}",
             80, 24);
    press(&f, "Ro");
    press(&f, "3c"); /* another king */
    press(&f, "4e");
    current_label(&f, label);
    assert_string_equal(label, "discard 4,3,R");
    end(&f);

    begin_at(&f, "bruno", NULL,
             "{\"current\": 0, \"hands\": [[\"4s\", \"4h\", \"7d\"], [\"5s\"], [\"6s\"], [\"8s\"]]}", 80, 24);
    press(&f, "4s");
    current_label(&f, label);
    assert_string_equal(label, "a 4");
    press(&f, "4h");
    current_label(&f, label);
    assert_string_equal(label, "two 4s");
    end(&f);
}

static void numbers_choose_and_arrows_change_a_bet(void **unused) {
    (void)unused;
    fixture f = {0};
    char label[TUI_LABEL_SIZE];
    begin(&f, "mus", NULL, 80, 24);
    screen_key(&f.screen, '2'); /* no mus */
    current_label(&f, label);
    assert_string_equal(label, "no mus");
    screen_key(&f.screen, TUI_KEY_ENTER);
    assert_int_equal(wait_for_turn(&f), TUI_TURN_YOURS);
    screen_key(&f.screen, TUI_KEY_END);
    screen_key(&f.screen, TUI_KEY_RIGHT);
    screen_key(&f.screen, TUI_KEY_RIGHT);
    assert_false(f.session.advance(f.session.self)); /* nothing has happened: what is chosen stays chosen */
    char before[TUI_LABEL_SIZE];
    current_label(&f, before);
    screen_key(&f.screen, TUI_KEY_LEFT);
    current_label(&f, label);
    assert_string_not_equal(label, before);
    int plies = tp_match_plies(f.play->match);
    for (const char *key = "12"; *key != '\0'; key++) screen_key(&f.screen, *key);
    current_label(&f, label);
    assert_string_equal(label, "envido 12"); /* an amount is typed as what it is */
    assert_int_equal(screen_key(&f.screen, TUI_KEY_ESCAPE), TUI_GO_ON);
    assert_int_equal(f.screen.number, 0);
    screen_key(&f.screen, TUI_KEY_HOME);
    for (const char *key = "99\n"; *key != '\0'; key++) screen_key(&f.screen, *key);
    assert_string_equal(f.screen.notice, "There is no 99 in the list.");
    assert_int_equal(tp_match_plies(f.play->match), plies); /* and nothing was bet */
    current_label(&f, label);
    assert_string_equal(label, "paso");
    screen_key(&f.screen, 'o');
    current_label(&f, label);
    assert_string_equal(label, "órdago"); /* it is chosen, and only Enter says it */
    assert_int_equal(tp_match_plies(f.play->match), plies);
    for (const char *key = "5\n"; *key != '\0'; key++) screen_key(&f.screen, *key);
    assert_int_equal(tp_match_plies(f.play->match), plies + 1);
    const tp_event *events;
    assert_true(tp_match_ply_events(f.play->match, plies + 1, &events) > 0);
    char said[TP_TEXT_SIZE];
    f.play->game->move_text(events[0].move, said, sizeof said);
    assert_string_equal(said, "envido 5");
    end(&f);
}

static void digits_pick_cards_to_discard(void **unused) {
    (void)unused;
    fixture f = {0};
    char label[TUI_LABEL_SIZE];
    begin_at(&f, "mus", NULL,
             "{\"phase\": \"DISCARD\", \"mano\": 0, \"hands\": [[\"Ro\", \"3c\", \"7e\", \"4e\"], "
             "[\"A\", \"A\", \"5\", \"6\"], [\"7\", \"6\", \"5\", \"4\"], [\"S\", \"S\", \"C\", \"C\"]]}",
             80, 24);
    for (const char *key = "34"; *key != '\0'; key++) screen_key(&f.screen, *key);
    current_label(&f, label);
    assert_string_equal(label, "discard 4,7");
    screen_key(&f.screen, '3'); /* once more takes it back */
    current_label(&f, label);
    assert_string_equal(label, "discard 4");
    end(&f);
}

static void what_is_looked_for_leaves_the_moves_that_have_it(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "mulle", NULL, 80, 24);
    int all = f.screen.shown_count;
    screen_key(&f.screen, '/');
    for (const char *key = "discard"; *key != '\0'; key++) screen_key(&f.screen, *key);
    assert_in_range(f.screen.shown_count, 1, all - 1);
    for (int i = 0; i < f.screen.shown_count; i++)
        assert_non_null(strstr(f.screen.choices[f.screen.shown[i]].label, "discard"));
    char *text = written(&f);
    assert_non_null(strstr(text, "/ discard"));
    free(text);
    int plies = tp_match_plies(f.play->match);
    screen_key(&f.screen, TUI_KEY_ENTER); /* several are left: back to the list */
    assert_int_equal(tp_match_plies(f.play->match), plies);
    assert_in_range(f.screen.shown_count, 1, all - 1);
    screen_key(&f.screen, TUI_KEY_ESCAPE);
    assert_int_equal(f.screen.shown_count, all);
    end(&f);
}

static void what_is_typed_is_a_move_or_a_command(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "sabacc", NULL, 80, 24);
    int plies = tp_match_plies(f.play->match);
    screen_key(&f.screen, ':');
    for (const char *at = "no tokem"; *at != '\0'; at++) screen_key(&f.screen, *at);
    screen_key(&f.screen, TUI_KEY_BACKSPACE);
    screen_key(&f.screen, 'n');
    char *text = written(&f);
    assert_non_null(strstr(text, ": no token"));
    free(text);
    screen_key(&f.screen, TUI_KEY_ENTER);
    assert_int_equal(tp_match_plies(f.play->match), plies + 1);
    wait_for_turn(&f);
    screen_key(&f.screen, 'u');
    assert_int_equal(tp_match_plies(f.play->match), plies);
    text = written(&f);
    assert_non_null(strstr(text, "Taken back"));
    free(text);
    screen_key(&f.screen, ':');
    for (const char *at = "nonsense"; *at != '\0'; at++) screen_key(&f.screen, *at);
    screen_key(&f.screen, TUI_KEY_ENTER);
    assert_non_null(strstr(f.screen.notice, "nonsense"));
    end(&f);
}

static void leaving_is_asked_for(void **unused) {
    (void)unused;
    fixture f = {0};
    begin(&f, "bruno", NULL, 80, 24);
    assert_int_equal(screen_key(&f.screen, 'q'), TUI_GO_ON);
    char *text = written(&f);
    assert_non_null(strstr(text, "Leave the game?"));
    free(text);
    assert_int_equal(screen_key(&f.screen, 'n'), TUI_GO_ON);
    screen_key(&f.screen, 'q');
    assert_int_equal(screen_key(&f.screen, 'y'), TUI_LEAVE);
    assert_int_equal(screen_key(&f.screen, TUI_KEY_INTERRUPT), TUI_GO_ON);
    assert_int_equal(screen_key(&f.screen, TUI_KEY_INTERRUPT), TUI_INTERRUPTED);
    end(&f);
}

int main(void) {
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_characters_take_two_cells),
        cmocka_unit_test(colours_go_on_over_lines_that_are_skipped),
        cmocka_unit_test(marks_are_things_that_can_be_pressed),
        cmocka_unit_test(every_game_has_its_place_on_screens_of_every_size),
        cmocka_unit_test(wide_characters_line_up),
        cmocka_unit_test(all_keys_are_offered_in_every_language),
        cmocka_unit_test(nothing_that_is_said_is_cut_off),
        cmocka_unit_test(a_deal_that_has_ended_is_shown),
        cmocka_unit_test(nothing_is_played_by_a_key_that_was_meant_to_skip),
        cmocka_unit_test(agents_move_at_a_pace_and_a_key_skips_one_step),
        cmocka_unit_test(a_bot_plays_for_the_reader),
        cmocka_unit_test(no_two_lines_of_the_list_read_alike),
        cmocka_unit_test(what_a_bot_plays_is_named_in_the_language),
        cmocka_unit_test(the_log_keeps_a_line),
        cmocka_unit_test(leaving_is_offered_in_narrow_windows),
        cmocka_unit_test(a_hint_names_keys_and_says_why),
        cmocka_unit_test(a_hint_says_how_good_the_hand_is),
        cmocka_unit_test(a_hint_has_its_numbers_in_a_narrow_pane),
        cmocka_unit_test(the_smallest_window_has_the_whole_table),
        cmocka_unit_test(panes_leave_the_own_cards_in_sight),
        cmocka_unit_test(any_size_of_window_will_do),
        cmocka_unit_test(games_are_played_to_their_end_with_the_enter_key),
        cmocka_unit_test(pressed_cards_leave_the_moves_that_they_are_part_of),
        cmocka_unit_test(numbers_choose_and_arrows_change_a_bet),
        cmocka_unit_test(digits_pick_cards_to_discard),
        cmocka_unit_test(what_is_looked_for_leaves_the_moves_that_have_it),
        cmocka_unit_test(what_is_typed_is_a_move_or_a_command),
        cmocka_unit_test(leaving_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
