/* Seals, the list of them, and the deal key that binds both. */
#include "match/sealed.h"

#include "core/language.h"
#include "match/match_internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seal_label[] = "tapete seal 1";
static const char list_label[] = "tapete list 1";
static const char deal_label[] = "tapete deal 2";

typedef crypto_generichash_state hash_state;

static void hash_bytes(hash_state *hash, const void *bytes, size_t size) {
    crypto_generichash_update(hash, bytes, size);
}

static void hash_byte(hash_state *hash, int number) {
    unsigned char byte = (unsigned char)number;
    hash_bytes(hash, &byte, 1);
}

/* A text with its size before it, so that no two lists hash the same bytes. */
static void hash_sized(hash_state *hash, const char *text) {
    size_t length = strlen(text);
    unsigned char size[4];
    for (size_t i = 0; i < sizeof size; i++) size[i] = (unsigned char)(length >> (8 * i));
    hash_bytes(hash, size, sizeof size);
    hash_bytes(hash, text, length);
}

void seal_make(const char *table, int attempt, int seat, const uint8_t bytes[SEAL_SIZE],
               uint8_t out[SEAL_SIZE]) {
    hash_state hash;
    crypto_generichash_init(&hash, NULL, 0, SEAL_SIZE);
    hash_bytes(&hash, seal_label, strlen(seal_label));
    hash_sized(&hash, table);
    hash_byte(&hash, attempt);
    hash_byte(&hash, seat);
    hash_bytes(&hash, bytes, SEAL_SIZE);
    crypto_generichash_final(&hash, out, SEAL_SIZE);
}

/* ---- the list ---- */

enum { VALUE_SIZE = 1024 };

/* The value of an option as it is hashed: a number in digits, true or false, a text, or the words of a list
 * with commas between. */
static void value_text(const json_t *value, char *out, size_t size) {
    if (json_is_integer(value)) {
        snprintf(out, size, "%lld", (long long)json_integer_value(value));
    } else if (json_is_boolean(value)) {
        snprintf(out, size, "%s", json_is_true(value) ? "true" : "false");
    } else if (json_is_string(value)) {
        snprintf(out, size, "%s", json_string_value(value));
    } else {
        size_t used = 0;
        out[0] = '\0';
        for (size_t i = 0; i < json_array_size(value) && used < size; i++) {
            char word[TP_OPTION_TEXT_SIZE];
            value_text(json_array_get(value, i), word, sizeof word);
            used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? "," : "", word);
        }
    }
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool hash_options(hash_state *hash, const tp_options *options) {
    const char *names[TP_MAX_OPTIONS];
    json_t *values = tp_options_to_json(options);
    if (values == NULL) return false;
    for (size_t i = 0; i < options->count; i++) names[i] = options->table[i].name;
    qsort(names, options->count, sizeof *names, compare_names);
    hash_byte(hash, (int)options->count);
    for (size_t i = 0; i < options->count; i++) {
        char text[VALUE_SIZE];
        value_text(json_object_get(values, names[i]), text, sizeof text);
        hash_sized(hash, names[i]);
        hash_sized(hash, text);
    }
    json_decref(values);
    return true;
}

bool sealed_mark(const sealed_list *list, const tp_game *game, const tp_options *options,
                 const uint8_t commitment[TP_COMMITMENT_SIZE], uint8_t out[SEALED_MARK_SIZE]) {
    hash_state hash;
    crypto_generichash_init(&hash, NULL, 0, SEALED_MARK_SIZE);
    hash_bytes(&hash, list_label, strlen(list_label));
    hash_sized(&hash, list->table);
    hash_byte(&hash, list->attempt);
    hash_sized(&hash, game->name);
    hash_sized(&hash, game->rules_version);
    if (!hash_options(&hash, options)) return false;
    hash_bytes(&hash, commitment, TP_COMMITMENT_SIZE);
    hash_byte(&hash, list->seats);
    for (int seat = 0; seat < list->seats; seat++) {
        hash_byte(&hash, list->is_person[seat]);
        hash_byte(&hash, list->is_listed[seat] ? SEAL_SIZE : 0);
        if (list->is_listed[seat]) hash_bytes(&hash, list->seals[seat], SEAL_SIZE);
    }
    crypto_generichash_final(&hash, out, SEALED_MARK_SIZE);
    return true;
}

void sealed_deal_key(const uint8_t key[TP_KEY_SIZE], const uint8_t mark[SEALED_MARK_SIZE],
                     const tp_contribution *contributions, int seats, uint8_t out[TP_KEY_SIZE]) {
    hash_state hash;
    crypto_generichash_init(&hash, key, TP_KEY_SIZE, TP_KEY_SIZE);
    hash_bytes(&hash, deal_label, strlen(deal_label));
    hash_bytes(&hash, mark, SEALED_MARK_SIZE);
    for (int seat = 0; seat < seats; seat++) {
        const tp_contribution *contribution = &contributions[seat];
        tp_assert(contribution->size <= TP_CONTRIBUTION_SIZE);
        hash_byte(&hash, seat);
        hash_byte(&hash, contribution->size);
        hash_bytes(&hash, contribution->bytes, contribution->size);
    }
    crypto_generichash_final(&hash, out, TP_KEY_SIZE);
}

int sealed_wrong_seat(const sealed_list *list, const tp_contribution *contributions) {
    for (int seat = 0; seat < list->seats; seat++) {
        const tp_contribution *given = &contributions[seat];
        uint8_t seal[SEAL_SIZE];
        if (given->size != (list->is_listed[seat] ? SEAL_SIZE : 0)) return seat;
        if (given->size == 0) continue;
        seal_make(list->table, list->attempt, seat, given->bytes, seal);
        if (sodium_memcmp(seal, list->seals[seat], SEAL_SIZE) != 0) return seat;
    }
    return -1;
}

/* ---- JSON ---- */

static json_t *hex_text(const uint8_t *bytes, size_t size) {
    char text[2 * SEAL_SIZE + 1];
    sodium_bin2hex(text, sizeof text, bytes, size);
    return json_string(text);
}

json_t *sealed_to_json(const sealed_list *list) {
    json_t *seals = json_array(), *kinds = json_array();
    for (int seat = 0; seat < list->seats; seat++) {
        json_array_append_new(seals,
                              list->is_listed[seat] ? hex_text(list->seals[seat], SEAL_SIZE) : json_null());
        json_array_append_new(kinds, json_string(list->is_person[seat] ? "person" : "agent"));
    }
    return json_pack("{s:s, s:i, s:o, s:o}", "table", list->table, "attempt", list->attempt, "seals", seals,
                     "kinds", kinds);
}

json_t *sealed_to_told(const sealed_list *list, const tp_game *game, const tp_options *options,
                       const uint8_t commitment[TP_COMMITMENT_SIZE]) {
    json_t *told = sealed_to_json(list);
    if (told == NULL) return NULL;
    json_object_set_new(told, "game", json_string(game->name));
    json_object_set_new(told, "rules", json_string(game->rules_version));
    json_object_set_new(told, "options", tp_options_to_json(options));
    json_object_set_new(told, "commitment", hex_text(commitment, TP_COMMITMENT_SIZE));
    return told;
}

static tp_err damaged(tp_error *error, const char *sentence) {
    return tp_fail(error, TP_E_INPUT, "%s", sentence);
}

static tp_err seat_from_json(sealed_list *list, int seat, const json_t *seal, const json_t *kind,
                             tp_error *error) {
    const char *word = json_string_value(kind);
    if (word == NULL || (strcmp(word, "person") != 0 && strcmp(word, "agent") != 0))
        return damaged(error, TR("a kind in 'sealed' is \"person\" or \"agent\""));
    list->is_person[seat] = strcmp(word, "person") == 0;
    if (json_is_null(seal)) return TP_OK;
    size_t length = 0;
    const char *digits = json_string_value(seal);
    if (digits == NULL || json_string_length(seal) != 2 * SEAL_SIZE ||
        sodium_hex2bin(list->seals[seat], SEAL_SIZE, digits, 2 * SEAL_SIZE, NULL, &length, NULL) != 0 ||
        length != SEAL_SIZE)
        return tp_fail(error, TP_E_INPUT, TR("a seal is null or %d bytes in hex digits"), SEAL_SIZE);
    if (!list->is_person[seat])
        return tp_fail(error, TP_E_INPUT, TR("seat %d has a seal, but no person sits there"), seat);
    list->is_listed[seat] = true;
    return TP_OK;
}

tp_err sealed_from_json(sealed_list *list, const json_t *object, tp_error *error) {
    const json_t *seals = json_object_get(object, "seals"), *kinds = json_object_get(object, "kinds"),
                 *attempt = json_object_get(object, "attempt");
    const char *table = json_string_value(json_object_get(object, "table"));
    size_t seats = json_array_size(seals);
    memset(list, 0, sizeof *list);
    if (json_object_size(object) != 4 || table == NULL || table[0] == '\0' ||
        strlen(table) >= SEALED_TABLE_SIZE || seats == 0 || seats > TP_MAX_SEATS ||
        json_array_size(kinds) != seats)
        return damaged(error, TR("'sealed' should have 'table', 'attempt', and 'seals' and 'kinds' with one "
                                 "place for each seat"));
    if (!json_is_integer(attempt) || json_integer_value(attempt) < 1 ||
        json_integer_value(attempt) > SEALED_ATTEMPTS)
        return tp_fail(error, TP_E_INPUT, TR("'attempt' should be a whole number in 1 .. %d"),
                       SEALED_ATTEMPTS);
    snprintf(list->table, sizeof list->table, "%s", table);
    list->attempt = (int)json_integer_value(attempt);
    list->seats = (int)seats;
    tp_err code = TP_OK;
    for (int seat = 0; code == TP_OK && seat < list->seats; seat++)
        code = seat_from_json(list, seat, json_array_get(seals, (size_t)seat),
                              json_array_get(kinds, (size_t)seat), error);
    return code;
}

tp_match *match_new_sealed(const tp_match_setup *setup, const sealed_list *list, tp_error *error) {
    return match_begin(setup, list, NULL, error);
}
