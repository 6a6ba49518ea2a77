/* Putting sentences together; see sentence.h. */
#include "tapete/sentence.h"
#include "core/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A letter that was cut in two at the end of a text goes. */
static size_t whole_letters(const char *text, size_t length) {
    size_t start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) start--;
    if (start == 0) return length;
    unsigned char first = (unsigned char)text[start - 1];
    size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return length - (start - 1) < wanted ? start - 1 : length;
}

static void say_list(tp_text *w, const char *format, va_list arguments) {
    int length = vsnprintf(w->text + w->used, w->size - w->used, format, arguments);
    size_t wanted = w->used + (length < 0 ? 0 : (size_t)length);
    w->used = wanted < w->size ? wanted : whole_letters(w->text, w->size - 1);
    w->text[w->used] = '\0';
}

void tp_say(tp_text *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_list(w, format, arguments);
    va_end(arguments);
}

/* The name of a role is longer than that of a seat, so the text only shrinks. */
static void fill_role(tp_text *w, size_t from, const char *role, uint32_t seat) {
    size_t length = strlen(role);
    for (char *found = w->text + from; (found = strstr(found, role)) != NULL; found += 3) {
        found[1] = (char)('0' + seat);
        found[2] = '}';
        memmove(found + 3, found + length, strlen(found + length) + 1);
        w->used -= length - 3;
    }
}

void tp_say_who(tp_text *w, uint32_t who, const char *format, ...) {
    size_t from = w->used;
    va_list arguments;
    va_start(arguments, format);
    say_list(w, format, arguments);
    va_end(arguments);
    fill_role(w, from, "{who}", who);
}

void tp_say_whom(tp_text *w, uint32_t who, uint32_t whom, const char *format, ...) {
    size_t from = w->used;
    va_list arguments;
    va_start(arguments, format);
    say_list(w, format, arguments);
    va_end(arguments);
    fill_role(w, from, "{who}", who);
    fill_role(w, from, "{whom}", whom);
}

void tp_say_line_end(tp_text *w) { tp_say(w, "\n"); }

void tp_say_end(tp_text *w) {
    if (w->used > 0 && w->text[w->used - 1] == '\n') w->text[--w->used] = '\0';
}

/* A language without spaces has nothing here, and gettext takes nothing for no translation. */
void tp_say_gap(tp_text *w) { tp_say(w, TR_IN("two sentences", "%s %s"), "", ""); }

tp_phrase tp_phrase_of(const char *format, ...) {
    tp_phrase made = {""};
    tp_text w = {made.text, sizeof made.text, 0};
    va_list arguments;
    va_start(arguments, format);
    say_list(&w, format, arguments);
    va_end(arguments);
    return made;
}

tp_phrase tp_card_mark(const char *code) { return tp_phrase_of("{card:%s}", code); }

tp_phrase tp_card_mark_as(const char *kind, const char *code, const char *text) {
    return tp_phrase_of("{card:%s %s|%s}", kind, code, text);
}
