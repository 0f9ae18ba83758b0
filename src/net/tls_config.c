/* SPDX-License-Identifier: MIT */
#include "net/tls_config.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

struct tls_config {
    char certificate[PATH_SIZE], key[PATH_SIZE];
    SSL_CTX *context;
};

// ---- one pair --------------------------------------------------------------------------------

/* OpenSSL would ask for a passphrase at the terminal. */
static int refuse_passphrase(char *out, int size, int writing, void *context)
{
    (void)out, (void)size, (void)writing, (void)context;
    return -1;
}

/* Only HTTP/1.1 is spoken here. A client that asks for something else gets an alert, not garbage.
 */
static int select_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_size,
                           const unsigned char *offered, unsigned size, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)ssl, (void)context;
    if (SSL_select_next_proto(&chosen, out_size, ours, sizeof ours - 1, offered, size) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

/* Resumption is by session tickets, so the server keeps no state for it. */
static bool configure_context(SSL_CTX *context)
{
    static const unsigned char name[] = "rookery";
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_default_passwd_cb(context, refuse_passphrase);
    SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
           SSL_CTX_set_session_id_context(context, name, sizeof name - 1) &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
}

/* The first error is the cause; the last one often names only the module that passed it on. */
static const char *describe_error(void)
{
    const unsigned long first = ERR_peek_error(), last = ERR_peek_last_error();
    if (ERR_SYSTEM_ERROR(first))
        return strerror(ERR_GET_REASON(first));
    if (ERR_GET_REASON(last) == ERR_R_PEM_LIB)
        return "it is not in PEM format, or it has a passphrase";
    const char *reason = ERR_reason_error_string(last);
    return reason ? reason : "unknown error";
}

static rk_err report_error(const char *what, const char *path, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s %s: %s", what, path, describe_error());
    ERR_clear_error();
    return RK_CANNOT_OPEN;
}

static rk_err load_pair(const struct tls_config *config, SSL_CTX *context, char *why,
                        size_t why_size)
{
    if (SSL_CTX_use_certificate_chain_file(context, config->certificate) != 1)
        return report_error("cannot use the certificate", config->certificate, why, why_size);
    if (SSL_CTX_use_PrivateKey_file(context, config->key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(context) != 1)
        return report_error("cannot use the key", config->key, why, why_size);
    return RK_OK;
}

static rk_err create_context(const struct tls_config *config, SSL_CTX **out, char *why,
                             size_t why_size)
{
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context || !configure_context(context)) {
        SSL_CTX_free(context);
        snprintf(why, why_size, "cannot set up TLS: out of memory");
        return RK_NO_MEMORY;
    }
    const rk_err err = load_pair(config, context, why, why_size);
    if (err)
        SSL_CTX_free(context);
    else
        *out = context;
    return err;
}

// ---- the current pair ------------------------------------------------------------------------

rk_err tls_config_reload(struct tls_config *config, char *why, size_t why_size)
{
    SSL_CTX *context;
    const rk_err err = create_context(config, &context, why, why_size);
    if (err)
        return err;
    SSL_CTX_free(config->context);
    config->context = context;
    return RK_OK;
}

rk_err tls_config_create(const char *certificate, const char *key, struct tls_config **out,
                         char *why, size_t why_size)
{
    struct tls_config *config = calloc(1, sizeof *config);
    if (!config) {
        snprintf(why, why_size, "out of memory");
        return RK_NO_MEMORY;
    }
    snprintf(config->certificate, sizeof config->certificate, "%s", certificate);
    snprintf(config->key, sizeof config->key, "%s", key);
    const rk_err err = tls_config_reload(config, why, why_size);
    if (err)
        tls_config_destroy(config);
    else
        *out = config;
    return err;
}

void tls_config_destroy(struct tls_config *config)
{
    if (!config)
        return;
    SSL_CTX_free(config->context);
    free(config);
}

int tls_config_days_left(const struct tls_config *config)
{
    int days = 0, seconds = 0;
    const X509 *certificate = SSL_CTX_get0_certificate(config->context);
    if (!ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate)))
        return 0;
    return days > 0 || seconds >= 0 ? days : days - 1;
}

SSL *tls_config_accept(const struct tls_config *config)
{
    SSL *ssl = SSL_new(config->context);
    if (ssl)
        SSL_set_accept_state(ssl);
    return ssl;
}
