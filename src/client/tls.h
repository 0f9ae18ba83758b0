/* SPDX-License-Identifier: MIT */
/* TLS over a socket that does not wait. The server must have a certificate for its
 * name that this machine trusts. */
#ifndef CLIENT_TLS_H
#define CLIENT_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct tls;

/* Speaks over the socket, which stays the caller's and outlives it, with the machine of
 * that name or address. NULL if there is no memory. The caller owns it. */
struct tls *tls_create(int socket, const char *host);
void tls_destroy(struct tls *tls); /* NULL is allowed; takes leave if the socket lets it */

/* As send() and recv(), but a receipt takes all that is there: 0 is the end, -1 with
 * EAGAIN is for when the socket is ready again, with EPROTO for tls_why(). */
ssize_t tls_send(struct tls *tls, const void *bytes, size_t size);
ssize_t tls_receive(struct tls *tls, void *bytes, size_t size);

/* After EAGAIN: it is what the server says that is waited for, whatever was wanted. */
bool tls_waits_to_read(const struct tls *tls);
const char *tls_why(const struct tls *tls); /* what went wrong, in words */

#endif
