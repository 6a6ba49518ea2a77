/* Notes of operators: what they keep, what is deleted with a person, and lists of people. */
#include "store/notes.h"
#include "support/store_fixture.h"

static tp_err put_note(store *s, const char *kind, const char *key, const char *about, const char *by,
                       int64_t made_ms, int64_t until_ms) {
    const store_note note = {.kind = kind,
                             .key = key,
                             .about = about,
                             .by = by,
                             .text = "{\"why\":\"it's\"}",
                             .made_ms = made_ms,
                             .until_ms = until_ms};
    return store_note_put(s, &note, &error);
}

static void list_note(void *context, const store_note *note) {
    (void)context;
    assert_string_equal(note->text, "{\"why\":\"it's\"}");
    char line[160];
    snprintf(line, sizeof line, "%s/%s:%s:%s:%d:%d", note->kind, note->key, note->about, note->by,
             (int)note->made_ms, (int)note->until_ms);
    list(line);
}

static void list_person(void *context, const store_person *person) {
    (void)context;
    list(person->id);
}

static void test_notes(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    must(put_note(s, "ban", "203.0.113.0/24", "", "", 1, 50));
    must(put_note(s, "ban", "p1", "p1", "", 2, 0));
    must(put_note(s, "report", "r1", "p1", "p2", 3, 60));
    must_not(put_note(s, "ban", "p9", "p9", "", 2, 0), TP_E_UNKNOWN, "nobody with the id 'p9'");
    must_not(put_note(s, "ban", "", "", "", 2, 0), TP_E_INPUT, "the key of a note");
    assert_listed(store_notes(s, "ban", "", 10, list_note, NULL, &error),
                  "ban/p1:p1::2:0 ban/203.0.113.0/24:::1:50 ");
    assert_listed(store_notes(s, "ban", "", 1, list_note, NULL, &error), "ban/p1:p1::2:0 ");
    assert_listed(store_notes(s, "ban", "p2", 10, list_note, NULL, &error), "");
    assert_listed(store_notes_by(s, "report", "p2", 10, list_note, NULL, &error), "report/r1:p1:p2:3:60 ");
    must(put_note(s, "ban", "p1", "p1", "", 4, 70));
    assert_listed(store_note_get(s, "ban", "p1", list_note, NULL, &error), "ban/p1:p1::4:70 ");
    must_not(store_note_get(s, "mute", "p1", list_note, NULL, &error), TP_E_UNKNOWN, "no mute 'p1'");
    must_not(store_note_delete(s, "mute", "p1", &error), TP_E_UNKNOWN, "no mute 'p1'");
    must(store_notes_expire(s, "ban", 50, &error));
    assert_listed(store_notes(s, "ban", "", 10, list_note, NULL, &error), "ban/p1:p1::4:70 ");
    store_close(s);
}

static void test_erasure(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    must(put_note(s, "report", "r1", "p1", "p2", 1, 0));
    must(put_note(s, "report", "r2", "p2", "p1", 2, 0));
    must(put_note(s, "email", "p1", "p1", "", 3, 0));
    must(store_person_delete(s, "p1", &error));
    assert_listed(store_notes(s, "report", "", 10, list_note, NULL, &error), "report/r2:p2::2:0 ");
    assert_listed(store_notes(s, "email", "", 10, list_note, NULL, &error), "");
    store_close(s);
}

static void test_people(void **unused) {
    (void)unused;
    store *s = open_store();
    const store_person people[] = {
        {.id = "p1", .name = "Ana", .seen_ms = 1},
        {.id = "p2", .name = "Bob % _", .login = "anabel", .hash = "x", .sign_in = 1, .seen_ms = 3},
        {.id = "p3", .name = "Cleo", .seen_ms = 2}};
    for (int i = 0; i < 3; i++) must(store_person_put(s, &people[i], &error));
    assert_listed(store_people(s, "", 10, list_person, NULL, &error), "p2 p3 p1 ");
    assert_listed(store_people(s, "", 2, list_person, NULL, &error), "p2 p3 ");
    assert_listed(store_people(s, "ANA", 10, list_person, NULL, &error), "p2 p1 ");
    assert_listed(store_people(s, "%", 10, list_person, NULL, &error), "p2 ");
    assert_listed(store_people(s, "p3", 10, list_person, NULL, &error), "p3 ");
    store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_notes, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_erasure, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_people, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
