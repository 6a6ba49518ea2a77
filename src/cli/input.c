/* Lines and signals; see input.h. */
#include "cli/input.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t terminated;

static struct sigaction old_interrupt, old_terminate, old_hangup, old_pipe, old_file_size;

/* A second Ctrl-C before anybody has looked at the first: an agent thinks for long, and the person does
 * not want to wait. Everything played so far is in the record, so leaving at once loses nothing. */
static void on_interrupt(int number) {
    (void)number;
    if (interrupted) {
        static const char last_words[] = "\n";
        ssize_t written = write(STDERR_FILENO, last_words, sizeof last_words - 1);
        (void)written;
        _exit(130);
    }
    interrupted = 1;
}

static void on_termination(int number) { terminated = number; }

void input_begin(input *from) {
    *from = (input){.terminal = isatty(STDIN_FILENO) == 1};
    interrupted = 0;
    terminated = 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, &old_interrupt);
    action.sa_handler = on_termination;
    sigaction(SIGTERM, &action, &old_terminate);
    sigaction(SIGHUP, &action, &old_hangup);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &old_pipe);
    sigaction(SIGXFSZ, &action, &old_file_size);
}

void input_end(void) {
    sigaction(SIGINT, &old_interrupt, NULL);
    sigaction(SIGTERM, &old_terminate, NULL);
    sigaction(SIGHUP, &old_hangup, NULL);
    sigaction(SIGPIPE, &old_pipe, NULL);
    sigaction(SIGXFSZ, &old_file_size, NULL);
}

bool input_take_interrupt(void) {
    if (!interrupted) return false;
    interrupted = 0;
    return true;
}

int input_termination(void) { return (int)terminated; }

/* Wait until there is something to read, where `typed` is wanted, or on the other descriptor. The signals are
 * blocked except while it waits, so that none falls between the look and the wait. */
static input_kind wait_for_input(bool typed, int other) {
    sigset_t caught, before;
    sigemptyset(&caught);
    sigaddset(&caught, SIGINT);
    sigaddset(&caught, SIGTERM);
    sigaddset(&caught, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &caught, &before);
    input_kind kind = INPUT_LINE;
    for (;;) {
        if (terminated) {
            kind = INPUT_TERMINATED;
            break;
        }
        if (interrupted) {
            interrupted = 0;
            kind = INPUT_INTERRUPTED;
            break;
        }
        struct pollfd wanted[] = {{.fd = typed ? STDIN_FILENO : -1, .events = POLLIN},
                                  {.fd = other, .events = POLLIN}}; /* a negative one is not looked at */
        int ready = ppoll(wanted, 2, NULL, &before);
        if (ready > 0) {
            if (wanted[1].revents != 0) kind = INPUT_ELSEWHERE;
            break;
        }
        if (ready < 0 && errno != EINTR) {
            kind = INPUT_END;
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    /* A signal that came together with the input, its end perhaps, comes first. */
    if (terminated) return INPUT_TERMINATED;
    return input_take_interrupt() ? INPUT_INTERRUPTED : kind;
}

/* Hand out `size` bytes of the buffer as a line. */
static input_kind hand_out(input *from, size_t size, size_t skip, char *line) {
    const char *text = from->buffer + from->begin;
    from->begin += size + skip;
    while (size > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r')) size--;
    for (size_t i = 0; i < size; i++) line[i] = text[i] == '\0' ? '?' : text[i];
    line[size] = '\0';
    return INPUT_LINE;
}

input_kind input_wait(int other) { return wait_for_input(false, other); }

input_kind input_line(input *from, char line[INPUT_LINE_SIZE]) { return input_line_or(from, line, -1); }

input_kind input_line_or(input *from, char line[INPUT_LINE_SIZE], int other) {
    bool cut = false;
    for (;;) {
        size_t held = from->end - from->begin;
        char *newline = held > 0 ? memchr(from->buffer + from->begin, '\n', held) : NULL;
        if (newline != NULL) {
            size_t size = (size_t)(newline - (from->buffer + from->begin));
            if (!cut) return hand_out(from, size, 1, line);
            from->begin += size + 1;
            return INPUT_LINE;
        }
        if (held == sizeof from->buffer - 1) { /* far too long: its beginning is the line */
            if (!cut) hand_out(from, held, 0, line);
            cut = true;
            from->begin = from->end = 0;
            continue;
        }
        if (from->ended) {
            if (cut) return INPUT_LINE;
            return held > 0 ? hand_out(from, held, 0, line) : INPUT_END;
        }
        memmove(from->buffer, from->buffer + from->begin, held);
        from->begin = 0;
        from->end = held;

        input_kind kind = wait_for_input(true, other);
        if (kind == INPUT_END) from->ended = true;
        if (kind == INPUT_INTERRUPTED || kind == INPUT_TERMINATED || kind == INPUT_ELSEWHERE) return kind;
        if (from->ended) continue;
        ssize_t got = read(STDIN_FILENO, from->buffer + from->end, sizeof from->buffer - 1 - from->end);
        if (got > 0) {
            from->end += (size_t)got;
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            from->ended = true;
        }
    }
}
