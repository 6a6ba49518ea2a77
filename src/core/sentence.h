/* Putting sentences together in memory of fixed size; for what games say to people.
 *
 * A sentence is one format from its first word to its full stop, so that a language can turn it around: TR for it, and for the names that
 * stand in it (core/language.h). Whoever does something is {who} in it, whom it is done to {whom}. */
#ifndef TAPETE_CORE_SENTENCE_H
#define TAPETE_CORE_SENTENCE_H

#include "core/language.h"

/* A text that grows; what does not fit is cut off, between two letters. Begin with {text, size, 0} and an empty text. */
typedef struct writer {
    char *text;
    size_t size, used;
} writer;

void say(writer *w, const char *format, ...) TP_PRINTF(2, 3);

/* {who} is this seat: "{2}", which whoever shows the sentence replaces by a name. */
void say_who(writer *w, uint32_t who, const char *format, ...) TP_PRINTF(3, 4);
void say_whom(writer *w, uint32_t who, uint32_t whom, const char *format, ...) TP_PRINTF(4, 5);

/* The end of a line, for texts with one line for each thing that is told. */
void say_line_end(writer *w);
/* The end of several lines: the last one has no end. */
void say_end(writer *w);
/* Between two sentences of a line. */
void say_gap(writer *w);

/* A part of a sentence that is made first: the name of a card, a list of cards. */
typedef struct phrase {
    char text[512];
} phrase;

phrase phrase_of(const char *format, ...) TP_PRINTF(1, 2);

#endif
