/* Putting sentences together; see sentence.h. */
#include "core/sentence.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void say(writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    w->used += length < 0 ? 0 : (size_t)length;
    if (w->used >= w->size) w->used = w->size - 1;
}

void say_who(writer *w, int viewer, uint32_t seat, const char *verb) {
    if (viewer == (int)seat) {
        say(w, "You %s", verb);
        return;
    }
    size_t length = strlen(verb);
    bool hisses = length > 1 && (verb[length - 1] == 's' || strcmp(verb, "go") == 0);
    say(w, "{%u} %s%s", seat, verb, hisses ? "es" : "s");
}

void say_end(writer *w) {
    if (w->used > 0 && w->text[w->used - 1] == '\n') w->text[--w->used] = '\0';
}
