/* SPDX-License-Identifier: MIT */
/* IP addresses and networks as values. An IPv4 address is kept as an IPv4-mapped IPv6 address, so
 * that 1.2.3.4 and ::ffff:1.2.3.4 are equal. */
#ifndef CORE_ADDRESS_H
#define CORE_ADDRESS_H

#include "core/transport.h"
#include "rookery/err.h"

struct address {
    uint8_t bytes[16];
};

/* The addresses whose first `bits` bits are the same; 96 + n for an IPv4 network of n bits. */
struct network {
    struct address address;
    unsigned bits;
};

enum { NETWORKS_MAX = 64 };

struct networks {
    struct network items[NETWORKS_MAX];
    size_t count;
};

/* Parses "1.2.3.4" or "2001:db8::1"; a zone such as %eth0 is not allowed. False: it is not an
 * address. */
RK_MUST_USE bool address_parse(const char *text, size_t size, struct address *out);
/* The same, also "1.2.3.4:5678", "[2001:db8::1]" and "[2001:db8::1]:443". */
RK_MUST_USE bool address_parse_with_port(const char *text, size_t size, struct address *out);
void address_write(const struct address *address, char out[ADDRESS_SIZE]);
bool address_is_equal(const struct address *a, const struct address *b);

/* The text by which a client is counted and limited: its IPv4 address, or the /64 of its IPv6
 * address, because a client that has one address of a /64 usually has all of them. A text that is
 * no address is copied. */
void address_client_key(const char *address, char out[ADDRESS_SIZE]);

/* Parses an address, or "10.0.0.0/8" and "fd00::/8". */
RK_MUST_USE bool network_parse(const char *text, size_t size, struct network *out);
/* As network_parse() reads it, with the bits after the prefix cleared; a network of one address has
 * no slash. */
void network_write(const struct network *network, char out[ADDRESS_SIZE]);
bool network_contains(const struct network *network, const struct address *address);
bool networks_contain(const struct networks *networks, const struct address *address);

/* Parses addresses and networks separated by commas or spaces. "loopback" and "private" stand for
 * the networks of that kind, "yes" for both, "no" for none. On failure `why` says which item is
 * wrong, and `out` is unchanged. */
RK_MUST_USE bool networks_parse(const char *text, struct networks *out, char *why, size_t why_size);

#endif
