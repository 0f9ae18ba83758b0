/* SPDX-License-Identifier: MIT */
/* Writes a transaction to the store. When it is on disk its events are applied to the game, the
 * command is answered and the watchers get the events, in this order. */
#ifndef ROUNDS_COMMIT_H
#define ROUNDS_COMMIT_H

#include "rounds/transaction.h"

/* Who gets a reply when the transaction is on disk, and which. All zeros: nobody. */
struct completion {
    const char *request; /* idempotency key for the journal; NULL: none */
    reply_callback *callback;
    void *context;
    enum refusal refusal; /* NOT_REFUSED: the command is done */
    const char *why;      /* static storage */
};

void commit_start(struct transaction *transaction, const struct completion *completion);

#endif
