/* SPDX-License-Identifier: MIT */
/* Sends mail over SMTP, on a thread of its own. */
#ifndef NET_MAILER_H
#define NET_MAILER_H

#include <stdbool.h>

#include "base/log.h"
#include "core/environment.h"

/* How to reach the mail server. Strings are borrowed as long as the mailer lives. */
struct mailer_options {
    const char *url;             /* "smtps://mail.example.org", "smtp://127.0.0.1:2525" */
    const char *user, *password; /* NULL: do not log in */
    const char *from;            /* the sender's address */
    const char *ca_file;         /* certificates that are trusted; NULL: those of the system */
    const struct log *log;
};

struct mailer;

/* What is wrong with a message, which is then not sent (static storage); NULL: nothing. An address
 * or a subject with a line break would let its author add headers. */
const char *mail_fault(const struct mail *mail);

/* Whether a mail server is on this machine, so that it need not offer TLS. */
bool mail_url_is_local(const char *url);

/* A worker thread calls `wake` when there is something to collect. NULL when out of memory or
 * threads. */
struct mailer *mailer_create(const struct mailer_options *options, void (*wake)(void *context),
                             void *context);
void mailer_destroy(struct mailer *mailer); /* gives up what is not sent yet; NULL is allowed */

/* False: the message is not acceptable, or too many are waiting. */
bool mailer_send(struct mailer *mailer, const struct mail *mail);
void mailer_collect(struct mailer *mailer); /* logs what failed */
void mailer_finish(struct mailer *mailer);  /* gives up what is not sent yet, and waits */

#endif
