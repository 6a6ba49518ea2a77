/* Secrecy through the real server: pairs of tables that differ only in what a seat may not know give that
 * seat, and a spectator, the same bytes over a real socket: when they sit down to look, after every move, and
 * when they ask for what they may not.
 *
 * The second table of a pair stands in a world that the seat itself imagines behind its view. Both are
 * written into the database as journals and read by the server when it starts. The seats that hold the
 * changed cards must notice: a test that sees no difference anywhere shows nothing. */
#include "server/people.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"
#include "support/soak.h"
#include "support/variants.h"
#include "support/websocket.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PAIRS = 1000, MOVES = 2, MOST_SEATS = 4, MOST_MOVES = 8192, SPECTATOR = MOST_SEATS };

/* ---- pairs ---- */

typedef struct pair {
    const tp_game *game;
    tp_options options;
    int viewer, seats;
    char ids[2][ID_SIZE];
    tp_match *matches[2]; /* what stands on the two tables, played along */
} pair;

static pair *pairs;
static int pair_count;
static char database[64], url[80];

static tp_match *match_of(const pair *pair, const void *state) {
    json_t *position = pair->game->state_to_json(state);
    /* One key for all: whatever is the same in both tables is dealt alike. */
    tp_match_setup setup = {.game = pair->game,
                            .options = &pair->options,
                            .position = position,
                            .key = (const uint8_t *)"0123456789abcdef0123456789abcdef"};
    static const char *const names[] = {"Ana", "Bo", "Cem", "Di"};
    for (int seat = 0; seat < pair->seats; seat++) setup.seats[seat] = names[seat];
    tp_error error = {0};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    json_decref(position);
    return match;
}

/* A position in the middle of a random game and a world behind the view of one of its seats; false where that
 * is the same. */
static bool make_pair(pair *pair, const tp_game *game, uint64_t seed) {
    tp_chance chance;
    tp_move *moves = calloc(MOST_MOVES, sizeof *moves);
    void *state = calloc(1, game->state_size), *world = calloc(1, game->state_size);
    void *view = calloc(1, game->view_size), *scratch = calloc(1, game->scratch_size + 1);
    tp_chance_from_seed(&chance, seed);
    memset(pair, 0, sizeof *pair);
    pair->game = game;
    variant_options(game, seed % 3 == 0 ? (uint32_t)(seed / 3 % 8) : 0, &pair->options);
    bool good = game->setup(state, &pair->options, &chance, NULL) == TP_OK;
    uint32_t plies = tp_rng_below(&chance.rng, 60);
    for (uint32_t ply = 0; good && ply < plies && game->actor(state) != TP_OVER; ply++) {
        uint32_t count = (uint32_t)game->legal(state, moves);
        game->apply(state, moves[tp_rng_below(&chance.rng, count)], &chance);
    }
    good = good && game->actor(state) != TP_OVER && game->seats(state) <= MOST_SEATS;
    if (good) {
        pair->seats = game->seats(state);
        pair->viewer = (int)tp_rng_below(&chance.rng, (uint32_t)pair->seats);
        game->view(state, pair->viewer, view);
        good = tp_game_prepare(game, view, scratch, NULL) == TP_OK;
    }
    if (good) {
        game->imagine(view, scratch, world, &chance);
        good = memcmp(state, world, game->state_size) != 0;
    }
    if (good) {
        pair->matches[0] = match_of(pair, state);
        pair->matches[1] = match_of(pair, world);
    }
    free(moves);
    free(state);
    free(world);
    free(view);
    free(scratch);
    return good;
}

static void person_of(int seat, char id[ID_SIZE]) { snprintf(id, ID_SIZE, "pseat%d", seat); }

static void add_entry(store *store, const char *table, int64_t number, json_t *members) {
    tp_error error = {0};
    char *text = json_dumps(members, JSON_COMPACT);
    if (store_journal_add(store, table, number, 'e', text, &error) != TP_OK) fail_msg("%s", error.text);
    free(text);
    json_decref(members);
}

/* Write the journal of one table, as the server itself would have. */
static void write_table(store *store, const pair *pair, int which) {
    tp_error error = {0};
    const char *id = pair->ids[which];
    json_int_t now = (json_int_t)server_time_ms(); /* an old table would be closed */
    store_table row = {id, pair->game->name, "playing", "{}", 1, 1};
    if (store_table_put(store, &row, &error) != TP_OK) fail_msg("%s", error.text);
    json_t *seats = json_array();
    for (int seat = 0; seat < pair->seats; seat++) {
        char person[ID_SIZE];
        person_of(seat, person);
        json_array_append_new(seats, json_pack("{s:s, s:s, s:s}", "who", "person", "person", person, "name",
                                               tp_match_seat_name(pair->matches[which], seat)));
    }
    add_entry(store, id, 1,
              json_pack("{s:s, s:I, s:s, s:o, s:{s:b, s:i}, s:o, s:s, s:s, s:b}", "is", "open", "at", now,
                        "game", pair->game->name, "options",
                        tp_options_to_json(tp_match_options(pair->matches[which])), "settings", "public",
                        true, "takeover_s", 0, "seats", seats, "owner", "pnobody", "invite",
                        "00000000000000000000000000000000", "public", true));
    uint8_t key[TP_KEY_SIZE];
    char hex[2 * TP_KEY_SIZE + 1];
    tp_match_key(pair->matches[which], key);
    sodium_bin2hex(hex, sizeof hex, key, sizeof key);
    add_entry(store, id, 2, json_pack("{s:s, s:I, s:s}", "is", "commit", "at", now, "key", hex));
    size_t entries = 0;
    char *lines = tp_record_lines(pair->matches[which], &entries);
    add_entry(store, id, 3, json_pack("{s:s, s:I, s:s}", "is", "deal", "at", now, "lines", lines));
    free(lines);
}

static int make_pairs(void **unused) {
    (void)unused;
    snprintf(database, sizeof database, "/tmp/tapete-secrecy-XXXXXX");
    if (mkdtemp(database) == NULL) return 1;
    snprintf(url, sizeof url, "sqlite:%s/db", database);
    int wanted = PAIRS * soak_factor(), games = 0;
    while (tp_games()[games] != NULL) games++;
    if (games == 0) return 1;
    pairs = calloc((size_t)wanted * (size_t)games, sizeof *pairs);
    tp_error error = {0};
    store *store = store_open(url, &error);
    if (store == NULL || store_begin(store, &error) != TP_OK) fail_msg("%s", error.text);
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        store_person person = {.created_ms = 1, .seen_ms = 1};
        person_of(seat, person.id);
        snprintf(person.name, sizeof person.name, "Seat %d", seat);
        if (store_person_put(store, &person, &error) != TP_OK) fail_msg("%s", error.text);
    }
    for (int game = 0; game < games; game++) {
        int made = 0;
        for (uint64_t seed = 0; made < wanted; seed++) {
            pair *pair = &pairs[pair_count];
            if (!make_pair(pair, tp_games()[game], 1000003 * (uint64_t)game + seed)) continue;
            for (int which = 0; which < 2; which++) {
                snprintf(pair->ids[which], ID_SIZE, "t%06d%c", pair_count, 'a' + which);
                write_table(store, pair, which);
            }
            pair_count++;
            made++;
        }
    }
    if (store_commit(store, &error) != TP_OK) fail_msg("%s", error.text);
    store_close(store);
    return 0;
}

/* ---- the server, and those who look at it ---- */

static server *table_server;
static pthread_t server_thread;
static websocket people[MOST_SEATS + 1];

static void *serve(void *unused) {
    (void)unused;
    server_run(table_server);
    return NULL;
}

static int begin(void **unused) {
    if (make_pairs(unused) != 0) return 1;
    tp_options options;
    tp_error error = {0};
    tp_options_init(&options, server_option_table);
    if (tp_options_parse(&options, "watches=1000,budget_percent=1000000", &error) != TP_OK)
        fail_msg("%s", error.text);
    server_setup setup = {.bind = "127.0.0.1", .database = url, .backup = "/dev/null"};
    limits_read(&setup.limits, &options);
    table_server = server_new(&setup, &error);
    if (table_server == NULL) fail_msg("%s", error.text);
    pthread_create(&server_thread, NULL, serve, NULL);
    /* Each in another language: what is said in it tells no more. */
    static const char *const paths[MOST_SEATS + 1] = {"/ws", "/ws?lang=es&marks=1", "/ws?lang=fr",
                                                      "/ws?lang=sv", "/ws?lang=zh&marks=1"};
    for (int i = 0; i <= MOST_SEATS; i++) {
        cookie cookie = {0};
        char text[COOKIE_SIZE];
        person_of(i, cookie.id);
        cookie_write(table_server->cookie_key, &cookie, text);
        websocket_open(&people[i], server_port(table_server), paths[i], text);
        free(websocket_receive(&people[i])); /* the welcome */
    }
    return 0;
}

static int end(void **unused) {
    (void)unused;
    for (int i = 0; i <= MOST_SEATS; i++) websocket_close(&people[i]);
    server_stop(table_server);
    pthread_join(server_thread, NULL);
    server_free(table_server);
    for (int i = 0; i < pair_count; i++) {
        tp_match_free(pairs[i].matches[0]);
        tp_match_free(pairs[i].matches[1]);
    }
    free(pairs);
    static const char *const files[] = {"db", "db-wal", "db-shm", "db.lock"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", database, files[i]);
        unlink(path);
    }
    return rmdir(database);
}

static void ask(int who, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    websocket_send(&people[who], text);
}

/* What somebody hears, apart for the two tables of a pair. */
typedef struct heard {
    char *texts[2];
    size_t sizes[2];
    FILE *out[2];
    bool answered[2]; /* done or refused */
} heard;

static void begin_to_hear(heard *heard) {
    memset(heard, 0, sizeof *heard);
    for (int which = 0; which < 2; which++)
        heard->out[which] = open_memstream(&heard->texts[which], &heard->sizes[which]);
}

static void end_to_hear(heard *heard) {
    for (int which = 0; which < 2; which++) fclose(heard->out[which]);
}

static void free_heard(heard *heard) {
    for (int which = 0; which < 2; which++) free(heard->texts[which]);
}

/* The next message, without the names of the tables and without the test's own refs: even ones belong to the
 * first table. False: it is the answer to a ping. */
static bool hear_one(const pair *pair, int who, heard *heard) {
    char *text = websocket_receive(&people[who]);
    bool is_pong = strstr(text, "\"pong\"") != NULL;
    int belongs = -1;
    char *ref = strstr(text, "\"ref\":");
    if (ref != NULL && !is_pong) {
        for (ref += strlen("\"ref\":"); *ref >= '0' && *ref <= '9'; ref++) {
            belongs = (*ref - '0') % 2;
            *ref = '#';
        }
    }
    for (int which = 0; which < 2; which++) {
        for (char *name; (name = strstr(text, pair->ids[which])) != NULL; belongs = which)
            memset(name, '#', strlen(pair->ids[which]));
    }
    /* Who comes and goes is told ten times a second, so now and then one table is told of before the other:
     * such a message, in which nothing has happened, is made like the others and says nothing that a whole
     * one does not. */
    bool is_presence = strstr(text, "\"events\":[]") != NULL && strstr(text, "\"whole\":true") == NULL;
    if (belongs >= 0 && !is_presence) fprintf(heard->out[belongs], "%s\n", text);
    if (belongs >= 0 && (strstr(text, "\"done\"") != NULL || strstr(text, "\"refused\"") != NULL))
        heard->answered[belongs] = true;
    free(text);
    return !is_pong;
}

/* Everything that somebody has to hear by now. The server answers in order, so a ping finds out when that is
 * all. */
static void hear(const pair *pair, int who, heard *heard) {
    ask(who, "{\"do\":\"ping\",\"ref\":1}");
    while (hear_one(pair, who, heard)) continue;
}

/* ---- comparing ---- */

static int compared, noticed, looked;

static void compare(const pair *pair, int who, bool must_be_same) {
    heard heard;
    begin_to_hear(&heard);
    hear(pair, who, &heard);
    end_to_hear(&heard);
    char *const *texts = heard.texts;
    bool same = strcmp(texts[0], texts[1]) == 0;
    if (must_be_same) {
        if (!same) fail_msg("%s: seat %d hears\n%s\nor\n%s", pair->game->name, who, texts[0], texts[1]);
        if (texts[0][0] != '\0') compared++;
    } else {
        looked++;
        noticed += !same;
    }
    free_heard(&heard);
}

/* Ask for the same at both tables; `format` gets the table and a ref. */
static void ask_both(const pair *pair, int who, const char *format) {
    for (int which = 0; which < 2; which++) {
        char text[512];
        snprintf(text, sizeof text, format, pair->ids[which], 100 + which);
        websocket_send(&people[who], text);
    }
}

static void look(const pair *pair, int who, bool must_be_same) {
    ask_both(pair, who, "{\"do\":\"watch\",\"table\":\"%s\",\"ref\":%d}");
    ask_both(pair, who, "{\"do\":\"log\",\"table\":\"%s\",\"ref\":%d}");
    compare(pair, who, must_be_same);
}

/* The projected events of a ply, as numbers. */
static void write_seen(void *out, int ply, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    (void)ply;
    (void)view_before;
    (void)view_after;
    fprintf(out, "%d %d %u %u %u\n", (int)seen->type, seen->seat, seen->move, seen->kind, seen->outcome);
}

static char *seen_of(const tp_match *match, int viewer) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int ply = tp_match_plies(match);
    assert_true(tp_match_each_seen(match, ply, ply, viewer, write_seen, out));
    fclose(out);
    return text;
}

/* Whether the viewer may notice a difference after these two plies: by what the rules say it sees. */
static bool may_differ(const pair *pair, int viewer) {
    bool differs = false;
    char *told[2], *seen[2];
    void *views[2];
    for (int which = 0; which < 2; which++) {
        const tp_match *match = pair->matches[which];
        views[which] = calloc(1, pair->game->view_size);
        tp_match_view(match, tp_match_actor(match) == TP_OVER ? TP_REVEALED : viewer, views[which]);
        told[which] = tp_match_tell(match, tp_match_plies(match), viewer);
        seen[which] = seen_of(match, viewer);
    }
    differs = memcmp(views[0], views[1], pair->game->view_size) != 0 || strcmp(told[0], told[1]) != 0 ||
              strcmp(seen[0], seen[1]) != 0;
    for (int which = 0; which < 2; which++) {
        free(seen[which]);
        free(views[which]);
        free(told[which]);
    }
    return differs;
}

/* Hear until both tables have answered `done`, which is when their moves are durable and told to everybody,
 * and what else there is by then. */
static void await_done(const pair *pair, int who, heard *heard) {
    begin_to_hear(heard);
    while (!heard->answered[0] || !heard->answered[1]) assert_true(hear_one(pair, who, heard));
    hear(pair, who, heard);
    end_to_hear(heard);
    for (int which = 0; which < 2; which++) {
        if (strstr(heard->texts[which], "\"refused\"") != NULL) fail_msg("%s", heard->texts[which]);
    }
}

/* The same move at both tables, played by the seat whose turn it is; false if they allow no common one. */
static bool play_both(pair *pair, uint64_t seed) {
    const tp_game *game = pair->game;
    int actor = tp_match_actor(pair->matches[0]);
    if (actor < 0 || tp_match_actor(pair->matches[1]) != actor) return false;
    tp_move *moves = calloc(MOST_MOVES, sizeof *moves), *others = calloc(MOST_MOVES, sizeof *others);
    int count = game->legal(tp_match_state(pair->matches[0]), moves);
    int other_count = game->legal(tp_match_state(pair->matches[1]), others), both = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < other_count; k++) {
            if (moves[i] == others[k]) {
                moves[both++] = moves[i];
                break;
            }
        }
    }
    bool good = both > 0;
    if (good) {
        char text[TP_TEXT_SIZE];
        tp_move move = moves[seed % (uint64_t)both];
        game->move_text(move, text, sizeof text);
        heard answers;
        for (int which = 0; which < 2; which++) {
            int ply = tp_match_plies(pair->matches[which]) + 1;
            assert_int_equal(tp_match_play(pair->matches[which], actor, move, NULL), TP_OK);
            ask(actor, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":%d,\"move\":\"%s\",\"ref\":%d}",
                pair->ids[which], ply, text, 100 + which);
        }
        /* Both are played when both are done. What the actor hears is compared if the actor is the viewer. */
        await_done(pair, actor, &answers);
        if (actor == pair->viewer && !may_differ(pair, actor)) {
            assert_string_equal(answers.texts[0], answers.texts[1]);
            compared++;
        }
        free_heard(&answers);
    }
    free(moves);
    free(others);
    return good;
}

/* Ask for what is not allowed: the refusals must not tell either. */
static void be_refused(const pair *pair, int who) {
    ask_both(pair, who, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":1,\"move\":\"nonsense\",\"ref\":%d}");
    ask_both(pair, who, "{\"do\":\"undo\",\"table\":\"%s\",\"ref\":%d}");
    ask_both(pair, who, "{\"do\":\"rematch\",\"table\":\"%s\",\"ref\":%d}");
    ask_both(pair, who, "{\"do\":\"contribute\",\"table\":\"%s\",\"bytes\":\"00\",\"ref\":%d}");
    compare(pair, who, true);
}

static void unwatch(const pair *pair, int who) {
    heard heard;
    ask_both(pair, who, "{\"do\":\"unwatch\",\"table\":\"%s\",\"ref\":%d}");
    begin_to_hear(&heard);
    hear(pair, who, &heard);
    end_to_hear(&heard);
    free_heard(&heard);
}

static void try_pair(pair *pair, uint64_t seed) {
    look(pair, pair->viewer, true);
    look(pair, SPECTATOR, true);
    for (int seat = 0; seat < pair->seats; seat++) {
        if (seat == pair->viewer) continue;
        look(pair, seat, false);
        unwatch(pair, seat);
    }
    be_refused(pair, pair->viewer);
    for (int move = 0; move < MOVES; move++) {
        if (!play_both(pair, seed + (uint64_t)move)) break;
        bool seat_differs = may_differ(pair, pair->viewer),
             spectator_differs = may_differ(pair, TP_SPECTATOR);
        /* What they were told of it, and the table as it is now. */
        if (seat_differs || spectator_differs) break;
        compare(pair, SPECTATOR, true);
        compare(pair, pair->viewer, true);
        look(pair, SPECTATOR, true);
        look(pair, pair->viewer, true);
    }
    unwatch(pair, pair->viewer);
    unwatch(pair, SPECTATOR);
}

static void pairs_of_game(const char *name) {
    compared = noticed = looked = 0;
    int tried = 0;
    for (int i = 0; i < pair_count; i++) {
        if (strcmp(pairs[i].game->name, name) != 0) continue;
        try_pair(&pairs[i], (uint64_t)i * 7919);
        tried++;
    }
    print_message("# %s: %d pairs, %d comparisons; the others noticed in %d of %d looks\n", name, tried,
                  compared, noticed, looked);
    assert_true(tried >= PAIRS);
    assert_true(compared >= 2 * tried);
    assert_true(noticed > looked / 2);
}

static void sabacc_keeps_its_secrets(void **unused) {
    (void)unused;
    pairs_of_game("sabacc");
}

static void mus_keeps_its_secrets(void **unused) {
    (void)unused;
    pairs_of_game("mus");
}

static void bruno_keeps_its_secrets(void **unused) {
    (void)unused;
    pairs_of_game("bruno");
}

static void mulle_keeps_its_secrets(void **unused) {
    (void)unused;
    pairs_of_game("mulle");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sabacc_keeps_its_secrets),
        cmocka_unit_test(mus_keeps_its_secrets),
        cmocka_unit_test(bruno_keeps_its_secrets),
        cmocka_unit_test(mulle_keeps_its_secrets),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
