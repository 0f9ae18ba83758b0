/* SPDX-License-Identifier: MIT */
/* A connection to a server of NATS that has accepted us, with or without TLS. Belongs to one thread
 * at a time. */
#ifndef BUS_NATS_STREAM_H
#define BUS_NATS_STREAM_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buffer.h"
#include "bus/nats_url.h"

struct tls;

struct nats_stream {
    int socket;          /* -1: none */
    struct tls *tls;     /* NULL: not encrypted */
    struct buffer input; /* what has come and is not parsed yet */
};

/* Like send() and recv() on a socket that does not block. */
ssize_t nats_stream_send(struct nats_stream *stream, const void *bytes, size_t size);
ssize_t nats_stream_receive(struct nats_stream *stream, void *bytes, size_t size);
void nats_stream_close(struct nats_stream *stream); /* closing it again is harmless */

struct nats_dial {
    const struct nats_server *server;
    bool secure;
    const char *credentials, *ca_file; /* NULL: none; the system's */
    const atomic_bool *stopping;       /* it gives up when this becomes true */
};

/* Connects, encrypts and logs in, which takes some seconds at most. On failure `why` gets the error
 * message. */
RK_MUST_USE rk_err nats_stream_open(const struct nats_dial *dial, struct nats_stream *out,
                                    char *why, size_t why_size);

#endif
