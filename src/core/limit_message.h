/* SPDX-License-Identifier: MIT */
/* Messages between nodes about the rate limits they share; see limits.h. */
#ifndef CORE_LIMIT_MESSAGE_H
#define CORE_LIMIT_MESSAGE_H

#include "base/buffer.h"
#include "rookery/err.h"

enum { LIMIT_CLIENT_MAX = 50, LIMIT_KEY_MAX = 31 };

/* Tokens that a client has taken on another node. */
struct limit_message {
    char key[LIMIT_KEY_MAX + 1];       /* of limits.def: programs of two versions may number them
                                          differently */
    char client[LIMIT_CLIENT_MAX + 1]; /* an account's id, or the key of an address */
    unsigned cost;
};

void limit_message_write(const struct limit_message *message, struct buffer *out);
/* RK_BAD_RECORD: of another version, or damaged. */
RK_MUST_USE rk_err limit_message_parse(const void *bytes, size_t size, struct limit_message *out);

#endif
