/* Scripts: set up any position, play it, check it. docs/scripts.md describes the files; the grammar is
 * fixed.
 *
 * A file holds one script, or a list of cases, each a script of its own. It is read and its structure
 * checked as a whole (script_read) before anything is played (script_run). Nothing here prints: each step,
 * each case and each problem is handed to a listener. */
#ifndef TAPETE_MATCH_SCRIPT_H
#define TAPETE_MATCH_SCRIPT_H

#include "tapete/error.h"

#include <jansson.h>

enum { SCRIPT_MAX_BYTES = 16 << 20 };

typedef struct script_file script_file;

/* Read a script or a file of cases from text. NULL with an error that names the place (line and column, or a
 * path such as steps[2].do) where the text is no JSON or, for a single script, the structure is wrong. In a
 * file of cases a case with a wrong structure is remembered, and told when its turn comes; the other cases
 * are not affected. */
script_file *script_read(const char *text, size_t size, tp_error *error);
void script_free(script_file *file); /* NULL is fine */

/* Whether the file holds cases, and how many scripts there are. */
bool script_has_cases(const script_file *file);
size_t script_count(const script_file *file);

/* Who hears what happens. */
typedef struct script_listener {
    void *context;
    /* One object for each step and, in a file of cases, one at the end of each case. The listener owns it. */
    void (*line)(void *context, json_t *object);
    /* A sentence for each expectation that failed and each script that is bad, without a full stop, in the
     * language of the thread. The sentences in lines are for programs, and English. */
    void (*problem)(void *context, const char *sentence);
} script_listener;

/* How many scripts went well, had an expectation fail, or were bad. */
typedef struct script_tally {
    size_t passed, failed, bad;
} script_tally;

/* Run every script of the file. A script ends at its first failed expectation; the next one is run all the
 * same. */
void script_run(const script_file *file, const script_listener *listener, script_tally *tally);

#endif
