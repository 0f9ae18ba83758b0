/* SPDX-License-Identifier: MIT */
/* The schema of a PostgreSQL database and its migrations, which are those of schema.def. */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include "store/postgres_session.h"

/* Creates the tables in an empty database or migrates older ones to SCHEMA_VERSION, in one
 * transaction. Refuses a newer database, one of another program, and one that running servers use
 * which the migration would break; `error` gets the reason. */
RK_MUST_USE rk_err postgres_schema_migrate(struct postgres_session *session, bool must_exist,
                                           char *error, size_t error_size);

/* Checks that the tables have SCHEMA_VERSION, and changes nothing. */
RK_MUST_USE rk_err postgres_schema_require(struct postgres_session *session, char *error,
                                           size_t error_size);

/* Prepares every statement: a database that lost a table or a column would otherwise fail at the
 * first statement that needs it. */
RK_MUST_USE rk_err postgres_schema_check(struct postgres_session *session, char *error,
                                         size_t error_size);

#endif
