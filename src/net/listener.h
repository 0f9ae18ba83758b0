/* SPDX-License-Identifier: MIT */
/* A socket that accepts connections: one we bind, or one that the service manager passed on. */
#ifndef NET_LISTENER_H
#define NET_LISTENER_H

#include <stdbool.h>
#include <uv.h>

#include "core/transport.h"
#include "rookery/err.h"

struct listener {
    uv_tcp_t tcp; /* its `data` is the owner's */
    bool is_open;
    bool redirects;   /* only redirects to HTTPS */
    bool has_waiting; /* a connection waits to be accepted until the server is ready */
    char address[ADDRESS_SIZE + 16]; /* the bound one: "127.0.0.1:41873" */
};

enum { NO_FILE = -1 };

struct listener_options {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0", "localhost:8080"; ":8080": all addresses */
    int file;           /* an open socket to use instead, unless it is NO_FILE */
    bool redirects;
    uv_connection_cb on_connection;
    void *data;
};

/* Whether it is written as the `listen` below should be. */
bool listener_accepts(const char *listen);

/* On failure `why` gets the error message. */
RK_MUST_USE rk_err listener_open(struct listener *listener, uv_loop_t *loop,
                                 const struct listener_options *options, char *why,
                                 size_t why_size);
void listener_close(struct listener *listener);
unsigned listener_port(const struct listener *listener);

#endif
