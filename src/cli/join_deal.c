/* The deal, as `tapete join` takes part in it: random bytes are sealed, the list of all seals is kept in a
 * file, and only then the bytes are shown. After the game the record is compared with what was kept. A server
 * that shows two lists for one attempt gets nothing more out of this program.
 *
 * What is kept is a witness (match/sealed.h), one file for each table: witnesses/HOST-TABLE.json in the data
 * directory, for its owner alone. */
#include "cli/join.h"
#include "core/files.h"
#include "core/language.h"
#include "look/draw.h"
#include "match/sealed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static json_t *member(const json_t *object, const char *name) { return json_object_get(object, name); }

/* ---- what is kept ---- */

static void keep(join *join) {
    char path[SHELF_PATH_SIZE];
    tp_error error = {0};
    char *text = json_dumps(join->witness, JSON_INDENT(1));
    int failed = 0;
    if (shelf_witness_path(join->target.host, join->table, path, true, &error) == TP_OK && text != NULL)
        failed = file_replace(path, text, strlen(text), 0600);
    free(text);
    if (error.code == TP_OK && failed == 0) return;
    char sentence[TP_TEXT_SIZE];
    snprintf(sentence, sizeof sentence, TR("The list of seals cannot be kept after this program ends: %s"),
             error.code != TP_OK ? error.text : strerror(failed));
    join_tell(join, sentence);
}

/* What was kept of this table before, or a new witness. */
static json_t *witness_of(join *join) {
    char path[SHELF_PATH_SIZE];
    if (join->witness != NULL) return join->witness;
    if (shelf_witness_path(join->target.host, join->table, path, false, NULL) == TP_OK)
        join->witness = witness_read(path, NULL);
    if (join->witness == NULL || json_integer_value(member(join->witness, "seat")) != join->play.human) {
        json_decref(join->witness);
        join->witness = json_pack("{s:s, s:i, s:i, s:[], s:[]}", "tapete", "witness", "version", 1, "seat",
                                  join->play.human, "lists", "own");
    }
    return join->witness;
}

static json_t *of_attempt(const json_t *list, int attempt) {
    size_t index;
    json_t *item;
    json_array_foreach(list, index, item) {
        if (json_integer_value(member(item, "attempt")) == attempt) return item;
    }
    return NULL;
}

void join_forget_deal(join *join) {
    json_decref(join->witness);
    json_decref(join->sealed);
    join->witness = join->sealed = NULL;
    join->sealed_attempt = join->revealed_attempt = join->warned_attempt = 0;
    join->checked = false;
}

/* ---- taking part ---- */

static void hex_of(const uint8_t bytes[SEAL_SIZE], char out[2 * SEAL_SIZE + 1]) {
    for (int i = 0; i < SEAL_SIZE; i++) snprintf(out + 2 * (size_t)i, 3, "%02x", bytes[i]);
}

static void warn(join *join, int attempt, const char *text) {
    if (join->warned_attempt == attempt && join->warned == text) return;
    join->warned_attempt = attempt;
    join->warned = text;
    join_tell(join, text);
}

static void seal(join *join, int attempt) {
    json_t *own = member(witness_of(join), "own"), *known = of_attempt(own, attempt);
    if (known == NULL) {
        uint8_t bytes[SEAL_SIZE], made[SEAL_SIZE];
        char bytes_hex[2 * SEAL_SIZE + 1], seal_hex[2 * SEAL_SIZE + 1];
        tp_key_random(bytes);
        seal_make(join->table, attempt, join->play.human, bytes, made);
        hex_of(bytes, bytes_hex);
        hex_of(made, seal_hex);
        known = json_pack("{s:i, s:s, s:s}", "attempt", attempt, "seal", seal_hex, "bytes", bytes_hex);
        json_array_append_new(own, known);
        keep(join);
    }
    join->sealed_attempt = attempt;
    join_send(join, ASK_DEAL,
              json_pack("{s:s, s:i, s:O}", "do", "seal", "attempt", attempt, "seal", member(known, "seal")));
}

/* Whether the list of this attempt is kept and is the one that is shown now. */
static bool keep_list(join *join, int attempt) {
    json_t *lists = member(witness_of(join), "lists"), *known = of_attempt(lists, attempt);
    const char *table = json_string_value(member(join->sealed, "table"));
    if (table == NULL || strcmp(table, join->table) != 0 ||
        json_integer_value(member(join->sealed, "attempt")) != attempt)
        return false;
    if (known == NULL) {
        json_array_append(lists, join->sealed);
        keep(join);
        return true;
    }
    if (json_equal(known, join->sealed)) return true;
    warn(join, attempt,
         TR("The server showed a different list of seals than before: this program reveals nothing more, "
            "and the deal counts as not verified."));
    return false;
}

static void reveal(join *join, int attempt, const json_t *revealed) {
    if (join->sealed == NULL || !keep_list(join, attempt)) return;
    const json_t *own = of_attempt(member(join->witness, "own"), attempt);
    const json_t *listed = json_array_get(member(join->sealed, "seals"), (size_t)join->play.human);
    if (own == NULL || !json_equal(member(own, "seal"), listed)) {
        warn(join, attempt,
             TR("The server left your seal out of the list: this deal counts as not witnessed."));
        return;
    }
    size_t index;
    json_t *seat;
    json_array_foreach(revealed, index, seat) {
        if (json_integer_value(seat) == join->play.human) return;
    }
    join->revealed_attempt = attempt;
    join_send(
        join, ASK_DEAL,
        json_pack("{s:s, s:i, s:O}", "do", "reveal", "attempt", attempt, "bytes", member(own, "bytes")));
}

void join_hear_list(join *join, const json_t *sealed) {
    json_decref(join->sealed);
    join->sealed = json_is_object(sealed) ? json_deep_copy(sealed) : NULL;
}

void join_deal(join *join, const json_t *deal) {
    const char *step = json_string_value(member(deal, "step"));
    json_int_t attempt = json_integer_value(member(deal, "attempt"));
    if (join->play.human < 0 || step == NULL || attempt < 1 || attempt > SEALED_ATTEMPTS) return;
    if (strcmp(step, "seal") == 0 && join->sealed_attempt < attempt) seal(join, (int)attempt);
    if (strcmp(step, "reveal") == 0 && join->revealed_attempt < attempt)
        reveal(join, (int)attempt, member(deal, "revealed"));
}

/* ---- afterwards ---- */

void join_check(join *join) {
    if (join->checked || join->phase != JOIN_OVER || join->play.human < 0) return;
    char *text = join_record_text(join);
    if (text == NULL) return;
    join->checked = true;
    char report[SEALED_REPORT_SIZE] = "", sentence[TP_TEXT_SIZE];
    tp_error error = {0};
    tp_err code = record_verify_text(text, strlen(text), witness_of(join), report, sizeof report, &error);
    free(text);
    /* One sentence; `tapete verify` has the rest. */
    report[strcspn(report, "\n")] = '\0';
    snprintf(sentence, sizeof sentence, TR("The deal: %s."), code == TP_OK ? report : error.text);
    text_clean(sentence);
    join_tell(join, sentence);
}
