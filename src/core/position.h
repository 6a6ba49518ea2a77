/* Reading and writing positions: what the JSON of every game has in common.
 *
 * A reader goes through one JSON object. The first failure is kept, with its place; what is read after it does not matter, so that a
 * game reads all its fields and looks at `code` once. */
#ifndef TAPETE_CORE_POSITION_H
#define TAPETE_CORE_POSITION_H

#include "tapete/option.h"

#include <jansson.h>

typedef struct position_reader {
    const json_t *json;
    tp_error *error;
    tp_err code;
    uint32_t players; /* how many seats there are, once it is known */
} position_reader;

/* Keep a failure, unless there was one before. */
void position_fail(position_reader *r, const char *format, ...) TP_PRINTF(2, 3);

/* The value of a field, NULL where it is left out. */
const json_t *position_field(const position_reader *r, const char *name);

/* A field that is not among `names` (ending with NULL) is a failure that lists those there are. */
void position_reject_unknown(position_reader *r, const char *const *names);

/* A whole number in min .. max; `fallback` where the field is left out. */
uint32_t position_number(position_reader *r, const char *name, uint32_t min, uint32_t max, uint32_t fallback);

/* The same for a value that is not a field of its own; `where` names it. */
uint32_t position_number_value(position_reader *r, const json_t *value, const char *where, uint32_t min,
                               uint32_t max);

/* true or false; false where the field is left out. */
bool position_flag(position_reader *r, const char *name);

/* The index of a word in `names` (ending with NULL); `fallback` where the field is left out. */
uint32_t position_word(position_reader *r, const char *name, const char *const *names, uint32_t fallback);

/* A list of different seats as a set: bit s is seat s. */
uint32_t position_seats(position_reader *r, const char *name, uint32_t fallback);
uint32_t position_seats_value(position_reader *r, const json_t *list, const char *where);

/* A list with exactly `count` entries; NULL where it is left out or wrong. */
const json_t *position_list(position_reader *r, const char *name, uint32_t count);

/* The number of seats: the field `players`, or what the option says; they must not contradict each other. */
uint32_t position_players(position_reader *r, const tp_options *options, uint32_t by_option, uint32_t min,
                          uint32_t max);

/* ---- writing: new references ---- */

json_t *position_write_seats(uint32_t set);
json_t *position_write_numbers(const uint8_t *numbers, uint32_t count);

#endif
