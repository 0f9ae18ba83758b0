/* SPDX-License-Identifier: MIT */
#include "tls/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct tls {
    int socket;
    SSL_CTX *context;
    SSL *ssl;
    BIO_METHOD *method;
    bool waits_to_read;
    char error[200];
};

// ---- the socket ------------------------------------------------------------------------------

// OpenSSL's own socket BIO raises SIGPIPE when the server has closed the connection.

static int bio_socket(BIO *bio)
{
    return ((const struct tls *)BIO_get_data(bio))->socket;
}

static bool must_retry(ssize_t size)
{
    return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static int write_bytes(BIO *bio, const char *bytes, int size)
{
    const ssize_t sent = send(bio_socket(bio), bytes, (size_t)size, MSG_NOSIGNAL);
    BIO_clear_retry_flags(bio);
    if (must_retry(sent))
        BIO_set_retry_write(bio);
    return (int)sent;
}

static int read_bytes(BIO *bio, char *bytes, int size)
{
    const ssize_t got = recv(bio_socket(bio), bytes, (size_t)size, 0);
    BIO_clear_retry_flags(bio);
    if (must_retry(got))
        BIO_set_retry_read(bio);
    return (int)got;
}

static long bio_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static bool attach_socket(struct tls *tls)
{
    tls->method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "socket");
    if (!tls->method || !BIO_meth_set_write(tls->method, write_bytes) ||
        !BIO_meth_set_read(tls->method, read_bytes) || !BIO_meth_set_ctrl(tls->method, bio_control))
        return false;
    BIO *bio = BIO_new(tls->method);
    if (!bio)
        return false;
    BIO_set_data(bio, tls);
    BIO_set_init(bio, 1);
    SSL_set_bio(tls->ssl, bio, bio);
    return true;
}

// ---- create and destroy ----------------------------------------------------------------------

static bool is_address(const char *host)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

/* The certificate must be for this host. */
static bool set_expected_host(SSL *ssl, const char *host)
{
    if (is_address(host))
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
    return SSL_set_tlsext_host_name(ssl, host) == 1 && SSL_set1_host(ssl, host) == 1;
}

static bool load_certificates(SSL_CTX *context, const char *ca_file)
{
    return ca_file ? SSL_CTX_load_verify_file(context, ca_file)
                   : SSL_CTX_set_default_verify_paths(context);
}

static bool init_openssl(struct tls *tls, const char *host, const char *ca_file)
{
    tls->context = SSL_CTX_new(TLS_client_method());
    if (!tls->context || !SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION) ||
        !load_certificates(tls->context, ca_file))
        return false;
    SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(tls->context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    tls->ssl = SSL_new(tls->context);
    if (!tls->ssl || !set_expected_host(tls->ssl, host) || !attach_socket(tls))
        return false;
    SSL_set_connect_state(tls->ssl);
    return true;
}

struct tls *tls_create(int socket, const char *host, const char *ca_file)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return NULL;
    tls->socket = socket;
    if (init_openssl(tls, host, ca_file))
        return tls;
    tls_destroy(tls);
    return NULL;
}

void tls_destroy(struct tls *tls)
{
    if (!tls)
        return;
    if (tls->ssl && SSL_is_init_finished(tls->ssl))
        SSL_shutdown(tls->ssl);
    SSL_free(tls->ssl);
    SSL_CTX_free(tls->context);
    BIO_meth_free(tls->method);
    ERR_clear_error();
    free(tls);
}

// ---- send and receive ------------------------------------------------------------------------

static void save_error(struct tls *tls)
{
    const long verified = SSL_get_verify_result(tls->ssl);
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    if (verified != X509_V_OK)
        snprintf(tls->error, sizeof tls->error, "its certificate is not trusted: %s",
                 X509_verify_cert_error_string(verified));
    else
        snprintf(tls->error, sizeof tls->error, "TLS error: %s",
                 reason ? reason : "the server closed the connection");
}

/* The result when nothing was read or written: 0 or -1, with errno. */
static ssize_t map_error(struct tls *tls, int result)
{
    const int saved = errno;
    const int kind = SSL_get_error(tls->ssl, result);
    const bool cut_off = kind == SSL_ERROR_SSL &&
                         ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
    tls->waits_to_read = kind == SSL_ERROR_WANT_READ;
    if (kind == SSL_ERROR_ZERO_RETURN || (cut_off && SSL_is_init_finished(tls->ssl)))
        return 0;
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) {
        errno = EAGAIN;
        return -1;
    }
    save_error(tls);
    errno = kind == SSL_ERROR_SYSCALL && saved ? saved : EPROTO;
    return -1;
}

ssize_t tls_send(struct tls *tls, const void *bytes, size_t size)
{
    ERR_clear_error();
    errno = 0;
    const int sent = SSL_write(tls->ssl, bytes, size < INT_MAX ? (int)size : INT_MAX);
    return sent > 0 ? sent : map_error(tls, sent);
}

/* Returns everything OpenSSL has read, because those bytes no longer make the socket readable. */
ssize_t tls_receive(struct tls *tls, void *bytes, size_t size)
{
    size_t got = 0;
    ERR_clear_error();
    errno = 0;
    while (got < size) {
        const size_t room = size - got;
        const int more =
            SSL_read(tls->ssl, (char *)bytes + got, room < INT_MAX ? (int)room : INT_MAX);
        if (more <= 0)
            return got ? (ssize_t)got : map_error(tls, more);
        got += (size_t)more;
    }
    return (ssize_t)got;
}

bool tls_waits_to_read(const struct tls *tls)
{
    return tls->waits_to_read;
}

const char *tls_error(const struct tls *tls)
{
    return tls->error;
}
