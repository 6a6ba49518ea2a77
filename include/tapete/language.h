/* In which language sentences for people are written: what tell(), move_help(), move_name() and why_not() of
 * a game say, and errors.
 *
 * Each thread has a language of its own, so a program can speak to each person in theirs; it begins with
 * English. Names of moves and outcomes, JSON and records are the same in all of them. The translations are
 * part of the library: nothing has to be installed or found, and the locale of the process does not
 * matter.
 */
#ifndef TAPETE_LANGUAGE_H
#define TAPETE_LANGUAGE_H

#include "tapete/base.h"

TP_BEGIN_DECLS

/* The tags of the languages there are, English first, ending with NULL: "en", "es" ... */
const char *const *tp_languages(void);

/* The language that suits best: `wanted` is a tag ("sv", "pt-BR", "zh_CN.UTF-8"), a list of them in the
 * order of preference ("sv:en"), or an Accept-Language of HTTP. English if none of them exists, or if it
 * is NULL. The answer is one of tp_languages(), so that equal languages are equal pointers. */
const char *tp_language_choose(const char *wanted);

/* From now on this thread speaks the language of this tag, or English if there is none such. Returns the
 * language it spoke before, so that the caller can restore it. */
const char *tp_language_set(const char *tag);

/* What this thread speaks. */
const char *tp_language(void);

TP_END_DECLS
#endif
