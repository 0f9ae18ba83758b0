/* SPDX-License-Identifier: MIT */
#include "net/listener.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { BACKLOG = 4096 };

static bool parse_listen(const char *text, struct sockaddr_storage *out)
{
    char host[ADDRESS_SIZE];
    const char *colon = strrchr(text, ':');
    const size_t size = colon ? (size_t)(colon - text) : 0;
    if (!colon || size >= sizeof host || !colon[1] || strspn(colon + 1, "0123456789") > 5 ||
        colon[1 + strspn(colon + 1, "0123456789")])
        return false;
    const int port = (int)strtol(colon + 1, NULL, 10);
    if (port > UINT16_MAX)
        return false;
    memcpy(host, text, size);
    host[size] = '\0';
    if (host[0] == '[' && host[size - 1] == ']') {
        host[size - 1] = '\0';
        return !uv_ip6_addr(host + 1, port, (struct sockaddr_in6 *)out);
    }
    const char *name = !size ? "0.0.0.0" : !strcmp(host, "localhost") ? "127.0.0.1" : host;
    return !uv_ip4_addr(name, port, (struct sockaddr_in *)out);
}

bool listener_accepts(const char *listen)
{
    struct sockaddr_storage address;
    return parse_listen(listen, &address);
}

static void store_address(struct listener *listener)
{
    struct sockaddr_storage bound;
    int size = sizeof bound;
    char host[ADDRESS_SIZE] = "";
    if (uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&bound, &size))
        return;
    const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)&bound;
    const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)&bound;
    const bool is_ipv6 = bound.ss_family == AF_INET6;
    if (is_ipv6)
        uv_ip6_name(ipv6, host, sizeof host);
    else
        uv_ip4_name(ipv4, host, sizeof host);
    const uint16_t port = is_ipv6 ? ipv6->sin6_port : ipv4->sin_port;
    snprintf(listener->address, sizeof listener->address, is_ipv6 ? "[%s]:%d" : "%s:%d", host,
             ntohs(port));
}

unsigned listener_port(const struct listener *listener)
{
    const char *colon = strrchr(listener->address, ':');
    return colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
}

/* Whether a socket that was passed on is one we can accept connections on. */
static bool is_listening_tcp(int file)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address, int_size = sizeof(int);
    int type = 0, accepts = 0;
    return !getsockname(file, (struct sockaddr *)&address, &size) &&
           (address.ss_family == AF_INET || address.ss_family == AF_INET6) &&
           !getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &int_size) && type == SOCK_STREAM &&
           !getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &int_size) && accepts;
}

static rk_err bind_socket(struct listener *listener, const char *listen, char *why, size_t why_size)
{
    struct sockaddr_storage address = {0};
    if (!parse_listen(listen, &address)) {
        snprintf(why, why_size, "cannot listen on %s: not ADDRESS:PORT", listen);
        return RK_BAD_SYNTAX;
    }
    const int err = uv_tcp_bind(&listener->tcp, (const struct sockaddr *)&address, 0);
    if (!err)
        return RK_OK;
    snprintf(why, why_size, "cannot listen on %s: %s", listen, uv_strerror(err));
    return RK_CANNOT_OPEN;
}

static rk_err adopt_socket(struct listener *listener, int file, char *why, size_t why_size)
{
    if (is_listening_tcp(file) && !uv_tcp_open(&listener->tcp, file))
        return RK_OK;
    snprintf(why, why_size, "cannot use file descriptor %d: not a listening TCP socket", file);
    return RK_CANNOT_OPEN;
}

rk_err listener_open(struct listener *listener, uv_loop_t *loop,
                     const struct listener_options *options, char *why, size_t why_size)
{
    uv_tcp_init(loop, &listener->tcp);
    listener->tcp.data = options->data;
    listener->redirects = options->redirects;
    listener->is_open = true;
    const rk_err err = options->file == NO_FILE
                           ? bind_socket(listener, options->listen, why, why_size)
                           : adopt_socket(listener, options->file, why, why_size);
    if (err)
        return err;
    const int status = uv_listen((uv_stream_t *)&listener->tcp, BACKLOG, options->on_connection);
    if (status) {
        snprintf(why, why_size, "cannot listen on %s: %s", options->listen, uv_strerror(status));
        return RK_CANNOT_OPEN;
    }
    store_address(listener);
    return RK_OK;
}

void listener_close(struct listener *listener)
{
    if (listener->is_open)
        uv_close((uv_handle_t *)&listener->tcp, NULL);
    listener->is_open = false;
}
