/* SPDX-License-Identifier: MIT */
/* Schemas of a PostgreSQL database, each for one store at a time. */
#ifndef SUPPORT_POSTGRES_SCHEMAS_H
#define SUPPORT_POSTGRES_SCHEMAS_H

#include <stdint.h>

/* Returns the URL of an empty schema; NULL if the program was built without libpq. It belongs to
 * the caller until it is released. */
const char *postgres_schema_take(const char *server);
void postgres_schema_release(const char *url);

/* Sets the clock of the database, for the sessions of these schemas. */
void postgres_clock_set(const char *server, int64_t ms);

#endif
