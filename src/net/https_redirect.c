/* SPDX-License-Identifier: MIT */
#include "net/https_redirect.h"

#include <stdio.h>
#include <string.h>

enum { HTTPS_PORT = 443, HOST_MAX = 255 };

static bool is_host(const char *host)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.-:[]";
    const size_t size = strspn(host, allowed);
    return size && size <= HOST_MAX && !host[size];
}

/* The length of the host without its port; an IPv6 address is in brackets. */
static size_t name_size(const char *host)
{
    const char *bracket = strchr(host, ']');
    return bracket ? (size_t)(bracket + 1 - host) : strcspn(host, ":");
}

bool https_redirect_url(const struct request *request, const char *public_url, unsigned port,
                        char *out, size_t out_size)
{
    const char *mark = *request->query ? "?" : "";
    int size = (int)strlen(public_url);
    if (!strncmp(public_url, "https://", 8)) {
        while (public_url[size - 1] == '/')
            size--;
        size = snprintf(out, out_size, "%.*s%s%s%s", size, public_url, request->path, mark,
                        request->query);
        return size >= 0 && (size_t)size < out_size;
    }
    if (!is_host(request->host) || request->path[0] != '/')
        return false;
    char host[HOST_MAX + 16];
    if (port && port != HTTPS_PORT)
        snprintf(host, sizeof host, "%.*s:%u", (int)name_size(request->host), request->host, port);
    else
        snprintf(host, sizeof host, "%.*s",
                 (int)(port ? name_size(request->host) : strlen(request->host)), request->host);
    size = snprintf(out, out_size, "https://%s%s%s%s", host, request->path, mark, request->query);
    return size >= 0 && (size_t)size < out_size;
}
