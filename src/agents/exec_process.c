/* The side of the process that speaks to the program: pipes, lines and deadlines. See exec_process.h. */
#include "agents/exec_process.h"
#include "core/language.h"
#include "tapete/option.h"

#include "agents/exec_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    QUIT_MS = 1000,   /* to end by itself, when its input is closed */
    KEEPER_MS = 5000, /* for the keeper to end everything; it needs milliseconds */
    END_MS = 200,     /* for the news of how a program ended, after its output has */
};

struct exec_process {
    pid_t keeper;
    int to, from, control, status; /* descriptors; -1: closed */
    char *queue;                   /* what the program has not taken yet */
    size_t queued, sent, room;
    size_t filled, used; /* of the buffer: bytes that were read, and of these what was handed out */
    bool has_ended;
    exec_end end;
    char buffer[EXEC_LINE_MAX + 1];
};

int64_t exec_now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void close_one(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* ---- starting ---- */

/* A pipe whose ends are neither 0, 1 nor 2: those mean something to a child process. */
static bool make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    for (int i = 0; i < 2; i++) {
        if (ends[i] > STDERR_FILENO) continue;
        int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(ends[i]);
        ends[i] = higher;
    }
    if (ends[0] >= 0 && ends[1] >= 0) return true;
    close_one(&ends[0]);
    close_one(&ends[1]);
    return false;
}

static tp_err cannot_start(tp_error *error) {
    return tp_fail(error, TP_E_IO, TR("cannot start a program: %s"), strerror(errno));
}

/* Does the shell know this word: as a program in its path, or as something of its own, such as exec? */
static bool shell_knows(char *word) {
    char *arguments[] = {(char[]){"sh"}, (char[]){"-c"}, (char[]){"command -v -- \"$1\""},
                         (char[]){"sh"}, word,           NULL};
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int end = 0;
    if (posix_spawn_file_actions_init(&actions) != 0) return true; /* then the start will say what is wrong */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    bool asked = posix_spawn(&child, "/bin/sh", &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    while (asked && waitpid(child, &end, 0) < 0) asked = errno == EINTR;
    return !asked || (WIFEXITED(end) && WEXITSTATUS(end) == 0);
}

tp_err exec_find(const char *command, tp_error *error) {
    char word[TP_OPTION_TEXT_SIZE];
    command += strspn(command, " \t\n");
    size_t size = strcspn(command, " \t\n");
    if (size == 0 || size >= sizeof word || strcspn(command, "$\"'`\\*?[]{}()<>|&;=~#!") < size) return TP_OK;
    memcpy(word, command, size);
    word[size] = '\0';
    struct stat about;
    if (strchr(word, '/') == NULL) {
        if (shell_knows(word)) return TP_OK;
        return tp_fail(error, TP_E_UNKNOWN,
                       TR("agent exec: there is no program \"%s\"; for one in this folder write exec:./%s"),
                       word, word);
    }
    if (stat(word, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
    } else if (access(word, X_OK) == 0) {
        return TP_OK;
    }
    return tp_fail(error, TP_E_UNKNOWN, TR("agent exec: cannot run the program \"%s\": %s"), word,
                   strerror(errno));
}

exec_process *exec_start(const char *command, const char *log, tp_error *error) {
    int input[2] = {-1, -1}, output[2] = {-1, -1}, control[2] = {-1, -1}, status[2] = {-1, -1}, notes = -1;
    if (log[0] != '\0') notes = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (log[0] != '\0' && notes < 0) {
        tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), log, strerror(errno));
        return NULL;
    }
    exec_process *process = calloc(1, sizeof *process);
    if (process == NULL) {
        close_one(&notes);
        tp_fail(error, TP_E_MEMORY, TR("no memory for a program"));
        return NULL;
    }
    process->keeper = -1;
    if (make_pipe(input) && make_pipe(output) && make_pipe(control) && make_pipe(status)) {
        exec_pipes pipes = {input[0], output[1], control[0], status[1], notes};
        /* No handler of this process may run in the keeper before it has put them aside. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        process->keeper = fork();
        if (process->keeper == 0) exec_keep(&pipes, command);
        int why = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        errno = why;
    }
    if (process->keeper < 0) {
        cannot_start(error);
        free(process);
        process = NULL;
        close_one(&input[1]);
        close_one(&output[0]);
        close_one(&control[1]);
        close_one(&status[0]);
    } else {
        process->to = input[1];
        process->from = output[0];
        process->control = control[1];
        process->status = status[0];
        fcntl(process->to, F_SETFL, O_NONBLOCK);
        fcntl(process->from, F_SETFL, O_NONBLOCK);
        fcntl(process->status, F_SETFL, O_NONBLOCK);
    }
    close_one(&input[0]);
    close_one(&output[1]);
    close_one(&control[0]);
    close_one(&status[1]);
    close_one(&notes);
    return process;
}

/* ---- sending ---- */

/* write(), without SIGPIPE. */
static ssize_t write_quietly(int fd, const void *data, size_t size) {
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t done = write(fd, data, size);
    int why = errno;
    if (done < 0 && why == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
        const struct timespec at_once = {0};
        while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return done;
}

static void flush_queue(exec_process *process) {
    while (process->to >= 0 && process->sent < process->queued) {
        ssize_t done =
            write_quietly(process->to, process->queue + process->sent, process->queued - process->sent);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) return;
        if (done < 0) {
            close_one(&process->to);
            return;
        }
        process->sent += (size_t)done;
    }
    process->sent = process->queued = 0;
}

bool exec_send(exec_process *process, const char *text, size_t size) {
    if (process->sent > 0) {
        process->queued -= process->sent;
        memmove(process->queue, process->queue + process->sent, process->queued);
        process->sent = 0;
    }
    size_t needed = process->queued + size + 1;
    if (needed > EXEC_QUEUE_MAX) return false;
    if (needed > process->room) {
        char *larger = realloc(process->queue, needed * 2);
        if (larger == NULL) return false;
        process->queue = larger;
        process->room = needed * 2;
    }
    memcpy(process->queue + process->queued, text, size);
    process->queue[needed - 1] = '\n';
    process->queued = needed;
    flush_queue(process);
    return true;
}

/* ---- reading ---- */

/* Forget what was handed out, and read what there is without waiting. */
static void read_more(exec_process *process) {
    if (process->used > 0) {
        process->filled -= process->used;
        memmove(process->buffer, process->buffer + process->used, process->filled);
        process->used = 0;
    }
    if (process->from < 0 || process->filled == EXEC_LINE_MAX) return;
    ssize_t size = read(process->from, process->buffer + process->filled, EXEC_LINE_MAX - process->filled);
    if (size > 0) process->filled += (size_t)size;
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) close_one(&process->from);
}

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

static void skip_blanks(exec_process *process) {
    while (process->used < process->filled && is_blank(process->buffer[process->used])) process->used++;
}

bool exec_has_spoken(exec_process *process) {
    skip_blanks(process);
    read_more(process);
    skip_blanks(process);
    return process->used < process->filled;
}

exec_answer exec_ask(exec_process *process, int64_t deadline_ns, char **line, size_t *size) {
    for (;;) {
        skip_blanks(process);
        char *start = process->buffer + process->used,
             *end = memchr(start, '\n', process->filled - process->used);
        if (end != NULL) {
            *end = '\0';
            *line = start;
            *size = (size_t)(end - start);
            process->used += *size + 1;
            return EXEC_ANSWERED;
        }
        if (process->filled - process->used == EXEC_LINE_MAX) return EXEC_TOO_LONG;
        if (process->from < 0) return EXEC_CLOSED;
        bool unsent = process->sent < process->queued;
        if (unsent && process->to < 0) return EXEC_CLOSED;
        int64_t left = deadline_ns - exec_now_ns();
        if (left <= 0) return EXEC_LATE;
        struct pollfd polled[] = {{.fd = process->from, .events = POLLIN},
                                  {.fd = unsent ? process->to : -1, .events = POLLOUT}};
        int64_t left_ms = (left + 999999) / 1000000;
        if (poll(polled, 2, left_ms < 1000000 ? (int)left_ms : 1000000) <= 0) continue;
        if (polled[1].revents != 0) flush_queue(process);
        if (polled[0].revents != 0) read_more(process);
    }
}

/* ---- the end ---- */

/* Wait for the keeper to say how the program ended, or to end itself; true: it did the latter. */
static bool wait_for_status(exec_process *process, int timeout_ms, bool until_keeper_ends) {
    int64_t deadline = exec_now_ns() + (int64_t)timeout_ms * 1000000;
    while (until_keeper_ends || !process->has_ended) {
        exec_end end;
        ssize_t size = read(process->status, &end, sizeof end);
        if (size == 0) return true;
        if (size == (ssize_t)sizeof end) {
            process->end = end;
            process->has_ended = true;
            continue;
        }
        int64_t left = deadline - exec_now_ns();
        if (left <= 0) return false;
        struct pollfd polled = {.fd = process->status, .events = POLLIN};
        poll(&polled, 1, (int)((left + 999999) / 1000000));
    }
    return false;
}

void exec_tell_end(exec_process *process, char *text, size_t size) {
    wait_for_status(process, END_MS, false);
    if (!process->has_ended) {
        snprintf(text, size, "%s",
                 process->from < 0 ? TR("it closed its output") : TR("it closed its input"));
    } else if (process->end.by_signal) {
        snprintf(text, size, TR("its program was ended by signal %d (%s)"), process->end.number,
                 strsignal(process->end.number));
    } else {
        int number = process->end.number;
        if (number > 128) {
            snprintf(text, size, TR("its program ended with exit status %d, as after signal %d (%s)"), number,
                     number - 128, strsignal(number - 128));
        } else {
            snprintf(text, size,
                     number == 127   ? TR("its program ended with exit status %d: there is no such command")
                     : number == 126 ? TR("its program ended with exit status %d: it cannot be executed")
                                     : TR("its program ended with exit status %d"),
                     number);
        }
    }
}

void exec_stop(exec_process *process, bool politely) {
    if (process == NULL) return;
    close_one(&process->to);
    if (politely) {
        wait_for_status(process, QUIT_MS, false);
    } else {
        ssize_t done = write_quietly(process->control, "", 1);
        (void)done; /* closing it ends the program too */
    }
    close_one(&process->control);
    if (!wait_for_status(process, KEEPER_MS, true)) kill(process->keeper, SIGKILL);
    while (waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR) continue;
    close_one(&process->from);
    close_one(&process->status);
    free(process->queue);
    free(process);
}
