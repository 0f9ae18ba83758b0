/* SPDX-License-Identifier: MIT */
/* Where a server is: "http://host:port/path", and the address behind the name. */
#ifndef CLIENT_URL_H
#define CLIENT_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { URL_HOST_MAX = 255, URL_PATH_MAX = 511, URL_ADDRESSES_MAX = 4 };

struct url {
    char host[URL_HOST_MAX + 1]; /* an IPv6 address without its brackets */
    char port[6];
    char path[URL_PATH_MAX + 1]; /* begins with a slash, ends without one but for "/" itself */
    bool secure;                 /* by TLS */
};

/* Reads "http://host[:port][/path]", or https, ws, wss; without a scheme it is http. False
 * with the reason in words. */
bool url_parse(const char *text, struct url *out, char *why, size_t why_size);

/* "localhost:8080", "[::1]:8080", "localhost" with the usual port: as the header
 * Host says it. */
void url_write_host(const struct url *url, char *out, size_t size);

/* The path of the URL with another behind it: "/base" and "/ws" are "/base/ws". False
 * if that is too long. */
bool url_join(const struct url *url, const char *path, char *out, size_t size);

struct address {
    struct sockaddr_storage bytes;
    socklen_t size;
};

/* Asks the resolver, which may take its time, for up to `most` addresses, the best
 * first. Returns how many there are; 0 with the reason in words. */
size_t url_resolve(const struct url *url, struct address *out, size_t most, char *why,
                   size_t why_size);

#endif
