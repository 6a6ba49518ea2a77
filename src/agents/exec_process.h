/* A program that is spoken to line by line, and that leaves nothing behind: for the agent `exec`.
 *
 * A keeper stands between the two: a process that does nothing but look after the program. It passes on
 * what the program writes to its standard error, tells how the program ended, and ends it, with everything
 * that it has started, when it is told to, or when this process has died in any way. */
#ifndef TAPETE_AGENTS_EXEC_PROCESS_H
#define TAPETE_AGENTS_EXEC_PROCESS_H

#include "tapete/error.h"

enum {
    EXEC_LINE_MAX = 65536,         /* bytes of the longest line that the program may write */
    EXEC_QUEUE_MAX = 4 << 20,      /* bytes that may wait for a program that does not read */
    EXEC_COMPLAINTS_MAX = 1 << 16, /* bytes of its standard error that are passed on */
};

typedef struct exec_process exec_process;

typedef enum exec_answer {
    EXEC_ANSWERED, /* there is a line */
    EXEC_LATE,     /* the deadline has passed */
    EXEC_CLOSED, /* the program has ended or closed its output, or its input before it had read everything */
    EXEC_TOO_LONG, /* EXEC_LINE_MAX bytes, and no end of the line */
} exec_answer;

int64_t exec_now_ns(void);

/* Does the first program of the command exist? If only a shell can tell, as in "$BOT" or (cd bots; ./bot),
 * this says yes, and the first question fails. */
tp_err exec_find(const char *command, tp_error *error);

/* Start `/bin/sh -c command`. It has pipes for input and output, the environment and the directory of this
 * process, and no other open file. What it writes to its standard error is added to the file `log`, or goes
 * to that of this process if `log` is empty. NULL with an error if the file cannot be written or the system
 * does not give what is needed. */
exec_process *exec_start(const char *command, const char *log, tp_error *error);

/* Send a line, `text` and the end of the line. What the pipe does not take waits for the next call. False
 * if the program has left too much unread, or there is no memory. */
bool exec_send(exec_process *process, const char *text, size_t size);

/* Has the program written something other than blanks without being asked? */
bool exec_has_spoken(exec_process *process);

/* Wait for a line that is not blank. It ends with a zero byte in place of its end, and is good until the next
 * call. */
exec_answer exec_ask(exec_process *process, int64_t deadline_ns, char **line, size_t *size);

/* How a program ended that has closed its output: "its program ended with exit status 1". */
void exec_tell_end(exec_process *process, char *text, size_t size);

/* End the program and everything that it started, and free what is left. Politely: its input is closed, and
 * it has a moment to end by itself and another one after SIGTERM. NULL is fine. */
void exec_stop(exec_process *process, bool politely);

#endif
