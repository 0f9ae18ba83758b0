/* SPDX-License-Identifier: MIT */
/* TLS on one connection, without I/O of its own: encrypted bytes that arrived go in, plaintext
 * comes out, and the other way round. Nothing here blocks. */
#ifndef NET_TLS_STREAM_H
#define NET_TLS_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "net/tls_config.h"
#include "net/write_queue.h"

struct tls_stream;

enum tls_result {
    TLS_OK,
    TLS_WAITS, /* for more input */
    TLS_CLOSED,
    TLS_FAILED /* an alert for the client may be queued */
};

/* What is encrypted is added to `output`. NULL when out of memory. */
struct tls_stream *tls_stream_create(const struct tls_config *config, struct write_queue *output);
void tls_stream_destroy(struct tls_stream *stream); /* NULL is allowed */

/* Keeps encrypted bytes that arrived. False when out of memory. */
bool tls_stream_receive(struct tls_stream *stream, const char *bytes, size_t size);

size_t tls_stream_unread(const struct tls_stream *stream);

/* Continues the handshake; TLS_OK once it is complete. */
enum tls_result tls_stream_handshake(struct tls_stream *stream);
bool tls_stream_is_open(const struct tls_stream *stream); /* the handshake is complete */

/* Decrypts up to `size` bytes; TLS_OK sets `got`. */
enum tls_result tls_stream_read(struct tls_stream *stream, char *out, size_t size, size_t *got);
/* Encrypts all of it. False: the connection is broken. */
bool tls_stream_write(struct tls_stream *stream, const char *bytes, size_t size);
/* Queues close_notify, once. */
void tls_stream_close(struct tls_stream *stream);

#endif
