/* Checking a finished record against its commitment: the key, every outcome, every move, the result. */
#include "core/language.h"
#include "match/record_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Add a sentence to the report on a line of its own, as much as fits. */
static void TP_PRINTF(3, 4) add_sentence(char *report, size_t size, const char *format, ...) {
    size_t length = strnlen(report, size);
    if (length > 0 && length + 1 < size) {
        report[length++] = '\n';
        report[length] = '\0';
    }
    if (length >= size) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report + length, size - length, format, arguments);
    va_end(arguments);
}

/* What is known of how the deal came about, beyond the record. */
static void report_witness(const tp_match *match, witness_verdict witness, char *report, size_t size) {
    if (witness == WITNESS_UNLISTED)
        add_sentence(report, size, TR("the server left your own seal out of the list"));
    if (!match->is_sealed) return;
    int listed = 0;
    for (int seat = 0; seat < match->seats; seat++) listed += match->sealed.is_listed[seat];
    add_sentence(report, size, TR("%d of %d seats sealed random bytes of their own before any were shown"),
                 listed, match->seats);
    int voids = match->sealed.attempt - 1;
    if (voids > 0) {
        add_sentence(report, size,
                     TR_N("%d attempt was void before this deal", "%d attempts were void before this deal",
                          (uint32_t)voids),
                     voids);
    }
}

static void write_report(const tp_match *match, const record_found *found, witness_verdict witness,
                         char *report, size_t size) {
    if (report == NULL || size == 0) return;
    report[0] = '\0';
    add_sentence(
        report, size,
        witness == WITNESS_AGREES
            ? TR("verified and witnessed: the deal matches the list that you kept before it; all %zu "
                 "outcomes of chance, %zu moves and the result are right")
            : TR("consistent, but not witnessed: the key matches its commitment, and all %zu outcomes of "
                 "chance, %zu moves and the result are right"),
        found->outcomes, found->moves);
    report_witness(match, witness, report, size);
    int contributions = 0;
    for (int seat = 0; seat < match->seats; seat++) contributions += match->contributions[seat].size > 0;
    if (contributions > 0 && !match->is_sealed) {
        add_sentence(report, size, TR("%d of %d seats added random bytes of their own"), contributions,
                     match->seats);
    }
    if (match->seeded) {
        add_sentence(report, size,
                     TR("the key comes from seed %llu: anyone who knew the seed could have known the cards"),
                     (unsigned long long)match->seed);
    }
    if (match->continues) {
        add_sentence(report, size,
                     TR("the game started from a given position, the one after move %d of another game"),
                     match->origin.ply);
    } else if (match->from_position) {
        add_sentence(report, size, TR("the game started from a given position"));
    }
    if (match->resigned != 0) add_sentence(report, size, TR("the game ended by resignation"));
    if (match->undone) add_sentence(report, size, TR("moves were taken back"));
}

/* What can be checked without the key was checked when the record was read; here everything else. */
tp_err record_verify_text(const char *bytes, size_t size, const json_t *witness, char *report,
                          size_t report_size, tp_error *error) {
    record_found found;
    tp_error failure = {0};
    tp_match *match = record_load(bytes, size, NULL, &found, &failure);
    if (match == NULL && found.wrong != NULL)
        return tp_refuse(error, found.wrong, TR("not verified: %s"), failure.text);
    if (match == NULL) {
        if (error != NULL) *error = failure;
        return failure.code;
    }
    if (!found.result_line || !found.key_line) {
        bool is_over = tp_match_actor(match) == TP_OVER;
        tp_match_free(match);
        return tp_refuse(
            error, "NOT_FINISHED", "%s",
            is_over ? TR("cannot be verified yet: the key is not in the record")
                    : TR("cannot be verified yet: the game is not over and its key is not revealed"));
    }
    uint8_t key[TP_KEY_SIZE];
    memcpy(key, match->key, sizeof key);
    tp_match_free(match);
    /* The record was whole a moment ago: what is refused now is what the key did not deal. */
    match = record_load(bytes, size, key, &found, &failure);
    if (match == NULL && failure.code == TP_E_MEMORY) return tp_fail(error, TP_E_MEMORY, "%s", failure.text);
    if (match == NULL) return tp_refuse(error, "WRONG_OUTCOME", TR("not verified: %s"), failure.text);
    tp_err code = TP_OK;
    const char *what;
    witness_verdict verdict = witness_compare(witness, match, &what);
    if (verdict == WITNESS_DIFFERS) {
        code = tp_refuse(error, "WRONG_LIST",
                         TR("not verified: '%s' in the record differs from what you kept before the deal"),
                         what);
    } else if (found.scripted) {
        code = tp_refuse(error, "SCRIPTED",
                         TR("was not dealt by its key alone: the header has scripted outcomes"));
    } else {
        write_report(match, &found, verdict, report, report_size);
    }
    tp_match_free(match);
    return code;
}

tp_err record_verify_file(const char *path, const json_t *witness, char *report, size_t report_size,
                          tp_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    tp_err code = record_read_file(path, &bytes, &size, error);
    if (code != TP_OK) return code;
    code = record_verify_text(bytes, size, witness, report, report_size, error);
    if (code != TP_OK) tp_error_at(error, "%s", record_short_path(path));
    free(bytes);
    return code;
}

tp_err tp_record_verify(const char *path, char *report, size_t report_size, tp_error *error) {
    return record_verify_file(path, NULL, report, report_size, error);
}
