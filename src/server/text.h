/* Making text and JSON: random names, values as text, and what a match says. */
#ifndef TAPETE_SERVER_TEXT_H
#define TAPETE_SERVER_TEXT_H

#include "server/base.h"

#include <jansson.h>

/* ---- json_text.c ---- */

/* A value as text, in memory that the next call uses again; NULL without memory, or if there is no value
 * (json_text.c). */
const char *json_text(const json_t *value, size_t *size);

/* ---- match_json.c ---- */

json_t *result_to_json(const tp_match *match);
void add_shape(json_t *object, const tp_shape *shape); /* adds `sides` and `direction` */
/* The lines of a text as a list, names filled in. */
json_t *sentences_to_json(const char *text, const char *const *names, int count, bool marks);

/* ---- names.c ---- */

void random_hex(char *text, size_t size);               /* fills it with hex digits and ends it */
void random_id(char *text, char prefix, size_t digits); /* "t" and that many of [a-z0-9] */

#endif
