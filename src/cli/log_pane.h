/* The log of the full screen: sentences, of which those since the reader's last move are news. */
#ifndef TAPETE_CLI_LOG_PANE_H
#define TAPETE_CLI_LOG_PANE_H

#include "look/table.h"

typedef struct log_pane {
    char **lines;
    int count, fresh; /* fresh: from this line on it is news */
} log_pane;

/* Add a text, a sentence a line. */
void log_pane_add(log_pane *log, const char *text);
void log_pane_show(const log_pane *log, const look_style *style, FILE *out);
void log_pane_clear(log_pane *log);

#endif
