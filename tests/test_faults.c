/* Faults injected into every write and sync of the database, under the whole server: nothing that was
 * acknowledged is lost, nothing is kept by halves, and every journal can be played again.
 *
 * A server in this process plays a short scripted evening for a client over a real socket: a table, talk,
 * moves, the end, a rematch. Its calls of the disk are counted. Then the evening is repeated, and each of
 * these calls in turn goes wrong in each way (support/fault_vfs.h). Afterwards the database is opened again,
 * as it is or as a loss of power would have left it. The quick form takes some of the calls, TAPETE_SOAK all
 * of them. */
#include "server/journals.h"
#include "server/log.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "store/health.h"
#include "support/fault_vfs.h"
#include "support/soak.h"
#include "support/websocket.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { MOVES = 6, TRIES = 40, QUICK_RUNS = 100 };

static char folder[64], path[96], image[96], template[96];

/* ---- files ---- */

static void remove_database(const char *name) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".lock", ".tombstones"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char file[128];
        snprintf(file, sizeof file, "%s%s", name, endings[i]);
        unlink(file);
    }
}

static void copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    char bytes[65536];
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* ---- what the client was told ---- */

typedef struct acknowledged {
    char person[ID_SIZE];
    char table[ID_SIZE], next[ID_SIZE]; /* "": not */
    int chats;                          /* "said 1" .. */
    char moves[MOVES][64];              /* "": not */
    int plies[MOVES];
    bool resigned;
} acknowledged;

typedef struct client {
    websocket socket;
    int ref;
    char table[ID_SIZE];
    json_t *now; /* of the table, as last told */
    acknowledged kept;
    bool gives_up; /* after something could not be saved */
    int refused;   /* how often that was */
} client;

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static json_t *receive(client *client) {
    char *text = websocket_receive(&client->socket);
    json_t *message = json_loads(text, 0, NULL);
    if (message == NULL) fail_msg("%s", text);
    free(text);
    if (strcmp(text_of(message, "is"), "table") == 0 &&
        strcmp(text_of(message, "table"), client->table) == 0) {
        json_decref(client->now);
        client->now = json_incref(json_object_get(message, "now"));
    }
    return message;
}

/* Ask, and wait for the answer: a new reference. */
static json_t *ask(client *client, json_t *message) {
    json_object_set_new(message, "ref", json_integer(++client->ref));
    char *text = json_dumps(message, JSON_COMPACT);
    websocket_send(&client->socket, text);
    free(text);
    json_decref(message);
    for (;;) {
        json_t *answer = receive(client);
        if (json_integer_value(json_object_get(answer, "ref")) == client->ref) return answer;
        json_decref(answer);
    }
}

typedef json_t *make_message(client *client);

/* Ask until it is done; NULL: it is not. */
static json_t *insist(client *client, make_message *make) {
    for (int i = 0; i < TRIES; i++) {
        json_t *message = make(client);
        json_t *answer = message != NULL ? ask(client, message) : NULL;
        if (answer == NULL) return NULL;
        const char *is = text_of(answer, "is"), *reason = text_of(answer, "reason");
        if (strcmp(is, "refused") != 0) return answer;
        bool is_passing = strcmp(reason, "NOT_SAVED") == 0 || strcmp(reason, "STALE") == 0;
        client->refused++;
        json_decref(answer);
        if (!is_passing || client->gives_up) return NULL;
        usleep(50000);
    }
    return NULL;
}

static json_t *say_create(client *client) {
    (void)client;
    return json_pack("{s:s, s:s, s:[s, s]}", "do", "create", "game", "mulle", "seats", "me", "random");
}

static json_t *say_watch(client *client) {
    return json_pack("{s:s, s:s}", "do", "watch", "table", client->table);
}

static json_t *say_chat(client *client) {
    char text[32];
    snprintf(text, sizeof text, "said %d", client->kept.chats + 1);
    return json_pack("{s:s, s:s, s:s}", "do", "chat", "table", client->table, "text", text);
}

static int next_move; /* which of kept.moves */

/* Hear something; false where nothing more will come, since the disk is dead. */
static bool hears(client *client) {
    struct pollfd ready = {.fd = client->socket.socket, .events = POLLIN};
    for (int i = 0; i < TRIES * 5; i++) {
        if (client->socket.size > 0 || poll(&ready, 1, 10) > 0) {
            json_decref(receive(client));
            return true;
        }
        if (fault_is_down()) return false;
    }
    return false;
}

/* The first legal move, when it is our turn. */
static json_t *say_move(client *client) {
    while (client->now == NULL || json_object_get(client->now, "legal") == NULL) {
        if (client->now != NULL && strcmp(text_of(client->now, "phase"), "over") == 0) return NULL;
        if (!hears(client)) return NULL;
    }
    const json_t *legal = json_array_get(json_object_get(client->now, "legal"), 0);
    int ply = (int)json_integer_value(json_object_get(client->now, "ply")) + 1;
    snprintf(client->kept.moves[next_move], sizeof client->kept.moves[0], "%s", text_of(legal, "move"));
    client->kept.plies[next_move] = ply;
    return json_pack("{s:s, s:s, s:i, s:s}", "do", "move", "table", client->table, "ply", ply, "move",
                     text_of(legal, "move"));
}

static json_t *say_resign(client *client) {
    return json_pack("{s:s, s:s}", "do", "resign", "table", client->table);
}

static json_t *say_rematch(client *client) {
    return json_pack("{s:s, s:s}", "do", "rematch", "table", client->table);
}

static bool chat(client *client) {
    json_t *answer = insist(client, say_chat);
    client->kept.chats += answer != NULL;
    json_decref(answer);
    return answer != NULL;
}

static bool move(client *client) {
    json_t *answer = insist(client, say_move);
    if (answer == NULL) client->kept.moves[next_move][0] = '\0';
    next_move++;
    json_decref(answer);
    json_decref(client->now);
    client->now = NULL;
    return answer != NULL;
}

/* The evening. It ends early where something cannot be saved and the client gives up. */
static void play(client *client) {
    json_t *answer = insist(client, say_create);
    if (answer == NULL) return;
    snprintf(client->table, sizeof client->table, "%s", text_of(answer, "table"));
    memcpy(client->kept.table, client->table, sizeof client->table);
    json_decref(answer);
    answer = insist(client, say_watch);
    json_decref(answer);
    if (answer == NULL || !chat(client)) return;
    next_move = 0;
    for (int i = 0; i < MOVES; i++) {
        if (!move(client)) return;
        if (i == MOVES / 2 && !chat(client)) return;
    }
    answer = insist(client, say_resign);
    client->kept.resigned = answer != NULL;
    json_decref(answer);
    if (answer == NULL) return;
    answer = insist(client, say_rematch);
    if (answer != NULL && strcmp(text_of(answer, "is"), "created") == 0)
        snprintf(client->kept.next, sizeof client->kept.next, "%s", text_of(answer, "table"));
    json_decref(answer);
}

/* ---- the server ---- */

static server *new_server(tp_error *error) {
    static char url[128];
    tp_options options;
    tp_options_init(&options, server_option_table);
    assert_int_equal(tp_options_parse(&options, "contribute_ms=0,budget_percent=1000000,workers=1", error),
                     TP_OK);
    snprintf(url, sizeof url, "sqlite:%s", path);
    server_setup setup = {.bind = "127.0.0.1", .database = url, .backup = "/dev/null"};
    limits_read(&setup.limits, &options);
    return server_new(&setup, error);
}

static void *serve(void *server) {
    server_run(server);
    return NULL;
}

static void converse(client *client, server *server) {
    jmp_buf trouble;
    if (setjmp(trouble) == 0) {
        websocket_trouble = &trouble;
        websocket_open(&client->socket, server_port(server), "/ws", "");
        json_t *welcome = receive(client);
        snprintf(client->kept.person, ID_SIZE, "%s", text_of(json_object_get(welcome, "you"), "id"));
        json_decref(welcome);
        play(client);
    }
    websocket_trouble = NULL;
    json_decref(client->now);
    client->now = NULL;
    websocket_close(&client->socket);
}

/* ---- afterwards ---- */

static struct {
    fault mode;
    int64_t at;
} tried;

#define wrong(...)                                                                           \
    do {                                                                                     \
        char said[1024];                                                                     \
        snprintf(said, sizeof said, __VA_ARGS__);                                            \
        fail_msg("%s in call %lld: %s", fault_names[tried.mode], (long long)tried.at, said); \
    } while (0)

typedef struct found {
    store *store;
    server *server; /* to make tables of journals */
    const acknowledged *kept;
    char ids[8][ID_SIZE];
    int count;
    int rematches, nexts, overs;
} found;

static void add_table(void *context, const store_table *table) {
    found *found = context;
    assert_true(found->count < 8);
    snprintf(found->ids[found->count++], ID_SIZE, "%s", table->id);
}

/* Whether an entry of this kind has these words in one of its members. */
static bool has_entry(const json_t *entries, const char *kind, int ply, const char *member,
                      const char *words) {
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        if (strcmp(text_of(entry, "is"), kind) == 0 &&
            (ply == 0 || json_integer_value(json_object_get(entry, "ply")) == ply) &&
            (member == NULL || strstr(text_of(entry, member), words) != NULL))
            return true;
    }
    return false;
}

static void check_played(const acknowledged *kept, const json_t *entries) {
    char words[96];
    for (int i = 1; i <= kept->chats; i++) {
        snprintf(words, sizeof words, "said %d", i);
        if (!has_entry(entries, "chat", 0, "said", words)) wrong("'%s' is lost", words);
    }
    for (int i = 0; i < MOVES; i++) {
        snprintf(words, sizeof words, "\"%s\"", kept->moves[i]);
        if (kept->moves[i][0] != '\0' && !has_entry(entries, "play", kept->plies[i], "lines", words))
            wrong("move %d, %s, is lost", kept->plies[i], words);
    }
    if (kept->resigned && !has_entry(entries, "resign", 0, NULL, NULL)) wrong("a resignation is lost");
    if (kept->resigned && !has_entry(entries, "over", 0, NULL, NULL)) wrong("the end is lost");
    if (kept->next[0] != '\0' && !has_entry(entries, "next", 0, "table", kept->next))
        wrong("the word of a rematch is lost");
}

static void check_table(found *found, const char *id) {
    tp_error error = {0};
    json_t *entries = json_array();
    if (journal_entries(found->store, id, entries, NULL, &error) != TP_OK) wrong("%s: %s", id, error.text);
    table *table = table_from_journal(found->server, id, entries, &error);
    if (table == NULL) wrong("%s cannot be played again: %s", id, error.text);
    if (strcmp(id, found->kept->table) == 0) check_played(found->kept, entries);
    found->rematches += table->parent[0] != '\0';
    found->nexts += has_entry(entries, "next", 0, NULL, NULL);
    found->overs += has_entry(entries, "over", 0, NULL, NULL);
    table_free(table);
    json_decref(entries);
}

static void check_database(const char *name, const acknowledged *kept) {
    char url[128], unlinked[128];
    tp_error error = {0};
    snprintf(url, sizeof url, "sqlite:%s", name);
    snprintf(unlinked, sizeof unlinked, "%s-shm", name);
    unlink(unlinked);
    found found = {.kept = kept, .store = store_open(url, &error)};
    if (found.store == NULL) wrong("%s", error.text);
    bool is_whole = false;
    if (store_check(found.store, 60000, &is_whole, &error) != TP_OK) wrong("%s", error.text);
    found.server = calloc(1, sizeof *found.server);
    found.server->started_ms = server_now_ms();
    if (store_tables(found.store, "open,commit,playing,over,closed", 8, add_table, &found, &error) != TP_OK)
        wrong("%s", error.text);
    bool has_table = kept->table[0] == '\0', has_next = kept->next[0] == '\0';
    for (int i = 0; i < found.count; i++) {
        check_table(&found, found.ids[i]);
        has_table |= strcmp(found.ids[i], kept->table) == 0;
        has_next |= strcmp(found.ids[i], kept->next) == 0;
    }
    if (!has_table) wrong("a table is lost");
    if (!has_next) wrong("a rematch is lost");
    if (found.rematches != found.nexts)
        wrong("%d rematches, and %d are told of", found.rematches, found.nexts);
    store_person row;
    int64_t results = 0;
    if (found.count > 0 && store_person_get(found.store, kept->person, &row, &error) != TP_OK)
        wrong("there is a table, and nobody whose it is");
    if (store_result_count(found.store, kept->person, &results, &error) != TP_OK) wrong("%s", error.text);
    if (results != found.overs)
        wrong("%d games are over, with %lld results", found.overs, (long long)results);
    free(found.server);
    store_close(found.store);
}

/* ---- evenings ---- */

static struct { int runs, refused, acknowledged, crashes, not_begun; } figures;

/* One evening in which one call goes wrong. `loses_power`: at the end, before the server is stopped. Answers
 * how many calls there were. */
static int64_t spend(fault mode, int64_t at, bool is_new, bool loses_power, bool gives_up) {
    tp_error error = {0};
    client client = {.gives_up = gives_up};
    tried.mode = mode;
    tried.at = at;
    remove_database(path);
    remove_database(image);
    if (!is_new) copy_file(template, path);
    fault_arm(path, image, mode, at, (uint32_t)(at * 31 + mode));
    server *server = new_server(&error);
    figures.runs++;
    if (server != NULL) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, serve, server), 0);
        converse(&client, server);
        if (loses_power) fault_crash(FAULT_POWER_LOST);
        server_stop(server);
        pthread_join(thread, NULL);
        server_free(server);
    } else {
        figures.not_begun++;
        if (error.text[0] == '\0') wrong("the server does not begin, and says nothing");
    }
    bool is_image = fault_disk.is_down && fault_disk.mode != FAULT_DEAD;
    int64_t calls = fault_disk.calls;
    fault_disarm();
    const acknowledged *kept = &client.kept;
    figures.refused += client.refused;
    figures.crashes += is_image;
    figures.acknowledged += (kept->table[0] != '\0') + (kept->next[0] != '\0') + kept->chats + kept->resigned;
    for (int i = 0; i < MOVES; i++) figures.acknowledged += kept->moves[i][0] != '\0';
    check_database(is_image ? image : path, kept);
    return calls;
}

static bool crashes(fault mode) { return mode >= FAULT_POWER_LOST || mode == FAULT_DEAD; }

/* Every call, or every so manieth, in every way. */
static void spend_all(bool is_new, int runs) {
    int64_t calls = spend(FAULT_NONE, 0, is_new, false, true);
    int64_t all = calls * (FAULT_COUNT - 1), step = soak_factor() > 1 || all < runs ? 1 : all / runs;
    step |= 1; /* the number of ways is even: every way has its turn */
    memset(&figures, 0, sizeof figures);
    for (int64_t i = 0; i < all; i += step) {
        fault mode = (fault)(1 + i % (FAULT_COUNT - 1));
        int64_t at = 1 + i / (FAULT_COUNT - 1);
        /* Some go on after the trouble, which takes a second until the table is read again. */
        bool gives_up = crashes(mode) || (soak_factor() == 1 && i / step % 5 != 0);
        spend(mode, at, is_new, at % 2 == 0, gives_up);
    }
    print_message(
        "# %s: %lld calls, %d runs, %d of them crashed and %d not begun; %d things acknowledged and %d refused\n",
        is_new ? "a new database" : "an evening", (long long)calls, figures.runs, figures.crashes,
        figures.not_begun, figures.acknowledged, figures.refused);
    assert_true(figures.acknowledged > 0);
}

static void test_each_call_of_an_evening(void **unused) {
    (void)unused;
    spend_all(false, QUICK_RUNS);
    assert_true(figures.refused > 0 && figures.crashes > 0);
}

static void test_each_call_of_a_new_database(void **unused) {
    (void)unused;
    spend_all(true, QUICK_RUNS / 2);
    assert_true(figures.not_begun > 0);
}

/* ---- the test itself ---- */

/* A disk that says that it has synced, and has not: that this is noticed shows that the others would be. */
static void test_a_lying_disk_is_noticed(void **unused) {
    (void)unused;
    tp_error error = {0};
    client client = {.gives_up = true};
    remove_database(path);
    remove_database(image);
    copy_file(template, path);
    fault_arm(path, image, FAULT_NONE, 0, 1);
    server *server = new_server(&error);
    assert_non_null(server);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, serve, server), 0);
    copy_file(path, image); /* what was there at the beginning */
    converse(&client, server);
    server_stop(server);
    pthread_join(thread, NULL);
    server_free(server);
    fault_disarm();
    assert_true(client.kept.resigned);
    char url[128];
    snprintf(url, sizeof url, "sqlite:%s", image);
    store *store = store_open(url, &error);
    assert_non_null(store);
    json_t *entries = json_array();
    assert_int_equal(journal_entries(store, client.kept.table, entries, NULL, &error), TP_E_UNKNOWN);
    json_decref(entries);
    store_close(store);
    check_database(path, &client.kept);
}

static int begin(void **unused) {
    (void)unused;
    tp_error error = {0};
    server_log_level = LOG_ERROR + 1;
    snprintf(folder, sizeof folder, "/tmp/tapete-faults-XXXXXX");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/db", folder);
    snprintf(image, sizeof image, "%s/image", folder);
    snprintf(template, sizeof template, "%s/template", folder);
    fault_install();
    char url[128];
    snprintf(url, sizeof url, "sqlite:%s", template);
    store *store = store_open(url, &error);
    if (store == NULL) return 1;
    store_close(store);
    return 0;
}

static int end(void **unused) {
    (void)unused;
    remove_database(path);
    remove_database(image);
    remove_database(template);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lying_disk_is_noticed),
        cmocka_unit_test(test_each_call_of_an_evening),
        cmocka_unit_test(test_each_call_of_a_new_database),
    };
    return cmocka_run_group_tests_name("faults", tests, begin, end);
}
