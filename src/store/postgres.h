/* SPDX-License-Identifier: MIT */
/* A store in a PostgreSQL database. no_postgres.c stands in for it where libpq is missing. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "store/store.h"

/* Like store_open(). */
RK_MUST_USE rk_err postgres_open(const char *url, const struct store_options *options,
                                 struct store **out, char *error, size_t error_size);

#endif
