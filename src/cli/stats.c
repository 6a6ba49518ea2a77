/* `tapete stats`: how the person at this terminal has fared, from the records on the shelf and the reviews
 * beside them. */
#include "cli/cli.h"
#include "cli/review.h"
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 64, ROW_NAME_SIZE = 160, LAST_GAMES = 3, NAME_COLUMNS = 34 };

typedef enum outcome { WON, SHARED, LOST, OUTCOMES } outcome;

static const char *const outcome_names[OUTCOMES] = {"won", "shared", "lost"};

/* Games that have something in common: an opponent, a seat. */
typedef struct row {
    char name[ROW_NAME_SIZE];
    int games[OUTCOMES];
    double scores;
} row;

/* Everything about one game. */
typedef struct tally {
    const tp_game *game;
    row all, opponents[MOST_ROWS], seats[TP_MAX_SEATS];
    int opponent_count;
    int unfinished, taken_back;
    outcome run;                      /* how the latest games ended: */
    int run_length, run_open;         /* so many alike; whether older ones may still add to it */
    int winning, longest;             /* games won in a row, while looking back; the longest such */
    int reviewed, decisions;          /* games that have a review, and how many decisions they had */
    double cost;                      /* of all of those */
    char unreviewed[SHELF_PATH_SIZE]; /* the latest game without one */
} tally;

typedef struct collection {
    const tp_game *only; /* NULL: all games */
    tally *tallies;
    size_t count;
    json_t *damaged;
} collection;

/* ---- collecting ---- */

static int games_of(const row *row) { return row->games[WON] + row->games[SHARED] + row->games[LOST]; }

static void add_game(row *row, outcome outcome, int32_t score) {
    row->games[outcome]++;
    row->scores += score;
}

/* Who played against the person: the names of the other sides' seats, each once. */
static void name_opponents(const tp_match *match, int human, char name[ROW_NAME_SIZE]) {
    const tp_game *game = tp_match_game(match);
    const void *state = tp_match_state(match);
    name[0] = '\0';
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        const char *who = tp_match_seat_name(match, seat);
        bool is_known = game->side(state, seat) == game->side(state, human);
        for (int before = 0; before < seat && !is_known; before++) {
            is_known = game->side(state, before) != game->side(state, human) &&
                       strcmp(tp_match_seat_name(match, before), who) == 0;
        }
        if (!is_known)
            text_append(name, ROW_NAME_SIZE, "%s%s", *name != '\0' ? " + " : "", *who != '\0' ? who : "?");
    }
    text_clean(name);
}

static row *opponent_row(tally *tally, const char *name) {
    for (int i = 0; i < tally->opponent_count; i++) {
        if (strcmp(tally->opponents[i].name, name) == 0) return &tally->opponents[i];
    }
    bool is_full = tally->opponent_count == MOST_ROWS;
    row *row = &tally->opponents[is_full ? MOST_ROWS - 1 : tally->opponent_count++];
    snprintf(row->name, sizeof row->name, "%s", is_full ? TR_IN("opponents", "others") : name);
    return row;
}

/* The games come the latest first. */
static void count_streaks(tally *tally, outcome outcome) {
    if (games_of(&tally->all) == 1) {
        tally->run = outcome;
        tally->run_open = true;
    }
    tally->run_open = tally->run_open && outcome == tally->run;
    tally->run_length += tally->run_open;
    tally->winning = outcome == WON ? tally->winning + 1 : 0;
    tally->longest = tally->winning > tally->longest ? tally->winning : tally->longest;
}

/* Whether a review was made of this very match. */
static bool is_review_of(const json_t *json, const tp_match *match) {
    uint8_t commitment[TP_COMMITMENT_SIZE];
    char hex[2 * TP_COMMITMENT_SIZE + 1];
    const json_t *record = json_object_get(json, "record");
    const char *tapete = json_string_value(json_object_get(json, "tapete"));
    const char *found = json_string_value(json_object_get(record, "commitment"));
    tp_match_commitment(match, commitment);
    for (int i = 0; i < TP_COMMITMENT_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", commitment[i]);
    return tapete != NULL && strcmp(tapete, "review") == 0 &&
           json_integer_value(json_object_get(json, "version")) == REVIEW_VERSION && found != NULL &&
           strcmp(found, hex) == 0 &&
           json_integer_value(json_object_get(record, "plies")) == tp_match_plies(match);
}

/* What the person's decisions cost, if the game was reviewed. */
static void read_review(tally *tally, const char *record, const tp_match *match, int human) {
    char path[SHELF_PATH_SIZE];
    json_t *json = review_path(record, path) ? json_load_file(path, 0, NULL) : NULL, *seat;
    size_t i;
    bool is_found = false;
    if (json != NULL && is_review_of(json, match)) {
        json_array_foreach(json_object_get(json, "seats"), i, seat) {
            const json_t *cost = json_object_get(json_object_get(seat, "cost"), "value");
            if (json_integer_value(json_object_get(seat, "seat")) != human || !json_is_number(cost)) continue;
            tally->decisions += (int)json_array_size(json_object_get(seat, "decisions"));
            tally->cost += json_number_value(cost);
            is_found = true;
        }
    }
    tally->reviewed += is_found;
    if (!is_found && tally->unreviewed[0] == '\0')
        snprintf(tally->unreviewed, sizeof tally->unreviewed, "%s", record);
    json_decref(json);
}

static void add_match(tally *tally, const char *path, const tp_match *match, int human) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    char name[ROW_NAME_SIZE];
    tp_match_result(match, returns, scores);
    outcome outcome = returns[human] > 0.999f ? WON : returns[human] >= 0.0f ? SHARED : LOST;
    add_game(&tally->all, outcome, scores[human]);
    name_opponents(match, human, name);
    add_game(opponent_row(tally, name), outcome, scores[human]);
    add_game(&tally->seats[human], outcome, scores[human]);
    count_streaks(tally, outcome);
    read_review(tally, path, match, human);
}

static void add_damaged(collection *all, const char *path, const tp_error *error) {
    const char *name = strrchr(path, '/');
    json_array_append_new(all->damaged, json_pack("{s:s, s:s}", "file", name != NULL ? name + 1 : path,
                                                  "problem", error->text));
}

static void take_record(void *context, const char *path) {
    collection *all = context;
    tp_record_info info = {0};
    tp_error error = {0};
    tp_match *match = tp_record_read(path, &info, &error);
    if (match == NULL) {
        add_damaged(all, path, &error);
        return;
    }
    int human = shelf_human_seat(match);
    for (size_t i = 0; i < all->count && human >= 0; i++) {
        tally *tally = &all->tallies[i];
        if (tally->game != tp_match_game(match)) continue;
        if (!info.finished) {
            tally->unfinished++;
        } else if (tp_match_undone(match)) {
            tally->taken_back++;
        } else {
            add_match(tally, path, match, human);
        }
    }
    tp_match_free(match);
}

static void collect(collection *all) {
    size_t games = 0;
    while (tp_games()[games] != NULL) games++;
    all->tallies = cli_allocate(games * sizeof *all->tallies);
    all->damaged = json_array();
    for (size_t i = 0; i < games; i++) {
        const tp_game *game = tp_games()[i];
        if (all->only == NULL || all->only == game) all->tallies[all->count++].game = game;
    }
    char beginning[64] = "";
    if (all->only != NULL) snprintf(beginning, sizeof beginning, "%s-", all->only->name);
    shelf_each(beginning, take_record, all);
}

static long sum_of_last(const tp_game *game, int *count) {
    int32_t scores[LAST_GAMES] = {0};
    long sum = 0;
    *count = shelf_last_scores(game, NULL, LAST_GAMES, scores);
    for (int i = 0; i < *count; i++) sum += scores[i];
    return sum;
}

/* ---- as JSON ---- */

static json_t *row_to_json(const row *row) {
    int games = games_of(row);
    json_t *json = json_pack("{s:i}", "games", games);
    for (int i = 0; i < OUTCOMES; i++)
        json_object_set_new(json, outcome_names[i], json_integer(row->games[i]));
    json_object_set_new(json, "mean_score",
                        games > 0 ? json_real(round(row->scores / games * 1e6) / 1e6) : json_null());
    return json;
}

static json_t *tally_to_json(const tally *tally) {
    json_t *opponents = json_array(), *seats = json_array();
    int last;
    long sum = sum_of_last(tally->game, &last);
    for (int i = 0; i < tally->opponent_count; i++) {
        json_t *row = row_to_json(&tally->opponents[i]);
        json_object_set_new(row, "opponents", json_string(tally->opponents[i].name));
        json_array_append_new(opponents, row);
    }
    for (int i = 0; i < TP_MAX_SEATS; i++) {
        if (games_of(&tally->seats[i]) == 0) continue;
        json_t *row = row_to_json(&tally->seats[i]);
        json_object_set_new(row, "seat", json_integer(i));
        json_array_append_new(seats, row);
    }
    json_t *json = row_to_json(&tally->all);
    json_object_set_new(json, "game", json_string(tally->game->name));
    json_object_set_new(json, "unfinished", json_integer(tally->unfinished));
    json_object_set_new(json, "taken_back", json_integer(tally->taken_back));
    json_object_set_new(json, "by_opponent", opponents);
    json_object_set_new(json, "by_seat", seats);
    json_object_set_new(json, "streak",
                        games_of(&tally->all) == 0 ? json_null()
                                                   : json_pack("{s:s, s:i}", "of", outcome_names[tally->run],
                                                               "length", tally->run_length));
    json_object_set_new(json, "longest_winning_streak", json_integer(tally->longest));
    json_object_set_new(json, "last_three", json_pack("{s:i, s:I}", "games", last, "sum", (json_int_t)sum));
    json_object_set_new(json, "reviewed", json_integer(tally->reviewed));
    json_object_set_new(json, "decisions", json_integer(tally->decisions));
    json_object_set_new(json, "mean_cost",
                        tally->decisions > 0 ? json_real(round(tally->cost / tally->decisions * 1e6) / 1e6)
                                             : json_null());
    return json;
}

static void print_json(const collection *all) {
    json_t *games = json_array();
    for (size_t i = 0; i < all->count; i++) {
        const tally *tally = &all->tallies[i];
        bool is_empty = games_of(&tally->all) + tally->unfinished + tally->taken_back == 0;
        if (!is_empty || all->only != NULL) json_array_append_new(games, tally_to_json(tally));
    }
    cli_print_json(json_pack("{s:o, s:O}", "games", games, "damaged", all->damaged));
}

/* ---- as text ---- */

/* The columns behind the name; a heading that needs more room gets it. */
enum { FIGURES = 5 };

static int heading_columns(int figure, const char **heading) {
    static const struct {
        const char *heading;
        int columns;
    } headings[FIGURES] = {{TR_MARK("games"), 7},
                           {TR_MARK("won"), 7},
                           {TR_MARK("shared"), 8},
                           {TR_MARK("lost"), 7},
                           {TR_MARK("mean score"), 12}};
    *heading = tp_translate(headings[figure].heading);
    int needed = 1 + text_columns(*heading);
    return needed > headings[figure].columns ? needed : headings[figure].columns;
}

static void print_row(const row *row, const char *name) {
    char cut[ROW_NAME_SIZE];
    const char *heading;
    int figures[FIGURES - 1] = {games_of(row), row->games[WON], row->games[SHARED], row->games[LOST]};
    snprintf(cut, sizeof cut, "%.*s", (int)text_fitting(name, strlen(name), NAME_COLUMNS), name);
    printf("  ");
    print_padded(stdout, cut, NAME_COLUMNS);
    for (int i = 0; i < FIGURES - 1; i++) printf("%*d", heading_columns(i, &heading), figures[i]);
    printf("%*.1f\n", heading_columns(FIGURES - 1, &heading), row->scores / games_of(row));
}

static void print_header(const look_style *style, const char *name) {
    printf("\n%s  ", paint_on(style, PAINT_FAINT));
    print_padded(stdout, name, NAME_COLUMNS);
    for (int i = 0; i < FIGURES; i++) {
        const char *heading;
        int columns = heading_columns(i, &heading);
        print_right(stdout, heading, columns);
    }
    printf("%s\n", paint_off(style));
}

static void say(const look_style *style, const char *text) { print_wrapped(stdout, style, 0, 0, text); }

static void print_streaks(const look_style *style, const tally *tally) {
    static const char *const together[] = {TR_MARK("Your first game: %+ld points."),
                                           TR_MARK("Your first game: %+ld points."),
                                           TR_MARK("Your last two games: %+ld points in total."),
                                           TR_MARK("Your last three games: %+ld points in total.")};
    char text[TP_TEXT_SIZE] = "", sentence[TP_TEXT_SIZE / 2];
    int last;
    long sum = sum_of_last(tally->game, &last);
    uint32_t run = (uint32_t)tally->run_length;
    snprintf(sentence, sizeof sentence, tp_translate(together[last]), sum);
    sentence_add(text, sizeof text, sentence);
    if (run > 1) {
        snprintf(sentence, sizeof sentence,
                 tally->run == WON      ? TR("You won the last %u.")
                 : tally->run == SHARED ? TR("You shared the last %u.")
                                        : TR("You lost the last %u."),
                 run);
        sentence_add(text, sizeof text, sentence);
    }
    if (tally->longest > 1) {
        snprintf(sentence, sizeof sentence, TR("Your longest winning streak is %d."), tally->longest);
        sentence_add(text, sizeof text, sentence);
    }
    putchar('\n');
    say(style, text);
}

static void print_decisions(const look_style *style, const tally *tally) {
    char text[SHELF_PATH_SIZE + TP_TEXT_SIZE] = "";
    uint32_t games = (uint32_t)games_of(&tally->all), reviewed = (uint32_t)tally->reviewed,
             without = games - reviewed;
    if (tally->decisions > 0) {
        snprintf(
            text, sizeof text,
            TR_N("A decision of yours costs %.2f %% on average, compared with the best ones: %d decisions in "
                 "%u reviewed game.",
                 "A decision of yours costs %.2f %% on average, compared with the best ones: %d decisions in "
                 "%u reviewed games.",
                 reviewed),
            100 * tally->cost / tally->decisions, tally->decisions, reviewed);
        say(style, text);
    }
    if (without == 0) return;
    snprintf(text, sizeof text,
             TR_N("%u game has no review, which shows what decisions cost. For the latest:",
                  "%u games have no review, which shows what decisions cost. For the latest:", without),
             without);
    say(style, text);
    printf("  %s review --save '%s'\n", cli_program(), tally->unreviewed);
}

/* One clause more of a sentence. */
static void add_clause(char *text, size_t size, const char *clause) {
    char before[TP_TEXT_SIZE];
    snprintf(before, sizeof before, "%s", text);
    snprintf(text, size, TR_IN("two clauses", "%s; %s"), before, clause);
}

static void print_tally(const look_style *style, const tally *tally) {
    char text[TP_TEXT_SIZE], clause[TP_TEXT_SIZE / 2], name[64];
    uint32_t games = (uint32_t)games_of(&tally->all), taken_back = (uint32_t)tally->taken_back,
             unfinished = (uint32_t)tally->unfinished;
    snprintf(name, sizeof name, "%s%s%s", paint_on(style, PAINT_TITLE), tally->game->title, paint_off(style));
    snprintf(text, sizeof text, TR_N("%s: %u game", "%s: %u games", games), name, games);
    if (taken_back > 0) {
        snprintf(clause, sizeof clause,
                 TR_N("%u more with a move taken back is not counted",
                      "%u more with a move taken back are not counted", taken_back),
                 taken_back);
        add_clause(text, sizeof text, clause);
    }
    if (unfinished > 0) {
        snprintf(clause, sizeof clause, TR_N("%u not finished", "%u not finished", unfinished), unfinished);
        add_clause(text, sizeof text, clause);
    }
    text_end(text, sizeof text);
    say(style, text);
    if (games == 0) return;
    print_header(style, TR_IN("heading of a column", "against"));
    for (int i = 0; i < tally->opponent_count; i++) print_row(&tally->opponents[i], tally->opponents[i].name);
    if (tally->opponent_count > 1) print_row(&tally->all, TR_IN("opponents", "all of them"));
    print_header(style, TR_IN("heading of a column", "in seat"));
    for (int i = 0; i < TP_MAX_SEATS; i++) {
        snprintf(name, sizeof name, "%d", i);
        if (games_of(&tally->seats[i]) > 0) print_row(&tally->seats[i], name);
    }
    print_streaks(style, tally);
    print_decisions(style, tally);
}

static void print_text(const collection *all) {
    look_style style;
    int shown = 0;
    style_detect(&style, false);
    for (size_t i = 0; i < all->count; i++) {
        const tally *tally = &all->tallies[i];
        if (games_of(&tally->all) + tally->unfinished + tally->taken_back == 0) continue;
        if (shown++ > 0) putchar('\n');
        print_tally(&style, tally);
    }
    if (shown > 0) return;
    char text[2 * TP_TEXT_SIZE];
    if (all->only != NULL) {
        snprintf(text, sizeof text, TR("You have not played %s yet; start with: %s play %s"),
                 all->only->title, cli_program(), all->only->name);
    } else {
        snprintf(text, sizeof text, TR("You have not played a game yet; start with: %s play GAME"),
                 cli_program());
    }
    say(&style, text);
}

/* Damaged records are named where they disturb nobody who reads the figures. */
static void name_damaged(const collection *all) {
    json_t *entry;
    size_t i;
    fflush(stdout);
    json_array_foreach(all->damaged, i, entry) {
        char problem[TP_TEXT_SIZE];
        snprintf(problem, sizeof problem, "%s", json_string_value(json_object_get(entry, "problem")));
        text_clean(problem);
        fputs("tapete: ", stderr);
        fprintf(stderr, TR("%s is ignored: %s"), json_string_value(json_object_get(entry, "file")), problem);
        fputc('\n', stderr);
    }
}

int cli_stats(const cli_args *args) {
    collection all = {0};
    tp_error error = {0};
    char directory[SHELF_PATH_SIZE];
    if (cli_operand(args, 0) != NULL) {
        all.only = tp_game_find(cli_operand(args, 0), &error);
        if (all.only == NULL) return cli_bad_error(&error);
    }
    if (shelf_directory(directory, false, &error) != TP_OK) return cli_bad_error(&error);
    collect(&all);
    if (cli_given(args, "json")) {
        print_json(&all);
    } else {
        print_text(&all);
    }
    name_damaged(&all);
    free(all.tallies);
    json_decref(all.damaged);
    return cli_finish(CLI_OK);
}
