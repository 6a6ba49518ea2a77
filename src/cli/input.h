/* Lines from a person or a pipe, and the signals that come in between.
 *
 * Signals are only noted; the game loop asks for them between moves. The terminal stays in its usual line
 * mode throughout, so there is nothing to put back when the program ends. */
#ifndef TAPETE_CLI_INPUT_H
#define TAPETE_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum input_kind {
    INPUT_LINE,
    INPUT_END,         /* Ctrl-D, the end of a pipe, or an input that cannot be read */
    INPUT_INTERRUPTED, /* Ctrl-C */
    INPUT_TERMINATED,  /* SIGTERM or SIGHUP: leave without asking */
    INPUT_ELSEWHERE,   /* the other descriptor has something */
} input_kind;

enum { INPUT_LINE_SIZE = 4096 };

typedef struct input {
    bool terminal; /* a person sits there, or so it seems */
    bool ended;
    size_t begin, end; /* what was read and not yet handed out */
    char buffer[INPUT_LINE_SIZE];
} input;

/* Catch SIGINT, SIGTERM and SIGHUP, and make a closed pipe and a file that may not grow ordinary write
 * errors; and the reverse. */
void input_begin(input *from);
void input_end(void);

/* The next line without its end, spaces around it removed, waiting for it. A line that is longer than the
 * buffer is cut off. What a signal interrupts is not lost: the next call goes on with it. */
input_kind input_line(input *from, char line[INPUT_LINE_SIZE]);

/* The same while something else may come too, on a descriptor. */
input_kind input_line_or(input *from, char line[INPUT_LINE_SIZE], int other);
/* Wait for that alone, and for signals: what is typed meanwhile is for later. Never INPUT_LINE. */
input_kind input_wait(int other);

/* Was there a Ctrl-C since the last call of this function or of input_line? */
bool input_take_interrupt(void);

/* SIGTERM or SIGHUP, where one came; otherwise 0. */
int input_termination(void);

#endif
