/* The keeper of a program, and what it shares with the process that commands it. */
#ifndef TAPETE_AGENTS_EXEC_KEEPER_H
#define TAPETE_AGENTS_EXEC_KEEPER_H

#include "agents/exec_process.h"

/* The keeper's ends of the pipes. None of them is 0, 1 or 2. */
typedef struct exec_pipes {
    int input, output; /* for the program */
    int control;       /* a byte: end the program at once; the end of the file: end it politely */
    int status;        /* how the program ended: an exec_end */
    int notes;         /* where its standard error goes; -1: to that of this process */
} exec_pipes;

typedef struct exec_end {
    bool by_signal;
    int number; /* of the signal, or the exit status */
} exec_end;

/* What the keeper does, from the fork to its end. Does not return. */
_Noreturn void exec_keep(const exec_pipes *pipes, const char *command);

#endif
