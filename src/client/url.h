/* SPDX-License-Identifier: MIT */
/* The URL of a server, and the addresses of its host. */
#ifndef CLIENT_URL_H
#define CLIENT_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { URL_HOST_MAX = 255, URL_PATH_MAX = 511, URL_ADDRESSES_MAX = 4 };

struct url {
    char host[URL_HOST_MAX + 1]; /* an IPv6 address without its brackets */
    char port[6];
    char path[URL_PATH_MAX + 1]; /* starts with a slash; only "/" itself ends with one */
    bool secure;                 /* https or wss */
};

/* Parses "http://host[:port][/path]", or https, ws, wss; the default scheme is http. On failure
 * returns false and writes the reason to `error`. */
bool url_parse(const char *text, struct url *out, char *error, size_t error_size);

/* Writes the value of the Host header: "localhost:8080", "[::1]:8080", or "localhost" with the
 * default port. */
void url_write_host(const struct url *url, char *out, size_t size);

/* Appends to the path of the URL: "/base" and "/ws" become "/base/ws". False if the result is too
 * long. */
bool url_join(const struct url *url, const char *path, char *out, size_t size);

struct address {
    struct sockaddr_storage bytes;
    socklen_t size;
};

/* Looks up at most `max` addresses of the host, the best first. Blocks. Returns their number; 0 on
 * failure, with the reason in `error`. */
size_t url_resolve(const struct url *url, struct address *out, size_t max, char *error,
                   size_t error_size);

#endif
