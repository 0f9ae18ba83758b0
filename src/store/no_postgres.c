/* SPDX-License-Identifier: MIT */
/* Linked in place of postgres*.c where libpq was missing when the program was built. */
#include <stdio.h>

#include "store/copy_endpoint.h"
#include "store/postgres.h"
#include "store/store_url.h"

static rk_err refuse_url(const char *url, char *error, size_t error_size)
{
    char name[STORE_URL_MAX + 1];
    store_url_redact(url, name, sizeof name);
    snprintf(error, error_size,
             "%s: this program was built without libpq and cannot use PostgreSQL; use a data "
             "folder, or install libpq-dev and build it again",
             name);
    return RK_CANNOT_OPEN;
}

rk_err postgres_open(const char *url, const struct store_options *options, struct store **out,
                     char *error, size_t error_size)
{
    (void)options;
    (void)out;
    return refuse_url(url, error, error_size);
}

rk_err postgres_copy_open(const char *url, bool is_target, struct copy_endpoint **out, char *error,
                          size_t error_size)
{
    (void)is_target;
    (void)out;
    return refuse_url(url, error, error_size);
}
