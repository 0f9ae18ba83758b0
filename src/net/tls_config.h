/* SPDX-License-Identifier: MIT */
/* The certificate and key of the TLS listener. Loading a new pair leaves open connections as they
 * are; a pair that is refused leaves the old one in place. */
#ifndef NET_TLS_CONFIG_H
#define NET_TLS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct tls_config;
struct ssl_st;

/* `certificate` is a PEM file with the server's certificate, then those that lead to the root;
 * `key` one with its private key, without a passphrase. On failure `why` names the file and the
 * reason. */
RK_MUST_USE rk_err tls_config_create(const char *certificate, const char *key,
                                     struct tls_config **out, char *why, size_t why_size);
void tls_config_destroy(struct tls_config *config); /* NULL is allowed */

/* Loads the files again. On failure nothing changes. */
RK_MUST_USE rk_err tls_config_reload(struct tls_config *config, char *why, size_t why_size);

/* In how many days the certificate expires; negative if it has expired. */
int tls_config_days_left(const struct tls_config *config);

/* A new server side of a connection; the caller frees it with SSL_free(). NULL: no memory. */
struct ssl_st *tls_config_accept(const struct tls_config *config);

#endif
