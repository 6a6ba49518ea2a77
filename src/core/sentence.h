/* Putting sentences together in memory of fixed size; for what games say to people. */
#ifndef TAPETE_CORE_SENTENCE_H
#define TAPETE_CORE_SENTENCE_H

#include "tapete/base.h"

/* A text that grows; what does not fit is cut off. Begin with {text, size, 0} and an empty text. */
typedef struct writer {
    char *text;
    size_t size, used;
} writer;

void say(writer *w, const char *format, ...) TP_PRINTF(2, 3);

/* "You draw" to the viewer himself, "{2} draws" to others. */
void say_who(writer *w, int viewer, uint32_t seat, const char *verb);

/* The end of several sentences, each on its line: the last line has no end. */
void say_end(writer *w);

#endif
