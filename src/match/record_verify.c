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

static void write_report(const tp_match *match, const record_found *found, char *report, size_t size) {
    if (report == NULL || size == 0) return;
    report[0] = '\0';
    add_sentence(report, size,
                 TR("verified: the key is the one that was committed to, and all %zu outcomes of chance, "
                    "%zu moves and the result are right"),
                 found->outcomes, found->moves);
    int contributions = 0;
    for (int seat = 0; seat < match->seats; seat++) contributions += match->contributions[seat].size > 0;
    if (contributions > 0) {
        add_sentence(report, size, TR("%d of %d seats added random bytes of their own"), contributions,
                     match->seats);
    }
    if (match->seeded) {
        add_sentence(report, size, TR("the key comes from seed %llu: whoever knew it knew the cards"),
                     (unsigned long long)match->seed);
    }
    if (match->continues) {
        add_sentence(report, size,
                     TR("the game began from a given position, as the one after move %d of another"),
                     match->origin.ply);
    } else if (match->from_position) {
        add_sentence(report, size, TR("the game began from a given position"));
    }
    if (match->resigned != 0) add_sentence(report, size, TR("the game ended because somebody gave up"));
    if (match->undone) add_sentence(report, size, TR("moves were taken back"));
}

/* What can be checked without the key was checked when the record was read; here everything else. */
static tp_err verify(const char *bytes, size_t size, char *report, size_t report_size, tp_error *error) {
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
        return tp_refuse(error, "NOT_FINISHED", "%s",
                         is_over
                             ? TR("cannot be verified yet: the key is not in the record")
                             : TR("cannot be verified yet: the game is not over and its key not revealed"));
    }
    uint8_t key[TP_KEY_SIZE];
    memcpy(key, match->key, sizeof key);
    tp_match_free(match);
    /* The record was whole a moment ago: what is refused now is what the key did not deal. */
    match = record_load(bytes, size, key, &found, &failure);
    if (match == NULL && failure.code == TP_E_MEMORY) return tp_fail(error, TP_E_MEMORY, "%s", failure.text);
    if (match == NULL) return tp_refuse(error, "WRONG_OUTCOME", TR("not verified: %s"), failure.text);
    tp_err code = TP_OK;
    if (found.scripted) {
        code = tp_refuse(error, "SCRIPTED",
                         TR("was not dealt by its key alone: the header has scripted outcomes"));
    } else {
        write_report(match, &found, report, report_size);
    }
    tp_match_free(match);
    return code;
}

tp_err tp_record_verify(const char *path, char *report, size_t report_size, tp_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    tp_err code = record_read_file(path, &bytes, &size, error);
    if (code != TP_OK) return code;
    code = verify(bytes, size, report, report_size, error);
    if (code != TP_OK) tp_error_at(error, "%s", record_short_path(path));
    free(bytes);
    return code;
}
