/* SPDX-License-Identifier: MIT */
/* Where a request that came without TLS should go instead. */
#ifndef NET_HTTPS_REDIRECT_H
#define NET_HTTPS_REDIRECT_H

#include "core/transport.h"

/* Writes the URL: the public URL (may be "") if it is https, otherwise the host of the request with
 * this port (0: the port of the request). False: the request names no valid host, or the URL does
 * not fit. */
bool https_redirect_url(const struct request *request, const char *public_url, unsigned port,
                        char *out, size_t out_size);

#endif
