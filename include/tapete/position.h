/* Reading positions: what the JSON of every game has in common.
 *
 * A helper for games, not part of the contract. A reader goes through one JSON object. It keeps the first
 * failure, with its place; later reads do not matter, so a game reads all its fields and checks `code`
 * once. A failure is a sentence that begins with the name of the field. */
#ifndef TAPETE_POSITION_H
#define TAPETE_POSITION_H

#include "tapete/option.h"

TP_BEGIN_DECLS

typedef struct tp_position_reader {
    const json_t *json;
    tp_error *error;  /* may be NULL */
    tp_err code;      /* TP_OK until something fails */
    uint32_t players; /* how many seats there are, once it is known */
} tp_position_reader;

/* Keep a failure, unless there was one before. */
void tp_position_fail(tp_position_reader *r, const char *format, ...) TP_PRINTF(2, 3);

/* The value of a field; NULL if it is left out. */
const json_t *tp_position_field(const tp_position_reader *r, const char *name);

/* A field that is not among `names` (ending with NULL) is a failure that lists those there are. */
void tp_position_reject_unknown(tp_position_reader *r, const char *const *names);

/* A whole number in min .. max; `fallback` if the field is left out. */
uint32_t tp_position_number(tp_position_reader *r, const char *name, uint32_t min, uint32_t max,
                            uint32_t fallback);

/* The same for a value that is not a field of its own; `where` names it. */
uint32_t tp_position_number_value(tp_position_reader *r, const json_t *value, const char *where, uint32_t min,
                                  uint32_t max);

/* true or false; false if the field is left out. */
bool tp_position_flag(tp_position_reader *r, const char *name);

/* The index of a word in `names` (ending with NULL); `fallback` if the field is left out. */
uint32_t tp_position_word(tp_position_reader *r, const char *name, const char *const *names,
                          uint32_t fallback);

/* A list of different seats as a set: bit s is seat s. */
uint32_t tp_position_seats(tp_position_reader *r, const char *name, uint32_t fallback);
uint32_t tp_position_seats_value(tp_position_reader *r, const json_t *list, const char *where);

/* A list with exactly `count` entries; NULL if it is left out or wrong. */
const json_t *tp_position_list(tp_position_reader *r, const char *name, uint32_t count);

/* The number of seats: the field `players`, or what the options say. If the options were given, both must
 * agree. */
uint32_t tp_position_players(tp_position_reader *r, bool is_given, uint32_t by_option, uint32_t min,
                             uint32_t max);

TP_END_DECLS
#endif
