/* SPDX-License-Identifier: MIT */
#include "client/http.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t clock_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool fail(struct http *http, const char *words, const char *detail)
{
    snprintf(http->why, sizeof http->why, "%s%s%s", words, detail ? ": " : "",
             detail ? detail : "");
    return false;
}

static void shut(struct http *http)
{
    tls_destroy(http->tls);
    http->tls = NULL;
    if (http->socket >= 0)
        close(http->socket);
    http->socket = -1;
    buffer_clear(&http->raw);
}

void http_init(struct http *http, const struct url *url, int timeout_ms)
{
    *http = (struct http){.url = *url, .socket = -1, .timeout_ms = timeout_ms};
    response_init(&http->stream, false);
    http->stream.state = RESPONSE_DONE;
}

void http_fini(struct http *http)
{
    shut(http);
    response_fini(&http->stream);
    buffer_fini(&http->waiting);
    buffer_fini(&http->raw);
}

// ---- the connection --------------------------------------------------------------------------

/* Waits until it can be read or written; false when the time is up. */
static bool wait_for(struct http *http, short what, int64_t deadline)
{
    struct pollfd poller = {.fd = http->socket, .events = what};
    for (;;) {
        const int64_t left = deadline - clock_ms();
        const int ready = poll(&poller, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (!ready || errno != EINTR)
            return fail(http, "the server does not answer in time", NULL);
    }
}

/* What came of connecting, as an errno; 0 is success. */
static int finish_connecting(struct http *http, int64_t deadline)
{
    int error = errno;
    socklen_t size = sizeof error;
    if (error != EINPROGRESS)
        return error;
    if (!wait_for(http, POLLOUT, deadline))
        return ETIMEDOUT;
    getsockopt(http->socket, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

static bool connect_to(struct http *http, const struct address *address, int64_t deadline)
{
    http->socket = socket(address->bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (http->socket < 0)
        return fail(http, "no socket", strerror(errno));
    const int yes = 1;
    setsockopt(http->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const bool at_once =
        !connect(http->socket, (const struct sockaddr *)&address->bytes, address->size);
    const int error = at_once ? 0 : finish_connecting(http, deadline);
    if (!error && http->url.secure)
        http->tls = tls_create(http->socket, http->url.host);
    if (!error && !http->url.secure == !http->tls)
        return true;
    shut(http);
    if (!error)
        return fail(http, "there is not enough memory", NULL);
    return fail(http, "the server cannot be reached", strerror(error));
}

/* A name may have several addresses of which not all are served. */
static bool connect_anywhere(struct http *http, int64_t deadline)
{
    struct address addresses[URL_ADDRESSES_MAX];
    const size_t count =
        url_resolve(&http->url, addresses, URL_ADDRESSES_MAX, http->why, sizeof http->why);
    for (size_t i = 0; i < count; i++)
        if (connect_to(http, &addresses[i], deadline))
            return true;
    return false;
}

/* One that the server has closed meanwhile is of no use, nor one in the midst of a stream. */
static bool have_connection(struct http *http, int64_t deadline)
{
    struct pollfd poller = {.fd = http->socket, .events = POLLIN};
    const bool idle = http->stream.state == RESPONSE_DONE && !http->raw.size;
    if (http->socket >= 0 && (!idle || poll(&poller, 1, 0) != 0))
        shut(http);
    return http->socket >= 0 || connect_anywhere(http, deadline);
}

/* What to wait for: TLS may have to read before it can write. */
static short awaited(const struct http *http, short plain)
{
    if (!http->tls)
        return plain;
    return tls_waits_to_read(http->tls) ? POLLIN : POLLOUT;
}

static bool break_off(struct http *http)
{
    const bool secret = http->tls && errno == EPROTO;
    return fail(http, secret ? "no safe connection" : "the connection broke off",
                secret ? tls_why(http->tls) : strerror(errno));
}

static bool send_all(struct http *http, const struct buffer *bytes, int64_t deadline)
{
    for (size_t sent = 0; sent < bytes->size;) {
        const char *rest = bytes->bytes + sent;
        const size_t left = bytes->size - sent;
        const ssize_t size = http->tls ? tls_send(http->tls, rest, left)
                                       : send(http->socket, rest, left, MSG_NOSIGNAL);
        if (size > 0)
            sent += (size_t)size;
        else if (!size)
            return fail(http, "the connection broke off", NULL);
        else if (errno == EAGAIN && !wait_for(http, awaited(http, POLLOUT), deadline))
            return false;
        else if (errno != EAGAIN && errno != EINTR)
            return break_off(http);
    }
    return true;
}

/* Some more bytes; 0 at the end, -1 if it failed. */
static ssize_t receive(struct http *http, char *out, size_t size, int64_t deadline)
{
    if (http->raw.size) {
        const size_t some = http->raw.size < size ? http->raw.size : size;
        memcpy(out, http->raw.bytes, some);
        http->raw.size -= some;
        memmove(http->raw.bytes, http->raw.bytes + some, http->raw.size);
        return (ssize_t)some;
    }
    for (;;) {
        const ssize_t got =
            http->tls ? tls_receive(http->tls, out, size) : recv(http->socket, out, size, 0);
        if (got >= 0)
            return got;
        if (errno == EAGAIN && !wait_for(http, awaited(http, POLLIN), deadline))
            return -1;
        if (errno != EAGAIN && errno != EINTR) {
            break_off(http);
            return -1;
        }
    }
}

// ---- asking ----------------------------------------------------------------------------------

static bool write_request(struct http *http, const struct http_request *request, struct buffer *out)
{
    char host[URL_HOST_MAX + 16], path[URL_PATH_MAX * 4];
    if (!url_join(&http->url, request->path, path, sizeof path))
        return fail(http, "the path is too long", NULL);
    url_write_host(&http->url, host, sizeof host);
    buffer_text(out, request->method);
    buffer_put(out, ' ');
    buffer_text(out, path);
    buffer_text(out, " HTTP/1.1\r\nHost: ");
    buffer_text(out, host);
    buffer_text(out, "\r\nUser-Agent: rookery/" ROOKERY_VERSION "\r\n");
    buffer_text(out, request->headers ? request->headers : "");
    if (request->content_type) {
        buffer_text(out, "Content-Type: ");
        buffer_text(out, request->content_type);
        buffer_text(out, "\r\n");
    }
    if (request->content_type || strcmp(request->method, "POST") == 0) {
        buffer_text(out, "Content-Length: ");
        buffer_integer(out, (int64_t)request->body_size);
        buffer_text(out, "\r\n");
    }
    buffer_text(out, "\r\n");
    buffer_add(out, request->body, request->body_size);
    return !out->failed || fail(http, "there is not enough memory", NULL);
}

static bool send_request(struct http *http, const struct http_request *request, int64_t deadline)
{
    struct buffer bytes = {0};
    const bool sent = write_request(http, request, &bytes) && have_connection(http, deadline) &&
                      send_all(http, &bytes, deadline);
    buffer_fini(&bytes);
    return sent;
}

/* Reads on until the answer says enough: its head only, or all of it. */
static bool read_response(struct http *http, struct response *response, struct buffer *body,
                          bool head_only, int64_t deadline)
{
    char bytes[16384];
    while (response->state < (head_only ? RESPONSE_COUNTED : RESPONSE_DONE)) {
        const ssize_t size = receive(http, bytes, sizeof bytes, deadline);
        if (size < 0)
            return false;
        if (!size)
            response_end(response);
        const size_t used = response_take(response, bytes, (size_t)size, body);
        buffer_add(&http->raw, bytes + used, (size_t)size - used);
        if (body->size > HTTP_BODY_MAX)
            return fail(http, "the answer is too long", NULL);
    }
    return response->state != RESPONSE_BAD || fail(http, "the answer is cut off or no HTTP", NULL);
}

bool http_ask(struct http *http, const struct http_request *request, struct http_answer *out)
{
    const int64_t deadline = clock_ms() + http->timeout_ms;
    *out = (struct http_answer){.body = {0}};
    response_init(&out->response, !strcmp(request->method, "HEAD"));
    const bool answered = send_request(http, request, deadline) &&
                          read_response(http, &out->response, &out->body, false, deadline);
    http->stream.state = RESPONSE_DONE;
    if (!answered || out->response.closes)
        shut(http);
    return answered;
}

void http_answer_fini(struct http_answer *answer)
{
    response_fini(&answer->response);
    buffer_fini(&answer->body);
}

bool http_answer_cookie(const struct http_answer *answer, const char *name, char *out, size_t size)
{
    size_t value_size;
    const size_t name_size = strlen(name);
    const char *value = NULL;
    while ((value = response_header(&answer->response, "Set-Cookie", value, &value_size))) {
        if (value_size <= name_size || memcmp(value, name, name_size) != 0 ||
            value[name_size] != '=')
            continue;
        const char *start = value + name_size + 1;
        const char *end = memchr(start, ';', value_size - name_size - 1);
        const size_t length = end ? (size_t)(end - start) : value_size - name_size - 1;
        if (length >= size)
            return false;
        memcpy(out, start, length);
        out[length] = '\0';
        return true;
    }
    return false;
}

// ---- streams ---------------------------------------------------------------------------------

bool http_stream(struct http *http, const struct http_request *request)
{
    const int64_t deadline = clock_ms() + http->timeout_ms;
    if (!send_request(http, request, deadline))
        return false;
    response_fini(&http->stream);
    response_init(&http->stream, false);
    buffer_clear(&http->waiting);
    if (read_response(http, &http->stream, &http->waiting, true, deadline))
        return true;
    shut(http);
    http->stream.state = RESPONSE_DONE;
    return false;
}

/* Takes a line out of what has come. */
static bool take_line(struct buffer *from, struct buffer *out)
{
    const char *newline = from->size ? memchr(from->bytes, '\n', from->size) : NULL;
    if (!newline)
        return false;
    size_t size = (size_t)(newline - from->bytes);
    const size_t used = size + 1;
    if (size && from->bytes[size - 1] == '\r')
        size--;
    buffer_clear(out);
    buffer_add(out, from->bytes, size);
    from->size -= used;
    memmove(from->bytes, from->bytes + used, from->size);
    return true;
}

enum http_line http_stream_line(struct http *http, int timeout_ms, struct buffer *out)
{
    char bytes[16384];
    const int64_t deadline = clock_ms() + timeout_ms;
    while (!take_line(&http->waiting, out)) {
        if (http->stream.state == RESPONSE_DONE)
            return HTTP_STREAM_ENDED;
        if (http->stream.state == RESPONSE_BAD || http->waiting.size > HTTP_BODY_MAX)
            return HTTP_STREAM_FAILED;
        if (!http->raw.size && !wait_for(http, POLLIN, deadline))
            return HTTP_NO_LINE_YET;
        const ssize_t size = receive(http, bytes, sizeof bytes, deadline);
        if (size > 0)
            response_take(&http->stream, bytes, (size_t)size, &http->waiting);
        else if (!size)
            response_end(&http->stream);
        else
            http->stream.state = RESPONSE_BAD;
    }
    return HTTP_LINE;
}
