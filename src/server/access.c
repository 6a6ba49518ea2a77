/* Who may see a table that is not in memory: see access.h. */
#include "server/access.h"
#include "server/server.h"
#include "server/table.h"

#include <sodium.h>
#include <string.h>

enum { HASH_BYTES = 16, HASH_SIZE = 2 * HASH_BYTES + 1 };

/* What it is the hash of is a part of it: an invite is no person. */
static void hash_of(const server *server, const char *what, const char *text, char out[HASH_SIZE]) {
    uint8_t hash[HASH_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, server->access_key, sizeof server->access_key, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)what, strlen(what) + 1);
    crypto_generichash_update(&state, (const uint8_t *)text, strlen(text));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(out, HASH_SIZE, hash, sizeof hash);
}

static json_t *hash_json(const server *server, const char *what, const char *text) {
    char hash[HASH_SIZE];
    if (text[0] == '\0') return json_string("");
    hash_of(server, what, text, hash);
    return json_string(hash);
}

/* Who a table is for, without hashes. */
typedef struct access {
    bool is_public, spectators;
    const char *owner, *invite, *people[TP_MAX_SEATS]; /* NULL or "": nobody */
} access;

static char *to_text(const server *server, const access *access) {
    json_t *seats = json_array();
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        const char *person = access->people[seat];
        if (person != NULL && person[0] != '\0')
            json_array_append_new(seats, hash_json(server, "person", person));
    }
    json_t *object = json_pack("{s:b, s:b, s:o, s:o, s:o}", "public", access->is_public, "spectators",
                               access->spectators, "owner", hash_json(server, "person", access->owner),
                               "invite", hash_json(server, "invite", access->invite), "seats", seats);
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}

char *access_text(const table *table) {
    access access = {.is_public = table->settings.is_public,
                     .spectators = table->settings.spectators,
                     .owner = table->owner,
                     .invite = table->invite};
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON) access.people[seat] = table->seats[seat].person;
    }
    return to_text(table->server, &access);
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

char *access_of_journal(const server *server, const json_t *entries) {
    access access = {.owner = "", .invite = ""};
    size_t i, place;
    json_t *entry, *seat;
    bool is_open = true; /* who gets up before the deal has no seat any more */
    json_array_foreach(entries, i, entry) {
        const char *is = text_of(entry, "is");
        json_int_t number = json_integer_value(json_object_get(entry, "seat"));
        if (number < 0 || number >= TP_MAX_SEATS) continue;
        if (strcmp(is, "open") == 0) {
            const json_t *settings = json_object_get(entry, "settings");
            access.is_public = json_is_true(json_object_get(settings, "public")) ||
                               json_is_true(json_object_get(entry, "public"));
            access.spectators = !json_is_false(json_object_get(settings, "spectators"));
            access.owner = text_of(entry, "owner");
            access.invite = text_of(entry, "invite");
            json_array_foreach(json_object_get(entry, "seats"), place, seat) {
                if (place < TP_MAX_SEATS) access.people[place] = text_of(seat, "person");
            }
        } else if (strcmp(is, "sit") == 0) {
            access.people[number] = text_of(entry, "person");
        } else if (strcmp(is, "leave") == 0 && is_open) {
            access.people[number] = "";
        } else if (strcmp(is, "commit") == 0) {
            is_open = false;
        }
    }
    return to_text(server, &access);
}

static bool is_hash(const json_t *value, const char *hash) {
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == strlen(hash) && sodium_memcmp(text, hash, strlen(hash)) == 0;
}

unsigned access_rights(const server *server, const char *text, const char *person, const char *invite) {
    json_t *object = json_loads(text, 0, NULL), *seat;
    char hash[HASH_SIZE];
    size_t i;
    unsigned rights = 0;
    bool is_open = json_is_true(json_object_get(object, "public"));
    if (person[0] != '\0') {
        hash_of(server, "person", person, hash);
        if (is_hash(json_object_get(object, "owner"), hash)) rights |= ACCESS_OWNER;
        json_array_foreach(json_object_get(object, "seats"), i, seat) {
            if (is_hash(seat, hash)) rights |= ACCESS_SEAT;
        }
    }
    if (!is_open && invite[0] != '\0') {
        hash_of(server, "invite", invite, hash);
        is_open = is_hash(json_object_get(object, "invite"), hash);
    }
    if (is_open) rights |= ACCESS_OPEN;
    if (is_open && json_is_true(json_object_get(object, "spectators"))) rights |= ACCESS_WATCH;
    json_decref(object);
    return rights;
}
