/* Mail by a program of the system: see mail.h. */
#include "server/mail.h"
#include "core/language.h"
#include "server/log.h"
#include "server/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_WAITING = 64,
    MOST_WORDS = 32,
    LIMIT_MS = 10 * 1000,
    STOP_MS = 2000,     /* for a program that runs when the server stops */
    LOOK_MS = 20,       /* between two looks whether the program has ended */
    OUTPUT_SIZE = 1000, /* of what it says; the rest is thrown away */
    SECRET_DIGITS = 16, /* so many hex digits in a row could be a token */
    WORD_BYTES = 45,    /* in one encoded word, which has at most 75 characters */
    LONGEST_LOCAL = 64, /* what stands before the @ */
    MOST_SENT = 4096,   /* letters that are remembered, for a day */
    DAY_MS = 24 * 3600 * 1000,
};

/* ---- addresses ---- */

static bool is_domain(const char *text) {
    size_t length = strlen(text);
    if (length == 0 ||
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") != length)
        return false;
    return text[0] != '.' && text[0] != '-' && text[length - 1] != '.' && text[length - 1] != '-' &&
           strstr(text, "..") == NULL;
}

tp_err email_check(const char *text, tp_error *error) {
    static const char local[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+-/=?^_`{|}~";
    size_t before = strspn(text, local);
    if (strlen(text) < EMAIL_SIZE && before > 0 && before <= LONGEST_LOCAL && text[0] != '-' &&
        text[0] != '.' && text[before - 1] != '.' && text[before] == '@' && is_domain(text + before + 1))
        return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("this is not an e-mail address like name@example.org"));
}

/* ---- messages ---- */

static bool is_ascii(const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || (unsigned char)*text > '~') return false;
    }
    return true;
}

bool mail_header(const char *name, const char *text, char *out, size_t size) {
    size_t used = (size_t)snprintf(out, size, "%s:", name);
    if (is_ascii(text)) {
        if (used < size) used += (size_t)snprintf(out + used, size - used, " %s\r\n", text);
        return used < size;
    }
    while (*text != '\0' && used < size) {
        char word[sodium_base64_ENCODED_LEN(WORD_BYTES, sodium_base64_VARIANT_ORIGINAL)];
        size_t length = strlen(text);
        if (length > WORD_BYTES) length = WORD_BYTES;
        while (length > 1 && ((unsigned char)text[length] & 0xC0) == 0x80) length--; /* whole characters */
        sodium_bin2base64(word, sizeof word, (const uint8_t *)text, length, sodium_base64_VARIANT_ORIGINAL);
        used += (size_t)snprintf(out + used, size - used, " =?UTF-8?B?%s?=\r\n", word);
        text += length;
    }
    return used < size;
}

typedef struct letter {
    char to[EMAIL_SIZE];
    char text[1024 + EMAIL_SIZE + MAIL_BODY_SIZE]; /* with its headers */
} letter;

static bool write_letter(letter *letter, const char *to, const char *subject, const char *text) {
    char line[600];
    snprintf(letter->to, sizeof letter->to, "%s", to);
    if (!mail_header("Subject", subject, line, sizeof line)) return false;
    int length = snprintf(letter->text, sizeof letter->text,
                          "To: %s\r\n%sMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                          "Content-Transfer-Encoding: 8bit\r\nAuto-Submitted: auto-generated\r\n\r\n%s\r\n",
                          letter->to, line, text);
    if (length < 0 || (size_t)length >= sizeof letter->text) return false;
    /* Such programs read lines as this system writes them. */
    char *end = letter->text;
    for (const char *from = letter->text; *from != '\0'; from++) {
        if (*from != '\r') *end++ = *from;
    }
    *end = '\0';
    return true;
}

/* ---- the thread ---- */

struct mailer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    char *words; /* the command, each word with a NUL behind it */
    char *arguments[MOST_WORDS + 1];
    letter waiting[MOST_WAITING]; /* a ring */
    size_t first, count;
    atomic_bool ending;
    /* On the loop alone: to whom, as keyed hashes, the last letters went. */
    uint8_t hash_key[crypto_shorthash_KEYBYTES];
    struct {
        uint64_t mailbox;
        int64_t at_ms; /* 0: none */
    } sent[MOST_SENT];
    size_t next_sent;
};

typedef struct program {
    pid_t id;
    int in, out; /* -1: closed */
    char said[OUTPUT_SIZE];
    size_t said_size;
} program;

static void close_end(int *descriptor) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

/* Mark every descriptor but the standard ones, so that no program inherits it. Ours are opened that way;
 * descriptors that the parent of the server left open may not be. */
static void keep_descriptors(void) {
    DIR *list = opendir("/proc/self/fd");
    for (const struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        int descriptor = (int)strtol(entry->d_name, NULL, 10);
        if (descriptor > STDERR_FILENO) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
    if (list != NULL) closedir(list);
}

/* Start it with a pipe to its input and one from its output, in a process group of its own, and nothing else
 * of ours. 0, or why not. */
static int spawn(const mailer *mailer, program *program, int in, int out) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        posix_spawnattr_setflags(&attributes,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        code = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
        if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
        keep_descriptors();
        if (code == 0)
            code = posix_spawnp(&program->id, mailer->arguments[0], &actions, &attributes, mailer->arguments,
                                environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

static int start(const mailer *mailer, program *program) {
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    *program = (struct program){.in = -1, .out = -1};
    if (pipe2(in, O_CLOEXEC) != 0) return errno;
    int code = pipe2(out, O_CLOEXEC) != 0 ? errno : spawn(mailer, program, in[0], out[1]);
    close_end(&in[0]);
    close_end(&out[1]);
    if (code != 0) {
        close_end(&in[1]);
        close_end(&out[0]);
        return code;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    program->in = in[1];
    program->out = out[0];
    return 0;
}

/* Write what it takes; its input is closed at the end, or where it does not want more. */
static void feed(program *program, const char **text) {
    ssize_t written = write(program->in, *text, strlen(*text));
    if (written > 0) *text += written;
    if (**text == '\0' || (written < 0 && errno != EAGAIN && errno != EINTR)) close_end(&program->in);
}

static void listen_to(program *program) {
    char some[512];
    ssize_t size = read(program->out, some, sizeof some);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) {
        close_end(&program->out);
        return;
    }
    size_t room = sizeof program->said - 1 - program->said_size;
    size_t taken = (size_t)size < room ? (size_t)size : room;
    memcpy(program->said + program->said_size, some, taken);
    program->said_size += taken;
}

static void serve_pipes(program *program, const char **text) {
    struct pollfd ends[] = {{.fd = program->in, .events = POLLOUT}, {.fd = program->out, .events = POLLIN}};
    if (poll(ends, 2, LOOK_MS) <= 0) return;
    if (ends[0].revents != 0) feed(program, text);
    if (ends[1].revents != 0) listen_to(program);
    /* One that has closed both does not make poll wait any more. */
    if (program->in < 0 && program->out < 0) poll(NULL, 0, LOOK_MS);
}

/* Until it has ended. False: it was killed, its time was over. */
static bool attend(const mailer *mailer, program *program, const char *text, int *status) {
    int64_t end_ms = server_now_ms() + LIMIT_MS;
    bool is_told = false;
    for (pid_t ended = 0; ended == 0;) {
        serve_pipes(program, &text);
        ended = waitpid(program->id, status, WNOHANG);
        if (ended < 0 && errno == EINTR) ended = 0;
        int64_t now_ms = server_now_ms();
        if (atomic_load(&mailer->ending) && !is_told) {
            is_told = true;
            if (end_ms > now_ms + STOP_MS) end_ms = now_ms + STOP_MS;
        }
        if (ended != 0 || now_ms < end_ms) continue;
        kill(-program->id, SIGKILL);
        while (waitpid(program->id, status, 0) < 0 && errno == EINTR) continue;
        return false;
    }
    if (program->out >= 0) listen_to(program); /* what it said at last */
    return true;
}

/* ---- the log ---- */

/* Replace what must not be in the log: the address, long numbers, and everything that is not plain text. */
static void clean(char *text, const char *to) {
    for (char *found; (found = strstr(text, to)) != NULL;) memset(found, '*', strlen(to));
    for (char *at = text; *at != '\0';) {
        size_t digits = strspn(at, "0123456789abcdefABCDEF");
        if (digits >= SECRET_DIGITS) memset(at, '*', digits);
        if (digits == 0 && !isprint((unsigned char)*at)) *at = ' ';
        at += digits > 0 ? digits : 1;
    }
}

static void log_failure(const char *why, char *said, const char *to) {
    clean(said, to);
    server_log(LOG_ERROR, "mail not sent", "why", why, "output", said, NULL);
}

static void send_letter(const mailer *mailer, const letter *letter) {
    program program;
    char why[120];
    int status = 0, code = start(mailer, &program);
    if (code != 0) {
        server_log(LOG_ERROR, "mail not sent", "why", strerror(code), NULL);
        return;
    }
    bool has_ended = attend(mailer, &program, letter->text, &status);
    close_end(&program.in);
    close_end(&program.out);
    program.said[program.said_size] = '\0';
    if (!has_ended) {
        log_failure(atomic_load(&mailer->ending) ? "the server stopped before the program had ended"
                                                 : "the program took too long and was killed",
                    program.said, letter->to);
    } else if (WIFSIGNALED(status)) {
        snprintf(why, sizeof why, "the program was ended by signal %d", WTERMSIG(status));
        log_failure(why, program.said, letter->to);
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(why, sizeof why, "the program ended with status %d", WEXITSTATUS(status));
        log_failure(why, program.said, letter->to);
    } else {
        server_log(LOG_INFO, "mail sent", NULL);
    }
}

static void *send_on(void *context) {
    mailer *mailer = context;
    letter letter;
    pthread_setname_np(pthread_self(), "mail");
    for (;;) {
        pthread_mutex_lock(&mailer->lock);
        while (mailer->count == 0 && !atomic_load(&mailer->ending))
            pthread_cond_wait(&mailer->work, &mailer->lock);
        bool ends = atomic_load(&mailer->ending);
        if (!ends) {
            struct letter *next = &mailer->waiting[mailer->first];
            letter = *next;
            sodium_memzero(next, sizeof *next);
            mailer->first = (mailer->first + 1) % MOST_WAITING;
            mailer->count--;
        }
        pthread_mutex_unlock(&mailer->lock);
        if (ends) return NULL;
        send_letter(mailer, &letter);
        sodium_memzero(&letter, sizeof letter);
    }
}

/* ---- on the loop ---- */

/* The words of the command; false with a sentence. */
static bool split(mailer *mailer, const char *command, tp_error *error) {
    size_t count = 0;
    char *rest = NULL;
    mailer->words = strdup(command);
    if (mailer->words == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
        return false;
    }
    for (char *word = strtok_r(mailer->words, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (count == MOST_WORDS) {
            tp_fail(error, TP_E_INPUT, TR("--mail has at most %d words"), MOST_WORDS);
            return false;
        }
        mailer->arguments[count++] = word;
    }
    if (count == 0) {
        tp_fail(error, TP_E_INPUT, TR("--mail names a program, such as \"/usr/sbin/sendmail -t\""));
        return false;
    }
    if (strchr(mailer->arguments[0], '/') != NULL && access(mailer->arguments[0], X_OK) != 0) {
        tp_fail(error, TP_E_INPUT, TR("the program of --mail, \"%s\", cannot be run: %s"),
                mailer->arguments[0], strerror(errno));
        return false;
    }
    return true;
}

mailer *mailer_new(const char *command, tp_error *error) {
    mailer *mailer = calloc(1, sizeof *mailer);
    if (mailer == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
        return NULL;
    }
    pthread_mutex_init(&mailer->lock, NULL);
    pthread_cond_init(&mailer->work, NULL);
    randombytes_buf(mailer->hash_key, sizeof mailer->hash_key);
    if (split(mailer, command, error)) {
        if (pthread_create(&mailer->thread, NULL, send_on, mailer) == 0) return mailer;
        tp_fail(error, TP_E_MEMORY, TR("the system cannot start a thread for mail"));
    }
    free(mailer->words);
    free(mailer);
    return NULL;
}

static uint64_t mailbox_of(const mailer *mailer, const char *to) {
    char plain[EMAIL_SIZE];
    size_t length = 0;
    const char *at = strrchr(to, '@'), *tag = strchr(to, '+');
    for (const char *from = to; *from != '\0' && length < sizeof plain - 1; from++) {
        if (tag != NULL && at != NULL && from == tag && tag < at && tag > to) from = at;
        plain[length++] = (char)tolower((unsigned char)*from);
    }
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "the hash fits");
    crypto_shorthash((unsigned char *)&hash, (const uint8_t *)plain, length, mailer->hash_key);
    return hash;
}

bool mailer_may(mailer *mailer, const char *to, int64_t now_ms) {
    uint64_t mailbox = mailbox_of(mailer, to);
    int count = 0;
    for (size_t i = 0; i < MOST_SENT; i++)
        count += mailer->sent[i].at_ms != 0 && now_ms - mailer->sent[i].at_ms < DAY_MS &&
                 mailer->sent[i].mailbox == mailbox;
    if (count >= MOST_TO_ONE) return false;
    mailer->sent[mailer->next_sent].mailbox = mailbox;
    mailer->sent[mailer->next_sent].at_ms = now_ms;
    mailer->next_sent = (mailer->next_sent + 1) % MOST_SENT;
    return true;
}

bool mailer_give(mailer *mailer, const char *to, const char *subject, const char *text) {
    bool is_taken = false;
    pthread_mutex_lock(&mailer->lock);
    if (mailer->count < MOST_WAITING) {
        letter *letter = &mailer->waiting[(mailer->first + mailer->count) % MOST_WAITING];
        is_taken = write_letter(letter, to, subject, text);
        if (is_taken) mailer->count++;
        pthread_cond_signal(&mailer->work);
    }
    pthread_mutex_unlock(&mailer->lock);
    return is_taken;
}

void mailer_free(mailer *mailer) {
    if (mailer == NULL) return;
    pthread_mutex_lock(&mailer->lock);
    atomic_store(&mailer->ending, true);
    pthread_cond_signal(&mailer->work);
    pthread_mutex_unlock(&mailer->lock);
    pthread_join(mailer->thread, NULL);
    pthread_mutex_destroy(&mailer->lock);
    pthread_cond_destroy(&mailer->work);
    sodium_memzero(mailer->waiting, sizeof mailer->waiting);
    free(mailer->words);
    free(mailer);
}
