/* Warnings at the start: a table of combinations, each with the sentences that it must and must not bring. */
#include "server/warnings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct row {
    const char *what;
    server_setup setup;
    bool is_root, has_backup, disk_low;
    mode_t folder_mode;
    const char *expected; /* one letter for each sentence, in order */
} row;

/* Which letter stands for a sentence that has these words. */
static const struct {
    char letter;
    const char *words;
} letters[] = {
    {'p', "no --proxy is named"}, {'t', "without a TLS proxy"}, {'o', "no --origin with https"},
    {'m', "read /metrics"},       {'f', "enter the folder"},    {'s', "cards all come from --seed"},
    {'r', "runs as root"},        {'b', "no backup"},           {'d', "nearly full"},
};

#define LOCAL .bind = "127.0.0.1"
#define BEHIND LOCAL, .proxy = "127.0.0.1", .origin = "https://cards.example"

static const row rows[] = {
    {"at home", {LOCAL}, false, false, false, 0700, ""},
    {"at home, as root, in an open folder", {LOCAL}, true, false, false, 0755, ""},
    {"at home, seeded", {LOCAL, .seeded = true}, false, false, false, 0700, ""},
    {"behind a proxy, all right", {BEHIND}, false, true, false, 0700, ""},
    {"the same on ::1", {.bind = "::1", .proxy = "::1", .origin = "https://a"}, false, true, false, 0700, ""},
    {"https without a proxy", {LOCAL, .origin = "https://a"}, false, true, false, 0700, "p"},
    {"one of several origins is https",
     {LOCAL, .origin = "http://b, HTTPS://a"},
     false,
     true,
     false,
     0700,
     "p"},
    {"a proxy without https", {LOCAL, .proxy = "127.0.0.1"}, false, true, false, 0700, "o"},
    {"on every network", {.bind = "0.0.0.0"}, false, true, false, 0700, "t"},
    {"on every network, by default", {.bind = NULL}, false, true, false, 0700, "t"},
    {"on one address", {.bind = "192.0.2.1"}, false, true, false, 0700, "t"},
    {"on every network behind a proxy",
     {.bind = "::", .proxy = "192.0.2.2", .origin = "https://a"},
     false,
     true,
     false,
     0700,
     ""},
    {"metrics for all", {LOCAL, .limits = {.metrics_open = true}}, false, true, false, 0700, "m"},
    {"an open folder", {BEHIND}, false, true, false, 0755, "f"},
    {"a folder that can be entered", {BEHIND}, false, true, false, 0701, "f"},
    {"a folder for a group", {BEHIND}, false, true, false, 0750, ""},
    {"seeded in public", {BEHIND, .seeded = true}, false, true, false, 0700, "s"},
    {"root", {BEHIND}, true, true, false, 0700, "r"},
    {"no backup", {BEHIND}, false, false, false, 0700, "b"},
    {"a full disk", {LOCAL}, false, true, true, 0700, "d"},
    {"everything at once",
     {.bind = "0.0.0.0", .origin = "https://a", .seeded = true, .limits = {.metrics_open = true}},
     true,
     false,
     true,
     0777,
     "ptmfsrbd"},
};

static void each_combination_has_its_sentences(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *row = &rows[i];
        const warning_facts facts = {&row->setup, row->is_root, row->has_backup, row->disk_low,
                                     row->folder_mode};
        const char *sentences[SERVER_MOST_WARNINGS];
        char found[SERVER_MOST_WARNINGS + 1] = "";
        int count = warnings_find(&facts, sentences);
        for (int j = 0; j < count; j++) {
            size_t k = 0;
            while (k < sizeof letters / sizeof *letters && strstr(sentences[j], letters[k].words) == NULL)
                k++;
            if (k == sizeof letters / sizeof *letters) {
                fail_msg("%s: \"%s\"", row->what, sentences[j]);
                return;
            }
            found[j] = letters[k].letter;
        }
        if (strcmp(found, row->expected) != 0)
            fail_msg("%s: found \"%s\", expected \"%s\"", row->what, found, row->expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_combination_has_its_sentences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
