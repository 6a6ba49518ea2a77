/* A session on the full screen, from taking the terminal over to giving it back. */
#ifndef TAPETE_TUI_RUN_H
#define TAPETE_TUI_RUN_H

#include "tui/session.h"
#include "tui/terminal.h"

typedef enum tui_end {
    TUI_END_LEFT,        /* the reader has left */
    TUI_END_INTERRUPTED, /* by Ctrl-C */
    TUI_END_SIGNAL,      /* *number has the signal */
    TUI_END_INPUT,       /* the terminal has gone */
    TUI_END_MEMORY,
    TUI_END_TERMINAL, /* it could not be taken over: nothing was shown */
} tui_end;

/* Show a session until its reader leaves. */
tui_end tui_run(const tui_session *session, bool colour, bool ascii, int *number);

#endif
