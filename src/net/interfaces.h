/* SPDX-License-Identifier: MIT */
/* The addresses under which other machines reach this one. */
#ifndef NET_INTERFACES_H
#define NET_INTERFACES_H

#include <stdbool.h>
#include <stddef.h>

enum { INTERFACE_URL_SIZE = 96 };

/* Whether an address such as "0.0.0.0:8080" means all interfaces, or only this machine. */
bool address_is_wildcard(const char *address);
bool address_is_loopback(const char *address);

/* Writes "SCHEME://ADDRESS:PORT" for each interface, with the port of `address`;
 * addresses that only work on this machine or link are left out. Returns how many there are, at
 * most `max`. */
size_t interfaces_list(const char *scheme, const char *address, char (*out)[INTERFACE_URL_SIZE],
                       size_t max);

#endif
