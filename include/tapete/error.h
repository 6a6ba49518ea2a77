/* Errors: what was wrong with input from outside. */
#ifndef TAPETE_ERROR_H
#define TAPETE_ERROR_H

#include "tapete/base.h"

TP_BEGIN_DECLS

typedef enum tp_err {
    TP_OK = 0,
    TP_E_INPUT,   /* a text, file or value is malformed or breaks a rule of the game */
    TP_E_UNKNOWN, /* a name that does not exist */
    TP_E_REFUSED, /* a move that cannot be made now; `reason` holds the code */
    TP_E_CHANCE,  /* a scripted outcome that is impossible here */
    TP_E_VERSION, /* a file of a newer version */
    TP_E_IO,      /* the system refused: disk full, no such file, no permission */
    TP_E_MEMORY,  /* no memory */
    TP_ERR_COUNT
} tp_err;

/* Filled by a function that returns something else than TP_OK. Pointers to it may be NULL if the caller does
 * not want to know. */
typedef struct tp_error {
    tp_err code;
    char reason[32]; /* TP_E_REFUSED: a code, NOT_YOUR_TURN say, the same in every language; else empty */
    char text[512];  /* a sentence: what is wrong, and what would be right */
    char legal[320]; /* a move that cannot be made: those that can, nearest in spelling first; else empty */
} tp_error;

/* Write the error and return its code, so that a function can end with `return tp_fail(...)`. */
tp_err tp_fail(tp_error *error, tp_err code, const char *format, ...) TP_PRINTF(3, 4);

/* The same for a refused move, with its reason code. */
tp_err tp_refuse(tp_error *error, const char *reason, const char *format, ...) TP_PRINTF(3, 4);

/* Put "where: " in front of the sentence that is already there. */
void tp_error_at(tp_error *error, const char *format, ...) TP_PRINTF(2, 3);

/* Write `names` into text as "a, b, c", those nearest in spelling to `wanted` first; for "unknown X: there is
 * ...". `name_of(context, i)` gives the i-th of `count` names. */
void tp_list_nearest(char *text, size_t size, const char *wanted, size_t count,
                     const char *(*name_of)(const void *context, size_t index), const void *context);

TP_END_DECLS
#endif
