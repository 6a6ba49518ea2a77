/* What is printed, as a text: on the full screen, what the line mode would say goes into panes. */
#ifndef TAPETE_CLI_CAPTURE_H
#define TAPETE_CLI_CAPTURE_H

#include <stdbool.h>

typedef struct capture {
    int terminal; /* standard output meanwhile */
} capture;

/* From now on standard output is kept. If the system refuses, it goes nowhere. */
void capture_begin(capture *capture);
/* Until now; a new string. */
char *capture_end(capture *capture);

#endif
