/* SPDX-License-Identifier: MIT */
#include "bus/nats_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "bus/nats_login.h"
#include "bus/nats_protocol.h"
#include "tls/tls.h"

enum { OPEN_MS = 2000, STEP_MS = 50, READ_SIZE = 4096 };

/* A connection that is being opened. */
struct opening {
    const struct nats_dial *dial;
    struct nats_stream *stream;
    int64_t deadline;
    char *why;
    size_t why_size;
};

ssize_t nats_stream_send(struct nats_stream *stream, const void *bytes, size_t size)
{
    return stream->tls ? tls_send(stream->tls, bytes, size)
                       : send(stream->socket, bytes, size, MSG_NOSIGNAL);
}

ssize_t nats_stream_receive(struct nats_stream *stream, void *bytes, size_t size)
{
    return stream->tls ? tls_receive(stream->tls, bytes, size)
                       : recv(stream->socket, bytes, size, 0);
}

void nats_stream_close(struct nats_stream *stream)
{
    tls_destroy(stream->tls);
    if (stream->socket >= 0)
        close(stream->socket);
    buffer_fini(&stream->input);
    *stream = (struct nats_stream){.socket = -1};
}

// ---- waiting ---------------------------------------------------------------------------------

static rk_err refuse(const struct opening *opening, const char *why)
{
    snprintf(opening->why, opening->why_size, "%s", why);
    return RK_CANNOT_OPEN;
}

/* Returns when the socket is ready; in short steps, because the program may stop. */
static rk_err wait_for(const struct opening *opening, short events)
{
    struct pollfd entry = {.fd = opening->stream->socket, .events = events};
    while (monotonic_ms() < opening->deadline && !atomic_load(opening->dial->stopping))
        if (poll(&entry, 1, STEP_MS) > 0)
            return RK_OK;
    return refuse(opening, "no answer");
}

static bool must_wait(ssize_t result)
{
    return result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static rk_err refuse_stream(const struct opening *opening, ssize_t result)
{
    const struct nats_stream *stream = opening->stream;
    const bool is_tls_error = result < 0 && errno == EPROTO && stream->tls;
    return refuse(opening, is_tls_error ? tls_error(stream->tls)
                           : result < 0 ? strerror(errno)
                                        : "the connection was closed");
}

static rk_err send_all(const struct opening *opening, const struct buffer *bytes)
{
    for (size_t at = 0; at < bytes->size;) {
        struct nats_stream *stream = opening->stream;
        const ssize_t sent = nats_stream_send(stream, bytes->bytes + at, bytes->size - at);
        if (sent < 0 && !must_wait(sent))
            return refuse_stream(opening, sent);
        const bool reads = stream->tls && tls_waits_to_read(stream->tls);
        if (sent < 0 && wait_for(opening, reads ? POLLIN : POLLOUT))
            return RK_CANNOT_OPEN;
        at += sent > 0 ? (size_t)sent : 0;
    }
    return RK_OK;
}

static rk_err receive_more(const struct opening *opening)
{
    struct buffer *input = &opening->stream->input;
    if (!buffer_reserve(input, READ_SIZE))
        return refuse(opening, rk_err_text(RK_NO_MEMORY));
    for (;;) {
        const ssize_t got =
            nats_stream_receive(opening->stream, input->bytes + input->size, READ_SIZE);
        if (got > 0) {
            input->size += (size_t)got;
            return RK_OK;
        }
        if (!must_wait(got))
            return refuse_stream(opening, got);
        if (wait_for(opening, POLLIN))
            return RK_CANNOT_OPEN;
    }
}

// ---- connecting ------------------------------------------------------------------------------

static rk_err connect_to(const struct opening *opening, const struct addrinfo *address)
{
    const int yes = 1;
    int error = 0;
    socklen_t size = sizeof error;
    const int fd = socket(address->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return refuse(opening, strerror(errno));
    opening->stream->socket = fd;
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!connect(fd, address->ai_addr, address->ai_addrlen))
        return RK_OK;
    if (errno != EINPROGRESS)
        return refuse(opening, strerror(errno));
    if (wait_for(opening, POLLOUT))
        return RK_CANNOT_OPEN;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) || error)
        return refuse(opening, strerror(error ? error : errno));
    return RK_OK;
}

static rk_err connect_stream(const struct opening *opening)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    const struct nats_server *server = opening->dial->server;
    const int code = getaddrinfo(server->host, server->port, &hints, &found);
    if (code)
        return refuse(opening, gai_strerror(code));
    rk_err err = refuse(opening, "it has no address");
    for (const struct addrinfo *one = found; one && err; one = one->ai_next) {
        nats_stream_close(opening->stream);
        err = connect_to(opening, one);
    }
    freeaddrinfo(found);
    return err;
}

// ---- logging in ------------------------------------------------------------------------------

/* Receives until something of that kind has come, which the input then points to. */
static rk_err expect(const struct opening *opening, enum nats_kind kind, struct nats_input *out,
                     size_t *used)
{
    struct buffer *input = &opening->stream->input;
    for (;;) {
        if (nats_parse(input->bytes, input->size, out, used))
            return refuse(opening, "the server does not speak the protocol of NATS");
        if (*used && out->kind == kind)
            return RK_OK;
        if (*used && out->kind == NATS_ERROR) {
            snprintf(opening->why, opening->why_size, "%.*s", (int)out->text_size, out->text);
            return RK_CANNOT_OPEN;
        }
        if (*used) {
            memmove(input->bytes, input->bytes + *used, input->size - *used);
            input->size -= *used;
        } else if (receive_more(opening)) {
            return RK_CANNOT_OPEN;
        }
    }
}

static rk_err expect_info(const struct opening *opening, struct nats_info *out)
{
    struct nats_input input;
    size_t used;
    const rk_err err = expect(opening, NATS_INFO, &input, &used);
    if (err)
        return err;
    nats_info_parse(input.text, input.text_size, out);
    opening->stream->input.size = 0; // nothing comes before we have answered
    return RK_OK;
}

static rk_err encrypt(const struct opening *opening, const struct nats_info *info)
{
    const struct nats_dial *dial = opening->dial;
    if (!info->wants_tls)
        return dial->secure ? refuse(opening, "the server does not offer TLS") : RK_OK;
    opening->stream->tls = tls_create(opening->stream->socket, dial->server->host, dial->ca_file);
    return opening->stream->tls ? RK_OK : refuse(opening, "TLS: the certificates cannot be used");
}

/* The answer to the ping comes when the server has accepted the login. */
static rk_err log_in(const struct opening *opening, const struct nats_info *info)
{
    const struct nats_dial *dial = opening->dial;
    struct buffer out = {0};
    struct nats_input pong;
    size_t used;
    rk_err err = nats_login_write(&(struct nats_login){.server = dial->server,
                                                       .credentials = dial->credentials,
                                                       .nonce = info->nonce,
                                                       .secure = opening->stream->tls},
                                  &out, opening->why, opening->why_size);
    nats_write_ping(&out);
    if (!err)
        err = out.failed ? refuse(opening, rk_err_text(RK_NO_MEMORY)) : send_all(opening, &out);
    buffer_fini(&out);
    if (!err)
        err = expect(opening, NATS_PONG, &pong, &used);
    if (!err)
        opening->stream->input.size = 0; // we have not subscribed to anything yet
    return err;
}

rk_err nats_stream_open(const struct nats_dial *dial, struct nats_stream *out, char *why,
                        size_t why_size)
{
    struct nats_stream stream = {.socket = -1};
    struct nats_info info;
    const struct opening opening = {.dial = dial,
                                    .stream = &stream,
                                    .deadline = monotonic_ms() + OPEN_MS,
                                    .why = why,
                                    .why_size = why_size};
    rk_err err = connect_stream(&opening);
    if (!err)
        err = expect_info(&opening, &info);
    if (!err)
        err = encrypt(&opening, &info);
    if (!err)
        err = log_in(&opening, &info);
    if (err)
        nats_stream_close(&stream);
    else
        *out = stream;
    return err;
}
