/* SPDX-License-Identifier: MIT */
/* In place of nats.c where libnats was not there when the program was built: refuses in words. */
#include <stdio.h>

#include "bus/link.h"

static rk_err refuse(char *why, size_t why_size)
{
    snprintf(why, why_size,
             "this program was built without libnats: nats:// and tls:// are not supported");
    return RK_CANNOT_OPEN;
}

rk_err nats_link_open(const struct bus_options *options, struct bus_link **out, char *why,
                      size_t why_size)
{
    (void)options, (void)out;
    return refuse(why, why_size);
}

rk_err nats_link_check_url(const char *url, char *why, size_t why_size)
{
    (void)url;
    return refuse(why, why_size);
}
