/* The keeper of a program: see exec_process.h.
 *
 * It is forked from a process that may have many threads, and executes nothing: so it calls only what may be
 * called between fork and exec, and keeps no descriptor but its own. The program is the leader of a process
 * group. A process that leaves the group is still a descendant of the keeper, and comes back to it as an
 * orphan: the keeper is a subreaper. The program itself is not waited for until the end, so that the number
 * of its group cannot come to mean another one. */
#include "agents/exec_keeper.h"

#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TERM_MS = 300,   /* from SIGTERM to SIGKILL */
    KILL_MS = 2000,  /* how long descendants are hunted */
    PIECE = 4096,    /* no more than a pipe takes in one go */
    CHILDREN = 4096, /* bytes of the list of children that are read at once */
};

typedef struct keeper {
    int control, status, children, complaints; /* descriptors; -1: closed */
    pid_t program;
    bool has_ended;
    char piece[PIECE];
    size_t held, written, passed; /* of what the program complains */
} keeper;

/* ---- descriptors and signals ---- */

static void close_from_to(unsigned first, unsigned last) {
    if (first > last) return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, last, 0u) == 0) return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    if (most < 0 || most > 65536) most = 65536;
    for (unsigned fd = first; fd <= last && fd < (unsigned)most; fd++) close((int)fd);
}

/* Close everything but the first three and these four. */
static void close_others(const int keep[4]) {
    unsigned next = 3;
    for (;;) {
        unsigned nearest = ~0u;
        for (int i = 0; i < 4; i++) {
            if ((unsigned)keep[i] >= next && (unsigned)keep[i] < nearest) nearest = (unsigned)keep[i];
        }
        if (nearest == ~0u) break;
        if (nearest > next) close_from_to(next, nearest - 1);
        next = nearest + 1;
    }
    close_from_to(next, ~0u);
}

/* The default for every signal, so that no handler of the parent runs here and nothing stays ignored in the
 * program. */
static void reset_signals(void) {
    struct sigaction usual;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < 65; number++) sigaction(number, &usual, NULL);
}

static void ignore_signals(void) {
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTOU, SIGTTIN};
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) sigaction(ignored[i], &ignore, NULL);
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- the program ---- */

static void become_program(const exec_pipes *pipes, int complaints, pid_t parent, const char *command) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    dup2(pipes->input, STDIN_FILENO);
    dup2(pipes->output, STDOUT_FILENO);
    dup2(complaints, STDERR_FILENO);
    close_from_to(3, ~0u);
    reset_signals();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Tell how the program ended, once. */
static void look_after(keeper *keeper) {
    struct signalfd_siginfo signals[8];
    while (read(keeper->children, signals, sizeof signals) > 0) continue;
    siginfo_t info;
    memset(&info, 0, sizeof info);
    if (keeper->has_ended || waitid(P_PID, (id_t)keeper->program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return;
    keeper->has_ended = true;
    exec_end end = {.by_signal = info.si_code != CLD_EXITED, .number = info.si_status};
    ssize_t done = write(keeper->status, &end, sizeof end); /* a pipe takes it whole or not at all */
    (void)done;
}

/* ---- what it complains about ---- */

static void take_complaints(keeper *keeper) {
    const char *rest = TR("\n"
                          "(the rest of the program's standard error is left out)\n");
    ssize_t size = read(keeper->complaints, keeper->piece, sizeof keeper->piece);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        close(keeper->complaints);
        keeper->complaints = -1;
    }
    keeper->written = keeper->held = 0;
    if (size <= 0 || keeper->passed >= EXEC_COMPLAINTS_MAX) return;
    keeper->held = (size_t)size;
    keeper->passed += (size_t)size;
    if (keeper->passed < EXEC_COMPLAINTS_MAX) return;
    keeper->held = strnlen(rest, sizeof keeper->piece);
    memcpy(keeper->piece, rest, keeper->held);
}

static void pass_complaints(keeper *keeper) {
    ssize_t done = write(STDERR_FILENO, keeper->piece + keeper->written, keeper->held - keeper->written);
    if (done < 0 && (errno == EINTR || errno == EAGAIN)) return;
    keeper->written = done < 0 ? keeper->held : keeper->written + (size_t)done;
}

/* Wait for something to happen, at most so long; true: the commanding process has said something, or is
 * gone.
 */
static bool wait_for_news(keeper *keeper, int timeout_ms) {
    bool full = keeper->written < keeper->held;
    struct pollfd polled[] = {{.fd = keeper->control, .events = POLLIN},
                              {.fd = keeper->children, .events = POLLIN},
                              {.fd = full ? -1 : keeper->complaints, .events = POLLIN},
                              {.fd = full ? STDERR_FILENO : -1, .events = POLLOUT}};
    if (poll(polled, 4, timeout_ms) <= 0) return false;
    if (polled[1].revents != 0) look_after(keeper);
    if (polled[2].revents != 0) take_complaints(keeper);
    if ((polled[3].revents & POLLOUT) != 0)
        pass_complaints(keeper);
    else if (polled[3].revents != 0)
        keeper->written = keeper->held; /* nobody listens */
    return polled[0].revents != 0;
}

/* ---- the end ---- */

static void wait_until_ended(keeper *keeper, int64_t until_ms) {
    for (int64_t now = now_ms(); !keeper->has_ended && now < until_ms; now = now_ms()) {
        wait_for_news(keeper, (int)(until_ms - now));
    }
}

/* Kill each child that the system lists. */
static void kill_children(void) {
    char list[CHILDREN];
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t size = read(file, list, sizeof list);
    close(file);
    pid_t child = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            child = child * 10 + (list[i] - '0');
        } else {
            if (child > 1) kill(child, SIGKILL);
            child = 0;
        }
    }
}

/* Until there is no child left: those of the group, and those who left it and have lost their parents by now.
 */
static void kill_descendants(keeper *keeper) {
    kill(-keeper->program, SIGKILL);
    for (int64_t until = now_ms() + KILL_MS; now_ms() < until;) {
        kill_children();
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (gone < 0 && errno == ECHILD) return;
        poll(NULL, 0, 1);
    }
}

static void end_program(keeper *keeper, bool politely) {
    int control = keeper->control;
    keeper->control = -1;
    if (politely && !keeper->has_ended) {
        kill(-keeper->program, SIGTERM);
        kill(-keeper->program, SIGCONT);
        wait_until_ended(keeper, now_ms() + TERM_MS);
    }
    kill(-keeper->program, SIGKILL);
    wait_until_ended(keeper, now_ms() + KILL_MS);
    /* Its last words. */
    for (int i = 0;
         i < EXEC_COMPLAINTS_MAX / PIECE && (keeper->complaints >= 0 || keeper->held > keeper->written); i++)
        wait_for_news(keeper, 0);
    kill_descendants(keeper);
    close(control);
}

void exec_keep(const exec_pipes *pipes, const char *command) {
    const int kept[4] = {pipes->input, pipes->output, pipes->control, pipes->status};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC), complaints[2];
    setsid();
    prctl(PR_SET_NAME, "tapete-keeper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    reset_signals();
    ignore_signals();
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (pipes->notes >= 0) dup2(pipes->notes, STDERR_FILENO);
    close_others(kept);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, NULL);
    keeper keeper = {.control = pipes->control, .status = pipes->status, .children = -1};
    keeper.children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (keeper.children < 0 || pipe2(complaints, O_CLOEXEC) != 0) _exit(1);
    pid_t parent = getpid();
    keeper.program = fork();
    if (keeper.program < 0) _exit(1);
    if (keeper.program == 0) become_program(pipes, complaints[1], parent, command);
    setpgid(keeper.program, keeper.program);
    close(complaints[1]);
    close(pipes->input);
    close(pipes->output);
    keeper.complaints = complaints[0];
    fcntl(keeper.complaints, F_SETFL, O_NONBLOCK);
    while (!wait_for_news(&keeper, -1)) continue;
    char word = '\0';
    bool commanded = read(keeper.control, &word, 1) == 1;
    end_program(&keeper, !commanded);
    _exit(0);
}
