/* What a client has kept of the deals at one table, compared with the record of the game.
 *
 * A record that is consistent in itself shows only that the server did not change its mind after it had
 * written the header. What shows that nobody chose the deal is a list that another player kept from before
 * anything was opened. */
#include "core/language.h"
#include "match/record_internal.h"

#include <stdlib.h>
#include <string.h>

static bool is_hex(const json_t *value, size_t bytes) {
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == 2 * bytes && strspn(text, "0123456789abcdef") == 2 * bytes;
}

static bool is_attempt(const json_t *value) {
    return json_is_integer(value) && json_integer_value(value) >= 1 &&
           json_integer_value(value) <= SEALED_ATTEMPTS;
}

static tp_err check_witness(const json_t *witness, tp_error *error) {
    const char *what = json_string_value(json_object_get(witness, "tapete"));
    const json_t *lists = json_object_get(witness, "lists"), *own = json_object_get(witness, "own"),
                 *seat = json_object_get(witness, "seat");
    if (what == NULL || strcmp(what, "witness") != 0)
        return tp_fail(error, TP_E_INPUT,
                       TR("this is not a witness, the list of seals that a client keeps before a deal"));
    if (json_integer_value(json_object_get(witness, "version")) != 1)
        return tp_fail(error, TP_E_VERSION, TR("this witness was written by another version of Tapete"));
    bool good = json_is_array(lists) && json_is_array(own) && json_is_integer(seat) &&
                json_integer_value(seat) >= 0 && json_integer_value(seat) < TP_MAX_SEATS;
    size_t index;
    json_t *item;
    json_array_foreach(lists, index, item) good = good && is_attempt(json_object_get(item, "attempt"));
    json_array_foreach(own, index, item) good = good && is_attempt(json_object_get(item, "attempt")) &&
                                                is_hex(json_object_get(item, "seal"), SEAL_SIZE);
    return good ? TP_OK : tp_fail(error, TP_E_INPUT, TR("the witness is damaged"));
}

json_t *witness_read(const char *path, tp_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    if (record_read_file(path, &bytes, &size, error) != TP_OK) return NULL;
    json_error_t where;
    json_t *witness = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &where);
    free(bytes);
    tp_err code = witness != NULL ? check_witness(witness, error)
                                  : tp_fail(error, TP_E_INPUT, TR("this is not JSON: %.120s"), where.text);
    if (code == TP_OK) return witness;
    tp_error_at(error, "%s", record_short_path(path));
    json_decref(witness);
    return NULL;
}

/* The one of this attempt in a list of objects; NULL: there is none. */
static const json_t *of_attempt(const json_t *list, int attempt) {
    size_t index;
    json_t *item;
    json_array_foreach(list, index, item) {
        if (json_integer_value(json_object_get(item, "attempt")) == attempt) return item;
    }
    return NULL;
}

static json_int_t last_attempt(const json_t *lists) {
    json_int_t last = 0;
    size_t index;
    json_t *item;
    json_array_foreach(lists, index, item) {
        json_int_t attempt = json_integer_value(json_object_get(item, "attempt"));
        if (attempt > last) last = attempt;
    }
    return last;
}

/* Whether this seal is the client's own: two windows of one browser may both have made one. */
static bool has_sealed(const json_t *own, int attempt, const json_t *seal) {
    size_t index;
    json_t *item;
    json_array_foreach(own, index, item) {
        if (json_integer_value(json_object_get(item, "attempt")) == attempt &&
            json_equal(json_object_get(item, "seal"), seal))
            return true;
    }
    return false;
}

witness_verdict witness_compare(const json_t *witness, const tp_match *match, const char **what) {
    static const char *const members[] = {"table",   "attempt",    "game",  "rules",
                                          "options", "commitment", "seals", "kinds"};
    const json_t *lists = json_object_get(witness, "lists");
    *what = "";
    if (json_array_size(lists) == 0) return WITNESS_NONE;
    if (!match->is_sealed) {
        *what = "sealed";
        return WITNESS_DIFFERS;
    }
    const sealed_list *sealed = &match->sealed;
    const json_t *kept = of_attempt(lists, sealed->attempt);
    /* A list of another table is no witness of this one; a missing one is no proof of anything. */
    const json_t *any = kept != NULL ? kept : json_array_get(lists, 0);
    json_t *told = sealed_to_told(sealed, match->game, &match->options, match->commitment);
    witness_verdict verdict = WITNESS_AGREES;
    if (!json_equal(json_object_get(any, "table"), json_object_get(told, "table"))) {
        *what = "table";
        verdict = WITNESS_DIFFERS;
    } else if (last_attempt(lists) > sealed->attempt) {
        /* An attempt that was called void must not be dealt after all, when a later one has been seen. */
        *what = "attempt";
        verdict = WITNESS_DIFFERS;
    } else if (kept == NULL) {
        verdict = WITNESS_NONE;
    }
    for (size_t i = 0; verdict == WITNESS_AGREES && i < sizeof members / sizeof *members; i++) {
        if (json_equal(json_object_get(kept, members[i]), json_object_get(told, members[i]))) continue;
        *what = members[i];
        verdict = WITNESS_DIFFERS;
    }
    if (verdict == WITNESS_AGREES) {
        size_t seat = (size_t)json_integer_value(json_object_get(witness, "seat"));
        if (!has_sealed(json_object_get(witness, "own"), sealed->attempt,
                        json_array_get(json_object_get(told, "seals"), seat)))
            verdict = WITNESS_UNLISTED;
    }
    json_decref(told);
    return verdict;
}
