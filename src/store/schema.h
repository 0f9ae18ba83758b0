/* SPDX-License-Identifier: MIT */
/* The schema of a SQLite database and its migrations. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "rookery/err.h"
#include "store/schema_version.h"

enum { SCHEMA_APPLICATION_ID = 0x526f6f6b }; /* the application id of our databases: "Rook" */

/* Whether this error of SQLite means that the file is no database, or a damaged one. */
bool schema_code_is_damage(int code);

/* The version of a database; 0 for an empty one. Refuses a database of another program and a file
 * that is no database. */
RK_MUST_USE rk_err schema_find_version(sqlite3 *db, const char *name, int64_t *out, char *error,
                                       size_t error_size);

/* Checks that a database of the current version has every table, column, index and trigger. */
RK_MUST_USE rk_err schema_check(sqlite3 *db, const char *name, char *error, size_t error_size);

/* Creates the tables in an empty database or migrates older ones to SCHEMA_VERSION, in
 * one transaction. Refuses a newer database, one of another program, and a file that is
 * not a database; `error` gets the message, which starts with `name`. */
RK_MUST_USE rk_err schema_migrate(sqlite3 *db, const char *name, char *error, size_t error_size);

#endif
