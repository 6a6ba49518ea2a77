/* Any text as a script: it is read or refused, run or stopped, and the process lives. */
#include "match/script.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void drop_line(void *context, json_t *line) {
    (void)context;
    if (line == NULL) abort();
    json_decref(line);
}

/* Sentences are for people and for JSON: never empty, and text. */
static void check_problem(void *context, const char *sentence) {
    (void)context;
    json_t *text = json_string(sentence);
    if (text == NULL || sentence[0] == '\0') abort();
    json_decref(text);
}

/* Scripts may ask an agent to think for as long as they like. That is no fault, but nothing to wait for. */
static bool is_slow(const uint8_t *data, size_t size) { return memmem(data, size, "flatmc", 6) != NULL; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tp_error error = {0};
    script_file *file = script_read((const char *)data, size, &error);
    if (file == NULL) {
        if (error.code == TP_OK || error.text[0] == '\0') abort();
        return 0;
    }
    if (!is_slow(data, size)) {
        script_listener listener = {.line = drop_line, .problem = check_problem};
        script_tally tally;
        script_run(file, &listener, &tally);
        if (tally.passed + tally.failed + tally.bad != script_count(file)) abort();
    }
    script_free(file);
    return 0;
}
