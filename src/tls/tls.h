/* SPDX-License-Identifier: MIT */
/* TLS over a non-blocking socket, as a client. The server needs a certificate for its name that
 * this machine trusts. */
#ifndef TLS_TLS_H
#define TLS_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct tls;

/* Starts TLS with the host of this name or address. `ca_file` has the certificates (PEM) to check
 * the server's with; NULL: the system's. The socket remains the caller's and must outlive it. NULL
 * if memory runs out, or the file cannot be used. The caller owns the result. */
struct tls *tls_create(int socket, const char *host, const char *ca_file);
void tls_destroy(
    struct tls *tls); /* NULL is allowed; sends close_notify if the socket accepts it */

/* Like send() and recv(), but receiving returns everything available. 0 is the end. After -1 with
 * EAGAIN, try again when the socket is ready; after -1 with EPROTO, see tls_error(). */
ssize_t tls_send(struct tls *tls, const void *bytes, size_t size);
ssize_t tls_receive(struct tls *tls, void *bytes, size_t size);

/* After EAGAIN: wait until the socket is readable, even if you called tls_send(). */
bool tls_waits_to_read(const struct tls *tls);
const char *tls_error(const struct tls *tls); /* what went wrong, in words */

#endif
