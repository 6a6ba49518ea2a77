/* Any text as what a stranger sends to the server: a Cookie header, a name, a login name, JSON, an address. A
 * cookie is good only if this server made it, and what is taken is taken again in the same way. */
#include "server/http.h"
#include "server/limits.h"
#include "server/people.h"
#include "server/requests.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t key[STORE_SECRET_SIZE] = {7, 7, 7};

static void must(bool condition) {
    if (!condition) abort();
}

/* Nobody knows the key, so whatever is read was written by us: only a corpus that has seen a good one can
 * have it. */
static void try_cookie(const char *text) {
    cookie read, again;
    if (!cookie_read(key, text, &read)) return;
    char value[COOKIE_SIZE], header[COOKIE_SIZE + 16] = "tapete=";
    must(is_id(read.id) && read.sign_in >= 0);
    cookie_write(key, &read, value);
    must(strstr(text, value) != NULL);
    memcpy(header + 7, value, sizeof value);
    must(cookie_read(key, header, &again) && strcmp(again.id, read.id) == 0 && again.sign_in == read.sign_in);
}

static void try_names(const char *text) {
    char name[NAME_SIZE], again[NAME_SIZE];
    tp_error error = {0};
    if (people_check_name(text, name, &error) == TP_OK) {
        must(people_check_name(name, again, NULL) == TP_OK && strcmp(name, again) == 0);
        json_t *json = json_string(name); /* which takes valid UTF-8 only */
        must(json != NULL);
        json_decref(json);
    } else {
        must(error.text[0] != '\0');
    }
    if (account_check_login(text, name, &error) == TP_OK) {
        must(account_check_login(name, again, NULL) == TP_OK && strcmp(name, again) == 0);
    }
    (void)account_check_password(text, &error);
    char network[NETWORK_SIZE], same[NETWORK_SIZE];
    address_network(text, network);
    address_network(network, same);
    must(strcmp(network, same) == 0);
}

static int depth_of(const json_t *json) {
    int deepest = 0;
    size_t index;
    const char *name;
    json_t *value;
    json_array_foreach(json, index, value) {
        int depth = depth_of(value);
        if (depth > deepest) deepest = depth;
    }
    json_object_foreach((json_t *)(uintptr_t)json, name, value) {
        int depth = depth_of(value);
        if (depth > deepest) deepest = depth;
    }
    return deepest + (json_is_array(json) || json_is_object(json));
}

/* For whatever is JSON, the quick count agrees with the slow one. */
static void try_depth(const char *text, size_t size) {
    bool is_flat = json_depth_ok(text, size);
    json_t *json = json_loadb(text, size, JSON_DECODE_ANY, NULL);
    if (json != NULL) must(is_flat == (depth_of(json) <= 32));
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must(sodium_init() >= 0);
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_cookie(text);
    try_names(text);
    try_depth(text, size);
    free(text);
    return 0;
}
