/* Any bytes as a request of an operator: either a request of a known verb, or one sentence. Any text as a
 * network to ban: what is taken is taken again in the same way. */
#include "server/operators.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
    if (!condition) abort();
}

static void try_request(const char *line, size_t size) {
    const admin_verb *verb = NULL;
    tp_error error = {0};
    json_t *message = admin_parse(line, size, &verb, &error);
    if (message == NULL) {
        json_t *sentence = json_string(error.text); /* which takes valid UTF-8 only */
        must(error.text[0] != '\0' && sentence != NULL);
        json_decref(sentence);
        return;
    }
    must(verb != NULL && strcmp(json_string_value(json_object_get(message, "do")), verb->name) == 0);
    json_decref(message);
}

static void try_network(const char *text) {
    char network[SUBJECT_SIZE], again[SUBJECT_SIZE];
    tp_error error = {0};
    if (!ban_network(text, network, &error)) {
        must(error.text[0] != '\0');
        return;
    }
    must(ban_network(network, again, &error) && strcmp(network, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_request(text, size);
    try_network(text);
    free(text);
    return 0;
}
