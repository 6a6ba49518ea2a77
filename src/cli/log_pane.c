/* The log of the full screen; see log_pane.h. */
#include "cli/log_pane.h"

#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

void log_pane_add(log_pane *log, const char *text) {
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        if (size > 0) {
            char **lines = realloc(log->lines, ((size_t)log->count + 1) * sizeof *lines);
            if (lines == NULL) return;
            log->lines = lines;
            lines[log->count] = strndup(text, size);
            if (lines[log->count] != NULL) log->count++;
        }
        text += size;
        if (*text == '\n') text++;
    }
}

void log_pane_show(const log_pane *log, const look_style *style, FILE *out) {
    for (int i = 0; i < log->count; i++) {
        bool old = i < log->fresh;
        if (old) fputs(paint_on(style, PAINT_FAINT), out);
        print_wrapped(out, style, 0, 2, log->lines[i]);
        if (old) fputs(paint_off(style), out);
    }
}

void log_pane_clear(log_pane *log) {
    for (int i = 0; i < log->count; i++) free(log->lines[i]);
    free(log->lines);
    *log = (log_pane){0};
}
