/* The e-mail address of an account, which is optional, and one-time links by mail (email.c, forgot.c). */
#ifndef TAPETE_SERVER_EMAIL_H
#define TAPETE_SERVER_EMAIL_H

#include "server/mail.h"
#include "server/requests.h"

/* On a thread of the store: the address of a person, "" if there is none; and another one ("": none),
 * which makes links that were sent void. */
tp_err email_read(store *store, const char *person, char out[EMAIL_SIZE], tp_error *error);
tp_err email_write(store *store, const char *person, const char *email, tp_error *error);

/* Requests: each is answered and freed. */
void email_show(request *request);
void account_email(request *request); /* accounts.c: it needs the password */
void account_forgot(request *request);

#endif
