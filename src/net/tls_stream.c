/* SPDX-License-Identifier: MIT */
#include "net/tls_stream.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

struct tls_stream {
    SSL *ssl;
    BIO_METHOD *method;
    struct write_queue *output;
    struct buffer input; /* encrypted, not read by OpenSSL yet; an empty one owns no memory */
    size_t input_used;
    bool is_open, is_closed;
};

// ---- OpenSSL's view of the connection --------------------------------------------------------

static int write_encrypted(BIO *bio, const char *bytes, int size)
{
    struct tls_stream *stream = BIO_get_data(bio);
    struct shared_buffer *frame = shared_buffer_create(bytes, (size_t)size);
    const bool added = frame && write_queue_add(stream->output, "", 0, frame, false);
    shared_buffer_unref(frame);
    BIO_clear_retry_flags(bio);
    return added ? size : -1;
}

static int read_encrypted(BIO *bio, char *out, int size)
{
    struct tls_stream *stream = BIO_get_data(bio);
    const size_t left = stream->input.size - stream->input_used;
    const size_t taken = left < (size_t)size ? left : (size_t)size;
    BIO_clear_retry_flags(bio);
    if (!taken) {
        BIO_set_retry_read(bio);
        return -1;
    }
    memcpy(out, stream->input.bytes + stream->input_used, taken);
    stream->input_used += taken;
    if (stream->input_used == stream->input.size) {
        buffer_fini(&stream->input);
        stream->input_used = 0;
    }
    return (int)taken;
}

static long control_bio(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static bool attach_bio(struct tls_stream *stream)
{
    stream->method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "connection");
    if (!stream->method || !BIO_meth_set_write(stream->method, write_encrypted) ||
        !BIO_meth_set_read(stream->method, read_encrypted) ||
        !BIO_meth_set_ctrl(stream->method, control_bio))
        return false;
    BIO *bio = BIO_new(stream->method);
    if (!bio)
        return false;
    BIO_set_data(bio, stream);
    BIO_set_init(bio, 1);
    SSL_set_bio(stream->ssl, bio, bio);
    return true;
}

struct tls_stream *tls_stream_create(const struct tls_config *config, struct write_queue *output)
{
    struct tls_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->output = output;
    stream->ssl = tls_config_accept(config);
    if (stream->ssl && attach_bio(stream))
        return stream;
    tls_stream_destroy(stream);
    return NULL;
}

void tls_stream_destroy(struct tls_stream *stream)
{
    if (!stream)
        return;
    SSL_free(stream->ssl);
    BIO_meth_free(stream->method);
    buffer_fini(&stream->input);
    free(stream);
}

// ---- using it --------------------------------------------------------------------------------

bool tls_stream_receive(struct tls_stream *stream, const char *bytes, size_t size)
{
    buffer_add(&stream->input, bytes, size);
    return !stream->input.failed;
}

size_t tls_stream_unread(const struct tls_stream *stream)
{
    return stream->input.size - stream->input_used;
}

/* Errors are per thread: one that is left there would be taken for the next connection's. */
static enum tls_result translate_result(const struct tls_stream *stream, int result)
{
    const int error = SSL_get_error(stream->ssl, result);
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ)
        return TLS_WAITS;
    return error == SSL_ERROR_ZERO_RETURN ? TLS_CLOSED : TLS_FAILED;
}

enum tls_result tls_stream_handshake(struct tls_stream *stream)
{
    const int result = SSL_do_handshake(stream->ssl);
    stream->is_open = result == 1;
    return stream->is_open ? TLS_OK : translate_result(stream, result);
}

bool tls_stream_is_open(const struct tls_stream *stream)
{
    return stream->is_open;
}

enum tls_result tls_stream_read(struct tls_stream *stream, char *out, size_t size, size_t *got)
{
    const int result = SSL_read_ex(stream->ssl, out, size, got);
    return result == 1 ? TLS_OK : translate_result(stream, result);
}

bool tls_stream_write(struct tls_stream *stream, const char *bytes, size_t size)
{
    for (size_t written; size; bytes += written, size -= written)
        if (SSL_write_ex(stream->ssl, bytes, size, &written) != 1) {
            ERR_clear_error();
            return false;
        }
    return true;
}

void tls_stream_close(struct tls_stream *stream)
{
    if (!stream->is_closed && stream->is_open)
        SSL_shutdown(stream->ssl);
    ERR_clear_error();
    stream->is_closed = true;
}
