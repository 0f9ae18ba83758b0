/* SPDX-License-Identifier: MIT */
/* The stores that tests use: SQLite in memory, or what TEST_STORE names. That is the URL of
 * a PostgreSQL server, where each store is a schema of its own; tools/run-tests starts one. */
#ifndef SUPPORT_EMPTY_STORE_H
#define SUPPORT_EMPTY_STORE_H

#include "store/store.h"

/* Opens an empty store. A missing url is that of the test's store; the test fails if it cannot be
 * opened. */
struct store *empty_store_open(const struct store_options *options);

/* Closes it, so that its schema can be used by another store. */
void empty_store_close(struct store *store);

/* Whether the tests run on PostgreSQL, and the URL of its server; NULL: they do not. */
bool empty_store_is_postgres(void);
const char *empty_store_server(void);

#endif
