/* SPDX-License-Identifier: MIT */
#include "net/interfaces.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

bool address_is_wildcard(const char *address)
{
    return !strncmp(address, "0.0.0.0:", 8) || !strncmp(address, "[::]:", 5);
}

bool address_is_loopback(const char *address)
{
    return !strncmp(address, "127.", 4) || !strncmp(address, "[::1]:", 6);
}

/* Writes the address of an interface as it is written in a URL; false if it is of no use there. */
static bool write_host(const struct sockaddr *address, char *out, size_t size)
{
    char text[INET6_ADDRSTRLEN];
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const void *)address;
        const bool is_loopback = ntohl(ipv4->sin_addr.s_addr) >> 24 == 127;
        return !is_loopback && inet_ntop(AF_INET, &ipv4->sin_addr, text, sizeof text) &&
               snprintf(out, size, "%s", text) > 0;
    }
    if (address->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *ipv6 = (const void *)address;
    return !IN6_IS_ADDR_LINKLOCAL(&ipv6->sin6_addr) && !IN6_IS_ADDR_LOOPBACK(&ipv6->sin6_addr) &&
           inet_ntop(AF_INET6, &ipv6->sin6_addr, text, sizeof text) &&
           snprintf(out, size, "[%s]", text) > 0;
}

size_t interfaces_list(const char *scheme, const char *address, char (*out)[INTERFACE_URL_SIZE],
                       size_t max)
{
    struct ifaddrs *all = NULL;
    const char *port = strrchr(address, ':');
    const bool has_ipv6 = address[0] == '[';
    size_t count = 0;
    if (!port || getifaddrs(&all))
        return 0;
    for (const struct ifaddrs *at = all; at && count < max; at = at->ifa_next) {
        char host[INET6_ADDRSTRLEN + 2];
        if (at->ifa_addr && (at->ifa_addr->sa_family == AF_INET || has_ipv6) &&
            write_host(at->ifa_addr, host, sizeof host))
            snprintf(out[count++], INTERFACE_URL_SIZE, "%s://%s%s", scheme, host, port);
    }
    freeifaddrs(all);
    return count;
}
