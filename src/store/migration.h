/* SPDX-License-Identifier: MIT */
/* Prepares the migration of an older database: tries it on a copy, and keeps the old database as
 * rookery.db.vN, where N is its version. */
#ifndef STORE_MIGRATION_H
#define STORE_MIGRATION_H

#include <stddef.h>

#include "base/log.h"
#include "rookery/err.h"

/* Does nothing if the database has the current version, or does not exist. On failure the database
 * is unchanged, and `error` gets the message. The log may be NULL. */
RK_MUST_USE rk_err migration_prepare(const char *file, const struct log *log, char *error,
                                     size_t error_size);

#endif
