/* Errors: sentences with a code, and lists of names with the likeliest first.
 *
 * Nothing here prints, allocates or keeps anything: the caller's tp_error is filled and that is all. */
#include "tapete/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How many bytes the UTF-8 character at `text` has; 0 if there is none (broken, overlong, a surrogate, the
 * end). */
static size_t character_length(const unsigned char *text) {
    if (text[0] < 0x80) return text[0] != '\0';
    size_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
    }
    bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool beyond = (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf4 && text[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

/* Sentences quote what came from outside and are cut where they are too long. What is left is
 * always UTF-8 without control characters, so that a terminal and a JSON string can take it. */
static void make_printable(char *sentence) {
    unsigned char *text = (unsigned char *)sentence;
    while (*text != '\0') {
        size_t length = character_length(text);
        if (length == 0 || *text < 0x20 || *text == 0x7f) {
            *text = '?';
            length = 1;
        }
        text += length;
    }
}

/* Fill everything but reason and legal moves, which are emptied. The arguments may point into the error's own
 * text ("%s, and so on"), so the sentence is made beside it first. */
static void write_error(tp_error *error, tp_err code, const char *format, va_list arguments) {
    char text[sizeof error->text];
    if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
    make_printable(text);
    error->code = code;
    error->reason[0] = error->legal[0] = '\0';
    memcpy(error->text, text, sizeof text);
}

tp_err tp_fail(tp_error *error, tp_err code, const char *format, ...) {
    if (error == NULL) return code;
    va_list arguments;
    va_start(arguments, format);
    write_error(error, code, format, arguments);
    va_end(arguments);
    return code;
}

tp_err tp_refuse(tp_error *error, const char *reason, const char *format, ...) {
    if (error == NULL) return TP_E_REFUSED;
    va_list arguments;
    va_start(arguments, format);
    write_error(error, TP_E_REFUSED, format, arguments);
    va_end(arguments);
    snprintf(error->reason, sizeof error->reason, "%s", reason);
    return TP_E_REFUSED;
}

void tp_error_at(tp_error *error, const char *format, ...) {
    if (error == NULL) return;
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (written < 0) return;
    size_t length = strlen(text), room = sizeof text - length;
    if (room > 2) {
        memcpy(text + length, ": ", 2);
        size_t kept = strnlen(error->text, room - 3);
        memcpy(text + length + 2, error->text, kept);
        text[length + 2 + kept] = '\0';
    }
    make_printable(text);
    memcpy(error->text, text, sizeof text);
}

/* ---- names nearest first ---- */

enum {
    COMPARED_LENGTH =
        48,             /* names are told apart by their first bytes; this bounds the work for a wild input */
    LISTED_NAMES = 128, /* more than anybody would read */
};

/* Names are identifiers: ASCII is all that needs folding, and it must not depend on the locale. */
static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many letters must be put in, left out, changed or exchanged with their neighbour to turn one word into
 * the other (Damerau and Levenshtein, each stretch edited once), upper and lower case being the same. */
static int edit_distance(const char *from, size_t from_length, const char *to, size_t to_length) {
    int rows[3][COMPARED_LENGTH + 1];
    int *before_last = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= to_length; j++) last[j] = (int)j;
    for (size_t i = 1; i <= from_length; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= to_length; j++) {
            char a = lower(from[i - 1]), b = lower(to[j - 1]);
            int best = smaller(smaller(last[j], row[j - 1]) + 1, last[j - 1] + (a != b));
            if (i > 1 && j > 1 && a == lower(to[j - 2]) && b == lower(from[i - 2])) {
                best = smaller(best, before_last[j - 2] + 1);
            }
            row[j] = best;
        }
        int *recycled = before_last;
        before_last = last;
        last = row;
        row = recycled;
    }
    return last[to_length];
}

static bool starts_with(const char *name, const char *beginning, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (lower(name[i]) != lower(beginning[i])) return false;
    }
    return true;
}

/* Smaller is nearer. An unfinished word counts as nearer than a misspelt one, and among equals the one with
 * the same first letter comes first: people rarely mistype that. */
static int unlikeness(const char *wanted, const char *name) {
    size_t wanted_length = strnlen(wanted, COMPARED_LENGTH), name_length = strnlen(name, COMPARED_LENGTH);
    if (wanted_length == 0) return 0;
    int distance = edit_distance(wanted, wanted_length, name, name_length);
    if (distance == 0) return 0;
    if (wanted_length < name_length && starts_with(name, wanted, wanted_length)) return 2;
    return 4 * distance - (lower(wanted[0]) == lower(name[0]));
}

/* Put a piece at the end of the text if it fits whole; leaves the text alone and answers false if not. */
static bool append_whole(char *text, size_t size, size_t *length, const char *piece) {
    size_t piece_length = strlen(piece);
    if (*length + piece_length >= size) return false;
    memcpy(text + *length, piece, piece_length + 1);
    *length += piece_length;
    return true;
}

void tp_list_nearest(char *text, size_t size, const char *wanted, size_t count,
                     const char *(*name_of)(const void *context, size_t index), const void *context) {
    static const char more[] = ", ...";
    if (size == 0) return;
    text[0] = '\0';
    size_t listed = count < LISTED_NAMES ? count : LISTED_NAMES;
    int scores[LISTED_NAMES];
    for (size_t i = 0; i < listed; i++) scores[i] = unlikeness(wanted, name_of(context, i));

    size_t length = 0;
    for (size_t place = 0; place < listed; place++) {
        size_t nearest = listed;
        for (size_t i = 0; i < listed; i++) {
            if (scores[i] >= 0 && (nearest == listed || scores[i] < scores[nearest])) nearest = i;
        }
        scores[nearest] = -1;
        /* Room for ", ..." is kept until the last name is in, so that a list that was cut always says so. */
        bool is_last = place + 1 == count;
        size_t room = is_last || size < sizeof more ? size : size - (sizeof more - 1);
        size_t length_before = length;
        if ((place > 0 && !append_whole(text, room, &length, ", ")) ||
            !append_whole(text, room, &length, name_of(context, nearest))) {
            text[length_before] = '\0';
            length = length_before;
            append_whole(text, size, &length, place > 0 ? more : "...");
            return;
        }
    }
    if (listed < count) append_whole(text, size, &length, more);
}
