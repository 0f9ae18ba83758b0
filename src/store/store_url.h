/* SPDX-License-Identifier: MIT */
/* The address of a store: a data folder, "memory:" or the URL of a PostgreSQL database. */
#ifndef STORE_STORE_URL_H
#define STORE_STORE_URL_H

#include <stdbool.h>
#include <stddef.h>

enum { STORE_URL_MAX = 2000 }; /* bytes of the URL of a database */

/* Whether it starts with postgresql:// or postgres://. */
bool store_url_is_postgres(const char *url);

/* Writes the URL without its password, for people. A longer one than `size` allows is cut. */
void store_url_redact(const char *url, char *out, size_t size);

#endif
