/* The loop of the full screen; see run.h. */
#include "tui/run.h"

#include "core/language.h"
#include "tui/screen.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Sessions that have no descriptor are asked so often, in milliseconds. */
enum { LOOK_MS = 50 };

static tui_end show_session(const tui_session *session, const tui_session *behind, bool colour, bool ascii,
                            int *number);

/* Go through the game that is over, on a screen of its own. */
static tui_end look_back(tui_screen *screen, int *number) {
    tui_session record;
    if (screen->session.look_back == NULL || !screen->session.look_back(screen->session.self, &record)) {
        screen->session.notice(screen->session.self, screen->notice);
        return TUI_END_LEFT;
    }
    return show_session(&record, &screen->session, screen->colour, screen->ascii, number);
}

/* The window may have another size now. False without memory, in *how. */
static bool follow_window(tui_screen *screen, tui_end *how) {
    int columns, rows;
    terminal_size(&columns, &rows);
    if (screen_resize(screen, columns, rows)) return true;
    *how = TUI_END_MEMORY;
    return false;
}

/* What an event means; false: the end, in *how. */
static bool handle(tui_screen *screen, const tui_event *event, tui_end *how, int *number) {
    tui_next next = TUI_GO_ON;
    switch (event->kind) {
    case TUI_EVENT_NONE: return true;
    case TUI_EVENT_KEY: next = screen_key(screen, event->key); break;
    case TUI_EVENT_PRESS: next = screen_press(screen, event->row, event->column); break;
    case TUI_EVENT_WHEEL: screen_wheel(screen, event->key); break;
    case TUI_EVENT_RESIZE: return follow_window(screen, how);
    case TUI_EVENT_SIGNAL:
        *how = TUI_END_SIGNAL;
        *number = event->key;
        return false;
    case TUI_EVENT_END: *how = TUI_END_INPUT; return false;
    }
    switch (next) {
    case TUI_GO_ON: return true;
    case TUI_LEAVE: *how = TUI_END_LEFT; return false;
    case TUI_INTERRUPTED: *how = TUI_END_INTERRUPTED; return false;
    case TUI_LOOK_BACK: break;
    }
    *how = look_back(screen, number);
    screen_refresh(screen); /* what has changed meanwhile was told to the other screen */
    return *how == TUI_END_LEFT && follow_window(screen, how);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What a session has to say without having been asked. */
static void hear_notice(tui_screen *screen, const tui_session *session) {
    char sentence[TUI_TEXT_SIZE] = "";
    session->notice(session->self, sentence);
    if (sentence[0] != '\0') memcpy(screen->notice, sentence, sizeof sentence);
}

/* Show a session; `behind` is the one that it was opened from and that goes on meanwhile, else NULL. */
static tui_end show_session(const tui_session *session, const tui_session *behind, bool colour, bool ascii,
                            int *number) {
    const tui_session *going_on = behind != NULL ? behind : session;
    tui_screen *screen = calloc(1, sizeof *screen);
    int columns, rows;
    tui_end how = TUI_END_MEMORY;
    terminal_size(&columns, &rows);
    if (screen == NULL || !screen_begin(screen, session, columns, rows, colour, ascii)) {
        free(screen);
        return how;
    }
    for (bool going = true; going;) {
        if (going_on->advance(going_on->self)) screen_refresh(screen);
        if (behind != NULL && !behind->is_looking_back(behind->self)) {
            how = TUI_END_LEFT;
            break;
        }
        hear_notice(screen, going_on);
        screen_compose(screen);
        terminal_show(&screen->grid);
        int descriptor = going_on->descriptor(going_on->self), timeout = descriptor >= 0 ? -1 : LOOK_MS;
        int wait = going_on->wait_ms != NULL ? going_on->wait_ms(going_on->self) : -1;
        if (wait >= 0) {
            timeout = wait;
            descriptor = -1;
        }
        screen_note_time(screen, now_ms());
        tui_event event = terminal_wait(descriptor, timeout);
        screen_note_time(screen, now_ms());
        going = handle(screen, &event, &how, number);
    }
    screen_end(screen);
    free(screen);
    return how;
}

tui_end tui_run(const tui_session *session, bool colour, bool ascii, int *number) {
    if (!terminal_begin(colour)) return TUI_END_TERMINAL;
    tui_end how = show_session(session, NULL, colour, ascii, number);
    terminal_end();
    return how;
}
