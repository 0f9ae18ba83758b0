/* SPDX-License-Identifier: MIT */
/* How a client of NATS introduces itself: what the server says about itself (INFO), and the answer
 * with the name and password, the token, or the signature of the server's nonce. */
#ifndef BUS_NATS_LOGIN_H
#define BUS_NATS_LOGIN_H

#include "base/buffer.h"
#include "bus/nats_url.h"

enum { NATS_NONCE_MAX = 127 };

struct nats_info {
    bool wants_tls;
    char nonce[NATS_NONCE_MAX + 1]; /* "": none */
};

/* Reads what is needed from the JSON of INFO. */
void nats_info_parse(const char *json, size_t size, struct nats_info *out);

struct nats_login {
    const struct nats_server *server;
    const char *credentials; /* a file with a user's JWT and key; NULL: none */
    const char *nonce;       /* of the server */
    bool secure;             /* the connection is encrypted */
};

/* Appends the line CONNECT. On failure `why` gets the error message. */
RK_MUST_USE rk_err nats_login_write(const struct nats_login *login, struct buffer *out, char *why,
                                    size_t why_size);

/* Signs a nonce with the key of a user: the seed of an Ed25519 key in base 32, "SU...". The result
 * is in base 64 for URLs. */
enum { NATS_SIGNATURE_SIZE = 87 };
RK_MUST_USE rk_err nats_sign(const char *seed, size_t seed_size, const char *nonce,
                             char out[NATS_SIGNATURE_SIZE]);

#endif
