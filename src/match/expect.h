/* Comparing what a script expects with what is there.
 *
 * An expected object names the fields that matter; the others are free. A list whose elements are all
 * strings, or strings and objects with `cards`, is a multiset; any other list is ordered, and both must have
 * as many elements as what is found. The string "*" stands for anything. Numbers are compared by value, so 1
 * is 1.0. */
#ifndef TAPETE_MATCH_EXPECT_H
#define TAPETE_MATCH_EXPECT_H

#include "tapete/base.h"

#include <jansson.h>

/* The first place where the two differ. */
typedef struct expect_failure {
    char *path;             /* "hands[2].sand"; "" if the whole differs */
    const json_t *expected; /* borrowed: what should be there */
    const json_t *found;    /* borrowed: what is there; NULL if the field does not exist */
    char note[512];         /* what is odd about it, a clause without a full stop; may be empty */
} expect_failure;

/* Whether `found` is as `expected`. If it is not, `failure` says where and why; it borrows from both
 * values and is released with expect_failure_clear. Without memory for the comparison the answer is no, and
 * the note says so. */
bool expect_match(const json_t *expected, const json_t *found, expect_failure *failure);

/* Whether an expected word stands for the one that is found, beside being equal to it: tp_game.word_fits. */
typedef bool (*expect_words)(const char *expected, const char *found);

/* The same with a game's own idea of which words fit; NULL: none but equal ones. */
bool expect_match_words(const json_t *expected, const json_t *found, expect_words words,
                        expect_failure *failure);

/* The failure as one clause, "reserve[2]: expected 0, found 1", with long values cut short, in the language
 * of the thread; what it notes is in the language of the comparison. Free it; NULL without memory. */
char *expect_failure_text(const expect_failure *failure);

void expect_failure_clear(expect_failure *failure);

#endif
