/* Options: values from text and JSON, checked against the table that describes them.
 *
 * A value is always kept in three forms that agree: the number or set that programs use, and the text as it
 * would be typed. The text is canonical, so that equal values are equal texts. Numbers are written and read
 * with a point, in every locale. */
#include "tapete/option.h"
#include "core/language.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    REAL_DIGITS = 15, /* a real is kept to as many digits as survive any conversion, so that 0.4 stays 0.4 */
    WORD_LIST_SIZE = 320, /* a list of names within a sentence */
};

/* ---- numbers and words ---- */

/* snprintf and strtod under the C locale, not the one of the program. newlocale("C") allocates nothing and
 * cannot fail in glibc; where it does elsewhere, the thread's locale stays. */
static locale_t enter_c_locale(locale_t *c_locale) {
    *c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return *c_locale != (locale_t)0 ? uselocale(*c_locale) : (locale_t)0;
}

static void leave_c_locale(locale_t c_locale, locale_t before) {
    if (c_locale == (locale_t)0) return;
    uselocale(before);
    freelocale(c_locale);
}

static void write_real(double number, char *text, size_t size) {
    locale_t c_locale, before = enter_c_locale(&c_locale);
    snprintf(text, size, "%.*g", REAL_DIGITS, number);
    leave_c_locale(c_locale, before);
}

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/* "-12.5e3", ".4" and "3." are numbers; "", "0x10", "inf", "1,5" and " 3" are none. */
static bool is_decimal(const char *text) {
    if (*text == '-' || *text == '+') text++;
    size_t digits = 0;
    for (; is_digit(*text); text++) digits++;
    if (*text == '.') {
        for (text++; is_digit(*text); text++) digits++;
    }
    if (digits == 0) return false;
    if (*text == 'e' || *text == 'E') {
        text++;
        if (*text == '-' || *text == '+') text++;
        if (!is_digit(*text)) return false;
        while (is_digit(*text)) text++;
    }
    return *text == '\0';
}

static bool read_real(const char *text, double *out) {
    if (!is_decimal(text)) return false;
    locale_t c_locale, before = enter_c_locale(&c_locale);
    *out = strtod(text, NULL);
    leave_c_locale(c_locale, before);
    return true;
}

/* Hold a real to REAL_DIGITS digits; and there is one zero. */
static double rounded(double number) {
    if (!isfinite(number)) return number;
    char text[64];
    write_real(number, text, sizeof text);
    double result = number;
    read_real(text, &result);
    return result + 0.0;
}

/* A whole number in decimal digits, with or without a sign, that fits 64 bits. */
static bool read_integer(const char *text, int64_t *out) {
    const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
    if (!is_digit(*digits) || digits[strspn(digits, "0123456789")] != '\0') return false;
    errno = 0;
    long long number = strtoll(text, NULL, 10);
    if (errno == ERANGE) return false;
    *out = number;
    return true;
}

static bool read_bool(const char *text, bool *out) {
    static const char *const yes[] = {"true", "1", "yes", "on"}, *const no[] = {"false", "0", "no", "off"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        if (strcasecmp(text, yes[i]) == 0 || strcasecmp(text, no[i]) == 0) {
            *out = strcasecmp(text, yes[i]) == 0;
            return true;
        }
    }
    return false;
}

static size_t word_count(const char *const *words) {
    size_t count = 0;
    while (words != NULL && words[count] != NULL) count++;
    return count;
}

/* The place of a word in the table, or -1. Upper and lower case count only where two words differ in nothing
 * else. */
static int find_word(const char *const *words, const char *wanted) {
    int found = -1;
    for (int i = 0; words != NULL && words[i] != NULL; i++) {
        if (strcmp(words[i], wanted) == 0) return i;
        if (found < 0 && strcasecmp(words[i], wanted) == 0) found = i;
    }
    return found;
}

static const char *word_name(const void *context, size_t index) {
    return ((const char *const *)context)[index];
}

static const char *option_name(const void *context, size_t index) {
    return ((const tp_option *)context)[index].name;
}

/* ---- one value ---- */

static tp_err wrong_number(const tp_option *option, const char *text, tp_error *error) {
    const char *what = option->type == TP_OPTION_INT ? TR("a whole number") : TR("a number");
    char min[64], max[64];
    write_real(option->min, min, sizeof min);
    write_real(option->max, max, sizeof max);
    return tp_fail(error, TP_E_INPUT, TR("option '%s' is %s in %s .. %s, not '%.80s'"), option->name, what,
                   min, max, text);
}

/* A whole number from 0 to 999 in digits, or -1. */
static int small_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    bool is_number = digits > 0 && digits <= 3 && word[digits] == '\0';
    return is_number ? (int)strtol(word, NULL, 10) : -1;
}

/* The words of a table in its order, numbers that follow one another as a range. */
static void list_in_order(const char *const *words, char *list, size_t size) {
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0, last; words[i] != NULL && length < size; i = last + 1) {
        last = i;
        while (small_number(words[i]) >= 0 && words[last + 1] != NULL &&
               small_number(words[last + 1]) == small_number(words[last]) + 1)
            last++;
        if (last < i + 2) last = i;
        int added = snprintf(list + length, size - length, "%s%s%s%s", length > 0 ? ", " : "", words[i],
                             last > i ? " .. " : "", last > i ? words[last] : "");
        length += added > 0 ? (size_t)added : 0;
    }
}

static bool has_numbers(const char *const *words) {
    enum { MANY = 4 };
    int numbers = 0;
    for (size_t i = 0; words[i] != NULL; i++) numbers += small_number(words[i]) >= 0;
    return numbers > MANY;
}

static tp_err wrong_word(const tp_option *option, const char *text, bool is_default_too, tp_error *error) {
    char list[WORD_LIST_SIZE];
    if (has_numbers(option->words)) {
        list_in_order(option->words, list, sizeof list);
    } else {
        tp_list_nearest(list, sizeof list, text, word_count(option->words), word_name, option->words);
    }
    if (!is_default_too) {
        return tp_fail(error, TP_E_UNKNOWN, TR("option '%s' has no value '%.80s'; the values are %s"),
                       option->name, text, list);
    }
    return tp_fail(error, TP_E_UNKNOWN,
                   TR("option '%s' has no value '%.60s'; it is '%s' or a list of up to %.0f of %s"),
                   option->name, text, option->fallback, option->max, list);
}

static tp_err set_integer(const tp_option *option, const char *text, tp_option_value *value,
                          tp_error *error) {
    int64_t number = 0;
    if (!read_integer(text, &number) || (double)number < option->min || (double)number > option->max) {
        return wrong_number(option, text, error);
    }
    value->number = (double)number;
    snprintf(value->text, sizeof value->text, "%" PRId64, number);
    return TP_OK;
}

static tp_err set_real(const tp_option *option, const char *text, tp_option_value *value, tp_error *error) {
    double number = 0;
    if (!read_real(text, &number)) return wrong_number(option, text, error);
    number = rounded(number);
    if (!isfinite(number) || number < option->min || number > option->max)
        return wrong_number(option, text, error);
    value->number = number;
    write_real(number, value->text, sizeof value->text);
    return TP_OK;
}

static tp_err set_bool(const tp_option *option, const char *text, tp_option_value *value, tp_error *error) {
    bool is_true = false;
    if (!read_bool(text, &is_true)) {
        return tp_fail(error, TP_E_INPUT, TR("option '%s' is true or false, not '%.80s'"), option->name,
                       text);
    }
    value->number = is_true;
    snprintf(value->text, sizeof value->text, "%s", is_true ? "true" : "false");
    return TP_OK;
}

static tp_err set_choice(const tp_option *option, const char *text, tp_option_value *value, tp_error *error) {
    int word = find_word(option->words, text);
    if (word < 0) return wrong_word(option, text, false, error);
    value->number = word;
    snprintf(value->text, sizeof value->text, "%s", option->words[word]);
    return TP_OK;
}

static tp_err wrong_length(const tp_option *option, unsigned count, tp_error *error) {
    char list[WORD_LIST_SIZE];
    list_in_order(option->words, list, sizeof list);
    if (option->min == option->max) {
        return tp_fail(
            error, TP_E_INPUT,
            TR("option '%s' is '%s' or a list of exactly %.0f different words, not %u; the words are %s"),
            option->name, option->fallback, option->max, count, list);
    }
    return tp_fail(
        error, TP_E_INPUT,
        TR("option '%s' is '%s' or a list of %.0f to %.0f different words, not %u; the words are %s"),
        option->name, option->fallback, option->min, option->max, count, list);
}

/* The set of words in "a,b,c". Blanks around a word do not count. */
static tp_err read_word_set(const tp_option *option, const char *text, uint64_t *out, tp_error *error) {
    uint64_t set = 0;
    unsigned count = 0;
    for (const char *piece = text; piece != NULL;) {
        const char *end = strchr(piece, ',');
        size_t length = end != NULL ? (size_t)(end - piece) : strlen(piece);
        while (length > 0 && *piece == ' ') piece++, length--;
        while (length > 0 && piece[length - 1] == ' ') length--;
        char word[TP_OPTION_TEXT_SIZE];
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), piece);
        int found = find_word(option->words, word);
        if (found < 0) return wrong_word(option, word, true, error);
        if ((set >> found) & 1) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s' has %s twice in its list"), option->name,
                           option->words[found]);
        }
        set |= 1ull << found;
        count++;
        piece = end != NULL ? end + 1 : NULL;
    }
    if ((double)count < option->min || (double)count > option->max) return wrong_length(option, count, error);
    *out = set;
    return TP_OK;
}

static tp_err set_words(const tp_option *option, const char *text, tp_option_value *value, tp_error *error) {
    uint64_t set = 0;
    if (strcasecmp(text, option->fallback) != 0) {
        tp_err code = read_word_set(option, text, &set, error);
        if (code != TP_OK) return code;
    }
    char written[TP_OPTION_TEXT_SIZE] = "";
    size_t length = 0;
    for (int i = 0; i < 64; i++) {
        if (((set >> i) & 1) == 0) continue;
        const char *word = option->words[i], *comma = length > 0 ? "," : "";
        int added = snprintf(written + length, sizeof written - length, "%s%s", comma, word);
        if (added < 0 || (size_t)added >= sizeof written - length) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s': the list is too long"), option->name);
        }
        length += (size_t)added;
    }
    value->set = set;
    memcpy(value->text, written, sizeof written);
    if (set == 0) snprintf(value->text, sizeof value->text, "%s", option->fallback);
    return TP_OK;
}

static tp_err set_text(const tp_option *option, const char *text, tp_option_value *value, tp_error *error) {
    size_t length = strlen(text);
    if (length >= sizeof value->text) {
        return tp_fail(error, TP_E_INPUT, TR("option '%s' is too long: %zu bytes, at most %zu"), option->name,
                       length, sizeof value->text - 1);
    }
    json_t *probe = json_string(text);
    if (probe == NULL) return tp_fail(error, TP_E_INPUT, TR("option '%s' is not valid UTF-8"), option->name);
    json_decref(probe);
    memcpy(value->text, text, length + 1);
    return TP_OK;
}

/* Make a value from text. On failure the value is untouched. */
static tp_err read_value(const tp_option *option, const char *text, tp_option_value *out, tp_error *error) {
    tp_option_value value;
    memset(&value, 0, sizeof value);
    tp_err code = TP_E_INPUT;
    switch (option->type) {
    case TP_OPTION_INT: code = set_integer(option, text, &value, error); break;
    case TP_OPTION_REAL: code = set_real(option, text, &value, error); break;
    case TP_OPTION_BOOL: code = set_bool(option, text, &value, error); break;
    case TP_OPTION_CHOICE: code = set_choice(option, text, &value, error); break;
    case TP_OPTION_WORDS: code = set_words(option, text, &value, error); break;
    case TP_OPTION_TEXT: code = set_text(option, text, &value, error); break;
    case TP_OPTION_TYPE_COUNT: tp_assert(option->type != TP_OPTION_TYPE_COUNT); break;
    }
    if (code == TP_OK) *out = value;
    return code;
}

/* ---- tables ---- */

void tp_options_init(tp_options *options, const tp_option *table) {
    memset(options, 0, sizeof *options);
    options->table = table;
    for (; table != NULL && table[options->count].name != NULL; options->count++) {
        const tp_option *option = &table[options->count];
        tp_assert(options->count < TP_MAX_OPTIONS);
        tp_assert(word_count(option->words) <= 64);
        tp_err code = read_value(option, option->fallback, &options->values[options->count], NULL);
        tp_assert(code == TP_OK); /* a default that its own table refuses */
        (void)code;
    }
}

static size_t find_option(const tp_options *options, const char *name) {
    size_t i = 0;
    while (i < options->count && strcmp(options->table[i].name, name) != 0) i++;
    return i;
}

static tp_err unknown_option(const tp_options *options, const char *name, tp_error *error) {
    if (options->count == 0) {
        return tp_fail(error, TP_E_UNKNOWN, TR("unknown option '%.80s': there are no options here"), name);
    }
    char list[WORD_LIST_SIZE];
    tp_list_nearest(list, sizeof list, name, options->count, option_name, options->table);
    return tp_fail(error, TP_E_UNKNOWN, TR("unknown option '%.80s'; the options are %s"), name, list);
}

tp_err tp_options_set(tp_options *options, const char *name, const char *value, tp_error *error) {
    size_t place = find_option(options, name);
    if (place == options->count) return unknown_option(options, name, error);
    tp_err code = read_value(&options->table[place], value, &options->values[place], error);
    if (code == TP_OK) options->values[place].given = true;
    return code;
}

/* ---- "a=1,b=x,c=p,q,r" ---- */

/* Where the value that begins here ends: before the comma in front of the next piece that has a "=", or at
 * the end. */
static const char *end_of_value(const char *value) {
    const char *end = value;
    for (;;) {
        end += strcspn(end, ",");
        if (*end == '\0') return end;
        const char *piece = end + 1;
        if (piece[strcspn(piece, ",=")] == '=') return end;
        end = piece;
    }
}

tp_err tp_options_parse(tp_options *options, const char *text, tp_error *error) {
    tp_options changed = *options;
    bool given[TP_MAX_OPTIONS] = {false};
    for (const char *piece = text; *piece != '\0';) {
        size_t name_length = strcspn(piece, ",=");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(name_length < sizeof name ? name_length : sizeof name - 1),
                 piece);
        if (piece[name_length] != '=') {
            return tp_fail(error, TP_E_INPUT, TR("'%s' is not an option: write name=value"), name);
        }
        const char *start = piece + name_length + 1, *end = end_of_value(start);
        char value[2 * TP_OPTION_TEXT_SIZE];
        size_t length = (size_t)(end - start);
        if (length >= sizeof value) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s': the value is too long"), name);
        }
        memcpy(value, start, length);
        value[length] = '\0';
        size_t place = name_length < sizeof name ? find_option(&changed, name) : changed.count;
        if (place == changed.count) return unknown_option(options, name, error);
        if (given[place]) return tp_fail(error, TP_E_INPUT, TR("option '%s' is given twice"), name);
        given[place] = true;
        tp_err code = tp_options_set(&changed, name, value, error);
        if (code != TP_OK) return code;
        piece = *end == ',' ? end + 1 : end;
    }
    *options = changed;
    return TP_OK;
}

/* ---- JSON ---- */

/* Write a list of words as it would be typed; TP_OPTION_WORDS takes it from there. */
static tp_err type_word_list(const tp_option *option, const json_t *list, char *text, size_t size,
                             tp_error *error) {
    size_t length = 0, index;
    json_t *word;
    text[0] = '\0';
    if (json_array_size(list) == 0) return wrong_length(option, 0, error);
    json_array_foreach(list, index, word) {
        char number[32];
        const char *written = json_string_value(word);
        if (json_is_integer(word)) {
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(word));
            written = number;
        }
        if (written == NULL || strchr(written, ',') != NULL) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s': place %zu of the list is not a word"),
                           option->name, index + 1);
        }
        int added = snprintf(text + length, size - length, "%s%s", index > 0 ? "," : "", written);
        if (added < 0 || (size_t)added >= size - length) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s': the list is too long"), option->name);
        }
        length += (size_t)added;
    }
    return TP_OK;
}

static const char *json_type_name(const json_t *json) {
    switch (json_typeof(json)) {
    case JSON_OBJECT: return TR("an object");
    case JSON_ARRAY: return TR("a list");
    case JSON_STRING: return TR("a text");
    case JSON_INTEGER: return TR("a whole number");
    case JSON_REAL: return TR("a number with a fraction");
    case JSON_TRUE:
    case JSON_FALSE: return TR("true or false");
    case JSON_NULL: return "null";
    }
    return TR("nothing");
}

/* Turn a JSON value into what would be typed for it: one way to check a value is enough. */
static tp_err type_json(const tp_option *option, const json_t *json, char *text, size_t size,
                        tp_error *error) {
    if (json_is_string(json)) {
        if (json_string_length(json) >= size) {
            return tp_fail(error, TP_E_INPUT, TR("option '%s': the value is too long"), option->name);
        }
        memcpy(text, json_string_value(json), json_string_length(json) + 1);
        return TP_OK;
    }
    switch (option->type) {
    case TP_OPTION_INT:
    case TP_OPTION_REAL:
        if (json_is_integer(json)) {
            snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
            return TP_OK;
        }
        if (option->type == TP_OPTION_REAL && json_is_real(json)) {
            write_real(json_real_value(json), text, size);
            return TP_OK;
        }
        return wrong_number(option, json_type_name(json), error);
    case TP_OPTION_BOOL:
        if (!json_is_boolean(json)) break;
        snprintf(text, size, "%s", json_is_true(json) ? "true" : "false");
        return TP_OK;
    case TP_OPTION_WORDS:
        if (!json_is_array(json)) break;
        return type_word_list(option, json, text, size, error);
    case TP_OPTION_CHOICE:
        if (!json_is_integer(json)) break;
        snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
        return TP_OK;
    case TP_OPTION_TEXT:
    case TP_OPTION_TYPE_COUNT: break;
    }
    static const char *const wanted[TP_OPTION_TYPE_COUNT + 1] = {
        TR_MARK("a whole number"),
        TR_MARK("a number"),
        TR_MARK("true or false"),
        TR_MARK("a word"),
        TR_MARK("a word or a list of words"),
        TR_MARK("a text"),
        "?",
    };
    return tp_fail(error, TP_E_INPUT, TR("option '%s' is %s, not %s"), option->name,
                   tp_translate(wanted[option->type]), json_type_name(json));
}

tp_err tp_options_from_json(tp_options *options, const json_t *object, tp_error *error) {
    if (!json_is_object(object)) {
        return tp_fail(error, TP_E_INPUT, TR("options are an object of names and values, not %s"),
                       object != NULL ? json_type_name(object) : TR("nothing"));
    }
    tp_options changed = *options;
    const char *name;
    json_t *value;
    /* jansson's iterators take a plain pointer; nothing is changed through it. */
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        size_t place = find_option(&changed, name);
        if (place == changed.count) return unknown_option(options, name, error);
        char text[2 * TP_OPTION_TEXT_SIZE] = "";
        tp_err code = type_json(&changed.table[place], value, text, sizeof text, error);
        if (code == TP_OK) code = tp_options_set(&changed, name, text, error);
        if (code != TP_OK) return code;
    }
    *options = changed;
    return TP_OK;
}

/* A word of a list; one that is a whole number is written as a number. */
static json_t *word_to_json(const char *word) {
    int64_t number = 0;
    return read_integer(word, &number) ? json_integer(number) : json_string(word);
}

static json_t *value_to_json(const tp_option *option, const tp_option_value *value) {
    switch (option->type) {
    case TP_OPTION_INT: {
        int64_t number = 0;
        read_integer(value->text, &number);
        return json_integer(number);
    }
    case TP_OPTION_REAL: return json_real(value->number);
    case TP_OPTION_BOOL: return json_boolean(value->number != 0);
    case TP_OPTION_WORDS:
        if (value->set != 0) {
            json_t *list = json_array();
            for (int i = 0; i < 64; i++) {
                if (((value->set >> i) & 1) == 0) continue;
                if (json_array_append_new(list, word_to_json(option->words[i])) != 0) {
                    json_decref(list);
                    return NULL;
                }
            }
            return list;
        }
        return json_string(value->text);
    case TP_OPTION_CHOICE: return word_to_json(value->text);
    case TP_OPTION_TEXT:
    case TP_OPTION_TYPE_COUNT: break;
    }
    return json_string(value->text);
}

json_t *tp_options_to_json(const tp_options *options) {
    json_t *object = json_object();
    for (size_t i = 0; object != NULL && i < options->count; i++) {
        json_t *value = value_to_json(&options->table[i], &options->values[i]);
        if (json_object_set_new(object, options->table[i].name, value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* One row of a table. Ranges are shown where they are finite, words if there are any. */
static json_t *row_to_json(const tp_option *option, const tp_option_value *fallback) {
    static const char *const type_names[TP_OPTION_TYPE_COUNT + 1] = {"int",   "real", "bool", "choice",
                                                                     "words", "text", "?"};
    json_t *row = json_object();
    int failed = json_object_set_new(row, "name", json_string(option->name));
    failed |= json_object_set_new(row, "type", json_string(type_names[option->type]));
    failed |= json_object_set_new(row, "default", value_to_json(option, fallback));
    if (option->type == TP_OPTION_INT || option->type == TP_OPTION_REAL) {
        const double ends[2] = {option->min, option->max};
        for (int i = 0; i < 2; i++) {
            if (!isfinite(ends[i])) continue;
            bool is_whole = option->type == TP_OPTION_INT && fabs(ends[i]) < 0x1p63;
            json_t *end = is_whole ? json_integer((json_int_t)ends[i]) : json_real(ends[i]);
            failed |= json_object_set_new(row, i == 0 ? "min" : "max", end);
        }
    }
    if (option->type == TP_OPTION_WORDS) {
        failed |= json_object_set_new(row, "list_min", json_integer((json_int_t)option->min));
        failed |= json_object_set_new(row, "list_max", json_integer((json_int_t)option->max));
    }
    if (option->words != NULL) {
        json_t *words = json_array();
        for (size_t i = 0; option->words[i] != NULL; i++) {
            failed |= json_array_append_new(words, word_to_json(option->words[i]));
        }
        failed |= json_object_set_new(row, "words", words);
    }
    failed |=
        json_object_set_new(row, "help", json_string(option->help != NULL ? tp_translate(option->help) : ""));
    if (failed != 0) {
        json_decref(row);
        return NULL;
    }
    return row;
}

json_t *tp_option_table_to_json(const tp_option *table) {
    tp_options defaults;
    tp_options_init(&defaults, table);
    json_t *list = json_array();
    for (size_t i = 0; list != NULL && i < defaults.count; i++) {
        if (json_array_append_new(list, row_to_json(&table[i], &defaults.values[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* ---- values by name ---- */

const tp_option_value *tp_options_value(const tp_options *options, const char *name) {
    size_t place = find_option(options, name);
    tp_assert(place < options->count);
    return &options->values[place];
}

int64_t tp_options_int(const tp_options *options, const char *name) {
    /* From the text: a double does not hold every 64-bit number. */
    int64_t number = 0;
    bool is_integer = read_integer(tp_options_value(options, name)->text, &number);
    tp_assert(is_integer);
    (void)is_integer;
    return number;
}

double tp_options_real(const tp_options *options, const char *name) {
    return tp_options_value(options, name)->number;
}

bool tp_options_bool(const tp_options *options, const char *name) {
    return tp_options_value(options, name)->number != 0;
}

const char *tp_options_text(const tp_options *options, const char *name) {
    return tp_options_value(options, name)->text;
}
