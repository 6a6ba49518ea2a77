/* Options: the variants of a game and the parameters of an agent, typed, with defaults and ranges.
 *
 * A table of tp_option describes them; tp_options holds one value for each. Values come from text
 * ("players=3"), from JSON ({"players": 3}) or from the defaults, and are always valid: a wrong one is
 * refused when it is set. */
#ifndef TAPETE_OPTION_H
#define TAPETE_OPTION_H

#include "tapete/error.h"

TP_BEGIN_DECLS

typedef struct json_t json_t;

typedef enum tp_option_type {
    TP_OPTION_INT,    /* whole number in min .. max */
    TP_OPTION_REAL,   /* number in min .. max */
    TP_OPTION_BOOL,   /* true or false */
    TP_OPTION_CHOICE, /* one of the words */
    TP_OPTION_WORDS,  /* the default word, or a list of `min` to `max` different words */
    TP_OPTION_TEXT,   /* any text, a file name say */
    TP_OPTION_TYPE_COUNT
} tp_option_type;

typedef struct tp_option {
    const char *name;
    tp_option_type type;
    const char *fallback; /* the default, as it would be typed */
    double min, max;
    const char *const *words; /* CHOICE, WORDS: ends with NULL */
    const char *help;         /* one line, no full stop */
} tp_option;

enum { TP_MAX_OPTIONS = 64, TP_OPTION_TEXT_SIZE = 256 };

typedef struct tp_option_value {
    double number;                  /* INT, REAL; BOOL: 0 or 1; CHOICE: the index of the word */
    uint64_t set;                   /* WORDS: bit i is words[i]; 0 stands for the default word */
    char text[TP_OPTION_TEXT_SIZE]; /* the value as it would be typed */
    bool given;                     /* set by someone, not a default */
} tp_option_value;

typedef struct tp_options {
    const tp_option *table; /* ends with a NULL name; NULL: there are no options */
    size_t count;
    tp_option_value values[TP_MAX_OPTIONS];
} tp_options;

/* Every option at its default. */
void tp_options_init(tp_options *options, const tp_option *table);

/* Set one option from text. Fails with the names or values that would be right; nothing has changed then. */
tp_err tp_options_set(tp_options *options, const char *name, const char *value, tp_error *error);

/* Set several from "a=1,b=x,c=p,q,r": a piece without "=" belongs to the value before it. All or nothing. */
tp_err tp_options_parse(tp_options *options, const char *text, tp_error *error);

/* Set several from a JSON object. All or nothing. */
tp_err tp_options_from_json(tp_options *options, const json_t *object, tp_error *error);

/* All options with their values, a new JSON object; NULL without memory. */
json_t *tp_options_to_json(const tp_options *options);

/* The table itself as JSON: name, type, default, range, words, help. */
json_t *tp_option_table_to_json(const tp_option *table);

/* Values by name; the name exists in the table (asserted). */
const tp_option_value *tp_options_value(const tp_options *options, const char *name);
int64_t tp_options_int(const tp_options *options, const char *name);
double tp_options_real(const tp_options *options, const char *name);
bool tp_options_bool(const tp_options *options, const char *name);
const char *tp_options_text(const tp_options *options, const char *name);

TP_END_DECLS
#endif
