/* SPDX-License-Identifier: MIT */
/* All sockets that accept connections, and who gets one: caps per address and in total. */
#ifndef NET_LISTENERS_H
#define NET_LISTENERS_H

#include "net/activation.h"
#include "net/certificate_watch.h"
#include "net/connection.h"
#include "net/listener.h"

/* Strings may be NULL or "", except `listen`. */
struct listeners_options {
    const char *listen;
    const char *redirect_listen;           /* plain HTTP that redirects to HTTPS */
    const char *tls_certificate, *tls_key; /* both or none */
    const char *public_url;                /* where to redirect to */
    const struct activation *activation;   /* sockets to use instead of `listen`; may be NULL */
    unsigned connections_max;              /* 0: limited by the number of open files */
    unsigned connections_per_address;      /* 0: a quarter of them, 1000 at most */
    bool unlimited;                        /* no cap per address */
};

/* A warning that would fill the log under attack. */
struct repeated_warning {
    int64_t next_at;
    unsigned left_out;
};

struct listeners {
    struct listener items[ACTIVATED_MAX];
    size_t count;
    struct connections *connections;
    struct tls_config *tls; /* NULL: plain HTTP */
    struct certificate_watch watch;
    size_t connections_max;
    bool is_ready;
    unsigned accepted; /* connections in this iteration of the loop */
    struct repeated_warning full, evicted, crowded, failed;
};

/* Checks the addresses and the certificate, and opens no socket. On failure `why` gets the error
 * message. */
RK_MUST_USE rk_err listeners_check(const struct listeners_options *options, char *why,
                                   size_t why_size);

/* On failure `why` gets the error message; call listeners_fini() anyway. */
RK_MUST_USE rk_err listeners_open(struct listeners *listeners, uv_loop_t *loop,
                                  struct connections *connections,
                                  const struct listeners_options *options, char *why,
                                  size_t why_size);
void listeners_set_ready(struct listeners *listeners);
/* Call it once in each iteration: accepts what had to wait. */
void listeners_resume(struct listeners *listeners);
bool listeners_are_busy(const struct listeners *listeners); /* do not sleep yet */
/* Accepts no more. Sockets of the service manager stay open: connections wait there. */
void listeners_close(struct listeners *listeners);
void listeners_fini(struct listeners *listeners); /* after the loop has closed the handles */

const char *listeners_address(const struct listeners *listeners); /* of the first */
/* The address of the first listener that only redirects to HTTPS; NULL if there is none. */
const char *listeners_redirect_address(const struct listeners *listeners);

#endif
