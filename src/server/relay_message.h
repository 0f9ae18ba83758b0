/* SPDX-License-Identifier: MIT */
/* The messages between the node of a client and the node that executes its commands; see
 * relay.h. */
#ifndef SERVER_RELAY_MESSAGE_H
#define SERVER_RELAY_MESSAGE_H

#include "accounts/identity.h"
#include "base/buffer.h"
#include "core/transport.h"
#include "rookery/err.h"

enum relay_kind {
    /* From the node that has the client. */
    RELAY_GREET,   /* a WebSocket was opened: asks for the challenges of the caller */
    RELAY_OPEN,    /* a WebSocket whose commands follow */
    RELAY_COMMAND, /* one of them, as the client sent it */
    RELAY_REQUEST, /* an HTTP request */
    RELAY_GONE,    /* the client is gone */
    /* To the node that has the client. */
    RELAY_FRAME,    /* for the client: a WebSocket message, or a chunk of a stream */
    RELAY_RESPONSE, /* to the request; for a stream, frames follow */
    RELAY_CLOSE,    /* the stream has ended, or no more commands are executed */
    RELAY_KIND_COUNT
};

struct relay_message {
    enum relay_kind kind;
    uint64_t client;          /* chosen by the node that has the client */
    struct caller caller;     /* GREET, OPEN, REQUEST: as that node has verified it */
    const char *address;      /* GREET, OPEN: of the client */
    struct request request;   /* REQUEST; without credentials, which only that node needs */
    struct response response; /* RESPONSE */
    const char *bytes;        /* COMMAND, FRAME, CLOSE: why, for people */
    size_t size;
};

void relay_message_write(const struct relay_message *message, struct buffer *out);
/* Texts and bytes point into those that are read; texts, and the bytes of CLOSE, end with a NUL.
 * RK_BAD_RECORD: of another version, or not such a message. */
RK_MUST_USE rk_err relay_message_parse(const void *bytes, size_t size, struct relay_message *out);

#endif
