/* SPDX-License-Identifier: MIT */
/* The addresses of a NATS: "nats://[USER[:PASSWORD]@]HOST[:PORT]", with commas between several.
 * With tls:// instead of nats:// connections are encrypted. */
#ifndef BUS_NATS_URL_H
#define BUS_NATS_URL_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/err.h"

enum { NATS_SERVERS_MAX = 16, NATS_URL_MAX = 1023 };

struct nats_url {
    char text[NATS_URL_MAX + 1]; /* the servers point into it */
    const char *servers[NATS_SERVERS_MAX];
    int count;
    bool secure;
};

/* On failure `why` gets the error message, without passwords. */
RK_MUST_USE rk_err nats_url_parse(const char *text, struct nats_url *out, char *why,
                                  size_t why_size);

/* One of the servers. */
struct nats_server {
    char host[NATS_URL_MAX + 1];
    char port[8];
    char user[NATS_URL_MAX + 1];     /* without a password, a token; "": none */
    char password[NATS_URL_MAX + 1]; /* "": none */
};
void nats_url_get_server(const struct nats_url *url, int index, struct nats_server *out);

/* Writes the addresses without names and passwords, for the log. */
void nats_url_write(const struct nats_url *url, char *out, size_t size);

#endif
