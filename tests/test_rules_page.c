/* The pages of the rules as text of any width, in every language. */
#include "look/draw.h"
#include "look/rules.h"
#include "tapete/tapete.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const games[] = {"bruno", "mulle", "mus", "sabacc", NULL};

static int column_of(const char *text, const char *word) {
    const char *at = strstr(text, word);
    if (at == NULL) fail_msg("no \"%s\" in: %s", word, text);
    const char *line = at;
    while (line > text && line[-1] != '\n') line--;
    char before[512];
    snprintf(before, sizeof before, "%.*s", (int)(at - line), line);
    return text_columns(before);
}

static char *rules_of(const char *language, const char *game, int width) {
    const char *root = getenv("TAPETE_SOURCE") == NULL ? "." : getenv("TAPETE_SOURCE");
    char path[4096], *text = NULL;
    size_t size = 0;
    bool english = strcmp(language, "en") == 0;
    snprintf(path, sizeof path, "%s/docs/rules/%s%s%s.md", root, english ? "" : language, english ? "" : "/",
             game);
    FILE *from = fopen(path, "r"), *out = open_memstream(&text, &size);
    if (from == NULL) fail_msg("no %s", path);
    assert_non_null(out);
    rules_write(from, &(look_style){.width = width}, out);
    fclose(from);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Tables of the rules: each cell below its heading or, if there is no room for columns, after it. */
static void tables_of_the_rules_can_be_read(void **unused) {
    (void)unused;
    for (const char *const *language = tp_languages(); *language != NULL; language++) {
        for (const char *const *game = games; *game != NULL; game++) {
            for (int width = 34; width <= 90; width += 7) {
                char *text = rules_of(*language, *game, width);
                for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line != NULL;
                     line = strtok_r(NULL, "\n", &rest))
                    if (text_columns(line) > width) fail_msg("%s, %d columns: %s", *language, width, line);
                free(text);
            }
        }
    }
    char *wide = rules_of("en", "mus", 76), *narrow = rules_of("en", "mus", 34);
    assert_int_equal(column_of(wide, "accepted bet "), column_of(wide, "the bet and 1 "));
    assert_non_null(strstr(narrow, "grande │ all passed: 1 │ accepted"));
    free(wide);
    free(narrow);
}

int main(void) {
    setlocale(LC_ALL, "");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_the_rules_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
