/* Texts that are compared, line by line, with files of tests/golden. `TAPETE_GOLDEN=write` writes the files
 * anew; look at the diff before you commit it. cmocka.h comes first. */
#ifndef TAPETE_TESTS_GOLDEN_H
#define TAPETE_TESTS_GOLDEN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole of a file, or an empty text; the caller frees it. */
static inline char *golden_read(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int c; in != NULL && (c = fgetc(in)) != EOF;) fputc(c, out);
    if (in != NULL) fclose(in);
    fclose(out);
    return text;
}

/* Fails where tests/golden/NAME is another text. */
static inline void golden_compare(const char *name, const char *found) {
    const char *root = getenv("TAPETE_SOURCE") == NULL ? "." : getenv("TAPETE_SOURCE");
    const char *wish = getenv("TAPETE_GOLDEN");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/golden/%s", root, name);
    if (wish != NULL && strcmp(wish, "write") == 0) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(found, out);
        assert_int_equal(fclose(out), 0);
        return;
    }
    char *expected = golden_read(path);
    size_t line = 1, start = 0, i = 0;
    for (; expected[i] == found[i] && found[i] != '\0'; i++) {
        if (found[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    if (expected[i] != found[i]) {
        fail_msg("%s:%zu differs\nexpected: %.300s\nfound:    %.300s\n", path, line, expected + start,
                 found + start);
    }
    free(expected);
}

#endif
