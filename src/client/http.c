/* SPDX-License-Identifier: MIT */
#include "client/http.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"

static bool set_error(struct http *http, const char *text, const char *detail)
{
    snprintf(http->error, sizeof http->error, "%s%s%s", text, detail ? ": " : "",
             detail ? detail : "");
    return false;
}

static void close_connection(struct http *http)
{
    tls_destroy(http->tls);
    http->tls = NULL;
    if (http->socket >= 0)
        close(http->socket);
    http->socket = -1;
    http->extra_bytes = false;
}

void http_init(struct http *http, const struct url *url, int timeout_ms)
{
    *http = (struct http){.url = *url, .socket = -1, .timeout_ms = timeout_ms};
}

void http_fini(struct http *http)
{
    close_connection(http);
}

// ---- the connection --------------------------------------------------------------------------

/* Waits until the socket can be read or written; false at the deadline. */
static bool wait_for_socket(struct http *http, short events, int64_t deadline)
{
    struct pollfd poller = {.fd = http->socket, .events = events};
    for (;;) {
        const int64_t left = deadline - monotonic_ms();
        const int ready = poll(&poller, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (!ready || errno != EINTR)
            return set_error(http, "the server does not respond in time", NULL);
    }
}

/* Returns an errno; 0 is success. */
static int finish_connecting(struct http *http, int64_t deadline)
{
    int error = errno;
    socklen_t size = sizeof error;
    if (error != EINPROGRESS)
        return error;
    if (!wait_for_socket(http, POLLOUT, deadline))
        return ETIMEDOUT;
    getsockopt(http->socket, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

static bool connect_to(struct http *http, const struct address *address, int64_t deadline)
{
    http->socket = socket(address->bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (http->socket < 0)
        return set_error(http, "cannot create a socket", strerror(errno));
    const int yes = 1;
    setsockopt(http->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const bool at_once =
        !connect(http->socket, (const struct sockaddr *)&address->bytes, address->size);
    const int error = at_once ? 0 : finish_connecting(http, deadline);
    if (!error && http->url.secure)
        http->tls = tls_create(http->socket, http->url.host, NULL);
    if (!error && !http->url.secure == !http->tls)
        return true;
    close_connection(http);
    if (!error)
        return set_error(http, "out of memory", NULL);
    return set_error(http, "cannot reach the server", strerror(error));
}

/* A host may have several addresses, and not all of them may be served. */
static bool connect_to_any(struct http *http, int64_t deadline)
{
    struct address addresses[URL_ADDRESSES_MAX];
    const size_t count =
        url_resolve(&http->url, addresses, URL_ADDRESSES_MAX, http->error, sizeof http->error);
    for (size_t i = 0; i < count; i++)
        if (connect_to(http, &addresses[i], deadline))
            return true;
    return false;
}

/* Opens a connection, unless the last one can be reused: the server may have closed it. */
static bool ensure_connection(struct http *http, int64_t deadline)
{
    struct pollfd poller = {.fd = http->socket, .events = POLLIN};
    if (http->socket >= 0 && (http->extra_bytes || poll(&poller, 1, 0) != 0))
        close_connection(http);
    return http->socket >= 0 || connect_to_any(http, deadline);
}

/* The event to poll for: TLS may have to read before it can write. */
static short poll_event(const struct http *http, short plain)
{
    if (!http->tls)
        return plain;
    return tls_waits_to_read(http->tls) ? POLLIN : POLLOUT;
}

static bool set_socket_error(struct http *http)
{
    const bool tls_failed = http->tls && errno == EPROTO;
    return set_error(http, tls_failed ? "no secure connection" : "connection lost",
                     tls_failed ? tls_error(http->tls) : strerror(errno));
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
            return set_error(http, "connection lost", NULL);
        else if (errno == EAGAIN && !wait_for_socket(http, poll_event(http, POLLOUT), deadline))
            return false;
        else if (errno != EAGAIN && errno != EINTR)
            return set_socket_error(http);
    }
    return true;
}

/* Returns the number of bytes; 0 at the end of the connection, -1 on failure. */
static ssize_t receive_some(struct http *http, char *out, size_t size, int64_t deadline)
{
    for (;;) {
        const ssize_t got =
            http->tls ? tls_receive(http->tls, out, size) : recv(http->socket, out, size, 0);
        if (got >= 0)
            return got;
        if (errno == EAGAIN && !wait_for_socket(http, poll_event(http, POLLIN), deadline))
            return -1;
        if (errno != EAGAIN && errno != EINTR) {
            set_socket_error(http);
            return -1;
        }
    }
}

// ---- requests --------------------------------------------------------------------------------

static bool write_request(struct http *http, const struct http_request *request, struct buffer *out)
{
    char host[URL_HOST_MAX + 16], path[URL_PATH_MAX * 4];
    if (!url_join(&http->url, request->path, path, sizeof path))
        return set_error(http, "the path is too long", NULL);
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
    return !out->failed || set_error(http, "out of memory", NULL);
}

static bool send_request(struct http *http, const struct http_request *request, int64_t deadline)
{
    struct buffer bytes = {0};
    const bool sent = write_request(http, request, &bytes) && ensure_connection(http, deadline) &&
                      send_all(http, &bytes, deadline);
    buffer_fini(&bytes);
    return sent;
}

static bool read_response(struct http *http, struct response *response, struct buffer *body,
                          int64_t deadline)
{
    char bytes[16384];
    while (response->state < RESPONSE_DONE) {
        const ssize_t size = receive_some(http, bytes, sizeof bytes, deadline);
        if (size < 0)
            return false;
        if (!size)
            response_end(response);
        const size_t used = response_feed(response, bytes, (size_t)size, body);
        http->extra_bytes = used < (size_t)size;
        if (body->size > HTTP_BODY_MAX)
            return set_error(http, "the response is too long", NULL);
    }
    return response->state != RESPONSE_BAD ||
           set_error(http, "the response is truncated or not HTTP", NULL);
}

bool http_perform(struct http *http, const struct http_request *request, struct http_reply *out)
{
    const int64_t deadline = monotonic_ms() + http->timeout_ms;
    *out = (struct http_reply){.body = {0}};
    response_init(&out->response, !strcmp(request->method, "HEAD"));
    const bool received = send_request(http, request, deadline) &&
                          read_response(http, &out->response, &out->body, deadline);
    if (!received || out->response.closes)
        close_connection(http);
    return received;
}

void http_reply_fini(struct http_reply *reply)
{
    response_fini(&reply->response);
    buffer_fini(&reply->body);
}

bool http_reply_cookie(const struct http_reply *reply, const char *name, char *out, size_t size)
{
    size_t value_size;
    const size_t name_size = strlen(name);
    const char *value = NULL;
    while ((value = response_header(&reply->response, "Set-Cookie", value, &value_size))) {
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
