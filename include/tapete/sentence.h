/* Putting sentences together in memory of fixed size.
 *
 * A helper for what games say to people (tell, move_help, why_not), not part of the contract. A sentence is
 * one format from its first word to its full stop, so that a language can turn it around. The seat that does
 * something is {who} in it, the seat that it is done to {whom}. */
#ifndef TAPETE_SENTENCE_H
#define TAPETE_SENTENCE_H

#include "tapete/base.h"

TP_BEGIN_DECLS

/* A text that grows; what does not fit is cut off between two letters. Begin with {text, size, 0} and an
 * empty text. */
typedef struct tp_text {
    char *text;
    size_t size, used;
} tp_text;

void tp_say(tp_text *w, const char *format, ...) TP_PRINTF(2, 3);

/* {who} becomes "{2}" for seat 2; the program that shows the sentence puts a name there (tp_fill_names). */
void tp_say_who(tp_text *w, uint32_t who, const char *format, ...) TP_PRINTF(3, 4);
void tp_say_whom(tp_text *w, uint32_t who, uint32_t whom, const char *format, ...) TP_PRINTF(4, 5);

/* The end of a line, for texts with one line for each thing that is told. */
void tp_say_line_end(tp_text *w);
/* The end of several lines: the last one has no end. */
void tp_say_end(tp_text *w);
/* Between two sentences of a line. */
void tp_say_gap(tp_text *w);

/* A part of a sentence that is made first: the name of a card, a list of cards. */
typedef struct tp_phrase {
    char text[512];
} tp_phrase;

/* A card that a sentence names: "{card:KL3}", or "{card:sand 4|Sand 4}" if something else is to be read than
 * the outcome. */
tp_phrase tp_card_mark(const char *code);
tp_phrase tp_card_mark_as(const char *kind, const char *code, const char *text);

tp_phrase tp_phrase_of(const char *format, ...) TP_PRINTF(1, 2);

TP_END_DECLS
#endif
