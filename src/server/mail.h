/* Mail by a program of the system, such as `/usr/sbin/sendmail -t`: it gets each message on its standard
 * input.
 *
 * A thread of its own runs one program at a time, without a shell, for ten seconds at most. The queue has a
 * bound. What a program says goes to the log where it fails, without the address and without long numbers,
 * which could be tokens. */
#ifndef TAPETE_SERVER_MAIL_H
#define TAPETE_SERVER_MAIL_H

#include "tapete/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    EMAIL_SIZE = 255,      /* with its NUL */
    MAIL_BODY_SIZE = 2048, /* the same */
};

/* Whether a text is one plain address, name@example.org: ASCII, and nothing that means something in a header.
 * TP_OK, or a sentence. */
tp_err email_check(const char *text, tp_error *error);

typedef struct mailer mailer;

/* The command is split at spaces. NULL with a sentence. */
mailer *mailer_new(const char *command, tp_error *error);
/* Whether one more letter may go to this mailbox, which then counts: it gets MOST_TO_ONE in a day, however
 * many accounts name it, since nobody has shown that it is theirs. Upper case and "+tags" are the same
 * mailbox. */
enum { MOST_TO_ONE = 10 };
bool mailer_may(mailer *mailer, const char *to, int64_t now_ms);
/* Send this soon. `to` was checked; subject and text are UTF-8, the subject one line. False: too many wait.
 */
bool mailer_give(mailer *mailer, const char *to, const char *subject, const char *text);
/* What still waits is not sent; a program that runs has two seconds to end. NULL is fine. */
void mailer_free(mailer *mailer);

/* A header of this name with any text, in encoded words (RFC 2047) where it is not ASCII. False if it does
 * not fit. */
bool mail_header(const char *name, const char *text, char *out, size_t size);

#endif
