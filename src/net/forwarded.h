/* SPDX-License-Identifier: MIT */
/* Who the client behind a proxy is: X-Forwarded-For, X-Forwarded-Proto and Forwarded (RFC 7239).
 * Anybody can send these headers, so only what trusted proxies wrote counts. */
#ifndef NET_FORWARDED_H
#define NET_FORWARDED_H

#include "core/address.h"

/* "" where the client sent none; repeated headers are joined with commas. */
struct forwarded_headers {
    const char *x_forwarded_for, *x_forwarded_proto, *forwarded;
};

struct forwarded_client {
    struct address address;
    bool secure; /* the client uses TLS */
};

/* Each proxy appends the address it got the request from, so the walk goes from the right: while a
 * hop is a trusted proxy, the hop before it is believed. It ends at the first address that is no
 * proxy, or before the first hop that is hidden ("unknown", "_name") or malformed. If both headers
 * are present and disagree, one of them was not written by the proxy, and neither is believed. */
struct forwarded_client forwarded_resolve(const struct networks *trusted,
                                          const struct address *peer,
                                          const struct forwarded_headers *headers);

#endif
